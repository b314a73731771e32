"""Exercises: ``/learn`` teaches a game by moves that the learner makes."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import SERVERS_AND_DIRECT, Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.exercise_controls import (
    LIST,
    control_of,
    lists_of,
    move_controls,
    number_controls,
)
from bot.chat.common.permissions import why_no_game
from bot.chat.common.point_lists import ROWS, other_list
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.chat.controls.levels import practice_panel
from bot.features.learning import texts
from bot.features.learning.asking import answer_of, empty_points, file_name, first_left
from bot.messages import exercises, labels, legend, refusals
from bot.messages.catalogue import text
from bot.messages.exercises import Exercise
from bot.service.goals import Counts
from bot.service.puzzles import of as puzzles_of
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.game import Game
from engine.position import UnreadableMoveError, tidy


class Learning(Feature):
    """The exercises of each game that has some."""

    async def cog_load(self) -> None:
        """Register the controls, and a subcommand for each game."""
        await super().cog_load()
        group = app_commands.Group(
            name="learn",
            description=text("command-learn"),
            allowed_contexts=SERVERS_AND_DIRECT,
        )
        for game in exercises.with_exercises(self.matches.games):
            group.add_command(self._command(game))
        if group.commands:
            self.bot.tree.add_command(group)

    def _command(self, game: Game) -> app_commands.Command[Any, ..., Any]:
        async def callback(interaction: Interaction) -> None:
            await respond(interaction, self.go_on(interaction, _control("learn", game)))

        callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name
        return app_commands.Command(
            name=game.key, description=texts.command_of(game), callback=callback, parent=None
        )

    def for_newcomers(self, game: Game) -> Iterable[Ranked]:
        """*Learn Keil on the board*."""
        if exercises.of(game):
            yield Rank.LEARN, ControlButton(_control("learn", game), texts.offer(game))

    # --- controls: their text is the game's key, the exercise's name, a list, and what was chosen

    @control("learn", direct=True)
    async def go_on(self, interaction: Interaction, control: Control) -> Answer:
        """The first exercise of a game that is not solved, or the first after all."""
        game = self._game(control)
        solved = await self.service.learning.solved(interaction.user.id, game.key)
        return await self._question(interaction, game, first_left(game, solved))

    @control("exercise", direct=True)
    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """Show an exercise, also when it is picked from the full list."""
        return await self._question(interaction, *self._exercise(control))

    @control("attempt", direct=True)
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Another list of points, or the answer that was chosen."""
        game, exercise = self._exercise(control)
        value = control.text.split(" ", 3)[-1]
        if shown := other_list(value):
            return await self._question(interaction, game, exercise, *shown)
        return await self._judged(interaction, game, exercise, value)

    @control("attempttype", direct=True)
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a typed answer."""
        del interaction
        game, exercise = self._exercise(control)
        position = exercises.match_of(game, exercise).position
        return forms.one_field(
            _control("attempted", game, exercise),
            texts.form_title(game, exercise),
            text("field-move"),
            labels.move_help(position),
            forms.LONGEST_MOVE,
        )

    @control("attempted", direct=True)
    async def form_filled_in(self, interaction: Interaction, control: Control) -> Answer:
        """The answer that was typed."""
        typed = forms.field_text(interaction)
        return await self._judged(interaction, *self._exercise(control), typed)

    @control("solution", direct=True)
    async def show_solution(self, interaction: Interaction, control: Control) -> Answer:
        """The first answer that is right; it solves nothing."""
        game, exercise = self._exercise(control)
        move, verdict = answer_of(game, exercise)
        name = file_name(game, exercise)
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await self.bot.pictures.verdict(verdict, name, move, preferences)
        content = texts.solution(game, exercise, move)
        onwards = await self._onwards(interaction, game, exercise, again=True)
        return Answer(content, view_of(onwards), picture)

    # --- answers ---

    async def _question(
        self,
        interaction: Interaction,
        game: Game,
        exercise: Exercise,
        shown: str = ROWS,
        page: int = 0,
    ) -> Answer:
        """The exercise, with the points or the numbers to choose from."""
        match = exercises.match_of(game, exercise)
        user = interaction.user.id
        solved = await self.service.learning.solved(user, game.key)
        preferences = await self.service.preferences.of(user)
        marks = exercise.goal.about(match.position)
        name = file_name(game, exercise)
        picture = await self.bot.pictures.of(
            match, name, preferences, marks=marks, why=legend.QUESTION
        )
        lists = lists_of("attempt", game.key, exercise.name)
        if isinstance(exercise.goal, Counts):
            items = number_controls(exercise.goal.choices, lists)
        else:
            form = _control("attempttype", game, exercise)
            items = move_controls(match, empty_points(match), lists, form, shown, page)
        items.append(_every_exercise(game, exercise, solved))
        content = texts.question(game, exercise, solved)
        return Answer(content, view_of(items), picture.named_by_content())

    async def _judged(
        self, interaction: Interaction, game: Game, exercise: Exercise, typed: str
    ) -> Answer:
        """The reply to an answer, as the engine judges it."""
        match = exercises.match_of(game, exercise)
        try:
            verdict = exercise.goal.judge(match, typed)
        except UnreadableMoveError as error:
            again = view_of(self._after_wrong(game, exercise)[:1])
            return Answer(refusals.refusal(error, match.position, game), again, refused=True)
        name, user = file_name(game, exercise), interaction.user.id
        preferences = await self.service.preferences.of(user)
        picture = await self.bot.pictures.verdict(verdict, name, tidy(typed), preferences)
        if not verdict.right:
            content = texts.wrong(game, exercise, verdict, tidy(typed))
            return Answer(content, view_of(self._after_wrong(game, exercise)), picture)
        solved = await self.service.learning.solve(user, game.key, exercise.name)
        content = texts.right(game, exercise, solved)
        onwards = await self._onwards(interaction, game, exercise)
        return Answer(content, view_of(onwards), picture)

    def _after_wrong(self, game: Game, exercise: Exercise) -> list[ControlButton]:
        """*Try again*, *Show me*."""
        primary = discord.ButtonStyle.primary
        return [
            ControlButton(
                _control("exercise", game, exercise), text("button-exercise-again"), primary
            ),
            ControlButton(_control("solution", game, exercise), text("button-exercise-solution")),
        ]

    async def _onwards(
        self, interaction: Interaction, game: Game, exercise: Exercise, *, again: bool = False
    ) -> list[ControlButton]:
        """*Next exercise*, before the rare cases a practice game, too; after the last one what is
        not solved, a practice game, *Puzzles*."""
        every = exercises.of(game)
        number = every.index(exercise) + 1
        buttons: list[ControlButton] = []
        if number < len(every):
            onwards = _control("exercise", game, every[number])
            primary = discord.ButtonStyle.primary
            buttons.append(ControlButton(onwards, text("button-exercise-next"), primary))
            if every[number].rare and not exercise.rare:
                buttons += self._practice(interaction, game)
        else:
            solved = await self.service.learning.solved(interaction.user.id, game.key)
            left = [each for each in every if each.name not in solved and each != exercise]
            if left:
                first, primary = left[0], discord.ButtonStyle.primary
                unsolved = _control("exercise", game, first)
                label = texts.unsolved(game, first)
                buttons.append(ControlButton(unsolved, label, primary))
            buttons += self._practice(interaction, game)
            if puzzles_of(game):
                to_puzzles = control_of("puzzle", game.key)
                buttons.append(ControlButton(to_puzzles, text("button-puzzle")))
        if again:
            buttons.append(
                ControlButton(_control("exercise", game, exercise), text("button-exercise-again"))
            )
        return buttons

    def _practice(self, interaction: Interaction, game: Game) -> list[ControlButton]:
        """*Play against me*, where a game can begin."""
        if why_no_game(interaction) is not None:
            return []
        return [ControlButton(practice_panel(game), text("button-exercise-practise"))]

    # --- what a control is about ---

    def _game(self, control: Control) -> Game:
        game = self.matches.games.get(control.text.split(" ")[0])
        if game is None or not exercises.of(game):
            raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)
        return game

    def _exercise(self, control: Control) -> tuple[Game, Exercise]:
        game = self._game(control)
        exercise = exercises.known(game, (*control.text.split(" "), "")[1])
        if exercise is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)
        return game, exercise


def _every_exercise(game: Game, shown: Exercise, solved: Iterable[str]) -> ControlSelect:
    options = [
        discord.SelectOption(
            label=texts.choice(game, exercise),
            value=exercise.name,
            description=text("choice-exercise-solved") if exercise.name in solved else None,
            default=exercise == shown,
        )
        for exercise in exercises.of(game)
    ]
    listed = control_of("exercise", game.key, CHOSEN)
    return ControlSelect(listed, options, text("placeholder-exercises"), LIST)


def _control(name: str, game: Game, exercise: Exercise | None = None) -> Control:
    return control_of(name, game.key, exercise.name if exercise else "")


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Learning(bot))
