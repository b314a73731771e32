"""Whom is asked about a position, and what becomes of a komi pie."""

import pytest

from bot.core_files import machine
from engine.ai import Effort, SearchPlayer, Thoughts
from engine.ai.simple import MOST, Simple
from engine.games import all_games
from engine.masks import PIE
from engine.position import Declare, Placement, Position
from tests.engine.random_play import keil
from tests.toy import GAME as TRIO


@pytest.fixture(scope="module")
def mind() -> SearchPlayer:
    return SearchPlayer(machine())


@pytest.fixture
def pie() -> Position:
    """Before anybody has named komi."""
    return settling("cut")


def settling(komi_by: str) -> Position:
    game = all_games()["keil"]
    return game.start(game.settle({"size": 3, "komi_by": komi_by}), 2)


def words(thoughts: Thoughts) -> list[str]:
    return [found.move.word for found in thoughts.moves if isinstance(found.move, Declare)]


def test_a_game_with_an_arena_is_searched(mind: SearchPlayer) -> None:
    assert mind.think(keil(3), Effort(200, 1)).playouts == 200


def test_a_game_without_one_is_left_to_the_simple_player(mind: SearchPlayer) -> None:
    """As is every game where there is no machine."""
    trio = TRIO.start({"side": 5}, 3)
    assert mind.think(trio, Effort(200, 1)) == Simple().think(trio, Effort(200, 1))
    assert SearchPlayer(None).think(keil(3), Effort(9, 1)) == Simple().think(keil(3), Effort(9, 1))


def test_more_colours_than_the_core_has_room_for_are_left_to_the_simple_player(
    mind: SearchPlayer,
) -> None:
    """Three bits for each of six neighbours are six colours, empty, and beyond the edge."""
    kee = all_games()["kee"].start_unrestricted
    many = kee({"side": 3, "players": 7})
    assert mind.think(many, Effort(30, 1)) == Simple().think(many, Effort(30, 1))
    for options in ({"side": 3, "players": 6}, {"rows": 4, "cols": 4, "players": 8}):
        assert mind.think(kee(options), Effort(30, 1)).playouts == 30


def test_it_names_a_komi_at_which_both_sides_win_as_often(
    mind: SearchPlayer, pie: Position
) -> None:
    thoughts = mind.think(pie, Effort(800, 1))
    named = words(thoughts)
    assert all(pie.why_not(Declare(word)) is None for word in named)
    assert thoughts.moves[0].visits == sum(found.visits for found in thoughts.moves)
    wins = [found.win for found in thoughts.moves]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > 0.35
    assert 1 <= int(named[0].removeprefix("komi ")) <= 18


@pytest.mark.parametrize(("komi", "side"), [(0, "black"), (19, "white")])
def test_it_chooses_the_side_that_wins_more_often(
    mind: SearchPlayer, pie: Position, komi: int, side: str
) -> None:
    named = pie.play(Declare(f"komi {komi}"))
    thoughts = mind.think(named, Effort(400, 1))
    assert words(thoughts)[0] == side
    assert set(words(thoughts)) == {"black", "white"}
    assert thoughts.moves[0].win >= 0.5 >= thoughts.moves[1].win


def test_the_pie_is_settled_without_a_machine_too(pie: Position) -> None:
    """By the board as it stands, so by nothing but komi."""
    named = pie.play(Declare(words(SearchPlayer(None).think(pie, Effort(50, 1)))[0]))
    assert words(SearchPlayer(None).think(named, Effort(50, 1)))


@pytest.mark.parametrize("komi_by", ["choose", "auction", "sealed"])
def test_it_bids_or_names_what_is_as_good_for_both_sides(mind: SearchPlayer, komi_by: str) -> None:
    start = settling(komi_by)
    thoughts = mind.think(start, Effort(800, 1))
    named = words(thoughts)
    assert all(start.why_not(Declare(word)) is None for word in named)
    assert 1 <= int(named[0].partition(" ")[2]) <= 18
    assert thoughts.moves[0].win > 0.35


