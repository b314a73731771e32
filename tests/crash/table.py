"""A short game against a bot that is killed and started again, on a stand-in that lives on."""

import asyncio
import contextlib
import json
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy.exc import OperationalError, ProgrammingError

from bot.playground.driver import Answer, Driver, Held
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from bot.storage.admin_connection import connected
from bot.storage.checking import check
from bot.storage.rows import BOARDS
from engine.games import all_games
from tests.bot.says import says
from tests.bot.table import ADA, AT_THE_END, BO, GAMES, PRIVATE, labels, ply_of
from tests.launching import address_of
from tests.stores import execute, on_postgresql, quiet, url_for_new

Json = dict[str, Any]
PATIENCE = 180.0
"""Seconds to wait for anything: only a broken test waits that long. People wait as long for an
answer, by the clock of the stand-in."""
SENT = "SELECT message, ply FROM message WHERE message IS NOT NULL"
FOLDED = "SELECT ply FROM message WHERE message IS NULL AND shown = rev"
NONCE_FORGOTTEN = 130.0
"""Seconds after which the stand-in does not know a nonce any more."""


class Launcher:
    """What starts and kills the bots of one test."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._plan, self.passed = folder / "plan", folder / "passed"
        self.passed.write_text("")
        files = {"PLAN": str(self._plan), "PASSED": str(self.passed), "PWD": str(folder)}
        self._line = json.dumps(environment | files) + "\n"
        self._reader = asyncio.StreamReader()
        self._writer: asyncio.StreamWriter | None = None
        self._pid = 0
        self._planned = False
        self.ended: asyncio.Task[int] | None = None
        """Done when the bot that was started last has ended, with its exit status."""

    @asynccontextmanager
    async def ready(self) -> AsyncGenerator["Launcher"]:
        """The launcher; no bot is left at the end."""
        address = await asyncio.to_thread(address_of, "tests.crash.launcher")
        self._reader, self._writer = await asyncio.open_unix_connection(address)
        try:
            yield self
        finally:
            await self.kill()
            self._writer.close()
            await self._writer.wait_closed()

    @property
    def alive(self) -> bool:
        """Whether a bot runs."""
        return self.ended is not None and not self.ended.done()

    async def start(self) -> None:
        """Fork a bot."""
        assert not self.alive
        assert self._writer is not None
        self._writer.write(self._line.encode())
        self._pid = await self._number()
        self.ended = asyncio.create_task(self._number(None))

    async def _number(self, patience: float | None = PATIENCE) -> int:
        async with asyncio.timeout(patience):
            return int(await self._reader.readline())

    def plan(self, point: str) -> None:
        """Let the bot die at the first such point from now on."""
        written = self._plan.with_name("written")
        written.write_text(point)
        written.replace(self._plan)
        self._planned = True

    async def spare(self) -> None:
        """Let the bot live from now on; if it is dying already, return when it has ended."""
        try:
            self._plan.unlink()
        except FileNotFoundError:
            if self._planned and self.ended is not None:  # the bot took it first
                async with asyncio.timeout(PATIENCE):
                    await asyncio.shield(self.ended)
        self._planned = False

    async def kill(self) -> None:
        """SIGKILL for the bot, if it lives."""
        if self.ended is not None:
            if self.alive:
                os.kill(self._pid, signal.SIGKILL)
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self.ended)


@dataclass
class Table:
    """#games with Ada and Bo. What they do is answered by a bot that may die at any moment."""

    playground: Playground
    driver: Driver
    launcher: Launcher
    url: str
    modal: Answer | None = None
    """The form that a person has open. It outlives the bot."""
    question: Answer | None = None

    async def start(self) -> None:
        """Start the bot and return when people can reach it."""
        await self.launcher.start()
        assert await self.until_dead(self.driver.wait_connected(timeout=PATIENCE))

    async def begin(self, **options: object) -> tuple[str, str]:
        """Ada challenges Bo, who accepts: who is to move, and the other."""
        given = {"opponent": BO, "size": 3, **options}
        await self.driver.slash(ADA, GAMES, "challenge keil", given)
        assert await self.until_dead(self.quiet(-1))
        (card,) = await self.public()
        await self.driver.click(BO, card, "Accept")
        assert await self.until_dead(self.quiet(0))
        first: str = (await self.newest())["mentions"][0]["global_name"]
        return first, BO if first == ADA else ADA

    async def until_dead(self, work: Awaitable[Any]) -> bool:
        """Wait for ``work``; False where the bot dies first."""
        task, ended = asyncio.ensure_future(work), self.launcher.ended
        assert ended is not None
        try:
            await asyncio.wait({task, ended}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
                return True
            assert ended.done(), f"nothing happens: {self.rows('SELECT * FROM message')}"
            return False
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, CannotDo):
                await task

    async def bury(self) -> None:
        """After a death: minutes go by, and Discord has forgotten the last nonce."""
        await self.launcher.kill()
        assert self.launcher.ended is not None
        assert self.launcher.ended.result() == -signal.SIGKILL
        await self.launcher.spare()
        await self.driver.wait_connected(connected=False)
        await self.driver.move_clock(NONCE_FORGOTTEN)

    # --- what is stored ---

    def rows(self, query: str) -> list[Any]:
        """What the database of the bot says; nothing before there is one."""
        if not on_postgresql() and not Path(self.url.split(":///")[1]).exists():
            return []
        try:
            return execute(self.url, query)
        except (OperationalError, ProgrammingError) as error:
            if "no such table" in str(error) or "does not exist" in str(error):
                return []
            raise

    def ply(self) -> int | None:
        """How many turns are stored; None before there is a match, -1 where one is offered."""
        found = self.rows('SELECT ply FROM "match"')
        if found:
            return found[0][0]
        return -1 if self.rows("SELECT id FROM challenge") else None

    def unsent(self) -> list[Any]:
        """What is still to be sent. What was edited may be reported later."""
        return self.rows("SELECT * FROM message WHERE message IS NULL AND shown <> rev")

    def committing(self) -> bool:
        """Whether a commit is under way, or one was that the bot did not survive."""
        return not self.launcher.passed.read_text().splitlines()[-1].startswith("after ")

    async def quiet(self, ply: int | None = None) -> None:
        """Wait until the bot has nothing to post and no buttons to take off, after ``ply`` turns.

        None: after however many there are.
        """

        async def is_quiet() -> bool:
            there = ply is None or self.ply() == ply  # first: the board is wanted with the turn
            unsent, public = self.unsent(), await self.public()
            settled = not unsent and [m for m in public if labels(m)] == public[-1:]
            return settled and there and not self.committing()

        await self.until(is_quiet)

    async def until(self, happened: Callable[[], Awaitable[bool]]) -> None:
        """Return when something has come true; look after each commit and change of the world.

        Look now and then besides, since not every transaction is noted.
        """
        while True:
            seen = self._changes()
            if await happened():
                return
            for _ in range(50):
                if self._changes() != seen:
                    break
                await asyncio.sleep(0.005)  # another process's database tells nobody of its changes

    def _changes(self) -> tuple[int, int]:
        return self.launcher.passed.stat().st_size, self.playground.world.revision

    async def public(self) -> list[Json]:
        """What the bot has posted for everybody in the channel."""
        seen = await self.driver.messages(GAMES)
        return [m for m in seen if m["author"].get("bot") and not m["flags"] & PRIVATE]

    async def boards(self) -> list[Json]:
        """Every message in the channel that shows a board."""
        return [m for m in await self.driver.messages(GAMES) if ply_of(m) is not None]

    async def newest(self) -> Json:
        """The newest board."""
        return (await self.boards())[-1]


