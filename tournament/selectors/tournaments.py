"""All tournaments of this server, as the first page lists them."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Tournament
from tournament.models.tournament import State
from tournament.selectors.sight import may_enter


@dataclass(frozen=True, slots=True)
class Listed:
    """One tournament in the list."""

    tournament: Tournament
    players: int
    closed: int
    running: int | None
    """The number of the round that runs."""


def tournaments_by_state() -> list[tuple[str, list[Listed]]]:
    """Running, coming and finished tournaments that the reader may open; empty groups are left out."""
    found = Tournament.objects.annotate(
        player_count=Count("players", filter=Q(players__substitute=False), distinct=True),
        closed_count=Count("rounds", filter=Q(rounds__state="closed"), distinct=True),
    )
    running = dict(
        Tournament.objects.filter(rounds__state="running")
        .values_list("pk", "rounds__number")
        .order_by("rounds__number")
    )
    groups: dict[str, list[Listed]] = {State.RUNNING: [], State.PLANNED: [], State.FINISHED: []}
    for tournament in filter(may_enter, found.order_by("-starts_on", "slug")):
        groups[tournament.state].append(
            Listed(tournament, tournament.player_count, tournament.closed_count, running.get(tournament.pk))
        )
    groups[State.PLANNED].reverse()
    return [(state, rows) for state, rows in groups.items() if rows]
