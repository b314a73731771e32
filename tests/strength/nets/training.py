"""Trains a net on samples: boards of every size, each batch turned and mirrored by chance."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from engine.ai.net import STONES
from tests.core.net_file import Shape
from tests.strength.nets.model import (
    Adam,
    Array,
    Batch,
    Losses,
    Weights,
    learn,
    losses,
    say,
)

POINTS_AT_ONCE = 8192
"""How many points a batch has, about."""
HELD_OUT = 12
"""One file of so many is not learned from."""


class Symmetry(NamedTuple):
    """A way to turn or mirror a board."""

    points: Array
    """Where each point goes."""
    slots: tuple[int, ...]
    """Where each slot goes."""


def symmetries(around: Array) -> list[Symmetry]:
    """All ways in which a board falls on itself; `around` has the slots of each point."""
    points, slots = around.shape
    neighbours = 6 if slots == 6 else 4
    found: list[Symmetry] = []
    for mirror in (1, -1):
        for turn in range(neighbours):
            to = [(turn + mirror * slot) % neighbours for slot in range(neighbours)]
            if slots == 8:
                corner = turn if mirror == 1 else turn - 1
                to += [4 + (corner + mirror * slot) % 4 for slot in range(4)]
            for start in range(points):
                moved = _moved(around, to, start)
                if moved is not None:
                    found.append(Symmetry(moved, tuple(to)))
                    break
    return found


def _moved(around: Array, to: Sequence[int], start: int) -> Array | None:
    """Where each point goes if the first goes to `start`; None if it is another board then."""
    points = len(around)
    moved = np.full(points + 1, -1)
    moved[0], moved[points] = start, points
    waiting = [0]
    while waiting:
        point = waiting.pop()
        for slot, other in enumerate(around[point]):
            goal = around[moved[point]][to[slot]]
            if moved[other] == -1:
                moved[other] = goal
                waiting.append(int(other))
            if moved[other] != goal or (goal == points) != (other == points):
                return None
    return moved[:points]


class Shelf:
    """All samples on boards of one kind."""

    def __init__(self, files: Sequence[Path], seats: int) -> None:
        with np.load(files[0]) as first:
            self.around: Array = first["around"].astype(np.int64)
        parts: list[dict[str, Array]] = []
        for file in files:
            with np.load(file) as data:
                parts.append({name: data[name] for name in data.files if name != "around"})
        self.arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self.symmetries = symmetries(self.around)
        points, slots = self.around.shape
        self.taps = np.concatenate([np.arange(points)[:, None], self.around], axis=1)
        self.seats, self.neighbours = seats, 6 if slots == 6 else 4
        self.at_once = max(16, POINTS_AT_ONCE // points)

    def __len__(self) -> int:
        return len(self.arrays["signs"])

    def batch(self, rows: Array, planes: int, symmetry: Symmetry) -> Batch:
        """These samples, turned."""
        of = {name: array[rows] for name, array in self.arrays.items()}
        bits = (of["planes"][:, :, None] >> np.arange(planes, dtype=np.uint32)) & 1
        linked = STONES + self.seats
        for first in range(linked, planes, self.neighbours):
            bits[:, :, [first + slot for slot in symmetry.slots[: self.neighbours]]] = bits[
                :, :, first : first + self.neighbours
            ].copy()
        back = np.argsort(symmetry.points)
        return Batch(
            around=self.taps,
            planes=bits[:, back].astype(np.float32),
            signs=of["signs"],
            visits=np.concatenate([of["visits"][:, :-1][:, back], of["visits"][:, -1:]], axis=1),
            owners=of["owners"][:, back].astype(np.int64),
            wins=of["wins"],
        )


def shelves(folders: Sequence[Path], seats: int, held_out: bool) -> list[Shelf]:
    """The samples in some folders, by board."""
    by_board: dict[str, list[Path]] = {}
    for folder in folders:
        for file in sorted(folder.glob("*.npz")):
            if ".tmp" not in file.name:
                by_board.setdefault(file.name.rsplit("-", 1)[0], []).append(file)
    chosen = (
        [file for n, file in enumerate(files) if (n % HELD_OUT == HELD_OUT - 1) == held_out]
        for _, files in sorted(by_board.items())
    )
    return [Shelf(files, seats) for files in chosen if files]


def batches(shelves: Sequence[Shelf], shape: Shape, random: Any) -> Iterator[Batch]:
    """Batches for ever; a board as often as it has points in its samples."""
    shares = np.array([len(shelf) * len(shelf.around) for shelf in shelves], np.float64)
    while True:
        shelf = shelves[int(random.choice(len(shelves), p=shares / shares.sum()))]
        rows = random.integers(len(shelf), size=min(len(shelf), shelf.at_once))
        symmetry = shelf.symmetries[int(random.integers(len(shelf.symmetries)))]
        yield shelf.batch(rows, shape.planes, symmetry)


def tested(weights: Weights, shelves: Sequence[Shelf], shape: Shape) -> list[Losses]:
    """How a net does on each board."""
    found: list[Losses] = []
    for shelf in shelves:
        same = shelf.symmetries[0]
        each: list[Losses] = []
        for first in range(0, min(len(shelf), 2000), shelf.at_once):
            batch = shelf.batch(
                np.arange(first, min(len(shelf), first + shelf.at_once)), shape.planes, same
            )
            each.append(losses(say(weights, batch, shape.seats), batch, shape.seats))
        found.append(Losses(*np.mean(each, axis=0)))
    return found


def train(
    weights: Weights,
    shape: Shape,
    folders: Sequence[Path],
    seconds: float,
    rate: float,
    seed: int,
    steps: int | None = None,
) -> Weights:
    """Train for some seconds of CPU time, slower and slower. Returns the mean of late weights."""
    random = np.random.default_rng(seed)
    learned, test = shelves(folders, shape.seats, False), shelves(folders, shape.seats, True)
    if not learned:
        raise ValueError("there are no games to learn from")
    print(f"{sum(map(len, learned))} samples, {sum(map(len, test))} held out", flush=True)
    adam, begun, told = Adam(weights), process_time(), 0.0
    late = {name: array.copy() for name, array in weights.items()}
    for step, batch in enumerate(batches(learned, shape, random)):
        spent = (process_time() - begun) / seconds if steps is None else step / steps
        if spent >= 1:
            break
        falling = rate * min(1.0, (step + 1) / 100) * (1 - spent) ** 0.7
        adam.step(
            weights, learn(weights, say(weights, batch, shape.seats), batch, shape.seats), falling
        )
        for name, array in weights.items():
            late[name] += np.float32(0.005 if step > 200 else 0.05) * (array - late[name])
        if spent >= told:
            told += 0.2
            _tell(step, process_time() - begun, tested(late, test, shape), test)
    _tell(-1, process_time() - begun, tested(late, test, shape), test)
    return late


def _tell(step: int, spent: float, found: Sequence[Losses], test: Sequence[Shelf]) -> None:
    print(f"step {step}, {spent:.0f} s", flush=True)
    for shelf, of in zip(test, found, strict=True):
        print(
            f"  {len(shelf.around)} points: policy {of.policy:.3f}, owners {of.owners:.3f}, "
            f"value {of.values:.3f}; best move {of.first_choice:.2f}, winner {of.winner:.2f}",
            flush=True,
        )
