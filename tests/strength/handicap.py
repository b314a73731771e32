"""What the stones of a handicap are worth: a level that has them meets stronger ones until it wins
no more than about half of its games.

The sum of `Arena.gaps` up to the last level, and what is won against it, say how many points of
rating.
"""

from collections.abc import Iterator
from math import log10
from typing import NamedTuple

from bot.core_files import machine
from engine import handicap
from engine.ai import LEVELS
from engine.game import OptionValue
from engine.games import all_games
from tests.strength.matches import Score, of_level, play, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK, MOST = 40, 10, 4
WEAK = 4
"""The level with the stones: those below overlook so much that stones change little."""
TOO_OFTEN = 0.7
"""If it wins so many of its games, it meets the next level."""
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5}),
    ("keil", {"size": 6}),
    ("keil", {"size": 7}),
    ("keil", {"size": 8}),
    ("kee", {"width": 7, "height": 7}),
    ("kee", {"width": 9, "height": 9}),
    ("kee", {"width": 13, "height": 13}),
)


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    upper: int
    games: int
    seed: int


def work(task: Task) -> Score:
    """Games of `WEAK`, who has the stones, against another level."""
    core, score = machine(), Score()
    players = [of_level(core, LEVELS[number - 1]) for number in (WEAK, task.upper)]
    begun = start(task.key, task.options)
    for number in range(task.games):
        play(begun, (0, 1), players, 100 * task.seed + number, score)
    return score


def worth(key: str, upper: int, score: Score, share: float) -> float:
    """The points of rating that make up for the stones, if they win this ``share`` of the games."""
    ai = all_games()[key].ai
    assert ai is not None
    least = 0.5 / score.games
    share = min(1 - least, max(least, share))
    return sum(ai.gaps[WEAK - 1 : upper - 1]) + 400 * log10(share / (1 - share))


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    for key, board in plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}"):
        places = handicap.most(start(key, board).board)
        for stones in range(handicap.LEAST, min(places, MOST) + 1):
            options, upper, score = {**board, "handicap": stones}, WEAK - 1, Score(won=1, games=1)
            while score.share >= TOO_OFTEN and upper < len(LEVELS):
                upper += 1
                seeds = range(-(-games // CHUNK))
                tasks = [Task(key, options, upper, CHUNK, seed) for seed in seeds]
                score = Score.together(plan.each(work, tasks))
            shares = score.share, *score.interval
            points, low, high = (worth(key, upper, score, share) for share in shares)
            told = f"{points:.0f} points ({low:.0f} to {high:.0f}); level {WEAK} with them v level"
            yield Row(f"{stones} stones, {key} {board}", "", f"{told} {upper}: {score.told()}")
