"""Memory that lasts between interactions, and may be lost at any time.

Discord delivers some interactions twice. Messages that one person sees can be changed only by the
token of their interaction, while it is fresh; that costs nothing of the bot's own requests.
"""

import contextlib
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from math import inf
from typing import Any

import aiohttp
import discord
from cachetools import TTLCache

from bot.chat.base.answer import Answer
from bot.chat.base.waiting import Waiting

FRESH = 12 * 60.0
"""Seconds for which the token of an interaction is used: well below Discord's 15 minutes."""
REFUSED = 1000
"""Refused interactions that are remembered."""

Interaction = discord.Interaction[Any]
Shown = tuple[discord.Webhook, int]
"""A private message, and what can delete it."""


class Interactions:
    """The interactions under way, and the private messages that later ones change."""

    def __init__(self) -> None:
        self.unfinished = Waiting()
        """Everybody whose interaction is not finished, also those who wait for long work."""
        self.solo_boards = TTLCache[int, tuple[Interaction, int]](inf, FRESH)
        """By match that only its player sees: where its board is, and after how many turns."""
        self._under_way = set[int]()
        self._refused = deque[int](maxlen=REFUSED)
        self._turn_answers = TTLCache[tuple[int, int], Shown](inf, FRESH)
        self._panels = TTLCache[tuple[int, int], Shown](inf, FRESH)
        """Where each person was last entering a move in each match."""
        self._read_once = TTLCache[int, Shown](inf, FRESH)
        """The message that each person has read once and no longer needs."""
        self._over: list[Shown] = []

    def is_repeated(self, interaction: int) -> bool:
        """True if this interaction id is under way or was refused, so that nothing is left to do.

        A second refusal could overtake the first answer, and the refused action may be possible by
        now. Stored actions are protected by their event ids, even after a restart.
        """
        return interaction in self._under_way or interaction in self._refused

    @contextmanager
    def handling(self, interaction: int) -> Generator[None]:
        """While it is being handled."""
        self._under_way.add(interaction)
        try:
            with self.unfinished:
                yield
        finally:
            self._under_way.discard(interaction)

    def refuse(self, interaction: int) -> None:
        """Remember that it was refused."""
        self._refused.append(interaction)

    def show(self, interaction: Interaction, answer: Answer, message: int) -> None:
        """Note that ``message`` is the answer, and discard what its reader no longer needs:

        - a refusal, or another message that is read once;
        - if a move is entered here, or a turn was taken: the panel in that match;
        - if a turn was taken: the answer to the turn before.
        """
        reader, shown = interaction.user.id, (interaction.followup, message)
        used = interaction.message.id if interaction.message else None
        before = self._read_once.pop(reader, None)
        if before is not None and before[1] not in (message, used):
            self._over.append(before)
        if (answer.refused or answer.read_once) and message != used:
            self._read_once[reader] = shown
        if answer.match is not None:
            self.turned(reader, answer.match, but=message, turn_answers=answer.turn)
            kind = self._turn_answers if answer.turn else self._panels
            kind[reader, answer.match] = shown
            if answer.ended:
                self.ended(answer.match)

    def turned(
        self, reader: int, match: int, *, but: int | None = None, turn_answers: bool = True
    ) -> None:
        """Discard the reader's panel in a match and, if ``turn_answers``, that of the last turn."""
        for kind in (self._panels, self._turn_answers) if turn_answers else (self._panels,):
            before = kind.pop((reader, match), None)
            if before is not None and before[1] != but:
                self._over.append(before)

    def ended(self, match: int) -> None:
        """Discard a match's answers to turns and its panels: nothing can be done there any more."""
        for reader, about in {*self._turn_answers, *self._panels}:
            if about == match:
                self.turned(reader, match)

    async def tidy(self) -> None:
        """Delete the discarded messages; those that Discord does not delete stay."""
        while self._over:
            webhook, message = self._over.pop()
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await webhook.delete_message(message)
