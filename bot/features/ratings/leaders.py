"""Leaderboards: ranks of people on a server or everywhere, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.leader_store import LeaderQueries, Scope
from bot.features.ratings.store import rating_of
from bot.service.service import Service
from bot.storage.transaction import Transaction

ON_A_PAGE = 10
MOST_PAGES = 1000
"""Farther down, nobody can page; everybody's own row is shown anyway."""
MOST_PROVISIONAL = 5
LATELY = timedelta(days=90)
"""Whoever has finished no rated game for so long is not listed until they play again."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person with a rank, from 1."""

    rank: int
    user: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaders:
    """A page of a leaderboard."""

    page: int
    """From 0."""
    rows: Sequence[Ranked]
    more: bool
    """True if another page follows."""
    provisional: Sequence[tuple[int, Rating]]
    """Of a server: the best of those whose ratings are provisional."""
    own: Ranked | None
    """The asker's row, wherever it is; None if they have no rank."""
    hidden: bool
    """True if the asker is on no leaderboard, as they wish."""


class Leaderboards:
    """The leaderboards of one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._now = service.now

    async def page(self, game: str, server: int | None, page: int, asker: int) -> Leaders:
        """A page of the leaderboard of a server (None: of all), as ``asker`` sees it."""

        def work(tx: Transaction) -> Leaders:
            queries, scope = LeaderQueries(tx.connection), Scope(game, self._now() - LATELY)
            hidden = queries.is_hidden(asker)
            skip = min(max(page, 0), MOST_PAGES - 1) * ON_A_PAGE
            found, provisional, own = _looked(tx, scope, server, asker, skip)
            if not found and skip:  # fewer people are listed than there were
                skip = 0
                found, provisional, own = _looked(tx, scope, server, asker, skip)
            last_page = skip == (MOST_PAGES - 1) * ON_A_PAGE
            return Leaders(
                skip // ON_A_PAGE,
                found[:ON_A_PAGE],
                len(found) > ON_A_PAGE and not last_page,
                provisional,
                None if hidden else own,
                hidden,
            )

        return await self._store.read(work)

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Take ``user`` off all leaderboards, or put them back."""
        await self._store.write(lambda tx: LeaderQueries(tx.connection).hide(user, hidden=hidden))


Found = tuple[Sequence[Ranked], Sequence[tuple[int, Rating]], Ranked | None]
"""Those on a page and one more, of a server those with provisional ratings, and the asker."""


def _looked(tx: Transaction, scope: Scope, server: int | None, asker: int, skip: int) -> Found:
    queries = LeaderQueries(tx.connection)
    if server is None:
        found = enumerate(queries.best(scope, ON_A_PAGE + 1, skip), skip + 1)
        rows = [Ranked(place, user, rating) for place, (user, rating) in found]
        return rows, (), _own(tx, queries, scope, asker)
    there = queries.of_server(scope, server, asker, ON_A_PAGE + 1, skip, MOST_PROVISIONAL)
    rows = [Ranked(one.place, one.user, one.rating) for one in there if one.settled]
    own = next((row for row in rows if row.user == asker), None)
    rows = [row for row in rows if skip < row.rank <= skip + ON_A_PAGE + 1]
    return rows, [(one.user, one.rating) for one in there if not one.settled], own


def _own(tx: Transaction, queries: LeaderQueries, scope: Scope, user: int) -> Ranked | None:
    """The row of ``user`` among everybody, if they do not hide."""
    own = rating_of(tx, user, scope.game)
    if own is None or own.provisional or own.at is None or own.at <= scope.since:
        return None
    return Ranked(1 + queries.number_above(scope, user, own.value), user, own)
