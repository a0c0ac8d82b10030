"""The desk's page of what seatings respect: groups, pairs kept apart, own tables, closed tables."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.engine.seating import HIGHEST_TABLE, forced_repeats
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.models.tournament import State
from tournament.permissions import Action
from tournament.selectors.people import people_of
from tournament.selectors.schedule import name_key
from tournament.services.seating import problem_of
from tournament.services.seating_rules import GROUPS, change_seating_rules
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament, whole


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What the makers of a seating respect, one form a kind."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            change_seating_rules(tournament, actor=actor, **_asked(request, tournament))
            messages.success(request, _("Kept. Drafts that exist already stay as they are."))
            return see("desk_seating_rules", slug)
        except ScoringError as error:
            refusal = error
    people = people_of(tournament)
    kept = tournament.seating_rules
    return page(
        request,
        "organizer/seating_rules.html",
        tournament,
        actor,
        refusal=refusal,
        is_open=tournament.state == State.PLANNED,
        people=sorted(people.values(), key=name_key),
        avoid=[[(number, people.get(number)) for number in pair] for pair in kept.get("avoid", ())],
        fixed=[(number, people.get(number), table) for number, table in kept.get("fixed", ())],
        closed=request.POST.get("closed") or _runs(kept.get("closed", ())),
        counts={name: name not in kept.get("ignore", ()) for name in GROUPS},
        highest=HIGHEST_TABLE,
        forced=_forced(tournament),
    )


def _forced(tournament: Tournament) -> int:
    """How many repeats no seating of these people and rounds can avoid; 0 while none can be made anyway."""
    try:
        return forced_repeats(problem_of(tournament))
    except ScoringError:
        return 0


def _asked(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The lists as they are to be after what was pressed."""
    told, kept = request.POST, tournament.seating_rules
    wish = told.get("do", "")
    avoid = [(one, other) for one, other in kept.get("avoid", ())]
    fixed = [(player, table) for player, table in kept.get("fixed", ())]
    if wish == "groups":
        return {"ignore": [name for name in GROUPS if not told.get(name)]}
    if wish == "closed":
        return {"closed": _numbers(told.get("closed", ""))}
    if wish == "avoid":
        return {"avoid": [*avoid, (_player(told.get("one", "")), _player(told.get("other", "")))]}
    if wish == "fix":
        player, table = _player(told.get("player", "")), whole(told.get("table", ""))
        return {"fixed": [*(row for row in fixed if row[0] != player), (player, table or 0)]}
    if wish == "forget":
        gone = [whole(part) for part in told.get("who", "").split("-")]
        return {
            "avoid": [pair for pair in avoid if list(pair) != gone],
            "fixed": [row for row in fixed if [row[0]] != gone],
        }
    return {}


def _player(text: str) -> int:
    number = whole(text)
    if number is None:
        raise Refused("player_missing")
    return number


def _runs(numbers: Iterable[int]) -> str:
    """The same the other way round: 1, 2, 3, 7 as 1-3, 7; two in a row stay two."""
    found: list[str] = []
    for _shift, run in groupby(enumerate(sorted(numbers)), lambda item: item[1] - item[0]):
        members = [number for _place, number in run]
        long = len(members) > 2
        found.extend([f"{members[0]}-{members[-1]}"] if long else map(str, members))
    return ", ".join(found)


def _numbers(text: str) -> list[int]:
    """Table numbers with commas or spaces between them, and runs of them: 1-3, 7."""
    text = re.sub(r"\s*[-–—−~～－至]\s*", "-", text)
    numbers: list[int] = []
    for part in re.split(r"[\s,;，、；]+", text.strip()) if text.strip() else ():
        first, dash, last = part.partition("-")
        ends = [whole(first), whole(last) if dash else whole(first)]
        known = sorted(number for number in ends if number is not None)
        if len(known) < 2 or not 1 <= known[0] <= known[1] <= HIGHEST_TABLE:
            raise Refused("bad_table_number")
        numbers.extend(range(known[0], known[1] + 1))
    return numbers
