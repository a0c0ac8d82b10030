"""Random winning hands with a context that can happen, and the way to ask PyMahjongGB about them.

Uniformly random tiles almost never make the dear fans, so every hand is grown from a leaning: one suit, few
numbers, honours, pungs, chows, or one of the special shapes.
"""

from __future__ import annotations

import random

from scoring.errors import ScoringError
from scoring.hand import Meld, WinningHand
from scoring.tiles import HONOURS, KINDS, KNITTED_MASKS, ORPHAN_MASK, kinds_in

SUITED = list(range(HONOURS))


def random_win(rng: random.Random) -> WinningHand:
    """One winning hand; tries until the tiles exist and the context does not contradict itself."""
    while True:
        try:
            return _attempt(rng)
        except ScoringError:
            continue


def _attempt(rng: random.Random) -> WinningHand:
    shape = rng.choices(["sets", "knitted", "pairs", "orphans", "apart", "rare"], [79, 7, 7, 1, 5, 1])[0]
    if shape == "sets":
        return _sets(rng, 4, [])
    if shape == "knitted":
        return _sets(rng, 1, kinds_in(rng.choice(KNITTED_MASKS)))
    if shape == "pairs":
        pool = _pool(rng)
        run = rng.randrange(3) + rng.choice((0, 9, 18))
        kinds = rng.choices(pool, k=7) if rng.random() < 0.95 else list(range(run, run + 7))
        return _declare(rng, [kind for kind in kinds for _ in range(2)], [])
    if shape == "orphans":
        orphans = kinds_in(ORPHAN_MASK)
        return _declare(rng, [*orphans, rng.choice(orphans)], [])
    if shape == "rare":
        suit, other, third = rng.sample((0, 9, 18), 3)
        gates = [suit + n for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
        one_suit = [suit + n for n in (0, 1, 2, 6, 7, 8, 4)] * 2
        three_suits = [at + n for at in (suit, other) for n in (0, 1, 2, 6, 7, 8)] + [third + 4] * 2
        return _declare(rng, rng.choice([[*gates, suit + rng.randrange(9)], one_suit, three_suits]), [])
    apart = [*kinds_in(rng.choice(KNITTED_MASKS)), *range(HONOURS, KINDS)]
    return _declare(rng, rng.sample(apart, 14), [])


def _pool(rng: random.Random) -> list[int]:
    """Some kinds to draw from, so that hands have a character."""
    suit = rng.choice((0, 9, 18))
    numbers = rng.sample(range(9), rng.randint(3, 5))
    return rng.choice(
        [
            list(range(KINDS)),
            SUITED,
            list(range(suit, suit + 9)),
            [*range(suit, suit + 9), *range(HONOURS, KINDS)],
            [other + n for other in (0, 9, 18) for n in numbers],
            [other + n for other in (0, 9, 18) for n in range(numbers[0] // 3 * 3, numbers[0] // 3 * 3 + 3)],
            [0, 8, 9, 17, 18, 26, *range(HONOURS, KINDS)],
            [19, 20, 21, 23, 25, 32],
            [9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33],
        ]
    )


def _sets(rng: random.Random, number: int, knitted: list[int]) -> WinningHand:
    pool = _pool(rng)
    leaning = rng.random()
    melds: list[Meld] = []
    tiles = list(knitted)
    keeps_closed = rng.random() < 0.35
    for _ in range(number):
        kind = rng.choice(pool)
        if rng.random() < leaning and kind < HONOURS and kind % 9 < 7:
            if not keeps_closed and rng.random() < 0.4:
                melds.append(Meld("chow", kind, source=1))
            else:
                tiles += [kind, kind + 1, kind + 2]
        else:
            roll = rng.random()
            if roll < 0.15:
                melds.append(Meld("kong", kind, concealed=True))
            elif not keeps_closed and roll < 0.3:
                melds.append(Meld("kong", kind, source=rng.randint(1, 3)))
            elif not keeps_closed and roll < 0.5:
                melds.append(Meld("pung", kind, source=rng.randint(1, 3)))
            else:
                tiles += [kind] * 3
    pair = rng.choice(pool)
    return _declare(rng, [*tiles, pair, pair], melds)


def _declare(rng: random.Random, tiles: list[int], melds: list[Meld]) -> WinningHand:
    rng.shuffle(tiles)
    win, *concealed = tiles
    self_draw = rng.random() < 0.5
    has_kong = any(meld.type == "kong" for meld in melds)
    return WinningHand(
        tuple(concealed),
        win,
        tuple(melds),
        self_draw=self_draw,
        seat_wind=rng.randrange(4),
        prevalent_wind=rng.randrange(4),
        flowers=rng.choice((0, 0, 0, 1, 2, 8)),
        last_of_kind=win not in concealed and rng.random() < 0.1,
        last_tile=rng.random() < 0.05,
        replacement=self_draw and has_kong and rng.random() < 0.2,
        robbing_kong=not self_draw and rng.random() < 0.03,
    )


# ── PyMahjongGB, the oracle of development ───────────────────────────────────────────────────────────────


def _oracle_tile(kind: int) -> str:
    if kind < HONOURS:
        return f"{'WBT'[kind // 9]}{kind % 9 + 1}"
    return f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


def oracle_arguments(hand: WinningHand) -> tuple[object, ...]:
    """The arguments of ``MahjongFanCalculator`` for this hand (flowers left out)."""
    packs = tuple(
        (
            {"chow": "CHI", "pung": "PENG", "kong": "GANG"}[meld.type],
            _oracle_tile(meld.tile + 1 if meld.type == "chow" else meld.tile),
            0 if meld.concealed else meld.source or 1,
        )
        for meld in hand.melds
    )
    return (
        packs,
        tuple(_oracle_tile(tile) for tile in hand.concealed),
        _oracle_tile(hand.win_tile),
        0,
        hand.self_draw,
        hand.last_of_kind,
        hand.replacement or hand.robbing_kong,
        hand.last_tile,
        hand.seat_wind,
        hand.prevalent_wind,
    )
