"""The server's own part: pages by a few threads that stay, streams that hold none of them."""

import asyncio
import gc
import json
import threading
import weakref
from time import time
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpResponse

from config.handler import MOST_BYTES, THREADS, Handler
from tests.factories import TESTER, a_running_table, deal, self_draw
from tests.live import holds, in_a_loop
from tournament.live.hub import hub
from tournament.services.access import open_passes

pytestmark = pytest.mark.django_db(transaction=True)


class Visit:
    """A browser that asks for one address: what the server sends is put on a line."""

    def __init__(self, handler, path, query=b"", method="GET", body=b"", **headers):
        self.sent, self.asked, self.line_is_free = asyncio.Queue(), asyncio.Queue(), asyncio.Event()
        self.line_is_free.set()
        self.asked.put_nowait({"type": "http.request", "body": body, "more_body": False})
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "headers": [(b"host", b"testserver"), *((k.encode(), v.encode()) for k, v in headers.items())],
        }
        self.task = asyncio.create_task(handler(scope, self.asked.get, self._send))

    async def _send(self, message):
        await self.line_is_free.wait()
        await self.sent.put(message)

    async def status(self):
        return (await asyncio.wait_for(self.sent.get(), 10))["status"]

    async def part(self):
        return (await asyncio.wait_for(self.sent.get(), 10))["body"]

    async def heard(self, words):
        """Read on until the stream says this."""
        while words not in (await self.part()).decode():
            pass

    async def leave(self):
        self.asked.put_nowait({"type": "http.disconnect"})
        await asyncio.wait_for(self.task, 10)


@in_a_loop
async def test_more_viewers_than_threads_hold_the_stream_and_pages_are_answered_all_the_same():
    handler = Handler()
    table = await sync_to_async(a_running_table)()
    viewers = [Visit(handler, "/t/cup/live", b"view=leaderboard") for _ in range(3 * THREADS)]
    for viewer in viewers:
        assert await viewer.status() == 200
        await viewer.heard("id: ")
    assert hub.viewers() == 3 * THREADS
    page = Visit(handler, "/t/cup/")
    assert await page.status() == 200
    await page.task
    await sync_to_async(deal)(table, 1, self_draw(winner=0, fan=8))
    for viewer in viewers:
        await viewer.heard("+48")
    assert sum(thread.name.startswith("page") for thread in threading.enumerate()) <= 2 * THREADS
    for viewer in viewers:
        await viewer.leave()
    assert hub.viewers() == 0


@in_a_loop
async def test_while_a_stream_is_held_what_began_it_is_gone_without_the_collector():
    handler = Handler()
    await sync_to_async(a_running_table)()
    made = []

    def noted(work):
        def working(*given):
            result = work(*given)
            made.append(weakref.ref(result[0] if isinstance(result, tuple) else result))
            return result

        return working

    handler.create_request, handler._answer = noted(handler.create_request), noted(handler._answer)
    gc.collect()
    gc.disable()
    try:
        viewer = Visit(handler, "/t/cup/live", b"view=leaderboard")
        assert await viewer.status() == 200
        await viewer.heard("id: ")
        assert len(made) == 2  # the request and the response
        # the thread that made them lets go of them a moment after it has handed them over
        await holds(lambda: [one() for one in made] == [None, None])
    finally:
        gc.enable()
    await viewer.leave()


@in_a_loop
async def test_a_request_leaves_its_language_to_nobody():
    handler = Handler()
    await sync_to_async(a_running_table)()
    for _ in range(THREADS + 1):  # each of the threads has spoken Chinese
        visit = Visit(handler, "/t/cup/", **{"accept-language": "zh-CN"})
        assert await visit.status() == 200
        assert "排名" in (await visit.part()).decode()
    visit = Visit(handler, "/t/cup/live", b"view=leaderboard", **{"accept-language": "en"})
    assert await visit.status() == 200
    await visit.heard("Rank")
    await visit.leave()


@in_a_loop
async def test_a_body_that_is_cut_off_is_no_request():
    handler = Handler()
    visit = Visit(handler, "/calculator", method="POST")
    visit.asked.get_nowait()
    visit.asked.put_nowait({"type": "http.request", "body": b"tiles=1", "more_body": True})
    visit.asked.put_nowait({"type": "http.disconnect"})
    await asyncio.wait_for(visit.task, 10)
    assert visit.sent.empty()


@in_a_loop
async def test_a_body_without_end_is_neither_read_nor_kept():
    for path in ("/calculator", "/static/css/public.css", "/api/v1/score/"):
        visit = Visit(Handler(), path, method="POST")
        visit.asked.get_nowait()
        for _ in range(MOST_BYTES // 1_000_000 + 1):
            visit.asked.put_nowait({"type": "http.request", "body": bytes(1_000_000), "more_body": True})
        assert await visit.status() == 413
        await asyncio.wait_for(visit.task, 10)


@in_a_loop
async def test_what_comes_in_pieces_is_read_like_what_says_its_length():
    body = {
        "concealed": ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "5z"],
        "win_tile": "5z",
        "self_drawn": True,
        "seat_wind": 0,
        "round_wind": 0,
    }
    kind = {"content-type": "application/json", "transfer-encoding": "chunked"}
    visit = Visit(Handler(), "/api/v1/score/", method="POST", **kind)
    whole = json.dumps(body).encode()
    visit.asked.get_nowait()
    visit.asked.put_nowait({"type": "http.request", "body": whole[:30], "more_body": True})
    visit.asked.put_nowait({"type": "http.request", "body": whole[30:], "more_body": False})
    assert await visit.status() == 200
    assert json.loads(await visit.part())["is_win"]


