"""An event as three lists of cells (players, tables, hands): read, checked row by row, every fault named.

The column form is that of many club spreadsheets: a row a player, a row a table with four seats and four
totals, a row a hand. Knows nothing of files or of the database.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.payments import DealFacts, Deltas, Outcome, check_deal, seats
from tournament.engine.roster import Row, read_roster

Cells = Sequence[Sequence[str]]
WINDS = ("east", "south", "west", "north")
TABLE_COLUMNS = ("round", "table", *WINDS)
HAND_COLUMNS = ("round", "table", "hand", "winner", "discarder", "fan")
DISCARDER = "discarder_empty_if_self_draw"
"""The long name under which some lists have the column ``discarder``."""


@dataclass(frozen=True, slots=True)
class FolderFault:
    """What is wrong in one row (1 = the head line) of one of the three files."""

    file: str
    row: int
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand: its facts by starting seat, and what each seat paid to every other seat as a penalty."""

    number: int
    facts: DealFacts
    fines: tuple[tuple[int, int], ...] = ()
    chicken_hand: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One game: who started where (player numbers), what was written down, and its hands."""

    round: int
    table: int
    players: tuple[int, int, int, int]
    totals: Deltas | None
    points: tuple[Fraction, ...] | None
    hands: tuple[HandRow, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFolder:
    """The whole event. Not to be used while there are faults."""

    players: tuple[Row, ...]
    tables: tuple[TableRow, ...]
    faults: tuple[FolderFault, ...]
    read: Mapping[str, int]

    @property
    def rounds(self) -> int:
        return max((table.round for table in self.tables), default=0)

    def of_round(self, number: int) -> list[TableRow]:
        return [table for table in self.tables if table.round == number]


class Bad(ScoringError):
    """One row cannot be read; becomes a fault."""


def read_folder(*, players: Cells, tables: Cells, hands: Cells, minimum: int, deals: int) -> EventFolder:
    """Check the three lists against each other. ``minimum`` fan and ``deals`` a game are the rules'."""
    roster = read_roster(players)
    faults = [FolderFault("players", f.row, f.code, f.params) for f in roster.faults]
    reader = _Reader(
        numbers={row.external_id or str(row.number): row.number for row in roster.rows},
        regular=frozenset(row.number for row in roster.rows if not row.substitute),
        minimum=minimum,
        deals=deals,
    )
    read = {"players": roster.read, "tables": max(0, len(tables) - 1), "hands": max(0, len(hands) - 1)}
    if faults:
        return EventFolder(roster.rows, (), tuple(faults), read)
    reader.read_tables(tables)
    if not reader.faults:
        reader.read_hands(hands)
    if not reader.faults:
        reader.check_results()
    return EventFolder(roster.rows, reader.finished(), tuple(reader.faults), read)


