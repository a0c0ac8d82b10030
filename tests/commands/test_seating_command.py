"""The seating command: what cannot be is a sentence on stderr, status 1, and nothing on stdout."""

import io

import pytest
from django.core.management import call_command

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
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(tmp_path, options, files, said):
    status, out, err = asked(tmp_path, options, **files)
    assert (status, out) == (1, "")
    assert said in err


def test_what_can_be_is_printed_round_by_round_with_its_proof(tmp_path):
    status, out, err = asked(tmp_path, ("--players=16", "--rounds=2"))
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Round 1"
    assert '"repeats": 0' in out
