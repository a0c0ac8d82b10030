"""In which tiles a fan was seen."""

from __future__ import annotations

from itertools import combinations

from scoring.calculator import Candidate
from scoring.decompose import Completes, Reading, Shape
from scoring.fans.catalogue import BIT
from scoring.fans.combine import ChowFan
from scoring.fans.detect_pungs import detects as pung_detectors
from scoring.hand import WinningHand
from scoring.tiles import DRAGON_MASK, EAST, ORPHAN_MASK, WIND_MASK, kinds_in

Group = tuple[int, ...]
Groups = tuple[Group, ...]

_PUNG_QUESTIONS = dict(pung_detectors.questions)
_OF_THE_WINNING_TILE = frozenset(
    {
        "last_tile_draw",
        "last_tile_claim",
        "out_with_replacement_tile",
        "robbing_the_kong",
        "last_of_its_kind",
        "self_drawn",
        "edge_wait",
        "closed_wait",
        "single_wait",
    }
)
_OF_KONGS = {
    "four_kongs": (False, True),
    "three_kongs": (False, True),
    "melded_and_concealed_kong": (False, True),
    "two_melded_kongs": (False,),
    "melded_kong": (False,),
    "two_concealed_kongs": (True,),
    "concealed_kong": (True,),
}
_CONCEALED_PUNGS = frozenset({"two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs"})


def groups_of(hand: WinningHand, reading: Reading) -> Groups:
    """The hand laid out as this reading sees it: melds, then standing sets, then the pair."""
    if reading.shape is Shape.SEVEN_PAIRS:
        return tuple((kind,) * 2 for kind, copies in enumerate(hand.counts) for _ in range(copies // 2))
    if reading.pair < 0:
        return (tuple(kind for kind, copies in enumerate(hand.counts) for _ in range(copies)),)
    groups: list[Group] = [meld.tiles for meld in hand.melds]
    if reading.knitted:
        groups += [
            tuple(kind for kind in kinds_in(reading.knitted) if kind // 9 == suit) for suit in range(3)
        ]
    groups += [(chow, chow + 1, chow + 2) for chow in reading.standing_chows]
    groups += [(kind,) * 3 for kind in kinds_in(reading.standing_pungs)]
    groups.append((reading.pair,) * 2)
    return tuple(groups)


def chow_tiles(fan: ChowFan, chows: tuple[int, ...]) -> Groups:
    """The chows that make a fan of chows."""
    return tuple((chows[at], chows[at] + 1, chows[at] + 2) for at in fan.chows)


def where_seen(key: str, times: int, hand: WinningHand, candidate: Candidate) -> tuple[Groups, ...]:
    """The groups that make this fan, one entry for each time it counts."""
    reading = candidate.reading
    by_chows = [chow_tiles(fan, reading.chows) for fan in candidate.choice.fans if fan.fan.key == key]
    if by_chows:
        return tuple(by_chows)
    if key in _OF_THE_WINNING_TILE:
        return (((hand.win_tile,),),)
    if key in _OF_KONGS:
        kinds = _OF_KONGS[key]
        return (tuple(m.tiles for m in hand.melds if m.type == "kong" and m.concealed in kinds),)
    if key in _CONCEALED_PUNGS:
        return (_concealed_pungs(hand, candidate),)
    if key == "tile_hog":
        kongs = {meld.tile for meld in hand.melds if meld.type == "kong"}
        hogs = [kind for kind, copies in enumerate(hand.all_counts) if copies == 4 and kind not in kongs]
        return tuple(((kind,) * 4,) for kind in hogs[:times])  # honours, which may not count, come last
    if key == "knitted_straight":
        return ((tuple(kinds_in(reading.knitted)),),)
    pungs = _pungs_that_make(key, times, hand, reading)
    return pungs or (groups_of(hand, reading),)


def _concealed_pungs(hand: WinningHand, candidate: Candidate) -> Groups:
    mask = candidate.reading.standing_pungs
    if candidate.completes is Completes.PUNG and not hand.self_draw:
        mask &= ~(1 << hand.win_tile)
    kongs = tuple(meld.tiles for meld in hand.melds if meld.concealed)
    return kongs + tuple((kind,) * 3 for kind in kinds_in(mask))


def _pungs_that_make(key: str, times: int, hand: WinningHand, reading: Reading) -> tuple[Groups, ...]:
    """The fewest pungs for which the detector of the fan still says yes."""
    pungs = reading.pungs
    if key == "seat_wind":
        return _each(1 << EAST + hand.seat_wind)
    if key == "prevalent_wind":
        return _each(1 << EAST + hand.prevalent_wind)
    if key == "pung_of_terminals_or_honours":
        own = 1 << EAST + hand.seat_wind | 1 << EAST + hand.prevalent_wind
        return _each(pungs & ORPHAN_MASK & ~DRAGON_MASK & ~own)[:times]
    if key in ("little_four_winds", "little_three_dragons"):
        among = WIND_MASK if key == "little_four_winds" else DRAGON_MASK
        return ((*((kind,) * 3 for kind in kinds_in(pungs & among)), (reading.pair,) * 2),)
    question = _PUNG_QUESTIONS.get(BIT[key])
    if question is None:
        return ()
    for size in range(1, 5):
        found = [
            tuple((kind,) * 3 for kind in some)
            for some in combinations(kinds_in(pungs), size)
            if question(sum(1 << kind for kind in some))
        ]
        if found:
            return tuple(found[:times])
    return ()


def _each(mask: int) -> tuple[Groups, ...]:
    return tuple(((kind,) * 3,) for kind in kinds_in(mask))
