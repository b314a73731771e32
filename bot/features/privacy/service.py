"""What is stored about people: exported whole, and deleted for good.

A deletion is a row first; whatever ends the process, the rest is done by whoever is next. Games end
and challenges close one after the other, and then one transaction erases everything, the row too.
"""

import asyncio
import io
import json
import logging
import secrets
import zipfile
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, cast

from bot.features.privacy.store import PrivacyQueries
from bot.service.invitations import close_challenge, is_lobby, open_challenge
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.service.store_turn import store_turn
from bot.shards import Shards
from bot.storage.database import is_passing
from bot.storage.rows import DECLINED, EXPIRED, WITHDRAWN, StoredMatch
from bot.storage.transaction import Transaction
from engine.turns import RESIGN, Turn

log = logging.getLogger(__name__)

FORMAT, VERSION = "keil personal data", 1
AT_ONCE = 200
"""Games that are read in one transaction."""
EXACT = 2**53
"""Larger numbers lose digits in many programs, so ids are written as text."""
MOST_ROUNDS = 10
"""Attempts before a deletion is left to the next `tick`: games may begin as fast as they end."""
PLAIN = 1 << 20
"""A larger export is compressed."""


class PrivacyRefusal(StrEnum):
    """Why nothing is deleted or exported: the keys of the texts."""

    COMPUTER = "privacy-computer"
    TOO_LARGE = "privacy-too-large"


@dataclass(frozen=True, slots=True)
class Running:
    """The games that a deletion would end, and the challenges that it would close."""

    against_people: int
    alone: int
    """Against computers only."""
    challenges: int


class Privacy:
    """What one database has about people."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._store = service.store
        self._cache = service.matches.cache
        self._now = service.now
        self._noting = asyncio.Lock()

    def register(self) -> None:
        """Go on with deletions, and forget servers, from now on."""
        self._service.deadlines.rounds.append(self.tick)

    async def running(self, user: int) -> Running:
        """What a deletion would end now."""

        def work(tx: Transaction) -> Running:
            games = [
                live
                for stored in tx.matches.running(user=user, most=None)
                if (live := self._playing(tx, stored, user)) is not None
            ]
            alone = sum(len(live.people) == 1 for live in games)
            challenges = PrivacyQueries(tx.connection).open_challenges(user)
            return Running(len(games) - alone, alone, len(challenges))

        return await self._store.read(work)

    def _playing(self, tx: Transaction, stored: StoredMatch, user: int) -> LiveMatch | None:
        """The match, if ``user`` still plays in it and anybody can end it."""
        try:
            live = self._cache.load(tx, stored)
        except RefusedError:
            return None
        return live if live.match.end is None and _seat(live, user) is not None else None

    # --- export ---

    async def export(self, user: int) -> bytes:
        """Everything about ``user`` that is theirs to see, as JSON: see PRIVACY.md."""

        def about(tx: Transaction) -> tuple[str, list[int]]:
            queries = PrivacyQueries(tx.connection)
            head = {
                "format": FORMAT,
                "version": VERSION,
                "user": str(user),
                "made": self._now().isoformat(),
                "tables": queries.rows_of(user),
            }
            return json.dumps(_plain(head), ensure_ascii=False, indent=1), queries.matches_of(user)

        head, keys = await self._store.read(about)
        parts: list[str] = []
        for first in range(0, len(keys), AT_ONCE):
            some = keys[first : first + AT_ONCE]
            parts += await self._store.read(partial(_games, keys=some, user=user))
        return await asyncio.to_thread(_whole, head, parts)

    # --- deletion ---

    async def delete(self, user: int) -> list[int]:
        """Forget ``user``. Returns the channels in which something has changed. May refuse."""
        await self.want(user)
        return await self._carry_out(user)

    async def want(self, user: int) -> None:
        """Have ``user`` forgotten by the next `tick`. Refuses the bot itself."""

        def work(tx: Transaction) -> None:
            want(tx, user, self._now())

        await self._store.write(work)

    async def tick(self, there: Shards) -> list[int]:
        """Go on with what a process has left, and forget servers. Returns the changed channels."""
        changed: list[int] = []
        for user in await self._store.read(lambda tx: PrivacyQueries(tx.connection).wanted()):
            try:
                changed += await self._carry_out(user)
            except Exception as error:  # the others need not wait for it
                if is_passing(error):
                    raise
                log.exception("a deletion has to wait")
        before = self._now() - self._service.operator.keep_servers
        gone = await self._store.read(
            lambda tx: PrivacyQueries(tx.connection).left_before(before, there)
        )
        for server in gone:
            await self._store.write(
                lambda tx, server=server: PrivacyQueries(tx.connection).erase_server(server)
            )
        return changed

    async def _carry_out(self, user: int) -> list[int]:
        changed: list[int] = []
        for _ in range(MOST_ROUNDS):
            for match_id in await self._store.read(lambda tx: self._ongoing(tx, user)):
                ended = await self._store.write(partial(self._leave, match_id=match_id, user=user))
                if ended is not None:
                    self._cache.remember(ended)
                    changed.append(ended.channel_id)
                    if ended.thinking:
                        self._service.computers.wake()
            if await self._store.write(partial(self._erase, user=user)):
                self._cache.clear()
                break
        return changed

    def _ongoing(self, tx: Transaction, user: int) -> list[int]:
        running = tx.matches.running(user=user, most=None)
        return [one.id for one in running if self._playing(tx, one, user) is not None]

    def _leave(self, tx: Transaction, match_id: int, user: int) -> LiveMatch | None:
        """Let ``user`` resign, whether or not a moderator has paused the game.

        No game just vanishes: whoever is about to win has earned that.
        """
        stored = tx.matches.get(match_id)
        live = None if stored is None else self._playing(tx, stored, user)
        if stored is None or live is None:
            return None
        turn = Turn(_seat(live, user) or 0, RESIGN, self._now())
        return store_turn(tx, self._service.shown_messages, stored, live, turn, None)

    def _erase(self, tx: Transaction, user: int) -> bool:
        """Erase everything, if nothing is under way; else a challenge has just been accepted."""
        queries = PrivacyQueries(tx.connection)
        if not queries.is_wanted(user):
            return True
        for key in queries.open_challenges(user):
            self._close(tx, key, user)
        if self._ongoing(tx, user):
            return False
        seats, pseudonym = queries.seats_of(user), new_pseudonym()
        for erase in self._service.erasures:
            erase(tx, user, pseudonym, seats)
        queries.erase(user, pseudonym)
        return True

    def _close(self, tx: Transaction, key: int, user: int) -> None:
        shown = self._service.shown_messages
        try:
            asked = open_challenge(tx, key, self._now())
        except RefusedError:
            if (late := tx.challenges.get(key)) is not None:
                close_challenge(tx, shown, late, EXPIRED)
            return
        if user == asked.challenger:
            close_challenge(tx, shown, asked, WITHDRAWN, by=user)
        elif is_lobby(asked):
            number = [seat.user for seat in asked.invitations].index(user)
            tx.challenges.free_seat(key, number)
            tx.messages.want_card(key)
        else:
            close_challenge(tx, shown, asked, DECLINED, by=user)

    # --- servers ---

    async def known_servers(self) -> list[int]:
        """The servers that have settings, or games that are not over."""

        def work(tx: Transaction) -> list[int]:
            return sorted({*PrivacyQueries(tx.connection).configured(), *tx.matches.servers()})

        return await self._store.read(work)

    async def note_servers(
        self, servers: Collection[int], here: Callable[[], Container[int]]
    ) -> None:
        """Note on which of ``servers`` the bot is, and since when it is not on the others.

        ``here`` says on which it is at the moment. One call after the other asks that: else a
        server that removes the bot while an earlier call still writes would count as there.
        """
        async with self._noting:
            there = here()

            def work(tx: Transaction) -> None:
                queries = PrivacyQueries(tx.connection)
                queries.come_back([server for server in servers if server in there])
                for server in servers:
                    if server not in there:
                        queries.leave(server, self._now())

            noted = {*await self._store.read(lambda tx: PrivacyQueries(tx.connection).left())}
            if any((server in noted) == (server in there) for server in servers):
                await self._store.write(work)


def want(tx: Transaction, user: int, now: datetime) -> None:
    """Note that ``user`` wants to be forgotten. Refuses the bot itself."""
    queries = PrivacyQueries(tx.connection)
    if queries.is_computer(user):
        raise RefusedError(PrivacyRefusal.COMPUTER)
    queries.wants_deletion(user, now)


def new_pseudonym() -> int:
    """A number that is no Discord user's, says nothing of anybody, and is given once."""
    return -1 - secrets.randbits(62)


