"""Which rounds of a published seating nobody sees yet."""

from datetime import datetime

from django.utils import timezone

from tournament.models import Tournament
from tournament.models.table import RoundState


def hidden_rounds(tournament: Tournament, now: datetime | None = None) -> frozenset[int]:
    """Rounds that are seated, not started, and will be shown later. Empty when nothing is hidden."""
    due = tournament.seating_due
    if due is None or due <= (now or timezone.now()):
        return frozenset()
    return frozenset(tournament.rounds.filter(state=RoundState.SEATED).values_list("number", flat=True))
