"""Posts what was stored: in order, exactly once, whatever breaks in between.

Each channel has its own queue. A post is marked *sending* before its request. If the program or the
connection breaks before the answer comes, nobody knows whether Discord has it, so the channel's own
history is searched for it before it is sent again: our pictures and buttons carry the numbers of
match and ply. (A ``nonce`` alone would not do: Discord forgets it within minutes.)
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import discord

from bot import metrics
from bot.chat.bot import Bot
from bot.chat.follow_ups import Fading
from bot.chat.gone_channels import GoneChannels
from bot.chat.live_cards import LiveCards
from bot.chat.living import LivingBoards
from bot.chat.lost_posts import LostPosts
from bot.chat.pauses import ON_THE_WAY, Pause, Pauses, is_refusal, may_pass
from bot.chat.posts import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, in_words, is_slow, kind_of
from bot.chat.threads import Threads
from bot.service.refusals import RefusedError
from bot.storage.database import StorageError, Store
from bot.storage.rows import FAILED, SENDING, SENT, Claim, StoredPost
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Posts that are prepared at a time: a backlog must not keep people waiting for their answers."""
COURTESY = 0.2
"""Seconds that the preparation of a post stands back while people wait for answers."""
LONGEST_REQUEST = 60.0
"""Seconds until a request that hangs is given up, to be looked for before it is sent again."""


