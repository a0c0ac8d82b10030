"""Shapes that go out as they are: the same words as the framework's general way would send."""

import json

import pytest
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from tests.factories import TESTER, a_running_table, deal, discard, self_draw
from tournament.api import serializers as shapes
from tournament.api.straight import StraightSerializer
from tournament.selectors.games import game_view
from tournament.services.notes import record_note
from tournament.services.penalties import record_false_win

pytestmark = pytest.mark.django_db


def sent(values):
    return json.loads(JSONRenderer().render(values))


@pytest.fixture
def game():
    table = a_running_table(table_points=["4", "2", "1", "0"])
    deal(table, 1, self_draw(winner=0))
    record_false_win(
        table_id=table.pk, number=2, seat=1, client_key="00000000-0000-0000-0000-000000000001", actor=TESTER
    )
    record_note(
        table_id=table.pk,
        text="tea was spilt",
        client_key="00000000-0000-0000-0000-000000000002",
        actor=TESTER,
    )
    deal(table, 2, discard(winner=2, discarder=0, fan=33))
    return game_view(table)


def test_a_game_reads_the_same_in_both_ways(game, monkeypatch):
    shape = shapes.TableSerializer(context={"notes": True})
    straight = sent(shape.to_representation(game))
    monkeypatch.setattr(StraightSerializer, "to_representation", serializers.Serializer.to_representation)
    general = sent(shapes.TableSerializer(game, context={"notes": True}).data)
    assert straight == general
    assert list(straight) == list(general)
    assert [entry["kind"] for entry in straight["entries"]] == ["deal", "penalty", "note", "deal"]


def test_the_answer_to_a_new_entry_is_what_is_read_afterwards(client, game):
    table = game.table
    answer = client.post(
        f"/api/v1/tables/{table.pk}/deals/",
        {
            "client_key": "00000000-0000-0000-0000-000000000003",
            "number": 3,
            "outcome": "discard",
            "winner": 1,
            "discarder": 3,
            "fan_total": 12,
        },
        content_type="application/json",
        headers={"authorization": f"Pass {pass_of(table)}"},
    )
    assert answer.status_code == 201
    read = sent(shapes.TableSerializer(game_view(table), context={"notes": True}).data)
    assert answer.json() == {"entry": read["entries"][-1], "table": read}
    assert len(read["entries"]) == 5


def pass_of(table):
    from tournament.services.access import open_passes

    return next(one.secret for one in open_passes(table.round, actor=TESTER) if one.table_id == table.pk)
