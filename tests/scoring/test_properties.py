"""What must hold for any hand."""

from __future__ import annotations

import random
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.calculator import score_hand
from scoring.explain import explain
from scoring.explain_text import reason, render
from scoring.fans.combine import Principle
from scoring.formal_waits import waiting_tiles
from scoring.hand import Meld, WinningHand, from_corpus, to_corpus
from scoring.notation import read_hand, write_hand
from scoring.profiles import CN1998, MIL2025, PROFILES, WMO2006
from scoring.tiles import HONOURS, KINDS
from tests.scoring.random_hands import random_win

hands = st.integers(0, 2**48).map(lambda seed: random_win(random.Random(seed)))
SUIT_BOUND = {3, 40}


def in_other_suits(hand: WinningHand, order: tuple[int, ...]) -> WinningHand:
    def moved(tile: int) -> int:
        return tile if tile >= HONOURS else order[tile // 9] * 9 + tile % 9

    return WinningHand(
        tuple(moved(tile) for tile in hand.concealed),
        moved(hand.win_tile),
        tuple(Meld(meld.type, moved(meld.tile), meld.concealed, meld.source) for meld in hand.melds),
        hand.self_draw,
        hand.seat_wind,
        hand.prevalent_wind,
        hand.flowers,
        hand.last_of_kind,
        hand.last_tile,
        hand.replacement,
        hand.robbing_kong,
    )


@given(hands)
@settings(max_examples=400, deadline=None)
def test_text_and_dictionary_read_back_to_the_same_hand(hand: WinningHand) -> None:
    assert read_hand(write_hand(hand)) == hand
    assert from_corpus(to_corpus(hand)) == hand


@given(hands, st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_the_order_of_tiles_and_melds_does_not_matter(hand: WinningHand, rng: random.Random) -> None:
    concealed, melds = list(hand.concealed), list(hand.melds)
    rng.shuffle(concealed)
    rng.shuffle(melds)
    data = to_corpus(hand)
    shuffled = to_corpus(WinningHand(tuple(concealed), hand.win_tile, tuple(melds), hand.self_draw))
    data["concealed"], data["melds"] = shuffled["concealed"], shuffled["melds"]
    assert score_hand(from_corpus(data)).numbers == score_hand(hand).numbers


@given(hands)
@settings(max_examples=200, deadline=None)
def test_suits_may_be_exchanged_where_no_fan_is_bound_to_one(hand: WinningHand) -> None:
    versions = [in_other_suits(hand, order) for order in permutations(range(3))]
    scores = [score_hand(version) for version in versions]
    if not any(number in SUIT_BOUND for score in scores for number, _ in score.numbers):
        assert len({score.fan_total for score in scores}) == 1


@given(hands, st.sampled_from([MIL2025, CN1998, WMO2006]))
@settings(max_examples=300, deadline=None)
def test_the_fans_add_up_and_every_fan_left_out_has_a_reason(hand: WinningHand, profile) -> None:
    explanation = explain(hand, profile)
    score = explanation.score
    assert score == score_hand(hand, profile)
    assert sum(fan.points for fan in score.counted) == score.fan_total
    assert [seen.counted for seen in explanation.counted] == list(score.counted)
    assert all(len(seen.seen_in) == seen.counted.times and all(seen.seen_in) for seen in explanation.counted)
    for left_out in explanation.left_out:
        assert left_out.by is not None or left_out.principle in (
            Principle.FORMAL_WAIT,
            Principle.ACCOUNT_ONCE,
        )
        assert reason(left_out, "en")
        assert reason(left_out, "zh")
    assert render(explanation, "en")
    assert all(other.fan_total <= score.fan_total for other in explanation.alternatives)


@given(hands)
@settings(max_examples=150, deadline=None)
def test_a_difference_between_profiles_names_the_switch(hand: WinningHand) -> None:
    mine = score_hand(hand).fan_total
    told = {other.profile: other for other in explain(hand).differences}
    for name, profile in PROFILES.items():
        assert (score_hand(hand, profile).fan_total != mine) == (name in told)
    assert all(other.switches for other in told.values())


@given(hands)
@settings(max_examples=200, deadline=None)
def test_the_waits_before_the_win_are_the_tiles_that_win(hand: WinningHand) -> None:
    """Each kind is tried the slow way: declare the win and see whether it is refused."""
    waits = waiting_tiles(hand.before, len(hand.melds))
    assert waits >> hand.win_tile & 1
    for kind in range(KINDS):
        held = hand.all_counts[kind] - (kind == hand.win_tile)
        if held == 4:
            continue
        try:
            score_hand(WinningHand(hand.concealed, kind, hand.melds))
            wins = True
        except ValueError:
            wins = False
        assert bool(waits >> kind & 1) == wins
