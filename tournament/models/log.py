"""The log: everything that was ever stated about a game, each statement one row that never changes.

All kinds of statement share one table, so that one sequence and one hash chain a game, and one use of a
phone's key, are constraints of the database. Each kind has a proxy with its own queryset.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, F, Index, OuterRef, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.payments import Deltas, Outcome
from scoring.rotation import Reseat
from tournament.models.access import TablePass
from tournament.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from tournament.models.people import Player
from tournament.models.table import Table
from tournament.models.tournament import Tournament

ENTERED_AGAIN = gettext_noop("entered again")
"""The reason of a deal that was taken back and comes anew: stored in English, translated when shown."""


class Kind(models.TextChoices):
    DEAL = "deal", _("deal")
    TOTALS = "totals", _("totals")
    PENALTY = "penalty", _("penalty")
    SIGN_OFF = "sign_off", _("sign-off")
    RESEAT = "reseat", _("re-seating")
    NOTE = "note", _("note")


class Said(models.TextChoices):
    """What an entry says, of whatever kind."""

    SELF_DRAW = Outcome.SELF_DRAW.value, _("self-draw")
    DISCARD = Outcome.DISCARD.value, _("discard win")
    ROBBED_KONG = Outcome.ROBBED_KONG.value, _("robbed kong")
    DRAWN = Outcome.DRAWN.value, _("drawn hand")
    TOTALS = "totals", _("totals only")
    TRANSFER = "transfer", _("paid to the others")
    DEDUCTION = "deduction", _("deducted")
    VICTIM = "victim", _("paid to one player")
    WARNING = "warning", _("warning")
    AGREE = "agree", _("agreed")
    DISPUTE = "dispute", _("disputed")
    CLOSE = "close", _("game ended")
    REOPEN = "reopen", _("game reopened")
    RESEATED = "reseated", _("other seats")
    NOTE = "note", _("note")
    REPLAYED = "replayed", _("hand played again")
    VOID = "void", _("does not count")


WON = (Said.SELF_DRAW, Said.DISCARD, Said.ROBBED_KONG)
PENALTIES = (Said.TRANSFER, Said.DEDUCTION, Said.VICTIM, Said.WARNING)
MOVES_NOTHING = (
    Said.DRAWN,
    Said.VOID,
    Said.AGREE,
    Said.DISPUTE,
    Said.CLOSE,
    Said.REOPEN,
    Said.WARNING,
    Said.RESEATED,
    Said.NOTE,
    Said.REPLAYED,
)
DELTAS = ("delta_east", "delta_south", "delta_west", "delta_north")
WITHOUT_FIGURES = (Kind.SIGN_OFF, Kind.NOTE)
"""Kinds that change nothing of what the four agree with."""
TABLE_WORD = 5
"""``number`` of the sign-offs that speak for the whole table (game ended, reopened); 1-4 are the players."""


def counting(statements: Sequence["Entry"]) -> "Entry | None":
    """What counts of all that was said about one thing: the newest revision, unless it is a void.

    The same rule as ``EntryQuerySet.live``, for entries that are loaded already; nothing else decides it.
    """
    newest = max(statements, key=lambda entry: entry.revision, default=None)
    return None if newest is None or newest.said == Said.VOID else newest


def reseats_of(live: Iterable["Entry"]) -> tuple[Reseat, ...]:
    """The re-seatings among the statements that count, in the order they were said."""
    said = sorted((entry for entry in live if entry.kind == Kind.RESEAT), key=lambda entry: entry.sequence)
    return tuple(
        Reseat(entry.number, tuple(entry.detail["order"]), entry.detail.get("until")) for entry in said
    )


def dead_hands(live: Iterable["Entry"], *, deal: int) -> dict[int, "Entry"]:
    """Who may not win deal ``deal``, by seat: each with the penalty that says so.

    ``live`` are the penalties and notes that count. A hand that is played again is a new hand (dossier 5.1).
    """
    said = [entry for entry in live if entry.deal == deal]
    dealt = max((entry.sequence for entry in said if entry.said == Said.REPLAYED), default=0)
    return {
        entry.seat: entry
        for entry in said
        if entry.dead_hand and entry.seat is not None and entry.sequence > dealt
    }


class EntryQuerySet(AppendOnlyQuerySet):
    def live(self, *, as_of: datetime | None = None) -> "EntryQuerySet":
        """The statements that count: of each, the newest revision, unless that one is a void.

        ``as_of`` looks at the log as it was at that time.
        """
        newer = Entry.objects.filter(
            kind=OuterRef("kind"), number=OuterRef("number"), revision__gt=OuterRef("revision")
        )
        known = self
        if as_of is not None:
            newer, known = newer.filter(recorded_at__lte=as_of), known.filter(recorded_at__lte=as_of)
        of_table, of_tournament = (
            newer.filter(table=OuterRef("table")),
            newer.filter(table=None, tournament=OuterRef("tournament")),
        )
        return known.exclude(said=Said.VOID).filter(
            (Q(table__isnull=False) & ~models.Exists(of_table))
            | (Q(table__isnull=True) & ~models.Exists(of_tournament))
        )

    def deals(self) -> "EntryQuerySet":
        return self.filter(kind=Kind.DEAL)

    def penalties(self) -> "EntryQuerySet":
        return self.filter(kind=Kind.PENALTY)


class Entry(AppendOnlyModel):
    """One statement. What it is about is (table, kind, number); corrections raise ``revision``.

    ``number`` counts within the kind: the deal 1-16; the penalty of this game; the seat + 1 of a player's
    sign-off, 5 for the table's; the first deal of a re-seating; the note of this game. ``table`` is empty
    for a penalty outside any game. ``deal`` is the deal a penalty or a note fell in. ``up_to`` is the
    sequence that a sign-off speaks about. Deltas are worked out by the rules when the entry is made and
    kept: ``verify_log`` works them out again.
    """

    was_known = False
    """Set by services on an entry that the same press had made before."""
    after: Any = None
    """Set by services on a new entry at a table: the table as it is ``seated``, and the whole log with it."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="entries")
    kind = models.CharField(max_length=8, choices=Kind)
    number = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField(default=1)
    said = models.CharField(max_length=11, choices=Said)

    winner = models.PositiveSmallIntegerField(null=True)
    discarder = models.PositiveSmallIntegerField(null=True)
    fan_total = models.PositiveSmallIntegerField(null=True)
    flowers = models.PositiveSmallIntegerField(default=0)
    delta_east = models.SmallIntegerField(default=0)
    delta_south = models.SmallIntegerField(default=0)
    delta_west = models.SmallIntegerField(default=0)
    delta_north = models.SmallIntegerField(default=0)

    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="entries")
    seat = models.PositiveSmallIntegerField(null=True)
    deal = models.PositiveSmallIntegerField(null=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    mini_points = models.SmallIntegerField(default=0)
    twelfths = models.SmallIntegerField(default=0)
    dead_hand = models.BooleanField(default=False)
    up_to = models.PositiveIntegerField(null=True)

    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)

    client_key = models.UUIDField(unique=True)
    sequence = models.PositiveIntegerField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    actor = models.CharField(max_length=80)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_with = models.ForeignKey(TablePass, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField()

    objects: ClassVar[Any] = models.Manager.from_queryset(EntryQuerySet)()

    class Meta:
        ordering = ("pk",)
        indexes = [
            # the whole log of an event in the order it was written: archives, verification
            Index(fields=["tournament", "id"], name="entry_of_a_tournament"),
        ]
        constraints = [
            UniqueConstraint(fields=["table", "sequence"], name="entry_sequence_once"),
            UniqueConstraint(
                fields=["tournament", "sequence"],
                condition=Q(table__isnull=True),
                name="entry_sequence_once_off_table",
            ),
            UniqueConstraint(fields=["table", "kind", "number", "revision"], name="entry_revision_once"),
            UniqueConstraint(
                fields=["tournament", "kind", "number", "revision"],
                condition=Q(table__isnull=True),
                name="entry_revision_once_off_table",
            ),
            CheckConstraint(
                name="entry_zero_sum",
                condition=Q(said=Said.DEDUCTION)
                | Q(delta_east=-F("delta_south") - F("delta_west") - F("delta_north")),
            ),
            CheckConstraint(
                name="entry_counts_from_one",
                condition=Q(number__gte=1, revision__gte=1, sequence__gte=1),
            ),
            CheckConstraint(
                name="entry_correction_has_reason",
                condition=Q(revision=1) | Q(kind=Kind.SIGN_OFF) | ~Q(reason=""),
            ),
            CheckConstraint(
                name="entry_says_what_its_kind_can",
                condition=Q(kind=Kind.DEAL, said__in=[*WON, Said.DRAWN, Said.VOID])
                | Q(kind=Kind.TOTALS, said__in=[Said.TOTALS, Said.VOID])
                | Q(kind=Kind.PENALTY, said__in=[*PENALTIES, Said.VOID])
                | Q(kind=Kind.RESEAT, said__in=[Said.RESEATED, Said.VOID])
                | Q(kind=Kind.NOTE, said__in=[Said.NOTE, Said.REPLAYED, Said.VOID])
                | Q(kind=Kind.SIGN_OFF, said__in=[Said.AGREE, Said.DISPUTE, Said.CLOSE, Said.REOPEN]),
            ),
            CheckConstraint(
                name="entry_win_shape",
                # "is not null" is said aloud: a comparison with NULL is unknown, and CHECK lets that pass
                condition=Q(
                    said=Said.SELF_DRAW,
                    winner__isnull=False,
                    winner__lte=3,
                    discarder__isnull=True,
                    fan_total__isnull=False,
                    fan_total__gte=1,
                )
                | (
                    Q(
                        said__in=[Said.DISCARD, Said.ROBBED_KONG],
                        winner__isnull=False,
                        winner__lte=3,
                        discarder__isnull=False,
                        discarder__lte=3,
                        fan_total__isnull=False,
                        fan_total__gte=1,
                    )
                    & ~Q(winner=F("discarder"))
                )
                | (
                    ~Q(said__in=WON)
                    & Q(winner__isnull=True, discarder__isnull=True, fan_total__isnull=True, flowers=0)
                ),
            ),
            CheckConstraint(
                name="entry_nothing_moves_when_nothing_counts",
                condition=~Q(said__in=MOVES_NOTHING)
                | Q(
                    delta_east=0,
                    delta_south=0,
                    delta_west=0,
                    delta_north=0,
                    mini_points=0,
                    twelfths=0,
                ),
            ),
            CheckConstraint(
                name="entry_penalty_has_player",
                condition=Q(kind=Kind.PENALTY, player__isnull=False)
                | (~Q(kind=Kind.PENALTY) & Q(player=None)),
            ),
            CheckConstraint(
                name="entry_off_table_is_penalty", condition=Q(table__isnull=False) | Q(kind=Kind.PENALTY)
            ),
            CheckConstraint(
                name="entry_deal_in_range",
                condition=~Q(kind=Kind.DEAL) | Q(number__lte=99, table__isnull=False),
            ),
            CheckConstraint(name="entry_flowers_up_to_eight", condition=Q(flowers__lte=8)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} r{self.revision} {self.said}"

    @property
    def deltas(self) -> Deltas:
        return (self.delta_east, self.delta_south, self.delta_west, self.delta_north)

    @property
    def player_number(self) -> int | None:
        """The number of the player a penalty belongs to."""
        return self.player.number if self.player_id is not None and self.player else None

    def content(self) -> dict[str, Any]:
        """What the hash of this entry is made of: every fact, and who stated it when. No database ids."""
        return {
            "kind": self.kind,
            "number": self.number,
            "revision": self.revision,
            "said": self.said,
            "winner": self.winner,
            "discarder": self.discarder,
            "fan_total": self.fan_total,
            "flowers": self.flowers,
            "deltas": list(self.deltas),
            "player": self.player_number,
            "seat": self.seat,
            "deal": self.deal,
            "round": self.round_number,
            "mini_points": self.mini_points,
            "twelfths": self.twelfths,
            "dead_hand": self.dead_hand,
            "up_to": self.up_to,
            "detail": self.detail,
            "reason": self.reason,
            "client_key": str(self.client_key),
            "actor": self.actor,
            # in UTC, as every database gives it back, whatever clock it was written by
            "recorded_at": self.recorded_at.astimezone(UTC).isoformat(timespec="microseconds"),
        }


class KindManager(models.Manager.from_queryset(EntryQuerySet)):  # type: ignore[misc]
    """The rows of one kind."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind

    def get_queryset(self) -> EntryQuerySet:
        rows: EntryQuerySet = super().get_queryset().filter(kind=self.kind)
        return rows


class DealEntry(Entry):
    """One statement about one deal."""

    objects: ClassVar[Any] = KindManager(Kind.DEAL)

    class Meta:
        proxy = True


class TotalsEntry(Entry):
    """Four totals of a game whose deals are not known (time ran out, paper was used)."""

    objects: ClassVar[Any] = KindManager(Kind.TOTALS)

    class Meta:
        proxy = True


class PenaltyEntry(Entry):
    """A penalty: of a player, in a game or outside any. A false win is one."""

    objects: ClassVar[Any] = KindManager(Kind.PENALTY)

    class Meta:
        proxy = True


class ReseatEntry(Entry):
    """From a deal on the four sit otherwise than the seating says; persons keep their hands."""

    objects: ClassVar[Any] = KindManager(Kind.RESEAT)

    class Meta:
        proxy = True


class NoteEntry(Entry):
    """What happened and moved no points: a note for the desk, or a hand that is played again."""

    objects: ClassVar[Any] = KindManager(Kind.NOTE)

    class Meta:
        proxy = True


class SignOff(Entry):
    """A player's yes or no to what is recorded up to a sequence, or the word that a game has ended."""

    objects: ClassVar[Any] = KindManager(Kind.SIGN_OFF)

    class Meta:
        proxy = True
