"""Games for more than two go on when somebody leaves them."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.match import Ending, Match
from engine.position import OutOfTurnError
from engine.turns import RequestRefusal, RequestRefusedError, Turn
from tests.toy import TOYS

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
GAME = TOYS["trio"]
ONE, TWO, THREE = 0, 1, 2


def at(second: int) -> datetime:
    return NOON + timedelta(seconds=second)


def trio(*turns: tuple[int, str]) -> Match:
    """Turns of a game for three, ten seconds apart; the passes that are due come by themselves."""
    match = Match.start(GAME, GAME.settle({}), 3)
    for n, (seat, text) in enumerate(turns):
        match = match.take(Turn(seat, text, at(10 * n)))
        while (due := match.due_pass(at(10 * n))) is not None:
            match = match.take(due)
    return match


def texts(match: Match) -> list[str]:
    return [f"{turn.seat} {turn.text}" for turn in match.turn_log.moves]


@pytest.mark.parametrize("leaving", ["resign", "timeout"])
def test_the_others_play_on_and_the_seat_passes_from_then_on(leaving: str) -> None:
    match = trio((ONE, "a1"), (TWO, leaving), (THREE, "c1"), (ONE, "d1"), (THREE, "e1"))
    assert match.end is None
    assert texts(match) == ["0 a1", "1 pass", "2 c1", "0 d1", "1 pass", "2 e1"]
    assert match.to_move == ONE
    assert match.ply == 7  # the passes are turns, and so is leaving
    assert len(match.position.stones) == 4


def test_stones_of_who_left_stay() -> None:
    match = trio((ONE, "a1"), (TWO, "b1"), (THREE, "c1"), (TWO, "resign"))
    assert match.position.stones[match.position.board.index["b1"]] == TWO
    assert match.to_move == ONE


def test_one_may_resign_out_of_turn_and_passes_when_the_turn_comes() -> None:
    match = trio((THREE, "resign"), (ONE, "a1"))
    assert texts(match) == ["0 a1"]
    assert trio((THREE, "resign"), (ONE, "a1"), (TWO, "b1")).to_move == ONE


def test_the_last_player_left_wins_at_once() -> None:
    end = trio((ONE, "a1"), (TWO, "resign"), (ONE, "resign")).end
    assert end is not None
    assert (end.how, end.ranks, end.winners, end.seat) == (
        Ending.RESIGNATION,
        (2, 3, 1),
        (THREE,),
        ONE,
    )


def test_time_may_be_what_leaves_one_player() -> None:
    end = trio((ONE, "a1"), (TWO, "timeout"), (THREE, "timeout")).end
    assert end is not None
    assert (end.how, end.ranks, end.seat) == (Ending.TIMEOUT, (1, 3, 2), THREE)


def test_before_the_first_stone_nobody_has_lost_when_all_run_out() -> None:
    end = trio((ONE, "timeout"), (TWO, "timeout")).end
    assert end is not None
    assert (end.how, end.ranks) == (Ending.CLOSED, None)


def test_who_left_ranks_last_whatever_the_score() -> None:
    """Two has most stones and leaves; the others are ranked by their score."""
    match = trio(
        *((ONE, "a1"), (TWO, "b1"), (THREE, "pass"), (ONE, "a2"), (TWO, "b2"), (THREE, "c1")),
        *((ONE, "pass"), (TWO, "b3"), (THREE, "pass"), (TWO, "resign")),
        (ONE, "pass"),
    )
    assert match.end is not None
    assert (match.end.how, match.end.ranks) == (Ending.SCORE, (1, 3, 2))


def test_those_who_left_do_not_come_back() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "c1"))
    for text in ("b1", "resign", "ask cancel", "undo"):
        with pytest.raises(OutOfTurnError):
            match.take(Turn(TWO, text, at(100)))


def test_they_are_not_asked_and_cannot_be_named_as_winners() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "c1"))
    asked = match.take(Turn(ONE, "ask win 2", at(50)))
    assert asked.called == (THREE,)
    end = asked.take(Turn(THREE, "allow", at(60))).end
    assert end is not None
    assert (end.how, end.ranks) == (Ending.AGREEMENT, (2, 3, 1))
    with pytest.raises(RequestRefusedError) as refused:
        match.take(Turn(ONE, "ask win 1", at(50)))
    assert refused.value.why is RequestRefusal.NO_SUCH_SEAT


def test_they_rank_behind_those_who_agree_on_a_draw_or_are_adjudged() -> None:
    match = trio((ONE, "a1"), (TWO, "resign"), (THREE, "c1"))
    drawn = match.take(Turn(ONE, "ask draw", at(50))).take(Turn(THREE, "allow", at(60)))
    assert drawn.end is not None
    assert (drawn.end.how, drawn.end.ranks) == (Ending.AGREEMENT, (1, 3, 1))
    for text, ranks in (("adjudged draw", (1, 3, 1)), ("adjudged 2", (2, 3, 1))):
        over = match.take(Turn(ONE, text, at(50))).end
        assert over is not None
        assert (over.how, over.ranks) == (Ending.ADJUDGED, ranks)
    with pytest.raises(RequestRefusedError) as refused:
        match.take(Turn(ONE, "adjudged 1", at(50)))
    assert refused.value.why is RequestRefusal.NO_SUCH_SEAT


def test_leaving_makes_void_what_is_asked() -> None:
    match = trio((ONE, "a1"), (ONE, "ask cancel"), (THREE, "resign"))
    assert match.turn_log.request is None
    assert match.turn_log.dropped is not None


def test_undo_takes_the_passes_back_that_came_by_themselves() -> None:
    before = trio((TWO, "resign"), (ONE, "a1"))
    assert texts(before) == ["0 a1", "1 pass"]
    undone = before.take(Turn(ONE, "undo", at(20)))
    assert texts(undone) == []
    assert undone.to_move == ONE


def test_who_answered_before_leaving_has_answered() -> None:
    match = trio((ONE, "a1"), (TWO, "b1"), (TWO, "resign"))
    with pytest.raises(RequestRefusedError) as refused:
        match.take(Turn(ONE, "undo", at(21)))
    assert refused.value.why is RequestRefusal.ANSWERED


def test_the_passes_hide_nothing_of_what_was_done_last() -> None:
    match = trio((TWO, "resign"), (ONE, "a1"))
    assert match.turn_log.last_action == Turn(ONE, "a1", at(10))
    assert match.last is not None
    assert match.last.text == "pass"
    assert match.position.last is None
    assert match.shown.last == match.position.board.index["a1"]
    again = Match.replay(GAME, match.options, 3, turns(match))
    assert again == match


def turns(match: Match) -> list[Turn]:
    """All turns of the match before."""
    return [
        Turn(TWO, "resign", at(0)),
        Turn(ONE, "a1", at(10)),
        *[turn for turn in match.turn_log.moves if turn.seat == TWO],
    ]


def test_an_undo_brings_back_what_was_done_before_the_passes() -> None:
    before = trio((TWO, "resign"), (ONE, "a1"))
    undone = before.take(Turn(THREE, "c1", at(20))).take(Turn(THREE, "undo", at(25)))
    assert undone.shown == before.shown
    assert undone.turn_log.automatic_passes == 1


def test_a_pass_that_ends_the_match_with_those_that_come_by_themselves() -> None:
    match = trio((ONE, "a1"), (TWO, "pass"), (ONE, "resign"))
    assert match.to_move == THREE
    assert match.ends_by_pass()
    assert not trio((ONE, "a1"), (TWO, "b1"), (THREE, "c1")).ends_by_pass()
    assert not trio((ONE, "resign"), (TWO, "resign")).ends_by_pass()
