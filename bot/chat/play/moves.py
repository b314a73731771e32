"""Moves: ``/play``, ``/pass``, ``/resign``, and the buttons and forms that take a turn."""

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import discord
from discord import app_commands

from bot import metrics
from bot.chat.answers.responses import MOST_CHOICES, UNANSWERED, respond, suggesting
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.capture_warning import warning
from bot.chat.common.permissions import check_access, why_board_waits
from bot.chat.common.taking_turns import (
    declaring,
    instead_of_a_stone,
    move_button,
    question,
    question_to_resign,
    turn_answer,
    what_is,
    why_refused,
)
from bot.chat.common.which_game import choose, my_game, my_games, nearest_first, with_my_game
from bot.chat.controls import forms
from bot.chat.controls.components import IN_A_ROW, ROWS, ControlButton, view_of
from bot.messages import labels, move_panel, phrases, private, refusals
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.matches import MeantMatch
from bot.service.move_errors import ConfirmationNeededError, RefusedMoveError
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.suggestions import Suggestions
from engine.position import (
    IllegalReason,
    Placement,
    UnreadableMoveError,
    tidy,
)
from engine.turns import PASS, RESIGN, UNDO, is_move

MOST_GAMES = 5
"""The most games for which moves are suggested if several may be meant."""
MOST_TURNS = IN_A_ROW * (ROWS - 1) - 3
"""The buttons for turns: the answers to a request have a row, and *Resign*, *More…* and
*Why captured?* stay."""
LONGEST_NUMBER = 20


