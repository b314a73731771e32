"""People's progress in learning: the exercises that they solved, and their puzzle streaks."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

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


class Learning:
    """The answers of everybody in one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

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

    async def answer(
        self, user: int, game: str, name: str, *, right: bool, server: int | None = None
    ) -> tuple[Streak, bool]:
        """Note the answer to a puzzle. Returns the streak, and whether this answer counted.

        Only the first answer to each puzzle counts. Whoever answers the last daily puzzle of a
        ``server`` there counts there, too, with their first answer: that may have been elsewhere.
        """

        def work(tx: Transaction) -> tuple[Streak, bool]:
            answers = dict(tx.answered.of(user, PUZZLE))
            daily = None if server is None else tx.daily.latest(server)
            if daily is not None and (daily.game, daily.name) == (game, name):
                tx.daily.answer(daily, user, solved=answers.get((game, name), right))
            counts = (game, name) not in answers
            if counts:
                tx.answered.add(user, PUZZLE, game, name, solved=right)
                answers[game, name] = right
            return Streak.of(answers), counts

        return await self._store.write(work)
