"""Boards as answers to the interactions that caused them: these cost nothing of the token's budget.

Discord allows 50 requests a second with the bot's token, and does not count what comes by the token
of an interaction, which works for 15 minutes: the follow-up with the new board, and the change that
takes the buttons off the board before. These tokens are kept in memory only.

Discord recognises no repetition of a follow-up. So none is sent twice: one that may have been
carried out is looked for (`LostPosts`), and goes out as a channel message if it is not there.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Generator, Hashable
from contextlib import asynccontextmanager, contextmanager
from copy import copy
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeVar, cast

import aiohttp
import discord

from bot.service.live_match import LiveMatch
from bot.storage.rows import Claim

log = logging.getLogger(__name__)

FRESH = 12 * 60.0
"""Seconds for which the token of an interaction is used: well below Discord's 15 minutes."""
LONGEST_WAIT = 3.0
"""Seconds for which a board waits for the first answer to its interaction, which comes before."""
TOO_MANY_REQUESTS = 429
SERVER_ERROR = 500
UNKNOWN_MESSAGE = 10008
REMEMBERED = 24 * 3600.0
"""Seconds for which somebody counts as one who plays by replies."""
WITHOUT_NUMBER = 60.0
"""Seconds to keep away from follow-ups if Discord does not say for how long."""

Interaction = discord.Interaction[Any]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LimitedError(Exception):
    """Discord accepts no follow-up for so many ``seconds``: it has not carried this one out."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no follow-ups for {seconds:.1f} s")
        self.seconds = seconds


class UncertainError(aiohttp.ClientError):
    """A request failed on the way: nobody knows whether Discord has carried it out."""


class _Once:
    """The session of a webhook whose requests discord.py must neither repeat nor put off."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(
        self, method: str, url: str, **given: Any
    ) -> AsyncGenerator[aiohttp.ClientResponse]:
        try:
            async with self._session.request(method, url, **given) as response:
                if response.status == TOO_MANY_REQUESTS:
                    raise LimitedError(await _seconds(response))
                if response.status >= SERVER_ERROR:
                    raise UncertainError(f"status {response.status}")
                yield response
        except aiohttp.ClientConnectorError:  # nothing was sent
            raise
        except OSError as error:  # discord.py repeats some of these
            raise UncertainError(repr(error)) from error


async def _seconds(response: aiohttp.ClientResponse) -> float:
    """For how long Discord wants no more of this."""
    try:
        return float((await response.json())["retry_after"])
    except (aiohttp.ClientError, ValueError, TypeError, KeyError):
        return WITHOUT_NUMBER


@dataclass(slots=True)
class _Open:
    """An interaction that is being answered, or that a board is to follow."""

    interaction: Interaction
    permitted: bool
    """Whether a channel message could be posted there, too."""
    answered: asyncio.Future[bool]
    """Whether its answer has arrived; until then there are no follow-ups."""
    wanted: bool = False
    """Whether a board is to follow."""


