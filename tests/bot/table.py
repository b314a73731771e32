"""A channel with people and the real bot in it, for tests that read like a game.

The bot is the real one: discord.py logs in to the stand-in over 127.0.0.1, the store is a SQLite
file. Only the clock belongs to the test.
"""

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.chat.answers import responses
from bot.chat.base import waiting
from bot.chat.base.custom_id import Control
from bot.chat.gateway.client import KeilClient
from bot.cli.page import page_served
from bot.cli.run import point_at
from bot.features import all_features
from bot.messages import catalogue
from bot.playground.driver import Answer, Driver
from bot.playground.driver.reading import Waiting
from bot.playground.server import Playground
from bot.service.places.boards import PLACE as BOARDS
from bot.service.preferences import Entering
from bot.service.service import Service
from bot.settings import Settings
from bot.storage.database import Store
from bot.storage.schema import challenge, message
from bot.thinking.pool import ENGINE_GAMES, Pool
from bot.web.door import Door
from engine.game import Game
from tests import hours
from tests.bot.says import shows_progress
from tests.stores import url_for
from tests.toy import TOYS

Json = dict[str, Any]
GAMES = "#games"
BOT = "games"
"""What the bot is called on the stand-in."""
BUTTON, SELECT = 2, 3
"""Types of components."""
PRESS = 3
"""The type of interactions by components."""
PRIVATE = 64
"""The flag of a message that one person sees."""
AT_THE_END = ["Rematch", "Review", "Replay", "Record", "More…"]
"""The buttons of the last board of a game that can be judged."""
NOT_JUDGED = [button for button in AT_THE_END if button != "Review"]
"""Those of the last board if no stone was placed, or if only the simple player knows the game."""
AFTER_A_MOVE = ["Undo", "If…"]
"""The buttons of the answer to a move, while the other of two people is to move."""
NEWCOMERS = ["New to Keil?", "Learn Keil on the board"]
"""What the first challenge to a game offers."""
ADA, BO, CY = "Ada", "Bo", "Cy"


@dataclass
class Clock:
    """The bot's time, which the test moves on."""

    ahead: timedelta = field(default_factory=lambda: hours.ahead)
    asked: int = 0
    """How many times somebody wanted to know the time."""
    wakes: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    """The timers of those who live by it, to be woken when time goes by."""

    def __call__(self) -> datetime:
        """The time."""
        self.asked += 1
        return datetime.now(UTC) + self.ahead

    def pass_by(self, time: timedelta) -> None:
        """Let ``time`` go by."""
        self.ahead += time
        self.wake()

    def wake(self) -> None:
        """Let everybody look at the time."""
        for wake in self.wakes:
            wake()


class Patient(Driver):
    """People who wait for the answer itself where a slow machine made the bot acknowledge first."""

    patient = True

    @classmethod
    def of(cls, driver: Driver) -> "Patient":
        """The same driver, with patience."""
        made = cls(driver.url, "")
        made.__dict__ = driver.__dict__
        return made

    async def _ask(self, verb: str, **arguments: Any) -> Answer:
        answer = await super()._ask(verb, **arguments)
        updated = answer.message if answer.kind == "update" else None
        if self.patient and verb != "answer" and updated and not updated["flags"] & PRIVATE:
            # The board has lost its buttons; what the person reads comes privately.
            told = await self.receipt(answer)
            return replace(answer, kind="message", ephemeral=True, message=told)
        late = answer.kind in ("deferred", "deferred_update")
        if not (self.patient and late) or verb == "answer":
            return answer
        updates = answer.kind == "deferred_update"
        before = answer.text if updates else ""
        with contextlib.suppress(TimeoutError):  # then the test says what is missing
            async with asyncio.timeout(60):
                waiting = Waiting(self, 60)
                while answer.text == before or shows_progress(answer.text):
                    await waiting.turn()
                    answer = await super()._ask("answer", interaction=answer.interaction)
                    more = await self.followups(answer)
                    told = [answer.text, *(m["content"] for m in more)]
                    if answer.message is None:  # read once: it is deleted as soon as it may be
                        now = await self.call("answer", interaction=answer.interaction)
                        answer = replace(answer, message=now["gone"])
                        break
                    if any("nothing was done. Press again" in text for text in told):
                        return await self._ask(verb, **arguments)  # it was to be a form
                    if updates and more and answer.text == before:  # it was no update after all
                        private = bool(more[-1]["flags"] & PRIVATE)
                        return replace(answer, kind="message", message=more[-1], ephemeral=private)
        # As it would have come at once: tests that are about slowness have no patience.
        return replace(answer, kind="update" if updates else "message")


