"""What a yes or no still stands for after more was recorded."""

from tournament.engine.agreement import Fact, asked_after, word


def deals(*numbers, start=1):
    return [Fact(start + place, True, number) for place, number in enumerate(numbers)]


def test_a_word_about_everything_that_is_there_is_current():
    said = word("agree", 4, deals(1, 2, 3, 4))
    assert (said.through, said.stale, said.current) == (4, False, True)
    assert said.covers(4)


def test_deals_played_afterwards_leave_it_standing_for_those_before():
    said = word("agree", 4, deals(1, 2, 3, 4, 5, 6))
    assert (said.through, said.stale, said.current) == (4, False, False)
    assert said.covers(4)
    assert not said.covers(5)


def test_a_correction_of_a_deal_that_it_covers_makes_it_stale():
    said = word("agree", 4, [*deals(1, 2, 3, 4, 5), Fact(6, True, 3)])
    assert said.stale
    assert not said.covers(4)


def test_a_correction_of_a_later_deal_does_not():
    assert not word("agree", 4, [*deals(1, 2, 3, 4, 5), Fact(6, True, 5)]).stale


def test_a_penalty_in_a_deal_that_it_covers_makes_it_stale_and_one_in_the_next_deal_does_not():
    game = deals(1, 2, 3, 4)
    assert word("agree", 4, [*game, Fact(5, False, 4)]).stale
    assert not word("agree", 4, [*game, Fact(5, False, 5)]).stale


def test_a_deal_taken_back_before_the_word_is_not_covered_by_it():
    game = [*deals(1, 2), Fact(3, True, 2, counts=False)]
    said = word("agree", 3, [*game, Fact(4, True, 2)])
    assert (said.through, said.stale) == (1, False)


def test_totals_for_the_whole_game_touch_every_word():
    assert word("agree", 1, [Fact(1, False, 0), Fact(2, False, 0)]).stale


def test_the_four_are_asked_after_each_wind_round_and_at_the_end():
    assert [n - 1 for n in range(1, 17) if asked_after(n, over=False)] == [4, 8, 12]
    assert asked_after(17, over=True) == 16
    assert asked_after(7, over=True) == 6
