"""One competition: what it is called, when and where it is, and the rules that its tables are played by."""

from functools import cached_property
from zoneinfo import ZoneInfo

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rulesets import STANDARD_POINTS, Ruleset, ruleset
from tournament.engine import sight
from tournament.engine.round_plan import BY_RANK, FINALS, FIXED, MIXED, PLAY_ON, STOP, RoundPlan


class State(models.TextChoices):
    """Settings are open while planned, frozen from the first started round on."""

    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Profile(models.TextChoices):
    MIL2025 = "MIL2025", _("MIL 2025 (Mahjong International League)")
    CN1998 = "CN1998", _("China 1998 (State Sport Commission)")
    WMO2006 = "WMO2006", _("WMO 2006 (Green Book, EMA)")


class FalseWinPreset(models.TextChoices):
    CN1998 = "cn1998", _("China 1998: 10 to each of the others, 20 when not ready")
    MIL2025 = "mil2025", _("MIL 2025: 40 deducted, 80 when not ready")
    NATSUKI = "natsuki", _("Natsuki 2025: 10 to each, 20 for a wrong tile or when not ready")
    CLUB_NONE = "club_none", _("Club: no points, dead hand only")


class SeatChange(models.TextChoices):
    WMO = "wmo", _("After every wind round (WMO)")
    QA_FIG1 = "qa_fig1", _("After every wind round, one seat on (QA figure 1)")
    FRWIKI_ALT = "frwiki_alt", _("After every wind round (alternative table)")
    HALF = "half", _("Once, after the South wind round")
    NONE = "none", _("Nobody changes seats")


class TimeUp(models.TextChoices):
    FINISH_HAND = "finish_hand", _("Finish the running deal")
    STOP_NOW = "stop_now", _("Stop at once")
    NO_NEW_HAND = "no_new_hand_after_bell", _("No new deal after the bell")
    PLUS_ONE = "plus_one", _("Finish the running deal and play one more")


class SeatingMode(models.TextChoices):
    FIXED = FIXED, _("All rounds in advance")
    BY_RANK = BY_RANK, _("The first round by draw, then by rank")
    MIXED = MIXED, _("Some rounds in advance, then by rank")
    FINALS = FINALS, _("Some rounds in advance, at the end finals of the best")


class OthersInFinals(models.TextChoices):
    PLAY_ON = PLAY_ON, _("play on by rank")
    STOP = STOP, _("stop")


class Agreement(models.TextChoices):
    """When the four have to agree with what is recorded before their round can close."""

    NONE = "none", _("Not needed")
    END = "end", _("At the end of each game")
    WIND_ROUNDS = "wind_rounds", _("After each wind round and at the end")


class EntryWay(models.TextChoices):
    """How much of a win a table enters."""

    TOTAL = "total", _("Fan total")
    FANS = "fans", _("List of fans")
    TILES = "tiles", _("All tiles, judged")


class ClaimedTotal(models.TextChoices):
    """What counts when a table claims another total than its tiles are worth (the dossier's section 4.2)."""

    STANDS = "stands_unless_objected", _("A claim that is too low stands unless a player objects (MIL)")
    EXACT = "referee_exact", _("The judged total always counts")


class ClockStart(models.TextChoices):
    WITH_ROUND = "with_round", _("With the round")
    BY_HAND = "by_hand", _("By hand, when everybody sits")


class Audience(models.TextChoices):
    PUBLIC = sight.Audience.PUBLIC.value, _("everybody")
    PARTICIPANTS = sight.Audience.PARTICIPANTS.value, _("people with a link of the event")
    ORGANIZERS = sight.Audience.ORGANIZERS.value, _("organizers and referees only")


class ResultsShown(models.TextChoices):
    ALL = sight.Shown.ALL.value, _("the whole ranking")
    TOP = sight.Shown.TOP.value, _("the top only")
    NONE = sight.Shown.NONE.value, _("no results")


class Ceremony(models.TextChoices):
    BEFORE = sight.Ceremony.BEFORE.value, _("not begun")
    RUNNING = sight.Ceremony.RUNNING.value, _("being read from below")
    OVER = sight.Ceremony.OVER.value, _("over: everything is shown")


def standard_points() -> list[str]:
    return list(STANDARD_POINTS)


def standard_warnings() -> list[int]:
    return [15, 5]


def standard_entry_ways() -> list[str]:
    return [EntryWay.TOTAL.value, EntryWay.TILES.value]


def standard_tiebreaks() -> list[str]:
    return ["tp", "mini"]


