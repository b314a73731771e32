"""The search on real positions: legal, the same by the same seed, and able to see what is plain."""

import subprocess
import sys
from dataclasses import dataclass, fields, replace
from random import Random

import pytest
import wasmtime

from bot.core_files import core, machine, weights
from engine.ai import LEVELS, Effort, Machine, MachineError, Thoughts, choose
from engine.ai.machine import SLICE
from engine.ai.net import MOST_BYTES, NET, plane_count, sign_count
from engine.ai.patterns import STEPS
from engine.ai.thoughts import NET_ERROR
from engine.arena import Family
from engine.game import OptionValue
from engine.games import all_games
from engine.games.ki import Ki
from engine.match import Match
from engine.position import Declare, IllegalMoveError, IllegalReason, Placement, Position
from engine.turns import NO_TIME, Turn
from tests.toy import GAME as TRIO

GIVEN: list[tuple[str, dict[str, OptionValue], int]] = [
    ("keil", {"size": 4, "komi": 4}, 2),
    ("keil", {"size": 4, "komi": 0.5, "button": False, "linking": "2019"}, 2),
    ("ki", {"size": 7}, 2),
    ("ki", {"size": 5, "cascade": False}, 2),
    ("kee", {"width": 5, "height": 4}, 2),
    ("kee", {"width": 5, "height": 5, "komi": 2}, 3),
    ("kee", {"width": 6, "height": 5}, 6),
    ("kee", {"width": 6, "height": 5}, 8),
]


@pytest.fixture(scope="module")
def thinker() -> Machine:
    return machine()


def start(key: str, options: dict[str, OptionValue], seats: int = 2) -> Position:
    game = all_games()[key]
    return game.start(game.settle(options, seats), seats)


def after(position: Position, *texts: str) -> Position:
    for text in texts:
        position = position.play(position.read(text))
    return position


def first(thoughts: Thoughts) -> str:
    move = thoughts.moves[0].move
    return move.point if isinstance(move, Placement) else move.word


@pytest.mark.parametrize(("key", "options", "seats"), GIVEN)
def test_it_plays_a_game_to_the_end(
    thinker: Machine, key: str, options: dict[str, OptionValue], seats: int
) -> None:
    """Every move that it thinks of is legal, and what it says of the game adds up."""
    position, random = start(key, options, seats), Random(key)
    while position.to_move is not None:
        assert position.ply < 20 * len(position.board), "the game ends"
        thoughts = thinker.think(position, Effort(25, random.randrange(1 << 40)))
        assert all(position.why_not(found.move) is None for found in thoughts.moves)
        assert len({found.move for found in thoughts.moves}) == len(thoughts.moves)
        visits = [found.visits for found in thoughts.moves]
        assert visits == sorted(visits, reverse=True)
        assert sum(visits) == thoughts.playouts >= 25
        assert all(0 <= found.win <= 1 for found in thoughts.moves)
        assert len(thoughts.score) == seats
        assert len(thoughts.owners) == len(position.board)
        assert all(len(row) == seats and sum(row) <= 1.000001 for row in thoughts.owners)
        assert thoughts.spread >= 0
        position = position.play(choose(position, thoughts, LEVELS[0], random))
    assert position.result() is not None


def test_the_same_seed_gives_the_same_thoughts(thinker: Machine) -> None:
    """On another machine too, whatever it thought about before."""
    position = after(start("keil", {"size": 5, "komi": 5}), "e5", "d4")
    told = thinker.think(position, Effort(200, 7))
    thinker.think(start("ki", {}), Effort(50, 1))
    assert thinker.think(position, Effort(200, 7)) == told
    assert machine().think(position, Effort(200, 7)) == told
    assert thinker.think(position, Effort(200, 8)) != told


def test_when_time_is_up_it_answers_with_what_it_has(thinker: Machine) -> None:
    """On a machine that is busy: the clock is looked at after each slice."""
    position = after(start("keil", {"size": 5, "komi": 5}), "e5", "d4")
    hurried = thinker.think(position, Effort(10 * SLICE, 1, time_is_up=lambda: True))
    assert hurried.playouts == SLICE
    assert position.why_not(hurried.moves[0].move) is None


