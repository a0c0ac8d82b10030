"""The statistics of an event as small pieces of HTML: shares, bars inside tables, histograms and ticks.

Every chart stands beside a table that says the same, so the drawings of single bars are decoration. A bar
starts at zero; the ink of everything is a class of ``statistics.css``, so that dark mode and paper change it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from scoring.errors import ScoringError
from scoring.fans.catalogue import CATALOGUE, Fan
from scoring.notation import read_hand
from tournament.engine.statistics import Pace, Share, Tally
from tournament.selectors.statistics import Dear
from tournament.templatetags.figures import MINUS, NARROW_SPACE, signed
from tournament.templatetags.judge import as_tiles
from tournament.templatetags.tiles import hand

register = template.Library()

MOST_BINS = 24
FAN_BIN = 4


@register.filter
def share(count: int, of: int) -> str:
    """30.1 %; nothing of nothing is a dash."""
    return f"{100 * count / of:.1f}{NARROW_SPACE}%" if of else "–"


@register.filter
def mean(total: float, of: int) -> str:
    """14.9; of nothing a dash."""
    return f"{total / of:.1f}" if of else "–"


@register.filter
def signed_mean(total: int, of: int) -> str:
    """+3.4, −0.2: what a deal or a game brought in the mean."""
    if not of:
        return "–"
    return signed_decimal(total / of)


@register.filter
def decimal(value: Any, places: int = 1) -> str:
    """A mean that is a fraction, to read: 12.33."""
    return f"{float(value):.{places}f}"


@register.filter
def signed_decimal(value: Any) -> str:
    """+12.3, −4.0."""
    rounded = round(float(value), 1)
    return ("+" if rounded > 0 else MINUS if rounded < 0 else "") + f"{abs(rounded):.1f}"


@register.filter
def minutes(seconds: float) -> str:
    """6.4 from 384 seconds."""
    return f"{seconds / 60:.1f}"


# Bars inside tables -------------------------------------------------------------------------------


@register.simple_tag
def bar(count: float, most: float) -> SafeString:
    """A bar for the last cell of a row whose figure stands beside it."""
    width = round(100 * count / most, 1) if most else 0
    return mark_safe(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="bar__own" width="{width:g}" height="8"/></svg>'
    )


@register.simple_tag
def bar_both_ways(value: float, of: int, most: float) -> SafeString:
    """A bar to the right of the middle for a gain, to the left for a loss."""
    part = value / of / most if of and most else 0
    width = round(50 * abs(part), 1)
    x = 50 if part >= 0 else 50 - width
    kind = "bar__own" if part >= 0 else "bar__loss"
    return mark_safe(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="{kind}" x="{x:g}" width="{width:g}" height="8"/>'
        '<path class="bar__zero" d="M50 0V8" vector-effect="non-scaling-stroke"/></svg>'
    )


@register.filter
def most_points(shares: Sequence[Share]) -> float:
    """The largest mean gain or loss of a deal among these, for the scale of their bars."""
    return max((abs(each.points / each.deals) for each in shares if each.deals), default=0)


# Rows ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FanRow:
    """How often one fan was seen."""

    fan: Fan
    hands: int
    times: int


@register.filter
def fan_frequencies(tally: Tally) -> list[FanRow]:
    """All 82, the most frequent first; those never seen in the order of the rules."""
    rows = [FanRow(fan, tally.hands[fan.number], tally.fans[fan.number]) for fan in CATALOGUE]
    return sorted(rows, key=lambda row: -row.hands)


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of a histogram: from ``low`` to ``high``, both within."""

    low: int
    high: int
    count: int

    @property
    def label(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"{_plain(self.low)} … {_plain(self.high)}" if self.low < 0 else f"{self.low}–{self.high}"


def _plain(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else str(number)


def _binned(values: Counter[int], width: int) -> list[Bin]:
    """Bars of one width from the first value to the last, the empty ones between them too."""
    if not values:
        return []
    low, high = min(values) // width, max(values) // width
    counts: Counter[int] = Counter()
    for value, count in values.items():
        counts[value // width] += count
    return [Bin(n * width, n * width + width - 1, counts[n]) for n in range(low, high + 1)]


@register.filter
def by_worth(tally: Tally) -> list[Bin]:
    """Wins by fan total, four totals a bar."""
    width = FAN_BIN
    while tally.worth and (max(tally.worth) - min(tally.worth)) // width > MOST_BINS:
        width *= 2
    return _binned(tally.worth, width)


@register.filter
def by_score(tally: Tally) -> list[Bin]:
    """Final scores of a game, 50 points a bar, or 100 where they lie far apart."""
    scores = tally.scores
    wide = bool(scores) and (max(scores) - min(scores)) // 50 > MOST_BINS
    return _binned(scores, 100 if wide else 50)


@register.filter
def by_length(tally: Tally) -> list[Bin]:
    """Finished games by the deals played in them, the longest first."""
    return [Bin(deals, deals, tally.lengths[deals]) for deals in sorted(tally.lengths, reverse=True)]


@register.filter
def most(bins: Iterable[Any]) -> int:
    """The longest bar."""
    return max((each.count for each in bins), default=0)


@dataclass(frozen=True, slots=True)
class RoundPace:
    """How quickly the games of a round were played: seconds a deal."""

    round: int
    games: tuple[Pace, ...]

    @property
    def mean(self) -> float:
        return sum(game.seconds * game.deals for game in self.games) / sum(game.deals for game in self.games)

    @property
    def quickest(self) -> Pace:
        return min(self.games, key=lambda game: (game.seconds, game.table))

    @property
    def slowest(self) -> Pace:
        return max(self.games, key=lambda game: (game.seconds, -game.table))


@register.filter
def by_round(paces: Iterable[Pace]) -> list[RoundPace]:
    """The pace of each round whose times are known."""
    games: dict[int, list[Pace]] = {}
    for pace in paces:
        games.setdefault(pace.round, []).append(pace)
    return [RoundPace(number, tuple(found)) for number, found in sorted(games.items())]


@register.simple_tag
def dear_hand(dear: Dear) -> SafeString:
    """The tiles of a big hand, where the log holds them and they can be read."""
    try:
        return hand(as_tiles(read_hand(dear.text)), size="xs") if dear.text else mark_safe("")
    except ScoringError:
        return mark_safe("")


# Charts -------------------------------------------------------------------------------------------

WIDTH, TOP, BOTTOM, LEFT = 640, 12.0, 200.0, 44.0


def _step(highest: float) -> int:
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if highest / step <= 5), 2000)


@register.simple_tag
def histogram(bins: Sequence[Bin], said: str) -> SafeString:
    """Upright bars from zero. ``said`` is the sentence for those who do not see them."""
    if not bins:
        return mark_safe("")
    step = _step(max(each.count for each in bins))
    highest = step * -(-max(each.count for each in bins) // step) or 1
    slot = (WIDTH - LEFT) / len(bins)
    drawn = []
    for tick in range(0, highest + 1, step):
        y = BOTTOM - (BOTTOM - TOP) * tick / highest
        kind = "chart__grid" if tick else "chart__zero"
        drawn.append(f'<path class="{kind}" d="M{LEFT:g} {y:.1f}H{WIDTH}"/>')
        drawn.append(f'<text class="chart__tick" x="{LEFT - 8:g}" y="{y + 4:.1f}">{tick}</text>')
    room = 66 if bins[0].low < 0 else 44  # of a label, on a phone as well
    every = next(number for number in (1, 2, 4, 8, 16) if number * slot >= room or number == 16)
    for at, each in enumerate(bins):
        x, height = LEFT + at * slot, (BOTTOM - TOP) * each.count / highest
        if each.count:
            drawn.append(
                f'<rect class="chart__bar" x="{x + 1.5:.1f}" y="{BOTTOM - height:.1f}" '
                f'width="{slot - 3:.1f}" height="{height:.1f}"/>'
            )
        if at % every == 0:
            label = signed(each.low) if bins[0].low < 0 else str(each.low)
            drawn.append(f'<text class="chart__axis" x="{x:.1f}" y="{BOTTOM + 18:g}">{label}</text>')
    return _svg(WIDTH, 226, said, drawn)


@register.simple_tag
def pace_chart(rounds: Sequence[RoundPace], said: str) -> SafeString:
    """A tick a game, one line a round, the mean of the round as a tall tick."""
    if not rounds:
        return mark_safe("")
    longest = max(game.seconds for facts in rounds for game in facts.games) / 60
    shortest = min(game.seconds for facts in rounds for game in facts.games) / 60
    step = _step(longest - shortest + 1)
    first, last = step * int(shortest // step), step * -(-int(longest + 1) // step)
    left, right, height = 112.0, WIDTH - 12.0, 34 * len(rounds) + 30

    def x(seconds: float) -> float:
        return left + (right - left) * (seconds / 60 - first) / (last - first)

    drawn = []
    for tick in range(first, last + 1, step):
        at = x(60 * tick)
        drawn.append(f'<path class="chart__grid" d="M{at:.1f} 4V{height - 26}"/>')
        drawn.append(
            f'<text class="chart__axis chart__axis--mid" x="{at:.1f}" y="{height - 8}">{tick}</text>'
        )
    for at, facts in enumerate(rounds):
        y = 20 + 34 * at
        head = escape(gettext("Round %(number)s") % {"number": facts.round})
        drawn.append(f'<text class="chart__row" x="0" y="{y + 4}">{head}</text>')
        ticks = "".join(f"M{x(game.seconds):.1f} {y - 7}v14" for game in facts.games)
        drawn.append(f'<path class="chart__each" d="{ticks}"/>')
        drawn.append(f'<path class="chart__mean" d="M{x(facts.mean):.1f} {y - 12}v24"/>')
    return _svg(WIDTH, height, said, drawn)


def _svg(width: int, height: int, said: str, drawn: Sequence[str]) -> SafeString:
    return mark_safe(
        f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(said)}">'
        f"{''.join(drawn)}</svg>"
    )
