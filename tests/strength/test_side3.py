"""The solver of Keil on side 3: its rules are the engine's, and side 2 is worth what is known.

``python -m tests.strength side3`` solves side 3 itself.
"""

from pathlib import Path
from random import Random

import pytest

from engine.games.keil import EDITION_2019, Keil
from engine.masks import BLACK, WHITE
from engine.position import Declare, Move, Placement
from tests.strength.side3 import (
    NO_COMPILER,
    OTHERS,
    Bounds,
    Strategy,
    Terms,
    build,
    compiler,
    different,
    follow,
    forget,
    play,
    principal,
    read,
    solve,
    start,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not compiler():
        pytest.skip(f"NOT TESTED: {NO_COMPILER}")
    return tmp_path_factory.mktemp("side3")


@pytest.mark.parametrize("terms", [Terms(2), Terms(3), Terms(3, EDITION_2019)], ids=str)
def test_the_solver_has_the_rules_of_the_engine(terms: Terms, folder: Path) -> None:
    """Legality, captures, what may not be taken back at once, and the lead."""
    assert different(build(terms, folder), terms, seed=1, count=300) == []


def test_side_2_is_worth_its_seven_points_or_half_a_point_less_with_the_button(
    folder: Path,
) -> None:
    found = solve(build(Terms(2), folder), folder)
    assert found.bounds == {"plain": Bounds(7, 7), "button": Bounds(6.5, 6.5)}
    for game, bounds in found.bounds.items():
        first = start(Terms(2), button=game == "button")
        strategies = [read(folder, first.board, game, prover) for prover in (BLACK, WHITE)]
        assert principal(strategies, first)[0] == bounds.least
        for strategy, goal in zip(strategies, (bounds.least, -bounds.most), strict=True):
            assert follow(strategy, first).least == goal
            games = [play(strategy, first, other, Random(n)) for other in OTHERS for n in range(20)]
            assert min(games) >= goal


class Quarrelsome(Strategy):
    """Captures if it can, so it brings boards back."""

    def move(self, position: Keil) -> Move:
        moves = [move for move in position.legal_moves() if isinstance(move, Placement)]
        captures = [move for move in moves if position.play(move).removed]
        return [*captures, *moves, Declare("pass")][0]


def test_whoever_goes_in_circles_has_proved_nothing(tmp_path: Path) -> None:
    nothing = tmp_path / "strategy"
    nothing.touch()
    first = start(Terms(3), button=False)
    with pytest.raises(ValueError, match="comes back"):
        follow(Quarrelsome(nothing, first.board, BLACK), first)


def test_a_proof_knows_the_last_turns_but_not_what_followed_a_pass() -> None:
    first = start(Terms(3), button=False)
    after_pass = first.play(Declare("pass"))
    for prover, known in ((BLACK, 1), (WHITE, 0)):
        before = forget(first, after_pass, prover)
        after = forget(before, before.play(Placement("c3")), prover)
        assert [len(earlier) for earlier in after.lists] == [known, 1]
