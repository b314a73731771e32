"""Matches: turns by seats, and the ways to end."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.games import all_games, ki
from engine.games.keil import GAME
from engine.match import Ending, Match, kept
from engine.position import IllegalMoveError, OutOfTurnError, UnreadableMoveError
from engine.turns import ANNULLED, RESIGN, TIMEOUT, Turn

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)

FORCING = "e1 c5 e4 a5 b2 b5 a3 c3 d2 a1 c1 c4 e3 b4 b3 a4 d5"


def match(*turns: tuple[int, str], **options: object) -> Match:
    settled = GAME.settle({"size": 3, "komi": 0, **options})  # pyright: ignore[reportArgumentType]
    return Match.replay(GAME, settled, 2, (Turn(seat, text, NOW) for seat, text in turns))


def test_the_first_seat_plays_black_where_komi_is_fixed() -> None:
    played = match((0, "c3"))
    assert played.position.stones == {played.position.board.index["c3"]: 0}
    assert (played.ply, played.to_move) == (1, 1)


def test_after_the_pie_the_seats_follow_the_chosen_sides() -> None:
    played = match((0, "komi 6"), (1, "black"), komi=None)
    assert played.to_move == 1
    assert played.take(Turn(1, "c3", NOW)).to_move == 0


def test_a_turn_out_of_turn_is_refused() -> None:
    with pytest.raises(OutOfTurnError):
        match((1, "c3"))


def test_illegal_and_unreadable_moves_are_refused() -> None:
    with pytest.raises(IllegalMoveError):
        match((0, "c3"), (1, "c3"))
    with pytest.raises(UnreadableMoveError):
        match((0, "foo"))


def test_two_passes_end_the_match_with_the_score() -> None:
    end = match((0, "c3"), (1, "button"), (0, "pass"), (1, "pass")).end
    assert end is not None
    assert (end.how, end.ranks, end.winners) == (Ending.SCORE, (1, 2), (0,))


def test_a_tie_has_two_winners() -> None:
    end = match((0, "c3"), (1, "pass"), (0, "pass"), komi=19, button=False).end
    assert end is not None
    assert end.winners == (0, 1)


def test_one_may_resign_out_of_turn() -> None:
    resigned = match((0, "c3"), (0, RESIGN))
    assert resigned.end is not None
    assert (resigned.end.how, resigned.end.winners, resigned.end.seat) == (
        Ending.RESIGNATION,
        (1,),
        0,
    )
    assert resigned.to_move is None


def test_who_runs_out_of_time_loses() -> None:
    end = match((0, "c3"), (1, TIMEOUT)).end
    assert end is not None
    assert (end.how, end.winners) == (Ending.TIMEOUT, (0,))


@pytest.mark.parametrize("turns", [(), ((0, "komi 3"),), ((0, "komi 3"), (1, "black"))])
def test_before_the_first_stone_nobody_loses_on_time(turns: tuple[tuple[int, str], ...]) -> None:
    begun = match(*turns, komi=None)
    assert begun.to_move is not None
    end = begun.take(Turn(begun.to_move, TIMEOUT, NOW)).end
    assert end is not None
    assert (end.how, end.ranks, end.winners) == (Ending.CLOSED, None, ())


@pytest.mark.parametrize("moves", ["", "c3", "c3 a1"])
def test_a_game_that_has_hardly_begun_can_be_annulled(moves: str) -> None:
    """Neither of two has placed two stones."""
    played = match(*((number % 2, text) for number, text in enumerate(moves.split())))
    assert played.hardly_begun
    assert played.to_move is not None
    end = played.take(Turn(played.to_move, ANNULLED, NOW)).end
    assert end is not None
    assert (end.how, end.ranks, end.seat) == (Ending.CLOSED, None, played.to_move)
    with pytest.raises(OutOfTurnError, match="other-clock"):
        played.take(Turn(1 - played.to_move, ANNULLED, NOW))


def test_a_game_that_has_begun_cannot_be_annulled() -> None:
    played = match((0, "c3"), (1, "a1"), (0, "e3"))
    assert not played.hardly_begun
    with pytest.raises(OutOfTurnError, match="begun"):
        played.take(Turn(1, ANNULLED, NOW))
    kee = all_games()["kee"]
    assert not Match.start(kee, kee.settle({}, 3), 3).hardly_begun, "of three, the others play on"


def test_nothing_can_be_played_after_the_end() -> None:
    over = match((0, RESIGN))
    for text in ("c3", RESIGN):
        with pytest.raises(OutOfTurnError):
            over.take(Turn(1, text, NOW))


def test_time_runs_out_for_the_seat_to_move_only() -> None:
    with pytest.raises(OutOfTurnError):
        match((0, "c3"), (0, TIMEOUT))


def test_taking_back_more_than_is_at_hand_comes_to_the_same() -> None:
    """Six players ask one after the other, each for a move that was five before the last."""
    kee, turns = all_games()["kee"], list[Turn]()
    options = kee.settle({"width": 7, "height": 7})
    taken = Match.start(kee, options, 6)

    def take(seat: int, text: str) -> Match:
        turns.append(Turn(seat, text, NOW))
        return taken.take(turns[-1])

    for name in taken.position.board.names[:36]:
        taken = take(taken.position.to_move or 0, name)
    for seat in range(6):
        taken = take(seat, "ask undo")
        for other in sorted({*range(6)} - {seat}):
            taken = take(other, "allow")
        replayed = Match.replay(kee, options, 6, turns)
        assert taken.position == replayed.position
        assert taken.shown == replayed.shown
    assert taken.position.ply < 36 - 25


def test_without_the_earlier_positions_taking_back_is_a_replay() -> None:
    played = match((0, "c3"), (1, "d4"), (0, "b2"))
    bare = replace(played, before=())
    undone = [one.take(Turn(0, "undo", NOW)) for one in (played, bare)]
    assert undone[0].position == undone[1].position
    assert kept(2) == 6


def test_a_move_may_have_been_the_only_one() -> None:
    """Black controls all that is empty, so White has to pass. Black had a choice before."""
    stones = [(n % 2, point) for n, point in enumerate(FORCING.split())]
    settled = ki.GAME.settle({"size": 5})

    def after(turns: list[tuple[int, str]]) -> tuple[Match, Turn]:
        replayed = Match.replay(
            ki.GAME, settled, 2, (Turn(seat, text, NOW) for seat, text in turns)
        )
        assert replayed.last is not None
        return replayed, replayed.last

    chosen, last = after(stones)
    assert not chosen.had_no_choice(last)
    forced, last = after([*stones, (1, "pass")])
    assert forced.had_no_choice(last)
    assert not replace(forced, before=()).had_no_choice(last), "nobody knows"
