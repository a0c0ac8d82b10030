"""Charts in, at the desk: what would be refused when it is kept is said when it is looked at."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import a_tournament, with_players
from tests.views.reading import text
from tournament.engine import seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cup")]

PAGE = "/desk/cup/seating/charts"
GOOD = "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8\n"
TWICE = "1-2-3-4\n5-6-7-8\n\n1-5-2-2\n3-7-4-8\n"
"""In round 2 player 2 has two seats and player 6 none."""


@pytest.fixture
def cup():
    tournament = with_players(a_tournament(rounds=2), 8)
    tournament.players.filter(number=2).update(name="Mei Lindqvist")
    return tournament


def looked(owner, chart, **said):
    return owner.post(PAGE, {"do": "look", "text": chart, **said})


def test_a_chart_with_somebody_in_two_seats_says_so_and_offers_no_draft(owner):
    page = looked(owner, TWICE)

    assert "Mei Lindqvist has two seats in round 2." in text(page)
    assert "Player 6 has no seat in round 2." in text(page)
    assert "Make it a draft" not in text(page)


def test_a_chart_is_wrong_about_people_before_it_is_wrong_about_rounds(owner, cup):
    page = looked(owner, TWICE + "\n1-2-3-4\n5-6-7-8\n")
    assert "Mei Lindqvist has two seats in round 2." in text(page)
    cup.number_of_rounds = 3
    cup.save()

    (found,) = looked(owner, TWICE).context["found"]
    assert found["why"] == "Mei Lindqvist has two seats in round 2."
    (found,) = looked(owner, GOOD).context["found"]
    assert found["why"] == "The chart has 2 rounds where 3 are seated in advance."


def test_what_is_looked_at_and_what_is_kept_are_refused_alike(owner, cup):
    (found,) = looked(owner, TWICE).context["found"]
    kept = owner.post(PAGE, {"do": "keep", "text": TWICE})

    assert kept.status_code == 422
    assert kept.context["refusal"]["text"] == found["why"]
    assert not cup.seating_plans.exists()


def test_a_chart_that_fits_has_the_marks_and_the_verdict_of_the_desk(owner, cup):
    made = seating.plan_seating(seating.Problem.numbered(8, rounds=2), "7").chart
    body = looked(owner, seating.chart_json(made)).content.decode()
    # what must be kept: nobody meets again avoidably, team-mates, winds
    assert body.count("icons.svg#check") - owner.get(PAGE).content.decode().count("icons.svg#check") == 4
    assert "Passes: no hard rule is broken." in body
    assert "Make it a draft" in body


def test_a_chart_that_fits_shows_who_would_sit_where_in_every_round_before_it_is_kept(owner):
    page = looked(owner, GOOD)
    rounds = page.context["found"][0]["rounds"]
    assert [
        (number, [(table, [person.number for person in four]) for table, four in tables])
        for number, tables in rounds
    ] == [
        (1, [(1, [1, 2, 3, 4]), (2, [5, 6, 7, 8])]),
        (2, [(1, [1, 5, 2, 6]), (2, [3, 7, 4, 8])]),
    ]
    opened, folded = re.findall(r"<details( open)?>\s*<summary>\s*Round", page.content.decode())
    assert (opened, folded) == (" open", "")
    assert text(page).count("Mei Lindqvist") == 2


def test_the_answer_to_look_at_it_stands_behind_the_address_of_the_form(owner):
    body = looked(owner, GOOD).content.decode()
    assert 'action="#found"' in body
    assert re.search(r'<div id="found" tabindex="-1">\s*<section class="section chart-found">', body)
    assert 'id="found"' not in owner.get(PAGE).content.decode()


def test_what_is_wrong_with_the_file_stands_at_the_top_of_the_page_too(owner):
    page = owner.post(PAGE, {"do": "look", "file": SimpleUploadedFile("chart.csv", b"")})

    assert page.status_code == 422
    top = page.content.decode().split("Read a chart", 1)[0]
    assert "The submitted file is empty." in top
    nothing = owner.post(PAGE, {"do": "look", "text": ""})
    assert "nothing is written in it" in nothing.content.decode().split("Read a chart", 1)[0]


def test_a_seed_that_is_too_long_is_refused_with_a_sentence_and_stays_as_it_was_typed(owner):
    seed = "s" * 81
    page = looked(owner, GOOD, seed=seed)

    assert "The seed is longer than 80 characters." in text(page)
    assert f'value="{seed}"' in page.content.decode()
    assert not re.search(r'<input[^>]*name="seed"[^>]*maxlength', page.content.decode())
