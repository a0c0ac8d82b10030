"""The board's stream: the present state, then every change, for those who may see the desk."""

import asyncio
from functools import wraps

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import User
from django.test import AsyncClient

from tests.factories import TESTER, a_running_table, deal
from tournament.services.access import give_role

pytestmark = pytest.mark.django_db(transaction=True)
LIVE = "/desk/cup/rounds/1/live"


def in_a_loop(story):
    """Run an asynchronous story as a plain test."""

    @wraps(story)
    def run():
        async_to_sync(story)()

    return run


@sync_to_async
def a_client(table, role):
    user = User.objects.create_user(role or "stranger")
    if role:
        give_role(table.round.tournament, user=user, name=role, actor=TESTER)
    client = AsyncClient()
    client.force_login(user)
    return client


async def next_state(messages, seconds=10):
    """The next message that carries the board; heartbeats and the retry line are passed over."""
    while True:
        part = (await asyncio.wait_for(anext(messages), seconds)).decode()
        if "data: " in part and "board" in part:
            return part


@in_a_loop
async def test_the_board_moves_when_a_deal_is_entered():
    table = await sync_to_async(a_running_table)(players=8)
    answer = await (await a_client(table, "organizer")).get(LIVE)
    assert answer["Content-Type"] == "text/event-stream"
    messages = aiter(answer.streaming_content)
    assert "0 of 32 deals in" in await next_state(messages)

    await sync_to_async(deal)(table, 1)

    state = await next_state(messages)
    assert "1 of 32 deals in" in state
    assert "csrf" not in state
    await messages.aclose()


@in_a_loop
async def test_a_referees_board_offers_no_button_to_close_the_round():
    table = await sync_to_async(a_running_table)()
    seen = {}
    for role in ("referee", "organizer"):
        answer = await (await a_client(table, role)).get(LIVE)
        messages = aiter(answer.streaming_content)
        seen[role] = await next_state(messages)
        await messages.aclose()

    assert 'value="close"' in seen["organizer"]
    assert 'value="close"' not in seen["referee"]


@in_a_loop
async def test_strangers_get_no_stream():
    table = await sync_to_async(a_running_table)()

    answer = await (await a_client(table, "")).get(LIVE)

    assert answer.status_code == 403
    assert answer["Content-Type"].startswith("text/html")
