"""What it costs that people watch a match on the page, from none to 500 of them.

The door over the real service is in this process, all viewers in another one on the same cores.
A move counts as shown when a viewer has its board whole; drawing it in the browser is not in that.
"""

import asyncio
import json
import os
import socket
import sys
import tempfile
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import monotonic, process_time

from bot.cli.run import SWITCH_INTERVAL
from bot.features import all_scenes
from bot.pictures import Pictures
from bot.service.beginning import Presence
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from bot.thinking.pool import Pool
from bot.web.door import Door
from bot.web.scenes import Stage
from tests.bench.budget import moves
from tests.bot.house import PLACE, House, house_at
from tests.bot.web.reader import opened

VIEWERS = (0, 1, 100, 500)
MOVES, PAUSE_S = 20, 1.0
FIRST = 1000
"""The user id of the first viewer."""


class Everybody:
    """Where the match is played: all of them see it."""

    me = None
    my_name = ""
    ready = True

    async def may_see(self, user: int, live: LiveMatch) -> bool:
        """True."""
        del user, live
        return True

    async def begins(self, live: LiveMatch) -> bool:
        """True: games can begin everywhere."""
        del live
        return True

    async def presence(self, user: int, live: LiveMatch) -> Presence:
        """All of them may begin games."""
        return Presence(user, str(user), live.server, frozenset({live.card_channel_id}))

    async def privately(self, user: int, live: LiveMatch) -> str:
        """Nothing."""
        del user, live
        return ""

    async def sees(self, user: int, server: int, channel_id: int = 0) -> bool:
        """True."""
        del user, server, channel_id
        return True

    async def is_open(self, live: LiveMatch) -> bool:
        """True."""
        del live
        return True


@dataclass(frozen=True, slots=True)
class Cost:
    """What the moves of one match took."""

    cpu: float
    """Milliseconds of CPU time of this process a move."""
    stored: dict[int, float]
    """By ply: when it was stored, in seconds of the machine's clock."""


async def play(house: House, match: int, door: Door | None) -> Cost:
    """Play the moves of a match, one a second."""
    stored, cpu = dict[int, float](), process_time()
    for ply, move in enumerate(moves()[:MOVES], 1):
        await house.play(match, move)
        stored[ply] = monotonic()
        if door is not None:
            door.watched.heard(PLACE)
        await asyncio.sleep(PAUSE_S)
    return Cost((process_time() - cpu) * 1000 / MOVES, stored)


async def watched(house: House, pictures: Pictures, url: str, viewers: int) -> dict[str, object]:
    """The row of a match with so many viewers."""
    match = await house.match(size=5, komi=0, button=False)
    stage = Stage(house.service, pictures, Judge(Pool(house.service.matches.games)))
    for setup in all_scenes():
        setup(stage)
    door = Door(stage, Everybody(), url)
    async with door.open("127.0.0.1", int(url.rpartition(":")[2])):
        links = [await house.service.web_passes.link(FIRST + n, match) for n in range(viewers)]
        async with watchers(links) as shown:
            before = memory()
            cost = await play(house, match, door)
            taken = memory()
    late = sorted((at - cost.stored[ply]) * 1000 for ply, at in shown if ply in cost.stored)
    figures: dict[str, object] = {"ms of CPU a move": cost.cpu, "MiB": taken, "before": before}
    if late:
        cuts = quantiles(late, n=20) if len(late) > 1 else late * 19
        figures |= {"shown after ms, p50": cuts[9], "p95": cuts[18], "most": late[-1]}
        figures["boards shown"] = f"{len(late)} of {viewers * MOVES}"
    return figures


@asynccontextmanager
async def watchers(links: list[str]) -> AsyncGenerator[list[tuple[int, float]]]:
    """Viewers with these links, in another process. What they have seen is there at the end."""
    shown = list[tuple[int, float]]()
    if not links:
        yield shown
        return
    other = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.bench.watching",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=1 << 24,
    )
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write(json.dumps(links).encode() + b"\n")
    await other.stdout.readline()  # all of them have the first board
    yield shown
    other.stdin.write(b"\n")
    shown += [(ply, at) for ply, at in json.loads(await other.stdout.readline())]
    await other.wait()


async def watch(links: list[str]) -> None:
    """Be all the viewers: note when each has which ply, until told to end."""
    shown, there = list[tuple[int, float]](), asyncio.Semaphore(0)

    async def one(number: int, link: str, stack: AsyncExitStack) -> None:
        # Each comes from an address of their own, as through a proxy.
        address = {"X-Forwarded-For": f"198.51.{number // 200}.{1 + number % 200}"}
        page = await stack.enter_async_context(opened(link, headers=address))
        await page.board()
        there.release()
        while True:
            ply = (await page.board())["ply"]
            shown.append((ply, monotonic()))
            page.pictures.clear()
            page.heard.clear()

    async with AsyncExitStack() as stack:
        watching = list[asyncio.Task[None]]()
        for number, link in enumerate(links):
            watching.append(asyncio.create_task(one(number, link, stack)))
            await there.acquire()
        print(flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        print(json.dumps(shown), flush=True)
        os._exit(0)  # nobody needs to take leave 500 times


def memory() -> float:
    """MiB of memory that this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def measured() -> list[tuple[str, dict[str, object]]]:
    """A row for each number of viewers, and one without any door."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as painters:
        async with house_at(Path(folder), web_url=url) as house:
            await house.service.outages.catch_up()
            match = await house.match(size=5, komi=0, button=False)
            await play(house, match, None)  # what is loaded once is loaded
            found = list[tuple[str, dict[str, object]]]()
            match = await house.match(size=5, komi=0, button=False)
            alone = await play(house, match, None)
            found.append(("a move, no page at all", {"ms of CPU a move": alone.cpu}))
            pictures = Pictures(painters, painters)
            for viewers in VIEWERS:
                row = await watched(house, pictures, url, viewers)
                found.append((f"a move, {viewers} watch", row))
            return found


def rows() -> list[tuple[str, dict[str, object]]]:
    """The rows of this page."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    return asyncio.run(measured())


if __name__ == "__main__":
    asyncio.run(watch(json.loads(sys.stdin.readline())))
