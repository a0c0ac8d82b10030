"""The table's stream: the present state first, then every change of this table and of no other."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from tests.factories import TESTER, a_running_table, deal, discard
from tests.live import in_a_loop
from tournament.models import Table
from tournament.services.access import open_passes, replace_pass
from tournament.services.registration import change_player
from tournament.services.seating_changes import propose_swap, publish_change

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def two_tables():
    first = a_running_table(players=8)
    second = Table.objects.select_related("round__tournament").get(round=first.round, number=2)
    secrets = {p.table_id: p.secret for p in open_passes(first.round, actor=TESTER)}
    return first, second, secrets


@sync_to_async
def three_people(table, other):
    return *(table.seats.get(seat=seat).player for seat in (0, 2)), other.seats.get(seat=1).player


def swapped(tournament, one, other):
    """Two people of round 1 change seats."""
    tournament.refresh_from_db()
    change = propose_swap(tournament, one=one, other=other, round_number=1)
    publish_change(
        tournament,
        lambda now: propose_swap(now, one=one, other=other, round_number=1),
        token=change.token,
        reason="wrong seat",
        actor=TESTER,
    )


async def next_state(messages, seconds=10):
    """The next message that carries a state; heartbeats and the retry line are passed over."""
    while True:
        part = (await asyncio.wait_for(anext(messages), seconds)).decode()
        if "data: " in part:
            return part


async def watching(secret):
    """The messages of a table's open page, after the state it was opened with."""
    answer = await AsyncClient().get(f"/p/{secret}/live")
    messages = aiter(answer.streaming_content)
    await next_state(messages)
    return messages


@in_a_loop
async def test_a_phone_sees_the_present_state_and_then_the_next_deal():
    table, _, secrets = await two_tables()
    answer = await AsyncClient().get(f"/p/{secrets[table.pk]}/live")
    assert answer["Content-Type"] == "text/event-stream"
    messages = aiter(answer.streaming_content)
    assert "<b>Deal 1</b> of 16" in await next_state(messages)
    await sync_to_async(deal)(table, 1, discard(winner=2, discarder=1, fan=18))
    state = await next_state(messages)
    assert "<b>Deal 2</b> of 16" in state
    assert "+42" in state
    assert "client_key" not in state
    assert "<form" not in state
    await messages.aclose()


@in_a_loop
async def test_a_change_at_another_table_is_not_sent_here():
    table, other, secrets = await two_tables()
    messages = await watching(secrets[table.pk])
    await sync_to_async(deal)(other, 1)
    with pytest.raises(TimeoutError):
        await next_state(messages, seconds=1.5)


@in_a_loop
async def test_a_withdrawn_link_says_so_on_the_open_page():
    table, _, secrets = await two_tables()
    messages = await watching(secrets[table.pk])
    await sync_to_async(replace_pass)(table, actor=TESTER)
    assert "This table link was withdrawn" in await next_state(messages)
    await messages.aclose()


@in_a_loop
async def test_an_open_page_follows_names_and_seats():
    table, other, secrets = await two_tables()
    messages = await watching(secrets[table.pk])
    renamed, leaving, coming = await three_people(table, other)
    await sync_to_async(change_player)(renamed, actor=TESTER, name="Zhang Wei")
    assert "Zhang Wei" in await next_state(messages)
    await sync_to_async(swapped)(table.round.tournament, leaving.number, coming.number)
    state = await next_state(messages)
    assert coming.name in state
    assert leaving.name not in state
    await messages.aclose()


@in_a_loop
async def test_a_strangers_stream_is_a_page_with_a_sentence():
    await two_tables()
    answer = await AsyncClient().get(f"/p/{'x' * 22}/live")
    assert answer.status_code == 404
