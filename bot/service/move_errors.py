"""Why a move is not played, besides the rules of the service: they know the match."""

from bot.service.live_match import LiveMatch
from engine.position import MoveError, names_a_point


class RefusedMoveError(MoveError):
    """The rules refuse a move, for the reason ``cause``; ``live`` is the match it was judged in."""

    def __init__(self, live: LiveMatch, cause: MoveError) -> None:
        super().__init__(str(cause))
        self.live = live
        self.cause = cause


class ConfirmationNeededError(Exception):
    """The player has to confirm the declaration ``text`` in ``live`` before it is played."""

    def __init__(self, live: LiveMatch, text: str) -> None:
        super().__init__(text)
        self.live = live
        self.text = text


def needs_confirmation(live: LiveMatch, move: str) -> bool:
    """True if ``move`` is a declaration that needs confirmation: it is hard to take back."""
    if names_a_point(move):
        return False
    declarations = live.match.position.declarations()
    return any(known.word == move and known.needs_confirmation for known in declarations)
