"""How strong people are, for whoever pairs or seeds them; a feature knows."""

from collections.abc import Callable

from bot.storage.transaction import Transaction

Knows = Callable[[Transaction, str, int], float | None]


class Strength:
    """``service.strength(tx, game_key, user)``: a person's strength in points; None: not known."""

    def __init__(self) -> None:
        self.knows: Knows = lambda _tx, _game, _user: None
        self.hides: Callable[[Transaction, int], bool] = lambda _tx, _user: False
        """A feature puts its own here; the second says who shows their strength to nobody."""

    def __call__(self, tx: Transaction, game_key: str, user: int) -> float | None:
        """The strength of a person in a game."""
        return self.knows(tx, game_key, user)

    def shown(self, tx: Transaction, game_key: str, user: int) -> float | None:
        """The same as others may know it."""
        return None if self.hides(tx, user) else self(tx, game_key, user)
