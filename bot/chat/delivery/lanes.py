"""Sends, edits and deletes one message, with the content that its kind gives.

Each function here returns the report of its outcome, which becomes part of a transaction.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime

import discord

from bot import metrics
from bot.chat.base.bot import Bot
from bot.chat.base.message_kinds import Content
from bot.chat.delivery import sending_attempts
from bot.chat.delivery.history_search import HistoryHiddenError, find
from bot.chat.delivery.sending_attempts import AtFault, clock, fresh, outcome_of
from bot.service import showing as rules
from bot.service.refusals import RefusedError
from bot.service.showing import NotMade, Outcome, Refusal, Unanswered
from bot.storage.database import StorageError, Store
from bot.storage.rows import DELETED, FULL, OPENED_THREAD, StoredMessage
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

Report = Callable[[Transaction], None]
"""Stores an outcome in a transaction; it may run again."""
AT_ONCE = 2
"""Messages that are prepared at a time: a backlog must not keep people waiting for answers."""
LONGEST_YIELD = 0.2
"""Seconds that the preparation of a message stands back while people wait for answers."""
TOOK_LONG = 5.0
"""Seconds of preparation after which a sending begins anew, so that it is not stale at once."""
ALREADY_OPEN = 160004
"""Discord's code for a message that a thread was opened from before."""


