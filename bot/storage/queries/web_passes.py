"""What lets people onto the page: links that are used once, and sessions."""

from datetime import datetime

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import web_pass

_DIGEST = sa.bindparam("secret", type_=sa.Text)
_BY_DIGEST = sa.select(web_pass.c.user, web_pass.c.match, web_pass.c.expires).where(
    web_pass.c.digest == _DIGEST
)


class WebPassQueries(Queries):
    """What lets people onto the page, by the digest of its secret."""

    def add(self, digest: str, user: int, match_id: int | None, expires: datetime) -> None:
        """Store a link to a match, or, without one, a session."""
        values = {"digest": digest, "user": user, "match": match_id, "expires": expires}
        self._run(sa.insert(web_pass).values(values))

    def replace(self, digest: str, user: int, match_id: int | None, expires: datetime) -> None:
        """Store it instead of what had this digest before."""
        self._run(sa.delete(web_pass).where(web_pass.c.digest == digest))
        self.add(digest, user, match_id, expires)

    def match_of(self, digest: str, now: datetime) -> int | None:
        """The match that was opened at a place."""
        row = self._one(_BY_DIGEST, secret=digest)
        return None if row is None or row.expires <= now else row.match

    def user_of_session(self, digest: str, now: datetime) -> int | None:
        """The user of a session that has not expired."""
        row = self._one(_BY_DIGEST, secret=digest)
        return None if row is None or row.match is not None or row.expires <= now else row.user

    def is_link(self, digest: str) -> bool:
        """True if there is a link with this digest."""
        row = self._one(_BY_DIGEST, secret=digest)
        return row is not None and row.match is not None

    def use_link(self, digest: str, match_id: int, now: datetime) -> int | None:
        """The user of a link to this match that is not used yet; it is used with that."""
        row = self._one(_BY_DIGEST, secret=digest)
        if row is None or row.match != match_id or row.expires <= now:
            return None
        used = self._run(sa.delete(web_pass).where(web_pass.c.digest == digest))
        return row.user if used.rowcount else None

    def drop_expired(self, now: datetime) -> None:
        """Delete what lets nobody in any more."""
        self._run(sa.delete(web_pass).where(web_pass.c.expires <= now))