@dataclass(frozen=True)
class Step:
    """One thing that one person does: one interaction, or one reply, which has no answer."""

    act: Callable[[Table], Awaitable[Answer | None]]
    ply: int | None
    """How many turns there are after it; None where nothing is stored."""


async def _challenge(table: Table) -> Answer:
    options = {"opponent": BO, "size": 3}
    return await table.driver.slash(ADA, GAMES, "challenge keil", options)


async def _accept(table: Table) -> Answer:
    cards = [m for m in await table.driver.messages(GAMES) if "Accept" in labels(m)]
    return await table.driver.click(BO, cards[-1], "Accept")


def _click(who: str, label: str) -> Callable[[Table], Awaitable[Answer]]:
    async def act(table: Table) -> Answer:
        return await table.driver.click(who, await table.newest(), label)

    return act


def _open(who: str, label: str) -> Callable[[Table], Awaitable[Answer]]:
    async def act(table: Table) -> Answer:
        table.modal = await table.driver.click(who, await table.newest(), label)
        return table.modal

    return act


def _fill(who: str, text: str) -> Callable[[Table], Awaitable[Answer]]:
    async def act(table: Table) -> Answer:
        assert table.modal is not None
        return await table.driver.submit_modal(who, table.modal, {"text": text})

    return act