class Outbox:
    """One worker for each channel that has something to post, and one that takes buttons off."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._matches = bot.service.matches
        self._boards = bot.service.boards_to_post
        self._reach = bot.service.reach
        self._waiting = bot.waiting
        self._lost_posts = LostPosts(bot, store)
        self._threads = Threads(bot, store)
        self.living = LivingBoards(bot, store)
        self.live_cards = LiveCards(bot, store, self._threads)
        self._workers: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._dirty: set[tuple[str, int]] = set()
        self._preparing = asyncio.Semaphore(AT_ONCE)
        self._pauses: dict[tuple[str, int], Pause] = {}
        self._gone = GoneChannels(bot)
        self._last_begun: dict[int, int] = {}
        """The newest post of each channel whose sending has begun."""
        self._outdated: dict[int, list[StoredPost]] = {}
        """The posts of a channel that are known to show buttons they should not."""
        self._tidied: set[int] = set()
        """Posts whose buttons are off, which the next transaction stores: after a crash they would
        be taken off once more, which changes nothing."""
        self._just_tidied = Fading[int, bool](LONGEST_REQUEST)
        """The same, and those of which it is stored already: they may just have been looked up."""
        self._closed = False

    async def serve(self, *, at_once: bool = False) -> None:
        """Go on with whatever is left: by an earlier process, an outage, a caller that failed.

        ``at_once``: what has been failing is tried again now, not after its pause.
        """
        await self._store_tidied()
        if at_once:
            await self.live_cards.serve()
        for channel_id in await self._to_serve():
            for kind, drain in (("post", self._post), ("tidy", self._tidy)):
                key = (kind, channel_id)
                if at_once or not (key in self._pauses or key in self._workers):
                    self._work(kind, channel_id, drain)

    async def retry(self, here: Callable[[int], bool]) -> None:
        """Something has changed in the channels that ``here`` tells: what waits there may work."""
        for channel_id in await self._to_serve():
            if here(channel_id):
                self.wake(channel_id)

    async def hear(self, channel_id: int | None) -> None:
        """Some process has stored something for this channel; None: perhaps for any."""
        if channel_id is None:
            await self.serve()
            return
        served = self._reach.served
        if await self._store.read(lambda tx: tx.posts.is_to_serve(channel_id, served)):
            self.wake(channel_id)

    async def _to_serve(self) -> list[int]:
        served = self._reach.served
        return await self._store.read(lambda tx: tx.posts.channels_to_serve(served))

    def wake(self, channel_id: int) -> None:
        """Something new was stored for this channel."""
        self._work("post", channel_id, self._post)
        # A challenge that was answered has no post of its own, but buttons to take off. After a
        # turn they are taken off when its board is there.
        if not self._boards.waits_in(channel_id):
            self._work("tidy", channel_id, self._tidy)

    async def close(self, patience: float = 3.0) -> None:
        """Let requests under way end, and begin no new ones."""
        self._closed = True
        self._lost_posts.stop()
        await self.live_cards.close()
        for pause in self._pauses.values():
            pause.over.set()
        if self._workers:
            await asyncio.wait(self._workers.values(), timeout=patience)
        for worker in self._workers.values():
            worker.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self._store_tidied()

    def _work(self, kind: str, channel_id: int, drain: Callable[[int], Awaitable[None]]) -> None:
        key = (kind, channel_id)
        self._dirty.add(key)
        if key in self._pauses:
            self._pauses.pop(key).over.set()
        running = self._workers.get(key)
        if self._closed or (running is not None and not running.done()):
            return

        async def worker() -> None:
            pauses = Pauses()
            while key in self._dirty and not self._closed:
                self._dirty.discard(key)
                try:
                    await drain(channel_id)
                    pauses.reset()
                    await self.live_cards.hear(channel_id)
                except Exception as error:  # a queue must not stop for good
                    if key in self._dirty:  # something has changed while it failed
                        continue
                    if self._closed:
                        return
                    after = pauses.after(error)
                    metrics.attempt_failed(kind)
                    log.warning("%s in %s fails, again in %d s: %r", kind, channel_id, after, error)
                    self._dirty.add(key)
                    await self._pause(key, Pause(passing=may_pass(error)), after)

        task = self._workers[key] = asyncio.create_task(worker())
        task.add_done_callback(lambda done: self._forget(key, done))

    async def _pause(self, key: tuple[str, int], pause: Pause, seconds: float) -> None:
        """Wait, unless something happens that makes another attempt worth while."""
        self._pauses[key] = pause
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await pause.over.wait()
        # A pause that is over must not keep `serve` away from this queue for good.
        if self._pauses.get(key) is pause:
            del self._pauses[key]

    def _discord_answers(self) -> None:
        """A request has come through, so others may: try again wherever it was not refused."""
        for key, pause in list(self._pauses.items()):
            if pause.passing:
                self._pauses.pop(key).over.set()

    def _forget(self, key: tuple[str, int], done: asyncio.Task[None]) -> None:
        if self._workers.get(key) is done:
            del self._workers[key]

    # --- posting ---

    async def _post(self, channel_id: int) -> None:
        """Send everything that waits for the channel. Raises if it must be tried again."""
        failure: Exception | None = None
        broken: set[int] = set()
        claim = self._just_claimed(channel_id) or await self._claim(channel_id)
        while claim is not None and not self._closed:
            sent, claim = None, self._fresh(claim)
            try:
                message = await self._found_or_sent(claim)
                sent = None if message is None else (claim.post, message)
            except ON_THE_WAY:
                raise
            except Exception as error:  # one post that we cannot make holds up no other
                known = isinstance(error, RefusedError)  # such as a match that cannot be read
                log.error("post %s cannot be made: %r", claim.post.id, error, exc_info=not known)
                failure = error
                broken.add(claim.post.id)
            claim = await self._claim(channel_id, sent, without=broken)
            if self._outdated.get(channel_id):
                self._work("tidy", channel_id, self._tidy)
        if failure is not None:
            raise failure

    def _just_claimed(self, channel_id: int) -> Claim | None:
        """The board that was claimed by the very transaction that stored its turn."""
        claim = self._boards.take(channel_id)
        if claim is None or claim.post.id <= self._last_begun.get(channel_id, 0):
            return None  # or somebody has found it in the database already
        return claim

    def _fresh(self, claim: Claim) -> Claim:
        """The claim, or if it was found in the database before it was taken, as it was made."""
        found = claim.post.state == SENDING and self._just_claimed(claim.post.channel_id)
        return found if found and found.post.id == claim.post.id else claim

    async def _found_or_sent(self, claim: Claim) -> discord.Message | None:
        """The message of a post; None if it can never be posted.

        One that may be on its way is sent again, never folded: its request may still be carried
        out after the search, and only the same nonce keeps Discord from showing it twice then.
        One that was an answer to an interaction comes as a message of the channel's.
        """
        self._last_begun[claim.post.channel_id] = claim.post.id
        found = None
        if claim.post.state == SENDING:
            async with asyncio.timeout(LONGEST_REQUEST):
                found = await self._lost_posts.find(claim.post)
        if found is not None:
            self._gone.is_there(claim.post.channel_id)
            metrics.post_sent(claim.post.kind, "found")
        return found or await self._send(claim)

    async def _claim(
        self,
        channel_id: int,
        sent: tuple[StoredPost, discord.Message] | None = None,
        *,
        without: Collection[int] = (),
    ) -> Claim | None:
        """Mark what was ``sent``, and take the next one in the same transaction.

        With what was sent, other posts are out of date: they are looked up there, too.
        """
        now, tidied = self._matches.now(), frozenset(self._tidied)

        def work(tx: Transaction) -> tuple[Claim | None, list[StoredPost], bool]:
            outdated, new_board = list[StoredPost](), False
            tx.posts.take_controls_off(tidied)
            if sent is not None:
                post, message = sent
                controls = bool(message.components)
                tx.posts.mark(post.id, SENT, now, message=message.id, controls=controls)
                new_board = self.living.note(tx, post, message)
                outdated = tx.posts.outdated_controls(channel_id)
            return tx.posts.claim(channel_id, now, without=without), outdated, new_board

        async with self._preparing:
            await self._waiting.let_pass(COURTESY)
            claim, outdated, new_board = await self._store.write(work)
        if new_board and sent is not None:
            self.living.posted(sent[0])
        self._stored(tidied)
        if outdated:
            self._outdated[channel_id] = outdated
        return claim

    async def _send(self, claim: Claim) -> discord.Message | None:
        """The message, or None if it can never be posted."""
        channel_id, key, nonce = claim.post.channel_id, claim.post.id, claim.post.nonce
        channel, content = self._bot.get_partial_messageable(channel_id), None
        try:
            if not await self._threads.is_there(claim.post):
                return None  # it waits in the channel of the card now
            content = await self._prepared(claim)
            if content is None:
                await self._mark(key, FAILED)
                return None
            answered = await self._bot.follow_ups.answered_by(claim)
            if not await self._store.read(lambda tx: tx.posts.is_claimed(key, nonce)):
                return None  # gone with its channel while this waited, or taken over if it froze
            content = await self.living.shape(claim, content)
            message = None
            if answered is not None:
                async with asyncio.timeout(LONGEST_REQUEST):
                    message = await self._bot.follow_ups.send(answered, claim, content)
            if message is None:
                if nonce is None:
                    nonce = await self._store.write(lambda tx: tx.posts.give_nonce(key))
                if "file" in content:
                    content["file"].reset()  # a follow-up may have read it
                async with asyncio.timeout(LONGEST_REQUEST):
                    message = await channel.send(nonce=nonce, **content)
            self._gone.is_there(channel_id)
            self._discord_answers()
            metrics.post_sent(claim.post.kind)
            return message
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:
                log.warning("post %s was sent and has been deleted", key)
                await self._mark(key, SENT)
                return None
            if error.code != UNKNOWN_CHANNEL or not await self._gone.ends(claim.post):
                raise  # otherwise this post has ended with its game
        except discord.Forbidden:
            await self._release(key)  # refused for sure; a permission may come back
            raise
        except discord.HTTPException as error:
            # Only a post that is itself at fault is given up. A bad token is not the post's fault.
            if error.status not in (400, 413) or is_refusal(error) or not error.code:
                raise
            log.exception("post %s is refused", key)
            metrics.post_failed(claim.post.kind)
            words = None
            if claim.post.match is not None and content is not None and nonce is not None:
                words = await in_words(channel, content, nonce)
            await self._mark(key, FAILED, words)  # the next board tells and shows it all the same
        return None

    async def _prepared(self, claim: Claim) -> dict[str, Any] | None:
        """What to send. If that cannot be told, the post is known not to have been sent."""
        kind = kind_of(claim.post, self._bot.posts)
        async with contextlib.nullcontext() if is_slow(kind) else self._preparing:
            await self._waiting.let_pass(COURTESY)
            try:
                return await kind.content(claim)  # as it is now, after turns in the meantime
            except Exception:
                await self._release(claim.post.id)
                raise

    async def _release(self, key: int) -> None:
        now = self._matches.now()
        await self._store.write(lambda tx: tx.posts.release(key, now))

    async def _mark(self, key: int, state: str, message: int | None = None) -> None:
        now = self._matches.now()
        await self._store.write(lambda tx: tx.posts.mark(key, state, now, message=message))

    # --- taking buttons off ---

    async def _tidy(self, channel_id: int) -> None:
        """Take the buttons off what is out of date. Raises if it must be tried again."""
        failure: Exception | None = None
        known = self._outdated.pop(channel_id, None)
        for outdated in known or await self._store.read(
            lambda tx: tx.posts.outdated_controls(channel_id)
        ):
            if self._closed:
                return
            if outdated.id in self._tidied or self._just_tidied.get(outdated.id):
                continue
            try:
                await self._take_controls_off(outdated)
            except Exception as error:  # one message that cannot be changed hinders no other
                failure = error
        if failure is not None:
            raise failure

    async def _take_controls_off(self, outdated: StoredPost) -> None:
        if outdated.message is None or await self.live_cards.waits(outdated):
            return
        try:
            async with asyncio.timeout(LONGEST_REQUEST):
                kept = await self.live_cards.keeps(outdated)
                if not (kept or await self.living.tidy(outdated)):
                    await self._edit_outdated(outdated, outdated.message)
        except discord.NotFound as error:
            gone = error.code == UNKNOWN_CHANNEL and await self._gone.ends(outdated)
            if not gone and error.code != UNKNOWN_MESSAGE:
                raise
        self._tidied.add(outdated.id)
        self._just_tidied.put(outdated.id, True)

    async def _edit_outdated(self, outdated: StoredPost, message: int) -> None:
        kind = kind_of(outdated, self._bot.posts)
        change: dict[str, Any] = {**await kind.without_controls(outdated), "view": None}
        if not await self._bot.follow_ups.take_controls_off(message, change):
            channel = self._bot.get_partial_messageable(outdated.channel_id)
            await channel.get_partial_message(message).edit(**change)

    async def _store_tidied(self) -> None:
        """Store whose buttons are off, if no post has come along that would have done it."""
        if tidied := frozenset(self._tidied):
            await self._store.write(lambda tx: tx.posts.take_controls_off(tidied))
            self._stored(tidied)

    def _stored(self, tidied: frozenset[int]) -> None:
        """It is stored that these have no buttons; what was found before has them no more."""
        self._tidied -= tidied
        for channel_id, found in list(self._outdated.items()):
            self._outdated[channel_id] = [board for board in found if board.id not in tidied]
            if not self._outdated[channel_id]:
                del self._outdated[channel_id]
