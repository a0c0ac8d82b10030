"""The judge: what is true of a chart, whoever or whatever made it. It imports no maker."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from .bounds import forced_repeats, forced_repeats_of, most_rounds
from .problem import Chart, Pair, Problem, SeatingError, ordered

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

    @property
    def avoidable_repeats(self) -> int:
        return max(0, self.repeats - self.forced_repeats)


def shape(chart: object) -> Chart:
    """Any nested sequences of ints as a chart. Raises ``SeatingError`` ``bad_chart`` for other shapes."""
    if not isinstance(chart, Sequence) or isinstance(chart, str) or not chart:
        raise SeatingError("bad_chart", reason="no_rounds")
    rounds = []
    for number, tables in enumerate(chart, 1):
        if not isinstance(tables, Sequence) or isinstance(tables, str) or not tables:
            raise SeatingError("bad_chart", reason="no_tables", round=number)
        seated = []
        for table, seats in enumerate(tables, 1):
            if not isinstance(seats, Sequence) or isinstance(seats, str) or len(seats) != 4:
                raise SeatingError("bad_chart", reason="not_four_seats", round=number, table=table)
            for player in seats:
                if not isinstance(player, int) or isinstance(player, bool):
                    raise SeatingError("bad_chart", reason="not_a_number", round=number, table=table)
            seated.append((seats[0], seats[1], seats[2], seats[3]))
        rounds.append(tuple(seated))
    return tuple(rounds)


def problem_of(chart: Chart, /) -> Problem:
    """The plainest problem that a chart could answer: its own players and rounds, no groups.

    Raises ``SeatingError`` when even that is impossible.
    """
    numbers = sorted({player for tables in chart for seats in tables for player in seats})
    return Problem.numbered(numbers, rounds=len(chart), sit_outs=len(numbers) % 4 != 0)


def judge(chart: Chart, problem: Problem | None = None) -> Report:
    """Check any chart against a problem (by default the plainest one that fits) and count what matters."""
    chart = shape(chart)
    problem = problem_of(chart) if problem is None else problem
    meetings: dict[Pair, list[Meeting]] = defaultdict(list)
    winds: dict[int, list[int]] = {number: [0, 0, 0, 0] for number in problem.numbers}
    at_table: dict[int, Counter[int]] = {number: Counter() for number in problem.numbers}
    numbers = problem.table_numbers
    for r, tables in enumerate(chart, 1):
        for t, seats in enumerate(tables):
            table = numbers[t] if t < len(numbers) else t + 1
            for wind, player in enumerate(seats):
                winds.setdefault(player, [0, 0, 0, 0])[wind] += 1
                at_table.setdefault(player, Counter())[table] += 1
            for one, other in combinations(seats, 2):
                if one != other:
                    meetings[ordered(one, other)].append((r, table))
    repeated = tuple(
        Repeat(players=pair, meetings=tuple(when)) for pair, when in sorted(meetings.items()) if len(when) > 1
    )
    groups = _GroupMeetings.count(problem, meetings)
    repeats = sum(entry.extra for entry in repeated)
    forced = forced_repeats(problem)
    broken = [*_broken_shape(chart, problem), *_broken_meetings(problem, meetings)]
    if problem.repeats_hard and repeats and _repeats_avoidable(problem):
        broken.extend(
            Broken(code="repeat", players=entry.players, round=when[0], table=when[1])
            for entry in repeated
            for when in entry.meetings[1:]
        )
    per_player = tuple(
        PlayerReport(
            number=number,
            winds=(dealt[0], dealt[1], dealt[2], dealt[3]),
            games=sum(dealt),
            opponents=groups.opponents[number],
            repeats=groups.repeats[number],
            same_table=max(at_table[number].values(), default=0),
            team_meetings=groups.team[number],
            country_meetings=groups.country[number],
            club_meetings=groups.club[number],
        )
        for number, dealt in sorted(winds.items())
    )
    movable = [p for p in per_player if number_is_free(problem, p.number)]
    stays = [p.games for p in per_player] if problem.sit_outs else []
    return Report(
        rounds=len(chart),
        players=len(winds),
        tables=max(len(tables) for tables in chart),
        pairings=sum(len(when) for when in meetings.values()),
        repeats=repeats,
        forced_repeats=forced,
        repeated=repeated,
        most_meetings=max((len(when) for when in meetings.values()), default=0),
        wind_spread=max((p.wind_spread for p in per_player), default=0),
        same_table=max((p.same_table for p in movable), default=0),
        team_meetings=sum(groups.team.values()) // 2,
        country_meetings=sum(groups.country.values()) // 2,
        club_meetings=sum(groups.club.values()) // 2,
        avoid_meetings=sum(len(meetings.get(pair, ())) for pair in problem.avoid),
        rest_spread=max(stays) - min(stays) if stays else 0,
        per_player=per_player,
        broken=tuple(broken),
    )


def number_is_free(problem: Problem, number: int, /) -> bool:
    """Not bound to one table (or not known at all)."""
    spec = problem.by_number.get(number)
    return spec is None or spec.table is None


def _repeats_avoidable(problem: Problem) -> bool:
    """A seating without repeats is known to exist, so a repeat is a fault and not a fate."""
    players = len(problem.players)
    if not problem.plain or forced_repeats(problem) or forced_repeats_of(players, problem.rounds):
        return False
    return problem.rounds <= most_rounds(players) - (1 if any(problem.apart.values()) else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupMeetings:
    opponents: Counter[int]
    repeats: Counter[int]
    team: Counter[int]
    country: Counter[int]
    club: Counter[int]

    @classmethod
    def count(cls, problem: Problem, meetings: dict[Pair, list[Meeting]]) -> _GroupMeetings:
        seen = cls(opponents=Counter(), repeats=Counter(), team=Counter(), country=Counter(), club=Counter())
        for pair, when in meetings.items():
            one, other = (problem.by_number.get(number) for number in pair)
            for number in pair:
                seen.opponents[number] += 1
                seen.repeats[number] += len(when) - 1
                if one is None or other is None:
                    continue
                for counter, mine, yours in (
                    (seen.team, one.team, other.team),
                    (seen.country, one.country, other.country),
                    (seen.club, one.club, other.club),
                ):
                    if mine and mine == yours:
                        counter[number] += len(when)
        return seen


def _broken_shape(chart: Chart, problem: Problem) -> list[Broken]:
    broken: list[Broken] = []
    known = set(problem.numbers)
    if len(chart) != problem.rounds:
        broken.append(Broken(code="wrong_rounds", found=len(chart), wanted=problem.rounds))
    for r, tables in enumerate(chart, 1):
        present = problem.present(r)
        if len(tables) != len(present) // 4:
            broken.append(Broken(code="wrong_tables", round=r, found=len(tables), wanted=len(present) // 4))
        sat: Counter[int] = Counter()
        numbers = problem.table_numbers
        for t, seats in enumerate(tables):
            table = numbers[t] if t < len(numbers) else t + 1
            for player in seats:
                sat[player] += 1
                if sat[player] == 2:
                    broken.append(Broken(code="player_twice", players=(player,), round=r, table=table))
                if player not in known:
                    broken.append(Broken(code="unknown_player", players=(player,), round=r, table=table))
                    continue
                spec = problem.by_number[player]
                if not spec.plays(r):
                    broken.append(Broken(code="player_absent", players=(player,), round=r, table=table))
                if spec.table is not None and spec.table != table:
                    broken.append(
                        Broken(
                            code="fixed_table",
                            players=(player,),
                            round=r,
                            table=table,
                            found=table,
                            wanted=spec.table,
                        )
                    )
        missing = [player for player in present if not sat[player]]
        if len(missing) > (len(present) % 4 if problem.sit_outs else 0):
            broken.extend(Broken(code="player_missing", players=(player,), round=r) for player in missing)
    return broken


def _broken_meetings(problem: Problem, meetings: dict[Pair, list[Meeting]]) -> list[Broken]:
    broken: list[Broken] = []
    for pair, when in sorted(meetings.items()):
        one, other = (problem.by_number.get(number) for number in pair)
        if one is None or other is None:
            continue
        code = None
        if one.team and one.team == other.team:
            code = "team_meeting"
        elif pair in problem.avoid:
            code = "avoid_meeting"
        if code:
            broken.extend(Broken(code=code, players=pair, round=r, table=table) for r, table in when)
    return broken
