"""Who pays whom: the four deltas of a deal and of a false win, by starting seat.

Source: the dossier's sections 4.1 (payments, CN1998 pp. 14 and 28), 4.3 (false wins) and 4.5 (transfers
and deductions are kept apart).
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import ScoringError

Deltas = tuple[int, int, int, int]
NOTHING: Deltas = (0, 0, 0, 0)


class Outcome(StrEnum):
    """How a deal ended. ``robbed_kong`` is a discard win whose payer added a fourth tile to a pung."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What happened in one deal, in starting seats 0..3.

    ``fan_total`` is the value of the hand without flowers, ``flowers`` counts the replaced flowers.
    """

    outcome: Outcome
    winner: int | None = None
    discarder: int | None = None
    fan_total: int | None = None
    flowers: int = 0


def seats(values: list[int]) -> Deltas:
    """A list of four as the fixed-length tuple that everything else works with."""
    east, south, west, north = values
    return (east, south, west, north)


def check_deal(facts: DealFacts, *, minimum: int) -> None:
    """Refuse facts that cannot be: each refusal has its code."""
    if facts.outcome is Outcome.DRAWN:
        if facts.winner is not None or facts.discarder is not None or facts.fan_total or facts.flowers:
            raise ScoringError("drawn_has_winner")
        return
    if facts.winner is None:
        raise ScoringError("winner_missing")
    if facts.winner not in range(4):
        raise ScoringError("no_such_seat", seat=facts.winner)
    if facts.outcome is Outcome.SELF_DRAW:
        if facts.discarder is not None:
            raise ScoringError("self_draw_has_discarder")
    elif facts.discarder is None:
        raise ScoringError("discarder_missing")
    elif facts.discarder not in range(4):
        raise ScoringError("no_such_seat", seat=facts.discarder)
    elif facts.discarder == facts.winner:
        raise ScoringError("winner_is_discarder")
    if facts.fan_total is None:
        raise ScoringError("fan_missing")
    if facts.fan_total < minimum:
        raise ScoringError("below_minimum", fan=facts.fan_total, minimum=minimum)
    if facts.fan_total > HIGHEST_FAN:
        raise ScoringError("fan_too_high", fan=facts.fan_total, highest=HIGHEST_FAN)
    if facts.flowers not in range(9):
        raise ScoringError("flowers_out_of_range", flowers=facts.flowers)


HIGHEST_FAN = 400
"""A guard against typing errors: no hand of the rules is worth more than 336 without flowers."""


def pay_deal(facts: DealFacts, *, base: int) -> Deltas:
    """The four deltas of a deal; they sum to zero.

    Self-draw: each of the others pays base + F. Discard and robbed kong: the discarder pays base + F, the
    other two pay the base. F includes flowers. Drawn: nobody pays.
    """
    if facts.outcome is Outcome.DRAWN or facts.winner is None:
        return NOTHING
    value = (facts.fan_total or 0) + facts.flowers
    deltas = [0, 0, 0, 0]
    for seat in range(4):
        if seat != facts.winner:
            pays_hand = facts.outcome is Outcome.SELF_DRAW or seat == facts.discarder
            deltas[seat] = -(base + value if pays_hand else base)
    deltas[facts.winner] = -sum(deltas)
    return seats(deltas)


class Treatment(StrEnum):
    """Where the points of a penalty go: to the other three or to one of them (zero-sum), or to nobody.

    A warning has no points.
    """

    TRANSFER = "transfer"
    DEDUCTION = "deduction"
    VICTIM = "victim"
    WARNING = "warning"


class FalseWin(StrEnum):
    """What was wrong with a false win (dossier 4.3)."""

    BELOW_MINIMUM = "below_minimum"  # 错和: right shape, too few fan
    WRONG_TILE = "wrong_tile"  # 和错牌: ready, but not on this tile
    NOT_READY = "not_ready"  # 诈和: the hand was not ready


@dataclass(frozen=True, slots=True)
class Tariff:
    """The price of one kind of false win: to each of the others, or deducted. The hand goes on."""

    treatment: Treatment
    amount: int
    dead_hand: bool = True


def _tariffs(treatment: Treatment, below: int, wrong_tile: int, not_ready: int) -> dict[FalseWin, Tariff]:
    return {
        FalseWin.BELOW_MINIMUM: Tariff(treatment, below),
        FalseWin.WRONG_TILE: Tariff(treatment, wrong_tile),
        FalseWin.NOT_READY: Tariff(treatment, not_ready),
    }


FALSE_WIN_PRESETS: dict[str, dict[FalseWin, Tariff]] = {
    "cn1998": _tariffs(Treatment.TRANSFER, 10, 10, 20),
    "mil2025": _tariffs(Treatment.DEDUCTION, 40, 40, 80),
    "natsuki": _tariffs(Treatment.TRANSFER, 10, 20, 20),
    "club_none": _tariffs(Treatment.TRANSFER, 0, 0, 0),
}


def pay_penalty(treatment: Treatment, *, offender: int, amount: int, victim: int | None = None) -> Deltas:
    """The four deltas of a penalty of ``amount``: to each of the others, to the ``victim``, or deducted."""
    if amount < 0:
        raise ScoringError("amount_negative", amount=amount)
    if offender not in range(4):
        raise ScoringError("no_such_seat", seat=offender)
    deltas = [0, 0, 0, 0]
    if treatment is Treatment.TRANSFER:
        deltas = [amount, amount, amount, amount]
        deltas[offender] = -3 * amount
    elif treatment is Treatment.VICTIM:
        if victim is None or victim == offender:
            raise ScoringError("victim_missing")
        if victim not in range(4):
            raise ScoringError("no_such_seat", seat=victim)
        deltas[victim], deltas[offender] = amount, -amount
    elif treatment is Treatment.DEDUCTION:
        deltas[offender] = -amount
    elif amount:
        raise ScoringError("warning_has_amount", amount=amount)
    return seats(deltas)
