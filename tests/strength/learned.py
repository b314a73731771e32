"""Bar 6: what was learned pays, at equal CPU time."""

from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

from bot.core_files import core, weights
from engine.ai import Effort, Machine
from engine.game import OptionValue
from engine.games import all_games
from tests.strength.matches import Score, match, searching, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK, PLAYOUTS, SURELY = 400, 10, 400, 0.55
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5, "komi": 6}),
    ("keil", {"size": 7, "komi": 6}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    games: int
    seed: int


def machines() -> tuple[Machine, Machine]:
    games = all_games().values()
    return Machine(core(), weights(), games), Machine(core(), {}, games)


def work(task: Task) -> Score:
    """The one without weights gets as many more playouts as its moves are cheaper."""
    learned, plain = machines()
    first = start(task.key, task.options)
    spent: list[float] = []
    for thinker in (learned, plain):
        thinker.think(first, Effort(PLAYOUTS, 0))
        begun = process_time()
        for seed in range(5):
            thinker.think(first, Effort(PLAYOUTS, seed))
        spent.append(process_time() - begun)
    more = max(PLAYOUTS, round(PLAYOUTS * spent[0] / spent[1]))
    return match(
        first, (searching(learned, PLAYOUTS), searching(plain, more)), task.games, task.seed
    )


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    for key, options in plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}"):
        tasks = [Task(key, options, CHUNK, seed) for seed in range(-(-games // CHUNK))]
        score = Score.sum(plan.each(work, tasks))
        yield Row(
            f"With weights v without at equal CPU time, {key} {options}",
            "surely 55 %",
            score.told(),
            score.interval[0] > SURELY,
        )
