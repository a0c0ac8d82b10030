"""What thirteen tiles are waiting for, and what each tile would be worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.calculator import Score, score_hand
from scoring.errors import ScoringError
from scoring.formal_waits import waiting_tiles
from scoring.hand import Meld, WinningHand
from scoring.profiles import DEFAULT, Profile
from scoring.tiles import CODES, KINDS, kinds_in


@dataclass(frozen=True, slots=True)
class Wait:
    """One tile that completes the hand. ``left`` copies are not in the player's own tiles.

    A tile of which none is left is a wait in form only: it still spoils the wait fans of the others, and has
    no scores.
    """

    tile: int
    left: int
    by_self_draw: Score | None
    by_discard: Score | None


def waits(
    concealed: Sequence[int],
    melds: Sequence[Meld] = (),
    *,
    seat_wind: int = 0,
    prevalent_wind: int = 0,
    flowers: int = 0,
    profile: Profile = DEFAULT,
) -> tuple[Wait, ...]:
    """Every tile that completes these thirteen, lowest first; empty when the hand is not ready."""
    if len(concealed) + 3 * len(melds) != 13:
        raise ScoringError("tile_count", tiles=len(concealed) + 3 * len(melds), needed=13)
    standing = [0] * KINDS
    for tile in concealed:
        standing[tile] += 1
    every = standing[:]
    for meld in melds:
        for tile in meld.tiles:
            every[tile] += 1
    if max(every) > 4:
        raise ScoringError("too_many", tile=CODES[every.index(max(every))], copies=max(every))

    def worth(tile: int, *, self_draw: bool) -> Score | None:
        if every[tile] == 4:
            return None
        hand = WinningHand(
            tuple(concealed), tile, tuple(melds), self_draw, seat_wind, prevalent_wind, flowers
        )
        return score_hand(hand, profile)

    return tuple(
        Wait(tile, 4 - every[tile], worth(tile, self_draw=True), worth(tile, self_draw=False))
        for tile in kinds_in(waiting_tiles(tuple(standing), len(melds)))
    )
