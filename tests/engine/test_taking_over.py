"""A computer takes over a seat in a game for more than two, if all the others agree."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.game import Options
from engine.games import all_games
from engine.match import Ending, Match
from engine.position import OutOfTurnError
from engine.turns import (
    Request,
    RequestRefusal,
    RequestRefusedError,
    Turn,
    Wish,
    asking_for_computer,
)
from tests.toy import TOYS

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TRIO = TOYS["trio"]
ONE, TWO, THREE = 0, 1, 2


def taken(match: Match, *turns: tuple[int, str]) -> Match:
    """The match after more turns; the passes that are due come by themselves."""
    for seat, text in turns:
        at = NOON + timedelta(seconds=10 * match.ply)
        match = match.take(Turn(seat, text, at))
        while (due := match.due_pass(at)) is not None:
            match = match.take(due)
    return match


def trio(*turns: tuple[int, str]) -> Match:
    return taken(Match.start(TRIO, TRIO.settle({}), 3), *turns)


def texts(match: Match) -> list[str]:
    return [f"{turn.seat} {turn.text}" for turn in match.turn_log.moves]


def refused(match: Match, seat: int, text: str) -> RequestRefusal:
    with pytest.raises(RequestRefusedError) as error:
        match.take(Turn(seat, text, NOON))
    return error.value.why


def test_it_is_asked_of_all_who_still_play() -> None:
    match = trio((ONE, "a1"), (TWO, "b1"), (TWO, "resign"), (ONE, asking_for_computer(TWO, 3)))
    assert match.turn_log.request == Request(ONE, Wish.COMPUTER, number=4, seat_left=TWO, level=3)
    assert match.called == (THREE,)
    assert match.turn_log.departed == (TWO,)
    match = taken(match, (THREE, "allow"))
    assert match.end is None
    assert match.turn_log.settled is not None
    assert match.turn_log.departed == ()


def test_its_stones_stay_and_the_seat_passes_no_more() -> None:
    match = trio((ONE, "a1"), (TWO, "b1"), (TWO, "resign"), (ONE, "ask computer 1 3"))
    match = taken(match, (THREE, "allow"), (THREE, "c1"), (ONE, "d1"))
    assert match.to_move == TWO
    assert texts(taken(match, (TWO, "e1"))) == ["0 a1", "1 b1", "2 c1", "0 d1", "1 e1"]


@pytest.mark.parametrize("leaving", ["resign", "timeout"])
def test_the_turn_that_its_player_did_not_take_is_its_own(leaving: str) -> None:
    match = trio((ONE, "a1"), (TWO, leaving))
    assert (texts(match), match.to_move) == (["0 a1", "1 pass"], THREE)
    match = taken(match, (THREE, "ask computer 1 3"), (ONE, "allow"))
    assert (texts(match), match.to_move) == (["0 a1"], TWO)
    assert [move.text for move in match.turn_log.taken_back] == ["pass"]
    assert match.turn_log.board_turn == match.ply
    turns = [Turn(move.seat, move.text, NOON) for move in match.turn_log.moves]
    assert Match.replay(TRIO, match.options, 3, turns).position == match.position


def test_passes_that_somebody_has_answered_stay() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "c1"), (ONE, "ask computer 1 3"))
    match = taken(match, (THREE, "allow"))
    assert (texts(match), match.to_move) == (["0 a1", "1 pass", "2 c1"], ONE)
    assert taken(match, (ONE, "d1")).to_move == TWO


def kee(seats: int) -> tuple[Match, Options]:
    game = all_games()["kee"]
    options = game.settle({"width": 5, "height": 5}, seats)
    return Match.start(game, options, seats), options


def test_those_who_left_after_it_pass_after_its_turn() -> None:
    """Of four, two have left one after the other; the first is replaced, then the second."""
    four, options = kee(4)
    match = taken(four, (THREE, "resign"), (ONE, "a1"), (TWO, "resign"))
    assert texts(match) == ["0 a1", "1 pass", "2 pass"]
    match = taken(match, (3, "ask computer 1 2"), (ONE, "allow"))
    assert (texts(match), match.to_move) == (["0 a1"], TWO)
    match = taken(match, (TWO, "b1"))
    assert (texts(match), match.to_move) == (["0 a1", "1 b1", "2 pass"], 3)
    match = taken(match, (ONE, "ask computer 2 2"), (3, "allow"), (TWO, "allow"))
    assert (texts(match), match.to_move) == (["0 a1", "1 b1"], THREE)
    assert match.shown == match.position
    assert match.options == options


def test_one_who_wishes_to_leave_asks_for_it() -> None:
    """Without losing: nobody has left, and no turn is passed."""
    match = trio((ONE, "a1"), (TWO, "ask computer 1 3"))
    assert match.called == (ONE, THREE)
    match = taken(match, (ONE, "allow"))
    assert match.called == (THREE,)
    match = taken(match, (THREE, "allow"))
    assert match.turn_log.settled == Request(
        *(TWO, Wish.COMPUTER),
        number=2,
        seat_left=TWO,
        level=3,
        allowed=frozenset((ONE, THREE)),
    )
    assert (texts(match), match.to_move, match.turn_log.departed) == (["0 a1"], TWO, ())


def test_one_refusal_or_a_move_ends_it() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "ask computer 1 3"))
    no = taken(match, (ONE, "refuse"))
    assert (no.turn_log.request, no.turn_log.departed) == (None, (TWO,))
    moved = taken(match, (THREE, "c1"))
    assert moved.turn_log.dropped == match.turn_log.request
    left = trio((ONE, "a1"), (TWO, "ask computer 1 3"), (TWO, "b1"))
    assert left.turn_log.departed == ()


def test_the_seat_can_win_and_the_match_ends_as_usual() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "ask computer 1 3"), (ONE, "allow"))
    match = taken(match, (TWO, "b1"), (THREE, "pass"), (ONE, "pass"), (TWO, "b2"))
    match = taken(match, (THREE, "pass"), (ONE, "pass"), (TWO, "pass"))
    assert match.end is not None
    assert (match.end.how, match.end.ranks) == (Ending.SCORE, (2, 1, 3))
    match = trio((TWO, "resign"), (THREE, "ask computer 1 3"), (ONE, "allow"), (THREE, "resign"))
    assert match.end is None, "two seats still play"
    assert taken(match, (ONE, "resign")).end is not None


def test_it_is_for_a_seat_that_was_left_or_is_ones_own() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"))
    assert refused(match, ONE, "ask computer 2 3") is RequestRefusal.NOT_LEFT
    assert refused(match, ONE, "ask computer 3 3") is RequestRefusal.NOT_LEFT
    assert refused(match, ONE, "ask computer -1 3") is RequestRefusal.NOT_LEFT
    for wrong in ("1", "1 0", "1 100", "1 x", "1 03", "1 3 4", ""):
        assert refused(match, ONE, f"ask computer {wrong}") is RequestRefusal.NO_SUCH_WISH
    with pytest.raises(OutOfTurnError):
        match.take(Turn(TWO, "ask computer 1 3", NOON))
    match = taken(match, (ONE, "ask computer 1 3"), (THREE, "allow"))
    assert refused(match, THREE, "ask computer 1 4") is RequestRefusal.NOT_LEFT


def test_of_two_players_none_is_replaced() -> None:
    match, _ = kee(2)
    assert refused(match, ONE, "ask computer 0 3") is RequestRefusal.TWO_PLAYERS


# --- since when it plays ---


def test_the_log_says_how_many_moves_were_before_it() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "c1"), (ONE, "ask computer 1 3"))
    assert match.turn_log.taken_over == {}
    match = taken(match, (THREE, "allow"))
    assert match.turn_log.taken_over == {TWO: 3}
    assert taken(match, (ONE, "d1"), (TWO, "e1")).turn_log.taken_over == {TWO: 3}


def test_a_turn_that_was_not_taken_is_not_before_it() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "ask computer 1 3"), (ONE, "allow"))
    assert match.turn_log.taken_over == {TWO: 1}


def test_a_move_of_before_that_is_taken_back_is_then_the_computers() -> None:
    match = trio((ONE, "a1"), (TWO, "b1"), (THREE, "c1"), (TWO, "ask computer 1 3"))
    match = taken(match, (ONE, "allow"), (THREE, "allow"))
    assert match.turn_log.taken_over == {TWO: 3}
    match = taken(match, (ONE, "back"))
    assert (texts(match), match.turn_log.taken_over) == ([], {TWO: 0})


def test_the_log_says_when_players_left_a_game_that_went_on() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"))
    assert match.turn_log.departures(3) == {TWO: 1}
    match = taken(match, (THREE, "c1"), (ONE, "a2"), (ONE, "undo"))
    assert match.turn_log.departures(3) == {TWO: 1}
    assert taken(match, (ONE, "back")).turn_log.departures(3) == {TWO: 0}
    assert taken(match, (THREE, "resign")).turn_log.departures(3) == {TWO: 1}, "it ended the game"
    match = taken(match, (ONE, "ask computer 1 3"), (THREE, "allow"))
    assert match.turn_log.departures(3) == {}


def test_an_earlier_board_knows_who_had_left_and_who_had_been_replaced() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "c1"), (ONE, "a2"))
    assert texts(match)[1] == "1 pass"
    assert match.after_moves(1).turn_log.departures(3) == {TWO: 1}
    assert match.after_moves(0).turn_log.departures(3) == {}
    match = taken(match, (THREE, "ask computer 1 3"), (ONE, "allow"), (TWO, "b1"), (THREE, "c2"))
    since = match.turn_log.taken_over[TWO]
    assert [match.after_moves(at).turn_log.taken_over for at in (since - 1, since, since + 1)] == [
        {},
        {TWO: since},
        {TWO: since},
    ]
    assert match.after_moves(len(match.turn_log.moves)) is match


def test_an_earlier_board_of_a_game_that_was_given_up_is_one_that_runs() -> None:
    match = trio((ONE, "a1"), (TWO, "b1"), (THREE, "resign"), (ONE, "a2"), (TWO, "resign"))
    assert match.end is not None
    earlier = match.after_moves(3)
    assert (earlier.end, earlier.turn_log.departed) == (None, (THREE,))
