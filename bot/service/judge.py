"""The search's analysis of a match for people: estimates, hints, explanations, reviews.

The processes that compute the computers' moves do it, after those moves. Only the latest answers
are kept: a repeated question, even after a restart, gets the same answer.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Generator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from cachetools import LRUCache

from bot.service.capture_warning import Exposed, allowed, plays_low_levels
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import ESTIMATES
from bot.thinking.pool import BusyError, Pool
from bot.thinking.questions import Study, Urgency, seed_of
from engine.ai import Thoughts
from engine.ai.explaining import Explanation, explain, follow
from engine.ai.review import COMPARE_PLAYOUTS, Review, SearchRequest, review
from engine.ai.worries import cost
from engine.match import Match
from engine.position import Move, Placement, Position
from engine.positions import LazyPositions, replayed
from engine.threats import Purpose, purpose

REMEMBERED = 100
"""Reviews, explanations and lines that are kept in memory, each."""
LONGEST = 3000
"""The most moves of a game that is reviewed."""

OPENING = 8
"""Stones of a position with which two games are the same by chance: that is no secret."""

T = TypeVar("T")
Progress = Callable[[float], None]
Helps = Callable[[int, int], Awaitable[None]]
"""Notes that somebody is to be helped in a match: its id and the user."""
_Played = tuple[int, tuple[str, ...], tuple[int, ...]]
"""A match, its moves, and who has left: what the answer to a question depends on."""
Plays = Callable[[int, str, int], Awaitable[Sequence[LiveMatch]]]
"""Finds what a user plays now: the running matches of a game with so many turns at least."""


def can_judge(live: LiveMatch) -> bool:
    """True if the search can play the game of this match."""
    return live.match.game.ai is not None


def may_estimate(live: LiveMatch) -> bool:
    """True if an estimate is allowed: not while two people play, unless they agreed to it."""
    return live.match.end is not None or live.has_help


def can_estimate(live: LiveMatch) -> bool:
    """True if there is something to estimate, and an estimate is allowed."""
    position = live.match.position
    open_ = position.to_move is not None and position.colours is not None
    return can_judge(live) and may_estimate(live) and open_ and bool(position.stones)


def earlier(live: LiveMatch, then: Match) -> LiveMatch:
    """A match as it was, to be estimated if people may know how it stands now."""
    allowed = live.allowed | {ESTIMATES} if may_estimate(live) else live.allowed
    return replace(live, match=then, allowed=allowed)


def may_hint(live: LiveMatch, user: int) -> bool:
    """True if ``user`` may know a good move: they alone play against computers, or it is over."""
    return live.match.end is not None or (live.against_computers and user in live.people)


def can_hint(live: LiveMatch, user: int, then: Match) -> bool:
    """True if there is a move to find in ``then``, a state of the match or a variation of it, and
    ``user`` may know it."""
    open_ = then.to_move is not None and then.position.colours is not None
    return can_judge(live) and may_hint(live, user) and open_


def can_review(live: LiveMatch) -> bool:
    """True if the match is over and has moves that can be judged."""
    moves = live.match.turn_log.moves
    over = live.match.end is not None and live.match.position.colours is not None
    return can_judge(live) and over and bool(live.match.position.stones) and bool(moves)


def move_to_explain(live: LiveMatch) -> int | None:
    """The number of moves before a computer's last one; None if there is none.

    What was done before there were colours, or to offer a choice of them, needs no explanation.
    """
    match = live.match
    moves, line = match.turn_log.moves, (*match.before, match.position)
    if match.turn_log.filled or not (can_judge(live) and may_estimate(live)):
        return None
    for back in range(1, min(match.seats, len(moves), len(line) - 1) + 1):
        seat, plies = moves[-back].seat, len(moves) - back
        replaced = live.left_to_computer(seat) is not None
        if replaced and not live.played_by_computer(seat, plies):
            continue
        if live.level_of(seat) is not None:
            before = line[-1 - back]
            return None if before.colours is None or before.sides_follow else plies
    return None


class GoodLine(NamedTuple):
    """A good move, and what is expected after it."""

    found: Thoughts
    moves: tuple[Move, ...]
    """The first is the good one."""


class MoveExplanation(NamedTuple):
    """A computer's move explained."""

    seat: int
    """The seat of the computer."""
    plies: int
    """How many moves had been played before it."""
    search: Explanation
    """The search's comparison of the move with another one."""
    before: Position
    does: Purpose
    """The effects of the move on the board."""


