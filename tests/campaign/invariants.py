"""What must hold after every fault, checked on what is new since the last look.

It relies on three facts. A turn's row names the interaction or the message that caused it. The
picture of a board is called after the match and the ply that it shows; one without a picture (it
tells of no stone) has buttons that name them while it is the newest. A board that stands for
several turns, as after an outage, is written in words that name the points of each of them.

A living board is edited or replaced, and the lines that tell its turns are deleted: of those only
the newest board counts, and the line that links to it. Where the channel was deleted, nothing is to
be told; the match is over.
"""

import re
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from engine.position import names_a_point
from engine.turns import ANNULLED, GONE, OVERDUE, TIMEOUT
from tests.campaign.komi import KomiLooks
from tests.campaign.ledger import Ledger
from tests.campaign.looks import Post, Shown, Stored, StoredTurn

AT_MOST_S = 30.0
"""Later than this after a fault has ended, nothing may come."""
MOST_MEMORY, MOST_DESCRIPTORS = 700 << 20, 250
OURS = re.compile(r"reference=[0-9A-F]{6}\b")
CUT_SHORT = "…"
OUT_OF_TIME = ("timeout", "annulled")
BY_CLOCK = (*OUT_OF_TIME, "gone")
LIVING = "living"


@dataclass
class Tally:
    """What was seen so far, in numbers."""

    stored: int = 0
    planned: int = 0
    boards: int = 0
    folded: int = 0
    """Turns without a board of their own, which a later one tells."""
    lost: int = 0
    doubled: int = 0
    late: int = 0
    worst_s: float = 0.0
    references: int = 0
    """Faults of the bot's own that it logged with a reference."""
    memory: int = 0
    descriptors: int = 0


@dataclass
class Told:
    """What the channel tells of one match."""

    ply: int = -1
    """The turns up to here are told."""
    waiting: dict[int, tuple[float, StoredTurn]] = field(
        default_factory=dict[int, tuple[float, StoredTurn]]
    )
    """The turns that are stored and not told, with the time at which that was seen."""
    with_buttons: set[int] = field(default_factory=set[int])
    newest: int = 0
    """The message of the newest board."""


