"""Charts from elsewhere: each form is recognised, and what is known of the real files comes out."""

from __future__ import annotations

import json
import os
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tournament.engine.seating import (
    Chart,
    Problem,
    SeatingError,
    chart_csv,
    chart_json,
    chart_prescript,
    judge,
    make_seating,
    paths,
    problem_of,
    read_avoid,
    read_chart,
    read_charts,
    read_groups,
)
from tournament.errors import sentence
from tournament.refusals import REASONS

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("SHARED_DATA", ROOT.parent / "shared")) / "real"
needs_real_files = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the real event files (SHARED_DATA) are not here"
)

CHART = make_seating(Problem.numbered(24, rounds=5), 1)


def grid(layout: str) -> str:
    """The chart in one of the four layouts of bare numbers."""
    rows: list[list[int]]
    if layout == "a row a round":
        rows = [[p for seats in tables for p in seats] for tables in CHART]
    elif layout == "a row a table":
        rows = [[p for tables in CHART for p in tables[t]] for t in range(6)]
    elif layout == "a column a table":
        rows = [[tables[t][seat] for t in range(6)] for tables in CHART for seat in range(4)]
    else:
        rows = [[tables[t][seat] for tables in CHART] for t in range(6) for seat in range(4)]
    return "\n".join(",".join(map(str, row)) for row in rows)


@pytest.mark.parametrize("layout", ["a row a round", "a row a table", "a column a table", "a column a round"])
@pytest.mark.parametrize("first", [0, 1])
def test_bare_numbers_are_read_in_every_layout_and_from_zero_or_one(layout: str, first: int) -> None:
    text = "\n".join(
        ",".join(str(int(cell) - 1 + first) for cell in row.split(",")) for row in grid(layout).split()
    )
    assert read_chart(text).chart == CHART


def test_our_own_forms_come_back_as_they_went() -> None:
    assert read_chart(chart_json(CHART)).chart == CHART
    assert read_chart(chart_csv(CHART)).chart == CHART
    assert read_chart(chart_prescript(CHART)).chart == CHART


def test_a_prescript_is_lines_of_numbers_with_empty_lines_between_rounds() -> None:
    read = read_chart("7-2-1-8\n3-4-5-6\n\n1-3-7-5\r\n2-4-6-8\r\n")
    assert read.form == "pantheon"
    assert read.chart == (((7, 2, 1, 8), (3, 4, 5, 6)), ((1, 3, 7, 5), (2, 4, 6, 8)))


