"""Fixtures that every layer shares: a clean hub, clean caches, and where foreign test data lies."""

import os
from pathlib import Path

import pytest
from django.test import override_settings
from servestatic.middleware import ServeStaticMiddleware

from tournament.live.frames import frames
from tournament.live.hub import hub
from tournament.selectors import kept

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("SHARED_DATA", ROOT.parent / "shared"))


_scan = ServeStaticMiddleware.add_files_from_finders
_scanned: dict = {}


@pytest.fixture(autouse=True)
def _static_files_are_listed_once(monkeypatch):
    """Every client of a test is a server that starts; the five hundred files of all of them are the same."""

    def listed(self):
        if self.static_prefix not in _scanned:
            _scan(self)
            _scanned[self.static_prefix] = dict(self.files), list(self.directories)
        files, directories = _scanned[self.static_prefix]
        self.files, self.directories = dict(files), list(directories)

    monkeypatch.setattr(ServeStaticMiddleware, "add_files_from_finders", listed)


@pytest.fixture(autouse=True)
def _forget_between_tests():
    """What lives at module level in a server must not outlive a test."""
    hub.reset()
    frames.reset()
    kept.forget()


@pytest.fixture
def real_event() -> Path:
    """The folder of a real event. It has no licence, so it is never part of the project."""
    folder = SHARED / "real"
    if not folder.is_dir():
        pytest.skip("the real event is not beside the project (SHARED_DATA)")
    return folder


QUICK = {
    # a request waits until its seating is made: a test has one connection, which no other thread may use
    "SEATING_PATIENCE": 60,
    # a password that costs half a second to check is for people who may be attacked
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
}


@pytest.fixture(autouse=True)
def _settings_of_tests():
    with override_settings(**QUICK):
        yield
