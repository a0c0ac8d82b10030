"""What the pages of one table show: the fragment that moves by itself, people to choose from, statements."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from scoring.payments import DealFacts, Deltas, Outcome
from tournament.errors import Refused, sentence
from tournament.models import Entry, Player, Table, Tournament
from tournament.selectors.agreements import agreements
from tournament.selectors.clock import open_calls, table_time
from tournament.selectors.game_shapes import GameView, Line, Person
from tournament.selectors.games import game_view
from tournament.selectors.passes import moment
from tournament.views.doors import Door

SEATED_COOKIE = "seated"
"""Remembers on the phone that its table has changed seats before this deal."""
TURN_COOKIE = "turn"
"""Remembers on the phone how the picture is turned: the chair at its lower edge."""
PLACES = ("bottom", "right", "top", "left")
"""The places of the picture in turn order, which is counter-clockwise as in the room."""
CORNERS = ("br", "tr", "tl", "bl")


@dataclass(frozen=True, slots=True)
class Pose:
    """How one phone shows its table: seats changed before this deal, and who sits at the lower edge."""

    seated: int = 0
    turn: int | None = None

    def lower_chair(self, door: Door, view: GameView) -> int:
        """The chair at the lower edge: as the phone says, else a player's own, else East."""
        if self.turn is not None:
            return self.turn % 4
        mine = [p.chair for p in view.people if door.player is not None and p.player.pk == door.player.pk]
        return mine[0] if mine else 0


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
    place: str = ""
    """Where the phone shows this person: bottom, right, top or left."""


@dataclass(frozen=True, slots=True)
class Move:
    """Where somebody goes when seats change: from which chair to which, and which way that is."""

    origin: int
    chair: int

    @property
    def way(self) -> int:
        """1 one seat to the right, 2 across, 3 one seat to the left: play runs to the right."""
        return (self.chair - self.origin) % 4


@dataclass(frozen=True, slots=True)
class Arrow:
    """One line of the drawing: a corner between two neighbours, or an axis across the table.

    ``on`` points along the turn order (across: up or to the left), ``back`` against it; two people who
    change places share one line with both heads.
    """

    place: str
    on: bool
    back: bool

    @property
    def turned(self) -> int:
        """How far the drawing of the lower right corner is turned, in degrees."""
        return -90 * CORNERS.index(self.place) if self.place in CORNERS else 0


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


def table_context(door: Door, view: GameView, *, pose: Pose = Pose()) -> dict[str, Any]:
    """Everything that the moving part of the table shows. No keys, no forms: a phone gets the same again."""
    opens = door.is_open and view.takes_deals
    signs = agreements(view)
    lower = pose.lower_chair(door, view)
    moves = {seat: Move(origin, chair) for seat, origin, chair in view.moves}
    pausing = view.takes_deals and bool(signs.asked) and pose.seated != view.next_deal
    sitting = [view.by_chair[(lower + place) % 4] for place in range(4)]
    return {
        "door": door,
        "view": view,
        "table": view.table,
        "round": view.table.round,
        "opens": opens,
        "corrects": door.is_open and (door.strong or not view.ended),
        "closes": door.is_open and view.is_over and not view.ended,
        "pausing": pausing and (bool(moves) or signs.required),
        "seats": sorted(
            ((place, person, moves.get(person.seat)) for place, person in zip(PLACES, sitting, strict=True)),
            key=lambda seat: seat[1].wind,
        ),
        "arrows": arrows(moves.values(), lower),
        **dict(zip(PLACES, (_plate(door, view, person, opens) for person in sitting), strict=True)),
        "signs": signs,
        "mine": next(
            (s for s in signs.signatures if door.player and s.person.player.pk == door.player.pk), None
        ),
        "turned": (lower + 1) % 4,
        "time": table_time(view.table, next_deal=view.next_deal, at=timezone.now()),
        "call": open_calls(view.table.round_id).get(view.table.pk) if door.player is None else None,
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
        place=person.place if view.has_places else 0,
        href=f"{door.to('win')}?winner={person.seat}" if winnable else "",
        out=person.dead_hand,
        chosen=door.player is not None and door.player.pk == person.player.pk,
    )


def arrows(moves: Iterable[Move], lower: int = 0) -> tuple[Arrow, ...]:
    """The lines of the drawing, with the chair ``lower`` at the lower edge."""
    heads: dict[str, set[bool]] = {}
    for move in moves:
        start, end = (move.origin - lower) % 4, (move.chair - lower) % 4
        if move.way == 2:
            place, on = ("v", end == 2) if start % 2 == 0 else ("h", end == 3)
        elif move.way == 1:
            place, on = CORNERS[start], True
        else:
            place, on = CORNERS[end], False
        heads.setdefault(place, set()).add(on)
    return tuple(Arrow(place, True in ways, False in ways) for place, ways in heads.items())


class TableFragment:
    """Renders the moving part of one table for the event stream.

    Every change in the event wakes every table; only a table whose own log or round moved is drawn again.
    """

    def __init__(self, door: Door, pose: Pose) -> None:
        self.door, self.pose = door, pose
        self._stamp: Any = None
        self._html = ""

    @property
    def key(self) -> str:
        """The name of this rendering among all frames of the event."""
        who = self.door.pass_id if self.door.pass_id is not None else f"desk{int(self.door.strong)}"
        return f"table/{self.door.table.pk}/{self.door.kind}/{who}/{self.pose.seated}/{self.pose.turn}"

    def __call__(self, tournament: Tournament) -> str:
        door, now = self.door, moment(tournament, self.door.table.round_id)
        dead = now.withdrawn if door.player is None else now.withdrawn_players
        sits = door.table.pk if door.player is None else now.sitting.get(door.player.pk)
        revoked = not door.is_desk and door.pass_id in dead
        stamp = (translation.get_language(), now.last.get(door.table.pk), now.facts, revoked, sits)
        if stamp != self._stamp:
            self._html, self._stamp = self._render(revoked=revoked, sits=sits), stamp
        return self._html

    def _render(self, *, revoked: bool, sits: int | None) -> str:
        if revoked:
            return render_to_string("referee/_revoked.html", {"door": self.door})
        if sits is None:  # somebody else has the seat now, and what happens there is not theirs to follow
            said = sentence(Refused("no_table_now"))
            return render_to_string("components/notice.html", {"kind": "info", "text": said})
        if sits != self.door.table.pk:
            table = Table.objects.select_related("round").get(pk=sits)
            return render_to_string("referee/_next_table.html", {"door": self.door, "next": table})
        try:
            view = game_view(self.door.table)
        except Table.DoesNotExist:  # another seating took the table away, and its link with it
            if self.door.is_desk:
                raise
            return render_to_string("referee/_revoked.html", {"door": self.door})
        door = replace(self.door, table=view.table)
        return render_to_string("referee/_table.html", table_context(door, view, pose=self.pose))


def people_in(view: GameView, number: int, *, chosen: str = "", lower: int = 0) -> list[Choice]:
    """The four in the order of their seat winds in deal ``number``, with who may not win it.

    ``lower`` is the chair that the phone shows at its lower edge.
    """
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
                place=PLACES[(position.chairs[person.seat] - lower) % 4],
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