def test_one_row_a_player_with_table_and_wind_is_read() -> None:
    lines = ["name,round 1,round 2"]
    where = paths((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8))))
    lines += [f"{'ABCDEFGH'[p - 1]},{a[1]}{a[2]},{b[2]}{b[1]}" for p, (a, b) in where.items()]
    read = read_chart("\n".join(lines))
    assert read.chart == (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
    assert read.names[3] == "C"


def test_several_objects_after_one_another_are_several_charts() -> None:
    one = {"H1": [[1, 2, 3, 4], [5, 6, 7, 8]], "H2": [[1, 2, 5, 6], [3, 4, 7, 8]]}
    charts = read_charts(json.dumps(one) + "\n" + json.dumps(one))
    assert [c.form for c in charts] == ["mjseating", "mjseating"]
    assert len(charts[0].chart) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("{", "not_json"),
        ("[[[1, 2, 3]]]", "not_four_seats"),
        ("1-2-3-4\n5-6-7\n", "not_four_seats"),
        ("1,2,3\n4,5,6\n", "unknown_layout"),
        ("round,table,east,south,west,north\n1,x,1,2,3,4\n", "bad_row"),
        ("round,table,east,south,west,north\n1,1,1,2,3,4\n1,1,5,6,7,8\n", "table_twice"),
        ("round,table,who\n1,1,1\n", "no_seat_columns"),
        ('{"rounds": []}', "no_rounds"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(SeatingError) as refused:
        read_chart(text)
    assert (refused.value.code, refused.value.params["reason"]) == ("bad_chart", reason)


@pytest.mark.parametrize(
    "text",
    [
        "player,team\n1,red\n2,red\n3,blue\n",
        "player_id,country,team_id\nP001,Spain,red\nP002,Spain,red\nP003,France,blue\n",
        "red: 1 2\nblue: 3\n",
        '{"red": [1, 2], "blue": [3]}',
        '{"1": "red", "2": "red", "3": "blue"}',
    ],
)
def test_lists_of_teams_are_read_in_many_forms(text: str) -> None:
    assert read_groups(text) == {1: "red", 2: "red", 3: "blue"}


def test_lists_of_people_who_never_meet_name_all_pairs_of_a_line() -> None:
    assert read_avoid("# families\n1 2\n5,4,3\n") == ((1, 2), (3, 4), (3, 5), (4, 5))
    with pytest.raises(SeatingError):
        read_avoid("1\n")


@needs_real_files
@pytest.mark.parametrize(
    ("key", "repeats", "forced", "spread"),
    [("r8p16", 72, 72, 2), ("r8p24", 24, 12, 0), ("r8p28", 19, 0, 0), ("r8p32", 0, 0, 0), ("r8p36", 4, 0, 3)],
)
def test_the_mte_charts_are_judged_as_the_design_page_says(
    key: str, repeats: int, forced: int, spread: int
) -> None:
    read = read_chart((SHARED / "seating_mte_8rounds.json").read_text(encoding="utf-8"), key=key)
    report = judge(read.chart)
    assert (report.repeats, report.forced_repeats, report.wind_spread) == (repeats, forced, spread)


@needs_real_files
def test_the_mjseating_samples_have_no_repeats() -> None:
    charts = read_charts((SHARED / "seating_mjseating_samples.json").read_text(encoding="utf-8"))
    assert {len(problem_of(c.chart).players) for c in charts} == {24, 28, 32, 36, 40, 44}
    assert all(judge(c.chart).repeats == 0 for c in charts)


@needs_real_files
def test_the_seating_of_madrid_2016_is_read_with_its_teams() -> None:
    read = read_chart((SHARED / "mcr_madrid2016_seating.csv").read_text(encoding="utf-8"))
    problem = Problem.numbered(60, rounds=6, teams=dict(read.teams))
    report = judge(read.chart, problem)
    assert (report.repeats, report.team_meetings, len(set(read.teams.values()))) == (0, 0, 15)
    assert read.names[47] == "P047"


@needs_real_files
def test_ours_keeps_countries_of_madrid_2017_apart_far_better() -> None:
    people = (SHARED / "mcr_madrid2017_players.csv").read_text(encoding="utf-8")
    problem = Problem.numbered(
        72, rounds=6, teams=read_groups(people), countries=read_groups(people, column="country")
    )
    played = read_chart((SHARED / "mcr_madrid2017_tables.csv").read_text(encoding="utf-8")).chart
    theirs = judge(played, problem)
    assert (theirs.repeats, theirs.team_meetings, theirs.country_meetings, theirs.pairings) == (
        0,
        0,
        127,
        648,
    )
    ours = judge(make_seating(problem, 1), problem)
    assert (ours.repeats, ours.team_meetings) == (0, 0)
    assert ours.country_meetings <= 0.6 * theirs.country_meetings


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_seating_command_answers_in_the_form_of_the_contract(tmp_path: Path) -> None:
    teams = tmp_path / "teams.csv"
    teams.write_text("\n".join(f"{n},t{(n - 1) // 4}" for n in range(1, 25)), encoding="utf-8")
    status, out, err = run(
        "seating", "--players", "24", "--rounds", "6", "--seed", "9", "--teams", str(teams), "--json"
    )
    document = json.loads(out)
    assert (status, err, len(out.splitlines())) == (0, "", 1)
    assert sorted(p for seats in document["rounds"][0] for p in seats) == list(range(1, 25))
    assert document["certificate"]["repeats"] == document["certificate"]["team_meetings"] == 0
    file = tmp_path / "chart.json"
    file.write_text(out, encoding="utf-8")
    assert run("verify_seating", str(file))[0] == 0


def test_the_verify_command_fails_on_a_repeat_and_says_which(tmp_path: Path) -> None:
    chart: list[list[list[int]]] = [[list(seats) for seats in tables] for tables in CHART]
    chart[4] = [list(seats) for seats in chart[0]]
    file = tmp_path / "chart.json"
    file.write_text(json.dumps({"rounds": chart}), encoding="utf-8")
    status, out, _ = run("verify_seating", str(file), "--json")
    document = json.loads(out)
    assert status == 1
    assert document["repeats"] == 36
    assert run("verify_seating", str(file), "--by-rank")[0] == 0


def test_the_kept_rounds_stay_and_the_rest_is_made_after_them(tmp_path: Path) -> None:
    kept: Chart = CHART[:2]
    file = tmp_path / "kept.csv"
    file.write_text(chart_csv(kept), encoding="utf-8")
    status, out, _ = run("seating", "--players", "24", "--rounds", "4", "--keep", str(file), "--json")
    rounds = read_chart(out).chart
    assert status == 0
    assert rounds[:2] == kept
    assert judge(rounds).repeats == 0


def test_the_command_says_in_a_sentence_what_cannot_be() -> None:
    status, out, err = run("seating", "--players", "7", "--rounds", "3", "--json")
    assert (status, out) == (1, "")
    assert err.startswith("seating: 7 players cannot fill tables of four. 1 more")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"round,table,east,south,west,north\n1,1,{'9' * 5000},2,3,4\n", "not_a_number"),
        (f'{{"rounds":[[[{"9" * 5000},2,3,4]]]}}', "not_a_number"),
        ("1-2-3-4 " * 30_000, "unknown_layout"),
    ],
)
def test_a_number_or_a_line_without_end_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(SeatingError) as refused:
        read_chart(text)
    assert (refused.value.code, refused.value.params["reason"]) == ("bad_chart", reason)


HEAD = "round,table,east,south,west,north\n"


