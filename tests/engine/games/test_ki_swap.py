"""The opening swap of Ki: one player places the first stone, the other picks a side."""

from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Setup
from engine.games.ki import GAME, Ki
from engine.match import Ending, Match
from engine.outcome import short_result
from engine.position import Declare, IllegalReason, Placement, UnreadableMoveError
from engine.record import FORMS, Record, read
from engine.turns import NO_TIME, RESIGN, TIMEOUT, UNDO, Turn
from tests.engine.games.helpers import play, refused
from tests.engine.games.ki_helpers import legal
from tests.engine.gtp_client import Client
from tests.engine.random_play import random_game
from tests.engine.test_referee import ask

SIDES = {"black": (1, 0), "white": (0, 1)}
"""The colours of the first and the second player, by what the second one says."""
each_side = pytest.mark.parametrize("side", SIDES)


def begun(*, swap: bool = True) -> Ki:
    return cast(Ki, GAME.start(GAME.settle({"size": 5, "swap": swap}), 2))


def match(*turns: tuple[int, str]) -> Match:
    taken = [Turn(seat, text, NO_TIME) for seat, text in turns]
    return Match.replay(GAME, GAME.settle({"size": 5, "swap": True}), 2, taken)


# --- the choice ---


def test_nobody_swaps_unless_that_was_agreed() -> None:
    assert GAME.settle({})["swap"] is False
    assert play(begun(swap=False), "c3").colours == (0, 1)


def test_the_first_player_places_a_black_stone_and_the_second_picks_a_side() -> None:
    first = begun()
    assert (first.to_move, first.colours, len(legal(first))) == (0, (0, 1), 25)
    after = play(first, "b4")
    assert after.stones == {after.board.index["b4"]: 0}
    assert (after.to_move, after.colours) == (1, None)
    assert legal(after) == ["black", "white"]


@each_side
def test_whoever_is_white_then_moves_next(side: str) -> None:
    chosen = play(begun(), "b4", side)
    assert chosen.colours == SIDES[side]
    assert (chosen.to_move, chosen.mover, chosen.ply) == (SIDES[side].index(1), 1, 2)
    assert legal(chosen) == sorted({*chosen.board.names} - {"b4"})
    assert play(chosen, "d2").to_move == SIDES[side].index(0)


@pytest.mark.parametrize("move", ["d2", "b4", "pass", "a9"])
def test_nothing_else_is_done_before_the_side_is_picked(move: str) -> None:
    assert refused(play(begun(), "b4"), move) == IllegalReason.EXPECTED_SIDE


@pytest.mark.parametrize("moves", [(), ("b4", "black"), ("b4", "white", "d2")])
def test_a_side_is_picked_once_and_at_no_other_time(moves: tuple[str, ...]) -> None:
    position = play(begun(), *moves)
    with pytest.raises(UnreadableMoveError):
        position.read("black")
    refusal = position.why_not(Declare("white"))
    assert refusal is not None and refusal.reason == IllegalReason.UNREADABLE


def test_where_stones_are_set_up_no_first_stone_is_left_to_choose_for() -> None:
    begins = GAME.start_unrestricted({"size": 5, "swap": True}, Setup({0: ("c3",)}, 1))
    assert play(begins, "d2").colours == (0, 1)


def test_where_white_begins_no_black_stone_is_the_first() -> None:
    begins = GAME.start_unrestricted({"size": 5, "swap": True}, Setup({}, 1))
    assert not begins.sides_follow
    after = play(begins, "d2")
    assert after.colours == (0, 1) and after.to_move == 0


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 1 << 32), st.sampled_from(sorted(SIDES)))
def test_after_the_choice_it_is_ki_like_any_other(seed: int, side: str) -> None:
    """The same stones may be placed, fall and count; only the seats may have changed."""
    random = Random(seed)
    plain, stone = begun(swap=False), Placement(random.choice(begun().board.names))
    plain = plain.play(stone)
    swapped = begun().play(stone).play(Declare(side))
    for move, after in random_game(plain, random, 200):
        assert list(swapped.legal_moves()) == list(plain.legal_moves())
        plain, swapped = cast(Ki, after), swapped.play(move)
        assert swapped.masks == plain.masks and swapped.captured == plain.captured
        assert swapped.held() == plain.held() and swapped.score() == plain.score()
        if plain.to_move is not None:
            assert swapped.colours is not None and swapped.to_move is not None
            assert swapped.colours[swapped.to_move] == plain.mover == swapped.mover
    assert swapped.result() == plain.result()