class Moves(Feature):
    """Taking a turn: a placement, a declaration, giving up."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._suggestions = Suggestions()

    # --- slash commands ---

    @suggesting
    async def _moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Legal moves of the game that is meant, or of all that may be."""
        game, user = getattr(interaction.namespace, "game", None), interaction.user.id
        try:
            match_ids = [(await my_game(interaction, game, on_turn=True)).match_id]
        except RefusedError as error:
            if error.why is not ServiceRefusal.WHICH_MATCH:
                raise
            found = nearest_first(interaction, error.matches)
            match_ids = [match.id for match in found[:MOST_GAMES]]
        lives = [await self.matches.may_play(match_id, user) for match_id in match_ids]
        of_each = [await self._suggestions.of(live, _before_number(typed)[0]) for live in lives]
        if len(lives) == 1:
            return [
                app_commands.Choice(name=move_panel.suggested(move), value=move.text)
                for move in of_each[0]
            ]
        names = await self.matches.names({player for live in lives for player in live.players})
        shares = _shares([len(moves) for moves in of_each], MOST_CHOICES)
        return [
            app_commands.Choice(
                name=move_panel.suggested_in(move, live, user, names),
                value=f"{move.text} #{live.id}",
            )
            for live, moves, share in zip(lives, of_each, shares, strict=True)
            for move in moves[:share]
        ]

    @app_commands.command(name="play", description=labels.command("play"))
    @app_commands.describe(move=text("command-option-move"), game=text("command-option-game"))
    @app_commands.autocomplete(move=_moves, game=my_games)
    async def play_command(
        self, interaction: Interaction, move: str, game: str | None = None
    ) -> None:
        """``/play``."""
        await respond(interaction, self._play_in(interaction, move, game))

    @app_commands.command(name="pass", description=labels.command("pass"))
    @app_commands.describe(game=text("command-option-game"))
    @app_commands.autocomplete(game=my_games)
    async def pass_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/pass``."""
        await respond(interaction, self._play_in(interaction, PASS, game))

    @app_commands.command(name="resign", description=labels.command("resign"))
    @app_commands.describe(game=text("command-option-game"))
    @app_commands.autocomplete(game=my_games)
    async def resign_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/resign``."""
        asks = Control("resign", 0)
        await respond(interaction, with_my_game(interaction, game, asks, private.WHICH_TO_RESIGN))

    async def _play_in(self, interaction: Interaction, text: str, game: str | None) -> Answer:
        """Play ``text`` in the game that is meant; if there are several, ask which one.

        A move that was suggested for one of several games ends in its number: ``c4 #12``.
        """
        text, number = _before_number(text)
        game = game or number
        move = tidy(text)
        try:
            meant = await my_game(interaction, game, on_turn=is_move(move))
        except RefusedError as error:
            if error.why is not ServiceRefusal.WHICH_MATCH:
                raise
            if not 0 < len(move) <= forms.LONGEST_MOVE:
                raise UnreadableMoveError(text) from error
            plays = Control("play", 0, 0, move)
            return await choose(interaction, error.matches, plays, private.WHICH_TO_PLAY, move)
        answer = await self.play(interaction, meant.match_id, text)
        return await self._naming_game(interaction, answer, meant)

    async def _naming_game(
        self, interaction: Interaction, answer: Answer, meant: MeantMatch
    ) -> Answer:
        """The answer to a move by command.

        It names the game, unless this is the player's only one here and they did not name it.
        """
        if not answer.turn or answer.match is None:
            return answer
        live = self.matches.cache.known(answer.match) or await self.matches.live(answer.match)
        elsewhere = live.channel_id != (interaction.channel_id or 0)
        if live.solo or (meant.only and not elsewhere):
            return answer
        link = phrases.channel_address(live.server, live.channel_id) if elsewhere else "none"
        return replace(answer, text=private.played_in(live, answer.text, link))

    # --- buttons and forms ---

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Move* if a stone can be placed, a button for each possible declaration, *Resign*.

        While a computer thinks, only *Resign*. Each player's first board explains declarations.
        """
        match = live.match
        if match.to_move is None:
            return
        turns = 0
        legal = () if live.computers_turn else match.position.legal_moves()
        if match.position.colours is not None and any(isinstance(m, Placement) for m in legal):
            turns += 1
            yield Rank.TURN, move_button(live)
        declarations = () if live.computers_turn else match.position.declarations()
        for declaration in declarations[: MOST_TURNS - turns]:
            style = discord.ButtonStyle.secondary if turns else discord.ButtonStyle.primary
            turns += 1
            yield Rank.TURN, declaring(live, declaration, style)
        if turns and len(match.position.stones) < len(live.players):
            for declaration in instead_of_a_stone(match.position):
                yield Rank.LEARN, what_is(live, declaration)
        resigns = Control("resign", live.id, match.ply)
        yield Rank.RESIGN, ControlButton(resigns, text("button-resign"), discord.ButtonStyle.danger)

    @control("say")
    async def declare(self, interaction: Interaction, control: Control) -> Answer:
        """Declare the word on the button; if it takes a number, a form asks for it.

        One that is worth points, instead of a stone, asks newcomers first.
        """
        live, user = await self.matches.live(control.subject), interaction.user.id
        for possible in instead_of_a_stone(live.match.position):
            asks = possible.word == control.text and await self.service.preferences.is_asked(user)
            if asks:
                await self.matches.may_play(live.id, user, control.ply)
                return question(ConfirmationNeededError(live, possible.word))
        for possible in live.match.position.declarations():
            if possible.word == control.text and possible.numbers is not None:
                # Not for other words: a press that comes twice would be told of an old board.
                await self.matches.may_play(live.id, interaction.user.id, control.ply)
                return forms.one_field(
                    Control("said", live.id, live.match.ply, possible.word),
                    labels.word_label(possible),
                    labels.completing_field(possible),
                    labels.number_help(possible.word, live.match),
                    LONGEST_NUMBER,
                )
        return await self.play(interaction, control.subject, control.text, control.ply)

    @control("whatis")
    async def what_is(self, interaction: Interaction, control: Control) -> Answer:
        """Say what a declaration is that is worth points, and let who is to move make it."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        mine = interaction.user.id == live.to_move
        for possible in instead_of_a_stone(live.match.position):
            if possible.word == control.text:
                view = view_of([declaring(live, possible)]) if mine else None
                return Answer(private.what_is(possible), view, read_once=True)
        raise RefusedError(ServiceRefusal.OLD_BOARD)

    @control("said")
    async def declare_number(self, interaction: Interaction, control: Control) -> Answer:
        """Declare the word with the number in the form."""
        word, typed = control.text, forms.field_text(interaction)
        number = tidy(typed).removeprefix(word).strip()
        live = await self.matches.live(control.subject)
        for possible in live.match.position.declarations():
            numbers = possible.numbers if possible.word == word else None
            if numbers and f"{word} {number}" not in map(possible.complete, numbers):
                await self.matches.may_play(live.id, interaction.user.id, control.ply)
                metrics.refused(IllegalReason.UNREADABLE)
                again = ControlButton(
                    Control("say", live.id, control.ply, word), text("button-try-again")
                )
                content = refusals.not_a_number(typed, possible)
                return Answer(content, view_of([again]), refused=True)
        return await self.play(interaction, control.subject, f"{word} {number}", control.ply)

    @control("play")
    async def play_here(self, interaction: Interaction, control: Control) -> Answer:
        """Play the move in the game that was chosen among several."""
        return await self.play(interaction, control.subject, control.text, control.ply)

    @control("sure")
    async def confirmed(self, interaction: Interaction, control: Control) -> Answer:
        """Yes: make the declaration that had to be confirmed."""
        answer = await self.play(
            interaction, control.subject, control.text, control.ply, confirmed=True
        )
        await _take_off_question(interaction)
        return answer

    @control("resign")
    async def ask_to_resign(self, interaction: Interaction, control: Control) -> Answer:
        """Ask before giving up."""
        return await question_to_resign(self.bot, control.subject, interaction.user.id)

    @control("giveup")
    async def give_up(self, interaction: Interaction, control: Control) -> Answer:
        """Yes: resign. The text names the person to whom a public question was put."""
        user, asked = interaction.user.id, control.text
        if asked and asked != str(user):
            (await self.matches.live(control.subject)).seat_of(user)
            raise RefusedError(ServiceRefusal.NOT_YOUR_QUESTION, user=asked)
        live = await self.matches.resign(control.subject, user, event_id=interaction.id)
        await _take_off_question(interaction)
        return turn_answer(live, text("private-resigned"))

    async def play(
        self,
        interaction: Interaction,
        match_id: int,
        text: str,
        ply: int | None = None,
        *,
        confirmed: bool = False,
    ) -> Answer:
        """Take the turn ``text``: a move, or typed in place of one, ``undo`` or ``resign``."""
        user, typed = interaction.user.id, tidy(text)
        if typed == UNDO:
            return await self.bot.perform(interaction, Control("undo", match_id, ply))
        if typed == RESIGN and not confirmed:
            return await question_to_resign(self.bot, match_id, user)
        try:
            live = await self.matches.play(
                match_id,
                user,
                text,
                event_id=interaction.id,
                ply=ply,
                confirmed=confirmed,
            )
        except ConfirmationNeededError as needed:
            return question(needed)
        except RefusedMoveError as refused:
            return await why_refused(self.bot, refused, text, user)
        made = await self.matches.made_by(live, user)
        last = made.match.turn_log.last_action
        buttons = self.bot.under_turn_answer(live, user)
        view = view_of(buttons) if buttons else None
        missing = await why_board_waits(interaction, live)
        content = private.played(made, last.text if last else "", missing)
        if not live.solo and (careful := await warning(self.bot.judge, made)):
            content = f"{content} {careful}"
        content = await self.bot.and_privately(content, live, user)
        return turn_answer(live, content, view, last=not missing)


def _shares(wanted: Sequence[int], most: int) -> list[int]:
    """How many of ``most`` each gets, evenly, but nobody more than it has."""
    shares = [0] * len(wanted)
    for _ in range(min(most, sum(wanted))):
        least = min((n for n, has in enumerate(wanted) if shares[n] < has), key=shares.__getitem__)
        shares[least] += 1
    return shares


def _before_number(text: str) -> tuple[str, str | None]:
    """A move and the number of its game, as in ``c4 #12``; None if there is no number."""
    found = re.fullmatch(r"(.*\S)\s*(#[0-9]{1,15})\s*", text, re.DOTALL)
    return (found[1], found[2]) if found else (text, None)


async def _take_off_question(interaction: Interaction) -> None:
    """Take the button off a public question, if the answer cannot; it replaces a private one."""
    message, late = interaction.message, interaction.response.is_done()
    if late and message is not None and not message.flags.ephemeral:
        with contextlib.suppress(*UNANSWERED):  # a later press is refused in words
            await message.edit(view=None)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Moves(bot))
