"""What people can do with matches: where rules, storage and time meet.

Nothing here knows Discord: people, places and servers are numbers, and what the host refuses is a
`RefusedError` that says which rule of the house applies. Commands, buttons, the deadline timer and
the tests are thin callers. Every change is one transaction together with the posts it causes.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy.exc import SQLAlchemyError

from bot.challenges import CHALLENGE_STANDS, Challenges, Now
from bot.looks import USUAL, Looks
from bot.records import EXPIRED, StoredImport, StoredMatch
from bot.refusals import RefusedError, Why
from bot.store import Store
from bot.transaction import TakenError, Transaction
from engine.clock import Clock, TimeControl
from engine.course import (
    ALLOW,
    GONE,
    REFUSE,
    RESIGN,
    TIMEOUT,
    UNDO,
    NotNow,
    NotNowError,
    Turn,
    Wish,
    asking,
    is_move,
)
from engine.match import Match
from engine.position import Game, MoveError, UnreadableMoveError, tidy
from engine.record import Record

log = logging.getLogger(__name__)

OUTAGE = timedelta(seconds=60)
"""A gap between two signs of life that counts as an outage, for which nobody pays with time."""
LAST_SEEN = "last seen"
MOST_IMPORTS = 50
"""So many games from files are kept for a person: the newest."""


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match with its people, its place and its clock."""

    id: int
    server: int
    place: int
    players: tuple[int, ...]
    """The user of each seat."""
    match: Match
    per_move: timedelta
    """The time for each move."""
    clock: Clock | None
    """None when the match is over, and for a board of the past."""
    rematch_of: int | None = None
    """The match that this one repeats, with the seats in reverse order."""

    @property
    def to_move(self) -> int | None:
        """The user whose turn it is."""
        seat = self.match.to_move
        return None if seat is None else self.players[seat]

    def seat_of(self, user: int) -> int:
        """The seat that ``user`` still plays for. Raises `RefusedError`."""
        if user not in self.players:
            raise RefusedError(Why.NOT_A_PLAYER, sitting=self)
        if self.match.end:
            raise RefusedError(Why.MATCH_OVER, sitting=self)
        seat = self.players.index(user)
        if seat in self.match.course.departed:
            raise RefusedError(Why.HAS_LEFT, sitting=self)
        return seat


