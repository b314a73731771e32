"""People's names, how they want to see boards, and when their clocks stand still."""

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.rows import DELETED_PLAYER
from bot.storage.schema import person, preferences, rest
from engine.rest import Rest


class PeopleQueries(Queries):
    """People's names, and how they want to see boards."""

    def names(self, users: Iterable[int]) -> dict[int, str]:
        """The names of these people; those never met are left out.

        A negative number is the pseudonym of somebody who has deleted their data.
        """
        wanted = set(users)
        rows = self._all(sa.select(person).where(person.c.user.in_(wanted)))
        gone = {user: DELETED_PLAYER for user in wanted if user < 0}
        return {row.user: row.name for row in rows} | gone

    def remember_names(self, names: Mapping[int, str]) -> None:
        """Remember people's names, by user."""
        for user, name in names.items():
            changed = self._run(sa.update(person).where(person.c.user == user).values(name=name))
            if not changed.rowcount:
                self._run(sa.insert(person).values(user=user, name=name))

    def preferences(self, user: int) -> str | None:
        """How ``user`` wants to see boards, as it was stored."""
        row = self._one(sa.select(preferences.c.chosen).where(preferences.c.user == user))
        return None if row is None else row.chosen

    def keep_preferences(self, user: int, chosen: str) -> None:
        """Store how ``user`` wants to see boards."""
        self._run(sa.delete(preferences).where(preferences.c.user == user))
        self._run(sa.insert(preferences).values(user=user, chosen=chosen))

    def rests(self, users: Sequence[int]) -> tuple[Rest | None, ...]:
        """What each of them has chosen, in their order."""
        rows = self._all(sa.select(rest).where(rest.c.user.in_(users)))
        chosen = {row.user: row.chosen for row in rows}
        return tuple(chosen.get(user) for user in users)

    def keep_rest(self, user: int, chosen: Rest) -> None:
        """Store when the clocks of ``user`` stand still."""
        self._run(sa.delete(rest).where(rest.c.user == user))
        self._run(sa.insert(rest).values(user=user, chosen=chosen))
