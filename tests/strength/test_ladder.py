"""The rows of the ladder: fixed matches, and those that end when they are decided."""

from tests.strength.ladder import Task as Match
from tests.strength.ladder import decided, fixed, sequential, work
from tests.strength.matches import Score


def scored(*pairs: float) -> Score:
    return Score(won=sum(pairs), games=2 * len(pairs), pairs=list(pairs))


def test_a_match_is_over_when_one_of_two_shares_fits_clearly() -> None:
    assert not decided([scored(2), scored(1), scored(2)])
    good, bad = [scored(2, 1), scored(2, 2), scored(1, 2)] * 6, [scored(1), scored(0)] * 8
    assert decided(good)
    assert decided(bad)
    row = sequential("1 v 0", Score.together(good))
    assert row.reached
    assert "60 of 72" in row.told
    assert "the higher share fits" in row.told
    row = sequential("1 v 0", Score.together(bad))
    assert row.reached is False
    assert "the lower share fits" in row.told


def test_a_level_that_wins_nearly_always_is_too_far_above_the_one_below() -> None:
    row = sequential("1 v 0", scored(*[2.0] * 29, 1.0))
    assert "the higher share fits" in row.told
    assert row.reached is False


def test_a_match_without_a_decision_reaches_nothing() -> None:
    row = sequential("1 v 0", scored(2, 1, 1, 2, 1, 1))
    assert "not decided" in row.told
    assert row.reached is False
    assert fixed("1 v 0", scored(*[2, 1] * 50)).reached
    assert not fixed("1 v 0", scored(2, 1)).reached


def test_games_of_a_pair_are_counted_together() -> None:
    score = work(Match("ki", {"size": 5}, 1, 4, 3))
    assert len(score.pairs) == 2
    assert sum(score.pairs) == score.won
    assert score.games == 4
    both = Score.together([score, score])
    assert both.pairs == score.pairs * 2
    assert both.won == 2 * score.won
