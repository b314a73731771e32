"""What a player can do besides moving: take a move back, ask the others, answer them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.service.live_match import LiveMatch
from bot.service.refusals import ServiceRefusal
from engine.turns import RequestRefusal, RequestRefusedError, Turn, Wish

NEEDS_LEAVE = (
    RequestRefusal.ANSWERED,
    RequestRefusal.TOO_LATE,
    RequestRefusal.UNDONE,
    ServiceRefusal.OLD_BOARD,
)
"""The refusals after which a move can still be undone if the others agree."""


class Act(StrEnum):
    """The kinds of what a player can do."""

    ALLOW = "allow"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    """Refuse one's own request."""
    UNDO = "undo"
    ASK = "ask"
    WINNER = "winner"
    """Propose a result, which is to be chosen."""


@dataclass(frozen=True, slots=True)
class PlayerAction:
    """Something that a player can do now."""

    act: Act
    wish: Wish | None = None
    """The wish that is asked for."""
    turns: Sequence[Turn] = ()
    """The turns that are to be taken back."""


def player_actions(
    live: LiveMatch, seat: int, now: datetime, may_go_back: Callable[[LiveMatch, int], bool]
) -> Iterator[PlayerAction]:
    """What the player of ``seat`` can do in a match that runs, in the order of offering it.

    ``may_go_back``: see `ShownMessages.may_go_back`.
    """
    match, request = live.match, live.match.turn_log.request
    if request is not None:
        answers = (Act.WITHDRAW,) if request.seat == seat else (Act.ALLOW, Act.REFUSE)
        yield from map(PlayerAction, answers)
        return
    turns = match.turn_log.until_to_move(seat)
    if turns and may_go_back(live, seat):
        if live.alone(seat) or match.may_undo(seat, now):
            yield PlayerAction(Act.UNDO, turns=turns)
        else:
            yield PlayerAction(Act.ASK, Wish.TAKE_BACK, turns)
    yield PlayerAction(Act.ASK, Wish.CANCEL)
    if match.turn_log.begun and not live.alone(seat):
        yield PlayerAction(Act.WINNER)


def to_ask_back(live: LiveMatch, seat: int) -> Sequence[Turn]:
    """The turns that the player of ``seat`` can ask to take back. Raises `RequestRefusedError`."""
    moves = live.match.turn_log.until_to_move(seat)
    if live.match.turn_log.request is not None or not moves:
        raise RequestRefusedError(RequestRefusal.ASKED if moves else RequestRefusal.NOTHING)
    return moves


def loses_by_agreeing(live: LiveMatch, seat: int, ply: int | None) -> bool:
    """True if the player of ``seat`` lets somebody else win by agreeing to what is asked.

    ``ply``: the turns on the board on which they agree; an old one is the service's to refuse.
    """
    match, request = live.match, live.match.turn_log.request
    if request is None or request.wish is not Wish.WIN or match.end:
        return False
    others = seat not in (request.seat, request.winner)
    return others and match.asks_on(ply or match.ply)
