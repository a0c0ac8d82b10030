"""Compression of whole pages. Streams pass untouched."""

import gzip
from collections.abc import Callable
from typing import Any

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from tournament.live.coding import takes

SMALLEST = 600


def compress(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response with its body in Brotli or gzip when the browser takes it and it pays."""
    if response.streaming or response.has_header("Content-Encoding"):
        return response
    assert isinstance(response, HttpResponse)
    kind = response.get("Content-Type", "")
    if len(response.content) < SMALLEST or not kind.startswith(("text/", "application/json", "image/svg")):
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
    if takes(accepted, "br"):
        response.content, response["Content-Encoding"] = brotli.compress(response.content, quality=5), "br"
    elif takes(accepted, "gzip"):
        response.content, response["Content-Encoding"] = gzip.compress(response.content, 5, mtime=0), "gzip"
    else:
        return response
    if etag := response.get("ETag"):
        response["ETag"] = etag if etag.startswith("W/") else f"W/{etag}"
    response["Content-Length"] = str(len(response.content))
    return response


def compress_pages(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Any:
    """Middleware: what the browser can unpack is sent packed."""
    return lambda request: compress(request, get_response(request))
