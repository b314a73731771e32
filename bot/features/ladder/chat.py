"""``/ladder``: a server's ladder of a game, on which people challenge each other for places."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control, whole_number
from bot.chat.common.audit_lines import AuditLines
from bot.chat.common.card_messages import known_as
from bot.chat.common.game_choice import game_named, games_for_two
from bot.chat.common.permissions import check_moderator, check_writing, is_computer, why_no_game
from bot.chat.common.sending_challenges import issue, member
from bot.chat.common.sharing import Sharing
from bot.chat.controls.components import ControlButton, ControlSelect, view_of, yes_button
from bot.chat.controls.paging import step_buttons
from bot.features.ladder import rules, texts
from bot.features.ladder.drawing import ladder_picture
from bot.features.ladder.service import AUDIT, ON_A_PAGE, LadderRefusal, Ladders, Page
from bot.features.ladder.store import Where
from bot.messages.catalogue import text
from bot.messages.phrases import mention
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.storage.rows import StoredChallenge
from engine.game import Game

Reason = app_commands.Range[str, 1, texts.LONGEST_REASON]


class LadderPages(Feature):
    """The ladders of a server, a game at a time."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._ladders = Ladders(bot.service)
        self._sharing = Sharing(bot.service.now)

    async def cog_load(self) -> None:
        """Register the controls, and follow the ends of games and of challenges."""
        await super().cog_load()
        self._ladders.register()
        self.bot.shows(RemovalLines(self.bot, self._ladders))

    async def on_card(self, asked: StoredChallenge) -> str:
        """That a challenge is for the ladder, and what it costs to refuse it."""
        found = await self._ladders.asked(asked.id) if asked.fixed else None
        return "" if found is None else texts.on_card(*found)

    async def before_declining(self, asked: StoredChallenge, user: int) -> str:
        """That declining costs the place."""
        found = await self._ladders.asked(asked.id) if asked.fixed else None
        if found is None or found[0].challenged != user or found[0].outcome is not None:
            return ""
        return texts.before_declining(*found)

    async def under_result(self, live: LiveMatch) -> str:
        """What a match has done to the ladder."""
        told = await self._ladders.told(live)
        return "" if told is None or told.outcome is None else texts.outcome(told)

    @app_commands.guild_only()
    @app_commands.command(name="ladder", description=text("command-ladder"))
    @app_commands.autocomplete(game=games_for_two)
    @app_commands.describe(
        game=text("command-option-ladder-game"),
        remove=text("command-option-ladder-remove"),
        reason=text("command-option-ladder-reason"),
    )
    async def ladder_command(
        self,
        interaction: Interaction,
        game: str | None = None,
        remove: discord.User | None = None,
        reason: Reason = "",
    ) -> None:
        """``/ladder``."""
        await respond(interaction, self._by_command(interaction, game, remove, reason))

    async def _by_command(
        self,
        interaction: Interaction,
        typed: str | None,
        remove: discord.User | None,
        reason: str,
    ) -> Answer:
        game = await self._usual(interaction) if typed is None else self._game(typed)
        if remove is None:
            return await self._page(interaction, game, 0)
        settings = await self.service.servers.settings(interaction.guild_id or 0)
        check_moderator(interaction, interaction.channel_id or 0, settings)
        where, by, event_id = _where(interaction, game), interaction.user.id, interaction.id
        await self._ladders.remove(where, remove.id, by, reason, event_id=event_id)
        return Answer(text("ladder-removed", player=mention(remove.id), game=game.name))

    def _games(self) -> dict[str, Game]:
        return {key: game for key, game in self.matches.games.items() if 2 in game.seats}

    def _game(self, typed: str) -> Game:
        """The game that was typed, or is in a control. May refuse."""
        found = game_named(self._games(), typed)
        if found is None:
            raise RefusedError(LadderRefusal.NO_GAME)
        return found

    async def _usual(self, interaction: Interaction) -> Game:
        """The game that is played on this server if nobody says which. May refuse."""
        settings, games = (
            await self.service.servers.settings(interaction.guild_id or 0),
            self._games(),
        )
        if (game := games.get(settings.game or "")) is not None:
            return game
        for game in games.values():
            return game
        raise RefusedError(LadderRefusal.NO_GAME)

    # --- the ladder ---

    @control("ladder")
    async def page(self, interaction: Interaction, control: Control) -> Answer:
        """Show a page of the ladder; the subject counts pages from 0, the text is the game."""
        return await self._page(interaction, self._game(control.text), control.subject)

    @control("laddershow", to=To.ALL)
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Show a page to the channel, as everybody sees it."""
        check_writing(interaction)
        game = self._game(control.text)
        self._sharing.check(interaction.user.id)
        page = await self._ladders.page(_where(interaction, game), None, control.subject)
        own = ControlButton(Control("ladder", 0, 0, game.key), text("button-ladder-show"))
        picture = await ladder_picture(self.service, self.bot.pictures, page, game)
        return Answer(texts.page(page, game), view_of([own]), picture)

    async def _page(self, interaction: Interaction, game: Game, number: int) -> Answer:
        user = interaction.user.id
        page = await self._ladders.page(_where(interaction, game), user, number)
        picture = await ladder_picture(self.service, self.bot.pictures, page, game, user)
        return Answer(texts.page(page, game, user), view_of(_under(page, game)), picture)

    @control("ladderrules")
    async def rules(self, interaction: Interaction, control: Control) -> Answer:
        """Explain how the ladder works."""
        del interaction
        back = Control("ladder", control.subject, 0, control.text)
        button = ControlButton(back, text("button-ladder-back"))
        return Answer(texts.how_it_works(), view_of([button]))

    @control("ladderjoin")
    async def join(self, interaction: Interaction, control: Control) -> Answer:
        """Put the asker at the bottom, and show them there."""
        game, user = self._game(control.text), interaction.user
        place = await self._ladders.join(_where(interaction, game), user.id, known_as(user))
        return await self._page(interaction, game, (place - 1) // ON_A_PAGE)

    @control("ladderleave")
    async def ask_to_leave(self, interaction: Interaction, control: Control) -> Answer:
        """Ask whether to leave."""
        del interaction
        game = self._game(control.text)
        leave = Control("ladderleft", 0, 0, game.key)
        question = text("ladder-leave-question", game=game.name)
        return Answer(question, yes_button(leave, text("button-ladder-leave-yes")))

    @control("ladderleft")
    async def leave(self, interaction: Interaction, control: Control) -> Answer:
        """Take the asker off."""
        game = self._game(control.text)
        await self._ladders.leave(_where(interaction, game), interaction.user.id)
        return Answer(text("ladder-left", game=game.name))

    # --- challenges ---

    @control("ladderask")
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Let the asker choose whom to challenge."""
        game = self._game(control.text)
        found = await self._ladders.candidates(_where(interaction, game), interaction.user.id)
        free = [one for one in found if one.why_not is None]
        names = await self.matches.names([one.user for one in free])
        options = [
            discord.SelectOption(label=texts.choice(one, names[one.user]), value=str(one.user))
            for one in free
        ]
        items: list[ui.Item[Any]] = []
        if options:
            chosen = Control("laddersend", 0, 0, f"{game.key}.{CHOSEN}")
            items.append(ControlSelect(chosen, options, text("placeholder-ladder")))
        back = Control("ladder", 0, 0, game.key)
        items.append(ControlButton(back, text("button-ladder-back"), row=1))
        return Answer(texts.choose(found), view_of(items))

    @control("laddersend", to=To.NEW)
    async def challenge(self, interaction: Interaction, control: Control) -> Answer:
        """Challenge whoever was chosen, on the usual terms of the server."""
        key, _, chosen = control.text.partition(".")
        game, user = self._game(key), whole_number(chosen) or 0
        where = _where(interaction, game)
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        person = await member(interaction, user)
        if person is None or is_computer(interaction, user):
            if not await self._ladders.leave(where, user):
                raise RefusedError(LadderRefusal.NOT_THERE, player=mention(user))
            return Answer(text("ladder-gone", player=mention(user)), refused=True)
        terms = await self.service.usual_terms.quick(game, where.server, 2)
        return await issue(
            interaction,
            terms,
            [person],
            2,
            stands=rules.STANDS,
            fixed=True,
            part_of=text("ladder-game"),
            besides=self._ladders.challenge(where, user),
        )


