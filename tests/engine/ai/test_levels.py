"""How a level makes a move of what the search says."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.core_files import machine
from engine.ai import LEVELS, Considered, Effort, Level, Thinker, Thoughts, choose
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Declare, Move, Placement, Position


def thoughts(*visits: int) -> Thoughts:
    moves = tuple(Considered(Placement(f"a{n}"), v, 0.5, 0) for n, v in enumerate(visits, 1))
    return Thoughts(moves, (0, 0), 1, (), sum(visits))


def chosen(found: Thoughts, level: int, position: Position | None = None) -> Counter[str]:
    """How often a level plays each move, of a hundred."""
    position, level_ = position or begun("kee", {"width": 5, "height": 5}), LEVELS[level - 1]
    moves = [choose(position, found, level_, Random(seed)) for seed in range(100)]
    return Counter(move.point for move in moves if isinstance(move, Placement))


def by_net(**points: float) -> Thoughts:
    """What a net says that each point leads to; all of them look alike."""
    moves = tuple(Considered(Placement(at), 1, 0.5, ahead, 0.2) for at, ahead in points.items())
    return Thoughts(moves, (0, 0), 1, (), len(moves), by_net=True)


def begun(key: str, options: dict[str, OptionValue], moves: str = "") -> Position:
    game = all_games()[key]
    position = game.start(game.settle(options, 2), 2)
    for text in moves.split():
        position = position.play(position.read(text))
    return position


BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5}),
    ("kee", {"width": 9, "height": 9}),
    ("keil", {"size": 7}),
)
"""A small board, one between, and a large one."""


def playouts_on(key: str, options: dict[str, OptionValue]) -> list[int]:
    """Of each level, from the weakest to the strongest."""
    return [level.playouts_in(begun(key, options)) for level in LEVELS]


@pytest.mark.parametrize(("key", "options"), BOARDS)
def test_each_of_eight_levels_searches_more_and_overlooks_less_than_the_one_below(
    key: str, options: dict[str, OptionValue]
) -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for lower, upper in pairwise(playouts_on(key, options)):
        assert upper >= 1.5 * lower
    for lower, upper in pairwise(LEVELS):
        assert upper.sight >= lower.sight
        assert upper.error < lower.error or upper.questions >= 3 * lower.questions


def test_the_playouts_of_a_turn_go_by_the_size_of_the_board() -> None:
    found = [playouts_on(key, options) for key, options in BOARDS]
    assert [list(sizes) for sizes in zip(*found, strict=True)] == [
        list(level.playouts) for level in LEVELS
    ]
    assert playouts_on("keil", {"size": 6}) == found[1]
    assert playouts_on("keil", {"size": 8}) == found[2]


def test_on_large_boards_the_levels_are_nearer_to_each_other() -> None:
    small, _, large = (playouts_on(key, options) for key, options in BOARDS)
    assert large[-1] / large[0] < small[-1] / small[0] / 2


def test_levels_that_see_everything_play_the_most_visited_move() -> None:
    assert set(chosen(thoughts(40, 35, 25), 5)) == {"a1"}


def test_low_levels_overlook_moves() -> None:
    assert set(chosen(thoughts(40, 35, 25), 1)) == {"a1", "a2", "a3"}


def test_no_level_overlooks_what_is_obvious() -> None:
    assert set(chosen(thoughts(70, 20, 10), 1)) == {"a1"}


def test_a_level_that_sees_nothing_plays_the_most_visited_move() -> None:
    assert set(chosen(thoughts(10), 1)) == {"a1"}


def test_low_levels_overlook_a_capture_the_less_the_more_stones_it_takes() -> None:
    """White's stones in the corner have a single liberty."""
    board: dict[str, OptionValue] = {"width": 5, "height": 5}
    one = begun("kee", board, "a2 a1")
    four = begun("kee", board, "c1 a1 c2 a2 a3 b1 e5 b2")
    for level in (1, 2, 3):
        overlooked = 100 - chosen(hardly_best("b1"), level, one)["b1"]
        assert overlooked > 3 * (100 - chosen(hardly_best("b3"), level, four)["b3"])