def test_when_time_is_up_a_pass_is_compared_in_one_slice(thinker: Machine) -> None:
    """On a board that four rows divide, where it is time to pass."""
    kee = start("kee", {"width": 9, "height": 9})
    owners = {"2": 0, "5": 0, "6": 1, "8": 1}
    stones = {p: owners[name[1:]] for p, name in enumerate(kee.board.names) if name[1:] in owners}
    position = kee.set_up(stones, 0)
    assert position is not None
    hurried = thinker.think(position, Effort(10 * SLICE, 1, time_is_up=lambda: True))
    assert hurried.playouts == 2 * SLICE
    assert first(hurried) == "pass"


def test_more_playouts_are_counted(thinker: Machine) -> None:
    position = start("keil", {"size": 4, "komi": 4})
    for playouts in (1, 10, 300):
        assert thinker.think(position, Effort(playouts, 1)).playouts == playouts


def test_it_captures_what_decides_the_game(thinker: Machine) -> None:
    """A white ladder of stones with one liberty left, which separates Black's."""
    kee = start("kee", {"width": 5, "height": 5})
    rows = {0: "a3 b3 c3 d3 a1 b1 c1 d1", 1: "a2 b2 c2 d2 e3 e5 c5"}
    stones = {kee.board.index[p]: colour for colour in rows for p in rows[colour].split()}
    position = kee.set_up(stones, 0)
    assert position is not None
    assert first(thinker.think(position, Effort(200, 1))) == "e2"
    position = kee.set_up(stones, 1)
    assert position is not None
    assert first(thinker.think(position, Effort(200, 1))) == "e2"


def test_an_own_eye_beside_stones_of_others_may_be_filled(thinker: Machine) -> None:
    """c4 is linked to black stones alone, but White's d3 is beside it: Black's stone cuts there."""
    keil = start("keil", {"size": 3, "komi": 0, "button": False})
    played = "a3 e3 d3 c2 b2 d1 b1 e2 b3 b4 e1 d2 c5 e2 c3 c4 b4 e3 d4 d3"
    thoughts = thinker.think(after(keil, *played.split()), Effort(400, 1))
    assert first(thoughts) == "c4"
    assert thoughts.moves[0].points > 0


def test_the_first_stone_of_side_two_wins_everything(thinker: Machine) -> None:
    """Black's stone in the middle leaves White no legal placement."""
    keil = all_games()["keil"].start_unrestricted({"size": 2})
    assert first(thinker.think(keil, Effort(400, 1))) == "b2"


def test_an_end_of_ki_is_solved(thinker: Machine) -> None:
    """Black wins 3x3 by three stones, or by one from a corner."""
    ki = all_games()["ki"].start_unrestricted({"rows": 3, "cols": 3})
    found = thinker.think(ki, Effort(3200, 1)).moves
    corners = {"a1", "a3", "c1", "c3"}
    for considered in found:
        assert isinstance(considered.move, Placement)
        assert considered.win == 1
        assert considered.points == (1 if considered.move.point in corners else 3)
    assert found[0].points == 3


@pytest.mark.parametrize(
    ("rows", "cols", "lead"),
    [(2, 1, 0), (1, 3, 3), (1, 4, 4), (2, 2, 0)],
    ids=["2x1", "1x3", "1x4", "2x2"],
)
def test_the_smallest_boards_of_kee_are_solved(
    thinker: Machine, rows: int, cols: int, lead: int
) -> None:
    """Their values are known (the first player does not win on 2x1 and 2x2), and so is each end."""
    options: dict[str, OptionValue] = {"rows": rows, "cols": cols}
    position = all_games()["kee"].start_unrestricted(options)
    told = thinker.think(position, Effort(3200, 1)).moves[0]
    assert (told.points, told.win) == (lead, 0.5 if lead == 0 else 1)
    while position.to_move is not None:
        assert position.ply < 60
        found = thinker.think(position, Effort(3200, position.ply)).moves
        assert found[0].points == (-lead if position.to_move else lead)
        position = position.play(found[0].move)
    black, white = position.score()
    assert black - white == lead


