"""Stored values: the rows of the tables, as the service and the outbox see them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from engine.game import Options

OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED, CHANGED = (
    "open",
    "accepted",
    "declined",
    "withdrawn",
    "expired",
    "changed",
)
THREAD, LIVING, BOARDS = PLACES = "thread", "living", "boards"
"""How a game lives: in a thread under its card, which is kept up to date; in its channel with one
board that changes; in its channel with a new board after each turn."""
SOLO, NOWHERE = "solo", 0
"""How a game lives that one person plays against computers and nobody else sees: its board is an
answer to that person, so it has no channel."""
END, ADJUDICATE, PAUSE, RESUME = RULINGS = "end", "adjudicate", "pause", "resume"
"""What a moderator can do to a match: end it without a loser, decide it, stop and start its
clock."""
WAITING, SENDING, SENT, FAILED, FOLDED = "waiting", "sending", "sent", "failed", "folded"
"""The states of a post. A folded board is never sent: a later one of its match tells its turn."""


class Place(Protocol):
    """Where something is posted."""

    @property
    def server(self) -> int:
        """The server's id."""
        ...

    @property
    def channel_id(self) -> int:
        """The channel's or the thread's id."""
        ...


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat that a challenge offers; ``user`` None is anybody."""

    user: int | None
    accepted: bool = False
    level: int | None = None
    """The level of a computer, which is always ready; None: a person."""


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
    """The match to play again, with the seats in reverse order."""
    place: str | None = None
    """How the game will live, one of `PLACES`; None: it was issued before that could be chosen."""
    estimates: bool = False
    """Whether everybody may ask for estimates while the game runs."""


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
    levels: tuple[int | None, ...]
    """The level of each seat that a computer plays; None: a person does."""
    ruleset: str
    """The rules that it is played by; see `Game.ruleset`."""
    opened: datetime
    rematch_of: int | None = None
    remind: datetime | None = None
    """When to remind the player to move; None if that is done or not wanted."""
    paused: datetime | None = None
    """Since when a moderator has stopped its clock; None while it runs."""
    home: "StoredHome | None" = None
    """Where it lives; None: as boards in its channel."""
    estimates: bool = False
    """Whether everybody may ask for estimates while it runs."""
    thinking: bool = False
    """Whether a computer has to move now."""
    left_by: tuple[int | None, ...] = ()
    """By seat, who played for it until a computer took it over; empty: none was."""

    @property
    def everybody(self) -> tuple[int, ...]:
        """The users of all seats, and those whose seats computers have taken over."""
        return (*self.players, *filter(None, self.left_by))

    @property
    def solo(self) -> bool:
        """Whether nobody but its player sees it."""
        return self.channel_id == NOWHERE

    @property
    def people(self) -> tuple[int, ...]:
        """The users of the seats that no computer plays."""
        seats = zip(self.players, self.levels, strict=True)
        return tuple(user for user, level in seats if level is None)

    @property
    def seen_in(self) -> int:
        """The channel by which it is decided who may see it: of a thread, that of its card."""
        return self.home.channel_id if self.home and self.home.in_thread else self.channel_id


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel or a thread in which something is posted."""

    server: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class StoredRuling:
    """What a moderator has done to a match. ``event_id`` is the interaction."""

    id: int
    event_id: int
    server: int
    match: int
    user: int
    """The moderator."""
    act: str
    """One of `RULINGS`."""
    reason: str
    """As it was typed."""
    at: datetime


@dataclass(frozen=True, slots=True)
class StoredHome:
    """Where a match lives, if it is not as boards in its channel."""

    match: int
    place: str
    """One of `PLACES`."""
    channel_id: int
    """The channel of its card; the match itself is in its thread, or in the same channel."""
    message: int | None
    """The message that is kept up to date: the card of a thread, or the living board."""
    shown: int | None
    """The number of turns after which that message shows the match."""
    ready: bool
    """Whether the thread is there. If a living board is not ready, it was to be a thread."""
    closed: bool
    """Whether the match is over and nothing is left to be done."""

    @property
    def in_thread(self) -> bool:
        """Whether the match is in a thread of its own."""
        return self.place == THREAD


@dataclass(frozen=True, slots=True)
class Watched:
    """A running match in the list of those that can be watched."""

    id: int
    channel_id: int
    everybody: tuple[int, ...]
    """Everybody who plays or has played in it."""
    moved: datetime
    """When its last turn was taken, or when it began."""
    seen_in: int
    """The channel by which it is decided who may see it: of a thread, that of its card."""


@dataclass(frozen=True, slots=True)
class StoredImport:
    """A game imported from a file. ``event_id`` is the interaction that brought it."""

    id: int
    event_id: int
    server: int
    user: int
    at: datetime
    record: str
    """As JSON, see `engine.record.json_form`."""


@dataclass(frozen=True, slots=True)
class StoredDaily:
    """The puzzle of a day on a server."""

    server: int
    day: int
    """As `datetime.date.toordinal` numbers the days in UTC."""
    game: str
    name: str
    """Of the puzzle."""
    at: datetime
    """When it was to be posted."""


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A message to be posted.

    It is the card of a ``challenge``, the board of a ``match`` at a ``ply``, a reminder for the
    player to move at a ``ply`` of the match ``reminds``, or of another kind, named by its ``note``.
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
    """By this, Discord recognises a repeated request; None if it cannot: the post is sent as an
    answer to an interaction, or an older version has stored it."""
    server: int = 0
    note: str | None = None
    """The word of its kind, then what it is about: ``poll 12``. No two posts have the same."""

    @property
    def kind(self) -> str:
        """What it is, in a word."""
        if self.note is not None:
            return self.note.partition(" ")[0]
        return "card" if self.challenge else "reminder" if self.reminds else "board"


@dataclass(frozen=True, slots=True)
class Claim:
    """A post to send now, as it was before the claim; ``passed``: its match has a later board."""

    post: StoredPost
    passed: bool
    folded: tuple[int, ...] = ()
    """The plies of the match that no board has shown, and that this one tells as well."""
    answers: int | None = None
    """The event that the post can be sent as an answer to."""