def hardly_best(at: str) -> Thoughts:
    """A search that likes one move, though not clearly, and others beside it."""
    moves = ((at, 5), ("e1", 4), ("e2", 4), ("e3", 4))
    found = tuple(Considered(Placement(point), visits, 0.5, 0) for point, visits in moves)
    return Thoughts(found, (0, 0), 1, (), 17)


def test_nobody_takes_only_their_own_stones_if_another_move_is_as_good() -> None:
    """White's two stones and a third would have no liberty in the corner."""
    position = begun("kee", {"width": 5, "height": 5}, "a3 a1 b2 a2 c1")
    assert position.why_not(Placement("b1")) is None
    for level in (1, 2, 3, 4, 5, 8):
        assert "b1" not in chosen(hardly_best("b1"), level, position)


def test_a_strong_level_takes_its_own_stones_off_if_that_is_best() -> None:
    position = begun("kee", {"width": 5, "height": 5}, "a3 a1 b2 a2 c1")
    found = hardly_best("b1")
    best = replace(found.moves[0], win=0.6)
    assert set(chosen(replace(found, moves=(best, *found.moves[1:])), 5, position)) == {"b1"}


# --- with a net ---


def test_a_low_level_is_off_by_some_points_and_a_higher_one_by_fewer() -> None:
    good, worse, worst = by_net(a1=8, a2=5, a3=-1), [0, 0, 0, 0], [0, 0, 0, 0]
    for level in (1, 2, 3, 4):
        found = chosen(good, level)
        worse[level - 1], worst[level - 1] = found["a2"], found["a3"]
    assert worse[0] > 20
    assert worst[0] > 10
    assert worst == sorted(worst, reverse=True)
    assert worst[3] == 0
    assert worse[3] < worse[0]


def test_no_level_gives_a_whole_game_away_in_one_move() -> None:
    assert set(chosen(by_net(a1=0, a2=-13, a3=-11), 1)) == {"a1", "a3"}


class Leading:
    """Says how far its player is ahead after each placement, to whoever looks a second time."""

    def __init__(self, **points: float) -> None:
        self._points = points
        self.asked = list[str]()

    def think(self, position: Position, effort: Effort) -> Thoughts:
        assert effort.questions > 10
        names = {position.board.names[stone] for stone in position.stones}
        (point,) = names & self._points.keys()
        self.asked.append(point)
        ahead = self._points[point]
        moves = (Considered(Placement("e5"), 1, 0.5, -ahead),)
        return Thoughts(moves, (ahead, 0), 1, (), 1, by_net=True)


def second(found: Thoughts, thinker: Thinker, moves: str = "") -> set[Move]:
    """What the lowest level plays after a second look."""
    position = begun("kee", {"width": 5, "height": 5, "komi": 9}, moves)
    return {choose(position, found, LEVELS[0], Random(seed), thinker) for seed in range(100)}


def test_a_move_that_a_second_look_shows_to_give_a_game_away_is_not_played() -> None:
    good = by_net(a1=2, a2=1, a3=-3)
    assert second(good, Leading(a1=2, a2=-11, a3=-9)) == {Placement("a1"), Placement("a3")}


def test_a_second_look_changes_nothing_else() -> None:
    """However the moves that it finds are ordered: a level that misjudges remains one."""
    good = by_net(a1=2, a2=1, a3=-3)
    assert second(good, Leading(a1=-8, a2=1, a3=9)) == {move.move for move in good.moves}


def test_if_all_moves_are_worse_than_they_looked_the_level_chooses_by_what_it_knows_now() -> None:
    assert second(by_net(a1=10, a2=1), Leading(a1=-3, a2=-16)) == {Placement("a1")}


