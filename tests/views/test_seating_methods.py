"""How a seating was made is said in words for people, whichever maker made it."""

import pytest
from django.utils import translation

from tournament.engine import seating
from tournament.engine.seating.designs import known_rounds
from tournament.templatetags.seating import how_made


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize(
    ("players", "rounds", "facts"),
    [
        (28, 8, {}),
        (16, 5, {}),
        (12, 6, {}),
        (8, 1, {}),
        (44, 11, {}),
        (28, 8, {"teams": {n: f"team {(n - 1) // 4}" for n in range(1, 29)}, "avoid": [(1, 5)]}),
    ],
)
def test_the_method_of_every_kind_of_making_has_words(players, rounds, facts, language):
    method = seating.plan_seating(seating.Problem.numbered(players, rounds=rounds, **facts), "a").method
    with translation.override(language):
        said = how_made(method)
    assert said != method
    assert "exact cover" not in said
    assert (language == "zh-hans") == (not said.isascii())


@pytest.mark.parametrize("players", [16, 24, 28, 32, 36, 48, 52, 64, 76])
def test_the_origin_of_every_stored_schedule_has_words(players):
    found = known_rounds(players)
    assert found is not None
    assert how_made(found[1]) != found[1]


def test_what_is_not_known_is_shown_as_it_is():
    assert how_made("drawn by an angel") == "drawn by an angel"
    assert how_made("by rank, changed by hand") == "by rank, changed by hand"
