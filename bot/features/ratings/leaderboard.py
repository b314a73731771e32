"""``/leaderboard``: the best of a server, or of all servers."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.game_choice import all_games, game_named
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.chat.controls.paging import step_buttons
from bot.features.ratings import leader_texts as texts
from bot.features.ratings.leader_page import page_of
from bot.features.ratings.leaders import Leaderboards, Leaders
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError
from engine.game import Game

HERE, EVERYWHERE = 0, 1
"""The ply of a control: the leaderboard of this server, or of all."""


class LeaderboardPages(Feature):
    """Leaderboards, a page at a time, for whoever asks."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._boards = Leaderboards(bot.service)

    @app_commands.guild_only()
    @app_commands.command(name="leaderboard", description=text("command-leaderboard"))
    @app_commands.autocomplete(game=all_games)
    @app_commands.describe(game=text("command-option-leaderboard-game"))
    async def leaderboard_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/leaderboard``."""
        await respond(interaction, self._first_page(interaction, game))

    async def _first_page(self, interaction: Interaction, typed: str | None) -> Answer:
        settings = await self.service.servers.settings(interaction.guild_id or 0)
        usual = self.matches.games.get(settings.game or "") or next(
            iter(self.matches.games.values())
        )
        game = usual if typed is None else self._game(typed)
        return await self.page(interaction, Control("leaders", 0, HERE, game.key))

    @control("leaders")
    async def page(self, interaction: Interaction, control: Control) -> Answer:
        """Show the page of the subject; the text is the game's key, then which way it was gone."""
        game = self._game(control.text.partition(" ")[0])
        server = None if control.ply == EVERYWHERE else interaction.guild_id or 0
        asker, pictures = interaction.user.id, self.bot.pictures
        page = await page_of(self.service, pictures, game, server, control.subject, asker)
        items = self._items(page.leaders, game, EVERYWHERE if server is None else HERE)
        return Answer(page.text, view_of(items), page.picture)

    @control("leaderhide")
    async def hide(self, interaction: Interaction, control: Control) -> Answer:
        """Take oneself off all leaderboards, or put oneself back."""
        await self._boards.hide(interaction.user.id, hidden=control.subject == 1)
        return await self.page(interaction, Control("leaders", 0, control.ply, control.text))

    def _game(self, typed: str) -> Game:
        found = game_named(self.matches.games, typed)
        if found is None:
            raise RefusedError(texts.LeaderRefusal.NO_GAME)
        return found

    def _items(self, leaders: Leaders, game: Game, scope: int) -> list[ui.Item[Any]]:
        options = [
            discord.SelectOption(label=one.name, value=key, default=one is game)
            for key, one in self.matches.games.items()
        ]
        placeholder = text("placeholder-leaderboard-game")
        items: list[ui.Item[Any]] = [
            ControlSelect(Control("leaders", 0, scope, CHOSEN), options, placeholder)
        ]
        items += step_buttons(
            leaders.page,
            leaders.page + leaders.more,
            lambda to, way: Control("leaders", to, scope, f"{game.key} {way}"),
        )
        other = HERE if scope == EVERYWHERE else EVERYWHERE
        label = text("button-leaders-here" if other == HERE else "button-leaders-everywhere")
        items.append(ControlButton(Control("leaders", 0, other, game.key), label))
        label = text("button-leaders-show" if leaders.hidden else "button-leaders-hide")
        hide = Control("leaderhide", 0 if leaders.hidden else 1, scope, game.key)
        items.append(ControlButton(hide, label))
        return items
