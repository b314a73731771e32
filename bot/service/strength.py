"""How strong people are, for whoever pairs or seeds them; a feature knows."""

from collections.abc import Callable

from bot.storage.transaction import Transaction

Knows = Callable[[Transaction, str, int], float | None]


class Strength:
    """``service.strength(tx, game_key, user)``: a person's strength in points; None: not known."""

    def __init__(self) -> None:
        self.knows: Knows = lambda _tx, _game, _user: None
        """A feature puts its own here."""

    def __call__(self, tx: Transaction, game_key: str, user: int) -> float | None:
        """The strength of a person in a game."""
        return self.knows(tx, game_key, user)
