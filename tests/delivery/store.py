"""What the model needs of a store: each method is a transaction, what is read is a snapshot.

Rows and matches are counted from 1, in the order in which they are wanted.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from tests.delivery.codes import Code

Clock = Callable[[], int]


class Row(NamedTuple):
    """A message that is there or shall be. `rev` counts wishes; `shown` is the last fulfilled."""

    id: int
    channel: int
    kind: str  # board, living, line, card, thread, reminder, note
    match: int | None = None
    ply: int = 0
    desired: str = "full"  # full, bare or gone
    rev: int = 1
    shown: int = 0
    begun: int = 0  # the wish with which its send first began; 0: surely not sent
    announces_from: int = (
        0  # the first and the last turn that it announces, decided when its send begins
    )
    announces_to: int = -1  # -1: nothing yet
    attempt: int = 0  # counts the sends that were begun and the takeovers
    tried: int = 0  # when its last send began
    due: int = 0  # not before: set by the service, and by the thirty seconds of a card
    not_before: int = 0  # not before: set by the worker, after a failure
    failing: int | None = None
    message: int | None = None

    @property
    def pending(self) -> bool:
        """Whether work is left."""
        return self.shown != self.rev

    @property
    def unsent(self) -> bool:
        """Whether it is to be sent."""
        return self.message is None and self.shown != self.rev

    @property
    def doubt(self) -> bool:
        """Whether it is to be sent, and may be there already."""
        return self.message is None and self.begun > 0 and self.shown != self.rev


class Match(NamedTuple):
    """A match; `card` and `thread` are rows."""

    id: int
    place: str  # boards, living, thread
    card_channel: int
    channel: int
    ply: int = -1  # -1: not begun
    over: bool = False
    closed: bool = False  # it ended because its channel is gone
    card: int | None = None
    thread: int | None = None


class Send(NamedTuple):
    """A row to send. `before` is its `tried` before this attempt; a fresh one needs no search."""

    row: Row
    fresh: bool
    before: int


class Store(Protocol):
    """Rows, matches, pauses of channels and the lease of one shard."""

    # What is read, for the checks and for the content of messages. All in the order of their ids.

    def row(self, key: int) -> Row: ...

    def rows(self) -> Sequence[Row]: ...

    def replaced(self, row: int) -> bool:
        """Whether the next message of its match announces again what this row has announced."""
        ...

    def match(self, key: int) -> Match: ...

    def matches(self) -> Sequence[Match]: ...

    def paused(self) -> Sequence[tuple[int, int]]:
        """The channels to which sends are paused, and until when, in the order of the channels."""
        ...

    # What the service decides.

    def add_match(self, place: str, card_channel: int, card: bool) -> int:
        """A challenge that may become a match, with a card or without."""
        ...

    def add_note(self, channel: int) -> int:
        """A message that belongs to no match."""
        ...

    def remind(self, match: int) -> None:
        """Want a reminder of the position, unless this position has one."""
        ...

    def begin_match(self, match: int) -> None:
        """Begin, in a new thread if the card is there."""
        ...

    def turn(self, match: int, end: bool, talked: bool, wait: int = 0) -> None:
        """Take a turn, which may be the last; `talked`: much was said under the living board.

        `wait`: until then what it wants waits for the next turn.
        """
        ...

    def move_to_thread(self, match: int) -> None:
        """Go on in a thread of the card, if the match has begun and lives in one."""
        ...

    def news(self, channel: int) -> None:
        """Something has changed in a channel: forget its pause, and try again what has failed."""
        ...

    # Who works.

    def lease(self, process: int) -> None:
        """A sign of life. Takes the shard over if its lease has run out."""
        ...

    def give_up(self, process: int) -> None:
        """End the lease, if this process has it: whoever is next takes over."""
        ...

    def holds(self, process: int) -> bool: ...

    def holder(self) -> int: ...

    # The lane that sends.

    def next_send(self, process: int, channel: int) -> Send | None:
        """The next row to send, begun just now, or one in doubt, which is only read."""
        ...

    def begin_again(self, process: int, row: int, attempt: int) -> Send | None:
        """Begin to send a row in doubt once more; None if somebody else has done something."""
        ...

    def sent(self, row: int, attempt: int, message: int) -> None:
        """It is there: sent now, or found. A card moves its match into a thread."""
        ...

    def unanswered(self, row: int) -> None:
        """It stays in doubt, and rests."""
        ...

    def not_sent(self, row: int, attempt: int, before: int, settled: bool, code: Code) -> None:
        """This attempt was surely not carried out; `settled`: nor was any before it."""
        ...

    def not_searched(self, row: int, code: Code) -> None:
        """The history could not be read."""
        ...

    def lost(self, row: int, attempt: int) -> None:
        """It was there, and others have deleted it."""
        ...

    # The lane that edits, strips, deletes and archives.

    def next_edit(self, process: int, channel: int, but: Sequence[Row] = ()) -> Row | None:
        """The next row to edit, but none whose wish was fulfilled without a report yet."""
        ...

    def edited(self, row: int, message: int, rev: int, desired: str, code: Code) -> None:
        """A request that should fulfil the wish `rev` was answered so."""
        ...
