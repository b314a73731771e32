"""The campaign with several processes: kills, hand-overs and ends of the database, and looks.

Each step does one kind of harm while people play on all shards, then sees to it that all processes
run, waits until everything is told, and looks. Now and then the time of a match that nobody plays
in is set to run out within seconds, or its player is to be reminded: that has to happen in time,
whatever breaks.
"""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from bot.playground.driver.faults import EDIT, SEND
from bot.service.deadlines import LONGEST_SLEEP
from tests.campaign.invariants import AT_MOST_S
from tests.campaign.stage import between
from tests.postgresql import Cluster
from tests.processes.fleet import LEASE_S, Fleet, fleet, split
from tests.processes.looks import FleetInvariants, Timed

MOST_LATE_S = LEASE_S + LONGEST_SLEEP + AT_MOST_S
"""A lease, a round of the timer, and until a process that was started again is connected."""
SOON_S = (11.0, 20.0)
"""So soon a time runs out that is set by hand: not within the round that is under way."""
TRY_AGAIN = 1
"""The exit status after which a supervisor starts a process again."""
_at_once = partial(print, flush=True)
Harm = Callable[[Fleet, Random, float], Awaitable[None]]


def _pause(chance: Random) -> float:
    """Until a process that has ended is started again: at once, soon, or after its lease."""
    return chance.choice((0.0, 0.0, between(chance, 0.2, 2.0), LEASE_S + between(chance, 1.0, 4.0)))


async def _play(fleet: Fleet, seconds: float) -> None:
    fleet.crowd.gate.set()
    await asyncio.sleep(seconds)


def _any(fleet: Fleet, chance: Random) -> list[int]:
    """Some of the processes, but not all of them."""
    numbers = sorted(fleet.bots)
    return chance.sample(numbers, chance.randint(1, max(1, len(numbers) - 1)))


async def kill(fleet: Fleet, chance: Random, pace: float) -> None:
    """Processes are killed, some of them again in their start."""
    for _ in range(chance.choice((1, 2, 2, 3))):
        await _play(fleet, pace * between(chance, 0.05, 1.2))
        struck = _any(fleet, chance)
        for number in struck:
            await fleet.end(number)
        if len(struck) == 1 and chance.random() < 0.3:
            await fleet.driver.move_clock(130.0)  # Discord forgets the nonces
        await asyncio.sleep(_pause(chance))
        for number in struck:
            await fleet.launch(number)
        if chance.random() < 0.4:  # else they may die in their start
            await fleet.connected()


async def term(fleet: Fleet, chance: Random, pace: float) -> None:
    """A process is asked to end, as for a new version."""
    await _play(fleet, pace * between(chance, 0.05, 1.0))
    number = chance.choice(sorted(fleet.bots))
    status = await fleet.end(number, signal.SIGTERM)
    if status != 0:
        fleet.broken.append(f"a signal to end gave the exit status {status}")
    await asyncio.sleep(_pause(chance))
    await fleet.launch(number)
    fleet.counts["asked to end"] += 1


async def freeze(fleet: Fleet, chance: Random, pace: float) -> None:
    """A process stands still for longer than its lease, and wakes up."""
    number = chance.choice(sorted(fleet.bots))
    await _play(fleet, pace * between(chance, 0.05, 0.5))
    fleet.bots[number].send(signal.SIGSTOP)
    await asyncio.sleep(LEASE_S + between(chance, 0.5, 4.0))
    fleet.bots[number].send(signal.SIGCONT)
    await _play(fleet, pace * 0.7)
    fleet.counts["stood still"] += 1


async def backends(fleet: Fleet, chance: Random, pace: float) -> None:
    """Connections to the database break."""
    for _ in range(chance.randint(1, 3)):
        await _play(fleet, pace * between(chance, 0.05, 0.7))
        await fleet.end_backends(chance.randint(1, 4), chance)


async def server(fleet: Fleet, chance: Random, pace: float) -> None:
    """The database crashes and comes back."""
    for _ in range(chance.randint(1, 2)):
        await _play(fleet, pace * between(chance, 0.05, 1.0))
        await fleet.restart_server(chance.choice((0.0, 0.0, between(chance, 0.2, 2.0))))
        await _play(fleet, pace * 0.3)


async def server_and_process(fleet: Fleet, chance: Random, pace: float) -> None:
    """The database crashes, and a process dies before it is back."""
    await _play(fleet, pace * between(chance, 0.05, 1.0))
    number = chance.choice(sorted(fleet.bots))
    restarting = asyncio.create_task(fleet.restart_server(between(chance, 0.0, 1.0)))
    await asyncio.sleep(between(chance, 0.0, 0.5))
    await fleet.end(number)
    bot = await fleet.launch(number)
    await restarting
    with suppress(TimeoutError):
        if await bot.status(2.0) == TRY_AGAIN:  # it found no database, and a supervisor is there
            fleet.counts["starts without a database"] += 1
            del fleet.bots[number]