class Judge:
    """Has positions of matches thought about. Each person is served one thing of a kind at a time.

    What it cannot do raises `RefusedError`.
    """

    def __init__(self, pool: Pool, helps: Helps | None = None, plays: Plays | None = None) -> None:
        """``helps``: is called before somebody learns anything about a match."""
        self._pool = pool
        self._helps = helps
        self._plays = plays
        self._closed = False
        self._asking: set[tuple[int, Urgency]] = set()
        self._reviews = LRUCache[tuple[int, int], Review](REMEMBERED)
        self._explained = LRUCache[_Played, MoveExplanation](REMEMBERED)
        self._lines = LRUCache[_Played, GoodLine](REMEMBERED)

    def close(self) -> None:
        """Break off what takes long: nobody can be answered any more."""
        self._closed = True

    async def estimate(self, user: int, live: LiveMatch) -> Thoughts:
        """The search's expectation for a match as it stands."""
        self._check_known(live)
        if not may_estimate(live):
            raise RefusedError(ServiceRefusal.NO_ESTIMATES)
        if not can_estimate(live):
            raise RefusedError(ServiceRefusal.NOTHING_TO_ESTIMATE)
        await self._check_not_played(user, live, live.match)
        return await self._as_it_stands(user, live)

    async def hint(self, user: int, live: LiveMatch, then: Match | None = None) -> Thoughts:
        """The same for ``user``, who wants to know a move; ``then``: see `can_hint`."""
        then = then or live.match
        await self._check_hint(user, live, then)
        return await self._as_it_stands(user, replace(live, match=then))

    async def line(self, user: int, live: LiveMatch) -> GoodLine:
        """The move of a hint, and what is expected after it; no moves if it is no stone."""
        await self._check_hint(user, live, live.match)
        key = _played(live)
        if key in self._lines:
            await self._note_help(user, live)
        else:
            found = await self._as_it_stands(user, live)
            best, moves = found.moves[0].move, tuple[Move, ...]()
            if isinstance(best, Placement):
                with self._one_of(user, Urgency.HINT):
                    positions, played = await asyncio.to_thread(_line, live.match)
                    plies, here = len(played), positions[-1]
                    left = _colours(here, _departed(live.match, plies))
                    asking = follow(here, plies, best, left)
                    after = await self._answered(live, positions, asking, Urgency.HINT)
                moves = (best, *after)
            self._lines[key] = GoodLine(found, moves)
        return self._lines[key]

    async def explain(self, user: int, live: LiveMatch) -> MoveExplanation:
        """Why the computer that moved last did what it did."""
        self._check_known(live)
        plies = move_to_explain(live)
        if plies is None:
            raise RefusedError(ServiceRefusal.NOTHING_TO_EXPLAIN)
        await self._check_not_played(user, live, live.match)
        key = _played(live)
        if key not in self._explained:
            with self._one_of(user, Urgency.HINT):
                positions, moves = await asyncio.to_thread(_line, live.match)
                (before, after), does = positions[plies : plies + 2], Purpose()
                left = _departed(live.match, plies)
                asking = explain(before, plies, moves[plies], _colours(before, left))
                found = await self._answered(live, positions, asking, Urgency.HINT)
                if isinstance(found.move, Placement):
                    does = await asyncio.to_thread(purpose, before, after, found.move, left)
            seat = live.match.turn_log.moves[plies].seat
            self._explained[key] = MoveExplanation(seat, plies, found, before, does)
        await self._note_help(user, live)
        return self._explained[key]

    async def review(self, user: int, live: LiveMatch, progress: Progress | None = None) -> Review:
        """The review of a match that is over; it may take a minute, others go first."""
        self._check_known(live)
        if live.match.end is None:
            raise RefusedError(ServiceRefusal.REVIEW_EARLY)
        if not can_review(live):
            raise RefusedError(ServiceRefusal.NOTHING_TO_REVIEW)
        if len(live.match.turn_log.moves) > LONGEST:
            raise RefusedError(ServiceRefusal.TOO_LONG_TO_REVIEW)
        await self._check_not_played(user, live, live.match)
        key = live.id, live.match.ply
        if key not in self._reviews:
            with self._one_of(user, Urgency.REVIEW):
                positions, moves = await asyncio.to_thread(_line, live.match)
                log, seats = live.match.turn_log, live.match.seats
                made = len(moves) - len(log.filled)  # nobody has to learn from the others
                positions, moves = positions[: made + 1], moves[:made]
                asking = review(positions, moves, log.taken_over, log.departures(seats))
                done = await self._answered(live, positions, asking, Urgency.REVIEW, progress)
                self._reviews[key] = done
        return self._reviews[key]

    async def warning(self, live: LiveMatch) -> Exposed | None:
        """The capture that a beginner's last move allows, or allowed, and that costs them points;
        None if there is none.

        If nobody can say, a capture of several stones is taken to matter.
        """
        for found in await asyncio.to_thread(allowed, live) if plays_low_levels(live) else ():
            if await self._matters(live, found):
                return found
        return None

    async def _matters(self, live: LiveMatch, found: Exposed) -> bool:
        if found.answer is None or not can_judge(live):
            return len(found.threat.stones) > 1
        positions, _ = await asyncio.to_thread(_line, live.match)
        left = _departed(live.match, found.plies)
        before = positions[found.plies]
        line, gone = (before, positions[found.at]), _colours(before, left)
        asking = cost(line, found.plies, found.move, found.at, found.answer, gone)
        try:
            return (await self._answered(live, positions, asking, Urgency.HINT)).matters
        except RefusedError:
            return len(found.threat.stones) > 1

    async def _as_it_stands(self, user: int, live: LiveMatch) -> Thoughts:
        """The search's expectation for a match as it stands, regardless of earlier positions."""
        with self._one_of(user, Urgency.HINT):
            wanted = SearchRequest(len(live.match.turn_log.moves), (), COMPARE_PLAYOUTS)
            found = await self._thoughts(live, [], wanted, Urgency.HINT)
        await self._note_help(user, live)
        return found

    async def _check_hint(self, user: int, live: LiveMatch, then: Match) -> None:
        """Refuse to tell ``user`` a good move in ``then``."""
        self._check_known(live)
        if not may_hint(live, user):
            raise RefusedError(ServiceRefusal.NO_HINTS)
        if not can_hint(live, user, then):
            raise RefusedError(ServiceRefusal.NOTHING_TO_ESTIMATE)
        await self._check_not_played(user, live, then)

    async def _note_help(self, user: int, live: LiveMatch) -> None:
        """An earlier state of a match may be asked about, too, also once it is over."""
        if self._helps is not None and user in live.people:
            await self._helps(live.id, user)

    def _check_known(self, live: LiveMatch) -> None:
        if not can_judge(live):
            raise RefusedError(ServiceRefusal.CANNOT_JUDGE)

    async def _check_not_played(self, user: int, live: LiveMatch, then: Match) -> None:
        """Refuse what would help ``user`` in another match, to which ``then`` leads or which it
        goes on from: a copy played elsewhere, or a variation of a game that is over."""
        if self._plays is None or len(then.position.stones) < OPENING:
            return
        for other in await self._plays(user, then.game.key, OPENING):
            alike = other.match.position.board.names == then.position.board.names
            if other.id == live.id or other.solo or ESTIMATES in other.allowed or not alike:
                continue
            if await asyncio.to_thread(_leads_through, then, other.match.position.stones):
                raise RefusedError(ServiceRefusal.PLAYED_NOW, number=other.id)

    @contextlib.contextmanager
    def _one_of(self, user: int, urgency: Urgency) -> Generator[None]:
        if (user, urgency) in self._asking:
            raise RefusedError(ServiceRefusal.STILL_THINKING)
        self._asking.add((user, urgency))
        try:
            yield
        finally:
            self._asking.discard((user, urgency))

    async def _answered(
        self,
        live: LiveMatch,
        positions: Sequence[Position],
        asking: Generator[SearchRequest, Thoughts, T],
        urgency: Urgency,
        progress: Progress | None = None,
    ) -> T:
        """The result of ``asking``, with all that it wants to know thought about."""
        try:
            wanted = next(asking)
            while True:
                if progress is not None:
                    progress(wanted.part)
                wanted = asking.send(await self._thoughts(live, positions, wanted, urgency))
        except StopIteration as done:
            result: T = done.value
            return result

    async def _thoughts(
        self,
        live: LiveMatch,
        positions: Sequence[Position],
        wanted: SearchRequest,
        urgency: Urgency,
    ) -> Thoughts:
        """A worker's thoughts on a position; ``positions``: those after each number of moves."""
        if self._closed:
            raise RefusedError(ServiceRefusal.RESTARTING)
        match = live.match
        played = [(turn.seat, turn.text) for turn in match.turn_log.moves[: wanted.plies]]
        if wanted.more:
            position = positions[wanted.plies]
            for move in wanted.more:
                assert position.to_move is not None
                played.append((position.to_move, position.write(move)))
                position = position.play(move)
        study = Study(
            game=match.game.key,
            options=match.options,
            seats=match.seats,
            moves=tuple(played),
            playouts=wanted.playouts,
            seed=seed_of(live.id, wanted.plies),
            departed=_departed(match, wanted.plies),
        )
        try:
            found = await self._pool.study(study, urgency)
        except BusyError as error:
            raise RefusedError(ServiceRefusal.BUSY) from error
        if found.thoughts is None:
            raise RefusedError(ServiceRefusal.CANNOT_THINK)
        return found.thoughts


def _leads_through(match: Match, stones: Mapping[int, int]) -> bool:
    """True if these stones, more than those of an opening, were all that stood there once."""
    line = LazyPositions(match, 0, len(match.turn_log.moves))
    return len(stones) >= OPENING and any(each.stones == stones for each in line)


def _departed(match: Match, plies: int) -> tuple[int, ...]:
    """The seats whose players had left after ``plies`` moves while the match went on."""
    departures = match.turn_log.departures(match.seats)
    return tuple(seat for seat, since in departures.items() if since <= plies)


def _colours(position: Position, seats: Collection[int]) -> set[int]:
    """The colours that these seats have there."""
    return {position.colours[seat] for seat in seats} if position.colours else set()


def _played(live: LiveMatch) -> _Played:
    match = live.match
    moves = tuple(turn.text for turn in match.turn_log.moves)
    return live.id, moves, _departed(match, len(moves))


def _line(match: Match) -> tuple[list[Position], list[Move]]:
    """The positions after each number of moves, and the moves."""
    start = match.first
    return replayed(start, (turn.text for turn in match.turn_log.moves))
