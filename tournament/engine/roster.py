"""A list of players as people write it: read from cells, every row checked, every fault named.

Takes a head line and rows of text; knows nothing of files. All or nothing is the caller's to keep: rows
come back only when there is no fault.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

LIMITS = {
    "name": 120,
    "family_name": 80,
    "native_name": 80,
    "country": 60,
    "club": 80,
    "team": 80,
    "licence": 40,
    "external_id": 40,
}

COLUMNS: dict[str, str] = {
    # what may stand in the head line (folded) -> what it is
    **dict.fromkeys(("name", "player", "full name", "姓名", "选手", "选手姓名", "名字"), "name"),
    **dict.fromkeys(("family name", "family_name", "surname", "last name", "姓"), "family_name"),
    **dict.fromkeys(("given name", "given_name", "first name", "名"), "given_name"),
    **dict.fromkeys(
        (
            "native name",
            "native_name",
            "native",
            "name in native script",
            "本国文字姓名",
            "chinese name",
            "中文名",
            "母语姓名",
        ),
        "native_name",
    ),
    **dict.fromkeys(("country", "nation", "nationality", "国家", "国家/地区", "国家地区"), "country"),
    **dict.fromkeys(("club", "俱乐部", "单位"), "club"),
    **dict.fromkeys(("team", "team_id", "队", "队伍", "队名", "代表队"), "team"),
    **dict.fromkeys(
        (
            "licence",
            "license",
            "licence number",
            "license number",
            "ema",
            "ema number",
            "证号",
            "注册号",
            "会员号",
        ),
        "licence",
    ),
    **dict.fromkeys(("number", "no", "no.", "#", "nr", "编号", "序号", "号码"), "number"),
    **dict.fromkeys(("player_id", "id", "external_id", "external id"), "external_id"),
    **dict.fromkeys(("substitute", "sub", "替补"), "substitute"),
}
KNOWN = ("name", "native name", "country", "club", "team", "licence", "number", "id", "substitute")
"""The columns as they are offered to people, for messages and for the template file."""

YES = frozenset({"1", "x", "y", "yes", "true", "sub", "substitute", "是", "替补", "✓"})
NO = frozenset({"", "0", "n", "no", "false", "-", "–", "regular", "否"})
MOST_ROWS = 2000
FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a spreadsheet would take for a formula. Exports put an apostrophe before it; reading takes it off."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player of a checked list."""

    number: int
    name: str
    family_name: str = ""
    native_name: str = ""
    country: str = ""
    club: str = ""
    team: str = ""
    licence: str = ""
    external_id: str = ""
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in one row (1 = the first line of the file, the head line)."""

    row: int
    code: str
    params: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Roster:
    """What a list came to. ``rows`` holds the good ones; a list with faults is not to be used."""

    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]
    read: int

    @property
    def ok(self) -> bool:
        return not self.faults


def read_roster(cells: Sequence[Sequence[str]]) -> Roster:
    """Check a list: the head line, then one row a player. Empty rows are passed over.

    A list of one column whose first line names no column is a list of bare names.
    """
    lines = [(number, [_clean(cell) for cell in row]) for number, row in enumerate(cells, 1)]
    lines = [(number, row) for number, row in lines if any(row)]
    if not lines:
        return Roster((), (Fault(1, "no_rows"),), 0)
    if all(not any(row[1:]) for _, row in lines) and lines[0][1][0].casefold() not in COLUMNS:
        lines = [(lines[0][0], ["name"]), *lines]
    head_number, head = lines[0]
    columns, faults = _columns(head_number, head)
    if faults:
        return Roster((), tuple(faults), len(lines) - 1)
    if len(lines) == 1:
        return Roster((), (Fault(head_number, "no_rows"),), 0)
    if len(lines) - 1 > MOST_ROWS:
        over = lines[MOST_ROWS + 1][0]
        return Roster((), (Fault(over, "too_many_rows", {"limit": MOST_ROWS}),), len(lines) - 1)
    rows, faults = _rows(lines[1:], columns)
    return Roster(tuple(rows), tuple(sorted(faults, key=lambda fault: fault.row)), len(lines) - 1)


def _clean(cell: object) -> str:
    """The text of a cell: one space between words, no invisible marks, no apostrophe before a formula.

    Invisible marks (category Cf) come with text copied from the web and would make two spellings of one
    name; the two joiners that some scripts need stay.
    """
    text = unicodedata.normalize("NFC", "" if cell is None else str(cell))
    text = "".join(c for c in text if unicodedata.category(c) != "Cf" or c in "\u200c\u200d")
    text = " ".join(text.split())
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA_STARTS) else text


def _columns(line: int, head: Sequence[str]) -> tuple[list[str], list[Fault]]:
    columns: list[str] = []
    faults: list[Fault] = []
    while head and not head[-1]:
        head = head[:-1]
    for cell in head:
        column = COLUMNS.get(cell.casefold())
        if column is None:
            faults.append(Fault(line, "column_unknown", {"column": cell, "known": ", ".join(KNOWN)}))
        elif column in columns:
            faults.append(Fault(line, "column_twice", {"column": cell}))
        columns.append(column or "")
    if not faults and not {"name", "family_name", "native_name", "external_id"} & set(columns):
        faults.append(Fault(line, "column_missing"))
    return columns, faults


def _rows(
    lines: Sequence[tuple[int, Sequence[str]]], columns: Sequence[str]
) -> tuple[list[Row], list[Fault]]:
    rows: list[Row] = []
    faults: list[Fault] = []
    seen: dict[tuple[str, str], int] = {}
    numbers = _Numbers(lines, columns)
    for line, cells in lines:
        given = dict(zip(columns, cells, strict=False))
        found = (
            []
            if len([c for c in cells if c]) <= len(columns) and not any(cells[len(columns) :])
            else [Fault(line, "too_many_cells")]
        )
        row = _row(given, numbers.take(given.get("number", "")))
        found += _row_faults(line, given, row)
        found += _doubles(line, row, seen)
        faults += found
        if not found:
            rows.append(row)
    return rows, faults


class _Numbers:
    """Hands out the numbers that the list does not give, in order, around those that it gives."""

    def __init__(self, lines: Sequence[tuple[int, Sequence[str]]], columns: Sequence[str]) -> None:
        at = columns.index("number") if "number" in columns else None
        self.taken = (
            {_number(cells[at]) for _, cells in lines if len(cells) > at and cells[at]}
            if at is not None
            else set()
        )
        self.next = 1

    def take(self, given: str) -> int:
        """The number given, 0 for one that is none; without one, the next free."""
        if given:
            return _number(given)
        while self.next in self.taken:
            self.next += 1
        self.next += 1
        return self.next - 1


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def _row(given: dict[str, str], number: int) -> Row:
    name, family = given.get("name", ""), given.get("family_name", "")
    first = given.get("given_name", "")
    if name and first and not family:  # "Name" and "First name" side by side: the first is the family name
        name, family = f"{first} {name}", name
    elif family and not name:
        name = f"{first} {family}".strip()
    name, family = _family(name or given.get("native_name", "") or given.get("external_id", ""), family)
    return Row(
        number=number,
        name=name,
        family_name=family,
        native_name=given.get("native_name", ""),
        country=given.get("country", ""),
        club=given.get("club", ""),
        team=given.get("team", ""),
        licence=given.get("licence", ""),
        external_id=given.get("external_id", ""),
        substitute=given.get("substitute", "").casefold() in YES,
    )


def _family(name: str, family: str) -> tuple[str, str]:
    """The name as it is shown, and its family part where the writing gives it away.

    "Sørensen, Mette" is turned round; in "Mette SØRENSEN" and "ZHUGE Wentao" the capitals say it and
    become ordinary letters; anything else stays as it was written.
    """
    if family:
        return name, family if family in name else ""
    if name.count(",") == 1:
        last, first = (part.strip() for part in name.split(","))
        return (f"{first} {last}", last) if first and last else (name.replace(",", "").strip(), "")
    words = name.split(" ")
    capitals = [word for word in words if _caps(word)]
    if capitals and len(capitals) < len(words):
        start = words.index(capitals[0])
        if words[start : start + len(capitals)] == capitals:
            quiet = [_title(word) if word in capitals else word for word in words]
            return " ".join(quiet), " ".join(_title(word) for word in capitals)
    return name, ""


def _caps(word: str) -> bool:
    letters = [letter for letter in word if letter.isalpha()]
    return len(letters) > 1 and all(letter.isupper() for letter in letters)


def _title(word: str) -> str:
    """ØSTERGÅRD-JENSEN -> Østergård-Jensen; D'AUBIGNY -> D'Aubigny."""
    out, start = [], True
    for letter in word:
        out.append(letter.upper() if start else letter.lower())
        start = not letter.isalpha()
    return "".join(out)


def _row_faults(line: int, given: dict[str, str], row: Row) -> list[Fault]:
    faults = []
    if not row.name:
        faults.append(Fault(line, "name_missing"))
    if row.number < 1:
        faults.append(Fault(line, "bad_number", {"number": given.get("number", "")}))
    if given.get("substitute", "").casefold() not in YES | NO:
        faults.append(Fault(line, "substitute_unclear", {"value": given["substitute"]}))
    for column, limit in LIMITS.items():
        value = str(getattr(row, column))
        if len(value) > limit:
            faults.append(Fault(line, "too_long", {"column": column, "limit": limit}))
        if any(
            unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn") or letter == "\ufffd" for letter in value
        ):
            faults.append(Fault(line, "hidden_characters", {"column": column}))
    return faults


def _doubles(line: int, row: Row, seen: dict[tuple[str, str], int]) -> list[Fault]:
    """The same number, id or licence twice; the same name twice unless each has a licence."""
    keys: list[tuple[str, str, dict[str, object]]] = [
        ("number_twice", str(row.number) if row.number else "", {"number": row.number}),
        ("id_twice", row.external_id, {"id": row.external_id}),
        ("licence_twice", row.licence, {"licence": row.licence}),
    ]
    faults = []
    for code, key, params in keys:
        if not key:
            continue
        other = seen.setdefault((code, key), line)
        if other != line:
            faults.append(Fault(line, code, {**params, "other": other}))
    return faults + _name_again(line, row, seen)


def _name_again(line: int, row: Row, seen: dict[tuple[str, str], int]) -> list[Fault]:
    if not row.name:
        return []
    person = f"{row.name.casefold()}/{row.native_name}"
    told_apart = row.licence or row.external_id
    others = [seen.get(("named", person)), None if told_apart else seen.get(("told apart", person))]
    seen.setdefault(("told apart" if told_apart else "named", person), line)
    other = next((other for other in others if other is not None), None)
    return [] if other is None else [Fault(line, "name_twice", {"name": row.name, "other": other})]
