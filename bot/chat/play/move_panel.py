"""Entering a move: *Move* opens a panel with the legal points, and a preview of the chosen one."""

import asyncio

import discord

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.point_lists import ROWS, other_list, point_selects
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import labels, move_panel
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.suggestions import Suggestions
from engine.effects import effects
from engine.position import Placement, names_a_point, tidy


class Entering(Feature):
    """The panel under *Move*, its preview, and the form for a move."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._suggestions = Suggestions()

    @control("move")
    async def open_panel(self, interaction: Interaction, control: Control) -> Answer:
        """Show the legal points: all if they fit into one select, else handy ones and the rows."""
        live = await self.matches.may_play(control.subject, interaction.user.id, control.ply)
        return await self._panel(interaction, live, ROWS, 0)

    @control("enter")
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Another list of the panel, or the point that was chosen."""
        _, _, value = control.text.partition(" ")
        if shown := other_list(value):
            user = interaction.user.id
            live = await self.matches.may_play(control.subject, user, control.ply)
            return await self._panel(interaction, live, *shown)
        return await self._chosen(interaction, control, value)

    @control("type")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a move."""
        live = await self.matches.may_play(control.subject, interaction.user.id, control.ply)
        match = live.match
        return forms.one_field(
            Control("moved", live.id, match.ply),
            f"{match.game.name} #{live.id}",
            text("field-move"),
            labels.move_help(match.position),
            forms.LONGEST_MOVE,
        )

    @control("moved")
    async def form_filled_in(self, interaction: Interaction, control: Control) -> Answer:
        """Play the move in the form, or show it first."""
        return await self._chosen(interaction, control, forms.field_text(interaction))

    async def _chosen(self, interaction: Interaction, control: Control, text: str) -> Answer:
        """The preview of a legal point for those who want one; everything else is played."""
        shown = await self._preview(interaction, control, tidy(text))
        plays = Control("play", control.subject, control.ply, text)
        return shown or await self.bot.perform(interaction, plays)

    async def _preview(
        self, interaction: Interaction, control: Control, point: str
    ) -> Answer | None:
        """The board with the stone; None if that is not legal, or to be played at once."""
        if not names_a_point(point):
            return None
        user, move = interaction.user.id, Placement(point)
        try:
            live = await self.matches.may_play(control.subject, user, control.ply)
        except RefusedError:
            return None  # perhaps it has been played by this very interaction
        position = live.match.position
        if position.why_not(move) is not None:
            return None
        if not await self.service.preferences.previews(user, live.control.pace):
            return None
        after = position.play(move)
        done = effects(position, after, move)
        answers = await self._suggestions.answers(after, done.point) if live.has_help else ()
        content = move_panel.preview(live.match, after, done, answers)
        preferences = await self.service.preferences.of(user)
        picture = await self.bot.pictures.preview(
            live.match, after, done, answers, preferences, content
        )
        play = Control("play", live.id, live.match.ply, point)
        buttons = [
            ControlButton(play, text("button-play-it"), discord.ButtonStyle.success),
            ControlButton(Control("move", live.id, live.match.ply), text("button-another")),
        ]
        return Answer(content, view_of(buttons), picture, match=live.id)

    async def _panel(
        self, interaction: Interaction, live: LiveMatch, shown: str, page: int
    ) -> Answer:
        """The panel with a list: `ROWS`, or a row's number; ``page`` of that list.

        For the first stone it shows the board, which may be far up in the channel by then; and in
        a game that nobody else sees, as it takes the place of the board. Large boards carry the
        names of a few points only, so the panel shows them with all names.
        """
        points = await self._suggestions.points(live)
        types = ControlButton(Control("type", live.id, live.match.ply), move_panel.type_it(), row=4)
        if not points:
            why = await asyncio.to_thread(move_panel.no_legal_point, live.match.position)
            if why is not None:
                return Answer(why, match=live.id)
            return Answer(move_panel.no_point(), view_of([types]), match=live.id)
        position = live.match.position

        def list_of(name: str) -> Control:
            return Control("enter", live.id, live.match.ply, f"{name} {CHOSEN}")

        to_handy = move_panel.choose_handy(position)
        selects = point_selects(position.board, points, list_of, shown, page, to_handy)
        picture, stones = None, position.stones
        if live.solo or not stones or not position.board.named:
            preferences = await self.service.preferences.of(interaction.user.id)
            preferences = preferences.with_names()
            name = f"{live.match.game.key}-{'board' if stones else 'empty'}"
            picture = (await self.bot.pictures.of(live.match, name, preferences)).named_by_content()
        text, view = move_panel.choose(live), view_of([*selects, types])
        return Answer(text, view, picture, match=live.id)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Entering(bot))
