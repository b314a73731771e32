"""Puzzles: ``/puzzle`` asks for the best move in a position, and counts those in a row."""

import discord
from discord import app_commands

from bot.chat.answers.responses import respond, suggesting
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.exercise_controls import control_of, lists_of, move_controls
from bot.chat.common.point_lists import ROWS, other_list
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.features.puzzles import texts
from bot.features.puzzles.service import (
    Answers,
    Tallies,
    file_name,
    legal_points,
    next_puzzle,
    of_today,
    usual_game,
)
from bot.messages import labels, learning, lines, puzzles, refusals
from bot.messages.catalogue import text
from bot.service import puzzles as stored
from bot.service.goals import Finding
from bot.service.learning import Streak
from bot.service.puzzles import Difficulty, Puzzle
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.game import Game
from engine.position import UnreadableMoveError, tidy


class Puzzles(Feature):
    """Positions with one best move."""

    async def cog_load(self) -> None:
        """Register the controls, and count answers."""
        await super().cog_load()
        self._tallies = Tallies(self.service)
        self._tallies.register(self.service)

    @suggesting
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The games that have puzzles."""
        del interaction
        wanted = typed.strip().lower()
        return [
            app_commands.Choice(name=game.name, value=game.key)
            for game in self.matches.games.values()
            if stored.of(game) and (game.key.startswith(wanted) or wanted in game.name.lower())
        ]

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="puzzle", description=text("command-puzzle"))
    @app_commands.describe(
        game=text("command-option-puzzle-game"),
        level=text("command-option-puzzle-level"),
        daily=text("command-option-puzzle-daily"),
    )
    @app_commands.autocomplete(game=_games)
    @app_commands.choices(
        level=[
            app_commands.Choice(name=puzzles.difficulty(level), value=int(level))
            for level in Difficulty
        ]
    )
    async def puzzle_command(
        self,
        interaction: Interaction,
        game: str | None = None,
        level: int = 0,
        daily: bool = False,
    ) -> None:
        """``/puzzle``."""
        asks = Control("puzzle", 0, level, tidy(game or ""))
        asked = self.ask_daily if daily else self.ask_next
        await respond(interaction, asked(interaction, asks))

    # --- controls: their text is the game's key, the puzzle's name, a list, and what was chosen

    async def ask_daily(self, interaction: Interaction, control: Control) -> Answer:
        """The puzzle of the day, on a server the one that was posted there."""
        wanted = self._game(control) if control.text else None
        today = await of_today(self.service, interaction.guild_id, wanted)
        if today is None or wanted not in (None, today[0]):
            return Answer(text("puzzle-none"))
        answers = await self.service.learning.puzzles(interaction.user.id)
        return await self._question(interaction, *today, answers)

    @control("puzzle", direct=True)
    async def ask_next(self, interaction: Interaction, control: Control) -> Answer:
        """The next puzzle of a game, or of the one whose puzzle was answered last.

        The ply is the difficulty from which on it is chosen, 0 if any will do.
        """
        user = interaction.user.id
        answers = await self.service.learning.puzzles(user)
        game = self._game(control) if control.text else usual_game(self.matches.games, answers)
        if game is None or not stored.of(game):
            return Answer(text("puzzle-none"))
        before = (*control.text.split(" "), "")[1]
        tallies = await self._tallies.of(game)
        puzzle = next_puzzle(user, game, answers, tallies, before, control.ply or 0)
        return await self._question(interaction, game, puzzle, answers)

    @control("puzzleagain", direct=True)
    async def ask_again(self, interaction: Interaction, control: Control) -> Answer:
        """The same puzzle once more."""
        answers = await self.service.learning.puzzles(interaction.user.id)
        return await self._question(interaction, *self._puzzle(control), answers)

    @control("puzzlemove", direct=True)
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Another list of points, or the move that was chosen."""
        game, puzzle = self._puzzle(control)
        value = control.text.split(" ", 3)[-1]
        if shown := other_list(value):
            answers = await self.service.learning.puzzles(interaction.user.id)
            return await self._question(interaction, game, puzzle, answers, *shown)
        return await self._judged(interaction, game, puzzle, value)

    @control("puzzletype", direct=True)
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a typed move."""
        del interaction
        game, puzzle = self._puzzle(control)
        return forms.one_field(
            control_of("puzzletyped", game.key, puzzle.name),
            texts.form_title(game, puzzle),
            text("field-move"),
            labels.move_help(puzzle.start(game).position),
            forms.LONGEST_MOVE,
        )

    @control("puzzletyped", direct=True)
    async def form_filled_in(self, interaction: Interaction, control: Control) -> Answer:
        """The move that was typed."""
        typed = forms.field_text(interaction)
        return await self._judged(interaction, *self._puzzle(control), typed)

    @control("puzzlesolution", direct=True)
    async def show_solution(self, interaction: Interaction, control: Control) -> Answer:
        """The best move, or the board after some more; the ply is their number.

        Whoever has not answered before has not solved the puzzle.
        """
        game, puzzle = self._puzzle(control)
        await self._answered(interaction, game, puzzle, right=False)
        moves = min(max(0, control.ply or 0), len(puzzle.line))
        verdict = puzzle.shown(game, moves)
        name = file_name(game, puzzle)
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await self.bot.pictures.verdict(verdict, name, f"line-{moves}", preferences)
        buttons = [
            ControlButton(_line(game, puzzle, to), label)
            for to, label in lines.steps(moves, len(puzzle.line))
        ]
        items = [*buttons, _onwards(game, puzzle)]
        return Answer(texts.solution(game, puzzle, moves), view_of(items), picture)

    # --- answers ---

    async def _question(
        self,
        interaction: Interaction,
        game: Game,
        puzzle: Puzzle,
        answers: Answers,
        shown: str = ROWS,
        page: int = 0,
    ) -> Answer:
        match, name = puzzle.start(game), file_name(game, puzzle)
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await self.bot.pictures.of(match, name, preferences)
        lists = lists_of("puzzlemove", game.key, puzzle.name)
        form = control_of("puzzletype", game.key, puzzle.name)
        items = move_controls(match, legal_points(match), lists, form, shown, page)
        tally = (await self._tallies.of(game)).get(puzzle.name, texts.NOBODY)
        content = texts.question(match, puzzle, Streak.of(answers), tally)
        return Answer(content, view_of(items), picture.named_by_content())

    async def _judged(
        self, interaction: Interaction, game: Game, puzzle: Puzzle, typed: str
    ) -> Answer:
        """The reply to a move. Unreadable and illegal moves do not count as answers."""
        user, match, move = interaction.user.id, puzzle.start(game), tidy(typed)
        again = ControlButton(
            control_of("puzzleagain", game.key, puzzle.name),
            text("button-exercise-again"),
            discord.ButtonStyle.primary,
        )
        try:
            verdict = puzzle.judge(match, typed)
        except UnreadableMoveError as error:
            content = refusals.refusal(error, match.position, game)
            return Answer(content, view_of([again]), refused=True)
        preferences, name = await self.service.preferences.of(user), file_name(game, puzzle)
        picture = await self.bot.pictures.verdict(verdict, name, move, preferences)
        if verdict.finding is Finding.ILLEGAL:
            return Answer(learning.why(game, verdict, move), view_of([again]), picture)
        streak, counted = await self._answered(interaction, game, puzzle, right=verdict.right)
        if verdict.right:
            content = texts.right(game, puzzle, streak, counted=counted)
            follow = [ControlButton(_line(game, puzzle, 1), lines.follow())] if puzzle.line else []
            return Answer(content, view_of([*follow, _onwards(game, puzzle)]), picture)
        content = texts.wrong(match, puzzle, verdict, move, streak, counted=counted)
        solution = control_of("puzzlesolution", game.key, puzzle.name)
        buttons = [
            again,
            ControlButton(solution, text("button-exercise-solution")),
            _onwards(game, puzzle),
        ]
        return Answer(content, view_of(buttons), picture)

    async def _answered(
        self, interaction: Interaction, game: Game, puzzle: Puzzle, *, right: bool
    ) -> tuple[Streak, bool]:
        user, server = interaction.user.id, interaction.guild_id
        learned = self.service.learning
        return await learned.answer(user, game.key, puzzle.name, right=right, server=server)

    # --- what a control is about ---

    def _game(self, control: Control) -> Game:
        wanted = control.text.split(" ")[0]
        for game in self.matches.games.values():
            if wanted in (game.key, game.name.lower()):
                return game
        raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)

    def _puzzle(self, control: Control) -> tuple[Game, Puzzle]:
        game = self._game(control)
        puzzle = stored.known(game, (*control.text.split(" "), "")[1])
        if puzzle is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)
        return game, puzzle


def _line(game: Game, puzzle: Puzzle, moves: int) -> Control:
    return Control("puzzlesolution", 0, moves, f"{game.key} {puzzle.name}")


def _onwards(game: Game, puzzle: Puzzle) -> ControlButton:
    return ControlButton(control_of("puzzle", game.key, puzzle.name), text("button-puzzle-next"))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Puzzles(bot))
