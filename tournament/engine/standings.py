"""The ranking: games and penalties folded into ranked rows, each with the tie-break that decided it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from scoring.payments import Deltas
from scoring.rulesets import Points
from tournament.engine.errors import EngineError


class Entrant(NamedTuple):
    """Somebody who plays: a number unique in the event. Substitutes are never ranked."""

    number: int
    ranked: bool = True
    team: int | None = None


class RoundLine(NamedTuple):
    """One round of one player."""

    round: int
    table: int
    seat: int
    mini_points: int
    place: int
    table_points: Fraction
    deals: int
    official: bool
    totals_only: bool


@dataclass(frozen=True, slots=True)
class Game:
    """What one game brought: everything by starting seat, ``players`` are numbers.

    ``replaced`` holds, for a seat taken by a stand-in, the number of the player who should have sat there
    (who gets nothing for this round). ``official`` is False while the round runs.
    """

    round: int
    table: int
    players: tuple[int, int, int, int]
    totals: Deltas
    places: tuple[int, int, int, int]
    table_points: Points
    deductions: Deltas = (0, 0, 0, 0)
    transfers: Deltas = (0, 0, 0, 0)
    deals: int = 0
    official: bool = True
    totals_only: bool = False
    lines: tuple[RoundLine, ...] = field(init=False, repr=False, compare=False)
    """What each seat brings to its player's record: made once, however often the event is ranked."""
    lost: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Mini-points that each seat lost to penalties."""

    def __post_init__(self) -> None:
        lines = tuple(
            RoundLine(
                round=self.round,
                table=self.table,
                seat=seat,
                mini_points=self.totals[seat],
                place=self.places[seat],
                table_points=self.table_points[seat],
                deals=self.deals,
                official=self.official,
                totals_only=self.totals_only,
            )
            for seat in range(4)
        )
        object.__setattr__(self, "lines", lines)
        lost = tuple(
            deducted + min(0, moved) for deducted, moved in zip(self.deductions, self.transfers, strict=True)
        )
        object.__setattr__(self, "lost", lost)


class Fine(NamedTuple):
    """A penalty that belongs to a player and to no game: mini-points and table points, usually negative."""

    player: int
    round: int
    mini_points: int = 0
    table_points: Fraction = Fraction(0)


def comparable(column: Sequence[Any]) -> list[Any]:
    """Values of one criterion, each a number or a tuple of numbers, as integers in the same order: everything
    times the common denominator. Integers compare twenty times as fast as fractions."""
    if any(isinstance(value, tuple) for value in column):
        scale = lcm(*{number.denominator for value in column for number in value})
        return [tuple([n.numerator * (scale // n.denominator) for n in value]) for value in column]
    scale = lcm(*{value.denominator for value in column})
    return [value.numerator * (scale // value.denominator) for value in column]


@dataclass(slots=True)
class Record:
    """All of one player's rounds and penalties: what tie-breaks look at."""

    number: int
    team: int | None
    ranked: bool
    rounds: list[RoundLine] = field(default_factory=list)
    fined_mini: int = 0
    fined_points: Fraction = Fraction(0)
    penalties: int = 0
    table_points: Fraction = Fraction(0)
    mini_points: int = 0
    settled: int = 0
    """How many of the rounds are in ``table_points``."""

    def add(self, line: RoundLine, lost: int) -> None:
        self.rounds.append(line)
        self.mini_points += line.mini_points
        self.penalties += lost

    def settle(self) -> None:
        """Add up the table points of the rounds added since, and put all rounds in order.

        Whole points are added as integers: fractions are slow to add.
        """
        whole, broken = 0, self.table_points
        for line in self.rounds[self.settled :]:
            points = line.table_points
            if points.denominator == 1:
                whole += points.numerator
            else:
                broken += points
        self.table_points = broken + whole if whole else broken
        if 0 < self.settled < len(self.rounds):
            self.rounds.sort(key=lambda line: line.round)
        self.settled = len(self.rounds)

    def copy(self) -> "Record":
        return Record(
            number=self.number,
            team=self.team,
            ranked=self.ranked,
            rounds=list(self.rounds),
            fined_mini=self.fined_mini,
            fined_points=self.fined_points,
            penalties=self.penalties,
            table_points=self.table_points,
            mini_points=self.mini_points,
            settled=self.settled,
        )


