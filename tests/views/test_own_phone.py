"""A player's own link: what its pages show, what they let nobody do, and the code that is taken home."""

import re
import uuid

import pytest
from django.db import connection

from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.models import Entry, PlayerPass
from tournament.selectors.games import game_view
from tournament.services.access import open_passes
from tournament.services.deals import correct_deal
from tournament.services.player_passes import replace_player_pass
from tournament.services.rounds import close_round, start_round
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table(players=8, rounds=2)


@pytest.fixture
def own(table):
    """The address of whoever starts South."""
    return f"/my/{replace_player_pass(table.seats.get(seat=1).player, actor=TESTER).secret}"


@pytest.fixture
def phone(table):
    """The address of the table's phone."""
    return f"/p/{next(p for p in open_passes(table.round, actor=TESTER) if p.table == table).secret}"


def say(client, at, seat, *, agree=True, **more):
    return client.post(
        f"{at}/sign",
        {
            "seat": seat,
            "say": "agree" if agree else "dispute",
            "up_to": Entry.objects.exclude(kind="sign_off").order_by("-sequence").first().sequence,
            "client_key": str(uuid.uuid4()),
            **more,
        },
    )


def test_it_shows_the_table_and_offers_nothing_to_record(client, table, own):
    deal(table, 1, self_draw(1, 20))
    page = client.get(own).content.decode()
    assert "<b>Deal 2</b> of 16" in page
    assert "+84" in page
    for entry in ("win", "drawn", "false-win", "penalty", "undo", "end", "follow"):
        assert f"{own}/{entry}" not in page
        assert client.get(f"{own}/{entry}").status_code == 404
    ledger = client.get(f"{own}/deals").content.decode()
    assert "/correct" not in ledger


def test_it_agrees_for_its_player_and_for_nobody_else(client, table, own):
    deal(table, 1)
    page = client.get(f"{own}/sign").content.decode()
    assert re.findall(r'name="seat"\s+value="(\d)"', page) == ["1"]
    assert say(client, own, 1).status_code == 303
    refused = say(client, own, 0)
    assert refused.status_code == 403
    assert "not for anybody else" in refused.content.decode()
    assert [p.signed for p in game_view(table).people] == ["", "agree", "", ""]
    assert client.get(f"{own}/sign?say=dispute&seat=2").status_code == 403


def test_a_page_of_the_game_before_agrees_to_nothing_in_the_next(client, table, own):
    for one in table.round.tables.all():
        deal(one, 1)
    page = client.get(f"{own}/sign").content.decode()
    older = re.search(r'name="table"\s+value="(\d+)"', page).group(1)
    for one in table.round.tables.all():
        end_game(table_id=one.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(table.round, actor=TESTER)
    second = table.round.tournament.rounds.get(number=2)
    start_round(second, actor=TESTER)
    player = table.seats.get(seat=1).player
    seat = second.seats.get(player=player)
    deal(seat.table, 1)
    assert say(client, own, seat.seat, table=older).status_code == 409
    assert not Entry.objects.filter(table=seat.table, kind="sign_off").exists()
    assert say(client, own, seat.seat, table=seat.table.pk).status_code == 303


def test_a_dispute_stands_on_the_table_with_its_words(client, table, own, phone):
    deal(table, 1)
    assert say(client, own, 1, agree=False, reason_text="It was 24 fan").status_code == 303
    assert "It was 24 fan" in client.get(phone).content.decode()
    assert "You dispute what is recorded" in client.get(own).content.decode()


def test_a_withdrawn_link_and_a_strangers_are_pages_with_a_sentence(client, table, own):
    replace_player_pass(table.seats.get(seat=1).player, actor=TESTER)
    gone = client.get(own)
    assert (gone.status_code, "withdrawn" in gone.content.decode()) == (403, True)
    assert client.get("/my/" + "x" * 22).status_code == 404


def test_the_tables_phone_shows_a_code_that_it_gave_and_no_other(client, table, own, phone):
    given = PlayerPass.objects.get()
    page = client.get(f"{phone}/follow?seat=1").content.decode()
    assert given.secret not in page
    assert client.post(f"{phone}/follow", {"seat": "1"}).status_code == 303
    fresh = PlayerPass.objects.get(revoked_at=None)
    assert fresh.pk != given.pk
    assert f"/my/{fresh.secret}" in client.get(f"{phone}/follow?seat=1").content.decode()
    second = next(p for p in open_passes(table.round, actor=TESTER) if p.table != table)
    assert fresh.secret not in client.get(f"/p/{second.secret}/follow?seat=1").content.decode()
    assert client.post(f"{phone}/follow", {"seat": "7"}).status_code == 422


def test_a_players_secret_opens_no_table_and_a_tables_opens_no_player(client, own, phone):
    assert client.get(own.replace("/my/", "/p/")).status_code == 404
    assert client.get(phone.replace("/p/", "/my/")).status_code == 404


def test_an_agreement_from_before_a_correction_is_called_void(client, table, own, phone):
    deal(table, 1)
    say(client, own, 1)
    correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=self_draw(0),
        reason="wrong winner",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert "agreed before something was changed" in client.get(phone).content.decode()
    assert (
        "Agreed up to deal 1; something in it was changed since."
        in client.get(f"{own}/sign").content.decode()
    )


def test_the_desk_opens_replaces_and_withdraws_links(admin_client, client, table):
    at = f"/desk/{table.round.tournament.slug}/players/links"
    assert client.get(at).status_code == 302
    admin_client.post(at, {"do": "open"})
    assert PlayerPass.objects.filter(revoked_at=None).count() == 8
    cards = admin_client.get(f"{at}/print").content.decode()
    assert cards.count('class="player-card"') == 8
    number = table.seats.get(seat=0).player.number
    admin_client.post(at, {"do": "replace", "player": number})
    admin_client.post(at, {"do": "withdraw", "player": table.seats.get(seat=1).player.number})
    assert PlayerPass.objects.filter(revoked_at=None).count() == 7
    assert PlayerPass.objects.exclude(revoked_at=None).count() == 2


# The code -------------------------------------------------------------------------------------------


def look_up(client, code):
    return client.get("/t/cup/code", {"code": code}).content.decode()


def test_a_code_says_which_state_it_stands_for_and_what_came_after(client, table):
    deal(table, 1, self_draw(0, 10))
    code = game_view(table).code
    page = look_up(client, code)
    assert "This is how the game is recorded now." in page
    assert "+54" in page
    deal(table, 2, self_draw(1, 20))
    later = look_up(client, code.lower().replace("-", " "))
    assert "Everything up to this code is still recorded as it was." in later
    assert "+54" in later
    assert "letters were compared" in look_up(client, code[:9])
    correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=self_draw(3, 8),
        reason="wrong winner",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert "The game was changed after this code." in look_up(client, code)


def test_a_code_of_nothing_and_what_is_no_code_are_told_apart(client, table):
    deal(table, 1)
    assert "No state of this event has this code." in look_up(client, "0000-0000-0000-0000")
    assert "This is not a code" in look_up(client, "hello")


def test_a_record_changed_behind_the_application_is_noticed(client, table):
    deal(table, 1)
    code = game_view(table).code
    behind_its_back("UPDATE tournament_entry SET actor = 'somebody else'")
    assert "changed behind the application" in look_up(client, code)


def behind_its_back(statement):
    """What the application itself cannot do: change a row of the log."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER IF EXISTS tournament_entry_no_update")
        else:
            cursor.execute("DROP TRIGGER IF EXISTS tournament_entry_no_change ON tournament_entry")
        cursor.execute(statement)
