"""A claimed total beside a judged one: what the event's rule lets the referee decide, and the usual reason.

Dossier section 4.2: missed fans are the winner's loss and a total that is too high is corrected (1998 rules
p. 29); under MIL 2025 chapter 10 (7) a total that is too low stands unless a player objects.
"""

from dataclasses import dataclass
from enum import StrEnum


class Ruling(StrEnum):
    """Whose total is booked."""

    STANDS = "stands"
    JUDGED = "judged"


NOBODY_OBJECTED = "Nobody objected to the lower total"
OBJECTED = "A player objected"
TOO_HIGH = "Counted too high"
EXACT = "The judged total counts"


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to decide: what it books, and why one usually does."""

    ruling: Ruling
    total: int
    reason: str


def choices(claimed: int, judged: int, *, rule: str, minimum: int) -> tuple[Choice, ...]:
    """What the referee may decide, the rule's own answer first. Nothing when there is nothing to decide."""
    if claimed == judged:
        return ()
    if rule == "referee_exact":
        return (Choice(Ruling.JUDGED, judged, EXACT),)
    if claimed > judged:
        return (Choice(Ruling.JUDGED, judged, TOO_HIGH),)
    objected = Choice(Ruling.JUDGED, judged, OBJECTED)
    return (objected,) if claimed < minimum else (Choice(Ruling.STANDS, claimed, NOBODY_OBJECTED), objected)
