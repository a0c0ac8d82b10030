"""What stands in the way of closing a round: each thing with its code and its table."""

from dataclasses import dataclass, field
from typing import Any

from tournament.models import Entry, Kind, Round, Said
from tournament.models.log import TABLE_WORD
from tournament.selectors.log import table_logs


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason. ``code``: ``deals_missing``, ``nothing_entered``, ``disputed``."""

    code: str
    table: int
    params: dict[str, Any] = field(default_factory=dict)


def blockers(round_: Round) -> list[Blocker]:
    """Everything that keeps this round open, by table number. Empty: it may close."""
    deals = round_.tournament.ruleset.deals
    entries = Entry.objects.filter(table__round=round_)
    logs = table_logs(entries)
    words = {
        (table_id, number): (said, player)
        for table_id, number, said, player in entries.filter(kind=Kind.SIGN_OFF)
        .live()
        .values_list("table_id", "number", "said", "seat")
    }
    names = {
        (table_id, seat): name
        for table_id, seat, name in round_.seats.values_list("table_id", "seat", "player__name")
    }
    found: list[Blocker] = []
    for table_id, number in round_.tables.order_by("number").values_list("pk", "number"):
        log = logs.get(table_id)
        played = len(log.deals) if log else 0
        ended = words.get((table_id, TABLE_WORD), ("", None))[0] == Said.CLOSE
        if log is None or log.is_empty or (not played and log.totals is None and not ended):
            found.append(Blocker("nothing_entered", number))
        elif log.totals is None and played < deals and not ended:
            found.append(Blocker("deals_missing", number, {"played": played, "deals": deals}))
        for seat in range(4):
            if words.get((table_id, seat + 1), ("", None))[0] == Said.DISPUTE:
                found.append(Blocker("disputed", number, {"player": names[table_id, seat]}))
    return found
