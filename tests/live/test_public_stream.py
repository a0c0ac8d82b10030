"""What viewers' pages hear: the present state, every newer one, the same bytes for everybody."""

import asyncio
import gzip
import io
import re
import zlib

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connections
from django.test import AsyncClient, Client

from tests.factories import DRAWN, TESTER, a_running_table, deal, self_draw
from tournament.live.fragments import Piece, gzip_of
from tournament.live.hub import hub
from tournament.services.access import give_role, take_role
from tournament.services.bulletins import announce, store_screen
from tournament.services.sight import choose_sight

pytestmark = pytest.mark.django_db(transaction=True)


async def next_state(messages, seconds=10):
    """The next message with a state: events with a name and the retry line are passed over."""
    while True:
        part = (await asyncio.wait_for(anext(messages), seconds)).decode()
        if part.startswith("id: "):
            return part


def open_stream(slug="cup", view="leaderboard", **headers):
    return AsyncClient().get(f"/t/{slug}/live?view={view}", headers=headers)


def test_a_viewer_gets_the_present_ranking_and_then_the_next_one_within_a_second():
    table = a_running_table()

    async def story():
        answer = await open_stream()
        assert answer["Content-Type"] == "text/event-stream"
        assert answer["Content-Encoding"] == "identity"
        messages = aiter(answer.streaming_content)
        first = await next_state(messages)
        assert "+48" not in first
        await sync_to_async(deal)(table, 1, self_draw(winner=0, fan=8))
        assert "+48" in await next_state(messages, seconds=1.5)
        await messages.aclose()

    async_to_sync(story)()


def test_two_viewers_get_the_same_bytes():
    table = a_running_table()
    deal(table, 1, DRAWN)

    async def story():
        streams = [aiter((await open_stream()).streaming_content) for _ in range(2)]
        one, two = [(await next_state(messages)).split("event: clock")[0] for messages in streams]
        assert one == two
        for messages in streams:
            await messages.aclose()

    async_to_sync(story)()


def test_a_viewer_who_leaves_is_forgotten():
    a_running_table()

    async def watch(messages):
        async for _ in messages:
            pass

    async def story():
        messages = aiter((await open_stream()).streaming_content)
        await next_state(messages)
        assert hub.viewers() == 1
        watching = asyncio.create_task(watch(messages))
        await asyncio.sleep(0.5)
        watching.cancel()  # what the server does when the browser has gone
        await asyncio.gather(watching, return_exceptions=True)
        assert hub.viewers() == 0

    async_to_sync(story)()


def test_an_open_stream_keeps_no_database_connection():
    a_running_table()

    async def story():
        messages = aiter((await open_stream()).streaming_content)
        await next_state(messages)
        assert all(connection.connection is None for connection in connections.all(initialized_only=True))
        await messages.aclose()

    async_to_sync(story)()


