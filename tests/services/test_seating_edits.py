"""A seating changed by hand, published for a time, withdrawn; what it respects; what was drawn in public."""

import hashlib
from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from tests.factories import ROWS_AND_COLUMNS, TESTER, a_running_table
from tournament.engine import seating as engine
from tournament.errors import sentence
from tournament.models import Seat, SeatingPlan, Table, Tournament
from tournament.permissions import NOBODY
from tournament.selectors.archive import archive_of
from tournament.selectors.schedule import seating_of, tables_now
from tournament.selectors.seating_changes import seating_news
from tournament.selectors.seating_desk import plan_lines
from tournament.selectors.verification import verify
from tournament.services.archive import restore_tournament
from tournament.services.rounds import plan_rounds, start_round
from tournament.services.seating import (
    demand_sound,
    discard_draft,
    draft_seating,
    problem_of,
    publish_seating,
    store_draft,
    withdraw_seating,
)
from tournament.services.seating_changes import propose_swap, publish_change
from tournament.services.seating_charts import import_chart
from tournament.services.seating_due import tell_when_due
from tournament.services.seating_edits import rebalance_winds, set_lock, swap_seats, undo_change
from tournament.services.seating_rules import change_seating_rules

pytestmark = pytest.mark.django_db


def sha(plan):
    return plan.certificate["sha256"]


def swapped(plan, one, other, *, round_number=2):
    return swap_seats(plan, round_number=round_number, one=one, other=other, seen=sha(plan), actor=TESTER)


def test_a_swap_makes_a_new_draft_whose_certificate_names_the_one_before(draft):
    made = swapped(draft, 1, 6)

    assert made.chart[1] == [[6, 5, 9, 13], [2, 1, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]
    assert (made.predecessor, made.certificate["previous"]) == (draft.number, sha(draft))
    assert made.certificate["changes"] == [{"kind": "swapped", "round": 2, "players": [1, 6]}]
    # 6 meets 5 again and 1 meets 2 again: both were together in round 1
    assert made.certificate["repeats"] == 2
    draft.refresh_from_db()
    assert draft.chart[1][0] == [1, 5, 9, 13]


def test_a_swap_on_a_chart_that_was_not_looked_at_is_refused(draft, assert_refused):
    assert_refused(
        "plan_changed", swap_seats, draft, round_number=1, one=1, other=5, seen="elsewhere", actor=TESTER
    )
    assert_refused("same_player", swapped, draft, 1, 1)
    assert_refused("unknown_player", swapped, draft, 1, 99)
    assert_refused("no_such_round", swapped, draft, 1, 5, round_number=3)
    assert_refused(
        "no_right", swap_seats, draft, round_number=1, one=1, other=5, seen=sha(draft), actor=NOBODY
    )
    assert SeatingPlan.objects.count() == 1


def test_the_last_change_can_be_undone_and_then_the_one_before(draft, assert_refused):
    first = swapped(draft, 1, 6)
    second = swapped(first, 3, 8)
    assert second.certificate["changes"][0]["players"] == [1, 6]
    assert_refused("nothing_to_undo", undo_change, first, actor=TESTER)  # something rests upon it

    assert undo_change(second, actor=TESTER) == first.number
    assert undo_change(first, actor=TESTER) == draft.number
    assert_refused("nothing_to_undo", undo_change, draft, actor=TESTER)


def test_drafts_behind_a_published_one_are_not_listed_until_it_is_withdrawn(draft, cup):
    def listed():
        return [line.plan.number for line in plan_lines(cup, problem_of(cup))]

    made = swapped(draft, 1, 2)
    assert listed() == [2]
    publish_seating(made, actor=TESTER)
    assert listed() == [2]
    withdraw_seating(made, reason="A name was missing", actor=TESTER)
    assert listed() == [1]


def test_a_published_seating_is_never_changed_a_swap_on_it_is_a_draft(draft):
    published = publish_seating(draft, actor=TESTER)
    before = list(Seat.objects.order_by("pk").values_list("table", "seat", "player"))

    made = swapped(published, 1, 6)

    published.refresh_from_db()
    assert (made.state, published.state) == ("draft", "published")
    assert list(Seat.objects.order_by("pk").values_list("table", "seat", "player")) == before

    publish_seating(made, although_broken=True, actor=TESTER)
    made.refresh_from_db()
    assert made.certificate["replaces"] == made.certificate["previous"] == sha(published)
    assert verify(draft.tournament).differences == ()


def test_winds_are_rebalanced_as_a_change_of_its_own(cup):
    east_twice = (ROWS_AND_COLUMNS[0], ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)))
    plan = store_draft(cup, chart=east_twice, problem=problem_of(cup), actor=TESTER)
    assert plan.certificate["wind_spread"] == 2  # 1 starts East in both rounds

    made = rebalance_winds(plan, seen=sha(plan), actor=TESTER)

    assert made.certificate["wind_spread"] == 1
    assert [set(seats) for seats in made.chart[1]] == [set(seats) for seats in plan.chart[1]]
    with pytest.raises(Exception) as caught:  # nothing is left to be evened out
        rebalance_winds(made, seen=sha(made), actor=TESTER)
    assert caught.value.code == "winds_even"


