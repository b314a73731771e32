"""``/view``: how somebody wants to see boards, shown on a board at once."""

from collections.abc import Sequence
from typing import Any

import discord

from bot import viewers
from bot.answers import Answer
from bot.controls import MIRROR, TURN, USUALLY, Control
from bot.host import Host
from bot.looks import USUAL, Looks
from bot.messages import viewing
from bot.pictures import Pictures
from engine.board import Board
from engine.match import Match


class Viewing:
    """Stores what is chosen, and draws with it."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._host = host
        self._pictures = pictures

    async def show(self, interaction: discord.Interaction[Any], control: Control) -> Answer:
        """A board as the asker sees boards, after what the control changes."""
        user, samples = interaction.user.id, self._samples()
        number = control.subject % len(samples)
        sample, text = samples[number], control.text
        board = sample.position.board
        if text in (TURN, MIRROR, USUALLY) or "=" in text:
            looks = await self._host.change_looks(user, lambda old: _changed(old, text, board))
        else:
            looks = await self._host.looks(user)
        picture = await self._pictures.of(sample, f"view-{sample.game.key}", looks)
        view = viewers.looks_view(number, looks, len(samples))
        return Answer(viewing.told(sample.game), view, picture)

    def _samples(self) -> Sequence[Match]:
        """A board with stones for each game that has lessons, else an empty one."""
        games = self._host.games.values()
        taught = [Match.lesson(game, game.lessons[0]) for game in games if game.lessons]
        return taught or [
            Match.start(game, game.settle({}), game.seats[0]) for game in list(games)[:1]
        ]


def _changed(looks: Looks, text: str, board: Board) -> Looks:
    if text == TURN:
        return looks.turned(board)
    if text == MIRROR:
        return looks.mirrored(board)
    if text == USUALLY:
        return USUAL
    key, _, value = text.partition("=")
    return looks.chosen(key, value)