def test_komi_counts_in_what_is_solved(thinker: Machine) -> None:
    """Black wins 1x3 by three points."""
    for komi, win in ((2.5, 1), (3, 0.5), (3.5, 0)):
        options: dict[str, OptionValue] = {"rows": 1, "cols": 3, "komi": komi}
        kee = all_games()["kee"].start_unrestricted(options)
        best = thinker.think(kee, Effort(1000, 1)).moves[0]
        assert (best.points, best.win) == (3 - komi, win)


@pytest.mark.parametrize("seed", range(20))
def test_four_points_of_kee_end_with_their_value_whatever_was_played_before(
    thinker: Machine, seed: int
) -> None:
    """After any beginning each move of level 8 is exact: it keeps the value down to the end."""
    random, position = Random(seed), all_games()["kee"].start_unrestricted({"rows": 2, "cols": 2})
    for _ in range(random.randrange(3, 12)):
        stones = [move for move in position.legal_moves() if isinstance(move, Placement)]
        pass_ = Declare("pass")
        position = position.play(
            random.choice(stones) if random.random() < 0.8 and stones else pass_
        )
        if position.to_move is None:
            return
    mover, best = position.to_move, None
    assert mover is not None
    while position.to_move is not None:
        assert position.ply < 200
        found = thinker.think(position, Effort(LEVELS[-1].playouts_in(position), seed)).moves[0]
        lead = found.points if position.to_move == mover else -found.points
        best = lead if best is None else best
        assert lead == best
        position = position.play(found.move)
    points = position.score()
    assert points[mover] - points[1 - mover] == best


def test_moves_that_are_sure_to_be_worse_come_last(thinker: Machine) -> None:
    """So few positions do not solve 2x2, but they show that all answers except one lose."""
    kee = all_games()["kee"].start_unrestricted({"rows": 2, "cols": 2})
    position = after(kee, "a1", "b2")
    thinker.load(position)
    exact, bounds = thinker.bounds(100_000)
    assert not exact
    assert bounds[640][0] > max(most for move, (_, most) in bounds.items() if move != 640)
    for seed in range(5):
        thoughts = thinker.think(position, Effort(100, seed))
        assert first(thoughts) == "pass"
        assert sum(found.visits for found in thoughts.moves) == thoughts.playouts


def test_a_forced_pass_is_all_there_is(thinker: Machine) -> None:
    """In Ki whoever has no space to play on must pass."""
    ki = start("ki", {"size": 5})
    board = ki.board
    stones = {p: 0 for p, name in enumerate(board.names) if name != "c3"}
    position = ki.set_up(stones, 1)
    assert position is not None
    assert first(thinker.think(position, Effort(50, 1))) == "pass"


def test_estimates_say_who_owns_what(thinker: Machine) -> None:
    kee = start("kee", {"width": 7, "height": 7})
    stones = {p: int(n[0] > "d") for p, n in enumerate(kee.board.names) if n[0] in "de"}
    position = kee.set_up(stones, 0)
    assert position is not None
    thoughts = thinker.think(position, Effort(400, 1))
    for point, name in enumerate(kee.board.names):
        assert thoughts.owners[point][int(name[0] > "d")] > 0.7, name
    assert thoughts.score[0] == pytest.approx(28, abs=4)


# --- passing ---


@pytest.mark.slow
def test_it_passes_when_everything_is_settled(thinker: Machine) -> None:
    """A wall of two rows for each, and room behind it: nobody gains anything."""
    kee = start("kee", {"width": 5, "height": 6})
    stones = {p: int(n[1] > "3") for p, n in enumerate(kee.board.names) if n[1] in "2345"}
    for eye in ("a2", "c2", "e2", "a5", "c5", "e5"):
        del stones[kee.board.index[eye]]
    for mover in (0, 1):
        position = kee.set_up(stones, mover)
        assert position is not None
        for playouts, most in ((25, 20), (400, 38)):
            passes = 0
            for seed in range(40):
                thoughts = thinker.think(position, Effort(playouts, seed))
                if first(thoughts) == "pass":
                    passes += 1
                    every = sum(found.visits for found in thoughts.moves)
                    assert thoughts.moves[0].visits == every
            assert passes >= most, (mover, playouts)


