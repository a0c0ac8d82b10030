"""What seatings of an event respect: who never meets, who never moves, which tables are closed."""

from collections.abc import Sequence
from typing import Any

from tournament.engine import seating
from tournament.errors import require
from tournament.models import Tournament
from tournament.models.tournament import State
from tournament.permissions import Action, Actor
from tournament.services._base import changing
from tournament.services.seating import problem_of

GROUPS = ("team", "country", "club")
ABOUT_RULES = frozenset(
    {
        "avoids_itself",
        "avoid_group_larger_than_tables",
        "cannot_keep_apart",
        "fixed_table_twice",
        "group_larger_than_tables",
        "no_such_table",
        "nobody_left_to_meet",
        "too_many_tables_closed",
        "unknown_player",
    }
)
"""Refusals of a problem that these rules bring about; others (seven players) can wait for the making."""


def change_seating_rules(
    tournament: Tournament,
    *,
    actor: Actor,
    avoid: Sequence[tuple[int, int]] | None = None,
    fixed: Sequence[tuple[int, int]] | None = None,
    closed: Sequence[int] | None = None,
    ignore: Sequence[str] | None = None,
) -> Tournament:
    """Set the rules that are given; the others stay. Nothing is stored when they cannot be met together.

    ``avoid``: pairs of player numbers. ``fixed``: (player, table). ``closed``: table numbers. ``ignore``:
    which of team, country and club do not count. Refused with what the engine finds impossible.
    """
    with changing(tournament, action=Action.SEATING, actor=actor) as change:
        target = change.tournament
        require(target.state == State.PLANNED, "play_has_started")
        rules = dict(target.seating_rules)
        if avoid is not None:
            rules["avoid"] = sorted([min(pair), max(pair)] for pair in {tuple(sorted(p)) for p in avoid})
        if fixed is not None:
            rules["fixed"] = sorted([player, table] for player, table in dict(fixed).items())
        if closed is not None:
            require(all(0 < table <= seating.HIGHEST_TABLE for table in closed), "bad_table_number")
            rules["closed"] = sorted(set(closed))
        if ignore is not None:
            rules["ignore"] = [name for name in GROUPS if name in ignore]
        rules = {name: values for name, values in rules.items() if values}
        _demand_known(target, rules)
        _demand_possible(target, rules)
        if rules != target.seating_rules:
            target.seating_rules = rules
            target.save(update_fields=["seating_rules"])
            # who avoids whom is nobody's business: the trail says that it changed, not how
            change.audit(
                "seating.rules", avoid=len(rules.get("avoid", ())), fixed=len(rules.get("fixed", ()))
            )
    return target


def forget_people(tournament: Tournament, numbers: set[int] | None = None) -> None:
    """Drop the rules about people who are no longer in the list (None: about everybody). Inside a change."""
    rules = dict(tournament.seating_rules)
    for name, personal in (("avoid", 2), ("fixed", 1)):
        rows = rules.pop(name, ())
        kept = [row for row in rows if numbers is not None and not numbers & set(row[:personal])]
        if kept:
            rules[name] = kept
    if rules != tournament.seating_rules:
        tournament.seating_rules = rules
        tournament.save(update_fields=["seating_rules"])


def _demand_known(tournament: Tournament, rules: dict[str, Any]) -> None:
    here = set(tournament.players.values_list("number", flat=True))
    for one, other in rules.get("avoid", ()):
        require(one != other, "avoids_itself", player=one)
        for number in (one, other):
            require(number in here, "player_not_found", number=number)
    for number, table in rules.get("fixed", ()):
        require(number in here, "player_not_found", number=number)
        require(0 < table <= seating.HIGHEST_TABLE, "bad_table_number")


def _demand_possible(tournament: Tournament, rules: dict[str, Any]) -> None:
    try:
        problem_of(tournament, rules)
    except seating.SeatingError as fault:
        if fault.code in ABOUT_RULES:
            raise
