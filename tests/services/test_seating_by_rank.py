"""Rounds from the standings: the leaders meet, ties are drawn, finals are the best's, the chain holds."""

import pytest

from tests.factories import TESTER, a_tournament, play_round, with_players
from tournament.engine import seating
from tournament.models import Seat
from tournament.selectors.seating_changes import ranking_groups
from tournament.selectors.standings import standings_for
from tournament.selectors.verification import differences
from tournament.services.registration import add_player
from tournament.services.rounds import start_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.seating_by_rank import propose_round
from tournament.services.seating_changes import propose_exit, publish_change

pytestmark = pytest.mark.django_db


def an_event(*, players=16, rounds=4, **settings):
    cup = with_players(a_tournament(rounds=rounds, **settings), players)
    publish_seating(draft_seating(cup, seed="1", actor=TESTER), actor=TESTER)
    cup.refresh_from_db()
    return cup


def make(cup, seed="dice 4"):
    proposal = propose_round(cup, seed=seed)
    return publish_change(
        cup, lambda t: propose_round(t, seed=seed), token=proposal.token, needs_reason=False, actor=TESTER
    )


def tables_of(cup, number):
    found = {}
    for table, player in Seat.objects.filter(round__tournament=cup, round__number=number).values_list(
        "table__number", "player__number"
    ):
        found.setdefault(table, set()).add(player)
    return found


def test_only_the_first_round_is_seated_before_the_start_and_the_next_from_the_standings(assert_refused):
    cup = an_event(seating_mode="by_rank")
    assert len(cup.seating_plans.get().chart) == 1
    assert_refused("round_before_open", propose_round, cup, seed="x")
    start_round(cup.rounds.get(number=1), actor=TESTER)
    cup.refresh_from_db()
    params = assert_refused("round_before_open", propose_round, cup, seed="x")
    assert params == {"before": 1, "round": 2}


def test_a_round_by_rank_names_its_predecessor_and_nobody_meets_again():
    cup = an_event(seating_mode="by_rank")
    play_round(cup, 1)
    first = cup.seating_plans.get()
    plan = make(cup)
    assert plan.certificate["previous"] == first.certificate["sha256"]
    assert plan.certificate["past_rounds"] == 1
    assert plan.certificate["method"] == "by rank"
    assert plan.chart[0] == first.chart[0]
    assert plan.certificate["repeats"] == 0
    assert differences(cup) == ()
    play_round(cup, 2)
    assert make(cup).certificate["previous"] == plan.certificate["sha256"]
    assert differences(cup) == ()


def test_the_same_seed_makes_the_same_round_and_another_parts_the_ties_otherwise():
    cup = an_event(seating_mode="by_rank")
    play_round(cup, 1)
    assert max(len(group) for group in ranking_groups(cup, through=1)) > 1
    one, same, other = (propose_round(cup, seed=seed) for seed in ("a", "a", "b"))
    assert one.chart == same.chart
    assert one.change["order"] != other.change["order"]
    rank = {row.player: row.rank for row in standings_for(cup, through=1).rows}
    assert [rank[p] for p in one.change["order"]] == sorted(rank.values())


def test_the_best_play_the_finals_and_the_others_stop(assert_refused):
    cup = an_event(
        seating_mode="finals",
        rounds=4,
        advance_rounds=2,
        final_rounds=2,
        finalists=8,
        others_in_finals="stop",
    )
    play_round(cup, 1)
    play_round(cup, 2)
    best = [p for group in ranking_groups(cup, through=2) for p in group]
    plan = make(cup)
    assert set(tables_of(cup, 3)) == {1, 2}
    finalists = set().union(*tables_of(cup, 3).values())
    assert finalists == set(plan.change["finalists"])
    leader = standings_for(cup, through=2).rows[0].player
    assert leader in finalists
    assert len(finalists) == 8
    assert set(plan.change["stopped"]) == set(best) - finalists
    play_round(cup, 3)
    make(cup, seed="another")
    assert set().union(*tables_of(cup, 4).values()) == finalists
    play_round(cup, 4)
    assert cup.state == "finished"
    assert differences(cup) == ()
    assert_refused("no_round_by_rank", propose_round, cup, seed="x")


def test_in_finals_where_the_others_play_on_the_two_fields_do_not_mix():
    cup = an_event(seating_mode="finals", rounds=2, advance_rounds=1, final_rounds=1, finalists=4)
    play_round(cup, 1)
    plan = make(cup)
    tables = tables_of(cup, 2)
    assert tables[1] == set(plan.change["finalists"])
    assert sorted(tables) == [1, 2, 3, 4]


def test_a_round_is_made_again_while_nobody_plays_it():
    cup = an_event(seating_mode="finals", rounds=2, advance_rounds=1, finalists=8, others_in_finals="stop")
    play_round(cup, 1)
    first = make(cup, seed="a")
    cup.refresh_from_db()
    second = make(cup, seed="b")
    assert len(second.chart) == 2
    assert len(second.chart[1]) == 2
    assert second.certificate["previous"] == first.certificate["sha256"]
    assert differences(cup) == ()


def test_a_substitute_sits_where_the_absent_player_is_ranked():
    cup = an_event(seating_mode="by_rank")
    add_player(cup, actor=TESTER, name="Substitute", substitute=True)
    play_round(cup, 1)
    leader = standings_for(cup, through=1).rows[0].player

    def leave(t):
        return propose_exit(t, out=[(leader, 17)], from_round=2)

    publish_change(cup, leave, token=leave(cup).token, reason="ill", actor=TESTER)
    cup.refresh_from_db()
    assert differences(cup) == ()
    make(cup)
    assert 17 in tables_of(cup, 2)[1]
    play_round(cup, 2)
    assert standings_for(cup).rows[-1].player == 17


def test_by_rank_whoever_rested_plays_before_others_rest_twice():
    cup = with_players(a_tournament(rounds=4, seating_mode="by_rank", sit_outs=True), 14)
    publish_seating(draft_seating(cup, seed="1", actor=TESTER), actor=TESTER)
    cup.refresh_from_db()
    play_round(cup, 1)
    for number in (2, 3, 4):
        make(cup)
        play_round(cup, number)
    seated = [set().union(*tables_of(cup, number).values()) for number in (1, 2, 3, 4)]
    rests = [sum(player not in here for here in seated) for player in range(1, 15)]
    assert sum(rests) == 8
    assert max(rests) == 1
    assert differences(cup) == ()


def test_a_seating_of_everything_in_advance_has_no_round_by_rank(assert_refused):
    cup = an_event(seating_mode="fixed", rounds=2)
    assert_refused("no_round_by_rank", propose_round, cup, seed="x")


def test_settings_that_contradict_one_another_are_refused(assert_refused):
    assert_refused("bad_advance_rounds", a_tournament, rounds=4, seating_mode="mixed", advance_rounds=4)
    assert_refused("bad_finalist_count", a_tournament, seating_mode="finals", advance_rounds=1, finalists=6)
    assert_refused(
        "bad_final_rounds", a_tournament, rounds=4, seating_mode="finals", advance_rounds=2, final_rounds=3
    )


def test_the_tables_of_a_round_by_rank_are_ordered_by_rank():
    cup = an_event(players=40, seating_mode="mixed", rounds=3, advance_rounds=2)
    play_round(cup, 1)
    play_round(cup, 2)
    proposal = propose_round(cup, seed="x")
    place = {player: index for index, player in enumerate(proposal.change["order"])}
    sums = [sum(place[p] for p in seats) for seats in proposal.chart[2]]
    assert sums == sorted(sums)
    assert seating.judge(proposal.chart, proposal.problem).broken == ()