@pytest.mark.parametrize("number", ["-5", "0", "10000", "99999999999"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        (HEAD + "1,1,1,2,3,4\n\n1,2,{},6,7,8\n", {"line": 4}),
        (HEAD.replace(",", "\t") + "1\t1\t2\t3\t4\t{}\n", {"line": 2}),
        ("player,round_1\n2,1E\n3,1S\n4,1W\n{},1N\n", {"line": 5}),
        ("1,2,3,4\n{},6,7,8\n", {"line": 2}),
        ("East,South,West,North\n{},2,3,4\n", {"line": 2}),
        ('{{"rounds": [[[1,2,3,4],[{},6,7,8]]]}}', {"round": 1, "table": 2}),
        ("[[[1,2,3,4],[{},6,7,8]]]", {"round": 1, "table": 2}),
        ('{{"H1": [[1,2,3,4],[{},6,7,8]]}}', {"round": 1, "table": 2}),
    ],
)
def test_a_seat_for_nobody_is_refused_with_its_place_in_every_form(
    text: str, number: str, place: dict[str, int]
) -> None:
    with pytest.raises(SeatingError) as refused:
        read_charts(text.format(number))
    assert refused.value.code == "bad_chart"
    assert {name: refused.value.params.get(name) for name in place} == place
    where = f"Line {place['line']}: " if "line" in place else "Round 1, table 2: "
    assert sentence(refused.value).startswith(where)


@pytest.mark.parametrize("number", ["-5", "0", "10000"])
def test_a_prescript_names_the_line_of_a_seat_for_nobody(number: str) -> None:
    for line, text in ((1, f"{number}-2-3-4\n"), (3, f"1-2-3-4\n\n{number}-6-7-8\n")):
        with pytest.raises(SeatingError) as refused:
            read_charts(text)
        assert (refused.value.code, refused.value.params["line"]) == ("bad_chart", line)


@pytest.mark.parametrize(
    "row", ["-1,1,1,2,3,4", "1,-1,1,2,3,4", "1,1000,1,2,3,4", "201,1,1,2,3,4", "1,1,1,2"]
)
def test_a_round_or_a_table_that_cannot_be_is_refused_with_its_line(row: str) -> None:
    with pytest.raises(SeatingError) as refused:
        read_charts(f"{HEAD}{row}\n")
    assert refused.value.params == {"reason": "bad_row", "line": 2}


@pytest.mark.parametrize(
    "form", ["{}-{}-{}-{}\n", HEAD + "1,1,{},{},{},{}\n", "[[[{},{},{},{}]]]", "{},{},{},{}\n"]
)
def test_a_chart_that_counts_everybody_from_zero_is_moved_up_by_one(form: str) -> None:
    assert read_chart(form.format(3, 0, 2, 1)).chart == (((4, 1, 3, 2),),)


def test_licence_numbers_are_names_and_no_player_numbers() -> None:
    read = read_chart(HEAD + "1,1,13010027,05010009,08010055,13010001\n")
    assert sorted(read.chart[0][0]) == [1, 2, 3, 4]
    assert read.names[read.chart[0][0][0]] == "13010027"


@pytest.mark.parametrize(
    "text",
    [
        "²-2-3-4\n",
        "²,2,3,4\n",
        '{"a":' * 990 + "[]" + "}" * 990,
        'a,"' + "x\n" * 80_000,
        "round,table\n1,1\n",
    ],
)
def test_what_is_no_chart_in_an_odd_way_is_refused_all_the_same(text: str) -> None:
    with pytest.raises(SeatingError) as refused:
        read_charts(text)
    assert refused.value.code == "bad_chart"


def test_every_reason_that_a_chart_is_refused_for_has_its_sentence() -> None:
    source = "".join(
        (ROOT / f"tournament/engine/seating/{name}.py").read_text(encoding="utf-8")
        for name in ("charts", "chart_grids", "checker")
    )
    used = set(re.findall(r'"bad_chart", reason="(\w+)"', source)) | set(
        re.findall(r'"(\w+_number\w*)"', source)
    )
    assert len(used) >= 15
    assert {("bad_chart", reason) for reason in used | {"number_too_large"}} <= set(REASONS)


@pytest.mark.parametrize("rest", ["", "-", "–"])
@pytest.mark.parametrize("country", ["", ",DEN"])
def test_an_empty_cell_of_a_player_is_a_round_of_rest_and_moves_no_other_round(rest, country):
    """Five players, two rounds: the fifth rests first, then the first; a country may stand after the name."""
    head = "player,country,1st,2nd" if country else "player,1st,2nd"
    ways = [
        ("Ann", "1E", rest),
        ("Bo", "1S", "1E"),
        ("Cy", "1W", "1S"),
        ("Di", "1N", "1W"),
        ("Eve", rest, "1N"),
    ]
    text = "\n".join([head, *(f"{name}{country},{one},{two}" for name, one, two in ways)]) + "\n"

    assert read_chart(text).chart == (((1, 2, 3, 4),), ((2, 3, 4, 5),))
