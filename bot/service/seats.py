"""The rules for who may take which turn in a match, and on which of its boards."""

from bot.service.computers import answered_since
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.turns import ALLOW, BACK, REFUSE, is_move


def seat_for_turn(live: LiveMatch, user: int, ply: int | None, text: str = "") -> int:
    """The seat that ``user`` plays for now. Refuses if they may not take the turn.

    ``text``: the turn; turns other than moves can be taken at any time. ``ply``: the number of
    turns shown on the board on which it is taken.
    """
    match, seat = live.match, live.seat_of(user)
    answers = text in (ALLOW, REFUSE) and match.turn_log.request is not None
    fits = match.asks_on if answers else match.stands_since
    if ply is not None and not (fits(ply) or (text == BACK and answered_since(live, seat, ply))):
        raise RefusedError(ServiceRefusal.OLD_BOARD, live=live)
    if is_move(text) and seat != match.to_move:
        raise RefusedError(ServiceRefusal.NOT_YOUR_TURN, live=live)
    return seat
