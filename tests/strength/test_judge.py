"""What ends are judged by: it knows what is known, and says the same as the search of the core."""

from random import Random

import pytest

from engine.game import OptionValue
from engine.games import all_games
from engine.position import Declare, Placement, Position
from tests.core.agreement import core, number
from tests.strength.exact import End, an_end, judged, ki, of_ends, value
from tests.strength.judge import Judge, TooLongError
from tests.strength.plan import Plan

FEW = 2_000
"""Positions that are enough for many ends."""


@pytest.mark.parametrize(
    ("key", "options", "known"),
    [
        ("kee", {"rows": 2, "cols": 1}, 0),
        ("kee", {"rows": 1, "cols": 3}, 3),
        ("kee", {"rows": 1, "cols": 4}, 4),
        ("keil", {"size": 2, "button": False}, 7),
    ],
)
def test_it_finds_the_known_values_of_small_boards(
    key: str, options: dict[str, OptionValue], known: float
) -> None:
    first = all_games()[key].start_unrestricted(options)
    assert Judge(first, 200_000).value() == known
    assert Judge(first, 200_000).value(guess=known - 2) == known
    assert Judge(first, 200_000).value(guess=known + 2) == known


def test_it_says_the_same_as_trying_everything() -> None:
    """In Ki no position recurs, so all lines of 3x3 can be followed."""
    random = Random(3)
    for _ in range(20):
        position = all_games()["ki"].start_unrestricted({"rows": 3, "cols": 3})
        for _ in range(random.randrange(2, 8)):
            position = position.play(random.choice(list(position.legal_moves())))
        judge, best = Judge(position, 50_000), value(position)
        assert judge.value() == best
        for move in position.legal_moves():
            after = position.play(move)
            reached = -value(after)
            assert judge.reaches(best, move) == (reached == best)


def solved_by_both(count: int) -> list[tuple[Position, Judge, dict[int, tuple[float, float]]]]:
    """Ends of Keil, and of Kee on four points, that both search to the end."""
    random, kee, found = Random(7), all_games()["kee"], list[Position]()
    found += [end for seed in range(60) if (end := an_end(seed)) is not None]
    for _ in range(30):
        position = kee.start_unrestricted({"rows": 2, "cols": 2})
        for _ in range(random.randrange(4, 9)):
            stones = [m for m in position.legal_moves() if isinstance(m, Placement)]
            position = position.play(random.choice(stones) if stones else Declare("pass"))
        found.append(position)
    solved: list[tuple[Position, Judge, dict[int, tuple[float, float]]]] = []
    for position in random.sample(found, len(found)):
        judge = Judge(position, FEW)
        core().load(position)
        exact, bounds = core().bounds(100 * FEW)
        try:
            judge.value(guess=max(least for least, _ in bounds.values()))
        except TooLongError:
            continue
        if exact:
            solved.append((position, judge, bounds))
        if len(solved) == count:
            break
    return solved


@pytest.mark.slow
def test_the_core_and_the_engine_agree_about_ends() -> None:
    """Of each end the value, and of its moves which reach it: the bridge between both judges."""
    solved = solved_by_both(12)
    assert len(solved) == 12
    assert {type(position) for position, _, _ in solved} == {
        type(game.start_unrestricted({})) for game in map(all_games().get, ("keil", "kee")) if game
    }
    for position, judge, bounds in solved:
        best = judge.value(guess=max(least for least, _ in bounds.values()))
        assert best == max(least for least, _ in bounds.values())
        for move in position.legal_moves():
            low, high = bounds[number(position, move)]
            try:
                reaches = judge.reaches(best, move)
            except TooLongError:
                continue
            assert reaches or low < best
            assert not reaches or high >= best


def test_the_judge_gives_up_after_so_many_positions() -> None:
    first = all_games()["keil"].start_unrestricted({"size": 3, "button": False})
    judge = Judge(first, 500)
    with pytest.raises(TooLongError):
        judge.value()
    assert judge.looked == 501


def test_level_eight_keeps_the_value_of_states_of_ki() -> None:
    """The row asks all that are not over, in every process the same ones."""
    row = ki(Plan(games=30, positions=0, processes=1))
    assert "7,759 states, value kept in 31 of 31" in row.told
    assert row.reached


@pytest.mark.slow
def test_level_eight_keeps_the_value_of_an_end() -> None:
    """The row of the table counts what the engine judges apart from what it has to leave."""
    judged_ends = [
        judged(end, seed, FEW, 50 * FEW) for seed in range(12) if (end := an_end(seed)) is not None
    ]
    assert any(end.by_engine for end in judged_ends)
    assert all(end.by_engine is not False and end.agrees is not False for end in judged_ends)
    known = [End(5, True, None, True)] * 3 + [End(6, False, None, None), End(7, None, True, None)]
    engines, cores, same = of_ends([*known, End(7, None, None, None)], wanted=4)
    assert "kept in 3 of 4" in engines.told
    assert "3 with 5, 1 with 6 empty; 2 of 6 were too long" in engines.told
    assert "kept in 1 of 1" in cores.told
    assert "1 were too long" in cores.told
    assert "the same in 3 of 3" in same.told
    assert (engines.reached, cores.reached, same.reached) == (False, None, True)
