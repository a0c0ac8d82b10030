"""Games as they happen at real tables, from a seed: who wins how much from whom, and what goes wrong.

The shares are those of a European championship of 72 players (1 431 deals): 30.1 % of wins by self-draw,
14.9 fan on average, 4 % drawn, 62 % of games full.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from scoring.payments import DealFacts, Outcome

SELF_DRAWN = 0.301
DRAWN = 0.040
FULL = 0.62
SHORT = ((15, 50), (14, 34), (13, 13), (12, 3))
"""How many deals a game has that was stopped by the clock, with weights."""

FAN: dict[int, float] = {
    8: 30, 9: 100, 10: 122, 11: 130, 12: 148, 13: 112, 14: 62, 15: 43, 16: 37, 17: 22, 18: 27, 19: 20,
    20: 18, 21: 23, 22: 22, 23: 17, 24: 29, 25: 15, 26: 12, 27: 9, 28: 9, 29: 7, 30: 9, 31: 7, 32: 6,
    33: 4, 34: 4, 36: 2, 38: 1.5, 40: 1, 44: 1, 48: 1, 58: 0.7, 64: 0.7, 68: 0.6, 72: 0.5, 77: 0.4,
    82: 0.4, 88: 0.3, 96: 0.1, 112: 0.05,
}  # fmt: skip
"""Weights of fan totals: most hands lie just above the minimum, one in a few hundred is a great one."""

FALSE_WINS = 0.005
SLIPS = 0.008
TAKEN_BACK = 0.003
TOTALS_ONLY = 0.01
UNSIGNED = 0.12
DISPUTES = 0.01


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """One deal. ``seconds`` is when it ends, from the start of the round.

    ``false_win`` is the seat that declared one in it. ``slip`` is what was entered by mistake and corrected;
    ``taken_back`` says that it was entered, voided and entered again.
    """

    number: int
    seconds: float
    facts: DealFacts
    false_win: int | None = None
    slip: DealFacts | None = None
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game. ``ended`` is why it stopped before its last deal; ``disputes`` is a seat, or None."""

    deals: tuple[SimulatedDeal, ...]
    ended: str = ""
    totals_only: bool = False
    signed: bool = True
    disputes: int | None = None
    seconds: float = field(default=0.0)


def seeded(seed: int | str, *parts: object) -> Random:
    """A generator of its own for each thing, so that one more table does not change the others."""
    return Random("/".join(map(str, ("sixteen-hands simulation 1", seed, *parts))))


def strengths(rng: Random, count: int) -> list[float]:
    """How good people are: what their chance to win a deal is proportional to."""
    return [rng.lognormvariate(0, 0.28) for _ in range(count)]


def play_game(
    rng: Random, skill: Sequence[float], *, deals: int, minutes: int, mishaps: float = 1.0
) -> SimulatedGame:
    """A game between four people. ``mishaps`` scales everything that can go wrong; 0 is a quiet table."""
    full = rng.random() < FULL
    count = deals if full else min(deals, rng.choices(*zip(*SHORT, strict=True))[0])
    weights = [rng.uniform(0.6, 1.7) for _ in range(count)]
    length = minutes * 60 * (rng.uniform(0.78, 0.97) if full else rng.uniform(0.97, 1.0))
    played, passed = [], 0.0
    for number, weight in enumerate(weights, 1):
        passed += length * weight / sum(weights)
        played.append(_deal(rng, skill, number=number, seconds=passed, mishaps=mishaps))
    return SimulatedGame(
        deals=tuple(played),
        ended="" if count == deals else "time",
        totals_only=rng.random() < TOTALS_ONLY * mishaps,
        signed=rng.random() >= UNSIGNED * mishaps,
        disputes=rng.randrange(4) if rng.random() < DISPUTES * mishaps else None,
        seconds=length,
    )


def _deal(
    rng: Random, skill: Sequence[float], *, number: int, seconds: float, mishaps: float
) -> SimulatedDeal:
    false_win = rng.randrange(4) if rng.random() < FALSE_WINS * mishaps else None
    facts = _facts(rng, skill, barred=false_win)
    slip = None
    if rng.random() < SLIPS * mishaps:
        slip = _misread(rng, facts)
    return SimulatedDeal(
        number=number,
        seconds=seconds,
        facts=facts,
        false_win=false_win,
        slip=slip,
        taken_back=slip is None and rng.random() < TAKEN_BACK * mishaps,
    )


def _facts(rng: Random, skill: Sequence[float], *, barred: int | None) -> DealFacts:
    if rng.random() < DRAWN:
        return DealFacts(Outcome.DRAWN)
    chances = [0.0 if seat == barred else skill[seat] for seat in range(4)]
    winner = rng.choices(range(4), chances)[0]
    fan = rng.choices(list(FAN), list(FAN.values()))[0]
    if rng.random() < SELF_DRAWN:
        return DealFacts(Outcome.SELF_DRAW, winner=winner, fan_total=fan)
    risks = [0.0 if seat == winner else 1 / skill[seat] for seat in range(4)]
    return DealFacts(Outcome.DISCARD, winner=winner, discarder=rng.choices(range(4), risks)[0], fan_total=fan)


@cache
def _hands() -> dict[tuple[bool, int], list[str]]:
    hands: dict[tuple[bool, int], list[str]] = {}
    for line in (Path(__file__).parent / "simulation_hands.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            way, fan, tiles = line.split(" ", 2)
            hands.setdefault((way == "s", int(fan)), []).append(tiles)
    return hands


def hand_worth(rng: Random, facts: DealFacts) -> str:
    """Tiles that are worth what this deal was won with, whoever won it; "" where none are known."""
    known = _hands().get((facts.outcome is Outcome.SELF_DRAW, facts.fan_total or 0))
    return rng.choice(known) if known and facts.winner is not None else ""


def _misread(rng: Random, facts: DealFacts) -> DealFacts | None:
    """The same deal as a tired referee enters it: another fan total."""
    if facts.fan_total is None:
        return None
    wrong = max(8, facts.fan_total + rng.choice((-2, -1, 1, 2, 10)))
    if wrong == facts.fan_total:
        return None
    return DealFacts(facts.outcome, winner=facts.winner, discarder=facts.discarder, fan_total=wrong)
