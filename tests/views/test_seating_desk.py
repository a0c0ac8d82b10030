"""The desk's page of seatings without a script: taps are links, changes are forms, refusals are sentences."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import TESTER, a_tournament, with_players
from tests.views.reading import text
from tournament.models import SeatingMaking, SeatingPlan, Table
from tournament.services.seating import problem_of, publish_seating, store_draft
from tournament.services.seating_making import SILENCE
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db

DESK = "/desk/cup/seating"
CHART = (
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),
    ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
)
"""The rows of a square, then its columns: nobody meets twice."""


@pytest.fixture
def cup():
    return with_players(a_tournament(rounds=2), 16)


@pytest.fixture
def draft(cup):
    return store_draft(cup, chart=CHART, problem=problem_of(cup), seed="rows", actor=TESTER)


def press(owner, wish, **said):
    return owner.post(DESK, {"do": wish, **said}, follow=True)


def test_a_tap_on_one_player_shows_who_may_take_the_place(owner, draft):
    page = owner.get(DESK, {"plan": 1, "round": 2, "hold": 1})

    body = page.content.decode()
    assert "Moving Player 1 from table 1. Swap with whom?" in text(page)
    assert 'class="seating__seat is-held"' in body
    # 2, 3, 4 sat with 1 in round 1 and have met nobody of 5, 9, 13: they can change; the nine others cannot
    assert body.count('class="seating__seat is-impossible"') == 9
    # no round has been played: the tips speak of what the seating says
    assert re.search(r"Player \d+ and Player \d+ meet in round 1, table \d\.", body)
    assert " met Player" not in body


def test_the_second_tap_shows_the_judge_before_and_after_and_changes_nothing(owner, draft):
    page = owner.get(DESK, {"plan": 1, "round": 2, "hold": 1, "with": 6})

    said = text(page)
    assert "before and after the swap" in said
    assert "Player 1, Player 2 meet again in round 2, table 2." in said
    assert re.search(r"Met before pairs that meet again 0 2", said)
    assert SeatingPlan.objects.count() == 1


def test_swapping_undoing_and_rebalancing_are_plain_forms(owner, draft):
    sha = draft.certificate["sha256"]
    swapped = press(owner, "swap", plan=1, round=2, hold=1, **{"with": 2}, seen=sha)
    assert "Swapped. This is draft 2." in text(swapped)
    assert "Round 2: Player 1, Player 2 changed seats." in text(swapped)

    seen = SeatingPlan.objects.get(number=2).certificate["sha256"]
    balanced = press(owner, "rebalance", plan=2, round=2, seen=seen)
    assert "Winds are dealt anew: most less fewest is now 1." in text(balanced)

    undone = press(owner, "undo", plan=3, round=2)
    assert "The last change is undone." in text(undone)
    assert SeatingPlan.objects.count() == 2


def test_a_refused_swap_says_why_on_the_page_it_was_pressed_on(owner, draft):
    page = press(owner, "swap", plan=1, round=2, hold=1, **{"with": 2}, seen="older")
    assert page.status_code == 409
    assert "This seating was changed meanwhile." in text(page)


def test_any_table_says_why_it_is_as_it_is(owner, draft):
    said = text(owner.get(DESK, {"plan": 1, "round": 2, "why": 1}))
    assert "Why table 1?" in said
    assert "None of the four meets another of them in any other round." in said
    assert "Meets 3 people in earlier rounds, who therefore do not sit here." in said
    assert "Starting winds before this round: East 1, South 0, West 0, North 0." in said


def test_the_judge_speaks_of_every_player(owner, cup):
    twice = (CHART[0], CHART[0])
    store_draft(cup, chart=twice, problem=problem_of(cup), actor=TESTER)
    said = text(owner.get(DESK, {"show": "players"}))
    assert "Meets again" in said
    assert "Player 2 rounds 1, 2" in said


def test_locks_are_set_and_kept_by_a_new_making(owner, draft):
    press(owner, "lock", plan=1, round=1, lock=1)
    draft.refresh_from_db()
    assert draft.locks == {"rounds": [1]}

    page = press(owner, "remake", plan=1, seed="other")

    made = SeatingPlan.objects.get(number=2)
    assert made.chart[0] == [list(seats) for seats in CHART[0]]
    assert "Made anew around what was locked, from the seed “other”." in text(page)


def test_a_seating_is_published_for_a_time_and_the_public_waits_for_it(owner, client, draft):
    later = timezone.localtime(timezone.now() + timedelta(days=1), draft.tournament.zone)
    page = press(owner, "publish", plan=1, when="later", at=later.strftime("%Y-%m-%dT%H:%M"))

    told = later.strftime("%Y-%m-%d %H:%M")
    assert f"Everybody sees it from {told} on." in text(page)
    public = text(client.get("/t/cup/seating"))
    assert f"The seating is shown from {told} on." in public
    assert "Player 7" not in public
    assert client.get("/t/cup/tables/1/1").status_code == 404
    assert client.get("/api/v1/tournaments/cup/seating/").json() == []


def test_without_a_time_nothing_is_published(owner, draft):
    page = press(owner, "publish", plan=1, when="later", at="tomorrow")
    assert page.status_code == 422
    assert "Choose the day and the time." in text(page)
    assert not Table.objects.exists()


def test_a_withdrawn_seating_is_gone_and_the_public_reads_why(owner, client, draft):
    publish_seating(draft, actor=TESTER)
    page = press(owner, "withdraw", plan=1, reason="A name was missing")
    assert "The published seating was withdrawn: A name was missing" in text(page)
    assert "The seating was withdrawn: A name was missing" in text(client.get("/t/cup/seating"))


def test_a_withdrawal_without_a_reason_comes_back_to_the_field_that_lacks_it(owner, draft):
    press(owner, "publish", plan=1)
    page = press(owner, "withdraw", plan=1).content.decode()
    (field,) = re.findall(r'<input[^>]*id="reason"[^>]*>', page)
    for said in ('aria-invalid="true"', 'aria-describedby="reason_error"', "autofocus"):
        assert said in field
    beside = re.search(r'id="reason_error".*?</p>', page, re.S).group()
    assert "Say in a few words why." in beside
    assert "autofocus" not in owner.get("/desk/cup/seating").content.decode()


def test_a_withdrawal_is_told_on_the_front_page_until_another_seating_is_published(owner, client, cup, draft):
    publish_seating(draft, actor=TESTER)
    assert "everybody can see where to sit" in text(client.get("/t/cup/"))

    press(owner, "withdraw", plan=1, reason="A name was missing")
    front = client.get("/t/cup/")
    assert "The seating was withdrawn: A name was missing" in text(front)
    assert 'class="button" href="/t/cup/seating"' in front.content.decode()

    other = store_draft(cup, chart=CHART[::-1], problem=problem_of(cup), actor=TESTER)
    publish_seating(other, actor=TESTER)
    assert "A name was missing" not in text(client.get("/t/cup/"))


def test_the_address_of_the_certificate_says_that_no_seating_is_published(owner, client, draft):
    page = client.get("/t/cup/seating/certificate")
    assert page.status_code == 404
    assert "No seating is published, so there is no certificate." in text(page)
    assert 'href="/t/cup/seating"' in page.content.decode()

    publish_seating(draft, actor=TESTER)
    assert client.get("/t/cup/seating/certificate").status_code == 200
    press(owner, "withdraw", plan=1, reason="A name was missing")
    for address in ("certificate", "certificate?plan=1", "certificate?verify=1"):
        page = client.get(f"/t/cup/seating/{address}")
        assert page.status_code == 404
        assert "The seating was withdrawn: A name was missing" in text(page)


def test_a_public_draw_stands_beside_the_seating_that_came_of_it(owner, client, cup):
    press(owner, "draft", how="draw", draw="Lottery 7 11 42", seed="not this")
    plan = SeatingPlan.objects.get()
    assert plan.seed.startswith("draw ")
    press(owner, "publish", plan=1, when="now")
    assert "Lottery 7 11 42" in text(client.get("/t/cup/seating"))


@pytest.mark.parametrize(
    ("players", "teams", "said"),
    [
        (7, 0, "7 players cannot fill tables of four."),
        (16, 2, "there are 4 tables, and more people than that in Team 2 (8), Team 1 (8)."),
    ],
)
def test_what_cannot_be_seated_is_said_before_anything_is_made(owner, players, teams, said):
    with_players(a_tournament(), players, teams=teams)
    assert said in text(owner.get(DESK))
    assert said in text(press(owner, "draft", how="seed", seed="a"))
    assert not SeatingPlan.objects.exists()
    assert not SeatingMaking.objects.exists()


def test_an_event_of_no_rounds_cannot_be_made_at_all():
    with pytest.raises(Exception) as caught:
        create_tournament(
            slug="none",
            actor=TESTER,
            name="None",
            starts_on=timezone.now().date(),
            ends_on=timezone.now().date(),
            number_of_rounds=0,
        )
    assert caught.value.code == "too_few_rounds"


def test_a_list_of_pairs_that_cannot_be_kept_apart_is_refused_with_its_reason(owner, cup):
    page = "/desk/cup/seating/rules"
    for one, other in ((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (3, 4), (3, 5)):
        owner.post(page, {"do": "avoid", "one": one, "other": other})
    last = owner.post(page, {"do": "avoid", "one": 4, "other": 5})
    assert last.status_code == 422
    assert "Player 1, Player 2, Player 3, Player 4, Player 5 must all avoid one another" in text(last)
    cup.refresh_from_db()
    assert len(cup.seating_rules["avoid"]) == 9


def test_rules_are_added_and_removed_one_by_one(owner, cup):
    page = "/desk/cup/seating/rules"
    owner.post(page, {"do": "avoid", "one": 9, "other": 2})
    owner.post(page, {"do": "fix", "player": 5, "table": 3})
    owner.post(page, {"do": "closed", "closed": "4, 13"})
    owner.post(page, {"do": "groups", "team": "1", "club": "1"})
    cup.refresh_from_db()
    assert cup.seating_rules == {
        "avoid": [[2, 9]],
        "fixed": [[5, 3]],
        "closed": [4, 13],
        "ignore": ["country"],
    }
    shown = text(owner.get(page))
    assert "Player 2 · Player 9" in shown

    owner.post(page, {"do": "forget", "who": "2-9"})
    owner.post(page, {"do": "forget", "who": "5"})
    refused = owner.post(page, {"do": "closed", "closed": "four"})
    assert "A table number is a whole number from 1 to 999." in text(refused)
    cup.refresh_from_db()
    assert cup.seating_rules == {"closed": [4, 13], "ignore": ["country"]}


@pytest.mark.parametrize(
    ("typed", "closed", "shown"),
    [
        ("1-3, 7", [1, 2, 3, 7], "1-3, 7"),
        ("7 3 – 1", [1, 2, 3, 7], "1-3, 7"),
        ("1～3、7，8", [1, 2, 3, 7, 8], "1-3, 7, 8"),
        ("", None, ""),
    ],
)
def test_closed_tables_are_numbers_and_ranges_and_are_shown_so(owner, cup, typed, closed, shown):
    page = "/desk/cup/seating/rules"
    owner.post(page, {"do": "closed", "closed": typed})
    cup.refresh_from_db()
    assert cup.seating_rules.get("closed") == closed
    body = owner.get(page).content.decode()
    assert f'name="closed" value="{shown}"' in body
    assert "Such as 1-3, 7: single numbers and ranges with commas between them." in body


@pytest.mark.parametrize("typed", ["1-", "-3", "1-2-3", "0-3", "998-1000", "1-x", "²", "1-99999"])
def test_what_is_no_table_or_range_of_tables_is_refused_and_stays_as_it_was_typed(owner, cup, typed):
    refused = owner.post("/desk/cup/seating/rules", {"do": "closed", "closed": typed})
    assert refused.status_code == 422
    assert "A table number is a whole number from 1 to 999." in text(refused)
    assert f'value="{typed}"' in refused.content.decode()
    cup.refresh_from_db()
    assert cup.seating_rules == {}


def test_a_running_making_shows_how_far_it_is_and_a_cancelled_one_nothing(owner, cup):
    now = timezone.now()
    making = SeatingMaking.objects.create(
        tournament=cup, seed="a", actor="ida", stage="people", share=0.4, started_at=now, seen_at=now
    )
    page = owner.get(DESK).content.decode()
    assert 'value="40"' in page
    assert 'hx-get="/desk/cup/seating/making"' in page
    assert "HX-Redirect" not in owner.get(f"{DESK}/making").headers

    cancelled = press(owner, "cancel")
    assert "Nothing of it was kept." in text(cancelled)
    assert owner.get(f"{DESK}/making").headers["HX-Redirect"] == DESK
    making.refresh_from_db()
    assert making.state == "cancelled"


def test_a_making_that_was_stopped_can_be_begun_again(owner, cup):
    ago = timezone.now() - SILENCE - timedelta(seconds=1)
    SeatingMaking.objects.create(tournament=cup, seed="lost", actor="ida", started_at=ago, seen_at=ago)
    assert "The making stopped before it was done." in text(owner.get(DESK))

    press(owner, "again")

    assert SeatingPlan.objects.get().seed == "lost"
    assert owner.get(f"{DESK}/making").headers["HX-Redirect"] == f"{DESK}?plan=1"


def test_a_press_on_a_draft_that_is_gone_is_answered_on_the_page_of_seatings(owner, draft):
    page = press(owner, "lock", plan=7, round=1, lock=1)

    assert page.status_code == 409
    assert "This draft is not there any more: it was undone or discarded." in text(page)
    assert "Draft 1" in text(page)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Auckland"])
@pytest.mark.parametrize("at", ["9999-12-31T23:59", "0001-01-01T00:00"])
def test_the_ends_of_the_calendar_are_no_times_to_publish_at(owner, cup, draft, zone, at):
    cup.time_zone = zone
    cup.save()
    page = press(owner, "publish", plan=1, when="later", at=at)

    assert page.status_code == 422
    assert not Table.objects.exists()


def test_who_publishes_broken_rules_has_to_say_so(owner, cup, draft):
    sha = draft.certificate["sha256"]
    press(owner, "swap", plan=1, round=2, hold=1, **{"with": 6}, seen=sha)
    page = owner.get(DESK, {"plan": 2})
    assert "Publish it although hard rules are broken in 2 places" in text(page)

    refused = press(owner, "publish", plan=2, when="now", instead_of=0)
    assert "The judge finds hard rules broken (2)." in text(refused)
    assert not Table.objects.exists()

    press(owner, "publish", plan=2, when="now", instead_of=0, although="broken")
    assert Table.objects.count() == 8


def test_what_a_draft_comes_from_stands_beside_its_number(owner, cup, draft):
    store_draft(cup, chart=CHART[::-1], problem=problem_of(cup), seed="other", actor=TESTER)
    page = press(owner, "rebalance", plan=1, round=2, seen=draft.certificate["sha256"])
    assert "or by lot" not in text(page)  # the winds of draft 2 can be more even
    other = SeatingPlan.objects.get(number=2)
    page = press(owner, "rebalance", plan=2, round=2, seen=other.certificate["sha256"])

    assert re.search(r"Draft 3 1 change by hand", text(page))
    # both charts of two rounds have no repeat, no team-mates and a spread of 1
    assert "Choose by the other columns, or by lot." in text(page)


def test_a_character_without_a_sign_is_no_text_for_any_form(owner, cup):
    page = owner.post(DESK, {"do": "draft", "seed": "a\x00b"})

    assert page.status_code == 422
    assert not SeatingPlan.objects.exists()


def test_a_public_draw_without_words_makes_nothing(owner, cup):
    page = press(owner, "draft", how="draw", draw=" ", seed="cup 2026 1")

    assert "Type what was drawn" in text(page)
    assert not SeatingPlan.objects.exists()
    assert re.search(r'name="how" value="draw" checked', page.content.decode())


def test_a_time_that_is_refused_does_not_fall_back_to_at_once(owner, draft):
    page = press(owner, "publish", plan=1, when="later", at="", although="broken")

    assert "Choose the day and the time." in text(page)
    body = page.content.decode()
    assert 'name="when" value="later" checked' in body
    assert 'name="when" value="now" checked' not in body


def test_the_page_opens_on_what_is_published_unless_a_draft_was_made_after_it(owner, cup, draft):
    store_draft(cup, chart=CHART[::-1], problem=problem_of(cup), seed="passed over", actor=TESTER)
    publish_seating(draft, although_broken=True, actor=TESTER)
    assert owner.get(DESK).context["shown"].plan == draft

    newer = store_draft(cup, chart=CHART[::-1], problem=problem_of(cup), seed="newer", actor=TESTER)
    assert owner.get(DESK).context["shown"].plan == newer


def test_a_page_that_stood_open_never_publishes_another_draft_under_its_number(owner, cup, draft):
    press(owner, "discard", plan=1)
    other = store_draft(cup, chart=CHART[::-1], problem=problem_of(cup), seed="other", actor=TESTER)

    page = press(owner, "publish", plan=1, when="now", instead_of=0, although="broken")

    assert other.number == 2
    assert page.status_code == 409
    assert not Table.objects.exists()


def test_a_making_whose_base_was_discarded_is_not_begun_again_without_its_locks(owner, cup, draft):
    now = timezone.now() - SILENCE
    facts = {"tournament": cup, "seed": "a", "actor": "ida", "started_at": now, "seen_at": now, "base": 1}
    SeatingMaking.objects.create(**facts, state="stopped")
    press(owner, "discard", plan=1)

    assert press(owner, "again").status_code == 409
    assert not SeatingPlan.objects.exists()


@pytest.mark.parametrize(
    ("field", "limit", "said"),
    [
        ("seed", 80, "The seed is longer than 80 characters."),
        ("draw", 200, "The words of the draw are longer than 200 characters."),
    ],
)
def test_a_seed_or_a_draw_that_is_too_long_is_refused_and_not_cut(owner, cup, field, limit, said):
    typed = "7" * (limit + 1)
    page = press(owner, "draft", how=field, **{field: typed})

    assert page.status_code == 422
    assert said in text(page)
    kept = re.search(rf'<input[^>]*name="{field}"[^>]*>', page.content.decode())[0]
    assert f'value="{typed}"' in kept
    assert "maxlength" not in kept
    assert not SeatingPlan.objects.exists()
