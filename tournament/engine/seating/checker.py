"""The judge: what is true of a chart, whoever or whatever made it. It imports no maker."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .bounds import forced_repeats, forced_repeats_of, most_rounds
from .problem import Chart, Pair, Problem, SeatingError, ordered
from .report import Broken, Meeting, PlayerReport, Repeat, Report


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
    """A seating without repeats is known to exist, so a repeat is a fault and not a fate.

    People who must not meet can stand on the games of a spare round when they fall into fours; where they do
    not, nothing is known and a repeat is only told.
    """
    players = len(problem.players)
    if not problem.plain or forced_repeats(problem) or forced_repeats_of(players, problem.rounds):
        return False
    if not any(problem.apart.values()):
        return problem.rounds <= most_rounds(players)
    sizes = Counter(_cluster_sizes(problem))
    fours = sizes[4] + sizes[3] + -(-sizes[2] // 2)
    return max(sizes) <= 4 and fours <= problem.tables and problem.rounds < most_rounds(players)


def _cluster_sizes(problem: Problem) -> list[int]:
    """How many players hang together by pairs who must not meet, cluster by cluster."""
    left = set(problem.numbers)
    sizes = []
    while left:
        todo = [left.pop()]
        size = 0
        while todo:
            player = todo.pop()
            size += 1
            found = problem.apart[player] & left
            left -= found
            todo.extend(found)
        sizes.append(size)
    return sizes


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
