"""The moment from which a published seating is seen: told to the live pages by whoever looks first."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.models import Tournament
from tournament.services._base import raise_revision


def tell_when_due(tournament: Tournament, now: datetime | None = None) -> Tournament:
    """Raise the revision once when the time of a hidden seating has come; the tournament as it is then.

    Costs nothing while nothing is due: the time stands in the row that was read anyway.
    """
    due = tournament.seating_due
    if due is None or due > (now or timezone.now()):
        return tournament
    with transaction.atomic():
        if Tournament.objects.filter(pk=tournament.pk, seating_due=due).update(seating_due=None):
            raise_revision(tournament, setup=True)
    tournament.refresh_from_db(fields=["seating_due", "revision", "setup_revision"])
    return tournament