def test_what_the_first_look_expected_of_the_best_move_is_no_reason_to_refuse_another() -> None:
    """If a second look at it expects less."""
    played = second(by_net(a1=9, a2=0), Leading(a1=-2, a2=-6))
    assert played == {Placement("a1"), Placement("a2")}


def test_a_level_looks_at_a_few_moves_and_then_plays_the_best_of_them() -> None:
    """However much worse than they looked all of a large board turn out to be."""
    names = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    found = by_net(**dict.fromkeys(names, 20.0))
    thinker = Leading(**{name: -float(number) for number, name in enumerate(names)})
    position = begun("kee", {"width": 5, "height": 5, "komi": 9})
    move = choose(position, found, LEVELS[0], Random(1), thinker)
    assert 3 <= len(thinker.asked) == len({*thinker.asked}) <= 6
    assert move == Placement(min(thinker.asked, key=names.index))


def test_a_second_look_at_a_pass_that_ends_the_game_counts_the_board() -> None:
    """White has komi, and Black the whole board by a single stone."""
    ends, stone = Considered(Declare("pass"), 1, 0.5, 0, 0.5), by_net(a1=-1).moves[0]
    found = Thoughts((ends, stone), (0, 0), 1, (), 2, by_net=True)
    assert second(found, Leading(a1=-1), "c3 pass pass") == {stone.move}


def test_low_levels_like_what_looks_natural() -> None:
    likely = Considered(Placement("a1"), 1, 0.5, 0, 0.81)
    unlikely = Considered(Placement("a2"), 1, 0.5, 0, 0.06)
    found = chosen(Thoughts((unlikely, likely), (0, 0), 1, (), 2, by_net=True), 1)
    assert 70 < found["a1"] < 90


def test_no_low_level_plays_what_looks_odd_unless_it_captures() -> None:
    """However good the net says that it is."""
    position = begun("kee", {"width": 5, "height": 5}, "b1 a1 b2 a2")
    likely = Considered(Placement("d4"), 1, 0.5, 0, 0.98)
    for odd, played in (("e5", 0), ("a3", 95)):
        other = Considered(Placement(odd), 1, 0.5, 3, 0.02)
        found = Thoughts((other, likely), (0, 0), 1, (), 2, by_net=True)
        assert chosen(found, 4, position)[odd] == played


@pytest.mark.parametrize(("size", "komi"), [(5, 5), (7, 4)])
def test_no_level_begins_with_the_button(size: int, komi: int) -> None:
    """The net expects too much of a button that is taken on the empty board."""
    position, core = begun("keil", {"size": size, "komi": komi}), machine()
    for level in LEVELS[:4]:
        for seed in range(10):
            thoughts = core.think(position, level.effort(position, seed))
            assert isinstance(choose(position, thoughts, level, Random(seed)), Placement)


def test_low_levels_see_what_captures() -> None:
    """White's two stones in the corner have a single liberty, a3."""
    position = begun("kee", {"width": 5, "height": 5}, "b1 a1 b2 a2")
    found = chosen(by_net(a3=0, e5=0, d4=0), 1, position)
    assert found["a3"] > 70


@pytest.mark.parametrize("level", [1, 4, 5, 8])
def test_nobody_takes_only_their_own_stones_off_whatever_the_net_says(level: int) -> None:
    """White's two stones and a third would have no liberty in the corner."""
    position = begun("kee", {"width": 5, "height": 5}, "a3 a1 b2 a2 c1")
    best = Placement("b1")
    moves = [replace(each, visits=9) for each in by_net(b1=1, e5=1, d4=0.8).moves]
    found = Thoughts(tuple(moves), (0, 0), 1, (), 27, by_net=True)
    assert set(chosen(found, level, position)) == {"e5", "d4"}
    # With five questions, others are looked at once.
    seldom = [replace(each, visits=2 if each.move == best else 1) for each in moves]
    assert "b1" not in chosen(replace(found, moves=tuple(seldom)), level, position)


