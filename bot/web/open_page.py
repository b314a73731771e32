"""A page that somebody has open: what it wants is done, and it is kept up to date.

What it is to show is one state, not a queue: a page that reads slowly skips boards, and costs no
memory.
"""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from aiohttp import web

from bot import metrics
from bot.faults import excuse
from bot.messages import refusals
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.preferences import DisplayPreferences
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from bot.storage.database import is_passing
from bot.web.acting import Acting, Deed, Outcome
from bot.web.frames import Frame, FrameError, next_text, with_picture
from bot.web.host import Host
from bot.web.limits import MOST_OF_PERSON, OpenPages, Pace, TooManyError
from bot.web.scenes import Afterwards
from bot.web.viewing import NOW, Viewing, Wanted
from bot.web.watched import Watched

PATIENCE_S = 10.0
"""Seconds within which a page has to say who it is."""
SLOWEST_S = 20.0
"""Seconds within which a page has to take what it is sent."""
CHECK_EVERY = 30.0
"""Seconds between two looks whether somebody may still see what they look at."""
WORKING_S = 3.0
"""Seconds after which a page hears that an answer takes a while, and again."""
MOST_SAID = 32
"""Answers that wait for a page to take them."""
WAITS = {"kind": "waits"}
"""The answer about what is waited for while it has not come."""


class ClosedError(Exception):
    """The page gets nothing more. ``again``: it may connect again."""

    def __init__(self, said: str, *, again: bool = False) -> None:
        super().__init__(said)
        self.said = said
        self.again = again


