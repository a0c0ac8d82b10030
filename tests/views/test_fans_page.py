"""The list of fans: all of them, found by words, small enough for a phone, each example worth its fan."""

import gzip
import re

import pytest

from scoring.calculator import score_hand
from scoring.fans.catalogue import CATALOGUE
from scoring.fans.editions import editions_of
from scoring.notation import read_hand

pytestmark = pytest.mark.django_db


def fans(client, query="", language="en"):
    return client.get(f"/fans{query}", headers={"accept-language": language})


def numbers(answer):
    return [int(number) for number in re.findall(r'id="fan-(\d+)"', answer.content.decode())]


def test_all_81_and_the_82nd_stand_in_the_order_of_their_points(client):
    found = numbers(fans(client))
    assert sorted(found) == list(range(1, 83))
    # the fan of 5 points stands between those of 6 and of 4
    assert found[found.index(82) - 1 : found.index(82) + 2] == [54, 82, 55]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("qidui", []), ("七对", [6, 19]), ("KNITTED", [20, 34, 35]), ("all honours", [11]), ("82", [82])],
)
def test_fans_are_found_by_name_number_and_definition(client, wanted, found):
    assert set(found) <= set(numbers(fans(client, f"?q={wanted}")))
    if not found:
        assert numbers(fans(client, f"?q={wanted}")) == []


def test_nothing_found_is_said(client):
    answer = fans(client, "?q=<script>")
    assert "No fan has such a name." in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "definition"),
    [("en", "Nothing but ones and nines."), ("zh-hans", "全部由数牌的一和九组成。")],
)
def test_definitions_are_in_the_language_of_the_page(client, language, definition):
    assert definition in fans(client, language=language).content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_page_is_under_100_kilobytes_compressed(client, language):
    assert len(gzip.compress(fans(client, language=language).content, 5)) < 100_000


def test_every_example_opens_in_the_calculator_and_holds_its_fan(client):
    links = re.findall(r'class="fan__example" href="([^"]+)"', fans(client).content.decode())
    assert len(links) == len(CATALOGUE)
    assert client.get(links[0]).context["score"].numbers[0][0] == CATALOGUE[0].number
    for fan in CATALOGUE:
        score = score_hand(read_hand(fan.example))
        assert fan.number in {counted.fan.number for counted in score.counted} or (
            fan.number == 81 and score.flowers
        )


def test_what_a_fan_leaves_out_is_linked(client):
    page = fans(client, "?q=大三元").content.decode()
    assert 'href="#fan-59"' in page or 'href="/fans#fan-59"' in page


def test_rulebooks_that_differ_are_named():
    # the Green Book pays eight for two concealed kongs; 56 may stand beside seven pairs there
    assert [(edition.profile, edition.points) for edition in editions_of(53)] == [("WMO2006", 8)]
    assert [fan.number for edition in editions_of(19) for fan in edition.frees] == [56]
    # one melded and one concealed kong: six before MIL 2025
    assert {edition.profile: edition.points for edition in editions_of(82)} == {"CN1998": 6, "WMO2006": 6}
    assert editions_of(63) == ()
