"""Sentences of the desk: what blocks a round, what a table needs, what the audit trail says."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tournament.models import AuditEntry
from tournament.models.access import Role
from tournament.selectors.blockers import Blocker
from tournament.selectors.board import BoardTable, Call, Need
from tournament.templatetags.table_pages import reason_words
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
    if table.call is not None and table.state == "called":
        return _("On the way") if table.call.coming_at else _("Referee called")
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
    if table.state == "extra":
        return ngettext("%(count)s min given", "%(count)s min given", table.extra) % {"count": table.extra}
    if table.totals_only:
        return _("Totals only")
    if table.over:
        return _("Agreed") if table.agreed == 4 else _("Game over")
    if table.last_at is None:
        return _("Nothing yet") if started else ""
    return ago(table.last_at, now)


def barred_word(table: BoardTable) -> str:
    """Who may not win the deal in play; nothing where everybody may."""
    if not table.dead:
        return ""
    return _("%(players)s may not win") % {"players": ", ".join(table.dead)}


def needs(need: Need, *, slug: str, round_number: int, now: datetime) -> dict[str, Any]:
    """One line of the list "needs somebody", as ``components/blockers.html`` takes it."""
    table = need.table
    if table.call is not None and need.what == "called":
        text = call_words(table.call, now)
    elif need.what == "disputed":
        text = " · ".join(
            _("Disputed by %(player)s: %(reason)s")
            % {"player": dispute.player, "reason": reason_words(dispute.reason) or "–"}
            for dispute in table.disputes
        )
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
        "icon": {"called": "hand", "disputed": "flag"}.get(need.what, "clock"),
        "alert": need.what != "slow",
        "call": table if need.what == "called" else None,
    }


def call_words(call: Call, now: datetime) -> str:
    """A call for a referee: how old it is, what it is about, who goes there."""
    said = {
        "age": ago(call.at, now),
        "reason": reason_words(call.reason),
        "who": call.coming_by,
    }
    if call.coming_at:
        return _("%(who)s is on the way, called %(age)s") % said
    if call.reason:
        return _("Referee called %(age)s: %(reason)s") % said
    return _("Referee called %(age)s") % said


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
    "last_deal_missing": lambda n: ngettext(
        "%(count)s table finishes its last deal", "%(count)s tables finish their last deals", n
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
    words: dict[str, Any] = {
        "disputed": gettext_lazy("Table %(table)s: %(player)s disputes what is recorded"),
        "nothing_entered": gettext_lazy("Table %(table)s: nothing is entered"),
        "deals_missing": gettext_lazy("Table %(table)s: %(played)s of %(deals)s deals"),
        "last_deal_missing": ngettext_lazy(
            "Table %(table)s: %(played)s deal is in, and by the end rule up to %(deals)s may be played",
            "Table %(table)s: %(played)s deals are in, and by the end rule up to %(deals)s may be played",
            "played",
        ),
        "not_agreed": ngettext_lazy(
            "Table %(table)s: %(count)s of the four has not agreed",
            "Table %(table)s: %(count)s of the four have not agreed",
            "count",
        ),
    }
    # not str(words): those with a plural are empty before they know their number
    return str(words.get(blocker.code, blocker.code) % {"table": blocker.table, **blocker.params})


AUDIT: dict[str, Any] = {
    "tournament.created": gettext_lazy("Created the tournament at the address “%(slug)s”."),
    "tournament.changed": gettext_lazy("Changed settings: %(fields)s."),
    "tournament.imported": gettext_lazy("Read the tournament in from an archive."),
    "sight.chosen": gettext_lazy("Chose who sees what: %(fields)s."),
    "ceremony.begun": gettext_lazy("Began the ceremony."),
    "ceremony.revealed": ngettext_lazy(
        "Showed the last %(places)s place.", "Showed the last %(places)s places.", "places"
    ),
    "ceremony.over": gettext_lazy("Ended the ceremony: everything is shown."),
    "ceremony.taken_back": gettext_lazy("Took the ceremony back."),
    "players.imported": ngettext_lazy(
        "Put in a list of %(count)s player.", "Put in a list of %(count)s players.", "count"
    ),
    "player.added": gettext_lazy("Added player %(number)s."),
    "player.changed": gettext_lazy("Changed what is known about player %(number)s."),
    "player.removed": gettext_lazy("Took player %(number)s off the list."),
    "seating.drafted": gettext_lazy("Made seating draft %(plan)s from the seed “%(seed)s”."),
    "seating.discarded": gettext_lazy("Discarded seating draft %(plan)s."),
    "seating.changed": gettext_lazy(
        "Changed the seating from round %(round)s on (seating %(plan)s): %(reason)s"
    ),
    "seating.published": gettext_lazy("Published seating %(plan)s (SHA-256 %(sha256)s)."),
    "seating.edited": gettext_lazy("Made seating draft %(plan)s by changing seating %(base)s."),
    "seating.undone": gettext_lazy("Undid draft %(plan)s: draft %(base)s stands again."),
    "seating.locked": gettext_lazy("Locked seats of draft %(plan)s."),
    "seating.unlocked": gettext_lazy("Freed seats of draft %(plan)s."),
    "seating.withdrawn": gettext_lazy("Withdrew seating %(plan)s: %(reason)s"),
    "seating.rules": gettext_lazy("Changed what seatings respect."),
    "round.started": gettext_lazy("Started round %(round)s."),
    "round.start_taken_back": gettext_lazy("Took back the start of round %(round)s."),
    "rounds.planned": gettext_lazy("Set when rounds begin: %(rounds)s."),
    "round.closed": gettext_lazy("Closed round %(round)s and announced the standings."),
    "round.reopened": gettext_lazy("Reopened round %(round)s: %(reason)s"),
    "clock.pause": gettext_lazy("Paused the clock of round %(round)s. %(reason)s"),
    "clock.resume": gettext_lazy("Let the clock of round %(round)s go on."),
    "clock.extra": ngettext_lazy(
        "Changed the time of round %(round)s by %(minutes)s minute. %(reason)s",
        "Changed the time of round %(round)s by %(minutes)s minutes. %(reason)s",
        "minutes",
    ),
    "clock.extra_table": ngettext_lazy(
        "Changed the time of table %(table)s in round %(round)s by %(minutes)s minute: %(reason)s",
        "Changed the time of table %(table)s in round %(round)s by %(minutes)s minutes: %(reason)s",
        "minutes",
    ),
    "clock.call": gettext_lazy("Called the time of round %(round)s. %(reason)s"),
    "clock.call_table": gettext_lazy("Called the time of table %(table)s in round %(round)s. %(reason)s"),
    "deal.after_time": gettext_lazy(
        "Entered deal %(deal)s of table %(table)s in round %(round)s after the time: %(reason)s"
    ),
    "referee.called": gettext_lazy("Table %(table)s called a referee in round %(round)s. %(reason)s"),
    "referee.coming": gettext_lazy("Goes to table %(table)s in round %(round)s."),
    "referee.done": gettext_lazy("Settled the call of table %(table)s in round %(round)s."),
    "referee.taken_back": gettext_lazy("Table %(table)s took its call back in round %(round)s."),
    "hall.announced": gettext_lazy("Announced: %(text)s"),
    "hall.withdrawn": gettext_lazy("Withdrew an announcement: %(text)s"),
    "hall.screen_stored": gettext_lazy("Set up the screen “%(screen)s”."),
    "hall.screen_removed": gettext_lazy("Removed the screen “%(screen)s”."),
    "passes.opened": ngettext_lazy(
        "Opened %(count)s table link for round %(round)s.",
        "Opened %(count)s table links for round %(round)s.",
        "count",
    ),
    "pass.replaced": gettext_lazy("Replaced the link of table %(table)s in round %(round)s."),
    "player_passes.opened": ngettext_lazy(
        "Opened a link of their own for %(count)s player.",
        "Opened links of their own for %(count)s players.",
        "count",
    ),
    "player_pass.handed_out": gettext_lazy("Handed out a link of their own to player %(player)s."),
    "player_pass.withdrawn": gettext_lazy("Withdrew the link of player %(player)s."),
    "role.given": gettext_lazy("Made %(user)s %(role)s."),
    "role.taken": gettext_lazy("Took the role of %(user)s away."),
    "account.created": gettext_lazy("Made an account for %(user)s."),
    "deal.corrected": gettext_lazy("Corrected deal %(deal)s of table %(table)s in round %(round)s."),
    "deal.voided": gettext_lazy("Took back deal %(number)s of table %(table)s in round %(round)s."),
    "table_log.read": ngettext_lazy(
        "Read a phone's log at table %(table)s in round %(round)s: %(count)s statement.",
        "Read a phone's log at table %(table)s in round %(round)s: %(count)s statements.",
        "count",
    ),
    "deals.rewound": gettext_lazy("Went back to deal %(to)s at table %(table)s in round %(round)s."),
    "totals.recorded": gettext_lazy("Stored the totals of table %(table)s in round %(round)s."),
    "totals.voided": gettext_lazy("Took back the totals of table %(table)s in round %(round)s."),
    "penalty.given": gettext_lazy("Gave player %(player)s a penalty."),
    "penalty.given_at_table": gettext_lazy(
        "Gave player %(player)s a penalty in deal %(deal)s of table %(table)s in round %(round)s."
    ),
    "warning.given": gettext_lazy(
        "Warned player %(player)s in deal %(deal)s of table %(table)s in round %(round)s."
    ),
    "dead_hand.given": gettext_lazy(
        "Gave player %(player)s a dead hand in deal %(deal)s of table %(table)s in round %(round)s."
    ),
    "false_win.recorded": gettext_lazy(
        "Recorded a false win of player %(player)s in deal %(deal)s of table %(table)s in round %(round)s."
    ),
    "penalty.cancelled": gettext_lazy("Cancelled a penalty of player %(player)s."),
    "table.reseated": gettext_lazy(
        "Recorded other seats from deal %(deal)s on at table %(table)s in round %(round)s."
    ),
    "reseat.cancelled": gettext_lazy(
        "Took back the other seats from deal %(deal)s on at table %(table)s in round %(round)s."
    ),
    "hand.replayed": gettext_lazy("Had deal %(deal)s of table %(table)s in round %(round)s played again."),
    "table.disputed": gettext_lazy("Disputed what is recorded at table %(table)s in round %(round)s."),
    "table.ended": ngettext_lazy(
        "Ended the game of table %(table)s in round %(round)s after %(deals)s deal.",
        "Ended the game of table %(table)s in round %(round)s after %(deals)s deals.",
        "deals",
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
    "seating_mode": gettext_lazy("seating of the rounds"),
    "advance_rounds": gettext_lazy("rounds seated in advance"),
    "finalists": gettext_lazy("players in the finals"),
    "final_rounds": gettext_lazy("rounds of finals"),
    "others_in_finals": gettext_lazy("the others during the finals"),
    "sit_outs": gettext_lazy("people rest in turn when they do not fill tables"),
    "clock_start": gettext_lazy("the clock starts"),
    "warnings": gettext_lazy("signals before the end"),
    "agreement": gettext_lazy("whether the four have to agree"),
    "entry_ways": gettext_lazy("ways to enter a win"),
    "claimed_total": gettext_lazy("what counts when a claim differs"),
    "totals_at_table": gettext_lazy("whether tables may store totals without deals"),
}


def audit_sentence(entry: AuditEntry) -> str:
    """One line of the trail in the reader's language. What is not known is shown as it was stored."""
    params = dict(entry.params)
    if "fields" in params:
        params["fields"] = ", ".join(str(FIELD_NAMES.get(name, name)) for name in params["fields"])
    if "rounds" in params:
        params["rounds"] = ", ".join(str(number) for number in params["rounds"])
    if "role" in params:
        params["role"] = dict(Role.Name.choices).get(params["role"], params["role"])
    text = AUDIT.get(entry.action)
    try:
        return str(text % params) if text is not None else f"{entry.action} {params}"
    except (KeyError, TypeError, ValueError):
        return f"{entry.action} {params}"
