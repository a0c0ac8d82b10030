"""How static files are kept and served: a hash in the name, and compressed once when they are collected."""

from collections.abc import Callable
from typing import Any

import brotli
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.compress import Compressor
from servestatic.middleware import ServeStaticMiddleware
from servestatic.storage import CompressedManifestStaticFilesStorage


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Brotli at its highest level for the small files that every page needs: a tenth fewer bytes on a slow
    line. Large ones get level 6, a tenth of the time, so that a new checkout starts within seconds."""

    SMALL = 64_000

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        quality = 11 if len(data) < QuickCompressor.SMALL else 6
        compressed: bytes = brotli.compress(data, quality=quality)
        return compressed


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Django's manifest storage with the compressor above."""

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return QuickCompressor(**kwargs)


def static_files(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Any:
    """Middleware: addresses under ``STATIC_URL`` go to servestatic, everything else past it.

    servestatic's own middleware is asynchronous only. In the middle of synchronous ones it sends every page
    from thread to loop and back, which costs as much as a kept page itself.
    """
    files = ServeStaticMiddleware(sync_to_async(get_response))

    def serve(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(settings.STATIC_URL):
            return get_response(request)
        response: HttpResponseBase = async_to_sync(files.__call__)(request)
        return response

    return serve
