"""``/profile``: what somebody has played, won and learned; *Profile* in a person's menu."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To, Upload
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.base.profile_parts import ProfilePart
from bot.chat.common.game_choice import all_games, game_named
from bot.chat.common.sharing import Sharing
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.features.profile import texts
from bot.features.profile.service import Profile, Profiles, Record, Tally
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError
from bot.storage.transaction import Transaction
from engine.game import Game


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
        games, asker, parts = self.matches.games, interaction.user.id, list[ProfilePart]()

        def more(tx: Transaction) -> None:
            parts.extend(self.bot.on_profile(tx, user))

        profile, own = await self._profiles.of(user, more), user == asker
        if not own and not profile.shared:
            names = await self.matches.names([user])
            return Answer(texts.private(names[user], _between(profile, asker), games))
        game = games.get(key or "") or _usual(profile, parts, list(games.values()))
        record = profile.records.get(game.key, Record())
        people = {user, *texts.most_played(record)}
        names = await self.matches.names(people)
        said = texts.profile(profile, game, parts, names, own=own and not to_all)
        mine = _between(profile, asker).get(game.key)
        if mine is not None:
            said = f"{said}\n{texts.between(mine)}"
        items = [] if to_all else self._items(profile, parts, game, own=own)
        view = view_of(items) if items else None
        return Answer(said, view, await self._course(interaction, names[user], game, parts))

    async def _course(
        self, interaction: Interaction, name: str, game: Game, parts: Sequence[ProfilePart]
    ) -> Upload | None:
        """The picture of the first course in this game, if there is any."""
        each = (part.course for part in parts if part.game == game.key and len(part.course) > 1)
        if (course := next(each, None)) is None:
            return None
        preferences = await self.service.preferences.of(interaction.user.id)
        description = texts.described(name, game, course)
        return await self.bot.pictures.course(course, "rating", preferences, description)

    def _items(
        self, profile: Profile, parts: Sequence[ProfilePart], game: Game, *, own: bool
    ) -> list[ui.Item[Any]]:
        """A select of the other games, and for one's own profile who may see it."""
        played = {*profile.records, *profile.exercises, *(part.game for part in parts)}
        options = [
            discord.SelectOption(label=one.name, value=key, default=one is game)
            for key, one in self.matches.games.items()
            if key in played or one is game
        ]
        items: list[ui.Item[Any]] = []
        if len(options) > 1:
            chosen = Control("profile", profile.user, 0, CHOSEN)
            items.append(ControlSelect(chosen, options, text("placeholder-profile-game")))
        if own:
            seen = Control("profileseen", 0, 0 if profile.shared else 1, game.key)
            label = text("button-profile-hide" if profile.shared else "button-profile-share")
            items.append(ControlButton(seen, label))
            show = Control("profileshow", 0, 0, game.key)
            items.append(ControlButton(show, text("button-profile-show")))
        return items


def _between(profile: Profile, asker: int) -> dict[str, Tally]:
    """The asker's results against the person whose profile it is, by the keys of games."""
    found = dict[str, Tally]()
    for key, record in profile.records.items():
        if (theirs := record.others.get(asker)) is not None:
            found[key] = Tally(theirs.lost, theirs.drawn, theirs.won)
    return found


def _usual(profile: Profile, parts: Sequence[ProfilePart], games: Sequence[Game]) -> Game:
    """The game that a profile shows first: the one played most, then what else is known."""

    def known(game: Game) -> tuple[int, int, int]:
        record = profile.records.get(game.key, Record())
        there = sum(part.game == game.key for part in parts)
        return record.people.all, record.computer.all, there + profile.exercises.get(game.key, 0)

    return max(games, key=known)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(ProfilePages(bot))
