"""The event's list of faults for one table: what each would cost each of the four now, by what they had."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.faults import Fault, Group, Past, Proposal, Within
from scoring.rulesets import Ruleset
from tournament.models import Entry, Kind, Said, Tournament
from tournament.selectors.game_shapes import GameView


@dataclass(frozen=True, slots=True)
class FaultLine:
    """One fault with what it costs the first time and what it would cost each of the four now."""

    fault: Fault
    first: Proposal
    now: tuple[Proposal, ...]
    """By starting seat."""

    @property
    def differing(self) -> tuple[tuple[int, Proposal], ...]:
        """The seats for which it would not be the first time, or not the first price."""
        return tuple((seat, proposal) for seat, proposal in enumerate(self.now) if proposal != self.first)


def fault_lines(view: GameView, *, deal: int, dead_only: bool = False) -> list[FaultLine]:
    """The list in its own order. ``dead_only``: what makes a hand dead."""
    rules: Ruleset = view.rules
    past = _pasts(view, deal)
    lines = [
        FaultLine(
            fault=fault,
            first=rules.faults.propose(code),
            now=tuple(rules.faults.propose(code, past[seat]) for seat in range(4)),
        )
        for code, fault in rules.faults.faults.items()
        if not dead_only or any(step.dead_hand for step in fault.steps)
    ]
    order = list(Group)
    return sorted(lines, key=lambda line: order.index(line.fault.group))


def _pasts(view: GameView, deal: int) -> dict[int, list[Past]]:
    """What each of the four has had: here, and in other games where a fault is counted through the event."""
    found: dict[int, list[Past]] = {seat: [] for seat in range(4)}
    for line in view.penalties:
        if line.cancelled is None and line.entry.seat is not None:
            found[line.entry.seat].append(past_here(line.entry, deal=deal))
    if counts_through_event(view.rules):
        seats = {person.player.pk: person.seat for person in view.people}
        for entry in penalties_elsewhere(view.table.round.tournament, seats, table_id=view.table.pk):
            assert entry.player_id is not None
            found[seats[entry.player_id]].append(past_elsewhere(entry))
    return found


def counts_through_event(rules: Ruleset) -> bool:
    """Whether the list has a fault whose count does not end with the game."""
    return any(fault.within is Within.EVENT for fault in rules.faults.faults.values())


def penalties_elsewhere(tournament: Tournament, players: Iterable[int], *, table_id: int) -> list[Entry]:
    """The penalties that count of these players outside this game."""
    given = Entry.objects.filter(tournament=tournament, kind=Kind.PENALTY, player__in=list(players))
    return list(given.live().exclude(table=table_id))


def past_here(entry: Entry, *, deal: int) -> Past:
    """A penalty of this game, as the count sees it."""
    return Past(_fault_of(entry), is_warning(entry), same_deal=entry.deal == deal, same_game=True)


def past_elsewhere(entry: Entry) -> Past:
    """A penalty of another game, or of none."""
    return Past(_fault_of(entry), is_warning(entry), same_deal=False, same_game=False)


def is_warning(entry: Entry) -> bool:
    """A warning and nothing more."""
    return entry.said == Said.WARNING and not entry.dead_hand


def _fault_of(entry: Entry) -> str:
    return str(entry.detail.get("fault", ""))
