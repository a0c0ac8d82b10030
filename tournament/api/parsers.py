"""JSON as it comes in: what cannot be read is a refusal, however it was made."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework import parsers
from rest_framework.exceptions import ParseError


class JSONParser(parsers.JSONParser):
    """Brackets a thousand deep end the reader with an error of its own, which is the sender's fault."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as fault:
            raise ParseError("JSON parse error - too deep") from fault
