"""The actions of people in matches: play, resign, take back, ask and answer.

Nothing here knows Discord: people, channels and servers are numbers, and what the bot refuses is a
`RefusedError` that says which rule applies. Every change is one transaction together with the
posts that it causes.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from bot import metrics
from bot.service.computers import Computers, check_agreement, going_back
from bot.service.current_time import Now
from bot.service.deadlines import Deadlines
from bot.service.live_match import LiveMatch, check_runs
from bot.service.match_cache import MatchCache
from bot.service.move_errors import (
    ConfirmationNeededError,
    RefusedMoveError,
    needs_confirmation,
)
from bot.service.outages import Outages
from bot.service.process_shards import ProcessShards
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.seats import seat_for_turn
from bot.service.shown_messages import Announcement, ShownMessages
from bot.service.store_turn import store_turn
from bot.storage.database import Store
from bot.storage.queries.turns import TakenError
from bot.storage.rows import EXPIRED, Spot, StoredMatch
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.position import IllegalMoveError, MoveError, UnreadableMoveError, tidy
from engine.record import Record
from engine.turns import (
    ALLOW,
    GIVE,
    GONE,
    REFUSE,
    RESIGN,
    TIMEOUT,
    UNDO,
    Turn,
    Wish,
    asking,
    is_move,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MeantMatch:
    """The match that somebody means."""

    match_id: int
    only: bool = False
    """True if they have no other one here. False if they named it: then nobody has looked."""


class Matches:
    """The matches of one database."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        cache: MatchCache,
        process_shards: ProcessShards,
        outages: Outages,
        deadlines: Deadlines,
        shown: ShownMessages,
        computers: Computers,
        now: Now,
    ) -> None:
        self.games = games
        self.now = now
        self.cache = cache
        self._store = store
        self._process_shards = process_shards
        self._outages = outages
        self._deadlines = deadlines
        self._shown = shown
        self._computers = computers
        self._past_discord = False
        self.awaited: list[Callable[[Transaction], Iterable[Spot]]] = []
        """Callbacks of the features: the channels where they are going to begin games."""
        self.at_gone: list[Callable[[Transaction, int], None]] = []
        """Callbacks of the features, called when a channel is gone, before its games end."""

    def past_discord(self) -> Self:
        """The same, for people who do not come through Discord.

        While nobody else can reach a match, nothing is done in it: the time of that outage is still
        to be given back, and until then nobody has run out of it.
        """
        other = copy(self)
        other._past_discord = True
        return other

    async def names(self, users: Collection[int]) -> Mapping[int, str]:
        """The names of ``users``; a stand-in for those whom the bot has never met."""
        known = await self._store.read(lambda tx: tx.people.names(users))
        return {user: known.get(user, f"player {user}") for user in users}

    async def stored(self, match_id: int) -> StoredMatch | None:
        """The header of the match with this id."""
        return await self._store.read(lambda tx: tx.matches.get(match_id))

    async def server_of(self, match_id: int) -> int | None:
        """The server that the match belongs to, for ever; None if there is no such match."""
        found = self.cache.known(match_id) or await self.stored(match_id)
        return None if found is None else found.server

    async def live(self, match_id: int, ply: int | None = None) -> LiveMatch:
        """The match with this id, as it is or as it was after ``ply`` turns. May refuse."""

        def work(tx: Transaction) -> LiveMatch:
            stored = tx.matches.get(match_id)
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            return self.cache.load(tx, stored, ply)

        return await self._store.read(work)

    async def look(self, live: LiveMatch, user: int) -> LiveMatch:
        """The match as ``user`` is going to see it: their clock may wait for that."""
        if user != live.to_move or not live.unseen(self.now()):
            return live
        await self._store.write(lambda tx: self._seen(tx, live.id, user))
        return await self.live(live.id)

    def _seen(self, tx: Transaction, match_id: int, user: int) -> None:
        """Start the clock that waits for ``user`` to look at their turn."""
        stored = tx.matches.get(match_id)
        clock = stored.clock if stored else None
        if stored is None or clock is None or stored.players[clock.seat] != user:
            return
        now = stored.paused or self.now()
        if clock.unseen(now):
            tx.matches.advance(stored.on_clock(clock.seen(now), now))
            tx.messages.renew([match_id])

    async def record(self, match_id: int) -> Record:
        """The record of the match with this id, whenever it was played. May refuse."""

        def work(tx: Transaction) -> Record:
            stored = tx.matches.get(match_id)
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            if not self.cache.knows(stored):
                raise RefusedError(ServiceRefusal.UNKNOWN_RULES, match=stored)
            game, names = self.games[stored.game], tx.people.names(stored.players)
            return Record(
                game=game,
                options=game.complete(stored.options),
                players=tuple(names.get(user, "") for user in stored.players),
                turns=tuple(
                    # Nobody is to learn how much somebody plans while they play.
                    turn if stored.deadline is None else replace(turn, planned=False)
                    for turn in tx.turns.of(match_id, stored.ply)
                ),
                title=f"{game.name} #{match_id}",
                began=stored.opened,
                control=stored.control,
            )

        return await self._store.read(work)

    async def finished(self, channel_id: int | None, user: int | None = None) -> list[StoredMatch]:
        """Matches of this channel and this player that are over, the newest first.

        At least one of them is given.
        """
        found = await self._store.read(lambda tx: tx.matches.finished(channel_id, user))
        return [match for match in found if self.cache.knows(match)]

    async def headers(
        self,
        *,
        channel_id: int | None = None,
        server: int | None = None,
        user: int | None = None,
        on_turn: bool = False,
    ) -> list[StoredMatch]:
        """The matches that are not over, the next deadline first; unknown games are left out.

        ``on_turn``: only those in which it is ``user``'s turn.
        """
        found = await self._store.read(
            lambda tx: tx.matches.running(
                channel_id=channel_id, server=server, user=user, on_turn=on_turn
            )
        )
        return [match for match in found if self.cache.knows(match)]

    async def running_of(self, user: int, game: str, least: int) -> list[LiveMatch]:
        """The matches of ``user`` in one game that are not over and had so many turns at least."""

        def work(tx: Transaction) -> list[LiveMatch]:
            found = list[LiveMatch]()
            for stored in tx.matches.running(user=user):
                if stored.game == game and stored.ply >= least and self.cache.knows(stored):
                    with suppress(RefusedError):  # it cannot be read
                        found.append(self.cache.load(tx, stored))
            return found

        return await self._store.read(work)

    async def solo(self, user: int, server: int | None) -> list[StoredMatch]:
        """The matches on a server that only ``user`` sees and that are not over."""
        if server is None:
            return []
        return [match for match in await self.headers(server=server, user=user) if match.solo]

    async def newest_board(self, match_id: int) -> int | None:
        """The message with the newest board that was posted."""
        return await self._store.read(lambda tx: tx.messages.newest_board(match_id))

    async def which(
        self, channel_id: int, user: int, *, on_turn: bool = False, server: int | None = None
    ) -> MeantMatch:
        """The match that ``user`` means in a channel without naming it: the only possible one.

        With ``on_turn`` one where it is their turn. If they play nothing in the channel, it is a
        game on the ``server`` that only they see. Never a guess: refuses with the candidates.
        """
        mine = await self.headers(channel_id=channel_id, user=user)
        mine = mine or await self.solo(user, server)
        if not mine:
            raise RefusedError(ServiceRefusal.NO_MATCH_HERE)
        fit = mine
        if on_turn:
            fit = [m for m in mine if m.to_move is not None and m.players[m.to_move] == user]
            if not fit:
                only = await self.live(mine[0].id) if len(mine) == 1 else None
                raise RefusedError(ServiceRefusal.NOT_YOUR_TURN, live=only)
        if len(fit) > 1:
            raise RefusedError(ServiceRefusal.WHICH_MATCH, matches=tuple(fit))
        return MeantMatch(fit[0].id, only=len(mine) == 1)

    async def play(
        self,
        match_id: int,
        user: int,
        text: str,
        *,
        event_id: int,
        ply: int | None = None,
        confirmed: bool = False,
    ) -> LiveMatch:
        """``user`` makes the move that ``text`` says; the match after it.

        ``event_id``: the interaction or message that says it; the same again changes nothing.
        ``ply``: how many turns the board had on which it was made; an older board is refused.
        Raises `RefusedError`, `RefusedMoveError` and, unless ``confirmed``,
        `ConfirmationNeededError`.
        """
        move = tidy(text)

        def check(live: LiveMatch) -> None:
            if not is_move(move):  # it names another kind of turn, which no typed text may make
                raise RefusedMoveError(live, UnreadableMoveError(move))
            seat_for_turn(live, user, ply, move)
            check_runs(live)
            if not confirmed and needs_confirmation(live, move):
                raise ConfirmationNeededError(live, move)

        return await self.take(match_id, user, move, event_id=event_id, ply=ply, check=check)

    async def made_by(self, live: LiveMatch, user: int) -> LiveMatch:
        """The match after the last move of ``user``; an answer may have followed at once."""
        log, seat = live.match.turn_log, live.players.index(user)
        if log.last_action is None or log.last_action.seat == seat:
            return live
        since = len(log.until_to_move(seat)) - 1
        return await self.live(live.id, live.match.ply - since)

    async def resign(self, match_id: int, user: int, *, event_id: int) -> LiveMatch:
        """``user`` gives the match up, whoever's turn it is."""
        return await self.take(match_id, user, RESIGN, event_id=event_id)

    async def undo(
        self, match_id: int, user: int, *, event_id: int, ply: int | None = None
    ) -> LiveMatch:
        """``user`` takes their last move back, which nobody has answered. Raises `MoveError`.

        Against computers only, with all moves since.
        """
        return await self.take(match_id, user, UNDO, event_id=event_id, ply=ply)

    async def ask(
        self,
        match_id: int,
        user: int,
        wish: Wish,
        *,
        event_id: int,
        winner: int | None = None,
        ply: int | None = None,
    ) -> LiveMatch:
        """``user`` asks the others for ``wish``, see `engine.turns`. Raises `MoveError`."""
        text = asking(wish, winner)
        check = partial(check_agreement, user=user) if wish in (Wish.WIN, Wish.DRAW) else None
        return await self.take(match_id, user, text, event_id=event_id, ply=ply, check=check)

    async def answer(
        self,
        match_id: int,
        user: int,
        *,
        allow: bool,
        event_id: int,
        ply: int | None = None,
        computer: int | None = None,
    ) -> LiveMatch:
        """``user`` allows or refuses what was asked; ``computer``: see `take`.

        Raises `MoveError`.
        """
        text = ALLOW if allow else REFUSE
        return await self.take(match_id, user, text, event_id=event_id, ply=ply, computer=computer)

    async def claim(self, match_id: int, user: int, *, event_id: int, ply: int | None) -> LiveMatch:
        """``user`` claims that the player to move is out of time, who loses. Raises `MoveError`."""
        return await self.take(match_id, user, TIMEOUT, event_id=event_id, ply=ply)

    async def give(self, match_id: int, user: int, *, event_id: int, ply: int | None) -> LiveMatch:
        """``user`` gives the player to move, who is out of time, more of it. Raises `MoveError`."""
        return await self.take(match_id, user, GIVE, event_id=event_id, ply=ply)

    async def may_play(self, match_id: int, user: int, ply: int | None = None) -> LiveMatch:
        """The match, if this user may move on the board with ``ply`` turns. May refuse."""
        await self.reached_by(match_id)
        live = await self.look(await self.live(match_id), user)
        seat_for_turn(live, user, ply)
        check_runs(live)
        return live

    async def take(
        self,
        match_id: int,
        user: int,
        text: str,
        *,
        event_id: int,
        ply: int | None = None,
        check: Callable[[LiveMatch], object] | None = None,
        computer: int | None = None,
    ) -> LiveMatch:
        """Take a turn in one transaction. ``check`` raises what speaks against it beforehand.

        ``computer``: the user that plays a seat which the turn gives to a computer.
        """
        await self.reached_by(match_id)

        def work(tx: Transaction) -> Announcement:
            stored = tx.matches.get(match_id)
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            live = self.cache.load(tx, stored)
            if check is not None:
                check(live)
            said = going_back(live, user, text)
            seat = seat_for_turn(live, user, ply, said)
            check_runs(live)
            now, left = self.now(), None
            if live.out_of_time(now):
                raise RefusedError(ServiceRefusal.TIME_OVER, live=live)
            if live.clock and is_move(text):
                left = live.clock.left(now)
            if text == TIMEOUT:  # the others claim it
                seat = live.match.turn_log.late_for(seat)
            try:
                turn = Turn(seat, said, now, left)
                after = store_turn(tx, self._shown, stored, live, turn, event_id, computer=computer)
            except (IllegalMoveError, UnreadableMoveError) as error:
                raise RefusedMoveError(live, error) from error
            return self._shown.announcement_after(tx, live, after)

        try:
            announcement = await self._store.write(work)
        except (TakenError, RefusedError, MoveError, ConfirmationNeededError) as error:
            earlier = await self._store.read(lambda tx: tx.turns.from_event(event_id))
            if earlier is not None:
                return await self.live(*earlier)  # the same interaction, delivered again
            if isinstance(error, TakenError):
                raise RefusedError(ServiceRefusal.TOO_LATE) from error
            over = isinstance(error, RefusedError) and error.why is ServiceRefusal.TIME_OVER
            if over and not self._past_discord and await self._deadlines.run_out(match_id) is None:
                # It goes on, since somebody's vacation has begun, or another process has ended it.
                return await self.take(
                    match_id, user, text, event_id=event_id, ply=ply, check=check, computer=computer
                )
            raise
        after = announcement.live
        if is_move(text):
            metrics.moved(after.match.game.key)
        self.cache.remember(after)
        self._shown.remember(announcement)
        if after.thinking:
            self._computers.wake()
        return after

    async def reached_by(self, match_id: int) -> None:
        """Note that somebody in this match has reached the program.

        Past Discord, that says nothing of the others: it is refused if they perhaps cannot.
        """
        server = await self.server_of(match_id)
        if server is None:
            return
        shard = self._process_shards.assigned.of(server)
        if not self._past_discord:
            await self._outages.catch_up([shard])
        elif not await self._outages.recently_seen([shard]):
            raise RefusedError(ServiceRefusal.OUT_OF_REACH)

    async def channels(self, server: int, *, own_threads: bool = True) -> list[int]:
        """The channels of this server with a running match, an open challenge or games to come.

        ``own_threads``: also the threads that the bot opened for matches.
        """

        def work(tx: Transaction) -> list[int]:
            awaited = {spot.channel_id for spot in self._awaited(tx) if spot.server == server}
            return [*awaited.union(tx.matches.channels_of(server, own_threads=own_threads))]

        return await self._store.read(work)

    async def servers(self) -> list[int]:
        """The servers of this process on which a match is not over, or is to come."""

        def work(tx: Transaction) -> set[int]:
            return {*tx.matches.servers(), *(spot.server for spot in self._awaited(tx))}

        found = await self._store.read(work)
        return [server for server in found if self._process_shards.assigned.cover(server)]

    def _awaited(self, tx: Transaction) -> list[Spot]:
        return [spot for work in self.awaited for spot in work(tx)]

    async def close_channel(self, channel_id: int) -> list[LiveMatch]:
        """End the matches of a channel that is gone and of its threads, with no loser.

        Returns those that were running.
        """

        # First, so that nothing becomes a match meanwhile.
        await self._store.write(lambda tx: self._begin_none(tx, channel_id))
        ended: list[LiveMatch] = []
        for match_id in await self._store.read(lambda tx: tx.matches.running_in(channel_id)):
            try:
                closed = await self._close(match_id)
            except (
                Exception
            ):  # one match keeps no other open, nor its players from hearing of theirs
                log.exception("match %s cannot be closed", match_id)
            else:
                ended += [] if closed is None else [closed]
        await self._store.write(lambda tx: self._shown.close_channel(tx, channel_id, ended))
        return ended

    def _begin_none(self, tx: Transaction, channel_id: int) -> None:
        """End the challenges of a channel that is gone, and what features have there."""
        for work in self.at_gone:
            work(tx, channel_id)
        for challenge_id in tx.challenges.close_in(channel_id, EXPIRED):
            asked = tx.challenges.get(challenge_id)
            assert asked is not None
            self._shown.closed(tx, asked)

    async def _close(self, match_id: int) -> LiveMatch | None:
        """End a match whose channel is gone; None if it had ended before."""

        def work(tx: Transaction) -> LiveMatch | None:
            stored, now = tx.matches.get(match_id), self.now()
            if stored is None or stored.deadline is None:
                return None
            live = self.cache.load(tx, stored)
            turn = Turn(live.match.to_move or 0, GONE, now)
            return store_turn(tx, self._shown, stored, live, turn, None)

        ended = await self._store.write(work)
        if ended is not None:
            self.cache.remember(ended)
        return ended
