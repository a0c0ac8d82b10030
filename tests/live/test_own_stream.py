"""The stream behind a player's own link: their table, the end of their link, their next table."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from tests.factories import (
    TESTER,
    a_running_table,
    a_tournament,
    deal,
    play_out,
    seated,
    self_draw,
    with_players,
)
from tests.live import in_a_loop
from tournament.models import Tournament
from tournament.services.access import open_passes
from tournament.services.player_passes import replace_player_pass, withdraw_player_pass
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.seating_changes import propose_exit, publish_change

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


@in_a_loop
async def test_whoever_was_replaced_by_a_substitute_follows_the_table_no_longer():
    @sync_to_async
    def seated_with_a_substitute():
        cup = with_players(a_tournament(rounds=1), 5)
        cup.players.filter(number=5).update(substitute=True)
        publish_seating(draft_seating(cup, seed="1", actor=TESTER), actor=TESTER)
        cup.refresh_from_db()
        first = cup.players.get(number=1)
        return cup, f"/my/{replace_player_pass(first, actor=TESTER).secret}/live"

    @sync_to_async
    def replace(cup):
        def ill(event):
            return propose_exit(event, out=[(1, 5)], from_round=1)

        publish_change(cup, ill, token=ill(cup).token, reason="ill", actor=TESTER)

    cup, at = await seated_with_a_substitute()
    messages = aiter((await AsyncClient().get(at)).streaming_content)
    assert "Player 2" in await next_state(messages)
    await replace(await sync_to_async(Tournament.objects.get)(pk=cup.pk))
    state = await next_state(messages)
    assert "You do not sit at a table" in state
    assert "Player 2" not in state
    await messages.aclose()


@in_a_loop
async def test_a_table_that_another_seating_took_away_says_so_behind_its_link_and_leads_its_players_on():
    @sync_to_async
    def links():
        cup = seated(a_tournament(rounds=1), players=4)
        (link,) = open_passes(cup.rounds.get(), actor=TESTER)
        own = replace_player_pass(cup.players.get(number=1), actor=TESTER)
        return cup, f"/p/{link.secret}/live", f"/my/{own.secret}/live"

    @sync_to_async
    def seat_anew(cup):
        publish_seating(draft_seating(cup, seed="2", actor=TESTER), actor=TESTER)

    cup, table, own = await links()
    at_table = aiter((await AsyncClient().get(table)).streaming_content)
    of_player = aiter((await AsyncClient().get(own)).streaming_content)
    assert "Player 2" in await next_state(at_table)
    assert "Player 2" in await next_state(of_player)
    await seat_anew(cup)
    assert "This table link was withdrawn" in await next_state(at_table)
    assert "You sit at table 1." in await next_state(of_player)
    await at_table.aclose()
    await of_player.aclose()