def test_positions_with_other_sides_are_other_positions() -> None:
    taken, left = (play(begun(), "b4", side) for side in SIDES)
    assert taken == play(begun(), "b4", "black") and hash(taken) == hash(
        play(begun(), "b4", "black")
    )
    assert taken != left


# --- a match ---


def test_the_winner_is_a_player_whatever_colour_they_began_with() -> None:
    played = match((0, "c3"), (1, "black"))
    random = Random(3)
    while played.end is None:
        assert played.to_move is not None
        move = random.choice(list(played.position.legal_moves()))
        played = played.take(Turn(played.to_move, played.position.write(move), NO_TIME))
    black, white = played.position.score()
    assert played.end.winners == ((1,) if black > white else (0,))
    assert short_result(played) == f"{'BW'[black < white]}+{abs(black - white):g}"


def test_the_choice_is_taken_back_and_made_again() -> None:
    undone = match((0, "c3"), (1, "black"), (1, UNDO))
    assert (undone.to_move, undone.position.colours) == (1, None)
    again = undone.take(Turn(1, "white", NO_TIME))
    assert again.position.colours == (0, 1)
    first = match((0, "c3"), (0, UNDO))
    assert first.position == begun()


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_while_the_side_is_picked_has_lost(seat: int) -> None:
    end = match((0, "c3"), (seat, RESIGN)).end
    assert end is not None
    assert (end.how, end.winners) == (Ending.RESIGNATION, (1 - seat,))


def test_who_runs_out_of_time_while_picking_is_the_second_player() -> None:
    end = match((0, "c3"), (1, TIMEOUT)).end
    assert end is not None
    assert (end.how, end.winners) == (Ending.TIMEOUT, (0,))


# --- records, programs ---


@each_side
@pytest.mark.parametrize("form", ["sgf", "json"])
def test_a_record_has_the_choice_as_a_move(side: str, form: str) -> None:
    options = GAME.settle({"size": 5, "swap": True})
    next_ = SIDES[side].index(1)
    turns = [(0, "c3"), (1, side), (next_, "b2"), (1 - next_, "d4"), (next_, RESIGN)]
    played = tuple(Turn(seat, text, NO_TIME) for seat, text in turns)
    record = Record(GAME, options, ("Ada", "Bo"), played)
    written = FORMS[form](record)
    assert read(written, {GAME.key: GAME}) == record
    if form == "sgf":
        assert f";B[c3];SEAT[1:{side}];W[b2];B[d4]".encode() in written.replace(b"\n", b"")


def test_a_record_from_before_the_option_has_no_swap() -> None:
    old = b"(;FF[4]GM[1000]RU[ki-1]OPTION[size:5][cascade:yes]PLAYER[0:][1:];B[c3];W[b2])"
    record = read(old, {GAME.key: GAME})
    assert record.options["swap"] is False and record.match().position.ply == 2


def test_the_referee_judges_it() -> None:
    opts = {"size": 3, "swap": True}
    assert ask(game="ki", opts=opts)["seats"] == ["B", "W"]
    choice = ask(game="ki", opts=opts, moves=["b2"], why=["a1", "black", "pass"])
    assert (choice["to_move"], choice["seats"]) == ("second player", None)
    assert choice["legal"] == ["black", "white"]
    assert choice["why"] == {"a1": "expected-side", "black": None, "pass": "expected-side"}
    chosen = ask(game="ki", opts=opts, moves=["b2", "black"], why=["black"])
    assert (chosen["to_move"], chosen["seats"]) == ("W", ["W", "B"])
    assert chosen["why"] == {"black": "unreadable"}


def test_programs_play_it_by_seats_until_there_are_colours() -> None:
    gtp = Client("ki", size=5, swap=True)
    gtp.ask("play b c3")
    assert (gtp.ask("keil-to_move"), gtp.ask("keil-words")) == ("2", "black\nwhite")
    assert "keil-say SEAT MOVE" in gtp.fail("play w b2")
    gtp.ask("keil-say 2 black")
    assert gtp.ask("keil-to_move") == "1 white"
    gtp.ask("play w b2")
    gtp.ask("genmove b")
    for _ in range(3):
        gtp.ask("undo")
    assert gtp.ask("keil-genmove 2") in SIDES
