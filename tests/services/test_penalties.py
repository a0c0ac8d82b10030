"""False wins and penalties: what they cost under each preset, and every refusal."""

import uuid

import pytest

from scoring.payments import FalseWin, Treatment
from tests.factories import TESTER, a_running_table, deal, play_out, self_draw
from tournament.models import Player, Said
from tournament.permissions import NOBODY
from tournament.selectors.games import game_view
from tournament.services.penalties import cancel_penalty, fine_player, give_penalty, record_false_win
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db


def false_win(table, seat=0, **extra):
    return record_false_win(
        table_id=table.pk,
        seat=seat,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def penalty(table, seat=0, *, amount=10, treatment=Treatment.DEDUCTION, reason="too slow", **extra):
    return give_penalty(
        table_id=table.pk,
        seat=seat,
        amount=amount,
        treatment=treatment,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def cancel(entry, *, reason="wrong player", **extra):
    return cancel_penalty(
        entry_id=entry.pk,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
    )


def fine(table, player, **extra):
    return fine_player(
        table.round.tournament,
        player=player,
        reason=extra.pop("reason", "late"),
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


# False wins: the amounts are the dossier's table 4.3
@pytest.mark.parametrize(
    ("preset", "case", "deltas"),
    [
        ("cn1998", FalseWin.BELOW_MINIMUM, (-30, 10, 10, 10)),
        ("cn1998", FalseWin.WRONG_TILE, (-30, 10, 10, 10)),
        ("cn1998", FalseWin.NOT_READY, (-60, 20, 20, 20)),
        ("mil2025", FalseWin.BELOW_MINIMUM, (-40, 0, 0, 0)),
        ("mil2025", FalseWin.NOT_READY, (-80, 0, 0, 0)),
        ("natsuki", FalseWin.WRONG_TILE, (-60, 20, 20, 20)),
        ("club_none", FalseWin.NOT_READY, (0, 0, 0, 0)),
    ],
)
def test_a_false_win_costs_what_the_preset_says(preset, case, deltas):
    table = a_running_table(false_win=preset)
    entry = false_win(table, case=case)
    assert entry.deltas == deltas
    assert entry.dead_hand


def test_a_false_win_leaves_the_deal_open_and_counts_at_once(table):
    false_win(table, seat=1)
    view = game_view(table)
    assert view.next_deal == 1
    assert view.score.totals == (10, -30, 10, 10)
    assert [person.dead_hand for person in view.people] == [False, True, False, False]


def test_the_same_false_win_pressed_twice_is_one(table):
    key = uuid.uuid4()
    assert false_win(table, client_key=key).pk == false_win(table, client_key=key).pk


def test_a_second_false_win_of_the_same_player_in_one_deal_is_refused(table, assert_refused):
    false_win(table, seat=1)
    assert_refused("already_dead_hand", false_win, table, seat=1)
    assert false_win(table, seat=2).number == 2


def test_a_false_win_in_a_deal_that_is_over_is_refused(table, assert_refused):
    deal(table, 1)
    assert_refused("deal_number_taken", false_win, table, number=1)


def test_a_false_win_after_the_last_deal_is_refused(table, assert_refused):
    play_out(table)
    assert_refused("game_is_full", false_win, table)


def test_nobody_sits_in_a_fifth_seat(table, assert_refused):
    assert_refused("no_such_seat", false_win, table, seat=4)
    assert_refused("no_such_seat", penalty, table, seat=4)


def test_strangers_give_no_penalties(table, assert_refused):
    assert_refused("no_right", false_win, table, actor=NOBODY)
    assert_refused("no_right", penalty, table, actor=NOBODY)


# Penalties
def test_a_deduction_takes_from_the_offender_alone(table):
    assert penalty(table, seat=3, amount=20).deltas == (0, 0, 0, -20)
    assert game_view(table).score.totals == (0, 0, 0, -20)


def test_a_transfer_gives_the_amount_to_each_of_the_others(table):
    assert penalty(table, seat=3, amount=5, treatment=Treatment.TRANSFER).deltas == (5, 5, 5, -15)


def test_a_dead_hand_alone_is_a_penalty_without_points(table, assert_refused):
    penalty(table, seat=2, amount=0, dead_hand=True)
    assert_refused("offender_may_not_win", deal, table, 1, self_draw(2))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"amount": 0}, "amount_missing"),
        ({"amount": -5}, "amount_negative"),
        ({"amount": 1001}, "amount_too_high"),
        ({"reason": "  "}, "reason_missing"),
        ({"deal": 17}, "no_such_deal"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(table, changes, code, assert_refused):
    assert_refused(code, penalty, table, **changes)


def test_the_same_penalty_pressed_twice_is_one_and_another_amount_is_not_the_same(table, assert_refused):
    key = uuid.uuid4()
    assert penalty(table, client_key=key).pk == penalty(table, client_key=key).pk
    assert_refused("key_reused", penalty, table, amount=20, client_key=key)


def test_a_penalty_without_a_deal_falls_in_the_one_in_play(table):
    deal(table, 1)
    assert penalty(table).deal == 2


def test_a_closed_round_takes_penalties_from_referees_only(table, phone, assert_refused):
    play_out(table)
    close_round(table.round, actor=TESTER)
    assert_refused("round_closed", penalty, table, actor=phone)
    assert penalty(table).deal == 16


# Cancelling
def test_a_cancelled_penalty_stays_readable_and_does_not_count(table):
    given = penalty(table, seat=1, amount=40)
    gone = cancel(given)
    view = game_view(table)
    assert (gone.said, gone.revision) == (Said.VOID, 2)
    assert view.score.totals == (0, 0, 0, 0)
    assert view.penalties[0].entry == given
    assert view.penalties[0].cancelled == gone


def test_a_cancelled_false_win_lets_the_player_win_again(table):
    cancel(false_win(table, seat=1))
    assert deal(table, 1, self_draw(1)).winner == 1


def test_cancelling_needs_a_reason_and_a_penalty_that_stands(table, assert_refused):
    given = penalty(table)
    assert_refused("reason_missing", cancel, given, reason="")
    cancel(given)
    assert_refused("penalty_not_found", cancel, given)


def test_cancelling_twice_with_one_press_cancels_once(table):
    key = uuid.uuid4()
    given = penalty(table)
    assert cancel(given, client_key=key).pk == cancel(given, client_key=key).pk


# Fines outside a game
def test_a_fine_outside_a_game_takes_points_from_the_player(table):
    player = Player.objects.get(number=1)
    entry = fine(table, player, mini_points=20, twelfths=6, round_number=1)
    assert (entry.table, entry.mini_points, entry.twelfths) == (None, -20, -6)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, "amount_missing"),
        ({"mini_points": -1}, "amount_negative"),
        ({"mini_points": 1001}, "amount_too_high"),
        ({"twelfths": 12_001}, "amount_too_high"),
        ({"mini_points": 10, "reason": " "}, "reason_missing"),
    ],
)
def test_a_fine_that_cannot_be_is_refused(table, changes, code, assert_refused):
    assert_refused(code, fine, table, Player.objects.get(number=1), **changes)


def test_a_table_pass_fines_nobody_outside_its_game(table, phone, assert_refused):
    assert_refused("no_right", fine, table, Player.objects.get(number=1), mini_points=10, actor=phone)
