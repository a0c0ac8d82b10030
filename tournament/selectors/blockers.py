"""What stands in the way of closing a round: each thing with its code and its table."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from tournament.models import Entry, Kind, Round, Said
from tournament.models.log import TABLE_WORD, WITHOUT_FIGURES
from tournament.models.tournament import Agreement
from tournament.selectors.clock import last_deals, round_clock
from tournament.selectors.log import table_logs


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason. ``code``: ``deals_missing``, ``last_deal_missing``, ``nothing_entered``, ``disputed``,
    ``not_agreed``."""

    code: str
    table: int
    params: dict[str, Any] = field(default_factory=dict)


def blockers(round_: Round, *, at: datetime | None = None) -> list[Blocker]:
    """Everything that keeps this round open, by table number. Empty: it may close.

    Where the time is up, a game is as long as the end rule lets it be.
    """
    deals = round_.tournament.ruleset.deals
    entries = Entry.objects.filter(table__round=round_)
    logs = table_logs(entries)
    words = {
        (table_id, number): (said, up_to)
        for table_id, number, said, up_to in entries.filter(kind=Kind.SIGN_OFF)
        .live()
        .values_list("table_id", "number", "said", "up_to")
    }
    ends = _last_facts(entries) if round_.tournament.agreement != Agreement.NONE else {}
    names = {
        (table_id, seat): name
        for table_id, seat, name in round_.seats.values_list("table_id", "seat", "player__name")
    }
    found: list[Blocker] = []
    tables = list(round_.tables.order_by("number").values_list("pk", "number"))
    now = at or timezone.now()
    last = last_deals(round_clock(round_), [pk for pk, _ in tables], at=now, deals=deals)
    for table_id, number in tables:
        log = logs.get(table_id)
        played = len(log.deals) if log else 0
        ended = words.get((table_id, TABLE_WORD), ("", None))[0] == Said.CLOSE
        unfinished = len(found)
        if log is None or log.is_empty or (not played and log.totals is None and not ended):
            found.append(Blocker("nothing_entered", number))
        elif log.totals is None and played < last.get(table_id, deals) and not ended:
            code = "last_deal_missing" if table_id in last else "deals_missing"
            found.append(Blocker(code, number, {"played": played, "deals": last.get(table_id, deals)}))
        finished = len(found) == unfinished
        for seat in range(4):
            if words.get((table_id, seat + 1), ("", None))[0] == Said.DISPUTE:
                found.append(Blocker("disputed", number, {"player": names[table_id, seat]}))
        if finished and table_id in ends:
            end = ends[table_id]
            silent = sum(not _agrees(words.get((table_id, n)), end) for n in range(1, TABLE_WORD))
            if silent:
                found.append(Blocker("not_agreed", number, {"count": silent}))
    return found


def _last_facts(entries: Any) -> dict[int, int]:
    """The sequence that an agreement has to reach, by table."""
    facts = entries.exclude(kind__in=WITHOUT_FIGURES).order_by()
    return dict(facts.values_list("table_id").annotate(Max("sequence")))


def _agrees(word: tuple[str, int | None] | None, end: int) -> bool:
    """A dispute is named by itself, so it is not counted as silence."""
    return word is not None and (word[0] == Said.DISPUTE or (word[1] or 0) >= end)
