"""What lets people onto the page: a link for one person and one match, which becomes a session.

The database has only digests, so whoever reads it, or a backup, gets in nowhere.
"""

import hashlib
import secrets
from datetime import timedelta

from bot.service.current_time import Now
from bot.storage.database import Store
from bot.storage.transaction import Transaction

LINK_LASTS = timedelta(minutes=5)
SESSION_LASTS = timedelta(days=7)
BYTES = 24
"""Of a secret."""
SHOWN_LASTS = timedelta(days=1)
SHORTEST, LONGEST = 32, 64
"""Characters of a session's secret, and of what may be a secret at all."""


class WebPasses:
    """The links and sessions of one database."""

    def __init__(self, store: Store, now: Now, url: str = "", *, in_discord: bool = False) -> None:
        """``url``: the page's; empty: there is none. ``in_discord``: its window shows it, too."""
        self._store = store
        self._now = now
        self._url = url
        self.in_discord = in_discord

    @property
    def offered(self) -> bool:
        """True if there is a page."""
        return bool(self._url)

    async def link(self, user: int, match_id: int) -> str:
        """A new link, with which ``user`` can open the page of a match once.

        The secret stands behind a ``#``: browsers send that to nobody.
        """
        secret = secrets.token_urlsafe(BYTES)

        def work(tx: Transaction) -> None:
            now = self._now()
            tx.web_passes.drop_expired(now)
            tx.web_passes.add(_digest(secret), user, match_id, now + LINK_LASTS)

        await self._store.write(work)
        return f"{self._url}/game/{match_id}#key={secret}"

    async def enter(self, secret: str, match_id: int, session: str) -> int | None:
        """Use a link: who it is for; None if it opens nothing. From now on ``session`` is theirs.

        The page has made that secret up itself: if the connection breaks before the page hears
        that it is in, the link is used, but the session holds.
        """
        if not _may_be(secret) or not _may_be(session) or len(session) < SHORTEST:
            return None
        digest = _digest(secret)
        # Read first: what somebody makes up costs nobody a turn at the writer.
        if not await self._store.read(lambda tx: tx.web_passes.is_link(digest)):
            return None

        def work(tx: Transaction) -> int | None:
            now = self._now()
            user = tx.web_passes.use_link(digest, match_id, now)
            if user is not None:
                tx.web_passes.replace(_digest(session), user, None, now + SESSION_LASTS)
            return user

        return await self._store.write(work)

    async def session(self, user: int) -> str:
        """The secret of a new session of ``user``, of whom Discord has said who they are."""
        secret = secrets.token_urlsafe(BYTES)

        def work(tx: Transaction) -> None:
            tx.web_passes.add(_digest(secret), user, None, self._now() + SESSION_LASTS)

        await self._store.write(work)
        return secret

    async def show(self, match_id: int, user: int, *where: object) -> None:
        """Note that Discord's window shows a match, since ``user`` opens it ``where``."""
        digest = _place(*where)

        def work(tx: Transaction) -> None:
            now = self._now()
            tx.web_passes.drop_expired(now)
            tx.web_passes.replace(digest, user, match_id, now + SHOWN_LASTS)

        await self._store.write(work)

    async def shown(self, *where: object) -> int | None:
        """The match that was opened there last; None if none was, or too long ago."""
        digest, now = _place(*where), self._now()
        return await self._store.read(lambda tx: tx.web_passes.match_of(digest, now))

    async def user_of(self, session: str) -> int | None:
        """The user of a session; None if it has expired or never was."""
        if not _may_be(session):
            return None
        digest, now = _digest(session), self._now()
        return await self._store.read(lambda tx: tx.web_passes.user_of_session(digest, now))


def _may_be(secret: str) -> bool:
    return 0 < len(secret) <= LONGEST and secret.isascii() and secret.isprintable()


def _place(*where: object) -> str:
    """The digest of a place in Discord: what it is of is no secret, so it opens nothing."""
    return _digest("\0".join(("shown", *map(str, where))))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
