"""A game in one line for a shell: no mentions, no marks of Discord."""

from bot.messages.boards import NO_LOSERS, margin, ranking, to_move
from bot.messages.phrases import listed, points, seat_name
from engine.match import End, Ending, Match

WON_BY = {
    Ending.RESIGNATION: " by resignation",
    Ending.TIMEOUT: " on time",
    Ending.AGREEMENT: " by agreement",
}


def summary(match: Match) -> str:
    """What was played, how long, and how it ended: ``Kee Rules Go, 34 moves, Black wins by 3``."""
    moves = match.position.ply
    told = f"{moves or 'no'} move{'' if moves == 1 else 's'}"
    ended = f"goes on, {to_move(match, match.game)}" if match.end is None else result(match)
    return f"{match.game.name}, {told}, {ended}"


def result(match: Match) -> str:
    """How a match has ended, with everybody's place where there are more than two."""
    end = match.end
    assert end is not None
    if end.ranks is None:
        how, why = NO_LOSERS[end.how]
        return f"{how}: {why}"
    if len(end.winners) == match.seats:
        return "a draw"
    told = _won(match, end)
    return f"{told}: {ranking(match, match.game, end.ranks)}" if match.seats > 2 else told


def _won(match: Match, end: End) -> str:
    winners = [seat_name(match, match.game, seat) for seat in end.winners]
    who, several = listed(winners), len(winners) > 1
    if end.how is not Ending.SCORE:
        return f"{who} {'win' if several else 'wins'}{WON_BY[end.how]}"
    return f"{who} share the win" if several else f"{who} wins by {points(margin(match))}"
