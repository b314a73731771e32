"""The net as arrays: the core says the same with whole numbers, and it learns down its slope."""

from random import Random

import numpy as np
import pytest

from bot.core_files import core, weights
from engine.ai import Machine
from engine.ai.net import NET
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Placement, Position
from tests.core.net_file import Shape, shape_for
from tests.strength.matches import opening, start
from tests.strength.nets.games import neighbours
from tests.strength.nets.model import Batch, fresh, learn, losses, say, softmax
from tests.strength.nets.packing import packed
from tests.strength.nets.training import Shelf, symmetries

BOARDS: list[tuple[str, dict[str, OptionValue], int]] = [
    ("keil", {"size": 4, "komi": 7}, 2),
    ("ki", {"size": 7}, 2),
    ("kee", {"width": 6, "height": 5}, 3),
]


def shape_of(key: str, position: Position) -> Shape:
    arena = all_games()[key].ai
    assert arena is not None and position.colours is not None
    family = arena.conditions(position).family
    return shape_for(family, len(position.colours), position.board.turns)


def batch(machine: Machine, positions: list[Position], shape: Shape) -> Batch:
    """These positions, with results by chance."""
    points, random = len(positions[0].board), np.random.default_rng(1)
    rows, signs = [], []
    for position in positions:
        machine.load(position)
        seen = machine.seen(points, shape.seats)
        rows.append(np.frombuffer(seen.planes, np.uint32))
        signs.append(np.frombuffer(seen.signs, np.float32))
    bits = np.stack(rows)[:, :, None] >> np.arange(shape.planes, dtype=np.uint32) & 1
    around = neighbours(positions[0]).astype(np.int64)
    playable = np.concatenate([bits[:, :, 1], np.ones((len(positions), 1))], axis=1)
    visits = random.random(playable.shape) * playable
    wins = np.eye(shape.seats)[random.integers(shape.seats, size=len(positions))]
    return Batch(
        around=np.concatenate([np.arange(points)[:, None], around], axis=1),
        planes=bits.astype(np.float64),
        signs=np.stack(signs).astype(np.float64),
        visits=visits / visits.sum(1, keepdims=True),
        owners=random.integers(-1, shape.seats, size=(len(positions), points)),
        wins=wins,
    )


@pytest.mark.parametrize(("key", "options", "seats"), BOARDS)
def test_the_core_says_what_the_net_says(
    key: str, options: dict[str, OptionValue], seats: int
) -> None:
    position = opening(start(key, options, seats), Random(3), 6)
    shape, points = shape_of(key, position), len(position.board)
    net = fresh(shape, 1)
    net["policy"] *= 4
    known = weights() | {key + NET: packed(net, shape)}
    machine = Machine(core(), known, all_games().values())
    told = say(net, batch(machine, [position], shape), seats)
    said = machine.said(points, seats)
    assert said is not None
    policy = softmax(told.policy)[0]
    for move, chance in said.moves.items():
        assert chance == pytest.approx(policy[min(move, points)], abs=0.01)
    assert np.array(said.owners) == pytest.approx(told.owners[0], abs=0.01)
    assert said.values == pytest.approx(told.values[0], abs=0.01)


def test_it_learns_down_the_slope() -> None:
    """The gradient is what a small step in any direction changes."""
    position = start("keil", {"size": 3, "komi": 2})
    shape = shape_of("keil", position)
    machine = Machine(core(), weights(), all_games().values())
    positions = [opening(position, Random(n), n) for n in range(1, 7)]
    given = batch(machine, positions, shape)
    net = {name: array.astype(np.float64) for name, array in fresh(shape, 2).items()}
    # The owners tell the head of the whole board, which does not try to change them.
    net["hidden"][-shape.seats :] = 0
    gradient = learn(net, say(net, given, 2), given, 2)
    random = np.random.default_rng(3)

    def error(changed: dict[str, object]) -> float:
        found = losses(say(net | changed, given, 2), given, 2)
        return found.policy + 0.6 * found.owners + found.values

    for name, array in net.items():
        way = random.normal(size=array.shape)
        if name == "hidden":
            way[-shape.seats :] = 0
        small = 1e-5 * way
        slope = (error({name: array + small}) - error({name: array - small})) / 2e-5
        assert slope == pytest.approx((gradient[name] * way).sum(), rel=0.01, abs=1e-4), name


@pytest.mark.parametrize(
    ("key", "options", "count"),
    [
        ("keil", {"size": 3, "komi": 2}, 12),
        ("ki", {"size": 5}, 8),
        ("kee", {"width": 6, "height": 5}, 4),
    ],
)
def test_a_turned_sample_is_that_of_the_turned_position(
    key: str, options: dict[str, OptionValue], count: int
) -> None:
    first = start(key, options)
    machine = Machine(core(), {}, all_games().values())
    shape, board = shape_of(key, first), first.board
    found = symmetries(neighbours(first).astype(np.int64))
    assert len({tuple(symmetry.points) for symmetry in found}) == count
    random, moves, position = Random(key), list[int](), first
    for _ in range(8):
        stones = [m for m in position.legal_moves() if isinstance(m, Placement)]
        moves.append(board.index[random.choice(stones).point])
        position = position.play(Placement(board.names[moves[-1]]))
    plain = batch(machine, [position], shape)
    shelf = Shelf.__new__(Shelf)
    shelf.seats, shelf.neighbours, shelf.taps = 2, board.turns, plain.around
    machine.load(position)
    bits = np.frombuffer(machine.seen(len(board), 2).planes, np.uint32)[None]
    shelf.arrays = {"planes": bits, "signs": plain.signs, "visits": plain.visits}
    shelf.arrays |= {"owners": plain.owners, "wins": plain.wins}
    for symmetry in found:
        turned = first
        for move in moves:
            turned = turned.play(Placement(board.names[int(symmetry.points[move])]))
        ours = shelf.batch(np.array([0]), shape.planes, symmetry)
        assert (ours.planes == batch(machine, [turned], shape).planes).all()
        assert ours.visits[0][symmetry.points[moves[0]]] == plain.visits[0][moves[0]]
