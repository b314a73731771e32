"""The rules of Keil that need more than one turn: repetition, button, passes, the end."""

import pytest

from engine.position import IllegalMoveError, IllegalReason
from tests.engine.games.helpers import drawn, names, play, refused
from tests.engine.games.keil_helpers import BOTH_WORDINGS, keil

KO = """
      . . .
     . . . .
    . W . . .
     . . W .
      . . .
"""
"""White plays a1, black b2 takes it, and white a1 would take b2 again."""

KO_WITH_A1 = """
      . . .
     . . . .
    . W . . .
     . . W .
      W . .
"""


def repeated_ply(refusal: IllegalMoveError | None) -> int | None:
    assert refusal is not None and refusal.reason == IllegalReason.REPETITION
    return refusal.ply


# --- repetition ---


@BOTH_WORDINGS
def test_ko_the_stone_that_was_just_taken_may_not_take_back(linking: str):
    position = play(keil(KO, linking=linking, to_move="W"), "a1", "b2")
    assert names(position, position.captured) == ["a1"]
    assert refused(position, "a1") == IllegalReason.REPETITION


@BOTH_WORDINGS
def test_an_exchange_elsewhere_lifts_the_ko(linking: str):
    position = play(keil(KO, linking=linking, to_move="W"), "a1", "b2", "e1", "e3")
    after = play(position, "a1")
    assert names(after, after.captured) == ["b2"]


@BOTH_WORDINGS
def test_taking_the_button_lifts_the_ko(linking: str):
    position = play(keil(KO, linking=linking, to_move="W", button=True), "a1", "b2")
    assert refused(position, "a1") == IllegalReason.REPETITION
    assert refused(play(position, "button", "pass"), "a1") is None


@BOTH_WORDINGS
def test_once_the_button_is_taken_positions_count_again(linking: str):
    position = play(keil(KO, linking=linking, to_move="B", button=True), "button", "a1", "b2")
    assert repeated_ply(position.why_not(position.read("a1"))) == 2


@BOTH_WORDINGS
def test_a_refusal_names_the_ply_whose_position_would_come_back(linking: str):
    position = play(keil(KO, linking=linking, to_move="W"), "a1", "b2")
    assert repeated_ply(position.why_not(position.read("a1"))) == 1
    later = play(keil(KO, linking=linking), "e1", "e3", "d1", "a1", "b2")
    assert repeated_ply(later.why_not(later.read("a1"))) == 4


@BOTH_WORDINGS
def test_what_stood_at_the_end_of_a_turn_on_which_i_passed_is_banned_to_me(linking: str):
    position = play(keil(KO_WITH_A1, linking=linking, to_move="W"), "pass", "b2")
    assert names(position, position.captured) == ["a1"]
    assert repeated_ply(position.why_not(position.read("a1"))) == 1


@BOTH_WORDINGS
def test_what_was_set_up_stood_at_the_end_of_no_turn(linking: str):
    position = play(keil(KO_WITH_A1, linking=linking), "b2")
    assert refused(position, "a1") is None


SENDING_TWO = """
      . . .
     . B . .
    . W . . .
     . B . .
      . . .
"""
"""White sends two with d1, black c1 takes both, white c2 takes one back: this board again."""


@BOTH_WORDINGS
def test_a_board_first_reached_by_the_other_side_may_come_back(linking: str):
    """Sending two, returning one: legal, for the list that counts is one's own."""
    position = play(keil(SENDING_TWO, linking=linking), "pass", "d1", "c1")
    assert names(position, position.captured) == ["c2", "d1"]
    again = play(position, "c2")
    assert names(again, again.captured) == ["c1"]
    assert drawn(again).split() == SENDING_TWO.split()


@BOTH_WORDINGS
def test_the_same_board_first_reached_by_oneself_may_not(linking: str):
    start = keil(SENDING_TWO, linking=linking, to_move="W", button=True)
    position = play(start, "button", "pass", "d1", "c1")
    assert repeated_ply(position.why_not(position.read("c2"))) == 1