def test_a_compressed_stream_is_one_gzip_file_whose_messages_can_be_read_as_they_come():
    table = a_running_table()

    async def story():
        answer = await open_stream(**{"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        messages, reader, text = aiter(answer.streaming_content), zlib.decompressobj(31), ""
        while "id: " not in text:
            text += reader.decompress(await asyncio.wait_for(anext(messages), 10)).decode()
        await sync_to_async(deal)(table, 1, self_draw(winner=0, fan=8))
        while "+48" not in text:
            text += reader.decompress(await asyncio.wait_for(anext(messages), 10)).decode()
        await messages.aclose()

    async_to_sync(story)()


@pytest.mark.parametrize("view", ["leaderboard", "leaderboard/1", "teams", "tables", "game/1/1", "player/1"])
def test_every_moving_part_streams(view):
    a_running_table()

    async def story():
        answer = await open_stream(view=view)
        if view == "leaderboard/1":  # round 1 is still open: there is no ranking after it
            assert answer.status_code == 422
            return
        messages = aiter(answer.streaming_content)
        assert "data: <" in await next_state(messages)
        await messages.aclose()

    async_to_sync(story)()


@pytest.mark.parametrize(
    "view", ["nonsense", "game/1", "game/1/99", "player/9999", "player/x", "game/1/1/1/1"]
)
def test_a_part_that_does_not_exist_is_not_found(view):
    a_running_table()
    assert Client().get(f"/t/cup/live?view={view}").status_code == 404


def test_pieces_put_together_are_one_gzip_file():
    words = [b"id: 7\ndata: ", b"<p>one</p>" * 50, b"", b"\n\n", "二".encode() * 300, b"x" * 32, b"y" * 33]
    pieces = [Piece(content) for content in words]
    assert gzip.GzipFile(fileobj=io.BytesIO(gzip_of(pieces))).read() == b"".join(p.content for p in pieces)


def test_the_board_in_another_page_announces_nothing_neither_at_first_nor_as_it_moves():
    table = a_running_table()
    announce(table.round.tournament, text="Tea in ten minutes", actor=TESTER)

    async def story():
        messages = aiter((await open_stream(view="embed/10")).streaming_content)
        assert "Tea in ten minutes" not in await next_state(messages)
        await messages.aclose()

    async_to_sync(story)()
    assert "Tea in ten minutes" in Client().get("/t/cup/").content.decode()
    assert "Tea in ten minutes" not in Client().get("/t/cup/embed").content.decode()


@pytest.mark.parametrize("address", ["live?view=tables", "live?view=player/1", "screen/live?pages=seating"])
def test_an_open_page_of_an_event_that_is_closed_to_its_reader_shows_no_more_of_it(address):
    tournament = a_running_table().round.tournament

    async def story():
        answer = await AsyncClient().get(f"/t/cup/{address}")
        messages = aiter(answer.streaming_content)
        assert "Player" in await next_state(messages)
        await sync_to_async(choose_sight)(tournament, actor=TESTER, audience="organizers")
        closed = await next_state(messages, seconds=1.5)
        said = re.sub(r"<[^>]+>|^id: .*|data: ", "", closed.split("event: ")[0], flags=re.M).strip()
        assert said == "The organizer shows this event to fewer people. Open the link that you were given."
        await messages.aclose()

    async_to_sync(story)()


@pytest.mark.parametrize("address", ["/desk/cup/rounds/1/live", "/t/cup/live?view=leaderboard"])
def test_the_streams_of_a_referee_whose_role_is_taken_end_and_are_not_given_again(address, django_user_model):
    table = a_running_table(results_shown="none")
    cup, user = table.round.tournament, django_user_model.objects.create_user("bo")
    for one in (user, django_user_model.objects.create_user("ida")):
        give_role(cup, user=one, name="owner" if one is not user else "referee", actor=TESTER)
    client = AsyncClient()
    async_to_sync(client.aforce_login)(user)

    async def story():
        messages = aiter((await client.get(address)).streaming_content)
        await next_state(messages)
        await sync_to_async(deal)(table, 1, self_draw(winner=0, fan=8))
        await next_state(messages)  # a deal ends nothing
        await sync_to_async(take_role)(cup, user=user, actor=TESTER)
        async with asyncio.timeout(5):
            assert not [part async for part in messages if b"id: " in part]
        return await client.get(address)

    again = async_to_sync(story)()
    if "desk" in address:
        assert again.status_code in (403, 404)
    else:
        first = async_to_sync(next_state)(aiter(again.streaming_content))
        assert "+48" not in first


def test_a_screen_that_the_desk_stored_follows_what_the_desk_changes():
    tournament = a_running_table().round.tournament
    store_screen(tournament, name="door", options={"pages": "clock"}, actor=TESTER)

    async def story():
        answer = await AsyncClient().get("/t/cup/screen/live?name=door")
        messages = aiter(answer.streaming_content)
        assert 'data-slide="tables-1"' not in await next_state(messages)
        await sync_to_async(store_screen)(tournament, name="door", options={"pages": "tables"}, actor=TESTER)
        assert 'data-slide="tables-1"' in await next_state(messages)
        await messages.aclose()

    async_to_sync(story)()
