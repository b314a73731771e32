"""How many of the mistakes that reviews name are real, by playouts alone and with the game's net.

Weak levels play themselves, and both kinds review the same games. A mistake is
real if a search twenty times as long, with another seed, says that it lost a point or more. In a
game that has a net that search asks it, so it is no stranger to the reviews by the net.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS, Effort, Machine
from engine.ai.review import COMPARE_PLAYOUTS, Mistake, review
from engine.ai.thoughts import lead
from engine.game import OptionValue
from engine.position import Move, Position
from tests.strength.asking import answered
from tests.strength.matches import of_level, opening, start, wilson
from tests.strength.plan import Plan, Row

GAMES = 20
LONGER, REAL = 20, 1.0
KINDS = {"by playouts": Effort, "as the bot reviews": Effort.worth}
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5, "komi": 5}),
    ("keil", {"size": 7, "komi": 6}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    number: int


class Reviewed(NamedTuple):
    """A review of one kind: what each named mistake really lost, and the CPU time."""

    losses: list[float]
    seconds: float


def work(task: Task) -> dict[str, Reviewed]:
    core, random = machine(), Random(f"reviews {task.key} {task.number}")
    line, moves = [opening(start(task.key, task.options), random)], list[Move]()
    players = [of_level(core, LEVELS[random.randrange(4)]) for _ in range(2)]
    while line[-1].to_move is not None and len(moves) < 5 * len(line[0].board):
        player = players[line[-1].to_move]
        moves.append(player(line[-1], random.randrange(1 << 30)).move)
        line.append(line[-1].play(moves[-1]))
    found = dict[str, Reviewed]()
    for kind, efforts in KINDS.items():
        begun = process_time()
        named = answered(core, line, review(line, moves), efforts).mistakes
        seconds = process_time() - begun
        found[kind] = Reviewed([lost(core, line[one.plies], one) for one in named], seconds)
    return found


def lost(core: Machine, position: Position, mistake: Mistake) -> float:
    """What a mistake cost, in points, by the longer search."""
    assert position.colours is not None
    own = position.colours[mistake.seat]

    def ahead(move: Move) -> float:
        after = position.play(move)
        over = after.to_move is None
        long = Effort.worth(LONGER * COMPARE_PLAYOUTS, 2)
        return lead(after.score() if over else core.think(after, long).score, own)

    return ahead(mistake.better) - ahead(mistake.played)


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    boards = plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
    tasks = [[Task(key, options, n) for n in range(games)] for key, options in boards]
    for (key, options), parts in zip(boards, plan.rows(work, tasks), strict=True):
        for kind in KINDS:
            losses = [loss for part in parts for loss in part[kind].losses]
            real = sum(loss >= REAL for loss in losses)
            low, high = wilson(real, len(losses))
            seconds = sum(part[kind].seconds for part in parts) / len(parts)
            yield Row(
                f"mistakes that a review names, {key} {options}, {kind}",
                "",
                f"{real} of {len(losses)} real ({100 * low:.0f} to {100 * high:.0f} %), together "
                f"{sum(losses):.0f} points, in {games} games; {seconds:.1f} s a review",
            )
