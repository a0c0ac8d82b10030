"""Parts of a template that stay as they are from one deal to the next, with holes for what moves.

    {% load still %}
    {% still tournament.pk tournament.setup_revision %}
      <span class="stat">{% translate "Deals played" %} {% moving %}{{ board.played }}{% endmoving %}</span>
    {% endstill %}

Django's ``{% cache %}`` keeps a block as a whole and copies it through a cache; this keeps text and holes, so
that a block of which one figure moves is not written again either. Language, time zone and what the reader
may see belong to every key, and nothing is kept inside a transaction (``Kept``).
"""

from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils import timezone
from django.utils.translation import get_language

from tournament.selectors.kept import Kept

register = template.Library()
_kept = Kept(2000)


class MovingNode(template.Node):
    """What is written anew each time."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Any) -> Any:
        return self.nodelist.render(context)


class StillNode(template.Node):
    """Text and holes, kept by the values that the text was written from."""

    def __init__(self, nodelist: NodeList, written_from: list[FilterExpression]) -> None:
        self.nodelist, self._written_from = nodelist, written_from

    def render(self, context: Any) -> str:
        values = tuple([value.resolve(context) for value in self._written_from])
        # the node itself is in the key: a template that is loaded anew has others
        key = (self, get_language(), timezone.get_current_timezone_name(), values)
        parts = _kept.answer(key, lambda: self._parts(context))
        return "".join([part if isinstance(part, str) else part.render(context) for part in parts])

    def _parts(self, context: Any) -> list[str | MovingNode]:
        return [
            node if isinstance(node, MovingNode) else str(node.render_annotated(context))
            for node in self.nodelist
        ]


@register.tag
def still(parser: Parser, token: Token) -> StillNode:
    """``{% still VALUE … %}``: everything that the block is written from, except what stands in holes."""
    values = [parser.compile_filter(word) for word in token.split_contents()[1:]]
    nodelist = parser.parse(("endstill",))
    parser.delete_first_token()
    return StillNode(nodelist, values)


@register.tag
def moving(parser: Parser, token: Token) -> MovingNode:
    """A hole. It stands directly in ``still``: in a condition or a loop in it, it would be kept."""
    nodelist = parser.parse(("endmoving",))
    parser.delete_first_token()
    return MovingNode(nodelist)
