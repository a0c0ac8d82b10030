"""What a seating is asked to do: who plays, how many rounds, who must not meet, who cannot move.

Words: a *table index* is a place in a round's tuple (from 0); a *table number* is what stands on the
furniture (from 1, with the closed ones left out). Rounds are numbered from 1 for people and in errors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tournament.engine.errors import EngineError

Seats = tuple[int, int, int, int]
"""Player numbers at East, South, West, North of one table."""
SeatingRound = tuple[Seats, ...]
Chart = tuple[SeatingRound, ...]
"""``chart[round][table][seat]`` is a player number."""
Pair = tuple[int, int]

WINDS = ("E", "S", "W", "N")
MAX_PLAYERS = 2000
"""As many as a list of players may have."""
MAX_ROUNDS = 200
HIGHEST_PLAYER = 9999
"""The highest number that a player may have, at the desk as in a chart."""
HIGHEST_TABLE = 999
"""The highest number that may stand on a table."""


class SeatingError(EngineError):
    """What was asked for cannot be. ``code`` is stable, ``params`` say of whom or what it is true."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSpec:
    """One player as far as seating cares. ``table`` is the number of a table that the player never leaves.

    ``first_round`` and ``last_round`` (from 1, both included) bound the player's presence: a substitute
    starts late, somebody who withdrew stopped early. ``away`` are rounds in between that the player missed
    before coming back.
    """

    number: int
    team: str | None = None
    country: str | None = None
    club: str | None = None
    table: int | None = None
    first_round: int = 1
    last_round: int | None = None
    away: tuple[int, ...] = ()

    def plays(self, round_number: int, /) -> bool:
        return (
            self.first_round <= round_number
            and (self.last_round is None or round_number <= self.last_round)
            and round_number not in self.away
        )


def _demand_not_too_many(players: int) -> None:
    if players > MAX_PLAYERS:
        raise SeatingError("too_many_players", players=players, limit=MAX_PLAYERS)


