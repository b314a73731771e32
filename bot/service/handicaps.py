"""Which handicap makes up for the difference of two people's ratings, as far as was measured."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.service.strength import Strength
from bot.storage.transaction import Transaction
from engine.game import Game, Options


@dataclass(frozen=True, slots=True)
class Proposal:
    """What two ratings say about a handicap between somebody and whoever they want to challenge."""

    worth: Mapping[int, float]
    """What the stones are worth on this board, in points of rating, by how many there are; empty
    if that was not measured."""
    stones: int | None = None
    """How many make up for the difference; 0: an even game does; None: nobody knows."""
    own: bool = False
    """True if whoever asks is the weaker one, and has the stones."""
    asker_unrated: bool = False
    other_unrated: bool = False
    """True, too, of somebody who shows their rating to nobody."""


def propose(
    tx: Transaction, strength: Strength, game: Game, options: Options, asker: int, other: int
) -> Proposal:
    """The handicap for a game of two people on the board of these ``options``."""
    worth = game.handicap_worth(options)
    mine, theirs = strength(tx, game.key, asker), strength.shown(tx, game.key, other)
    if mine is None or theirs is None or not worth:
        return Proposal(worth, None, False, mine is None, theirs is None)
    by_stones = {0: 0.0, **worth}
    stones = min(by_stones, key=lambda number: abs(by_stones[number] - abs(mine - theirs)))
    return Proposal(worth, stones, own=mine < theirs)
