"""Why one row of a ranking stands above the next: the criteria in their order, each with both values."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tournament.engine.standings import CRITERIA, Standing


class Step(NamedTuple):
    """What two neighbours have in one criterion, up to the one that parts them."""

    key: str
    above: Any
    below: Any

    @property
    def equal(self) -> bool:
        return bool(self.above == self.below)


def compare(above: Standing, below: Standing, order: Sequence[str]) -> tuple[Step, ...]:
    """The criteria that were looked at, the last of them the one that decided; all of them when none did."""
    steps = []
    for key in order:
        # a criterion looks at rounds, table points and mini-points, which a line of the ranking has as well
        value: Any = CRITERIA[key]
        steps.append(Step(key, value(above), value(below)))
        if not steps[-1].equal:
            break
    return tuple(steps)
