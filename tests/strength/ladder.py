"""Bar 5: every level beats the one below, but not always; from openings that favour nobody."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS
from engine.game import OptionValue
from tests.strength.matches import Score, match, of_level, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 200, 10
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 4, "komi": 7}),
    ("keil", {"size": 5, "komi": 5}),
    ("keil", {"size": 7, "komi": 6}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)
LOWEST, HIGHEST, SURELY = 0.65, 0.90, 0.58


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    upper: int
    games: int
    seed: int


def work(task: Task) -> Score:
    core = machine()
    players = [of_level(core, LEVELS[number]) for number in (task.upper, task.upper - 1)]
    return match(start(task.key, task.options), players, task.games, task.seed, core)


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    for key, options in plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}"):
        for upper in range(1, len(LEVELS)):
            if plan.levels and upper + 1 not in plan.levels:
                continue
            seeds = range(plan.seed, plan.seed + -(-games // CHUNK))
            tasks = [Task(key, options, upper, CHUNK, seed) for seed in seeds]
            score = Score.sum(plan.each(work, tasks))
            yield Row(
                f"Level {upper + 1} v level {upper}, {key} {options}",
                "65 to 90 %, surely 58 %",
                score.told(),
                LOWEST <= score.share <= HIGHEST and score.interval[0] > SURELY,
            )
