"""What waits aside while a fragment is rendered stands in it where the template put it."""

import pytest

from tests.factories import a_tournament
from tournament.live.fragments import Fragments, as_written

pytestmark = pytest.mark.django_db


def html_of(render):
    return Fragments().get(a_tournament(), view="x", language="en", render=render).html


def test_long_texts_stand_in_their_places_and_break_no_line():
    def render(tournament):
        first, second = as_written("<i>国</i>\n<i>标</i>".encode()), as_written(b"<b>1</b>")
        return f"<p>\n  {second}\n  and {first}\n</p>"

    assert html_of(render) == "<p> <b>1</b> and <i>国</i> <i>标</i> </p>"


def test_nothing_is_still_nothing_for_a_condition():
    assert html_of(lambda tournament: "rows" if as_written(b"") else "none") == "none"


def test_outside_a_fragment_it_is_the_text_itself():
    assert as_written("<i>国</i>".encode()) == "<i>国</i>"
    assert html_of(lambda tournament: "<p></p>") == "<p></p>"
    assert as_written(b"<b>1</b>").__html__() == "<b>1</b>"


@pytest.mark.parametrize("line", ["\n", "\r", "\r\n", "\r\r"])
def test_no_break_in_what_people_wrote_ends_a_message_of_the_stream(line):
    words = f"Lunch{line}at one"
    html = html_of(lambda tournament: f"<p>{words}</p>{as_written(words.encode())}")
    assert not {"\r", "\n"} & set(html)
    assert html.count("at one") == 2


def test_nobody_can_write_the_mark_of_a_text_that_waits():
    html = html_of(lambda tournament: f"<p>\x001\x00</p>{as_written(b'<b>rows</b>')}")
    assert html.endswith("</p><b>rows</b>")
