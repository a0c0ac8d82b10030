"""The stream behind a player's own link: their table, the end of their link, their next table."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from tests.factories import TESTER, a_running_table, deal, play_out, self_draw
from tests.live import in_a_loop
from tournament.services.player_passes import replace_player_pass, withdraw_player_pass
from tournament.services.rounds import close_round, start_round

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def a_table_with_a_follower():
    table = a_running_table(rounds=2)
    player = table.seats.get(seat=0).player
    return table, player, f"/my/{replace_player_pass(player, actor=TESTER).secret}/live"


async def next_state(messages, seconds=10):
    """The next message that carries a state; heartbeats and the retry line are passed over."""
    while True:
        part = (await asyncio.wait_for(anext(messages), seconds)).decode()
        if "data: " in part:
            return part


@in_a_loop
async def test_a_follower_sees_the_next_deal_and_then_that_the_link_was_withdrawn():
    table, player, at = await a_table_with_a_follower()
    messages = aiter((await AsyncClient().get(at)).streaming_content)
    assert "<b>Deal 1</b> of 16" in await next_state(messages)
    await sync_to_async(deal)(table, 1, self_draw(0, 20))
    state = await next_state(messages)
    assert "+84" in state
    assert "/win" not in state
    await sync_to_async(withdraw_player_pass)(player, actor=TESTER)
    assert "This link was withdrawn" in await next_state(messages)
    await messages.aclose()


@in_a_loop
async def test_when_the_next_round_starts_the_open_page_leads_to_the_next_table():
    table, _, at = await a_table_with_a_follower()

    @sync_to_async
    def go_on():
        play_out(table)
        close_round(table.round, actor=TESTER)
        start_round(table.round.tournament.rounds.get(number=2), actor=TESTER)

    messages = aiter((await AsyncClient().get(at)).streaming_content)
    await next_state(messages)
    await go_on()
    state = await next_state(messages)
    while "You sit at table 1." not in state:  # states in between may have been sent
        state = await next_state(messages)
    assert "Round 2" in state
    await messages.aclose()
