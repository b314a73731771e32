"""A worker for each channel: it sends and edits what the database wants, and reports.

Nothing here must be remembered: the database says what is left to be done. What is in memory are
the tasks, what a turn has handed over, and reports of what may be done twice.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from math import inf
from typing import TypeVar

import aiohttp
import discord
from cachetools import TTLCache

from bot.chat.base.bot import Bot
from bot.chat.delivery.editing import Editor
from bot.chat.delivery.sending import Report, Sender
from bot.chat.delivery.sending_attempts import clock
from bot.service.shown_messages import UNKNOWN_CHANNEL, Outcome, Work
from bot.storage.database import StorageError, Store
from bot.storage.queries.messages import Left
from bot.storage.rows import CARD, FULL, OPENED_THREAD, STRIPPED, StoredMessage
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

T = TypeVar("T")
SHORTEST, LONGEST = 1.0, 30.0
"""Seconds until the next attempt while the database fails."""
TOGETHER = 0.5
"""Seconds for which reports of edits gather, from all channels, to be stored in one transaction."""
LONGEST_STRIP_DELAY = 10.0
"""Seconds for which old boards keep their buttons at most while the new one is being sent."""


class _Channel:
    """The work in one channel: sending, editing, and reports that are not stored yet."""

    def __init__(self) -> None:
        self.sending: asyncio.Task[None] | None = None
        self.editing: asyncio.Task[None] | None = None
        self.dequeued: list[tuple[StoredMessage, float]] = []
        """The messages that a turn has begun to send, each with its time by `clock`."""
        self.edits: dict[int, StoredMessage] = {}
        self.done: dict[int, tuple[int, Report]] = {}
        """By message id: the revision of an edit that may be made again, and its report."""
        self.at_work: StoredMessage | None = None
        """The message that is being edited."""
        self.woken = False
        self.timer: asyncio.TimerHandle | None = None

    def take(self, edits: Sequence[StoredMessage]) -> None:
        """Edit these, unless that is under way, or done and only not stored yet."""
        busy = self.at_work and (self.at_work.id, self.at_work.rev)
        for one in edits:
            if self.done.get(one.id, (0,))[0] != one.rev and busy != (one.id, one.rev):
                self.edits[one.id] = one

    @property
    def idle(self) -> bool:
        busy = self.sending or self.editing or self.timer
        return not (busy or self.dequeued or self.edits or self.done)


class Delivery:
    """Brings what channels show to what the database says."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._shown = bot.service.shown_messages
        self._process_shards = bot.service.process_shards
        self._sender, self._editor = Sender(bot, store), Editor(bot)
        self._channels = defaultdict[int, _Channel](_Channel)
        self._stripped = TTLCache[int, bool](inf, LONGEST)
        """Messages whose controls an answer has just taken off."""
        self._in_full = TTLCache[int, bool](inf, LONGEST)
        """Messages that were just edited with their controls, perhaps after such an answer."""
        self._flushing: asyncio.Task[None] | None = None
        self._closed = False

    # --- what there is to do ---

    async def begin(self) -> None:
        """Start, allowing for requests of an earlier process that may still be under way."""
        own = self._process_shards.assigned
        await self._store.write(lambda tx: self._shown.take_over(tx, own))
        self._shown.sends = True
        self._store.woken.append(self.hand_over)

    def hand_over(self, left: Left) -> None:
        """A transaction of this process has left something to be done."""
        began = clock()
        for one in left.begun:
            self._channels[one.channel_id].dequeued.append((one, began))
            for edit in left.edits:
                self._channels[edit.channel_id].take((edit,))
        for channel_id in left.channels:
            self.wake(channel_id)

    def wake(self, channel_id: int) -> None:
        """Something may be left to be done in this channel."""
        here = self._channels[channel_id]
        here.woken = True
        if here.sending is None and not self._closed:
            here.sending = asyncio.create_task(self._send(channel_id, here))

    async def hear(self, channel_id: int | None) -> None:
        """Some process has left something to be done in this channel; None: perhaps in any."""
        served = self._process_shards.served
        if channel_id is None:
            await self.serve()
        elif await self._store.read(lambda tx: tx.messages.serves(channel_id, served)):
            self.wake(channel_id)

    async def serve(self) -> None:
        """Go on with whatever is left, by an earlier process or a caller that failed."""
        await self._flush()
        now, served = self._shown.now(), self._process_shards.served
        for channel_id in await self._store.read(lambda tx: tx.messages.channels(now, served)):
            here = self._channels[channel_id]
            if here.sending is None and here.editing is None:
                self.wake(channel_id)

    async def retry(self, here: Callable[[int], bool] = lambda _: True) -> None:
        """Something has changed in these channels: what was refused or has failed may work now."""
        served = self._process_shards.served
        troubled = await self._store.read(lambda tx: tx.messages.troubled(served))
        if channels := [channel_id for channel_id in troubled if here(channel_id)]:
            await self._store.write(lambda tx: tx.messages.end_pauses(channels))

    async def close(self, at_most: float = 3.0) -> None:
        """Let requests under way end, and begin no new ones."""
        self._closed, self._shown.sends = True, False
        tasks = [
            task
            for here in self._channels.values()
            for task in (here.sending, here.editing)
            if task is not None
        ]
        for here in self._channels.values():
            if here.timer is not None:
                here.timer.cancel()
        if self._flushing is not None:
            self._flushing.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=at_most)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self._flush()

    # --- the two lanes of a channel ---

    async def _send(self, channel_id: int, here: _Channel) -> None:
        """Send everything that waits in a channel, in order, each exactly once."""
        pause = SHORTEST
        try:
            while here.woken and not self._closed:
                here.woken = False
                try:
                    await self._send_all(channel_id, here)
                    pause = SHORTEST
                except StorageError as error:
                    log.warning("channel %s waits for the database: %r", channel_id, error)
                    here.woken = True
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST)
                except Exception:  # a fault of ours: a round of the timer tries again
                    log.exception("channel %s is left for now", channel_id)
        finally:
            here.sending = None
            self._forget(channel_id, here)

    async def _send_all(self, channel_id: int, here: _Channel) -> None:
        if here.dequeued:
            (one, since), work = here.dequeued.pop(0), Work()
            work = Work(one, begun=True)
            self._start_edits(channel_id, here, ())
        else:
            since, work = clock(), await self._report(channel_id, here, None)
        while (one := work.send) is not None and not self._closed:
            begun = work.begun
            for entry in here.dequeued:  # found in the database before it was handed over
                if entry[0].id == one.id:
                    here.dequeued.remove(entry)
                    (one, since), begun = entry, True
                    break
            report = await self._sender.send(one, since, begun=begun)
            since, work = clock(), await self._report(channel_id, here, report)

    async def _edit(self, channel_id: int, here: _Channel) -> None:
        """Edit what is there: what is kept up to date first, all else after what is sent."""
        try:
            while here.edits and not self._closed:
                one = min(here.edits.values(), key=lambda one: (one.desired != FULL, one.id))
                del here.edits[one.id]
                here.at_work = one
                if one.desired != FULL and here.sending is not None:
                    await asyncio.wait({here.sending}, timeout=LONGEST_STRIP_DELAY)
                if one.desired == FULL:
                    self._in_full[one.message or 0] = True
                stripped = self._stripped.pop(one.message or 0, False)
                if one.desired == STRIPPED and stripped and one.message not in self._in_full:
                    await self._edited(channel_id, here, one, None, self._editor.was_edited(one))
                else:
                    outcome, report = await self._editor.edit(one)
                    await self._edited(channel_id, here, one, outcome, report)
        except StorageError as error:  # a round of the timer tries again
            log.warning("edits in channel %s wait for the database: %r", channel_id, error)
        finally:
            here.editing = here.at_work = None
            self._forget(channel_id, here)

    async def _edited(
        self, channel_id: int, here: _Channel, one: StoredMessage, outcome: Outcome, report: Report
    ) -> None:
        """Report an edit: with the next transaction that comes along, if it may be made again."""
        if outcome is None and one.kind not in (CARD, OPENED_THREAD):
            here.done[one.id] = one.rev, report
            if one.desired == FULL and self._flushing is None and not self._closed:
                self._flushing = asyncio.create_task(self._flush_soon())
            return
        await self._report(channel_id, here, report, sends=False)

    # --- reports ---

    async def _report(
        self, channel_id: int, here: _Channel, report: Report | None, *, sends: bool = True
    ) -> Work:
        """Report what was done, and take what is next, in one transaction."""
        done = dict(here.done)

        def work(tx: Transaction) -> Work:
            for _, each in done.values():
                each(tx)
            if report is not None:
                report(tx)
            return self._shown.next_work(tx, channel_id, sends=sends)

        found = await self._stored(work)
        for key, known in done.items():
            if here.done.get(key) is known:
                del here.done[key]
        if found.missing:
            await self._end_if_gone(channel_id)
        self._start_edits(channel_id, here, found.edits)
        self._set_timer(channel_id, here, found.again)
        return found

    async def _stored(self, work: Callable[[Transaction], T]) -> T:
        """Store a report, however long the database is away; else it would have to be found out."""
        pause = SHORTEST
        while True:
            try:
                return await self._store.write(work)
            except StorageError as error:
                if self._closed:
                    raise
                log.warning("a report waits for the database: %r", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)

    async def _flush_soon(self) -> None:
        """Store the reports of edited boards soon: a crash replaces those that are not reported."""
        try:
            while any(here.done for here in self._channels.values()):
                await asyncio.sleep(TOGETHER)
                await self._flush()
        except StorageError as error:  # a round of the timer tries again
            log.warning("reports of edits wait for the database: %r", error)
        finally:
            self._flushing = None

    async def _flush(self) -> None:
        """Store the reports that no other transaction has come along for."""
        done = [(key, here, dict(here.done)) for key, here in self._channels.items() if here.done]
        if not done:
            return

        def work(tx: Transaction) -> None:
            for _, _, reports in done:
                for _, report in reports.values():
                    report(tx)

        await self._store.write(work)
        for channel_id, here, reports in done:
            for key, known in reports.items():
                if here.done.get(key) is known:
                    del here.done[key]
            self._forget(channel_id, here)

    def _start_edits(self, channel_id: int, here: _Channel, edits: Sequence[StoredMessage]) -> None:
        """Have these edited."""
        here.take(edits)
        if here.edits and here.editing is None and not self._closed:
            here.editing = asyncio.create_task(self._edit(channel_id, here))

    def _set_timer(self, channel_id: int, here: _Channel, at: datetime | None) -> None:
        """Go on when a pause is over; a round of the timer would find it, only later."""
        if here.timer is not None:
            here.timer.cancel()
            here.timer = None
        if at is not None and not self._closed:
            left = (at - self._shown.now()).total_seconds()
            here.timer = asyncio.get_running_loop().call_later(
                max(left, 0.0), self._timed, channel_id, here
            )

    def _timed(self, channel_id: int, here: _Channel) -> None:
        here.timer = None
        self.wake(channel_id)

    def _forget(self, channel_id: int, here: _Channel) -> None:
        if here.idle and self._channels.get(channel_id) is here:
            del self._channels[channel_id]

    # --- what others know ---

    def mark_stripped(self, message: int) -> None:
        """Note that an answer has just taken the buttons off this message."""
        self._stripped[message] = True

    async def _end_if_gone(self, channel_id: int) -> None:
        """End the games of a channel that Discord has not known for long, if it is gone."""
        if not await self._is_gone(channel_id):
            return
        ended = await self._bot.service.matches.close_channel(channel_id)
        log.warning("channel %s is gone: %d games have ended there", channel_id, len(ended))
        self._bot.dispatch("channel_gone", ended)

    async def _is_gone(self, channel_id: int) -> bool:
        """True if the channel is gone for good; False in an outage, or on the shard of another."""
        waiting = await self._store.read(lambda tx: tx.messages.some_in(channel_id))
        if waiting is None or self._bot.get_channel(channel_id) is not None:
            return False
        guild = self._bot.get_guild(waiting.server)
        if (guild is not None and guild.unavailable) or not self._process_shards.assigned.cover(
            waiting.server
        ):
            return False
        try:
            await self._bot.fetch_channel(channel_id)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("it is not known whether channel %s is gone: %r", channel_id, error)
            return False
        await self._store.write(lambda tx: tx.messages.end_pauses([channel_id]))
        return False
