"""Bar 6: what was learned pays, at equal CPU time.

What a playout costs with weights and without is measured before, by turns, in the positions of a
game; the player without them gets as many more playouts as its own are cheaper, and never fewer.
Openings favour nobody, in the eyes of the search without weights.

There are two rows for each board. In the first the other player is without weights, so it answers
beside the last stone by chance. In the second it is without weights and without answers, so
without all that was learned before. Both learn during a search which points pay (MAST).
"""

from collections.abc import Iterator
from random import Random
from statistics import median
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
    ("keil", {"size": 5, "komi": 5}),
    ("keil", {"size": 7, "komi": 6}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)


WITHOUT: dict[str, dict[str, bool]] = {
    "without": {},
    "without weights and without answers": {"answers": False},
}
"""The players that have not learned, and how their search is changed."""


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    games: int
    seed: int
    more: int
    """The playouts of the player without weights."""
    tuned: dict[str, bool]


def machines() -> tuple[Machine, Machine]:
    games = all_games().values()
    return Machine(core(), weights(), games), Machine(core(), {}, games)


def dearer(key: str, options: dict[str, OptionValue], tuned: dict[str, bool]) -> float:
    """How many times as much CPU time a search with weights takes: the median of many pairs."""
    learned, plain = machines()
    plain.tune(**tuned)
    position, random, times = start(key, options), Random("dearer"), list[float]()
    while position.to_move is not None and position.ply < len(position.board):
        spent: list[float] = []
        thinkers = (learned, plain) if position.ply % 2 else (plain, learned)
        for thinker in thinkers:
            begun = process_time()
            thinker.think(position, Effort(PLAYOUTS, position.ply))
            spent.append(process_time() - begun)
        times.append(spent[0] / spent[1] if position.ply % 2 else spent[1] / spent[0])
        choice = learned.think(position, Effort(50, random.randrange(1 << 30))).moves[0].move
        position = position.play(choice)
    return max(1.0, median(times))


def work(task: Task) -> Score:
    learned, plain = machines()
    players = (searching(learned, PLAYOUTS), searching(plain, task.more, **task.tuned))
    return match(start(task.key, task.options), players, task.games, task.seed, plain)


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    found = [(*board, without) for board in BOARDS for without in WITHOUT]
    for key, options, without in plan.chosen(found, lambda row: f"{row[0]} {row[1]} {row[2]}"):
        tuned = WITHOUT[without]
        times = dearer(key, options, tuned)
        more = round(PLAYOUTS * times)
        seeds = range(-(-games // CHUNK))
        tasks = [Task(key, options, CHUNK, seed, more, tuned) for seed in seeds]
        score = Score.sum(plan.each(work, tasks))
        yield Row(
            f"With weights v {without} at equal CPU time, {key} {options}",
            "surely 55 %",
            f"{score.told()}; {PLAYOUTS} playouts against {more}, since one with weights costs "
            f"{times:.2f} times as much",
            score.interval[0] > SURELY,
        )
