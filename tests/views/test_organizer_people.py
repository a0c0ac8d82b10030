"""The desk's pages of people: lists put in whole or not at all, single players, access, and hostile names."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import a_tournament, seated, with_players
from tests.views.reading import text
from tests.views.test_organizer import sentences, somebody
from tournament.models import Role

pytestmark = pytest.mark.django_db

URL = "/desk/cup/players"


@pytest.fixture
def cup():
    return a_tournament()


@pytest.fixture
def owner(client, cup):
    client.force_login(somebody(cup, "owner", "ida"))
    return client


def upload(client, data, name="players.csv"):
    return client.post(URL, {"do": "import", "file": SimpleUploadedFile(name, data)})


def test_a_pasted_table_becomes_the_list(owner, cup):
    response = owner.post(
        URL, {"do": "import", "pasted": "Name\tCountry\nMette Sørensen\tDenmark\nMei Siyuan\tChina\n"}
    )

    assert response.status_code == 303
    assert [(p.number, p.name, p.country) for p in cup.players.all()] == [
        (1, "Mette Sørensen", "Denmark"),
        (2, "Mei Siyuan", "China"),
    ]


def test_countries_that_nobody_knows_are_named_with_whose_they_are_until_they_are_mended(owner, cup):
    listed = (
        "Name,Country\nMette Sørensen,Denmark\nBo Ek,Swedn\nAnn Ek,Swedn\nMei Siyuan,中国\n"
        "Jo Li,Atlantis\nUma Ray,\n"
    )
    page = owner.post(URL, {"do": "import", "pasted": listed}, follow=True)

    assert [(country, [p.name for p in people]) for country, people in page.context["unknown"]] == [
        ("Swedn", ["Bo Ek", "Ann Ek"]),
        ("Atlantis", ["Jo Li"]),
    ]
    assert "2 countries were not recognised" in text(page)
    for number in (2, 3, 5):
        owner.post(f"{URL}/{number}", {"name": cup.players.get(number=number).name, "country": "SWE"})
    assert "not recognised" not in text(owner.get(URL))


@pytest.mark.parametrize(
    ("name", "encoding"), [("诸葛文涛", "gb18030"), ("Åse Größubel", "cp1252"), ("Łukasz 王", "utf-8-sig")]
)
def test_an_uploaded_file_keeps_its_names_in_any_encoding(owner, cup, name, encoding):
    upload(owner, f"Name,Club\n{name},A\nBo Ek,B\n".encode(encoding))

    assert cup.players.get(number=1).name == name


def test_seventy_one_good_rows_of_seventy_four_import_nothing_and_name_the_three(owner, cup):
    with_players(cup, 4)
    lines = ["Name;No;Licence", *(f"Player {n};{n};L{n}" for n in range(1, 75))]
    lines[10] = "Player 10;ten;L10"
    lines[20] = ";20;L20"
    lines[74] = "Somebody Else;74;L30"

    response = upload(owner, "\n".join(lines).encode())

    assert response.status_code == 422
    report = response.context["report"]
    assert (report["read"], report["good"], report["bad"]) == (74, 71, 3)
    assert [(line["row"], line["cells"]) for line in report["rows"]] == [
        (11, "Player 10 · ten · L10"),
        (21, "20 · L20"),
        (75, "Somebody Else · 74 · L30"),
    ]
    said = sentences(response)
    assert "“ten” is not a player number" in said
    assert "The name is missing." in said
    assert "Licence L30 is in row 31 already." in said
    assert cup.players.count() == 4


def test_what_was_pasted_stays_in_the_field_when_it_is_refused(owner):
    response = owner.post(URL, {"do": "import", "pasted": "Name,Shoes\nAnn,38"})

    assert response.status_code == 422
    assert "The column “Shoes” is not known" in sentences(response)
    assert "Name,Shoes" in response.content.decode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "There are no players in this list."),
        (b"\x00\x01", "file_unreadable"),
        (b"a" * (3 * 1024 * 1024), "file_too_large"),
    ],
)
def test_files_that_are_no_lists_are_refused_and_say_so(owner, cup, data, code):
    response = upload(owner, data)

    assert response.status_code == 422
    assert code in response.content.decode()
    assert not cup.players.exists()


def test_a_list_is_not_replaced_under_people_who_have_seats(owner, cup):
    seated(cup, players=8)

    response = owner.post(URL, {"do": "import", "pasted": "Name\nAnn"})

    assert response.status_code == 422
    assert b"players_exist" in response.content
    assert cup.players.count() == 8


def test_a_name_like_a_formula_is_text_in_and_harmless_out(owner, cup):
    owner.post(URL, {"do": "import", "pasted": 'Name\tClub\n=HYPERLINK("http://x")\t@club\n'})
    assert cup.players.get().name == '=HYPERLINK("http://x")'

    out = owner.get(f"{URL}/list.csv").content.decode("utf-8-sig")

    assert '"\'=HYPERLINK(""http://x"")"' in out
    assert "'@club" in out


def test_the_list_that_goes_out_comes_back_the_same(owner, cup):
    owner.post(
        URL,
        {
            "do": "import",
            "pasted": "Name\tNative name\tCountry\tTeam\tNo\tSubstitute\n"
            "Mei Siyuan\t梅思源\tChina\tNorth\t7\t\n=Bo\t\t\t\t3\tyes\n",
        },
    )
    before = list(
        cup.players.values_list("number", "name", "native_name", "country", "team__name", "substitute")
    )

    assert upload(owner, owner.get(f"{URL}/list.csv").content).status_code == 303

    after = list(
        cup.players.values_list("number", "name", "native_name", "country", "team__name", "substitute")
    )
    assert (
        after
        == before
        == [
            (3, "=Bo", "", "", None, True),
            (7, "Mei Siyuan", "梅思源", "China", "North", False),
        ]
    )


def test_the_template_can_be_put_in_as_it_is(owner, cup):
    assert upload(owner, owner.get(f"{URL}/template.csv").content).status_code == 303

    assert [p.family_name for p in cup.players.all()] == ["Sørensen", "Zhuge"]


def test_html_in_a_name_stays_text_on_every_page(owner, cup):
    seated(cup, players=4)
    cup.players.filter(number=1).update(name="<script>alert(1)</script>", club="<b>x")

    for url in (URL, f"{URL}/1", "/desk/cup/seating", "/desk/cup/rounds/1/passes", "/desk/cup/rounds/1"):
        assert b"<script>alert" not in owner.get(url).content


def test_somebody_is_added_corrected_and_taken_off(owner, cup):
    owner.post(URL, {"do": "add", "name": " Mette   Sørensen ", "team": "Amager"})
    assert cup.players.get().name == "Mette Sørensen"

    owner.post(f"{URL}/1", {"do": "change", "name": "Mette Juhl", "family_name": "Juhl", "team": ""})
    player = cup.players.get()
    assert (player.name, player.family_name, player.team) == ("Mette Juhl", "Juhl", None)

    owner.post(f"{URL}/1", {"do": "remove"})
    assert not cup.players.exists()


def test_a_form_with_a_fault_is_shown_again(owner, cup):
    assert owner.post(URL, {"do": "add", "name": ""}).status_code == 422
    with_players(cup, 4)
    response = owner.post(f"{URL}/1", {"do": "change", "name": "Ann Lee", "family_name": "Li"})

    assert response.status_code == 422
    assert "family_name" in response.context["form"].errors
    assert cup.players.get(number=1).name == "Player 1"


def test_a_licence_that_somebody_else_has_is_refused_with_a_sentence(owner, cup):
    owner.post(URL, {"do": "import", "pasted": "Name\tLicence\tId\nAnn\t7\tA\nBo\t8\tB"})

    assert b"licence_taken" in owner.post(f"{URL}/2", {"do": "change", "name": "Bo", "licence": "7"}).content
    assert b"licence_taken" in owner.post(URL, {"do": "add", "name": "Cy", "licence": "7"}).content
    assert b"id_taken" in owner.post(URL, {"do": "add", "name": "Cy", "external_id": "A"}).content
    assert cup.players.count() == 2


# Access ---------------------------------------------------------------------------------------------------


def test_a_colleague_with_an_account_gets_a_role(owner, cup):
    User.objects.create_user("Rita")

    assert (
        owner.post("/desk/cup/people", {"do": "give", "username": "rita", "role": "referee"}).status_code
        == 303
    )

    assert cup.roles.get(user__username="Rita").name == "referee"


def test_a_user_name_that_nobody_has_is_refused(owner):
    response = owner.post("/desk/cup/people", {"do": "give", "username": "nobody", "role": "referee"})

    assert response.status_code == 422
    assert b"user_not_found" in response.content


def test_a_new_account_shows_its_password_once(owner, client):
    response = owner.post("/desk/cup/people", {"do": "create", "username": "rita", "role": "referee"})

    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    password = re.search(r'one-time__password">([^<]+)<', response.content.decode()).group(1)
    assert password not in owner.get("/desk/cup/people").content.decode()
    assert User.objects.get(username="rita").check_password(password)


def test_a_role_can_be_taken_away_but_not_the_last_owners(owner, cup):
    somebody(cup, "referee", "rita")

    assert owner.post("/desk/cup/people", {"do": "take", "username": "rita"}).status_code == 303
    assert owner.post("/desk/cup/people", {"do": "take", "username": "ida"}).status_code == 422
    assert [role.name for role in Role.objects.filter(tournament=cup)] == ["owner"]


def test_whoever_got_a_password_can_change_it(client, cup):
    user = somebody(cup, "referee", "rita")
    user.set_password("made-by-chance-1955")
    user.save()
    client.force_login(user)

    response = client.post(
        "/desk/password",
        {
            "old_password": "made-by-chance-1955",
            "new_password1": "sixteen-hands",
            "new_password2": "sixteen-hands",
        },
    )

    assert response.status_code == 302
    user.refresh_from_db()
    assert user.check_password("sixteen-hands")


# Seating --------------------------------------------------------------------------------------------------


def test_a_seating_is_drafted_judged_compared_and_published(owner, cup):
    with_players(cup, 16)
    for seed in ("first", "second"):
        assert owner.post("/desk/cup/seating", {"do": "draft", "seed": seed}).status_code == 303

    page = owner.get("/desk/cup/seating")
    assert [line.plan.seed for line in page.context["lines"]] == ["second", "first"]
    assert page.context["shown"].report.repeats == 0
    assert not cup.rounds.exclude(state="planned").exists()

    assert owner.post("/desk/cup/seating", {"do": "discard", "plan": "2"}).status_code == 303
    assert owner.post("/desk/cup/seating", {"do": "publish", "plan": "1"}).status_code == 303
    published = owner.get("/desk/cup/seating")
    assert published.context["shown"].plan.certificate["sha256"] in published.content.decode()
    assert {round_.state for round_ in cup.rounds.all()} == {"seated"}


def test_players_who_cannot_fill_tables_are_said_before_anything_is_tried(owner, cup):
    with_players(cup, 14)

    page = owner.get("/desk/cup/seating")

    assert "14 players cannot fill tables of four. 2 more are needed" in sentences(page)
    assert owner.post("/desk/cup/seating", {"do": "draft", "seed": "x"}).status_code == 422


def test_a_draft_for_an_older_list_is_marked_and_not_published(owner, cup):
    with_players(cup, 8)
    owner.post("/desk/cup/seating", {"do": "draft", "seed": "x"})
    with_players(cup, 12)

    assert owner.get("/desk/cup/seating").context["shown"].line.stale
    response = owner.post("/desk/cup/seating", {"do": "publish", "plan": "1"})
    assert response.status_code == 409
    assert b"plan_is_stale" in response.content


def test_the_suggested_seed_makes_a_draft_as_it_stands(owner, cup):
    with_players(cup, 8)
    seed = owner.get("/desk/cup/seating").context["seed"]

    owner.post("/desk/cup/seating", {"do": "draft", "seed": seed})

    assert cup.seating_plans.get().seed == seed


def test_what_an_empty_tournament_shows_is_no_error(owner, cup):
    for url in ("/desk/cup/", URL, "/desk/cup/seating", "/desk/cup/rounds/1", "/desk/cup/rounds/1/passes"):
        assert owner.get(url).status_code == 200


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Name", *(f"Player {n}" for n in range(2500))], "The list has more than 2000 rows."),
        (["Name;Shoe size", *(f"Player {n};42" for n in range(30))], "The column “Shoe size” is not known."),
        (["Name"], "There are no players in this list."),
    ],
)
def test_a_list_of_which_no_row_was_looked_at_counts_none_of_them(owner, cup, lines, said):
    page = re.sub(r"\s+", " ", upload(owner, "\n".join(lines).encode()).content.decode())

    assert said in page
    assert "The list as a whole needs attention" in page
    assert "Its rows were not looked at. Nothing was imported" in page
    assert not re.search(r"\d+ of \d+ rows? (is|are) good", page)
    assert not cup.players.exists()
