"""Stores a turn: the match after it, its clock, and the passes of players who have left."""

from dataclasses import replace
from datetime import timedelta

from bot.service.boards_to_post import CanAnswer
from bot.service.live_match import LiveMatch
from bot.service.server_settings import settings_in
from bot.storage.rows import Claim, Spot, StoredMatch
from bot.storage.transaction import Transaction
from engine.clock import Clock
from engine.match import Match
from engine.turns import ALLOW, GONE, RESIGN, UNDO, RequestRefusal, RequestRefusedError, Turn

RESULT = "result"
"""The word of the posts that tell the channel of the card how a match in a thread has ended."""
SHOWCASE = "showcase"
"""The note of a finished game that is shown, before its number."""


def store_turn(
    tx: Transaction,
    stored: StoredMatch,
    live: LiveMatch,
    turn: Turn,
    event_id: int | None,
    *,
    claim: CanAnswer | None = None,
    computer: int | None = None,
) -> tuple[LiveMatch, Claim | None]:
    """The match after ``turn``, which is stored with all that follows from it.

    ``event_id``: the interaction or the message that caused the turn, None for the clock.
    ``claim``: the caller will have the board sent at once, if no other post has to be sent before,
    as an answer to the event if that can be. Returns the claim then. ``computer``: the user that
    plays a seat which the turn gives to a computer. Raises `MoveError`, and `TakenError` if another
    turn was first.
    """
    reached = _after(live, turn, computer)
    taken = [(turn, reached.match)]
    while (due := _due(reached, turn)) is not None:
        reached = _after(reached, due, computer)
        taken.append((due, reached.match))
    match, clock, remind = reached.match, live.clock, stored.remind
    if match.end:
        clock = remind = None
    elif clock is not None and match.turn_log.board_turn == match.ply:  # there is another board now
        clock = _pressed(clock, turn, match)
        remind = clock.reminder(turn.at)
    elif clock is not None and reached.thinking and not live.thinking:
        clock = clock.press(turn.at)  # until now it waited for people, which must not cost it time
    if live.solo or reached.computers_turn:
        remind = None
    after_it = replace(reached, clock=clock)
    after = replace(
        stored,
        ply=match.ply,
        to_move=match.to_move,
        deadline=clock.deadline if clock else None,
        remind=remind,
        paused=None if match.end else stored.paused,
        thinking=after_it.thinking,
    )
    for done, then in taken:
        cause = event_id if done is turn else None
        tx.turns.add(live.id, then.ply, done, cause)
    for seat in reached.seats_taken_over(since=live):
        tx.matches.take_over(live.id, seat, reached.players[seat], reached.level_of(seat) or 0)
    tx.matches.advance(after)
    after_it = replace(after_it, paused=after.paused)
    if match.end and stored.home is not None and stored.home.in_thread:
        tx.posts.add_note(f"{RESULT} {live.id}", Spot(live.server, stored.home.channel_id), turn.at)
    if match.end and match.end.ranks is not None and len(live.people) > 1:
        _show(tx, after_it, turn)
    if turn.text == GONE or live.solo:
        return after_it, None
    board = (live.id, match.ply, live, turn.at)
    if claim is None:
        return after_it, tx.posts.add_board(*board)
    answers = event_id if event_id is not None and claim(event_id, after_it) else None
    return after_it, tx.posts.add_board(*board, claim=True, answers=answers)


def _after(live: LiveMatch, turn: Turn, computer: int | None) -> LiveMatch:
    """The match after a turn, by which perhaps a computer takes over a seat."""
    after = replace(live, match=live.match.take(turn))
    agreed = after.match.turn_log.settled
    if agreed is None or agreed.seat_left is None or agreed.level is None:
        return after
    assert computer is not None, "nobody says which user the computer is"
    return after.taken_over(agreed.seat_left, computer, agreed.level)


def _due(live: LiveMatch, turn: Turn) -> Turn | None:
    """The turn that follows by itself: a pass of somebody who has left, a computer's consent.

    Computers agree to whatever the people agree on, once all of these have; and they do not play on
    among themselves.
    """
    match = live.match
    playing = match.turn_log.playing(match.seats)
    if match.end is None and live.levels and all(live.level_of(seat) for seat in playing):
        return Turn(playing[-1], RESIGN, turn.at)
    if (due := match.due_pass(turn.at)) is not None:
        return due
    waits = () if match.end else match.turn_log.waits_for(match.seats)
    if waits and all(live.level_of(seat) is not None for seat in waits):
        return Turn(waits[0], ALLOW, turn.at)
    return None


def _show(tx: Transaction, live: LiveMatch, last: Turn) -> None:
    """Queue a finished game for the channel in which its server shows them, if there is one."""
    channel_id = settings_in(tx, live.server).showcase
    if channel_id is not None:
        tx.posts.add_note(f"{SHOWCASE} {live.id}", Spot(live.server, channel_id), last.at)


def _pressed(clock: Clock, turn: Turn, match: Match) -> Clock:
    """The clock after a turn that changed the board.

    An undo is no way to more time: the time since the move was one's own. Where the others allowed
    it, a move begins anew.
    """
    if turn.text == UNDO:
        undone = match.turn_log.taken_back[0]
        left = None if undone.left is None else undone.left - (turn.at - undone.at)
        if left is not None and left <= timedelta():
            raise RequestRefusedError(RequestRefusal.TOO_LATE)
        return clock.resume(turn.at, left)
    return clock.press(turn.at)
