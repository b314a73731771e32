"""Learns the weights of each game from games of the search against itself: ``make weights``.

A position is a choice among its legal points, each as strong as its pattern and its traits
together; the search says by its visits how good each point is. The strengths are those that make
its visits most likely (a multinomial logit, found by minorisation: Hunter 2004, Coulom 2007). They
are learned among all points, and, of patterns alone, among those around the last stone. Everything
is seeded: the same program writes the same bytes.

``python -m tests.strength.learn [GAME ...]`` writes ``engine/ai/core/weights-GAME.bin``.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from bot.core_files import core
from engine.ai import Effort, Machine
from engine.ai.patterns import STEPS, TRAITS, VALUES, Look, classes, count, written
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Placement, Position
from tests.core.build import SOURCES
from tests.strength.matches import opening, start


class Training(NamedTuple):
    """What a game is learned from."""

    boards: tuple[tuple[dict[str, OptionValue], int], ...]
    """Options and the number of players."""
    games: int
    playouts: int


SIDE_5: dict[str, OptionValue] = {"size": 5, "komi": 6}
SIDE_7: dict[str, OptionValue] = {"size": 7, "komi": 6}
COURSES = {
    "keil": Training(((SIDE_5, 2), (SIDE_5, 2), (SIDE_5, 2), (SIDE_7, 2)), games=200, playouts=400),
    "ki": Training((({"size": 7}, 2), ({"size": 9}, 2)), games=200, playouts=400),
    "kee": Training((({"width": 9, "height": 9, "komi": 7}, 2),), games=120, playouts=400),
}
FAINT = 0.5
"""What patterns count while nothing is known of them."""
ROUNDS = 30
CAUTION = 3.0
"""So many choices of average strength are added for each class and each value: rare ones stay near
it."""


class Choice(NamedTuple):
    """A choice among points."""

    looks: tuple[tuple[int, ...], ...]
    """A column for the class of the pattern of each point, and one for each of its traits."""
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
        looks = machine.looks(len(position.board))
        choice = _choice(position, looks, visits, visits)
        if choice is not None:
            local = {point: v for point, v in visits.items() if looks[point].traits[STEPS] == 1}
            found.append((choice, _choice(position, looks, local, visits)))
        position = position.play(thoughts.moves[0].move)
    return found


def _choice(
    position: Position, looks: Mapping[int, Look], visits: dict[int, int], whole: dict[int, int]
) -> Choice | None:
    total, of = (sum(number**2 for number in of.values()) for of in (visits, whole))
    if not total or len(visits) < 2:
        return None
    numbers = classes(position.board.turns)
    rows = [(numbers[looks[point].pattern], *looks[point].traits) for point in visits]
    return Choice(
        tuple(zip(*rows, strict=True)),
        tuple(visits[point] ** 2 / total for point in visits),
        total / of,
    )


def strengths(choices: Sequence[Choice], sizes: Sequence[int]) -> list[list[float]]:
    """The logarithm of the strength of each class and of each value of the traits.

    A point is as strong as the product of its strengths; 0 for what was never seen.
    """
    chosen = [[0.0] * size for size in sizes]
    for choice in choices:
        for column, sums in zip(choice.looks, chosen, strict=False):
            for value, share in zip(column, choice.shares, strict=True):
                sums[value] += share * choice.weight
    found = [[1.0] * size for size in sizes]
    products = [[1.0] * len(choice.shares) for choice in choices]
    for _ in range(ROUNDS):
        for kind, size in enumerate(sizes):
            expected, old = [0.0] * size, found[kind]
            for choice, product in zip(choices, products, strict=True):
                each = choice.weight / sum(product)
                for value, strength in zip(choice.looks[kind], product, strict=True):
                    expected[value] += strength * each
            new = [
                (c + CAUTION) / (e / o + CAUTION) if e else 1.0
                for c, e, o in zip(chosen[kind], expected, old, strict=True)
            ]
            # Only ratios count: let the average choice have strength 1.
            mean = sum(n * e for n, e in zip(new, expected, strict=True)) / sum(expected)
            found[kind] = [n / mean if e else 1.0 for n, e in zip(new, expected, strict=True)]
            change = [n / o for n, o in zip(found[kind], old, strict=True)]
            for choice, product in zip(choices, products, strict=True):
                product[:] = [
                    strength * change[value]
                    for value, strength in zip(choice.looks[kind], product, strict=True)
                ]
    return [[log(strength) for strength in kind] for kind in found]


def cross_entropy(choices: Sequence[Choice], weights: Sequence[Sequence[float]]) -> float:
    """How surprising the choices are; the less, the better they were learned."""
    total = 0.0
    for choice in choices:
        told = [0.0] * len(choice.shares)
        for column, of in zip(choice.looks, weights, strict=False):
            told = [weight + of[value] for weight, value in zip(told, column, strict=True)]
        whole = log(sum(exp(weight) for weight in told))
        total -= choice.weight * sum(
            share * (weight - whole) for weight, share in zip(told, choice.shares, strict=True)
        )
    return total / sum(choice.weight for choice in choices)


def learn(key: str, games: Iterator[list[tuple[Choice, Choice | None]]]) -> bytes:
    pairs = [pair for game in games for pair in game]
    size = count(start(key, *COURSES[key].boards[0]).board.turns)
    everywhere = [choice for choice, _ in pairs]
    local = [answer for _, answer in pairs if answer is not None]
    told: list[list[float]] = []
    for name, choices, sizes in (
        ("answers", local, [size]),
        ("anywhere", everywhere, [size, *[VALUES] * TRAITS]),
    ):
        test, train = choices[: len(choices) // 10], choices[len(choices) // 10 :]
        print(
            f"{key} {name}: {len(choices)} choices, {size} classes, cross entropy of a tenth "
            f"held out {cross_entropy(test, strengths(train, sizes)):.3f}, "
            f"{cross_entropy(test, []):.3f} without",
            flush=True,
        )
        told += strengths(choices, sizes)
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