def test_it_does_not_pass_before_the_last_point_is_taken(thinker: Machine) -> None:
    """Both have their walls, and a point between them is nobody's yet."""
    kee = start("kee", {"width": 5, "height": 5})
    stones = {p: int(n[1] > "3") for p, n in enumerate(kee.board.names) if n[1] in "24"}
    stones |= {kee.board.index[p]: c for p, c in (("a3", 0), ("b3", 0), ("d3", 1), ("e3", 1))}
    for mover in (0, 1):
        position = kee.set_up(stones, mover)
        assert position is not None
        assert first(thinker.think(position, Effort(400, 3))) == "c3"


def test_a_pass_is_answered_by_the_pass_that_wins(thinker: Machine) -> None:
    keil = all_games()["keil"].start_unrestricted({"size": 3, "komi": 0.5, "button": False})
    stones = {keil.board.index[p]: 0 for p in ("c2", "c3", "c4", "b2", "b3", "d2", "d3")}
    position = keil.set_up(stones, 1)
    assert position is not None
    position = after(position, "pass")
    assert first(thinker.think(position, Effort(25, 1))) == "pass"


def test_a_pass_is_not_answered_by_one_that_loses_what_could_be_won(thinker: Machine) -> None:
    """Black is behind and has the whole board to play on."""
    kee = start("kee", {"width": 7, "height": 7, "komi": 5})
    position = after(kee, "d4", "d5", "c4", "c5", "pass", "pass")
    assert first(thinker.think(position, Effort(200, 1))) != "pass"


def test_it_passes_when_nobody_could_ever_win(thinker: Machine) -> None:
    """Komi is out of reach and everything is settled, so it does not draw the game out."""
    kee = start("kee", {"width": 2, "height": 3, "komi": 6})
    names = {"a1": 0, "b1": 0, "a2": 0, "b3": 0}
    position = kee.set_up({kee.board.index[p]: c for p, c in names.items()}, 1)
    assert position is not None
    position = after(position, "pass", "pass")
    assert first(thinker.think(position, Effort(100, 1))) == "pass"


def test_the_button_is_taken_when_nothing_else_is_left(thinker: Machine) -> None:
    position = all_games()["keil"].start_unrestricted({"size": 2, "komi": 0})
    position = after(position, "b2")
    assert thinker.think(position, Effort(50, 1)).moves[0].move == Declare("button")


def test_the_rules_have_the_last_word() -> None:
    """What they refuse is left out, whatever the core makes of it."""

    @dataclass(frozen=True, slots=True)
    class Stricter(Ki):
        def _try(self, point: int) -> object:
            if self.board.names[point] == "c3":
                raise IllegalMoveError(IllegalReason.CONTROLLED)
            return self._place(point)

    arena = all_games()["ki"].ai
    assert arena is not None
    game = replace(all_games()["ki"], ai=replace(arena, plays=Stricter))
    ki = start("ki", {"size": 5})
    assert isinstance(ki, Ki)
    position = Stricter(*(getattr(ki, field.name) for field in fields(ki)))
    thoughts = Machine(core(), {}, [game]).think(position, Effort(200, 1))
    assert Placement("c3") not in {found.move for found in thoughts.moves}
    assert len(thoughts.moves) == 24


# --- players who have left ---


def three(width: int, height: int, rows: dict[int, str], mover: int) -> Position:
    kee = start("kee", {"width": width, "height": height}, 3)
    stones = {kee.board.index[p]: colour for colour in rows for p in rows[colour].split()}
    position = kee.set_up(stones, mover)
    assert position is not None
    return position


def test_who_has_left_only_passes(thinker: Machine) -> None:
    """In the core as in a match, turn by turn: the two agree about every position."""
    random, game = Random(1), all_games()["kee"]
    match = Match.start(game, game.settle({"width": 4, "height": 4}, 4), 4)
    compared = 0
    for resigns in (6, 14, None):
        thinker.load(match.position, match.turn_log.departed)
        while match.end is None and match.position.ply != resigns:
            seat, position = match.to_move, match.position
            assert seat is not None
            theirs, word = thinker.legal(len(position.board))
            due = match.due_pass(NO_TIME)
            points = [m.point for m in position.legal_moves() if isinstance(m, Placement)]
            allowed = [] if due else sorted(position.board.index[point] for point in points)
            assert (theirs, word) == (allowed, 640)
            move = random.choice(theirs) if theirs and random.random() < 0.9 else 640
            text = "pass" if move == 640 else position.board.names[move]
            thinker.play(move)
            match = match.take(due or Turn(seat, text, NO_TIME))
            over, score = thinker.count(4)
            assert (over, score) == (match.position.to_move is None, match.position.score())
            compared += 1
        if match.end is None:
            match = match.take(Turn(match.turn_log.playing(4)[-1], "resign", NO_TIME))
    assert match.end is not None
    assert len(match.turn_log.departed) == 2
    assert compared > 30


