"""Results for other sites: a feed for programs, and a board made to stand in a page of somebody else."""

import json
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournament.live.fragments import fragments
from tournament.models import Tournament
from tournament.selectors.feed import feed_of
from tournament.views.fragments import embed_part
from tournament.views.live_pages import etag_of, language_now
from tournament.views.public import language_of
from tournament.views.shared import tournament_at, whole

ROWS = 10
MOST_ROWS = 100


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """``/t/<slug>/feed.json``: JSON Feed 1.1 with the ranking in its extension. 304 when nothing changed."""
    tournament = tournament_at(slug)
    etag = etag_of(request, tournament, f"feed/{language_now()}")
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        body = feed_of(tournament, address=_addresses(request, tournament), language=language_now())
        text = json.dumps(body, ensure_ascii=False, indent=1)
        response = HttpResponse(text, content_type="application/feed+json; charset=utf-8")
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _addresses(request: HttpRequest, tournament: Tournament) -> Any:
    def address(name: str, *more: object) -> str:
        return request.build_absolute_uri(reverse(name, args=[tournament.slug, *more]))

    return address


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """``/t/<slug>/embed?top=10&lang=zh-hans&theme=dark``: for an iframe; takes no cookie, moves by itself."""
    tournament = tournament_at(slug)
    rows = min(whole(request.GET.get("top", "")) or ROWS, MOST_ROWS)
    language = language_of(request)
    theme = request.GET.get("theme", "")
    view = f"embed/{rows}"
    if "part" in request.GET:
        return _part(request, tournament, view, language, rows)
    with translation.override(language):
        moving = fragments.get(tournament, view=view, language=language, render=embed_part(rows))
        page = render_to_string(
            "public/embed.html",
            {
                "tournament": tournament,
                "moving_part": moving.html,
                "stream_view": view,
                "language": language,
                "theme": theme if theme in ("dark", "light") else "",
                "rows": rows,
                "now": int(timezone.now().timestamp()),
            },
        )
    response = HttpResponse(page)
    response["Cache-Control"] = "no-cache"
    return response


def _part(request: HttpRequest, tournament: Tournament, view: str, language: str, rows: int) -> HttpResponse:
    """The moving part alone, for pages whose stream is blocked."""
    etag = etag_of(request, tournament, f"{view}/{language}")
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        moving = fragments.get(tournament, view=view, language=language, render=embed_part(rows))
        response = HttpResponse(moving.html)
    response["ETag"] = etag
    return response