class Host:
    """The matches of one database, and its challenges."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        *,
        now: Now = utc_now,
        random: Random | None = None,
        outage: timedelta = OUTAGE,
        remembered: int = 500,
    ) -> None:
        """``remembered``: how many matches are kept in memory, so that they need no replay."""
        self.games = games
        self.now = now
        self._store = store
        self.challenges = Challenges(store, games, now, random or Random())
        self._outage = outage
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._remembered = remembered
        self._seen: datetime | None = None

    def knows(self, stored: StoredMatch) -> bool:
        """Whether this match's game is here, by the same rules."""
        game = self.games.get(stored.game)
        return game is not None and game.ruleset == stored.ruleset

    async def names(self, users: Collection[int]) -> Mapping[int, str]:
        """What people are called; a stand-in for those never met."""
        known = await self._store.read(lambda tx: tx.names(users))
        return {user: known.get(user, f"player {user}") for user in users}

    async def looks(self, user: int) -> Looks:
        """How ``user`` wants to see boards."""
        stored = await self._store.read(lambda tx: tx.looks(user))
        return USUAL if stored is None else Looks.read(stored)

    async def change_looks(self, user: int, change: Callable[[Looks], Looks]) -> Looks:
        """Let ``user`` see boards otherwise from now on."""

        async def work(tx: Transaction) -> Looks:
            stored = await tx.looks(user)
            changed = change(USUAL if stored is None else Looks.read(stored))
            await tx.keep_looks(user, changed.write())
            return changed

        return await self._store.write(work)

    # --- matches ---

    async def stored_match(self, key: int) -> StoredMatch | None:
        """The header of the match with this id."""
        return await self._store.read(lambda tx: tx.match(key))

    async def sitting(self, key: int, ply: int | None = None) -> Sitting:
        """The match with this id, as it is or as it was after ``ply`` turns. May refuse."""

        async def work(tx: Transaction) -> Sitting:
            stored = await tx.match(key)
            if stored is None:
                raise RefusedError(Why.NO_SUCH_MATCH)
            return await self._load(tx, stored, ply)

        return await self._store.read(work)

    async def record(self, key: int) -> Record:
        """The record of the match with this id, whenever it was played. May refuse."""

        async def work(tx: Transaction) -> Record:
            stored = await tx.match(key)
            if stored is None:
                raise RefusedError(Why.NO_SUCH_MATCH)
            if not self.knows(stored):
                raise RefusedError(Why.UNKNOWN_RULES, match=stored)
            game, names = self.games[stored.game], await tx.names(stored.players)
            return Record(
                game=game,
                options=game.complete(stored.options),
                players=tuple(names.get(user, "") for user in stored.players),
                turns=tuple(await tx.turns(key, stored.ply)),
                title=f"{game.name} #{key}",
                began=stored.opened,
                per_move=stored.per_move,
            )

        return await self._store.read(work)

    async def finished(self, place: int, user: int | None = None) -> list[StoredMatch]:
        """Matches of this place, and of this player there, that are over; the newest first."""
        found = await self._store.read(lambda tx: tx.finished(place, user))
        return [match for match in found if self.knows(match)]

    async def keep_import(self, user: int, server: int, record: str, *, source: int) -> int:
        """Keep the game of a file for ``user``, a record as JSON; its number."""
        new = StoredImport(0, source, server, user, self.now(), record)
        return await self._store.write(lambda tx: tx.keep_import(new, MOST_IMPORTS))

    async def imported(self, key: int, server: int) -> str:
        """The record of a file that somebody on this server has brought, as JSON. May refuse."""
        stored = await self._store.read(lambda tx: tx.imported(key))
        if stored is None or stored.server != server:
            raise RefusedError(Why.NO_SUCH_FILE)
        return stored.record

    async def running(self, *, place: int | None = None, user: int | None = None) -> list[Sitting]:
        """Matches that are not over, in this place, with this player; the next deadline first."""

        async def work(tx: Transaction) -> list[Sitting]:
            found = await tx.running(place=place, user=user)
            return [await self._load(tx, match) for match in found if self.knows(match)]

        return await self._store.read(work)

    async def headers(
        self,
        *,
        place: int | None = None,
        server: int | None = None,
        user: int | None = None,
        on_turn: bool = False,
    ) -> list[StoredMatch]:
        """The same without the positions: much cheaper. Games that we do not know are left out.

        ``on_turn``: only those in which it is ``user``'s turn.
        """
        found = await self._store.read(
            lambda tx: tx.running(place=place, server=server, user=user, on_turn=on_turn)
        )
        return [match for match in found if self.knows(match)]

    async def newest_board(self, key: int) -> int | None:
        """The message with the newest board that was posted."""
        return await self._store.read(lambda tx: tx.latest_board(key))

    async def board_in(
        self, message: int, place: int, shown: tuple[int, int] | None
    ) -> tuple[int, int] | None:
        """The match and the ply of the board in this message, None where it is none of ours.

        ``shown``: what the message itself says, for one that was sent this very moment.
        """

        async def work(tx: Transaction) -> tuple[int, int] | None:
            if shown and await tx.is_being_sent(place, *shown):
                return shown
            return await tx.board_in(message)

        return await self._store.read(work)

    async def which(
        self, place: int, user: int, *, named: int | None = None, on_turn: bool = False
    ) -> int:
        """The match that ``user`` means in ``place``: the named one, or the only one it can be.

        With ``on_turn`` one where it is their turn. Never a guess: refuses with the candidates.
        """
        if named is not None:
            return named
        mine = await self.headers(place=place, user=user)
        if not mine:
            raise RefusedError(Why.NO_MATCH_HERE)
        fit = mine
        if on_turn:
            fit = [m for m in mine if m.to_move is not None and m.players[m.to_move] == user]
            if not fit:
                raise RefusedError(Why.NOT_YOUR_TURN, match=mine[0] if len(mine) == 1 else None)
        if len(fit) > 1:
            raise RefusedError(Why.WHICH_MATCH, matches=tuple(fit))
        return fit[0].id

    async def play(
        self, key: int, user: int, text: str, *, source: int, ply: int | None = None
    ) -> Sitting:
        """``user`` makes the move that ``text`` says; the match after it.

        ``ply``: how many turns the board had on which it was made; an older board is refused.
        The same ``source`` again changes nothing. Raises `MoveError` and `RefusedError`.
        """
        move = tidy(text)
        if not is_move(move):  # turns, but no moves: these words must not make them
            raise UnreadableMoveError(move)
        return await self._turn(key, user, move, source=source, ply=ply)

    async def resign(self, key: int, user: int, *, source: int) -> Sitting:
        """``user`` gives the match up, whoever's turn it is."""
        return await self._turn(key, user, RESIGN, source=source)

    async def undo(self, key: int, user: int, *, source: int, ply: int | None = None) -> Sitting:
        """``user`` takes their last move back, which nobody has answered. Raises `MoveError`."""
        return await self._turn(key, user, UNDO, source=source, ply=ply)

    async def ask(
        self,
        key: int,
        user: int,
        wish: Wish,
        *,
        source: int,
        winner: int | None = None,
        ply: int | None = None,
    ) -> Sitting:
        """``user`` asks the others for ``wish``, see `engine.course`. Raises `MoveError`."""
        return await self._turn(key, user, asking(wish, winner), source=source, ply=ply)

    async def answer(
        self, key: int, user: int, *, allow: bool, source: int, ply: int | None = None
    ) -> Sitting:
        """``user`` allows or refuses what was asked. Raises `MoveError`."""
        return await self._turn(key, user, ALLOW if allow else REFUSE, source=source, ply=ply)

    async def may_play(self, key: int, user: int, ply: int | None = None) -> Sitting:
        """The match, where it is this user's turn on the board with ``ply`` turns. May refuse."""
        await self.catch_up()
        sitting = await self.sitting(key)
        self._seat_of(sitting, user, ply)
        return sitting

    def _seat_of(self, sitting: Sitting, user: int, ply: int | None, text: str = "") -> int:
        """The seat that ``user`` plays for now. Refuses where they may not play.

        ``text`` is of the turn; what is no move may be done at any time.
        """
        match, seat = sitting.match, sitting.seat_of(user)
        answers = text in (ALLOW, REFUSE) and match.course.request is not None
        fits = match.asks_on if answers else match.stands_since
        if ply is not None and not fits(ply):
            raise RefusedError(Why.OLD_BOARD, sitting=sitting)
        if is_move(text) and seat != match.to_move:
            raise RefusedError(Why.NOT_YOUR_TURN, sitting=sitting)
        return seat

    async def _turn(
        self, key: int, user: int, text: str, *, source: int, ply: int | None = None
    ) -> Sitting:
        await self.catch_up()

        async def work(tx: Transaction) -> Sitting:
            stored = await tx.match(key)
            if stored is None:
                raise RefusedError(Why.NO_SUCH_MATCH)
            sitting = await self._load(tx, stored)
            seat = self._seat_of(sitting, user, ply, text)
            now, left = self.now(), None
            if sitting.clock and sitting.clock.has_run_out(now):
                raise RefusedError(Why.TIME_OVER, sitting=sitting)
            if sitting.clock and is_move(text):
                left = sitting.clock.deadline - now
            return await self._take(tx, stored, sitting, Turn(seat, text, now, left), source)

        try:
            after = await self._store.write(work)
        except (TakenError, RefusedError, MoveError) as error:
            earlier = await self._store.read(lambda tx: tx.turn_from(source))
            if earlier is not None:
                return await self.sitting(*earlier)  # the same interaction, delivered again
            if isinstance(error, TakenError):
                raise RefusedError(Why.TOO_LATE) from error
            if isinstance(error, RefusedError) and error.why is Why.TIME_OVER:
                await self.run_out(key)
            raise
        self._remember(after)
        return after

    async def _take(
        self,
        tx: Transaction,
        stored: StoredMatch,
        sitting: Sitting,
        turn: Turn,
        source: int | None,
    ) -> Sitting:
        match = sitting.match.take(turn)
        taken = [(turn, match)]
        while (due := match.due_pass(turn.at)) is not None:
            match = match.take(due)
            taken.append((due, match))
        clock, remind = sitting.clock, stored.remind
        if match.end:
            clock = remind = None
        elif clock is not None and match.course.since == match.ply:  # there is another board now
            clock = _pressed(clock, turn, match)
            remind = clock.reminder(turn.at)
        after = replace(
            stored,
            ply=match.ply,
            to_move=match.to_move,
            deadline=clock.deadline if clock else None,
            remind=remind,
        )
        for done, reached in taken:
            now = after if reached is match else replace(after, ply=reached.ply)
            mine = source if done is turn else None
            await tx.add_turn(now, done, mine, told=reached is match)
        return replace(sitting, match=match, clock=clock)

    async def _load(self, tx: Transaction, stored: StoredMatch, ply: int | None = None) -> Sitting:
        """The match at its newest ply from memory where it is there, else by replay."""
        ply = stored.ply if ply is None else ply
        match = self._matches.get(stored.id)
        if match is None or match.ply != ply:
            if not self.knows(stored):
                raise RefusedError(Why.UNKNOWN_RULES, match=stored)
            game, turns = self.games[stored.game], await tx.turns(stored.id, ply)
            options = game.complete(stored.options)
            match = Match.replay(game, options, len(stored.players), turns)
        clock = None
        if stored.deadline is not None and ply == stored.ply:
            clock = Clock(TimeControl(stored.per_move), stored.deadline)
        sitting = Sitting(
            id=stored.id,
            server=stored.server,
            place=stored.place,
            players=stored.players,
            match=match,
            per_move=stored.per_move,
            clock=clock,
            rematch_of=stored.rematch_of,
        )
        if ply == stored.ply:
            self._remember(sitting)
        return sitting

    def _remember(self, sitting: Sitting) -> None:
        known = self._matches.get(sitting.id)
        if known is None or known.ply <= sitting.match.ply:
            self._matches[sitting.id] = sitting.match
        self._matches.move_to_end(sitting.id)
        while len(self._matches) > self._remembered:
            self._matches.popitem(last=False)

    # --- time ---

    async def catch_up(self) -> timedelta:
        """Note that the program is alive; after an outage give everybody the time back.

        To be called at start, then more often than once in ``outage``, and not while nobody can
        reach the program. Returns how much time was given, at most: nobody gets more than the whole
        time for a move, so that no clock that was wrong for a while does lasting harm.
        """
        seen = self._seen
        if seen is not None and timedelta() <= self.now() - seen < self._outage / 6:
            return timedelta()

        async def work(tx: Transaction) -> tuple[datetime, timedelta]:
            now, last = self.now(), await tx.fact(LAST_SEEN)
            gap = now - datetime.fromisoformat(last) if last else timedelta()
            given = gap if gap > self._outage else timedelta()
            if given or gap < timedelta():  # the clock was set back: deadlines may be far off
                await tx.credit(given, now, CHALLENGE_STANDS)
            await tx.remember(LAST_SEEN, now.isoformat())
            return now, given

        self._seen, given = await self._store.write(work)
        return given

    async def run_out(self, key: int) -> bool:
        """End the match if the time of whoever is to move is over; whether it was."""

        async def work(tx: Transaction) -> Sitting | None:
            stored, now = await tx.match(key), self.now()
            if stored is None or stored.deadline is None or stored.deadline > now:
                return None
            sitting = await self._load(tx, stored)
            seat = sitting.match.to_move
            if seat is None:
                return None
            return await self._take(tx, stored, sitting, Turn(seat, TIMEOUT, now), None)

        ended = await self._store.write(work)
        if ended is not None:
            self._remember(ended)
        return ended is not None

    async def tick(self) -> list[int]:
        """Do what has become due; the places in which something has changed."""
        await self.catch_up()
        now = self.now()

        async def expire(tx: Transaction) -> list[int]:
            changed: list[int] = []
            for key in await tx.expired_challenges(now):
                await tx.close_challenge(key, EXPIRED)
                found = await tx.challenge(key)
                changed += [found.place] if found else []
            return changed

        due = await self._store.read(lambda tx: tx.run_out(now))
        places: list[int] = []
        for key in due:
            try:
                if await self.run_out(key):
                    places.append((await self.sitting(key)).place)
            except SQLAlchemyError:
                raise
            except Exception:  # a match that cannot be loaded holds up no other
                log.exception("match %s cannot be ended", key)
        if await self._store.read(lambda tx: tx.expired_challenges(now)):
            places += await self._store.write(expire)
        for key in await self._store.read(lambda tx: tx.to_remind(now)):
            places += await self._store.write(lambda tx, key=key: self._remind(tx, key))
        return places

    async def _remind(self, tx: Transaction, key: int) -> list[int]:
        """Remind who is to move, if it is still time for that; the place where."""
        found, now = await tx.match(key), self.now()
        if found is None or found.remind is None or found.remind > now:
            return []
        await tx.remind(found, now)
        return [found.place]

    async def places(self, server: int) -> list[int]:
        """Where on this server something goes on: a match that is not over, an open challenge."""
        return await self._store.read(lambda tx: tx.places_of(server))

    async def close_place(self, place: int) -> int:
        """``place`` is gone: its matches end and nobody has lost them; how many there were."""
        # Challenges first, so that none becomes a match meanwhile.
        await self._store.write(lambda tx: tx.close_challenges_in(place, EXPIRED))
        ended = 0
        for key in await self._store.read(lambda tx: tx.running_in(place)):
            try:
                ended += await self._close(key)
            except SQLAlchemyError:
                raise
            except Exception:  # a match that cannot be loaded keeps no other open
                log.exception("match %s cannot be closed", key)
        return ended

    async def _close(self, key: int) -> bool:
        """End a match whose place is gone; whether it was still going on."""

        async def work(tx: Transaction) -> Sitting | None:
            stored, now = await tx.match(key), self.now()
            if stored is None or stored.deadline is None:
                return None
            sitting = await self._load(tx, stored)
            turn = Turn(sitting.match.to_move or 0, GONE, now)
            return await self._take(tx, stored, sitting, turn, None)

        ended = await self._store.write(work)
        if ended is not None:
            self._remember(ended)
        return ended is not None

    async def next_deadline(self) -> datetime | None:
        """When the next match runs out of time."""
        return await self._store.read(lambda tx: tx.next_deadline())


