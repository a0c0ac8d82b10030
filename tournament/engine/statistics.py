"""What an event looks like in figures: games folded into tallies that add up, round by round.

A tally of a round is made once when the round is over; the whole event is the sum of its rounds. Games of
which only the totals are known have no deals: they are counted as left out and nothing else is said of them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import nsmallest

from scoring.payments import Deltas
from scoring.rotation import DealPosition

FLOWERS = 81
"""The number of the fan that is counted by the tiles laid aside, not by the hand."""
BIGGEST = 10
FASTEST_DEAL = 20
"""Seconds. A game whose deals came in faster was entered afterwards, and its times say nothing about play."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as it counts. ``fans`` are (number, times), None when only the total is known."""

    number: int
    position: DealPosition
    deltas: Deltas
    winner: int | None = None
    discarder: int | None = None
    fan_total: int = 0
    flowers: int = 0
    fans: tuple[tuple[int, int], ...] | None = None
    robbed: bool = False


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game by starting seat. ``began`` and ``last`` bound the time in which its deals were stated."""

    round: int
    table: int
    players: tuple[int, int, int, int]
    deals: tuple[PlayedDeal, ...]
    totals: Deltas
    places: tuple[int, int, int, int]
    is_over: bool
    totals_only: bool = False
    began: datetime | None = None
    last: datetime | None = None

    @property
    def pace(self) -> float | None:
        """Seconds a deal, where the deals were stated while they were played."""
        if not self.deals or self.began is None or self.last is None:
            return None
        seconds = (self.last - self.began).total_seconds() / len(self.deals)
        return seconds if seconds >= FASTEST_DEAL else None


@dataclass(slots=True)
class Share:
    """What fell to one seat, one wind or one player: deals and how they ended, games and how they ended."""

    deals: int = 0
    wins: int = 0
    self_draws: int = 0
    dealt_in: int = 0
    fan_sum: int = 0
    points: int = 0
    games: int = 0
    firsts: int = 0
    fans: Counter[int] = field(default_factory=Counter)

    def plus(self, other: "Share") -> None:
        for name in ("deals", "wins", "self_draws", "dealt_in", "fan_sum", "points", "games", "firsts"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.fans.update(other.fans)


@dataclass(frozen=True, slots=True, order=True)
class BigHand:
    """A dear hand. ``rank`` is (−fan, round, table, deal): dearer first, then the earlier one."""

    rank: tuple[int, int, int, int]
    player: int = field(compare=False)
    discarder: int | None = field(compare=False)

    @property
    def fan_total(self) -> int:
        return -self.rank[0]

    @property
    def where(self) -> tuple[int, int, int]:
        return self.rank[1:]


@dataclass(frozen=True, slots=True)
class Pace:
    """How quickly one game was played."""

    round: int
    table: int
    deals: int
    seconds: float


def _four() -> list[Share]:
    return [Share() for _ in range(4)]


@dataclass(slots=True)
class Tally:
    """Everything that is counted, of some games."""

    games: int = 0
    totals_only: int = 0
    deals: int = 0
    wins: int = 0
    self_draws: int = 0
    robbed: int = 0
    drawn: int = 0
    fan_sum: int = 0
    explained: int = 0
    """Wins of which the fans are known."""
    fans: Counter[int] = field(default_factory=Counter)
    """How often each fan was counted."""
    hands: Counter[int] = field(default_factory=Counter)
    """In how many hands each fan was counted."""
    worth: Counter[int] = field(default_factory=Counter)
    """Wins by fan total."""
    scores: Counter[int] = field(default_factory=Counter)
    """Final scores of the four, of games that are over."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Games that are over, by the deals played in them."""
    seats: list[Share] = field(default_factory=_four)
    """By starting seat."""
    winds: list[Share] = field(default_factory=_four)
    """By seat wind in the deal; East deals."""
    people: dict[int, Share] = field(default_factory=dict)
    biggest: list[BigHand] = field(default_factory=list)
    paces: list[Pace] = field(default_factory=list)

    @property
    def by_discard(self) -> int:
        return self.wins - self.self_draws

    @property
    def mean_fan(self) -> float:
        return self.fan_sum / self.wins if self.wins else 0.0

    @property
    def finished(self) -> int:
        """Games that are over, of those whose deals are known."""
        return sum(self.lengths.values())

    @property
    def counted_games(self) -> int:
        """Games whose deals are known."""
        return self.games - self.totals_only


