"""Games of the computer player against itself, as a net learns from them.

Each position of a game becomes a sample: what a net sees, how the search spread its visits, who
won, and who owned each point at the end. Everything is as the mover sees it, and seeded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from random import Random
from struct import unpack
from typing import Any, NamedTuple

import numpy as np

from engine.ai import Effort, Machine, Thoughts
from engine.ai.encoding import MOST_POINTS, MOST_SLOTS, NOWHERE, around
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Declare, Placement, Position

Array = np.ndarray[Any, Any]
STRAY = 0.06
"""How often a stone is played by chance, so that the net sees what follows on mistakes."""


class Course(NamedTuple):
    """A board to learn on."""

    name: str
    options: Callable[[Random], dict[str, OptionValue]]
    seats: int
    share: float
    """How many of the tasks are games there: more games on a small board than on a large one."""

    @property
    def key(self) -> str:
        return self.name.split("-")[0]


def keil(size: int, komi: float, share: float) -> Course:
    """Keil on one board: komi and the rules varied, so that the net knows them all."""

    def options(random: Random) -> dict[str, OptionValue]:
        varied = max(0, round(random.gauss(komi, size * 0.8)))
        return {
            "size": size,
            "komi": varied,
            "button": random.random() < 0.75,
            "linking": "current" if random.random() < 0.85 else "2019",
        }

    return Course(f"keil-{size}", options, 2, share)


def ki(size: int, share: float) -> Course:
    return Course(f"ki-{size}", lambda _: {"size": size}, 2, share)


def kee(size: int, seats: int, komi: float, share: float) -> Course:
    """Kee on a square board, with komi varied."""

    def options(random: Random) -> dict[str, OptionValue]:
        varied = max(0, round(random.gauss(komi, size / 2)))
        return {"width": size, "height": size, "komi": varied}

    return Course(f"kee-{size}-{seats}", options, seats, share)


COURSES: dict[str, tuple[Course, ...]] = {
    "keil": (
        keil(3, 2, 0.02),
        keil(4, 7, 0.18),
        keil(5, 5, 0.36),
        keil(6, 7, 0.18),
        keil(7, 4, 0.26),
    ),
    "ki": (ki(5, 0.2), ki(7, 0.35), ki(9, 0.3), ki(11, 0.15)),
    "kee": (
        *(kee(5, 2, 9, 0.15), kee(7, 2, 9, 0.25), kee(9, 2, 7, 0.2)),
        *(kee(5, 3, 0, 0.1), kee(7, 3, 0, 0.15), kee(5, 4, 0, 0.05), kee(7, 4, 0, 0.1)),
    ),
}


class Manner(NamedTuple):
    """How games are played."""

    effort: int
    """How much is searched where the net learns from the search's choice."""
    quick: int | None = None
    """How much elsewhere, for the sake of more games; None: it learns from every choice."""
    by_net: bool = False
    sparring: float = 0.0
    """How often one side is played by the search without the net."""
    heat: float = 0.3
    """How often a move of the opening is drawn by its visits instead of played as the best one."""


THOROUGH, DECIDED = 0.25, 0.03
"""How often the search is thorough, if it is quick elsewhere; and a chance to win that decides the
game, so that it always is quick."""
TRUST = 0.5
"""In games for two, how much what the search expects counts, beside how the game ended: one game
says little of a position, and the same of many of them."""
NOISE = 0.25
"""How much of chance is mixed into what the net says of the first moves, if it is thorough."""


@dataclass
class Samples:
    """What was seen and what came of it, of positions on one board."""

    planes: list[Array]
    signs: list[Array]
    visits: list[Array]
    """For each point and then for the declaration, the share of the visits."""
    owners: list[Array]
    """For each point the seat that owns it at the end, counted from the mover, or -1."""
    wins: list[Array]
    """For each seat, counted from the mover, its share of the first place, or what is expected."""


def playing(course: Course, random: Random, stones: int | None = None) -> Position:
    """The beginning of a game, with some random stones."""
    game = all_games()[course.key]
    position = game.start(game.settle(course.options(random), course.seats), course.seats)
    most = len(position.board) // 5
    stones = random.choice((0, 1, 2, 2, 2, random.randrange(most))) if stones is None else stones
    for _ in range(stones):
        moves = [move for move in position.legal_moves() if isinstance(move, Placement)]
        if moves:
            position = position.play(random.choice(moves))
    return position


