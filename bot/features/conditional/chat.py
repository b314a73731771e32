"""*If…*: what somebody will answer, chosen from lists or typed, and seen by nobody else."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.point_lists import ROWS, move_controls, other_list
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.features.conditional import texts
from bot.features.conditional.drawing import planned_picture, preview
from bot.features.conditional.service import (
    LONGEST_PLAN,
    PlanRefusal,
    Plans,
    RefusedVariationError,
    Step,
    board_of,
    follow,
    goes_on,
    read_variations,
    steps,
    waiting_seat,
    waits,
    written,
)
from bot.features.conditional.store import Plan, Variation
from bot.messages import labels, legend
from bot.messages.catalogue import text
from bot.messages.refusals import refusal
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.suggestions import Suggestions
from engine.position import names_a_point

BETWEEN = ","
"""Between the moves of a path in the text of a control."""
ROOM = 40
"""Characters that the names of two moves and of a list add to the text of a control."""
NEW_LINE = "↵"
"""Stands for a new line in what was typed, in the text of a control."""


class Conditional(Feature):
    """Moves that are planned for moves of the opponent."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._plans = Plans(bot.service.store, bot.service.matches.cache)
        self._suggestions = Suggestions()

    async def cog_load(self) -> None:
        """Register the controls, and what plays the planned moves."""
        await super().cog_load()
        self.service.shown_messages.follows.append(follow)

    def under_turn_answer(self, live: LiveMatch, user: int) -> Iterable[Ranked]:
        """*If…*, while the other is to move."""
        if waits(live, user):
            yield Rank.INSPECT, _button(live)

    def under_private_board(self, live: LiveMatch, user: int, shown: str) -> Iterable[Ranked]:
        """The same."""
        del shown
        return self.under_turn_answer(live, user)

    def for_player(self, live: LiveMatch, seat: int) -> Iterable[Ranked]:
        """The same."""
        return self.under_turn_answer(live, live.players[seat])

    async def privately(self, live: LiveMatch, user: int) -> str:
        """What the reader has planned, or that it has come to nothing."""
        plan = await self._plans.of(live, user)
        if plan is None or (plan.variations and plan.ply != board_of(live)):
            return ""
        if not plan.variations:
            then = await self.matches.live(live.id, plan.ply)
            return texts.failed(then.match)
        return await asyncio.to_thread(texts.plan, live, plan, live.players.index(user))

    # --- choosing from lists ---

    @control("if")
    async def open(self, interaction: Interaction, control: Control) -> Answer:
        """Show what is planned; if nothing is, begin to."""
        live = await self.matches.live(control.subject)
        waiting_seat(live, interaction.user.id)
        plan = await self._plans.of(live, interaction.user.id)
        if plan is not None and plan.variations and plan.ply == board_of(live):
            return await self._summary(interaction, live, plan)
        return await self._panel(interaction, live, ())

    @control("ifmove")
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """The next move of the path in the control's text, or another list to choose it from."""
        path, _, chosen = control.text.partition("|")
        moves: Variation = tuple(path.split(BETWEEN)) if path else ()
        live = await self.matches.live(control.subject)
        seat = waiting_seat(live, interaction.user.id, control.ply)
        value = chosen.partition(" ")[2]
        shown = other_list(value)
        moves = moves if shown or not value else (*moves, value)
        path = await asyncio.to_thread(steps, live.match, moves)
        if shown:
            return await self._panel(interaction, live, path, *shown)
        last = path[-1] if path else None
        if last is not None and last.after.to_move is None and last.seat != seat:
            raise RefusedError(PlanRefusal.UNANSWERED, number="1", move=last.text)
        if last is None or not value or last.seat != seat or last.after.to_move == seat:
            return await self._panel(interaction, live, path)
        plan = await self._plans.add(live.id, interaction.user.id, board_of(live), moves)
        return await self._summary(interaction, live, plan, moves)

    async def _panel(
        self,
        interaction: Interaction,
        live: LiveMatch,
        path: Sequence[Step],
        shown: str = ROWS,
        page: int = 0,
    ) -> Answer:
        """The lists for the move after ``path``, whose last one is shown as a preview."""
        seat = live.players.index(interaction.user.id)
        position = (path[-1].after if path else live.match).position
        so_far = BETWEEN.join(step.text for step in path)

        def list_of(name: str) -> Control:
            return Control("ifmove", live.id, board_of(live), f"{so_far}|{name} {CHOSEN}")

        types, known = Control("iftype", live.id, board_of(live)), self._suggestions
        named = labels.word_label if position.to_move == seat else labels.their_word
        items = await move_controls(known, position, list_of, types, shown, page, named)
        content, picture = texts.choose(live, path, seat), None
        if path and names_a_point(path[-1].text):
            why = legend.PREVIEW if path[-1].seat == seat else legend.THEIRS
            user, pictures = interaction.user.id, self.bot.pictures
            does, picture = await preview(self.service, pictures, user, path[-1], why)
            content = f"{does}\n{content}"
        return Answer(content, view_of(items), picture, match=live.id)

    # --- typing ---

    @control("iftype")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form with all that is planned, or with what was typed and refused."""
        live = await self.matches.live(control.subject)
        waiting_seat(live, interaction.user.id, control.ply)
        plan = await self._plans.of(live, interaction.user.id)
        planned = written(plan.variations) if plan is not None and plan.ply == control.ply else ""
        return forms.several_lines(
            Control("iftyped", live.id, control.ply),
            text("conditional-title"),
            text("conditional-field"),
            text("conditional-help", example=texts.example(live.match)),
            LONGEST_PLAN,
            control.text.replace(NEW_LINE, "\n") or planned,
        )

    @control("iftyped")
    async def form_filled_in(self, interaction: Interaction, control: Control) -> Answer:
        """Plan what was typed; nothing withdraws all of it."""
        user, typed = interaction.user.id, forms.field_text(interaction)
        live = await self.matches.live(control.subject)
        seat = waiting_seat(live, user, control.ply)
        try:
            found = await asyncio.to_thread(read_variations, live.match, seat, typed)
        except (RefusedVariationError, RefusedError) as error:
            known = isinstance(error, RefusedVariationError)
            content = texts.refused(error, live) if known else refusal(error)
            return Answer(content, view_of([_again(live, typed)]), refused=True)
        plan = await self._plans.plan(live.id, user, board_of(live), found)
        if not plan.variations:
            return _withdrawn(live)
        return await self._summary(interaction, live, plan)

    # --- what is planned ---

    async def _summary(
        self, interaction: Interaction, live: LiveMatch, plan: Plan, last: Variation | None = None
    ) -> Answer:
        """All that is planned, and the board after one of the variations."""
        seat, shown = live.players.index(interaction.user.id), last or plan.variations[0]
        content = await asyncio.to_thread(texts.planned, live, plan, seat)
        user, pictures = interaction.user.id, self.bot.pictures
        picture = await planned_picture(self.service, pictures, user, live, shown)
        ply, buttons = board_of(live), list[ControlButton]()
        on = Control("ifmove", live.id, ply, BETWEEN.join(shown))
        longer = Control("ifmove", live.id, ply, on.text + " " * ROOM)
        if longer.fits and await asyncio.to_thread(goes_on, live.match, shown):
            buttons.append(ControlButton(on, text("button-conditional-on")))
        buttons += [
            ControlButton(Control("ifmove", live.id, ply), text("button-conditional-another")),
            ControlButton(Control("iftype", live.id, ply), text("button-change")),
            ControlButton(Control("ifdrop", live.id, ply), text("button-withdraw")),
        ]
        return Answer(content, view_of(buttons), picture)

    @control("ifdrop")
    async def withdraw(self, interaction: Interaction, control: Control) -> Answer:
        """Withdraw all that is planned."""
        live = await self.matches.live(control.subject)
        waiting_seat(live, interaction.user.id, control.ply)
        await self._plans.plan(live.id, interaction.user.id, board_of(live), ())
        return _withdrawn(live)


def _button(live: LiveMatch) -> ControlButton:
    return ControlButton(Control("if", live.id), text("button-conditional"))


def _withdrawn(live: LiveMatch) -> Answer:
    return Answer(texts.withdrawn(live), view_of([_button(live)]))


def _again(live: LiveMatch, typed: str) -> ControlButton:
    """The button to the form, with what was typed if there is room for it in a control."""
    opens = Control("iftype", live.id, board_of(live))
    kept = replace(opens, text=typed.replace("\n", NEW_LINE))
    fits = kept.text.isprintable() and kept.fits
    return ControlButton(kept if fits else opens, text("button-try-again"))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Conditional(bot))
