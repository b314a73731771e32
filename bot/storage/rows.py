"""What is stored, as values: the rows of the tables as the host and the outbox see them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.game import Options

OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED, CHANGED = (
    "open",
    "accepted",
    "declined",
    "withdrawn",
    "expired",
    "changed",
)
WAITING, SENDING, SENT, FAILED = "waiting", "sending", "sent", "failed"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat that a challenge offers; ``user`` None is anybody."""

    user: int | None
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    """A challenge as it is stored. ``event_id`` is the interaction that made it."""

    id: int
    event_id: int
    server: int
    channel_id: int
    challenger: int
    game: str
    options: Options
    per_move: timedelta
    opened: datetime
    expires: datetime
    state: str
    closed_by: int | None
    match: int | None
    invitations: tuple[Invitation, ...]
    rematch_of: int | None = None
    """The match that is to be played again with the seats in reverse order."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match's header. ``deadline`` and ``to_move`` are None when it is over."""

    id: int
    server: int
    channel_id: int
    game: str
    options: Options
    per_move: timedelta
    ply: int
    to_move: int | None
    deadline: datetime | None
    players: tuple[int, ...]
    """The user of each seat."""
    ruleset: str
    """The rules that it is played by, see `Game.ruleset`."""
    opened: datetime
    rematch_of: int | None = None
    remind: datetime | None = None
    """When to remind who is to move; None when that was done or is not to be."""


@dataclass(frozen=True, slots=True)
class StoredImport:
    """A game that somebody has brought in a file. ``event_id`` is the interaction that did."""

    id: int
    event_id: int
    server: int
    user: int
    at: datetime
    record: str
    """As JSON, see `engine.record.json_form`."""


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A message to be posted.

    It is the card of a ``challenge``, the board of a ``match`` at a ``ply``, or it ``reminds`` who
    is to move in a match at a ply.
    """

    id: int
    channel_id: int
    challenge: int | None
    match: int | None
    ply: int | None
    state: str
    since: datetime
    message: int | None
    controls: bool
    reminds: int | None = None
    nonce: str | None = None
    """By which Discord knows a request that comes again; None for a post of older versions."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A post to send now, as it was before; ``passed``: its match has a later board."""

    post: StoredPost
    passed: bool
