"""A net that was trained, as the file that the core reads."""

import numpy as np

from tests.core.net_file import CHANNELS, LAYERS, Shape, net_file
from tests.strength.nets.model import Array, Weights


def packed(weights: Weights, shape: Shape) -> bytes:
    """Raises `struct.error` if a weight is too large for its whole number."""
    layers = np.stack([_by_pairs(weights[f"layer{n}"], shape.taps) for n in range(LAYERS)])
    biases = np.stack([weights[f"layer{n}_bias"] for n in range(LAYERS)])
    known = weights | {"layers": layers, "layers_bias": biases, "owners": weights["owners"].T}
    return net_file(shape, {name: array.reshape(-1).tolist() for name, array in known.items()})


def _by_pairs(layer: Array, taps: int) -> Array:
    """The weights of a layer, those of two neighbouring channels beside each other."""
    return layer.reshape(taps, CHANNELS // 2, 2, CHANNELS).transpose(0, 1, 3, 2)
