"""What a late change would do, ready to show: who moves, who stays, what the judge says before and after."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from tournament.engine import seating
from tournament.selectors.people import Person
from tournament.selectors.seating_changes import Move
from tournament.services.seating_changes import Proposal
from tournament.views.change_words import change_lines
from tournament.views.seating_words import JudgeRow, broken_sentence, judge_rows, name_of

People = Mapping[int, Person]
LAST = (9999, 0)


@dataclass(frozen=True, slots=True)
class Preview:
    """A proposal as the desk shows it before anything is published."""

    token: str
    lines: list[str]
    moves: list[dict[str, Any]]
    moved: int
    stays: int
    judge: list[JudgeRow]
    broken: list[str]
    broken_anew: int
    round: dict[str, Any] | None
    more_tables: str

    @property
    def is_bare(self) -> bool:
        """Nobody changes seats: the change counts for rounds that are still to be made."""
        return not self.moves and self.round is None


def preview_of(proposal: Proposal, people: People) -> Preview:
    """The proposal in words and rows."""
    report = proposal.report
    moves = proposal.moves
    moved = {move.player for move in moves}
    everybody = {player for tables in proposal.chart for seats in tables for player in seats}
    by_rank = proposal.change["kind"] == "round"
    return Preview(
        token=proposal.token,
        lines=change_lines(proposal.change, people),
        moves=[] if by_rank else move_rows(moves, people),
        moved=len(moved),
        stays=len(everybody - moved),
        judge=judge_rows(report, proposal.problem, proposal.report_before),
        broken=[broken_sentence(entry, people) for entry in report.broken],
        broken_anew=proposal.broken_anew,
        round=_round(proposal, people) if by_rank else None,
        more_tables=_tables(proposal),
    )


def move_rows(moves: Iterable[Move], people: People) -> list[dict[str, Any]]:
    """The lines of the list of changes.

    Who takes exactly the seat of somebody who has none any more stands in one line with them: ``came``.
    """
    moves = list(moves)
    gone = {(m.round, m.before) for m in moves if m.before and not m.after}
    came = {(m.round, m.after): m.player for m in moves if m.after and not m.before}
    rows: list[dict[str, Any]] = []
    for move in moves:
        if not move.before and (move.round, move.after) in gone:
            continue
        row: dict[str, Any] = {
            "round": move.round,
            "person": people.get(move.player),
            "number": move.player,
            "before": move.before,
            "after": move.after,
        }
        other = None if move.after else came.get((move.round, move.before or LAST))
        if other is not None:
            row["came"] = {"person": people.get(other), "number": other}
        rows.append(row)
    return sorted(rows, key=_place)


def _place(row: Mapping[str, Any]) -> tuple[int, tuple[int, int]]:
    """Rows stand in the order of the seats that somebody sits on now."""
    return row["round"], row["after"] or (row["before"] if "came" in row else LAST)


def _tables(proposal: Proposal) -> str:
    """When a round has another number of tables than before: how many."""
    if proposal.change["kind"] == "round" or proposal.from_round > len(proposal.chart):
        return ""
    before = len(proposal.now.chart[proposal.from_round - 1])
    after = len(proposal.chart[proposal.from_round - 1])
    if before == after:
        return ""
    return ngettext(
        "%(count)s table is played from then on, before it was %(before)s.",
        "%(count)s tables are played from then on, before it were %(before)s.",
        after,
    ) % {"count": after, "before": before}


def _round(proposal: Proposal, people: People) -> dict[str, Any]:
    """A round by rank: its tables with everybody's place, the repeats by name, how far ranks are apart."""
    change = proposal.change
    place = {player: number for number, player in enumerate(change["order"], 1)}
    tables = proposal.chart[-1]
    past = proposal.chart[:-1]
    met = {
        frozenset((a, b)): (r, t)
        for r, rows in enumerate(past, 1)
        for t, seats in enumerate(rows, 1)
        for a in seats
        for b in seats
        if a != b
    }
    numbers = proposal.problem.table_numbers
    repeats = [
        {"one": name_of(people, a), "other": name_of(people, b), "round": met[frozenset((a, b))][0]}
        for seats in tables
        for i, a in enumerate(seats)
        for b in seats[i + 1 :]
        if frozenset((a, b)) in met
    ]
    spans = [_span(seats, place) for seats in tables]
    return {
        "tables": [
            {
                "number": numbers[t],
                "seats": [
                    {"wind": wind, "person": people.get(p), "number": p, "place": place.get(p)}
                    for wind, p in enumerate(seats)
                ],
                "span": spans[t],
            }
            for t, seats in enumerate(tables)
        ],
        "repeats": repeats,
        "mean_span": f"{sum(spans) / len(spans):.1f}" if spans else "–",
        "widest": max(spans, default=0),
        "rests": [name_of(people, player) for player in change["rests"]],
        "stopped": len(change["stopped"]),
        "finalists": len(change["finalists"]),
    }


def _span(seats: seating.Seats, place: Mapping[int, int]) -> int:
    known = [place[p] for p in seats if p in place]
    return max(known) - min(known) if known else 0
