"""The rest of a board is filled by agreement, once it is proved who wins."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.board import rectangle
from engine.game import Options
from engine.games import all_games
from engine.match import Ending, Match
from engine.position import IllegalMoveError, Move, OutOfTurnError
from engine.record import FORMS, Record, read
from engine.turns import Request, RequestRefusal, RequestRefusedError, Turn, Wish, asking
from tests.toy import TOYS, Trio

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
KI = all_games()["ki"]
BLACK, WHITE = 0, 1
ASKS = asking(Wish.FILL)
DECIDED = ("c4", "b5", "a4", "a2", "e3", "b1", "e5", "e2", "b3", "d2", "d3")
"""After these Black has won; White is to move, and fourteen of 25 spaces are empty."""


def at(ply: int) -> datetime:
    return NOON + timedelta(seconds=10 * ply)


def taken(match: Match, *turns: tuple[int, str]) -> Match:
    """The match after more turns, and after those that are due then."""
    for seat, text in turns:
        now = at(match.ply)
        match = match.take(Turn(seat, text, now))
        while (due := match.due_pass(now) or match.due_filling(now)) is not None:
            match = match.take(due)
    return match


def played(*moves: str) -> Match:
    match = Match.start(KI, KI.settle({"size": 5}), 2)
    for move in moves:
        assert match.to_move is not None
        match = taken(match, (match.to_move, move))
    return match


def refused(match: Match, seat: int, text: str) -> RequestRefusal:
    with pytest.raises(RequestRefusedError) as error:
        match.take(Turn(seat, text, NOON))
    return error.value.why


def test_it_is_asked_of_the_other_and_the_game_goes_on():
    match = taken(played(*DECIDED), (WHITE, ASKS))
    assert match.turn_log.request == Request(WHITE, Wish.FILL, number=len(DECIDED) + 1)
    assert (match.called, match.to_move, match.end) == ((BLACK,), WHITE, None)
    refuses = taken(match, (BLACK, "refuse"))
    assert refuses.turn_log.request is None and refuses.to_move == WHITE
    assert taken(match, (WHITE, "a1")).turn_log.request is None


@pytest.mark.parametrize("asker", [BLACK, WHITE])
def test_who_agrees_sees_the_board_filled_move_by_move_and_the_winner_has_more_stones(asker: int):
    before = taken(played(*DECIDED), (asker, ASKS))
    match = taken(before, (1 - asker, "allow"))
    assert match.end is not None and match.end.how is Ending.SCORE
    assert match.end.winners == (before.position.decided(),) == (BLACK,)
    assert len(match.position.stones) == 25
    filled = match.turn_log.filled
    assert match.turn_log.moves == (*before.turn_log.moves, *filled)
    assert {turn.at for turn in filled} == {at(before.ply)}
    assert [turn.seat for turn in filled[:3]] == [WHITE, BLACK, WHITE]


def test_what_somebody_last_did_is_that_they_agreed():
    match = taken(played(*DECIDED), (WHITE, ASKS), (BLACK, "allow"))
    last = match.turn_log.last_action
    assert last is not None and (last.seat, last.text) == (BLACK, "allow")
    assert match.called == (BLACK, WHITE)


def test_it_cannot_be_asked_while_the_winner_is_not_proved():
    assert refused(played("c3"), WHITE, ASKS) is RequestRefusal.NOT_DECIDED
    keil = all_games()["keil"]
    other = Match.start(keil, keil.settle({"size": 3, "komi": 0}), 2)
    assert refused(other, WHITE, ASKS) is RequestRefusal.NOT_DECIDED


def test_as_with_every_request_once_for_each_move_and_one_at_a_time():
    match = taken(played(*DECIDED), (WHITE, ASKS))
    assert refused(match, BLACK, "ask draw") is RequestRefusal.ASKED
    assert refused(match, WHITE, "allow") is RequestRefusal.OWN_REQUEST
    match = taken(match, (BLACK, "refuse"))
    assert refused(match, WHITE, ASKS) is RequestRefusal.ASKED_BEFORE


def test_a_move_that_is_taken_back_takes_the_question_with_it():
    match = taken(played(*DECIDED), (WHITE, ASKS), (BLACK, "undo"))
    assert match.turn_log.request is None
    assert refused(match, BLACK, "allow") is RequestRefusal.NOTHING_ASKED


def test_nothing_comes_after_the_full_board():
    match = taken(played(*DECIDED), (WHITE, ASKS), (BLACK, "allow"))
    for text in ("undo", "resign", "pass", ASKS):
        with pytest.raises(OutOfTurnError):
            match.take(Turn(BLACK, text, NOON))


def test_before_it_is_filled_what_is_due_is_a_legal_move_of_whose_turn_it_is():
    agreed = taken(played(*DECIDED), (WHITE, ASKS)).take(Turn(BLACK, "allow", NOON))
    due = agreed.due_filling(NOON)
    assert due is not None and due.seat == agreed.to_move
    assert agreed.position.why_not(agreed.position.read(due.text)) is None
    assert played(*DECIDED).due_filling(NOON) is None
    with pytest.raises(IllegalMoveError):
        agreed.take(Turn(WHITE, "c4", NOON))


@dataclass(frozen=True, slots=True)
class Counted(Trio):
    """Trio, in which whoever is ahead of both others by more than is open has won."""

    def decided(self) -> int | None:
        score, open_ = self.score(), len(self.board) - len(self.stones)
        first, second, _ = sorted(score, reverse=True)
        return score.index(first) if first - second > open_ else None

    def filling(self) -> Iterator[Move]:
        yield next(self.legal_moves())


def _counted(options: Options, seats: int) -> Counted:
    del options, seats
    return Counted(board=rectangle(3, 3))


def test_of_several_all_have_to_agree_and_who_has_left_passes_meanwhile():
    """Two pass again and again, so that Black is ahead of both by more than the two points left."""
    game = replace(TOYS["trio"], start=_counted)
    match = Match.start(game, {"side": 3}, 3)
    for point in ("a1", "b1", "c1", "a2", "b2", "c2", "a3"):
        match = taken(match, (0, point), (1, "pass"), (2, "pass"))
    match = taken(match, (0, ASKS), (1, "allow"))
    assert match.turn_log.waits_for(3) == (2,)
    assert match.turn_log.filled_after is None
    left = taken(taken(match, (2, "resign")), (1, ASKS), (0, "allow"))
    for several in (taken(match, (2, "allow")), left):
        assert several.end is not None and several.end.how is Ending.SCORE
        assert several.end.winners == (0,)
        assert len(several.position.stones) == 9
    assert [turn.text for turn in left.turn_log.filled] == ["b3", "c3"]


@pytest.mark.parametrize("form", FORMS)
def test_records_hold_the_question_the_answer_and_the_moves(form: str):
    match, turns = played(*DECIDED), list[Turn]()
    for turn in (*match.turn_log.moves, Turn(WHITE, ASKS, at(11)), Turn(BLACK, "allow", at(12))):
        turns.append(turn)
    agreed = Match.replay(KI, match.options, 2, turns)
    while (due := agreed.due_filling(at(12))) is not None:
        agreed = agreed.take(due)
        turns.append(due)
    record = Record(KI, KI.complete(match.options), ("Ada", "Bo"), tuple(turns), began=NOON)
    there = read(FORMS[form](record), all_games())
    assert there.turns == record.turns
    assert there.match().turn_log.filled == agreed.turn_log.filled != ()
    assert there.match() == Match.replay(KI, match.options, 2, turns)


def test_a_record_in_which_nothing_was_decided_yet_is_refused():
    moves = played("c3", "a1").turn_log.moves
    turns = (*moves, Turn(WHITE, ASKS, NOON), Turn(BLACK, "allow", NOON))
    record = Record(KI, KI.settle({"size": 5}), ("Ada", "Bo"), turns)
    with pytest.raises(ValueError, match="turn") as error:
        record.match()
    assert isinstance(error.value.__cause__, RequestRefusedError)