class Standing(NamedTuple):
    """One line of the ranking. ``rank`` is None for those who are not ranked.

    ``penalties`` are all mini-points lost to penalties (transfers paid and deductions), a figure to show:
    they are already part of ``mini_points``. ``decided_by`` is the key of the criterion that set this row
    below the row above it, when the first criterion alone did not; ``shared`` is True in a tie nothing broke.
    """

    rank: int | None
    player: int
    team: int | None
    table_points: Fraction
    mini_points: int
    penalties: int
    rounds: tuple[RoundLine, ...]
    decided_by: str | None = None
    shared: bool = False


def _best_game(record: Record) -> Any:
    return max((line.table_points for line in record.rounds), default=Fraction(0))


def _high_games(record: Record) -> Any:
    return tuple(sorted((line.table_points for line in record.rounds), reverse=True))


def _high_scores(record: Record) -> Any:
    return tuple(sorted((line.mini_points for line in record.rounds), reverse=True))


CRITERIA: dict[str, Callable[[Record], Any]] = {
    "tp": lambda record: record.table_points,
    "mini": lambda record: record.mini_points,
    "best_game": _best_game,
    "high_games": _high_games,
    "high_scores": _high_scores,
}
"""What rankings are made of. Higher is better; tuples compare game by game, best game first."""

TIEBREAKS: dict[str, tuple[str, ...]] = {
    # EMA and WMO practice (dossier 6.2)
    "mini": ("tp", "mini"),
    # table points alone, ties stay
    "tp": ("tp",),
    # CN1998 p. 30: total mini-points, highest single game, more high games
    "cn1998": ("tp", "mini", "best_game", "high_games"),
    # QA question 48
    "qa_q48": ("tp", "best_game", "high_games", "mini", "high_scores"),
    # QA question 52, described there as actual practice
    "qa_q52": ("tp", "high_games", "mini", "best_game"),
}
"""Named orders of criteria. A tournament stores the list itself, so that a mixed order is possible."""


def criteria(keys: Sequence[str]) -> tuple[str, ...]:
    """The order to rank by: a preset's name or a list of criteria; ``unknown_tiebreak`` otherwise."""
    order = tuple(TIEBREAKS[keys[0]]) if len(keys) == 1 and keys[0] in TIEBREAKS else tuple(keys)
    for key in order:
        if key not in CRITERIA:
            raise EngineError("unknown_tiebreak", key=key)
    if not order:
        raise EngineError("unknown_tiebreak", key="")
    return order


class Booked(NamedTuple):
    """A record and what it was made of. ``base`` is the record that was there before, if any."""

    base: Record | None
    lines: tuple[tuple[RoundLine, int], ...]
    fines: tuple[Fine, ...]
    record: Record


def records(entrants: Iterable[Entrant], games: Iterable[Game], fines: Iterable[Fine] = ()) -> list[Record]:
    """One record an entrant, with every game and fine of the event booked in it."""
    return [booked.record for booked in book(entrants, games, fines).values()]


def book(
    entrants: Iterable[Entrant],
    games: Iterable[Game],
    fines: Iterable[Fine] = (),
    *,
    base: Mapping[int, Record] | None = None,
    known: Mapping[int, Booked] | None = None,
) -> dict[int, Booked]:
    """The same by number.

    ``base`` are records of the same entrants in which other games are booked already, without fines: the
    closed rounds, folded once. ``known`` is an earlier answer: whoever has the same games and fines on the
    same base has the same record. None of either is changed.
    """
    lines: dict[int, list[tuple[RoundLine, int]]] = {}
    for game in sorted(games, key=lambda g: (g.round, g.table)):
        for player, line, lost in zip(game.players, game.lines, game.lost, strict=True):
            lines.setdefault(player, []).append((line, lost))
    fined: dict[int, list[Fine]] = {}
    for fine in fines:
        fined.setdefault(fine.player, []).append(fine)
    base, known = base or {}, known or {}
    found = {}
    for entrant in entrants:
        number = entrant.number
        before, mine = base.get(number), tuple(lines.get(number, ()))
        paid = tuple(fined.get(number, ()))
        kept = known.get(number)
        if kept is None or kept.base is not before or kept.lines != mine or kept.fines != paid:
            kept = Booked(before, mine, paid, _booked(entrant, before, mine, paid))
        found[number] = kept
    return found


