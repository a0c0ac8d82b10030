"""JSON as it goes out and comes in."""

from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from uuid import UUID

import pytest
from django.utils.functional import lazystr
from rest_framework.exceptions import ErrorDetail, ParseError
from rest_framework.renderers import JSONRenderer as Framework

from tests.factories import a_running_table, deal, self_draw
from tournament.api.parsers import JSONParser
from tournament.api.renderers import JSONRenderer
from tournament.api.serializers import TableSerializer
from tournament.selectors.games import game_view

VALUES = [
    None,
    {},
    [1, -2.5, True, None, "花"],
    {"a": ("b", "c"), 7: "a number as key"},
    {"uuid": UUID(int=7), "lazy": lazystr("later"), "detail": ErrorDetail("no", code="bad")},
    {"at": datetime(2026, 11, 30, 12, 0, tzinfo=UTC)},
    {"at": datetime(2026, 11, 30, 12, 0, 0, 250, tzinfo=UTC)},
    {"at": datetime(2026, 11, 30, 12, 0, tzinfo=timezone(timedelta(hours=8)))},
    {"breaks": "line\u2028paragraph\u2029end", "low": "\x00\x1f\x7f\t\n", "quotes": "\"\\/'<>&"},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_goes_out_is_byte_for_byte_what_the_framework_writes(value):
    assert JSONRenderer().render(value) == Framework().render(value)


@pytest.mark.django_db
def test_a_game_goes_out_byte_for_byte_as_the_framework_writes_it():
    table = a_running_table()
    deal(table, 1, self_draw(winner=2, fan=31))
    shape = TableSerializer(game_view(table)).data
    assert JSONRenderer().render(shape) == Framework().render(shape)


@pytest.mark.parametrize("text", [b"", b"{", b"[NaN]", b'"\xff"', rb'"\ud800"', b"[" * 3000 + b"]" * 3000])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(ParseError):
        JSONParser().parse(BytesIO(text))
