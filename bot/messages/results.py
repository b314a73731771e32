"""A game in one line for a shell: no mentions, no marks of Discord."""

from bot.messages.boards import to_move
from bot.messages.catalogue import text
from bot.messages.endings import ranking, won_by, won_how
from bot.messages.phrases import listed, seat_name
from engine.match import End, Match


def summary(match: Match) -> str:
    """The game, its length and its result: ``Kee Rules Go, 34 moves, Black wins by 3``."""
    running = match.end is None
    state = text("summary-running", turn=to_move(match, match.game)) if running else result(match)
    return text("summary", game=match.game.name, moves=match.position.ply, state=state)


def result(match: Match) -> str:
    """How a match ended, with everybody's rank if there are more than two players."""
    end = match.end
    assert end is not None
    if end.ranks is None:
        return text(f"summary-{end.how}")
    if len(end.winners) == match.seats:
        return text("summary-draw", how=end.how.value)
    won = _won(match, end)
    if match.seats == 2:
        return won
    return text("summary-ranked", result=won, ranking=ranking(match, match.game, end.ranks))


def _won(match: Match, end: End) -> str:
    winners = [seat_name(match, match.game, seat) for seat in end.winners]
    if len(winners) > 1:
        return text("summary-shared", how=end.how.value, winners=listed(winners))
    return text("summary-won", winners=winners[0], how=won_how(match, end), margin=won_by(match))
