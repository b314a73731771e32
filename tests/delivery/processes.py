"""Two processes at work for one shard, step by step, and the requests that they make."""

import random
from collections.abc import Callable

from tests.delivery.channels import Channels
from tests.delivery.codes import Code
from tests.delivery.lanes import Lane, Lanes
from tests.delivery.requests import Answer, Request
from tests.delivery.rules import LATE, NEVER, rule
from tests.delivery.store import Clock, Row, Store

StoreFactory = Callable[[Clock], Store]


class Task:
    """A lane at work. It either waits for an answer to its request, or has one."""

    def __init__(self, process: int, name: str, channel: int, steps: Lane) -> None:
        self.process, self.name, self.channel, self.steps = process, name, channel, steps
        self.request: Request | None = None
        self.asked: Request | None = None  # the request that `answer` answers
        self.answer: Answer | None = None


class Processes:
    """`log` says what has happened, and with `detailed` how the rows have changed."""

    def __init__(self, seed: int, factory: StoreFactory, detailed: bool) -> None:
        self.rng, self.now, self.log = random.Random(seed), 100, list[str]()
        self.calm = seed % 10 == 0  # no faults: everything must be in place at once
        self.budget = 0  # how much is still to happen: until then requests fail
        self.store = factory(lambda: self.now)
        self.discord = Channels(lambda: self.now, self.rng, self.store.row, self.store.replaced)
        self.lanes = [Lanes(self.store, lambda: self.now, process) for process in (0, 1)]
        self.tasks: list[Task] = []
        self.frozen = [0, 0]  # until when
        self.unmade: set[int] = set()  # rows whose content cannot be made
        self._detailed, self._seen = detailed, dict[int, Row]()

    def say(self, text: str) -> None:
        """Write what has happened into the log."""
        self.log.append(f"{self.now}: {text}")

    def say_changes(self) -> None:
        if self._detailed:
            for row in self.store.rows():
                if self._seen.get(row.id) != row:
                    self.say(f"  {row}")
                    self._seen[row.id] = row

    # What the processes do.

    def work(self) -> None:
        """Start a lane of each kind for each channel that has something to do."""
        for process in (0, 1):
            if self.frozen[process] > self.now or (self.calm and process):
                continue
            self.store.lease(process)
            if not self.store.holds(process):
                continue
            running = {(task.name, task.channel) for task in self.tasks if task.process == process}
            lanes = self.lanes[process]
            for channel in self._channels(process):
                for name, lane in (("send", lanes.send), ("edit", lanes.edit)):
                    if (name, channel) not in running:
                        self.tasks.append(Task(process, name, channel, lane(channel)))

    def _channels(self, process: int) -> list[int]:
        """The channels in which more is left than reports."""
        memory = self.lanes[process].memory
        pending = {row.channel for row in self.store.rows() if row.pending}
        for channel in memory.channels():
            done = [(row.id, row.rev) for row in memory.of(channel)]
            if not any(
                row.pending and row.channel == channel and (row.id, row.rev) not in done
                for row in self.store.rows()
            ):
                pending.discard(channel)
        return sorted(pending)

    def step(self, task: Task) -> None:
        if task.request is not None:
            faulty = not self.calm and self.budget > 0 and self.rng.random() < 0.2
            fate = self.rng.choice(("not", "lost", "late")) if faulty else "done"
            self.carry_out(task, task.request, fate)
            return
        asked, answer, task.answer = task.asked, task.answer, None
        if asked is not None and answer is not None:
            self._see_what_is_deleted(asked, answer)
        try:
            task.request = next(task.steps) if answer is None else task.steps.send(answer)
        except StopIteration:
            self.tasks.remove(task)
        if asked is not None and answer is not None:
            self._see_what_is_left(asked, answer)
        if task.request is not None and task.request.what == "send":
            self._see_who_stepped_aside(task.request.row)

    def carry_out(self, task: Task, request: Request, fate: str) -> None:
        content = request.what in ("send", "edit") and request.shows.desired == "full"
        if content and request.row.id in self.unmade:
            self.discord.watch((f"make {request.what}", request.row.id, 0), Code.UNMADE)
            answer = Answer(Code.UNMADE)
        elif request.deadline < self.now and rule("fresh"):
            answer = Answer(Code.STALE)
        else:
            answer = Answer(Code.LOST)
            self.say(f"process {task.process}: {request} {fate}")
            if fate in ("done", "lost"):
                given = self.discord.do(request)
                answer = given if fate == "done" else answer
            elif fate == "late":
                at = self.now + self.rng.randint(1, LATE)
                self.discord.late.append((at, request))
        self.say(f"process {task.process}: {request}: {answer}")
        task.request, task.asked, task.answer = None, request, answer

    def _see_what_is_deleted(self, request: Request, answer: Answer) -> None:
        """Before a report that counts: others have deleted what it is about."""
        now, then = self.store.row(request.row.id), request.row
        sending = request.what == "send"
        counts = now.attempt == then.attempt if sending else now.message == then.message
        known = answer.code == Code.UNKNOWN_MESSAGE
        if known and counts and request.what in ("send", "edit", "delete"):
            self.discord.over.add(now.id)

    def _see_what_is_left(self, request: Request, answer: Answer) -> None:
        """After a report: its row stays as it is in a closed thread."""
        refused = answer.code == Code.ARCHIVED and request.what in ("edit", "delete")
        if refused and not self.store.row(request.row.id).pending:
            self.discord.left.add(request.row.id)

    def _see_who_stepped_aside(self, begun: Row) -> None:
        """A row that waits, for its match, an answer or its content, lets the others pass."""
        rows = self.store.rows()
        waiting = [row.match for row in rows if row.doubt and row.kind != "thread"]
        for row in rows:
            if row.channel != begun.channel or row.id >= begun.id or not row.unsent or row.begun:
                continue
            if max(row.due, row.not_before) > self.now:
                waiting.append(row.match)
                self.discord.aside.add(row.id)
            elif row.match not in (None, begun.match) and row.match in waiting:
                self.discord.aside.add(row.id)

    def claim(self, channel: int) -> None:
        """The transaction of a turn may begin the send at once."""
        process = self.store.holder()
        running = any(
            (task.process, task.name, task.channel) == (process, "send", channel)
            for task in self.tasks
        )
        if self.frozen[process] > self.now or running or self.rng.random() >= 0.5:
            return
        send = self.lanes[process].claim(channel)
        if send is not None and send.fresh:
            self._see_who_stepped_aside(send.row)
            steps = self.lanes[process].send(channel, send)
            self.tasks.append(Task(process, "send", channel, steps))

    def crash(self, process: int) -> None:
        """End a process. Who starts again is somebody else, and takes over."""
        self.say(f"process {process} crashes")
        self.store.give_up(process)
        self.lanes[process].memory.forget()
        for task in [task for task in self.tasks if task.process == process]:
            if task.request is not None:
                self.carry_out(task, task.request, self.rng.choice(("not", "lost", "late")))
            self.tasks.remove(task)

    def rest(self) -> list[Row]:
        """What is left to do, without what cannot be made, and what is done but not reported."""
        stuck = self.stuck()
        done = [
            (row.id, row.rev)
            for lanes in self.lanes
            for channel in lanes.memory.channels()
            for row in lanes.memory.of(channel)
        ]
        return [
            row
            for row in self.store.rows()
            if row.pending
            and row.not_before < NEVER
            and row.id not in self.unmade
            and not (row.match is not None and row.match in stuck)
            and (row.id, row.rev) not in done
        ]

    def stuck(self) -> list[int | None]:
        """The matches in which something cannot be made."""
        return [row.match for row in self.store.rows() if row.pending and row.id in self.unmade]
