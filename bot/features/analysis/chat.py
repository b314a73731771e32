"""``/analyse``: a board for one person on which to try other moves, with comments and marks.

Which position it shows is in the controls; the moves themselves are stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To, Upload
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.base.pictures import offered
from bot.chat.common.permissions import check_access, check_writing
from bot.chat.common.point_lists import MOST_OPTIONS, ROWS, other_list, point_selects
from bot.chat.common.sharing import Sharing
from bot.chat.common.which_game import all_games_here, match_number
from bot.chat.controls import forms
from bot.chat.controls.components import IN_A_ROW, ControlButton, ControlSelect, view_of
from bot.chat.controls.overlays import NONE, overlay_select
from bot.features.analysis import texts
from bot.features.analysis.service import (
    MARKS,
    MOST_KEPT,
    Analyses,
    Analysis,
    AnalysisRefusal,
    Change,
    check,
    commenting,
    marking,
    playing,
    tag,
    undoing,
)
from bot.messages import analysis, labels, move_panel, refusals
from bot.messages.catalogue import text
from bot.service.judge import can_estimate, earlier
from bot.service.live_match import LiveMatch
from bot.service.preferences import USUAL, DisplayPreferences
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.suggestions import Suggestions
from engine.match import Match
from engine.position import MoveError
from engine.record import FORMS
from engine.record.tree import Tree
from render.options import Overlay, useless_overlays

LONGEST_COMMENT, LONGEST_MOVES = 1500, 500
"""Characters that can be typed."""
LONGEST_LABEL = 3
"""Characters that are drawn on a point."""
POINTS, MARK = "points", "mark"
"""The fields of a form."""
FORM = "sgf"
"""The form of the file that is shared."""


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


class AnalysisBoards(Feature):
    """Boards on which people analyse games."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        service = bot.service
        self._analyses = Analyses(service.store, service.now, service.matches.games)
        self._suggestions = Suggestions()
        self._sharing = Sharing(service.now)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="analyse", description=text("command-analyse"))
    @app_commands.describe(
        game=text("command-option-any-game"), move=text("command-option-analyse-move")
    )
    @app_commands.autocomplete(game=all_games_here)
    async def analyse_command(
        self,
        interaction: Interaction,
        game: str | None = None,
        move: app_commands.Range[int, 0, 99_999] | None = None,
    ) -> None:
        """``/analyse``."""
        await respond(interaction, self._by_command(interaction, game, move))

    async def _by_command(
        self, interaction: Interaction, game: str | None, move: int | None
    ) -> Answer:
        """The named game, or the newest of the asker that is over, or the newest here."""
        match_id, user = match_number(game), interaction.user.id
        if match_id is None:
            here = interaction.channel_id if interaction.guild_id is not None else None
            over = await self.matches.finished(here, user)
            over = over or (await self.matches.finished(here) if here is not None else [])
            if not over:
                return Answer(text("analysis-none"))
            match_id = over[0].id
        return await self.open(interaction, Control("analyse", match_id, move))

    def under_replay(self, live: LiveMatch | None, shown: Control) -> Iterable[Ranked]:
        """*Analyse*, at the move that is shown."""
        if live is None or _is_open(live):
            opens = Control("analyse", shown.subject, shown.ply, "" if live else shown.text)
            yield Rank.LEARN, ControlButton(opens, text("button-analyse"))

    # --- the board ---

    @control("analyse", direct=True)
    async def open(self, interaction: Interaction, control: Control) -> Answer:
        """The board of a match, or of a game that another feature knows, at some move."""
        user, source = interaction.user.id, "game"
        if control.text:
            source = control.text.partition(" ")[0]
            record = await self.bot.record_of(interaction, control)
            if record is None:
                raise RefusedError(AnalysisRefusal.GONE, number=MOST_KEPT)
        else:
            live = await self.matches.live(control.subject)
            check_access(interaction, live)
            if not _is_open(live):
                raise RefusedError(AnalysisRefusal.RUNNING)
            record = await self.matches.record(live.id)
        known = await self._analyses.open(user, f"{source}:{control.subject}", record)
        main = known.tree.main
        node = main if control.ply is None else min(control.ply, main)
        return await self._board(interaction, known, Shown(known.id, 0, "").at(known.tree, node))

    @control("analysis", direct=True)
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Another position of a board, or another overlay."""
        known, shown = await self._seen(interaction, control)
        _, more = Shown.read(control)
        node = int(more) if more.isdecimal() else shown.node
        shown = shown.at(known.tree, node if node in known.tree else shown.node)
        return await self._board(interaction, known, shown)

    @control("anundo", direct=True)
    async def undo(self, interaction: Interaction, control: Control) -> Answer:
        """Delete the move that is shown."""
        shown, _ = Shown.read(control)
        return await self._changed(interaction, shown, undoing(shown.node, shown.tag))

    async def _changed(self, interaction: Interaction, shown: Shown, change: Change) -> Answer:
        """The board after a change, or with the reason why there was none."""
        user, note = interaction.user.id, ""
        try:
            known, node = await self._analyses.change(shown.id, user, change)
        except (MoveError, RefusedError) as error:
            known = await self._analyses.get(shown.id, user)
            node, note = shown.node, refusals.refusal(error)
            check(known.tree, node, shown.tag)
        return await self._board(interaction, known, shown.at(known.tree, node), note)

    async def _board(
        self, interaction: Interaction, known: Analysis, shown: Shown, note: str = ""
    ) -> Answer:
        frame = await self._frame(known, shown.node)
        available, useless = offered(frame, frame), useless_overlays(frame.position)
        user, owners, content = interaction.user.id, (), texts.board(known, shown.node, frame)
        then = await self._to_estimate(known, frame)
        if then is not None and can_estimate(then):
            available = (*available, Overlay.ESTIMATE)
        overlay = shown.overlay if shown.overlay in available else NONE
        if overlay == Overlay.ESTIMATE and then is not None:
            try:
                found = await self.bot.judge.estimate(user, then)
            except RefusedError as error:  # the board can be looked at all the same
                overlay, content = NONE, f"{content}\n{refusals.refusal(error)}"
            else:
                owners, content = found.owners, f"{content}\n{analysis.standing(frame, found)}"
        preferences = await self.service.preferences.of(user)
        picture = await self._picture(known, shown, frame, preferences, overlay, owners)
        items: list[ui.Item[Any]] = [*_ways(known.tree, shown)]
        if shown.node > known.tree.main:
            undo = shown.control("anundo")
            items.append(ControlButton(undo, text("button-analysis-undo"), row=0))
        items += _variations(known.tree, shown)
        pick = Shown(shown.id, shown.node, shown.tag, CHOSEN).control("analysis")
        items += overlay_select(pick, overlay, available, useless, row=2)
        for name, label in (("play", "play"), ("comment", "comment"), ("mark", "mark")):
            opens = shown.control(f"an{name}")
            items.append(ControlButton(opens, text(f"button-analysis-{label}"), row=3))
        if interaction.guild_id is not None:
            items.append(ControlButton(shown.control("anshare"), text("button-share"), row=3))
        return Answer(f"{note}\n{content}".strip(), view_of(items), picture)

    async def _frame(self, known: Analysis, node: int) -> Match:
        return await self.bot.loop.run_in_executor(self.bot.readers, partial(known.at, node))

    async def _to_estimate(self, known: Analysis, frame: Match) -> LiveMatch | None:
        """The match as if the moves of a variation had been played; None for one from a file."""
        if known.match_id is None:
            return None
        try:
            return earlier(await self.matches.live(known.match_id), frame)
        except RefusedError:
            return None

    async def _picture(
        self,
        known: Analysis,
        shown: Shown,
        frame: Match,
        preferences: DisplayPreferences,
        overlay: str = NONE,
        owners: Sequence[Sequence[float]] = (),
    ) -> Upload:
        """The board of a position with its marks."""
        index, note = frame.position.board.index, known.tree.note(shown.node)
        labels = {index[at]: it[:LONGEST_LABEL] for at, it in texts.labels(note).items()}
        picture = await self.bot.pictures.of(
            frame,
            f"{frame.game.key}-analysis",
            preferences,
            overlay,
            owners=owners,
            about=texts.alt(note),
            labels=labels,
            steady=True,
        )
        return picture.named_by_content()

    # --- moves ---

    @control("anplay", direct=True)
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Lists of the moves that can be played; a move that was chosen; another list."""
        shown, more = Shown.read(control)
        value, user = more.partition(" ")[2], interaction.user.id
        other = other_list(value)
        if value and not other:
            change = playing(shown.node, shown.tag, value)
            known, node = await self._analyses.change(shown.id, user, change)
            shown = shown.at(known.tree, node)
        else:
            known = await self._analyses.get(shown.id, user)
            check(known.tree, shown.node, shown.tag)
        return await self._panel(interaction, known, shown, *(other or (ROWS, 0)))

    async def _panel(
        self, interaction: Interaction, known: Analysis, shown: Shown, of: str, page: int
    ) -> Answer:
        frame = await self._frame(known, shown.node)
        position = frame.position
        points = await self._suggestions.points_in(position)
        words = [word for word in position.declarations() if word.numbers is None]
        if position.to_move is None:  # the game is over there
            return await self._board(interaction, known, shown)

        def list_of(name: str) -> Control:
            return shown.control("anplay", f"{name} {CHOSEN}")

        to_handy = move_panel.choose_handy(position)
        items = point_selects(position.board, points, list_of, of, page, to_handy) if points else []
        items += [
            ControlButton(list_of("words").with_choice(word.word), labels.word_label(word), row=3)
            for word in words[:IN_A_ROW]
        ]
        items += [
            ControlButton(shown.control("antype"), move_panel.type_it(), row=4),
            ControlButton(shown.control("analysis"), text("button-analysis-board"), row=4),
        ]
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await self._picture(known, shown, frame, preferences.with_names())
        content = f"{texts.board(known, shown.node, frame)}\n{text('analysis-choose')}"
        return Answer(content, view_of(items), picture)

    @control("antype", direct=True)
    async def open_moves(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for moves."""
        known, shown = await self._seen(interaction, control)
        position = (await self._frame(known, shown.node)).position
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
        typed = forms.field_text(interaction)
        return await self._changed(interaction, shown, playing(shown.node, shown.tag, typed))

    # --- comments and marks ---

    @control("ancomment", direct=True)
    async def open_comment(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a comment."""
        known, shown = await self._seen(interaction, control)
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=forms.FIELD,
            style=discord.TextStyle.paragraph,
            default=known.tree.note(shown.node).comment[:LONGEST_COMMENT] or None,
            max_length=LONGEST_COMMENT,
            required=False,
        )
        help_text = text("analysis-help-comment")
        label = forms.labelled(text("analysis-field-comment"), help_text, field)
        return forms.new(shown.control("ancommented"), texts.title(known), [label])

    @control("ancommented", direct=True)
    async def comment(self, interaction: Interaction, control: Control) -> Answer:
        """Keep the comment."""
        shown, _ = Shown.read(control)
        typed = forms.field_text(interaction)
        return await self._changed(interaction, shown, commenting(shown.node, shown.tag, typed))

    @control("anmark", direct=True)
    async def open_marks(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for marks."""
        known, shown = await self._seen(interaction, control)
        names = known.match.first.board.names
        example = text("analysis-help-points", example=f"{names[0]} {names[-1]}")
        options = [
            discord.SelectOption(label=texts.mark_choice(one), value=one, default=one == MARKS[0])
            for one in MARKS
        ]
        field: ui.Select[Any] = ui.Select(custom_id=MARK, options=options, required=True)
        points = forms.text_field(POINTS, "", longest=LONGEST_COMMENT)
        fields = [
            forms.labelled(text("analysis-field-points"), example, points),
            forms.labelled(text("analysis-field-mark"), "", field),
        ]
        return forms.new(shown.control("anmarked"), texts.title(known), fields)

    @control("anmarked", direct=True)
    async def mark(self, interaction: Interaction, control: Control) -> Answer:
        """Put the marks on their points."""
        shown, _ = Shown.read(control)
        typed = forms.filled_in(interaction)
        points, mark = typed.get(POINTS, ""), typed.get(MARK, "")
        if mark not in MARKS:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        change = marking(shown.node, shown.tag, points, mark)
        return await self._changed(interaction, shown, change)

    # --- sharing ---

    @control("anshare", to=To.ALL)
    async def share(self, interaction: Interaction, control: Control) -> Answer:
        """Show the position and the whole analysis, as a file, to the channel."""
        check_writing(interaction)
        known, shown = await self._seen(interaction, control)
        self._sharing.check(interaction.user.id)
        frame = await self._frame(known, shown.node)
        picture = await self._picture(known, shown, frame, USUAL)
        write = partial(FORMS[FORM], known.record)
        data = await self.bot.loop.run_in_executor(self.bot.readers, write)
        file = Upload(data, f"{known.match.game.key}-analysis-{known.id}.{FORM}")
        ply = len(frame.turn_log.moves)
        return Answer(texts.shared(interaction.user.id, known, ply), upload=picture, beside=file)

    async def _seen(self, interaction: Interaction, control: Control) -> tuple[Analysis, Shown]:
        """The analysis of a control, and what its board shows, if that is still there."""
        shown, _ = Shown.read(control)
        known = await self._analyses.get(shown.id, interaction.user.id)
        check(known.tree, shown.node, shown.tag)
        return known, shown


def _is_open(live: LiveMatch) -> bool:
    """True if a match may be analysed: nobody can gain by it."""
    return live.match.end is not None or live.solo


def _ways(tree: Tree, shown: Shown) -> list[ControlButton]:
    """The buttons along the line, to the ends of it."""
    after, last = tree.children(), shown.node
    while after[last]:
        last = after[last][0]
    forward = next(iter(after[shown.node]), shown.node)
    back = tree.parent(shown.node)
    return [
        ControlButton(
            shown.at(tree, to).control("analysis", way),
            labels.replay_step(way),
            row=0,
            disabled=to == shown.node,
        )
        for way, to in (("first", 0), ("back", back), ("forward", forward), ("last", last))
    ]


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


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(AnalysisBoards(bot))