class Invariants:
    """Looks at the two databases and the bot's log, and remembers how far it has looked."""

    def __init__(self, ledger: Ledger, stored: Stored, shown: Shown, log: Path) -> None:
        self._ledger, self._stored, self._shown, self._log = ledger, stored, shown, log
        self.tally = Tally()
        self._komi = KomiLooks(ledger, stored, shown)
        self._row = self._message = self._read = 0
        self._living: set[int] = set()
        self._lines: set[int] = set()
        """Messages that may be the lines of living boards."""
        self.without_channel: dict[int, bool] = {}
        """The matches whose channels were deleted; True: it runs."""
        self._told: dict[int, Told] = defaultdict(Told)
        self._seats: dict[int, dict[int, str]] = {}
        self.fault_over = time.monotonic()
        """When the last fault ended."""

    def skip(self) -> None:
        """Take what is there for granted: it was checked by the run that made it."""
        for _ in self.news():
            pass
        self.tally = Tally()
        self._ledger.turns.clear()

    # --- what is new ---

    def news(self) -> Iterator[str]:
        """Read what is new; everything that can be wrong with it by itself."""
        now = time.monotonic()
        turns = self._stored.turns(self._row)
        self._look_at_places()
        for match in self._stored.deadlines_while_away():
            yield f"match {match} runs out of time while the player to move is away"
        yield from self._plans_are_up_to_date()
        for user in self._stored.overdrawn():
            yield f"{user} has taken more vacation than there was"
        # Posts are read after turns: a board may be newer than the turns read, never the reverse.
        posts = self._shown.posts(self._message)
        late_turns = self._stored.turns(turns[-1].row if turns else self._row)
        makers = self._shown.makers(t.source for t in turns + late_turns if t.source is not None)
        for turn in turns + late_turns:
            self._row = max(self._row, turn.row)
            self.tally.stored += 1
            self._told[turn.match].waiting[turn.ply] = (now, turn)
            yield from self._komi.takes(turn)
            yield from self._made_by_its_player(turn, makers)
        for post in posts:
            self._message = max(self._message, post.id)
            if post.is_line:
                self._lines.add(post.id)
            if post.board is not None:
                self.tally.boards += 1
                yield from self._in_order(post, now)
                yield from self._komi.told(post)

    def _look_at_places(self) -> None:
        lives, there = self._stored.lives(), self._shown.channels()
        self._living = {match for match, _, place, _ in lives if place == LIVING}
        self.without_channel = {m: runs for m, channel, _, runs in lives if channel not in there}

    def _plans_are_up_to_date(self) -> Iterator[str]:
        """Every turn settles in its own transaction what becomes of all plans."""
        for plan in self._stored.plans():
            where = f"the plan of seat {plan.seat} in match {plan.match} ({plan.variations})"
            match = self._stored.match(plan.match, plan.plies).match
            if match.end is not None:
                yield f"{where} is there although the match is over"
            elif plan.variations and plan.ply != match.turn_log.board_turn:
                yield f"{where} is for turn {plan.ply} of {plan.plies}"
            elif plan.variations and match.to_move == plan.seat:
                yield f"{where} was not played"

    def _made_by_its_player(self, turn: StoredTurn, makers: dict[int, str]) -> Iterator[str]:
        where = f"turn {turn.ply} of match {turn.match} ({turn.text})"
        if turn.source is None:
            if turn.text == GONE and turn.match in self.without_channel:
                return
            if turn.text in (OVERDUE, ANNULLED) and turn.match in self._ledger.out_of_time:
                return
            if self._komi.opens(turn):
                yield from self._komi.opened(turn)
                return
            if turn.planned:
                before = self._stored.text_of(turn.match, turn.ply - 1)
                self.tally.planned += 1
                if (turn.match, turn.seat, before, turn.text) not in self._ledger.plans:
                    yield f"nobody planned {where} as the answer to {before}"
                return
            if turn.text in BY_CLOCK:
                yield f"{where} was taken by the clock"
            elif turn.text != "pass":
                yield f"nobody made {where}"
            return
        made_by = makers.get(turn.source) or self._ledger.on_page.get(turn.source)
        seats = self._seats_of(turn.match)
        if made_by is None and turn.match in self.without_channel:
            return  # a reply that was deleted with its thread
        if made_by is None:
            yield f"nobody made {where}: its event {turn.source} is unknown"
        elif turn.text == TIMEOUT and made_by in seats.values():
            if made_by == seats.get(turn.seat):
                yield f"{where} was claimed by the late player"
        elif made_by != seats.get(turn.seat):
            yield f"{where} was made by {made_by}, who has not that seat"

    def _seats_of(self, match: int) -> dict[int, str]:
        if match not in self._seats:
            self._seats[match] = dict(enumerate(self._stored.players(match)))
        return self._seats[match]

    def _in_order(self, post: Post, now: float) -> Iterator[str]:
        assert post.board is not None
        match, ply = post.board
        told, living = self._told[match], match in self._living
        if living and not post.picture:
            return  # a line
        if ply <= told.ply and not living:
            self.tally.doubled += 1
            yield f"the board of match {match} after {ply} turns comes again, or out of order"
            return
        between = range(max(told.ply + 1, 1), ply)
        for missing in between:  # this board stands for them
            self.tally.folded += 1
            _, turn = told.waiting.get(missing, (0.0, None))
            if turn is not None and not living and not tells(post.text, turn):
                yield f"no post tells turn {missing} of match {match} ({turn.text}): {post.text!r}"
        told.newest = post.id
        if post.buttons:
            told.with_buttons.add(post.id)
        yield from self._shows(match, ply, now)

    def _shows(self, match: int, ply: int, now: float) -> Iterator[str]:
        """The newest board shows this turn, and so all before it."""
        told = self._told[match]
        told.ply = max(told.ply, ply)
        for done in [number for number in told.waiting if number <= ply]:
            since, _ = told.waiting.pop(done)
            yield from self._on_time(f"the board of match {match}, turn {done}", since, now)

    def _on_time(self, what: str, since: float, now: float) -> Iterator[str]:
        lateness = now - max(since, self.fault_over)
        self.tally.worst_s = max(self.tally.worst_s, lateness)
        if lateness > AT_MOST_S:
            self.tally.late += 1
            yield f"{what} came {lateness:.1f} s late"

    # --- whether everything is done ---

    def unsettled(self) -> list[str]:
        """What is still to come: boards to post, buttons to take off. Call `news` before."""
        plies = self._stored.plies()
        old = {match: told.with_buttons - {told.newest} for match, told in self._told.items()}
        newest = {match: self._told[match].newest for match in self._living}
        now = self._shown.again({*newest.values(), *self._lines}.union(*old.values()))
        late = list[str]()
        for match, number in newest.items():
            board = now[number].board if number in now else None
            if board is not None:
                late += self._shows(match, board[1], time.monotonic())
        self._look_at_places()
        left = late + [
            f"match {match} is told up to turn {self._told[match].ply} of {ply}"
            for match, ply in plies.items()
            if self._told[match].ply < ply and match not in self.without_channel
        ]
        left += [
            f"match {match} has no board"
            for match, number in newest.items()
            if number and number not in now and match not in self.without_channel
        ]
        held = self._stored.held(datetime.now(UTC))
        left += self._not_called_once(plies, newest, now, held)
        left += [
            f"match {match} has no channel, and runs"
            for match, runs in self.without_channel.items()
            if runs
        ]
        asleep = self._shown.asleep() if any(old.values()) else set[str]()
        for match, marked in old.items():
            bare = {number for number in marked if number not in now or not now[number].buttons}
            self._told[match].with_buttons -= bare
            left += [
                f"an old board of match {match} has buttons, message {number}"
                for number in marked - bare - held
                if now[number].channel not in asleep
            ]
        if unsent := self._stored.unsent():
            left.append(f"{unsent} posts are not sent")
        return left

    def _not_called_once(
        self, plies: dict[int, int], newest: dict[int, int], now: dict[int, Post], held: set[int]
    ) -> Iterator[str]:
        """The last turn of each living match calls whom it has to: by its board or by its line.

        The line links to the board; one that is held may link to the board before, or to none.
        """
        self._lines &= now.keys()
        lines = [now[number] for number in self._lines]
        for match, number in newest.items():
            if number not in now:
                continue
            seen, players = self._stored.match(match, plies[match]), self._stored.players(match)
            if seen.over:
                continue
            of_match = [line for line in lines if f"#{match} ·" in line.text]
            for user in {players[seat] for seat in seen.match.called} - {self._shown.bot}:
                times = sum(user in post.calls for post in (now[number], *of_match))
                if times != 1:
                    yield f"match {match} calls {user} {times} times after {plies[match]} turns"
            for line in of_match:
                if line.calls and f"/{number}" not in line.text and line.id not in held:
                    yield f"the line {line.id} of match {match} does not link to its board"

    def forgive(self) -> None:
        """Count as told what never was, so that it is no failure of every later step."""
        for match, ply in self._stored.plies().items():
            told = self._told[match]
            told.ply = max(told.ply, ply)
            told.waiting.clear()
            told.with_buttons &= {told.newest}

    def promises(self) -> Iterator[str]:
        """What was promised and is not stored. Call it where nothing is under way."""
        yield from self._komi.wrong()
        yield from self._komi.leaks()
        kept = self._stored.caused("turn", self._ledger.turns)
        for event in self._ledger.turns - kept:
            self.tally.lost += 1
            yield f"the turn of event {event} was answered and is not stored"
        kept = self._stored.caused("challenge", self._ledger.challenges)
        for event in self._ledger.challenges - kept:
            self.tally.lost += 1
            yield f"the challenge of event {event} was answered and is not stored"
        states = self._stored.challenges(self._ledger.accepted)
        for number in self._ledger.accepted:
            if states.get(number) != "accepted":
                self.tally.lost += 1
                yield f"challenge {number} was accepted, and is {states.get(number)}"
        for done in (self._ledger.turns, self._ledger.challenges, self._ledger.accepted):
            done.clear()

    def log(self) -> Iterator[str]:
        """Tracebacks in the bot's log that have no reference."""
        if not self._log.exists():
            return
        with self._log.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        whole = text.rpartition(b"\n")[0] if not text.endswith(b"\n") else text
        self._read += len(whole)
        yield from self._komi.leaks_in((whole.decode(errors="replace"), "the log"))
        before, trace = "", list[str]()
        for line in [*whole.decode(errors="replace").splitlines(), ""]:
            if trace and (not line or line.startswith(("20", "keil:"))):
                yield f"a traceback without a reference: {before!r} … {' / '.join(trace[-4:])}"
                trace = []
            if OURS.search(line):
                self.tally.references += 1
            if line.startswith("Traceback") and not OURS.search(before):
                trace = [line]
            elif trace:
                trace.append(line)
            if line.startswith("20"):
                before = line

    def bounded(self, memory: int, descriptors: int) -> Iterator[str]:
        """Whether the bot's memory and its files are bounded."""
        self.tally.memory = max(self.tally.memory, memory)
        self.tally.descriptors = max(self.tally.descriptors, descriptors)
        if memory > MOST_MEMORY:
            yield f"the bot has {memory >> 20} MB"
        if descriptors > MOST_DESCRIPTORS:
            yield f"the bot has {descriptors} files and sockets open"


def tells(text: str, turn: StoredTurn) -> bool:
    """Whether the text of a later board names the turn, or had no room for so many."""
    if not names_a_point(turn.text) or CUT_SHORT in text:
        return True  # other turns have words of their own, which depend on the language
    return re.search(rf"\b{re.escape(turn.text)}\b", text, re.IGNORECASE) is not None
