"""The seating command: what cannot be is a sentence on stderr, status 1, and nothing on stdout."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

TEAMS = "".join(f"{number},{'Herons' if number < 4 else 'Larks'}\n" for number in range(1, 7))
RING = "1 2\n2 3\n3 4\n4 5\n1 5\n"


def asked(tmp_path, options, **files):
    """(exit status, stdout, stderr)."""
    out, err = io.StringIO(), io.StringIO()
    words = list(options)
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        words += [f"--{name}", str(path)]
    try:
        call_command("seating", *words, stdout=out, stderr=err)
    except SystemExit as ended:
        return ended.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("options", "files", "said"),
    [
        (("--players=7", "--rounds=2"), {}, "7 players cannot fill tables of four."),
        (("--players=8", "--rounds=0"), {}, "A tournament needs at least one round."),
        (
            ("--players=8", "--rounds=1"),
            {"teams": TEAMS},
            "there are 2 tables, and more people than that in Herons (3), Larks (3).",
        ),
        (
            ("--players=8", "--rounds=2"),
            {"keep": "[[[1,2,3,1],[5,6,7,8]]]"},
            "“1” has two seats in round 1.",
        ),
        (
            ("--players=8", "--rounds=2"),
            {"keep": "[[[1,2,3,4],[5,6,7,99]]]"},
            "Player 99 at table 2 of round 1 is not in the list of players.",
        ),
        (
            ("--players=8", "--rounds=2"),
            {"avoid": "1 2 3\n"},
            "Players 1, 2, 3 must all avoid one another, but there are only 2 tables.",
        ),
        (("--players=8", "--rounds=2"), {"avoid": RING}, "pairs cannot be kept apart in so many rounds:"),
        (("--players=8", "--rounds=2"), {"avoid": "1 2\n5\n"}, "Line 2 of the list cannot be read: 5"),
        # as many as a list of players may have
        (("--players=100000000000", "--rounds=2"), {}, "There are more than 2000 players."),
        (("--players=2004", "--rounds=2"), {}, "There are more than 2000 players."),
        (
            ("--players=-8", "--rounds=2"),
            {},
            "-8 cannot be a number of players: it is a whole number from 4 to",
        ),
        (("--players=0", "--rounds=2"), {}, "A tournament needs at least 4 players; there are 0."),
        (("--players=8", "--rounds=-3"), {}, "A tournament needs at least one round."),
        (("--players=8", "--rounds=100000000000"), {}, "There are more than 200 rounds."),
        (("--players=8", "--rounds=1", "--seed", "x" * 81), {}, "The seed is longer than 80 characters."),
        (("--players=8", "--rounds=1", "--seed", " "), {}, "Give a seed"),
        (
            ("--players=8", "--rounds=1", "--seed", "a\udcff"),
            {},
            "The seed holds signs that cannot be printed.",
        ),
        (("--players=8", "--rounds=1", "--closed", "1", "-5"), {}, "whole number from 1 to 999."),
        (
            ("--players=8", "--rounds=1", "--closed", "0"),
            {},
            "A table number is a whole number from 1 to 999.",
        ),
        (("--players=8", "--rounds=1", "--closed", "1000"), {}, "whole number from 1 to 999."),
        (("--players=8", "--rounds=1", "--closed", "9" * 4000), {}, "whole number from 1 to 999."),
        (
            ("--players=8", "--rounds=1", "--closed", *map(str, range(1, 999))),
            {},
            "With so many tables closed, 2 tables would need a number above 999.",
        ),
        (
            ("--players=8", "--rounds=1"),
            {"keep": "[[[1,2,3,4],[5,6,7,8]],[[1,2,5,6],[3,4,7,8]]]"},
            "The chart that is kept has 2 rounds already and 1 are asked for: none is left to be made.",
        ),
        (
            ("--players=8", "--rounds=2"),
            {"keep": "[[[1,2,3,4],[5,6,7,8]],[[1,2,5,6],[3,4,7,8]]]"},
            "The chart that is kept has 2 rounds already and 2 are asked for: none is left to be made.",
        ),
        (("--players=8", "--rounds=1"), {"teams": "9,Herons\n"}, "Player 9 is not in this field."),
        (("--players=8", "--rounds=1"), {"teams": "0,Herons\n"}, "Line 1 of the list cannot be read: 0"),
        (("--players=8", "--rounds=1"), {"teams": "Herons: 1 -2\n"}, "Line 1 of the list cannot be read: -2"),
        (("--players=8", "--rounds=1"), {"teams": "1,A\n1,B\n"}, "Player 1 is listed twice."),
        (("--players=8", "--rounds=1"), {"clubs": "1,A\n99999,B\n"}, "Player 99999 is not in this field."),
        (("--players=8", "--rounds=1"), {"teams": f"{'9' * 5000},A\n"}, f"read: {'9' * 40}…"),
        (
            ("--players=8", "--rounds=1"),
            {"teams": f'{{"A": [{"9" * 5000}]}}'},
            "begins like JSON and is none",
        ),
        (("--players=8", "--rounds=1"), {"teams": '{"1": null}'}, "but no lists of players are in it."),
        (("--players=8", "--rounds=1"), {"teams": '{"A": x}'}, "from line 1 on."),
        (
            ("--players=8", "--rounds=1"),
            {"teams": f'1,"{"x" * 140_000}\n'},
            "Line 1 of the list cannot be read",
        ),
        (("--players=8", "--rounds=1"), {"countries": "1,A\n9,A\n"}, "Player 9 is not in this field."),
        (("--players=8", "--rounds=1"), {"avoid": "1 9\n"}, "Player 9 is not in this field."),
        (("--players=8", "--rounds=1"), {"avoid": "3 3\n"}, "Player 3 cannot avoid meeting themselves."),
        (("--players=8", "--rounds=1"), {"avoid": "1 2 1\n"}, "Player 1 cannot avoid meeting themselves."),
        (("--players=8", "--rounds=1"), {"avoid": "1 -2\n"}, "Line 1 of the list cannot be read: -2"),
        (("--players=8", "--rounds=1"), {"avoid": "0 2\n"}, "Line 1 of the list cannot be read: 0"),
        (("--players=8", "--rounds=1"), {"avoid": "[[1, -2]]"}, "Line 1 of the list cannot be read: -2"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(tmp_path, options, files, said):
    status, out, err = asked(tmp_path, options, **files)
    assert (status, out) == (1, "")
    assert said in err


def test_a_pair_that_is_listed_twice_is_kept_apart_once(tmp_path):
    status, out, _ = asked(tmp_path, ("--players=16", "--rounds=1", "--json"), avoid="1 2\n2 1\n")
    assert (status, json.loads(out)["certificate"]["avoided_pairs"]) == (0, 1)


@pytest.mark.parametrize("option", ["teams", "countries", "clubs", "avoid", "keep"])
def test_a_file_that_is_no_text_or_not_there_is_said_to_be_so(tmp_path, option):
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    # a file that is not there is wrong usage, as docs/interface.md says of every command
    for name, ends, said in (("picture", 1, "is not a text in UTF-8."), ("nowhere", 2, "cannot be opened.")):
        options = ("--players=8", "--rounds=2", f"--{option}", str(tmp_path / name))
        status, out, err = asked(tmp_path, options)
        assert (status, out, err) == (ends, "", f"seating: {tmp_path / name} {said}\n")


def test_a_table_that_is_no_number_is_wrong_usage(tmp_path):
    with pytest.raises(CommandError, match="--closed: invalid int value: 'first'"):
        asked(tmp_path, ("--players=8", "--rounds=1", "--closed", "first"))


def test_what_can_be_is_printed_round_by_round_with_its_proof(tmp_path):
    status, out, err = asked(tmp_path, ("--players=16", "--rounds=2"))
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Round 1"
    assert '"repeats": 0' in out