class Fading(Generic[K, V]):
    """Values by key, which are forgotten after some seconds. All threads may read."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[K, tuple[float, V]] = {}

    def put(self, key: K, value: V, seconds: float | None = None) -> None:
        """``seconds``: fewer than usual."""
        now = monotonic()
        while self._until:
            oldest = next(iter(self._until))
            if self._until[oldest][0] > now:
                break
            del self._until[oldest]
        self._until.pop(key, None)
        self._until[key] = now + (self._seconds if seconds is None else seconds), value

    def get(self, key: K) -> V | None:
        """The value, None if it is forgotten."""
        until, value = self._until.get(key, (0.0, None))
        return value if monotonic() < until else None

    def pop(self, key: K) -> V | None:
        """The value, which is forgotten now."""
        value = self.get(key)
        self._until.pop(key, None)
        return value


class FollowUps:
    """The interactions whose tokens are fresh, and what can be done with these."""

    def __init__(self, *, boards: bool = True) -> None:
        """``boards``: whether boards are sent as follow-ups at all."""
        self._boards = boards
        self._open = Fading[int, _Open](FRESH)
        self._sent_by = Fading[int, discord.Webhook](FRESH)
        """By message: the webhook of the interaction through which it was sent."""
        self._bare = Fading[int, bool](FRESH)
        """The messages that an answer has marked as out of date."""
        self._limited = Fading[int, bool](WITHOUT_NUMBER)
        """The channels in which Discord wants no more follow-ups for now."""
        self._replying = Fading[int, bool](REMEMBERED)
        """The people who play by replies."""

    # --- interactions ---

    @contextmanager
    def answering(self, interaction: Interaction, *, permitted: bool) -> Generator[None]:
        """The time until ``interaction`` is answered; `answered` says that it has been.

        ``permitted``: a channel message could be posted there, too.
        """
        if self._open.get(interaction.id) is not None:  # it was delivered twice
            yield
            return
        answered = asyncio.get_running_loop().create_future()
        opened = _Open(interaction, permitted=permitted, answered=answered)
        self._open.put(interaction.id, opened)
        try:
            yield
        finally:
            if not answered.done():
                answered.set_result(False)
            if not opened.wanted:
                self._open.pop(interaction.id)

    def answered(self, interaction: Interaction) -> None:
        """The answer has arrived: what the interaction has caused can follow."""
        opened = self._open.get(interaction.id)
        if opened is not None and opened.interaction is interaction and not opened.answered.done():
            opened.answered.set_result(True)

    def taken_off(self, message: int) -> None:
        """An answer has marked this message as out of date: it has no controls any more."""
        self._bare.put(message, True)

    # --- boards ---

    def plays_by_replies(self, user: int) -> None:
        """This person replies to boards: Discord keeps replies to follow-ups from bots."""
        self._replying.put(user, True)

    def can_answer(self, event_id: int, live: LiveMatch) -> bool:
        """Whether the board of ``live`` can follow the interaction ``event_id``; in any thread."""
        opened = self._open.get(event_id)
        if opened is None or not (self._boards and opened.permitted):
            return False
        if opened.interaction.channel_id != live.channel_id or self._limited.get(live.channel_id):
            return False
        if any(self._replying.get(user) for user in live.called):
            return False
        opened.wanted = True
        return True

    async def answered_by(self, claim: Claim) -> Interaction | None:
        """The interaction that a board can follow now, once; None if there is none.

        Waits for its first answer, but not for long.
        """
        opened = None if claim.answers is None else self._open.get(claim.answers)
        if opened is None or claim.answers is None:
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await asyncio.shield(opened.answered)
        self._open.pop(claim.answers)
        return opened.interaction if opened.answered.done() and opened.answered.result() else None

    async def send(
        self, interaction: Interaction, claim: Claim, content: dict[str, Any]
    ) -> discord.Message | None:
        """Send a board as a follow-up. None if it surely was not sent.

        Raises what failed on the way; then nobody knows whether it was sent.
        """
        shared = interaction.followup  # private answers use it as well, and may be repeated
        webhook = copy(shared)
        webhook.session = cast(Any, _Once(shared.session))
        try:
            message = await webhook.send(wait=True, **content)
        except LimitedError as error:
            self._limited.put(claim.post.channel_id, True, error.seconds)
            log.info("in channel %s: %s", claim.post.channel_id, error)
            return None
        except aiohttp.ClientConnectorError:
            return None
        except discord.HTTPException as error:
            log.warning("post %s is refused as a follow-up: %s", claim.post.id, error)
            return None
        self._sent_by.put(message.id, shared)
        return message

    async def edit(self, message: int, change: dict[str, Any]) -> bool:
        """Change a message without the bot's token; False if that cannot be done."""
        self._bare.pop(message)
        webhook = self._sent_by.get(message)
        if webhook is None:
            return False
        await webhook.edit_message(message, **change)
        return True

    async def delete(self, message: int) -> bool:
        """Delete a message without the bot's token; whether it is gone."""
        self._bare.pop(message)
        webhook = self._sent_by.pop(message)
        if webhook is None:
            return False
        try:
            await webhook.delete_message(message)
        except discord.HTTPException as error:
            return error.code == UNKNOWN_MESSAGE  # it has been deleted
        return True

    async def take_controls_off(self, message: int, change: dict[str, Any]) -> bool:
        """Mark a message as out of date without the bot's token, by this ``change``; if it is."""
        if self._bare.pop(message):
            return True
        webhook = self._sent_by.pop(message)
        if webhook is None:
            return False
        try:
            await webhook.edit_message(message, **change)
        except discord.HTTPException as error:
            return error.code == UNKNOWN_MESSAGE  # it has been deleted
        return True
