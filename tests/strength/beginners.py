"""Whether weak levels err as beginners do: they see captures, and elsewhere are off by some points.

Levels play themselves from openings by chance. A search with many playouts, or with many questions
to the game's net, judges each turn. A capture of three stones and more counts if it is the best
move and the best moves that capture less cost two points or more. A position is quiet if nobody has
just captured and no move captures two stones; it counts if both can still win.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS, Effort, Machine
from engine.ai.review import LEAST
from engine.ai.thoughts import lead
from engine.game import OptionValue
from engine.position import Move, Placement, Position
from tests.strength.matches import of_level, opening, start, wilson
from tests.strength.plan import Plan, Row

GAMES, CHUNK = 40, 2
LONG, QUESTIONS = 1600, 200
"""What judges a position."""
MANY, SOME = 3, 2
"""The stones of a capture that is meant, and of one with which a position is not quiet."""
BLUNDER, OPEN = 15.0, 0.05
BARS = {1: 0.6, 2: 0.75, 3: 0.9}
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5, "komi": 5}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    level: int
    games: range


class Turn(NamedTuple):
    """What a level did; None: that was not the question there."""

    captured: bool | None
    lost: float | None


def captures(position: Position, move: Move) -> int:
    """How many stones a move takes from the board."""
    if not isinstance(move, Placement):
        return 0
    return len(position.stones) + 1 - len(position.play(move).stones)


def work(task: Task) -> list[Turn]:
    return [turn for number in task.games for turn in game(task, number)]


def game(task: Task, number: int) -> Iterator[Turn]:
    core, random = machine(), Random(f"beginners {task.key} {number}")
    player = of_level(core, LEVELS[task.level - 1])
    before, position = None, opening(start(task.key, task.options), random)
    while position.to_move is not None and position.ply < 4 * len(position.board):
        move = player(position, random.randrange(1 << 30)).move
        calm = before is not None and len(position.stones) > len(before.stones)
        yield judged(core, position, move, calm=calm)
        before, position = position, position.play(move)


def judged(core: Machine, position: Position, move: Move, *, calm: bool) -> Turn:
    assert position.to_move is not None
    assert position.colours is not None
    own = position.colours[position.to_move]
    think = partial(core.think, effort=Effort(LONG, 2, questions=QUESTIONS))

    def ahead(made: Move) -> float:
        after = position.play(made)
        return lead(after.score() if after.to_move is None else think(after).score, own)

    thoughts = think(position)
    best, taken = thoughts.moves[0], {m: captures(position, m) for m in position.legal_moves()}
    captured = lost = None
    if taken.get(best.move, 0) >= MANY:
        others = [c.move for c in thoughts.moves if taken.get(c.move, 0) < MANY and c.visits]
        if all(ahead(best.move) - ahead(other) >= LEAST for other in others[:2]):
            captured = taken.get(move, 0) >= MANY
    elif calm and max(taken.values()) < SOME and OPEN < best.win < 1 - OPEN:
        lost = ahead(best.move) - ahead(move)
    return Turn(captured, lost)


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    found = [
        (key, options, level)
        for key, options in plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
        for level in plan.levels or BARS
    ]
    tasks = [
        [Task(*each, range(n, min(n + CHUNK, games))) for n in range(0, games, CHUNK)]
        for each in found
    ]
    for (key, options, level), parts in zip(found, plan.rows(work, tasks), strict=True):
        turns = [turn for part in parts for turn in part]
        seen = [turn.captured for turn in turns if turn.captured is not None]
        share, bar = sum(seen) / max(1, len(seen)), BARS.get(level, 0.9)
        low, high = wilson(sum(seen), len(seen))
        yield Row(
            f"Level {level}, {key} {options}, captures of {MANY} and more",
            f"{bar:.0%}",
            f"{sum(seen)} of {len(seen)} taken ({100 * low:.0f} to {100 * high:.0f} %)",
            share >= bar if seen else None,
        )
        lost = sorted(turn.lost for turn in turns if turn.lost is not None)
        worst = sum(points > BLUNDER for points in lost)
        half, most = (lost[int(part * (len(lost) - 1))] if lost else 0.0 for part in (0.5, 0.99))
        yield Row(
            f"Level {level}, {key} {options}, quiet positions",
            f"no loss above {BLUNDER:g} points",
            f"{worst} of {len(lost)} above; half lose {half:.1f} and less, 99 in 100 lose "
            f"{most:.1f} and less",
            worst == 0,
        )
