"""Suggests moves to somebody who is typing one."""

from bot.service.live_match import LiveMatch
from engine.position import tidy


def suggestions(live: LiveMatch, typed: str, most: int = 25) -> list[str]:
    """Legal moves that begin with what was typed, those near the last stone first, then words."""
    position = live.match.position
    wanted = tidy(typed).rstrip("-_ ")  # on the way to “d-5”
    board = position.board
    legal = [
        text for text in map(position.write, position.legal_moves()) if text.startswith(wanted)
    ]
    x, y = board.centres[position.last] if position.last is not None else (0.0, 0.0)

    def distance(text: str) -> float:
        point = board.index.get(text)
        if point is None:
            return -1 if text == wanted else 1e6
        if text == wanted:
            return -1
        u, v = board.centres[point]
        return (u - x) ** 2 + (v - y) ** 2

    return sorted(legal, key=distance)[:most]
