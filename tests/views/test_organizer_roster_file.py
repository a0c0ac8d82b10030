"""Files of players in every form that desks send: encodings, separators, workbooks, bombs."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tournament.errors import Refused
from tournament.forms import roster_file
from tournament.forms.roster_file import cells_of_file, cells_of_text

WEST = [
    ["name", "country"],
    ["Mette Sørensen", "Denmark"],
    ["José Peña", "España"],
    ["Großübel", "Österreich"],
]
EAST = [["姓名", "国家"], ["诸葛文涛", "中国"], ["江文博", "中国"]]


def as_csv(rows, separator=","):
    return "\r\n".join(separator.join(row) for row in rows) + "\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_western_names_survive_any_spreadsheet(encoding):
    assert cells_of_file(as_csv(WEST).encode(encoding)) == WEST


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_chinese_names_survive_any_spreadsheet(encoding):
    assert cells_of_file(as_csv(EAST).encode(encoding)) == EAST


def test_both_scripts_in_one_chinese_file():
    rows = [["name", "native name"], ["Zhuge Wentao", "诸葛文涛"], ["Mei Siyuan", "梅思源"]]

    assert cells_of_file(as_csv(rows).encode("gb18030")) == rows


def test_an_alphabet_that_cannot_be_told_is_refused_instead_of_spoilt():
    with pytest.raises(Refused) as refused:
        cells_of_file("name\nЕлена Кузнецова\n".encode("cp1251"))

    assert refused.value.code == "file_unreadable"


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02binary", b"PK\x03\x04 no zip", b"\xd0\xcf\x11\xe0\x00old xls"]
)
def test_what_is_no_list_is_refused(data):
    with pytest.raises(Refused) as refused:
        cells_of_file(data)

    assert refused.value.code == "file_unreadable"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_the_one_of_the_head_line(separator):
    rows = [["name", "club"], ['"Sørensen, Mette; Fru"', "Amager"]]

    read = cells_of_text(as_csv(rows, separator))

    assert read == [["name", "club"], ["Sørensen, Mette; Fru", "Amager"]]


def test_a_single_column_is_not_cut_at_commas():
    assert cells_of_text("Name\nSørensen, Mette\n") == [["Name"], ["Sørensen, Mette"]]


def test_a_workbook_is_read_as_text_and_nothing_is_evaluated():
    book = Workbook()
    book.active.append(["Name", "Licence", "No"])
    book.active.append(["=SUM(1,2)", 4010023, 3.0])
    file = io.BytesIO()
    book.save(file)

    head, row = cells_of_file(file.getvalue())

    assert head[:3] == ["Name", "Licence", "No"]
    assert row[:3] == ["=SUM(1,2)", "4010023", "3"]


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (roster_file.LARGEST_UNPACKED + 1))
    assert len(file.getvalue()) < roster_file.LARGEST_FILE

    with pytest.raises(Refused) as refused:
        cells_of_file(file.getvalue())

    assert refused.value.code == "file_too_large"


def test_a_file_of_many_megabytes_is_refused():
    with pytest.raises(Refused) as refused:
        cells_of_file(b"a" * (roster_file.LARGEST_FILE + 1))

    assert refused.value.code == "file_too_large"


def test_a_quotation_mark_that_is_never_closed_does_not_swallow_the_rest_of_the_list():
    with pytest.raises(Refused) as refused:
        cells_of_text('name,country\nAda,DEN\n"Bea,DEN\nCid,DEN\n')

    assert (refused.value.code, refused.value.params) == ("quote_open", {"row": 3})


def test_a_quoted_cell_may_go_on_over_lines():
    assert cells_of_text('name,club\n"Ada\nB","x, y"') == [["name", "club"], ["Ada\nB", "x, y"]]