@dataclass
class Table:
    """A channel, with what people do in it."""

    driver: Patient
    client: KeilClient
    service: Service
    store: Store
    clock: Clock
    channel: str = GAMES
    people: dict[str, str] = field(default_factory=dict[str, str])
    """The names of the people by their numbers."""
    door: Door | None = None
    """The page, where there is one."""

    async def challenge(self, by: str, whom: str | None = None, **options: Any) -> Json:
        """``by`` challenges; the card."""
        game = options.pop("game", "keil")
        given = {"opponent": whom} if whom else {}
        there = await self._there()
        answer = await self.driver.slash(
            by, self.channel, f"challenge {game}", {**given, **options}
        )
        assert answer.ephemeral, answer
        assert "on its way" in answer.text, answer.text
        newest = sa.select(sa.func.max(challenge.c.id))
        key = await self.store.read(lambda tx: tx.connection.execute(newest).scalar_one())
        return await self.message(lambda m: m["id"] not in there and challenge_of(m) == key)

    async def begin(self, by: str, whom: str, **options: Any) -> Json:
        """A challenge that is accepted at once; the first board, once it is known to be sent."""
        card = await self.challenge(by, whom, **options)
        there = await self._there()
        accepted = await self.driver.click(whom, card, "Accept")
        assert "Accepted" in accepted.text, accepted.text
        board = await self.message(lambda m: m["id"] not in there and ply_of(m) is not None)
        await self.all_posted(int(board["channel_id"]))
        return board

    async def games_live(self, place: str | None, server: str | None = None) -> None:
        """The owner of a server (default: of all) decides how games live."""
        servers = (await self.driver.overview())["guilds"] if server is None else [{"id": server}]
        for known in servers:
            await self.service.servers.change(
                int(known["id"]), lambda said: replace(said, place=place)
            )

    async def begin_small(self, **options: Any) -> tuple[Json, str, str]:
        """Ada and Bo begin on the smallest board with komi settled; the board, Black, White."""
        given: Json = {"size": 3, "komi": 0, "button": False, **options}
        board = await self.begin(ADA, BO, **given)
        black, white = await self.players(match_of(board))
        return board, black, white

    async def _there(self) -> set[str]:
        return {message["id"] for message in await self.driver.messages(self.channel)}

    # --- who and what ---

    async def name(self, user: int) -> str:
        """What a person is called."""
        if str(user) not in self.people:
            people = (await self.driver.overview())["people"]
            self.people = {person["id"]: person["global_name"] for person in people}
        return self.people[str(user)]

    async def mention(self, name: str) -> str:
        """How a person is called in a message."""
        people = (await self.driver.overview())["people"]
        return next(f"<@{p['id']}>" for p in people if p["global_name"] == name)

    async def players(self, match: int = 1) -> list[str]:
        """Who plays, by seat."""
        return [await self.name(user) for user in (await self.service.matches.live(match)).players]

    async def ply(self, match: int = 1) -> int:
        """How many turns a match has had."""
        return (await self.service.matches.live(match)).match.ply

    async def public(self, channel: str | None = None) -> list[Json]:
        """What everybody sees in the channel, once nothing waits to be sent."""
        await self.all_posted()
        return await self.public_now(channel)

    async def public_now(self, channel: str | None = None) -> list[Json]:
        """What everybody sees in the channel, although more may be on its way."""
        there = await self.driver.messages(channel or self.channel)
        return [m for m in there if not m["flags"] & PRIVATE]

    @asynccontextmanager
    async def nothing_happens(self, *matches: int) -> AsyncGenerator[None]:
        """What is done inside changes no match and posts nothing.

        An earlier turn may still take the buttons off its old board meanwhile, which changes it.
        """
        plies = [await self.ply(match) for match in matches or (1,)]
        seen = await self.public()
        yield
        assert [await self.ply(match) for match in matches or (1,)] == plies
        now = await self.public()
        assert [m["id"] for m in now] == [m["id"] for m in seen]
        for then, there in zip(seen, now, strict=True):
            assert then["content"] == there["content"] or (labels(then) and not labels(there))

    # --- waiting ---

    async def until(self, happened: Callable[[], Awaitable[bool]]) -> None:
        """Return when something has come true."""
        async with asyncio.timeout(60):
            while not await happened():  # noqa: ASYNC110 (many things, no one event)
                await asyncio.sleep(0.01)

    async def all_posted(self, channel_id: int | None = None) -> None:
        """Return when nothing waits to be sent, to this channel or to any."""
        unsent = message.c.shown != message.c.rev, message.c.message.is_(None)
        waiting = sa.select(message.c.id).where(*unsent)
        if channel_id is not None:
            waiting = waiting.where(message.c.channel_id == channel_id)

        async def nothing_waits() -> bool:
            return not await self.store.read(lambda tx: tx.connection.execute(waiting).all())

        await self.until(nothing_waits)

    async def becomes(self, message: Json, matching: Callable[[Json], bool]) -> Json:
        """A message, once it has been changed so that it matches."""
        return await self.driver.wait_for_message(
            self.channel, lambda m: m["id"] == message["id"] and matching(m)
        )

    async def without_buttons(self, message: Json) -> Json:
        """A message, once its buttons are gone."""
        return await self.becomes(message, lambda m: not labels(m))

    async def time_passes(self, time: timedelta) -> None:
        """Let time go by while the bot runs; return when its timer has seen that."""
        self.clock.pass_by(time)
        asked = self.clock.asked

        async def looked_twice() -> bool:
            self.clock.wake()
            return self.clock.asked >= asked + 6  # two or three times in each round

        await self.until(looked_twice)

    async def message(self, matching: Callable[[Json], bool]) -> Json:
        """The newest message of the bot that matches, once it is there."""
        return await self.driver.wait_for_message(
            self.channel, lambda m: bool(m["author"].get("bot")) and matching(m)
        )

    async def board(self, ply: int, match: int | None = None) -> Json:
        """The board of a ply, once it is posted."""
        return await self.message(lambda m: ply_of(m) == (match or match_of(m), ply))

    async def play(self, who: str, move: str, game: int | None = None) -> Answer:
        """``/play``."""
        options = {"move": move} | ({"game": str(game)} if game else {})
        return await self.driver.slash(who, self.channel, "play", options)

    async def at_once(self, *people: str) -> None:
        """``people`` want no preview of what they enter."""
        everybody = (await self.driver.overview())["people"]
        numbers = {person["global_name"]: int(person["id"]) for person in everybody}
        for name in people or (ADA, BO, CY):
            await self.service.preferences.change(
                numbers[name], lambda old: old.chosen("entering", Entering.ONCE)
            )

    async def adjudicated(self, who: str, match: int, winner: str, reason: str = "x") -> Answer:
        """``/admin adjudicate`` with the form that asks once more."""
        options = {"game": str(match), "winner": winner, "reason": reason}
        asked = await self.driver.slash(who, self.channel, "admin adjudicate", options)
        if asked.modal is None:
            return asked
        return await self.driver.submit_modal(who, asked, {})

    async def form(self, who: str, board: Json, *, twice: bool = False) -> Answer:
        """*Move* under a board, and in its panel *Type it…*: the form of who wants no preview."""
        await self.at_once(who)
        panel = await self.driver.click(who, board, "Move", twice=twice)
        if panel.message is None or "Type it…" not in labels(panel.message):
            return panel
        return await self.driver.click(who, panel.message, "Type it…", twice=twice)

    async def form_on(self, who: str, board: Json) -> Answer:
        """A form that opens from the board itself, as those for numbers do, but for a move."""
        await self.at_once(who)
        types = Control("type", *(ply_of(board) or (0, 0))).write()
        data: Json = {"custom_id": types, "component_type": BUTTON}
        return await self.driver.forge(who, self.channel, PRESS, data, board)

    async def buttons(self, message: Json) -> list[str]:
        """The labels of the buttons that a message shows now."""
        now = await self.driver.message(message)
        return labels(now)

    async def command(self, who: str, command: str, **options: Any) -> Answer:
        """Any command here."""
        return await self.driver.slash(who, self.channel, command, options)

    async def moves(self, *turns: tuple[str, str], match: int | None = None) -> Json:
        """Play ``turns`` with /play, each answered by its board; the last board.

        Each begins when the board before it is known to have been sent, as it is with people.
        """
        board: Json = {}
        for who, move in turns:
            live = await self.service.matches.live(match or 1)
            await self.all_posted(live.channel_id)
            answer = await self.play(who, move, match)
            if answer.text.startswith("Do you want"):
                assert answer.message is not None
                answer = await self.driver.click(who, answer.message, "Yes, pass")
            assert answer.text.startswith("You "), answer.text
            board = await self.board(live.match.ply + 1, match or 1)
        return board


