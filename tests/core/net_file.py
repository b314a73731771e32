"""The file of a net, as ``core/net.c`` reads it."""

from collections.abc import Mapping, Sequence
from random import Random
from struct import calcsize, pack, unpack_from
from typing import NamedTuple

from engine.ai.net import plane_count, sign_count
from engine.arena import Family

MAGIC, CHANNELS, HIDDEN, LAYERS = 0x31544E4B, 32, 32, 3
OF_WEIGHT = 1024
"""The whole number that stands for a weight of one, where weights are whole numbers."""


class Shape(NamedTuple):
    """What a net is made for."""

    slots: int
    """The places around a point: 6, or 8 on squares."""
    seats: int
    planes: int
    signs: int

    @property
    def taps(self) -> int:
        return 1 + self.slots

    @property
    def heard(self) -> int:
        """How many numbers the head of the whole board hears."""
        return 2 * CHANNELS + self.signs + self.seats


def shape_for(family: Family, seats: int, neighbours: int) -> Shape:
    slots = neighbours if neighbours == 6 else 2 * neighbours
    return Shape(slots, seats, plane_count(family, seats, neighbours), sign_count(seats))


def sections(shape: Shape) -> dict[str, tuple[int, str]]:
    """The parts of the file after its head, in order: how many numbers, and of which kind."""
    taps, owners = shape.taps, shape.seats + 1
    return {
        "input": (taps * shape.planes * CHANNELS, "h"),
        "input_signs": (shape.signs * CHANNELS, "f"),
        "input_bias": (CHANNELS, "f"),
        "layers": (LAYERS * taps * CHANNELS**2, "h"),
        "layers_bias": (LAYERS * CHANNELS, "f"),
        "pool": (2 * CHANNELS**2, "f"),
        "policy": (taps * CHANNELS, "h"),
        "owners": (owners * CHANNELS, "h"),
        "owners_bias": (owners, "f"),
        "hidden": (shape.heard * HIDDEN, "f"),
        "hidden_bias": (HIDDEN, "f"),
        "whole": (HIDDEN * owners, "f"),
        "whole_bias": (owners, "f"),
    }


def net_file(shape: Shape, weights: Mapping[str, Sequence[float]]) -> bytes:
    head = (MAGIC, shape.slots, shape.seats, shape.planes, shape.signs, LAYERS, CHANNELS, HIDDEN)
    parts = [pack(f"<{len(head)}i", *head)]
    for name, (count, kind) in sections(shape).items():
        numbers = weights[name]
        assert len(numbers) == count, f"{name}: {len(numbers)} numbers, not {count}"
        whole = [round(number * OF_WEIGHT) for number in numbers] if kind == "h" else numbers
        data = pack(f"<{count}{kind}", *whole)
        parts.append(data + bytes(-len(data) % 16))
    return b"".join(parts)


def read_net_file(data: bytes) -> dict[str, list[float]]:
    """The weights of a net; those that are whole numbers there have lost what was finer."""
    slots, seats, planes, signs = unpack_from("<4i", data, 4)
    at, weights = calcsize("<8i"), dict[str, list[float]]()
    for name, (count, kind) in sections(Shape(slots, seats, planes, signs)).items():
        numbers = unpack_from(f"<{count}{kind}", data, at)
        weights[name] = [number / OF_WEIGHT if kind == "h" else number for number in numbers]
        size = calcsize(f"<{count}{kind}")
        at += size + -size % 16
    return weights


def by_chance(shape: Shape, seed: str) -> bytes:
    """A net that knows nothing, with an opinion of everything."""
    random = Random(seed)
    return net_file(
        shape,
        {
            name: [(random.random() - 0.5) / 3 for _ in range(count)]
            for name, (count, _) in sections(shape).items()
        },
    )
