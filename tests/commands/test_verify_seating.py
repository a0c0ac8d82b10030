"""The verify_seating command: status 0 is for what holds, and the reason of everything else is a sentence."""

import io
import json

import pytest
from django.core.management import call_command
from django.utils import translation

from tournament.engine.seating import Problem, certificate, chart_csv, chart_json, make_seating
from tournament.exports.seating import chart_as_xlsx

PROBLEM = Problem.numbered(16, rounds=2)
CHART = make_seating(PROBLEM, 1)
RIGHT = json.loads(chart_json(CHART, certificate(CHART, PROBLEM, 1)))


def asked(tmp_path, text, *words):
    """(exit status, stdout, stderr)."""
    file = tmp_path / "chart"
    file.write_text(text, encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("verify_seating", str(file), *words, stdout=out, stderr=err)
    except SystemExit as ended:
        return ended.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_right_certificate_is_true(tmp_path):
    status, out, err = asked(tmp_path, json.dumps(RIGHT))
    assert (status, err) == (0, "")
    assert "certificate: true" in out


@pytest.mark.parametrize(
    "text", [chart_csv(CHART), chart_json(CHART), json.dumps({**RIGHT, "certificate": None})]
)
def test_a_chart_without_a_certificate_is_said_to_have_none(tmp_path, text):
    status, out, _ = asked(tmp_path, text)
    assert status == 0
    assert "The file has no certificate: only what the chart itself says was checked." in out
    assert json.loads(asked(tmp_path, text, "--json")[1])["certificate"] is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "“algorithm” is missing."),
        ([], "it holds no claims."),
        ("x", "it holds no claims."),
        (0, "it holds no claims."),
        (False, "it holds no claims."),
        (
            {**RIGHT["certificate"], "checks": None},
            "in “checks” stands something that does not",
        ),
        ({**RIGHT["certificate"], "problem": {}}, "“problem.players” is missing."),
        ({**RIGHT["certificate"], "repeats": float("inf")}, "in “repeats” stands something"),
    ],
)
def test_what_is_no_certificate_is_named_in_one_line_and_fails(tmp_path, value, said):
    for words in ((), ("--json",), ("--by-rank",)):
        status, out, err = asked(tmp_path, json.dumps({**RIGHT, "certificate": value}), *words)
        assert (status, out) == (1, "")
        assert err.startswith("verify_seating: The certificate cannot be read: ")
        assert said in err
        assert err.count("\n") == 1


def test_the_reason_is_told_in_chinese_too(tmp_path):
    with translation.override("zh-hans"):
        err = asked(tmp_path, json.dumps({**RIGHT, "certificate": {}}))[2]
    assert "证书无法读取" in err


def test_an_untrue_certificate_fails_although_the_chart_is_sound(tmp_path):
    told = {**RIGHT["certificate"], "wind_spread": 7}
    status, out, _ = asked(tmp_path, json.dumps({**RIGHT, "certificate": told}))
    assert status == 1
    assert "certificate: FALSE" in out
    assert '"what": "wind_spread"' in out


def test_pairs_who_avoid_each_other_make_no_true_certificate_false(tmp_path):
    problem = Problem.numbered(16, rounds=5, avoid=[(1, 2)])
    chart = make_seating(problem, 1)
    (tmp_path / "avoid").write_text("1 2\n", encoding="utf-8")
    text = chart_json(chart, certificate(chart, problem, 1))
    assert asked(tmp_path, text)[0] == 0
    assert asked(tmp_path, text, "--avoid", str(tmp_path / "avoid"))[0] == 0
    met = " ".join(map(str, chart[0][0][:2]))
    (tmp_path / "avoid").write_text(f"{met}\n", encoding="utf-8")
    status, out, _ = asked(tmp_path, text, "--avoid", str(tmp_path / "avoid"))
    assert status == 1
    assert "broken: avoid_meeting" in out


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path):
    err = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_seating", str(tmp_path / "nowhere"), stderr=err)
    assert ended.value.code == 2
    assert err.getvalue() == f"verify_seating: {tmp_path / 'nowhere'} cannot be opened.\n"


def test_repeats_that_unnamed_pairs_may_force_fail_nothing_and_are_not_called_proved(tmp_path):
    """16 players meet everybody in 5 rounds: 1 and 2 apart cost repeats. Teams are told, the pair is not."""
    problem = Problem.numbered(16, rounds=5, avoid=[(1, 2)])
    chart = make_seating(problem, 1)
    text = chart_json(chart, certificate(chart, problem, 1))
    (tmp_path / "teams").write_text("3,red\n4,blue\n", encoding="utf-8")
    (tmp_path / "pairs").write_text("1 2\n", encoding="utf-8")

    for more in ((), ("--teams", str(tmp_path / "teams"))):
        status, out, _ = asked(tmp_path, text, *more)
        assert status == 0, more
        assert "Whether they do cannot be checked without them: --avoid FILE." in out
    status, out, _ = asked(tmp_path, text, "--avoid", str(tmp_path / "pairs"))
    assert status == 0
    assert "cannot be checked" not in out
    assert "What the chart alone cannot prove: seed" in out


def test_a_workbook_is_read_as_at_the_desk(tmp_path):
    book = tmp_path / "ours.xlsx"
    book.write_bytes(
        chart_as_xlsx(CHART, range(1, 5), {}, title="Cup", sheets=("Tables", "Players")),
    )
    out = io.StringIO()
    call_command("verify_seating", str(book), "--json", stdout=out)
    assert json.loads(out.getvalue())["players"] == 16


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04 and no workbook", "is neither CSV text"),
        (b"PK\x03\x04" + bytes(3_000_000), "is larger than 2 MB."),
    ],
)
def test_a_workbook_has_the_limits_of_the_desk(tmp_path, content, said):
    book = tmp_path / "bomb.xlsx"
    book.write_bytes(content)
    err = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_seating", str(book), stderr=err)
    assert ended.value.code == 1
    assert said in err.getvalue()
    assert err.getvalue().count("\n") == 1