@pytest.mark.parametrize(("bid", "accepts"), [(0, False), (18, True)])
def test_it_accepts_a_high_bid_and_outbids_a_low_one(
    mind: SearchPlayer, bid: int, accepts: bool
) -> None:
    thoughts = mind.think(settling("auction").play(Declare(f"bid {bid}")), Effort(400, 1))
    assert (words(thoughts)[0] == "white") is accepts
    assert "white" in words(thoughts)


# --- a swap ---


def swap() -> Position:
    """Before the first stone, after which the other player picks a side."""
    game = all_games()["ki"]
    return game.start(game.settle({"size": 5, "swap": True}), 2)


@pytest.mark.parametrize("seed", range(4))
def test_it_offers_a_stone_after_which_both_sides_win_as_often(
    mind: SearchPlayer, seed: int
) -> None:
    thoughts = mind.think(swap(), Effort(6000, seed))
    wins = [found.win for found in thoughts.moves]
    assert wins == sorted(wins, reverse=True) and 0.4 < wins[0] <= 0.5
    assert thoughts.moves[0].visits == sum(found.visits for found in thoughts.moves)
    assert all(swap().why_not(found.move) is None for found in thoughts.moves)
    assert mind.think(swap(), Effort(6000, seed)) == thoughts
    # A longer search agrees, more or less.
    after = swap().play(thoughts.moves[0].move)
    assert mind.think(after, Effort(2000, 1)).moves[0].win < 0.65


@pytest.mark.parametrize(("stone", "side"), [("c3", "black"), ("e5", "white")])
def test_it_picks_the_side_of_the_stone_that_wins_more_often(
    mind: SearchPlayer, stone: str, side: str
) -> None:
    thoughts = mind.think(swap().play(Placement(stone)), Effort(2000, 1))
    assert words(thoughts)[0] == side
    assert thoughts.moves[0].win + thoughts.moves[1].win == pytest.approx(1)


def test_a_swap_is_played_without_a_machine_too() -> None:
    offered = SearchPlayer(None).think(swap(), Effort(50, 1)).moves[0].move
    assert words(SearchPlayer(None).think(swap().play(offered), Effort(50, 1)))


def test_after_the_choice_it_searches_the_same_whoever_has_which_side(mind: SearchPlayer) -> None:
    taken, left = (swap().play(Placement("b4")).play(Declare(side)) for side in PIE)
    assert mind.think(taken, Effort(200, 1)) == mind.think(left, Effort(200, 1))


# --- the simple thinker ---


def test_the_simple_thinker_is_the_same_by_the_same_seed() -> None:
    position = keil(4)
    told = Simple().think(position, Effort(400, 5))
    assert Simple().think(position, Effort(400, 5)) == told
    assert told.playouts == sum(found.visits for found in told.moves) == MOST
    assert Simple().think(position, Effort(400, 6)).moves != told.moves
    assert all(position.why_not(found.move) is None for found in told.moves)


def test_the_simple_thinker_counts_the_board_as_it_stands() -> None:
    first = keil(3)
    position = first.set_up({first.board.index["c3"]: 1, first.board.index["c2"]: 0}, 0)
    assert position is not None
    thoughts = Simple().think(position, Effort(3, 1))
    assert thoughts.score == position.score()
    assert thoughts.owners[position.board.index["c3"]] == (0, 1)
    assert thoughts.owners[position.board.index["c2"]] == (1, 0)
    assert thoughts.owners[position.board.index["a1"]] == (0, 0)


def test_the_simple_thinker_has_no_lead_to_tell_before_there_are_colours(pie: Position) -> None:
    thoughts = Simple().think(pie, Effort(1, 1))
    assert (thoughts.moves[0].win, thoughts.moves[0].points) == (0.5, 0)
