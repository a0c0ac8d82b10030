"""Rounds, tables and seats: who starts where, and the documents that say so."""

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
    RoundState.RUNNING: frozenset({RoundState.CLOSED}),
    RoundState.CLOSED: frozenset({RoundState.RUNNING}),  # reopened by an organizer, with a reason
}


class Round(models.Model):
    """One sitting for everybody: each player plays one game."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.PLANNED)
    minutes = models.PositiveSmallIntegerField(_("minutes"))
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


class SeatingPlan(models.Model):
    """A seating of all rounds as a document: the chart, its certificate, and what became of it.

    ``chart`` is rounds × tables × four player numbers (E, S, W, N). A draft has touched no table. ``change``
    says what a successor changed (its kind, who, from which round), ``reason`` why, in the organizer's words.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="seating_plans")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=PlanState, default=PlanState.DRAFT)
    seed = models.CharField(max_length=80, blank=True)
    chart = models.JSONField()
    certificate = models.JSONField(default=dict)
    change = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)

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
