"""A real browser against a real server: uvicorn in a thread, Chromium from the system."""

import os
import shutil
import threading
import time

import pytest
import uvicorn
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect, sync_playwright

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright keeps a loop in this thread; the ORM minds
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None
)
TIMEOUT = int(os.environ.get("E2E_TIMEOUT", "8000"))
"""Milliseconds that a page may take; more where many things run on one machine."""
expect.set_options(timeout=max(5000, TIMEOUT * 5 // 8))
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}


def until(page, true, seconds=8):
    """Wait until an expression holds. The strict policy of the pages forbids Playwright's own way."""
    end = time.monotonic() + seconds
    while not page.evaluate(true):
        assert time.monotonic() < end, f"never: {true}"
        page.wait_for_timeout(50)


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/e2e/" in str(item.path):
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.django_db(transaction=True))
            if not CHROMIUM and os.environ.get("CI") != "true":
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.fixture(scope="module")
def browser():
    """A browser for the tests of one file; every window of a test has its own cookies, cache and workers.
    Playwright keeps an event loop in its thread, which nothing but browser tests may meet in this process,
    so it is stopped when the file is done; to start it takes a second, too long for every single test."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                # a page of another site, made up in a test, may ask this machine's server
                "--disable-features=LocalNetworkAccessChecks",
            ],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def server(transactional_db):
    """The address of the product, served by uvicorn from this process and its test database."""
    from config.asgi import application
    from config.server import Server

    config = uvicorn.Config(
        application, port=0, log_level="warning", timeout_graceful_shutdown=1, lifespan="on", ws="none"
    )
    running = Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.02)
    port = running.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    running.should_exit = True
    thread.join(timeout=5)


@pytest.fixture
def open_window(browser, server):
    """Open a window of its own (cookies, size, language): ``open_window(PHONE, locale="zh-CN")``."""
    contexts = []

    def window(viewport, **options):
        context = browser.new_context(viewport=viewport, base_url=server, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.set_default_navigation_timeout(25_000)  # the first page of a process loads all of it
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on(
            "console",
            lambda message: page.faults.append(message.text) if message.type == "error" else None,
        )
        return page

    yield window
    for context in contexts:
        context.close()


@pytest.fixture
def open_desk(open_window, server):
    """Open a window of somebody who has signed in: ``open_desk(user)``; the main story tells of the form."""

    def window(user, viewport=DESKTOP, **options):
        page = open_window(viewport, **options)
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server}])
        return page

    return window
