"""A thinker for every game: the simple player's choices, judged by the board as it stands.

It plays games that the core does not know, and all games where there is no core.
"""

from collections import Counter
from random import Random

from engine import player
from engine.ai.thoughts import Considered, Effort, Thoughts, lead
from engine.position import Move, Position

MOST = 16
"""The most times that it is asked; more would not make it stronger."""


class Simple:
    """A thinker without a search."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        """The moves that the simple player makes of ``position``, most frequent first."""
        random, asked = Random(effort.seed), max(1, min(effort.playouts, MOST))
        chosen = Counter(player.choose(position, random) for _ in range(asked))
        return Thoughts(
            moves=tuple(_considered(position, *choice) for choice in chosen.most_common()),
            score=position.score(),
            spread=0.0,
            owners=_owners(position),
            playouts=asked,
        )


def _considered(position: Position, move: Move, visits: int) -> Considered:
    after, ahead = position.play(move), 0.0
    score = after.score()
    if score and position.to_move is not None and after.colours is not None:
        ahead = lead(score, after.colours[position.to_move])
    return Considered(move, visits, 0.5 + 0.5 * (ahead > 0) - 0.5 * (ahead < 0), ahead)


def _owners(position: Position) -> tuple[tuple[float, ...], ...]:
    """The share of each point that each colour owns, 0 or 1, as the board stands."""
    owner: dict[int, int | None] = dict(position.stones)
    for part in position.territories():
        owner |= dict.fromkeys(part.points, part.owner)
    colours = range(len(position.score()))
    return tuple(
        tuple(float(owner.get(point) == colour) for colour in colours)
        for point in range(len(position.board))
    )
