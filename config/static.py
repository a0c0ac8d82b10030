"""How static files are kept for serving: a hash in the name, and compressed once when they are collected."""

from typing import Any

import brotli
from servestatic.compress import Compressor
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
