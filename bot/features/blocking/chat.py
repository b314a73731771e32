"""``/block`` and *Block* in a member's menu: whom people do not want to play with."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import SERVERS_AND_DIRECT, Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control, whole_number
from bot.chat.common.card_messages import known_as
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.chat.controls.paging import page, step_buttons
from bot.features.blocking import texts
from bot.features.blocking.service import Blocking
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError, ServiceRefusal

ON_A_PAGE = 25
"""People on a page: as many as a select has room for."""


class Blocks(Feature):
    """Blocking people, and one's own list of them."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._blocking = Blocking(bot.service, bot.http.token or "")

    async def cog_load(self) -> None:
        """Register the controls and the menu, and keep people apart from now on."""
        await super().cog_load()
        self._blocking.register(self.service)
        menu = app_commands.ContextMenu(
            name=text("menu-block"), callback=self._menu, allowed_contexts=SERVERS_AND_DIRECT
        )
        self.bot.tree.add_command(menu)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="block", description=text("command-block"))
    @app_commands.describe(member=text("command-option-blocked"))
    async def block_command(
        self, interaction: Interaction, member: discord.User | None = None
    ) -> None:
        """``/block``."""
        if member is None:
            await respond(interaction, self.panel(interaction, Control("blocks", 0)))
        else:
            await respond(interaction, self._block(interaction, member))

    async def _menu(self, interaction: Interaction, person: discord.Member | discord.User) -> None:
        await respond(interaction, self._block(interaction, person))

    async def _block(
        self, interaction: Interaction, person: discord.Member | discord.User
    ) -> Answer:
        if person.bot:
            return Answer(text("blocking-computer"), refused=True)
        await self._blocking.block(interaction.user.id, person.id, known_as(person))
        buttons = [
            ControlButton(Control("unblock", person.id), text("button-unblock")),
            ControlButton(Control("blocks", 0), text("button-blocked")),
        ]
        return Answer(texts.done(person.id), view_of(buttons))

    @control("blocks", direct=True)
    async def panel(self, interaction: Interaction, control: Control) -> Answer:
        """Show somebody their list; the subject counts pages from 0."""
        chosen = await self._blocking.of(interaction.user.id)
        here = page(chosen.blocked, control.subject, ON_A_PAGE)
        items: list[ui.Item[Any]] = []
        if here.shown:
            names = await self.matches.names(here.shown)
            options = [
                discord.SelectOption(label=names[user], value=str(user)) for user in here.shown
            ]
            pick = Control("unblockpick", here.number, 0, CHOSEN)
            items.append(ControlSelect(pick, options, text("placeholder-unblock"), 0))
        items += step_buttons(
            here.number, here.last, lambda to, way: Control("blocks", to, 0, way), row=1
        )
        takes = chosen.takes_challenges
        label = text("button-take-none") if takes else text("button-take-again")
        items.append(ControlButton(Control("takechallenges", int(not takes)), label, row=2))
        return Answer(texts.panel(chosen, here.shown, here.first), view_of(items))

    @control("unblock", direct=True)
    async def unblock(self, interaction: Interaction, control: Control) -> Answer:
        """Let somebody block the person no more."""
        blocked = await self._blocking.unblock(interaction.user.id, control.subject)
        buttons = [ControlButton(Control("blocks", 0), text("button-blocked"))]
        return Answer(texts.lifted(control.subject, blocked=blocked), view_of(buttons))

    @control("unblockpick", direct=True)
    async def unblock_chosen(self, interaction: Interaction, control: Control) -> Answer:
        """The same from the list, which is shown again."""
        digits = control.text.removeprefix("-")  # somebody who has deleted their data
        number = whole_number(digits)
        if number is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        user = number if digits == control.text else -number
        await self._blocking.unblock(interaction.user.id, user)
        return await self.panel(interaction, Control("blocks", control.subject))

    @control("takechallenges", direct=True)
    async def take_challenges(self, interaction: Interaction, control: Control) -> Answer:
        """Take challenges again (1), or none for now (0)."""
        await self._blocking.take_challenges(interaction.user.id, takes=bool(control.subject))
        return await self.panel(interaction, Control("blocks", 0))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Blocks(bot))
