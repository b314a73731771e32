"""The requests to Discord: each has an outcome, and is not written if it is stale."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import aiohttp
import discord

from bot.service.shown_messages import FRESH, Refusal, Stale, Unanswered

LONGEST = 60.0
"""Seconds after which we give up waiting for an answer."""
LONGEST_EDIT = 3.0
"""The same for messages that are kept up to date: Discord allows three edits of old messages in six
seconds, and discord.py would wait for that limit."""
LONGEST_OPENING = 5.0
"""The same for threads: opening one twice does no harm, and a game can begin without one."""
AT_FAULT = (400, 413)
"""The statuses that say that the message itself is at fault, if Discord gives a code of its own."""
TOO_MANY_REQUESTS, LIMITED = 429, 30046
"""The status of a request that comes too early, and Discord's code for edits that do."""
UNKNOWN = (10003, 10008)
REFUSALS = (LIMITED, 50001, 50013, 50083, 160004, 160005, 160006)
"""Discord's codes that say for sure that a request was not carried out, and is not at fault."""
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


class LimitedError(Exception):
    """Discord wants a request to come later, and has not carried it out."""


class StaleError(Exception):
    """A request has waited too long for its turn: it was not written."""


@dataclass(slots=True)
class _Attempt:
    until: float
    once: bool = False
    written: bool = False
    status: int = 0
    """The HTTP status of Discord's last answer; 0 before there is one."""


_attempt = ContextVar[_Attempt | None]("_attempt", default=None)


def clock() -> float:
    """Seconds that also pass while this machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def check_fresh() -> None:
    """Note that a request is about to be written. Raises `StaleError` if it is too late."""
    attempt = _attempt.get()
    if attempt is None:
        return
    again = attempt.once and attempt.written and attempt.status != TOO_MANY_REQUESTS
    if again or clock() > attempt.until:
        raise StaleError
    attempt.written, attempt.status = True, 0


def note_status(status: int) -> None:
    """Note that Discord has answered a request with this status."""
    if (attempt := _attempt.get()) is not None:
        attempt.status = status


@contextmanager
def fresh(since: float, *, once: bool = False) -> Generator[None]:
    """Requests that are not written soon after ``since`` are not written at all.

    ``once``: discord.py must not repeat one by itself that Discord may have carried out.
    """
    attempt = _Attempt(since + FRESH.total_seconds(), once)
    token = _attempt.set(attempt)
    try:
        yield
    except StaleError:
        if attempt.written:  # an earlier attempt of discord.py's may be carried out
            raise TimeoutError from None
        raise
    except TimeoutError:
        if not attempt.written or attempt.status == TOO_MANY_REQUESTS:
            raise LimitedError from None  # discord.py was waiting for its turn
        raise
    finally:
        _attempt.reset(token)


@dataclass(frozen=True, slots=True)
class AtFault:
    """Discord refuses this very message: no later attempt can succeed."""

    why: str


def outcome_of(error: BaseException) -> Refusal | AtFault | Unanswered | Stale:
    """The outcome of a request that raised ``error``. Reraises errors of any other origin."""
    if isinstance(error, StaleError):
        return Stale()
    if isinstance(error, LimitedError):
        return Refusal(LIMITED)
    if isinstance(error, discord.HTTPException) and error.code:
        if error.code in UNKNOWN or error.code in REFUSALS or error.status in (401, 403):
            return Refusal(error.code)
        if error.status in AT_FAULT:
            return AtFault(str(error))
    if isinstance(error, FAILURES):
        return Unanswered()
    raise error
