"""The commands as somebody runs them: what stands on stdout, what on stderr, and how they end."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import a_running_table, deal, discard, self_draw
from tests.services.test_archive_folder import HANDS, PLAYERS, TABLES
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def run(*arguments):
    """What a command prints on stdout."""
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def refusal(*arguments):
    """The exit status and the one line of a command that does not succeed, with what it printed before."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command(*map(str, arguments), stdout=out)
    assert "\n" not in str(error.value)
    return error.value.returncode, str(error.value), out.getvalue()


@pytest.fixture
def folder(tmp_path):
    for name, text in (("players", PLAYERS), ("tables", TABLES), ("hands", HANDS)):
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
    return tmp_path


def test_a_folder_is_imported_with_a_report_and_ranked(folder):
    report = json.loads(run("import_tournament", folder, "--slug", "cup", "--json"))
    assert report == {
        "slug": "cup",
        "source": "folder",
        "rows": {"players": 4, "tables": 2, "hands": 3},
        "tables": 2,
        "agree": 1,
        "differ": [],
        "totals_only": 1,
        "no_totals": 0,
        "off_zero": [],
        "points_differ": [],
    }
    found = json.loads(run("standings", "cup", "--json"))
    ours = [(row["rank"], row["player"], row["table_points"], row["score"]) for row in found["standings"]]
    # worked by hand in test_archive_folder
    assert ours == [(1, "A", "5", 46), (2, "D", "4", -26), (3, "B", "3", 26), (4, "C", "2", -46)]
    first = json.loads(run("standings", "cup", "--through", "1", "--json"))
    assert [row["player"] for row in first["standings"]] == ["A", "B", "C", "D"]


def test_a_bad_row_is_reported_and_the_command_says_no(folder):
    (folder / "hands.csv").write_text(HANDS.replace("B,C,20", "B,C,7"), "utf-8")
    code, line, out = refusal("import_tournament", folder, "--slug", "cup", "--json")
    assert code == 1
    assert "1" in line
    report = json.loads(out)
    assert [(row["file"], row["row"], row["code"]) for row in report["rows"]] == [
        ("hands", 3, "below_minimum")
    ]
    assert not Tournament.objects.exists()


def test_what_cannot_be_meant_is_wrong_usage(folder):
    assert refusal("import_tournament", folder / "nothing")[0] == 2
    assert refusal("import_tournament", folder)[0] == 2
    assert refusal("import_tournament", folder, "--slug", "cup", "--starts-on", "soon")[0] == 2
    assert refusal("standings", "nobody")[0] == 2
    assert refusal("verify_log", "nobody")[0] == 2
    assert refusal("export_tournament", "nobody", "--out", folder / "x")[0] == 2


def test_an_export_is_the_same_bytes_every_time_and_says_its_seal(folder):
    run("import_tournament", folder, "--slug", "cup")
    said = run("export_tournament", "cup", "--out", folder / "one.json")
    run("export_tournament", "cup", "--out", folder / "two.json")
    one = (folder / "one.json").read_bytes()
    assert one == (folder / "two.json").read_bytes()
    assert json.loads(one)["sha256"] in said
    assert run("export_tournament", "cup", "--out", "-").encode() == one


def test_an_archive_that_is_no_text_is_refused(folder):
    (folder / "picture").write_bytes(b"\x89PNG\xff\xfe")
    assert refusal("import_tournament", folder / "picture")[0] == 1


def test_the_ranking_as_of_a_time_leaves_later_deals_out():
    import datetime

    table = a_running_table(time_zone="Europe/Copenhagen")
    begin = datetime.datetime(2026, 8, 14, 10, 0, tzinfo=datetime.UTC)
    deal(table, 1, self_draw(0, 10), at=begin)
    deal(table, 2, discard(1, 0, 30), at=begin + datetime.timedelta(minutes=5))

    def score(*options):
        found = json.loads(run("standings", "cup", "--json", *options))
        return max(row["score"] for row in found["standings"])

    assert score() == 24 + 30 - 18
    # 12:02 in Copenhagen is 10:02 in UTC
    assert score("--as-of", "2026-08-14T12:02") == 54
    assert score("--as-of", "2026-08-14T10:02+00:00") == 54
    assert score("--as-of", "2026-08-14") == 0
    assert refusal("standings", "cup", "--as-of", "noon")[0] == 2
    assert refusal("standings", "cup", "--through", "9")[0] == 2


def test_verify_log_says_no_when_something_was_changed():
    from tests.services.test_verification import behind_the_back
    from tournament.models import Entry

    table = a_running_table()
    deal(table, 1, self_draw(0, 12))
    assert "no difference in 1 entries" in run("verify_log")
    behind_the_back(Entry, sequence=1).update(fan_total=30)
    code, line, out = refusal("verify_log", "cup", "--json")
    assert (code, line) == (1, "2 differences.")
    (found,) = json.loads(out)["tournaments"]
    assert {difference["code"] for difference in found["differences"]} == {"chain_content", "deltas"}
