"""Lines for moderators in the audit channels of servers."""

import discord

from bot.chat.base.answer import NO_MENTIONS
from bot.chat.base.message_kinds import Content, MessageKind, controls_in
from bot.chat.controls.components import ControlButton, view_of
from bot.storage.rows import StoredMessage


class AuditLines(MessageKind):
    """A line and a button each, by which it is recognised; it calls nobody."""

    async def line(self, number: int) -> tuple[str, ControlButton]:
        """What is to be said about this number; a button that no other message has."""
        raise NotImplementedError

    async def content(self, one: StoredMessage) -> Content:
        """The line with its button."""
        said, button = await self.line(one.number)
        return {"content": said, "view": view_of([button]), "allowed_mentions": NO_MENTIONS}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the button of this line."""
        _, button = await self.line(one.number)
        return any(c.write() == button.control.write() for c in controls_in(there))
