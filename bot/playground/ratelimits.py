"""Buckets per route and channel, and 50 requests a second over all.

https://discord.com/developers/docs/topics/rate-limits. The limits per route were observed.
"""

import hashlib
from dataclasses import dataclass, field

from bot.playground.errors import Json, Refusal
from bot.playground.snowflakes import Clock

SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"
CHANGE = "PATCH /channels/{channel_id}"


@dataclass(frozen=True)
class Rates:
    """Requests and seconds. Widen them for a benchmark."""

    send: tuple[int, float] = (5, 5.0)
    edit: tuple[int, float] = (5, 5.0)
    delete: tuple[int, float] = (5, 5.0)
    change: tuple[int, float] = (5, 15.0)
    """Of a channel or thread itself."""
    rename: tuple[int, float] = (2, 600.0)
    """Requests with a new name or topic, per channel or thread. No header tells of it (api-docs
    issues 1900 and 2208)."""
    other: tuple[int, float] = (50, 1.0)
    webhook: tuple[int, float] = (5, 2.0)
    """Per interaction: all its follow-ups, and all edits and deletions of its answers (api-docs
    issue 2701). Discord says that a webhook's limits apply; that all of these share one bucket is
    the strictest reading."""
    follow_ups: tuple[int, float] = (30, 60.0)
    """Per channel: messages for all that are sent through interactions (api-docs issue 7243). No
    header tells of it, so nobody can foresee it. Whether private ones count is unknown."""
    overall: int = 50
    old_edits: tuple[int, float] = (3, 6.0)
    """Edits of messages older than an hour, per channel, with the bot's token. Whether the real
    service also counts updates by an interaction is unknown."""
    active_threads: int = 1000
    """How many threads of a server can be active."""

    def of(self, route: str) -> tuple[int, float]:
        """The bucket of ``METHOD /template``: how many requests in how many seconds."""
        own = {SEND: self.send, EDIT: self.edit, DELETE: self.delete, CHANGE: self.change}
        return own.get(route, self.other)


FREE = Rates(
    send=(1_000_000, 1.0),
    edit=(1_000_000, 1.0),
    delete=(1_000_000, 1.0),
    change=(1_000_000, 1.0),
    rename=(1_000_000, 1.0),
    other=(1_000_000, 1.0),
    webhook=(1_000_000, 1.0),
    follow_ups=(1_000_000, 1.0),
    overall=1_000_000,
    old_edits=(1_000_000, 1.0),
)
"""Limits that are never reached."""


@dataclass
class _Bucket:
    ends: float = 0.0
    used: int = 0


@dataclass
class RateLimits:
    """Counts requests, in the stand-in's time."""

    clock: Clock
    rates: Rates = field(default_factory=Rates)
    refused_overall: int = 0
    """How many requests were refused because there were too many of all kinds."""
    _buckets: dict[tuple[str, str], _Bucket] = field(default_factory=dict[tuple[str, str], _Bucket])

    def take(self, route: str, major: str) -> dict[str, str]:
        """Count one request. Returns its headers. Raises a 429 `Refusal` if over the limit."""
        now = self.clock.now()
        every = self._bucket("overall", "", 1.0, now)
        if every.used >= self.rates.overall:
            self.refused_overall += 1
            raise limited(every.ends - now, "global")
        every.used += 1
        return self._take(route, major, self.rates.of(route))

    def take_webhook(self, token: str) -> dict[str, str]:
        """The same for the webhook of an interaction, which does not count as one of the 50."""
        return self._take("webhook", token, self.rates.webhook)

    def _take(self, route: str, major: str, rate: tuple[int, float]) -> dict[str, str]:
        now, (size, seconds) = self.clock.now(), rate
        bucket = self._bucket(route, major, seconds, now)
        left = size - bucket.used - 1
        headers = {
            "X-RateLimit-Limit": str(size),
            "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset": f"{bucket.ends:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.ends - now:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(route.encode(), usedforsecurity=False).hexdigest(),
        }
        if left < 0:
            raise limited(bucket.ends - now, "user", headers)
        bucket.used += 1
        return headers

    def take_follow_up(self, channel_id: str) -> None:
        """Count a message that all see. Raises a 429 `Refusal` if over the channel's limit."""
        self._take_silently("follow-ups", channel_id, self.rates.follow_ups)

    def take_rename(self, channel_id: str) -> None:
        """Count a new name or topic. Raises a 429 `Refusal` if over the channel's limit."""
        self._take_silently("renames", channel_id, self.rates.rename)

    def _take_silently(self, name: str, major: str, rate: tuple[int, float]) -> None:
        now, (size, seconds) = self.clock.now(), rate
        bucket = self._bucket(name, major, seconds, now)
        if bucket.used >= size:
            raise limited(bucket.ends - now, "shared")
        bucket.used += 1

    def take_old_edit(self, channel_id: str) -> None:
        """Count the edit of an old message. Raises `Refusal` 30046, as a 429, if over the limit."""
        now = self.clock.now()
        size, seconds = self.rates.old_edits
        bucket = self._bucket("old edits", channel_id, seconds, now)
        if bucket.used >= size:
            raise limited(
                bucket.ends - now,
                "shared",
                code=30046,
                message="Maximum number of edits to messages older than 1 hour reached. "
                "Try again later.",
            )
        bucket.used += 1

    def _bucket(self, name: str, major: str, seconds: float, now: float) -> _Bucket:
        bucket = self._buckets.setdefault((name, major), _Bucket())
        if bucket.ends <= now:
            bucket.ends, bucket.used = now + seconds, 0
        return bucket


def limited(
    seconds: float,
    scope: str,
    headers: dict[str, str] | None = None,
    *,
    code: int = 0,
    message: str = "You are being rate limited.",
) -> Refusal:
    """A 429. Without the header ``Via``, discord.py would take it for a ban by Cloudflare."""
    extra: Json = {"retry_after": round(seconds, 3), "global": scope == "global"}
    sent = {
        "Via": "1.1 google",
        "Retry-After": str(int(seconds) + 1),
        "X-RateLimit-Scope": scope,
    }
    if scope == "global":
        sent["X-RateLimit-Global"] = "true"
    return Refusal(429, code, message, extra=extra, headers=(headers or {}) | sent)
