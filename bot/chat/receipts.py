"""Private receipts of turns: the next one of the same match takes the place of the one before.

It also takes the place of the panel in which its reader was entering a move, as if they have played
by a command in the meantime: the panel would show an old position.

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
    """The newest receipt of each person in each match, and the panel for the next move."""

    def __init__(self) -> None:
        self._newest = Fading[tuple[int, int], Shown](FRESH)
        self._panels = Fading[tuple[int, int], Shown](FRESH)
        """Where each person was last entering a move in each match."""
        self._over: list[Shown] = []

    def given(self, interaction: Interaction, match: int, message: int) -> None:
        """The answer to ``interaction``, this message, is a receipt of a turn in ``match``."""
        reader = interaction.user.id, match
        for before in (self._newest.pop(reader), self._panels.pop(reader)):
            if before is not None and before[1] != message:
                self._over.append(before)
        self._newest.put(reader, (interaction.followup, message))

    def entering(self, interaction: Interaction, match: int, message: int) -> None:
        """The answer to ``interaction``, this message, is where a move in ``match`` is entered."""
        reader = interaction.user.id, match
        before = self._panels.pop(reader)
        if before is not None and before[1] != message:
            self._over.append(before)
        self._panels.put(reader, (interaction.followup, message))

    async def tidy(self) -> None:
        """Delete the receipts that others have taken the place of; where it fails, they stay."""
        while self._over:
            webhook, message = self._over.pop()
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await webhook.delete_message(message)
