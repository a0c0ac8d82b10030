"""A backup of one moment, restored into an empty database: all of it, or a sentence that says why not."""

import json
import threading

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from tests.commands.test_import_export import refusal, run
from tests.factories import a_running_table, a_tournament, deal, discard, self_draw
from tournament.models import Entry, TablePass, Tournament
from tournament.selectors.snapshot import snapshot
from tournament.selectors.standings import announcement_rows
from tournament.services.access import open_passes, resolve_pass
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup(tmp_path):
    """A backup of a small event, whose database is empty again; with what it should come to."""
    from tests.factories import TESTER

    User.objects.create_user("mette", password="thirteen orphans")
    table = a_running_table()
    open_passes(table.round, actor=TESTER)
    deal(table, 1, self_draw(0, 12))
    deal(table, 2, discard(1, 3, 20, 2), detail={"text": "无番和"})
    rows = announcement_rows(table.round.tournament, through=1)
    hashes = list(Entry.objects.order_by("pk").values_list("pk", "hash"))
    secret = TablePass.objects.get().secret
    run("backup", tmp_path / "all.jsonl")
    call_command("flush", interactive=False, verbosity=0)
    return tmp_path / "all.jsonl", rows, hashes, secret


def test_a_restored_database_has_the_same_rows_and_goes_on_counting(backup):
    file, rows, hashes, secret = backup
    said = run("restore", file)
    assert "1 tournaments, 2 entries, 1 accounts" in said
    assert "no difference" in said
    tournament = Tournament.objects.get()
    assert announcement_rows(tournament, through=1) == rows
    assert list(Entry.objects.order_by("pk").values_list("pk", "hash")) == hashes
    assert User.objects.get().check_password("thirteen orphans")
    table_pass = resolve_pass(secret)
    deal(table_pass.table, 3)
    assert Entry.objects.latest("pk").pk > hashes[-1][0]


def test_a_backup_is_the_same_before_and_after(backup, tmp_path):
    file, *_ = backup
    run("restore", file)
    run("backup", tmp_path / "again.jsonl")
    first, second = (path.read_text("utf-8").split("\n") for path in (file, tmp_path / "again.jsonl"))
    assert first[1:-2] == second[1:-2]


def test_a_backup_is_not_restored_over_something(backup):
    file, *_ = backup
    other = a_tournament(slug="other")
    assert refusal("restore", file)[0] == 1
    assert list(Tournament.objects.all()) == [other]


def test_a_backup_does_not_overwrite_a_file_and_is_for_its_owner_only(backup):
    file, *_ = backup
    assert file.stat().st_mode & 0o077 == 0
    before = file.read_bytes()
    assert refusal("backup", file)[0] == 1
    assert file.read_bytes() == before
    assert refusal("backup", file / "nowhere")[0] == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: lines[:-1],
        lambda lines: lines[:5],
        lambda lines: [line.replace('"discard"', '"self_draw"') for line in lines],
        lambda lines: [line for line in lines if '"discard"' not in line],
        lambda lines: ['{"format": "another"}', *lines[1:]],
        lambda lines: ["no json", *lines[1:]],
        lambda lines: [lines[0].replace("0001_initial", "9999_future", 1), *lines[1:]],
        lambda lines: [],
    ],
    ids=["no seal", "cut short", "altered", "row missing", "another form", "no json", "newer", "empty"],
)
def test_a_spoiled_backup_leaves_the_database_empty(backup, spoil):
    file, *_ = backup
    file.write_text("\n".join([*spoil(file.read_text("utf-8").rstrip("\n").split("\n")), ""]), "utf-8")
    code, line, _ = refusal("restore", file)
    assert code == 1
    assert "not a backup" in line
    assert not Tournament.objects.exists()
    assert not User.objects.exists()


def test_the_first_line_of_a_backup_says_what_it_is(backup):
    file, *_ = backup
    head = json.loads(file.read_text("utf-8").split("\n")[0])
    assert head["format"] == "sixteen-hands/backup/1"
    assert "tournament.0001_initial" in head["migrations"]


def test_a_snapshot_sees_one_moment_and_keeps_nobody_from_writing():
    from tests.factories import TESTER

    a_tournament(slug="before")
    failed = []

    def write():
        try:
            create_tournament(
                slug="meanwhile",
                actor=TESTER,
                name="Meanwhile",
                starts_on=Tournament.objects.get(slug="before").starts_on,
                ends_on=Tournament.objects.get(slug="before").ends_on,
            )
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    with snapshot():
        assert Tournament.objects.count() == 1
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(timeout=10)
        assert not writer.is_alive()
        assert Tournament.objects.count() == 1
    assert failed == []
    assert Tournament.objects.count() == 2
