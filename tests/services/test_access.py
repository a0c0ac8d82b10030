"""Table passes: one a table, found by their secret, withdrawn for good."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model

from scoring.errors import ScoringError
from tests.factories import TESTER, a_running_table
from tournament.models import Role, Table, TablePass
from tournament.permissions import NOBODY, Action, Actor, may
from tournament.services.access import give_role, open_passes, replace_pass, resolve_pass

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table(players=8)


def assert_refused(code, call, *args, **kwargs):
    with pytest.raises(ScoringError) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code


def test_every_table_of_a_round_gets_one_pass_and_asking_again_makes_no_more(table):
    first = open_passes(table.round, actor=TESTER)
    again = open_passes(table.round, actor=TESTER)
    assert {p.table_id for p in first} == set(Table.objects.values_list("pk", flat=True))
    assert {p.pk for p in first} == {p.pk for p in again}


def test_a_secret_opens_its_table_and_is_not_stored(table):
    table_pass = open_passes(table.round, actor=TESTER)[0]
    assert resolve_pass(table_pass.secret).table_id == table_pass.table_id
    stored = TablePass.objects.values_list("nonce", "secret_hash").get(pk=table_pass.pk)
    assert table_pass.secret not in stored
    assert len(table_pass.secret) == 22


@pytest.mark.parametrize("secret", ["", "x" * 22, "0" * 64])
def test_an_unknown_secret_opens_nothing(table, secret):
    open_passes(table.round, actor=TESTER)
    assert_refused("no_such_pass", resolve_pass, secret)


def test_a_replaced_pass_is_withdrawn_and_the_new_one_opens(table):
    old = next(p for p in open_passes(table.round, actor=TESTER) if p.table_id == table.pk)
    fresh = replace_pass(table, actor=TESTER)
    assert_refused("pass_revoked", resolve_pass, old.secret)
    assert resolve_pass(fresh.secret).table_id == table.pk


def test_a_phone_that_is_seen_leaves_a_time_and_not_at_every_look(table):
    table_pass = open_passes(table.round, actor=TESTER)[0]
    first = resolve_pass(table_pass.secret).last_seen_at
    assert first is not None
    assert resolve_pass(table_pass.secret).last_seen_at == first
    TablePass.objects.filter(pk=table_pass.pk).update(last_seen_at=first - timedelta(minutes=2))
    assert resolve_pass(table_pass.secret).last_seen_at >= first


def test_strangers_open_and_replace_no_passes(table):
    assert_refused("no_right", open_passes, table.round, actor=NOBODY)
    assert_refused("no_right", replace_pass, table, actor=NOBODY)


def test_a_pass_records_at_its_own_table_and_may_nothing_else(table):
    table_pass = next(p for p in open_passes(table.round, actor=TESTER) if p.table_id == table.pk)
    actor, cup = Actor.of_pass(table_pass), table.round.tournament
    other = Table.objects.get(round=table.round, number=2)
    assert may(actor, Action.RECORD, cup, table_id=table.pk)
    assert not may(actor, Action.RECORD, cup, table_id=other.pk)
    assert not may(actor, Action.RECORD, cup)
    rest = set(Action) - {Action.RECORD, Action.AGREE}
    assert not any(may(actor, action, cup, table_id=table.pk) for action in rest)


def test_a_role_is_given_once_and_changed_by_giving_another(table):
    cup = table.round.tournament
    user = get_user_model().objects.create_user("bo")
    give_role(cup, user=user, name=Role.Name.REFEREE, actor=TESTER)
    assert may(Actor.of_user(user), Action.CORRECT_CLOSED, cup)
    assert not may(Actor.of_user(user), Action.SETTINGS, cup)
    give_role(cup, user=user, name=Role.Name.ORGANIZER, actor=TESTER)
    assert may(Actor.of_user(user), Action.SETTINGS, cup)
    assert Role.objects.filter(user=user).count() == 1


def test_a_referee_gives_no_roles(table):
    cup = table.round.tournament
    user = get_user_model().objects.create_user("bo")
    give_role(cup, user=user, name=Role.Name.REFEREE, actor=TESTER)
    assert_refused("no_right", give_role, cup, user=user, name=Role.Name.OWNER, actor=Actor.of_user(user))
