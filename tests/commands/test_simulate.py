"""Invented events and the demo: repeatable, complete, and clean in every log."""

import json
import uuid

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.commands.test_import_export import refusal, run
from tournament.models import Entry, Kind, Role, Said, Tournament
from tournament.selectors.blockers import blockers
from tournament.selectors.games import game_view
from tournament.selectors.standings import announcement_rows
from tournament.selectors.verification import differences
from tournament.services import demo
from tournament.services.access import resolve_pass
from tournament.services.simulation_live import Phones, Traffic

pytestmark = pytest.mark.django_db


def test_the_same_seed_twice_gives_the_same_standings_and_another_seed_others():
    for slug, seed in (("one", 7), ("two", 7), ("other", 8)):
        run("simulate", "--players", 8, "--rounds", 2, "--seed", seed, "--slug", slug)
    one, two, other = (
        announcement_rows(Tournament.objects.get(slug=slug), through=2) for slug in ("one", "two", "other")
    )
    assert one == two != other
    tournament = Tournament.objects.get(slug="one")
    assert tournament.state == "finished"
    assert differences(tournament) == ()
    times = Entry.objects.filter(tournament=tournament).values_list("recorded_at", flat=True)
    assert list(times) == list(
        Entry.objects.filter(tournament__slug="two").values_list("recorded_at", flat=True)
    )


def test_a_simulation_tells_its_address_and_refuses_what_cannot_be():
    said = json.loads(run("simulate", "--players", 4, "--rounds", 1, "--seed", "Ø 1", "--json"))
    assert said["slug"] == "sim-4x1-1"
    assert said["entries"] == Entry.objects.count()
    assert refusal("simulate", "--players", 4, "--rounds", 1, "--seed", "Ø 1")[0] == 1  # the address is taken
    assert refusal("simulate", "--players", 6, "--rounds", 1, "--seed", "1")[0] == 1
    assert refusal("simulate", "--players", 4, "--rounds", 0, "--seed", "1")[0] == 2
    assert refusal("simulate", "--players", 4, "--rounds", 1, "--seed", "1", "--speed", "0")[0] == 2


def test_the_demo_shows_one_of_everything_and_is_made_once():
    tournament, made = demo.seed_demo()
    assert made
    assert demo.seed_demo() == (tournament, False)
    assert [round_.state for round_ in tournament.rounds.all()] == ["closed"] * 2 + ["running"] + [
        "seated"
    ] * 3
    assert tournament.players.count() == 24
    assert sorted(team.players.count() for team in tournament.teams.all()) == [4] * 6
    assert tournament.players.exclude(native_name="").exists()
    running = tournament.rounds.get(number=3)
    games = {table.number: game_view(table) for table in running.tables.all()}
    assert {number: game.played for number, game in games.items()} == {**demo.DEALS_SO_FAR, 6: 0}
    assert games[6].totals_only
    assert [game.table.number for game in games.values() if game.disputes] == [4]
    entries = Entry.objects.filter(table__round=running)
    assert entries.filter(kind=Kind.PENALTY, detail__false_win="below_minimum").count() == 1
    assert entries.filter(kind=Kind.DEAL, revision=2).count() == 1
    assert {found.code for found in blockers(running)} == {"deals_missing", "disputed"}
    assert differences(tournament) == ()
    assert entries.order_by("-recorded_at")[0].recorded_at <= timezone.now()


def test_the_demo_links_let_somebody_in():
    demo.seed_demo()
    said = json.loads(run("demo_links", "--base-url", "http://example.test/", "--json"))
    assert said["leaderboard"] == "http://example.test/t/kattegat-open/"
    user = User.objects.get(username=said["login"])
    assert user.check_password(said["password"])
    assert Role.objects.get(user=user).name == Role.Name.OWNER
    secret = said["table_link"].rpartition("/")[2]
    assert resolve_pass(secret).table.number == said["table"]
    user.set_password("another one")
    user.save()
    assert json.loads(run("demo_links", "--json"))["password"] is None


def test_the_demo_is_not_put_into_a_database_that_is_in_use():
    run("simulate", "--players", 4, "--rounds", 1, "--seed", "1")
    assert run("seed_demo", "--if-empty") == ""
    assert Tournament.objects.count() == 1
    assert "kattegat" not in run("demo_links")


def test_a_phone_sends_a_tables_deals_in_order_and_again_when_no_answer_came(monkeypatch):
    sent, failing = [], [OSError("no network")]

    class Answer:
        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def read(self):
            return b"{}"

    def urlopen(request, timeout):
        if failing:
            raise failing.pop()
        sent.append(
            (request.full_url, request.get_header("Authorization"), json.loads(request.data)["number"])
        )
        return Answer()

    monkeypatch.setattr("urllib.request.urlopen", urlopen)
    traffic = Traffic()
    phones = Phones("http://example.test/", {5: "secret"}, traffic)
    for number in (1, 2, 3):
        phones.send(5, {"client_key": str(uuid.uuid4()), "number": number})
    phones.wait(5)
    phones.close()
    address = "http://example.test/api/v1/tables/5/deals/"
    assert sent == [(address, "Pass secret", number) for number in (1, 2, 3)]
    assert (len(traffic.seconds), traffic.retried, traffic.refused) == (3, 1, [])


def test_the_kind_of_word_that_ends_a_short_game_is_a_close():
    run("simulate", "--players", 16, "--rounds", 2, "--seed", "5")
    ended = Entry.objects.filter(kind=Kind.SIGN_OFF, said=Said.CLOSE)
    assert ended.exists()
    assert {word.reason for word in ended} == {"time"}
