"""Entering a move: *Move* opens a panel with the legal points, and a preview of the chosen one."""

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.chat import forms
from bot.chat.answer import Answer
from bot.chat.bot import Bot, Feature, Interaction, control
from bot.chat.components import ControlButton, ControlSelect, view_of
from bot.chat.custom_id import CHOSEN, Control
from bot.messages import entering, labels
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.suggestions import LegalPoint, Suggestions
from engine import diagram
from engine.effects import effects
from engine.position import Placement, names_a_point, tidy

MOST_OPTIONS = 25
"""How many options a Discord select has room for."""
ROWS = "rows"
"""The list of rows, the first to choose from if there are many points."""
SHOW = "@"
"""Begins a value that shows another list or page instead of choosing a point: ``@rows.1``,
``@3.0``, where 3 is the number of a row."""


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
        if shown := re.fullmatch(rf"{SHOW}({ROWS}|[0-9]{{1,3}})\.([0-9]{{1,3}})", value):
            user = interaction.user.id
            live = await self.matches.may_play(control.subject, user, control.ply)
            return await self._panel(interaction, live, shown[1], int(shown[2]))
        return await self._chosen(interaction, control, value)

    @control("type")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a move."""
        live = await self.matches.may_play(control.subject, interaction.user.id, control.ply)
        match = live.match
        return forms.one_field(
            Control("moved", live.id, match.ply),
            f"{match.game.name} #{live.id}",
            labels.move_field(),
            labels.move_help(match.position),
            forms.LONGEST_MOVE,
        )

    @control("moved")
    async def form_filled_in(self, interaction: Interaction, control: Control) -> Answer:
        """Play the move in the form, or show it first."""
        return await self._chosen(interaction, control, forms.field_text(interaction))

    async def _chosen(self, interaction: Interaction, control: Control, text: str) -> Answer:
        """The preview of a legal point for those who want one; everything else is played.

        So is the first stone: it has no other to link, cut or capture.
        """
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
        if not position.stones or position.why_not(move) is not None:
            return None
        if not await self.service.preferences.previews(user, live.per_move):
            return None
        after = position.play(move)
        done = effects(position, after, move)
        answers = await self._suggestions.answers(after, done.point)
        told = entering.preview(live.match, after, done, answers)
        preferences = await self.service.preferences.of(user)
        picture = await self.bot.pictures.preview(
            live.match, after, done, answers, preferences, told
        )
        play = Control("play", live.id, live.match.ply, point)
        buttons = [
            ControlButton(play, entering.play_it(), discord.ButtonStyle.success),
            ControlButton(Control("move", live.id, live.match.ply), entering.another()),
        ]
        return Answer(told, view_of(buttons), picture, match=live.id)

    async def _panel(
        self, interaction: Interaction, live: LiveMatch, shown: str, page: int
    ) -> Answer:
        """The panel with a list: `ROWS`, or a row's number; ``page`` of that list.

        For the first stone it shows the board, which may be far up in the channel by then.
        """
        points = await self._suggestions.points(live)
        types = ControlButton(Control("type", live.id, live.match.ply), entering.type_it(), row=4)
        if not points:
            return Answer(entering.no_point(), view_of([types]), match=live.id)
        if len(points) <= MOST_OPTIONS:
            selects = [_select(live, "points", _options(points), entering.choose_point(), 0)]
        else:
            selects = _by_rows(live, points, shown, page)
        picture = None
        if not live.match.position.stones:
            preferences = await self.service.preferences.of(interaction.user.id)
            name = f"{live.match.game.key}-empty"
            picture = (await self.bot.pictures.of(live.match, name, preferences)).named_by_content()
        text, view = entering.choose(live), view_of([*selects, types])
        return Answer(text, view, picture, match=live.id)


def _by_rows(
    live: LiveMatch, points: Sequence[LegalPoint], shown: str, page: int
) -> list[ui.Item[Any]]:
    """The points that may be wanted and the rows; once a row is chosen, its points."""
    board = live.match.position.board
    legal = {point.point: point for point in points}
    rows = [[legal[p] for p in row if p in legal] for row in diagram.rows(board)]
    numbers = [number for number, row in enumerate(rows) if row]
    chosen = int(shown) if shown != ROWS and int(shown) in numbers else None
    names = [entering.row_label(board, row) for row in diagram.rows(board)]
    options = [
        discord.SelectOption(
            label=names[number],
            value=f"{SHOW}{number}.0",
            description=entering.row_help(rows[number]),
            default=number == chosen,
        )
        for number in numbers
    ]
    if chosen is None:
        handy = _options([point for point in points if point.handy][:MOST_OPTIONS])
        to_rows = entering.choose_other_row() if handy else entering.choose_row()
        offered = _page(options, page, ROWS, entering.more_rows())
        choose_row = _select(live, ROWS, offered, to_rows, 1)
        to_handy = entering.choose_handy(live.match.position)
        near = [_select(live, "handy", handy, to_handy, 0)] if handy else []
        return [*near, choose_row]
    at = numbers.index(chosen) // (MOST_OPTIONS - 1)
    offered = _page(options, at, ROWS, entering.more_rows())
    in_row = _page(_options(rows[chosen]), page, str(chosen), entering.more_points())
    return [
        _select(live, ROWS, offered, entering.choose_row(), 0),
        _select(live, "points", in_row, entering.choose_point(), 1),
    ]


def _options(points: Sequence[LegalPoint]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=point.name, value=point.name, description=entering.point_help(point) or None
        )
        for point in points
    ]


def _page(
    options: Sequence[discord.SelectOption], page: int, name: str, more: str
) -> list[discord.SelectOption]:
    """One page of the list ``name``; after the last page comes the first again."""
    if len(options) <= MOST_OPTIONS:
        return list(options)
    size = MOST_OPTIONS - 1
    pages = -(-len(options) // size)
    page %= pages
    onwards = discord.SelectOption(label=more, value=f"{SHOW}{name}.{(page + 1) % pages}")
    return [*options[page * size : (page + 1) * size], onwards]


def _select(
    live: LiveMatch, name: str, options: Sequence[discord.SelectOption], placeholder: str, row: int
) -> ControlSelect:
    control = Control("enter", live.id, live.match.ply, f"{name} {CHOSEN}")
    return ControlSelect(control, options, placeholder, row)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Entering(bot))
