"""Puzzles on the page, answered by touching a point."""

from collections.abc import Iterable

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
from bot.messages import learning, lines
from bot.service import puzzles as stored
from bot.service.goals import Finding
from bot.service.learning import Streak
from bot.service.live_match import LiveMatch
from bot.service.puzzles import Puzzle
from bot.web.questions import Question, QuestionScenes
from bot.web.scenes import Asked, Choice, Scene, Stage, game_menu, gone
from engine.game import Game
from engine.position import tidy

SCENES = "puzzle"


class PuzzleScenes(QuestionScenes):
    """Puzzles, one after another."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._tallies = Tallies(stage.service)

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Puzzles*, of the same game if it has any."""
        games = self.service.matches.games.values()
        if any(stored.of(game) for game in games):
            game = live.match.game
            yield Choice(texts.scenes(), f"{SCENES} next {game.key}" if stored.of(game) else SCENES)

    async def act(self, asked: Asked) -> Scene:
        """Ask a puzzle, or judge an answer."""
        what, key, name, answer = self.parted(asked)
        games, answers = self.service.matches.games, await self.service.learning.puzzles(asked.user)
        game = games.get(key) if key else usual_game(games, answers)
        if game is None or not stored.of(game):
            if key:
                raise gone()
            return Scene(texts.scenes(), texts.no_puzzles())
        if what in ("", "next"):
            tallies = await self._tallies.of(game)
            puzzle = next_puzzle(asked.user, game, answers, tallies, name)
            return await self._question(asked, game, puzzle, answers)
        if what == "today":
            today = await of_today(self.service, asked.server, None)
            return await self._question(asked, *(today or (game, stored.of(game)[0])), answers)
        known = stored.known(game, name)
        if known is None:
            raise gone()
        if what == "ask":
            return await self._question(asked, game, known, answers)
        if what == "answer":
            return await self._judged(asked, game, known, answers, answer)
        if what == "solution":
            return await self._solution(asked, game, known, answer)
        raise gone()

    async def _question(
        self, asked: Asked, game: Game, puzzle: Puzzle, answers: Answers, refused: str = ""
    ) -> Scene:
        match = puzzle.start(game)
        tally = (await self._tallies.of(game)).get(puzzle.name, texts.NOBODY)
        question = Question(
            texts.scenes(),
            texts.question(match, puzzle, Streak.of(answers), tally),
            match,
            file_name(game, puzzle),
            f"{SCENES} answer {game.key} {puzzle.name}",
            legal_points(match),
        )
        games = filter(stored.of, self.service.matches.games.values())
        buttons = [
            Choice(texts.another(), f"{SCENES} next {game.key} {puzzle.name}"),
            Choice(texts.today(), f"{SCENES} today"),
        ]
        menus = game_menu(games, game, f"{SCENES} next")
        return await self.ask(asked, question, refused, buttons=buttons, menus=menus)

    async def _judged(
        self, asked: Asked, game: Game, puzzle: Puzzle, answers: Answers, typed: str
    ) -> Scene:
        """The verdict. Unreadable and illegal moves do not count as answers."""
        match, move = puzzle.start(game), tidy(typed)
        judged = await self.judged(asked, puzzle.judge, match, typed, file_name(game, puzzle))
        if isinstance(judged, str):
            return await self._question(asked, game, puzzle, answers, judged)
        verdict, picture = judged
        again = Choice(texts.again(), f"{SCENES} ask {game.key} {puzzle.name}", "primary")
        if verdict.finding is Finding.ILLEGAL:
            said = learning.why(game, verdict, move)
            return Scene(texts.scenes(), said, picture, buttons=[again])
        streak, counted = await self.service.learning.answer(
            asked.user, game.key, puzzle.name, right=verdict.right, server=asked.server
        )
        if verdict.right:
            said = texts.right(game, puzzle, streak, counted=counted)
            follow = [Choice(lines.follow(), _line(game, puzzle, 1))] if puzzle.line else []
            buttons = [*follow, _onwards(game, puzzle)]
            return Scene(texts.scenes(), said, picture, buttons=buttons)
        said = texts.wrong(match, puzzle, verdict, move, streak, counted=counted)
        solve = Choice(texts.solve(), f"{SCENES} solution {game.key} {puzzle.name}")
        buttons = [again, solve, _onwards(game, puzzle, "secondary")]
        return Scene(texts.scenes(), said, picture, buttons=buttons)

    async def _solution(self, asked: Asked, game: Game, puzzle: Puzzle, written: str) -> Scene:
        """The best move, or the board after ``written`` more.

        Whoever has not answered before has not solved the puzzle.
        """
        user = asked.user
        number = int(written) if written.isdecimal() and len(written) < 3 else 0
        moves = min(number, len(puzzle.line))
        await self.service.learning.answer(
            user, game.key, puzzle.name, right=False, server=asked.server
        )
        preferences, name = await self.service.preferences.of(user), file_name(game, puzzle)
        verdict = puzzle.shown(game, moves)
        picture = await self.pictures.verdict(verdict, name, f"line-{moves}", preferences)
        steps = lines.steps(moves, len(puzzle.line))
        buttons = [Choice(label, _line(game, puzzle, to)) for to, label in steps]
        buttons.append(_onwards(game, puzzle))
        said = texts.solution(game, puzzle, moves)
        return Scene(texts.scenes(), said, picture, buttons=buttons)


def _line(game: Game, puzzle: Puzzle, moves: int) -> str:
    return f"{SCENES} solution {game.key} {puzzle.name} {moves}"


def _onwards(game: Game, puzzle: Puzzle, style: str = "primary") -> Choice:
    return Choice(texts.another(), f"{SCENES} next {game.key} {puzzle.name}", style)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, PuzzleScenes(stage))
