"""What was stated about closed rounds after the ranking was last announced: when, why, and what it moved.

A ranking is folded from the whole log, so a correction in round 1 changes every later figure by itself; the
page that shows the figures has to say so.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.models import Announcement, Entry, Kind, Tournament
from tournament.selectors.kept import Kept
from tournament.selectors.leaderboard import Board
from tournament.selectors.sight import sight_now
from tournament.selectors.standings import event_of, standings_for

_kept = Kept(16)
FACTS = (Kind.DEAL, Kind.TOTALS, Kind.PENALTY)


@dataclass(frozen=True, slots=True)
class Correction:
    """One statement that came late. ``table`` is None for a penalty outside any game."""

    round: int
    table: int | None
    deal: int | None
    penalty: bool
    reason: str
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Corrected:
    """The late statements, newest first, and how many ranks of the announced ranking read otherwise now."""

    announced_after: int
    running: int | None
    corrections: tuple[Correction, ...]
    ranks: int

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({correction.round for correction in self.corrections if correction.round}))


def corrected_since(tournament: Tournament, board: Board) -> Corrected | None:
    """What came after the announcement of the last closed round of this board; None when nothing did.

    It is looked up again only when the log of a closed round or the list of fines grew: their games are the
    same objects until then, and the kept answer holds them, so that their identities are a safe key.
    """
    after = max((n for n in board.closed if board.through is None or n <= board.through), default=None)
    if after is None or board.as_of is not None or not sight_now().round(after):
        return None
    event = event_of(tournament)
    games = tuple(game for game in event.games if game.official and game.round <= after)
    key = (tournament.pk, tournament.created_at, after, tuple(map(id, games)), tuple(event.fines))
    running = board.current.number if board.current else None
    found = _kept.answer(key, lambda: (games, _corrected(tournament, after, running)))[1]
    return found if found.corrections else None


def _corrected(tournament: Tournament, after: int, running: int | None) -> Corrected:
    document = (
        Announcement.objects.filter(round__tournament=tournament, round__number=after)
        .order_by("-number")
        .only("announced_at")
        .first()
    )
    if document is None:
        return Corrected(after, running, (), 0)
    late = Entry.objects.filter(tournament=tournament, recorded_at__gt=document.announced_at, kind__in=FACTS)
    of_round = Q(table__round__number__lte=after, table__round__state="closed")
    fined = Q(table=None, round_number__lte=after)
    rows = late.filter(of_round | fined).order_by("-recorded_at")
    corrections = tuple(
        Correction(
            round=round_number or fined_round or 0,
            table=table,
            deal=number if kind == Kind.DEAL else deal,
            penalty=kind == Kind.PENALTY,
            reason=reason,
            actor=actor,
            at=at,
        )
        for kind, number, deal, reason, actor, at, table, round_number, fined_round in rows.values_list(
            "kind", "number", "deal", "reason", "actor", "recorded_at",
            "table__number", "table__round__number", "round_number",
        )
    )  # fmt: skip
    return Corrected(
        after, running, corrections, _ranks_moved(tournament, document, after) if corrections else 0
    )


def _ranks_moved(tournament: Tournament, document: Announcement, after: int) -> int:
    said = {row["number"]: row["rank"] for row in document.rows}
    now = standings_for(tournament, through=after, official=True).rows
    return sum(said.get(row.player) != row.rank for row in now)
