"""Boards: those in the channel, with their buttons and reminders; ``/board`` and ``/games``."""

from collections.abc import Iterable
from typing import Literal

from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.board_messages import BoardMessages, Lines, LivingBoards, Reminders
from bot.chat.common.permissions import check_access
from bot.chat.common.which_game import games_here, with_any_game
from bot.chat.controls.components import ControlButton, view_of
from bot.chat.controls.forms import LONGEST_VALUE
from bot.chat.controls.overlays import NONE, overlay_select
from bot.messages import boards, labels, overlays, phrases, positions, private
from bot.messages.catalogue import text
from bot.pictures import offered
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredMatch
from bot.uploads import Upload
from engine.position import tidy
from render.options import Overlay, useless_overlays

MOST_RUNNING, MOST_OVER = 25, 5
"""The most games in a list: those that run, and one's own here that are over."""
TEXT = "text"
"""The board in words, in place of a picture."""


class Boards(Feature):
    """Looking at games."""

    async def cog_load(self) -> None:
        """Register the controls, and the messages."""
        await super().cog_load()
        for kind in (BoardMessages, LivingBoards, Lines, Reminders):
            self.bot.shows(kind(self.bot))

    # --- slash commands ---

    @app_commands.command(name="board", description=labels.command("board"))
    @app_commands.describe(
        game=text("command-option-game"),
        form=text("command-option-form"),
        group=text("command-option-group"),
    )
    @app_commands.rename(form="as")
    @app_commands.autocomplete(game=games_here)
    async def board_command(
        self,
        interaction: Interaction,
        game: str | None = None,
        form: Literal["picture", "text"] = "picture",
        group: app_commands.Range[str, 1, LONGEST_VALUE] | None = None,
    ) -> None:
        """``/board``."""
        shown = Overlay.LIBERTIES if group and form == "picture" else form
        look = Control("look", 0, 0, f"{shown} {group or ''}".strip())
        await respond(interaction, with_any_game(interaction, game, look, private.WHICH_TO_SEE))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="games", description=labels.command("games"))
    async def games_command(self, interaction: Interaction) -> None:
        """``/games``."""
        await respond(interaction, self._list(interaction))

    async def _list(self, interaction: Interaction) -> Answer:
        user, server = interaction.user.id, interaction.guild_id
        mine = await self.matches.headers(user=user, server=server)
        here = await self.matches.headers(channel_id=interaction.channel_id or 0)
        others = [match for match in here if user not in match.players]
        channel_id = None if server is None else interaction.channel_id or 0
        over = (await self.matches.finished(channel_id, user))[:MOST_OVER]
        if server is None and not (mine or over):
            return Answer(text("direct-no-games"))
        listed = [*[*mine, *others][:MOST_RUNNING], *over]
        rows = [(match, await self._link(match)) for match in listed]
        waits = await self.matches.headers(user=user, server=server, on_turn=True)
        here_too = server is not None  # in direct messages nobody plays
        view = view_of([_next_button()]) if waits and here_too else None
        return Answer(private.games(rows, self.matches.games, user, self.service.now()), view)

    async def _link(self, match: StoredMatch | LiveMatch) -> str | None:
        """The link to the newest board of a match."""
        message = await self.matches.newest_board(match.id)
        return phrases.address(match.server, match.channel_id, message)

    # --- buttons ---

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Board*, with all that can be drawn over it."""
        look = Control("look", live.id, live.match.ply)
        yield Rank.INSPECT, ControlButton(look, text("button-board"))

    @control("look")
    async def look(self, interaction: Interaction, control: Control) -> Answer:
        """Show a board privately. The control's text names an overlay, and a stone of a group.

        The overlay `TEXT` shows the board in words, without a picture.
        """
        shown, _, stone = control.text.partition(" ")
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        live = await self.matches.look(live, interaction.user.id)
        match = live.match
        available = offered(match, match)
        group = match.position.board.index.get(tidy(stone))
        if stone and (Overlay.LIBERTIES not in available or group not in match.position.stones):
            raise RefusedError(ServiceRefusal.NO_GROUP)
        if shown == TEXT:
            name = f"{match.game.key}-{live.id}.txt"
            whole = Upload(positions.position_as_text(match).encode(), name)
            return Answer(boards.board_as_text(live, match.game, group), upload=whole)
        useless = useless_overlays(match.position)
        picked = shown if shown in (*available, *useless) else NONE
        shown = picked if picked in available else NONE
        preferences = await self.service.preferences.of(interaction.user.id)
        name = _name(live)
        picture = await self.bot.pictures.of(
            match, name, preferences, shown, group, steady=bool(available)
        )
        pick = Control("look", live.id, 0, CHOSEN)
        select = overlay_select(pick, picked, available, useless, row=0)
        user = interaction.user.id
        buttons = self.bot.under_private_board(live, user, shown)
        for button in buttons:
            button.row = 1
        content = boards.private_board(live, match.game)
        if picked != shown:
            content += f"\n{overlays.nothing_to_show(useless[Overlay(picked)])}."
        content = await self.bot.and_privately(content, live, user)
        return Answer(content, view_of([*select, *buttons]), picture.named_by_content())

    @control("spectate")
    async def spectate(self, interaction: Interaction, control: Control) -> Answer:
        """Show a board to somebody who does not play, with what is for everybody."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await self.bot.pictures.of(live.match, _name(live), preferences)
        content = boards.private_board(live, live.match.game)
        view = view_of(self.bot.under_more(live))
        return Answer(content, view, picture.named_by_content())

    @control("next")
    async def next_game(self, interaction: Interaction, control: Control) -> Answer:
        """Show the next game that waits for the asker, the most urgent first.

        The subject is the match that was shown before.
        """
        user, server = interaction.user.id, interaction.guild_id
        headers = await self.matches.headers(user=user, server=server, on_turn=True)
        waiting = [match.id for match in headers]
        if not waiting:
            return Answer(text("private-no-turn"))
        before = control.subject
        number = waiting.index(before) + 1 if before in waiting else 0
        live = await self.matches.live(waiting[number % len(waiting)])
        live = await self.matches.look(live, user)
        content = boards.next_game(live, live.match.game, await self._link(live))
        preferences = await self.service.preferences.of(user)
        picture = await self.bot.pictures.of(live.match, _name(live), preferences)
        buttons = self.bot.under_board(live, Rank.TURN)
        return Answer(content, view_of([*buttons, _next_button(live.id)]), picture)


def _name(live: LiveMatch) -> str:
    """The name of a private board's picture, without its ending."""
    return f"{live.match.game.key}-{live.id}-{live.match.ply}"


def _next_button(after: int = 0) -> ControlButton:
    """The button to the next game that waits for the asker, after the match ``after``."""
    return ControlButton(Control("next", after), text("button-next-game"))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Boards(bot))
