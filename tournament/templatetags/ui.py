"""``{% load ui %}``: everything small a page is made of, out of figures, names, tiles and the sixteen.

Pure presentation: plain values in, a small piece of safe HTML out. What appears hundreds of times on a page
is a tag here (and remembered); bigger pieces are includes in ``templates/components/``.
"""

from functools import lru_cache
from typing import Any

import segno
from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.templatetags import figures, names, sixteen, tiles

register = template.Library()
for _part in (figures, names, sixteen, tiles):
    register.tags.update(_part.register.tags)
    register.filters.update(_part.register.filters)


@register.simple_tag
@lru_cache(maxsize=1024)
def icon(name: str, size: str = "", label: str = "", fill: bool = False) -> SafeString:
    """A stroke icon. ``size``: "s" 16, "" 20, "l" 24 px. Without ``label`` it is decoration."""
    classes = "icon" + (f" icon--{size}" if size else "") + (" icon--fill" if fill else "")
    says = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" {}><use href="{}#{}"></use></svg>', classes, says, static("img/icons.svg"), name
    )


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, url: str, text: str, exact: bool = False) -> SafeString:
    """A link that knows when it is the present page or, unless ``exact``, one above it."""
    request = context.get("request")
    path = request.path if request else ""
    here = path == url or (not exact and path.startswith(url.rstrip("/") + "/"))
    return format_html('<a href="{}"{}>{}</a>', url, mark_safe(' aria-current="page"') if here else "", text)


@register.simple_tag
def qr_code(text: str, label: str = "") -> SafeString:
    """A QR code as inline SVG, error level M."""
    drawing = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=2)
    return format_html(
        '<div class="qr" role="img" aria-label="{}">{}</div>', label or text, mark_safe(drawing)
    )


@register.filter
def with_class(field: Any, classes: str) -> Any:
    """A bound form field drawn with these classes."""
    return field.as_widget(attrs={"class": conditional_escape(classes)})
