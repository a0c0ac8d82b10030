"""Faults and what they cost: warnings, fines and dead hands, and how they rise with the count.

Source: the dossier's sections 4.5 (other faults), 4.6 (dead hand) and 4.2.6; false wins stand in
``scoring.payments``. A club that plays for nothing has the same faults, and only warnings for them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.errors import ScoringError
from scoring.payments import Treatment


class Within(StrEnum):
    """How far back a rulebook counts the same fault of the same player."""

    DEAL = "deal"
    GAME = "game"
    EVENT = "event"


class Group(StrEnum):
    """The headings of the list."""

    CALLS = "calls"
    TILES = "tiles"
    WIN = "win"
    CONDUCT = "conduct"


@dataclass(frozen=True, slots=True)
class Step:
    """One penalty: nothing but a warning, points to somewhere, a dead hand, or several of these."""

    treatment: Treatment = Treatment.WARNING
    amount: int = 0
    dead_hand: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault under one rulebook. The last step is repeated; ``article`` says where it is written."""

    code: str
    group: Group
    steps: tuple[Step, ...]
    within: Within
    article: str


@dataclass(frozen=True, slots=True)
class Past:
    """A penalty that the player has had: for which fault, and how near it is."""

    fault: str
    warning: bool
    same_deal: bool
    same_game: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the rules ask for now: the step, the how-manieth time this is, and what is asked next time."""

    fault: Fault
    step: Step
    count: int
    raised: bool = False
    """A warning that became a fine because the player was warned before (MIL II)."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The list of one rulebook. ``second_warning`` is the least fine once a player was warned in a game."""

    faults: Mapping[str, Fault]
    second_warning: int = 0

    def fault(self, code: str) -> Fault:
        """The fault of this code; ``unknown_fault`` where the rulebook does not have it."""
        if code not in self.faults:
            raise ScoringError("unknown_fault", fault=code)
        return self.faults[code]

    def propose(self, code: str, past: Iterable[Past] = ()) -> Proposal:
        """What this fault costs a player with this past."""
        fault, known = self.fault(code), list(past)
        count = 1 + sum(_near(each, fault.within) for each in known if each.fault == code)
        step = fault.steps[min(count, len(fault.steps)) - 1]
        warned = any(each.warning and each.same_game for each in known)
        if step == WARNING and self.second_warning and (warned or count > 1):
            return Proposal(fault, Step(Treatment.DEDUCTION, self.second_warning), count, raised=True)
        return Proposal(fault, step, count)

    def could_be_proposed(self, code: str, count: int) -> list[Step]:
        """The steps that may have been proposed for the ``count``-th time: what a verification allows."""
        fault = self.fault(code)
        step = fault.steps[min(max(count, 1), len(fault.steps)) - 1]
        raised = Step(Treatment.DEDUCTION, self.second_warning)
        return [step, raised] if step == WARNING and self.second_warning else [step]


def _near(past: Past, within: Within) -> bool:
    return within is Within.EVENT or (past.same_deal if within is Within.DEAL else past.same_game)


WARNING = Step()
DEAD = (Step(dead_hand=True),)


def _fines(*amounts: int, treatment: Treatment = Treatment.DEDUCTION) -> tuple[Step, ...]:
    return tuple(Step(treatment, amount) if amount else WARNING for amount in amounts)


def _list(within: Within, article: str, *rows: tuple[str, Group, tuple[Step, ...]]) -> dict[str, Fault]:
    return {code: Fault(code, group, steps, within, article) for code, group, steps in rows}


_SCALE = _fines(0, 5, 10, 20, 30, 40, 50, 60)
"""CN1998: a warning, then the scale 5 10 20 30 40 50 60."""
_RISING = _fines(0, 10, 20, 40, 80)
"""MIL: a warning, then the fines 10, 20, 40, 80."""

