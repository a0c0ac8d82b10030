"""A list of players as people write it: what is read, and how each fault is named."""

import pytest

from tournament.engine.roster import MOST_ROWS, read_roster


def faults(*lines):
    return [(fault.row, fault.code) for fault in read_roster(lines).faults]


def only(*lines):
    roster = read_roster(lines)
    assert roster.ok, roster.faults
    return roster.rows


def test_columns_are_known_by_english_and_chinese_names_in_any_order():
    (row,) = only(
        ["国家", "Native name", "姓名", "Licence number"], ["China", "诸葛文涛", "Zhuge Wentao", "04010023"]
    )

    assert (row.name, row.native_name, row.country, row.licence) == (
        "Zhuge Wentao",
        "诸葛文涛",
        "China",
        "04010023",
    )


def test_numbers_that_are_not_given_are_handed_out_around_those_that_are():
    rows = only(["Name", "No"], ["A", ""], ["B", "1"], ["C", ""], ["D", "03"])

    assert [row.number for row in rows] == [2, 1, 4, 3]


def test_empty_rows_are_passed_over_and_still_count_in_row_numbers():
    assert faults(["Name"], [""], ["Ann"], [], ["Ann"]) == [(5, "name_twice")]


@pytest.mark.parametrize(
    ("written", "name", "family"),
    [
        ("Sørensen, Mette", "Mette Sørensen", "Sørensen"),
        ("Mette SØRENSEN", "Mette Sørensen", "Sørensen"),
        ("ZHUGE Wentao", "Zhuge Wentao", "Zhuge"),
        ("Camille D'AUBIGNY", "Camille D'Aubigny", "D'Aubigny"),
        (
            "Massimiliano MONTEFIORE DELLA ROVERE",
            "Massimiliano Montefiore Della Rovere",
            "Montefiore Della Rovere",
        ),
        ("Mette Sørensen", "Mette Sørensen", ""),
    ],
)
def test_a_family_name_that_the_writing_gives_away_is_known(written, name, family):
    (row,) = only(["Name"], [written])

    assert (row.name, row.family_name) == (name, family)


def test_name_and_first_name_side_by_side_are_put_together():
    (row,) = only(["Name", "First name"], ["Juhl", "Magnus"])

    assert (row.name, row.family_name) == ("Magnus Juhl", "Juhl")


def test_a_person_with_a_native_name_only_is_called_by_it():
    (row,) = only(["Name", "Native name"], ["", "梅思源"])

    assert row.name == "梅思源"


def test_a_column_that_is_not_known_is_named():
    roster = read_roster([["Name", "Shoe size"], ["Ann", "38"]])

    assert [(fault.code, fault.params["column"]) for fault in roster.faults] == [
        ("column_unknown", "Shoe size")
    ]
    assert roster.rows == ()


def test_a_column_twice_and_a_missing_name_column_are_refused():
    assert faults(["Name", "Name"], ["Ann", "Bo"]) == [(1, "column_twice")]
    assert faults(["Country"], ["Spain"]) == [(1, "column_missing")]


def test_no_list_is_a_list_without_players():
    assert faults() == [(1, "no_rows")]
    assert faults(["Name"]) == [(1, "no_rows")]


def test_the_same_person_twice_is_found_whatever_the_capitals():
    roster = read_roster([["Name"], ["Ann Lee"], ["Bo Ek"], ["ann lee"]])

    assert [(f.row, f.code, f.params["other"]) for f in roster.faults] == [(4, "name_twice", 2)]


def test_namesakes_need_a_licence_each():
    assert only(["Name", "Licence"], ["Li Wei", "7"], ["Li Wei", "8"])
    assert faults(["Name", "Licence"], ["Li Wei", "7"], ["Li Wei", ""]) == [(3, "name_twice")]
    assert faults(["Name", "Licence"], ["Li Wei", ""], ["Li Wei", "7"]) == [(3, "name_twice")]
    assert faults(["Name", "Licence"], ["Li Wei", "7"], ["Wei Li", "7"]) == [(3, "licence_twice")]


def test_numbers_twice_ids_twice_and_numbers_that_are_none_are_named():
    assert faults(["Name", "No"], ["A", "4"], ["B", "04"]) == [(3, "number_twice")]
    assert faults(["Name", "Id"], ["A", "P1"], ["B", "P1"]) == [(3, "id_twice")]
    assert faults(["Name", "No"], ["A", "4b"], ["B", "0"], ["C", "12345"]) == [
        (2, "bad_number"),
        (3, "bad_number"),
        (4, "bad_number"),
    ]


def test_the_column_of_substitutes_is_yes_or_no():
    rows = only(["Name", "Substitute"], ["A", "yes"], ["B", ""], ["C", "替补"], ["D", "no"])

    assert [row.substitute for row in rows] == [True, False, True, False]
    assert faults(["Name", "Substitute"], ["A", "perhaps"]) == [(2, "substitute_unclear")]


def test_rows_that_are_too_long_or_hold_hidden_characters_are_named():
    assert faults(["Name", "Club"], ["A" * 121, ""], ["B", "x" * 81]) == [(2, "too_long"), (3, "too_long")]
    assert faults(["Name"], ["A\x07nn"]) == [(2, "hidden_characters")]
    assert faults(["Name", "Club"], ["Ann", "Amager", "surplus"]) == [(2, "too_many_cells")]


def test_marks_that_cannot_be_seen_do_not_make_a_second_person():
    assert faults(["Name"], ["Ann\u200b Lee"], ["\u202eAnn Lee\u202c"]) == [(3, "name_twice")]


def test_a_name_like_a_formula_stays_the_text_it_is():
    rows = only(["Name"], ["=1+1"], ["'=HYPERLINK(1)"])

    assert [row.name for row in rows] == ["=1+1", "=HYPERLINK(1)"]


def test_a_list_without_end_is_refused():
    lines = [["Name"], *([f"P{n}"] for n in range(MOST_ROWS + 1))]

    assert faults(*lines) == [(MOST_ROWS + 2, "too_many_rows")]


def test_a_list_of_bare_names_needs_no_head_line():
    roster = read_roster([["Anna Berger"], [""], ["Bo Lind"], ["Berger, Carl"]])
    assert roster.ok
    assert [(row.number, row.name) for row in roster.rows] == [
        (1, "Anna Berger"),
        (2, "Bo Lind"),
        (3, "Carl Berger"),
    ]


def test_bare_names_are_checked_like_any_others():
    roster = read_roster([["Anna Berger"], ["Bo Lind"], ["anna berger"]])
    assert [(fault.row, fault.code) for fault in roster.faults] == [(3, "name_twice")]
