"""Lists of an event: what is read, and which fault is named for which row."""

from fractions import Fraction

import pytest

from scoring.payments import DealFacts, Outcome
from tournament.engine.folder import read_folder

PLAYERS = "player_id,team_id,country\nA,T1,Spain\nB,T1,Spain\nC,T2,Italy\nD,T2,Italy"
TABLES = (
    "round,table,east,south,west,north,east_score,south_score,west_score,north_score,"
    "east_tp,south_tp,west_tp,north_tp\n1,1,A,B,C,D,56,36,-36,-56,4,2,1,0"
)
HANDS = (
    "round,table,hand,winner,discarder_empty_if_self_draw,fan,chicken_hand,"
    "east_adj,south_adj,west_adj,north_adj\n"
    "1,1,1,A,,10,0,,,,\n1,1,2,B,C,20,1,,,,\n1,1,3,,,0,0,10,10,10,-30"
)


def read(players: str = PLAYERS, tables: str = TABLES, hands: str = HANDS):
    cells = {"players": players, "tables": tables, "hands": hands}
    split = {name: [line.split(",") for line in text.split("\n")] for name, text in cells.items()}
    return read_folder(**split, minimum=8, deals=16)


def test_three_lists_become_one_event():
    event = read()
    assert event.faults == ()
    assert event.read == {"players": 4, "tables": 1, "hands": 3}
    (table,) = event.tables
    assert table.players == (1, 2, 3, 4)
    assert table.totals == (56, 36, -36, -56)
    assert table.points == (Fraction(4), Fraction(2), Fraction(1), Fraction(0))
    first, second, third = table.hands
    assert first.facts == DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=10)
    assert second.facts == DealFacts(Outcome.DISCARD, winner=1, discarder=2, fan_total=20)
    assert second.chicken_hand
    assert third.facts == DealFacts(Outcome.DRAWN)
    assert third.fines == ((3, 10),)


def test_two_offenders_in_one_hand_are_told_apart():
    # east pays 20 to each and gets 10 from south; south pays 10 to each and gets 20 from east
    event = read(hands=HANDS.replace("10,10,10,-30", "-50,-10,30,30"))
    assert event.tables[0].hands[2].fines == ((0, 20), (1, 10))


@pytest.mark.parametrize(
    ("changed", "file", "row", "code"),
    [
        ({"players": PLAYERS.replace("team_id", "shoe size")}, "players", 1, "column_unknown"),
        ({"players": PLAYERS + "\nA,T1,Spain"}, "players", 6, "id_twice"),
        ({"tables": TABLES.replace("round,table", "round,desk")}, "tables", 1, "columns_missing"),
        ({"tables": TABLES.replace("1,1,A,B,C,D", "1,1,A,B,C,X")}, "tables", 2, "player_unknown"),
        ({"tables": TABLES.replace("1,1,A,B,C,D", "1,1,A,B,C,A")}, "tables", 2, "seated_twice"),
        ({"tables": TABLES.replace("56,36", "56,three")}, "tables", 2, "cell_not_number"),
        ({"tables": TABLES.replace("1,1,A", "1,2,A")}, "tables", 1, "tables_not_counted"),
        ({"players": PLAYERS + "\nE,T2,Italy"}, "tables", 1, "round_incomplete"),
        ({"hands": HANDS.replace("1,1,2,B", "1,1,4,B")}, "hands", 3, "hand_out_of_order"),
        ({"hands": HANDS.replace("1,1,2,B", "1,7,2,B")}, "hands", 3, "table_unknown"),
        ({"hands": HANDS.replace("B,C,20", "B,C,7")}, "hands", 3, "below_minimum"),
        ({"hands": HANDS.replace("B,C,20", "B,B,20")}, "hands", 3, "winner_is_discarder"),
        ({"hands": HANDS.replace("B,C,20", "B,X,20")}, "hands", 3, "player_unknown"),
        ({"hands": HANDS.replace("1,1,3,,,0", "1,1,3,,,12")}, "hands", 4, "drawn_has_winner"),
        ({"hands": HANDS.replace("10,10,10,-30", "10,10,10,-20")}, "hands", 4, "adjustment_not_zero"),
        ({"hands": HANDS.replace("10,10,10,-30", "5,5,-1,-9")}, "hands", 4, "adjustment_uneven"),
        (
            {"hands": HANDS.split("\n")[0], "tables": TABLES.replace("56,36", "57,36")},
            "tables",
            2,
            "totals_not_zero",
        ),
        (
            {"hands": HANDS.split("\n")[0], "tables": TABLES.replace("56,36,-36,-56", ",,,")},
            "tables",
            2,
            "no_result",
        ),
    ],
)
def test_a_bad_row_is_named_with_its_file_its_line_and_its_code(changed, file, row, code):
    faults = read(**changed).faults
    assert (file, row, code) in [(fault.file, fault.row, fault.code) for fault in faults]
