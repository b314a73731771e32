"""Suggests moves: to somebody who types one, and to somebody who chooses a point from a list."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Generic, TypeVar

from cachetools import LRUCache

from bot.service.live_match import LiveMatch
from engine.board import Board
from engine.effects import capturing_answers, effects
from engine.position import Declaration, Placement, Position, tidy

REMEMBERED = 200
"""Positions whose moves are kept in memory: people type letter by letter."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LegalPoint:
    """A point on which a stone may be placed now."""

    point: int
    name: str
    captured: int
    """How many stones of others it would capture."""
    lost: int
    """How many of the mover's own stones it would remove."""
    near: bool
    """True if it is at most two steps from the last stone; without one, a usual opening."""
    links: bool = False
    """True if it would link stones, in games that have links."""
    cuts: bool = False
    """True if it would cut stones of others, in such games."""

    @property
    def handy(self) -> bool:
        """True for a likely move: it captures, is near the last stone, or is a usual opening."""
        return bool(self.captured) or self.near


@dataclass(frozen=True, slots=True)
class Suggested:
    """A move to choose while somebody types: one of the two."""

    text: str
    point: LegalPoint | None = None
    declaration: Declaration | None = None


class Suggestions:
    """Legal moves, computed once for each position, off the event loop and one after the other."""

    def __init__(self) -> None:
        self._computing = computing = asyncio.Semaphore(1)
        self._moves = _Remembered(computing, lambda position: _best_first(position))
        self._points = _Remembered(computing, lambda position: _handy_first(position))

    async def of(self, live: LiveMatch, typed: str, most: int = 25) -> list[Suggested]:
        """Legal moves that begin with what was typed, the likely ones first, then words.

        A move that is typed in full comes first.
        """
        wanted = tidy(typed).rstrip("-_ ")  # on the way to “d-5”
        fit = [move for move in await self._moves.of(live) if move.text.startswith(wanted)]
        return sorted(fit, key=lambda move: move.text != wanted)[:most]

    async def points(self, live: LiveMatch) -> list[LegalPoint]:
        """The points for a stone: captures first, then those near the last stone, then the rest.

        Without a last stone: the middle and the dots of the board come first.
        """
        return await self._points.of(live)

    async def points_in(self, position: Position) -> list[LegalPoint]:
        """The same for a position that may never come about: it is not remembered."""
        async with self._computing:
            return await asyncio.to_thread(_handy_first, position)

    async def answers(self, after: Position, point: int) -> tuple[int, ...]:
        """Where the next player could capture the stone on ``point``, see `capturing_answers`."""
        async with self._computing:
            return await asyncio.to_thread(capturing_answers, after, point)


class _Remembered(Generic[T]):
    """An LRU cache of the results for the latest positions."""

    def __init__(self, computing: asyncio.Semaphore, compute: Callable[[Position], T]) -> None:
        self._computing = computing
        self._compute = compute
        self._known = LRUCache[tuple[int, int], asyncio.Task[T]](REMEMBERED)
        """By match and ply."""

    async def of(self, live: LiveMatch) -> T:
        """The result for the position of ``live``, computed if it is not in the cache."""
        key = (live.id, live.match.ply)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = asyncio.create_task(self._computed(live.match.position))
        try:
            return await asyncio.shield(known)
        except Exception:
            self._known.pop(key, None)  # the next letter tries again
            raise

    async def _computed(self, position: Position) -> T:
        async with self._computing:
            return await asyncio.to_thread(self._compute, position)


def _best_first(position: Position) -> list[Suggested]:
    """Everything that may be played: captures first, then cuts and links, then what is near the
    last stone, then words."""
    board, points = position.board, _handy_first(position)
    last = position.last
    near = _openings(board) if last is None else _around(board, last)
    x, y = board.centres[next(iter(near)) if last is None else last]

    def order(one: LegalPoint) -> tuple[float, ...]:
        u, v = board.centres[one.point]
        far = (u - x) ** 2 + (v - y) ** 2
        linking = one.cuts or one.links
        return -one.captured, one.lost, -linking, near.get(one.point, len(near)), far

    known = {declaration.word: declaration for declaration in position.declarations()}
    words = [
        Suggested(text, declaration=known.get(text.partition(" ")[0]))
        for move in position.legal_moves()
        if not isinstance(move, Placement)
        for text in (position.write(move),)
    ]
    return [*(Suggested(one.name, one) for one in sorted(points, key=order)), *words]


def _handy_first(position: Position) -> list[LegalPoint]:
    """The points for a stone: most captures first, then near the last stone, then board order."""
    last = position.last
    near = _openings(position.board) if last is None else _around(position.board, last)
    found = [
        _legal_point(position, move, near)
        for move in position.legal_moves()
        if isinstance(move, Placement)
    ]
    return sorted(found, key=lambda one: (-one.captured, near.get(one.point, len(near))))


def _legal_point(position: Position, move: Placement, near: dict[int, int]) -> LegalPoint:
    after = position.play(move)
    done = effects(position, after, move)
    has_links = after.links() is not None
    return LegalPoint(
        point=done.point,
        name=move.point,
        captured=len(done.captured),
        lost=len(done.lost),
        near=done.point in near,
        links=has_links and bool(done.linked or done.joined),
        cuts=has_links and bool(done.cut),
    )


def _around(board: Board, point: int) -> dict[int, int]:
    """The points at most two steps away from ``point``, numbered from the nearest."""
    beside = board.neighbours[point]
    reach = dict.fromkeys((*beside, *(q for p in beside for q in board.neighbours[p])))
    return {reached: number for number, reached in enumerate(reach)}


def _openings(board: Board) -> dict[int, int]:
    """The middle of the board, its dots, and what is around the middle, numbered in this order."""
    x, y = (fmean(along) for along in zip(*board.centres, strict=True))

    def from_middle(point: int) -> float:
        u, v = board.centres[point]
        return round((u - x) ** 2 + (v - y) ** 2, 6)

    middle = min(range(len(board)), key=from_middle)
    dots = sorted(board.stars, key=from_middle)
    reach = dict.fromkeys((middle, *dots, *_around(board, middle)))
    return {point: number for number, point in enumerate(reach)}
