"""Stores a turn: the match after it, its clock, and the turns that follow at the same moment."""

from dataclasses import replace
from datetime import timedelta

from bot.service.due_turns import due_turn
from bot.service.live_match import LiveMatch
from bot.service.shown_messages import ShownMessages
from bot.storage.rows import StoredMatch
from bot.storage.transaction import Transaction
from engine.clock import Clock
from engine.turns import GIVE, GONE, OVERDUE, UNDO, RequestRefusal, RequestRefusedError, Turn


def store_turn(
    tx: Transaction,
    shown: ShownMessages,
    stored: StoredMatch,
    live: LiveMatch,
    turn: Turn,
    event_id: int | None,
    *,
    computer: int | None = None,
) -> LiveMatch:
    """Store ``turn`` with all that follows from it. Returns the match after that.

    ``event_id``: the interaction or the message that caused the turn, None for the clock.
    ``computer``: the user that plays a seat which the turn gives to a computer. Raises `MoveError`,
    and `TakenError` if another turn was first.
    """
    shown.calls.of(tx, live.people)  # read at once
    stored, after = _store(tx, shown, stored, live, turn, event_id, computer)
    before = live
    while (due := shown.following(tx, before, after)) is not None:
        before = after
        stored, after = _store(tx, shown, stored, before, due, None, None)
    if turn.text != GONE:
        shown.turned(tx, stored, after.answer_by)
        if not live.solo:
            shown.calls.turned(tx, after, turn.at)
    return after


def _store(
    tx: Transaction,
    shown: ShownMessages,
    stored: StoredMatch,
    live: LiveMatch,
    turn: Turn,
    event_id: int | None,
    computer: int | None,
) -> tuple[StoredMatch, LiveMatch]:
    """Store ``turn``, and those that follow by themselves."""
    turn = shown.to_take(tx, live, turn)
    reached = _after(live, turn, computer)
    taken = [(turn, reached.match)]
    while (due := due_turn(reached, turn.at)) is not None:
        reached = _after(reached, due, computer)
        taken.append((due, reached.match))
    match, clock, remind, given_s = reached.match, live.clock, stored.remind, stored.given_s
    taken_over = reached.seats_taken_over(since=live)
    if clock is not None:
        for seat in taken_over:
            clock = clock.renew(seat)  # what its player had left counts for nothing
    if match.end:
        clock = remind = None
    elif clock is not None and match.turn_log.board_turn == match.ply:  # there is another board now
        clock = _pressed(clock, turn, live, reached)
        preferences, given_s = shown.calls.preferences_of(tx, reached.to_move or 0), 0
        remind = preferences.reminder(clock, turn.at)
    elif clock is not None and turn.text == OVERDUE:
        clock, remind, given_s = clock.stop(), None, 0
    elif clock is not None and turn.text == GIVE:
        clock = clock.give(turn.at)
        remind = shown.calls.preferences_of(tx, reached.to_move or 0).reminder(clock, turn.at)
    elif clock is not None and not clock.overdue and reached.thinking and not live.thinking:
        # Until now it waited for people, which must not cost it time.
        clock, given_s = clock.begin(turn.at, clock.seat), 0
    if live.solo or reached.computers_turn:
        remind = None
    after_it = replace(reached, clock=clock, given=timedelta(seconds=given_s))
    after = replace(
        stored,
        ply=match.ply,
        to_move=match.to_move,
        deadline=clock.deadline if clock else None,
        remind=remind,
        paused=None if match.end else stored.paused,
        thinking=after_it.thinking,
        given_s=given_s,
        reserves=clock.reserves if clock else stored.reserves,
        rest=clock.rest if clock else None,
        rest_before=clock.before if clock else None,
    )
    for done, then in taken:
        cause = event_id if done is turn else None
        tx.turns.add(live.id, then.ply, done, cause)
    for seat in taken_over:
        tx.matches.take_over(live.id, seat, reached.players[seat], reached.level_of(seat) or 0)
    tx.matches.advance(after)
    after_it = replace(after_it, paused=after.paused)
    if match.end:
        tx.matches.end(live.id, match.end)
        shown.ended(tx, after_it)
    return after, after_it


def _after(live: LiveMatch, turn: Turn, computer: int | None) -> LiveMatch:
    """The match after a turn, by which perhaps a computer takes over a seat."""
    after = replace(live, match=live.match.take(turn))
    agreed = after.match.turn_log.settled
    if agreed is None or agreed.seat_left is None or agreed.level is None:
        return after
    assert computer is not None, "nobody says which user the computer is"
    return after.taken_over(agreed.seat_left, computer, agreed.level)


def _pressed(clock: Clock, turn: Turn, before: LiveMatch, after: LiveMatch) -> Clock:
    """The clock after a turn that changed the board.

    An undo is no way to more time: the time since the move was one's own. Where the others allowed
    it, a move begins anew. What a computer thinks costs it no time: nobody waits for long.
    """
    match = after.match
    seat = match.to_move
    assert seat is not None, "the match goes on"
    undone = match.turn_log.taken_back
    if turn.text == UNDO:
        left = undone[0].left
        if left is not None:
            left -= max(turn.at - undone[0].at, timedelta())  # our clock may have been set back
            if left <= timedelta():
                raise RequestRefusedError(RequestRefusal.TOO_LATE)
        return clock.resume(turn.at, left, seat)
    if undone:
        return clock.take_back(undone, turn.at, seat)
    pressed = clock.press(turn.at, seat)
    return pressed if before.level_of(clock.seat) is None else pressed.renew(clock.seat)
