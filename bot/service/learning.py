"""People's progress in learning: the exercises that they solved, and their puzzle streaks."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime

from bot.storage.database import Store
from bot.storage.transaction import Transaction

EXERCISE, PUZZLE = "exercise", "puzzle"
"""The kinds of tasks that people answer."""


@dataclass(frozen=True, slots=True)
class Streak:
    """A person's puzzles, of all games."""

    now: int
    """Solved one after the other, up to now."""
    best: int
    solved: int
    answered: int

    @classmethod
    def of(cls, answers: Mapping[tuple[str, str], bool]) -> "Streak":
        """The streak of first answers, in their order."""
        now = best = 0
        for solved in answers.values():
            now = now + 1 if solved else 0
            best = max(best, now)
        return cls(now, best, sum(answers.values()), len(answers))


@dataclass(frozen=True, slots=True)
class PostedPuzzle:
    """A puzzle that was posted on a server for everybody."""

    game: str
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody's answer to a puzzle."""

    user: int
    game: str
    name: str
    solved: bool
    """By their first answer, wherever that was."""
    server: int | None
    counts: bool
    """True if this is that first answer."""


class Learning:
    """The answers of everybody in one database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.posted: list[Callable[[Transaction, int], PostedPuzzle | None]] = []
        """Callbacks of the features: the last puzzle that they have posted on a server."""
        self.at_answer: list[Callable[[Transaction, Answered], None]] = []
        """Callbacks of the features, called in the transaction that stores an answer to a puzzle,
        also if it is not the first one."""

    async def solved(self, user: int, game: str) -> Set[str]:
        """The names of the exercises of a game that ``user`` has solved."""
        answers = await self._store.read(lambda tx: tx.answered.of(user, EXERCISE))
        return {name for of, name in answers if of == game}

    async def solve(self, user: int, game: str, name: str) -> Set[str]:
        """Note that ``user`` has solved an exercise. Returns all that they solved of this game."""

        def work(tx: Transaction) -> Set[str]:
            answers = tx.answered.of(user, EXERCISE)
            if (game, name) not in answers:
                tx.answered.add(user, EXERCISE, game, name, solved=True)
            return {name, *(other for of, other in answers if of == game)}

        return await self._store.write(work)

    async def puzzles(self, user: int) -> Mapping[tuple[str, str], bool]:
        """The puzzles that ``user`` has answered, by game and name: whether at once."""
        return await self._store.read(lambda tx: tx.answered.of(user, PUZZLE))

    async def last_posted(self, server: int) -> PostedPuzzle | None:
        """The last puzzle that was posted on ``server`` for everybody."""

        def work(tx: Transaction) -> list[PostedPuzzle]:
            return [one for find in self.posted if (one := find(tx, server)) is not None]

        return max(await self._store.read(work), key=lambda one: one.at, default=None)

    async def answer(
        self, user: int, game: str, name: str, *, right: bool, server: int | None = None
    ) -> tuple[Streak, bool]:
        """Note the answer to a puzzle. Returns the streak, and whether this answer counted.

        Only the first answer to each puzzle counts. ``server``: where it was given.
        """

        def work(tx: Transaction) -> tuple[Streak, bool]:
            answers = dict(tx.answered.of(user, PUZZLE))
            first = answers.get((game, name), right)
            counts = (game, name) not in answers
            for follow in self.at_answer:
                follow(tx, Answered(user, game, name, first, server, counts))
            if counts:
                tx.answered.add(user, PUZZLE, game, name, solved=right)
                answers[game, name] = right
            return Streak.of(answers), counts

        return await self._store.write(work)
