"""A page that shows names refuses with names; who is no longer in the list keeps the number."""

import pytest
from django.utils import timezone

from tests.factories import a_tournament, with_players
from tests.views.reading import text
from tournament.engine.seating import SeatingError
from tournament.errors import sentence
from tournament.models import SeatingMaking
from tournament.refusals import NAMED, SENTENCES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cup")]

DESK = "/desk/cup/seating"


@pytest.fixture
def cup():
    tournament = with_players(a_tournament(rounds=2), 16)
    tournament.players.filter(number=4).update(name="Mei Lindqvist")
    tournament.players.filter(number=9).update(name="Jonas Vesterlund")
    return tournament


def test_what_seatings_respect_refuses_with_the_names_of_its_lists(owner):
    page = f"{DESK}/rules"
    owner.post(page, {"do": "fix", "player": 9, "table": 3})
    refused = owner.post(page, {"do": "closed", "closed": "3"})
    assert "Jonas Vesterlund is tied to table 3, which is not in use." in text(refused)
    refused = owner.post(page, {"do": "avoid", "one": 4, "other": 4})
    assert "Mei Lindqvist cannot avoid meeting themselves." in text(refused)


def test_a_making_that_failed_names_the_pairs_it_could_not_keep_apart(owner, cup):
    now = timezone.now()
    SeatingMaking.objects.create(
        tournament=cup,
        seed="a",
        actor="ida",
        state="refused",
        code="cannot_keep_apart",
        params={"pairs": [[4, 9]], "count": 1},
        started_at=now,
        seen_at=now,
        ended_at=now,
    )
    said = text(owner.get(DESK))
    assert "1 pair cannot be kept apart in so many rounds: Mei Lindqvist – Jonas Vesterlund." in said


@pytest.mark.parametrize("code", sorted(NAMED))
def test_every_sentence_with_names_has_one_with_numbers_beside_it(code):
    params = {"player": 4, "players": (4, 9), "pairs": ((4, 9),), "round": 2, "table": 3}
    fault = SeatingError(code, **params, tables=2, avoided=3, count=1)

    assert "Mei" in sentence(fault, {4: "Mei", 9: "Jonas"})
    assert sentence(fault, {77: "Somebody else"}) == sentence(fault)
    assert code in SENTENCES
    assert "Mei" not in sentence(fault)
