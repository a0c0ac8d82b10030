"""The ranking: exact sums, shared ranks, explained tie-breaks, teams, substitutes (dossier 6.2, 6.3)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import places, share_points
from scoring.rulesets import ruleset
from tournament.engine.errors import EngineError
from tournament.engine.standings import (
    TIEBREAKS,
    Entrant,
    Fine,
    Game,
    book,
    comparable,
    criteria,
    rank,
    rank_teams,
    records,
)

POINTS = ruleset().table_points


def game(round_, table, players, totals):
    return Game(
        round=round_,
        table=table,
        players=players,
        totals=totals,
        places=places(totals),
        table_points=share_points(totals, POINTS),
        deals=16,
    )


def ranked(games, *, players=8, tiebreaks=("tp", "mini"), fines=(), entrants=None):
    people = entrants or [Entrant(number=n) for n in range(1, players + 1)]
    return rank(records(people, games, fines), tiebreaks=tiebreaks)


def test_table_points_rank_first_and_mini_points_part_ties():
    rows = ranked(
        [game(1, 1, (1, 2, 3, 4), (50, 10, -20, -40)), game(1, 2, (5, 6, 7, 8), (60, 20, -30, -50))]
    )
    assert [row.player for row in rows] == [5, 1, 6, 2, 3, 7, 4, 8]
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [row.decided_by for row in rows] == [None, "mini", None, "mini", None, "mini", None, "mini"]


def test_equal_in_everything_is_equal_in_rank_and_the_next_rank_is_skipped():
    rows = ranked(
        [game(1, 1, (1, 2, 3, 4), (50, 10, -20, -40)), game(1, 2, (5, 6, 7, 8), (50, 10, -20, -40))]
    )
    assert [(row.rank, row.player) for row in rows] == [
        (1, 1), (1, 5), (3, 2), (3, 6), (5, 3), (5, 7), (7, 4), (7, 8),
    ]  # fmt: skip
    assert all(row.shared for row in rows)


def test_shared_table_points_add_up_without_rounding():
    games = [game(n, 1, (1, 2, 3, 4), (10, 10, 10, -30)) for n in (1, 2, 3)]
    rows = ranked(games, players=4)
    assert rows[0].table_points == 7
    assert ranked(games[:1], players=4)[0].table_points == Fraction(7, 3)


TIE = [
    game(1, 1, (1, 2, 3, 4), (100, 20, -40, -80)),
    game(2, 1, (1, 2, 3, 4), (-90, 30, 20, 40)),
]
"""Table points: 1 has 4+0, 2 has 2+2, 3 has 1+1, 4 has 0+4. Three players at four points each:
player 2 has the most mini-points (50, 10, -40); players 1 and 4 have a game of four points."""


@pytest.mark.parametrize(
    ("preset", "first", "decider"),
    [("mini", 2, "mini"), ("cn1998", 2, "mini"), ("qa_q48", 1, "best_game"), ("qa_q52", 1, "high_games")],
)
def test_each_preset_breaks_the_same_tie_its_own_way(preset, first, decider):
    rows = ranked(TIE, players=4, tiebreaks=TIEBREAKS[preset])
    top = [row for row in rows if row.table_points == 4]
    assert {row.player for row in top} == {1, 2, 4}
    best_of_1_and_2 = next(row for row in top if row.player in (1, 2))
    assert best_of_1_and_2.player == first
    assert decider in {row.decided_by for row in top}


def test_table_points_alone_leave_ties_standing():
    rows = ranked(TIE, players=4, tiebreaks=("tp",))
    assert [row.rank for row in rows] == [1, 1, 1, 4]


def test_a_fine_outside_a_game_counts_in_both_currencies():
    rows = ranked(
        [game(1, 1, (1, 2, 3, 4), (50, 10, -20, -40))],
        players=4,
        fines=[Fine(player=1, round=1, mini_points=-20, table_points=Fraction(-5, 2))],
    )
    first = next(row for row in rows if row.player == 1)
    assert (first.table_points, first.mini_points, first.penalties) == (Fraction(3, 2), 30, -20)
    assert rows[0].player == 2


def test_a_substitute_is_listed_without_a_rank_and_takes_nobodys_place():
    people = [Entrant(number=1), Entrant(number=2), Entrant(number=3), Entrant(number=9, ranked=False)]
    rows = ranked([game(1, 1, (9, 1, 2, 3), (50, 10, -20, -40))], entrants=people)
    assert [(row.rank, row.player) for row in rows] == [(1, 1), (2, 2), (3, 3), (None, 9)]


def test_teams_sum_their_members_and_share_ranks():
    people = [Entrant(number=n, team=(n - 1) // 2 + 1) for n in range(1, 9)]
    rows = ranked(
        [game(1, 1, (1, 3, 5, 7), (50, 10, -20, -40)), game(1, 2, (2, 4, 6, 8), (50, 10, -20, -40))],
        entrants=people,
    )
    teams = rank_teams(rows)
    assert [(team.rank, team.team, team.table_points, team.mini_points) for team in teams] == [
        (1, 1, 8, 100), (2, 2, 4, 20), (3, 3, 2, -40), (4, 4, 0, -80),
    ]  # fmt: skip
    assert teams[0].members == (1, 2)


def test_who_has_not_played_has_nothing_and_is_ranked_last_among_equals():
    rows = ranked([game(1, 1, (1, 2, 3, 4), (50, 10, -20, -40))], players=5)
    five = next(row for row in rows if row.player == 5)
    assert (five.table_points, five.mini_points, five.rounds) == (0, 0, ())


def test_an_unknown_criterion_is_refused():
    with pytest.raises(EngineError) as refused:
        criteria(["tp", "luck"])
    assert refused.value.code == "unknown_tiebreak"
    assert criteria(["cn1998"]) == ("tp", "mini", "best_game", "high_games")


totals = st.tuples(st.integers(-200, 200), st.integers(-200, 200), st.integers(-200, 200)).map(
    lambda three: (*three, -sum(three))
)


@given(st.lists(totals, min_size=2, max_size=6), st.randoms())
def test_the_order_in_which_tables_arrive_does_not_matter(results, random):
    games = [
        game(i // 2 + 1, i % 2 + 1, (1, 2, 3, 4) if i % 2 else (5, 6, 7, 8), t) for i, t in enumerate(results)
    ]
    shuffled = list(games)
    random.shuffle(shuffled)
    assert ranked(games) == ranked(shuffled)


@given(st.lists(totals, min_size=1, max_size=5), st.sampled_from(sorted(TIEBREAKS)))
def test_ranks_never_fall_as_keys_rise(results, preset):
    games = [game(i + 1, 1, (1, 2, 3, 4), t) for i, t in enumerate(results)]
    rows = ranked(games, players=4, tiebreaks=TIEBREAKS[preset])
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert sum(row.table_points for row in rows) == 7 * len(games)
    assert rows[0].rank == 1


@given(st.lists(totals, min_size=2, max_size=6), st.integers(0, 6), st.randoms())
def test_closed_rounds_folded_once_and_the_rest_on_top_are_the_same_ranking(results, split, random):
    games = [game(i + 1, 1, (1, 2, 3, 4), t) for i, t in enumerate(results)]
    random.shuffle(games)
    people = [Entrant(number=n) for n in range(1, 6)]
    fines = [Fine(player=2, round=1, mini_points=-20, table_points=Fraction(-1, 3))]
    base = {record.number: record for record in records(people, games[:split])}
    before = [(record.number, record.table_points, tuple(record.rounds)) for record in base.values()]
    whole = rank(records(people, games, fines), tiebreaks=("cn1998",))
    fewer = book(people, games[split:-1], base=base)
    for known in (None, fewer):
        booked = book(people, games[split:], fines, base=base, known=known)
        assert rank((one.record for one in booked.values()), tiebreaks=("cn1998",)) == whole
    assert [(r.number, r.table_points, tuple(r.rounds)) for r in base.values()] == before


points = st.fractions(min_value=-200, max_value=200, max_denominator=48)


@given(st.lists(points, min_size=2))
def test_integers_stand_for_fractions_in_the_same_order(column):
    same = comparable(column)
    assert all(isinstance(value, int) for value in same)
    for one, other in zip(range(len(column)), range(1, len(column)), strict=False):
        assert (same[one] < same[other]) == (column[one] < column[other])
        assert (same[one] == same[other]) == (column[one] == column[other])


@given(st.lists(st.lists(points, max_size=3).map(tuple), min_size=2))
def test_games_in_order_compare_as_integers_as_they_do_as_fractions(column):
    same = comparable(column)
    for one, other in zip(range(len(column)), range(1, len(column)), strict=False):
        assert (same[one] < same[other]) == (column[one] < column[other])
        assert (same[one] == same[other]) == (column[one] == column[other])
