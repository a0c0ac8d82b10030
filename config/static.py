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
    """Brotli at level 6: a tenth of the time of its highest level for a few per cent more bytes, so that the
    first start of a new checkout takes seconds."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        compressed: bytes = brotli.compress(data, quality=6)
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
