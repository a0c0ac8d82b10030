"""Rounds, tables and seats: who starts where, and the documents that say so."""

from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models.people import Player
from tournament.models.tournament import Tournament


class RoundState(models.TextChoices):
    PLANNED = "planned", _("planned")
    SEATED = "seated", _("seating published")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")


ROUND_STEPS: dict[str, frozenset[str]] = {
    RoundState.PLANNED: frozenset({RoundState.SEATED}),
    RoundState.SEATED: frozenset({RoundState.SEATED, RoundState.RUNNING}),
    RoundState.RUNNING: frozenset({RoundState.CLOSED, RoundState.SEATED}),  # back while nothing is recorded
    RoundState.CLOSED: frozenset({RoundState.RUNNING}),  # reopened by an organizer, with a reason
}


class Round(models.Model):
    """One sitting for everybody: each player plays one game."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.PLANNED)
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    planned_start = models.DateTimeField(null=True)
    """When the organizer means it to begin; nothing starts by itself."""
    started_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug} {self.number}"

    @property
    def is_running(self) -> bool:
        return self.state == RoundState.RUNNING

    @property
    def is_closed(self) -> bool:
        return self.state == RoundState.CLOSED


class Table(models.Model):
    """Four players at one numbered table in one round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.round.tournament.slug, self.round.number, self.number])


class Seat(models.Model):
    """A player's starting place in a game: 0 East, 1 South, 2 West, 3 North.

    ``round`` repeats the table's round, so that the database itself can refuse a player two seats in one
    round.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ("seat",)
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["round", "player"], name="player_seated_once_a_round"),
            models.CheckConstraint(name="seat_is_one_of_four", condition=models.Q(seat__lte=3)),
        ]

    def __str__(self) -> str:
        return f"{self.table} {'ESWN'[self.seat]} {self.player}"


class PlanState(models.TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    SUPERSEDED = "superseded", _("superseded")
    WITHDRAWN = "withdrawn", _("withdrawn")


class SeatingPlan(models.Model):
    """A seating of all rounds as a document: the chart, its certificate, and what became of it.

    ``chart`` is rounds × tables × four player numbers (E, S, W, N). A draft has touched no table. ``change``
    says what a successor changed (its kind, who, from which round), ``reason`` why, in the organizer's words.
    A chart is never changed: whoever swaps two people makes a new draft that names its ``predecessor``.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="seating_plans")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=PlanState, default=PlanState.DRAFT)
    seed = models.CharField(max_length=80, blank=True)
    draw = models.CharField(max_length=200, blank=True)
    """What was drawn in public and the seed was read from, in the words of whoever typed it."""
    chart = models.JSONField()
    certificate = models.JSONField(default=dict)
    predecessor = models.PositiveSmallIntegerField(null=True)
    change = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    locks = models.JSONField(default=dict)
    """What a new making and a rebalancing keep: ``rounds``, ``tables`` and ``seats`` of the chart, from 1."""
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    visible_from = models.DateTimeField(null=True)
    """The public sees a published seating from then on; None: at once."""
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="plan_number_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(state=PlanState.PUBLISHED),
                name="one_published_plan",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug} seating {self.number}"

    @property
    def stands_for_its_base(self) -> bool:
        """Whether lists show it in the place of its predecessor; one made anew stands beside it."""
        return self.predecessor is not None and self.change.get("kind") != "remade"

    @property
    def facts(self) -> dict[str, Any]:
        """What the certificate claims; nothing when something else stands in its place."""
        return self.certificate if isinstance(self.certificate, dict) else {}

    @property
    def asked(self) -> dict[str, Any]:
        """What the certificate says was asked for, unread."""
        stated = self.facts.get("problem")
        return stated if isinstance(stated, dict) else {}


class MakingState(models.TextChoices):
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    CANCELLED = "cancelled", _("cancelled")
    REFUSED = "refused", _("refused")
    STOPPED = "stopped", _("stopped")


class SeatingMaking(models.Model):
    """A seating while it is being made: how far it is and what came of it, where every process can read it.

    ``seen_at`` is written every second by the process that works; when it grows old, that process is gone.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="seating_makings")
    state = models.CharField(max_length=10, choices=MakingState, default=MakingState.RUNNING)
    seed = models.CharField(max_length=80)
    draw = models.CharField(max_length=200, blank=True)
    base = models.PositiveSmallIntegerField(null=True)
    """The plan whose locked parts are kept; None: everything is made anew."""
    actor = models.CharField(max_length=80)
    stage = models.CharField(max_length=20, blank=True)
    share = models.FloatField(default=0)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    plan = models.PositiveSmallIntegerField(null=True)
    """The number of the draft that came of it."""
    code = models.CharField(max_length=40, blank=True)
    """Why nothing came of it: the code and parameters of the refusal."""
    params = models.JSONField(default=dict)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(state=MakingState.RUNNING),
                name="one_making_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug} making {self.pk}"


class Announcement(models.Model):
    """The standings as announced when a round was closed: a document, never an input to a calculation."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="announcements")
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    revision = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    announced_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="announcement_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} announced {self.number}"
