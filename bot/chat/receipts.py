"""Private receipts of turns: the next one of the same match takes the place of the one before.

A message that one person sees can be deleted only by the token of its interaction, so this is done
while that token is fresh. It is kept in memory, as nothing depends on it: after a restart, an old
receipt stays where it is. Such a deletion costs nothing of the bot's own requests.
"""

import contextlib

import aiohttp
import discord

from bot.chat.follow_ups import FRESH, Fading, Interaction

Shown = tuple[discord.Webhook, int]
"""A private message, and what can delete it."""


class Receipts:
    """The newest receipt of each person in each match."""

    def __init__(self) -> None:
        self._newest = Fading[tuple[int, int], Shown](FRESH)
        self._over: list[Shown] = []

    def given(self, interaction: Interaction, match: int, message: int) -> None:
        """The answer to ``interaction``, this message, is a receipt of a turn in ``match``."""
        reader = interaction.user.id, match
        before = self._newest.pop(reader)
        if before is not None and before[1] != message:
            self._over.append(before)
        self._newest.put(reader, (interaction.followup, message))

    async def tidy(self) -> None:
        """Delete the receipts that others have taken the place of; where it fails, they stay."""
        while self._over:
            webhook, message = self._over.pop()
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await webhook.delete_message(message)