def _seat(live: LiveMatch, user: int) -> int | None:
    """The seat for which ``user`` still plays."""
    for seat in live.match.turn_log.playing(live.match.seats):
        if live.players[seat] == user and live.level_of(seat) is None:
            return seat
    return None


def packed(data: bytes, stem: str) -> tuple[bytes, str]:
    """An export and the name of its file: compressed if it is large."""
    if len(data) <= PLAIN:
        return data, f"{stem}.json"
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{stem}.json", data)
    return room.getvalue(), f"{stem}.zip"


def _whole(head: str, games: Sequence[str]) -> bytes:
    """The document: ``head``, which is an object, with the games."""
    listed = ",\n  ".join(games)
    return f'{head[:-2]},\n "games": [\n  {listed}\n ]\n}}\n'.encode()


def _games(tx: Transaction, keys: Sequence[int], user: int) -> list[str]:
    """These matches as JSON, one line each."""
    games = PrivacyQueries(tx.connection).games(keys)
    users = {seat["user"] for game in games for seat in game["seats"]}
    names = tx.people.names(users)
    return [json.dumps(_game(game, names, user), ensure_ascii=False) for game in games]


def _game(game: Mapping[str, Any], names: Mapping[int, str], user: int) -> Any:
    head, own, runs = game["head"], set[int](), game["head"]["deadline"] is not None
    seats: list[dict[str, object]] = []
    for seat in game["seats"]:
        mine = user in (seat["user"], seat["left_by"])
        if mine:
            own.add(seat["seat"])
        name = names.get(seat["user"], "")
        seats.append({"name": name, "you": mine, "level": seat["level"], "rank": seat["rank"]})
    turns = [
        {
            "seat": turn["seat"],
            "text": turn["text"],
            "at": turn["at"],
            # How much others plan is theirs until the game is over.
            **({"planned": True} if turn["planned"] and (turn["seat"] in own or not runs) else {}),
        }
        for turn in game["turns"]
    ]
    names_of = ("id", "server", "channel_id", "game", "ruleset", "options", "time", "per_move_s")
    shown = {name: head[name] for name in (*names_of, "opened", "ending")}
    return _plain({**shown, "players": seats, "turns": turns})


def _plain(value: Any) -> Any:
    """A value as JSON has it: times in ISO 8601, large numbers as text."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if abs(value) < EXACT else str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, Mapping):
        entries = cast(Mapping[str, Any], value)
        return {str(key): _plain(each) for key, each in entries.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in cast(Sequence[Any], value)]
    return value
