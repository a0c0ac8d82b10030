"""The one decision of who sees what."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.engine.sight import (
    EVERYTHING,
    Audience,
    Ceremony,
    Curtain,
    Shown,
    Viewer,
    sight,
    visible,
)

CURTAINS = st.builds(
    Curtain,
    audience=st.sampled_from(Audience),
    shown=st.sampled_from(Shown),
    top=st.integers(1, 20),
    frozen=st.integers(0, 8),
    by_number=st.booleans(),
    rounds=st.just(8),
    ceremony=st.sampled_from(Ceremony),
    revealed=st.integers(0, 30),
)


def test_an_event_without_a_curtain_is_seen_whole_by_everybody():
    for viewer in Viewer:
        assert sight(Curtain(rounds=8), viewer).key == ""


@given(CURTAINS)
def test_organizers_see_everything_whatever_is_hidden(curtain):
    assert sight(curtain, Viewer.ORGANIZER) == EVERYTHING


@given(CURTAINS, st.integers(1, 8))
def test_participants_never_see_less_than_the_public(curtain, number):
    public, participant = sight(curtain, Viewer.PUBLIC), sight(curtain, Viewer.PARTICIPANT)
    assert participant.enters >= public.enters
    assert participant.names >= public.names
    assert participant.round(number) >= public.round(number)


def test_frozen_rounds_are_the_last_ones():
    seen = sight(Curtain(frozen=2, rounds=8), Viewer.PUBLIC)
    assert [seen.round(number) for number in (5, 6, 7, 8)] == [True, True, False, False]


def test_a_hidden_event_shows_no_round_and_no_row():
    seen = sight(Curtain(shown=Shown.NONE, rounds=8), Viewer.PUBLIC)
    assert not any(seen.round(number) for number in range(1, 9))
    assert visible("abc", [1, 2, 3], seen) == ()


def test_only_those_with_a_link_enter_an_event_for_participants():
    curtain = Curtain(audience=Audience.PARTICIPANTS)
    assert [sight(curtain, viewer).enters for viewer in Viewer] == [False, True, True]


def test_the_top_is_cut_by_rank_so_that_a_shared_last_place_is_whole():
    seen = sight(Curtain(shown=Shown.TOP, top=2), Viewer.PUBLIC)
    assert visible("abcd", [1, 2, 2, 4], seen) == ("a", "b", "c")


def test_a_ceremony_reveals_from_below_and_leaves_the_unranked_out():
    seen = sight(Curtain(ceremony=Ceremony.RUNNING, revealed=2), Viewer.PUBLIC)
    assert visible("abcs", [1, 2, 3, None], seen) == ("b", "c")


def test_those_who_share_a_place_are_revealed_together():
    seen = sight(Curtain(ceremony=Ceremony.RUNNING, revealed=2), Viewer.PUBLIC)
    assert visible("abcd", [1, 2, 2, 4], seen) == ("d",)


def test_the_games_of_frozen_rounds_stay_unseen_during_the_ceremony_and_open_after_it():
    during = sight(Curtain(frozen=1, rounds=8, ceremony=Ceremony.RUNNING), Viewer.PUBLIC)
    after = sight(Curtain(frozen=1, rounds=8, shown=Shown.NONE, ceremony=Ceremony.OVER), Viewer.PUBLIC)
    assert not during.round(8)
    assert after.round(8)
    assert after.key == ""


def test_a_top_stays_the_top_of_everything_but_the_ranking_that_the_ceremony_reads():
    seen = sight(Curtain(shown=Shown.TOP, top=1, ceremony=Ceremony.RUNNING, revealed=1), Viewer.PUBLIC)
    assert visible("abc", [1, 2, 3], seen) == ("c",)
    assert visible("abc", [1, 2, 3], seen._replace(from_below=None)) == ("a",)
