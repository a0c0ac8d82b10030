"""Fans of how the hand was won. The view is the declared hand."""

from __future__ import annotations

from scoring.fans.registry import Detectors
from scoring.hand import WinningHand

detects: Detectors[WinningHand] = Detectors()


@detects("last_tile_draw")
def last_tile_draw(hand: WinningHand) -> bool:
    return hand.last_tile and hand.self_draw


@detects("last_tile_claim")
def last_tile_claim(hand: WinningHand) -> bool:
    return hand.last_tile and not hand.self_draw


@detects("out_with_replacement_tile")
def out_with_replacement_tile(hand: WinningHand) -> bool:
    return hand.replacement


@detects("robbing_the_kong")
def robbing_the_kong(hand: WinningHand) -> bool:
    return hand.robbing_kong


@detects("last_of_its_kind")
def last_of_its_kind(hand: WinningHand) -> bool:
    """A robbed tile is always the last of its kind; fan 47 has paid for that."""
    return hand.last_of_kind or hand.robbing_kong


@detects("self_drawn")
def self_drawn(hand: WinningHand) -> bool:
    return hand.self_draw


@detects("fully_concealed_hand")
def fully_concealed_hand(hand: WinningHand) -> bool:
    return hand.self_draw and hand.is_concealed


@detects("concealed_hand")
def concealed_hand(hand: WinningHand) -> bool:
    return not hand.self_draw and hand.is_concealed


@detects("melded_hand")
def melded_hand(hand: WinningHand) -> bool:
    """A robbed kong is another player's tile too."""
    return len(hand.melds) == 4 and not hand.self_draw and not any(meld.concealed for meld in hand.melds)
