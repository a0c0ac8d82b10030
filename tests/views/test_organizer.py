"""The desk: who may open which page first, then what each page does."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import TESTER, a_running_table, a_tournament, play_out, seated
from tournament import services as audited
from tournament.models import Role, Tournament
from tournament.services.access import give_role, open_passes
from tournament.views.organizer_words import AUDIT

pytestmark = pytest.mark.django_db

OPEN_TO_REFEREES = [
    "/desk/cup/",
    "/desk/cup/players",
    "/desk/cup/players/template.csv",
    "/desk/cup/players/list.csv",
    "/desk/cup/rounds/1",
    "/desk/cup/rounds/1/passes",
    "/desk/cup/rounds/1/passes/print",
    "/desk/cup/log",
]
FOR_ORGANIZERS = ["/desk/cup/settings", "/desk/cup/people", "/desk/cup/seating", "/desk/cup/players/1"]
OF_A_TOURNAMENT = [*OPEN_TO_REFEREES, *FOR_ORGANIZERS]
LIVE = "/desk/cup/rounds/1/live"
CHANGES = [
    ("/desk/cup/rounds/1", {"do": "start"}),
    ("/desk/cup/rounds/1", {"do": "take_back"}),
    ("/desk/cup/rounds/1", {"do": "close"}),
    ("/desk/cup/rounds/1", {"do": "reopen", "reason": "x"}),
    ("/desk/cup/players", {"do": "add", "name": "Friend"}),
    ("/desk/cup/players", {"do": "import", "pasted": "Name\nFriend"}),
    ("/desk/cup/players/1", {"do": "remove"}),
    ("/desk/cup/seating", {"do": "draft", "seed": "x"}),
    ("/desk/cup/people", {"do": "give", "username": "stranger", "role": "owner"}),
    ("/desk/cup/settings", {"name": "Mine"}),
]


@pytest.fixture
def cup():
    return seated(a_tournament(), players=8)


def somebody(cup, role, name=""):
    user = User.objects.create_user(name or role or "stranger")
    if role:
        give_role(cup, user=user, name=role, actor=TESTER)
    return user


@pytest.fixture
def owner(client, cup):
    client.force_login(somebody(cup, "owner"))
    return client


def sentences(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


# Who may --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["/desk/", "/desk/new", "/desk/password", LIVE, *OF_A_TOURNAMENT])
def test_whoever_is_not_signed_in_is_asked_to_sign_in(client, cup, url):
    response = client.get(url)

    assert response.status_code == 302
    assert response["Location"] == f"/login/?next={url}"


@pytest.mark.parametrize("url", [LIVE, *OF_A_TOURNAMENT])
def test_a_stranger_is_refused_with_a_page(client, cup, url):
    client.force_login(somebody(cup, ""))

    response = client.get(url)

    assert response.status_code == 403
    assert b"<h1" in response.content


@pytest.mark.parametrize("url", OPEN_TO_REFEREES)
def test_a_referee_sees_what_referees_may(client, cup, url):
    client.force_login(somebody(cup, "referee"))

    assert client.get(url).status_code == 200


@pytest.mark.parametrize("url", FOR_ORGANIZERS)
def test_a_referee_does_not_see_the_rest(client, cup, url):
    client.force_login(somebody(cup, "referee"))

    assert client.get(url).status_code == 403


@pytest.mark.parametrize(("url", "data"), CHANGES)
@pytest.mark.parametrize("role", ["", "referee"])
def test_nobody_changes_what_is_not_theirs(client, cup, url, data, role):
    client.force_login(somebody(cup, role))
    before = Tournament.objects.get().revision

    assert client.post(url, data).status_code == 403
    assert Tournament.objects.get().revision == before


@pytest.mark.parametrize("role", ["owner", "organizer"])
@pytest.mark.parametrize("url", ["/desk/", "/desk/new", *OF_A_TOURNAMENT])
def test_owners_and_organizers_see_everything(client, cup, url, role):
    client.force_login(somebody(cup, role))

    assert client.get(url).status_code == 200


@pytest.mark.parametrize(
    "url", ["/desk/nowhere/", "/desk/cup/rounds/9", "/desk/cup/players/99", "/desk/cup/rounds/9/passes"]
)
def test_what_does_not_exist_is_not_found(owner, url):
    assert owner.get(url).status_code == 404


def test_forms_without_a_token_are_refused(cup):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(somebody(cup, "owner"))

    assert strict.post("/desk/cup/rounds/1", {"do": "start"}).status_code == 403
    assert cup.rounds.get(number=1).state == "seated"


def test_buttons_are_offered_to_those_who_may_press_them(client, cup):
    client.force_login(somebody(cup, "referee"))
    assert b'value="start"' not in client.get("/desk/cup/rounds/1").content
    client.force_login(somebody(cup, "owner"))
    assert b'value="start"' in client.get("/desk/cup/rounds/1").content


@pytest.mark.parametrize("url", ["/desk/", "/desk/new", *OF_A_TOURNAMENT])
def test_no_page_of_the_desk_carries_inline_scripts_or_styles(owner, url):
    page = owner.get(url).content.decode()

    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)


# Tournaments ----------------------------------------------------------------------------------------------


def values_of(response):
    form = response.context["form"]
    return {name: value for name in form.fields if (value := form[name].value()) not in (None, "")}


def test_a_new_tournament_needs_a_name_only(client):
    client.force_login(User.objects.create_user("ida"))
    values = values_of(client.get("/desk/new"))

    response = client.post("/desk/new", {**values, "name": "Øresund Open 2026"})

    assert response.status_code == 303
    cup = Tournament.objects.get()
    assert response["Location"] == "/desk/oresund-open-2026/"
    assert (cup.slug, cup.number_of_rounds, cup.table_points, cup.tiebreaks) == (
        "oresund-open-2026",
        8,
        ["4", "2", "1", "0"],
        ["tp", "mini"],
    )
    assert Role.objects.get().name == "owner"


def test_the_same_name_again_gets_an_address_of_its_own(client):
    client.force_login(User.objects.create_user("ida"))
    values = {**values_of(client.get("/desk/new")), "name": "公开赛"}

    client.post("/desk/new", values)
    client.post("/desk/new", values)

    assert sorted(Tournament.objects.values_list("slug", flat=True)) == ["tournament", "tournament-2"]


def test_a_form_that_cannot_be_is_shown_again_with_what_was_typed(client):
    client.force_login(User.objects.create_user("ida"))
    values = values_of(client.get("/desk/new"))

    response = client.post(
        "/desk/new", {**values, "name": "Cup", "ends_on": "2020-01-01", "time_zone": "Mars"}
    )

    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"ends_on", "time_zone"}
    assert b'value="Cup"' in response.content
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("said", "meant"),
    [("Stockholm", "Europe/Stockholm"), ("new york", "America/New_York"), ("asia/shanghai", "Asia/Shanghai")],
)
def test_a_time_zone_is_known_by_its_city(client, said, meant):
    client.force_login(User.objects.create_user("ida"))
    values = values_of(client.get("/desk/new"))
    client.post("/desk/new", {**values, "name": "Cup", "time_zone": said})
    assert Tournament.objects.get().time_zone == meant


def test_an_address_that_is_taken_is_refused_with_its_sentence(owner):
    values = values_of(owner.get("/desk/new"))

    response = owner.post("/desk/new", {**values, "name": "Other", "slug": "cup"})

    assert response.status_code == 422
    assert b"slug_taken" in response.content


def test_settings_can_be_changed_while_planned(client):
    cup = a_tournament()
    client.force_login(somebody(cup, "owner"))
    values = values_of(client.get("/desk/cup/settings"))

    response = client.post(
        "/desk/cup/settings",
        {
            **values,
            "points_1": "4",
            "points_2": "2.5",
            "ranking": "own",
            "then_1": "tp",
            "then_2": "high_games",
        },
    )

    assert response.status_code == 303
    cup.refresh_from_db()
    assert cup.table_points == ["4", "2.5", "1", "0"]
    assert cup.tiebreaks == ["tp", "high_games"]


def test_frozen_settings_are_shown_as_frozen_and_stay(client):
    cup = a_running_table().round.tournament
    client.force_login(somebody(cup, "owner"))
    page = client.get("/desk/cup/settings")
    values = values_of(page)

    response = client.post(
        "/desk/cup/settings", {**values, "name": "Renamed", "points_1": "9", "profile": "CN1998"}
    )

    assert "Frozen since the first round started" in sentences(page)
    assert response.status_code == 303
    cup.refresh_from_db()
    assert (cup.name, cup.table_points, cup.profile) == ("Renamed", ["4", "2", "1", "0"], "MIL2025")


def test_table_points_that_rise_are_refused_with_their_sentence(client):
    cup = a_tournament()
    client.force_login(somebody(cup, "owner"))
    values = values_of(client.get("/desk/cup/settings"))

    response = client.post("/desk/cup/settings", {**values, "points_4": "7"})

    assert response.status_code == 422
    assert b"bad_table_points" in response.content


def test_the_overview_leads_from_step_to_step(client):
    cup = a_tournament()
    client.force_login(somebody(cup, "owner"))

    def now():
        return [(s.code, s.state) for s in client.get("/desk/cup/").context["steps"] if s.state == "now"]

    assert now() == [("players", "now")]
    seated(cup, players=8)
    assert now() == [("passes", "now")]  # no phone waits for its link while the clock runs
    open_passes(cup.rounds.get(number=1), actor=TESTER)
    assert now() == [("start", "now")]
    client.post("/desk/cup/rounds/1", {"do": "start"})
    assert now() == [("close", "now")]


def test_the_desk_lists_my_tournaments_only(client, cup):
    a_tournament(slug="hidden", name="Not Mine")
    client.force_login(somebody(cup, "referee"))

    page = client.get("/desk/").content.decode()

    assert "Harbour Cup" in page
    assert "Not Mine" not in page


def test_the_log_says_in_sentences_who_did_what(client, cup):
    client.force_login(somebody(cup, "owner", "ida"))
    client.post("/desk/cup/rounds/1", {"do": "start"})

    page = sentences(client.get("/desk/cup/log"))

    assert "Started round 1." in page
    assert "Published seating 1" in page
    assert "Made ida owner." in page


def test_a_closed_round_can_be_reopened_with_a_reason_only(client):
    table = a_running_table()
    play_out(table)
    client.force_login(somebody(table.round.tournament, "owner"))
    assert client.post("/desk/cup/rounds/1", {"do": "close"}).status_code == 303

    refused = client.post("/desk/cup/rounds/1", {"do": "reopen", "reason": " "})
    assert refused.status_code == 422
    assert b"reason_missing" in refused.content
    assert (
        client.post("/desk/cup/rounds/1", {"do": "reopen", "reason": "a sheet was found"}).status_code == 303
    )
    assert "Reopened round 1: a sheet was found" in sentences(client.get("/desk/cup/log"))


def test_every_address_has_its_name():
    names = {
        "desk": "/desk/",
        "desk_new": "/desk/new",
    }
    for name, url in names.items():
        assert reverse(name) == url
    assert reverse("desk_round", args=["cup", 1]) == "/desk/cup/rounds/1"
    assert reverse("desk_table", args=["cup", 1, 2]) == "/desk/cup/tables/1/2"


def test_every_action_of_the_audit_trail_has_a_sentence():
    services = Path(audited.__file__).parent
    raised = set()
    for file in services.glob("*.py"):
        raised |= set(re.findall(r'(?:audit\(\s*|action=)f?"([a-z_{}.]+\.[a-z_]+)"', file.read_text("utf-8")))
    assert "round.closed" in raised
    raised -= {"{kind}.voided"}  # of deals and totals

    assert raised | {"deal.voided", "totals.voided"} <= set(AUDIT)


# What addresses and hidden fields may say -----------------------------------------------------------------


@pytest.mark.parametrize("number", ["²", "٣", "-1", "9" * 5000, "a\0b", ""])
def test_a_number_that_is_none_is_never_a_fault_of_the_server(owner, number):
    refused = 422 if "\0" in number else 404
    assert owner.get("/desk/cup/seating", {"round": number}).status_code == 200
    for wish in ("publish", "discard"):
        assert owner.post("/desk/cup/seating", {"do": wish, "plan": number}).status_code == refused
    passes = {"do": "replace", "table": number}
    assert owner.post("/desk/cup/rounds/1/passes", passes).status_code == refused


@pytest.mark.parametrize(("name", "address"), [("New", "new-2"), ("Password!", "password-2")])
def test_a_tournament_named_like_a_page_of_the_desk_gets_an_address_beside_it(client, name, address):
    client.force_login(User.objects.create_user("ida"))
    values = values_of(client.get("/desk/new"))

    assert client.post("/desk/new", {**values, "name": name})["Location"] == f"/desk/{address}/"


def test_a_form_without_its_token_is_answered_in_the_readers_words(cup):
    visitor = Client(enforce_csrf_checks=True)

    response = visitor.post("/login/", {"username": "a", "password": "b"}, headers={"Accept-Language": "en"})

    assert response.status_code == 403
    assert "This form was too old to be sent" in sentences(response)


def test_whoever_guesses_passwords_is_told_so_and_others_still_sign_in(client):
    User.objects.create_user("ida", password="right-and-long")
    for _guess in range(8):
        response = client.post("/login/", {"username": "ida", "password": "wrong"})

    assert response.status_code == 429
    assert "Too many wrong passwords" in sentences(response)
    User.objects.create_user("per", password="right-and-long")
    assert client.post("/login/", {"username": "per", "password": "right-and-long"}).status_code == 302


def test_more_than_a_form_can_carry_is_a_page_and_not_a_bare_line(owner):
    response = owner.post("/desk/cup/players", {"do": "import", "pasted": "x" * 5_000_000})

    assert response.status_code == 400
    assert "Nothing was changed" in sentences(response)
