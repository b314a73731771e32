"""A computer takes over a seat: what boards, questions and buttons say about it."""

from bot.messages.catalogue import text
from bot.messages.phrases import mention, seat_name
from bot.service.live_match import LiveMatch
from engine.match import Match
from engine.turns import ALLOW, REFUSE, Request


def request_lines(live: LiveMatch, request: Request, who: str, said: str) -> list[str]:
    """``who`` has asked for it, agreed, refused or withdrawn it: the sentences on the board."""
    now, seat, level = live.match.turn_log, _seat(live.match, request), str(request.level)
    if now.settled is not None:
        passes = len(now.taken_back)
        lines = [text("takeover-done", seat=seat, level=level)]
        if passes:
            lines.append(text("takeover-passes", number=passes))
        if live.let_go is not None:
            lines.append(text("takeover-left", who=mention(live.let_go)))
        return lines
    if said == REFUSE and now.withdrawn:
        return [text("takeover-withdrew", who=who, seat=seat, own=_own(request))]
    if said == REFUSE:
        asker = mention(live.players[request.seat])
        return [text("takeover-refused", who=who, seat=seat, asker=asker)]
    if said == ALLOW and not live.called:  # a computer agrees next
        return [text("board-agreed", who=who)]
    if said == ALLOW:
        return [text("takeover-agrees", who=who, seat=seat)]
    return [text("takeover-asks", who=who, seat=seat, level=level, own=_own(request))]


def request(match: Match, asked: Request) -> str:
    """The request, worded for a player who has to answer it."""
    who, seat = seat_name(match, match.game, asked.seat), _seat(match, asked)
    own = _own(asked)
    return text("takeover-request", who=who, seat=seat, level=str(asked.level), own=own)


def _seat(match: Match, request: Request) -> str:
    assert request.seat_left is not None
    return seat_name(match, match.game, request.seat_left)


def _own(request: Request) -> str:
    return "yes" if request.seat == request.seat_left else "no"
