"""Sends one message, with the content that its kind gives; opens a thread.

Each function here returns the report of its outcome, which becomes part of a transaction.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from bot import metrics
from bot.chat.base.bot import Bot
from bot.chat.base.message_kinds import Content, OwnRequests
from bot.chat.delivery import sending_attempts
from bot.chat.delivery.history_search import HistoryHiddenError, find
from bot.chat.delivery.sending_attempts import AtFault, clock, fresh, outcome_of
from bot.service import shown_messages as rules
from bot.service.refusals import RefusedError
from bot.service.shown_messages import NotMade, Refusal, Unanswered
from bot.storage.database import StorageError, Store
from bot.storage.rows import OPENED_THREAD, StoredMessage
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


class Sender:
    """Sends single messages."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._shown = bot.service.shown_messages
        self._preparing = asyncio.Semaphore(AT_ONCE)

    async def send(self, one: StoredMessage, since: float, *, begun: bool) -> Report:
        """Send a message; if it is not ``begun`` just now, look for it before."""
        shown, before, settled = self._shown, one.tried, True
        if one.kind == OPENED_THREAD:
            return await self._open(one, since)
        if not begun:
            try:
                with fresh(since):
                    async with asyncio.timeout(sending_attempts.LONGEST):
                        found = await find(self._bot, self._store, one)
            except HistoryHiddenError:
                return lambda tx: shown.refused(tx, one, Refusal())
            except Exception as error:
                return self._not_found(one, error)
            if found is not None:
                metrics.post_sent(one.kind, "found")
                return self._sent(one, found)
            settled = before is None or shown.now() >= before + rules.SETTLED
            if before and not settled and isinstance(self._bot.kinds.get(one.kind), OwnRequests):
                return lambda tx: tx.messages.hold(one.id, before + rules.SETTLED)
            again = await self._store.write(lambda tx: shown.begin_again(tx, one))
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
            return lambda tx: self._shown.refused(tx, one, outcome)
        return lambda tx: self._shown.unanswered(tx, one)

    async def _send(
        self, one: StoredMessage, since: float, *, settled: bool, before: datetime | None
    ) -> Report:
        shown = self._shown
        try:
            content = await self._prepared(one)
        except StorageError:
            raise
        except Exception as error:  # a message that we cannot make holds up no other
            known = isinstance(error, RefusedError)  # such as of a match that cannot be read
            log.error("message %s cannot be made: %r", one.id, error, exc_info=not known)
            metrics.attempt_failed("send")
            return lambda tx: shown.not_sent(tx, one, before, NotMade(), settled=settled)
        if content is None:
            return lambda tx: shown.never(tx, one)
        if clock() - since > TOOK_LONG:  # nothing was written yet: this is its beginning
            again = await self._store.write(lambda tx: shown.begin_again(tx, one))
            if again is None:
                return _nothing
            one, since = again, clock()
        once = isinstance(self._bot.kinds[one.kind], OwnRequests)
        try:
            with fresh(since, once=once):
                async with asyncio.timeout(sending_attempts.LONGEST):
                    there = await self._make(one, content)
        except Exception as error:
            outcome = outcome_of(error)
            metrics.attempt_failed("send")
            log.warning("message %s is not sent: %r", one.id, error)
            if isinstance(outcome, AtFault):
                return await self._in_words(one, content, outcome)
            if isinstance(outcome, Unanswered):
                return lambda tx: shown.unanswered(tx, one)
            if isinstance(outcome, Refusal) and outcome.code == sending_attempts.UNKNOWN[1]:
                return lambda tx: shown.lost(tx, one)

            def report(tx: Transaction) -> None:
                kind = self._bot.kinds[one.kind]
                if isinstance(outcome, Refusal) and kind.gives_up(tx, one, outcome.code):
                    shown.never(tx, one)
                else:
                    shown.not_sent(tx, one, before, outcome, settled=settled)

            return report
        metrics.post_sent(one.kind)
        return self._sent(one, there)

    async def _make(self, one: StoredMessage, content: Content) -> int:
        kind = self._bot.kinds[one.kind]
        if isinstance(kind, OwnRequests):
            return await kind.make(one, content)
        channel = self._bot.get_partial_messageable(one.channel_id)
        return (await channel.send(nonce=one.nonce, **content)).id

    def _sent(self, one: StoredMessage, there: int) -> Report:
        """The report that a message is there."""
        kind = self._bot.kinds[one.kind]

        def report(tx: Transaction) -> None:
            self._shown.sent(tx, one, there)
            kind.shown(tx, one)

        return report

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
        shown, channel = self._shown, self._bot.get_partial_messageable(one.channel_id)
        if one.match is None or "content" not in content:
            return lambda tx: shown.never(tx, one)
        mentions = content["allowed_mentions"]
        try:
            async with asyncio.timeout(sending_attempts.LONGEST):
                sent = await channel.send(
                    content["content"], allowed_mentions=mentions, nonce=one.nonce
                )
        except Exception as error:
            if isinstance(outcome_of(error), Unanswered):
                return lambda tx: shown.unanswered(tx, one)
            log.warning("its words cannot be sent either: %r", error)
            return lambda tx: shown.never(tx, one)
        return lambda tx: shown.sent(tx, one, sent.id)

    async def _open(self, one: StoredMessage, since: float) -> Report:
        """Open a thread. Twice is refused, so nothing is looked for."""
        shown, before = self._shown, one.tried
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
                    return lambda tx: shown.unanswered(tx, one)
                refusal = (
                    Refusal(sending_attempts.UNKNOWN[1])
                    if isinstance(outcome, AtFault)
                    else outcome
                )
                return lambda tx: shown.not_sent(tx, one, before, refusal, settled=True)
        # The card has the number of the channel, and no two messages have the same.
        return lambda tx: shown.sent(tx, one, -one.channel_id)


def _nothing(tx: Transaction) -> None:
    del tx
