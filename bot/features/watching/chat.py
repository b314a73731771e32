"""``/watch``: the running games of a server, to look at and to follow."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control, whole_number
from bot.chat.common.permissions import may_see
from bot.chat.controls.components import ControlSelect, view_of
from bot.chat.controls.paging import page, step_buttons
from bot.features.watching import texts
from bot.features.watching.service import RunningGames
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError, ServiceRefusal

ON_A_PAGE = 5
"""Games on a page: as many lines fit into a message, however many play in each."""


class Watching(Feature):
    """A list of games for spectators."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._games = RunningGames(bot.service.store, bot.service.matches.cache)

    @app_commands.command(name="watch", description=text("command-watch"))
    async def watch_command(self, interaction: Interaction) -> None:
        """``/watch``."""
        await respond(interaction, self.page(interaction, Control("watch", 0)))

    @control("watch")
    async def page(self, interaction: Interaction, control: Control) -> Answer:
        """Show a page of the games that the asker may see; the subject counts pages from 0."""
        running = await self._games.running(interaction.guild_id or 0)
        visible = [match for match in running if may_see(interaction, match)]
        here = page(visible, control.subject, ON_A_PAGE)
        if not here.shown:
            return Answer(text("watch-none"))
        found = await self._games.shown(here.shown)
        moved = {match.id: match.moved for match in here.shown}
        rows = [(live, message, moved[live.id]) for live, message in found]
        people = {user for live, _ in found for user in live.players}
        names = await self.matches.names(people)
        options = [
            discord.SelectOption(label=texts.choice(live, names), value=str(live.id))
            for live, _ in found
        ]
        items: list[ui.Item[Any]] = [
            ControlSelect(Control(name, here.number, 0, CHOSEN), options, placeholder, row)
            for row, (name, placeholder) in enumerate(
                (("peek", text("placeholder-peek")), ("pick", text("placeholder-follow")))
            )
            if options
        ]
        items += step_buttons(
            here.number, here.last, lambda to, way: Control("watch", to, 0, way), row=2
        )
        return Answer(texts.page(rows, here.first, len(visible)), view_of(items))

    @control("peek", to=To.NEW)
    async def peek(self, interaction: Interaction, control: Control) -> Answer:
        """Show the board of the match that was chosen, beside the list."""
        return await self.bot.perform(interaction, Control("look", _chosen(control), 0))

    @control("pick", to=To.NEW)
    async def pick(self, interaction: Interaction, control: Control) -> Answer:
        """Follow the match that was chosen."""
        return await self.bot.perform(interaction, Control("follow", _chosen(control)))


def _chosen(control: Control) -> int:
    """The match that was chosen."""
    match_id = whole_number(control.text)
    if match_id is None:
        raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
    return match_id


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Watching(bot))
