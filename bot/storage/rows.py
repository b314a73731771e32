"""Stored values: the rows of the tables, as the service and the outbox see them."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Protocol, Self

from engine.clock import Clock
from engine.game import Options
from engine.match import Ending
from engine.rest import Rest
from engine.time_control import Reserve, TimeControl

ZERO = timedelta()
FIRST_OF_DISCORD = 1 << 56
"""Events with smaller ids are no interactions or messages: people made them on the page, or, if
they are negative, nobody did. Discord's passed this number in 2015."""
OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED, CHANGED = (
    "open",
    "accepted",
    "declined",
    "withdrawn",
    "expired",
    "changed",
)
THREAD, LIVING, BOARDS = "thread", "living", "boards"
"""How a game lives: in a thread under its card, which is kept up to date; in its channel with one
board that changes; in its channel with a new board after each turn."""
ON_CHANGE, EACH_TURN = PICTURE_MODES = "change", "turn"
"""When a post about a turn has a picture: if the board has changed, or always."""
SOLO, NOWHERE = "solo", 0
"""How a game lives that one person plays against computers and nobody else sees: its board is an
answer to that person, so it has no channel."""
END, ADJUDICATE, PAUSE, RESUME = RULINGS = "end", "adjudicate", "pause", "resume"
"""The rulings that a moderator can make on a match: end it without a loser, decide it, stop and
start its clock."""
NO_SERVER = 0
"""The server of direct messages: Discord, too, gives them to the first shard."""
FULL, STRIPPED, DELETED = DESIRED_STATES = "full", "bare", "gone"
"""How a message is to look: with its buttons, without them, or not at all."""
BOARD, LIVING_BOARD, LINE, CARD, OPENED_THREAD, REMINDER = (
    "board",
    "living",
    "line",
    "card",
    "thread",
    "reminder",
)
"""The kinds of messages about a match or a challenge; the word before a note names any other."""
DELETED_PLAYER = "a deleted player"
"""The name of everybody who has deleted their data: then a negative number takes the place of
their id."""
ESTIMATES = "estimates"
"""What a challenge can allow everybody while its game runs: to ask who leads. Features have others,
see `bot.chat.base.bot.Feature.allows`."""
NOTHING_ALLOWED: frozenset[str] = frozenset()


