"""Bars 2 and 3: playouts for each second of CPU time, beside open_spiel; how a worker starts."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from engine.ai import Effort
from tests.core.agreement import core
from tests.strength.matches import start
from tests.strength.plan import Plan, Row

ROUNDS, GAMES, PLAYOUTS = 7, 2000, 2000
FIRST = """
import json, resource, time
begun = time.perf_counter()
from bot.core_files import machine
from engine.ai import LEVELS, Effort
from engine.games import all_games
game = all_games()["keil"]
position = game.start(game.settle({"size": 7, "komi": 6}), 2)
thinker = machine()
thinker.think(position, Effort(LEVELS[4].playouts_in(position), 1))
first, spent = time.perf_counter() - begun, time.process_time()
slowest = 0
for seed in range(3):
    before = time.process_time()
    thinker.think(position, Effort(LEVELS[7].playouts_in(position), seed))
    slowest = max(slowest, time.process_time() - before)
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
told = {"s": first, "cpu": spent, "slowest": slowest, "MiB": used}
print(json.dumps(told))
"""


def rows(plan: Plan) -> Iterator[Row]:
    del plan
    searched = 0.0
    for size, bar in ((5, 20_000), (7, 8_000)):
        position = start("keil", {"size": size, "komi": 6})
        core().load(position)
        games = [GAMES / spent(partial(core().random_games, GAMES, n)) for n in range(ROUNDS)]
        yield Row(
            f"Playouts a CPU second by pure chance, side {size}",
            f"{bar:,}",
            told(games),
            median(games) >= bar,
        )
        searches = [
            PLAYOUTS / spent(partial(core().think, position, Effort(PLAYOUTS, n)))
            for n in range(ROUNDS)
        ]
        yield Row(
            f"... of the whole search, side {size}",
            f"{bar:,}",
            told(searches),
            median(searches) >= bar,
        )
        searched = searched or median(searches)
    for key, options, seats in (("ki", {"size": 9}, 2), ("kee", {"komi": 7}, 2), ("kee", {}, 4)):
        position = start(key, options, seats)
        searches = [
            PLAYOUTS / spent(partial(core().think, position, Effort(PLAYOUTS, n)))
            for n in range(ROUNDS)
        ]
        yield Row(f"... of the whole search, {key} {options} for {seats}", "", told(searches))
    yield beside_open_spiel(searched)
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    fresh = json.loads(done.stdout)
    yield Row(
        "First move of a fresh process, side 7, level 5, everything imported",
        "0.5 s of CPU time",
        f"{fresh['cpu']:.2f} s of CPU time, {fresh['s']:.2f} s on the clock",
        fresh["cpu"] <= 0.5,
    )
    yield Row(
        "The slowest of three moves of level 8, side 7, empty board",
        "0.7 s of CPU time",
        f"{fresh['slowest']:.2f} s",
        fresh["slowest"] <= 0.7,
    )
    yield Row(
        "Memory of that process after three moves of level 8",
        "80 MiB",
        f"{fresh['MiB']:.0f} MiB",
        fresh["MiB"] <= 80,
    )


def spent(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def told(figures: list[float]) -> str:
    return f"{median(figures):,.0f} ({min(figures):,.0f} to {max(figures):,.0f})"


def beside_open_spiel(ours: float) -> Row:
    """Like with like: plain UCT with playouts by pure chance, on Kee and on their Go, both 9x9."""
    name = "Plain UCT, Kee 9x9 against open_spiel's C++ MCTS on Go 9x9"
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError as error:
        return Row(name, "", f"NOT RUN: {error}")
    game = pyspiel.load_game("go(board_size=9)")
    position = start("kee", {"komi": 7})
    theirs: list[float] = []
    plain: list[float] = []
    for number in range(ROUNDS):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1000, 100, False, number, False)
        theirs.append(1000 / spent(partial(bot.step, game.new_initial_state())))
        core().tune(exploration=1.4, answers=False, mast=False)
        plain.append(PLAYOUTS / spent(partial(core().think, position, Effort(PLAYOUTS, number))))
        core().tune()
    times = median(plain) / median(theirs)
    return Row(
        name,
        "4 times",
        f"{times:.1f} times: {told(plain)} to {told(theirs)}; our whole search of side 5 does "
        f"{ours / median(theirs):.1f} times as many playouts",
        times >= 4,
    )
