"""The reading addresses of the API."""

import pytest

from tests.factories import TESTER, a_running_table, a_tournament, deal, seated, self_draw
from tournament.services.sight import choose_sight

pytestmark = pytest.mark.django_db


def test_standings_are_exact_and_name_what_decided(client):
    table = a_running_table()
    deal(table, 1, self_draw(0, 8))
    slug = table.round.tournament.slug
    answer = client.get(f"/api/v1/tournaments/{slug}/standings/").json()
    first, second = answer["standings"][:2]
    assert (first["rank"], first["table_points"], first["score"]) == (1, "4", 48)
    assert (second["rank"], second["table_points"], second["shared"]) == (2, "1", True)
    assert answer["revision"] == table.round.tournament.__class__.objects.get(slug=slug).revision


@pytest.mark.parametrize(
    "query",
    ["through=x", "as_of=yesterday", "as_of=2026-08-14T10:00:00", "through=²", f"through={'9' * 5000}"],
)
def test_a_moment_that_cannot_be_read_is_refused(client, query):
    a_tournament()
    answer = client.get(f"/api/v1/tournaments/cup/standings/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_input")


@pytest.mark.parametrize("edge", ["0001-01-01T00:00:00%2B23:59", "9999-12-31T23:59:59-23:59"])
def test_a_moment_beyond_the_calendar_is_refused(client, edge):
    a_tournament()
    answer = client.get(f"/api/v1/tournaments/cup/standings/?as_of={edge}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_input")


def test_the_seating_names_every_table_once(client):
    seated(a_tournament(rounds=2), players=16)
    tables = client.get("/api/v1/tournaments/cup/seating/").json()
    assert [(t["round"], t["table"]) for t in tables] == [(r, n) for r in (1, 2) for n in (1, 2, 3, 4)]
    assert sorted(p for t in tables[:4] for p in t["players"]) == list(range(1, 17))


def test_every_list_has_an_etag_and_answers_304(client):
    a_tournament()
    for address in ("", "cup/", "cup/standings/", "cup/seating/"):
        answer = client.get(f"/api/v1/tournaments/{address}")
        assert answer.status_code == 200
        again = client.get(f"/api/v1/tournaments/{address}", HTTP_IF_NONE_MATCH=answer["ETag"])
        assert again.status_code == 304


def test_whoever_sees_less_than_before_is_not_told_that_nothing_changed(client, django_user_model):
    choose_sight(a_tournament(), actor=TESTER, results_shown="none", players_by_number=True)
    client.force_login(django_user_model.objects.create_superuser("ida"))
    whole = client.get("/api/v1/tournaments/cup/standings/")
    client.logout()
    again = client.get("/api/v1/tournaments/cup/standings/", HTTP_IF_NONE_MATCH=whole["ETag"])
    assert again.status_code == 200


def test_the_description_covers_every_address(client):
    schema = client.get("/api/schema/", HTTP_ACCEPT="application/json").json()
    assert "/api/v1/tables/{id}/deals/" in {path.replace("{pk}", "{id}") for path in schema["paths"]}
    assert client.get("/api/docs/").status_code == 200
    assert client.options("/api/docs/").status_code == 405


def test_a_ranking_after_a_round_that_does_not_exist_is_not_found_as_on_the_page(client):
    a_tournament(rounds=2)
    for through in (0, 3, 99):
        answer = client.get(f"/api/v1/tournaments/cup/standings/?through={through}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert client.get(f"/t/cup/?through={through}").status_code == 404
