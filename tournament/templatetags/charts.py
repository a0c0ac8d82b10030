"""Lines of scores as inline SVG, made by the server: each has a sentence, and a table says the same.

Time runs in deals: sixteen slots a game in four bands headed by their wind. Colours and dashes are classes
of ``public.css``, so that dark mode and paper change them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from tournament.selectors.game_shapes import GameView
from tournament.selectors.players import Path, Stage
from tournament.templatetags.figures import place, signed
from tournament.templatetags.names import called, family
from tournament.templatetags.tiles import WIND_GLYPHS

register = template.Library()

SEAT_LETTERS = "abcd"
WORDS = 130
"""A panel so wide has room for "Round 8" beside "+226 · 1st"."""
MANY = 5
"""With more games than this their panels are too narrow for the larger letters of a phone."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a score stands: straight from ``low`` to ``high`` between two heights."""

    low: int
    high: int
    top: float
    bottom: float

    def y(self, score: float) -> float:
        return round(self.bottom - (score - self.low) / (self.high - self.low) * (self.bottom - self.top), 1)


def scale_for(scores: Iterable[int], top: float, bottom: float) -> tuple[Scale, list[int]]:
    """A scale of round numbers that holds all scores and 0, and its ticks."""
    values = [0, *scores]
    low, high = min(values), max(values)
    span = max(high - low, 40)
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 2000, 10_000) if span / step <= 5)
    first, last = low // step, -(-high // step)
    if first == last:
        last += 1
    return Scale(first * step, last * step, top, bottom), [n * step for n in range(first, last + 1)]


def _grid(scale: Scale, ticks: Sequence[int], left: float, right: float) -> str:
    lines = []
    for tick in ticks:
        y = scale.y(tick)
        kind = "chart__zero" if tick == 0 else "chart__grid"
        lines.append(f'<path class="{kind}" d="M{left} {y}H{right}"/>')
        lines.append(f'<text class="chart__tick" x="{left - 8}" y="{y + 4}">{signed(tick)}</text>')
    return "".join(lines)


def _bands(left: float, slot: float, deals: int, top: float, bottom: float) -> str:
    """Four wind bands under 3 % and 6 % ink, each headed by its wind."""
    bands = []
    for number in range(0, deals, 4):
        x, width = left + number * slot, min(4, deals - number) * slot
        tone = "chart__band" if number % 8 == 0 else "chart__band chart__band--dark"
        bands.append(
            f'<rect class="{tone}" x="{x:g}" y="{top:g}" width="{width:g}" height="{bottom - top:g}"/>'
            f'<text class="chart__wind" lang="zh-Hant" x="{x + width / 2:g}" y="{top - 7:g}">'
            f"{WIND_GLYPHS[number // 4]}</text>"
        )
    return "".join(bands)


def _apart(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Heights of labels, moved just far enough that none covers another."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    heights = list(wanted)
    for above, below in pairwise(order):
        heights[below] = max(heights[below], heights[above] + gap)
    if order and heights[order[-1]] > bottom:
        heights[order[-1]] = bottom
        for below, above in zip(reversed(order), reversed(order[:-1]), strict=False):
            heights[above] = min(heights[above], heights[below] - gap)
    return [max(top, height) for height in heights]


@register.simple_tag
def game_chart(view: GameView) -> SafeString:
    """The four running scores of one game."""
    steps = view.score.steps
    if not steps:
        return mark_safe("")
    left, right, top, bottom = 48.0, 268.0, 26.0, 250.0
    slot = (right - left) / view.deals
    scale, ticks = scale_for((score for step in steps for score in step.scores), top, bottom)
    drawn = [_bands(left, slot, view.deals, top, bottom), _grid(scale, ticks, left, right)]
    ends = [scale.y(steps[-1].scores[person.seat]) for person in view.people]
    labels = _apart(ends, 30, top + 4, bottom - 8)
    for person, end, label in zip(view.people, ends, labels, strict=True):
        letter = SEAT_LETTERS[person.seat]
        points = [(left, scale.y(0))]
        points += [(left + step.number * slot, scale.y(step.scores[person.seat])) for step in steps]
        path = "L".join(f"{x:.1f} {y:g}" for x, y in points)
        x = points[-1][0]
        drawn.append(
            f'<path class="chart__line seat-{letter}" d="M{path}"/>'
            f'<circle class="chart__end seat-{letter}" cx="{x:.1f}" cy="{end:g}" r="3.6"/>'
            f'<path class="chart__lead seat-{letter}" d="M{x + 5:.1f} {end:g}L{right + 8:g} {label:g}"/>'
            f'<text class="chart__name seat-{letter}" x="{right + 12:g}" y="{label + 1:g}">'
            f"{escape(_short(family(person.player)))}</text>"
            f'<text class="chart__score" x="{right + 12:g}" y="{label + 15:g}">{signed(person.score)}</text>'
        )
        drawn.append(_false_wins(view, person.seat, left, slot, scale))
    said = gettext("Running scores of the game. At the end: %(scores)s.") % {
        "scores": ", ".join(f"{family(p.player)} {signed(p.score)}" for p in view.people)
    }
    return _svg(390, 262, said, drawn)


def _false_wins(view: GameView, seat: int, left: float, slot: float, scale: Scale) -> str:
    scores = {step.number: step.scores[seat] for step in view.score.steps}
    rings = []
    for penalty in view.penalties:
        at = penalty.entry.deal or 1
        if penalty.cancelled is None and penalty.entry.seat == seat and at in scores:
            x, y = left + at * slot, scale.y(scores[at])
            rings.append(f'<circle class="chart__ring" cx="{x:.1f}" cy="{y:g}" r="6"/>')
    return "".join(rings)


def _short(name: str, limit: int = 14) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "."


def _svg(width: int, height: int, said: str, drawn: Sequence[str], *, kind: str = "chart") -> SafeString:
    return mark_safe(
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(said)}">'
        f"{''.join(drawn)}</svg>"
    )


