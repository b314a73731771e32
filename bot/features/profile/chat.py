"""``/profile``: what somebody has played, won and learned; *Profile* in a person's menu."""

from enum import StrEnum
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.game_choice import all_games, game_named
from bot.chat.common.sharing import Sharing
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.features.profile import texts
from bot.features.profile.page import Page, page_of
from bot.features.profile.service import Profiles
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError


class ProfileRefusal(StrEnum):
    """Why there is no profile: the keys of the texts."""

    NO_GAME = "profile-no-game"


class ProfilePages(Feature):
    """People's profiles, a game at a time."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._profiles = Profiles(bot.service)
        self._sharing = Sharing(bot.service.now)

    async def cog_load(self) -> None:
        """Register the controls and the menu, and follow the ends of games."""
        await super().cog_load()
        self._profiles.register(self.service)
        menu = app_commands.ContextMenu(name=text("menu-profile"), callback=self._menu)
        self.bot.tree.add_command(menu)

    async def _menu(self, interaction: Interaction, person: discord.Member | discord.User) -> None:
        await respond(interaction, self._by_command(interaction, person, None))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="profile", description=text("command-profile"))
    @app_commands.autocomplete(game=all_games)
    @app_commands.describe(
        member=text("command-option-profile-member"), game=text("command-option-profile-game")
    )
    async def profile_command(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """``/profile``."""
        await respond(interaction, self._by_command(interaction, member, game))

    async def _by_command(
        self,
        interaction: Interaction,
        person: discord.Member | discord.User | None,
        game: str | None,
    ) -> Answer:
        if person is not None and person.bot:
            return Answer(text("profile-bot"), refused=True)
        key = None if game is None else self._key(game)
        return await self._page(interaction, (person or interaction.user).id, key)

    def _key(self, typed: str) -> str:
        """The key of a game that was typed or chosen. May refuse."""
        found = game_named(self.matches.games, typed)
        if found is None:
            raise RefusedError(ProfileRefusal.NO_GAME)
        return found.key

    @control("profile", direct=True)
    async def page(self, interaction: Interaction, control: Control) -> Answer:
        """Show the profile of the subject in the game of the text."""
        return await self._page(interaction, control.subject, control.text)

    @control("profileseen", direct=True)
    async def decide(self, interaction: Interaction, control: Control) -> Answer:
        """Let everybody see one's own profile, or nobody; the text is the game that is shown."""
        user = interaction.user.id
        await self._profiles.share(user, shared=bool(control.ply))
        return await self._page(interaction, user, control.text)

    @control("profileshow", to=To.ALL)
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Show one's own profile to the channel, once."""
        self._sharing.check(interaction.user.id)
        return await self._page(interaction, interaction.user.id, control.text, to_all=True)

    async def _page(
        self, interaction: Interaction, user: int, key: str | None, *, to_all: bool = False
    ) -> Answer:
        asker = interaction.user.id
        page = await page_of(self.service, user, asker, key, to_all=to_all)
        items = [] if to_all else self._items(page)
        picture = await page.picture(self.service, self.bot.pictures, asker)
        return Answer(page.text, view_of(items) if items else None, picture)

    def _items(self, page: Page) -> list[ui.Item[Any]]:
        """A select of the other games, and for one's own profile who may see it."""
        profile, game = page.profile, page.game
        if game is None:
            return []
        options = [
            discord.SelectOption(label=one.name, value=one.key, default=one is game)
            for one in page.games
        ]
        items: list[ui.Item[Any]] = []
        if len(options) > 1:
            chosen = Control("profile", profile.user, 0, CHOSEN)
            items.append(ControlSelect(chosen, options, text("placeholder-profile-game")))
        if page.own:
            seen = Control("profileseen", 0, 0 if profile.shared else 1, game.key)
            items.append(ControlButton(seen, texts.decide(shared=profile.shared)))
            show = Control("profileshow", 0, 0, game.key)
            items.append(ControlButton(show, text("button-profile-show")))
        return items


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(ProfilePages(bot))
