"""Interleaves people, two processes and faults by a seed; at the end all must be well."""

from tests.delivery import checks
from tests.delivery.channels import Violation
from tests.delivery.plain import Plain
from tests.delivery.processes import Processes, StoreFactory
from tests.delivery.rules import ANSWER, ASKED, EVERY

LONG = 4000  # s in which everything must be in place after the faults have ended
PLACES = ("boards", "living", "thread", "thread")
SHORT_TIMES, LONG_TIMES = (1, 1, 2, 5, 10), (30, 60, 150, 700, 4000)


class World(Processes):
    """One schedule."""

    def __init__(self, seed: int, factory: StoreFactory = Plain, detailed: bool = False) -> None:
        super().__init__(seed, factory, detailed)
        self.unknown_until = 0
        self.computers = seed % 10 == 0
        """Whether some turns wait for the answer of a computer."""
        self.budget = self.rng.choice((15, 40, 120))
        rates = ((0.15, 0.1), (0.15, 0.1), (0.4, 0.04), (0.1, 0.3))
        self.pace, self.trouble = self.rng.choice(rates)
        for _ in range(self.rng.choice((1, 1, 2))):
            place = self.rng.choice(PLACES)
            self.store.add_match(place, 1, place == "thread" or self.rng.random() < 0.3)
        self.store.lease(0)

    def run(self) -> None:
        """Let things happen, then end the faults and look. Raises `Violation`."""
        while self.budget > 0:
            self.budget -= 1
            self._happen()
            runnable = [task for task in self.tasks if self.frozen[task.process] <= self.now]
            for _ in range(2):
                if runnable and (task := self.rng.choice(runnable)) in self.tasks:
                    self.step(task)
            self.say_changes()
        self._heal()
        began = self.now
        self.settle()
        if self.calm and self.now - began > EVERY + 2:
            raise Violation(f"without any fault it takes {self.now - began} s")
        checks.check(self.store, self.discord, self.stuck())

    # What happens.

    def _happen(self) -> None:
        roll, trouble = self.rng.random(), self.pace + self.trouble
        if roll < self.pace:
            self._people()
        elif roll < trouble and not self.calm:
            self._fault()
        elif roll < trouble + 0.15:
            short = self.calm or self.rng.random() < 0.7
            self.pass_time(self.rng.choice(SHORT_TIMES if short else LONG_TIMES))
        elif roll < trouble + 0.35:
            self.work()

    def _people(self) -> None:
        match = self.rng.choice(self.store.matches())
        roll, busy = self.rng.random(), self.rng.random() < 0.2
        if match.ply < 0:
            self.store.begin_match(match.id)
        elif match.over:
            self.store.add_note(1)
        elif roll < 0.75:
            end = self.rng.random() < 0.12
            waits = self.computers and not end and self.rng.random() < 0.5
            self.store.turn(match.id, end, busy, self.now + ANSWER if waits else 0)
            self.claim(self.store.match(match.id).channel)
        else:
            self.store.remind(match.id)
        now = self.store.match(match.id)
        self.say(f"match {now.id} {now.place} ply {now.ply}{' over' if now.over else ''}")

    def _fault(self) -> None:
        rng, discord = self.rng, self.discord
        channel = rng.choice(list(discord.channels))
        here, roll = discord.channels[channel], rng.randrange(14)
        self.say(f"fault {roll} in {channel}")
        if roll == 0:
            here.permitted = not here.permitted
        elif roll == 1:
            here.history = not here.history
        elif roll == 2 and here.parent is not None:
            here.locked = not here.locked
        elif roll == 3 and here.parent is not None:
            here.archived, discord.limit = True, rng.random() < 0.5
        elif roll == 4:
            discord.limit = not discord.limit
        elif roll == 5 and self.now > self.unknown_until + ASKED + 60:
            here.unknown, self.unknown_until = True, self.now + rng.randint(5, 300)
        elif roll == 6 and rng.random() < 0.15:
            here.gone = True
        elif roll in (7, 8) and discord.messages:
            found = rng.choice(list(discord.messages.values()))
            found.deleted = found.deleted or "others"
            self.say(f"row {found.row} is deleted")
        elif roll in (9, 10, 11):
            process = rng.randrange(2)
            self.frozen[process] = self.now + rng.choice((5, 30, 200, 200, 1000))
            self.say(f"process {process} freezes until {self.frozen[process]}")
        elif roll == 13 and rng.random() < 0.5:
            self._spoil()
        else:
            self.crash(rng.randrange(2))
        if roll < 7:
            discord.refusals = {}

    def _spoil(self) -> None:
        """The content of a row cannot be made, or can again."""
        rows = [row for row in self.store.rows() if row.pending and row.kind != "thread"]
        if rows:
            row = self.rng.choice(rows).id
            self.unmade ^= {row}
            self.say(f"row {row} {'cannot' if row in self.unmade else 'can'} be made")

    def pass_time(self, seconds: int) -> None:
        end = self.now + seconds
        for at, request in sorted(self.discord.late, key=lambda each: each[0]):
            if at <= end:
                self.now = max(self.now, at)
                self.discord.late.remove((at, request))
                self.say(f"late {request}: {self.discord.do(request, late=True)}")
        while self.calm and self.now < end:
            self.store.lease(0)
            self.now = min(self.now + 10, end)
        self.now = end
        for here in self.discord.channels.values():
            here.unknown = here.unknown and self.now < self.unknown_until

    # The end.

    def _heal(self) -> None:
        self.say("the faults end")
        self.frozen, self.discord.refusals = [0, 0], {}
        # These may stay:
        self.unmade = {row for row in sorted(self.unmade) if self.rng.random() < 0.5}
        self.discord.limit = self.discord.limit and self.rng.random() < 0.5
        for here in self.discord.channels.values():
            here.permitted, here.history, here.locked, here.unknown = True, True, False, False
        if self.rng.random() < 0.5:
            for channel, _ in self.store.paused():
                self.store.news(channel)

    def settle(self) -> None:
        """Work until nothing is left to do."""
        began = self.now
        for _ in range(6000):
            self.work()
            busy = False
            for task in self.tasks[:]:
                busy = busy or task.request is not None
                if task in self.tasks:
                    self.step(task)
                busy = busy or task in self.tasks
            self.say_changes()
            if not busy:
                rows = self.rest()
                if not rows and not self.discord.late:
                    if not self._report():
                        return
                    continue
                times = [at for row in rows for at in (row.due, row.not_before)]
                times += [until for _, until in self.store.paused()]
                times += [at for at, _ in self.discord.late]
                later = [at for at in times if at > self.now]
                self.pass_time(min(at - self.now for at in [*later, self.now + 15]))
            if self.now - began > LONG:
                break
        left = [f"{row.id} ({row.kind}, {row.desired})" for row in self.rest()]
        raise Violation(f"not in place after {self.now - began} s: {', '.join(left)}")

    def _report(self) -> bool:
        """Report what is in memory, or lose it; whether there was anything."""
        found = False
        for lanes in self.lanes:
            for channel in lanes.memory.channels():
                found = True
                if self.rng.random() < 0.5:
                    lanes.memory.write(self.store, channel)
            lanes.memory.forget()
        return found
