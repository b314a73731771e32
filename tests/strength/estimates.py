"""Who will own each point: estimates in the middle of games, beside the territory as it stands.

Games of level 5 with itself begin with two random stones. After half of the plies the search says
how sure it is that each colour will own each point, and the overlay of territory what is anybody's
as the board stands; what is nobody's there counts as even chances. Both are compared with the board
at the end: the Brier score of a point is the sum of the squared errors of all colours, so 0 is
perfect, and even chances for two have 0.5. In Ki, in which there is no territory, the overlay has
whoever controls a point.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS, Effort
from engine.ai.review import COMPARE_PLAYOUTS
from engine.game import OptionValue
from engine.position import Position
from tests.strength.matches import CONFIDENT, opening, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 200, 5
LEVEL = LEVELS[4]
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5, "komi": 5}),
    ("keil", {"size": 7, "komi": 6}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)

Owners = list[tuple[float, ...]]


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    games: range


class Judged(NamedTuple):
    """Mean Brier scores of the points of one game."""

    search: float
    overlay: float
    by_net: float | None
    """Of a search by the game's net, if it has one, at about equal CPU time."""


def work(task: Task) -> list[Judged]:
    return [one(task.key, task.options, number) for number in task.games]


def one(key: str, options: dict[str, OptionValue], number: int) -> Judged:
    core, random = machine(), Random(f"estimates {key} {number}")
    line = [opening(start(key, options), random)]
    while line[-1].to_move is not None and len(line) < 6 * len(line[0].board):
        effort = Effort(LEVEL.playouts_in(line[-1]), random.randrange(1 << 30))
        line.append(line[-1].play(core.think(line[-1], effort).moves[0].move))
    middle = line[len(line) // 2]
    thoughts = core.think(middle, Effort(COMPARE_PLAYOUTS, number))
    final = standing(line[-1], undecided=0.0)
    by_net = None
    if core.said(len(middle.board), len(middle.colours or ())) is not None:
        asked = core.think(middle, Effort(1, number, questions=COMPARE_PLAYOUTS // 2))
        by_net = brier(list(asked.owners), final)
    return Judged(
        brier(list(thoughts.owners), final),
        brier(standing(middle, undecided=0.5), final),
        by_net,
    )


def standing(position: Position, undecided: float) -> Owners:
    """Who has each point as the board stands; ``undecided``: what each has of the others."""
    owner = dict(position.stones)
    for part in position.territories():
        if part.owner is not None:
            owner |= dict.fromkeys(part.points, part.owner)
    owner |= {p: colour for p, colour in position.controllers().items() if p not in owner}
    colours = range(len(position.colours or ()))
    return [
        tuple(float(owner[point] == colour) if point in owner else undecided for colour in colours)
        for point in range(len(position.board))
    ]


def brier(said: Owners, final: Owners) -> float:
    return mean(
        sum((p - f) ** 2 for p, f in zip(point, end, strict=True))
        for point, end in zip(said, final, strict=True)
    )


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    boards = plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
    tasks = [
        [Task(key, options, range(n, min(n + CHUNK, games))) for n in range(0, games, CHUNK)]
        for key, options in boards
    ]
    for (key, options), parts in zip(boards, plan.rows(work, tasks), strict=True):
        judged = [game for part in parts for game in part]
        better = [game.overlay - game.search for game in judged]
        error = CONFIDENT * stdev(better) / sqrt(len(better))
        by_net = [game.by_net for game in judged if game.by_net is not None]
        yield Row(
            f"Brier score of the owners at half of the plies, {key} {options}",
            "surely better than the overlay",
            f"{mean(game.search for game in judged):.3f}, the overlay "
            f"{mean(game.overlay for game in judged):.3f}, "
            f"better by {mean(better):.3f} ± {error:.3f} in {len(judged)} games"
            + (f"; by the net {mean(by_net):.3f}" if by_net else ""),
            mean(better) > error,
        )
