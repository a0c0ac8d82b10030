"""Agreement and disputes, ending a game early and letting it go on."""

import uuid

import pytest

from tests.factories import TESTER, deal, play_out, self_draw, sign
from tournament.models import Said
from tournament.permissions import NOBODY
from tournament.selectors.games import game_view
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game, reopen_game

pytestmark = pytest.mark.django_db


def end(table, *, reason="time is up", **extra):
    return end_game(
        table_id=table.pk,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
    )


def reopen(table, *, reason="ended by mistake", **extra):
    return reopen_game(
        table_id=table.pk,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
    )


def words(table):
    return [person.signed for person in game_view(table).people]


def test_each_of_the_four_agrees_for_themselves(table, phone):
    deal(table, 1)
    for seat in range(4):
        sign(table, seat, actor=phone)
    assert game_view(table).agreed


def test_an_agreement_speaks_of_what_was_there_and_not_of_what_comes_after(table):
    deal(table, 1)
    sign(table, 0)
    assert words(table) == ["agree", "", "", ""]
    deal(table, 2)
    assert words(table) == ["", "", "", ""]


def test_a_dispute_stands_until_the_player_agrees(table):
    deal(table, 1)
    sign(table, 1, agree=False, reason="a fan total is wrong")
    deal(table, 2)
    assert words(table) == ["", "dispute", "", ""]
    sign(table, 1)
    assert words(table) == ["", "agree", "", ""]


def test_signing_what_changed_meanwhile_is_refused(table, assert_refused):
    deal(table, 1)
    seen = game_view(table).last_fact
    deal(table, 2)
    assert_refused("stale_sign_off", sign, table, up_to=seen)


def test_there_is_nothing_to_sign_before_the_first_entry(table, assert_refused):
    assert_refused("nothing_to_sign", sign, table, up_to=0)


def test_a_dispute_says_why(table, assert_refused):
    deal(table, 1)
    assert_refused("reason_missing", sign, table, agree=False, reason=" ")


def test_a_fifth_player_signs_nothing(table, assert_refused):
    deal(table, 1)
    assert_refused("no_such_seat", sign, table, 4)


def test_a_stranger_signs_nothing(table, assert_refused):
    deal(table, 1)
    assert_refused("no_right", sign, table, actor=NOBODY)


def test_after_the_round_closed_nobody_signs(table, assert_refused):
    play_out(table)
    close_round(table.round, actor=TESTER)
    assert_refused("round_not_running", sign, table)


def test_the_same_word_pressed_twice_is_one(table):
    key = uuid.uuid4()
    deal(table, 1)
    assert sign(table, client_key=key).pk == sign(table, client_key=key).pk


def test_a_game_ends_early_with_a_reason_and_its_scores_stand(table):
    deal(table, 1, self_draw(0))
    assert end(table).said == Said.CLOSE
    view = game_view(table)
    assert (view.ended, view.is_over, view.played) == (True, True, 1)
    assert view.score.totals == (48, -16, -16, -16)


def test_ending_needs_something_recorded_a_reason_and_a_game_that_is_not_full(table, assert_refused):
    assert_refused("nothing_to_sign", end, table)
    deal(table, 1)
    assert_refused("reason_missing", end, table, reason="")
    for number in range(2, 17):
        deal(table, number)
    assert_refused("game_not_short", end, table)


def test_a_game_ends_once(table, assert_refused):
    key = uuid.uuid4()
    deal(table, 1)
    first = end(table, client_key=key)
    assert end(table, client_key=key).pk == first.pk
    assert_refused("table_closed", end, table)


def test_a_referee_lets_an_ended_game_go_on_and_a_pass_does_not(table, phone, assert_refused):
    deal(table, 1)
    assert_refused("game_not_closed", reopen, table)
    end(table)
    assert_refused("no_right", reopen, table, actor=phone)
    assert_refused("reason_missing", reopen, table, reason="")
    reopen(table)
    assert deal(table, 2).number == 2
