"""The campaign's stage: the stand-in, the bot and the people, with what faults may do to them."""

import asyncio
import contextlib
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.playground.driver import CannotDo, Driver, Json
from tests.campaign.ledger import Ledger
from tests.campaign.looks import Shown, Stored
from tests.campaign.players import CHANNELS, PEOPLE, THREADS, Crowd
from tests.campaign.processes import PATIENCE, TOKEN, Bot, Launcher, StandIn

WIDE = {"send": (40, 2.0), "edit": (40, 2.0), "other": (1000, 1.0), "overall": 1000}
"""Rates at which a queue is empty soon, so that there is time for many kills in an hour."""
TRY_AGAIN = 1
"""The exit status after which a supervisor starts the bot again."""
NONCE_FORGOTTEN = 130.0
"""Seconds after which the stand-in does not know a nonce any more."""
REAL = {"send": (5, 5.0), "edit": (5, 5.0), "other": (50, 1.0), "overall": 50}


@dataclass
class Stage:
    """Everything that takes part. Faults are done to it; afterwards it is as before."""

    folder: Path
    standin: StandIn
    driver: Driver
    launcher: Launcher
    crowd: Crowd
    ledger: Ledger
    stored: Stored
    shown: Shown
    bot: Bot | None = None
    counts: Counter[str] = field(default_factory=Counter[str])
    """Kills, restarts and the like, for the summary."""
    broken: list[str] = field(default_factory=list[str])
    """What a fault itself found wrong, such as an exit status."""
    noted: list[str] = field(default_factory=list[str])
    """What broke the contract, and nobody has read yet."""
    standin_starts: int = 0
    pace: float = 1.0
    """By which all times of play are multiplied."""
    log: Path = Path()
    _seen: Counter[int] = field(default_factory=Counter[int])
    _requests: Counter[int] = field(default_factory=Counter[int])

    # --- the bot ---

    def environment(self, **more: str) -> dict[str, str]:
        """Of the bot."""
        return {
            "DISCORD_TOKEN": TOKEN,
            **self.crowd.pages.environment(0),
            "DATABASE_URL": f"sqlite:///{self.stored.database}",
            "DISCORD_API_URL": self.standin.url,
            "DISCORD_GATEWAY_URL": self.standin.gateway,
            "LOG_LEVEL": "INFO",
            "LOG": str(self.log),
            "HOST_CLOCK": str(self.folder / "host-clock"),
        } | more

    async def launch(self, **more: str) -> Bot:
        """Fork a bot; return at once."""
        self.counts["starts"] += 1
        self.bot = await self.launcher.start(self.environment(**more))
        return self.bot

    async def connected(self, bot: Bot | None = None) -> bool:
        """Wait until a bot is connected. False: it has ended before."""
        bot = bot or self.bot
        assert bot is not None
        waiting = asyncio.ensure_future(self.driver.wait_connected(timeout=PATIENCE))
        ended = asyncio.ensure_future(asyncio.shield(bot.ended))
        try:
            await asyncio.wait({waiting, ended}, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                return False
            await waiting
            return True
        finally:
            waiting.cancel()
            ended.cancel()
            await asyncio.gather(waiting, ended, return_exceptions=True)

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> int:
        """End the bot. Discord forgets its session. Returns its exit status.

        After every other kill minutes go by, and Discord has forgotten the nonces, too: what was
        sent has to be found in the history.
        """
        assert self.bot is not None
        if not self.bot.alive:
            self._judge_end(self.bot)
        elif number == signal.SIGKILL:
            self.counts["kills"] += 1
        status = await self.bot.end(number)
        self.bot = None
        await self.gone()
        if number == signal.SIGKILL and self.counts["kills"] % 2:
            await self.driver.move_clock(NONCE_FORGOTTEN)
        return status

    async def expect_end(self) -> int:
        """Wait for an end that is as it should be. Returns the exit status."""
        assert self.bot is not None
        status = await self.bot.status()
        self.bot = None
        await self.gone()
        return status

    def _judge_end(self, bot: Bot) -> None:
        """The bot has ended by itself: only so that a supervisor starts it again."""
        status = bot.ended.result()
        self.counts["ended by itself"] += 1
        if status != TRY_AGAIN:
            self.wrong(f"the bot has ended by itself with the exit status {status}")

    async def gone(self) -> None:
        """Return when Discord has noticed that no bot is connected."""
        with contextlib.suppress(CannotDo):
            await self.driver.wait_connected(connected=False, timeout=PATIENCE)
        await self.driver.gateway("forget")

    async def restart_standin(self, pause: float) -> None:
        """Kill the stand-in, and start it again after a pause."""
        await self.look_at_contract()
        await self.standin.end()
        self.standin_starts += 1
        await asyncio.sleep(pause)
        await self.standin.start()
        await self.driver.rates(**WIDE)

    async def look_at_contract(self) -> None:
        """Keep what the stand-in has noted against the contract."""
        report = await self.driver.report()
        found = [*report["violations"], *map(str, report["unknown"])]
        key = self.standin_starts
        self.noted += [f"against the contract: {words}" for words in found[self._seen[key] :]]
        self._seen[key] = len(found)
        self.counts["requests"] += report["requests"] - self._requests[key]
        self._requests[key] = report["requests"]

    async def up(self) -> None:
        """See to it that a bot is connected: the end of every fault."""
        for _ in range(3):
            if self.bot is not None and not self.bot.alive:
                self._judge_end(self.bot)
                self.bot = None
            if self.bot is None:
                await self.gone()
                await self.launch()
            if await self.connected():
                return
        self.broken.append("the bot ends at once, three times in a row")

    async def recover(self) -> None:
        """Make everything as it should be, after a step that went wrong itself."""
        self.set_host_clock(0)
        self.crowd.twice = False
        if not self.standin.alive:
            self.standin_starts += 1
            await self.standin.start()
        self.standin.send(signal.SIGCONT)
        if self.bot is not None:
            await self.bot.end()
            self.bot = None
        await self.driver.clear_faults()
        await self.driver.gateway("release")
        await self.driver.rates(**WIDE)
        await self.up()

    def wrong(self, what: str) -> None:
        """A fault has found something wrong by itself."""
        self.broken.append(what)

    # --- time ---

    def set_host_clock(self, seconds: float) -> None:
        """By how much the host's clock is wrong."""
        (self.folder / "host-clock").write_text(f"{seconds:<31}")

    def let_time_run_out(self, match: int) -> None:
        """The deadline of a match has passed while no bot was there."""
        with closing(sqlite3.connect(self.stored.database, timeout=10)) as opened:
            query = 'UPDATE "match" SET deadline = deadline - 30 * 86400000000 WHERE id = ?'
            opened.execute(query, (match,))
            opened.commit()

    async def play(self, seconds: float) -> None:
        """Let people play for a while."""
        self.crowd.gate.set()
        await asyncio.sleep(seconds * self.pace)

    def pause(self) -> None:
        """Let nobody begin anything. Who waits for an answer goes on waiting."""
        self.crowd.gate.clear()


async def people_of(driver: Driver) -> dict[str, str]:
    """Names by number; the world is made where there is none yet."""
    overview = await driver.overview()
    if not any(guild["name"] == "Campaign" for guild in overview["guilds"]):
        world: Json = {"name": "Campaign", "channels": list(CHANNELS), "people": list(PEOPLE)}
        await driver.create_world([world])
        await driver.permit_all(world["name"], allow=THREADS)
        for guild in overview["guilds"]:
            await driver.remove_guild(guild["id"])
        overview = await driver.overview()
    return {p["id"]: p["global_name"] for p in overview["people"] if p["global_name"] in PEOPLE}


@asynccontextmanager
async def staged(folder: Path, seed: int, *, tables: int = 10) -> AsyncGenerator[Stage]:
    """The stage, with what was left in ``folder`` by an earlier run."""
    standin = StandIn(folder)
    async with standin.running() as driver, Launcher(folder).ready() as launcher:
        people = await people_of(driver)
        await driver.rates(**WIDE)
        stored = Stored(folder / "keil.db")
        ledger = Ledger(folder / "promises.jsonl")
        crowd = Crowd(driver, stored, ledger, people, str(seed), tables)
        shown = Shown(standin.database, (await driver.overview())["application"])
        stage = Stage(folder, standin, driver, launcher, crowd, ledger, stored, shown)
        stage.log = folder / "bot.log"
        stage.set_host_clock(0)
        await stage.up()
        await crowd.begin()
        try:
            yield stage
        finally:
            await crowd.stop()


def between(chance: Random, least: float, most: float) -> float:
    """A random time, more often a short one."""
    return least + (most - least) * chance.random() ** 2
