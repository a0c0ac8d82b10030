"""The eyes that the selectors read with: what the reader of this request or rendering may see.

As a text is rendered in the active language, a selector answers for the active sight. Nobody has to hand it
through a dozen calls, and none can forget to: kept answers and kept renderings carry it in their keys.
Programs and services see everything; a request sees nothing until its address has said which event it asks
for (``look_at``).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from tournament.engine.sight import EVERYTHING, Audience, Ceremony, Curtain, Shown, Sight, Viewer, sight
from tournament.errors import Refused
from tournament.models import Tournament

Reader = Callable[[Tournament], Viewer]
_sight: ContextVar[Sight] = ContextVar("sight", default=EVERYTHING)
_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


def sight_now() -> Sight:
    """What may be seen here and now."""
    return _sight.get()


@contextmanager
def looking(seen: Sight) -> Iterator[None]:
    """Read with these eyes for the length of a block."""
    token = _sight.set(seen)
    try:
        yield
    finally:
        _sight.reset(token)


@contextmanager
def reading(reader: Reader, seen: Sight) -> Iterator[None]:
    """A request: ``seen`` until the event is known, then whatever ``reader`` is in it."""
    token = _reader.set(reader)
    try:
        with looking(seen):
            yield
    finally:
        _reader.reset(token)


def curtain_of(tournament: Tournament) -> Curtain:
    """What the organizer chose."""
    return Curtain(
        audience=Audience(tournament.audience),
        shown=Shown(tournament.results_shown),
        top=tournament.results_top,
        frozen=tournament.frozen_rounds,
        by_number=tournament.players_by_number,
        rounds=tournament.number_of_rounds,
        ceremony=Ceremony(tournament.ceremony),
        revealed=tournament.ceremony_revealed,
    )


def sight_of(tournament: Tournament, viewer: Viewer) -> Sight:
    """What somebody of this kind sees of an event."""
    return sight(curtain_of(tournament), viewer)


def look_with(seen: Sight) -> None:
    """From here on this request sees this: for those who came with a right of their own, such as a table's
    link."""
    _sight.set(seen)


def may_enter(tournament: Tournament) -> bool:
    """Whether this request may open the event's pages; programs may."""
    reader = _reader.get()
    return reader is None or sight_of(tournament, reader(tournament)).enters


def look_at(tournament: Tournament) -> Sight:
    """From here on this request sees what its reader may see of this event. Refused: ``not_for_you``."""
    reader = _reader.get()
    if reader is None:
        return sight_now()
    seen = sight_of(tournament, reader(tournament))
    _sight.set(seen)
    if not seen.enters:
        raise Refused("not_for_you")
    return seen


def through_shown(through: int | None, as_of: datetime | None) -> int | None:
    """The last round that counts in a ranking somebody asks for; None for all.

    A ceremony reads the final ranking from below, and no other: what the hidden rounds looked like at an
    earlier moment would show places that are not read yet.
    """
    seen = sight_now()
    final = through is None and as_of is None
    if seen.through is None or (seen.from_below is not None and final):
        return through
    return seen.through if through is None else min(through, seen.through)


def demand_round(number: int) -> None:
    """Refuse with ``not_shown`` where the results of a round may not be seen yet."""
    if not sight_now().round(number):
        raise Refused("not_shown")


def demand_whole_ranking() -> None:
    """Refuse with ``not_shown`` where sums would say what hidden rows hold: teams, countries."""
    seen = sight_now()
    if not seen.results or seen.top is not None or seen.from_below is not None:
        raise Refused("not_shown")
