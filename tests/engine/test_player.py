"""The simple player: what it does in every game, and what it leaves alone."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import rectangle
from engine.game import Game, OptionValue, Setup
from engine.games import all_games
from engine.player import PLIES_PER_POINT, choose
from engine.position import Declaration, Declare, Placement, Position, Territory
from tests.engine.random_play import random_game, small_starts
from tests.engine.test_every_game import every_start
from tests.toy import GAME as TRIO
from tests.toy import Trio

SMALL_STARTS = small_starts()


def played_out(position: Position, seed: int, plies: int = 10_000) -> list[Position]:
    """All positions of a game between such players."""
    random, positions = Random(seed), [position]
    while positions[-1].to_move is not None and len(positions) <= plies:
        positions.append(positions[-1].play(choose(positions[-1], random)))
    return positions


@every_start
def test_games_end_soon_after_patience_does(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for seed in range(3):
        start = game.start(options, seats)
        last = played_out(start, seed)[-1]
        assert last.result() is not None
        assert last.ply <= (PLIES_PER_POINT + 1) * len(start.board) + 4 * seats


@pytest.mark.parametrize("key", all_games())
def test_games_with_the_usual_options_end_with_a_board_that_is_played_on(key: str):
    game = all_games()[key]
    for seats in {game.seats[0], game.seats[-1]}:
        last = played_out(game.start(game.settle({}), seats), seed=1)[-1]
        assert last.result() is not None
        assert len(last.stones) > len(last.board) / 3


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SMALL_STARTS), st.integers(0, 2**32), st.integers(0, 80))
def test_whatever_was_played_before_its_move_is_legal(start: Position, seed: int, plies: int):
    random = Random(seed)
    position = [start, *(after for _, after in random_game(start, random, plies))][-1]
    if position.to_move is not None:
        assert position.why_not(choose(position, random)) is None


def test_the_same_chance_gives_the_same_move():
    start = TRIO.start(TRIO.settle({}, 3), 3)
    chosen = [choose(start, Random(seed)) for seed in range(20)]
    assert chosen == [choose(start, Random(seed)) for seed in range(20)]
    assert len(set(chosen)) > 1


def kee(**setup: list[str]) -> Position:
    """A board of four columns and three rows with these stones, Black to move."""
    stones = {"BW".index(colour): tuple(points) for colour, points in setup.items()}
    return all_games()["kee"].start_unrestricted({"rows": 3, "cols": 4}, Setup(stones))


def choices(position: Position, seeds: int = 60) -> set[str]:
    return {position.write(choose(position, Random(seed))) for seed in range(seeds)}


def test_it_does_not_fill_its_own_territory_and_passes_when_nothing_else_is_left():
    assert choices(kee(B=["a1", "a3", "b1", "b2", "b3"], W=["c1", "c2", "c3", "d1"])) == {
        *("d2", "d3")
    }
    assert choices(kee(B=["b1", "b2", "b3"], W=[])) == {"pass"}


def test_it_does_not_kill_its_own_stones_for_nothing():
    """On a2 two black stones would die and take none."""
    walled = kee(B=["a1"], W=["a3", "b1", "b2", "c2", "d1", "d3", "c3"])
    assert walled.why_not(Placement("a2")) is None
    assert "a2" not in choices(walled)


def test_it_likes_captures():
    """Black can take two stones on a3, or play anywhere else."""
    position = kee(B=["b1", "b2"], W=["a1", "a2"])
    chosen = [position.write(choose(position, Random(seed))) for seed in range(300)]
    assert 75 < chosen.count("a3") < 225


def test_it_takes_the_button_before_it_may_pass():
    options = {"size": 3, "komi": 0, "button": True, "linking": "current"}
    positions = played_out(all_games()["keil"].start(options, 2), seed=3)
    words = [after for after in positions[1:] if after.last is None]
    assert len(words) == 3 and words[0].facts()["button"] is not None


def test_it_names_komi_and_chooses_a_side():
    game = all_games()["keil"]
    start = game.start(game.settle({"size": 3}), 2)
    named = {start.write(choose(start, Random(seed))) for seed in range(20)}
    assert len(named) > 5 and all(text.startswith("komi ") for text in named)
    assert choices(start.play(Declare("komi 4"))) == {"black", "white"}


class Silent(Trio):
    """Trio without words, where all that is empty belongs to whoever is to move."""

    __slots__ = ()

    def declarations(self) -> tuple[Declaration, ...]:
        return ()

    def territories(self) -> tuple[Territory, ...]:
        return (Territory(tuple(range(len(self.board))), self.to_move),)


def test_it_fills_its_territory_where_it_has_to():
    assert choices(Silent(board=rectangle(2, 2))) == {"a1", "a2", "b1", "b2"}
    assert len(played_out(Silent(board=rectangle(3, 3)), seed=1)) == 10
