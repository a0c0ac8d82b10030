"""Pages around a moving part: 304 when nothing changed, else the part from the store in a fresh frame.

The frame of a page (menu, theme, tokens of forms) is small; the moving part is large and the same for
everybody, so it is neither rendered nor compressed again.
"""

import hashlib
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournament.live.coding import takes
from tournament.live.fragments import Piece, Render, fragments, gzip_of
from tournament.models import Tournament
from tournament.selectors.kept import Kept
from tournament.selectors.sight import sight_now

MARK = "<!--moving part-->"
TOKEN = "token-of-the-reader"
TIME = "time-of-the-server"
_frames = Kept(512)
VARY = ("Cookie", "Accept-Language", "Accept-Encoding")


def language_now() -> str:
    return get_language() or settings.LANGUAGE_CODE


def with_told(render: Render) -> Render:
    """A moving part with what the organizers announce above it: both come by the same stream."""

    def both(tournament: Tournament) -> str:
        told = render_to_string("components/bulletins.html", {"tournament": tournament, "place": "pages"})
        return told + render(tournament)

    return both


def live_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    view: str,
    template: str,
    render: Render,
    context: dict[str, Any] | None = None,
    moves: bool = True,
) -> HttpResponse:
    """``template`` around the fragment ``view``; with ``?part=1`` the fragment alone.

    ``moves``: the page listens to the stream. It stands in the frame where ``{{ moving_part }}`` is.
    """
    language, part = language_now(), "part" in request.GET
    etag = etag_of(request, tournament, f"{view}/{language}/{part}")
    if request.headers.get("If-None-Match") == etag:
        return _labelled(HttpResponseNotModified(), etag)
    fragment = fragments.get(tournament, view=view, language=language, render=with_told(render))
    if part:
        return _labelled(_answer(request, [fragment.piece]), etag)
    before, after = _frame(request, tournament, view, template, {"moves": moves, **(context or {})})
    return _labelled(_answer(request, [before, fragment.piece, after]), etag)


def _frame(
    request: HttpRequest, tournament: Tournament, view: str, template: str, context: dict[str, Any]
) -> tuple[Piece, Piece]:
    """What stands before and after the moving part. For readers without a session it is made once for all:
    only the token of their forms and the time are their own."""
    stranger = not {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    theme = request.COOKIES.get("theme", "")
    # names and states stand in the frame too, so it is as old as its revision
    known = (tournament.pk, tournament.created_at, tournament.revision)
    key = (known, view, template, request.get_full_path(), language_now(), theme, settings.DEBUG)
    halves = _frames.get(key) if stranger and not settings.DEBUG else None
    if halves is None:
        own = {"csrf_token": TOKEN} if stranger else {}
        page = render_to_string(
            template,
            {
                **context,
                **own,
                "tournament": tournament,
                "view": view,
                "moving_part": MARK,
                "now": TIME,
            },
            request,
        )
        halves = page.split(MARK)
        if stranger:
            _frames.put(key, halves)
    token, now = get_token(request), str(int(timezone.now().timestamp()))
    before, after = (half.replace(TOKEN, token).replace(TIME, now).encode() for half in halves)
    return Piece(before), Piece(after)


def _answer(request: HttpRequest, pieces: list[Piece]) -> HttpResponse:
    if not takes(request.headers.get("Accept-Encoding", ""), "gzip"):
        return HttpResponse(b"".join(piece.content for piece in pieces))
    response = HttpResponse(gzip_of(pieces))
    response["Content-Encoding"] = "gzip"
    return response


def _labelled(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, VARY)
    return response


def etag_of(request: HttpRequest, tournament: Tournament, view: str) -> str:
    """All that a page depends on. Weak: its frame holds a fresh token of the same value each time."""
    facts = (
        tournament.pk,
        tournament.created_at,
        view,
        sight_now().key,
        request.get_full_path(),
        request.COOKIES.get("theme", ""),
        request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""),
        request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""),
        request.COOKIES.get("messages", ""),
        _build(),
    )
    return f'W/"{tournament.revision}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:20]}"'


@lru_cache(maxsize=1)
def _build() -> str:
    """A word for this version of the program: templates and static files may change in an update."""
    seen = hashlib.sha256()
    for folder in ("templates", "static/css", "static/js", "tournament"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.suffix in {".html", ".css", ".js", ".py"}:
                seen.update(f"{path.name}{path.stat().st_mtime_ns}".encode())
    return seen.hexdigest()[:12]
