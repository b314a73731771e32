"""The net as arithmetic on arrays: what it says, and how to change it so that it errs less.

A position is a row of 0s and 1s for each point. A *tap* is a point itself or one of its slots; a
convolution adds, for each tap, the numbers there times the weights of the tap. After a first
convolution come a few that add to what there is, then the heads: a policy for each move, the owner
of each point, and the chance of each seat. ``core/net.c`` does the same with whole numbers.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tests.core.net_file import CHANNELS, HIDDEN, LAYERS, Shape

Array = np.ndarray[Any, Any]
Weights = dict[str, Array]


def fresh(shape: Shape, seed: int) -> Weights:
    """A net that knows nothing."""
    random = np.random.default_rng(seed)

    def spread(*size: int, of: float) -> Array:
        return random.normal(0, of**-0.5, size).astype(np.float32)

    taps, seats = shape.taps, shape.seats
    wide = taps * CHANNELS
    return {
        "input": spread(taps * shape.planes, CHANNELS, of=30),
        "input_signs": spread(shape.signs, CHANNELS, of=30),
        "input_bias": np.zeros(CHANNELS, np.float32),
        **{f"layer{n}": spread(wide, CHANNELS, of=2 * wide) for n in range(LAYERS)},
        **{f"layer{n}_bias": np.zeros(CHANNELS, np.float32) for n in range(LAYERS)},
        "pool": spread(2 * CHANNELS, CHANNELS, of=800),
        "policy": spread(wide, 1, of=2 * wide),
        "owners": spread(CHANNELS, seats + 1, of=100),
        "owners_bias": np.zeros(seats + 1, np.float32),
        "hidden": spread(shape.heard, HIDDEN, of=shape.heard),
        "hidden_bias": np.zeros(HIDDEN, np.float32),
        "whole": spread(HIDDEN, seats + 1, of=200),
        "whole_bias": np.zeros(seats + 1, np.float32),
    }


@dataclass
class Batch:
    """Positions on one board; the arrays of `Samples`, turned into numbers."""

    around: Array
    """For each point its taps: itself, then the point at each slot, or the number of points."""
    planes: Array
    signs: Array
    visits: Array
    owners: Array
    wins: Array

    def __len__(self) -> int:
        return len(self.signs)


@dataclass
class Said:
    """What a net says of a batch, and what it takes to learn from that."""

    policy: Array
    """Of each point and of the declaration, as logarithms; -inf where no move is."""
    owners: Array
    """Of each point, the chance of each seat and of nobody."""
    values: Array
    """The chance of each seat."""
    inner: list[Array]
    columns: list[Array]
    pooled: Array
    peaks: Array
    last_pooled: Array
    last_peaks: Array
    heard: Array
    hidden: Array


PLAYABLE = 1


def softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def columns(x: Array, around: Array) -> Array:
    """For each point the numbers at all of its taps, one after the other."""
    batch, points, width = x.shape
    beyond = np.concatenate([x, np.zeros((batch, 1, width), np.float32)], axis=1)
    return np.take(beyond, around.reshape(-1), axis=1).reshape(batch * points, -1)


def pool(x: Array) -> tuple[Array, Array]:
    """The mean and the peak of each channel, and where the peaks are."""
    peaks = x.argmax(1)
    peak = np.take_along_axis(x, peaks[:, None, :], axis=1)[:, 0]
    return np.concatenate([x.mean(1), peak], axis=1), peaks


def unpool(d: Array, peaks: Array, points: int) -> Array:
    """What a change of `pool` says of what was pooled."""
    dx = np.repeat(d[:, None, :CHANNELS] / np.float32(points), points, axis=1)
    at = peaks[:, None, :]
    np.put_along_axis(dx, at, np.take_along_axis(dx, at, 1) + d[:, None, CHANNELS:], 1)
    return dx


def say(weights: Weights, batch: Batch, seats: int) -> Said:
    size, points = batch.planes.shape[:2]
    first = columns(batch.planes, batch.around)
    signs = batch.signs @ weights["input_signs"] + weights["input_bias"]
    x = (first @ weights["input"]).reshape(size, points, CHANNELS) + signs[:, None]
    x = np.maximum(x, 0)
    inner, cols, pooled, peaks = [x], [first], x, x
    for n in range(LAYERS):
        cols.append(columns(x, batch.around))
        more = (cols[-1] @ weights[f"layer{n}"]).reshape(x.shape) + weights[f"layer{n}_bias"]
        if n == LAYERS - 1:
            pooled, peaks = pool(x)
            more += (pooled @ weights["pool"])[:, None]
        x = np.maximum(x + more, 0)
        inner.append(x)
    cols.append(columns(x, batch.around))
    policy = (cols[-1] @ weights["policy"]).reshape(size, points)
    owners = softmax(x @ weights["owners"] + weights["owners_bias"])
    last_pooled, last_peaks = pool(x)
    owned = owners[:, :, :seats].sum(1)
    standing = batch.signs[:, :seats] + (owned - owned.mean(1, keepdims=True)) / 10
    heard = np.concatenate([last_pooled, batch.signs, standing], axis=1)
    hidden = np.maximum(heard @ weights["hidden"] + weights["hidden_bias"], 0)
    whole = hidden @ weights["whole"] + weights["whole_bias"]
    policy = np.where(batch.planes[:, :, PLAYABLE] > 0, policy, -np.inf)
    policy = np.concatenate([policy, whole[:, seats:]], axis=1)
    values = softmax(whole[:, :seats])
    return Said(
        *(policy, owners, values, inner, cols, pooled, peaks),
        *(last_pooled, last_peaks, heard, hidden),
    )


class Losses(NamedTuple):
    policy: float
    owners: float
    values: float
    first_choice: float
    """How often the best move is the one with most visits."""
    winner: float
    """How often the likeliest winner has won."""


OWNERS_COUNT, VALUES_COUNT = 0.6, 1.0


def losses(said: Said, batch: Batch, seats: int) -> Losses:
    chances, chosen = np.clip(softmax(said.policy), 1e-9, 1), batch.visits.sum(1) > 0
    policy = -(batch.visits * np.log(chances)).sum() / max(1, chosen.sum())
    owner = np.where(batch.owners < 0, seats, batch.owners)[:, :, None]
    owners = -np.log(np.clip(np.take_along_axis(said.owners, owner, 2), 1e-9, 1)).mean()
    values = -(batch.wins * np.log(np.clip(said.values, 1e-9, 1))).sum(1).mean()
    return Losses(
        float(policy),
        float(owners),
        float(values),
        float((said.policy.argmax(1) == batch.visits.argmax(1))[chosen].mean()),
        float((said.values.argmax(1) == batch.wins.argmax(1)).mean()),
    )


def learn(weights: Weights, said: Said, batch: Batch, seats: int) -> Weights:
    """The gradient of the losses."""
    size, points = batch.planes.shape[:2]
    slots = batch.around.shape[1] - 1
    half = 6 // 2 if slots == 6 else 2
    back = [0, *(1 + (slot + half) % (2 * half) for slot in range(2 * half))]
    back += [5 + (slot + 2) % 4 for slot in range(slots - 2 * half)]
    found: Weights = {}

    def transposed(name: str, width: int) -> Array:
        """Weights that lead back: of each tap those of the opposite one, in and out exchanged."""
        taps = weights[name].reshape(slots + 1, width, -1)[back]
        return np.ascontiguousarray(taps.transpose(0, 2, 1).reshape(-1, width))

    chosen = batch.visits.sum(1, keepdims=True)
    d_policy = (softmax(said.policy) * chosen - batch.visits) / np.float32(size)
    d_whole = np.concatenate(
        [VALUES_COUNT * (said.values - batch.wins) / np.float32(size), d_policy[:, points:]], axis=1
    )
    found["whole"], found["whole_bias"] = said.hidden.T @ d_whole, d_whole.sum(0)
    d_hidden = (d_whole @ weights["whole"].T) * (said.hidden > 0)
    found["hidden"], found["hidden_bias"] = said.heard.T @ d_hidden, d_hidden.sum(0)
    dx = unpool(d_hidden @ weights["hidden"].T[:, : 2 * CHANNELS], said.last_peaks, points)
    owner = np.where(batch.owners < 0, seats, batch.owners)[:, :, None]
    d_owners = said.owners.copy()
    np.put_along_axis(d_owners, owner, np.take_along_axis(d_owners, owner, 2) - 1, 2)
    d_owners *= np.float32(OWNERS_COUNT / (size * points))
    x = said.inner[-1]
    flat = d_owners.reshape(-1, seats + 1)
    found["owners"], found["owners_bias"] = x.reshape(-1, CHANNELS).T @ flat, flat.sum(0)
    dx += d_owners @ weights["owners"].T
    d_points = np.ascontiguousarray(d_policy[:, :points, None])
    found["policy"] = said.columns[-1].T @ d_points.reshape(-1, 1)
    dx += (columns(d_points, batch.around) @ transposed("policy", CHANNELS)).reshape(dx.shape)

    for n in reversed(range(LAYERS)):
        dx *= said.inner[n + 1] > 0
        flat = dx.reshape(-1, CHANNELS)
        found[f"layer{n}"] = said.columns[n + 1].T @ flat
        found[f"layer{n}_bias"] = flat.sum(0)
        before = dx + (columns(dx, batch.around) @ transposed(f"layer{n}", CHANNELS)).reshape(
            dx.shape
        )
        if n == LAYERS - 1:
            whole = dx.sum(1)
            found["pool"] = said.pooled.T @ whole
            before += unpool(whole @ weights["pool"].T, said.peaks, points)
        dx = before
    dx *= said.inner[0] > 0
    flat, whole = dx.reshape(-1, CHANNELS), dx.sum(1)
    found["input"] = said.columns[0].T @ flat
    found["input_signs"], found["input_bias"] = batch.signs.T @ whole, whole.sum(0)
    return found


class Adam:
    """Steps down the gradient, each weight with a step of its own."""

    def __init__(self, weights: Weights) -> None:
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, gradient: Weights, rate: float, decay: float = 0.02) -> None:
        self.steps += 1
        warm = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, slope in gradient.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weights[name] -= np.float32(rate) * (
                np.float32(warm) * mean / (np.sqrt(square) + 1e-7)
                + decay * weights[name] * (slope.ndim > 1)
            )
