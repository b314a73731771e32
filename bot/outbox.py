"""Posts what was stored: in order, exactly once, whatever breaks in between.

Each place has its own queue. A post is marked *sending* before its request; where the program or
the connection broke before the answer came, nobody knows whether Discord has it, so the channel's
own history is searched for it before it is sent again: our pictures and buttons carry the numbers
of match and ply. (A ``nonce`` alone would not do: Discord forgets it within minutes.)
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from typing import Any

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

from bot import controls
from bot.answers import NOBODY, Upload, Waiting
from bot.controls import Control, Verb
from bot.host import Host, Sitting
from bot.messages import boards, challenges, phrases
from bot.records import FAILED, OPEN, SENDING, SENT, WAITING, Claim, StoredPost
from bot.store import Store
from bot.transaction import Transaction

log = logging.getLogger(__name__)

PAUSES = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds between attempts; the last one for all further attempts."""
AT_ONCE = 2
"""Posts that are prepared at a time: a backlog must not keep people waiting for their answers."""
COURTESY = 0.2
"""Seconds that the preparation of a post stands back while people wait for answers."""
LONGEST_REQUEST = 60.0
"""Seconds until a request that hangs is given up, to be looked for before it is sent again."""
CLOCK_SKEW = timedelta(minutes=10)
"""How far our clock and Discord's may differ when the history is searched."""

CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked: it may be opened again."""

THE_WAY = (discord.DiscordException, aiohttp.ClientError, OSError, SQLAlchemyError)
"""What fails on the way to Discord or to the database, for all posts of a place alike."""

Paint = Callable[[Sitting], Awaitable[Upload]]


class Outbox:
    """One worker for each place that has something to post, and one that takes buttons off."""

    def __init__(
        self, client: discord.Client, store: Store, host: Host, paint: Paint, waiting: Waiting
    ) -> None:
        self._client = client
        self._store = store
        self._host = host
        self._paint = paint
        self._waiting = waiting
        self._workers: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._dirty: set[tuple[str, int]] = set()
        self._few = asyncio.Semaphore(AT_ONCE)
        self._pauses: dict[tuple[str, int], asyncio.Event] = {}
        self._closed = False

    async def serve(self, *, at_once: bool = False) -> None:
        """Go on with whatever is left: by an earlier process, an outage, a caller that failed.

        ``at_once``: what has been failing is tried again now, not after its pause.
        """
        for place in await self._store.read(lambda tx: tx.places_to_serve()):
            for kind, drain in (("post", self._post), ("tidy", self._tidy)):
                if at_once or (kind, place) not in self._pauses:
                    self._work(kind, place, drain)

    def wake(self, place: int) -> None:
        """Something new was stored for this place."""
        self._work("post", place, self._post)
        # A challenge that was answered has no post of its own, but buttons to take off.
        self._work("tidy", place, self._tidy)

    async def close(self, patience: float = 5.0) -> None:
        """Let requests under way end, and begin no new ones."""
        self._closed = True
        for pause in self._pauses.values():
            pause.set()
        if self._workers:
            await asyncio.wait(self._workers.values(), timeout=patience)
        for worker in self._workers.values():
            worker.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)

    def _work(self, kind: str, place: int, drain: Callable[[int], Awaitable[None]]) -> None:
        key = (kind, place)
        self._dirty.add(key)
        if key in self._pauses:
            self._pauses.pop(key).set()
        running = self._workers.get(key)
        if self._closed or (running is not None and not running.done()):
            return

        async def worker() -> None:
            attempt = 0
            while key in self._dirty and not self._closed:
                self._dirty.discard(key)
                try:
                    await drain(place)
                    attempt = 0
                except Exception as error:  # a queue must not stop for good
                    pause = PAUSES[min(attempt, len(PAUSES) - 1)]
                    log.warning("%s in %s fails, again in %s s: %r", kind, place, pause, error)
                    attempt += 1
                    self._dirty.add(key)
                    if self._closed:
                        return
                    cut_short = self._pauses[key] = asyncio.Event()
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(pause):
                            await cut_short.wait()

        task = self._workers[key] = asyncio.create_task(worker())
        task.add_done_callback(lambda done: self._forget(key, done))

    def _forget(self, key: tuple[str, int], done: asyncio.Task[None]) -> None:
        if self._workers.get(key) is done:
            del self._workers[key]

    # --- posting ---

    async def _post(self, place: int) -> None:
        """Send everything that waits in ``place``; raises where it must be tried again."""
        failure: Exception | None = None
        broken: set[int] = set()
        claim = await self._claim(place)
        while claim is not None and not self._closed:
            sent = None
            try:
                message = await self._found_or_sent(claim)
                sent = None if message is None else (claim.post, message)
            except THE_WAY:
                raise
            except Exception as error:  # one post that we cannot make holds up no other
                log.exception("post %s cannot be made", claim.post.id)
                failure = error
                broken.add(claim.post.id)
            claim = await self._claim(place, sent, without=broken)
            if sent is not None:
                self._work("tidy", place, self._tidy)
        if failure is not None:
            raise failure

    async def _found_or_sent(self, claim: Claim) -> discord.Message | None:
        """The message of a post, None where it can never be posted."""
        found = await self._find(claim.post) if claim.post.state == SENDING else None
        return found or await self._send(claim)

    async def _claim(
        self,
        place: int,
        sent: tuple[StoredPost, discord.Message] | None = None,
        *,
        without: Collection[int] = (),
    ) -> Claim | None:
        """Mark what was ``sent``, and take the next one in the same transaction."""
        now = self._host.now()

        async def work(tx: Transaction) -> Claim | None:
            if sent is not None:
                post, message = sent
                controls = bool(message.components)
                await tx.mark_post(post.id, SENT, now, message=message.id, controls=controls)
            return await tx.claim_post(place, now, without=without)

        async with self._few:
            await self._waiting.let_pass(COURTESY)
            return await self._store.write(work)

    async def _send(self, claim: Claim) -> discord.Message | None:
        """The message, or None where it can never be posted."""
        place, key = claim.post.place, claim.post.id
        try:
            content = await self._prepared(claim)
            if content is None:
                await self._mark(key, FAILED)
                return None
            channel = self._client.get_partial_messageable(place)
            async with asyncio.timeout(LONGEST_REQUEST):
                return await channel.send(nonce=str(key), **content)
        except discord.NotFound:
            log.warning("place %s is gone: post %s is given up", place, key)
            await self._mark(key, FAILED)
            await self._host.close_place(place)
        except discord.Forbidden:
            await self._mark(key, WAITING)  # refused for sure; a permission may come back
            raise
        except discord.HTTPException as error:
            # Only a post that is itself at fault is given up. A bad token is not the post's fault.
            if error.status not in (400, 413) or error.code in CLOSED_THREAD:
                raise
            log.exception("post %s is refused", key)
            await self._mark(key, FAILED)
        return None

    async def _prepared(self, claim: Claim) -> dict[str, Any] | None:
        """What to send; where that cannot be told, the post is known not to be sent."""
        async with self._few:
            await self._waiting.let_pass(COURTESY)
            try:
                return await self._content(claim)
            except Exception:
                await self._mark(claim.post.id, WAITING)
                raise

    async def _mark(self, key: int, state: str) -> None:
        now = self._host.now()
        await self._store.write(lambda tx: tx.mark_post(key, state, now))

    async def _content(self, claim: Claim) -> dict[str, Any] | None:
        """What to send, as it is right now: a turn may have been played since it was stored.

        None for a reminder of a turn that was taken meanwhile.
        """
        if claim.post.challenge is not None:
            return await self._card(claim.post.challenge)
        if claim.post.reminds is not None:
            return await self._reminder(claim.post.reminds, claim.post.ply or 0)
        assert claim.post.match is not None
        sitting = await self._host.sitting(claim.post.match, claim.post.ply)
        game = sitting.match.game
        picture = await self._paint(sitting)
        content: dict[str, Any] = {
            "content": boards.board(sitting, game, ping=not claim.passed),
            "file": picture.file(),
            "allowed_mentions": NOBODY,
        }
        if claim.passed:
            return content
        content["view"] = controls.board_view(sitting)
        content["allowed_mentions"] = _calling(sitting)
        return content

    async def _reminder(self, key: int, ply: int) -> dict[str, Any] | None:
        sitting = await self._host.sitting(key)
        if sitting.to_move is None or not sitting.match.stands_since(ply):
            return None
        board = await self._host.newest_board(key)
        link = phrases.address(sitting.server, sitting.place, board)
        return {
            "content": boards.reminder(sitting, sitting.match.game, link),
            "view": controls.reminder_view(sitting, ply),
            "allowed_mentions": _only([sitting.to_move]),
        }

    async def _card(self, key: int) -> dict[str, Any]:
        asked = await self._host.challenges.stored(key)
        assert asked is not None
        content: dict[str, Any] = {
            "content": challenges.card(asked, self._host.games[asked.game]),
            "allowed_mentions": NOBODY,
        }
        if asked.state == OPEN:
            people = [s.user for s in asked.invitations if s.user is not None]
            new = await self._host.challenges.new_to(asked.game, asked.server, people, before=key)
            content["view"] = controls.card_view(asked, new)
            content["allowed_mentions"] = _only(people)
        return content

    async def _find(self, lost: StoredPost) -> discord.Message | None:
        """The message of a post that may have been sent by a request whose answer never came."""
        channel = self._client.get_partial_messageable(lost.place)
        since = lost.since - CLOCK_SKEW
        try:
            async for message in channel.history(limit=None, after=since, oldest_first=True):
                if message.author == self._client.user and (
                    _is_of(message, lost) or await self._is_closed_card(message, lost)
                ):
                    return message
        except discord.NotFound:
            return None
        return None

    async def _is_closed_card(self, message: discord.Message, lost: StoredPost) -> bool:
        """Whether this is the card of a challenge that was over before its card was posted.

        It has neither buttons nor a picture, so that its words must do. Cards of other challenges
        may read the same; those are known by their numbers.
        """
        if lost.challenge is None or message.components or message.attachments:
            return False
        card = await self._card(lost.challenge)
        if "view" in card or message.content != card["content"]:
            return False
        return not await self._store.read(lambda tx: tx.is_posted(message.id))

    # --- taking buttons off ---

    async def _tidy(self, place: int) -> None:
        """Take the buttons off what is out of date; raises where it must be tried again."""
        failure: Exception | None = None
        for outdated in await self._store.read(lambda tx: tx.outdated_controls(place)):
            if self._closed:
                return
            try:
                await self._take_controls_off(outdated)
            except Exception as error:  # one message that cannot be changed hinders no other
                failure = error
        if failure is not None:
            raise failure

    async def _take_controls_off(self, outdated: StoredPost) -> None:
        if outdated.message is None:
            return
        channel = self._client.get_partial_messageable(outdated.place)
        change: dict[str, Any] = {"view": None}
        if outdated.challenge is not None:
            change = {**await self._card(outdated.challenge), "view": None}
        with contextlib.suppress(discord.NotFound):  # nothing left to do
            await channel.get_partial_message(outdated.message).edit(**change)
        await self._store.write(lambda tx: tx.take_controls_off(outdated.id))


def _calling(sitting: Sitting) -> discord.AllowedMentions:
    """Only who has to do something now is notified; at the end everybody who played."""
    return _only([sitting.players[seat] for seat in sitting.match.called])


def _only(users: list[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in users],
    )


def _is_of(message: discord.Message, lost: StoredPost) -> bool:
    """Whether a message of ours is the one of this post.

    A board is known by the name of its picture: a question under it has a button for the same ply.
    """
    if lost.match is not None:
        ending = f"-{lost.match}-{lost.ply}.png"
        return any(upload.filename.endswith(ending) for upload in message.attachments)
    for row in message.components:
        for part in getattr(row, "children", ()):
            control = Control.read(getattr(part, "custom_id", None) or "")
            if control is None:
                continue
            if lost.reminds is not None:
                known = (Verb.LOOK, lost.reminds, lost.ply)
                return (control.verb, control.subject, control.ply) == known
            return control.verb is Verb.ACCEPT and control.subject == lost.challenge
    return False
