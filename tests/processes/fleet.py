"""A fleet: real processes of the bot with some shards each, on one PostgreSQL and one stand-in."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bot.playground.driver import Driver
from bot.shards import Shards
from tests.campaign.ledger import Ledger
from tests.campaign.looks import Shown
from tests.campaign.pages import Pages
from tests.campaign.players import CHANNELS, PEOPLE, THREADS, Crowd
from tests.campaign.processes import PATIENCE, TOKEN, Bot, Launcher, StandIn
from tests.postgresql import Cluster
from tests.processes.looks import StoredOnServer

Json = dict[str, Any]
LEASE_S = 3.0
"""The lease on shards; 20 s in earnest, but waiting for it shows nothing."""
WIDE = {"send": (40, 2.0), "edit": (40, 2.0), "other": (1000, 1.0), "overall": 50}
"""A channel may get more than Discord allows, so that a queue is empty soon; a second may not."""


@dataclass
class Fleet:
    """Everything that takes part."""

    folder: Path
    standin: StandIn
    driver: Driver
    launcher: Launcher
    cluster: Cluster
    url: str
    """Of the database, as a setting."""
    stored: StoredOnServer
    ledger: Ledger
    shown: Shown
    crowd: Crowd
    shards: list[Shards]
    """Of each process."""
    bots: dict[int, Bot] = field(default_factory=dict[int, Bot])
    """The processes that run, by their number."""
    counts: Counter[str] = field(default_factory=Counter[str])
    broken: list[str] = field(default_factory=list[str])
    """What a fault itself has found wrong."""
    _seen: int = 0

    @property
    def count(self) -> int:
        """How many shards there are."""
        return self.shards[0].count

    @property
    def logs(self) -> list[Path]:
        """The log of each process."""
        return [self.log(number) for number in range(len(self.shards))]

    def log(self, number: int) -> Path:
        """The log of one process."""
        return self.folder / f"keil-{number}.log"

    def logged(self, number: int) -> str:
        """What one process has logged so far."""
        file = self.log(number)
        return file.read_text() if file.exists() else ""

    # --- processes ---

    async def launch(self, number: int, **more: str) -> Bot:
        """Fork one process; return at once. ``more`` is of its environment."""
        self.counts["starts"] += 1
        environment = {
            "DISCORD_TOKEN": TOKEN,
            **self.crowd.pages.environment(number),
            "DATABASE_URL": self.url,
            "SHARDS": str(self.shards[number]),
            "DISCORD_API_URL": self.standin.url,
            "DISCORD_GATEWAY_URL": self.standin.gateway,
            "LOG_LEVEL": "INFO",
            "LOG": str(self.log(number)),
            "HOST_CLOCK": str(self.folder / "host-clock"),
            "LEASE": str(LEASE_S),
        }
        bot = self.bots[number] = await self.launcher.start(environment | more)
        return bot

    async def end(self, number: int, how: signal.Signals = signal.SIGKILL) -> int:
        """End one process. Returns its exit status."""
        bot = self.bots.pop(number)
        if not bot.alive:
            self._judge_end(number, bot)
        elif how == signal.SIGKILL:
            self.counts["kills"] += 1
        status = await bot.end(how)
        await self.gone(number)
        return status

    async def gone(self, number: int) -> None:
        """Return when Discord has noticed that this process is not connected, and forgets it."""
        del number
        others = sum(len(self.shards[other].ids) for other in self.bots)
        async with asyncio.timeout(PATIENCE):
            while (await self.driver.report())["connected"] > others:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await self.driver.gateway("forget")

    async def up(self) -> None:
        """See to it that all processes run and are connected."""
        for _ in range(3):
            for number, bot in list(self.bots.items()):
                if not bot.alive:
                    self._judge_end(number, bot)
                    del self.bots[number]
                    await self.gone(number)
            for number in range(len(self.shards)):
                if number not in self.bots:
                    await self.launch(number)
            if await self.connected():
                return
        self.broken.append("a process ends at once, three times in a row")

    async def connected(self) -> bool:
        """Wait until all shards are connected. False: a process has ended before."""
        waiting = asyncio.ensure_future(
            self.driver.wait_connected(shards=self.count, timeout=PATIENCE)
        )
        ends = [asyncio.ensure_future(asyncio.shield(bot.ended)) for bot in self.bots.values()]
        try:
            await asyncio.wait({waiting, *ends}, return_when=asyncio.FIRST_COMPLETED)
            if any(end.done() for end in ends):
                return False
            await waiting
            return True
        finally:
            for task in (waiting, *ends):
                task.cancel()
            await asyncio.gather(waiting, *ends, return_exceptions=True)

    def _judge_end(self, number: int, bot: Bot) -> None:
        self.counts["ended by itself"] += 1
        self.broken.append(f"process {number} gave up with the exit status {bot.ended.result()}")

    # --- what was refused ---

    async def look_at_contract(self) -> list[str]:
        """What the stand-in has noted since the last look."""
        report = await self.driver.report()
        self.counts["requests"] = report["requests"]
        self.counts["refused: too many in a second"] = report["refused_overall"]
        self.counts["shards in two connections"] = len(report["identified_twice"])
        found = [*report["violations"], *map(str, report["unknown"])]
        new, self._seen = found[self._seen :], len(found)
        return [f"against the contract: {words}" for words in new]

    def conflicts(self) -> int:
        """How many transactions the server has stopped because others had disturbed them."""
        log = self.cluster.log_file.read_text(errors="replace")
        return log.count("could not serialize access") + log.count("deadlock detected")

    # --- the database ---

    async def end_backends(self, how_many: int, chance: Any) -> int:
        """Break connections of the bots, as a failover does. Returns how many there were."""
        query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'keil'"
        pids = [pid for (pid,) in self.stored.run(query)]
        struck = chance.sample(pids, min(how_many, len(pids)))
        for pid in struck:
            self.stored.run("SELECT pg_terminate_backend(?)", (pid,))
        self.counts["backends ended"] += len(struck)
        return len(struck)

    async def restart_server(self, pause: float) -> None:
        """End the server of the database like a crash, and start it again after a pause."""
        self.stored.close()
        self.stored.away = True
        await asyncio.to_thread(self.cluster.stop)
        await asyncio.sleep(pause)
        await asyncio.to_thread(self.cluster.start)
        self.stored.away = False
        self.counts["ends of the server"] += 1


def split(count: int, processes: int) -> list[Shards]:
    """``count`` shards over so many processes, in a row."""
    each = count // processes
    return [Shards(tuple(range(n * each, (n + 1) * each)), count) for n in range(processes)]


def shared(cluster: Cluster, name: str) -> str:
    """A new database on this server, and its address."""
    engine = sa.create_engine(cluster.url("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
    engine.dispose()
    return cluster.url(name).replace("postgresql+psycopg", "postgresql")


@asynccontextmanager
async def fleet(
    folder: Path,
    cluster: Cluster,
    shards: list[Shards],
    *,
    seed: str = "1",
    tables: int = 10,
    checked: bool = True,
) -> AsyncGenerator[Fleet]:
    """A fleet whose processes do not run yet, with a server for each shard.

    ``checked``: at the end nothing may have been against Discord's contract.
    """
    standin = StandIn(folder)
    url = shared(cluster, f"fleet-{folder.name}")
    (folder / "host-clock").write_text("0".ljust(31))
    async with standin.running() as driver, Launcher(folder).ready() as launcher:
        count = shards[0].count
        await driver.sharding(count=count)
        await driver.rates(**WIDE)
        before = await driver.overview()
        worlds: list[Json] = [
            {"name": f"S{n}", "channels": CHANNELS, "people": PEOPLE, "shard": n}
            for n in range(count)
        ]
        await driver.create_world(worlds)
        for world in worlds:
            await driver.permit_all(world["name"], allow=THREADS)
        for guild in before["guilds"]:
            await driver.remove_guild(guild["id"])
        overview = await driver.overview()
        names = {p["id"]: p["global_name"] for p in overview["people"]}
        people = {number: name for number, name in names.items() if name in PEOPLE}
        stored = StoredOnServer(Path(), url=url)
        ledger = Ledger(folder / "promises.jsonl")
        channels = tuple(f"S{n}/{name}" for n in range(count) for name in CHANNELS)
        crowd = Crowd(driver, stored, ledger, people, seed, tables, channels)
        crowd.pages = Pages.of(len(shards))
        shown = Shown(standin.database, overview["application"])
        made = Fleet(
            folder, standin, driver, launcher, cluster, url, stored, ledger, shown, crowd, shards
        )
        try:
            yield made
            if checked:
                assert await made.look_at_contract() == []
                assert made.counts["shards in two connections"] == 0
                assert not made.broken, made.broken
        finally:
            await crowd.stop()
            stored.close()
