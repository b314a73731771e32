"""What a stone does, as the positions before and after it tell; and why it captured."""

from random import Random

from engine.effects import (
    Capture,
    Effects,
    captures,
    capturing_answers,
    effects,
    relations,
)
from engine.game import Game, Options
from engine.games import kee, keil, ki
from engine.match import Match
from engine.position import Link, Placement, Position
from tests.engine.random_play import random_game, small_starts
from tests.toy import TOYS

KEIL: Options = {"size": 4, "komi": 0.0, "button": False}


def played(game: Game, options: Options, moves: str) -> tuple[Position, Effects]:
    """The position before the last of ``moves``, and what that does."""
    settled = game.settle(options)
    position = game.start(settled, game.seats[0])
    *earlier, last = moves.split()
    for text in earlier:
        position = position.play(position.read(text))
    move = Placement(last)
    return position, effects(position, position.play(move), move)


def names(position: Position, points: tuple[int, ...]) -> list[str]:
    return [position.board.names[point] for point in points]


def pairs(position: Position, edges: tuple[tuple[int, int], ...]) -> list[str]:
    return ["-".join(names(position, edge)) for edge in edges]


def why(game: Game, options: Options, moves: str) -> tuple[Position, list[Capture]]:
    """The position before the last of ``moves``, and why that captured what it did."""
    before, done = played(game, options, moves)
    start = game.start(game.settle(options), game.seats[0])
    after = before.play(Placement(before.board.names[done.point]))
    return before, list(captures(before, after, start, done.point))


def test_two_stones_with_empty_witnesses_are_not_linked_yet():
    before, done = played(keil.GAME, KEIL, "d4 a1 d5")
    assert names(before, done.not_yet) == ["d4"]
    assert (done.linked, done.apart, done.joined, done.cut) == ((), (), (), ())


def test_a_witness_links_the_stone_and_the_pair_beside_it():
    before, done = played(keil.GAME, KEIL, "d4 a1 d5 a4 c4")
    assert names(before, done.linked) == ["d4", "d5"]
    assert pairs(before, done.joined) == ["d4-d5"]


def test_the_last_witness_cuts():
    before, done = played(keil.GAME, KEIL, "d4 c4 d5 e4")
    assert pairs(before, done.cut) == ["d4-d5"]
    before, done = played(keil.GAME, KEIL, "d4 c4 a1 e4 d5")
    assert names(before, done.apart) == ["d4"]


def test_the_last_witness_at_the_edge_cuts_too():
    before, done = played(keil.GAME, KEIL, "e1 a1 f1 e2")
    assert pairs(before, done.cut) == ["e1-f1"]


def test_captures_in_each_game():
    before, done = played(keil.GAME, KEIL, "a1 b2")
    assert names(before, done.captured) == ["a1"]
    before, done = played(kee.GAME, {"width": 3, "height": 3}, "a1 a2 c3 b1")
    assert (names(before, done.captured), done.lost) == (["a1"], ())
    before, done = played(ki.GAME, {"size": 5}, "c2 c3 e5 a5 c4 e1 b3 e2")
    assert done.captured == ()
    before, done = played(ki.GAME, {"size": 5}, "b3 c3 d3")
    assert names(before, done.captured) == ["c3"]
    assert "c3" not in names(before, done.controlled)


def test_stones_of_ones_own_that_are_lost():
    before, done = played(kee.GAME, {"width": 3, "height": 2}, "a1 b1 c1 b2 c2 a2")
    assert names(before, done.captured) == ["a1"]
    before, done = played(kee.GAME, {"width": 3, "height": 2}, "a1 b1 c2 b2 a2")
    assert (done.captured, names(before, done.lost)) == ((), ["a2", "a1"])


def test_control_that_a_stone_gains():
    before, done = played(ki.GAME, {"size": 5}, "b3 e5 d3")
    assert names(before, done.controlled) == ["c3"]


def answers(game: Game, options: Options, moves: str) -> list[str]:
    """Where the next player could capture the last stone of ``moves``."""
    before, done = played(game, options, moves)
    after = before.play(Placement(before.board.names[done.point]))
    return names(after, capturing_answers(after, done.point))