@register.simple_tag
def path_chart(path: Path) -> SafeString:
    """A player's mini-points through the event, one panel a game."""
    played = [stage for stage in path.stages if stage.line is not None and stage.game is not None]
    if not played:
        return mark_safe("")
    deals = played[0].game.deals if played[0].game else 16
    top, bottom, left, gap = 44.0, 190.0, 52.0, 14.0
    rounds = max(len(played), 2)
    panel = (1290 - left - gap * (rounds - 1)) / rounds
    lines = {stage.round.number: running(stage) for stage in played}
    scale, ticks = scale_for((score for line in lines.values() for _, score in line), top, bottom)
    drawn = []
    for index, stage in enumerate(played):
        x = left + index * (panel + gap)
        drawn.append(_bands(x, panel / deals, deals, top, bottom))
        drawn.append(_grid(scale, ticks, x, x + panel) if index == 0 else _rules(scale, ticks, x, x + panel))
        drawn.append(_panel(stage, lines[stage.round.number], x, panel, panel / deals, scale, bottom))
    said = gettext("Mini-points of %(name)s through the event, now %(score)s.") % {
        "name": called(path.person),
        "score": signed(path.row.total_mini),
    }
    return _svg(1300, 214, said, drawn, kind="chart chart--many" if rounds > MANY else "chart")


def _rules(scale: Scale, ticks: Sequence[int], left: float, right: float) -> str:
    lines = (("chart__grid" if tick else "chart__zero", scale.y(tick)) for tick in ticks)
    return "".join(f'<path class="{kind}" d="M{left:.1f} {y}H{right:.1f}"/>' for kind, y in lines)


def running(stage: Stage) -> list[tuple[int, int]]:
    """(deal, mini-points in the event after it) of a player in one game; totals only: start and end."""
    assert stage.game is not None
    assert stage.line is not None
    assert stage.seat is not None
    points = [(0, stage.start)]
    points += [(step.number, stage.start + step.scores[stage.seat]) for step in stage.game.score.steps]
    if len(points) == 1:
        points.append((stage.game.deals, stage.start + stage.line.mini_points))
    return points


def _panel(
    stage: Stage,
    points: Sequence[tuple[int, int]],
    x: float,
    panel: float,
    slot: float,
    scale: Scale,
    bottom: float,
) -> str:
    game, line = stage.game, stage.line
    assert game is not None
    assert line is not None
    live = not line.official
    kind = "chart__own chart__own--live" if live else "chart__own"
    path = "L".join(f"{x + deal * slot:.1f} {scale.y(score):g}" for deal, score in points)
    result, head = signed(line.mini_points), str(line.round)
    if panel >= WORDS:
        result = f"{result} · {place(line.place)}"
        head = gettext("Round %(number)s") % {"number": line.round}
    parts = [
        f'<text class="chart__head" x="{x:.1f}" y="14">{escape(head)}</text>',
        f'<text class="chart__result" x="{x + panel:.1f}" y="14">{escape(result)}</text>',
        f'<path class="{kind}" d="M{path}"/>',
        _events(stage, dict(points), x, slot, scale),
    ]
    last_deal, last_score = points[-1]
    if live:
        cx, cy = x + last_deal * slot, scale.y(last_score)
        parts.append(f'<circle class="chart__now" cx="{cx:.1f}" cy="{cy:g}" r="5"/>')
    kind = "chart__note chart__note--live" if live else "chart__note"
    note = escape(_note(game, live))
    parts.append(f'<text class="{kind}" x="{x + panel:.1f}" y="{bottom + 18}">{note}</text>')
    return "".join(parts)


def _note(game: GameView, live: bool) -> str:
    """What is unusual about a game, below its panel."""
    if live and not game.is_over:
        return gettext("deal %(number)s, in play") % {"number": game.next_deal}
    if live:
        return gettext("not official yet")
    if game.totals_only:
        return gettext("totals only")
    if game.played >= game.deals:
        return ""
    return ngettext("%(count)s deal", "%(count)s deals", game.played) % {"count": game.played}


def _events(stage: Stage, scores: dict[int, int], x: float, slot: float, scale: Scale) -> str:
    """A dot a win, a cross where this player's tile was won on."""
    assert stage.game is not None
    marks = []
    for line in stage.game.lines:
        if line.entry is None or line.number not in scores:
            continue
        cx, cy = x + line.number * slot, scale.y(scores[line.number])
        if line.entry.winner == stage.seat:
            marks.append(f'<circle class="chart__win" cx="{cx:.1f}" cy="{cy:g}" r="3.2"/>')
        elif line.entry.discarder == stage.seat:
            marks.append(f'<path class="chart__loss" d="M{cx - 4:.1f} {cy - 4:g}l8 8m0-8l-8 8"/>')
    return "".join(marks)
