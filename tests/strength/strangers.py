"""Bar 4: level 5 against those who are no relatives: the simple player, and plain UCT."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS
from engine.game import OptionValue
from tests.strength.matches import Score, match, of_level, searching, simple, so_far, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 100, 10
BOARDS: tuple[tuple[str, dict[str, OptionValue], bool], ...] = (
    ("keil", {"size": 5, "komi": 5}, True),
    ("keil", {"size": 7, "komi": 6}, True),
    ("ki", {"size": 9}, False),
    ("kee", {"width": 9, "height": 9, "komi": 7}, False),
)
"""And whether the bar is about this board."""
LEVEL = LEVELS[4]


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    uct: bool
    games: int
    seed: int


def work(task: Task) -> Score:
    core = machine()
    first = start(task.key, task.options)
    equal = LEVEL.playouts_in(first)
    bound = searching(core, equal, exploration=0.5, answers=False, mast=False)
    return match(
        first, (of_level(core, LEVEL), bound if task.uct else simple), task.games, task.seed
    )


def rows(plan: Plan) -> Iterator[Row]:
    seeds = range(-(-(plan.games or GAMES) // CHUNK))
    matches = [
        (key, options, uct, bar if barred else None)
        for key, options, barred in plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
        for uct, bar in ((False, 0.98), (True, 0.95))
    ]
    tasks = [
        [Task(key, options, uct, CHUNK, seed) for seed in seeds] for key, options, uct, _ in matches
    ]
    results = plan.rows(work, tasks, so_far)
    for (key, options, uct, bar), scores in zip(matches, results, strict=True):
        score = Score.together(scores)
        yield Row(
            f"Level 5 v {'plain UCT of equal playouts' if uct else 'the simple player'}, "
            f"{key} {options}",
            "" if bar is None else f"{bar:.0%}",
            score.told(),
            None if bar is None else score.share >= bar,
        )
