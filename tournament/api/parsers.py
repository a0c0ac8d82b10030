"""JSON as it comes in: what cannot be read is a refusal, however it was made."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.core.exceptions import RequestDataTooBig
from rest_framework import parsers
from rest_framework.exceptions import ParseError

MEGABYTES = 1
"""At most: a hundred times what anybody says at once. Phones wait for each other while one is read."""


class JSONParser(parsers.JSONParser):
    """orjson refuses what no JSON is: numbers that are none, half characters, brackets a thousand deep."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        most = MEGABYTES * 1024 * 1024
        text = stream.read(most + 1)
        if len(text) > most:
            raise RequestDataTooBig
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError as fault:
            raise ParseError(f"JSON parse error - {fault}") from fault
