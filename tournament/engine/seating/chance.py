"""What every maker is handed: its source of chance, and how it says how far it is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .anneal import Tick
from .certificate import VERSION

Progress = Callable[[str, float], None]
"""Called with a stage (``schedule``, ``people``, ``tables``, ``winds``) and how far it is, 0 to 1.

It may raise to cancel: nothing has been kept by then.
"""


def seeded(seed: int | str, /, *, purpose: str = "make") -> Random:
    """The only source of chance: a generator that is the same for a seed in every process."""
    return Random(f"sixteen-hands seating {VERSION} {purpose}: {seed}")


def ticker(progress: Progress | None, stage: str, /) -> Tick | None:
    return None if progress is None else lambda share: progress(stage, share)
