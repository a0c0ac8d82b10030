"""What the judge says of a chart, as values."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from .problem import Pair

Meeting = tuple[int, int]
"""(round, table number), both from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """Two players who share a table more than once, and every time they do."""

    players: Pair
    meetings: tuple[Meeting, ...]

    @property
    def extra(self) -> int:
        return len(self.meetings) - 1

    @property
    def smallest_gap(self) -> int:
        """Rounds between the two closest meetings; 1 means two rounds running."""
        rounds = [number for number, _ in self.meetings]
        return min(later - earlier for earlier, later in pairwise(rounds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """One broken hard rule: a stable code, and whom, when and where it concerns."""

    code: str
    players: tuple[int, ...] = ()
    round: int | None = None
    table: int | None = None
    found: int | None = None
    wanted: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReport:
    """One player's event: starting winds, repeats, tables, and meetings inside the own groups."""

    number: int
    winds: tuple[int, int, int, int]
    games: int
    opponents: int
    repeats: int
    same_table: int
    team_meetings: int
    country_meetings: int
    club_meetings: int

    @property
    def wind_spread(self) -> int:
        return max(self.winds) - min(self.winds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything the judge saw. ``repeats`` counts meetings beyond the first, ``pairings`` all meetings."""

    rounds: int
    players: int
    tables: int
    pairings: int
    repeats: int
    forced_repeats: int
    repeated: tuple[Repeat, ...]
    most_meetings: int
    wind_spread: int
    same_table: int
    team_meetings: int
    country_meetings: int
    club_meetings: int
    avoid_meetings: int
    rest_spread: int
    per_player: tuple[PlayerReport, ...]
    broken: tuple[Broken, ...]

    @property
    def ok(self) -> bool:
        """No hard rule is broken."""
        return not self.broken

    def broken_anew(self, before: Report) -> tuple[Broken, ...]:
        """The broken rules that were kept in another chart, ``before``."""
        known = {(entry.code, entry.players, entry.round) for entry in before.broken}
        return tuple(e for e in self.broken if (e.code, e.players, e.round) not in known)

    @property
    def avoidable_repeats(self) -> int:
        return max(0, self.repeats - self.forced_repeats)