def test_who_has_left_does_not_capture(thinker: Machine) -> None:
    """Red could take Black's stones in the corner, if there were still somebody to play Red."""
    rows = {0: "a1 b1 c1 d1 e1", 1: "a5 b5 c5 d5 e5 a4 b4 c4 d4", 2: "a2 b2 c2 d2"}
    position = three(5, 5, rows, 1)
    corner = position.board.index["a1"]

    def owned(departed: frozenset[int]) -> float:
        return thinker.think(position, Effort(400, 1, departed)).owners[corner][0]

    assert owned(frozenset({2})) > owned(frozenset()) + 0.2


def test_who_has_left_cannot_win(thinker: Machine) -> None:
    """Everything is settled, and Red has most of it. Without Red, Black is ahead and passes."""
    kee = start("kee", {"width": 5, "height": 9}, 3)
    rows = {"1": 1, "2": 1, "3": 0, "4": 0, "5": 0, "6": 2, "7": 2, "8": 2, "9": 2}
    eyes = {"b1", "d1", "b4", "d4", "b8", "d8"}
    names = enumerate(kee.board.names)
    position = kee.set_up({p: rows[name[1]] for p, name in names if name not in eyes}, 0)
    assert position is not None
    with_red = thinker.think(position, Effort(200, 1)).moves[0]
    without = thinker.think(position, Effort(200, 1, frozenset({2}))).moves[0]
    assert (with_red.win, round(with_red.points)) == (0, -5)
    assert (without.win, round(without.points)) == (1, 5)
    assert without.move == Declare("pass")


def test_nothing_but_a_pass_is_considered_for_who_has_left(thinker: Machine) -> None:
    kee = start("kee", {"width": 4, "height": 4}, 3)
    found = thinker.think(kee, Effort(50, 1, frozenset({0}))).moves
    assert [considered.move for considered in found] == [Declare("pass")]


# --- ply by ply, for comparisons; those of many games are in tests/core ---


def test_the_core_plays_on_by_itself(thinker: Machine) -> None:
    keil = start("keil", {"size": 3, "komi": 0})
    board = keil.board
    thinker.load(keil)
    assert thinker.legal(len(board)) == (list(range(len(board))), 641)
    assert thinker.play(board.index["a1"]) == []
    assert thinker.play(board.index["a1"]) is None
    assert thinker.play(board.index["b2"]) == [board.index["a1"]]
    assert thinker.play(641) == []
    assert thinker.count(2) == (False, (0.5, 19))
    assert thinker.legal(len(board))[1] == 640
    assert (thinker.play(640), thinker.play(640)) == ([], [])
    assert thinker.count(2)[0]
    assert thinker.legal(len(board)) == ([], None)


def look(thinker: Machine, position: Position, point: str) -> tuple[int, ...]:
    """The traits of a point, in the order of looks.c."""
    thinker.load(position)
    return thinker.looks(len(position.board))[position.board.index[point]].traits


def test_how_a_point_looks_where_groups_have_liberties(thinker: Machine) -> None:
    """Steps from the last stone, line, stones two steps away, captures, liberties, relief,
    pressure."""
    kee = after(start("kee", {"width": 5, "height": 5}), "c3", "c2", "e5", "b3", "e1", "d3")
    assert look(thinker, kee, "c4") == (1, 2, 1 + 4 * 1, 0, 3, 1, 0), "c3 gets away"
    assert look(thinker, kee, "b2") == (2, 2, 4 * 1, 0, 2, 0, 2), "beside two groups"
    threat = after(kee, "e3")
    assert look(thinker, threat, "c4") == (2, 2, 1 + 4 * 2, 1, 4, 0, 0), "c3 falls"
    assert look(thinker, threat, "e4") == (1, 1, 1 + 4 * 1, 0, 1, 0, 1), "one liberty each"


