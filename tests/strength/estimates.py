"""Who will own each point: estimates in the middle of games, beside the territory as it stands.

Games of level 5 with itself begin with two random stones. After half of the plies the bot says
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
from engine.ai.thoughts import lead
from engine.game import OptionValue
from engine.position import Position
from tests.strength.asking import Efforts
from tests.strength.matches import CONFIDENT, of_level, opening, start
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


class Estimate(NamedTuple):
    """What was said of one game."""

    brier: float
    """The mean Brier score of its points."""
    off: float
    """By how many points the end differed from the lead that was expected."""
    within: bool
    """True if that was within the range that was told."""


class Judged(NamedTuple):
    """What was said in the middle of one game: as the bot says it, and by playouts."""

    told: Estimate
    by_playouts: Estimate
    overlay: float
    """The Brier score of what is anybody's on the board."""


def work(task: Task) -> list[Judged]:
    return [one(task.key, task.options, number) for number in task.games]


def one(key: str, options: dict[str, OptionValue], number: int) -> Judged:
    core, random = machine(), Random(f"estimates {key} {number}")
    line, player = [opening(start(key, options), random)], of_level(core, LEVEL)
    while line[-1].to_move is not None and len(line) < 6 * len(line[0].board):
        line.append(line[-1].play(player(line[-1], random.randrange(1 << 30)).move))
    middle, final = line[len(line) // 2], standing(line[-1], undecided=0.0)
    ended = lead(line[-1].score(), 0)

    def judged(efforts: Efforts) -> Estimate:
        found = core.think(middle, efforts(COMPARE_PLAYOUTS, number))
        off = ended - lead(found.score, 0)
        return Estimate(brier(list(found.owners), final), off, abs(off) <= found.spread)

    return Judged(
        judged(Effort.worth), judged(Effort), brier(standing(middle, undecided=0.5), final)
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
        better = [game.overlay - game.told.brier for game in judged]
        error = CONFIDENT * stdev(better) / sqrt(len(better))
        yield Row(
            f"Brier score of the owners at half of the plies, {key} {options}",
            "surely better than the overlay",
            f"{mean(game.told.brier for game in judged):.3f}, the overlay "
            f"{mean(game.overlay for game in judged):.3f}, "
            f"better by {mean(better):.3f} ± {error:.3f} in {len(judged)} games; "
            f"by playouts {mean(game.by_playouts.brier for game in judged):.3f}",
            mean(better) > error,
        )
        kinds = [game.told for game in judged], [game.by_playouts for game in judged]
        off, by_playouts = (sqrt(mean(each.off**2 for each in kind)) for kind in kinds)
        within = sum(each.within for each in kinds[0]) / len(judged)
        yield Row(
            f"the lead at half of the plies, {key} {options}",
            "half of the ends within the range",
            f"off by {off:.1f} points (by playouts {by_playouts:.1f}), "
            f"{100 * within:.0f} % within the range",
            within >= 0.5,
        )