@BOTH_WORDINGS
def test_a_board_that_stood_twice_is_named_by_its_first_ply(linking: str):
    position = play(keil(SENDING_TWO, linking=linking), "pass", "d1", "c1", "c2", "pass")
    assert position.lists[0][*position.masks, False] == 1


@BOTH_WORDINGS
def test_passes_and_the_button_are_never_refused_for_repetition(linking: str):
    start = keil(linking=linking, button=True)
    position = play(start, "c3", "button", "pass", "c4", "pass")
    assert refused(position, "pass") is None
    assert play(position, "pass").to_move is None


# --- button ---


def test_while_the_button_waits_nobody_may_pass():
    position = keil(button=True)
    assert refused(position, "pass") == IllegalReason.PASS_BEFORE_BUTTON
    assert refused(play(position, "c3"), "pass") == IllegalReason.PASS_BEFORE_BUTTON
    assert refused(play(position, "c3", "button"), "pass") is None


def test_the_button_is_taken_once():
    position = play(keil(button=True), "button")
    assert refused(position, "button") == IllegalReason.NO_BUTTON
    assert refused(play(position, "c3"), "button") == IllegalReason.NO_BUTTON


def test_without_the_button_in_use_nobody_takes_it_and_passing_is_free():
    position = keil(button=False)
    assert refused(position, "button") == IllegalReason.NO_BUTTON
    assert refused(position, "pass") is None


def test_taking_the_button_is_a_turn_but_no_pass():
    position = play(keil(button=True), "button", "pass")
    assert position.to_move == 0
    assert play(position, "pass").to_move is None


def test_the_button_is_worth_half_a_point_to_who_took_it():
    assert play(keil(button=True), "button").score() == (0.5, 0)
    assert play(keil(button=True), "c3", "button").score() == (19, 0.5)
    assert keil(button=True).score() == (0, 0)


@pytest.mark.parametrize(
    ("button", "moves", "offered"),
    [
        (True, (), ["button"]),
        (True, ("c3",), ["button"]),
        (True, ("button",), ["pass"]),
        (False, (), ["pass"]),
        (False, ("pass", "pass"), []),
    ],
)
def test_the_words_offered(button: bool, moves: tuple[str, ...], offered: list[str]):
    position = play(keil(button=button), *moves)
    assert [word.word for word in position.declarations()] == offered


# --- passes and the end ---


def test_two_passes_in_a_row_end_the_game():
    position = play(keil(), "c3", "pass", "pass")
    assert position.to_move is None
    assert position.result() is not None


def test_passes_in_a_row_are_counted():
    position = keil()
    counted = [position.passing()]
    for move in ("pass", "c3", "pass", "pass"):
        position = play(position, move)
        counted.append(position.passing())
    assert counted == [(0, 2), (1, 2), (0, 2), (1, 2), (2, 2)]
    assert position.anchor() is None


def test_a_stone_between_two_passes_keeps_the_game_going():
    position = play(keil(), "pass", "c3", "pass")
    assert position.to_move == 1
    assert position.result() is None


@pytest.mark.parametrize("move", ["c4", "c3", "z9", "pass", "button"])
def test_after_the_end_no_move_is_legal(move: str):
    position = play(keil(), "c3", "pass", "pass")
    assert refused(position, move) == IllegalReason.OVER
    assert list(position.legal_moves()) == []


def test_black_moves_first_and_turns_alternate():
    position = keil()
    assert [play(position, *moves).to_move for moves in ((), ("c3",), ("c3", "c4"))] == [0, 1, 0]


def test_a_stone_has_the_colour_of_whose_turn_it_is():
    position = play(keil(size=2), "a1", "c2")
    assert drawn(position) == " . W\n. . .\n B ."


def test_the_last_stone_and_the_captures_are_those_of_the_last_turn_only():
    position = play(keil(), "a1", "b2")
    assert position.last is not None and position.board.names[position.last] == "b2"
    assert names(position, position.captured) == ["a1"]
    after = play(position, "pass")
    assert after.last is None
    assert after.captured == {}
