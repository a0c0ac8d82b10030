"""Payments (dossier 4.1), what a deal must look like, and the tariffs of false wins (4.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.payments import (
    FALSE_WIN_PRESETS,
    DealFacts,
    FalseWin,
    Outcome,
    Treatment,
    check_deal,
    pay_deal,
    pay_penalty,
)


def test_a_discard_win_is_paid_by_the_discarder_and_the_base_by_the_others():
    # 21 fan: winner +24+21, discarder -(8+21), others -8
    facts = DealFacts(Outcome.DISCARD, winner=1, discarder=3, fan_total=21)
    assert pay_deal(facts, base=8) == (-8, 45, -8, -29)


def test_a_self_draw_is_paid_in_full_by_all():
    facts = DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=12)
    assert pay_deal(facts, base=8) == (60, -20, -20, -20)


def test_a_robbed_kong_is_paid_like_a_discard():
    robbed = DealFacts(Outcome.ROBBED_KONG, winner=2, discarder=0, fan_total=8)
    assert pay_deal(robbed, base=8) == (-16, -8, 32, -8)


def test_flowers_are_paid_but_do_not_count_towards_the_minimum():
    facts = DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=8, flowers=3)
    assert pay_deal(facts, base=8) == (57, -19, -19, -19)
    with pytest.raises(ScoringError) as refused:
        check_deal(DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=7, flowers=8), minimum=8)
    assert refused.value.code == "below_minimum"


def test_a_drawn_hand_moves_nothing():
    assert pay_deal(DealFacts(Outcome.DRAWN), base=8) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (DealFacts(Outcome.DRAWN, winner=0), "drawn_has_winner"),
        (DealFacts(Outcome.DRAWN, fan_total=8), "drawn_has_winner"),
        (DealFacts(Outcome.SELF_DRAW, fan_total=8), "winner_missing"),
        (DealFacts(Outcome.SELF_DRAW, winner=4, fan_total=8), "no_such_seat"),
        (DealFacts(Outcome.SELF_DRAW, winner=0, discarder=1, fan_total=8), "self_draw_has_discarder"),
        (DealFacts(Outcome.DISCARD, winner=0, fan_total=8), "discarder_missing"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=5, fan_total=8), "no_such_seat"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=0, fan_total=8), "winner_is_discarder"),
        (DealFacts(Outcome.ROBBED_KONG, winner=1, discarder=1, fan_total=8), "winner_is_discarder"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=1), "fan_missing"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=1, fan_total=7), "below_minimum"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=1, fan_total=401), "fan_too_high"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=1, fan_total=8, flowers=9), "flowers_out_of_range"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=1, fan_total=8, flowers=-1), "flowers_out_of_range"),
    ],
)
def test_facts_that_cannot_be_are_refused_with_their_code(facts, code):
    with pytest.raises(ScoringError) as refused:
        check_deal(facts, minimum=8)
    assert refused.value.code == code


seats = st.integers(0, 3)


@given(seats, seats, st.integers(8, 400), st.integers(0, 8))
def test_the_four_deltas_of_any_deal_sum_to_zero(winner, other, fan, flowers):
    drawn = DealFacts(Outcome.SELF_DRAW, winner=winner, fan_total=fan, flowers=flowers)
    assert sum(pay_deal(drawn, base=8)) == 0
    assert pay_deal(drawn, base=8)[winner] == 3 * (8 + fan + flowers)
    if winner != other:
        claimed = DealFacts(Outcome.DISCARD, winner=winner, discarder=other, fan_total=fan, flowers=flowers)
        assert sum(pay_deal(claimed, base=8)) == 0
        assert pay_deal(claimed, base=8)[winner] == 24 + fan + flowers


@pytest.mark.parametrize(
    ("preset", "case", "deltas"),
    [
        # dossier 4.3, offender in the West seat
        ("cn1998", FalseWin.BELOW_MINIMUM, (10, 10, -30, 10)),
        ("cn1998", FalseWin.WRONG_TILE, (10, 10, -30, 10)),
        ("cn1998", FalseWin.NOT_READY, (20, 20, -60, 20)),
        ("mil2025", FalseWin.BELOW_MINIMUM, (0, 0, -40, 0)),
        ("mil2025", FalseWin.NOT_READY, (0, 0, -80, 0)),
        ("natsuki", FalseWin.BELOW_MINIMUM, (10, 10, -30, 10)),
        ("natsuki", FalseWin.WRONG_TILE, (20, 20, -60, 20)),
        ("natsuki", FalseWin.NOT_READY, (20, 20, -60, 20)),
        ("club_none", FalseWin.NOT_READY, (0, 0, 0, 0)),
    ],
)
def test_a_false_win_costs_what_the_preset_says(preset, case, deltas):
    tariff = FALSE_WIN_PRESETS[preset][case]
    assert pay_penalty(tariff.treatment, offender=2, amount=tariff.amount) == deltas
    assert tariff.dead_hand


def test_every_preset_prices_every_case():
    assert all(set(preset) == set(FalseWin) for preset in FALSE_WIN_PRESETS.values())


@given(seats, st.integers(0, 1000))
def test_a_transfer_sums_to_zero_and_a_deduction_takes_from_one(offender, amount):
    assert sum(pay_penalty(Treatment.TRANSFER, offender=offender, amount=amount)) == 0
    taken = pay_penalty(Treatment.DEDUCTION, offender=offender, amount=amount)
    assert taken[offender] == -amount
    assert sum(taken) == -amount


def test_an_amount_below_nothing_is_refused():
    with pytest.raises(ScoringError) as refused:
        pay_penalty(Treatment.TRANSFER, offender=0, amount=-5)
    assert refused.value.code == "amount_negative"
