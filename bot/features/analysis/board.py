"""The boards of analyses: what they show of a position, and the buttons to go on from there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import discord
from discord import ui

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Interaction
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.point_lists import MOST_OPTIONS
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.chat.controls.overlays import NONE, overlay_select
from bot.features.analysis import texts
from bot.features.analysis.service import Analyses, Analysis, Change, check, may_show, tag
from bot.messages import analysis, labels, legend, refusals
from bot.messages.catalogue import text
from bot.messages.hints import MOVE, Hint, hint_of
from bot.pictures import offered
from bot.service.judge import can_estimate, can_hint, earlier
from bot.service.live_match import LiveMatch
from bot.service.preferences import DisplayPreferences
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.uploads import Upload
from engine.match import Match
from engine.position import MoveError
from engine.record.tree import Tree
from render.options import Overlay, useless_overlays

LONGEST_LABEL = 3
"""Characters that are drawn on a point."""
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a board shows, as written in its controls."""

    id: int
    node: int
    tag: str
    overlay: str = NONE

    def control(self, name: str, more: str = "") -> Control:
        """A control of this board; ``more`` completes its text."""
        return Control(name, self.id, self.node, f"{self.tag} {self.overlay} {more}".rstrip())

    def at(self, tree: Tree, node: int) -> Self:
        """Another position."""
        return type(self)(self.id, node, tag(tree, node), self.overlay)

    @classmethod
    def read(cls, control: Control) -> tuple[Self, str]:
        """The inverse of `control`: what is shown, and ``more``."""
        seen, _, rest = control.text.partition(" ")
        overlay, _, more = rest.partition(" ")
        return cls(control.subject, control.ply or 0, seen, overlay), more


class Boards:
    """Shows analyses to their owners."""

    def __init__(self, bot: Bot) -> None:
        service = bot.service
        self.analyses = Analyses(service.store, service.now, service.matches.games)
        self._bot = bot

    async def seen(self, interaction: Interaction, control: Control) -> tuple[Analysis, Shown]:
        """The analysis of a control, and what its board shows, if that is still there."""
        shown, _ = Shown.read(replace(control, text=control.fields()[0]))
        known = await self.analyses.get(shown.id, interaction.user.id)
        check(known.tree, shown.node, shown.tag)
        return known, shown

    async def changed(
        self,
        interaction: Interaction,
        shown: Shown,
        change: Change,
        marks: Mapping[str, str] = NOTHING,
    ) -> Answer:
        """The board after a change, or with the reason why there was none.

        ``marks``: what was typed into the form for marks, which is there again if it was refused.
        """
        user, note, kept = interaction.user.id, "", NOTHING
        try:
            known, node = await self.analyses.change(shown.id, user, change)
        except (MoveError, RefusedError) as error:
            known = await self.analyses.get(shown.id, user)
            node, note, kept = shown.node, refusals.refusal(error), marks
            check(known.tree, node, shown.tag)
        return await self.of(interaction, known, shown.at(known.tree, node), note, marks=kept)

    async def of(
        self,
        interaction: Interaction,
        known: Analysis,
        shown: Shown,
        note: str = "",
        hinted: str | None = None,
        *,
        deletes: bool = False,
        marks: Mapping[str, str] = NOTHING,
    ) -> Answer:
        """The board of a position, below a ``note``.

        ``hinted``: the step of a hint to show. ``deletes``: its owner is sure to delete the move.
        ``marks``: what the form for marks begins with.
        """
        frame, live = await self.frame(known, shown.node), await self.live(known)
        available, useless = overlays(live, frame), useless_overlays(frame.position)
        overlay = shown.overlay if hinted is None else NONE
        user, owners, hint = interaction.user.id, (), Hint()
        lines = [note, texts.board(known, shown.node, frame)]
        try:
            if hinted is not None:
                hint = await self._hint(user, live, frame, hinted)
                lines.append(hint.text)
            overlay, owners, said = await self.over(user, live, frame, overlay)
            lines.append(said)
        except RefusedError as error:  # the board can be looked at all the same
            overlay = NONE
            lines.append(refusals.refusal(error))
        preferences = await self._bot.service.preferences.of(user)
        picture = await self.picture(known, shown, frame, preferences, overlay, owners, hint)
        items: list[ui.Item[Any]] = [
            *_ways(known.tree, shown, deletes=deletes),
            *_variations(known.tree, shown),
        ]
        pick = Shown(shown.id, shown.node, shown.tag, CHOSEN).control("analysis")
        items += overlay_select(pick, overlay, available, useless, row=2)
        for name, typed in (("play", NOTHING), ("comment", NOTHING), ("mark", marks)):
            opens = shown.control(f"an{name}").with_fields(typed)
            items.append(ControlButton(opens, text(f"button-analysis-{name}"), row=3))
        if live is not None and can_hint(live, user, frame):
            items.append(ControlButton(shown.control("anhint"), text("button-hint"), row=3))
        if hint.leaves_move:
            move = shown.control("anhint", MOVE)
            items.append(ControlButton(move, text("button-hint-move"), row=3))
        files = ControlButton(shown.control("anfiles"), text("button-analysis-files"), row=4)
        items.append(files)
        if interaction.guild_id is not None and may_show(live):
            items.append(ControlButton(shown.control("anshare"), text("button-share"), row=4))
        return Answer("\n".join(filter(None, lines)), view_of(items), picture)

    async def over(
        self, user: int, live: LiveMatch | None, frame: Match, overlay: str
    ) -> tuple[str, Sequence[Sequence[float]], str]:
        """The overlay that is drawn; and if it is an estimate, each point's owners and the lead.

        May refuse.
        """
        if overlay not in overlays(live, frame):
            return NONE, (), ""
        if overlay != Overlay.ESTIMATE or live is None:
            return overlay, (), ""
        found = await self._bot.judge.estimate(user, earlier(live, frame))
        return overlay, found.owners, analysis.standing(frame, found)

    async def _hint(self, user: int, live: LiveMatch | None, frame: Match, step: str) -> Hint:
        """A hint for a position of a match. May refuse."""
        if live is None:
            raise RefusedError(ServiceRefusal.NO_HINTS)
        found = await self._bot.judge.hint(user, live, frame)
        return hint_of(found, live.id, frame, step)

    async def frame(self, known: Analysis, node: int) -> Match:
        """The match after the moves that lead to ``node``."""
        return await self._bot.loop.run_in_executor(self._bot.readers, partial(known.at, node))

    async def live(self, known: Analysis) -> LiveMatch | None:
        """The match as it is; None for a game from a file, or by rules that are gone."""
        if known.match_id is None:
            return None
        try:
            return await self._bot.service.matches.live(known.match_id)
        except RefusedError:
            return None

    async def picture(
        self,
        known: Analysis,
        shown: Shown,
        frame: Match,
        preferences: DisplayPreferences,
        overlay: str = NONE,
        owners: Sequence[Sequence[float]] = (),
        hint: Hint | None = None,
    ) -> Upload:
        """The board of a position with its marks."""
        hint = hint or Hint()
        index, note = frame.position.board.index, known.tree.note(shown.node)
        labels = {index[at]: it[:LONGEST_LABEL] for at, it in texts.labels(note).items()}
        picture = await self._bot.pictures.of(
            frame,
            f"{frame.game.key}-analysis",
            preferences,
            overlay,
            marks=hint.marks,
            why=legend.HINT,
            owners=owners,
            about=" ".join(filter(None, (hint.about, texts.alt(note)))),
            labels=labels,
            steady=True,
        )
        return picture.named_by_content()