class Tournament(models.Model):
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(pgettext_lazy("of an event", "name"), max_length=120)
    native_name = models.CharField(_("name in the second script"), max_length=120, blank=True)
    place = models.CharField(pgettext_lazy("of an event", "place"), max_length=120, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    system = models.CharField(max_length=20, default="mcr", editable=False)
    profile = models.CharField(
        _("reading of the fans"), max_length=20, choices=Profile, default=Profile.MIL2025
    )
    number_of_rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=8, validators=[MinValueValidator(1), MaxValueValidator(40)]
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes a round"), default=120, validators=[MinValueValidator(10), MaxValueValidator(600)]
    )
    table_points = models.JSONField(_("table points"), default=standard_points)
    tiebreaks = models.JSONField(_("order of the ranking"), default=standard_tiebreaks)
    false_win = models.CharField(
        _("false win"), max_length=20, choices=FalseWinPreset, default=FalseWinPreset.CN1998
    )
    seat_change = models.CharField(
        _("seat change"), max_length=20, choices=SeatChange, default=SeatChange.WMO
    )
    time_up = models.CharField(
        _("when the time is up"), max_length=30, choices=TimeUp, default=TimeUp.FINISH_HAND
    )
    clock_start = models.CharField(
        _("the clock starts"), max_length=12, choices=ClockStart, default=ClockStart.WITH_ROUND
    )
    warnings = models.JSONField(_("signals before the end"), default=standard_warnings)
    """Minutes before the end at which every clock gives a signal, the longest first."""
    seating_mode = models.CharField(
        _("seating of the rounds"), max_length=10, choices=SeatingMode, default=SeatingMode.FIXED
    )
    advance_rounds = models.PositiveSmallIntegerField(_("rounds seated in advance"), default=5)
    finalists = models.PositiveSmallIntegerField(_("players in the finals"), default=16)
    final_rounds = models.PositiveSmallIntegerField(_("rounds of finals"), default=1)
    others_in_finals = models.CharField(
        _("the others during the finals"),
        max_length=10,
        choices=OthersInFinals,
        default=OthersInFinals.PLAY_ON,
    )
    sit_outs = models.BooleanField(_("people rest in turn when they do not fill tables"), default=False)
    agreement = models.CharField(
        _("the four agree"), max_length=12, choices=Agreement, default=Agreement.NONE
    )
    entry_ways = models.JSONField(_("ways to enter a win"), default=standard_entry_ways)
    claimed_total = models.CharField(
        _("claimed and judged total differ"),
        max_length=30,
        choices=ClaimedTotal,
        default=ClaimedTotal.STANDS,
    )
    totals_at_table = models.BooleanField(_("tables may store totals without deals"), default=False)
    seating_rules = models.JSONField(default=dict, editable=False)
    """What seatings respect: ``avoid`` pairs, ``fixed`` tables, ``closed`` tables, and in ``ignore`` which of
    team, country and club do not count. By player number; see services/seating_rules.py."""
    seating_due = models.DateTimeField(null=True, editable=False)
    """When a published seating that is still hidden will be seen; None when nothing is hidden."""
    plans_made = models.PositiveSmallIntegerField(default=0, editable=False)
    """The highest number that a seating plan ever had: none is given twice, though drafts are discarded."""
    audience = models.CharField(
        _("who may open the pages"), max_length=12, choices=Audience, default=Audience.PUBLIC
    )
    results_shown = models.CharField(
        _("what is shown of the ranking"), max_length=4, choices=ResultsShown, default=ResultsShown.ALL
    )
    results_top = models.PositiveSmallIntegerField(_("rows of the top"), default=10)
    frozen_rounds = models.PositiveSmallIntegerField(_("last rounds unseen until the ceremony"), default=0)
    players_by_number = models.BooleanField(_("players are shown by number"), default=False)
    ceremony = models.CharField(max_length=7, choices=Ceremony, default=Ceremony.BEFORE, editable=False)
    ceremony_revealed = models.PositiveSmallIntegerField(default=0, editable=False)
    """Ranked rows read out so far, from the last one upwards. See ``engine/sight.py``."""
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED, editable=False)
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    """The one number that says "something public changed": ETag, cache key, stream id."""
    setup_revision = models.PositiveBigIntegerField(default=0, editable=False)
    """Raised with ``revision``, except by what is entered at tables of a running round. While it stays,
    people, rounds, seats, clock and all games of closed rounds are the same and need not be read again."""
    created_at = models.DateTimeField(editable=False)

    class Meta:
        ordering = ("-starts_on", "slug")
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(
                name="tournament_days_in_order", condition=models.Q(ends_on__gte=models.F("starts_on"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leaderboard", args=[self.slug])

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules of this event as the one value that the fold and the services ask."""
        return ruleset(
            system=self.system,
            profile=self.profile,
            seat_change=self.seat_change,
            points=tuple(self.table_points),
            false_win=self.false_win,
            claimed_total=self.claimed_total,
        )

    @property
    def round_plan(self) -> RoundPlan:
        """Which rounds are seated in advance and which from the standings."""
        return RoundPlan(
            mode=self.seating_mode,
            rounds=self.number_of_rounds,
            advance=self.advance_rounds,
            finalists=self.finalists,
            final_rounds=self.final_rounds,
            others=self.others_in_finals,
        )

    @property
    def warning_seconds(self) -> list[int]:
        """The signals before the end of a round as clocks count."""
        return [60 * minutes for minutes in self.warnings]

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)
