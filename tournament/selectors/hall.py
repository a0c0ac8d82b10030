"""What a hall screen shows, cut into pages that fit any projector: names, tables, ranks, teams, a hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.fans.catalogue import BY_NUMBER, Fan
from scoring.hand import WinningHand
from scoring.notation import read_hand
from tournament.engine.names import family_of
from tournament.models import Entry, Kind, Tournament
from tournament.selectors.clock import bulletins_of
from tournament.selectors.leaderboard import Board, leaderboard, team_ranking
from tournament.selectors.people import Person, RoundFacts, rounds_of
from tournament.selectors.schedule import Seating, seating_of, tables_now
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.sight import sight_now
from tournament.selectors.statistics import Dear, statistics_of

PAGES = ("seating", "tables", "clock", "ranking", "teams", "hand", "notices")
NAMES_A_PAGE = 32
"""Two columns of sixteen: with this many a name is read from fifteen metres."""
TABLES_A_PAGE = 12
RANKS_A_PAGE = 8
TEAMS_A_PAGE = 8
FANS_NAMED = 6


@dataclass(frozen=True, slots=True)
class HallOptions:
    """What a screen was asked for. No ``pages``: what fits the moment. ``round``: of the seating."""

    pages: tuple[str, ...] = ()
    top: int = 24
    round: int | None = None

    @property
    def key(self) -> str:
        return f"{'+'.join(self.pages)}/{self.top}/{self.round or ''}"


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of the screen. ``key`` stays the same while the figures change."""

    kind: str
    page: int = 1
    pages: int = 1
    rows: tuple[Any, ...] = ()
    letters: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.page}"


@dataclass(frozen=True, slots=True)
class Hall:
    """A screen at one revision. ``round`` is the round whose clock runs, or that comes next."""

    round: RoundFacts | None
    rounds: int
    slides: tuple[Slide, ...]
    seating: Seating | None
    pace: tuple["Bar", ...]
    biggest: "Biggest | None"
    live: bool
    """Whether the ranking has figures of games that are being played."""
    coming: RoundFacts | None = None
    """Between rounds: the next one where its time is known, also while nobody knows yet who sits where."""
    read: int | None = None
    """During the ceremony: how many places have been read out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many tables play one deal, in the units of the chart."""

    deal: int
    count: int
    height: int


@dataclass(frozen=True, slots=True)
class Biggest:
    """The dearest hand of the round, drawn where its tiles are known."""

    dear: Dear
    hand: WinningHand | None
    fans: tuple[Fan, ...] = field(default=())


def hall_of(tournament: Tournament, options: HallOptions) -> Hall:
    """Everything a screen shows; only what its reader may see, which the selectors below ask themselves."""
    rounds = rounds_of(tournament)
    running = next((r for r in rounds if r.is_running), None)
    hidden = hidden_rounds(tournament)
    coming = next((r for r in rounds if r.state == "seated" and r.number not in hidden), None)
    seating = seating_of(tournament, options.round)
    board = leaderboard(tournament)
    pace = _pace(tournament) if running else ()
    biggest = _biggest(tournament, running or _last_closed(rounds))
    pages = options.pages or _for_now(tournament, running, coming, board)
    read = sight_now().from_below if "ranking" in pages else None
    slides: list[Slide] = []
    if read is not None:
        # the place that was just read out stands on top, and no other page takes it away
        slides = [Slide("ranking", rows=tuple(row for row in board.rows if row.rank)[:RANKS_A_PAGE])]
        pages = ()
    for page in pages:
        slides.extend(_slides(page, tournament, options, board, seating, biggest))
    if not slides:
        slides = [Slide("clock")]
    return Hall(
        round=running or coming or _last_closed(rounds),
        rounds=len(rounds),
        slides=tuple(slides),
        seating=seating,
        pace=pace,
        biggest=biggest,
        live=board.current is not None,
        coming=None if running else _planned(rounds),
        read=read,
    )


def _planned(rounds: Sequence[RoundFacts]) -> RoundFacts | None:
    following = next((r for r in rounds if not r.is_closed), None)
    return following if following is not None and following.planned_start else None


def _last_closed(rounds: Sequence[RoundFacts]) -> RoundFacts | None:
    return next((r for r in reversed(rounds) if r.is_closed), None)


