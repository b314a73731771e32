"""What people enter on the board of an analysis: moves, comments and marks."""

from typing import Any

import discord
from discord import ui

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.point_lists import ROWS, move_controls, other_list
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.features.analysis import texts
from bot.features.analysis.board import Boards, Shown
from bot.features.analysis.service import MARKS, Analysis, check, commenting, marking, playing
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.suggestions import Suggestions

LONGEST_COMMENT, LONGEST_MOVES = 1500, 500
"""Characters that can be typed."""
POINTS, MARK = "points", "mark"
"""The fields of a form."""


class AnalysisEntries(Feature):
    """The lists and forms of analyses."""

    def __init__(self, bot: Bot, boards: Boards) -> None:
        super().__init__(bot)
        self._boards = boards
        self._suggestions = Suggestions()

    # --- moves ---

    @control("anplay", direct=True)
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Lists of the moves that can be played; a move that was chosen; another list."""
        shown, more = Shown.read(control)
        value, user = more.partition(" ")[2], interaction.user.id
        other = other_list(value)
        if value and not other:
            change = playing(shown.node, shown.tag, value)
            known, node = await self._boards.analyses.change(shown.id, user, change)
            shown = shown.at(known.tree, node)
        else:
            known = await self._boards.analyses.get(shown.id, user)
            check(known.tree, shown.node, shown.tag)
        return await self._panel(interaction, known, shown, *(other or (ROWS, 0)))

    async def _panel(
        self, interaction: Interaction, known: Analysis, shown: Shown, of: str, page: int
    ) -> Answer:
        frame = await self._boards.frame(known, shown.node)
        position = frame.position
        if position.to_move is None:  # the game is over there
            return await self._boards.of(interaction, known, shown)

        def list_of(name: str) -> Control:
            return shown.control("anplay", f"{name} {CHOSEN}")

        types, back = shown.control("antype"), shown.control("analysis")
        items = await move_controls(self._suggestions, position, list_of, types, of, page)
        items.append(ControlButton(back, text("button-analysis-board"), row=4))
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await self._boards.picture(known, shown, frame, preferences.with_names())
        content = f"{texts.board(known, shown.node, frame)}\n{text('analysis-choose')}"
        return Answer(content, view_of(items), picture)

    @control("antype", direct=True)
    async def open_moves(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for moves."""
        known, shown = await self._boards.seen(interaction, control)
        position = (await self._boards.frame(known, shown.node)).position
        move = next((position.write(move) for move in position.legal_moves()), "")
        return forms.one_field(
            shown.control("antyped"),
            texts.title(known),
            text("analysis-field-moves"),
            text("analysis-help-moves", example=move),
            LONGEST_MOVES,
        )

    @control("antyped", direct=True)
    async def typed(self, interaction: Interaction, control: Control) -> Answer:
        """Play what was typed."""
        shown, _ = Shown.read(control)
        change = playing(shown.node, shown.tag, forms.field_text(interaction))
        return await self._boards.changed(interaction, shown, change)

    # --- comments and marks ---

    @control("ancomment", direct=True)
    async def open_comment(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a comment."""
        known, shown = await self._boards.seen(interaction, control)
        return forms.several_lines(
            shown.control("ancommented"),
            texts.title(known),
            text("analysis-field-comment"),
            text("analysis-help-comment"),
            LONGEST_COMMENT,
            known.tree.note(shown.node).comment,
        )

    @control("ancommented", direct=True)
    async def comment(self, interaction: Interaction, control: Control) -> Answer:
        """Keep the comment."""
        shown, _ = Shown.read(control)
        change = commenting(shown.node, shown.tag, forms.field_text(interaction))
        return await self._boards.changed(interaction, shown, change)

    @control("anmark", direct=True)
    async def open_marks(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for marks."""
        known, shown = await self._boards.seen(interaction, control)
        names, (mark, points, *_) = known.match.first.board.names, [*control.fields()[1], "", ""]
        example = text("analysis-help-points", example=f"{names[0]} {names[-1]}")
        options = [
            discord.SelectOption(
                label=texts.mark_choice(one), value=one, default=one == (mark or MARKS[0])
            )
            for one in MARKS
        ]
        field: ui.Select[Any] = ui.Select(custom_id=MARK, options=options, required=True)
        typed = forms.text_field(POINTS, points, longest=LONGEST_COMMENT)
        fields = [
            forms.labelled(text("analysis-field-points"), example, typed),
            forms.labelled(text("analysis-field-mark"), "", field),
        ]
        return forms.new(shown.control("anmarked"), texts.title(known), fields)

    @control("anmarked", direct=True)
    async def mark(self, interaction: Interaction, control: Control) -> Answer:
        """Put the marks on their points; if that is refused, the form keeps what was typed."""
        shown, _ = Shown.read(control)
        typed = forms.filled_in(interaction)
        points, mark = typed.get(POINTS, ""), typed.get(MARK, "")
        if mark not in MARKS:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        change, marks = marking(shown.node, shown.tag, points, mark), {MARK: mark, POINTS: points}
        return await self._boards.changed(interaction, shown, change, marks)
