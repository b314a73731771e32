"""The runner: fault after fault, each followed by a look at everything that must hold."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.faults import Kind, all_kinds
from tests.campaign.invariants import AT_MOST_S, Invariants, Tally
from tests.campaign.stage import Stage, staged

Json = dict[str, Any]
KILLS = "kill"
MOST_FAILURES = 25
"""A campaign that finds more ends before its time."""
REQUESTS_PER_THING = 12
"""Requests that one start, act or board may cost, with all that is tried again."""
REQUESTS_PER_SECOND = 25


@dataclass
class Progress:
    """How far a campaign is: all that it needs to go on, and its numbers."""

    seed: int
    minutes: float
    kills: int
    """How many it wants."""
    seconds: float = 0.0
    """For how long it has run."""
    step: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    """Kills, starts, requests, acts, and the like."""
    faults: Counter[str] = field(default_factory=Counter[str])
    took: dict[str, float] = field(default_factory=dict[str, float])
    """Seconds spent on each kind of fault."""
    tally: Tally = field(default_factory=Tally)
    failures: list[Json] = field(default_factory=list[Json])

    @classmethod
    def read(cls, file: Path) -> "Progress | None":
        """The progress in a file, if there is one."""
        if not file.exists():
            return None
        kept: Json = json.loads(file.read_text())
        kept["counts"], kept["faults"] = Counter(kept["counts"]), Counter(kept["faults"])
        kept["tally"] = Tally(**kept["tally"])
        return cls(**kept)

    def write(self, file: Path) -> None:
        """Keep it; a kill at any moment leaves the old one or the new one."""
        new = file.with_suffix(".new")
        new.write_text(json.dumps(vars(self) | {"tally": asdict(self.tally)}, indent=1))
        new.replace(file)

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        enough = self.seconds >= self.minutes * 60 or 0 < self.kills <= self.counts["kills"]
        return enough or len(self.failures) >= MOST_FAILURES

    def summary(self) -> str:
        """The numbers, as a table."""
        tally, counts = self.tally, self.counts
        rows: list[tuple[str, object]] = [
            ("seed", self.seed),
            ("minutes", f"{self.seconds / 60:.1f}"),
            ("kills", counts["kills"]),
            ("starts of the bot", counts["starts"]),
            ("  ends by itself", counts["ended by itself"]),
            ("faults", self.faults.total()),
            *(
                (f"  {name}", f"{number:<6}{self.took.get(name, 0):.0f} s")
                for name, number in sorted(self.faults.items())
            ),
            ("requests", counts["requests"]),
            ("acts of people", counts["acts"]),
            ("  without an answer", counts["unanswered"]),
            ("  on the page", counts["on the page"]),
            ("turns answered", counts["answered"]),
            ("turns stored", tally.stored),
            ("  planned", tally.planned),
            ("boards posted", tally.boards),
            ("turns told by later ones", tally.folded),
            ("lost", tally.lost),
            ("doubled", tally.doubled),
            (f"later than {AT_MOST_S:.0f} s", tally.late),
            ("worst lateness", f"{tally.worst_s:.1f} s"),
            ("faults with a reference", tally.references),
            ("most memory", f"{tally.memory >> 20} MB"),
            ("most files and sockets", tally.descriptors),
            ("failures", len(self.failures)),
        ]
        return "\n".join(f"{name:<26}{value}" for name, value in rows)


@dataclass
class Campaign:
    """A campaign under way."""

    folder: Path
    progress: Progress
    only: frozenset[str] = frozenset()
    quick: bool = False
    judge_time: bool = True
    """False in the short campaign: how fast the machine is proves nothing."""
    stop_at_failure: bool = False
    say: Callable[[str], None] = print
    tables: int = 10
    pace: float = 1.0
    """Less than one: people play for a shorter time in each fault."""
    steps: int = 0
    """How many to do; 0: no limit."""
    _kinds: list[Kind] = field(default_factory=list[Kind])

    @property
    def state(self) -> Path:
        """The file with the progress."""
        return self.folder / "state.json"

    async def run(self) -> None:
        """Until the time is over, or there were enough kills."""
        known = all_kinds()
        if unknown := self.only - set(known):
            raise ValueError(f"no fault is called {unknown}; there are {', '.join(known)}")
        self._kinds = [k for k in known.values() if not self.only or k.name in self.only]
        async with staged(self.folder, self.progress.seed, tables=self.tables) as stage:
            looks = Invariants(stage.ledger, stage.stored, stage.shown, stage.log)
            if self.progress.step:
                self.say(f"goes on at step {self.progress.step}")
                looks.skip()
            looks.tally = self.progress.tally
            stage.counts = self.progress.counts
            stage.pace = self.pace
            last = self.progress.step + self.steps if self.steps else 0
            while not self.progress.done and not 0 < last <= self.progress.step:
                await self.step(stage, looks)
                if self.stop_at_failure and self.progress.failures:
                    break
            await self._look_at_everything(stage, looks)
            self.progress.write(self.state)

    def draw(self, chance: Random) -> Kind:
        """The kind of fault of a step; in the short campaign each comes in turn, and many kills."""
        number, kinds = self.progress.step, self._kinds
        kill = [kind for kind in kinds if kind.name == KILLS]
        others = [kind for kind in kinds if kind.name != KILLS]
        if self.quick:
            others = [kind for kind in others if kind.quick]
            return kill[0] if number % 3 == 2 else others[(number - number // 3) % len(others)]
        if kill and (not others or chance.random() < 0.6):
            return kill[0]
        return chance.choices(others, [kind.weight for kind in others])[0]

    async def step(self, stage: Stage, looks: Invariants) -> None:
        """One fault, and the look after it."""
        progress = self.progress
        begun = time.monotonic()
        kind = self.draw(Random(f"{progress.seed} step {progress.step}"))
        chance = Random(f"{progress.seed} {kind.name} {progress.step}")  # whatever was drawn from
        before = stage.counts["requests"]
        things = self._things(stage, looks)
        found: list[str] = []
        try:
            await kind.harm(stage, chance)
            await stage.driver.clear_faults()
            await stage.up()
            found += await self._settled(stage, looks)
            await stage.look_at_contract()
        except Exception as error:
            found.append(f"the campaign itself stumbled: {error!r}")
            if self.stop_at_failure:
                raise
            await stage.recover()
        took = time.monotonic() - begun
        found += looks.promises()
        found += looks.log()
        if stage.bot is not None:
            found += looks.bounded(stage.bot.memory(), stage.bot.descriptors())
        requests = stage.counts["requests"] - before
        most = REQUESTS_PER_THING * (self._things(stage, looks) - things + 5)
        if requests > most + REQUESTS_PER_SECOND * took:
            found.append(f"{requests} requests in {took:.0f} s")
        stage.crowd.check()
        found += stage.broken + stage.noted
        stage.broken.clear()
        stage.noted.clear()
        progress.faults[kind.name] += 1
        progress.took[kind.name] = round(progress.took.get(kind.name, 0.0) + took, 1)
        progress.seconds += took
        stage.counts["acts"], stage.counts["unanswered"], stage.counts["answered"] = (
            stage.ledger.acts + self._before["acts"],
            stage.ledger.unanswered + self._before["unanswered"],
            stage.ledger.moves + self._before["answered"],
        )
        stage.counts["on the page"] = stage.ledger.pages + self._before["on the page"]
        for what in found:
            self._fails(kind, what)
        progress.step += 1
        progress.write(self.state)

    _before: Counter[str] = field(default_factory=Counter[str])
    """The acts of earlier runs of this campaign."""

    def __post_init__(self) -> None:
        self._before = Counter(self.progress.counts)

    @staticmethod
    def _things(stage: Stage, looks: Invariants) -> int:
        return stage.counts["starts"] + stage.ledger.acts + looks.tally.boards

    async def _settled(self, stage: Stage, looks: Invariants) -> list[str]:
        """Wait until nothing is left to be done. Returns what is wrong."""
        looks.fault_over = begun = time.monotonic()
        found = list(looks.news())
        stage.pause()
        told = False
        while True:
            found += looks.news()
            left = looks.unsettled()
            if not left:
                return found
            waited = time.monotonic() - begun
            if waited > AT_MOST_S and self.judge_time and not told:
                looks.tally.late += 1
                told = True
                found += [f"{AT_MOST_S:.0f} s after the fault: {words}" for words in left]
            if waited > (2 * AT_MOST_S if self.judge_time else 10 * AT_MOST_S):
                looks.forgive()  # once said is enough
                return [*found, *(f"never: {words}" for words in left)]
            if stage.bot is None or not stage.bot.alive:
                await stage.up()
            await asyncio.sleep(0.05)

    def _fails(self, kind: Kind, what: str) -> None:
        progress = self.progress
        replay = (
            f".venv/bin/python -m tests.campaign --new --state build/again --seed {progress.seed} "
            f"--first {progress.step} --steps 1 --only '{kind.name}'"
        )
        if kind.harm is _nothing:
            replay = f".venv/bin/python -m tests.campaign --state {self.folder}"
        failure = {"step": progress.step, "kind": kind.name, "what": what, "replay": replay}
        progress.failures.append(failure)
        self.say(f"FAILED at step {progress.step}, {kind.name}: {what}\n  again: {replay}")

    async def _look_at_everything(self, stage: Stage, looks: Invariants) -> None:
        """All promises and all messages once more, from the very first one."""
        await stage.crowd.stop()
        until = time.monotonic() + 10 * AT_MOST_S
        audit = Invariants(stage.ledger, stage.stored, stage.shown, stage.folder / "none")
        turns, challenges, accepted = stage.ledger.everything()
        stage.ledger.turns |= turns
        stage.ledger.challenges |= challenges
        stage.ledger.accepted |= accepted
        audit.fault_over = float("inf")
        found = list(audit.news())
        while (left := audit.unsettled()) and time.monotonic() < until:
            await asyncio.sleep(0.1)  # for what was begun just before
            found += audit.news()
        found += [*left, *audit.promises()]
        found += [
            f"a message was given up: {one}"
            for one in stage.stored.failed()
            if one[0] not in audit.without_channel
        ]
        kind = Kind("the look at everything", _nothing, 0, quick=False)
        for what in found:
            self._fails(kind, what)
        looks.tally.lost += audit.tally.lost
        looks.tally.doubled += audit.tally.doubled


async def _nothing(stage: Stage, chance: Random) -> None:
    del stage, chance