class RemovalLines(AuditLines):
    """Whom moderators have taken off ladders, for the audit channel."""

    kinds = (AUDIT,)

    def __init__(self, bot: Bot, ladders: Ladders) -> None:
        self._bot = bot
        self._ladders = ladders

    async def line(self, number: int) -> tuple[str, ControlButton]:
        """Who was taken off which ladder, by whom and why."""
        done = await self._ladders.removal(number)
        assert done is not None
        game = self._bot.service.matches.games[done.game]
        show = ControlButton(Control("ladder", 0, number, game.key), text("button-ladder-show"))
        return texts.removed(done, game), show


def _where(interaction: Interaction, game: Game) -> Where:
    """The ladder of a game here."""
    return Where(interaction.guild_id or 0, game.key)


def _under(page: Page, game: Game) -> list[ui.Item[Any]]:
    """The buttons under a page."""

    def button(name: str, label: str, **more: Any) -> ControlButton:
        return ControlButton(Control(name, 0, 0, game.key), label, **more)

    first = button("ladderjoin", text("button-ladder-join"), style=discord.ButtonStyle.success)
    items: list[ui.Item[Any]] = [first]
    if page.own is not None:
        ask = button("ladderask", text("button-ladder-challenge"), disabled=page.own == 1)
        items = [ask, button("ladderleave", text("button-ladder-leave"))]
    items.append(button("ladderrules", text("button-ladder-rules")))
    last, here = max(page.number - 1, 0) // ON_A_PAGE, page.begin // ON_A_PAGE
    if page.shown:
        share = Control("laddershow", here, 0, game.key)
        items.append(ControlButton(share, text("button-share")))

    def go(to: int, _way: str) -> Control:
        return Control("ladder", to, 0, game.key)

    return [*items, *step_buttons(here, last, go, row=1)]


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(LadderPages(bot))
