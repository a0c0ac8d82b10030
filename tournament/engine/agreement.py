"""What a player's yes or no still stands for after more was recorded: pure, from facts in their order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

DEALS_A_WIND_ROUND = 4


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement that an agreement can be about.

    ``deal`` is the deal that it touches: its own number, or the one that a penalty fell in; 0 when it
    touches the whole game (totals). ``counts`` is false for a void.
    """

    sequence: int
    is_deal: bool
    deal: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Word:
    """A player's last word.

    ``through`` is the last deal that it covers. ``stale``: something that it covers was said anew since, so
    it stands for what is no longer recorded. ``current``: nothing at all was recorded since.
    """

    said: str = ""
    up_to: int = 0
    through: int = 0
    stale: bool = False
    current: bool = False

    def covers(self, deal: int) -> bool:
        """Whether this word stands for the game up to ``deal`` as it is recorded now."""
        return bool(self.said) and not self.stale and self.through >= deal


NOTHING_SAID = Word()


def word(said: str, up_to: int, facts: Sequence[Fact]) -> Word:
    """What is left of a word about everything up to the sequence ``up_to``.

    Deals that were played afterwards leave it as it is: it stands for the deals before them. A correction,
    a penalty or a cancellation in a deal that it covers makes it stale, because nobody may be held to figures
    that they never saw.
    """
    through = _last_deal(fact for fact in facts if fact.sequence <= up_to)
    later = [fact for fact in facts if fact.sequence > up_to]
    touched = any(fact.deal <= through for fact in later)
    return Word(said=said, up_to=up_to, through=through, stale=touched, current=not later)


def asked_after(next_deal: int, *, over: bool) -> int:
    """The deal up to which the four are asked to agree now: after each wind round and at the end, else 0."""
    played = next_deal - 1
    return played if over or played % DEALS_A_WIND_ROUND == 0 else 0


def _last_deal(facts: Iterable[Fact]) -> int:
    live: dict[int, bool] = {}
    for fact in facts:
        if fact.is_deal:
            live[fact.deal] = fact.counts
    return max((number for number, counts in live.items() if counts), default=0)