def play(who: str, move: str) -> Callable[[Table], Awaitable[Answer]]:
    """``/play``."""

    async def act(table: Table) -> Answer:
        return await table.driver.slash(who, GAMES, "play", {"move": move})

    return act


def _panel(who: str) -> Callable[[Table], Awaitable[Answer]]:
    """*Move*."""

    async def act(table: Table) -> Answer:
        table.question = await table.driver.click(who, await table.newest(), "Move")
        return table.question

    return act


def _type(who: str) -> Callable[[Table], Awaitable[Answer]]:
    """The form in the panel."""

    async def act(table: Table) -> Answer:
        assert table.question is not None
        assert table.question.message is not None
        table.modal = await table.driver.click(who, table.question.message, "Type it…")
        return table.modal

    return act


def _preview(who: str, text: str) -> Callable[[Table], Awaitable[Answer]]:
    """The move in the form, which is shown first."""

    async def act(table: Table) -> Answer:
        assert table.modal is not None
        table.question = await table.driver.submit_modal(who, table.modal, {"text": text})
        return table.question

    return act


def _play_it(who: str) -> Callable[[Table], Awaitable[Answer]]:
    async def act(table: Table) -> Answer:
        assert table.question is not None
        assert table.question.message is not None
        return await table.driver.click(who, table.question.message, "Play it")

    return act


def _ask(who: str) -> Callable[[Table], Awaitable[Answer]]:
    async def act(table: Table) -> Answer:
        table.question = await table.driver.slash(who, GAMES, "pass")
        return table.question

    return act


def _put(who: str, label: str) -> Callable[[Table], Awaitable[Answer]]:
    """A press after which the bot asks."""

    async def act(table: Table) -> Answer:
        table.question = await table.driver.click(who, await table.newest(), label)
        return table.question

    return act


def _sure(who: str, declaration: str = "pass") -> Callable[[Table], Awaitable[Answer]]:
    async def act(table: Table) -> Answer:
        assert table.question is not None
        assert table.question.message is not None
        yes = says("button-yes", action=declaration)
        return await table.driver.click(who, table.question.message, yes)

    return act


def _reply(who: str, text: str) -> Callable[[Table], Awaitable[None]]:
    async def act(table: Table) -> None:
        await table.driver.say(who, GAMES, text, reply_to=await table.newest(), ping=True)

    return act


TURNS = ("komi 6", "white", "b1", "a1", "a2", "button", "pass", "pass")
"""What must be stored in the end. The stone on a2 captures a1."""
DRAWN = (0, 2, 3, 4, 5, 6, 8)
"""After so many turns the picture is another: stones, the mark on the last of them, territories; or
the first stone can be placed."""
GAME = (
    Step(_challenge, -1),
    Step(_accept, 0),
    Step(_open(ADA, "Name komi"), None),
    Step(_fill(ADA, "6"), 1),
    Step(_click(BO, "Play White (+6)"), 2),
    Step(play(ADA, "b1"), 3),
    Step(play(BO, "a1"), 4),
    Step(_panel(ADA), None),
    Step(_type(ADA), None),
    Step(_preview(ADA, "a2"), None),
    Step(_play_it(ADA), 5),
    Step(_put(BO, "Take the button (+½)"), None),
    Step(_sure(BO, "button"), 6),
    Step(_ask(ADA), None),
    Step(_sure(ADA), 7),
    Step(_ask(BO), None),
    Step(_sure(BO), 8),
)
BY_REPLIES = (
    *GAME[:2],
    *(Step(_reply((ADA, BO)[n % 2], text), n + 1) for n, text in enumerate(TURNS[:6])),
    *GAME[13:],
)
"""The same game: all that can be said in a reply without a question is."""


class AtCommit:
    """Dies before or after a commit of one kind."""

    def __init__(self, when: str, kind: str) -> None:
        self._point = f"{when} {kind}"

    def __str__(self) -> str:
        return self._point

    async def arm(self, table: Table) -> None:
        """From now on."""
        table.launcher.plan(self._point)

    async def disarm(self, table: Table) -> None:
        """No more."""
        await table.launcher.spare()


