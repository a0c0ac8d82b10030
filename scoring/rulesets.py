"""What differs between events and between systems of mahjong, as one value that is handed around.

The fold of a game and the services ask a ``Ruleset`` and nothing else; a second system (Riichi, Sichuan)
is a second ``System``, not an ``if`` anywhere.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring import payments, rotation
from scoring.errors import ScoringError
from scoring.faults import FAULT_LISTS, Faults
from scoring.payments import DealFacts, Deltas, FalseWin, Tariff
from scoring.rotation import DealPosition, Reseat

Points = tuple[Fraction, Fraction, Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class System:
    """One system of mahjong: its length and its four questions, each answered by a pure function."""

    key: str
    deals: int
    minimum: int
    base: int
    position: Callable[["Ruleset", int], DealPosition]
    check: Callable[["Ruleset", DealFacts], None]
    pay: Callable[["Ruleset", DealFacts], Deltas]


def _mcr_position(ruleset: "Ruleset", number: int) -> DealPosition:
    return rotation.reseated(rotation.position(number, seat_change=ruleset.seat_change), ruleset.reseats)


def _mcr_check(ruleset: "Ruleset", facts: DealFacts) -> None:
    payments.check_deal(facts, minimum=ruleset.system.minimum)


def _mcr_pay(ruleset: "Ruleset", facts: DealFacts) -> Deltas:
    return payments.pay_deal(facts, base=ruleset.system.base)


MCR = System(key="mcr", deals=16, minimum=8, base=8, position=_mcr_position, check=_mcr_check, pay=_mcr_pay)
SYSTEMS: dict[str, System] = {system.key: system for system in (MCR,)}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one event. Frozen with the event when play starts.

    ``profile`` names the reading of the fans, ``seat_change`` a scheme of ``rotation.SEAT_CHANGES``,
    ``table_points`` what the four places earn, ``false_win`` the tariff of false wins, ``faults`` the list
    of other faults. ``reseats`` are of one game: who sat otherwise than the seating says. ``claimed_total``
    says what counts when a claim differs from what was judged (one of ``CLAIMED_TOTALS``).
    """

    system: System
    profile: str
    seat_change: str
    table_points: Points
    false_win: Mapping[FalseWin, Tariff]
    faults: Faults
    reseats: tuple[Reseat, ...] = ()
    claimed_total: str = "stands_unless_objected"

    def at_table(self, reseats: Sequence[Reseat]) -> "Ruleset":
        """The same rules where people sit otherwise."""
        return replace(self, reseats=tuple(reseats)) if tuple(reseats) != self.reseats else self

    @property
    def deals(self) -> int:
        """Deals of a full game."""
        return self.system.deals

    def position(self, number: int) -> DealPosition:
        """The table as it stands in deal ``number``; ``no_such_deal`` beyond the last."""
        return self.system.position(self, number)

    def check(self, facts: DealFacts) -> None:
        """Raise ``ScoringError`` when these facts cannot be."""
        self.system.check(self, facts)

    def pay(self, facts: DealFacts) -> Deltas:
        """The four deltas of a deal."""
        return self.system.pay(self, facts)

    def false_win_deltas(self, case: FalseWin, *, offender: int) -> Deltas:
        """What a false win of this kind costs, by starting seat."""
        tariff = self.false_win[case]
        return payments.pay_penalty(tariff.treatment, offender=offender, amount=tariff.amount)


PROFILES = ("MIL2025", "CN1998", "WMO2006")
CLAIMED_TOTALS = ("stands_unless_objected", "referee_exact")
"""MIL 2025 chapter 10 (7): a claim that is too low stands if nobody objects; or the referee always counts."""
STANDARD_POINTS = ("4", "2", "1", "0")


def _exact(text: str) -> Fraction:
    """A number as people write it. No exponents: "1e99999999" would be worked out for minutes."""
    if not re.fullmatch(r"-?[0-9]{1,9}(?:[./][0-9]{1,9})?", text.strip()):
        raise ValueError(text)
    return Fraction(text.strip())


def table_points(values: tuple[str, ...] | list[str]) -> Points:
    """Four exact numbers from text ("4", "1.5", "7/3"), never rising; ``bad_table_points`` otherwise."""
    try:
        first, second, third, fourth = (_exact(str(value)) for value in values)
    except (ValueError, ZeroDivisionError) as error:
        raise ScoringError("bad_table_points", values=", ".join(map(str, values))) from error
    if not first >= second >= third >= fourth:
        raise ScoringError("bad_table_points", values=", ".join(map(str, values)))
    return (first, second, third, fourth)


def ruleset(
    *,
    system: str = "mcr",
    profile: str = "MIL2025",
    seat_change: str = "wmo",
    points: tuple[str, ...] | list[str] = STANDARD_POINTS,
    false_win: str = "cn1998",
    claimed_total: str = "stands_unless_objected",
) -> Ruleset:
    """The rules of an event from its settings; an unknown name is refused with ``unknown_option``."""
    for option, value, known in (
        ("system", system, SYSTEMS),
        ("profile", profile, PROFILES),
        ("seat_change", seat_change, rotation.SEAT_CHANGES),
        ("false_win", false_win, payments.FALSE_WIN_PRESETS),
        ("claimed_total", claimed_total, CLAIMED_TOTALS),
    ):
        if value not in known:
            raise ScoringError("unknown_option", option=option, value=value)
    return Ruleset(
        system=SYSTEMS[system],
        profile=profile,
        seat_change=seat_change,
        table_points=table_points(points),
        false_win=payments.FALSE_WIN_PRESETS[false_win],
        faults=FAULT_LISTS[false_win],
        claimed_total=claimed_total,
    )
