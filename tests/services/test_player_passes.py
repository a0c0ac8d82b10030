"""A player's own phone: found by its secret, speaks for its player alone, withdrawn for good."""

import uuid

import pytest

from scoring.errors import ScoringError
from scoring.payments import Treatment
from tests.factories import TESTER, a_running_table, a_tournament, deal, play_out, self_draw, sign
from tournament.models import Entry, PlayerPass, Table
from tournament.permissions import NOBODY, Action, Actor, may
from tournament.selectors.archive import archive_of, archive_text, seal
from tournament.selectors.games import game_view
from tournament.selectors.passes import table_of_player
from tournament.selectors.verification import differences
from tournament.services.access import open_passes
from tournament.services.archive import read_archive, restore_tournament
from tournament.services.penalties import give_penalty
from tournament.services.player_passes import (
    hand_out_at_table,
    open_player_passes,
    replace_player_pass,
    resolve_player_pass,
    withdraw_player_pass,
)
from tournament.services.rounds import close_round, start_round
from tournament.services.sign_offs import close_game, end_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table(players=8, rounds=2)


@pytest.fixture
def own(table):
    """The phone of whoever starts South."""
    player = table.seats.get(seat=1).player
    return Actor.of_player(replace_player_pass(player, actor=TESTER), table.pk)


def assert_refused(code, call, *args, **kwargs):
    before = Entry.objects.count()
    with pytest.raises(ScoringError) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code
    assert Entry.objects.count() == before


def test_a_player_agrees_and_disputes_for_themselves(table, own):
    deal(table, 1)
    assert sign(table, 1, actor=own).actor.startswith("player ")
    sign(table, 1, actor=own, agree=False, reason="a fan total is wrong")
    assert [person.signed for person in game_view(table).people] == ["", "dispute", "", ""]


def test_a_player_never_speaks_for_another(table, own):
    deal(table, 1)
    for seat in (0, 2, 3):
        assert_refused("not_your_word", sign, table, seat, actor=own)
        assert_refused("not_your_word", sign, table, seat, actor=own, agree=False, reason="mine is better")


def test_a_player_records_nothing(table, own):
    assert_refused("no_right", deal, table, 1, self_draw(1), actor=own)
    deal(table, 1)
    penalty = {"seat": 0, "treatment": Treatment.DEDUCTION, "amount": 10, "reason": "late", "deal": 1}
    assert_refused("no_right", give_penalty, table_id=table.pk, client_key=uuid.uuid4(), actor=own, **penalty)
    assert_refused("no_right", end_game, table_id=table.pk, reason="x", client_key=uuid.uuid4(), actor=own)
    assert_refused("no_right", hand_out_at_table, table_id=table.pk, seat=0, actor=own)
    play_out_rest(table)
    assert_refused("no_right", close_game, table_id=table.pk, client_key=uuid.uuid4(), actor=own)


def play_out_rest(table):
    for number in range(2, 17):
        deal(table, number)


def test_a_player_says_nothing_at_another_table(table, own):
    other = Table.objects.get(round=table.round, number=2)
    deal(other, 1)
    assert_refused("no_right", sign, other, 1, actor=own)
    everywhere = Actor.of_player(PlayerPass.objects.get(), other.pk)
    assert_refused("not_your_word", sign, other, 1, actor=everywhere)


def test_a_players_pass_may_agree_and_nothing_else(table, own):
    cup = table.round.tournament
    assert [action for action in Action if may(own, action, cup, table_id=table.pk)] == [Action.AGREE]
    assert not may(own, Action.AGREE, cup)


def test_the_link_opens_the_table_of_the_running_round_and_then_the_next(table):
    player = table.seats.get(seat=0).player
    fresh = replace_player_pass(player, actor=TESTER)
    assert resolve_player_pass(fresh.secret).player == player
    assert fresh.secret not in PlayerPass.objects.values_list("nonce", "secret_hash").get()
    assert table_of_player(player) == table
    for each in table.round.tables.all():
        play_out(each)
    close_round(table.round, actor=TESTER)
    second = table.round.tournament.rounds.get(number=2)
    assert table_of_player(player).round == second
    start_round(second, actor=TESTER)
    assert table_of_player(player).seats.filter(player=player).exists()


