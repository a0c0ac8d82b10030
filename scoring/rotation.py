"""Who sits where in which deal: prevalent wind, dealer and seat winds under every seat-change scheme.

Players are named by their *starting seat* 0..3 (East, South, West, North), winds and chairs by the same
numbers. Sources: the dossier's section 5.1 (CN1998 pp. 9-10) for deals, 5.2 for the schemes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.errors import ScoringError

WINDS = "ESWN"
DEALS_A_WIND_ROUND = 4

SEAT_CHANGES: dict[str, tuple[str, str, str, str]] = {
    # One row a starting seat; one letter a wind round: the chair taken in it.
    "wmo": ("ESNW", "SEWN", "WNES", "NWSE"),
    "qa_fig1": ("ESWN", "SENW", "WNES", "NWSE"),
    "frwiki_alt": ("ESWN", "SENW", "WNSE", "NWES"),
    "half": ("EESS", "SSEE", "WWNN", "NNWW"),
    "none": ("EEEE", "SSSS", "WWWW", "NNNN"),
}


@dataclass(frozen=True, slots=True)
class DealPosition:
    """The table as it stands in one deal.

    ``chairs`` and ``seat_winds`` are indexed by starting seat; ``dealer`` is a starting seat.
    """

    number: int
    prevalent_wind: int
    dealer: int
    chairs: tuple[int, int, int, int]
    seat_winds: tuple[int, int, int, int]

    def sitting(self, wind: int) -> int:
        """The starting seat of the player whose seat wind in this deal is ``wind``."""
        return self.seat_winds.index(wind)


@dataclass(frozen=True, slots=True)
class Reseat:
    """From deal ``deal`` on (``until`` another, if one is named) the four sit otherwise than seated.

    ``order`` names, for the chairs of whoever started East, South, West and North, who takes them: persons
    by their starting seat. Hands and payments belong to persons and do not change.
    """

    deal: int
    order: tuple[int, int, int, int]
    until: int | None = None

    def covers(self, number: int) -> bool:
        return self.deal <= number and (self.until is None or number <= self.until)


def reseated(place: DealPosition, reseats: Sequence[Reseat]) -> DealPosition:
    """The table as people really sit. Of several re-seatings the one that was said last holds."""
    order = next((said.order for said in reversed(reseats) if said.covers(place.number)), None)
    if order is None:
        return place
    a, b, c, d = (order.index(person) for person in range(4))
    chairs, winds = place.chairs, place.seat_winds
    return DealPosition(
        number=place.number,
        prevalent_wind=place.prevalent_wind,
        dealer=order[place.dealer],
        chairs=(chairs[a], chairs[b], chairs[c], chairs[d]),
        seat_winds=(winds[a], winds[b], winds[c], winds[d]),
    )


def order_of(place: DealPosition, sitting: Sequence[int]) -> tuple[int, int, int, int]:
    """The order of a re-seating from who sits East, South, West and North by seat wind in a deal.

    ``place`` is that deal as the seating says it. Refused with ``reseat_unclear`` unless each sits once.
    """
    if sorted(sitting) != [0, 1, 2, 3]:
        raise ScoringError("reseat_unclear")
    a, b, c, d = (sitting[place.seat_winds[starter]] for starter in range(4))
    return (a, b, c, d)


@lru_cache(maxsize=256)
def position(number: int, *, seat_change: str = "wmo") -> DealPosition:
    """The table in deal ``number`` (1..16).

    The deal passes after every deal whatever happened; the dealer of deal k is whoever sits on chair
    (k-1) mod 4 of the current wind round, and seat winds run counter-clockwise from there.
    """
    if number < 1 or number > 16:
        raise ScoringError("no_such_deal", number=number, deals=16)
    rows = SEAT_CHANGES[seat_change]
    wind_round, dealer_chair = divmod(number - 1, DEALS_A_WIND_ROUND)
    a, b, c, d = (WINDS.index(row[wind_round]) for row in rows)
    chairs = (a, b, c, d)
    e, f, g, h = ((chair - dealer_chair) % 4 for chair in chairs)
    return DealPosition(
        number=number,
        prevalent_wind=wind_round,
        dealer=chairs.index(dealer_chair),
        chairs=chairs,
        seat_winds=(e, f, g, h),
    )


def moves_after(
    number: int, *, seat_change: str = "wmo", reseats: Sequence[Reseat] = ()
) -> tuple[tuple[int, int, int], ...]:
    """Who changes chairs after deal ``number``: (starting seat, from chair, to chair), movers only."""
    if number % DEALS_A_WIND_ROUND or number >= 16:
        return ()
    before = reseated(position(number, seat_change=seat_change), reseats).chairs
    after = reseated(position(number + 1, seat_change=seat_change), reseats).chairs
    return tuple((seat, before[seat], after[seat]) for seat in range(4) if before[seat] != after[seat])
