"""One player among all: rates on a line with a tick for everybody, and the fans in the hands they won."""

from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from scoring.fans.catalogue import BY_NUMBER
from tournament.engine.statistics import Share
from tournament.selectors.players import Path
from tournament.templatetags.figures import NARROW_SPACE
from tournament.templatetags.statistics import FanRow

register = template.Library()


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate of one player, that of the field, and everybody's, to draw them on one line."""

    label: str
    of: str
    own: float | None
    field: float | None
    everybody: tuple[float, ...]
    unit: str = f"{NARROW_SPACE}%"

    def _said(self, value: float | None) -> str:
        return "–" if value is None else f"{value:.1f}{self.unit}"

    @property
    def own_said(self) -> str:
        return self._said(self.own)

    @property
    def field_said(self) -> str:
        return self._said(self.field)


def _rate(label: str, of: str, path: Path, part: str, whole: str, scale: int, unit: str) -> Rate:
    def value(count: int, among: int) -> float | None:
        return scale * count / among if among else None

    everybody = (value(getattr(share, part), getattr(share, whole)) for share in path.field)
    return Rate(
        label=label,
        of=of,
        own=value(getattr(path.own, part), getattr(path.own, whole)),
        field=value(
            sum(getattr(share, part) for share in path.field),
            sum(getattr(share, whole) for share in path.field),
        ),
        everybody=tuple(found for found in everybody if found is not None),
        unit=unit,
    )


@register.filter
def rates(path: Path) -> list[Rate]:
    """How often this player wins, draws the tile, deals in, and what a win is worth; beside everybody's."""
    percent = f"{NARROW_SPACE}%"
    return [
        _rate(gettext("Wins"), gettext("of deals"), path, "wins", "deals", 100, percent),
        _rate(gettext("Self-draw"), gettext("of wins"), path, "self_draws", "wins", 100, percent),
        _rate(gettext("Deal-in"), gettext("of deals"), path, "dealt_in", "deals", 100, percent),
        _rate(gettext("Mean fan"), gettext("a win"), path, "fan_sum", "wins", 1, ""),
    ]


@register.simple_tag
def rate_line(rate: Rate) -> SafeString:
    """One tick for each player, a tall one for the field, a marker for this player."""
    if rate.own is None or rate.field is None or not rate.everybody:
        return mark_safe("")
    low, high = min(rate.everybody), max(rate.everybody)
    span = high - low or 1

    def x(value: float) -> float:
        return 8 + 204 * (value - low) / span

    ticks = "".join(f"M{x(value):.1f} 12v8" for value in sorted(rate.everybody))
    own = x(rate.own)
    return mark_safe(
        '<svg class="rate" viewBox="0 0 220 26" aria-hidden="true">'
        f'<path class="chart__each" d="{ticks}"/><path class="rate__field" d="M{x(rate.field):.1f} 8v16"/>'
        f'<path class="rate__own" d="M{own:.1f} 9v14"/>'
        f'<path class="rate__mark" d="M{own - 4.5:.1f} 1h9l-4.5 8z"/></svg>'
    )


@register.filter
def collected(share: Share) -> list[FanRow]:
    """The fans in a player's hands, the most frequent first."""
    rows = [
        FanRow(BY_NUMBER[number], hands, hands) for number, hands in share.fans.items() if number in BY_NUMBER
    ]
    return sorted(rows, key=lambda row: (-row.hands, -row.fan.points, row.fan.number))