class OpenPage:
    """One open page, with one match."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        match_id: int,
        service: Service,
        viewing: Viewing,
        acting: Acting,
        watched: Watched,
        host: Host,
        counts: OpenPages,
    ) -> None:
        self._socket = socket
        self._transport = transport
        self._match_id = match_id
        self._service = service
        self._viewing = viewing
        self._acting = acting
        self._watched = watched
        self._host = host
        self._counts = counts
        self._user, self._session = 0, ""
        self._checked = -CHECK_EVERY
        self._preferences = DisplayPreferences()
        self._begins = True
        self._wanted: Wanted = NOW
        self._visible = True
        self._live: LiveMatch | None = None
        self._after: Sequence[Afterwards] = ()
        self._stale = False
        self._watching = 0
        self._said = deque[str | bytes](maxlen=MOST_SAID)
        self._wake = asyncio.Event()

    # --- what the watched match tells ---

    def changed(self, live: LiveMatch, after: Sequence[Afterwards]) -> None:
        """The match is like this now, and this has come of it."""
        self._live, self._after, self._stale = live, after, True
        self._wake.set()

    def counted(self, number: int) -> None:
        """So many people look at it."""
        self._watching = number
        self._wake.set()

    # --- serving ---

    async def serve(self, entered: Callable[[], object]) -> None:
        """Serve the page until it is closed, by whomever; ``entered``: it has said who it is."""
        try:
            await self._enter()
            entered()
            with self._counts.counted(self._user, MOST_OF_PERSON):
                await self._watch()
        except TooManyError:
            await self._close(ClosedError(text("web-too-many")))
        except ClosedError as closed:
            await self._close(closed)
        except FrameError:
            await self._close(ClosedError(text("web-not-understood")))
        except RefusedError as refused:
            await self._close(ClosedError(refusals.refusal(refused)))
        except (TimeoutError, ConnectionError):
            self._abort()
        except Exception as error:  # the person gets a reference, and we get a log line
            if not self._host.ready:  # we leave, and Discord cannot be asked any more
                await self.go_away()
                return
            said = excuse(error, "the page")
            await self._close(ClosedError(said, again=is_passing(error)))

    async def go_away(self) -> None:
        """The program ends: the page is to connect again, to whoever is there then."""
        await self._close(ClosedError(text("web-restarts"), again=True))

    async def _enter(self) -> None:
        """Let the page say who it is. Raises `ClosedError`."""
        async with asyncio.timeout(PATIENCE_S):
            first = await next_text(self._socket, Pace().take)
        if first is None:
            raise ConnectionError
        if not self._host.ready:
            raise ClosedError(text("web-restarts"), again=True)
        frame = Frame.read(first)
        if frame.text("do") != "hello":
            raise FrameError("do")
        self._visible = frame.flag("visible")
        passes, key, fresh = self._service.web_passes, frame.text("key"), frame.text("fresh")
        if key:  # perhaps it was used by this page, which has not heard of that
            entered = await passes.enter(key, self._match_id, fresh)
            self._user, self._session = entered or await passes.user_of(fresh) or 0, fresh
        if self._user:
            self._say({"kind": "welcome"})
        else:
            self._session = frame.text("session")
            self._user = await passes.user_of(self._session) or 0
        if not self._user:
            raise ClosedError(text("web-link-used") if key else text("web-no-link"))

    async def _watch(self) -> None:
        try:
            live = await self._service.matches.live(self._match_id)
        except RefusedError as refused:
            if refused.why is ServiceRefusal.NO_SUCH_MATCH:  # as one that they may not see
                raise ClosedError(text("web-not-yours")) from refused
            raise
        await self._check(live)
        if self._visible:
            live = await self._service.matches.look(live, self._user)
        after = await self._watched.after(live)
        self.changed(live, after)
        self._watched.add(live, after, self, self._user)
        self.counted(self._watched.number(live.id))
        writing = asyncio.create_task(self._write())
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._watched.remove(self._match_id, self)
            for task in (writing, reading):
                task.cancel()
            done = await asyncio.gather(writing, reading, return_exceptions=True)
        for error in done:
            if isinstance(error, Exception):
                raise error

    async def _check(self, live: LiveMatch) -> None:
        """See again whether this person may look at this match, and how. Raises `ClosedError`."""
        if monotonic() - self._checked < CHECK_EVERY:
            return
        await self._check_session()
        if not await self._host.may_see(self._user, live):
            raise ClosedError(text("web-not-yours"))
        self._preferences = await self._service.preferences.of(self._user)
        with contextlib.suppress(ConnectionError):
            self._begins = await self._host.begins(live)
        self._checked = monotonic()

    async def _check_session(self) -> None:
        """Raise `ClosedError` if the session has ended, as when somebody deletes their data."""
        if await self._service.web_passes.user_of(self._session) != self._user:
            raise ClosedError(text("web-no-link"))

    # --- writing ---

    def _say(self, facts: Mapping[str, Any], picture: bytes | None = None) -> None:
        said = json.dumps(facts, ensure_ascii=False) if picture is None else b""
        self._said.append(said or with_picture(facts, picture or b""))
        self._wake.set()

    async def _write(self) -> None:
        told = 0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_EVERY):
                    await self._wake.wait()
            self._wake.clear()
            assert self._live is not None
            await self._check(self._live)
            while self._said:
                await self._send(self._said.popleft())
            if self._stale:
                self._stale, live = False, self._live
                if self._visible and live.unseen(self._service.now()):
                    live = await self._service.matches.look(live, self._user)
                wanted = self._wanted
                seen = await self._viewing.board(
                    live, self._user, wanted, self._preferences, self._after, begins=self._begins
                )
                if seen.now and self._wanted is wanted:
                    self._wanted = replace(wanted, at=None)  # the present is followed
                await self._send(seen.frame)
            if told != self._watching:
                told = self._watching
                await self._send(json.dumps({"kind": "watching", "number": told}))

    async def _send(self, frame: str | bytes) -> None:
        async with asyncio.timeout(SLOWEST_S):
            if isinstance(frame, str):
                await self._socket.send_str(frame)
            else:
                await self._socket.send_bytes(frame)

    async def _close(self, closed: ClosedError) -> None:
        try:
            said = {"kind": "closed", "text": closed.said, "again": closed.again}
            await self._send(json.dumps(said, ensure_ascii=False))
            async with asyncio.timeout(SLOWEST_S):
                await self._socket.close()
        except (ConnectionError, TimeoutError):
            self._abort()

    def _abort(self) -> None:
        """End the connection at once: closing it waits for whoever reads nothing."""
        if self._transport is not None:
            self._transport.abort()

    # --- reading ---

    async def _read(self) -> None:
        def pace() -> float:
            return self._counts.pace(self._user).take()

        while (said := await next_text(self._socket, pace)) is not None:
            frame = Frame.read(said)
            try:
                await self._handle(frame)
            except (FrameError, ClosedError):
                raise
            except Exception as error:  # the person gets a reference, and we get a log line
                if not self._host.ready:
                    raise
                do = frame.text("do")
                if do == "await" and is_passing(error):
                    self._say(WAITS)  # it is asked again
                    continue
                why = excuse(error, f"the page: {do[:20]}")
                refused = {"kind": "refused", "id": frame.text("id"), "text": why, "point": None}
                self._say(refused | ({"for": frame.text("value")} if do == "await" else {}))

    async def _handle(self, frame: Frame) -> None:
        do, ply = frame.text("do"), frame.number("ply")
        if do == "visible":
            self._visible = frame.flag("visible")
            self._checked = -CHECK_EVERY
            self._stale = True
            self._wake.set()
        elif do == "look":
            self._wanted = Wanted(frame.number("at"), frame.text("overlay") or NOW.overlay)
            self._stale = True
            self._wake.set()
        elif do == "await":
            waits = Deed(self._user, self._match_id, 0, "scene", frame.text("value"), "")
            made = await self._acting.look(waits)
            if made is None:
                self._say(WAITS)
            else:
                await self._tell(replace(made, facts={**made.facts, "for": waits.value}), "")
        elif do == "preview":
            made = await self._acting.preview(
                self._user, self._match_id, ply or 0, frame.text("point")
            )
            await self._tell(made, "")
        elif do == "act":
            deed = Deed(
                user=self._user,
                match_id=self._match_id,
                ply=ply or 0,
                act=frame.text("act"),
                value=frame.text("value"),
                key=frame.text("id"),
                sure=frame.flag("sure"),
            )
            if not deed.key or frame.number("match") not in (None, self._match_id):
                raise FrameError("id")
            await self._check_session()
            # Whatever becomes of this page: what follows an act is for the others, too.
            made = await self._patiently(asyncio.ensure_future(self._done(deed)), deed.key)
            await self._tell(made, deed.key)
            if made.kind == "scene":  # it may have changed how this person sees boards
                self._checked = -CHECK_EVERY
                self._stale = True
                self._wake.set()
        else:
            raise FrameError("do")

    async def _patiently(self, doing: asyncio.Future[Outcome], key: str) -> Outcome:
        """What comes of an act; while it takes long, the page hears that somebody is at it."""
        while not doing.done():
            await asyncio.wait([doing], timeout=WORKING_S)
            if not doing.done():
                self._say({"kind": "working", "id": key, "text": text("web-working")})
        return doing.result()

    async def _done(self, deed: Deed) -> Outcome:
        made = await self._acting.do(deed)
        metrics.web_act(made.kind)
        self._watched.look(self._match_id)
        return made

    async def _tell(self, made: Outcome, key: str) -> None:
        live = self._live
        assert live is not None
        worded = await self._viewing.worded(made.text, live)
        facts = {"kind": made.kind, "id": key, **worded, **made.facts}
        if made.picture is not None:
            facts["alt"] = made.picture.alt or ""
        self._say(facts, None if made.picture is None else made.picture.data)