def _for_now(
    tournament: Tournament, running: RoundFacts | None, coming: RoundFacts | None, board: Board
) -> tuple[str, ...]:
    """What people look for: their seat before play, the ranking in play, the result at the end."""
    teams = ("teams",) if board.has_teams else ()
    if running is not None and board.played:
        return ("ranking", *teams, "notices")
    if running is not None or coming is not None:
        return ("seating", "tables", "notices")
    return ("ranking", *teams, "hand", "notices")


def _slides(
    page: str,
    tournament: Tournament,
    options: HallOptions,
    board: Board,
    seating: Seating | None,
    biggest: Biggest | None,
) -> Iterator[Slide]:
    if page == "clock":
        yield Slide("clock")
    elif page == "seating" and seating is not None:
        names = list(_cut(seating.by_name, NAMES_A_PAGE))
        letters = tuple(_letters(rows) for rows in names)
        for number, rows in enumerate(names, 1):
            yield Slide("seating", number, len(names), rows, letters)
    elif page == "tables" and seating is not None:
        yield from _paged("tables", seating.tables, TABLES_A_PAGE)
    elif page == "ranking" and not board.is_empty:
        ranked = [row for row in board.rows if row.rank is not None]
        shown = ranked[: options.top] if options.top else ranked
        yield from _paged("ranking", shown, RANKS_A_PAGE)
    elif page == "teams" and board.has_teams and _sees_sums() and not board.is_empty:
        yield from _paged("teams", team_ranking(tournament, board), TEAMS_A_PAGE)
    elif page == "hand" and biggest is not None:
        yield Slide("hand")
    elif page == "notices" and any(one.on_screens for one in bulletins_of(tournament)):
        yield Slide("notices")


def _sees_sums() -> bool:
    """The sums of teams say what hidden rows hold."""
    seen = sight_now()
    return seen.top is None and seen.from_below is None


def _paged(kind: str, rows: Sequence[Any], size: int) -> Iterator[Slide]:
    pages = list(_cut(rows, size))
    for number, part in enumerate(pages, 1):
        yield Slide(kind, number, len(pages), part)


def _cut(rows: Sequence[Any], size: int) -> Iterator[tuple[Any, ...]]:
    for start in range(0, len(rows), size):
        yield tuple(rows[start : start + size])


def _letters(rows: Sequence[tuple[Person, int, int]]) -> str:
    """Ko–Ob: the beginnings of the first and the last name of a page."""
    first, last = (
        family_of(person.name, person.family_name, person.native_name)[:2]
        for person in (rows[0][0], rows[-1][0])
    )
    return first if first == last else f"{first}–{last}"


def _pace(tournament: Tournament) -> tuple[Bar, ...]:
    tables = tables_now(tournament).tables
    deals = tournament.ruleset.deals
    counts = Counter(table.played + 1 for table in tables if not table.over and table.played < deals)
    most = max(counts.values(), default=0) or 1
    return tuple(Bar(deal, counts[deal], round(100 * counts[deal] / most)) for deal in range(1, deals + 1))


def _biggest(tournament: Tournament, round_: RoundFacts | None) -> Biggest | None:
    if round_ is None or not sight_now().round(round_.number):
        return None
    found = statistics_of(tournament, round_.number)
    # the dearest hand; of equals one whose tiles are known
    best = found.biggest if found is not None else ()
    dear = next(
        (d for d in best if d.text and d.hand.fan_total == best[0].hand.fan_total), next(iter(best), None)
    )
    if dear is None:
        return None
    hand = read_hand(dear.text) if dear.text else None
    return Biggest(dear, hand, _fans(tournament, dear))


def _fans(tournament: Tournament, dear: Dear) -> tuple[Fan, ...]:
    """The dearest fans that were counted, by the log."""
    round_number, table, deal = dear.hand.where
    entry = (
        Entry.objects.filter(
            tournament=tournament,
            table__round__number=round_number,
            table__number=table,
            kind=Kind.DEAL,
            number=deal,
        )
        .live()
        .first()
    )
    counted = entry.detail.get("fans") if entry is not None else None
    numbers = (
        [one[0] for one in counted if isinstance(one, list) and one] if isinstance(counted, list) else []
    )
    fans = [BY_NUMBER[number] for number in numbers if number in BY_NUMBER]
    return tuple(sorted(fans, key=lambda fan: (-fan.points, fan.number))[:FANS_NAMED])