class _Reader:
    """Holds what was read so far, so that later rows can be checked against earlier ones."""

    def __init__(self, *, numbers: dict[str, int], regular: frozenset[int], minimum: int, deals: int) -> None:
        self.numbers, self.regular = numbers, regular
        self.minimum, self.deals = minimum, deals
        self.faults: list[FolderFault] = []
        self.tables: dict[tuple[int, int], TableRow] = {}
        self.rows: dict[tuple[int, int], int] = {}
        self.hands: dict[tuple[int, int], list[HandRow]] = {}
        self.coming: dict[tuple[int, int], int] = {}

    def read_tables(self, cells: Cells) -> None:
        seated: dict[tuple[int, int], int] = {}
        for line, given in self._lines("tables", cells, TABLE_COLUMNS):
            try:
                table = self._table(given)
                key = (table.round, table.table)
                if key in self.tables:
                    raise Bad("table_row_twice", table=key[1], round=key[0], other=self.rows[key])
                for name, player in zip(WINDS, table.players, strict=True):
                    if (table.round, player) in seated:
                        raise Bad("seated_twice", player=given[name], round=table.round)
                    seated[table.round, player] = line
                self.tables[key], self.rows[key] = table, line
            except ScoringError as error:
                self._fault("tables", line, error)
        if not self.faults:
            self._check_rounds({player for _, player in seated}, seated)

    def read_hands(self, cells: Cells) -> None:
        for line, given in self._lines("hands", cells, HAND_COLUMNS):
            try:
                key = (_whole(given, "round"), _whole(given, "table"))
                if key not in self.tables:
                    raise Bad("table_unknown", table=key[1], round=key[0])
                self.hands.setdefault(key, []).append(self._hand(given, self.tables[key]))
            except ScoringError as error:
                self._fault("hands", line, error)

    def check_results(self) -> None:
        """A table needs hands, or four totals that add up to nothing."""
        for key, table in self.tables.items():
            if key in self.hands:
                continue
            if table.totals is None:
                self._fault("tables", self.rows[key], Bad("no_result", table=key[1], round=key[0]))
            elif sum(table.totals):
                self._fault("tables", self.rows[key], Bad("totals_not_zero", sum=sum(table.totals)))

    def finished(self) -> tuple[TableRow, ...]:
        return tuple(
            TableRow(t.round, t.table, t.players, t.totals, t.points, tuple(self.hands.get(key, ())))
            for key, t in sorted(self.tables.items())
        )

    def _lines(self, file: str, cells: Cells, wanted: Sequence[str]) -> Iterable[tuple[int, dict[str, str]]]:
        lines = [(n, [cell.strip() for cell in row]) for n, row in enumerate(cells, 1)]
        lines = [(n, row) for n, row in lines if any(row)]
        head = [name.casefold() for name in lines[0][1]] if lines else []
        head = ["discarder" if name == DISCARDER else name for name in head]
        missing = [name for name in wanted if name not in head]
        if missing:
            self._fault(file, 1, Bad("columns_missing", columns=", ".join(missing)))
            return
        for line, row in lines[1:]:
            if len(row) > len(head):
                self._fault(file, line, Bad("too_many_cells"))
                continue
            yield line, {**dict.fromkeys(head, ""), **dict(zip(head, row, strict=False))}

    def _fault(self, file: str, line: int, error: ScoringError) -> None:
        self.faults.append(FolderFault(file, line, error.code, error.params))

    def _table(self, given: dict[str, str]) -> TableRow:
        east, south, west, north = (self._player(given[name]) for name in WINDS)
        if len({east, south, west, north}) < 4:
            raise Bad("seated_twice", player=given["east"], round=given["round"])
        return TableRow(
            round=_whole(given, "round"),
            table=_whole(given, "table"),
            players=(east, south, west, north),
            totals=_totals(given),
            points=_points(given),
        )

    def _player(self, key: str) -> int:
        if key not in self.numbers:
            raise Bad("player_unknown", player=key)
        return self.numbers[key]

    def _check_rounds(self, everybody: set[int], seated: dict[tuple[int, int], int]) -> None:
        rounds = max(number for number, _ in self.tables)
        for number in range(1, rounds + 1):
            tables = sorted(table for of, table in self.tables if of == number)
            if tables != list(range(1, len(tables) + 1)) or not tables:
                self._fault("tables", 1, Bad("tables_not_counted", round=number, count=len(tables)))
            here = {player for of, player in seated if of == number}
            if here != self.regular:
                missing = len(self.regular - here)
                self._fault("tables", 1, Bad("round_incomplete", round=number, missing=missing))

    def _hand(self, given: dict[str, str], table: TableRow) -> HandRow:
        number = _whole(given, "hand")
        key = (table.round, table.table)
        coming = self.coming.get(key, 1)
        # a bad row is one fault, not one for each row after it
        self.coming[key] = number + 1
        if number != coming:
            raise Bad("hand_out_of_order", number=number, next=coming)
        if number > self.deals:
            raise Bad("no_such_deal", number=number, deals=self.deals)
        facts = self._facts(given, table)
        check_deal(facts, minimum=self.minimum)
        return HandRow(
            number=number,
            facts=facts,
            fines=_fines([_whole(given, f"{name}_adj", default=0) for name in WINDS]),
            chicken_hand=given.get("chicken_hand", "") == "1",
        )

    def _facts(self, given: dict[str, str], table: TableRow) -> DealFacts:
        if not given["winner"]:
            fan = _whole(given, "fan", default=0)
            return DealFacts(Outcome.DRAWN, fan_total=fan or None)
        winner = self._seat(given["winner"], table)
        discarder = self._seat(given["discarder"], table) if given["discarder"] else None
        return DealFacts(
            Outcome.SELF_DRAW if discarder is None else Outcome.DISCARD,
            winner=winner,
            discarder=discarder,
            fan_total=_whole(given, "fan"),
        )

    def _seat(self, key: str, table: TableRow) -> int:
        player = self._player(key)
        if player not in table.players:
            raise Bad("player_not_at_table", player=key)
        return table.players.index(player)


def _whole(given: Mapping[str, str], name: str, default: int | None = None) -> int:
    text = given.get(name, "")
    if not text and default is not None:
        return default
    try:
        return int(text.replace("\u2212", "-"))
    except ValueError:
        raise Bad("cell_not_number", column=name, value=text) from None


def _totals(given: Mapping[str, str]) -> Deltas | None:
    names = [f"{name}_score" for name in WINDS]
    if not any(given.get(name) for name in names):
        return None
    return seats([_whole(given, name) for name in names])


def _points(given: Mapping[str, str]) -> tuple[Fraction, ...] | None:
    names = [f"{name}_tp" for name in WINDS]
    if not all(given.get(name) for name in names):
        return None
    try:
        return tuple(Fraction(given[name]) for name in names)
    except (ValueError, ZeroDivisionError):
        raise Bad("cell_not_number", column="table points", value="") from None


def _fines(moved: list[int]) -> tuple[tuple[int, int], ...]:
    """Which seats paid how much to each of the others, from what the adjustment moved.

    An offender who pays a to each of the others loses 3a while they win a; so every seat's share is a
    quarter of what it lies below the best one.
    """
    if not any(moved):
        return ()
    if sum(moved):
        raise Bad("adjustment_not_zero", sum=sum(moved))
    best = max(moved)
    if any((best - value) % 4 for value in moved):
        raise Bad("adjustment_uneven", moved=", ".join(map(str, moved)))
    return tuple((seat, (best - value) // 4) for seat, value in enumerate(moved) if value != best)
