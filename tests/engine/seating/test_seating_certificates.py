"""A certificate is true, or what is untrue in it is named; what is no certificate is never taken for one."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.engine.seating import (
    COUNTS,
    Problem,
    SeatingError,
    certificate,
    certified_problem,
    chart_json,
    judge,
    make_seating,
    read_chart,
    verify_certificate,
)
from tournament.engine.seating.claims import demand_certificate
from tournament.errors import sentence
from tournament.refusals import REASONS

PROBLEM = Problem.numbered(
    16,
    rounds=3,
    teams={1: "Herons", 2: "Herons", 3: "Larks", 4: "Larks"},
    countries={5: "Spain", 6: "Spain"},
    fixed={7: 3},
    closed_tables=(2,),
)
CHART = make_seating(PROBLEM, "draw")
SAID = certificate(CHART, PROBLEM, "draw", method="ours", previous="a" * 64, past_rounds=1, revision=4)
RIGHT = json.loads(json.dumps(SAID))
WRONG = (None, {}, [], "x", -1, 1e400, 10**30, True)
GONE = object()

UNPROVABLE = ("method", "seed", "previous", "revision", "past_rounds", "avoided_pairs")
"""What no chart can prove: how and from what it was made, and how much of it had been played."""


def paths(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value[:2]):
            yield from paths(inner, (*path, place))


def altered(path: tuple[Any, ...], new: object) -> Any:
    document = copy.deepcopy(RIGHT)
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if new is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return document


def holds(cert: object) -> bool:
    """As ``verify_seating`` and the public page ask: read, true, and no hard rule broken."""
    try:
        answer = verify_certificate(CHART, cert)
        return answer.ok and judge(CHART, certified_problem(cert)).ok
    except SeatingError as fault:
        refused = fault
    assert refused.code == "bad_certificate"
    assert (refused.code, refused.params["reason"]) in REASONS
    assert sentence(refused).startswith("The certificate cannot be read: ")
    return False


def may_hold(path: tuple[Any, ...], new: object) -> bool:
    """By what the field means: another value of the right kind, of something that no chart can prove."""
    if path[0] == "problem":
        name = next((step for step in reversed(path) if isinstance(step, str)), "")
        if name in ("team", "country", "club"):
            return isinstance(new, str) or new is GONE
        if name == "closed_tables":
            return new == [] or (new is GONE and path[-1] == 0)
        if name == "sit_outs":
            return new is True  # 16 fill their tables, whether or not somebody might have rested
        return name == "table" and new is GONE  # nobody is bound any more: less was asked for
    kinds: dict[str, tuple[object, ...]] = {
        "method": ("x",),
        "seed": ("x", None),
        "previous": (None,),
        "revision": (None,),
    }
    return len(path) == 1 and any(new is kind or new == kind for kind in kinds.get(path[0], ()))


def test_a_right_certificate_holds() -> None:
    assert holds(RIGHT)
    assert holds(certificate(CHART, PROBLEM, "draw"))


@pytest.mark.parametrize("path", list(paths(RIGHT)), ids=lambda path: ".".join(map(str, path)))
def test_whatever_is_put_in_the_place_of_a_claim_is_named_and_nothing_passes_for_true(
    path: tuple[Any, ...],
) -> None:
    for new in (*WRONG, GONE):
        document = altered(path, new)
        if document != RIGHT and not may_hold(path, new):
            assert not holds(document), (path, new)
        else:
            holds(document)


@pytest.mark.parametrize("value", [{}, [], "x", 1, True, 1e400, [RIGHT], {"certificate": RIGHT}])
def test_what_is_no_certificate_is_named_as_such(value: object) -> None:
    read = read_chart(json.dumps({"rounds": CHART, "certificate": value}))
    with pytest.raises(SeatingError) as refused:
        verify_certificate(read.chart, read.certificate)
    assert refused.value.code == "bad_certificate"
    assert sentence(refused.value).startswith("The certificate cannot be read: ")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(path=st.sampled_from(list(paths(RIGHT))), new=JSON)
def test_no_json_value_anywhere_in_a_certificate_is_a_fault_of_the_program(
    path: tuple[Any, ...], new: object
) -> None:
    """Whatever stands there is refused as no certificate, named as untrue, or of the kind that it takes."""
    document = altered(path, new)
    if holds(document):
        demand_certificate(document, counts=COUNTS)
        assert verify_certificate(CHART, document).sha256 == document["sha256"]


def test_every_count_that_is_one_off_is_named() -> None:
    for name, said in RIGHT.items():
        if type(said) is int and name not in UNPROVABLE:
            (difference,) = verify_certificate(CHART, altered((name,), said + 1)).differences[:1]
            assert (difference.code, difference.what, difference.said) == ("count", name, said + 1)


def test_a_right_chart_with_altered_marks_is_told_apart_from_an_altered_chart() -> None:
    marks = altered(("checks", "tables", 1, 2), "0" * 8)
    assert [found.code for found in verify_certificate(CHART, marks).differences] == ["checks"]
    rounds: Any = [[list(seats) for seats in tables] for tables in CHART]
    seats = rounds[1][2]
    seats[0], seats[1] = seats[1], seats[0]
    found = verify_certificate(rounds, RIGHT).differences
    assert [(d.round, d.table, d.winds) for d in found if d.code == "seat"] == [(2, 3, ("E", "S"))]


def test_more_rounds_before_the_change_than_there_are_is_untrue() -> None:
    assert not holds(altered(("past_rounds",), 4))
    assert holds(altered(("past_rounds",), 3))


def test_a_broken_rule_that_is_kept_quiet_is_named() -> None:
    games = [((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))] * 2
    chart = tuple(games)
    problem = Problem.numbered(16, rounds=2)
    told = {**certificate(chart, problem, None), "broken": []}
    (difference,) = verify_certificate(chart, told).differences
    assert (difference.what, difference.said, difference.found) == ("broken", [], ["repeat"])


def test_a_certificate_is_true_although_the_pairs_who_avoid_each_other_are_not_in_it() -> None:
    """16 players meet everybody in 5 rounds: two who may not meet force others to meet again."""
    problem = Problem.numbered(16, rounds=5, avoid=[(1, 2)])
    chart = make_seating(problem, 1)
    read = read_chart(chart_json(chart, certificate(chart, problem, 1)))
    told: Any = read.certificate
    assert (told["avoided_pairs"], told["avoid_meetings"], told["forced_repeats"]) == (1, 0, 1)
    answer = verify_certificate(read.chart, told)
    assert answer.ok
    assert answer.report.ok
    for wrong in (
        {"forced_repeats": told["repeats"] + 1},
        {"avoided_pairs": 0},
        {"avoided_pairs": 121},
        {"avoid_meetings": 1},
        {"broken": ["team_meeting"]},
    ):
        assert not verify_certificate(read.chart, {**told, **wrong}).ok, wrong


def test_more_repeats_than_the_rounds_force_are_never_proved_by_pairs_that_nobody_names() -> None:
    """Round 2 is round 1 again: 24 pairs meet twice. One pair kept apart could not force that."""
    rounds = make_seating(Problem.numbered(16, rounds=3), 1)
    chart = (rounds[0], rounds[0], rounds[2])
    honest = json.loads(json.dumps(certificate(chart, Problem.numbered(16, rounds=3), 1)))
    assert not judge(chart).ok
    liar = {**honest, "avoided_pairs": 1, "forced_repeats": 24, "broken": []}

    answer = verify_certificate(chart, liar)

    assert "forced_repeats" in answer.unproved
    assert "forced_repeats" not in verify_certificate(chart, honest).unproved
    told = verify_certificate(chart, liar, problem=certified_problem(liar, avoid=[(1, 2)]))
    assert {"forced_repeats", "broken"} <= {difference.what for difference in told.differences}


def test_what_no_chart_can_prove_is_listed_and_not_called_true() -> None:
    assert set(verify_certificate(CHART, RIGHT).unproved) == {
        *("seed", "method", "team", "country", "previous", "past_rounds", "revision"),
    }
    bare = certificate(CHART, Problem.numbered(16, rounds=3), None)
    assert verify_certificate(CHART, bare).unproved == ()


def test_a_seed_that_is_not_that_of_the_words_drawn_is_named() -> None:
    """ "Lottery 7 11 42": echo -n "Lottery 7 11 42" | sha256sum begins with the digits below."""
    drawn = {**RIGHT, "draw": "Lottery 7 11 42", "seed": "draw 24772a6907e96e1d"}
    assert verify_certificate(CHART, drawn).ok
    (difference,) = verify_certificate(CHART, {**drawn, "seed": "harbour"}).differences
    assert (difference.code, difference.said, difference.found) == ("draw", "harbour", drawn["seed"])


@pytest.mark.parametrize("where", [(), ("problem",)])
def test_a_claim_that_no_certificate_makes_is_named(where: tuple[str, ...]) -> None:
    told = copy.deepcopy(RIGHT)
    inner = told
    for step in where:
        inner = inner[step]
    inner["optimum"] = True
    (difference,) = verify_certificate(CHART, told).differences
    assert (difference.code, difference.what) == ("unknown", ".".join((*where, "optimum")))
