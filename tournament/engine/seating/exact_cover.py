"""Exact cover by dancing links: choose options so that every primary item is covered once.

D. E. Knuth, Dancing Links (2000). Secondary items are covered at most once. The search takes the primary item
with the fewest options left, equal ones by chance, and gives up after a number of nodes; starting again with
another order is then better than going on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


class GaveUp(Exception):
    """The node limit was reached; there may or may not be a solution."""


def exact_cover(
    options: Sequence[Sequence[int]], *, primary: int, secondary: int = 0, rng: Random, nodes: int = 100_000
) -> list[int] | None:
    """Indices of chosen options, or None when there is provably no choice.

    Items are numbered from 0, the primary ones first. Raises ``GaveUp`` after ``nodes`` choices.
    """
    links = _Links(options, primary=primary, secondary=secondary, rng=rng)
    budget = nodes
    stack: list[tuple[int, int]] = []
    item = links.choose(rng)
    if item == 0:
        return []
    if links.size[item] == 0:
        return None
    links.cover(item)
    row = links.down[item]
    while True:
        if row == item:
            links.uncover(item)
            if not stack:
                return None
            item, row = stack.pop()
            links.release(row)
            row = links.down[row]
            continue
        budget -= 1
        if budget < 0:
            raise GaveUp
        links.take(row)
        stack.append((item, row))
        following = links.choose(rng)
        if following == 0:
            return [links.option[r] for _, r in stack]
        item = following
        links.cover(item)
        row = links.down[item]


class _Links:
    """The doubly linked rows and columns; node 0 is the root, nodes 1..items are the column heads."""

    def __init__(
        self, options: Sequence[Sequence[int]], *, primary: int, secondary: int, rng: Random
    ) -> None:
        heads = 1 + primary + secondary
        self.left = list(range(heads))
        self.right = list(range(heads))
        for c in range(primary + 1):
            self.left[c] = c - 1 if c else primary
            self.right[c] = c + 1 if c < primary else 0
        self.up = list(range(heads))
        self.down = list(range(heads))
        self.column = list(range(heads))
        self.size = [0] * heads
        self.option = [-1] * heads
        order = list(range(len(options)))
        rng.shuffle(order)
        for index in order:
            first = len(self.column)
            for item in options[index]:
                node, head = len(self.column), item + 1
                self.column.append(head)
                self.option.append(index)
                self.up.append(self.up[head])
                self.down.append(head)
                self.down[self.up[head]] = node
                self.up[head] = node
                self.size[head] += 1
                self.left.append(node - 1)
                self.right.append(node + 1)
            self.left[first] = len(self.column) - 1
            self.right[-1] = first

    def choose(self, rng: Random) -> int:
        """The primary item with the fewest options, or 0 when all are covered."""
        best: list[int] = [0]
        least = -1
        c = self.right[0]
        while c:
            if least < 0 or self.size[c] < least:
                best, least = [c], self.size[c]
            elif self.size[c] == least:
                best.append(c)
            c = self.right[c]
        return best[0] if len(best) == 1 else best[int(rng.random() * len(best))]

    def cover(self, c: int) -> None:
        left, right, up, down, column = self.left, self.right, self.up, self.down, self.column
        left[right[c]], right[left[c]] = left[c], right[c]
        i = down[c]
        while i != c:
            j = right[i]
            while j != i:
                up[down[j]], down[up[j]] = up[j], down[j]
                self.size[column[j]] -= 1
                j = right[j]
            i = down[i]

    def uncover(self, c: int) -> None:
        left, right, up, down, column = self.left, self.right, self.up, self.down, self.column
        i = up[c]
        while i != c:
            j = left[i]
            while j != i:
                self.size[column[j]] += 1
                up[down[j]] = down[up[j]] = j
                j = left[j]
            i = up[i]
        left[right[c]] = right[left[c]] = c

    def take(self, row: int) -> None:
        j = self.right[row]
        while j != row:
            self.cover(self.column[j])
            j = self.right[j]

    def release(self, row: int) -> None:
        j = self.left[row]
        while j != row:
            self.uncover(self.column[j])
            j = self.left[j]
