"""What the pages of one table show: the fragment that moves by itself, people to choose from, statements."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from scoring.payments import DealFacts, Deltas, Outcome
from tournament.models import Entry, Player, Table, TablePass, Tournament
from tournament.selectors.games import GameView, Line, Person, game_view
from tournament.views.doors import Door, seconds_left

SEATED_COOKIE = "seated"
"""Remembers on the phone that its table has changed seats before this deal."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A person on the felt, in the words of ``components/plate.html``."""

    player: Player
    wind: int
    dealer: bool
    score: int
    place: int
    href: str
    out: bool
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A person who can be chosen in a form; ``out`` says why not."""

    seat: int
    player: Player
    wind: int
    dealer: bool
    score: int
    chosen: bool
    dead: bool


@dataclass(frozen=True, slots=True)
class Move:
    """One arrow of the seat change: who goes from which chair to which, and which way that is."""

    person: Person
    origin: int
    chair: int

    @property
    def way(self) -> int:
        """1 one seat to the right, 2 across, 3 one seat to the left: play runs to the right."""
        return (self.chair - self.origin) % 4

    @property
    def arrow(self) -> str:
        """The drawing between the two chairs: its corner (or axis) and its direction."""
        return f"{'ESWN'[self.origin]}{'ESWN'[self.chair]}".lower()


@dataclass(frozen=True, slots=True)
class Statement:
    """One version of a deal, sent or recorded, ready to be laid beside another."""

    said: str
    winner: Player | None
    discarder: Player | None
    fan: int | None
    flowers: int
    rows: tuple[tuple[Player, int], ...]
    entry: Entry | None = None


def table_context(door: Door, view: GameView, *, seated: int = 0) -> dict[str, Any]:
    """Everything that the moving part of the table shows. No keys, no forms: every phone gets the same."""
    opens = door.is_open and view.takes_deals
    moving = opens and bool(view.moves) and seated != view.next_deal
    north, west, south, east = (_plate(door, view, view.by_chair[chair], opens) for chair in (3, 2, 1, 0))
    return {
        "door": door,
        "view": view,
        "table": view.table,
        "round": view.table.round,
        "opens": opens,
        "moves": _moves(view) if moving else (),
        "chairs": dict(zip(("bottom", "right", "top", "left"), view.by_chair, strict=True)),
        "top": west,
        "left": north,
        "bottom": east,
        "right": south,
        "seconds": seconds_left(view.table, timezone.now()),
        "clock_id": int(view.table.round.started_at.timestamp()) if view.table.round.started_at else 0,
        "ranked": sorted(view.people, key=lambda person: (person.place, person.seat)),
        "dead": [person for person in view.people if person.dead_hand],
        "lines": [line for line in view.lines if line.revisions or line.penalties],
    }


def _plate(door: Door, view: GameView, person: Person, opens: bool) -> Plate:
    winnable = opens and not person.dead_hand
    return Plate(
        player=person.player,
        wind=person.wind,
        dealer=person.dealer,
        score=person.score,
        place=person.place if view.entries else 0,
        href=f"{door.to('win')}?winner={person.seat}" if winnable else "",
        out=person.dead_hand,
    )


def _moves(view: GameView) -> tuple[Move, ...]:
    people = {person.seat: person for person in view.people}
    return tuple(Move(people[seat], origin, chair) for seat, origin, chair in view.moves)


class TableFragment:
    """Renders the moving part of one table for the event stream.

    Every change in the event wakes every table; only a table whose own log or round moved is drawn again.
    """

    def __init__(self, door: Door, seated: int) -> None:
        self.door, self.seated = door, seated
        self._stamp: Any = None
        self._html = ""

    @property
    def key(self) -> str:
        """The name of this rendering among all frames of the event."""
        who = self.door.pass_id if self.door.pass_id is not None else f"desk{int(self.door.strong)}"
        return f"table/{self.door.table.pk}/{who}/{self.seated}"

    def __call__(self, tournament: Tournament) -> str:
        pk = self.door.table.pk
        stamp = (
            translation.get_language(),
            Entry.objects.filter(table=pk).order_by("-sequence").values_list("hash", flat=True).first(),
            Table.objects.filter(pk=pk)
            .values_list("round__state", "round__minutes", "round__started_at")
            .first(),
            TablePass.objects.filter(pk=self.door.pass_id or 0).values_list("revoked_at", flat=True).first(),
        )
        if stamp != self._stamp:
            self._html, self._stamp = self._render(revoked=stamp[3] is not None), stamp
        return self._html

    def _render(self, *, revoked: bool) -> str:
        if revoked:
            return render_to_string("referee/_revoked.html")
        view = game_view(self.door.table)
        door = Door(
            kind=self.door.kind,
            args=self.door.args,
            actor=self.door.actor,
            table=view.table,
            strong=self.door.strong,
            totals=self.door.totals,
            pass_id=self.door.pass_id,
        )
        return render_to_string("referee/_table.html", table_context(door, view, seated=self.seated))


def people_in(view: GameView, number: int, *, chosen: str = "") -> list[Choice]:
    """The four in the order of their seat winds in deal ``number``, with who may not win it."""
    position = view.rules.position(min(max(number, 1), view.deals))
    dead = view.dead_hands(number)
    return sorted(
        (
            Choice(
                seat=person.seat,
                player=person.player,
                wind=position.seat_winds[person.seat],
                dealer=position.dealer == person.seat,
                score=person.score,
                chosen=chosen == str(person.seat),
                dead=person.seat in dead,
            )
            for person in view.people
        ),
        key=lambda choice: choice.wind,
    )


def line_of(view: GameView, number: int) -> Line | None:
    """The line of deal ``number``, if anything was ever said of it."""
    return next((line for line in view.lines if line.number == number and line.revisions), None)


def statement_of(view: GameView, entry: Entry) -> Statement:
    """What an entry says."""
    return _statement(
        view, entry.said, entry.winner, entry.discarder, entry.fan_total, entry.flowers, entry.deltas, entry
    )


def statement_sent(view: GameView, facts: DealFacts) -> Statement:
    """What was sent and not recorded. Facts that cannot be paid show no payments."""
    rules = view.table.round.tournament.ruleset
    deltas = rules.pay(facts) if facts.winner in (None, 0, 1, 2, 3) else (0, 0, 0, 0)
    return _statement(
        view, facts.outcome.value, facts.winner, facts.discarder, facts.fan_total, facts.flowers, deltas
    )


def _statement(
    view: GameView,
    said: str,
    winner: int | None,
    discarder: int | None,
    fan: int | None,
    flowers: int,
    deltas: Deltas,
    entry: Entry | None = None,
) -> Statement:
    players = {person.seat: person.player for person in view.people}
    return Statement(
        said=said,
        winner=players.get(winner) if winner is not None else None,
        discarder=players.get(discarder) if discarder is not None else None,
        fan=fan,
        flowers=flowers,
        rows=tuple((players[seat], deltas[seat]) for seat in sorted(players)),
        entry=entry,
    )


def facts_of(query: Any, *, fan_needed: bool = True) -> DealFacts | None:
    """Facts from the fields of a half-filled form, for the payments shown beside it; None when too little."""

    def number(name: str) -> int | None:
        text = str(query.get(name, "")).strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None

    try:
        how = Outcome(query.get("how", ""))
    except ValueError:
        return None
    winner, fan = number("winner"), number("fan")
    discarder = None if how is Outcome.SELF_DRAW else number("discarder")
    if how is Outcome.DRAWN or winner is None or (fan is None and fan_needed):
        return None
    if how is not Outcome.SELF_DRAW and discarder is None:
        return None
    return DealFacts(how, winner=winner, discarder=discarder, fan_total=fan, flowers=number("flowers") or 0)


def query_of(data: Any, names: Iterable[str]) -> dict[str, str]:
    """The fields that are filled in, for an address that opens a form with them."""
    return {name: data[name] for name in names if data.get(name) not in (None, "")}