def test_a_second_link_withdraws_the_first_and_a_withdrawn_one_stays_so(table):
    player = table.seats.get(seat=0).player
    first = replace_player_pass(player, actor=TESTER)
    second = replace_player_pass(player, actor=TESTER)
    assert_refused("own_pass_revoked", resolve_player_pass, first.secret)
    assert resolve_player_pass(second.secret).pk == second.pk
    withdraw_player_pass(player, actor=TESTER)
    assert_refused("own_pass_revoked", resolve_player_pass, second.secret)


def test_a_tables_phone_hands_out_to_its_four_and_shows_again_only_what_it_gave(table):
    phone = Actor.of_pass(next(p for p in open_passes(table.round, actor=TESTER) if p.table == table))
    given = hand_out_at_table(table_id=table.pk, seat=2, actor=phone)
    assert given.player == table.seats.get(seat=2).player
    assert hand_out_at_table(table_id=table.pk, seat=2, actor=phone).pk == given.pk
    by_desk = replace_player_pass(given.player, actor=TESTER)
    assert hand_out_at_table(table_id=table.pk, seat=2, actor=phone).pk not in (given.pk, by_desk.pk)
    assert_refused("own_pass_revoked", resolve_player_pass, by_desk.secret)
    other = Table.objects.get(round=table.round, number=2)
    assert_refused("no_right", hand_out_at_table, table_id=other.pk, seat=0, actor=phone)


def test_links_for_everybody_are_opened_once_and_by_the_desk(table):
    cup = table.round.tournament
    assert len(open_player_passes(cup, actor=TESTER)) == 8
    before = set(PlayerPass.objects.values_list("pk", flat=True))
    open_player_passes(cup, actor=TESTER)
    assert set(PlayerPass.objects.values_list("pk", flat=True)) == before
    assert_refused("no_right", open_player_passes, cup, actor=NOBODY)
    assert_refused("no_right", withdraw_player_pass, table.seats.first().player, actor=NOBODY)


def test_an_unknown_secret_opens_nothing(table):
    for secret in ("", "x" * 22):
        assert_refused("no_such_pass", resolve_player_pass, secret)


def test_where_the_event_asks_for_it_a_game_is_closed_after_all_four_agreed():
    table = a_running_table(agreement="end")

    def close():
        return close_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER)

    assert_refused("game_not_full", close)
    play_out(table)
    assert_refused("agreement_missing", close)
    assert_refused("round_blocked", close_round, table.round, actor=TESTER)
    for seat in range(4):
        sign(table, seat)
    assert close().reason == ""
    assert_refused("table_closed", close)
    assert differences(table.round.tournament) == ()
    assert close_round(table.round, actor=TESTER).is_closed


def test_without_that_a_played_game_is_closed_by_the_referee_alone():
    table = a_running_table()
    play_out(table)
    close_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER)
    assert game_view(table).ended


def test_the_setting_travels_with_the_event_and_an_older_archive_has_none():
    cup = a_tournament(agreement="wind_rounds")
    document = archive_of(cup)
    assert restore_tournament(document, slug="copy").agreement == "wind_rounds"
    older = {**document, "tournament": {k: v for k, v in document["tournament"].items() if k != "agreement"}}
    older["sha256"] = seal(older)
    assert restore_tournament(read_archive(archive_text(older)), slug="older").agreement == "none"


def test_passes_are_not_in_an_archive(table):
    opened = replace_player_pass(table.seats.get(seat=0).player, actor=TESTER)
    text = archive_text(archive_of(table.round.tournament))
    assert opened.secret not in text
    assert opened.nonce not in text
    assert opened.secret_hash not in text
