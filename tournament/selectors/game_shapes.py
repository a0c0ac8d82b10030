"""The shapes of one game as people see it: a person, a deal, what was said besides, and the whole."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from scoring import rotation
from scoring.game import GameScore
from scoring.payments import Deltas
from scoring.rotation import DealPosition
from scoring.rulesets import Ruleset
from tournament.models import Entry, Player, Said, Table
from tournament.models.log import dead_hands


@dataclass(frozen=True, slots=True)
class Person:
    """A player at this table; wind, chair and dealer are of the deal in play."""

    seat: int
    player: Player
    wind: int
    chair: int
    dealer: bool
    score: int
    place: int
    table_points: Fraction
    dead_hand: bool
    signed: str
    """The player's last word on what is recorded now: "agree", "dispute" or ""."""


@dataclass(frozen=True, slots=True)
class Line:
    """One deal: what counts (None when it was taken back), everything ever said of it, what it came to."""

    number: int
    position: DealPosition
    entry: Entry | None
    revisions: tuple[Entry, ...]
    penalties: tuple["PenaltyLine", ...]
    notes: tuple["NoteLine", ...]
    deltas: Deltas
    scores: Deltas | None
    winner: Player | None
    discarder: Player | None
    state: str = "counted"
    """Where the deal stands: "counted", "in_play" (the next to be recorded, and no other), "to_come" (after
    that one: the deal before was taken back), "taken_back", or "not_played" (the game is over without it)."""

    @property
    def corrected(self) -> bool:
        return len(self.revisions) > 1

    @property
    def happened(self) -> tuple["PenaltyLine | NoteLine", ...]:
        """Penalties and notes of this deal in the order they were said: a replay parts what came before."""
        return tuple(sorted((*self.penalties, *self.notes), key=lambda line: line.entry.sequence))


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty with its cancellation, if there was one."""

    entry: Entry
    player: Player
    cancelled: Entry | None = None

    @property
    def false_win(self) -> str:
        return str(self.entry.detail.get("false_win", ""))


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note, or a hand that is played again, with the word that took it back, if there was one."""

    entry: Entry
    cancelled: Entry | None = None

    @property
    def text(self) -> str:
        return str(self.entry.detail.get("text") or self.entry.reason)

    @property
    def replayed(self) -> bool:
        return bool(self.entry.said == Said.REPLAYED)


@dataclass(frozen=True, slots=True)
class ReseatLine:
    """A re-seating: who took the chairs of the four starters, in words of persons."""

    entry: Entry
    persons: tuple[Player, ...]
    """By seat wind in the first deal that it concerns."""
    cancelled: Entry | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game, complete. ``position`` is of the deal in play, or of the last one when the game is over."""

    table: Table
    deals: int
    people: tuple[Person, ...]
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]
    score: GameScore
    next_deal: int
    position: DealPosition
    rules: Ruleset
    """Of this table: with whoever sits otherwise than the seating says."""
    ended: bool
    totals_only: bool
    totals_entry: Entry | None
    penalties: tuple[PenaltyLine, ...]
    notes: tuple[NoteLine, ...]
    reseats: tuple[ReseatLine, ...]
    last_fact: int
    code: str
    marks: tuple[str, ...] = field(default=())
    """One word a deal for the sixteen: "won", "drawn", "now" or "" (to come)."""

    @property
    def played(self) -> int:
        return self.score.deals_played

    @property
    def has_places(self) -> bool:
        """Something counts that sets the four apart or could have: until then nobody is first."""
        return bool(self.played or self.totals_only or any(person.score for person in self.people))

    @property
    def is_full(self) -> bool:
        return self.next_deal > self.deals

    @property
    def is_over(self) -> bool:
        """Nothing more can be entered: all deals played, ended early, or totals only."""
        return self.is_full or self.ended or self.totals_only

    @property
    def takes_deals(self) -> bool:
        return self.table.round.is_running and not self.is_over

    def dead_hands(self, deal: int) -> dict[int, Entry]:
        """Who may not win a deal, by seat, each with the penalty that says so."""
        return dead_at(self.penalties, self.notes, deal)

    @property
    def in_play(self) -> tuple["PenaltyLine | NoteLine", ...]:
        """What counts of what was said about the hand in play, since it was dealt the last time."""
        lines = (line for line in self.lines if line.number == self.next_deal)
        said = [each for line in lines for each in line.happened if each.cancelled is None]
        dealt = max((each.entry.sequence for each in said if each.entry.said == Said.REPLAYED), default=0)
        return tuple(each for each in said if each.entry.sequence >= dealt)

    @property
    def ahead(self) -> tuple["PenaltyLine | NoteLine", ...]:
        """What counts of what was said about deals after the one in play: the deal before was taken back and
        is played again, and all the while a penalty of the later one stays in the scores."""
        later = (line for line in self.lines if line.number > self.next_deal)
        return tuple(each for line in later for each in line.happened if each.cancelled is None)

    @property
    def last_line(self) -> Line | None:
        counted = [line for line in self.lines if line.entry is not None]
        return counted[-1] if counted else None

    @property
    def disputes(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.signed == Said.DISPUTE)

    @property
    def agreed(self) -> bool:
        return all(person.signed == Said.AGREE for person in self.people)

    @property
    def by_wind(self) -> tuple[Person, ...]:
        """East, South, West, North of the deal in play."""
        return tuple(sorted(self.people, key=lambda person: person.wind))

    @property
    def by_chair(self) -> tuple[Person, ...]:
        """East, South, West, North chair: as the people sit in the room now."""
        return tuple(sorted(self.people, key=lambda person: person.chair))

    @property
    def by_place(self) -> tuple[Person, ...]:
        """First place first; equal ones by starting seat."""
        return tuple(sorted(self.people, key=lambda person: (person.place, person.seat)))

    @property
    def moves(self) -> tuple[tuple[int, int, int], ...]:
        """Who changes chairs before the deal in play: (starting seat, from chair, to chair)."""
        if self.is_over or self.next_deal == 1:
            return ()
        return rotation.moves_after(
            self.next_deal - 1, seat_change=self.rules.seat_change, reseats=self.rules.reseats
        )

    @property
    def last_at(self) -> datetime | None:
        return self.entries[-1].recorded_at if self.entries else None


def dead_at(penalties: Sequence[PenaltyLine], notes: Sequence[NoteLine], deal: int) -> dict[int, Entry]:
    """Who may not win a deal, by seat, each with the entry that says so."""
    given = [line.entry for line in penalties if line.cancelled is None]
    return dead_hands([*given, *(line.entry for line in notes if line.cancelled is None)], deal=deal)
