"""How a detector announces which fan it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from scoring.fans.catalogue import BIT

View = TypeVar("View")


class Detectors(Generic[View]):
    """Small questions about one kind of view, each under the key of the fan it answers for."""

    def __init__(self) -> None:
        self.questions: list[tuple[int, Callable[[View], bool]]] = []

    def __call__(self, key: str) -> Callable[[Callable[[View], bool]], Callable[[View], bool]]:
        def announce(question: Callable[[View], bool]) -> Callable[[View], bool]:
            self.questions.append((BIT[key], question))
            return question

        return announce

    def seen_in(self, view: View) -> int:
        """The fans found, one bit a place in the catalogue."""
        found = 0
        for bit, question in self.questions:
            if question(view):
                found |= bit
        return found
