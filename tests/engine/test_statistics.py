"""Tallies of hand-made games: what is counted, for whom, and that rounds add up to the whole."""

from datetime import UTC, datetime, timedelta

from scoring.rulesets import ruleset
from tournament.engine.statistics import FLOWERS, PlayedDeal, PlayedGame, tally, total

RULES = ruleset()
NINE = datetime(2026, 8, 14, 9, tzinfo=UTC)


def a_deal(number, deltas=(0, 0, 0, 0), **facts):
    return PlayedDeal(number=number, position=RULES.position(number), deltas=deltas, **facts)


def a_game(*deals, table=1, round_=1, totals=(0, 0, 0, 0), places=(1, 1, 1, 1), is_over=True, **facts):
    return PlayedGame(
        round=round_, table=table, players=(11, 12, 13, 14), deals=deals, totals=totals, places=places,
        is_over=is_over, **facts,
    )  # fmt: skip


WON = a_deal(1, (48, -16, -16, -16), winner=0, fan_total=8, fans=((48, 1), (76, 2)), flowers=3)
DEALT_IN = a_deal(2, (-8, -28, 44, -8), winner=2, discarder=1, fan_total=20)
DRAWN = a_deal(3)


def test_wins_draws_and_fans_are_counted_once_each():
    found = tally([a_game(WON, DEALT_IN, DRAWN)])
    assert (found.deals, found.wins, found.self_draws, found.by_discard, found.drawn) == (3, 2, 1, 1, 1)
    assert found.mean_fan == 14
    assert found.worth == {8: 1, 20: 1}
    assert found.explained == 1
    assert found.fans == {48: 1, 76: 2, FLOWERS: 3}
    assert found.hands == {48: 1, 76: 1, FLOWERS: 1}


def test_a_player_a_seat_and_a_wind_get_what_is_theirs():
    found = tally([a_game(WON, DEALT_IN, DRAWN, totals=(40, -44, 28, -24), places=(1, 4, 2, 3))])
    south = found.people[12]
    assert (south.deals, south.wins, south.dealt_in, south.points) == (3, 0, 1, -44)
    assert (found.seats[2].wins, found.seats[2].fan_sum, found.seats[2].points) == (1, 20, 28)
    assert (found.seats[0].games, found.seats[0].firsts, found.seats[1].firsts) == (1, 1, 0)
    # in deal 2 the player who started South deals; West has become South
    assert found.winds[0].dealt_in == 1
    assert found.winds[1].wins == 1
    assert sum(share.points for share in found.winds) == 0


def test_totals_only_are_left_out_and_said_so():
    paper = a_game(totals=(30, 10, -20, -20), places=(1, 2, 3, 3), totals_only=True)
    found = tally([a_game(WON), paper])
    assert (found.games, found.totals_only, found.counted_games, found.deals) == (2, 1, 1, 1)
    assert sum(found.scores.values()) == 4


def test_a_game_that_still_runs_has_deals_but_no_result():
    found = tally([a_game(WON, is_over=False)])
    assert (found.deals, found.lengths, found.scores, found.seats[0].games) == (1, {}, {}, 0)


def test_pace_is_the_time_from_the_start_to_the_last_deal_by_the_deals():
    played = a_game(WON, DEALT_IN, DRAWN, began=NINE, last=NINE + timedelta(minutes=18))
    entered_afterwards = a_game(WON, DEALT_IN, began=NINE, last=NINE + timedelta(seconds=5))
    found = tally([played, entered_afterwards])
    assert [(pace.deals, pace.seconds) for pace in found.paces] == [(3, 360.0)]


def test_the_biggest_hand_comes_first_and_of_equal_ones_the_earlier():
    games = [a_game(a_deal(1, winner=0, fan_total=20), round_=n, table=5) for n in (3, 1, 2)]
    found = tally([*games, a_game(a_deal(9, winner=1, fan_total=88), round_=4)])
    assert [hand.where for hand in found.biggest] == [(4, 1, 9), (1, 5, 1), (2, 5, 1), (3, 5, 1)]


def test_the_sum_of_rounds_is_the_tally_of_all_their_games():
    games = [a_game(WON, DEALT_IN), a_game(DRAWN, WON, round_=2), a_game(totals_only=True, round_=2)]
    parts = [tally(games[:1]), tally(games[1:])]
    assert total(parts) == tally(games)
    assert parts[0] == tally(games[:1])
