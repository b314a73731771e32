"""The gateway: sessions over WebSocket, events by intents, RESUME with replay.

https://discord.com/developers/docs/events/gateway
"""

import asyncio
import contextlib
import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.errors import Json
from bot.playground.snowflakes import shard_of
from bot.playground.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11

GUILDS, GUILD_MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
GUILD_POLLS, DIRECT_POLLS = 1 << 24, 1 << 25
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

_REPLAYED_AT_MOST = 5000
_WAY_S = 0.02


@dataclass(frozen=True)
class Sharding:
    """The shards in ``GET /gateway/bot``, and the limits that the gateway enforces."""

    count: int = 1
    """How many shards Discord recommends."""
    max_concurrency: int = 1
    identify_every: float = 0.0
    """Seconds between two IDENTIFY of a bucket, the shards with the same rest when divided by
    ``max_concurrency``: on Discord 5. By default any number is let through."""


@dataclass
class Session:
    """The session of one IDENTIFY; it outlives its connection until it becomes invalid."""

    id: str
    intents: int
    shard: int
    shards: int
    sequence: int = 0
    sent: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    connection: "Connection | None" = None


class Connection:
    """One WebSocket, with its own compression and one writer that keeps the frames in order."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self.socket = socket
        self.closed_here = False
        self._zlib = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[str | int | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: str) -> None:
        """Queue one frame."""
        self._queue.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close the connection after the queued frames."""
        self.closed_here = True
        self._queue.put_nowait(code)

    async def stop(self) -> None:
        """Stop the writer."""
        self._queue.put_nowait(None)
        await self._writer

    async def _write(self) -> None:
        while (item := await self._queue.get()) is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                if isinstance(item, int):
                    await self.socket.close(code=item)
                elif self._zlib is None:
                    await self.socket.send_str(item)
                else:
                    packed = self._zlib.compress(item.encode())
                    await self.socket.send_bytes(packed + self._zlib.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """All sessions of the application."""

    def __init__(self, world: World, *, privileged: bool, heartbeat_ms: int = 41_250) -> None:
        self.world = world
        self.privileged = privileged
        self.heartbeat_ms = heartbeat_ms
        self.address = ""
        """``ws://…`` once the port is known."""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified = asyncio.Event()
        self.sharding = Sharding()
        self.identified_twice: list[str] = []
        """The shards that were identified while another connection had them, as ``1/4``."""
        self.too_often: list[str] = []
        """The shards that were identified too soon after another one of their bucket."""
        self._held: list[tuple[Session, str]] | None = None
        """The events kept back since `hold`."""
        self._last_identify: dict[int, float] = {}
        """By bucket, when a session was begun."""

    # Events

    def tell(self, event: str, data: Json, *, guild_id: str | None = None) -> None:
        """Dispatch an event to every session whose shard and intents receive it."""
        if guild_id and event != "GUILD_DELETE":
            if not self.world.is_member(guild_id, self.world.app_id):
                return
            if event.startswith("MESSAGE_") and not self._bot_sees(data["channel_id"]):
                return
            if event in ("THREAD_CREATE", "THREAD_UPDATE") and not self._bot_sees(data["id"]):
                return
        for session in list(self.sessions.values()):
            if session.shard == _shard(guild_id, session.shards) and session.intents & _intent(
                event, data, guild_id, self.world.app_id
            ):
                self._dispatch(session, event, data)

    def ask(self, data: Json, guild_id: str | None) -> bool:
        """Send INTERACTION_CREATE to one session, preferably a connected one; False if none."""
        fitting = [
            session
            for session in self.sessions.values()
            if session.shard == _shard(guild_id, session.shards)
        ]
        fitting.sort(key=lambda session: session.connection is None)
        if fitting:
            self._dispatch(fitting[0], "INTERACTION_CREATE", data)
        return bool(fitting)

    def _bot_sees(self, channel_id: str) -> bool:
        channel = self.world.state.channels.get(channel_id)
        return channel is not None and bool(self.world.permissions(channel, self.world.app_id))

    def _dispatch(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": session.sequence, "d": data})
        session.sent.append((session.sequence, frame))
        del session.sent[:-_REPLAYED_AT_MOST]
        if self._held is not None and event != "RESUMED":
            self._held.append((session, frame))
        elif session.connection is not None:
            session.connection.send(frame)

    # Disturbances by the driver

    def reconnect(self) -> int:
        """Ask every connection to reconnect (op 7). Returns the number of connections."""
        return self._broadcast({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool) -> int:
        """Send INVALID_SESSION (op 9) to every connection. Returns the number of connections."""
        if not resumable:
            self.sessions.clear()
        return self._broadcast({"op": INVALID_SESSION, "d": resumable})

    def hold(self) -> int:
        """Keep all events back until `release`. Returns the number of connections."""
        self._held = self._held or []
        return len(self.connections)

    def release(self, *, reordered: bool = False) -> int:
        """Send the events that were kept back. Returns how many.

        ``reordered``: the newest first, and each twice.
        """
        held, self._held = self._held or [], None
        if reordered:
            held = [kept for kept in reversed(held) for _ in range(2)]
        for session, frame in held:
            if session.connection is not None:
                session.connection.send(frame)
        return len(held)

    def forget(self) -> int:
        """End every session without a connection, as after some minutes. Returns how many."""
        gone = [session for session in self.sessions.values() if session.connection is None]
        for session in gone:
            del self.sessions[session.id]
        return len(gone)

    def close(self, code: int) -> int:
        """Close every connection with this code. Returns the number of connections."""
        for connection in list(self.connections):
            connection.close(code)
        return len(self.connections)

    def _broadcast(self, frame: Json) -> int:
        for connection in self.connections:
            connection.send(json.dumps(frame))
        return len(self.connections)

    async def stop(self) -> None:
        """Close all connections at the end of the process."""
        self.close(1001)
        for connection in list(self.connections):
            await connection.stop()

    # One connection

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket from its start to its end."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress") == "zlib-stream")
        self.connections.add(connection)
        connection.send(
            json.dumps({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}, "s": None})
        )
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    connection.close(4002)
                    break
                session = self._receive(connection, session, str(message.data))
        finally:
            self.connections.discard(connection)
            if session and session.connection is connection:
                session.connection = None
                # A client that closes with 1000 or 1001 ends its session.
                if socket.close_code in (1000, 1001) and not connection.closed_here:
                    self.sessions.pop(session.id, None)
            await connection.stop()
        return socket

    def _receive(
        self, connection: Connection, session: Session | None, text: str
    ) -> Session | None:
        try:
            frame: Json = json.loads(text)
            op, data = int(frame["op"]), frame.get("d")
        except (ValueError, KeyError, TypeError):
            connection.close(4002)
            return session
        if op == HEARTBEAT:
            # With a delay, as over a real network: discord.py notes the time of a heartbeat only
            # after sending it, and would match an earlier answer to the previous heartbeat.
            acknowledge = json.dumps({"op": ACK, "d": None})
            asyncio.get_running_loop().call_later(_WAY_S, connection.send, acknowledge)
        elif op in (IDENTIFY, RESUME):
            if session is not None:
                connection.close(4005)
            elif op == IDENTIFY:
                return self._identify(connection, data)
            else:
                return self._resume(connection, data)
        elif op not in (PRESENCE, VOICE, REQUEST_MEMBERS):
            connection.close(4001)
        elif session is None:
            connection.close(4003)
        return session

    def _identify(self, connection: Connection, data: Any) -> Session | None:
        if data.get("token", "").removeprefix("Bot ") != self.world.token:
            connection.close(4004)
            return None
        intents, (shard, shards) = data.get("intents"), data.get("shard") or (0, 1)
        if not isinstance(intents, int) or not 0 <= intents < 1 << 26:
            connection.close(4013)
            return None
        if intents & PRIVILEGED and not self.privileged:
            connection.close(4014)
            return None
        if not 0 <= shard < shards:
            connection.close(4010)
            return None
        if self._is_too_soon(shard):
            self.too_often.append(f"{shard}/{shards}")
            connection.send(json.dumps({"op": INVALID_SESSION, "d": False}))
            return None
        if (shard, shards) in self.connected():
            self.identified_twice.append(f"{shard}/{shards}")
        session = Session(secrets.token_hex(16), intents, shard, shards, connection=connection)
        guilds = [g for g in self.world.bot_guilds() if _shard(g, shards) == shard]
        self._dispatch(
            session,
            "READY",
            {
                "v": 10,
                "user": self.world.user_view(self.world.app_id)
                | {"verified": True, "mfa_enabled": True, "email": None},
                "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.address,
                "shard": [shard, shards],
                "application": {"id": self.world.app_id, "flags": 0},
                "private_channels": [],
                "presences": [],
                "relationships": [],
            },
        )
        self.sessions[session.id] = session
        if intents & GUILDS:
            for guild in guilds:
                self._dispatch(session, "GUILD_CREATE", self.world.guild_create(guild))
        self.identified.set()
        return session

    def _is_too_soon(self, shard: int) -> bool:
        """True if this shard has to wait for others of its bucket; otherwise it begins now."""
        bucket, now = shard % self.sharding.max_concurrency, self.world.clock.now()
        last = self._last_identify.get(bucket)
        if last is not None and now - last < self.sharding.identify_every:
            return True
        self._last_identify[bucket] = now
        return False

    def connected(self) -> list[tuple[int, int]]:
        """The shards with a connection: number and count, those with two of them twice."""
        return sorted((s.shard, s.shards) for s in self.sessions.values() if s.connection)

    async def wait_connected(self, connected: bool, shards: int | None) -> None:
        """Return once a bot is connected, none is, or this number of different ``shards`` are."""
        while True:
            now = set(self.connected())
            if bool(now) == connected if shards is None else len(now) == shards:
                return
            await asyncio.sleep(0.01)

    def _resume(self, connection: Connection, data: Any) -> Session | None:
        if data.get("token", "").removeprefix("Bot ") != self.world.token:
            connection.close(4004)
            return None
        session = self.sessions.get(str(data.get("session_id")))
        sequence = int(data.get("seq") or 0)
        if session is None or sequence > session.sequence:
            connection.send(json.dumps({"op": INVALID_SESSION, "d": False}))
            return None
        if session.connection is not None:
            session.connection.close(4000)
        session.connection = connection
        kept_back = [frame for of, frame in self._held or [] if of is session]
        for number, frame in session.sent:
            if number > sequence and frame not in kept_back:
                connection.send(frame)
        self._dispatch(session, "RESUMED", {})
        return session


def _shard(guild_id: str | None, shards: int) -> int:
    return shard_of(guild_id, shards) if guild_id else 0


def _intent(event: str, data: Json, guild_id: str | None, app_id: str) -> int:
    if event.startswith("MESSAGE_POLL_"):
        return GUILD_POLLS if guild_id else DIRECT_POLLS
    if event.startswith("MESSAGE_"):
        return GUILD_MESSAGES if guild_id else DIRECT_MESSAGES
    if event == "THREAD_MEMBERS_UPDATE":
        # With the intent for threads alone, only if it is about the bot itself.
        added = [member["user_id"] for member in data["added_members"]]
        return GUILDS if app_id in (*added, *data["removed_member_ids"]) else GUILD_MEMBERS
    return GUILD_MEMBERS if event.startswith("GUILD_MEMBER_") else GUILDS