@in_a_loop
async def test_a_page_whose_reader_left_the_line_is_not_made_and_what_was_sent_is_stored():
    handler = Handler()
    made, until = [], threading.Event()

    def answer(scope, body):
        until.wait(10)
        made.append(scope["path"])
        return HttpResponse()

    handler._answer = answer
    patient = [Visit(handler, "/slow") for _ in range(THREADS)]
    impatient = [Visit(handler, "/t/cup/") for _ in range(3)]
    sent = Visit(handler, "/p/secret/drawn", method="POST")
    await asyncio.sleep(0.1)
    for visit in impatient:
        await visit.leave()
    sent.asked.put_nowait({"type": "http.disconnect"})
    until.set()
    await asyncio.wait_for(sent.task, 10)
    for visit in patient:
        await visit.task
    assert sorted(made) == ["/p/secret/drawn", *["/slow"] * THREADS]


@in_a_loop
async def test_the_time_is_told_while_every_thread_makes_a_page():
    handler = Handler()
    until = threading.Event()
    handler._answer = lambda scope, body: until.wait(10) and HttpResponse()
    pages = [Visit(handler, "/slow") for _ in range(THREADS + 1)]
    before = time() * 1000
    visit = Visit(handler, "/time")
    head = await asyncio.wait_for(visit.sent.get(), 10)
    assert head["status"] == 200
    assert dict(head["headers"])[b"Cache-Control"] == b"no-store"
    assert before - 1 <= float(await visit.part()) <= time() * 1000 + 1
    until.set()
    for page in pages:
        await page.task


@in_a_loop
async def test_a_phone_with_its_pass_waits_for_no_page():
    handler = Handler()
    until = threading.Event()
    handler._answer = lambda scope, body: (
        HttpResponse() if scope["path"].startswith("/api/") or until.wait(10) else None
    )
    pages = [Visit(handler, "/slow") for _ in range(THREADS + 1)]
    await asyncio.sleep(0.05)
    phone = Visit(handler, "/api/v1/tables/1/deals/", method="POST", authorization="Pass secret")
    assert await phone.status() == 200
    assert not any(page.task.done() for page in pages)
    until.set()
    for page in pages:
        await page.task


@in_a_loop
async def test_a_stream_to_nothing_is_an_ordinary_answer():
    handler = Handler()
    await sync_to_async(a_running_table)()
    visit = Visit(handler, "/t/cup/live", b"view=nonsense")
    assert await visit.status() == 404
    await visit.task
    assert hub.viewers() == 0


@in_a_loop
async def test_when_the_server_stops_every_stream_ends_by_itself():
    handler = Handler()
    await sync_to_async(a_running_table)()
    visit = Visit(handler, "/t/cup/live", b"view=leaderboard")
    await visit.status()
    await visit.heard("id: ")
    hub.close()
    await asyncio.wait_for(visit.task, 10)
    last = [visit.sent.get_nowait() for _ in range(visit.sent.qsize())][-1]
    assert last == {"type": "http.response.body", "body": b"", "more_body": False}
    assert hub.viewers() == 0
    hub.reset()


@in_a_loop
async def test_a_viewer_who_reads_slowly_skips_states_and_gets_the_newest():
    handler = Handler()
    table = await sync_to_async(a_running_table)()
    visit, quick = [Visit(handler, "/t/cup/live", b"view=leaderboard") for _ in range(2)]
    for viewer in (visit, quick):
        await viewer.status()
        await viewer.heard("id: ")
    visit.line_is_free.clear()
    for number in range(1, 4):
        await sync_to_async(deal)(table, number, self_draw(winner=0, fan=8))
        await quick.heard(f"+{48 * number}")
    visit.line_is_free.set()
    states = [(await visit.part()).decode() for _ in range(2)]
    assert "+48" in states[0]  # was on the line already
    assert "+144" in states[1]
    for viewer in (visit, quick):
        await viewer.leave()


def pass_of(table):
    return next(one.secret for one in open_passes(table.round, actor=TESTER) if one.table_id == table.pk)


@in_a_loop
async def test_a_phone_with_its_pass_needs_neither_session_nor_forms_and_reads_its_own_language():
    handler = Handler()
    table = await sync_to_async(a_running_table)()
    secret = await sync_to_async(pass_of)(table)
    said = {"client_key": str(uuid4()), "number": 1, "outcome": "self_draw", "winner": 0, "fan_total": 8}

    async def post(**changes):
        body = json.dumps(said | changes).encode()
        visit = Visit(
            handler,
            f"/api/v1/tables/{table.pk}/deals/",
            method="POST",
            body=body,
            **{
                "content-length": str(len(body)),
                "authorization": f"Pass {secret}",
                "content-type": "application/json",
                "accept-language": "zh-CN",
                "cookie": "sessionid=nobodys",
            },
        )
        head = await asyncio.wait_for(visit.sent.get(), 10)
        return head["status"], dict(head["headers"]), json.loads(await visit.part())

    status, headers, answer = await post()
    assert (status, answer["entry"]["fan_total"]) == (201, 8)
    assert b"Set-Cookie" not in headers
    assert headers[b"Content-Security-Policy"]
    assert (await post())[0] == 200
    status, _, answer = await post(fan_total=9)
    assert (status, answer["code"]) == (409, "key_reused")
    status, _, answer = await post(client_key=str(uuid4()), number=2, fan_total=7)
    assert (status, answer["code"]) == (422, "below_minimum")
    assert "番" in answer["message"]


@in_a_loop
async def test_other_requests_to_the_api_keep_the_guard_of_forms():
    handler = Handler()
    table = await sync_to_async(a_running_table)()
    visit = Visit(handler, f"/api/v1/tables/{table.pk}/deals/", method="POST", body=b"{}")
    assert await visit.status() in (401, 403)
