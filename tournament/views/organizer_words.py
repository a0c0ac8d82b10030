"""Sentences of the desk: what blocks a round, what a table needs, what the audit trail says."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tournament.models import AuditEntry
from tournament.models.access import Role
from tournament.selectors.blockers import Blocker
from tournament.selectors.board import BoardTable
from tournament.views.organizer import table_url


def ago(moment: datetime | None, now: datetime) -> str:
    """The age of something in words: "just now", "3 min ago", "2 h ago"."""
    if moment is None:
        return ""
    minutes = max(0, int((now - moment).total_seconds() // 60))
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("%(count)s min ago", "%(count)s min ago", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("%(count)s h ago", "%(count)s h ago", hours) % {"count": hours}


def table_word(table: BoardTable, *, started: bool, now: datetime) -> str:
    """The line at the foot of a table on the board."""
    if table.state == "disputed":
        return _("Disputed")
    if table.state == "slow":
        if table.is_behind:
            return ngettext("%(count)s deal behind", "%(count)s deals behind", table.behind) % {
                "count": table.behind
            }
        return _("Nothing for long")
    if table.state == "pending":
        missing = 4 - table.agreed
        return ngettext("%(count)s not agreed", "%(count)s not agreed", missing) % {"count": missing}
    if table.totals_only:
        return _("Totals only")
    if table.over:
        return _("Agreed") if table.agreed == 4 else _("Game over")
    if table.last_at is None:
        return _("Nothing yet") if started else ""
    return ago(table.last_at, now)


def needs(table: BoardTable, *, slug: str, round_number: int, now: datetime) -> dict[str, Any]:
    """One line of the list "needs somebody", as ``components/blockers.html`` takes it."""
    if table.disputes:
        dispute = table.disputes[0]
        text = _("Disputed by %(player)s: %(reason)s") % {
            "player": dispute.player,
            "reason": dispute.reason or "–",
        }
    elif table.last_at is None:
        text = _("Nothing has been entered")
    else:
        text = ngettext(
            "%(count)s deal is in, the last %(age)s",
            "%(count)s deals are in, the last %(age)s",
            table.played,
        ) % {"count": table.played, "age": ago(table.last_at, now)}
    return {
        "subject": _("Table %(number)s") % {"number": table.number},
        "text": text,
        "url": table_url(slug, round_number, table.number),
        "action": _("Open"),
        "icon": "flag" if table.disputes else "clock",
        "alert": bool(table.disputes),
    }


MOST_LINKED = 12
"""While the whole room still plays, a list of all tables says nothing that the board does not."""

BLOCKED: dict[str, Callable[[int], str]] = {
    "disputed": lambda n: ngettext("%(count)s dispute stands", "%(count)s disputes stand", n),
    "nothing_entered": lambda n: ngettext(
        "%(count)s table has nothing entered", "%(count)s tables have nothing entered", n
    ),
    "deals_missing": lambda n: ngettext(
        "%(count)s table has deals to play", "%(count)s tables have deals to play", n
    ),
    "not_agreed": lambda n: ngettext(
        "%(count)s table is not agreed by all four", "%(count)s tables are not agreed by all four", n
    ),
}


def blocked_lines(found: list[Blocker], *, slug: str, round_number: int) -> list[dict[str, Any]]:
    """What keeps a round open, one line a kind, each table a link that says what is missing there."""
    lines = []
    for code in [*BLOCKED, *dict.fromkeys(b.code for b in found if b.code not in BLOCKED)]:
        tables = [blocker for blocker in found if blocker.code == code]
        if tables:
            said = BLOCKED[code](len(tables)) if code in BLOCKED else code
            lines.append(
                {
                    "text": said % {"count": len(tables)},
                    "code": code,
                    "tables": []
                    if code == "deals_missing" and len(tables) > MOST_LINKED
                    else [
                        {
                            "number": blocker.table,
                            "url": table_url(slug, round_number, blocker.table),
                            "why": blocker_words(blocker),
                        }
                        for blocker in tables
                    ],
                }
            )
    return lines


def blocker_words(blocker: Blocker) -> str:
    """One reason in words."""
    words = {
        "disputed": gettext_lazy("Table %(table)s: %(player)s disputes what is recorded"),
        "nothing_entered": gettext_lazy("Table %(table)s: nothing is entered"),
        "deals_missing": gettext_lazy("Table %(table)s: %(played)s of %(deals)s deals"),
        "not_agreed": ngettext_lazy(
            "Table %(table)s: %(count)s of the four has not agreed",
            "Table %(table)s: %(count)s of the four have not agreed",
            "count",
        ),
    }
    return str(words.get(blocker.code, blocker.code)) % {"table": blocker.table, **blocker.params}


AUDIT: dict[str, Any] = {
    "tournament.created": gettext_lazy("Created the tournament at the address “%(slug)s”."),
    "tournament.changed": gettext_lazy("Changed settings: %(fields)s."),
    "tournament.imported": gettext_lazy("Read the tournament in from an archive."),
    "players.imported": gettext_lazy("Put in a list of %(count)s players."),
    "player.added": gettext_lazy("Added player %(number)s."),
    "player.changed": gettext_lazy("Changed what is known about player %(number)s."),
    "player.removed": gettext_lazy("Took player %(number)s off the list."),
    "seating.drafted": gettext_lazy("Made seating draft %(plan)s from the seed “%(seed)s”."),
    "seating.discarded": gettext_lazy("Discarded seating draft %(plan)s."),
    "seating.published": gettext_lazy("Published seating %(plan)s (SHA-256 %(sha256)s)."),
    "seating.edited": gettext_lazy("Made seating draft %(plan)s by changing seating %(base)s."),
    "seating.undone": gettext_lazy("Undid draft %(plan)s: draft %(base)s stands again."),
    "seating.locked": gettext_lazy("Locked seats of draft %(plan)s."),
    "seating.unlocked": gettext_lazy("Freed seats of draft %(plan)s."),
    "seating.withdrawn": gettext_lazy("Withdrew seating %(plan)s: %(reason)s"),
    "seating.rules": gettext_lazy("Changed what seatings respect."),
    "round.started": gettext_lazy("Started round %(round)s."),
    "round.closed": gettext_lazy("Closed round %(round)s and announced the standings."),
    "round.reopened": gettext_lazy("Reopened round %(round)s: %(reason)s"),
    "passes.opened": gettext_lazy("Opened %(count)s table links for round %(round)s."),
    "pass.replaced": gettext_lazy("Replaced the link of table %(table)s in round %(round)s."),
    "player_passes.opened": gettext_lazy("Opened links of their own for %(count)s players."),
    "player_pass.handed_out": gettext_lazy("Handed out a link of their own to player %(player)s."),
    "player_pass.withdrawn": gettext_lazy("Withdrew the link of player %(player)s."),
    "role.given": gettext_lazy("Made %(user)s %(role)s."),
    "role.taken": gettext_lazy("Took the role of %(user)s away."),
    "account.created": gettext_lazy("Made an account for %(user)s."),
    "deal.corrected": gettext_lazy("Corrected deal %(deal)s of table %(table)s in round %(round)s."),
    "deal.voided": gettext_lazy("Took back deal %(number)s of table %(table)s in round %(round)s."),
    "deals.rewound": gettext_lazy("Went back to deal %(to)s at table %(table)s in round %(round)s."),
    "totals.recorded": gettext_lazy("Stored the totals of table %(table)s in round %(round)s."),
    "totals.voided": gettext_lazy("Took back the totals of table %(table)s in round %(round)s."),
    "penalty.given": gettext_lazy("Gave player %(player)s a penalty."),
    "penalty.cancelled": gettext_lazy("Cancelled a penalty of player %(player)s."),
    "table.reseated": gettext_lazy(
        "Recorded other seats from deal %(deal)s on at table %(table)s in round %(round)s."
    ),
    "reseat.cancelled": gettext_lazy(
        "Took back the other seats from deal %(deal)s on at table %(table)s in round %(round)s."
    ),
    "hand.replayed": gettext_lazy("Had deal %(deal)s of table %(table)s in round %(round)s played again."),
    "table.disputed": gettext_lazy("Disputed what is recorded at table %(table)s in round %(round)s."),
    "table.ended": gettext_lazy(
        "Ended the game of table %(table)s in round %(round)s after %(deals)s deals."
    ),
    "table.closed": gettext_lazy("Closed the game of table %(table)s in round %(round)s."),
    "table.reopened": gettext_lazy("Reopened the game of table %(table)s in round %(round)s."),
}
"""What each action of the audit trail says; the facts are stored, the words are made here."""

FIELD_NAMES: dict[str, Any] = {
    "name": gettext_lazy("name"),
    "native_name": gettext_lazy("name in the second script"),
    "place": gettext_lazy("place"),
    "starts_on": gettext_lazy("first day"),
    "ends_on": gettext_lazy("last day"),
    "time_zone": gettext_lazy("time zone"),
    "profile": gettext_lazy("reading of the fans"),
    "number_of_rounds": gettext_lazy("rounds"),
    "minutes": gettext_lazy("minutes a round"),
    "table_points": gettext_lazy("table points"),
    "tiebreaks": gettext_lazy("order of the ranking"),
    "false_win": gettext_lazy("false win"),
    "seat_change": gettext_lazy("seat change"),
    "time_up": gettext_lazy("when the time is up"),
    "agreement": gettext_lazy("whether the four have to agree"),
    "entry_ways": gettext_lazy("ways to enter a win"),
    "claimed_total": gettext_lazy("what counts when a claim differs"),
}


def audit_sentence(entry: AuditEntry) -> str:
    """One line of the trail in the reader's language. What is not known is shown as it was stored."""
    params = dict(entry.params)
    if "fields" in params:
        params["fields"] = ", ".join(str(FIELD_NAMES.get(name, name)) for name in params["fields"])
    if "role" in params:
        params["role"] = dict(Role.Name.choices).get(params["role"], params["role"])
    text = AUDIT.get(entry.action)
    try:
        return str(text) % params if text is not None else f"{entry.action} {params}"
    except (KeyError, TypeError, ValueError):
        return f"{entry.action} {params}"
