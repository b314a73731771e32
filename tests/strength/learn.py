"""Learns the weights of each game from games of the search against itself: ``make weights``.

A position is a choice among its legal points, in which each pattern has a strength; the search says
by its visits how good each point is. The strengths are those that make its visits most likely (a
multinomial logit, found by minorisation: Hunter 2004). Two of them are learned: among all points,
and among those around the last stone. Everything is seeded: the same program writes the same bytes.

``python -m tests.strength.learn [GAME ...]`` writes ``engine/ai/core/weights-GAME.bin``.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from multiprocessing import get_context
from random import Random
from struct import unpack
from typing import NamedTuple

from bot.core_files import core
from engine.ai import Effort, Machine
from engine.ai.patterns import BEYOND, OTHER, OWN, classes, count, written
from engine.ai.plain import MOST_SLOTS, around
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Placement, Position
from tests.core.build import SOURCES
from tests.strength.matches import opening, start


class Course(NamedTuple):
    """What a game is learned from."""

    boards: tuple[tuple[dict[str, OptionValue], int], ...]
    """Options and the number of players."""
    games: int
    playouts: int


COURSES = {
    "keil": Course((({"size": 5, "komi": 6}, 2),), games=300, playouts=400),
    "ki": Course((({"size": 7}, 2), ({"size": 9}, 2)), games=200, playouts=400),
    "kee": Course((({"width": 9, "height": 9, "komi": 7}, 2),), games=150, playouts=400),
}
FAINT = 0.5
"""What patterns count while nothing is known of them."""
ROUNDS = 60
CAUTION = 3.0
"""So many choices of average strength are added for each class: rare ones stay near it."""


class Choice(NamedTuple):
    """A choice among points."""

    among: tuple[int, ...]
    """The class of each."""
    shares: tuple[float, ...]
    """How good each is: the square of its visits, as a share."""
    weight: float
    """How much the choice counts: the share that these points have of the whole board."""


def played(key: str, number: int) -> list[tuple[Choice, Choice | None]]:
    """The choices of one game: among all points, and around the last stone."""
    course = COURSES[key]
    machine = Machine(core(), {}, all_games().values())
    machine.tune(prior=FAINT)
    position = start(key, *course.boards[number % len(course.boards)])
    random = Random(f"learn {key} {number}")
    position = opening(position, random, 2 * random.randrange(3))
    found: list[tuple[Choice, Choice | None]] = []
    while position.to_move is not None and position.ply < 3 * len(position.board):
        thoughts = machine.think(position, Effort(course.playouts, random.randrange(1 << 30)))
        visits = {
            position.board.index[considered.move.point]: considered.visits
            for considered in thoughts.moves
            if isinstance(considered.move, Placement)
        }
        choice = _choice(position, visits, visits)
        if choice is not None:
            near = [] if position.last is None else _slots(position, position.last)
            local = {point: visits[point] for point in visits if point in near}
            found.append((choice, _choice(position, local, visits)))
        position = position.play(thoughts.moves[0].move)
    return found


def _choice(position: Position, visits: dict[int, int], whole: dict[int, int]) -> Choice | None:
    total, of = (sum(number**2 for number in of.values()) for of in (visits, whole))
    if not total or len(visits) < 2:
        return None
    numbers = classes(position.board.turns)
    return Choice(
        tuple(numbers[pattern(position, point)] for point in visits),
        tuple(visits[point] ** 2 / total for point in visits),
        total / of,
    )


def _slots(position: Position, point: int) -> list[int]:
    """The points around a point in ring order, or -1."""
    slots = {6: 6, 4: 8}[position.board.turns]
    return list(unpack(f"<{MOST_SLOTS}h", around(position.board)[point])[:slots])


def pattern(position: Position, point: int) -> int:
    """The pattern around a point for the colour to move."""
    assert position.colours is not None and position.to_move is not None
    own, stones = position.colours[position.to_move], position.stones
    seen = 0
    for place, other in enumerate(_slots(position, point)):
        state = (
            BEYOND
            if other < 0
            else 0
            if other not in stones
            else OWN
            if stones[other] == own
            else OTHER
        )
        seen |= state << 2 * place
    return seen


def strengths(choices: Sequence[Choice], size: int) -> list[float]:
    """The logarithm of the strength of each class, 0 for those that were never seen."""
    chosen, sets = [0.0] * size, [(Counter(choice.among), choice.weight) for choice in choices]
    for choice in choices:
        for number, share in zip(choice.among, choice.shares, strict=True):
            chosen[number] += share * choice.weight
    strength = [1.0] * size
    for _ in range(ROUNDS):
        expected = [0.0] * size
        for among, weight in sets:
            total = sum(strength[number] * times for number, times in among.items())
            for number, times in among.items():
                expected[number] += weight * times / total
        strength = [
            (chosen[n] + CAUTION) / (expected[n] + CAUTION) if expected[n] else 1.0
            for n in range(size)
        ]
        # Only ratios count: let the average choice have strength 1.
        mean = sum(s * e for s, e in zip(strength, expected, strict=True)) / sum(expected)
        strength = [s / mean if e else 1.0 for s, e in zip(strength, expected, strict=True)]
    return [log(s) for s in strength]


def cross_entropy(choices: Sequence[Choice], weights: Sequence[float]) -> float:
    """How surprising the choices are; the less, the better they were learned."""
    total = 0.0
    for choice in choices:
        whole = sum(exp(weights[number]) for number in choice.among)
        total -= choice.weight * sum(
            share * (weights[number] - log(whole))
            for number, share in zip(choice.among, choice.shares, strict=True)
        )
    return total / sum(choice.weight for choice in choices)


def learn(key: str, games: Iterator[list[tuple[Choice, Choice | None]]]) -> bytes:
    pairs = [pair for game in games for pair in game]
    size = count(start(key, *COURSES[key].boards[0]).board.turns)
    everywhere = [choice for choice, _ in pairs]
    local = [answer for _, answer in pairs if answer is not None]
    told: list[list[float]] = []
    for name, choices in (("answers", local), ("anywhere", everywhere)):
        test, train = choices[: len(choices) // 10], choices[len(choices) // 10 :]
        weights = strengths(train, size)
        print(
            f"{key} {name}: {len(choices)} choices, {size} classes, cross entropy of a tenth "
            f"held out {cross_entropy(test, weights):.3f}, {cross_entropy(test, [0.0] * size):.3f} "
            "without",
            flush=True,
        )
        told.append(strengths(choices, size))
    return written(*told)


def main(keys: Sequence[str]) -> None:
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for key in keys or COURSES:
            numbers = range(COURSES[key].games)
            games = pool.map(played, [key] * len(numbers), numbers, chunksize=4)
            data = learn(key, games)
            (SOURCES / f"weights-{key}.bin").write_bytes(data)
            print(f"{key}: {len(data)} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