@pytest.mark.parametrize("level", [5, 8])
def test_many_points_are_more_than_own_stones(level: int) -> None:
    """Even if the game is won anyway."""
    position = begun("kee", {"width": 5, "height": 5}, "a3 a1 b2 a2 c1")
    moves = [replace(each, visits=9, win=0.99) for each in by_net(b1=9, e5=1).moves]
    found = Thoughts(tuple(moves), (0, 0), 1, (), 18, by_net=True)
    assert set(chosen(found, level, position)) == {"b1"}


def test_a_strong_level_takes_its_own_stones_off_if_the_net_sees_nothing_as_good() -> None:
    position = begun("kee", {"width": 5, "height": 5}, "a3 a1 b2 a2 c1")
    best, *others = [replace(each, visits=9) for each in by_net(b1=1, e5=0).moves]
    moves = (replace(best, win=0.6), *others)
    found = Thoughts(moves, (0, 0), 1, (), 18, by_net=True)
    assert set(chosen(found, 5, position)) == {"b1"}


def test_what_was_not_looked_at_is_not_played() -> None:
    """A search that has to stop has not looked at everything."""
    seen, unseen = by_net(a1=-2).moves[0], Considered(Placement("a2"), 0, 0, -25, 0.9)
    assert set(chosen(Thoughts((unseen, seen), (0, 0), 1, (), 1, by_net=True), 1)) == {"a1"}


def test_high_levels_play_the_best_move_that_they_find() -> None:
    assert chosen(by_net(a1=3, a2=0), 5) == {"a1": 100}


def test_high_levels_take_turns_with_moves_that_are_as_good() -> None:
    """So two games with one beginning differ."""
    found = chosen(by_net(a1=3, a2=2.8, a3=2.4), 8)
    assert set(found) == {"a1", "a2"}
    seldom = Considered(Placement("a2"), 2, 0.5, 3)
    best = Considered(Placement("a1"), 9, 0.5, 3)
    assert chosen(Thoughts((best, seldom), (0, 0), 1, (), 11, by_net=True), 8) == {"a1": 100}


def test_what_ends_the_game_is_not_put_off() -> None:
    """The button, or a pass, that is as good as a stone."""
    stop, stone = Considered(Declare("pass"), 5, 1, 9), Considered(Placement("a1"), 5, 1, 9)
    found = Thoughts((stop, stone), (0, 0), 1, (), 10, by_net=True)
    position = begun("kee", {"width": 5, "height": 5})
    assert {choose(position, found, LEVELS[7], Random(n)) for n in range(20)} == {stop.move}


@pytest.mark.parametrize("level", LEVELS[:4])
def test_nobody_gives_up_a_board_with_one_stone(level: Level) -> None:
    """By area all of it belongs to whoever has the stone, and the net expects that to last."""
    position = begun("kee", {"width": 5, "height": 5, "komi": 9}, "c3")
    found = machine().think(position, level.effort(position, 1))
    assert all(
        isinstance(choose(position, found, level, Random(seed)), Placement) for seed in range(20)
    )


def test_a_level_that_misjudges_looks_at_each_move_once() -> None:
    """In a game that has a net; in others it has its playouts."""
    position = begun("keil", {"size": 4, "komi": 7})
    asked = machine().think(position, LEVELS[0].effort(position, 1))
    assert asked.by_net
    assert {considered.visits for considered in asked.moves} == {1}
    assert len(asked.moves) == len(list(position.legal_moves()))
    assert round(sum(considered.prior for considered in asked.moves), 3) == 1
    strong = machine().think(position, LEVELS[4].effort(position, 1))
    assert strong.playouts == LEVELS[4].questions
    assert [level.overlooks for level in LEVELS] == [True] * 4 + [False] * 4