def test_locked_seats_keep_their_people_and_go_on_with_every_change(draft, assert_refused):
    set_lock(draft, locked=True, round_number=2, place=1, wind=0, actor=TESTER)
    draft.refresh_from_db()
    assert_refused("seat_locked", swapped, draft, 1, 6)

    made = swapped(draft, 5, 6)
    assert made.locks == {"seats": [[2, 1, 0]]}


def test_four_locked_seats_are_a_table_and_all_tables_a_round(draft):
    for place in (1, 2, 3):
        set_lock(draft, locked=True, round_number=1, place=place, actor=TESTER)
    assert set_lock(draft, locked=True, round_number=1, place=4, actor=TESTER).locks == {"rounds": [1]}

    opened = set_lock(draft, locked=False, round_number=1, place=2, wind=3, actor=TESTER)
    assert opened.locks == {
        "tables": [[1, 1], [1, 3], [1, 4]],
        "seats": [[1, 2, 0], [1, 2, 1], [1, 2, 2]],
    }


def test_nobody_sees_a_seating_before_its_time_and_everybody_from_then_on(draft, cup):
    now = timezone.now()
    publish_seating(draft, visible_from=now + timedelta(hours=1), actor=TESTER)
    cup.refresh_from_db()
    before = cup.revision

    hidden = seating_of(cup, 1)
    assert (hidden.tables, hidden.certificate, hidden.published) == ((), {}, False)
    assert hidden.visible_from == now + timedelta(hours=1)
    assert tables_now(cup, 1).tables == ()
    assert tell_when_due(cup).revision == before

    Tournament.objects.filter(pk=cup.pk).update(seating_due=now - timedelta(seconds=1))
    cup.refresh_from_db()
    assert len(seating_of(cup, 1).tables) == 4  # whoever reads it sees it, told or not
    assert tell_when_due(cup).revision == before + 1
    assert tell_when_due(cup).revision == before + 1  # told once


def test_a_time_that_has_passed_is_no_time_to_publish_at(draft, assert_refused):
    late = timezone.now() - timedelta(minutes=1)
    assert_refused("visible_in_the_past", publish_seating, draft, visible_from=late, actor=TESTER)
    assert not Table.objects.exists()


def test_a_seating_is_shown_within_a_year_or_the_time_is_no_time(draft, assert_refused):
    far = timezone.now() + timedelta(days=367)
    assert_refused("visible_too_late", publish_seating, draft, visible_from=far, actor=TESTER)
    assert not Table.objects.exists()


def test_a_draft_that_breaks_hard_rules_is_published_only_by_whoever_says_so(draft, assert_refused):
    broken = swapped(draft, 1, 6)  # 1 and 2 meet again, and so do 5 and 6
    assert_refused("breaks_rules", publish_seating, broken, actor=TESTER)
    assert not Table.objects.exists()

    publish_seating(broken, although_broken=True, actor=TESTER)
    assert Table.objects.count() == 8


def test_two_desks_that_publish_different_drafts_learn_of_each_other(draft, cup, assert_refused):
    """Both have seen that nothing is published; the second must not replace what it has not seen."""
    other = store_draft(cup, chart=ROWS_AND_COLUMNS[::-1], problem=problem_of(cup), seed="b", actor=TESTER)
    publish_seating(draft, instead_of=0, actor=TESTER)

    assert_refused("published_meanwhile", publish_seating, other, instead_of=0, actor=TESTER)
    assert cup.seating_plans.get(state="published") == draft

    publish_seating(other, instead_of=draft.number, actor=TESTER)
    assert cup.seating_plans.get(state="published") == other


