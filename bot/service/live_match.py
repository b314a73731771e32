"""A loaded match: its position and turns, with its people, its channel and its clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Self, TypeVar

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import ESTIMATES, NOTHING_ALLOWED, NOWHERE
from engine.clock import Clock
from engine.match import Match
from engine.time_control import TimeControl
from engine.turns import Turn

T = TypeVar("T")
ANSWERED_WITHIN = timedelta(seconds=3)
"""A computer that answers so quickly has its turn in one message with the turn before."""


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match with its people, its channel and its clock."""

    id: int
    server: int
    channel_id: int
    """Where it is played."""
    players: tuple[int, ...]
    """The user of each seat."""
    match: Match
    control: TimeControl
    clock: Clock | None
    """None if the match is over, or if this is an earlier state of it."""
    card_channel_id: int = NOWHERE
    """The channel of its card, by which it is decided who may see it."""
    place: str = ""
    """How it lives, see `bot.service.places`."""
    rematch_of: int | None = None
    """The match that this one repeats, with the seats in reverse order."""
    paused: datetime | None = None
    """Since when a moderator has stopped its clock; None while it runs."""
    paused_by: int | None = None
    """The moderator who has stopped it."""
    away: Mapping[int, datetime] = field(default_factory=dict[int, datetime])
    """The seats whose players were away when it was loaded, and until when."""
    given: timedelta = timedelta()
    """The time that outages gave back for this move."""
    reason: str = ""
    """Why a moderator has ended it, as it was typed; empty if none has."""
    levels: tuple[int | None, ...] = ()
    """The level of each seat that a computer plays, None for a person's; empty: all are people."""
    allowed: frozenset[str] = NOTHING_ALLOWED
    """What its challenge says yes to besides its terms, such as what everybody may do meanwhile."""
    sides_chosen: bool = False
    """True if the challenge says who has Black."""
    pictures: str | None = None
    """When its posts have pictures, one of `PICTURE_MODES`; None: as the server decides."""
    part_of: str | None = None
    """What it belongs to, see `StoredMatch.part_of`."""
    left_by: tuple[int | None, ...] = ()
    """By seat, the user who played it until a computer took it over; empty if none was."""
    read: Mapping[object, Any] = field(default_factory=dict[object, Any], compare=False)
    """What the transaction that stored its last turn has read: see `Transaction.once`. Empty if it
    was loaded."""

    @property
    def to_move(self) -> int | None:
        """The user whose turn it is."""
        seat = self.match.to_move
        return None if seat is None else self.players[seat]

    @property
    def solo(self) -> bool:
        """True if only its player sees the match."""
        return self.channel_id == NOWHERE

    @property
    def in_thread(self) -> bool:
        """True if it is played in a thread of its own, under its card."""
        return self.card_channel_id not in (NOWHERE, self.channel_id)

    def level_of(self, seat: int) -> int | None:
        """The level of the computer that plays for a seat; None if a person does."""
        return self.levels[seat] if self.levels else None

    @property
    def people(self) -> tuple[int, ...]:
        """The users of the seats that no computer plays."""
        return tuple(user for seat, user in enumerate(self.players) if self.level_of(seat) is None)

    @property
    def against_computers(self) -> bool:
        """True if exactly one person plays, against computers."""
        return len(self.people) == 1 and any(self.levels)

    @property
    def has_help(self) -> bool:
        """True if nobody is at a disadvantage if the bot helps: in practice, or where the challenge
        has allowed everybody to ask."""
        return ESTIMATES in self.allowed or self.against_computers

    @property
    def everybody(self) -> tuple[int, ...]:
        """The users of all seats, and those whose seats computers have taken over."""
        return (*self.players, *filter(None, self.left_by))

    def left_to_computer(self, seat: int) -> int | None:
        """The user who played for a seat until a computer took it over; None if none did."""
        return self.left_by[seat] if self.left_by else None

    def played_by_computer(self, seat: int, plies: int) -> bool:
        """True if a computer had taken this seat over when ``plies`` moves had been played."""
        since = self.match.turn_log.taken_over.get(seat)
        return since is not None and plies >= since

    def before_takeovers(self) -> Self:
        """This match, at an earlier turn, with the people who held the seats then.

        An earlier state is loaded with the seats of today.
        """
        then, since = self, self.match.turn_log.taken_over
        for seat, left in enumerate(self.left_by):
            if left is not None and seat not in since:
                then = then._seated(seat, left, None, None)
        return then

    def taken_over(self, seat: int, computer: int, level: int) -> Self:
        """The same with a computer of ``level``, the user ``computer``, in a seat."""
        return self._seated(seat, computer, level, self.players[seat])

    def _seated(self, seat: int, user: int, level: int | None, left: int | None) -> Self:
        """The same with somebody else in a seat; ``left``: in whose place."""

        def changed(values: tuple[T, ...], value: T) -> tuple[T, ...]:
            return (*values[:seat], value, *values[seat + 1 :])

        nobody = (None,) * len(self.players)
        return replace(
            self,
            players=changed(self.players, user),
            levels=changed(self.levels or nobody, level),
            left_by=changed(self.left_by or nobody, left),
        )

    def seats_taken_over(self, since: "LiveMatch") -> list[int]:
        """The seats that computers have taken over since an earlier state of the match."""
        seats = range(len(self.players))
        return [s for s in seats if self.left_to_computer(s) != since.left_to_computer(s)]

    @property
    def called(self) -> tuple[int, ...]:
        """The people to notify of the last turn, see `Match.called`; also who has just been let go,
        by a computer that plays on."""
        called = self.match.called
        people = [self.players[seat] for seat in called if self.level_of(seat) is None]
        return tuple(people if self.let_go is None else [*people, self.let_go])

    @property
    def let_go(self) -> int | None:
        """The user who asked to leave, if a computer took over their seat with the last turn."""
        agreed = self.match.turn_log.settled
        if agreed is None or agreed.seat_left != agreed.seat:
            return None
        return self.left_to_computer(agreed.seat)

    @property
    def computers_turn(self) -> bool:
        """True if a computer is to move."""
        seat = self.match.to_move
        return seat is not None and self.level_of(seat) is not None

    @property
    def answer_by(self) -> datetime | None:
        """Until when the message of the last turn waits for the computers' answer, so that both
        are one message; None: it does not wait.

        It does if a computer has to move, in sight of others, unless their last answer took longer.
        """
        moves, levels = self.match.turn_log.moves, self.levels
        if self.solo or not self.thinking:
            return None
        asked = _last_by_person(moves, levels)
        if asked is None:
            return None
        until = moves[asked].at + ANSWERED_WITHIN
        if asked and levels[moves[asked - 1].seat] is not None:
            before = _last_by_person(moves[:asked], levels)
            took = timedelta() if before is None else moves[asked - 1].at - moves[before].at
            if took > ANSWERED_WITHIN:
                return None
        return until if until > moves[-1].at else None

    @property
    def asked_at(self) -> datetime | None:
        """When the last turn was taken, or by computers in a row, the last turn before them."""
        last, moves = self.match.last, self.match.turn_log.moves
        if last is None or self.level_of(last.seat) is None:
            return None if last is None else last.at
        asked = _last_by_person(moves, self.levels)
        return last.at if asked is None else moves[asked].at

    @property
    def thinking(self) -> bool:
        """True if a computer has to move now: it waits while people decide about a request, since
        its move would end the request."""
        return self.computers_turn and not self.undecided

    @property
    def undecided(self) -> bool:
        """True if a computer that is to move waits for people to answer a request."""
        return self.computers_turn and self.match.turn_log.request is not None

    def out_of_time(self, now: datetime) -> bool:
        """True if the player to move has run out of time; a computer does not while it waits for
        people."""
        return self.clock is not None and self.clock.has_run_out(now) and not self.undecided

    def unseen(self, now: datetime) -> bool:
        """True if the clock waits for the player to move to look at their turn."""
        return self.clock is not None and self.clock.unseen(self.paused or now)

    def alone(self, seat: int) -> bool:
        """True if all others who still play are computers, and there is at least one."""
        others = [other for other in self.match.turn_log.playing(self.match.seats) if other != seat]
        return bool(others) and all(self.level_of(other) is not None for other in others)

    def seat_of(self, user: int) -> int:
        """The seat for which ``user`` still plays. Raises `RefusedError`."""
        if user not in self.people and user not in self.left_by:
            raise RefusedError(ServiceRefusal.NOT_A_PLAYER, live=self)
        if self.match.end:
            raise RefusedError(ServiceRefusal.MATCH_OVER, live=self)
        departed = self.match.turn_log.departed
        if user not in self.people or self.players.index(user) in departed:
            raise RefusedError(ServiceRefusal.HAS_LEFT, live=self)
        return self.players.index(user)


def _last_by_person(moves: Sequence[Turn], levels: Sequence[int | None]) -> int | None:
    """The number of the last of the ``moves`` that no computer made; None if there is none."""
    made = (number for number in reversed(range(len(moves))) if levels[moves[number].seat] is None)
    return next(made, None)


def check_runs(live: LiveMatch) -> None:
    """Refuse to go on with a match that a moderator has paused."""
    if live.paused is not None:
        raise RefusedError(ServiceRefusal.PAUSED, live=live)
