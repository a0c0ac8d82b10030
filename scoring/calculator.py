"""What a hand is worth.

    >>> from scoring.calculator import score_hand
    >>> from scoring.notation import read_hand
    >>> score = score_hand(read_hand("[123m] [789s] 12345p 55z + 6p"))
    >>> score.fan_total, score.is_win, score.numbers
    (9, True, [[39, 1], [70, 1]])

The public surface of the judge:

* :func:`score_hand` takes a :class:`~scoring.hand.WinningHand` and a :class:`~scoring.profiles.Profile` and
  returns a :class:`Score`; tiles that do not win are refused with ``ScoringError("not_win")``.
* hands come from :func:`scoring.hand.from_corpus` (plain dictionaries) or
  :func:`scoring.notation.read_hand` (text that people type).
* :func:`scoring.explain.explain` says why: tiles of each fan, fans left out, other readings, other rulebooks.
* :func:`scoring.claims.check_claim` holds a player's claim against the truth, :func:`scoring.waits.waits`
  lists what a hand is waiting for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.decompose import Completes, Reading, Shape, completions, readings
from scoring.errors import ScoringError
from scoring.fans.catalogue import BIT, BY_KEY, CATALOGUE, PLACE, Fan
from scoring.fans.combine import ChowChoice, Counted, Rulebook, chow_choices, rulebook
from scoring.fans.detect_pungs import CONCEALED_PUNG_FANS, KONG_FANS, pung_fans, terminal_or_wind_pungs
from scoring.fans.detect_sets import detects as set_detectors
from scoring.fans.detect_sets import is_seven_shifted_pairs
from scoring.fans.detect_tiles import is_nine_gates, tile_fans, tile_hogs
from scoring.fans.detect_win import detects as win_detectors
from scoring.formal_waits import waiting_tiles
from scoring.hand import WinningHand
from scoring.profiles import DEFAULT, Profile
from scoring.tiles import EAST, FIVE_MASK, HONOUR_MASK, HONOURS

MINIMUM = 8
"""A win needs this many points, flowers aside (1998 rules p. 28)."""


@dataclass(frozen=True, slots=True)
class CountedFan:
    """A fan that counts: how often, and what one is worth under the profile in force."""

    fan: Fan
    times: int
    each: int

    @property
    def points(self) -> int:
        return self.times * self.each


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a hand. ``fan_total`` is without flowers; ``counted`` runs from the dearest fan down."""

    fan_total: int
    flowers: int
    counted: tuple[CountedFan, ...]
    reading: Reading
    completes: Completes
    profile: Profile

    @property
    def is_win(self) -> bool:
        """Enough points; fewer make a false win, whatever the flowers."""
        return self.fan_total >= MINIMUM

    @property
    def total(self) -> int:
        """What is paid for: fans and flowers."""
        return self.fan_total + self.flowers

    @property
    def numbers(self) -> list[list[int]]:
        """Fans as ``[number, times]``, sorted by number, without flowers: the form of the corpora."""
        return sorted([counted.fan.number, counted.times] for counted in self.counted)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading with one role for the winning tile, and every fan found in it before the principles."""

    reading: Reading
    completes: Completes
    choice: ChowChoice
    found: int
    times: Mapping[int, int]
    refused: int = 0
    """Fans that are there but that the profile does not add to this kind of hand."""


def score_hand(hand: WinningHand, profile: Profile = DEFAULT) -> Score:
    """The hand in its dearest reading (high-versus-low).

    Among readings of equal worth the one with the dearer fans is shown, and among those the one whose fans
    stand earlier in the table.
    """
    book = rulebook(profile)
    best_total, best_counted, best = -1, NOTHING, None
    for candidate in candidates(hand, book):
        total, counted = count(candidate, book)
        if total > best_total or (total == best_total and counted < best_counted):
            best_total, best_counted, best = total, counted, candidate
    if best is None:
        raise ScoringError("not_win")
    return score_of(hand, best, best_total, best_counted, book)


def score_of(hand: WinningHand, chosen: Candidate, total: int, counted: Counted, book: Rulebook) -> Score:
    """The score that follows from the reading that was chosen."""
    cap = book.profile.hand_cap
    return Score(
        total if cap is None else min(total, cap),
        hand.flowers,
        tuple([counted_fan(place, times, book) for place, times in counted]),
        chosen.reading,
        chosen.completes,
        book.profile,
    )


def count(candidate: Candidate, book: Rulebook) -> tuple[int, Counted]:
    """The points of one reading; a reading without any fan is the chicken hand."""
    total, counted = book.count(candidate.found, candidate.times)
    return (total, counted) if counted else (book.points[_CHICKEN], [(_CHICKEN, 1)])


@lru_cache(1 << 10)
def _counted_fan(place: int, times: int, each: int) -> CountedFan:
    return CountedFan(CATALOGUE[place], times, each)


def counted_fan(place: int, times: int, book: Rulebook) -> CountedFan:
    """The fan at this place, as this rulebook pays it."""
    return _counted_fan(place, times, book.points[place])


def best_lists(hand: WinningHand, profile: Profile = DEFAULT) -> list[dict[int, int]]:
    """Every list of fans (number to times) that the rules allow at the full total; the first is ours.

    Several readings may be worth the same, and several ways to link the same chows are.
    """
    book = rulebook(profile)
    judged = [(*count(candidate, book), candidate) for candidate in candidates(hand, book)]
    top = max((total for total, _, _ in judged), default=0)
    lists: list[dict[int, int]] = []
    for total, counted, candidate in sorted(judged, key=lambda entry: entry[1]):
        if total < top:
            continue
        chosen = {chow_fan.fan.number for chow_fan in candidate.choice.fans}
        others = {CATALOGUE[place].number: times for place, times in counted}
        others = {number: times for number, times in others.items() if number not in chosen}
        for choice in chow_choices(candidate.reading.chows, _five(candidate.reading.pair)):
            fans = others | Counter(chow_fan.fan.number for chow_fan in choice.fans)
            if fans not in lists:
                lists.append(fans)
    return lists


# ── what is found in a hand ──────────────────────────────────────────────────────────────────────────────


def candidates(hand: WinningHand, book: Rulebook) -> Iterator[Candidate]:
    """Every reading of the hand with every role the winning tile can play in it."""
    kinds = hand.kinds
    whole = tile_fans(kinds) | win_detectors.seen_in(hand)
    kongs = hand.kongs if hand.melds else (0, 0)
    hogs = tile_hogs(hand.all_counts, sum(kongs), honours=book.profile.tile_hog_honours)
    if hogs:
        whole |= BIT["tile_hog"]
    wait = _Wait(hand, book.profile)
    for reading in readings(hand.counts, hand.melds):
        if reading.pair >= 0:
            yield from _with_sets(hand, reading, whole, hogs, kongs, wait)
        else:
            yield _without_sets(reading, whole, kinds, hogs, book)


def finds_alike(hand: WinningHand, one: Profile, other: Profile) -> bool:
    """Both rulebooks find the same fans in this hand, so that its candidates need no second look."""
    return (
        (one.wait_test, one.knitted_wait, one.seven_pairs_addons)
        == (other.wait_test, other.knitted_wait, other.seven_pairs_addons)
    ) and (one.tile_hog_honours == other.tile_hog_honours or 4 not in hand.counts[HONOURS:])


def _with_sets(
    hand: WinningHand, reading: Reading, whole: int, hogs: int, kongs: tuple[int, int], wait: _Wait
) -> Iterator[Candidate]:
    pungs, pair = reading.pungs, reading.pair
    choice = chow_choices(reading.chows, _five(pair))[0]
    made_by_pungs, doubles = pung_fans(pungs)
    found = whole | set_detectors.seen_in(reading) | made_by_pungs | KONG_FANS[kongs] | choice.found
    orphans = 0
    if pungs:
        seat, prevalent = 1 << EAST + hand.seat_wind, 1 << EAST + hand.prevalent_wind
        if pungs & seat:
            found |= _SEAT_WIND
        if pungs & prevalent:
            found |= _PREVALENT_WIND
        orphans = terminal_or_wind_pungs(pungs, seat | prevalent)
    if found & _FULL_FLUSH and not hand.melds and is_nine_gates(hand.counts, hand.win_tile):
        found |= _NINE_GATES
        orphans -= 1  # one of its own pungs of terminals is part of the fan
    if orphans > 0:
        found |= _PUNG_OF_TERMINALS_OR_HONOURS
    times = choice.times
    if hogs > 1 or doubles > 1 or orphans > 1:
        times = {_HOG: hogs, _DOUBLE_PUNG: doubles, _ORPHAN_PUNG: orphans, **times}
    concealed = reading.standing_pungs.bit_count() + kongs[1]
    seen = set()
    for completes in completions(reading, hand.win_tile):
        drawn = concealed - (completes is _PUNG and not hand.self_draw)
        also = CONCEALED_PUNG_FANS[drawn] | wait.fan(completes, knitted=bool(reading.knitted))
        if also not in seen:
            seen.add(also)
            yield Candidate(reading, completes, choice, found | also, times)


def _five(pair: int) -> int:
    """Chows only ask whether the pair is one of fives; other pairs are all the same to them."""
    return pair if pair >= 0 and FIVE_MASK >> pair & 1 else -1


def _without_sets(reading: Reading, whole: int, kinds: int, hogs: int, book: Rulebook) -> Candidate:
    found, refused = whole, 0
    if reading.shape is Shape.SEVEN_PAIRS:
        if is_seven_shifted_pairs(kinds):
            found |= BIT["seven_shifted_pairs"]
        else:
            refused = found & book.not_beside_seven_pairs
        found = found & ~refused | BIT["seven_pairs"]
    elif reading.shape is Shape.ORPHANS:
        found |= BIT["thirteen_orphans"]
    else:
        found |= BIT["lesser_honours_and_knitted_tiles"]
        if kinds & HONOUR_MASK == HONOUR_MASK:
            found |= BIT["greater_honours_and_knitted_tiles"]
        if kinds & reading.knitted == reading.knitted:
            found |= BIT["knitted_straight"]
    return Candidate(reading, Completes.FORM, _NO_CHOWS, found, {_HOG: hogs}, refused)


class _Wait:
    """The wait fans 77-79 by the formal test: looked at only when a reading asks."""

    __slots__ = ("_hand", "_profile", "_single")

    def __init__(self, hand: WinningHand, profile: Profile) -> None:
        self._hand = hand
        self._profile = profile
        self._single: bool | None = None

    def fan(self, completes: Completes, *, knitted: bool) -> int:
        """At most one of the three, and only when the thirteen tiles waited for one kind."""
        fan = _WAIT_FANS.get(completes, 0)
        if not fan or (knitted and self._profile.knitted_wait == "never"):
            return 0
        if self._single is None:
            self._single = self._is_single()
        return fan if self._single else 0

    def _is_single(self) -> bool:
        hand = self._hand
        waits = waiting_tiles(hand.before, len(hand.melds))
        if self._profile.wait_test == "live":
            for kind, copies in enumerate(hand.all_counts):
                if copies == 4 and kind != hand.win_tile:
                    waits &= ~(1 << kind)
        return waits == 1 << hand.win_tile


_WAIT_FANS = {
    Completes.PAIR: BIT["single_wait"],
    Completes.CLOSED: BIT["closed_wait"],
    Completes.EDGE: BIT["edge_wait"],
}
_CHICKEN = PLACE[BY_KEY["chicken_hand"].number]
_HOG = PLACE[BY_KEY["tile_hog"].number]
_DOUBLE_PUNG = PLACE[BY_KEY["double_pung"].number]
_ORPHAN_PUNG = PLACE[BY_KEY["pung_of_terminals_or_honours"].number]
_SEAT_WIND, _PREVALENT_WIND = BIT["seat_wind"], BIT["prevalent_wind"]
_NINE_GATES, _PUNG_OF_TERMINALS_OR_HONOURS = BIT["nine_gates"], BIT["pung_of_terminals_or_honours"]
_PUNG = Completes.PUNG
_FULL_FLUSH = BIT["full_flush"]
_NO_CHOWS = chow_choices((), -1)[0]
NOTHING: Counted = []
