"""What a hall screen is told to show."""

import pytest
from django.test import Client

from tests.factories import a_running_table, deal, self_draw
from tournament.selectors.hall import HallOptions, hall_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """Pure Straight 16, Half Flush 6, Dragon Pung 2, four flowers: counted in another order."""
    table = a_running_table()
    fans = [[81, 4], [59, 1], [28, 1], [49, 1]]
    deal(table, 1, self_draw(0, 28, flowers=4), detail={"hand": "123456789m555z1z 1z", "fans": fans})
    return table


def test_the_biggest_hand_names_its_fans_from_the_dearest_down(table):
    biggest = hall_of(table.round.tournament, HallOptions()).biggest
    assert [fan.en for fan in biggest.fans] == ["Pure Straight", "Half Flush", "Dragon Pung", "Flower Tiles"]


def test_the_line_below_the_ranking_names_the_three_dearest(table):
    html = Client().get("/t/cup/screen?pages=ranking&part=1").content.decode()
    line = html[html.index('class="dear-line__fans"') :]
    named = [name for name in ("Pure Straight", "Half Flush", "Dragon Pung", "Flower Tiles") if name in line]
    assert named == ["Pure Straight", "Half Flush", "Dragon Pung"]
