"""A code that somebody took home: which state of which game it stands for, and whether that still holds."""

from dataclasses import dataclass

from tournament.engine import chain
from tournament.models import Entry, Kind, Said, Tournament
from tournament.models.log import WITHOUT_FIGURES
from tournament.selectors.game_shapes import GameView
from tournament.selectors.games import game_view


@dataclass(frozen=True, slots=True)
class CodedState:
    """The state that a code stands for."""

    code: str
    """In full, as our pages show it."""
    entry: Entry
    view: GameView
    """The game as it stood then."""
    holds: bool
    """Every entry from the first one to this one comes to its hash again."""
    since: tuple[Entry, ...]
    """What was said afterwards that figures rest on."""
    letters: int
    """How many letters of the code were compared."""

    @property
    def is_last(self) -> bool:
        return not self.since

    @property
    def corrections(self) -> int:
        """How much of what was said afterwards changed something that was recorded before."""
        covered = self.view.next_deal
        return sum(
            entry.revision > 1
            or entry.said == Said.VOID
            or (entry.kind == Kind.PENALTY and (entry.deal or 1) < covered)
            for entry in self.since
        )


def state_of_code(tournament: Tournament, written: str) -> CodedState | None:
    """The state of a game whose hash begins as this code says; None when no state does."""
    prefix = chain.code_prefix(written)
    if not prefix:
        return None
    entry = (
        Entry.objects.filter(tournament=tournament, table__isnull=False, hash__startswith=prefix)
        .select_related("table__round")
        .order_by("pk")
        .first()
    )
    if entry is None or entry.table is None:
        return None
    log = list(Entry.objects.filter(table=entry.table).select_related("player").order_by("sequence"))
    return CodedState(
        code=chain.short_code(entry.hash),
        entry=entry,
        view=game_view(entry.table, up_to=entry.sequence),
        holds=_holds(entry, log),
        since=tuple(e for e in log if e.sequence > entry.sequence and e.kind not in WITHOUT_FIGURES),
        letters=len(prefix) * 4 // 5,
    )


def _holds(entry: Entry, log: list[Entry]) -> bool:
    assert entry.table is not None
    seated = entry.table.seats.order_by("seat").values_list("player__number", flat=True)
    genesis = chain.genesis(entry.table.round.number, entry.table.number, list(seated))
    links = [
        chain.Link(said.sequence, said.previous_hash, said.hash, said.content())
        for said in log
        if said.sequence <= entry.sequence
    ]
    return not chain.breaks(genesis, links)