def tally(games: Iterable[PlayedGame]) -> Tally:
    """The figures of these games. A game without a deal has not begun and is not counted."""
    found = Tally()
    for game in games:
        if game.totals_only:
            found.games += 1
            found.totals_only += 1
        elif game.deals:
            _add_game(found, game)
    _keep_biggest(found)
    return found


def total(parts: Sequence[Tally]) -> Tally:
    """The figures of all these tallies together; the parts stay as they are."""
    found = Tally()
    for part in parts:
        for name in ("games", "totals_only", "deals", "wins", "self_draws", "robbed", "drawn", "fan_sum"):
            setattr(found, name, getattr(found, name) + getattr(part, name))
        found.explained += part.explained
        for name in ("fans", "hands", "worth", "scores", "lengths"):
            getattr(found, name).update(getattr(part, name))
        for at in range(4):
            found.seats[at].plus(part.seats[at])
            found.winds[at].plus(part.winds[at])
        for number, share in part.people.items():
            found.people.setdefault(number, Share()).plus(share)
        found.biggest.extend(part.biggest)
        found.paces.extend(part.paces)
    _keep_biggest(found)
    return found


def _keep_biggest(found: Tally) -> None:
    found.biggest = nsmallest(BIGGEST, found.biggest)


def _add_game(found: Tally, game: PlayedGame) -> None:
    found.games += 1
    people = [found.people.setdefault(number, Share()) for number in game.players]
    for deal in game.deals:
        _add_deal(found, game, deal, people)
    if game.is_over:
        found.lengths[len(game.deals)] += 1
        found.scores.update(game.totals)
        for seat in range(4):
            for share in (found.seats[seat], people[seat]):
                share.games += 1
                share.firsts += game.places[seat] == 1
    if (seconds := game.pace) is not None:
        found.paces.append(Pace(game.round, game.table, len(game.deals), seconds))


def _add_deal(found: Tally, game: PlayedGame, deal: PlayedDeal, people: Sequence[Share]) -> None:
    found.deals += 1
    for seat in range(4):
        for share in (found.seats[seat], found.winds[deal.position.seat_winds[seat]], people[seat]):
            share.deals += 1
            share.points += deal.deltas[seat]
    if deal.winner is None:
        found.drawn += 1
        return
    self_draw = deal.discarder is None
    found.wins += 1
    found.self_draws += self_draw
    found.robbed += deal.robbed
    found.fan_sum += deal.fan_total
    found.worth[deal.fan_total] += 1
    winds = deal.position.seat_winds
    winner = deal.winner
    for share in (found.seats[winner], found.winds[winds[winner]], people[winner]):
        share.wins += 1
        share.self_draws += self_draw
        share.fan_sum += deal.fan_total
    if deal.discarder is not None:
        for share in (
            found.seats[deal.discarder],
            found.winds[winds[deal.discarder]],
            people[deal.discarder],
        ):
            share.dealt_in += 1
    _add_hand(found, game, deal, people[winner])


def _add_hand(found: Tally, game: PlayedGame, deal: PlayedDeal, share: Share) -> None:
    assert deal.winner is not None
    if deal.fans is not None:
        found.explained += 1
        counted = dict(deal.fans)
        if deal.flowers:
            counted[FLOWERS] = deal.flowers
        found.fans.update(counted)
        found.hands.update(counted.keys())
        share.fans.update(counted.keys())
    rank = (-deal.fan_total, game.round, game.table, deal.number)
    discarder = None if deal.discarder is None else game.players[deal.discarder]
    found.biggest.append(BigHand(rank, game.players[deal.winner], discarder))
