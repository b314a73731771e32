"""The answer to one interaction: how it was acknowledged, and where its content goes."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot import metrics
from bot.chat.base.answer import NO_MENTIONS, Answer, To
from bot.chat.base.bot import Interaction
from bot.messages import overlays, refusals
from bot.service.shown_messages import UNKNOWN_MESSAGE
from bot.storage.rows import BOARD, StoredMessage
from bot.uploads import Progress

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
"""Discord's code for an interaction that is unknown, or unacknowledged for over 3 seconds."""
BAD_REQUEST = 400
ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered or acknowledged before."""
BROKEN = (aiohttp.ClientError, OSError)
"""Failures of a request on the way: often Discord has only closed the connection."""

Kind = discord.InteractionResponseType
T = TypeVar("T")


class Reply:
    """One interaction: the answers sent so far, and every use of its token."""

    def __init__(self, interaction: Interaction, to: To) -> None:
        self.interaction = interaction
        self.to = to
        self._response = interaction.response
        self._message = interaction.message
        """The message whose control was used."""
        self._board: StoredMessage | None = None
        """The same, if its worker knows it."""
        self.on_private = self._message is not None and self._message.flags.ephemeral
        self._replaces = to is To.USUAL and self.on_private
        """True if the answer replaces the message, so that no dead buttons remain."""
        self._is_form = interaction.type is discord.InteractionType.modal_submit

    @property
    def acknowledged(self) -> bool:
        """True if the first answer was given: later ones are edits and followups by the token."""
        return self._response.is_done()

    @property
    def may_open_form(self) -> bool:
        """True if the answer may be a form, which can only be a first answer.

        Slash commands open none, and a form opens no other.
        """
        if self.interaction.type is discord.InteractionType.application_command:
            return not isinstance(self.interaction.command, app_commands.Command)
        return not self._is_form

    async def acknowledge(self) -> None:
        """Ask Discord to wait.

        If a press shows something to all, the private message stays as it is, and nobody else sees
        an "is thinking" that a refusal would have to fill.
        """
        if self.to is not To.NEW and self.on_private:
            await self._first(self._response.defer, Kind.deferred_message_update)
        else:
            thinking = {"ephemeral": True, "thinking": True}
            await self._first(
                lambda: self._response.defer(**thinking), Kind.deferred_channel_message
            )

    async def show(self, progress: Progress) -> None:
        """Say how far the work is; the answer takes the place of that."""
        self._replaces = True
        content = overlays.progress(progress.part, thinking=progress.thinking)
        await self.interaction.edit_original_response(content=content)

    async def give(self, answer: Answer) -> int | None:
        """Give the answer. Returns its message, if it is one that is known by its number."""
        replaces = self._replaces
        if answer.launched is not None and not self.acknowledged and await self._launch(answer):
            return None
        if answer.modal is not None:
            modal = answer.modal
            if not self.acknowledged and not self._is_form:
                await self._first(lambda: self._response.send_modal(modal), Kind.modal)
                return None
            # What was pressed stays, to be pressed again.
            text = refusals.not_from_a_form() if self._is_form else refusals.busy()
            answer, replaces = Answer(text), replaces and self._is_form
        if replaces:
            try:
                return await self._replace(answer)
            except discord.HTTPException as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                # Its reader has dismissed it, or played in another way: a new one tells.
        if not self.acknowledged and await self._strips(answer):
            await self._strip()
        return await self._send(answer)

    async def _launch(self, answer: Answer) -> bool:
        """Open the Activity. Returns False if Discord opens none here."""
        assert answer.launched is not None
        try:
            given = await self._first(self._response.launch_activity, Kind.launch_activity)
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_INTERACTION, ACKNOWLEDGED):
                raise
            log.info("Discord opens no Activity here: %s", error)
            return False
        instance = None if given is None else given.resource
        if isinstance(instance, discord.InteractionCallbackActivityInstance):
            await answer.launched(instance.id)
        return True

    async def _first(self, send: Callable[[], Awaitable[T]], kind: Kind) -> T | None:
        """Give the first answer, of this ``kind``; retry once if the connection breaks."""
        try:
            given = await send()
        except BROKEN:
            try:
                given = await send()
            except discord.HTTPException as error:
                if error.code != ACKNOWLEDGED:
                    raise
                # Only the answer to the first request was lost; discord.py must know it counts.
                setattr(self._response, "_response_type", kind)  # noqa: B010 (private)
                given = None
        metrics.acknowledged(self.interaction.created_at)
        return given

    async def _send(self, answer: Answer) -> int | None:
        public = self.to is To.ALL and not answer.private

        def content() -> dict[str, Any]:
            said: dict[str, Any] = {"content": answer.text, "allowed_mentions": NO_MENTIONS}
            if answer.view is not None:
                said["view"] = answer.view
            if files := answer.files():
                said["files"] = files
            return said | {"ephemeral": not public}

        if not self.acknowledged:
            sent = await self._first(
                lambda: self._response.send_message(**content()), Kind.channel_message
            )
            return None if sent is None else sent.message_id
        follow = self.interaction.followup.send
        try:
            return (await follow(wait=True, **content())).id
        except BROKEN:
            if public:
                raise  # it may be there already, and Discord would post it again
            return (await follow(wait=True, **content())).id

    async def _replace(self, answer: Answer) -> int | None:
        """Let the answer take the place of a private message, or of the progress."""
        changes: dict[str, Any] = {"content": answer.text, "view": answer.view}
        changes |= {"allowed_mentions": NO_MENTIONS}
        replaced = self._message.id if self._message is not None and self.on_private else None
        if kept := self._shown_already(answer):
            try:
                await self._change(lambda: {**changes, "attachments": kept})
            except discord.HTTPException as error:
                if error.status != BAD_REQUEST:
                    raise
                # Another press has just taken that picture away.
            else:
                return replaced
        await self._change(lambda: {**changes, "attachments": answer.files()})
        return replaced

    async def _change(self, content: Callable[[], dict[str, Any]]) -> None:
        if not self.acknowledged:
            await self._first(lambda: self._response.edit_message(**content()), Kind.message_update)
            return
        try:
            await self.interaction.edit_original_response(**content())
        except BROKEN:
            await self.interaction.edit_original_response(**content())

    def _shown_already(self, answer: Answer) -> list[discord.Attachment]:
        """The picture, if it is on the message that will be changed: it need not be sent."""
        upload = answer.upload
        if self._message is None or upload is None or not upload.by_content:
            return []
        return [shown for shown in self._message.attachments if shown.filename == upload.name]

    # --- the board whose button was pressed ---

    async def _strips(self, answer: Answer) -> bool:
        """Return True if the first answer strips the message whose control was used.

        Messages that are kept up to date stay: their worker edits them; a second edit may be late.
        """
        if not answer.turn or answer.match is None or self._message is None:
            return False
        try:
            self._board = await self.interaction.client.service.shown_messages.shown_as(
                self._message.id
            )
        except Exception as error:  # whatever it is, the answer is worth more
            log.warning("message %s keeps its controls for now: %r", self._message.id, error)
            return False
        return self._board is None or self._board.kind == BOARD

    async def _strip(self) -> None:
        """Strip that message by the first answer; a board also gets the edit that its worker makes.

        If Discord refuses, for example for a deleted message, another answer may still be given.
        """
        bot, message, change = self.interaction.client, self._message, dict[str, Any](view=None)
        assert message is not None
        try:
            if self._board is not None:
                change |= await bot.kinds[self._board.kind].stripped(self._board)
            await self._first(lambda: self._response.edit_message(**change), Kind.message_update)
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_INTERACTION, ACKNOWLEDGED):
                raise
            log.warning("message %s keeps its controls for now: %s", message.id, error)
        else:
            if self._board is not None:  # otherwise its words have to be changed, too
                bot.mark_stripped(message.id)