class Whereabouts(Protocol):
    """A channel or thread of a server."""

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
    control: TimeControl
    opened: datetime
    expires: datetime
    state: str
    closed_by: int | None
    match: int | None
    invitations: tuple[Invitation, ...]
    rematch_of: int | None = None
    """The match to play again, with the seats in reverse order."""
    place: str | None = None
    """How the game will live, see `bot.service.places`; None: that could not be chosen then."""
    allowed: frozenset[str] = NOTHING_ALLOWED
    """What it says yes to besides its terms, such as `ESTIMATES`."""
    black: bool | None = None
    """Whether the challenger has Black, in games for two; None: by lot, or as they play."""
    pictures: str | None = None
    """When the game's posts have pictures, one of `PICTURE_MODES`; None: as the server decides."""
    stands_s: int = 24 * 60 * 60
    """Seconds for which it stands, and which an outage can give back at most."""
    fixed: bool = False
    """True if nobody may offer other terms."""
    part_of: str | None = None
    """What its game belongs to, see `StoredMatch.part_of`."""

    @property
    def stands(self) -> timedelta:
        """How long it stands."""
        return timedelta(seconds=self.stands_s)

    @property
    def arranged(self) -> bool:
        """True if nobody had to accept it, such as in a tournament: no interaction made it."""
        return self.event_id < 0


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match's header. ``deadline`` and ``to_move`` are None when it is over."""

    id: int
    server: int
    channel_id: int
    """Where it is played."""
    card_channel_id: int
    """The channel of its card, by which it is decided who may see it."""
    place: str
    """How it lives, see `bot.service.places`."""
    game: str
    options: Options
    control: TimeControl
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
    allowed: frozenset[str] = NOTHING_ALLOWED
    """What its challenge says yes to besides its terms."""
    black: bool | None = None
    """As in its challenge: None if sides were not chosen, so that a rematch swaps them."""
    pictures: str | None = None
    """When its posts have pictures, one of `PICTURE_MODES`; None: as the server decides."""
    part_of: str | None = None
    """What it belongs to, in plain words, such as a round of a tournament; None: nothing.

    As text: no board has to look it up, and it stays if the folder of its feature goes."""
    thinking: bool = False
    """True if a computer has to move now."""
    given_s: int = 0
    """Seconds that outages gave back for this move."""
    reserves: tuple[Reserve, ...] = ()
    """By seat, as at the beginning of this turn; empty if the control keeps none."""
    rest: Rest | None = None
    """When the clock stands still during this turn."""
    rest_before: Rest | None = None
    """The same of the turn before."""
    rests: tuple[Rest | None, ...] = ()
    """By seat, what its player has chosen for the turns to come."""
    left_by: tuple[int | None, ...] = ()
    """By seat, the user who played it until a computer took it over; empty if none was."""
    ending: Ending | None = None
    """How it ended; None while it runs, or until `bot.service.results` has replayed it."""
    ranks: tuple[int, ...] | None = None
    """The rank of each seat, as in `engine.match.End`."""

    @property
    def clock(self) -> Clock | None:
        """Its clock; None if it is over."""
        if self.deadline is None:
            return None
        seat, rests = self.to_move or 0, self.rests if any(self.rests) else ()
        return Clock(
            self.control, self.deadline, seat, self.reserves, self.rest, rests, self.rest_before
        )

    def on_clock(self, clock: Clock, now: datetime) -> Self:
        """The same turn with another deadline, and its reminder if that is still to come."""
        before = self.clock
        remind = self.remind and before and clock.when_left(before.left(self.remind) or ZERO, now)
        return replace(self, deadline=clock.deadline, rest=clock.rest, remind=remind)

    @property
    def per_move_s(self) -> int:
        """The seconds for each move, or all that who is to move has for this one."""
        clock = self.clock
        whole = clock.whole if clock else self.control.limit(self.control.start())
        return ceil(whole.total_seconds())

    @property
    def everybody(self) -> tuple[int, ...]:
        """The users of all seats, and those whose seats computers have taken over."""
        return (*self.players, *filter(None, self.left_by))

    @property
    def solo(self) -> bool:
        """True if only its player sees the match."""
        return self.channel_id == NOWHERE

    @property
    def people(self) -> tuple[int, ...]:
        """The users of the seats that no computer plays."""
        seats = zip(self.players, self.levels, strict=True)
        return tuple(user for user, level in seats if level is None)


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel or a thread in which something is posted."""

    server: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class StoredRuling:
    """A moderator's ruling on a match. ``event_id`` is the interaction id."""

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
class StoredMessage:
    """A message that a channel shows, or is to show.

    Work is left exactly while ``shown`` differs from ``rev``.
    """

    id: int
    """The order in its channel."""
    server: int
    channel_id: int
    """Never changed once it is begun."""
    kind: str
    match: int | None
    ply: int | None
    challenge: int | None
    note: str | None
    """The word of its kind, then what it is about: ``poll 12``. No two messages have the same."""
    desired: str
    """How it is wanted, one of `DESIRED_STATES`."""
    rev: int
    """Counts the wishes; whatever makes it out of date adds one."""
    shown: int
    """The last wish that is surely fulfilled; 0: none."""
    begun: int
    """The wish with which its sending first began; 0: it was surely not sent."""
    attempt: int
    """Counts the requests that were begun to send it, and the takeovers by other processes."""
    tried: datetime | None
    """When the last of them was."""
    announces_from: int | None
    """The first turn that it announces, decided when its sending begins."""
    announces_to: int | None
    """The last one."""
    nonce: str
    """By this, Discord recognises a repeated request."""
    due: datetime | None
    """Not to be edited before; None: now."""
    not_before: datetime | None
    """Not to be tried before, after a failure."""
    failing: datetime | None
    """Since when it fails."""
    message: int | None
    """Its id on Discord; None: not known."""
    wanted: datetime
    """Since when."""
    replied: bool = False
    """True if people have replied to it: it is not deleted, or their replies would show a gap."""
    person: int | None = None
    """Whom alone it is about; None: a match, a challenge, or something else."""

    @property
    def unsent(self) -> bool:
        """True if it is still to be sent, or may be on its way."""
        return self.message is None and self.shown != self.rev

    @property
    def in_doubt(self) -> bool:
        """True if it is unknown whether Discord has it."""
        return self.unsent and self.begun > 0

    @property
    def begun_ply(self) -> int | None:
        """Its ply when its sending was begun: that of a living board may have gone on since."""
        return self.ply if self.announces_to is None else self.announces_to

    @property
    def number(self) -> int:
        """The number in its note: of the match, the ruling..."""
        return int((self.note or "").partition(" ")[2])
