"""Replays: ``/replay`` and ``/import`` show whole games move by move, privately.

What a replay shows is in the ``custom_id`` of its controls, so they work for ever.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import UNANSWERED, respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Button, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.permissions import check_access, check_writing
from bot.chat.common.sharing import Sharing
from bot.chat.common.which_game import all_games_here, with_any_game
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.chat.controls.file_command import FileCommand
from bot.chat.controls.overlays import NONE, overlay_select
from bot.chat.controls.paging import step_buttons
from bot.faults import logged
from bot.features.replays import texts
from bot.features.replays.animations import Animations
from bot.features.replays.games import (
    FILE,
    ReplayedGame,
    ReplayedGames,
    ReplayState,
    replay_control,
)
from bot.messages import analysis, computers, labels, overlays, private, refusals, replays
from bot.messages.catalogue import text
from bot.messages.record_text import FORMS, is_text_form
from bot.pictures import offered
from bot.service.judge import can_estimate, earlier
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.uploads import Progress, Upload
from engine.record import LARGEST, Record, RecordError
from render.options import NothingToShow, Overlay, useless_overlays

RECORD_FORM = "sgf"
"""The default form of a record."""


class Replays(Feature):
    """Games move by move, games as files, and games from files."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._games = ReplayedGames(bot)
        self._sharing = Sharing(bot.service.now)

    async def cog_load(self) -> None:
        """Register the controls, and ``/import``, whose choices are the games like Go."""
        await super().cog_load()
        like_go = [game for game in self.matches.games.values() if game.like_go]
        choices = [app_commands.Choice(name=game.name, value=game.key) for game in like_go]
        command = FileCommand(
            endings=FORMS,
            name="import",
            description=text("command-import"),
            callback=self._import,
        )
        app_commands.choices(rules=choices)(command)
        self.bot.tree.add_command(command)

    # --- slash commands ---

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="replay", description=text("command-replay"))
    @app_commands.describe(game=text("command-option-any-game"))
    @app_commands.autocomplete(game=all_games_here)
    async def replay_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/replay``."""
        show, question = replay_control(0, 0), private.WHICH_TO_REPLAY
        await respond(interaction, with_any_game(interaction, game, show, question, finished=True))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="record", description=text("command-record"))
    @app_commands.describe(game=text("command-option-any-game"), form=text("command-option-record"))
    @app_commands.rename(form="as")
    @app_commands.choices(form=[app_commands.Choice(name=form, value=form) for form in FORMS])
    @app_commands.autocomplete(game=all_games_here)
    async def record_command(
        self, interaction: Interaction, game: str | None = None, form: str = RECORD_FORM
    ) -> None:
        """``/record``."""
        known = form if form in FORMS else RECORD_FORM  # a program can send any form
        get, question = Control("record", 0, 0, known), private.WHICH_TO_RECORD
        await respond(interaction, with_any_game(interaction, game, get, question, finished=True))

    @app_commands.describe(file=text("command-option-file"), rules=text("command-option-rules"))
    async def _import(
        self, interaction: Interaction, file: discord.Attachment, rules: str | None = None
    ) -> None:
        # Of a file that Discord does not describe, discord.py has only the number.
        described = cast(discord.Attachment | discord.Object, file)
        await respond(interaction, self.import_file(interaction, described, rules))

    async def import_file(
        self,
        interaction: Interaction,
        file: discord.Attachment | discord.Object,
        rules: str | None,
    ) -> Answer:
        """Keep the game of a file, and show how it ended."""
        if isinstance(file, discord.Object):
            raise RefusedError(ServiceRefusal.FILE_LOST)
        if file.size > LARGEST:
            raise RefusedError(ServiceRefusal.FILE_TOO_LARGE, name=file.filename)
        try:
            data = await file.read()
        except UNANSWERED as error:
            logged(error, "an imported file", interaction=interaction.id)
            raise RefusedError(ServiceRefusal.FILE_LOST) from error
        try:
            by = self.matches.games.get(rules or "")
            import_id, game, wrong = await self._games.keep(interaction, data, by)
        except RecordError as error:
            if is_text_form(data, self.matches.games):
                return Answer(text("record-is-text-form"))
            return Answer(texts.bad_file(file.filename, error))
        shown = replay_control(import_id, game.last, ReplayState(FILE))
        note = texts.kept() if wrong is None else texts.legal_part(file.filename, wrong)
        return await self._shown(interaction, game, shown, note)

    # --- buttons and forms ---

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Replay* and *Record*, once the match is over."""
        if live.match.to_move is None:
            yield Rank.HISTORY, ControlButton(replay_control(live.id, 0), text("button-replay"))
            record = Control("record", live.id, live.match.ply, RECORD_FORM)
            yield Rank.HISTORY, ControlButton(record, text("button-record"))

    def under_private_board(self, live: LiveMatch, user: int, shown: str) -> Iterable[Ranked]:
        """*Show to the channel*, and *Replay* once there are moves."""
        del user
        ply = len(live.match.turn_log.moves)
        share = Control("share", live.id, ply, ReplayState(shown=shown).write())
        yield Rank.HISTORY, ControlButton(share, text("button-share"))
        if ply:
            yield Rank.HISTORY, ControlButton(replay_control(live.id, ply), text("button-replay"))

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Replay*, once there are moves."""
        if ply := len(live.match.turn_log.moves):
            yield Rank.HISTORY, ControlButton(replay_control(live.id, ply), text("button-replay"))

    async def record_of(self, interaction: Interaction, shown: Control) -> Record | None:
        """The record of the game of a file, with its variations."""
        if ReplayState.read(shown).source != FILE:
            return None
        return await self._games.record(interaction, shown.subject)

    @control("replay", direct=True)
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Show the board after as many moves as the control says, or after the last one."""
        return await self._shown(interaction, await self._games.of(interaction, control), control)

    @control("jump", direct=True)
    async def open_jump(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for the number of a move."""
        game = await self._games.of(interaction, control)
        return forms.one_field(
            replace(control, name="jumped"),
            replays.plain_title(game.title),
            labels.number_field(0, game.last),
            text("hint-jump"),
            forms.LONGEST_VALUE,
        )

    @control("jumped", direct=True)
    async def jump(self, interaction: Interaction, control: Control) -> Answer:
        """Show the board after the move in the form; if there is no such move, say so."""
        game = await self._games.of(interaction, control)
        number = texts.ply_in(forms.field_text(interaction))
        if number is None or number > game.last:
            note = texts.no_such_ply(game.last)
            return await self._shown(interaction, game, control, note)
        return await self._shown(interaction, game, control.at(number))

    @control("share", to=To.ALL, slow=True)
    async def share(
        self, interaction: Interaction, control: Control, progress: Progress | None
    ) -> Answer:
        """Show a board to the channel, drawn as the channel sees boards; or an animation."""
        check_writing(interaction)
        self._sharing.check(interaction.user.id)
        state = ReplayState.read(control)
        if state.plies is not None:
            film = replace(control, name="sharedfilm")
            return await self.bot.perform(interaction, film, progress)
        game = await self._games.of(interaction, control)
        if state.source == FILE:  # the channel does not see the words of a file
            game = replace(game, title=texts.of_file(game.match.game))
        ply = min(control.ply or 0, game.last)
        frame = await self._games.work(partial(game.match.after_moves, ply))
        shown = _possible(state.shown, offered(game.match, frame))
        text = texts.shared(interaction.user.id, game.title, ply, game.last, shown)
        picture = await self.bot.pictures.of(frame, _name(control, game), shown=shown)
        return Answer(text, upload=picture)

    @control("record", direct=True)
    async def record(self, interaction: Interaction, control: Control) -> Answer:
        """Give the record of a match as a file; the control's text is the form of the file."""
        match_id, form = control.subject, control.text
        live = await self.matches.live(match_id)
        check_access(interaction, live)
        if form not in FORMS:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        record = await self.matches.record(match_id)
        left = await self.matches.names(live.everybody)
        record = replace(record, players=computers.with_levels(record.players, live, left))
        data = await self._games.work(partial(FORMS[form], record))
        upload = Upload(data, f"{record.game.key}-{match_id}.{form}")
        return Answer(texts.record(record, form), upload=upload)

    async def _shown(
        self, interaction: Interaction, game: ReplayedGame, control: Control, note: str = ""
    ) -> Answer:
        control = control.at(min(control.ply or 0, game.last))
        frame = await self._games.work(partial(game.match.after_moves, control.ply or 0))
        available, user = offered(game.match, frame), interaction.user.id
        then = None if game.live is None else earlier(game.live, frame)
        if then is not None and can_estimate(then):
            available = (*available, Overlay.ESTIMATE)
        preferences = await self.service.preferences.of(user)
        players, owners = game.players_at(control.ply or 0), ()
        text = texts.frame(game.title, game.match, frame, players)
        picked, useless = ReplayState.read(control).shown, useless_overlays(frame.position)
        shown = _possible(picked, available)
        if available and picked in useless:
            text = f"{text}\n{overlays.nothing_to_show(useless[Overlay(picked)])}."
        if shown == Overlay.ESTIMATE and then is not None:
            try:
                found = await self.bot.judge.estimate(user, then)
            except RefusedError as error:  # the game can be looked at all the same
                shown, text = NONE, f"{text}\n{refusals.refusal(error)}"
            else:
                owners, text = found.owners, f"{text}\n{analysis.standing(frame, found)}"
        name = _name(control, game)
        picture = await self.bot.pictures.of(
            frame, name, preferences, shown, owners=owners, steady=True
        )
        direct = interaction.guild_id is None
        more = self.bot.under_replay(game.live, control)
        view = _view(control, game.last, available, useless, more, direct=direct)
        return Answer(f"{note}\n{text}".strip(), view, picture.named_by_content())


def _view(
    shown: Control,
    last: int,
    available: Sequence[str],
    useless: Mapping[Overlay, NothingToShow],
    more: Iterable[Button],
    *,
    direct: bool,
) -> ui.View:
    """The controls of a replay at one ply of a game with ``last`` plies.

    ``available``: what can be drawn over this board; ``useless``: what would show nothing here.
    ``more``: the buttons of other features. ``direct``: in direct messages, where there is nobody
    to show it to.
    """
    state, subject, ply = ReplayState.read(shown), shown.subject, shown.ply or 0
    items: list[ui.Item[Any]] = [
        *step_buttons(
            ply, last, lambda to, way: replay_control(subject, to, state, way), row=0, ends=True
        )
    ]
    jump = Control("jump", subject, ply, state.write())
    items.append(ControlButton(jump, text("button-jump"), row=0))
    pick = replay_control(subject, ply, replace(state, shown=CHOSEN))
    now = _possible(state.shown, (*available, *useless))  # another ply may show it again
    items += overlay_select(pick, now, available, useless, row=1)
    if not direct:
        share = Control("share", subject, ply, state.write())
        items.append(ControlButton(share, text("button-share"), row=2))
    if last and not direct:
        film = Control("film", subject, ply, state.write())
        items.append(ControlButton(film, text("button-animation"), row=2))
    for button in more:
        button.item.row = 2
        items.append(button)
    return view_of(items)


def _name(control: Control, game: ReplayedGame) -> str:
    """The name of a picture, unlike that of a board, so that replying to it plays no move."""
    return f"{game.match.game.key}-{control.subject}-after-{control.ply}"


def _possible(shown: str, available: Sequence[str]) -> str:
    """An overlay, or none if it says nothing about this board."""
    return shown if shown in available else NONE


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Replays(bot))
    await bot.add_cog(Animations(bot))