def overlays(live: LiveMatch | None, frame: Match) -> tuple[str, ...]:
    """What can be drawn over a position."""
    found = offered(frame, frame)
    estimates = live is not None and can_estimate(earlier(live, frame))
    return (*found, Overlay.ESTIMATE) if estimates else found


def sure(tree: Tree, node: int) -> str:
    """What the control adds that deletes a move after a question: how much was to go then."""
    left = tree.without(node)
    moves, notes = len(tree.moves) - len(left.moves), len(tree.notes) - len(left.notes)
    return f"sure {moves} {notes}"


def _ways(tree: Tree, shown: Shown, *, deletes: bool) -> list[ControlButton]:
    """The buttons along the line, to the ends of it; and one to delete a move of a variation.

    ``deletes``: it does so without another question.
    """
    after, last = tree.children(), shown.node
    while after[last]:
        last = after[last][0]
    forward = next(iter(after[shown.node]), shown.node)
    back = tree.parent(shown.node)
    ways = [
        ControlButton(
            shown.at(tree, to).control("analysis", way),
            labels.replay_step(way),
            row=0,
            disabled=to == shown.node,
        )
        for way, to in (("first", 0), ("back", back), ("forward", forward), ("last", last))
    ]
    if shown.node > tree.main:
        if deletes:
            undo = shown.control("anundo", sure(tree, shown.node))
            label = text("button-analysis-delete")
        else:
            undo, label = shown.control("anundo"), text("button-analysis-undo")
        style = discord.ButtonStyle.danger if deletes else discord.ButtonStyle.secondary
        ways.append(ControlButton(undo, label, row=0, style=style))
    return ways


def _variations(tree: Tree, shown: Shown) -> list[ControlSelect]:
    """A list of the next moves, if there are several."""
    after = tree.children()[shown.node]
    if len(after) < 2:
        return []
    options = [
        discord.SelectOption(label=move, value=str(node), description=about)
        for node in after[:MOST_OPTIONS]
        for move, about in (texts.choice(tree, node),)
    ]
    select = shown.control("analysis", CHOSEN)
    return [ControlSelect(select, options, text("analysis-next"), row=1)]
