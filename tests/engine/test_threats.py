"""What a stone captures, saves, threatens, cuts or links; and what it leaves to be captured."""

from random import Random

import pytest

from engine.effects import capturing_answers
from engine.game import Game, Options
from engine.games import kee, keil, ki
from engine.position import Declare, Placement, Position
from engine.threats import Purpose, Threat, escapes, exposed, purpose, threats
from tests.engine.random_play import random_game, small_starts
from tests.toy import TOYS

BLACK = 0
SMALL: Options = {"width": 4, "height": 4}
KEIL: Options = {"size": 4, "komi": 0.0, "button": False}


def played(game: Game, options: Options, moves: str, seats: int = 2) -> tuple[Position, Position]:
    """The positions before and after the last of ``moves``."""
    before = after = game.start(game.settle(options, seats), seats)
    for text in moves.split():
        before, after = after, after.play(after.read(text))
    return before, after


def of(
    game: Game, options: Options, moves: str, seats: int = 2, **given: tuple[int, ...]
) -> Purpose:
    """What the last of ``moves`` is for."""
    before, after = played(game, options, moves, seats)
    return purpose(before, after, Placement(moves.split()[-1]), **given)


def told(position: Position, threat: Threat | None) -> str | None:
    """A threat in letters: ``B a1: c1 c2``."""
    if threat is None:
        return None
    names, letter = position.board.names, "BWR"[threat.colour]
    return f"{letter} {names[threat.point]}: {' '.join(names[p] for p in threat.stones)}"


def test_a_stone_that_captures():
    before, _ = played(kee.GAME, SMALL, "a1 a2 d4 b1")
    found = of(kee.GAME, SMALL, "a1 a2 d4 b1")
    assert [before.board.names[p] for p in found.captured] == ["a1"]
    assert found.prevents is None


def test_a_stone_that_saves_others_from_a_capture():
    before, _ = played(kee.GAME, SMALL, "a1 a2 b1")
    found = of(kee.GAME, SMALL, "a1 a2 b1")
    assert told(before, found.prevents) == "W b1: a1"
    assert found.captured == ()


def test_a_stone_elsewhere_saves_nothing():
    assert of(kee.GAME, SMALL, "a1 a2 d4").prevents is None


def test_a_stone_that_only_adds_to_what_is_lost_saves_nothing():
    assert of(kee.GAME, {"width": 4, "height": 2}, "a1 a2 d2 b2 b1").prevents is None


def test_a_stone_that_threatens_a_capture():
    before, _ = played(kee.GAME, SMALL, "c3 a1 a2")
    found = of(kee.GAME, SMALL, "c3 a1 a2")
    assert told(before, found.threatens) == "B b1: a1"
    again = of(kee.GAME, SMALL, "c3 a1 a2 d4 d1")
    assert again.threatens is None  # it could have been captured before


def test_in_keil_a_stone_in_a_corner_is_saved_by_its_inner_neighbour():
    before, _ = played(keil.GAME, KEIL, "a1 g4 b2")
    assert told(before, of(keil.GAME, KEIL, "a1 g4 b2").prevents) == "W b2: a1"


def test_a_cut_and_a_link():
    assert of(keil.GAME, KEIL, "d4 c4 d5 e4").cut != ()
    assert of(keil.GAME, KEIL, "d4 a1 d5 a4 c4").joined == 2
    assert of(kee.GAME, SMALL, "a1 d4 c1 d3 b1").joined == 2
    assert of(kee.GAME, SMALL, "a1 d4 b1").joined == 0


def test_in_ki_control_and_captures_by_it():
    found = of(ki.GAME, {"size": 5}, "b3 e5 d3")
    assert found.controlled != ()
    assert found.joined == 0
    before, after = played(ki.GAME, {"size": 5}, "b3 c3")
    assert {told(before, one) for one in threats(after, BLACK)} == {
        "B c2: c3",
        "B c4: c3",
        "B d3: c3",
    }


def test_of_several_players_each_can_threaten_but_none_who_has_left():
    moves = "a1 c4 a2 b1"
    before, _ = played(kee.GAME, SMALL, moves, 3)
    assert told(before, of(kee.GAME, SMALL, moves, 3).prevents) == "W b1: a1"
    assert told(before, of(kee.GAME, SMALL, moves, 3, departed=(1,)).prevents) == "R b1: a1"
    assert of(kee.GAME, SMALL, moves, 3, departed=(1, 2)).prevents is None