def test_how_a_point_looks_where_stones_fall_by_control(thinker: Machine) -> None:
    """The last three traits are spaces gained, nothing, and spaces that the other one loses."""
    ki = after(start("ki", {"size": 5}), "c3", "b2", "d3")
    assert look(thinker, ki, "a1") == (3, 1, 4 * 1, 0, 2, 0, 0), "a2 and b1 are gained"


def test_all_legal_points_have_a_look_whatever_was_thought_before(thinker: Machine) -> None:
    position = after(start("keil", {"size": 3, "komi": 2}), "c3", "b2")
    thinker.think(position, Effort(200, 1))
    seen = thinker.looks(19)
    stones = [move for move in position.legal_moves() if isinstance(move, Placement)]
    assert sorted(seen) == sorted(position.board.index[stone.point] for stone in stones)
    assert seen[position.board.index["c2"]].traits[STEPS] == 1


def test_random_games_are_as_long_as_those_of_the_rules(thinker: Machine) -> None:
    """26 plies on side 3, with a standard deviation of 7."""
    thinker.load(start("keil", {"size": 3, "komi": 0}))
    assert 24 < thinker.random_games(2000, 1) < 28


def test_the_search_can_be_changed_for_measurements(thinker: Machine) -> None:
    position = start("keil", {"size": 4, "komi": 4})
    usual = thinker.think(position, Effort(100, 1))
    thinker.tune(exploration=0.5)
    bound = thinker.think(position, Effort(100, 1))
    thinker.tune()
    assert bound != usual
    assert min(found.visits for found in bound.moves) >= 1
    assert thinker.think(position, Effort(100, 1)) == usual
    assert thinker.memory < 80 << 20


def test_small_ends_are_solved(thinker: Machine) -> None:
    """Side 2 is all Black's after the stone in the middle; Kee on two points is nobody's."""
    keil = all_games()["keil"].start_unrestricted({"size": 2, "button": False})
    thinker.load(keil)
    exact, bounds = thinker.bounds(100_000)
    assert exact
    assert bounds[keil.board.index["b2"]] == (7, 7)
    assert max(high for _, high in bounds.values()) == 7
    kee = all_games()["kee"].start_unrestricted({"rows": 2, "cols": 1})
    thinker.load(kee)
    assert thinker.bounds(100_000) == (True, {640: (0, 0), 0: (-2, -2), 1: (-2, -2)})
    thinker.load(after(kee, "a1", "a2"))
    assert thinker.bounds(100_000)[0]
    thinker.load(start("kee", {"width": 5, "height": 5}))
    assert not thinker.bounds(100)[0]


def test_the_last_points_of_keil_are_solved(thinker: Machine) -> None:
    """Who takes the last point that counts wins; the exact margin has the button's half in it."""
    keil = all_games()["keil"].start_unrestricted({"size": 2, "komi": 0})
    found = thinker.think(keil, Effort(1000, 1)).moves
    assert first(thinker.think(keil, Effort(1000, 1))) == "b2"
    assert (found[0].points, found[0].win) == (6.5, 1)
    position = after(keil, "b2")
    best = thinker.think(position, Effort(1000, 1)).moves[0]
    assert (best.move, best.points) == (Declare("button"), -6.5)
    thinker.load(position)
    assert thinker.bounds(10_000) == (True, {641: (-6.5, -6.5)})


# --- where it cannot run ---


def test_it_knows_games_that_declare_an_arena_once_there_are_colours(thinker: Machine) -> None:
    assert thinker.knows(start("ki", {}))
    assert not thinker.knows(TRIO.start({"side": 5}, 3))
    assert not thinker.knows(start("keil", {}))
    keil = all_games()["keil"]
    assert not Machine(core(), {}, []).knows(keil.start_unrestricted({}))


def test_without_wasmtime_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(MachineError, match="wasmtime cannot be imported"):
        machine()


