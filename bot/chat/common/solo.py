"""Boards that only their player sees: answers to interactions, with the controls of every board.

The board takes the place of the answer to a turn. A press on a private message changes it, so
whatever takes the place of the board leads back to it. Once the computer has moved, the same answer
is edited, while Discord lets us: for 15 minutes. What is lost by that, as by a restart, is only
that the board does not change by itself; ``/practice`` shows it again.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace

import discord

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.answer import NO_MENTIONS, Answer
from bot.chat.base.bot import Bot, Interaction
from bot.chat.base.custom_id import Control
from bot.chat.common.board_view import board_view
from bot.chat.common.capture_warning import warning
from bot.chat.controls.components import ControlButton
from bot.messages import boards
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError

log = logging.getLogger(__name__)


BACK, BOARD = "solo", "more"
"""The controls of other messages that lead to such a board, and of every board; after the latter
comes its match."""


class SoloBoards:
    """The answers that show such boards."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._shown = bot.interactions.solo_boards

    async def board(self, answer: Answer) -> Answer:
        """The board instead of a text, if ``answer`` announces a turn in such a game."""
        if not answer.turn or answer.match is None:
            return answer
        matches = self._bot.service.matches
        known = matches.cache.known(answer.match)
        if known is not None and not known.solo:
            return answer
        live = await matches.live(answer.match)
        # Its reader goes on here: where they did before, there would be an old board.
        return replace(await self.of(live), match=live.id) if live.solo else answer

    async def way_back(
        self, interaction: Interaction, there: Sequence[Control], answer: Answer
    ) -> ControlButton | None:
        """The button to such a board, from all that takes its place."""
        match_id = _shown_with(there)
        if match_id is None or answer.solo is not None:
            return None
        self._shown.pop(match_id, None)  # a computer's move must not take the place of the answer
        try:
            live = await self._bot.service.matches.live(match_id)
        except RefusedError:
            return None
        if not live.solo or live.people != (interaction.user.id,):
            return None
        return ControlButton(Control(BACK, live.id), text("button-solo-back"))

    async def of(self, live: LiveMatch) -> Answer:
        """The board as it is."""
        preferences = await self._bot.service.preferences.of(live.people[0])
        name = f"{live.match.game.key}-{live.id}-{live.match.ply}"
        picture = await self._bot.pictures.of(live.match, name, preferences)
        lines = [boards.private_board(live, live.match.game), await warning(self._bot.judge, live)]
        text, view = "\n".join(filter(None, lines)), board_view(self._bot, live)
        return Answer(text, view, picture.named_by_content(), solo=(live.id, live.match.ply))

    async def shown(self, interaction: Interaction, answer: Answer) -> None:
        """Keep the ``answer`` to an interaction up to date, if it is a private board."""
        if answer.solo is None:
            return
        match_id, ply = answer.solo
        self._shown[match_id] = interaction, ply
        live = await self._bot.service.matches.live(match_id)
        if live.match.ply > ply:  # the computer was quicker than Discord
            await self.update(live)

    async def update(self, live: LiveMatch) -> None:
        """Show the computer's turn on the board that was shown last, if that is possible."""
        found = self._shown.get(live.id)
        if found is None:
            return
        interaction, ply = found
        if ply < live.match.ply:
            board = await self.of(live)
            if self._shown.get(live.id) != found:
                return  # its reader has gone on meanwhile
            try:
                await interaction.edit_original_response(
                    content=board.text,
                    view=board.view or discord.utils.MISSING,
                    attachments=board.files(),
                    allowed_mentions=NO_MENTIONS,
                )
            except UNANSWERED as error:
                log.info("the solo board of match %s stays as it is: %s", live.id, error)
                self._shown.pop(live.id, None)
                return
            if self._shown.get(live.id) == found:
                self._shown[live.id] = interaction, live.match.ply


def _shown_with(controls: Iterable[Control]) -> int | None:
    """The match of a private message with these controls: of a board, or with a way back to it."""
    named = (c for c in controls if c.name in (BACK, BOARD) and not c.text)
    return next((control.subject for control in named), None)
