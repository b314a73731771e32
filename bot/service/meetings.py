"""Which people begin games with each other: features say who does not want to meet whom."""

from collections.abc import Callable, Collection, Iterable

from bot.storage.transaction import Transaction

Pairs = frozenset[frozenset[int]]


def nobody(tx: Transaction, users: Collection[int]) -> Pairs:
    """No pair."""
    del tx, users
    return frozenset()


class Meetings:
    """What features know of people who do not want to meet; without any, everybody meets."""

    def __init__(self) -> None:
        self.apart: Callable[[Transaction, Collection[int]], Pairs] = nobody
        """The pairs of these people of whom one does not want to meet the other, whichever it is:
        they are not paired if that is possible. A feature sets it."""
        self.checks: list[Callable[[Transaction, int, int, bool], None]] = []
        """Callbacks of the features, called in the transaction in which somebody wants to begin a
        game with somebody else; True if the other has wished for that before. They raise
        `RefusedError` for the one who asks."""

    def check(
        self,
        tx: Transaction,
        asker: int,
        others: Iterable[int | None],
        *,
        wanted: bool = False,
    ) -> None:
        """Refuse ``asker`` a game with one of ``others``, of whom None is anybody.

        ``wanted``: the others have challenged, or have agreed to be challenged.
        """
        for other in others:
            if other is not None and other != asker:
                for check in self.checks:
                    check(tx, asker, other, wanted)