@dataclass
class AtRequest:
    """Is killed while the stand-in holds a request, before or after applying it."""

    when: str
    route: str
    _held: Held | None = None
    _arrived: asyncio.Event | None = None
    _killing: asyncio.Task[None] | None = None

    async def arm(self, table: Table, *, strikes: bool = True) -> None:
        """From now on; without ``strikes`` the request is held, and the test does the killing."""
        driver = table.driver
        hold = driver.hold_before if self.when == "before" else driver.hold_after
        self._held = await hold(self.route)
        arrived = table.playground.faults.plans[self._held.fault].held

        async def strike() -> None:
            await arrived.wait()
            if strikes:
                await table.launcher.kill()

        self._killing = asyncio.create_task(strike())
        self._arrived = arrived

    async def reached(self) -> None:
        """Return when the request is held."""
        assert self._arrived is not None
        async with asyncio.timeout(PATIENCE):
            await self._arrived.wait()

    async def disarm(self, table: Table) -> None:
        """No more; what is held is lost with the connection."""
        assert self._held is not None
        assert self._arrived is not None
        assert self._killing is not None
        if not self._arrived.is_set():
            self._killing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._killing
        await self._held.release(drop=True)
        await table.driver.clear_faults()


Point = AtCommit | AtRequest


@dataclass
class Story:
    """A whole game in which the bot dies at one kind of point, wherever that comes."""

    table: Table
    point: Point | None = None
    game: Sequence[Step] = GAME
    kills: int = 0
    answered: set[int] = field(default_factory=set[int])
    """After how many turns an answer came that said: done."""
    replied: bool = False
    """Whether the last step was a reply."""

    async def tell(self) -> None:
        """From the start of the bot to the end of the game."""
        await self.begin()
        for step in self.game:
            await self.step(step, self.point)
        await self.check()

    async def begin(self) -> None:
        """The bot's first start."""
        table = self.table
        if self.point is not None:
            await self.point.arm(table)
        await table.launcher.start()
        await table.until_dead(table.driver.wait_connected(timeout=PATIENCE))
        if self.point is not None:
            await self.point.disarm(table)
        if not table.launcher.alive:
            await self.recover()

    async def step(self, step: Step, point: Point | None = None) -> None:
        """Somebody does something; where no answer comes, once more if it is not to be seen."""
        table = self.table
        if point is not None:
            await point.arm(table)
        done = await self.do(step)
        if table.launcher.alive:
            await table.until_dead(self._settled(step))
        if point is not None:
            await point.disarm(table)
        if not table.launcher.alive:
            stored = table.ply()
            if done and step.ply is not None:
                assert stored == step.ply, f"what was answered is lost: {stored}"
            await self.recover()
            if self.replied:
                assert await table.until_dead(self._comes(step.ply)), "a reply was never read"
            elif not (done if step.ply is None else await self._seen() == step.ply):
                assert await self.do(step), "no answer although the bot is well again"
        assert await table.until_dead(self._settled(step))
        await self._called(step)

    async def do(self, step: Step) -> bool:
        """Whether an answer came. Where the bot dies, minutes go by."""
        table = self.table
        ended = table.launcher.ended
        assert ended is not None
        acting = asyncio.ensure_future(step.act(table))
        await asyncio.wait({acting, ended}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not acting.done():
            assert ended.done()
            await table.driver.move_clock(PATIENCE)  # whoever waits for an answer gives up
        async with asyncio.timeout(PATIENCE):
            answer = await acting
        self.replied = answer is None
        if answer is None:  # only the new board tells that a reply was heard
            return False
        if answer.kind == "failed":
            assert ended.done(), answer
            return False
        if answer.kind == "deferred":
            original = asyncio.ensure_future(table.driver.original(answer, PATIENCE))
            if not await table.until_dead(original):
                return False
            text = str(original.result()["content"])
        elif answer.kind == "update" and not (answer.message or {"flags": 0})["flags"] & PRIVATE:
            receipt = asyncio.ensure_future(table.driver.receipt(answer, PATIENCE))
            if not await table.until_dead(receipt):
                return False
            text = str(receipt.result()["content"])
        else:
            text = answer.text
        if answer.kind != "modal":
            good = ("You ", "Your challenge is on its way", "Accepted", "Do you want to ")
            good += ("**Keil** #1: choose", "**a2**")
            # A number that PostgreSQL gave out is not given again, even if its commit never came.
            assert re.sub("#[0-9]+", "#1", text).startswith(good), text
        if step.ply is not None:
            self.answered.add(step.ply)
        return True

    async def recover(self) -> None:
        """Another bot takes over where one has died."""
        self.kills += 1
        await self.table.bury()
        await self.table.start()
        assert await self.table.until_dead(self.table.quiet())

    async def _settled(self, step: Step) -> None:
        table = self.table
        await table.quiet(step.ply)

    async def _seen(self) -> int | None:
        """How far the game is for somebody who looks at the channel."""
        boards = await self.table.boards()
        if boards:
            found = ply_of(boards[-1])
            return None if found is None else found[1]
        return -1 if any(map(labels, await self.table.driver.messages(GAMES))) else None

    async def _comes(self, ply: int | None) -> None:
        """Return when the channel shows so many turns."""
        await self.table.driver.wait_for_message(
            GAMES, lambda m: (ply_of(m) or (0, None))[1] == ply
        )

    async def _called(self, step: Step) -> None:
        """The newest board has called whoever is to move, and nobody else."""
        if step.ply is not None and 0 <= step.ply < len(TURNS):
            called = [user["global_name"] for user in (await self.table.newest())["mentions"]]
            assert called == [(ADA, BO)[step.ply % 2]]

    async def check(self) -> None:
        """Everything is there exactly once."""
        table = self.table
        turns = [text for (text,) in table.rows("SELECT text FROM turn ORDER BY ply")]
        assert tuple(turns) == TURNS
        with connected(table.url) as connection:
            assert check(connection, all_games(), quiet).lines == []
        assert table.rows("SELECT count(*) FROM challenge") == [(1,)]
        ((match,),) = table.rows('SELECT id FROM "match"')  # PostgreSQL gives no number twice
        stored = {ply for (ply,) in table.rows("SELECT ply FROM turn")}
        assert self.answered - {-1, 0} <= stored  # less than none: the challenge; 0: its acceptance
        public = await table.public()
        assert table.rows("SELECT * FROM message WHERE look = 'gone'") == []
        folded = {ply for (ply,) in table.rows(FOLDED)}
        shown = [n for n in range(len(TURNS) + 1) if n not in folded]
        posts = table.rows(f"{SENT} ORDER BY ply")
        at = {str(message): ply for message, ply in posts if ply is not None}
        assert [at.get(m["id"]) for m in public] == [None, *shown]
        assert {ply_of(m) for m in public} - {None} <= {(match, n) for n in shown}
        new = [any(n in DRAWN for n in range(a + 1, b + 1)) for a, b in pairwise([-1, *shown])]
        assert [bool(m["attachments"]) for m in public[1:]] == new
        told = {
            n: next(m["content"] for m in public[1:] if at[m["id"]] >= n)
            for n in range(len(TURNS) + 1)
        }
        for n in folded:
            assert TURNS[n - 1] in told[n]
        assert "challenges" in public[0]["content"]
        assert "**Accepted**" in public[0]["content"]
        assert [labels(m) for m in public if labels(m)] == [AT_THE_END]
        assert labels(public[-1])
        assert "wins" in public[-1]["content"]
        assert "captured 1" in told[5]

    def passed(self) -> Counter[str]:
        """Which commits there were, by kind, and how many."""
        lines = self.table.launcher.passed.read_text().splitlines()
        return Counter(line.removeprefix("after ") for line in lines if line.startswith("after "))


@asynccontextmanager
async def laid(
    playground: Playground, driver: Driver, folder: Path, **environment: str
) -> AsyncGenerator[Table]:
    """A table without a bot yet."""
    await driver.patience(PATIENCE)
    await driver.no_rates()
    url = url_for_new(folder / "keil.db")
    settings = {
        "DISCORD_TOKEN": playground.world.token,
        "DATABASE_URL": url,
        "DISCORD_API_URL": playground.url,
        "DISCORD_GATEWAY_URL": playground.gateway_url,
        "LOG_LEVEL": "WARNING",
        "PLACE": BOARDS,
    }
    async with Launcher(folder, settings | environment).ready() as launcher:
        yield Table(playground, driver, launcher, url)
