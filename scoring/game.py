"""One game: its deals and penalties folded into running scores, places and table points."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from scoring.payments import NOTHING, DealFacts, Deltas, Treatment, seats
from scoring.rulesets import Points, Ruleset


@dataclass(frozen=True, slots=True)
class PenaltyFacts:
    """A penalty in a game: the offender's seat, the deal it fell in, and what it moves.

    A ``TRANSFER`` (and what goes to a ``VICTIM``) sums to zero; a ``DEDUCTION`` takes from the offender
    alone. ``dead_hand`` means that the offender may not win that deal any more.
    """

    seat: int
    deal: int
    treatment: Treatment
    deltas: Deltas
    dead_hand: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one deal: what the deal moved, what penalties in it moved, and the running scores."""

    number: int
    deltas: Deltas
    penalties: Deltas
    scores: Deltas


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game so far. By starting seat; ``places`` are 1..4, equal for equal scores."""

    steps: tuple[Step, ...]
    transfers: Deltas
    deductions: Deltas
    totals: Deltas
    places: tuple[int, int, int, int]
    table_points: Points

    @property
    def deals_played(self) -> int:
        return len(self.steps)


def add(first: Deltas, second: Deltas) -> Deltas:
    """Seat by seat."""
    return (
        first[0] + second[0],
        first[1] + second[1],
        first[2] + second[2],
        first[3] + second[3],
    )


def places(totals: Sequence[int]) -> tuple[int, int, int, int]:
    """Places 1..4 by score; equal scores share the better place."""
    order = sorted(totals, reverse=True)
    a, b, c, d = (order.index(total) + 1 for total in totals)
    return (a, b, c, d)


def share_points(totals: Sequence[int], points: Points) -> Points:
    """Table points by place; tied players share exactly the sum of the places they occupy (dossier 6.1)."""
    return _share(places(totals), *(part for each in points for part in each.as_integer_ratio()))


@lru_cache(maxsize=4096)
def _share(taken: tuple[int, int, int, int], *ratios: int) -> Points:
    """There are 75 ways to place four people, and fractions are slow to add: each is worked out once.

    The points come as numerators and denominators, because fractions are slow to look up as well.
    """
    points = [Fraction(*ratios[at : at + 2]) for at in (0, 2, 4, 6)]
    a, b, c, d = (
        sum(points[place - 1 : place - 1 + taken.count(place)], Fraction(0)) / taken.count(place)
        for place in taken
    )
    return (a, b, c, d)


def play(
    ruleset: Ruleset, deals: Mapping[int, DealFacts], penalties: Iterable[PenaltyFacts] = ()
) -> GameScore:
    """Fold the deals of a game (number -> facts) and its penalties. Same input, same output, always.

    Penalties fall in the deal they name; those of a deal that is not finished yet count in the totals at
    once, as the referee said them.
    """
    return fold(ruleset, {number: ruleset.pay(facts) for number, facts in deals.items()}, penalties)


def fold(ruleset: Ruleset, deals: Mapping[int, Deltas], penalties: Iterable[PenaltyFacts] = ()) -> GameScore:
    """The same fold over deltas that were worked out when the deals were recorded."""
    given = list(penalties)
    steps: list[Step] = []
    scores = NOTHING
    for number in sorted(deals):
        fallen = NOTHING
        scores = add(scores, deals[number])
        if given:
            fallen = _total(penalty.deltas for penalty in given if penalty.deal == number)
            scores = add(scores, fallen)
        steps.append(Step(number=number, deltas=deals[number], penalties=fallen, scores=scores))
    transfers, deductions = split(given)
    totals = add(add(_total(deals.values()), transfers), deductions) if given else scores
    return GameScore(
        steps=tuple(steps),
        transfers=transfers,
        deductions=deductions,
        totals=totals,
        places=places(totals),
        table_points=share_points(totals, ruleset.table_points),
    )


def from_totals(ruleset: Ruleset, stated: Deltas, penalties: Iterable[PenaltyFacts] = ()) -> GameScore:
    """A game of which only the four totals are known. They include the transfers; deductions come on top."""
    _, deductions = split(list(penalties))
    totals = add(stated, deductions)
    return GameScore(
        steps=(),
        transfers=NOTHING,
        deductions=deductions,
        totals=totals,
        places=places(totals),
        table_points=share_points(totals, ruleset.table_points),
    )


def split(penalties: Sequence[PenaltyFacts]) -> tuple[Deltas, Deltas]:
    """What penalties moved between players, and what they took away: the two ledgers."""
    if not penalties:
        return NOTHING, NOTHING
    return (
        _total(p.deltas for p in penalties if p.treatment in (Treatment.TRANSFER, Treatment.VICTIM)),
        _total(p.deltas for p in penalties if p.treatment is Treatment.DEDUCTION),
    )


def _total(rows: Iterable[Deltas]) -> Deltas:
    total = [0, 0, 0, 0]
    for row in rows:
        for seat in range(4):
            total[seat] += row[seat]
    return seats(total)