def _booked(
    entrant: Entrant, base: Record | None, lines: Sequence[tuple[RoundLine, int]], fines: Sequence[Fine]
) -> Record:
    if base is None:
        record = Record(number=entrant.number, team=entrant.team, ranked=entrant.ranked)
    elif lines or fines:
        record = base.copy()
    else:
        return base
    for line, lost in lines:
        record.add(line, lost)
    record.settle()
    for fine in fines:
        record.fined_mini += fine.mini_points
        record.fined_points += fine.table_points
        record.mini_points += fine.mini_points
        record.table_points += fine.table_points
        record.penalties += fine.mini_points
    return record


def rank(found: Iterable[Record], *, tiebreaks: Sequence[str]) -> list[Standing]:
    """Order the records. Equal in every criterion is equal in rank; the unranked come last, by number."""
    order, everybody = criteria(tiebreaks), list(found)
    ranked = sorted((record for record in everybody if record.ranked), key=lambda record: record.number)
    columns = [comparable([*map(CRITERIA[key], ranked)]) for key in order]
    keyed = list(zip(zip(*columns, strict=True), ranked, strict=True))
    keyed.sort(key=lambda pair: pair[0], reverse=True)
    rows: list[Standing] = []
    place, above = 0, None
    for index, (key, record) in enumerate(keyed):
        below = keyed[index + 1][0] if index + 1 < len(keyed) else None
        decided_by = None
        if key != above:
            place = index + 1
            if above is not None and above[0] == key[0]:
                decided_by = _decider(order, above, key)
        rows.append(_standing(record, place, decided_by, key in (above, below)))
        above = key
    rest = sorted((record for record in everybody if not record.ranked), key=lambda record: record.number)
    return rows + [_standing(record) for record in rest]


def _decider(order: Sequence[str], above: tuple[Any, ...], key: tuple[Any, ...]) -> str:
    """The criterion that parted two neighbours who are not equal."""
    at = 0
    while above[at] == key[at]:
        at += 1
    return order[at]


def _standing(
    record: Record, place: int | None = None, decided_by: str | None = None, shared: bool = False
) -> Standing:
    # by position: a hundred and sixty of them are made for every deal
    return Standing(
        place,
        record.number,
        record.team,
        record.table_points,
        record.mini_points,
        record.penalties,
        tuple(record.rounds),
        decided_by,
        shared,
    )


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One team's line: the sum of its members (CN1998 pp. 15 and 30), ties by mini-points, then shared."""

    rank: int
    team: int
    table_points: Fraction
    mini_points: int
    members: tuple[int, ...]


def rank_teams(rows: Iterable[Standing]) -> list[TeamStanding]:
    """Teams by the sum of their members' table points, then mini-points. Substitutes count for their team."""
    sums: dict[int, list[Standing]] = {}
    for row in rows:
        if row.team is not None:
            sums.setdefault(row.team, []).append(row)
    totals = sorted(
        (
            (sum((m.table_points for m in members), Fraction(0)), sum(m.mini_points for m in members), team)
            for team, members in sums.items()
        ),
        key=lambda total: (-total[0], -total[1], total[2]),
    )
    ranked: list[TeamStanding] = []
    for index, (points, mini, team) in enumerate(totals):
        same = index and totals[index - 1][:2] == (points, mini)
        ranked.append(
            TeamStanding(
                rank=ranked[-1].rank if same else index + 1,
                team=team,
                table_points=points,
                mini_points=mini,
                members=tuple(m.player for m in sums[team]),
            )
        )
    return ranked