def ordered(one: int, other: int, /) -> Pair:
    """A pair has one spelling: the smaller number first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A seating task. Team-mates and ``avoid`` pairs never share a table; countries and clubs are wishes.

    ``sit_outs`` lets ``n mod 4`` players rest each round; without it the players of each round must fill
    their tables. ``repeats_hard`` says that meeting twice breaks the seating when it could have been avoided;
    rounds by rank turn it off. Raises ``SeatingError`` when the task contradicts itself.
    """

    players: tuple[PlayerSpec, ...]
    rounds: int
    avoid: frozenset[Pair] = frozenset()
    closed_tables: frozenset[int] = frozenset()
    sit_outs: bool = False
    repeats_hard: bool = True

    @classmethod
    def numbered(
        cls,
        players: int | Iterable[int],
        *,
        rounds: int,
        teams: Mapping[int, str] | None = None,
        countries: Mapping[int, str] | None = None,
        clubs: Mapping[int, str] | None = None,
        fixed: Mapping[int, int] | None = None,
        avoid: Iterable[Pair] = (),
        closed_tables: Iterable[int] = (),
        sit_outs: bool = False,
        repeats_hard: bool = True,
    ) -> Problem:
        """A problem from plain numbers: 1..n or any, with ``{player number: label}`` for the groups."""
        if isinstance(players, int):
            if players < 0:
                raise SeatingError("bad_number_of_players", players=players, limit=MAX_PLAYERS)
            _demand_not_too_many(players)  # before as many are made
        numbers = tuple(range(1, players + 1)) if isinstance(players, int) else tuple(players)
        known = set(numbers)
        for table in (teams, countries, clubs, fixed):
            for number in table or ():
                if number not in known:
                    raise SeatingError("unknown_player", player=number)
        specs = tuple(
            PlayerSpec(
                number=number,
                team=(teams or {}).get(number) or None,
                country=(countries or {}).get(number) or None,
                club=(clubs or {}).get(number) or None,
                table=(fixed or {}).get(number),
            )
            for number in numbers
        )
        return cls(
            players=specs,
            rounds=rounds,
            avoid=frozenset(ordered(a, b) for a, b in avoid),
            closed_tables=frozenset(closed_tables),
            sit_outs=sit_outs,
            repeats_hard=repeats_hard,
        )

    def __post_init__(self) -> None:
        object.__setattr__(self, "avoid", frozenset(ordered(a, b) for a, b in self.avoid))
        object.__setattr__(self, "closed_tables", frozenset(self.closed_tables))
        self._check_size()
        self._check_people()
        self._check_groups()

    def _check_size(self) -> None:
        if self.rounds < 1:
            raise SeatingError("too_few_rounds", rounds=self.rounds)
        if self.rounds > MAX_ROUNDS:
            raise SeatingError("too_many_rounds", rounds=self.rounds, limit=MAX_ROUNDS)
        _demand_not_too_many(len(self.players))
        if not all(1 <= table <= HIGHEST_TABLE for table in self.closed_tables):
            raise SeatingError("bad_table_number", highest=HIGHEST_TABLE)
        for number in range(1, self.rounds + 1):
            present = sum(1 for player in self.players if player.plays(number))
            if present < 4:
                raise SeatingError("too_few_players", players=present, round=number)
            if present % 4 and not self.sit_outs:
                raise SeatingError(
                    "players_not_divisible", players=present, missing=-present % 4, round=number
                )

        if self.table_numbers[-1] > HIGHEST_TABLE:
            raise SeatingError(
                "too_many_tables_closed", tables=len(self.table_numbers), highest=HIGHEST_TABLE
            )

    def _check_people(self) -> None:
        seen: set[int] = set()
        for player in self.players:
            if not 1 <= player.number <= HIGHEST_PLAYER:
                raise SeatingError("bad_player_number", player=player.number)
            if player.number in seen:
                raise SeatingError("player_twice", player=player.number)
            seen.add(player.number)
            if player.last_round is not None and player.last_round < player.first_round - 1:
                raise SeatingError("leaves_before_arriving", player=player.number)
        for one, other in sorted(self.avoid):
            if one == other:
                raise SeatingError("avoids_itself", player=one)
            for number in (one, other):
                if number not in seen:
                    raise SeatingError("unknown_player", player=number)

    def _check_groups(self) -> None:
        tables = self.tables
        teams: dict[str, list[int]] = defaultdict(list)
        at: dict[int, int] = {}
        open_numbers = set(self.table_numbers)
        for player in self.players:
            if player.team and player.first_round == 1 and player.last_round is None:
                teams[player.team].append(player.number)
            if player.table is None:
                continue
            if player.table not in open_numbers:
                raise SeatingError("no_such_table", player=player.number, table=player.table)
            if player.table in at and player.plays(1):
                raise SeatingError(
                    "fixed_table_twice", table=player.table, players=(at[player.table], player.number)
                )
            at[player.table] = player.number
        too_large = {name: len(members) for name, members in teams.items() if len(members) > tables}
        if too_large:
            raise SeatingError("group_larger_than_tables", groups=too_large, tables=tables)
        lasting = {p.number for p in self.players if p.first_round == 1 and p.last_round is None}
        for number in sorted(lasting):
            strangers = len(self.apart[number] & lasting)
            if len(lasting) - 1 - strangers < 3:
                raise SeatingError("nobody_left_to_meet", player=number, avoided=strangers)
        crowd = self._crowd(lasting)
        if len(crowd) > tables:
            raise SeatingError("avoid_group_larger_than_tables", players=tuple(sorted(crowd)), tables=tables)

    def _crowd(self, lasting: set[int]) -> list[int]:
        """Greedy: players who must all be kept apart from one another (a clique of the avoid graph)."""
        best: list[int] = []
        for start in sorted(lasting, key=lambda p: (-len(self.apart[p]), p))[:40]:
            group = [start]
            pool = self.apart[start] & lasting
            while pool:
                chosen = min(pool, key=lambda p: (-len(self.apart[p] & pool), p))
                group.append(chosen)
                pool = pool & self.apart[chosen]
            if len(group) > len(best):
                best = group
        return best

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(player.number for player in self.players)

    @property
    def tables(self) -> int:
        """Tables in use in round 1."""
        return self.tables_in(1)

    def present(self, round_number: int) -> tuple[int, ...]:
        return tuple(player.number for player in self.players if player.plays(round_number))

    def tables_in(self, round_number: int) -> int:
        return len(self.present(round_number)) // 4

    @cached_property
    def table_numbers(self) -> tuple[int, ...]:
        """The number on the furniture of each table index, lowest open ones first."""
        wanted = max(self.tables_in(number) for number in range(1, self.rounds + 1))
        numbers: list[int] = []
        candidate = 1
        while len(numbers) < wanted:
            if candidate not in self.closed_tables:
                numbers.append(candidate)
            candidate += 1
        return tuple(numbers)

    @cached_property
    def apart(self) -> dict[int, frozenset[int]]:
        """For each player, those who must never share a table: team-mates, avoided, fixed elsewhere."""
        foes: dict[int, set[int]] = {player.number: set() for player in self.players}
        groups: dict[str, list[int]] = defaultdict(list)
        fixed: list[PlayerSpec] = []
        for player in self.players:
            if player.team:
                groups[player.team].append(player.number)
            if player.table is not None:
                fixed.append(player)
        for members in groups.values():
            for one, other in combinations(members, 2):
                foes[one].add(other)
                foes[other].add(one)
        for one, other in self.avoid:
            foes[one].add(other)
            foes[other].add(one)
        for first, second in combinations(fixed, 2):
            if first.table != second.table:
                foes[first.number].add(second.number)
                foes[second.number].add(first.number)
        return {number: frozenset(others) for number, others in foes.items()}

    @cached_property
    def by_number(self) -> dict[int, PlayerSpec]:
        return {player.number: player for player in self.players}

    @property
    def plain(self) -> bool:
        """Everybody is present in every round and every seat is filled."""
        return len(self.players) % 4 == 0 and all(
            p.first_round <= 1 and (p.last_round is None or p.last_round >= self.rounds) and not p.away
            for p in self.players
        )
