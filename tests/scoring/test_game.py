"""The fold of a game: running scores, ledgers, places and exact table points (dossier 6.1)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game import PenaltyFacts, fold, from_totals, places, play, share_points
from scoring.payments import DealFacts, Outcome, Treatment, pay_penalty
from scoring.rulesets import ruleset, table_points

MCR = ruleset()
THIRD, QUARTER = Fraction(7, 3), Fraction(7, 4)


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        # the dossier's table of ties
        ((30, 10, -10, -30), (4, 2, 1, 0)),
        ((20, 20, -10, -30), (3, 3, 1, 0)),
        ((30, 0, 0, -30), (4, Fraction(3, 2), Fraction(3, 2), 0)),
        ((30, 10, -20, -20), (4, 2, Fraction(1, 2), Fraction(1, 2))),
        ((20, 20, -20, -20), (3, 3, Fraction(1, 2), Fraction(1, 2))),
        ((10, 10, 10, -30), (THIRD, THIRD, THIRD, 0)),
        ((30, -10, -10, -10), (4, 1, 1, 1)),
        ((0, 0, 0, 0), (QUARTER, QUARTER, QUARTER, QUARTER)),
    ],
)
def test_table_points_are_shared_exactly(totals, points):
    assert share_points(totals, MCR.table_points) == points


def test_equal_scores_share_the_better_place():
    assert places((5, 20, 5, -30)) == (2, 1, 2, 4)


def test_any_vector_of_points_can_be_used():
    # Tianjin 2024: 4-3-2-1; second and third tied
    assert share_points((9, 1, 1, -11), table_points(["4", "3", "2", "1"])) == (
        4,
        Fraction(5, 2),
        Fraction(5, 2),
        1,
    )


@pytest.mark.parametrize(
    "values",
    [
        ["4", "2", "1"],
        ["1", "2", "3", "4"],
        ["a", "1", "1", "0"],
        ["1/0", "1", "0", "0"],
        ["1e99999999", "1", "1", "0"],
    ],
)
def test_points_that_rise_or_are_not_four_numbers_are_refused(values):
    with pytest.raises(ScoringError) as refused:
        table_points(values)
    assert refused.value.code == "bad_table_points"


@given(st.tuples(*[st.integers(-300, 300)] * 4))
def test_all_points_are_always_given_out(totals):
    assert sum(share_points(totals, MCR.table_points)) == 7


def test_a_short_game_worked_by_hand():
    deals = {
        1: DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=8),  # +48 -16 -16 -16
        2: DealFacts(Outcome.DISCARD, winner=2, discarder=0, fan_total=10),  # -18 -8 +34 -8
        3: DealFacts(Outcome.DRAWN),
    }
    false_win = PenaltyFacts(
        seat=3,
        deal=3,
        treatment=Treatment.TRANSFER,
        deltas=pay_penalty(Treatment.TRANSFER, offender=3, amount=10),
    )
    late = PenaltyFacts(seat=0, deal=1, treatment=Treatment.DEDUCTION, deltas=(-40, 0, 0, 0))
    game = play(MCR, deals, [false_win, late])
    assert [step.scores for step in game.steps] == [
        (8, -16, -16, -16),
        (-10, -24, 18, -24),
        (0, -14, 28, -54),
    ]
    assert game.transfers == (10, 10, 10, -30)
    assert game.deductions == (-40, 0, 0, 0)
    assert game.totals == (0, -14, 28, -54)
    assert game.places == (2, 3, 1, 4)
    assert game.table_points == (2, 1, 4, 0)
    assert game.deals_played == 3


def test_a_penalty_in_the_deal_that_is_still_played_counts_at_once():
    game = fold(
        MCR, {}, [PenaltyFacts(seat=1, deal=1, treatment=Treatment.TRANSFER, deltas=(10, -30, 10, 10))]
    )
    assert game.steps == ()
    assert game.totals == (10, -30, 10, 10)


def test_stated_totals_take_deductions_on_top_but_not_transfers_twice():
    penalties = [
        PenaltyFacts(seat=1, deal=1, treatment=Treatment.TRANSFER, deltas=(10, -30, 10, 10)),
        PenaltyFacts(seat=0, deal=1, treatment=Treatment.DEDUCTION, deltas=(-5, 0, 0, 0)),
    ]
    game = from_totals(MCR, (50, -30, -10, -10), penalties)
    assert game.totals == (45, -30, -10, -10)
    assert game.table_points == (4, 0, Fraction(3, 2), Fraction(3, 2))


seat = st.integers(0, 3)
won = st.builds(
    lambda a, b, fan, flowers: (
        DealFacts(Outcome.SELF_DRAW, winner=a, fan_total=fan, flowers=flowers)
        if a == b
        else DealFacts(Outcome.DISCARD, winner=a, discarder=b, fan_total=fan, flowers=flowers)
    ),
    seat,
    seat,
    st.integers(8, 100),
    st.integers(0, 8),
)
any_deal = won | st.just(DealFacts(Outcome.DRAWN))


@given(
    st.lists(any_deal, max_size=16),
    st.lists(st.tuples(seat, st.integers(1, 16), st.integers(0, 80)), max_size=4),
)
def test_a_game_sums_to_what_was_deducted_and_its_last_step_is_its_total(deals, fines):
    penalties = [
        PenaltyFacts(
            seat=who,
            deal=deal,
            treatment=Treatment.DEDUCTION,
            deltas=pay_penalty(Treatment.DEDUCTION, offender=who, amount=amount),
        )
        for who, deal, amount in fines
    ]
    game = play(MCR, dict(enumerate(deals, 1)), penalties)
    assert sum(game.totals) == -sum(amount for _, _, amount in fines)
    if game.steps and all(deal <= len(deals) for _, deal, _ in fines):
        assert game.steps[-1].scores == game.totals