async def gateway(fleet: Fleet, chance: Random, pace: float) -> None:
    """Discord closes connections, or asks for new ones."""
    for _ in range(chance.randint(1, 2)):
        await _play(fleet, pace * between(chance, 0.1, 0.8))
        asked = chance.choice(("reconnect", "invalidate", "invalidate_resumable", "close"))
        await fleet.driver.call("gateway", action=asked)


async def discord(fleet: Fleet, chance: Random, pace: float) -> None:
    """Discord refuses, fails, and loses answers."""
    for _ in range(chance.randint(1, 4)):
        route = chance.choice((SEND, SEND, EDIT))
        what = chance.choice((429, 500, 502, 503, "lost", "not applied"))
        times = chance.randint(1, 4)
        if isinstance(what, str):
            await fleet.driver.drop_next(route, times=times, applied=what == "lost")
        else:
            body = {"message": "You are being rate limited.", "retry_after": 0.3, "global": False}
            await fleet.driver.fail_next(route, what, times=times, body=body)
        await _play(fleet, pace * between(chance, 0.1, 0.8))
    if chance.random() < 0.4:
        number = chance.choice(sorted(fleet.bots))
        await fleet.end(number)
        await fleet.launch(number)


KINDS: dict[str, tuple[Harm, float]] = {
    "kill": (kill, 5.0),
    "term": (term, 0.7),
    "freeze": (freeze, 0.7),
    "backends": (backends, 0.7),
    "server": (server, 1.2),
    "server and process": (server_and_process, 0.6),
    "gateway": (gateway, 0.7),
    "discord": (discord, 0.8),
}


