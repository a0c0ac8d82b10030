"""Tournaments and their settings: open while planned, frozen once results depend on them."""

import datetime

import pytest
from django.contrib.auth.models import User

from scoring.errors import ScoringError
from tests.factories import TESTER, a_running_table, a_tournament, seated
from tournament.errors import Refused
from tournament.models import AuditEntry, Role
from tournament.permissions import NOBODY, Actor
from tournament.services.access import create_account, give_role, take_role
from tournament.services.rounds import start_round
from tournament.services.tournaments import change_settings, create_tournament

pytestmark = pytest.mark.django_db
DAYS = {"starts_on": datetime.date(2026, 8, 14), "ends_on": datetime.date(2026, 8, 16)}


def assert_refused(code, call, *args, **kwargs):
    with pytest.raises(ScoringError) as error:
        call(*args, **kwargs)
    assert error.value.code == code


def test_a_new_tournament_has_its_rounds_and_its_owner():
    ida = User.objects.create_user("ida")

    cup = create_tournament(
        slug="open", name="Open", number_of_rounds=5, minutes=100, owner=ida, actor=TESTER, **DAYS
    )

    assert [(r.number, r.minutes, r.state) for r in cup.rounds.all()] == [
        (n, 100, "planned") for n in range(1, 6)
    ]
    assert Role.objects.get().name == "owner"


@pytest.mark.parametrize("slug", ["Open", "ø", "two words", "-open", "", "a" * 61])
def test_an_address_that_links_could_not_carry_is_refused(slug):
    assert_refused("bad_slug", create_tournament, slug=slug, name="Open", actor=TESTER, **DAYS)


@pytest.mark.parametrize("slug", ["cup", "new", "password"])
def test_an_address_that_is_taken_is_refused(slug):
    a_tournament(slug="cup")

    assert_refused("slug_taken", create_tournament, slug=slug, name="Open", actor=TESTER, **DAYS)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"table_points": ["4", "2", "1"]}, "bad_table_points"),
        ({"table_points": ["1", "2", "4", "0"]}, "bad_table_points"),
        ({"table_points": ["4", "2", "1", "x"]}, "bad_table_points"),
        ({"tiebreaks": ["tp", "beauty"]}, "unknown_tiebreak"),
        ({"tiebreaks": []}, "unknown_tiebreak"),
        ({"seat_change": "dance"}, "unknown_option"),
        ({"false_win": "applause"}, "unknown_option"),
        ({"time_zone": "Europe/Atlantis"}, "unknown_time_zone"),
        ({"starts_on": datetime.date(2026, 8, 20)}, "days_out_of_order"),
        ({"number_of_rounds": 0}, "too_few_rounds"),
    ],
)
def test_settings_that_no_table_could_play_by_are_refused(settings, code):
    cup = a_tournament()

    assert_refused(code, change_settings, cup, actor=TESTER, **settings)

    before = type(cup).objects.get()
    assert all(getattr(before, name) != value for name, value in settings.items())


def test_rounds_follow_the_number_that_is_set():
    cup = a_tournament(rounds=4)
    change_settings(cup, number_of_rounds=6, actor=TESTER)
    assert cup.rounds.count() == 6
    change_settings(cup, number_of_rounds=3, actor=TESTER)
    assert [r.number for r in cup.rounds.all()] == [1, 2, 3]


def test_a_round_with_a_published_seating_is_not_cut_off():
    cup = seated(a_tournament(rounds=3), players=16)

    assert_refused("play_has_started", change_settings, cup, number_of_rounds=2, actor=TESTER)


@pytest.mark.parametrize(
    "settings",
    [
        {"profile": "CN1998"},
        {"table_points": ["4", "3", "2", "1"]},
        {"tiebreaks": ["tp"]},
        {"false_win": "mil2025"},
        {"seat_change": "none"},
        {"number_of_rounds": 5},
    ],
)
def test_what_results_depend_on_is_frozen_once_play_has_started(settings):
    cup = a_running_table().round.tournament

    assert_refused("play_has_started", change_settings, cup, actor=TESTER, **settings)


def test_what_results_do_not_depend_on_stays_open():
    cup = a_running_table().round.tournament

    change_settings(cup, name="Harbour Cup 2026", place="Aarhus", minutes=90, actor=TESTER)

    cup.refresh_from_db()
    assert (cup.name, cup.place, cup.minutes) == ("Harbour Cup 2026", "Aarhus", 90)
    assert AuditEntry.objects.filter(action="tournament.changed").get().params == {
        "fields": ["minutes", "name", "place"]
    }


def test_a_stranger_changes_nothing():
    assert_refused("no_right", change_settings, a_tournament(), name="Mine", actor=NOBODY)


def test_a_tournament_keeps_an_owner():
    ida, bo = User.objects.create_user("ida"), User.objects.create_user("bo")
    cup = create_tournament(slug="open", name="Open", owner=ida, actor=TESTER, **DAYS)

    assert_refused("owner_stays", take_role, cup, user=ida, actor=TESTER)
    assert_refused("owner_stays", give_role, cup, user=ida, name="referee", actor=TESTER)

    give_role(cup, user=bo, name="owner", actor=TESTER)
    take_role(cup, user=ida, actor=TESTER)
    assert [role.user for role in cup.roles.all()] == [bo]


def test_an_organizer_makes_referees_but_no_owners_and_no_accounts():
    ida, bo, cy = (User.objects.create_user(name) for name in ("ida", "bo", "cy"))
    cup = create_tournament(slug="open", name="Open", owner=ida, actor=TESTER, **DAYS)
    give_role(cup, user=bo, name="organizer", actor=TESTER)
    organizer = Actor.of_user(bo)

    give_role(cup, user=cy, name="referee", actor=organizer)
    assert_refused("no_right", give_role, cup, user=bo, name="owner", actor=organizer)
    assert_refused("no_right", give_role, cup, user=ida, name="referee", actor=organizer)
    assert_refused("no_right", create_account, cup, username="dan", role="referee", actor=organizer)


def test_an_account_is_made_with_a_password_that_works_and_is_not_kept():
    cup = a_tournament()

    user, password = create_account(cup, username="dan", role="referee", actor=TESTER)

    assert user.check_password(password)
    assert len(password) >= 16
    assert password not in str(list(AuditEntry.objects.values_list("params", flat=True)))
    assert_refused("user_exists", create_account, cup, username="DAN", role="referee", actor=TESTER)
    assert_refused("bad_user_name", create_account, cup, username="two words", role="referee", actor=TESTER)


def test_a_refused_account_leaves_nothing_behind():
    cup = a_tournament()

    with pytest.raises(Refused):
        create_account(cup, username="dan", role="emperor", actor=TESTER)

    assert not User.objects.filter(username="dan").exists()


def test_another_time_is_the_time_of_every_round_that_has_not_started():
    cup = seated(a_tournament(rounds=2, minutes=120), players=8)
    start_round(cup.rounds.get(number=1), actor=TESTER)

    change_settings(cup, actor=TESTER, minutes=90)

    assert list(cup.rounds.values_list("minutes", flat=True)) == [120, 90]
