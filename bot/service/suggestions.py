"""Suggests moves to somebody who is typing one."""

import asyncio
from collections import OrderedDict

from bot.service.live_match import LiveMatch
from engine.position import Position, tidy

REMEMBERED = 200
"""Positions whose moves are kept in memory: people type letter by letter."""


class Suggestions:
    """Legal moves, computed once for each position, off the event loop and one after the other."""

    def __init__(self) -> None:
        self._moves: OrderedDict[tuple[int, int], asyncio.Task[list[str]]] = OrderedDict()
        """By match and ply."""
        self._computing = asyncio.Semaphore(1)

    async def of(self, live: LiveMatch, typed: str, most: int = 25) -> list[str]:
        """Legal moves that begin with what was typed, those near the last stone first, then words.

        A move that is typed in full comes first.
        """
        wanted = tidy(typed).rstrip("-_ ")  # on the way to “d-5”
        fit = [text for text in await self._all(live) if text.startswith(wanted)]
        return sorted(fit, key=lambda text: text != wanted)[:most]

    async def _all(self, live: LiveMatch) -> list[str]:
        key = (live.id, live.match.ply)
        known = self._moves.get(key)
        if known is None:
            known = self._moves[key] = asyncio.create_task(self._computed(live.match.position))
            while len(self._moves) > REMEMBERED:
                self._moves.popitem(last=False)
        self._moves.move_to_end(key)
        try:
            return await asyncio.shield(known)
        except Exception:
            self._moves.pop(key, None)  # the next letter tries again
            raise

    async def _computed(self, position: Position) -> list[str]:
        async with self._computing:
            return await asyncio.to_thread(_by_distance, position)


def _by_distance(position: Position) -> list[str]:
    """Everything that may be played, those near the last stone first, then words."""
    board = position.board
    x, y = board.centres[position.last] if position.last is not None else (0.0, 0.0)

    def distance(text: str) -> float:
        point = board.index.get(text)
        if point is None:
            return 1e6
        u, v = board.centres[point]
        return (u - x) ** 2 + (v - y) ** 2

    return sorted(map(position.write, position.legal_moves()), key=distance)
