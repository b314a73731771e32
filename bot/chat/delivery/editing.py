"""Edits one message, takes off its buttons, or deletes it.

Each function here returns the report of its outcome, which becomes part of a transaction.
"""

import asyncio
import contextlib
import logging

import discord

from bot import metrics
from bot.chat.base.bot import Bot
from bot.chat.base.message_kinds import Content, OwnRequests
from bot.chat.delivery import sending_attempts
from bot.chat.delivery.sending import Report
from bot.chat.delivery.sending_attempts import AtFault, clock, fresh, outcome_of
from bot.service.refusals import RefusedError
from bot.service.shown_messages import UNKNOWN_MESSAGE, NotMade, Outcome, Refusal
from bot.storage.database import StorageError
from bot.storage.rows import DELETED, FULL, OPENED_THREAD, StoredMessage
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)


class Editor:
    """Edits single messages, takes off their buttons, and deletes them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._shown = bot.service.shown_messages

    async def edit(self, one: StoredMessage) -> tuple[Outcome, Report]:
        """Bring a message that is there to what is wanted."""
        outcome: Outcome = None
        try:
            longest = (
                sending_attempts.LONGEST_EDIT if one.desired == FULL else sending_attempts.LONGEST
            )
            with fresh(clock()):
                async with asyncio.timeout(longest):
                    outcome = await self._edit(one)
        except Exception as error:
            try:
                found = outcome_of(error)
            except RefusedError:  # its game cannot be read any more: it stays as it is
                return None, lambda tx: tx.messages.edited(one, None)
            except StorageError:
                raise
            except Exception:
                log.exception("message %s cannot be edited", one.id)
                found = NotMade()
            metrics.attempt_failed("edit")
            log.info("message %s stays as it is: %r", one.id, error)
            outcome = Refusal() if isinstance(found, AtFault) else found
        return outcome, self._edited(one, outcome)

    def was_edited(self, one: StoredMessage) -> Report:
        """The report of an edit that somebody else has made."""
        return self._edited(one, None)

    def _edited(self, one: StoredMessage, outcome: Outcome) -> Report:
        kind = self._bot.kinds.get(one.kind)

        def report(tx: Transaction) -> None:
            self._shown.edited(tx, one, outcome)
            if outcome is None and kind is not None:
                kind.shown(tx, one)

        return report

    async def _edit(self, one: StoredMessage) -> Outcome:
        assert one.message is not None
        kind = self._bot.kinds.get(one.kind)
        channel = self._bot.get_partial_messageable(one.channel_id)
        there = channel.get_partial_message(one.message)
        if kind is not None and one.kind == OPENED_THREAD:
            change = await kind.stripped(one)
            await self._bot.http.edit_channel(one.channel_id, **change)
        elif isinstance(kind, OwnRequests):
            return None if await kind.change(one) else Refusal(UNKNOWN_MESSAGE)
        elif one.desired == DELETED:
            await self._delete(there)
        elif kind is None:
            return None  # its feature was taken out
        elif one.desired == FULL:
            await there.edit(**await kind.full(one))
        else:
            change: Content = {**await kind.stripped(one), "view": None}
            await there.edit(**change)
        return None

    async def _delete(self, there: discord.PartialMessage) -> None:
        """Delete a message; if Discord refuses that, it loses at least its buttons until then."""
        try:
            await there.delete()
        except discord.HTTPException as error:
            if error.code not in sending_attempts.UNKNOWN:
                with contextlib.suppress(discord.HTTPException):
                    await there.edit(view=None)
            raise