def test_a_process_that_ends_says_nothing() -> None:
    """A machine that is still there when the interpreter ends is closed in time."""
    program = (
        "import builtins, sys\n"
        "from bot.core_files import machine\n"
        "from engine.ai import Effort\n"
        "from engine.games import all_games\n"
        "def held(): pass\n"
        "held.machine, held.itself = machine(), held\n"
        "ki = all_games()['ki'].start_unrestricted({'rows': 3, 'cols': 3})\n"
        "held.machine.think(ki, Effort(10, 1))\n"
        "sys.held = builtins.held = held\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_a_file_that_is_no_program_is_a_clear_error() -> None:
    with pytest.raises(MachineError, match="the core does not load"):
        Machine(b"not a program", {}, all_games().values())


def test_a_program_that_traps_is_a_clear_error() -> None:
    core = wasmtime.wat2wasm(
        '(module (func (export "address") (param i32) (result i32) unreachable))'
    )
    with pytest.raises(MachineError, match="the core broke off"):
        Machine(bytes(core), {}, all_games().values())


def test_weights_are_those_that_the_games_name() -> None:
    named = {game.ai.weights for game in all_games().values() if game.ai is not None}
    nets = {name for name in weights() if name.endswith(NET)}
    assert set(weights()) - nets == named
    assert {name.removesuffix(NET) for name in nets} <= named
    for name, data in weights().items():
        assert len(data) <= (MOST_BYTES if name in nets else 20 * 1024)


def test_the_nets_of_games_are_nets_that_the_core_takes(thinker: Machine) -> None:
    """One of Keil at least, which has something to say of the first move."""
    asked = 0
    for key in sorted(name.removesuffix(NET) for name in weights() if name.endswith(NET)):
        position = start(key, {})
        if position.colours is None:
            position = start(key, {"komi": 5})
        thinker.load(position)
        said = thinker.said(len(position.board), 2)
        assert said is not None and max(said.moves.values()) < 1
        asked += 1
    assert asked


def test_a_game_without_a_net_is_seen_by_one_and_asks_none() -> None:
    position = start("ki", {})
    points, thinker = len(position.board), Machine(core(), {}, all_games().values())
    thinker.load(position)
    thinker.tune_net()
    assert thinker.said(points, 2) is None
    plain = thinker.think(position, Effort(50, 1))
    assert thinker.think(position, Effort(50, 1, questions=9, each_move=True)) == plain
    assert not plain.by_net
    seen = thinker.seen(points, 2)
    assert (len(seen.planes), len(seen.signs)) == (4 * points, 4 * sign_count(2))
    assert set(seen.moves) == set(range(points))


def test_a_net_is_asked_only_about_games_as_it_knows_them(thinker: Machine) -> None:
    """Kee's is for up to four, on squares up to 9x9; nobody has left a game that it saw."""
    asking = Effort(50, 1, questions=9)
    square: dict[str, OptionValue] = {"width": 5, "height": 5}
    for seats in (2, 3, 4):
        assert thinker.think(start("kee", square, seats), asking).by_net
    assert not thinker.think(start("kee", square, 5), asking).by_net
    assert thinker.think(start("kee", {"width": 9, "height": 9}), asking).by_net
    assert not thinker.think(start("kee", {"width": 10, "height": 9}), asking).by_net
    assert not thinker.think(start("kee", {"side": 3}), asking).by_net
    position = start("kee", square, 3)
    assert position.colours is not None
    left = frozenset({position.colours[2]})
    found = thinker.think(position, replace(asking, departed=left))
    assert not found.by_net
    assert all(shares[position.colours[2]] == 0 for shares in found.owners)


def test_a_net_says_how_much_the_end_is_open(thinker: Machine) -> None:
    """Its answers differ little; what it does not know is who will own the points."""
    empty = start("keil", {"size": 5, "komi": 5})
    played = after(empty, *["e5", "d5", "e4", "d4", "e3", "d3", "e6", "d6", "e7", "d2"])
    early, late = (thinker.think(each, Effort.worth(400, 1)) for each in (empty, played))
    assert early.by_net and late.by_net
    assert early.spread > late.spread > 1
    assert early.error == late.error == NET_ERROR
    by_playouts = thinker.think(empty, Effort(400, 1))
    assert by_playouts.error == by_playouts.spread / 20


@pytest.mark.parametrize("family", Family)
def test_what_a_net_sees_of_a_point_fits_into_its_bits(family: Family) -> None:
    counts = [plane_count(family, colours, 6) for colours in (2, 3, 4)]
    assert counts == sorted(counts)
    assert counts[-1] <= 32
