"""When a pass comes before the moves that were visited more often, and when it does not."""

from engine.ai.passing import is_quiet, ordered
from engine.ai.thoughts import Considered, Thoughts
from engine.games import all_games
from engine.position import Declare, Placement, Position


def settled() -> Position:
    """Two walls with room behind them, and nothing between them."""
    game = all_games()["kee"]
    kee = game.start(game.settle({"width": 5, "height": 6}), 2)
    stones = {p: int(n[1] > "3") for p, n in enumerate(kee.board.names) if n[1] in "34"}
    position = kee.set_up(stones, 0)
    assert position is not None
    return position


def thoughts(word: tuple[int, float, float], stone: tuple[int, float, float]) -> Thoughts:
    moves = (Considered(Declare("pass"), *word), Considered(Placement("c1"), *stone))
    return Thoughts(moves, (15, 15), 0.5, (), 100)


def first(told: Thoughts, *, quiet: bool) -> str:
    found = ordered(settled(), told, quiet=quiet)
    assert [c.visits for c in found] == sorted((c.visits for c in found), reverse=True)
    assert sum(c.visits for c in found) == 100
    return "pass" if isinstance(found[0].move, Declare) else "stone"


def test_a_pass_that_loses_nothing_comes_first_in_a_quiet_position() -> None:
    assert first(thoughts((20, 0.5, 0.0), (80, 0.5, 0.3)), quiet=True) == "pass"
    assert first(thoughts((20, 0.5, 0.0), (80, 0.5, 0.3)), quiet=False) == "stone"


def test_a_pass_that_loses_much_does_not() -> None:
    assert first(thoughts((30, 0.5, 0.0), (70, 0.5, 6.0)), quiet=True) == "stone"
    assert first(thoughts((30, 0.2, 0.0), (70, 0.9, 0.0)), quiet=True) == "stone"


def test_before_the_end_a_pass_must_be_worth_it() -> None:
    """A few visits may favour it by chance."""
    assert first(thoughts((60, 0.5, -4.0), (40, 0.5, 2.0)), quiet=False) == "stone"
    assert first(thoughts((60, 0.6, 3.0), (40, 0.5, 2.0)), quiet=False) == "pass"


def test_a_position_is_quiet_when_nobody_disputes_a_point() -> None:
    position = settled()
    sure = tuple((0.9, 0.1) if name[1] < "4" else (0.1, 0.9) for name in position.board.names)
    assert is_quiet(position, sure)
    assert not is_quiet(position, ((0.6, 0.4), *sure[1:]))
    empty = position.set_up({}, 0)
    assert empty is not None
    assert not is_quiet(empty, sure)