_CN1998 = _list(
    Within.DEAL,
    "CN1998 pp. 33–36",
    ("empty_call", Group.CALLS, _SCALE),
    ("late_pung", Group.CALLS, _SCALE),
    ("false_set", Group.CALLS, DEAD),
    ("naming_discards", Group.CALLS, _SCALE),
    ("early_draw", Group.TILES, _SCALE),
    ("early_draw_seen", Group.TILES, _fines(10)),
    ("early_draw_taken", Group.TILES, DEAD),
    ("wrong_wall_tile", Group.TILES, _fines(10, 20, 30, 40, 50, 60)),
    ("wrong_wall_tile_taken", Group.TILES, DEAD),
    ("wrong_count", Group.TILES, DEAD),
    ("flower_mistaken", Group.TILES, DEAD),
    ("others_tile_exposed", Group.TILES, _fines(5, 10, 20, 30, 40, 50, 60, treatment=Treatment.VICTIM)),
    ("win_not_shown", Group.WIN, _fines(0)),
    ("hand_shown_at_win", Group.WIN, _fines(0)),
    ("hand_shown_at_false_win", Group.WIN, DEAD),
    ("over_time", Group.CONDUCT, _SCALE),
    ("illegal_information", Group.CONDUCT, DEAD),
    ("late_10", Group.CONDUCT, _fines(10)),
    ("late_15", Group.CONDUCT, _fines(20)),
)

_MIL2025 = {
    **_list(
        Within.GAME,
        "MIL 2025, II",
        ("empty_call", Group.CALLS, _RISING),
        ("false_set", Group.CALLS, DEAD),
        ("naming_discards", Group.CALLS, _fines(0)),
        ("early_draw", Group.TILES, _RISING),
        ("wrong_wall_tile", Group.TILES, _fines(0, 10)),
        ("wrong_wall_tile_taken", Group.TILES, DEAD),
        ("wall_tile_exposed", Group.TILES, _fines(0, 10)),
        ("others_tile_exposed", Group.TILES, _fines(10)),
        ("wrong_count", Group.TILES, DEAD),
        ("win_not_shown", Group.WIN, DEAD),
        ("over_time", Group.CONDUCT, _fines(0)),
        ("late_5", Group.CONDUCT, _fines(10)),
        ("late_10", Group.CONDUCT, _fines(20)),
        ("late_15", Group.CONDUCT, _fines(40)),
    ),
    **_list(
        Within.GAME,
        "MIL 2025, IX",
        ("false_kong", Group.CALLS, _fines(40)),
        ("kong_not_shown", Group.CALLS, _fines(0, 40)),
        ("wall_destroyed", Group.TILES, _fines(80)),
    ),
    **_list(Within.GAME, "MIL 2025, X", ("winning_tile_not_taken", Group.WIN, _fines(10))),
    # warnings that have nothing to do with play go with the player from session to session
    **_list(Within.EVENT, "MIL 2025, II", ("disturbance", Group.CONDUCT, _RISING)),
}

_NATSUKI = {
    **{
        code: replace(fault, within=Within.GAME, article="NAT; CN1998 pp. 33–36")
        for code, fault in _CN1998.items()
        if not code.startswith(("early_draw_", "late_1"))
    },
    **_list(
        Within.GAME,
        "NAT",
        ("false_kong", Group.CALLS, _fines(10, treatment=Treatment.TRANSFER)),
        ("no_call", Group.CALLS, _fines(0)),
    ),
}

_CLUB = {
    code: replace(
        fault,
        steps=tuple(Step(dead_hand=step.dead_hand) for step in fault.steps[:1]),
        within=Within.GAME,
    )
    for code, fault in _CN1998.items()
}

FAULT_LISTS: dict[str, Faults] = {
    "cn1998": Faults(_CN1998),
    "mil2025": Faults(_MIL2025, second_warning=10),
    "natsuki": Faults(_NATSUKI),
    "club_none": Faults(_CLUB),
}
"""By the name of the event's tariff of false wins: both come from the same book."""
