"""The clock of a round as it was said, event by event, and who called the referee."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.engine.clock import ClockFact, Step
from tournament.models.append_only import AppendOnlyModel
from tournament.models.table import Round, Table


class ClockStep(models.TextChoices):
    START = Step.START.value, _("started")
    PAUSE = Step.PAUSE.value, _("paused")
    RESUME = Step.RESUME.value, _("went on")
    EXTRA = Step.EXTRA.value, _("extra minutes")
    CALL = Step.CALL.value, _("time called")
    RESET = Step.RESET.value, _("taken back")


class ClockEvent(AppendOnlyModel):
    """One event of the clock of a round, never changed. ``table`` is empty when it is for the whole room.

    ``end_rule`` is frozen with the start: what was announced when the round began. ``table`` may point at
    nothing: once the start was taken back its minutes count no more, and another seating may take it away.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="clock")
    table = models.ForeignKey(Table, models.DO_NOTHING, null=True, related_name="clock", db_constraint=False)
    number = models.PositiveSmallIntegerField()
    step = models.CharField(max_length=6, choices=ClockStep)
    minutes = models.SmallIntegerField(default=0)
    end_rule = models.CharField(max_length=30, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="clock_event_number_once"),
            models.CheckConstraint(
                name="clock_minutes_where_they_belong",
                condition=(models.Q(step__in=["start", "extra"]) & ~models.Q(minutes=0))
                | (~models.Q(step__in=["start", "extra"]) & models.Q(minutes=0)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} clock {self.number} {self.step}"

    @property
    def fact(self) -> ClockFact:
        return ClockFact(self.number, Step(self.step), self.at, self.minutes, self.table_id, self.end_rule)


class RefereeCall(models.Model):
    """A table asks for a referee. What happened stays in the audit; this row is what the board shows."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=200, blank=True)
    called_by = models.CharField(max_length=80)
    called_at = models.DateTimeField()
    coming_by = models.CharField(max_length=80, blank=True)
    coming_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("called_at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(done_at=None), name="one_open_call_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} called {self.called_at:%H:%M}"