async def hurry(driver: Driver) -> None:
    """Let people and the bot do more than Discord allows in a second, on a machine that is slow."""
    await driver.patience(60)
    await driver.no_rates()


def answered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot acknowledges nothing before it answers, however slow the machine is: a window can
    only be opened by the first answer."""
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 60.0)
    monkeypatch.setattr(waiting, "DISCORD_WAITS", 60.0)


def ply_of(message: Json) -> tuple[int, int] | None:
    """The match and the ply of a board, by the name of its picture, or without one by a button."""
    for upload in message["attachments"]:
        if found := re.fullmatch(r"[a-z]+-(?:[0-9]+-)?([0-9]+)-([0-9]+)\.png", upload["filename"]):
            return int(found[1]), int(found[2])
    if message["flags"] & PRIVATE or message["attachments"]:
        return None
    rows: list[Json] = message.get("components") or []
    for part in (part for row in rows for part in row["components"]):
        if found := re.fullmatch(
            r"k1:(?:more|record):([0-9]+):([0-9]+).*", part.get("custom_id", "")
        ):
            return int(found[1]), int(found[2])
    return None


def match_of(message: Json) -> int:
    """The match of a board, 0 where it is none."""
    found = ply_of(message)
    return found[0] if found else 0


def challenge_of(message: Json) -> int | None:
    """The challenge whose open card this is; the card of an earlier one may come at any time."""
    rows: list[Json] = message.get("components") or []
    for part in (part for row in rows for part in row["components"]):
        if found := re.fullmatch(r"k1:accept:([0-9]+)", part.get("custom_id", "")):
            return int(found[1])
    return None


def labels(message: Json) -> list[str]:
    """The labels of a message's buttons."""
    rows: list[Json] = message.get("components") or []
    return [part["label"] for row in rows for part in row["components"] if part["type"] == BUTTON]


