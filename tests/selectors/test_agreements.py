"""Who agrees with what: the words of the four beside what was recorded after them."""

import uuid

import pytest

from tests.factories import TESTER, a_running_table, deal, dispute, self_draw, sign
from tournament.selectors.agreements import agreements
from tournament.selectors.games import game_view
from tournament.services.deals import correct_deal

pytestmark = pytest.mark.django_db


def states(table):
    found = agreements(game_view(table))
    return [found.of(seat).state for seat in range(4)]


def play(table, first, last):
    for number in range(first, last + 1):
        deal(table, number)


def test_after_a_wind_round_the_four_are_asked_and_an_agreement_outlives_the_next_deal():
    table = a_running_table()
    play(table, 1, 3)
    assert (agreements(game_view(table)).asked, states(table)) == (0, ["", "", "", ""])
    play(table, 4, 4)
    for seat in (0, 1):
        sign(table, seat)
    assert agreements(game_view(table)).asked == 4
    assert states(table) == ["agreed", "agreed", "asked", "asked"]
    play(table, 5, 5)
    assert states(table) == ["before", "before", "", ""]


def test_a_correction_after_an_agreement_makes_it_stale_and_says_so():
    table = a_running_table()
    play(table, 1, 4)
    for seat in (0, 1):
        sign(table, seat)
    dispute(table, seat=2)
    correct_deal(
        table_id=table.pk,
        number=2,
        base_revision=1,
        facts=self_draw(3),
        reason="wrong winner",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert states(table) == ["stale", "stale", "disputed", "asked"]
    assert [s.person.seat for s in agreements(game_view(table)).stale] == [0, 1]
    sign(table, 0)
    assert states(table)[0] == "agreed"


def test_at_the_end_only_an_agreement_with_everything_counts():
    table = a_running_table()
    play(table, 1, 12)
    sign(table, 0)
    play(table, 13, 16)
    assert states(table) == ["asked"] * 4
    for seat in (0, 1, 2, 3):
        sign(table, seat)
    found = agreements(game_view(table))
    assert (found.agreed, found.missing) == (4, ())


@pytest.mark.parametrize(
    ("rule", "deals", "required"),
    [("none", 4, False), ("none", 16, False), ("end", 4, False), ("end", 16, True), ("wind_rounds", 4, True)],
)
def test_whether_it_is_required_is_the_events_word(rule, deals, required):
    table = a_running_table(agreement=rule)
    play(table, 1, deals)
    signs = agreements(game_view(table))
    assert (signs.required, signs.counts) == (required, required)


def test_who_agrees_unasked_is_shown_all_the_same():
    table = a_running_table(agreement="none")
    play(table, 1, 4)
    sign(table, 2)
    assert agreements(game_view(table)).counts