def test_the_answers_that_capture_the_stone_at_once():
    assert answers(keil.GAME, KEIL, "a1") == ["b2"]
    assert answers(keil.GAME, KEIL, "d4") == []
    lost = "a1 b1 c2 b2 a2"  # a2 is gone already
    assert answers(kee.GAME, {"width": 3, "height": 2}, lost) == []
    assert answers(kee.GAME, {"width": 3, "height": 3}, "a2 a1") == ["b1"]
    assert set(answers(ki.GAME, {"size": 5}, "b3 c3")) == {"c2", "c4", "d3"}
    assert answers(TOYS["trio"], {}, "a1") == []  # nothing is ever captured


def test_the_answers_are_those_of_the_next_of_several_players():
    """A stone that only the player after the next could capture is not in danger at once."""
    settled = kee.GAME.settle({"width": 3, "height": 3}, 3)
    position = kee.GAME.start(settled, 3)
    for text in ("c3", "a2", "a1"):
        position = position.play(Placement(text))
    assert position.to_move == 0
    assert names(position, capturing_answers(position, position.board.index["a1"])) == ["b1"]


def test_in_games_without_links_groups_are_linked():
    before, done = played(kee.GAME, {"width": 3, "height": 3}, "a1 c3 a2")
    assert names(before, done.linked) == ["a1"]
    before, done = played(TOYS["trio"], {}, "a1 c3 e5 a2")
    assert done == Effects(before.board.index["a2"], 0, (), (), (), (), (), (), (), ())


def test_every_game_tells_what_its_moves_do():
    """Whatever is linked, cut or captured is so in the positions."""
    starts = [*small_starts(), TOYS["trio"].start(TOYS["trio"].settle({}), 3)]
    for seed, start in enumerate(starts):
        before = start
        for move, after in random_game(start, Random(seed), 40):
            if isinstance(move, Placement):
                done, now = effects(before, after, move), relations(after)
                for point in capturing_answers(after, done.point):
                    answered = after.play(Placement(after.board.names[point]))
                    assert done.point in answered.captured
                assert {*done.captured, *done.lost} == set(after.captured)
                assert all(now[edge] is Link.LINKED for edge in done.joined)
                assert all(now[edge] is Link.CUT for edge in done.cut)
                assert set(done.linked) <= set(after.board.neighbours[done.point])
                told = captures(before, after, start, done.point)
                assert sorted(p for one in told for p in one.stones) == sorted(after.captured)
            before = after


# --- why it was captured ---


def test_the_last_liberty_is_taken():
    before, (one,) = why(kee.GAME, {"width": 3, "height": 3}, "a1 a2 c3 b1")
    assert (names(before, one.stones), names(before, one.liberties or ())) == (["a1"], ["b1"])
    assert (one.cut, one.against) == ((), ())


def test_in_keil_a_stone_takes_one_liberty_and_cuts_off_the_others():
    before, (one,) = why(keil.GAME, KEIL, "a1 b2")
    assert names(before, one.liberties or ()) == ["a2", "b1", "b2"]


def test_by_the_wording_of_2019_a_group_is_cut_apart():
    match = Match.start(keil.GAME, keil.GAME.settle({**KEIL, "linking": "2019"}), 2)
    start = match.position
    stones = {start.board.index[n]: c for n, c in (("a1", 0), ("b1", 0), ("a2", 1), ("c1", 1))}
    before = start.set_up(stones, 1)
    assert before is not None
    after = before.play(Placement("b2"))
    told = captures(before, after, start, after.board.index["b2"])
    assert sorted(names(before, tuple(p for one in told for p in one.stones))) == ["a1", "b1"]
    assert {pair for one in told for pair in pairs(before, one.cut)} == {"a1-b1"}


def test_in_keil_the_last_witness_cuts_a_stone_off_from_others():
    before, (one,) = why(keil.GAME, KEIL, "b3 b2 c4 a2 g1 a3 g2 c3 g3 b4")
    assert (names(before, one.stones), names(before, one.liberties or ())) == (["b3"], ["b4"])
    assert set(pairs(before, one.cut_off)) == {"b3-c4"}
    assert one.cut == ()


def test_in_games_with_control_it_is_control():
    before, (one,) = why(ki.GAME, {"size": 5}, "b3 c3 d3")
    assert one.liberties is None
    assert set(names(before, one.against)) == {"b3", "d3"}
