"""A folder of lists rebuilt through the services: all of it or nothing."""

from fractions import Fraction

import pytest

from tests.factories import TESTER, a_tournament
from tournament.errors import Refused
from tournament.models import Entry, Kind, Said, Tournament
from tournament.selectors.standings import standings_for
from tournament.selectors.verification import differences
from tournament.services.folder import FolderRefused, folder_files, import_folder, read_cells

pytestmark = pytest.mark.django_db

PLAYERS = "player_id,name,country\nA,Mette Lund,Denmark\nB,陈浩然,China\nC,Élodie Perrin,\nD,Bram Visser,\n"
TABLES = (
    "round,table,east,south,west,north,east_score,south_score,west_score,north_score\n"
    "1,1,A,B,C,D,56,36,-36,-56\n2,1,D,C,B,A,30,-10,-10,-10\n"
)
HANDS = (
    "round,table,hand,winner,discarder,fan,east_adj,south_adj,west_adj,north_adj\n"
    "1,1,1,A,,10,,,,\n1,1,2,B,C,20,,,,\n1,1,3,,,0,10,10,10,-30\n"
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "cup_players.csv").write_text(PLAYERS, "utf-8")
    (tmp_path / "cup_tables.csv").write_text(TABLES, "utf-8")
    (tmp_path / "cup_hands.csv").write_text(HANDS, "utf-8")
    return tmp_path


def test_an_event_of_one_game_and_one_sheet_of_totals_comes_to_hand_worked_numbers(folder):
    report = import_folder(folder, slug="cup", actor=TESTER)
    # deal 1: A +54, the others -18; deal 2: B 24+20, C -28, A and D -8; deal 3: D pays 10 to each
    assert (report.agree, report.differ, report.totals_only, report.off_zero) == (1, [], 1, [])
    tournament = Tournament.objects.get(slug="cup")
    rows = {row.player: row for row in standings_for(tournament).rows}
    # round 2 ties three players for places 2 to 4: (2 + 1 + 0) / 3 each
    assert [(n, rows[n].table_points, rows[n].mini_points) for n in (1, 2, 3, 4)] == [
        (1, Fraction(5), 46),
        (2, Fraction(3), 26),
        (3, Fraction(2), -46),
        (4, Fraction(4), -26),
    ]
    assert rows[4].penalties == -30
    assert tournament.state == "finished"
    assert differences(tournament) == ()


def test_a_short_game_is_ended_with_its_reason(folder):
    import_folder(folder, slug="cup", actor=TESTER)
    word = Entry.objects.get(kind=Kind.SIGN_OFF)
    assert (word.said, word.reason) == (Said.CLOSE, "time")


def test_totals_that_the_hands_do_not_give_are_reported_by_how_much_and_the_hands_count(folder):
    (folder / "cup_tables.csv").write_text(TABLES.replace("56,36,", "60,32,"), "utf-8")
    report = import_folder(folder, slug="cup", actor=TESTER)
    assert report.differ == [
        {
            "round": 1,
            "table": 1,
            "recorded": [60, 32, -36, -56],
            "hands": [56, 36, -36, -56],
            "by": [4, -4, 0, 0],
        }
    ]
    assert standings_for(Tournament.objects.get(slug="cup"), through=1).rows[0].mini_points == 56


def test_one_bad_row_and_nothing_is_imported(folder):
    (folder / "cup_hands.csv").write_text(HANDS.replace("B,C,20", "B,C,7"), "utf-8")
    with pytest.raises(FolderRefused) as refused:
        import_folder(folder, slug="cup", actor=TESTER)
    assert refused.value.code == "import_rejected"
    assert [(f.file, f.row, f.code) for f in refused.value.faults] == [("hands", 3, "below_minimum")]
    assert not Tournament.objects.exists()


def test_a_taken_address_leaves_the_other_event_alone(folder):
    other = a_tournament(slug="cup")
    with pytest.raises(Refused) as refused:
        import_folder(folder, slug="cup", actor=TESTER)
    assert refused.value.code == "slug_taken"
    assert list(Tournament.objects.all()) == [other]
    assert not Entry.objects.exists()


def test_the_missing_file_is_named(folder):
    (folder / "cup_hands.csv").unlink()
    with pytest.raises(Refused) as refused:
        folder_files(folder)
    assert (refused.value.code, refused.value.params) == ("folder_incomplete", {"file": "hands.csv"})


def test_of_two_events_in_one_folder_one_must_be_named(folder):
    for part in ("players", "tables", "hands"):
        (folder / f"{part}.csv").write_text("round\n", "utf-8")
    with pytest.raises(Refused) as refused:
        folder_files(folder)
    assert refused.value.code == "several_events"
    assert folder_files(folder, prefix="cup")["hands"].name == "cup_hands.csv"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_lists_are_read_in_the_bytes_of_any_spreadsheet(tmp_path, encoding):
    file = tmp_path / "players.csv"
    file.write_bytes("player_id;name\r\nB;陈浩然\r\n".encode(encoding))
    assert read_cells(file) == [["player_id", "name"], ["B", "陈浩然"]]


def test_the_real_event_agrees_with_its_sheets_and_its_published_totals(real_event):
    report = import_folder(real_event, slug="madrid", actor=TESTER)
    assert report.read == {"players": 72, "tables": 108, "hands": 1431}
    assert (report.agree, report.totals_only) == (93, 15)
    assert (report.differ, report.off_zero, report.points_differ) == ([], [], [])
    tournament = Tournament.objects.get(slug="madrid")
    keys = {player.number: player.external_id for player in tournament.players.all()}
    ours = [
        (str(row.rank), keys[row.player], row.table_points, row.mini_points)
        for row in standings_for(tournament).rows
    ]
    head, *lines = read_cells(real_event / "mcr_expected_standings.csv")
    assert head[1:5] == ["rank", "player_id", "table_points", "score"]
    assert ours == [(line[1], line[2], Fraction(line[3]), int(line[4])) for line in lines]
