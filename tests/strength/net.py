"""The search by a net beside the search without one, at equal CPU time.

What a question to the net costs is measured before, by turns with a playout, in the positions of a
game. The search without the net gets a number of playouts: those that take about 10 and 100 ms, and
those of the strongest level; the one by the net gets as many questions as cost the same. Openings
favour nobody.
"""

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS, Effort
from engine.game import OptionValue
from tests.strength.matches import Score, match, playing_by, searching, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 400, 4
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 4, "komi": 7}),
    ("keil", {"size": 5, "komi": 5}),
    ("keil", {"size": 7, "komi": 4}),
    ("ki", {"size": 9}),
    ("ki", {"size": 11}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)
BUDGETS: tuple[tuple[str, int | None, float], ...] = (
    ("about 10 ms", 240, 0.75),
    ("about 100 ms", 2400, 0.75),
    ("level 8", None, 0.60),
)
"""The playouts of the search without a net, and the share that is wanted."""


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    evaluations: int
    playouts: int
    games: int
    seed: int


def dearer(key: str, options: dict[str, OptionValue], playouts: int) -> float:
    """How many times as much as a playout a question to the net costs: the median of many pairs."""
    core, position, times = machine(), start(key, options), list[float]()
    while position.to_move is not None and position.ply < len(position.board):
        ways = (True, False) if position.ply % 2 else (False, True)
        spent, after = dict[bool, float](), position
        for by_net in ways:
            begun = process_time()
            thoughts = core.think(
                position, Effort(playouts, position.ply, questions=playouts * by_net)
            )
            spent[by_net] = process_time() - begun
            after = position.play(thoughts.moves[0].move)
        times.append(spent[True] / spent[False])
        position = after
    return median(times)


def work(task: Task) -> Score:
    core = machine()
    players = playing_by(core, task.evaluations), searching(core, task.playouts)
    return match(start(task.key, task.options), players, task.games, task.seed, core)


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    found = [(*board, *budget) for board in BOARDS for budget in BUDGETS]
    for key, options, name, limit, bar in plan.chosen(found, lambda f: f"{f[0]} {f[1]} {f[2]}"):
        playouts = limit or LEVELS[-1].playouts_in(start(key, options))
        times = dearer(key, options, min(playouts, 1000))
        evaluations = max(1, round(playouts / times))
        seeds = range(plan.seed, plan.seed + -(-games // CHUNK))
        tasks = [Task(key, options, evaluations, playouts, CHUNK, seed) for seed in seeds]
        score = Score.sum(plan.each(work, tasks))
        yield Row(
            f"By the net v without it, {name}, {key} {options}",
            f"{bar:.0%}",
            f"{score.told()}; {evaluations} questions against {playouts} playouts, since one costs "
            f"{times:.2f} times as much",
            score.share >= bar,
        )
