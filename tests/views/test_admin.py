"""The stock administration: what is changed there is seen at once, like any other change."""

import pytest
from django.urls import reverse

from tests.factories import a_running_table, a_tournament, with_players
from tests.views.reading import text

pytestmark = pytest.mark.django_db(transaction=True)


def send(admin_client, row, **changed):
    """Send the form of a row again with some fields changed."""
    at = reverse(f"admin:tournament_{row._meta.model_name}_change", args=[row.pk])
    form = admin_client.get(at).context["adminform"].form
    fields = {name: "" if (value := form[name].value()) is None else value for name in form.fields}
    return admin_client.post(at, {**fields, **changed})


def test_a_name_that_is_corrected_in_the_administration_is_on_every_page(admin_client, client):
    table = a_running_table()
    player = table.seats.get(seat=0).player
    pages = ("/t/cup/", "/t/cup/players", "/t/cup/tables/1/1")
    for page in pages:
        assert player.name in text(client.get(page))
    assert send(admin_client, player, name="Zhang Wei").status_code == 302
    for page in pages:
        assert "Zhang Wei" in text(client.get(page))


@pytest.mark.parametrize("how", ["one", "several"])
def test_a_player_who_is_deleted_in_the_administration_is_on_no_page(admin_client, client, how):
    player = with_players(a_tournament(), 4).players.get(number=3)
    assert player.name in text(client.get("/t/cup/players"))
    if how == "one":
        at, sent = reverse("admin:tournament_player_delete", args=[player.pk]), {"post": "yes"}
    else:
        at = reverse("admin:tournament_player_changelist")
        sent = {"action": "delete_selected", "_selected_action": player.pk, "post": "yes"}
    assert admin_client.post(at, sent).status_code == 302
    assert player.name not in text(client.get("/t/cup/players"))


def test_a_tournament_that_is_renamed_in_the_administration_has_its_new_name(admin_client, client):
    tournament = a_tournament()
    client.get("/t/cup/")
    assert send(admin_client, tournament, name="Bay Cup").status_code == 302
    assert "Bay Cup" in text(client.get("/t/cup/"))


def test_what_results_depend_on_is_closed_in_the_administration_once_play_has_started(admin_client):
    tournament = a_running_table().round.tournament
    at = reverse("admin:tournament_tournament_change", args=[tournament.pk])
    fields = admin_client.get(at).context["adminform"].form.fields
    assert "false_win" not in fields
    assert "name" in fields
