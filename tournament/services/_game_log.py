"""All that was said at one table, loaded once under the lock: what a service asks before it appends."""

from collections.abc import Iterable
from uuid import UUID

from scoring.rotation import Reseat
from tournament.models import Entry, Kind, Said, Table, Tournament
from tournament.models.log import TABLE_WORD, WITHOUT_FIGURES, counting, dead_hands, reseats_of
from tournament.selectors.entries import said_at

COLUMNS = (
    "table_id",
    "client_key",
    "kind",
    "number",
    "revision",
    "said",
    "winner",
    "discarder",
    "fan_total",
    "flowers",
    "player_id",
    "seat",
    "deal",
    "dead_hand",
    "up_to",
    "detail",
    "sequence",
    "hash",
)


class GameLog:
    """The entries of one table in order (or, off any table, the penalties of the event).

    One query in the place of one for each question: a game has a few dozen entries at most.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._said: dict[tuple[str, int], list[Entry]] = {}
        self.entries: list[Entry] = []
        for entry in entries:
            self.add(entry)

    @classmethod
    def of(cls, table: Table | None, tournament: Tournament) -> "GameLog":
        if table is not None:
            said = said_at(table.pk)
            return cls(said.entries if said else ())
        off_table = Entry.objects.filter(table=None, tournament=tournament)
        return cls(off_table.order_by("sequence").only(*COLUMNS))

    def add(self, entry: Entry) -> None:
        self._said.setdefault((entry.kind, entry.number), []).append(entry)
        self.entries.append(entry)

    @property
    def last(self) -> Entry | None:
        return self.entries[-1] if self.entries else None

    def with_key(self, client_key: UUID) -> Entry | None:
        """What this key has said here, if anything: a key says one thing."""
        return next((entry for entry in self.entries if entry.client_key == client_key), None)

    def newest(self, kind: Kind, number: int) -> Entry | None:
        """The newest revision of a statement, void or not."""
        statements = self._said.get((kind, number))
        return statements[-1] if statements else None

    def live(self, kind: Kind) -> list[Entry]:
        """The statements of a kind that count."""
        found = (counting(statements) for (of, _), statements in self._said.items() if of == kind)
        return [entry for entry in found if entry is not None]

    @property
    def next_deal(self) -> int:
        """The number of the deal that comes next; one more than the last when the game is full."""
        return max((entry.number for entry in self.live(Kind.DEAL)), default=0) + 1

    @property
    def has_totals(self) -> bool:
        return bool(self.live(Kind.TOTALS))

    @property
    def is_ended(self) -> bool:
        """Whether somebody said that this game has ended (before its last deal, or for good)."""
        word = self.newest(Kind.SIGN_OFF, TABLE_WORD)
        return word is not None and word.said == Said.CLOSE

    @property
    def last_fact(self) -> int:
        """The sequence of the newest entry that the four agree about; 0 when there is none."""
        return max(
            (
                statements[-1].sequence
                for (kind, _), statements in self._said.items()
                if kind not in WITHOUT_FIGURES
            ),
            default=0,
        )

    @property
    def agreeing(self) -> int:
        """How many of the four agree with everything that is recorded now."""
        words = [self.newest(Kind.SIGN_OFF, number) for number in range(1, TABLE_WORD)]
        return sum(
            word is not None and word.said == Said.AGREE and (word.up_to or 0) >= self.last_fact
            for word in words
        )

    @property
    def last_penalty(self) -> int:
        """The highest number of a penalty; 0 when there is none."""
        return self.last_number(Kind.PENALTY)

    def last_number(self, of: Kind) -> int:
        """The highest number of a kind that is counted up; 0 when there is none."""
        return max((number for kind, number in self._said if kind == of), default=0)

    @property
    def reseats(self) -> tuple[Reseat, ...]:
        """Who sat otherwise than the seating says, from which deal on."""
        return reseats_of(self.live(Kind.RESEAT))

    def dead_hand(self, *, deal: int, seat: int) -> Entry | None:
        """The penalty that keeps this seat from winning this deal, if there is one."""
        return dead_hands([*self.live(Kind.PENALTY), *self.live(Kind.NOTE)], deal=deal).get(seat)
