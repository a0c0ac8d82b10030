"""Figures, names, flags and winds as the reader sees them."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.utils import translation

from tournament.templatetags import figures, hall, names, sixteen, table_pages, tiles, ui

MONTEFIORE = {
    "name": "Massimiliano Montefiore della Rovere",
    "family_name": "Montefiore della Rovere",
    "country": "ITA",
}
WEI = {"name": "Wei Tianyu", "family_name": "Wei", "native_name": "魏天宇", "country": "China"}


@pytest.fixture
def chinese():
    with translation.override("zh-hans"):
        yield


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (45, "+45"),
        (-588, "−588"),
        (0, "0"),
        (None, "–"),
        (-12417, "−12\u202f417"),
        (9999, "+9999"),
        ("-8", "−8"),
    ],
)
def test_a_signed_number_has_a_real_minus_and_parts_thousands_from_ten_thousand(value, shown):
    assert figures.signed(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(49, 3), "16⅓"),
        ("25/3", "8⅓"),
        ("8 1/3", "8⅓"),
        ("-8 1/3", "−8⅓"),
        (Fraction(1, 2), "½"),
        (Fraction(35, 4), "8¾"),
        (Fraction(191, 12), '15<span class="frac">11/12</span>'),
        (7, "7"),
        (0, "0"),
        (None, "–"),
    ],
)
def test_a_fraction_is_exact(value, shown):
    assert figures.fraction(value) == shown


def test_twelfths_are_table_points():
    assert figures.twelfths(196) == Fraction(49, 3)
    assert figures.twelfths(None) is None


def test_table_points_keep_a_slot_for_the_fraction_so_that_columns_line_up():
    assert figures.table_points(18) == '<span class="tp">18<span class="tp__part"></span></span>'
    assert figures.table_points(Fraction(7, 3)) == '<span class="tp">2<span class="tp__part">⅓</span></span>'
    assert figures.table_points(0, signed=True) == '<span class="tp">+0<span class="tp__part"></span></span>'
    assert figures.table_points(18, loose=True) == '<span class="tp tp--loose">18</span>'


@pytest.mark.parametrize(
    ("seconds", "shown"), [(4072, "1:07:52"), (42, "0:42"), (-61, "−1:01"), (3600, "1:00:00"), (None, "–")]
)
def test_a_clock(seconds, shown):
    assert figures.clock(seconds) == shown


@pytest.mark.parametrize(
    ("n", "shown"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd"), (113, "113th")],
)
def test_places_in_english(n, shown):
    assert figures.place(n) == shown


def test_movement_says_itself_in_words():
    assert "2 places up" in figures.movement(2)
    assert "1 place down" in figures.movement(-1)
    assert "unchanged" in figures.movement(0)
    assert figures.movement(None) == ""


@pytest.mark.parametrize("wind", [1, "1", "S", "s", "south", "South", "南"])
def test_a_wind_may_be_said_in_many_ways(wind):
    assert (tiles.wind_index(wind), tiles.wind_glyph(wind), tiles.wind_letter(wind)) == (1, "南", "S")


def test_the_dealer_is_said_and_not_only_filled():
    mark = tiles.wind_mark(0, dealer=True)
    assert 'aria-label="East, dealer"' in mark
    assert "wind--dealer" in mark
    assert "#tile-1z" in mark


def test_the_sixteen_counts_what_is_played():
    assert 'aria-label="6 of 16 deals"' in sixteen.sixteen_grid("wwdwwwn")
    assert 'aria-label="2 of 8 deals"' in sixteen.sixteen_strip(["self_draw", "drawn"], deals=8)
    assert sixteen.sixteen_rail("wwdwwwn").count("rail__deal--todo") == 9


def test_a_hand_reads_as_words():
    picture = tiles.hand(
        {
            "melds": [{"tiles": ["5z"] * 4, "concealed": True}, {"tiles": ["4p", "5p", "6p"]}],
            "concealed": ["2s", "1m"],
            "win_tile": "6m",
            "flowers": 2,
        }
    )
    assert (
        'aria-label="concealed kong red dragon, red dragon, red dragon, red dragon; melded 4 of dots, '
        '5 of dots, 6 of dots; 1 of characters, 2 of bamboos; won on 6 of characters; 2 flowers"'
    ) in picture
    assert picture.count("#tile-back") == 2
    assert picture.count("tile--win") == 1


def test_tiles_have_chinese_names(chinese):
    assert [tiles.tile_name(code) for code in ("6m", "1z", "5z", "1f")] == ["六万", "东", "中", "梅"]


@pytest.mark.parametrize("code", ["0m", "8z", "9f", "x", "1m<script>", ""])
def test_what_is_no_tile_is_never_drawn(code):
    with pytest.raises(ValueError, match="no such tile"):
        tiles.tile_picture(code)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Denmark", "DEN"),
        ("DK", "DEN"),
        ("dnk", "DEN"),
        ("DEN", "DEN"),
        ("丹麦", "DEN"),
        ("The Netherlands", "NED"),
        ("UK", "GBR"),
        ("Macau", "MAC"),
        ("Scotland", "SCO"),
        ("Türkiye", "TUR"),
        ("Turkey", "TUR"),
    ],
)
def test_a_country_is_found_by_code_or_name(said, code):
    assert names.country_code(said) == code


def test_an_unknown_country_stays_as_it_was_written():
    assert names.country_name("Atlantis") == "Atlantis"
    assert names.flag("<Atlantis>") == '<span class="flag"><span>&lt;Atlantis&gt;</span></span>'
    assert names.flag("") == ""


def test_a_flag_always_has_words():
    assert 'alt="Denmark"' in names.flag("DEN")
    assert names.flag("Denmark", "code").endswith("<span>DEN</span></span>")
    named = names.flag("DK", "name")
    assert 'alt=""' in named
    assert named.endswith("<span>Denmark</span></span>")


def test_chinese_taipei_has_words_and_no_flag():
    assert names.flag("Taiwan") == '<span class="flag"><span>TPE</span></span>'


def test_every_flag_named_is_there():
    from django.contrib.staticfiles import finders

    files = [row[0] for row in names._BY_CODE.values() if row[0]]
    assert len(files) > 220
    assert [file for file in files if not finders.find(f"vendor/flags/{file}.svg")] == []


@pytest.mark.parametrize(
    ("native", "country", "language"),
    [
        ("魏天宇", "CHN", "zh-Hans"),
        ("林志玲", "Chinese Taipei", "zh-Hant"),
        ("川端 駿", "JPN", "ja"),
        ("大塚 まゆみ", "", "ja"),
        ("Марина", "RUS", "ru"),
        ("Оксана", "UKR", "uk"),
        ("김철수", "", "ko"),
        ("Mette", "DEN", ""),
    ],
)
def test_a_native_name_knows_its_language(native, country, language):
    assert names.native_language(native, country) == language


def test_a_name_has_latin_first_in_english():
    assert names.player_name(WEI) == (
        '<span class="name" translate="no"><b>Wei</b> Tianyu '
        '<span class="name__second" lang="zh-Hans">魏天宇</span></span>'
    )


def test_a_name_has_the_native_form_first_in_chinese(chinese):
    assert names.player_name(WEI, link="/x") == (
        '<a class="name" href="/x" translate="no"><b lang="zh-Hans">魏天宇</b> '
        '<span class="name__second">Wei Tianyu</span></a>'
    )
    assert names.family(WEI) == "魏天宇"
    assert names.called(WEI) == "魏天宇"
    cyrillic = {**WEI, "native_name": "Анна Иванова"}
    assert names.called(cyrillic) == "Wei Tianyu"


def test_a_name_is_escaped():
    assert "<script>" not in names.player_name(
        {"name": "<script>", "family_name": "", "native_name": "<b>魏"}
    )


@pytest.mark.parametrize(
    ("name", "family", "limit", "short"),
    [
        ("Wei Tianyu", "Wei", 22, "Wei Tianyu"),
        (MONTEFIORE["name"], MONTEFIORE["family_name"], 26, "M. Montefiore della Rovere"),
        (MONTEFIORE["name"], MONTEFIORE["family_name"], 18, "Montefiore d. R."),
        ("Jan de Vries", "", 11, "J. de Vries"),
        ("Jan de Vries", "de Vries", 11, "J. de Vries"),
        ("Johanna van der Meer", "", 16, "J. van der Meer"),
        ("Joao de Souza Lima", "de Souza Lima", 12, "de Souza L."),
        ("Karen Margrethe Winther", "Winther", 14, "K. M. Winther"),
        ("Anne-Marie Konstantinopolskaya", "", 22, "A.-M. Konstantinopolskaya"),
        ("ROSSETTI Giulia", "", 12, "ROSSETTI G."),
        ("Ana de la Rosa y Villanueva", "", 22, "A. de la Rosa y V."),
        ("Ana de la Rosa y Villanueva", "", 16, "de la Rosa y V."),
    ],
)
def test_a_long_name_is_shortened_and_a_family_name_never_cut(name, family, limit, short):
    assert names.shorten(name, family, limit) == short


def test_a_shortened_name_is_whole_for_screen_readers():
    name = names.player_name(MONTEFIORE, limit=18)
    assert "<b>Montefiore d. R.</b>" in name
    assert '<span class="visually-hidden">Massimiliano Montefiore della Rovere</span>' in name


def test_long_words_may_break_at_a_hyphen_in_narrow_plates():
    assert names.hyphenated("Konstantinopolskaya").replace("\u00ad", "|").count("|") >= 1
    assert names.hyphenated("Thorvaldsson") == "Thorval\u00addsson"
    assert names.hyphenated("Montefiore della Rovere") == "Montefiore della Rovere"


def test_a_narrow_column_parts_shorter_words_and_no_piece_of_a_long_one_stays_too_wide_for_it():
    assert names.hyphenated("Vestergaard") == "Vestergaard"
    assert names.hyphenated("Vestergaard", 8) == "Vester\u00adgaard"
    pieces = names.hyphenated("Wolfeschlegelsteinhausenbergerdorff", 8).split("\u00ad")
    assert max(map(len, pieces)) <= 8


def test_a_qr_code_is_a_drawing_without_inline_style():
    code = ui.qr_code("https://mahjong.example/p/abc", "Table 17")
    assert 'aria-label="Table 17"' in code
    assert "style=" not in code


@pytest.mark.parametrize(
    ("family", "classes"),
    [
        ("Vries", "name"),
        ("von Hohenstein-Wernigerode zu Schwarzburg", "name name--long"),
        ("Wolfeschlegelsteinhausenbergerdorffer", "name name--longest"),
    ],
)
def test_a_name_too_long_for_a_line_in_the_hall_gets_smaller_letters_and_is_not_cut(family, classes):
    person = SimpleNamespace(name=f"Jan {family}", family_name=family, native_name="", country="NED")
    assert f'class="{classes}"' in hall.hall_name(person, 27, listed=True)


@pytest.mark.parametrize(
    ("label", "english", "chinese"),
    [
        ("table 3, pass 7", "phone of table 3", "3 号桌手机"),
        ("player 12, pass 4", "player 12", "12 号选手"),
        ("ida", "ida", "ida"),
    ],
)
def test_who_entered_something_with_a_link_is_said_by_what_the_link_opens(label, english, chinese):
    for language, said in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            assert table_pages.actor_words(label) == said
