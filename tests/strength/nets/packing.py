"""A net that was trained, as the file that the core reads; and back, to train it on."""

import numpy as np

from tests.core.net_file import CHANNELS, LAYERS, Shape, net_file, read_net_file
from tests.strength.nets.model import Array, Weights, fresh


def packed(weights: Weights, shape: Shape) -> bytes:
    """Raises `struct.error` if a weight is too large for its whole number."""
    layers = np.stack([_by_pairs(weights[f"layer{n}"], shape.taps) for n in range(LAYERS)])
    biases = np.stack([weights[f"layer{n}_bias"] for n in range(LAYERS)])
    known = weights | {"layers": layers, "layers_bias": biases, "owners": weights["owners"].T}
    return net_file(shape, {name: array.reshape(-1).tolist() for name, array in known.items()})


def unpacked(data: bytes, shape: Shape) -> Weights:
    """The weights of such a file, to train it on."""
    known = {name: np.array(row, np.float32) for name, row in read_net_file(data).items()}
    rows = known.pop("layers").reshape(LAYERS, shape.taps, CHANNELS // 2, CHANNELS, 2)
    layers = rows.transpose(0, 1, 2, 4, 3).reshape(LAYERS, -1, CHANNELS)
    biases = known.pop("layers_bias").reshape(LAYERS, CHANNELS)
    known["owners"] = known["owners"].reshape(shape.seats + 1, CHANNELS).T
    for n in range(LAYERS):
        known |= {f"layer{n}": layers[n], f"layer{n}_bias": biases[n]}
    return {name: known[name].reshape(like.shape) for name, like in fresh(shape, 0).items()}


def _by_pairs(layer: Array, taps: int) -> Array:
    """The weights of a layer, those of two neighbouring channels beside each other."""
    return layer.reshape(taps, CHANNELS // 2, 2, CHANNELS).transpose(0, 1, 3, 2)