@dataclass
class FleetCampaign:
    """A campaign: it ends after so many steps, or after so many kills and ends of the database."""

    folder: Path
    processes: int
    seed: int
    steps: int = 0
    kills: int = 0
    database_ends: int = 0
    """Of backends and of the server."""
    minutes: float = 60.0
    tables: int = 12
    pace: float = 1.0
    say: Callable[[str], None] = _at_once
    failures: list[str] = field(default_factory=list[str])
    faults: Counter[str] = field(default_factory=Counter[str])
    numbers: dict[str, object] = field(default_factory=dict[str, object])
    """What `summary` tells."""

    async def run(self, cluster: Cluster) -> None:
        """Play until it is enough."""
        begun = time.monotonic()
        shards = split(self.processes * (2 if self.processes < 4 else 1), self.processes)
        made = fleet(
            self.folder,
            cluster,
            shards,
            seed=str(self.seed),
            tables=self.tables,
            checked=False,
        )
        async with made as stage:
            looks = FleetInvariants(
                stage.ledger, stage.stored, stage.shown, stage.logs, MOST_LATE_S
            )
            await stage.up()
            await stage.crowd.begin()
            step = 0
            while not self._done(stage, step, (time.monotonic() - begun) / 60):
                await self._step(stage, looks, step)
                step += 1
            await self._last_look(stage, looks)
            self._note(stage, looks, (time.monotonic() - begun) / 60)

    def _done(self, stage: Fleet, step: int, minutes: float) -> bool:
        counts = stage.counts
        ends = counts["backends ended"] + counts["ends of the server"]
        enough = counts["kills"] >= self.kills and ends >= self.database_ends
        if self.steps:
            enough = step >= self.steps
        return enough or minutes > self.minutes or len(self.failures) > 25

    def _draw(self, step: int) -> str:
        if self.steps:  # the short one does each in turn
            return [*KINDS][step % len(KINDS)]
        weights = [weight for _, weight in KINDS.values()]
        return Random(f"{self.seed} step {step}").choices([*KINDS], weights)[0]

    async def _step(self, stage: Fleet, looks: FleetInvariants, step: int) -> None:
        name = self._draw(step)
        chance = Random(f"{self.seed} {name} {step}")
        begun = time.monotonic()
        self._set_times(stage, looks, chance)
        await KINDS[name][0](stage, chance, self.pace)
        await stage.driver.clear_faults()
        await stage.up()
        found = await self._settled(stage, looks)
        found += looks.promises()
        found += looks.log()
        found += looks.reminders()
        looks.overtaken()
        found += await stage.look_at_contract()
        found += stage.broken
        stage.broken.clear()
        stage.crowd.check()
        self._free(stage, looks)
        self.faults[name] += 1
        for what in found:
            self._fails(f"step {step}, {name}: {what}")
        took = time.monotonic() - begun
        counts = stage.counts
        self.say(
            f"{step:4} {name:<20}{took:5.1f} s  kills {counts['kills']}, "
            f"turns {looks.tally.stored}, worst {looks.lateness.worst_s:.1f} s"
        )

    def _fails(self, what: str) -> None:
        self.failures.append(what)
        self.say(f"FAILED {what}")

    def _set_times(self, stage: Fleet, looks: FleetInvariants, chance: Random) -> None:
        """Let the time of a match or two run out soon, and nobody play in it until then."""
        free = [seen for seen in stage.stored.matches() if seen.id not in stage.crowd.taken]
        for seen in chance.sample(free, min(len(free), chance.choice((0, 1, 2)))):
            reminder = chance.random() < 0.4
            column = "remind" if reminder else "deadline"
            # A reminder is due while much time is left, and only once for each turn.
            now_us = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
            rows = stage.stored.run(
                f'UPDATE "match" SET {column} = {now_us} + ? WHERE id = ? AND ply = ? '
                "AND deadline IS NOT NULL AND remind IS NOT NULL AND NOT EXISTS "
                "(SELECT 1 FROM message WHERE kind = 'reminder' AND \"match\" = ? AND ply = ?) "
                "AND coalesce(time, '') !~ 'soft|look' "  # else being late would be no end
                f"AND rest IS NULL RETURNING {column}",  # else whoever is to move may be away
                (int(between(chance, *SOON_S) * 1_000_000), *2 * (seen.id, seen.plies)),
            )
            if rows:
                stage.crowd.taken.add(seen.id)
                looks.expect(Timed(seen.id, seen.plies, rows[0][0], reminder))

    @staticmethod
    def _free(stage: Fleet, looks: FleetInvariants) -> None:
        """Let people play again where what was due has happened."""
        for match in [m for m in stage.crowd.taken if m not in looks.timed]:
            stage.crowd.taken.discard(match)

    async def _settled(self, stage: Fleet, looks: FleetInvariants) -> list[str]:
        looks.fault_over = begun = time.monotonic()
        stage.crowd.gate.clear()
        found = list(looks.news())
        while left := looks.unsettled():
            waited = time.monotonic() - begun
            if waited > 10 * AT_MOST_S:
                looks.forgive()
                return [*found, *(f"never: {words}" for words in left)]
            await asyncio.sleep(0.05)
            if any(not bot.alive for bot in stage.bots.values()):
                await stage.up()
            found += looks.news()
        return found

    async def _last_look(self, stage: Fleet, looks: FleetInvariants) -> None:
        """All that is still due, then all promises and all messages from the very first one."""
        await stage.crowd.stop()
        until = time.monotonic() + MOST_LATE_S + SOON_S[1]
        while looks.timed and time.monotonic() < until:
            await asyncio.sleep(0.2)
            for what in [*looks.news(), *looks.reminders()]:
                self._fails(what)
            looks.overtaken()
        for timed in looks.timed.values():
            self._fails(f"never: the time of match {timed.match} at {timed.ply} ({timed})")
        for what in await self._settled(stage, looks):
            self._fails(what)
        turns, challenges, accepted = stage.ledger.everything()
        stage.ledger.turns |= turns
        stage.ledger.challenges |= challenges
        stage.ledger.accepted |= accepted
        for what in looks.promises():
            self._fails(what)
        for one in stage.stored.failed():
            self._fails(f"a message was given up: {one}")
        for (match, ply), times in looks.shown_reminders().items():
            if times > 1:
                self._fails(f"{times} reminders of match {match} after {ply} turns")
        # The short one may run on a machine so slow that requests arrive in bursts.
        if stage.counts["refused: too many in a second"] and not self.steps:
            self._fails("Discord has refused requests beyond those of a second")
        if stage.counts["shards in two connections"]:
            self._fails("two processes have connected the same shard")

    def _note(self, stage: Fleet, looks: FleetInvariants, minutes: float) -> None:
        tally, lateness, counts = looks.tally, looks.lateness, stage.counts
        self.numbers = {
            "seed": self.seed,
            "processes": f"{self.processes} with {stage.count} shards, a lease of {LEASE_S:.0f} s",
            "minutes": f"{minutes:.1f}",
            **counts,
            "faults": self.faults.total(),
            **{f"  {name}": number for name, number in sorted(self.faults.items())},
            "transactions run again": stage.conflicts(),
            "acts of people": stage.ledger.acts,
            "  without an answer": stage.ledger.unanswered,
            "turns answered": stage.ledger.moves,
            "turns stored": tally.stored,
            "boards posted": tally.boards,
            "turns told by later ones": tally.folded,
            "lost": tally.lost,
            "doubled": tally.doubled,
            f"boards later than {AT_MOST_S:.0f} s": tally.late,
            "worst lateness of a board": f"{tally.worst_s:.1f} s",
            "times that ran out": lateness.ends,
            "reminders": lateness.reminders,
            "  of both, early": lateness.early,
            "  worst lateness": f"{lateness.worst_s:.1f} s",
            "  half of them within": f"{_median(lateness.all_s):.2f} s",
            "faults with a reference": tally.references,
            "failures": len(self.failures),
        }

    def summary(self) -> str:
        """The numbers, as a table."""
        return "\n".join(f"{name:<32}{value}" for name, value in self.numbers.items())


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else 0.0
