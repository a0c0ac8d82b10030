"""Blocks that are kept with holes for what moves."""

import pytest
from django.template import Context, Template
from django.utils import translation

from tournament.selectors.kept import forget

WRITTEN = Template(
    "{% load i18n still %}"
    "{% still event %}<b>{% translate 'Leaderboard' %} {{ note }}</b>"
    "{% moving %}{{ played }}{% endmoving %}!{% endstill %}"
)


@pytest.fixture(autouse=True)
def _fresh():
    forget()
    yield
    forget()


def written(**values):
    return WRITTEN.render(Context(values))


def test_the_text_of_a_block_is_kept_by_its_values_and_its_hole_is_written_each_time():
    assert written(event=1, note="a", played=1) == "<b>Leaderboard a</b>1!"
    assert written(event=1, note="b", played=2) == "<b>Leaderboard a</b>2!"
    assert written(event=2, note="b", played=2) == "<b>Leaderboard b</b>2!"


def test_what_comes_from_people_is_escaped_in_text_and_in_holes():
    assert written(event=1, note="<i>", played="<i>") == "<b>Leaderboard &lt;i&gt;</b>&lt;i&gt;!"
    assert written(event=1, note="", played="<u>") == "<b>Leaderboard &lt;i&gt;</b>&lt;u&gt;!"


def test_each_language_has_its_own_text():
    assert written(event=1, note="a", played=1).startswith("<b>Leaderboard")
    with translation.override("zh-hans"):
        assert "Leaderboard" not in written(event=1, note="a", played=1)


@pytest.mark.django_db
def test_nothing_is_kept_inside_a_transaction():
    written(event=1, note="a", played=1)
    assert written(event=1, note="b", played=1) == "<b>Leaderboard b</b>1!"