def _pressed(clock: Clock, turn: Turn, match: Match) -> Clock:
    """The clock after a turn that changed the board.

    An undo is no way to more time: the time since the move was one's own. Where the others allowed
    it, a move begins anew.
    """
    if turn.text == UNDO:
        undone = match.course.taken_back[0]
        left = None if undone.left is None else undone.left - (turn.at - undone.at)
        if left is not None and left <= timedelta():
            raise NotNowError(NotNow.TOO_LATE)
        return clock.resume(turn.at, left)
    return clock.press(turn.at)


def suggestions(sitting: Sitting, typed: str, most: int = 25) -> list[str]:
    """Legal moves that begin with what was typed, those near the last stone first, then words."""
    position = sitting.match.position
    wanted = tidy(typed).rstrip("-_ ")  # on the way to “d-5”
    board = position.board
    legal = [
        text for text in map(position.write, position.legal_moves()) if text.startswith(wanted)
    ]
    x, y = board.places[position.last] if position.last is not None else (0.0, 0.0)

    def distance(text: str) -> float:
        point = board.index.get(text)
        if point is None:
            return -1 if text == wanted else 1e6
        if text == wanted:
            return -1
        u, v = board.places[point]
        return (u - x) ** 2 + (v - y) ** 2

    return sorted(legal, key=distance)[:most]
