"""A simple player for any game: it makes legal moves that do it no harm, without a plan.

It knows positions, not games: the stones, what a move captures, who owns which territory.
"""

from collections.abc import Iterator
from random import Random

from engine.position import Declare, Move, Placement, Position
from engine.turns import PASS

CONSIDERED = 24
"""The number of harmless placements to choose among."""
PLIES_PER_POINT = 2
"""After this many plies for each point of the board it makes declarations if it can, to end a game
that only goes round in captures."""


def choose(position: Position, random: Random) -> Move:
    """A legal move of the seat to move; the game must not be over.

    It neither fills its own territory nor gives up more stones than it takes. If nothing else is
    left it makes a declaration; if it has none to make, it places a stone all the same.
    """
    words = [word for word in position.declarations() if word.word != PASS] or list(
        position.declarations()
    )
    tired = position.ply > PLIES_PER_POINT * len(position.board)
    if not (words and tired):
        weighed = dict(_harmless(position, random))
        if weighed:
            (move,) = random.choices(list(weighed), list(weighed.values()))
            return move
    if not words:
        return random.choice(list(position.legal_moves()))
    word = random.choice(words)
    text = word.word if word.numbers is None else word.complete(random.choice(word.numbers))
    return Declare(text)


def _harmless(position: Position, random: Random) -> Iterator[tuple[Placement, int]]:
    """Some harmless placements, each with its weight: captures weigh a little more."""
    if position.to_move is None or position.colours is None:
        return
    own = position.colours[position.to_move]
    settled = {p for part in position.territories() if part.owner == own for p in part.points}
    placements = [move for move in position.legal_moves() if isinstance(move, Placement)]
    random.shuffle(placements)
    found = 0
    for place in placements:
        if position.board.index[place.point] in settled:
            continue
        captured = list(position.play(place).captured.values())
        lost, taken = captured.count(own), len(captured) - captured.count(own)
        if lost <= taken:
            yield place, 1 + min(taken, 3)
            found += 1
        if found == CONSIDERED:
            return
