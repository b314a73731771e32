"""The search by a net beside the search without one, at equal CPU time.

What a question to the net costs is measured before, by turns with a playout, in the positions of a
game. The search without the net gets a number of playouts: those that take about 10 and 100 ms, and
those of the strongest level; the one by the net gets as many questions as cost the same. Openings
of games for two favour nobody.
"""

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS, Effort
from engine.game import OptionValue
from engine.position import Position
from tests.strength.matches import Score, match, playing_by, searching, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 400, 4


class Board(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    seats: int = 2
    bar: float = 1.0
    """The most that is wanted there: of several, the net has one seat."""

    def start(self) -> Position:
        return start(self.key, self.options, self.seats)

    def told(self) -> str:
        return f"{self.key} {self.options}" + f" for {self.seats}" * (self.seats > 2)


BOARDS = (
    Board("keil", {"size": 4, "komi": 7}),
    Board("keil", {"size": 5, "komi": 5}),
    Board("keil", {"size": 7, "komi": 4}),
    Board("ki", {"size": 9}),
    Board("ki", {"size": 11}),
    Board("kee", {"width": 7, "height": 7, "komi": 9}),
    Board("kee", {"width": 9, "height": 9, "komi": 7}),
    Board("kee", {"width": 7, "height": 7}, 3, 0.5),
)
BUDGETS: tuple[tuple[str, int | None, float], ...] = (
    ("about 10 ms", 240, 0.75),
    ("about 100 ms", 2400, 0.75),
    ("level 8", None, 0.60),
)
"""The playouts of the search without a net, and the share that is wanted."""


class Task(NamedTuple):
    board: Board
    evaluations: int
    playouts: int
    games: int
    seed: int


def dearer(board: Board, playouts: int) -> float:
    """How many times as much as a playout a question to the net costs: the median of many pairs."""
    core, position, times = machine(), board.start(), list[float]()
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
    judge = core if task.board.seats == 2 else None
    return match(task.board.start(), players, task.games, task.seed, judge)


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    found = [(board, *budget) for board in BOARDS for budget in BUDGETS]
    for board, name, limit, most in plan.chosen(found, lambda f: f"{f[0].told()} {f[1]}"):
        bar = min(most, board.bar)
        playouts = limit or LEVELS[-1].playouts_in(board.start())
        times = dearer(board, min(playouts, 1000))
        evaluations = max(1, round(playouts / times))
        seeds = range(plan.seed, plan.seed + -(-games // CHUNK))
        each = CHUNK // 2 * board.seats
        tasks = [Task(board, evaluations, playouts, each, seed) for seed in seeds]
        score = Score.sum(plan.each(work, tasks))
        yield Row(
            f"By the net v without it, {name}, {board.told()}",
            f"{bar:.0%}",
            f"{score.told()}; {evaluations} questions against {playouts} playouts, since one costs "
            f"{times:.2f} times as much",
            score.share >= bar,
        )
