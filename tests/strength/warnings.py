"""How many warnings about a capture are true worries, and how many true worries get a warning.

Levels 1 to 3 play themselves. Every move after which the next player could capture stones that
were safe after its player's turn before is a worry, up to three of one move. It is true if a search
of its own, with more playouts than that of the warning and another seed, says that the capture
leaves the player two points or more behind what the best move would have brought. All rules of when
to warn are counted on the same worries.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bot.core_files import machine
from bot.service.capture_warning import MOST
from engine.ai import LEVELS, Effort, Machine
from engine.ai.review import LEAST
from engine.ai.thoughts import lead
from engine.ai.worries import Cost, cost
from engine.game import OptionValue
from engine.position import Move, Placement, Position
from engine.threats import exposed
from tests.strength.asking import answered
from tests.strength.matches import of_level, opening, start, wilson
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 30, 2
LONG = 3200
"""The playouts that decide what is true, for each position."""
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5, "komi": 5}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    games: range


class Worry(NamedTuple):
    stones: int
    left: bool
    """True if the stones were in danger already when their player moved."""
    told: bool
    """True if it is the first of its move that costs something by the search of the warning."""
    truth: float
    """The cost by the longer search."""

    @property
    def true(self) -> bool:
        return self.truth >= LEAST


def work(task: Task) -> list[Worry]:
    return [worry for number in task.games for worry in game(task.key, task.options, number)]


def game(key: str, options: dict[str, OptionValue], number: int) -> Iterator[Worry]:
    core, random = machine(), Random(f"warnings {key} {number}")
    player = of_level(core, LEVELS[number % 3])
    position = last = opening(start(key, options), random)
    while position.to_move is not None and position.ply < 6 * len(position.board):
        move = player(position, random.randrange(1 << 30)).move
        after = position.play(move)
        made, told = exposed(position, after), False
        for threat in exposed(position, after, last)[:MOST]:
            answer = Placement(position.board.names[threat.point])
            found = searched_cost(core, position, move, answer)
            yield Worry(
                len(threat.stones),
                threat not in made,
                found.matters and not told,
                true_cost(core, position, move, answer),
            )
            told |= found.matters
        last, position = position, after


def searched_cost(core: Machine, before: Position, move: Move, answer: Move) -> Cost:
    line = before, before.play(move)
    return answered(core, line, cost(line, 0, move, 1, answer), Effort.worth)


def true_cost(core: Machine, before: Position, move: Move, answer: Move) -> float:
    assert before.to_move is not None
    assert before.colours is not None
    own = before.colours[before.to_move]

    def ahead(position: Position) -> float:
        over = position.to_move is None
        found = position.score() if over else core.think(position, Effort.worth(LONG, 2)).score
        return lead(found, own)

    best = core.think(before, Effort.worth(LONG, 2)).moves[0].move
    if best == move:
        return 0.0
    return ahead(before.play(best)) - ahead(before.play(move).play(answer))


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    boards = plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
    tasks = [
        [Task(key, options, range(n, min(n + CHUNK, games))) for n in range(0, games, CHUNK)]
        for key, options in boards
    ]
    for (key, options), parts in zip(boards, plan.rows(work, tasks), strict=True):
        found = [worry for part in parts for worry in part]
        warned = [worry for worry in found if worry.told]
        kinds = {
            "of every capture, as before": found,
            "of one stone": [worry for worry in found if worry.stones == 1],
            "as the bot warns now": warned,
            "of them, of stones that were in danger already": [w for w in warned if w.left],
        }
        true = sum(worry.true for worry in found)
        for name, those in kinds.items():
            right = sum(worry.true for worry in those)
            low, high = wilson(right, len(those))
            yield Row(
                f"warnings, {key} {options}, {name}",
                "",
                f"{right} of {len(those)} true ({100 * low:.0f} to {100 * high:.0f} %), "
                f"of {true} true worries in {games} games",
            )