@asynccontextmanager
async def seated(
    playground: Playground,
    driver: Driver,
    games: Mapping[str, Game],
    database: Path,
    *,
    clock: Clock | None = None,
    outage: timedelta = timedelta(days=400),
    features: Sequence[str] = all_features(),
    place: str | None = BOARDS.key,
    links: bool = False,
    pause: timedelta = timedelta(),
    page: bool = False,
    window: bool = False,
) -> AsyncGenerator[Table]:
    """The bot at the table, logged in; it leaves at the end. ``outage``: see `Outages`.

    ``place``: how games live there, as the owners of all servers have decided; None: they have not.
    ``links``: its texts link to the commands, by ids that no test knows beforehand. ``pause``: a
    computer answers no sooner. ``page``: with the page on which boards can be touched; ``window``:
    in Discord's window, too.
    """
    clock = clock or Clock()
    address = f"127.0.0.1:{free_port()}" if page else ""
    web_url = f"http://{address}" if page else ""
    mapped = await driver.map_activity(web_url) if window else {"secret": "", "url": playground.url}
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        database_url=url_for(database),
        discord_api_url=playground.url,
        discord_gateway_url=playground.gateway_url,
        discord_client_secret=mapped["secret"],
        discord_activity_url=mapped["url"],
        web_url=web_url,
        web_address=address or "127.0.0.1:8780",
    )
    point_at(settings)
    async with Store.open(settings.database_url) as store:
        service = Service.over(
            store,
            games,
            now=clock,
            random=Random(1),
            outage=outage,
            web_url=web_url,
            web_in_discord=window,
        )
        for server in playground.world.bot_guilds():
            await service.servers.change(int(server), lambda said: replace(said, place=place))
        client = KeilClient(
            store,
            service,
            features=features,
            longest_sleep=0.25,
            guild_ready_timeout=0.05,
            pool=Pool(games, games_at=games_at(games), workers=1),
            pause=pause,
        )
        playing = asyncio.create_task(client.start(playground.world.token))
        clock.wakes.append(wake := client._timer.wake)
        try:
            async with asyncio.timeout(60):
                ready = asyncio.create_task(client.wait_until_ready())
                await asyncio.wait({ready, playing}, return_when=asyncio.FIRST_COMPLETED)
                if playing.done():
                    playing.result()
            if not links:
                catalogue.know_commands({})
            async with contextlib.AsyncExitStack() as stack:
                made = Table(Patient.of(driver), client, service, store, clock)
                if page:
                    served = page_served(settings, client)
                    made.door = await stack.enter_async_context(served)
                yield made
        finally:
            clock.wakes.remove(wake)
            await client.close()
            await playing


def free_port() -> int:
    """A port of 127.0.0.1 at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def games_at(games: Mapping[str, Game]) -> str:
    """Where a process that thinks finds these games."""
    return ENGINE_GAMES if not TOYS.keys() & games.keys() else "tests.toy:TOYS"


Process = Callable[[], AbstractAsyncContextManager[Table]]
"""Each call is a process of the bot, on a database that outlives it."""
