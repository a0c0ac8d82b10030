"""What readers do not see yet, said on the page."""

from typing import Any

from django import template

from tournament.engine.sight import Viewer
from tournament.models import Tournament
from tournament.selectors.sight import sight_now, sight_of

register = template.Library()


@register.inclusion_tag("components/curtain.html")
def curtain() -> dict[str, Any]:
    """A notice of what this reader does not see yet; nothing for those who see everything."""
    return {"seen": sight_now()}


@register.inclusion_tag("components/curtain_note.html")
def curtain_note(tournament: Tournament) -> dict[str, Any]:
    """For organizers: the public sees less than this page shows."""
    differs = sight_now().viewer is Viewer.ORGANIZER and bool(sight_of(tournament, Viewer.PUBLIC).key)
    return {"differs": differs, "tournament": tournament}
