"""The figures of the statistics page against a few lines that read the log in their own way."""

import csv
import uuid
from collections import Counter
from collections.abc import Iterator

import pytest
from django.core.management import call_command

from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.models import Entry, Seat, Tournament
from tournament.selectors.statistics import statistics_of
from tournament.services.deals import correct_deal
from tournament.services.simulation import simulate

pytestmark = pytest.mark.django_db


def last_words(tournament) -> Iterator[Entry]:
    """The newest statement about each deal, found by walking the log from its start, of games with deals."""
    newest, on_paper = {}, set()
    for entry in Entry.objects.filter(tournament=tournament).select_related("table__round").order_by("pk"):
        if entry.kind == "totals":
            (on_paper.discard if entry.said == "void" else on_paper.add)(entry.table_id)
        if entry.kind == "deal":
            newest[entry.table_id, entry.number] = entry
    for entry in newest.values():
        if entry.said != "void" and entry.table_id not in on_paper:
            yield entry


def test_the_figures_of_a_simulated_event_are_those_of_its_log():
    tournament = simulate(slug="sim", players=16, rounds=2, seed="figures", actor=TESTER)
    deals = list(last_words(tournament))
    wins = [entry for entry in deals if entry.winner is not None]
    found = statistics_of(tournament).tally
    assert found.deals == len(deals)
    assert found.drawn == sum(entry.said == "drawn" for entry in deals)
    assert found.self_draws == sum(entry.said == "self_draw" for entry in wins)
    assert found.worth == Counter(entry.fan_total for entry in wins)
    assert found.hands == Counter(
        [number for entry in wins for number, _ in entry.detail.get("fans", [])]
        + [81 for entry in wins if entry.flowers and entry.detail.get("fans")]
    )
    biggest = max(wins, key=lambda entry: entry.fan_total)
    assert found.biggest[0].fan_total == biggest.fan_total
    seats = {(s.table_id, s.seat): s.player.number for s in Seat.objects.select_related("player")}
    assert {number: share.wins for number, share in found.people.items() if share.wins} == Counter(
        seats[entry.table_id, entry.winner] for entry in wins
    )
    assert {number: share.dealt_in for number, share in found.people.items() if share.dealt_in} == Counter(
        seats[entry.table_id, entry.discarder] for entry in wins if entry.discarder is not None
    )
    first = [entry for entry in deals if entry.table.round.number == 1]
    assert statistics_of(tournament, 1).tally.deals == len(first)


def test_the_real_event_has_the_figures_that_were_counted_by_hand(real_event, django_user_model):
    django_user_model.objects.create_superuser("root", password="sixteen-hands-a-round")
    call_command(
        "import_tournament", str(real_event), "--slug", "real", "--prefix", "mcr_madrid2017", "--json"
    )
    found = statistics_of(Tournament.objects.get(slug="real")).tally
    assert (found.games, found.totals_only, found.counted_games) == (108, 15, 93)
    assert (found.deals, found.wins, found.drawn) == (1431, 1374, 57)
    assert round(100 * found.self_draws / found.wins, 1) == 30.1
    assert round(found.mean_fan, 1) == 14.9
    assert round(100 * found.drawn / found.deals, 1) == 4.0
    assert found.lengths[16] == 58
    with (real_event / "mcr_madrid2017_hands.csv").open(encoding="utf-8") as file:
        played = Counter((row["round"], row["table"]) for row in csv.DictReader(file))
    assert found.lengths == Counter(played.values())
    assert max(found.worth) == 82
    assert found.worth[8] == 30


def test_a_correction_changes_the_figures():
    table = a_running_table()
    tournament = table.round.tournament
    deal(table, 1, self_draw(winner=0, fan=8))
    tournament.refresh_from_db()
    assert statistics_of(tournament).tally.worth == {8: 1}
    correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=self_draw(winner=0, fan=24),
        actor=TESTER,
        reason="misread",
        client_key=uuid.uuid4(),
    )
    tournament.refresh_from_db()
    assert statistics_of(tournament).tally.worth == {24: 1}


def test_a_round_that_does_not_exist_has_no_statistics():
    assert statistics_of(a_running_table().round.tournament, 9) is None
