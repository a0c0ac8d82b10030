"""Invented games: the same seed the same game, and the shares of real tables."""

from random import Random

import pytest

from scoring.calculator import score_hand
from scoring.notation import read_hand
from scoring.payments import DealFacts, Outcome, check_deal
from scoring.profiles import PROFILES
from tournament.engine import simulation
from tournament.engine.simulation import play_game, seeded
from tournament.engine.simulation_names import invent_players

EQUAL = (1.0, 1.0, 1.0, 1.0)


@pytest.fixture(scope="module")
def games():
    rng = seeded("statistics")
    return [play_game(rng, EQUAL, deals=16, minutes=120) for _ in range(3000)]


@pytest.fixture(scope="module")
def deals(games):
    return [deal for game in games for deal in game.deals]


@pytest.fixture(scope="module")
def wins(deals):
    return [deal.facts for deal in deals if deal.facts.winner is not None]


def test_the_same_seed_gives_the_same_game_and_another_one_another():
    def game(seed):
        return play_game(seeded(seed, "game", 1, 1), EQUAL, deals=16, minutes=120)

    assert game(7) == game(7)
    assert game(7) != game(8)


def test_every_deal_can_be_recorded(deals):
    for deal in deals:
        check_deal(deal.facts, minimum=8)
        if deal.slip is not None:
            check_deal(deal.slip, minimum=8)
            assert deal.slip != deal.facts


def test_the_shares_are_those_of_the_real_event(games, deals, wins):
    # 1 431 deals of a championship: 30.1 % self-draw, 4.0 % drawn, mean 14.9 fan, 58 of 93 games full
    self_drawn = sum(facts.outcome is Outcome.SELF_DRAW for facts in wins) / len(wins)
    assert self_drawn == pytest.approx(0.301, abs=0.01)
    assert 1 - len(wins) / len(deals) == pytest.approx(0.040, abs=0.005)
    assert sum(facts.fan_total for facts in wins) / len(wins) == pytest.approx(14.9, abs=0.3)
    assert sum(facts.fan_total == 8 for facts in wins) / len(wins) == pytest.approx(30 / 1374, abs=0.01)
    assert sum(not game.ended for game in games) / len(games) == pytest.approx(58 / 93, abs=0.03)
    assert {len(game.deals) for game in games} == {12, 13, 14, 15, 16}


def test_who_declared_a_false_win_does_not_win_that_deal(deals):
    accused = [deal for deal in deals if deal.false_win is not None]
    assert accused
    assert all(deal.facts.winner != deal.false_win for deal in accused)


def test_a_quiet_table_has_no_mishaps():
    quiet = [play_game(Random(n), EQUAL, deals=16, minutes=120, mishaps=0) for n in range(200)]
    assert not any(game.totals_only or game.disputes is not None for game in quiet)
    assert not any(d.slip or d.taken_back or d.false_win is not None for g in quiet for d in g.deals)


def test_the_clock_runs_forward_and_stays_within_the_round(games):
    for game in games:
        times = [deal.seconds for deal in game.deals]
        assert times == sorted(times)
        assert times[0] > 90
        assert times[-1] <= 120 * 60 + 1


def test_a_thousand_invented_people_have_a_thousand_names_in_full_teams():
    people = invent_players(Random(1), 1000)
    assert len({person.name for person in people}) == 1000
    assert [person.number for person in people] == list(range(1, 1001))
    teams = [person.team for person in people]
    assert len(set(teams)) == 250
    assert all(teams.count(team) == 4 for team in set(teams))
    assert any(person.native_name for person in people)
    assert all(person.family_name in person.name for person in people)


def test_more_people_than_there_are_names_is_refused():
    with pytest.raises(ValueError, match="names for"):
        invent_players(Random(1), 5000)


def test_hands_are_worth_what_the_deal_says_in_every_wind_and_rulebook():
    for (self_draw, fan), known in simulation._hands().items():
        for tiles in known:
            for wind in range(4):
                hand = read_hand(tiles, self_draw=self_draw, seat_wind=wind, prevalent_wind=3 - wind)
                assert {score_hand(hand, profile).fan_total for profile in PROFILES.values()} == {fan}, tiles


def test_every_fan_total_that_is_played_has_a_hand_either_way():
    rng = Random(1)
    for fan in simulation.FAN:
        for facts in (
            DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=fan),
            DealFacts(Outcome.DISCARD, winner=0, discarder=1, fan_total=fan),
        ):
            assert simulation.hand_worth(rng, facts)


def test_a_drawn_deal_has_no_tiles():
    assert simulation.hand_worth(Random(1), DealFacts(Outcome.DRAWN)) == ""
