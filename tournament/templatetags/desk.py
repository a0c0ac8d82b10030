"""Small words for the desk's pages."""

from django import template

from tournament.templatetags.names import native_language

register = template.Library()


@register.filter
def script(native: str, country: str = "") -> str:
    """The language tag of a name in the second script, for its ``lang``."""
    return native_language(native or "", country) or "und"
