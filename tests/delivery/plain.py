"""A store of dictionaries: what SQL must do, in the fewest words, with a switch for each rule."""

from collections.abc import Sequence

from tests.delivery.codes import REFUSED, Code
from tests.delivery.rules import (
    ASKED,
    EVERY,
    GONE_AFTER,
    LEASE,
    LONGEST,
    LONGEST_AFTER_FAILURE,
    NEVER,
    SETTLED,
    rule,
)
from tests.delivery.store import Clock, Row, Send
from tests.delivery.wants import Pause, Wants

BOARDS = ("board", "living", "line")
SHOWING_TIME = (*BOARDS, "reminder")


class Plain(Wants):
    """The transactions of the worker."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self._holder, self._until, self._ended = -1, 0, False

    # Who works.

    def lease(self, process: int) -> None:
        now = self.clock()
        if self._holder == process and not self._ended:
            self._until = now + LEASE  # even late: nobody else has worked since
            return
        if self._until >= now:
            return
        self._holder, self._until, self._ended = process, now + LEASE, False
        for row in self.rows():
            if row.pending and row.not_before != NEVER:
                waits = min(row.not_before, now + SETTLED)
                row = self._set(row.id, not_before=0 if row.message is None else waits)
            if row.doubt:
                self._set(row.id, tried=now, attempt=row.attempt + 1)
            elif row.pending and row.message is not None and rule("takeover"):
                # Nothing overtakes a deletion, and what is only stripped was perhaps edited before.
                late = row.desired == "full" or row.rev - row.shown > 1
                edited = row.kind in ("card", "living") or (row.kind in SHOWING_TIME and late)
                kept = edited and row.desired != "gone"
                begun = row.due <= now or row.rev - row.shown > 1
                if kept and begun and row.not_before <= now:  # else nobody has begun
                    self._set(row.id, not_before=now + SETTLED, failing=None)
                    match = None if row.match is None else self._matches[row.match]
                    if row.kind == "living" and match is not None and not match.over:
                        self.replace_living(row)

    def give_up(self, process: int) -> None:
        if self._holder == process and not self._ended:
            self._until, self._ended = self.clock(), True

    def holds(self, process: int) -> bool:
        return not rule("lease") or (self._holder == process and self._until > self.clock())

    def holder(self) -> int:
        return self._holder

    # The lane that sends.

    def next_send(self, process: int, channel: int) -> Send | None:
        now = self.clock()
        pause = self._pauses.get(channel)
        if not self.holds(process) or (pause is not None and pause.until > now):
            return None
        unsent = [row for row in self._rows.values() if row.channel == channel and row.unsent]
        for row in unsent:
            if row.doubt:
                return Send(row, False, row.tried) if row.not_before <= now else None
        if not rule("order"):
            unsent.reverse()
        aside: list[int | None] = []
        for row in unsent:
            if max(row.due, row.not_before) > now:
                if not rule("aside"):
                    return None
                aside.append(row.match)
            elif row.match is not None and row.match in aside and rule("behind"):
                continue
            elif not (self._doubtful(row) and rule("match")):
                return self._begin(row)
        return None

    def _doubtful(self, row: Row) -> bool:
        """Whether this row waits for one of its match in another channel."""
        return any(other.doubt for other in self._of(row.match) if other.kind != "thread")

    def _begin(self, row: Row) -> Send:
        now = self.clock()
        if rule("begun"):
            self._set(row.id, begun=row.rev)
        if row.kind in BOARDS and rule("announced"):
            last = max(other.announces_to for other in self._of(row.match))
            self._set(row.id, announces_from=1 + last, announces_to=row.ply)
        return Send(self._set(row.id, tried=now, attempt=row.attempt + 1), True, now)

    def begin_again(self, process: int, row: int, attempt: int) -> Send | None:
        found = self._rows[row]
        if not self.holds(process) or not found.doubt or found.attempt != attempt:
            return None
        begun = self._set(row, tried=self.clock(), attempt=found.attempt + 1)
        return Send(begun, False, found.tried)

    def sent(self, row: int, attempt: int, message: int) -> None:
        found = self._rows[row]
        if found.attempt != attempt and rule("own"):
            self._rest(row)  # somebody else has tried since: it will be searched for
            return
        self._pauses.pop(found.channel, None)
        for parked in self.rows():
            if parked.channel == found.channel and parked.pending and parked.not_before == NEVER:
                self._set(parked.id, not_before=0)
        shown = found.begun if rule("first") else found.rev
        self._set(row, failing=None, not_before=0, message=message, shown=shown)
        if found.kind == "card" and found.match is not None and rule("card"):
            self.move_to_thread(found.match)
        if found.kind == "living" and found.match is not None:
            self.link_lines(found.match)

    def unanswered(self, row: int) -> None:
        self._rest(row, most=LONGEST_AFTER_FAILURE)

    def not_sent(self, row: int, attempt: int, before: int, settled: bool, code: Code) -> None:
        found = self._rows[row]
        if not found.pending:
            return
        if found.attempt == attempt or not rule("token"):
            self._set(row, tried=before)
            if settled and found.doubt:
                self._release(row)
        if code == Code.UNKNOWN_CHANNEL:
            self._missing(found.channel)
        elif code == Code.UNMADE:
            self._rest(row, most=LONGEST_AFTER_FAILURE)
        elif code != Code.STALE:
            self._refused(row)
        match = None if found.match is None else self._matches[found.match]
        if match is None or match.thread is None or not rule("leave"):
            return
        opening = found.kind == "thread" and code in (Code.UNKNOWN_MESSAGE, *REFUSED)
        if found.channel == self._rows[match.thread].channel and (
            opening or code == Code.TOO_MANY_THREADS
        ):
            self.leave_thread(match.id)

    def not_searched(self, row: int, code: Code) -> None:
        if code == Code.UNKNOWN_CHANNEL:
            self._missing(self._rows[row].channel)
        elif code in REFUSED:
            self._refused(row)
        else:
            self._rest(row, most=LONGEST_AFTER_FAILURE)

    def lost(self, row: int, attempt: int) -> None:
        if self._rows[row].attempt != attempt and rule("own"):
            self._rest(row)
        else:
            self._lose(row)

    def _release(self, row: int) -> None:
        found = self._set(row, begun=0, announces_from=0, announces_to=-1)
        if found.desired != "full" and found.kind != "thread":
            self._set(row, shown=found.rev)

    def _rest(self, row: int, least: int = 1, most: int = LONGEST) -> None:
        """Leave a row alone for as long as it has been failing."""
        now, failing = self.clock(), self._rows[row].failing
        failing = now if failing is None else failing
        wait = max(least, min(most, now - failing))
        self._set(row, failing=failing, not_before=now + wait)

    def _refused(self, row: int) -> None:
        """A refused send pauses its channel for as long as it has been refused."""
        if not rule("pause"):
            self._rest(row)
            return
        now, channel = self.clock(), self._rows[row].channel
        pause = self._pauses.get(channel, Pause(now, now))
        until = now + max(1, min(LONGEST, now - pause.since))
        self._pauses[channel] = pause._replace(until=until)

    def _missing(self, channel: int) -> None:
        """Discord does not know this channel; after a while it is gone."""
        now = self.clock()
        pause = self._pauses.get(channel, Pause(now, now))
        missing = pause.missing
        if missing is None or (now - pause.missed > ASKED and rule("missing")):
            missing = now
        until = now + max(1, min(60, now - missing))
        self._pauses[channel] = Pause(pause.since, until, missing, now)
        if now - missing >= (GONE_AFTER if rule("missing") else 100) and rule("gone"):
            self.close_channel(channel)

    def _lose(self, row: int) -> None:
        """Others have deleted this message."""
        found = self._rows[row]
        match = None if found.match is None else self._matches[found.match]
        self._set(row, desired="gone", shown=found.rev)
        if match is not None and found.kind == "living" and not match.over:
            self.replace_living(found)
        if match is not None and found.kind == "card" and found.message is None and match.ply >= 0:
            self.leave_thread(match.id)

    # The lane that edits, strips, deletes and archives.

    def next_edit(self, process: int, channel: int, but: Sequence[Row] = ()) -> Row | None:
        now = self.clock()
        pause = self._pauses.get(channel)
        unknown = pause is not None and pause.until > now and pause.missing is not None
        if unknown or not self.holds(process):
            return None
        pending = [row for row in self._rows.values() if row.channel == channel and row.pending]
        for row in pending:
            early = now < row.due and (row.kind != "card" or rule("throttle"))
            waits = row.kind == "thread" and len(pending) > 1 and rule("last")
            done = any((each.id, each.rev) == (row.id, row.rev) for each in but)
            ready = row.message is not None and now >= row.not_before
            if ready and not early and not waits and not done:
                return row
        return None

    def edited(self, row: int, message: int, rev: int, desired: str, code: Code) -> None:
        now, found = self.clock(), self._rows[row]
        if found.message != message or code == Code.STALE:
            return
        if code != Code.OK and not found.pending:
            return  # it is gone with its channel
        match = None if found.match is None else self._matches[found.match]
        if code == Code.OK:
            shown = rev if rule("revision") else found.rev
            if shown <= found.shown:
                return  # a later edit was reported before
            running = match is not None and match.ply >= 0 and not match.over
            throttled = found.kind == "card" and desired == "full" and running
            then = now + EVERY if throttled else 0
            due = then if found.kind == "card" else found.due
            self._set(row, shown=shown, failing=None, due=due)
        elif code == Code.UNKNOWN_MESSAGE:
            self._lose(row)
        elif code == Code.UNKNOWN_CHANNEL:
            self._missing(found.channel)
        elif code in (Code.LOST, Code.UNMADE) and desired == "full" and rule("hold"):
            self._set(row, not_before=now + SETTLED, failing=None)
            if code == Code.LOST and found.kind == "living" and match and not match.over:
                self.replace_living(found)
            if self.row(row).desired == "gone":
                self._set(row, not_before=0)
        elif code == Code.OLD_EDITS:
            self._rest(row, 6, 60)
            if found.kind == "living":
                self.replace_living(found)
            if self.row(row).desired == "gone":
                self._set(row, not_before=0)  # a deletion is no edit
        elif code == Code.ARCHIVED and (
            found.kind == "thread"
            or (rule("closed") and (match is None or match.over or found.channel != match.channel))
        ):
            self._set(row, shown=found.rev)
        elif code == Code.ARCHIVED and rule("parked"):
            # Until the next send there, which opens the thread.
            self._set(row, not_before=NEVER, failing=None)
        else:
            self._rest(row, most=LONGEST_AFTER_FAILURE if code < 0 else LONGEST)