def test_a_draft_that_was_undone_elsewhere_is_gone_for_every_button(draft, assert_refused):
    change = swapped(draft, 1, 2)
    undo_change(SeatingPlan.objects.get(pk=change.pk), actor=TESTER)

    assert_refused("plan_gone", undo_change, change, actor=TESTER)
    assert_refused("plan_gone", set_lock, change, locked=True, round_number=1, actor=TESTER)
    assert_refused("plan_gone", rebalance_winds, change, seen=sha(change), actor=TESTER)
    assert_refused("plan_gone", swapped, change, 1, 2)
    assert_refused("plan_gone", publish_seating, change, actor=TESTER)
    assert_refused("plan_gone", discard_draft, change, actor=TESTER)


def test_a_draft_made_anew_around_locks_stands_beside_the_one_it_keeps(draft, cup, assert_refused):
    set_lock(draft, locked=True, round_number=1, actor=TESTER)
    anew = store_draft(
        cup,
        chart=(ROWS_AND_COLUMNS[0], ROWS_AND_COLUMNS[1][::-1]),
        problem=problem_of(cup),
        base=draft,
        change={"kind": "remade", "seed": "c"},
        actor=TESTER,
    )

    assert [line.plan for line in plan_lines(cup, problem_of(cup))] == [anew, draft]
    # the new one's certificate names the other: it must not lose it
    assert_refused("plan_has_successor", discard_draft, draft, actor=TESTER)
    discard_draft(anew, actor=TESTER)
    assert list(cup.seating_plans.all()) == [draft]


def test_a_published_seating_is_withdrawn_with_a_reason_that_the_public_reads(draft, cup, assert_refused):
    published = publish_seating(draft, actor=TESTER)
    assert_refused("reason_missing", withdraw_seating, published, reason="  ", actor=TESTER)

    withdraw_seating(published, reason="Two names were swapped in the list", actor=TESTER)

    assert not Table.objects.exists()
    assert {r.state for r in cup.rounds.all()} == {"planned"}
    assert seating_of(cup, 1).withdrawn == "Two names were swapped in the list"
    assert_refused("plan_not_published", withdraw_seating, published, reason="again", actor=TESTER)
    assert verify(cup).differences == ()


def test_once_play_has_started_nothing_is_withdrawn(assert_refused):
    plan = a_running_table(players=8).round.tournament.seating_plans.get()
    assert_refused("play_has_started", withdraw_seating, plan, reason="too late", actor=TESTER)


def test_what_was_drawn_in_public_is_kept_and_anybody_can_work_out_the_seed(cup):
    plan = draft_seating(cup, seed="", draw="  Dice 3 5\n6, thrown by Mei ", actor=TESTER)

    digest = hashlib.sha256(b"Dice 3 5 6, thrown by Mei").hexdigest()
    assert plan.seed == f"draw {digest[:16]}" == engine.seed_of_draw("Dice 3 5 6,  thrown by Mei")
    assert (plan.draw, plan.certificate["draw"]) == ("Dice 3 5 6, thrown by Mei",) * 2
    assert plan.certificate["seed"] == plan.seed


@pytest.mark.parametrize(
    ("chart", "code", "said"),
    [
        (
            (((1, 2, 3, 1), *ROWS_AND_COLUMNS[0][1:]), ROWS_AND_COLUMNS[1]),
            "seated_twice",
            "“1” has two seats in round 1.",
        ),
        (
            (((1, 2, 3, 99), *ROWS_AND_COLUMNS[0][1:]), ROWS_AND_COLUMNS[1]),
            "not_in_list",
            "Player 99 at table 1 of round 1 is not in the list of players.",
        ),
        (
            (ROWS_AND_COLUMNS[0][:3], ROWS_AND_COLUMNS[1]),
            "wrong_number_of_tables",
            "Round 1 has 3 tables where the players fill 4.",
        ),
        (
            ROWS_AND_COLUMNS[:1],
            "wrong_number_of_rounds",
            "The chart has 1 round where 2 are seated in advance.",
        ),
    ],
)
def test_a_chart_that_seats_somebody_twice_or_not_at_all_is_never_stored(cup, chart, code, said):
    with pytest.raises(Exception) as caught:
        store_draft(cup, chart=chart, problem=problem_of(cup), actor=TESTER)
    assert (caught.value.code, sentence(caught.value)) == (code, said)
    assert not SeatingPlan.objects.exists()