def test_a_group_on_the_edge_escapes_unless_it_only_gets_longer():
    """Black takes what White adds to it, too, if c2 is Black's."""
    for moves, free in (("a2 a1 b2 b1 d4", True), ("a2 a1 b2 b1 c2", False)):
        _, after = played(kee.GAME, SMALL, moves)
        (threat,) = [one for one in threats(after, BLACK) if len(one.stones) == 2]
        assert told(after, threat) == "B c1: a1 b1"
        assert escapes(after, threat) == free


def test_of_three_players_and_at_the_end_nothing_is_said_to_be_lost():
    _, after = played(kee.GAME, SMALL, "a2 a1 d4 b2 b1 d3 c2", 3)
    (threat,) = [one for one in threats(after, BLACK) if one.stones]
    assert escapes(after, threat)
    _, after = played(kee.GAME, SMALL, "a2 a1 b2 b1 c2 pass pass pass")
    assert after.to_move is None
    assert escapes(after, Threat(BLACK, 0, (0,)))


def test_what_can_be_captured_because_of_a_move():
    before, after = played(keil.GAME, KEIL, "a1")
    assert told(before, exposed(before, after)[0]) == "W b2: a1"
    before, after = played(keil.GAME, KEIL, "d4")
    assert exposed(before, after) == []


def test_what_could_be_captured_before_is_not_because_of_the_move():
    before, after = played(kee.GAME, SMALL, "a1 a2 d4")
    assert exposed(before, after) == []


def test_what_others_threatened_and_the_move_leaves_in_danger():
    """White's a2 threatens a1, and Black plays elsewhere."""
    ours, _ = played(kee.GAME, SMALL, "a1 a2")
    before, after = played(kee.GAME, SMALL, "a1 a2 d4")
    assert told(before, exposed(before, after, ours)[0]) == "W b1: a1"
    before, after = played(kee.GAME, SMALL, "a1 a2 b1")
    assert exposed(before, after, ours) == []


def test_what_the_move_itself_puts_in_danger_comes_before_what_it_leaves():
    """Of each, what takes most stones comes first."""
    moves = "a2 a1 e3"
    ours, _ = played(keil.GAME, {**KEIL, "size": 3}, "a2 a1")
    before, after = played(keil.GAME, {**KEIL, "size": 3}, moves)
    assert [told(before, each) for each in exposed(before, after, ours)] == ["W d3: e3", "W b3: a2"]


def test_stones_that_lengthen_a_lost_group_are_lost_with_it():
    before, after = played(kee.GAME, {"width": 4, "height": 2}, "a1 a2 d2 b2 b1")
    assert told(before, exposed(before, after)[0]) == "W c1: a1 b1"


def test_the_last_stone_of_a_game_leaves_nothing_to_be_captured():
    before, after = played(TOYS["trio"], {"side": 3}, "a1 a2 a3 b1 b2 b3 c1 c2 c3", 3)
    assert exposed(before, after) == []
    assert purpose(before, after, Placement("c3")) == Purpose()


@pytest.mark.parametrize("seed", range(3))
def test_in_every_game_what_is_told_is_what_the_moves_do(seed: int):
    """A threat is carried out by whoever is to move; what is prevented cannot be done any more."""
    for start in [*small_starts(), TOYS["trio"].start(TOYS["trio"].settle({}), 3)]:
        before = start
        for move, after in random_game(start, Random(seed), 25):
            if not isinstance(move, Placement):
                before = after
                continue
            found, now = purpose(before, after, move), after.to_move
            assert before.to_move is not None
            assert before.colours is not None
            own = before.colours[before.to_move]
            if found.prevents is not None:
                assert all(after.stones[p] == own for p in found.prevents.stones)
            lost = next(iter(exposed(before, after)), None)
            if now is not None and after.colours is not None and after.colours[now] != own:
                point = before.board.index[move.point]
                answers = capturing_answers(after, point) if point in after.stones else ()
                assert lost is not None or not answers
                if lost is not None:
                    answered = after.play(Placement(after.board.names[lost.point]))
                    assert set(lost.stones) <= set(answered.captured)
                if found.prevents is not None:
                    for reply in after.legal_moves():
                        gone = () if isinstance(reply, Declare) else after.play(reply).captured
                        assert not set(found.prevents.stones) & set(gone)
            before = after
