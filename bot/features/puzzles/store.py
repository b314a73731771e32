"""How many people have answered each puzzle, and how many solved it at once: not who."""

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import metadata

puzzle_tally = sa.Table(
    "puzzle_tally",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True, comment="of the puzzle"),
    sa.Column("answered", sa.Integer, nullable=False, comment="people"),
    sa.Column("solved", sa.Integer, nullable=False, comment="those who did by their first answer"),
)


@dataclass(frozen=True, slots=True)
class Tally:
    """The first answers to a puzzle."""

    answered: int = 0
    solved: int = 0


class TallyQueries(Queries):
    """The first answers to puzzles."""

    def of(self, game: str) -> Mapping[str, Tally]:
        """Those to the puzzles of a game, by name; those that nobody has answered are left out."""
        columns = puzzle_tally.c.name, puzzle_tally.c.answered, puzzle_tally.c.solved
        rows = self._all(sa.select(*columns).where(puzzle_tally.c.game == game))
        return {row.name: Tally(row.answered, row.solved) for row in rows}

    def count(self, game: str, name: str, *, solved: bool) -> None:
        """Count somebody's first answer."""
        of, number = puzzle_tally.c, int(solved)
        this = of.game == game, of.name == name
        more = {"answered": of.answered + 1, "solved": of.solved + number}
        if self._run(sa.update(puzzle_tally).where(*this).values(more)).rowcount == 0:
            first = {"game": game, "name": name, "answered": 1, "solved": number}
            self._run(sa.insert(puzzle_tally).values(first))
