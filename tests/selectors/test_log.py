"""What counts at a table: found in memory as the database finds it."""

import uuid
from random import Random

import pytest

from tests.factories import DRAWN, TESTER, a_running_table, discard, self_draw
from tournament.errors import Refused
from tournament.models import Entry, Kind, Table
from tournament.selectors.log import TableLog, logs_of, table_logs
from tournament.services.deals import correct_deal, record_deal, rewind_to
from tournament.services.penalties import cancel_penalty, record_false_win
from tournament.services.sign_offs import end_game, reopen_game

pytestmark = pytest.mark.django_db

FACTS = (DRAWN, self_draw(winner=1), discard(winner=2, discarder=0, fan=20), discard(winner=3, discarder=1))
MOVES = ("deal", "deal", "deal", "correct", "back", "false win", "cancel", "end", "reopen", "reopen")


def press(chance, table, move):
    """One thing that a phone or the desk may say; what is refused is no fault here."""
    common = {"table_id": table.pk, "client_key": uuid.UUID(int=chance.getrandbits(128)), "actor": TESTER}
    entries = Entry.objects.filter(table=table)
    number = entries.filter(kind=Kind.DEAL).live().count() + 1
    try:
        if move == "deal":
            record_deal(number=number, facts=chance.choice(FACTS), **common)
        elif move == "correct":
            newest = entries.filter(kind=Kind.DEAL).live().first()
            if newest is not None:
                correct_deal(
                    number=newest.number,
                    base_revision=newest.revision,
                    facts=chance.choice(FACTS),
                    reason="misheard",
                    **common,
                )
        elif move == "back":
            rewind_to(number=max(1, number - 2), reason="decided again", **common)
        elif move == "false win":
            record_false_win(seat=chance.randrange(4), **common)
        elif move == "cancel":
            given = entries.filter(kind=Kind.PENALTY).live().first()
            if given is not None:
                del common["table_id"]
                cancel_penalty(entry_id=given.pk, reason="was none", **common)
        elif move == "end":
            end_game(reason="time is up", **common)
        else:
            reopen_game(reason="one more", **common)
    except Refused:
        return


@pytest.mark.parametrize("seed", range(6))
def test_what_counts_in_memory_is_what_the_database_says_counts(seed):
    chance = Random(seed)
    a_running_table(players=8)
    tables = list(Table.objects.all())
    for _ in range(40):
        press(chance, chance.choice(tables), chance.choice(MOVES))
    logs = table_logs(Entry.objects.all())
    assert logs_of(table.pk for table in tables) == logs
    live = list(Entry.objects.filter(table__isnull=False).live())
    for table in tables:
        mine = [entry for entry in live if entry.table_id == table.pk]
        deals = {entry.number: entry.deltas for entry in mine if entry.kind == Kind.DEAL}
        penalties = sorted(entry.deltas for entry in mine if entry.kind == Kind.PENALTY)
        assert mine
        log = logs.get(table.pk, TableLog())
        assert log.deals == deals
        assert sorted(given.deltas for given in log.penalties) == penalties
        assert log.ended == any(entry.said == "close" for entry in mine)
