"""Who did what: one line a change, never deleted."""

from django.db import models

from tournament.models.append_only import AppendOnlyModel
from tournament.models.tournament import Tournament


class AuditEntry(AppendOnlyModel):
    """``action`` is a dotted name ("round.closed"); the sentence about it is made when it is shown."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="audit")
    at = models.DateTimeField()
    actor = models.CharField(max_length=80)
    action = models.CharField(max_length=40)
    params = models.JSONField(default=dict)

    class Meta:
        ordering = ("-pk",)
        indexes = [models.Index(fields=["tournament", "-id"], name="audit_of_a_tournament")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.action}"