def test_draws_locks_times_and_rules_survive_an_archive(cup):
    cup = change_seating_rules(cup, avoid=[(1, 2)], closed=[3], actor=TESTER)
    plan = draft_seating(cup, seed="", draw="Lottery 7 11 42", actor=TESTER)
    set_lock(plan, locked=True, round_number=1, place=1, actor=TESTER)
    publish_seating(plan, visible_from=timezone.now() + timedelta(days=1), actor=TESTER)
    begins = datetime.combine(cup.starts_on, time(9), tzinfo=cup.zone)
    plan_rounds(cup, {1: begins}, actor=TESTER)
    cup.refresh_from_db()
    document = archive_of(cup)

    again = restore_tournament(document, slug="cup-again")

    repeated = {**archive_of(again), "tournament": {**archive_of(again)["tournament"], "slug": "cup"}}
    assert {**repeated, "sha256": ""} == {**document, "sha256": ""}
    assert again.seating_plans.get().draw == "Lottery 7 11 42"
    assert again.rounds.get(number=1).planned_start == begins


def test_a_sound_chart_passes_without_a_word():
    assert demand_sound(ROWS_AND_COLUMNS, engine.Problem.numbered(16, rounds=2)) is None


def test_nothing_is_built_upon_a_draft_that_was_discarded_meanwhile(draft, cup, assert_refused):
    gone = SeatingPlan.objects.get(pk=draft.pk)
    discard_draft(draft, actor=TESTER)

    facts = {"chart": ROWS_AND_COLUMNS, "problem": problem_of(cup), "actor": TESTER}
    assert_refused("plan_gone", store_draft, cup, base=gone, change={"kind": "swapped"}, **facts)
    assert not cup.seating_plans.exists()


def test_numbers_of_plans_are_never_given_twice_also_not_after_an_archive(draft, cup):
    discard_draft(draft, actor=TESTER)
    cup.refresh_from_db()
    again = restore_tournament(archive_of(cup), slug="cup-again")

    for event in (cup, again):
        made = store_draft(event, chart=ROWS_AND_COLUMNS, problem=problem_of(event), actor=TESTER)
        assert made.number == 2


def test_a_chart_from_a_file_takes_no_seed_that_nobody_can_read(cup, assert_refused):
    text = engine.chart_json(ROWS_AND_COLUMNS)
    assert_refused("seed_unreadable", import_chart, cup, text, seed="a\x07", actor=TESTER)


def test_late_changes_of_rounds_that_are_still_hidden_are_no_news(draft, cup):
    later = timezone.now() + timedelta(hours=2)
    publish_seating(draft, although_broken=True, visible_from=later, actor=TESTER)
    start_round(cup.rounds.get(number=1), actor=TESTER)
    cup.refresh_from_db()

    def wrong_seat(event):
        return propose_swap(event, one=1, other=6, round_number=2)

    told = {"token": wrong_seat(cup).token, "reason": "typed wrongly", "actor": TESTER}
    publish_change(cup, wrong_seat, although_broken=True, **told)
    cup.refresh_from_db()
    assert seating_news(cup) == ()

    Tournament.objects.filter(pk=cup.pk).update(seating_due=None)
    cup.refresh_from_db()
    assert [news.reason for news in seating_news(cup)] == ["typed wrongly"]


def test_a_late_change_that_breaks_a_hard_rule_is_published_only_by_whoever_says_so(cup, assert_refused):
    change_seating_rules(cup, avoid=[(1, 6)], actor=TESTER)
    cup.refresh_from_db()
    plan = store_draft(cup, chart=ROWS_AND_COLUMNS, problem=problem_of(cup), actor=TESTER)
    publish_seating(plan, although_broken=True, actor=TESTER)

    def wrong_seat(event):
        return propose_swap(event, one=1, other=2, round_number=2)  # 6 sits at the table of 2

    told = {"token": wrong_seat(cup).token, "reason": "typed wrongly", "actor": TESTER}
    assert_refused("breaks_rules", publish_change, cup, wrong_seat, **told)
    changed = publish_change(cup, wrong_seat, although_broken=True, **told)
    assert changed.certificate["avoid_meetings"] == 1
    assert changed.certificate["method"].endswith("changed by hand")
    assert verify(cup).differences == ()
