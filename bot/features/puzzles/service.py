"""Which puzzle is asked."""

from collections.abc import Mapping
from datetime import timedelta

from bot.service import puzzles
from bot.service.puzzles import Puzzle
from bot.service.service import Service
from engine.game import Game
from engine.match import Match
from engine.position import Placement

Answers = Mapping[tuple[str, str], bool]
"""Somebody's answers, by game and puzzle name: True if the answer was right at once."""


async def of_today(
    service: Service, server: int | None, wanted: Game | None
) -> tuple[Game, Puzzle] | None:
    """The puzzle of this day: the one that was posted on the server, else everybody's."""
    now, games = service.now(), service.matches.games
    if server is not None:
        last = await service.learning.last_posted(server)
        if last is not None and now - last.at < timedelta(days=1):
            posted = puzzles.named(games, last.game, last.name)
            if posted is not None and wanted in (None, posted[0]):
                return posted
    key = None if wanted is None else wanted.key
    return puzzles.of_day(games, now.date().toordinal(), key)


def usual_game(games: Mapping[str, Game], answers: Answers) -> Game | None:
    """The game of the last puzzle, else the first that has any."""
    last = next((games[key] for key, _ in reversed([*answers]) if key in games), None)
    with_puzzles = [game for game in games.values() if puzzles.of(game)]
    return last if last in with_puzzles else next(iter(with_puzzles), None)


def next_puzzle(user: int, game: Game, answers: Answers, before: str, level: int) -> Puzzle:
    """A puzzle that is new to ``user``; else one that was not solved; else any; none of the days'.

    It is the next one after that called ``before``, else the first of a difficulty, easy ones
    first; after the hardest the easiest come again.
    """
    every = puzzles.in_order_of(user, puzzles.to_practise(game))
    names = [puzzle.name for puzzle in every]
    easier = sum(puzzle.difficulty < level for puzzle in every)
    turn = names.index(before) + 1 if before in names else easier
    every = [*every[turn:], *every[:turn]]
    new = [puzzle for puzzle in every if (game.key, puzzle.name) not in answers]
    missed = [puzzle for puzzle in every if not answers.get((game.key, puzzle.name))]
    return (new or missed or every)[0]


def legal_points(match: Match) -> list[str]:
    """The points on which a stone may be placed."""
    moves = match.position.legal_moves()
    return [move.point for move in moves if isinstance(move, Placement)]


def file_name(game: Game, puzzle: Puzzle) -> str:
    """The name of a puzzle's picture, without its ending."""
    return f"{game.key}-puzzle-{puzzle.name}"
