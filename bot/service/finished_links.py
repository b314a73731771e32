"""The addresses of the pages of finished games: nobody can guess one.

Numbers of matches can be counted through, so an address also has a tag that only our database can
make. Whoever has one was given it by somebody who could see the game.
"""

import hmac
import re
import secrets
from base64 import b32encode
from hashlib import sha256

from bot.service.live_match import LiveMatch
from bot.service.server_settings import Setting, settings_in
from bot.service.web_passes import BYTES
from bot.storage.database import Store
from bot.storage.transaction import Transaction

KEY = "key of finished pages"
"""Under which the database has the key of the tags."""
TAG_BYTES = 10
OFFERED = Setting("finished_pages", lambda kept: kept if isinstance(kept, bool) else None)
"""False: games of this server have no pages."""
_NAME = re.compile(r"([0-9]{1,15})-([a-z2-7]{16})")


class FinishedLinks:
    """The addresses of one database."""

    def __init__(self, store: Store, url: str = "") -> None:
        """``url``: the page's; empty: there is none."""
        self._store = store
        self._url = url
        self._key = ""

    async def offers(self, live: LiveMatch) -> bool:
        """True if a match may have a page, as far as its server and the match itself decide it."""
        if not self._url or live.solo or live.match.end is None or not live.match.turn_log.begun:
            return False
        settings = await self._store.read(lambda tx: settings_in(tx, live.server))
        return OFFERED.of(settings) is not False

    async def link(self, match_id: int) -> str:
        """The address of the page of a match."""
        return f"{self._url}/finished/{match_id}-{await self._tag(match_id)}"

    async def match_of(self, name: str) -> int | None:
        """The match that an address names by its last part; None if we have not made it."""
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        match_id = int(found[1])
        tag = await self._tag(match_id)
        named = str(match_id) == found[1] and hmac.compare_digest(tag, found[2])
        return match_id if named else None

    async def _tag(self, match_id: int) -> str:
        if not self._key:
            known = await self._store.read(lambda tx: tx.meta.get(KEY))
            self._key = known or await self._store.write(_new_key)
        digest = hmac.digest(self._key.encode(), str(match_id).encode(), sha256)
        return b32encode(digest[:TAG_BYTES]).decode().lower()


def _new_key(tx: Transaction) -> str:
    key = tx.meta.get(KEY) or secrets.token_urlsafe(BYTES)
    tx.meta.set(KEY, key)
    return key
