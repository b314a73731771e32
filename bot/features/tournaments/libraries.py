"""The two libraries for pairings, with types: neither has any that a checker understands."""

import warnings
from collections.abc import Collection, Mapping
from typing import Any, cast

import caissify_pairings
import networkx as nx

Pairs = list[tuple[int, int | None]]
"""Who goes first and who goes second; None: a bye."""
_library = cast(Any, caissify_pairings)
_graphs = cast(Any, nx)


def generated(
    system: str,
    players: Collection[Mapping[str, object]],
    met: Collection[tuple[int, int]],
    number: int,
    last: int,
) -> Pairs:
    """The pairs of a round by `caissify_pairings`. It may raise anything, and may be wrong."""
    with warnings.catch_warnings():  # it warns where it gives up, and then its output is wrong
        warnings.simplefilter("ignore")
        rows: list[Any] = _library.generate_pairings(system, [*players], {*met}, number, last)
    return [(row["white_id"], row["black_id"]) for row in rows]


def matched(weights: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The matching of most pairs, and of these the one of greatest weight."""
    graph = _graphs.Graph()
    graph.add_weighted_edges_from((*pair, weight) for pair, weight in weights.items())
    return [*_graphs.max_weight_matching(graph, maxcardinality=True)]
