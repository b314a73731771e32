"""Turns that are no moves: taking back, and what players ask of each other."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.games.keil import GAME
from engine.match import Ending, Match
from engine.position import IllegalMoveError, OutOfTurnError
from engine.turns import (
    Request,
    RequestRefusal,
    RequestRefusedError,
    Turn,
    TurnLog,
    Wish,
    adjudging,
    asking,
    is_move,
)
from tests.toy import TOYS

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
BLACK, WHITE = 0, 1
TURNS = (
    *(
        "resign",
        "timeout",
        "overdue",
        "give",
        "gone",
        "undo",
        "back",
        "ask undo",
        "ask cancel",
        "ask win 1",
        "ask draw",
        "ask fill",
    ),
    *("allow", "void", "adjudged 1", "adjudged draw"),
)


def at(second: int) -> datetime:
    return NOON + second * SECOND


def match(*turns: tuple[int, str], **options: object) -> Match:
    """The turns of a game on the smallest board, ten seconds apart."""
    settled = GAME.settle({"size": 3, "komi": 0, **options})  # pyright: ignore[reportArgumentType]
    timed = [Turn(seat, text, at(10 * n)) for n, (seat, text) in enumerate(turns)]
    return Match.replay(GAME, settled, 2, timed)


def three(*turns: tuple[int, str]) -> Match:
    """The same with three seats."""
    game = TOYS["trio"]
    timed = [Turn(seat, text, at(10 * n)) for n, (seat, text) in enumerate(turns)]
    return Match.replay(game, game.settle({}), 3, timed)


def stones(played: Match) -> list[str]:
    return [played.position.board.names[point] for point in sorted(played.position.stones)]


def refused(played: Match, seat: int, text: str, second: int = 100) -> RequestRefusal:
    with pytest.raises(RequestRefusedError) as refusal:
        played.take(Turn(seat, text, at(second)))
    return refusal.value.why


@pytest.mark.parametrize("text", [*TURNS, "refuse"])
def test_these_turns_are_no_moves(text: str) -> None:
    assert not is_move(text)


@pytest.mark.parametrize("text", ["c3", "pass", "komi 6", "asked", "undone", "voids", "draw"])
def test_all_others_are_meant_for_the_game(text: str) -> None:
    assert is_move(text)


# --- undo ---


def test_undo_takes_ones_own_last_move_back() -> None:
    played = match((BLACK, "c3"), (WHITE, "a1"), (WHITE, "undo"))
    assert stones(played) == ["c3"]
    assert played.to_move == WHITE
    assert [turn.text for turn in played.turn_log.taken_back] == ["a1"]
    assert (played.ply, played.position.ply) == (3, 1)


def test_undo_brings_captured_stones_back() -> None:
    before = match((BLACK, "a1"), (WHITE, "c3"), (BLACK, "e1"))
    captured = before.take(Turn(WHITE, "b2", at(30)))
    assert "a1" not in stones(captured)
    undone = captured.take(Turn(WHITE, "undo", at(40)))
    assert stones(undone) == stones(before)
    assert undone.position.captured == {}


def test_undo_forgets_the_positions_that_it_undoes() -> None:
    """The same move once more repeats nothing."""
    played = match((BLACK, "c3"), (BLACK, "undo"), (BLACK, "c3"), (WHITE, "a1"))
    assert stones(played) == ["a1", "c3"]


def test_undo_works_for_words_too() -> None:
    assert (
        match((BLACK, "komi 3"), (BLACK, "undo"), komi=None).position.declarations()[0].word
        == "komi"
    )
    assert match((BLACK, "c3"), (WHITE, "button"), (WHITE, "undo")).to_move == WHITE


def test_undo_is_for_a_minute() -> None:
    played = match((BLACK, "c3"))
    assert stones(played.take(Turn(BLACK, "undo", at(60)))) == []
    assert refused(played, BLACK, "undo", 61) is RequestRefusal.TOO_LATE
    assert played.may_undo(BLACK, at(60))
    assert not played.may_undo(BLACK, at(61))


def test_undo_is_for_whom_nobody_has_answered() -> None:
    played = match((BLACK, "c3"), (WHITE, "a1"))
    assert refused(played, BLACK, "undo", 11) is RequestRefusal.ANSWERED
    assert refused(match(), BLACK, "undo", 1) is RequestRefusal.NOTHING
    assert refused(match((BLACK, "c3")), WHITE, "undo", 1) is RequestRefusal.NOTHING


def test_going_back_takes_ones_own_last_move_with_all_since_any_number_of_times() -> None:
    played = match((BLACK, "a1"), (WHITE, "c3"), (BLACK, "b1"), (WHITE, "c4"))
    back = played.take(Turn(BLACK, "back", at(10**6)))
    assert stones(back) == ["a1", "c3"]
    assert [turn.text for turn in back.turn_log.taken_back] == ["b1", "c4"]
    assert back.to_move == BLACK
    assert back.called == (), "whoever went back knows that it is their turn"
    again = back.take(Turn(BLACK, "back", at(10**6)))
    assert stones(again) == []
    assert again.ply == 6
    assert refused(again, BLACK, "back") is RequestRefusal.NOTHING
    assert (
        refused(back.take(Turn(BLACK, "b1", at(10**6))), WHITE, "undo") is RequestRefusal.ANSWERED
    )


def test_going_back_drops_what_was_asked() -> None:
    asked = three((0, "a1"), (1, "b1"), (2, "ask draw"))
    back = asked.take(Turn(0, "back", at(100)))
    assert back.turn_log.request is None
    assert back.turn_log.dropped is not None
    assert back.called == (2,)


def test_undo_is_once_until_the_game_has_gone_on() -> None:
    """Each move calls somebody: moving and taking back again and again must not."""
    again = match((BLACK, "c3"), (BLACK, "undo"), (BLACK, "a1"))
    assert refused(again, BLACK, "undo", 21) is RequestRefusal.UNDONE
    asked = again.take(Turn(BLACK, "ask undo", at(25))).take(Turn(WHITE, "allow", at(26)))
    assert stones(asked) == []
    on = again.take(Turn(WHITE, "c3", at(30)))
    assert stones(on.take(Turn(WHITE, "undo", at(40)))) == ["a1"]


def test_each_may_ask_once_until_the_game_has_gone_on() -> None:
    asked = match((BLACK, "c3"), (BLACK, "ask cancel"), (WHITE, "refuse"))
    assert refused(asked, BLACK, "ask undo") is RequestRefusal.ASKED_BEFORE
    assert asked.take(Turn(WHITE, "ask cancel", at(40))).turn_log.request is not None
    withdrawn = match((BLACK, "c3"), (BLACK, "ask cancel"), (BLACK, "refuse"))
    assert refused(withdrawn, BLACK, "ask cancel") is RequestRefusal.ASKED_BEFORE
    taken_back = match((BLACK, "c3"), (BLACK, "ask undo"), (WHITE, "allow"), (BLACK, "a1"))
    assert refused(taken_back, BLACK, "ask undo") is RequestRefusal.ASKED_BEFORE
    on = taken_back.take(Turn(WHITE, "c3", at(50)))
    assert on.take(Turn(BLACK, "ask undo", at(60))).turn_log.request is not None


def test_nothing_is_taken_back_after_the_end() -> None:
    over = match((BLACK, "c3"), (WHITE, "button"), (BLACK, "pass"), (WHITE, "pass"))
    assert not over.may_undo(WHITE, at(31))
    for text in ("undo", "ask undo", "ask cancel", "ask win 0", "allow", "refuse"):
        with pytest.raises(OutOfTurnError):
            over.take(Turn(WHITE, text, at(31)))


# --- asking to take back ---


def test_who_has_moved_last_asks_for_one_move_back() -> None:
    asked = match((BLACK, "c3"), (WHITE, "a1"), (WHITE, "ask undo"))
    assert asked.turn_log.request == Request(WHITE, Wish.TAKE_BACK, number=3, back=1)
    assert [turn.text for turn in asked.turn_log.asked_for] == ["a1"]
    assert asked.called == (BLACK,)
    assert asked.to_move == BLACK
    allowed = asked.take(Turn(BLACK, "allow", at(5000)))
    assert stones(allowed) == ["c3"]
    assert allowed.to_move == WHITE
    assert allowed.called == (WHITE,)
    assert allowed.turn_log.settled is not None


def test_who_was_answered_asks_for_the_answer_back_too() -> None:
    asked = match((BLACK, "c3"), (WHITE, "a1"), (BLACK, "ask undo"))
    allowed = asked.take(Turn(WHITE, "allow", at(30)))
    assert stones(allowed) == []
    assert allowed.to_move == BLACK
    assert [turn.text for turn in allowed.turn_log.taken_back] == ["c3", "a1"]


def test_a_refusal_changes_nothing_and_is_told_to_who_asked() -> None:
    asked = match((BLACK, "c3"), (WHITE, "a1"), (WHITE, "ask undo"))
    after = asked.take(Turn(BLACK, "refuse", at(30)))
    assert (after.turn_log.request, after.turn_log.dropped) == (None, asked.turn_log.request)
    assert stones(after) == ["a1", "c3"]
    assert after.called == (WHITE,)


def test_who_asked_can_think_better_of_it() -> None:
    after = match((BLACK, "c3"), (BLACK, "ask undo"), (BLACK, "refuse"))
    assert after.turn_log.request is None


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_playing_on_refuses_or_withdraws(mover: int) -> None:
    turns = [(BLACK, "c3"), (WHITE, "a1")][: 1 + (mover == BLACK)]
    asked = match(*turns, (BLACK, "ask undo"))
    after = asked.take(Turn(mover, "e1", at(40)))
    assert after.turn_log.request is None
    assert after.turn_log.dropped == asked.turn_log.request
    assert refused(after, WHITE, "allow") is RequestRefusal.NOTHING_ASKED
    assert refused(after, WHITE, "refuse") is RequestRefusal.NOTHING_ASKED
    assert after.called == (1 - mover,)


def test_an_undo_makes_void_what_the_other_has_asked() -> None:
    asked = match((BLACK, "c3"), (WHITE, "ask cancel"))
    undone = asked.take(Turn(BLACK, "undo", at(20)))
    assert undone.turn_log.request is None
    assert undone.turn_log.dropped == asked.turn_log.request
    assert undone.called == (WHITE,)  # who asked is told that it is answered


def test_a_question_that_is_withdrawn_calls_who_is_to_move() -> None:
    """They may not have seen the board before."""
    assert match((BLACK, "c3"), (BLACK, "ask cancel"), (BLACK, "refuse")).called == (WHITE,)
    assert match((BLACK, "c3"), (WHITE, "ask cancel"), (WHITE, "refuse")).called == ()


@pytest.mark.parametrize(
    ("turns", "withdrawn"),
    [
        ((), False),
        (((BLACK, "ask cancel"),), False),
        (((BLACK, "ask cancel"), (WHITE, "refuse")), False),
        (((BLACK, "ask cancel"), (BLACK, "refuse")), True),
        (((BLACK, "ask undo"), (WHITE, "e1")), False),
    ],
)
def test_refusing_ones_own_request_withdraws_it(
    turns: tuple[tuple[int, str], ...], withdrawn: bool
) -> None:
    assert match((BLACK, "c3"), *turns).turn_log.withdrawn is withdrawn


def test_an_illegal_move_refuses_nothing() -> None:
    asked = match((BLACK, "c3"), (BLACK, "ask undo"))
    with pytest.raises(IllegalMoveError):
        asked.take(Turn(WHITE, "c3", at(20)))
    with pytest.raises(OutOfTurnError):
        asked.take(Turn(BLACK, "a1", at(20)))


def test_one_thing_is_asked_at_a_time() -> None:
    for text in ("allow", "refuse"):
        assert refused(match((BLACK, "c3")), WHITE, text) is RequestRefusal.NOTHING_ASKED
    asked = match((BLACK, "c3"), (BLACK, "ask undo"))
    for seat in (BLACK, WHITE):
        assert refused(asked, seat, "ask cancel") is RequestRefusal.ASKED
    assert refused(asked, BLACK, "allow") is RequestRefusal.OWN_REQUEST
    assert refused(match((BLACK, "c3")), WHITE, "ask undo") is RequestRefusal.NOTHING


def test_boards_with_other_turns_on_them_still_stand() -> None:
    """What was asked in between does not make a board old; a move does."""
    asked = match((BLACK, "c3"), (BLACK, "ask undo"), (WHITE, "refuse"))
    assert [asked.stands_since(ply) for ply in range(5)] == [False, True, True, True, False]


def test_an_answer_is_meant_for_what_its_board_asks() -> None:
    first = match((BLACK, "c3"), (BLACK, "ask undo"))
    assert [first.asks_on(ply) for ply in range(4)] == [False, False, True, False]
    second = match((BLACK, "c3"), (BLACK, "ask undo"), (WHITE, "refuse"), (WHITE, "ask cancel"))
    assert [second.asks_on(ply) for ply in range(5)] == [False, False, False, False, True]
    assert not match((BLACK, "c3")).asks_on(1)


# --- ends by agreement ---


def test_a_match_is_cancelled_by_agreement() -> None:
    asked = match((BLACK, "ask cancel"))
    assert asked.turn_log.request == Request(BLACK, Wish.CANCEL, number=1)
    assert asked.turn_log.asked_for == match().turn_log.asked_for == ()
    end = asked.take(Turn(WHITE, "allow", at(50))).end
    assert end is not None
    assert (end.how, end.ranks, end.winners) == (Ending.CANCELLED, None, ())


@pytest.mark.parametrize("winner", [BLACK, WHITE])
def test_the_players_agree_on_who_has_won(winner: int) -> None:
    asked = match((BLACK, "c3"), (BLACK, asking(Wish.WIN, winner)))
    assert asked.end is None
    end = asked.take(Turn(WHITE, "allow", at(50))).end
    assert end is not None
    assert (end.how, end.winners) == (Ending.AGREEMENT, (winner,))
    assert end.ranks == ((1, 2) if winner == BLACK else (2, 1))


def test_the_players_agree_on_a_draw() -> None:
    asked = match((BLACK, "c3"), (WHITE, asking(Wish.DRAW)))
    assert asked.turn_log.request == Request(WHITE, Wish.DRAW, number=2)
    assert asked.called == (BLACK,)
    assert asked.end is None
    end = asked.take(Turn(BLACK, "allow", at(50))).end
    assert end is not None
    assert (end.how, end.ranks, end.winners) == (Ending.AGREEMENT, (1, 1), (BLACK, WHITE))


def test_a_draw_is_refused_like_any_request() -> None:
    on = match((BLACK, "c3"), (WHITE, "ask draw"), (BLACK, "refuse"), (WHITE, "a1"))
    assert on.end is None
    assert match((BLACK, "c3"), (BLACK, "ask draw"), (WHITE, "a1")).turn_log.request is None


@pytest.mark.parametrize("wish", ["ask win 0", "ask draw"])
def test_nobody_has_won_before_the_first_stone(wish: str) -> None:
    assert refused(match(), BLACK, wish) is RequestRefusal.NOT_BEGUN


@pytest.mark.parametrize("text", ["ask win", "ask win 2", "ask win -1", "ask win ²", "ask win 0 1"])
def test_only_a_seat_can_win(text: str) -> None:
    assert refused(match((BLACK, "c3")), BLACK, text) is RequestRefusal.NO_SUCH_SEAT


def test_what_is_agreed_ends_the_match() -> None:
    for wish in ("ask cancel", "ask win 1", "ask draw"):
        over = match((BLACK, "c3"), (BLACK, wish), (WHITE, "allow"))
        assert over.to_move is None
        assert over.called == (BLACK, WHITE)
        with pytest.raises(OutOfTurnError):
            over.take(Turn(WHITE, "a1", at(60)))
        with pytest.raises(OutOfTurnError):
            match((BLACK, "c3"), (BLACK, wish), (WHITE, "allow"), (WHITE, "a1"), (BLACK, "e1"))


def test_time_runs_out_over_a_question() -> None:
    end = match((BLACK, "c3"), (BLACK, "ask cancel"), (WHITE, "timeout")).end
    assert end is not None
    assert (end.how, end.winners) == (Ending.TIMEOUT, (BLACK,))


def test_a_taken_back_first_stone_was_never_placed() -> None:
    end = match((BLACK, "c3"), (BLACK, "undo"), (BLACK, "timeout")).end
    assert end is not None
    assert end.how is Ending.CLOSED


def test_when_the_place_is_gone_nobody_has_lost() -> None:
    end = match((BLACK, "c3"), (WHITE, "gone")).end
    assert end is not None
    assert (end.how, end.ranks) == (Ending.GONE, None)


# --- rulings of moderators ---


def test_a_moderator_ends_a_match_without_a_loser() -> None:
    for turns in ((), ((BLACK, "c3"), (WHITE, "ask draw"))):
        over = match(*turns, (BLACK, "void"))
        assert over.end is not None
        assert (over.end.how, over.end.ranks, over.end.winners) == (Ending.VOID, None, ())
        assert (over.to_move, over.called) == (None, (BLACK, WHITE))
        with pytest.raises(OutOfTurnError):
            over.turn_log.after(Turn(WHITE, "a1", at(60)), 2)


@pytest.mark.parametrize(("winner", "ranks"), [(BLACK, (1, 2)), (WHITE, (2, 1)), (None, (1, 1))])
def test_a_moderator_decides_who_has_won(winner: int | None, ranks: tuple[int, int]) -> None:
    over = match((BLACK, "c3"), (WHITE, adjudging(winner)))
    assert over.end is not None
    assert (over.end.how, over.end.ranks) == (Ending.ADJUDGED, ranks)
    assert over.to_move is None
    with pytest.raises(OutOfTurnError):
        match((WHITE, adjudging(winner)), (BLACK, "c3"), (WHITE, "a1"))


@pytest.mark.parametrize("text", ["adjudged", "adjudged 2", "adjudged -1", "adjudged 0 1"])
def test_a_moderator_names_only_a_seat_or_a_draw(text: str) -> None:
    assert refused(match((BLACK, "c3")), WHITE, text) is RequestRefusal.NO_SUCH_SEAT


# --- three seats ---


def test_all_others_have_to_agree() -> None:
    asked = three((0, "a1"), (1, "b1"), (0, "ask undo"))
    assert asked.called == (1, 2)
    half = asked.take(Turn(2, "allow", at(40)))
    assert half.called == (1,)
    assert half.position.ply == 2
    assert refused(half, 2, "allow") is RequestRefusal.ALLOWED
    assert half.take(Turn(1, "allow", at(50))).position.ply == 0


def test_one_of_them_is_enough_to_refuse() -> None:
    asked = three((0, "a1"), (0, "ask cancel"), (1, "allow"))
    after = asked.take(Turn(2, "refuse", at(40)))
    assert after.end is None
    assert after.turn_log.request is None


def test_the_others_share_the_second_place_when_a_winner_is_agreed() -> None:
    end = three((0, "a1"), (1, "ask win 2"), (0, "allow"), (2, "allow")).end
    assert end is not None
    assert end.ranks == (2, 2, 1)


def test_a_course_knows_nothing_before_the_first_turn() -> None:
    assert TurnLog() == TurnLog(count=0, moves=(), board_turn=0, last=None, request=None)
    assert not TurnLog().closed(2)
    assert TurnLog().waits_for(2) == ()


@pytest.mark.parametrize("text", ["ask", "ask for mercy", "ask Undo"])
def test_nothing_else_can_be_asked(text: str) -> None:
    assert refused(match((BLACK, "c3")), BLACK, text) is RequestRefusal.NO_SUCH_WISH
