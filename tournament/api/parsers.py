"""JSON as it comes in: what cannot be read is a refusal, however it was made."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework import parsers
from rest_framework.exceptions import ParseError


class JSONParser(parsers.JSONParser):
    """orjson refuses what no JSON is: numbers that are none, half characters, brackets a thousand deep."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return orjson.loads(stream.read())
        except orjson.JSONDecodeError as fault:
            raise ParseError(f"JSON parse error - {fault}") from fault
