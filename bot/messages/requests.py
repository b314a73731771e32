"""Lines of a board about a request: a player asks, agrees, refuses or withdraws."""

from collections.abc import Iterable

from bot.messages import takeovers
from bot.messages.catalogue import text
from bot.messages.phrases import listed, mention
from bot.service.live_match import LiveMatch
from engine.match import Match
from engine.turns import ALLOW, ASK, REFUSE, Request, Turn, Wish


def about(live: LiveMatch, request: Request, who: str, winner: str, said: str) -> list[str]:
    """``who`` has asked something, withdrawn or refused it, or agreed as one of several.

    ``winner``: the name of the player who is said, or proved, to have won; empty if nobody is.
    """
    match, now = live.match, live.match.turn_log
    asker = mention(live.players[request.seat])
    if said == REFUSE and now.last is not None and live.level_of(now.last.seat) is not None:
        return [text("board-lapsed", asker=asker)]  # a computer says so only when time is over
    if request.wish is Wish.COMPUTER:
        return takeovers.request_lines(live, request, who, said)
    kind, turns = request.wish.value, _asked_back(match, request)
    back = moves(turns)
    if said == REFUSE:
        if now.withdrawn:
            return [text("board-withdrew", who=who, wish=kind, moves=back, winner=winner)]
        return [
            text(
                "board-refused",
                who=who,
                asker=asker,
                wish=kind,
                moves=back,
                number=len(turns),
                winner=winner,
            )
        ]
    if said == ALLOW and not live.called:  # a computer agrees next
        return [text("board-agreed", who=who)]
    if said == ALLOW:
        return [text("board-agrees", who=who, wish=kind, moves=back, winner=winner)]
    return [text("board-asks", who=who, wish=kind, moves=back, winner=winner)]


def awaited(live: LiveMatch, said: str) -> list[str]:
    """The people who have to answer a request, after the turn ``said``; empty without any."""
    made = said.startswith(ASK)
    if live.match.turn_log.request is None or not (made or said == ALLOW) or not live.called:
        return []
    others = listed(mention(user) for user in live.called)
    return [text("board-answer", others=others) if made else text("board-waits", others=others)]


def _asked_back(match: Match, request: Request) -> tuple[Turn, ...]:
    """The moves that a request is about; none if it is about something else."""
    return match.turn_log.moves[-request.back :] if request.back else ()


def moves(turns: Iterable[Turn]) -> str:
    """Moves as a list of things: ``c3 and the pass``."""
    return listed(
        text("move-name", kind=turn.text.partition(" ")[0], move=turn.text) for turn in turns
    )