def seats_of(key: str) -> int:
    """For how many seats the net of a game is."""
    return max(course.seats for course in COURSES[key])


def play(core: Machine, course: Course, how: Manner, seed: str) -> tuple[Samples, Position]:
    """One game; its samples and how it ended."""
    random = Random(seed)
    position = playing(course, random)
    board, found = position.board, Samples([], [], [], [], [])
    movers, seats, chance = list[int](), len(position.colours or ()), 0.5
    expected = list[float]()
    guest = random.randrange(seats) if random.random() < how.sparring else None
    while position.to_move is not None and position.ply < 4 * len(board):
        assert position.colours is not None
        mover = position.colours[position.to_move]
        thorough = how.quick is None or (
            random.random() < THOROUGH and DECIDED < chance < 1 - DECIDED
        )
        by_net = how.by_net and mover != guest
        effort = how.effort if how.quick is None or thorough else how.quick
        core.tune_net(noise=NOISE if thorough else 0.0)
        asked = effort if by_net else 0
        searched = Effort(2 * effort, random.randrange(1 << 30), questions=asked)
        thoughts = core.think(position, searched)
        chance = thoughts.moves[0].win
        seen = core.seen(len(board), seats_of(course.key))
        found.planes.append(np.frombuffer(seen.planes, np.uint32))
        found.signs.append(np.frombuffer(seen.signs, np.float32))
        found.visits.append(_shares(position, thoughts) * np.float32(thorough))
        movers.append(mover)
        expected.append(chance)
        move = thoughts.moves[0].move
        if random.random() < STRAY:
            points = [at for at in seen.moves if at < MOST_POINTS]
            if points:
                move = Placement(board.names[random.choice(points)])
        elif random.random() < how.heat * exp(-position.ply / (0.4 * len(board))):
            weights = [float(considered.visits) for considered in thoughts.moves]
            move = random.choices(thoughts.moves, weights)[0].move
        position = position.play(move)
    _judge(position, movers, expected, seats_of(course.key), found)
    return found, position


def _shares(position: Position, thoughts: Thoughts) -> Array:
    shares = np.zeros(len(position.board) + 1, np.float32)
    for considered in thoughts.moves:
        move = considered.move
        at = -1 if isinstance(move, Declare) else position.board.index[move.point]
        shares[at] += considered.visits
    return shares / shares.sum()


def _judge(
    position: Position,
    movers: Sequence[int],
    expected: Sequence[float],
    seats: int,
    found: Samples,
) -> None:
    """Say of each sample what came of it."""
    assert position.colours is not None
    by_seat, colours = position.score(), len(position.colours)
    score = [0.0] * colours
    for seat, colour in enumerate(position.colours):
        score[colour] = by_seat[seat]
    owned: Mapping[int, int] = dict(position.stones)
    owners = np.full(len(position.board), -1, np.int8)
    for point, colour in owned.items():
        owners[point] = colour
    for part in position.territories():
        if part.owner is not None:
            for point in part.points:
                owners[point] = part.owner
    first = [float(points == max(score)) for points in score]
    for mover, chance in zip(movers, expected, strict=True):
        turned = np.where(owners < 0, -1, (owners - mover) % colours).astype(np.int8)
        found.owners.append(turned)
        wins = np.zeros(seats, np.float32)
        wins[:colours] = [first[(mover + n) % colours] / sum(first) for n in range(colours)]
        if colours == 2:
            wins[:2] += np.float32(TRUST) * (np.array([chance, 1 - chance], np.float32) - wins[:2])
        found.wins.append(wins)


def neighbours(position: Position) -> Array:
    """For each point the neighbour at each slot, or the number of points beyond the edge."""
    points, turns = len(position.board), position.board.turns
    slots = turns if turns == 6 else 2 * turns
    rows = [unpack(f"<{MOST_SLOTS}h", row)[:slots] for row in around(position.board)]
    return np.array([[points if p == NOWHERE else p for p in row] for row in rows], np.int16)


def write(path: Path, position: Position, games: Sequence[Samples]) -> int:
    """Keep the samples of some games on one board; returns how many they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = {
        name: np.stack([row for game in games for row in getattr(game, name)])
        for name in ("planes", "signs", "visits", "owners", "wins")
    }
    beginning = path.with_suffix(".tmp.npz")
    np.savez_compressed(beginning, around=neighbours(position), **arrays)
    beginning.rename(path)
    return len(arrays["planes"])