class Lanes:
    """Sends and edits single messages."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._showing = bot.service.showing
        self._preparing = asyncio.Semaphore(AT_ONCE)

    # --- sending ---

    async def send(self, one: StoredMessage, since: float, *, begun: bool) -> Report:
        """Send a message; if it is not ``begun`` just now, look for it before."""
        showing, before, settled = self._showing, one.tried, True
        if one.kind == OPENED_THREAD:
            return await self._open(one, since)
        if not begun:
            try:
                with fresh(since):
                    async with asyncio.timeout(sending_attempts.LONGEST):
                        found = await find(self._bot, self._store, one)
            except HistoryHiddenError:
                return lambda tx: showing.refused(tx, one, Refusal())
            except Exception as error:
                return self._not_found(one, error)
            if found is not None:
                metrics.post_sent(one.kind, "found")
                return lambda tx: showing.sent(tx, one, found.id)
            settled = before is None or showing.now() >= before + rules.SETTLED
            again = await self._store.write(lambda tx: showing.begin_again(tx, one))
            if again is None:
                return _nothing
            one = again
        return await self._send(one, since, settled=settled, before=before)

    def _not_found(self, one: StoredMessage, error: Exception) -> Report:
        try:
            outcome = outcome_of(error)
        except Exception:
            log.exception("message %s cannot be looked for", one.id)
            outcome = Unanswered()
        if isinstance(outcome, Refusal):
            return lambda tx: self._showing.refused(tx, one, outcome)
        return lambda tx: self._showing.unanswered(tx, one)

    async def _send(
        self, one: StoredMessage, since: float, *, settled: bool, before: datetime | None
    ) -> Report:
        showing = self._showing
        try:
            content = await self._prepared(one)
        except StorageError:
            raise
        except Exception as error:  # a message that we cannot make holds up no other
            known = isinstance(error, RefusedError)  # such as of a match that cannot be read
            log.error("message %s cannot be made: %r", one.id, error, exc_info=not known)
            metrics.attempt_failed("send")
            return lambda tx: showing.not_sent(tx, one, before, NotMade(), settled=settled)
        if content is None:
            return lambda tx: showing.never(tx, one)
        if clock() - since > TOOK_LONG:  # nothing was written yet: this is its beginning
            again = await self._store.write(lambda tx: showing.begin_again(tx, one))
            if again is None:
                return _nothing
            one, since = again, clock()
        channel = self._bot.get_partial_messageable(one.channel_id)
        try:
            with fresh(since):
                async with asyncio.timeout(sending_attempts.LONGEST):
                    sent = await channel.send(nonce=one.nonce, **content)
        except Exception as error:
            outcome = outcome_of(error)
            metrics.attempt_failed("send")
            log.warning("message %s is not sent: %r", one.id, error)
            if isinstance(outcome, AtFault):
                return await self._in_words(one, content, outcome)
            if isinstance(outcome, Unanswered):
                return lambda tx: showing.unanswered(tx, one)
            if isinstance(outcome, Refusal) and outcome.code == sending_attempts.UNKNOWN[1]:
                return lambda tx: showing.lost(tx, one)
            return lambda tx: showing.not_sent(tx, one, before, outcome, settled=settled)
        metrics.post_sent(one.kind)
        return lambda tx: showing.sent(tx, one, sent.id)

    async def _prepared(self, one: StoredMessage) -> Content | None:
        kind = self._bot.kinds.get(one.kind)
        if kind is None:
            return None  # its feature was taken out
        if kind.slow:
            await self._bot.waiting.let_pass(LONGEST_YIELD)
            return await kind.content(one)
        async with self._preparing:
            await self._bot.waiting.let_pass(LONGEST_YIELD)
            return await kind.content(one)

    async def _in_words(self, one: StoredMessage, content: Content, fault: AtFault) -> Report:
        """Discord refuses this very message: send its words alone, if they tell a turn."""
        log.error("message %s is refused: %s", one.id, fault.why)
        metrics.post_failed(one.kind)
        showing, channel = self._showing, self._bot.get_partial_messageable(one.channel_id)
        if one.match is None or "content" not in content:
            return lambda tx: showing.never(tx, one)
        mentions = content["allowed_mentions"]
        try:
            async with asyncio.timeout(sending_attempts.LONGEST):
                sent = await channel.send(
                    content["content"], allowed_mentions=mentions, nonce=one.nonce
                )
        except Exception as error:
            if isinstance(outcome_of(error), Unanswered):
                return lambda tx: showing.unanswered(tx, one)
            log.warning("its words cannot be sent either: %r", error)
            return lambda tx: showing.never(tx, one)
        return lambda tx: showing.sent(tx, one, sent.id)

    async def _open(self, one: StoredMessage, since: float) -> Report:
        """Open a thread. Twice is refused, so nothing is looked for."""
        showing, before = self._showing, one.tried
        live = await self._bot.service.matches.live(one.match or 0)
        opens = self._bot.kinds[one.kind]
        content = await opens.content(one)
        try:
            with fresh(since):
                async with asyncio.timeout(sending_attempts.LONGEST_OPENING):
                    await self._bot.http.start_thread_with_message(
                        live.card_channel_id, one.channel_id, **(content or {})
                    )
        except Exception as error:
            outcome = outcome_of(error)
            if not (isinstance(outcome, Refusal) and outcome.code == ALREADY_OPEN):
                log.warning("thread %s is not opened: %r", one.channel_id, error)
                if isinstance(outcome, Unanswered):
                    return lambda tx: showing.unanswered(tx, one)
                refusal = (
                    Refusal(sending_attempts.UNKNOWN[1])
                    if isinstance(outcome, AtFault)
                    else outcome
                )
                return lambda tx: showing.not_sent(tx, one, before, refusal, settled=True)
        # The card has the number of the channel, and no two messages have the same.
        return lambda tx: showing.sent(tx, one, -one.channel_id)

    # --- editing ---

    async def edit(self, one: StoredMessage) -> tuple[Outcome, Report]:
        """Bring a message that is there to what is wanted."""
        outcome: Outcome = None
        try:
            longest = (
                sending_attempts.LONGEST_EDIT if one.desired == FULL else sending_attempts.LONGEST
            )
            with fresh(clock()):
                async with asyncio.timeout(longest):
                    await self._edit(one)
        except Exception as error:
            try:
                found = outcome_of(error)
            except RefusedError:  # its game cannot be read any more: it stays as it is
                return None, lambda tx: tx.messages.let_be(one.id)
            except StorageError:
                raise
            except Exception:
                log.exception("message %s cannot be edited", one.id)
                found = NotMade()
            metrics.attempt_failed("edit")
            log.info("message %s stays as it is: %r", one.id, error)
            outcome = Refusal() if isinstance(found, AtFault) else found
        return outcome, lambda tx: self._showing.edited(tx, one, outcome)

    def was_edited(self, one: StoredMessage) -> Report:
        """The report of an edit that somebody else has made."""
        return lambda tx: self._showing.edited(tx, one, None)

    async def _edit(self, one: StoredMessage) -> None:
        assert one.message is not None
        kind = self._bot.kinds.get(one.kind)
        channel = self._bot.get_partial_messageable(one.channel_id)
        there = channel.get_partial_message(one.message)
        if kind is not None and one.kind == OPENED_THREAD:
            change = await kind.stripped(one)
            await self._bot.http.edit_channel(one.channel_id, **change)
        elif one.desired == DELETED:
            await self._delete(there)
        elif kind is None:
            return  # its feature was taken out
        elif one.desired == FULL:
            await there.edit(**await kind.full(one))
        else:
            change: Content = {**await kind.stripped(one), "view": None}
            await there.edit(**change)

    async def _delete(self, there: discord.PartialMessage) -> None:
        """Delete a message; if Discord refuses that, it loses at least its buttons until then."""
        try:
            await there.delete()
        except discord.HTTPException as error:
            if error.code not in sending_attempts.UNKNOWN:
                with contextlib.suppress(discord.HTTPException):
                    await there.edit(view=None)
            raise


def _nothing(tx: Transaction) -> None:
    del tx
