"""The event stream: the present state first, then every newer one, until the viewer leaves.

What must stay as it is, because it failed otherwise:
* a compressed stream is *one* gzip file whose pieces end on a byte; with one file a message (as
  ``GZipMiddleware`` writes them) browsers stop after the first;
* it needs an ASGI server and ``config.handler``, which lets the request and its thread go before the endless
  part begins; ``runserver`` reads the endless stream to its end;
* messages with a fragment are unnamed, because htmx swaps only those; ``alive`` and ``clock`` are named,
  so they become DOM events that js/live.js and js/public.js hear.
"""

from collections.abc import Callable

from django.http import HttpRequest, StreamingHttpResponse

from tournament.live.channel import Part, channels
from tournament.live.coding import takes
from tournament.live.fragments import Render
from tournament.live.wire import Wire
from tournament.models import Tournament
from tournament.selectors.sight import sight_now


class EventStream(StreamingHttpResponse):
    """A response whose messages the server takes as they are, without Django's wrappers around each."""

    def __init__(self, part: Part, render: Render) -> None:
        super().__init__(channels.messages(part, render), content_type="text/event-stream")
        self._part, self._render = part, render

    def follow(self, wire: Wire, end: Callable[[], None]) -> Callable[[], None]:
        """See ``Channels.follow``."""
        return channels.follow(self._part, self._render, wire, end)


def stream(
    request: HttpRequest,
    tournament: Tournament,
    *,
    view: str,
    language: str,
    render: Render,
    timed: bool = False,
    changes_only: bool = False,
) -> EventStream:
    """The response that never ends by itself. See ``Part`` for ``timed`` and ``changes_only``."""
    part = Part(
        tournament.pk,
        view,
        language,
        sight_now().viewer,
        compressed=takes(request.headers.get("Accept-Encoding", ""), "gzip"),
        timed=timed,
        changes_only=changes_only,
    )
    response = EventStream(part, render)
    response["Cache-Control"] = "no-store"
    response["Content-Encoding"] = "gzip" if part.compressed else "identity"
    response["X-Accel-Buffering"] = "no"
    return response
