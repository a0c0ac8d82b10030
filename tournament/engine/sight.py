"""Who may see what of an event: the organizer's choice and a reader in, what this reader sees out."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar


class Viewer(StrEnum):
    """How much a reader is trusted with."""

    PUBLIC = "public"
    PARTICIPANT = "participant"  # came with a link that only people in the hall have
    ORGANIZER = "organizer"  # has a role in the event


class Audience(StrEnum):
    """Who may open an event's pages at all."""

    PUBLIC = "public"
    PARTICIPANTS = "participants"
    ORGANIZERS = "organizers"


class Shown(StrEnum):
    """How much of the ranking is shown before the end."""

    ALL = "all"
    TOP = "top"
    NONE = "none"


class Ceremony(StrEnum):
    """The reading of the final ranking from below."""

    BEFORE = "before"
    RUNNING = "running"
    OVER = "over"  # everything may be seen


class Curtain(NamedTuple):
    """The organizer's choice. ``frozen``: so many last rounds stay unseen until the ceremony.

    ``revealed``: how many ranked rows have been read out, from the last one upwards.
    """

    audience: Audience = Audience.PUBLIC
    shown: Shown = Shown.ALL
    top: int = 10
    frozen: int = 0
    by_number: bool = False
    rounds: int = 0
    ceremony: Ceremony = Ceremony.BEFORE
    revealed: int = 0


class Sight(NamedTuple):
    """What one reader may see.

    ``through``: results up to this round; None for all, running games included. ``top``: rows with a rank up
    to this one. ``from_below``: during the ceremony the last so many ranked rows, of the final ranking.
    ``names``: False where people are numbers. During the ceremony ``through`` and ``top`` hold for everything
    but the final ranking.
    """

    viewer: Viewer = Viewer.ORGANIZER
    enters: bool = True
    through: int | None = None
    top: int | None = None
    from_below: int | None = None
    names: bool = True

    @property
    def key(self) -> str:
        """The same for two readers who see the same; empty for those who see everything."""
        seen = self[1:]
        return "" if seen == EVERYTHING[1:] else "/".join(map(str, seen))

    @property
    def results(self) -> bool:
        """Whether any result may be seen."""
        return self.enters and (self.through is None or self.through > 0)

    def round(self, number: int) -> bool:
        """Whether the results of this round may be seen."""
        return self.enters and (self.through is None or number <= self.through)


EVERYTHING = Sight()
NOTHING = Sight(viewer=Viewer.PUBLIC, enters=False, through=0, names=False)
"""What a reader sees about whom nothing is known yet."""


def sight(curtain: Curtain, viewer: Viewer) -> Sight:
    """The one decision that every page, stream, feed, export and API asks.

    Organizers see everything. Participants see names, and what the public sees of the results: a ranking
    that is hidden to build up to a ceremony is hidden from those who play as well.
    """
    if viewer is Viewer.ORGANIZER:
        return EVERYTHING
    if curtain.audience is Audience.ORGANIZERS or (
        curtain.audience is Audience.PARTICIPANTS and viewer is Viewer.PUBLIC
    ):
        return NOTHING._replace(viewer=viewer)
    names = viewer is Viewer.PARTICIPANT or not curtain.by_number
    seen = Sight(viewer=viewer, names=names)
    if curtain.ceremony is Ceremony.OVER:
        return seen
    through = curtain.rounds - curtain.frozen if curtain.frozen else None
    if curtain.shown is Shown.NONE:
        through = 0
    seen = seen._replace(through=through, top=curtain.top if curtain.shown is Shown.TOP else None)
    if curtain.ceremony is Ceremony.RUNNING:
        # the ranking is the final one, read from below; everything else stays as hidden as it was
        return seen._replace(from_below=curtain.revealed)
    return seen


Ranked = TypeVar("Ranked")


def visible(rows: Sequence[Ranked], ranks: Sequence[int | None], seen: Sight) -> tuple[Ranked, ...]:
    """The rows of a ranking that this reader sees; ``ranks`` of the same rows. Best first, as they come.

    Rows that share a rank are revealed together only when all of them have been read out.
    """
    if not seen.results and seen.from_below is None:
        return ()
    pairs = list(zip(rows, ranks, strict=True))
    if seen.from_below is not None:
        ranked = [pair for pair in pairs if pair[1] is not None]
        start = len(ranked) - min(seen.from_below, len(ranked))
        while 0 < start < len(ranked) and ranked[start][1] == ranked[start - 1][1]:
            start += 1
        return tuple(row for row, _ in ranked[start:])
    if seen.top is not None:
        return tuple(row for row, rank in pairs if rank is not None and rank <= seen.top)
    return tuple(rows)
