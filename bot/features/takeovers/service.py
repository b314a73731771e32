"""Computers that take over seats in games of three or more, if all the others agree.

The request and the answers are turns (`engine.turns`); the last answer stores who plays the seat.
"""

from functools import partial

from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from engine.ai import LEVELS
from engine.turns import RequestRefusal, RequestRefusedError, asking_for_computer

USUAL_LEVEL = 3
"""The level of a computer that takes a seat over, unless somebody chooses another."""


class Takeovers:
    """Requests to let a computer play on for somebody."""

    def __init__(self, service: Service) -> None:
        self._matches = service.matches
        self._challenges = service.challenges

    @property
    def _allowed(self) -> bool:
        """True if people may have games against computers at all."""
        return self._challenges.most_practice > 0

    def may_be_asked_for(self, live: LiveMatch, seat: int | None = None) -> tuple[int, ...]:
        """The seats that a computer can be asked to play: those that were left, and ``seat``."""
        log = live.match.turn_log
        if live.match.end or log.request is not None or live.match.seats <= 2:
            return ()
        if not self._allowed:
            return ()
        own = () if seat is None or live.alone(seat) else (seat,)
        return (*(left for left in log.departed if live.level_of(left) is None), *own)

    def refusal(self, live: LiveMatch, seat: int, own: int) -> RequestRefusedError | RefusedError:
        """Why the player of ``own`` cannot ask it for ``seat``, which may not be asked for."""
        if live.match.turn_log.request is not None:
            return RequestRefusedError(RequestRefusal.ASKED)
        if live.match.seats <= 2:
            return RequestRefusedError(RequestRefusal.TWO_PLAYERS)
        if live.level_of(seat) is not None or seat not in (own, *live.match.turn_log.departed):
            return RequestRefusedError(RequestRefusal.NOT_LEFT)
        if seat == own and live.alone(own):
            return RefusedError(ServiceRefusal.COMPUTERS_ONLY, live=live)
        if own in live.match.turn_log.asked:
            return RequestRefusedError(RequestRefusal.ASKED_BEFORE)
        return RefusedError(ServiceRefusal.MANY_PRACTICE, most=0)

    async def ask(
        self,
        match_id: int,
        user: int,
        seat: int,
        level: int,
        *,
        computer: int,
        event_id: int,
        ply: int | None = None,
    ) -> LiveMatch:
        """``user`` asks the others to let a computer, the user ``computer``, play for ``seat``.

        If there is nobody to ask, it plays at once. May refuse. Raises `MoveError`.
        """
        if level not in [known.number for known in LEVELS]:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return await self._matches.take(
            match_id,
            user,
            asking_for_computer(seat, level),
            event_id=event_id,
            ply=ply,
            check=partial(self._check_request, user=user, seat=seat),
            computer=computer,
        )

    def _check_request(self, live: LiveMatch, user: int, seat: int) -> None:
        """Refuse what the turn itself does not: it knows neither computers nor limits."""
        own = live.seat_of(user)
        if not self._allowed:
            raise RefusedError(ServiceRefusal.MANY_PRACTICE, most=0)
        if seat == own and live.alone(own) and live.match.seats > 2:
            raise RefusedError(ServiceRefusal.COMPUTERS_ONLY, live=live)
        # A computer that has run out of time has left, too, but no other one takes its place.
        if seat in range(live.match.seats) and live.level_of(seat) is not None:
            raise RequestRefusedError(RequestRefusal.NOT_LEFT)
