"""What a game does to its channel: one fixed game of 60 moves in each way of living.

Nothing here is about speed. Real discord.py plays against the stand-in; then messages, pictures,
pings, private answers, requests and presses are counted.

The model of heights: a screen is 800 pixels high. A message takes its header and a line of 22
pixels for each line of text (100 characters fit into one); a picture at most 550 by 350, as Discord
shows a single one; a row of buttons 40. A press is a command with its options, a button, a choice
in a select, or sending a form. Typing is counted beside that.
"""

import asyncio
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.chat.gateway import identifying
from bot.playground.driver import Answer, Driver
from bot.playground.server import Playground
from bot.service.places import choices
from engine.games import all_games
from tests.bot.table import ADA, BO, GAMES, PRIVATE, SELECT, Table, hurry, labels, seated

Json = dict[str, Any]
RECORD = (
    "i3 c3 g1 a5 g5 e1 c5 h4 e2 f6 b5 g3 e9 d3 e8 c7 d7 i2 g7 e7 g4 d1 e4 f5 d5 f7 b6 f4 a1 d4 "
    "d2 g6 f8 e5 b2 c4 c1 d8 c2 i1 b3 h1 i5 a3 g2 f3 e3 i4 e9 h5 e8 f2 f1 d4 d3 c3 a4 d6 g2 g1"
)
"""Found by the simple player with seed 1 on the usual board; ten stones are captured and placed
again. Then both pass."""
MOVES = RECORD.split()
TERMS = {"komi": 6, "button": False}
WAYS_IN = {"challenge": "challenge keil", "quick start": "keil"}
"""The commands by which a game may begin."""
HEADER, LINE, CHARACTERS, ROW = 39, 22, 100, 40
PICTURE, SCREEN = (550, 350), 800
SILENT = 1 << 12
"""The flag of a message that notifies nobody."""
POSTS = re.compile(r"POST /(channels/\{[^}]*\}/messages|webhooks/.*)")
CALLBACK = re.compile(r"POST /interactions/.*/callback")
ANSWERS = 4
"""The type of an interaction's answer that is a message."""
QUIET = 0.2
"""Seconds without a request after which everything that a turn caused is done."""


# --- counting ---


@dataclass(frozen=True)
class Posted:
    """A message as it was sent."""

    content: str
    private: bool
    files: int
    notified: int
    """The number of people whom it calls."""


def posted(requests: Sequence[Json]) -> list[Posted]:
    """The messages that were sent by these requests of the log, public and private ones."""
    found: list[Posted] = []
    for request in requests:
        body, route = request["body"] or {}, f"{request['method']} {request['route']}"
        if not request["status"] or request["status"] >= 300:
            continue
        if CALLBACK.fullmatch(route):
            if body.get("type") != ANSWERS:
                continue
            body = body.get("data") or {}
        elif not POSTS.fullmatch(route):
            continue
        flags = body.get("flags") or 0
        private, content = bool(flags & PRIVATE), body.get("content") or ""
        called = 0 if private or flags & SILENT else len(mentioned(content, body))
        found.append(Posted(content, private, len(request["files"]), called))
    return found


def mentioned(content: str, body: Json) -> set[str]:
    """The people whom a message calls: those named in it who may be."""
    named = set(re.findall(r"<@!?([0-9]+)>", content))
    allowed = body.get("allowed_mentions")
    if allowed is None or "users" in allowed.get("parse", ()):
        return named
    return named & {str(user) for user in allowed.get("users", ())}


def uploaded(requests: Sequence[Json]) -> int:
    """The number of files that were sent."""
    return sum(
        len(request["files"])
        for request in requests
        if request["status"] and request["status"] < 300
    )


def with_token(requests: Sequence[Json]) -> int:
    """The number of requests that count for the bot's limit of 50 a second."""
    exempt = ("/interactions/", "/webhooks/")
    return sum(not request["route"].startswith(exempt) for request in requests)


def height(message: Json) -> int:
    """How many pixels high a message is."""
    lines = sum(ceil(len(line) / CHARACTERS) for line in message["content"].split("\n") if line)
    pictures = 0
    for upload in message["attachments"]:
        if upload.get("width") and upload.get("height"):
            scale = min(1, PICTURE[0] / upload["width"], PICTURE[1] / upload["height"])
            pictures += round(scale * upload["height"])
    return HEADER + LINE * lines + pictures + ROW * len(message.get("components") or ())


def screens(messages: Sequence[Json]) -> float:
    """How many screens the messages fill."""
    return sum(map(height, messages)) / SCREEN


@dataclass
class Counts:
    """What one game has left behind."""

    channel: Sequence[Json]
    """The messages that the channel shows at the end, ..."""
    thread: Sequence[Json]
    """... and those of the game's thread."""
    requests: Sequence[Json]
    players: int = 2
    first_stone: Mapping[str, str] = field(default_factory=dict[str, str])
    a_move: str = "not measured"

    def row(self) -> Mapping[str, object]:
        """The figures by their names."""
        sent = posted(self.requests)
        public, private = ([p for p in sent if p.private is which] for which in (False, True))
        return {
            "messages left in the channel": len(self.channel),
            "screens in the channel": round(screens(self.channel), 1),
            "messages left in the thread": len(self.thread),
            "screens in the thread": round(screens(self.thread), 1),
            "public messages posted in all": len(public),
            "pictures uploaded": uploaded(self.requests),
            "pings": sum(post.notified for post in public),
            "private answers per player": len(private) / self.players,
            "requests with the bot's token": with_token(self.requests),
            **{f"to the first stone, {how}": told for how, told in self.first_stone.items()},
            "a move by the controls under the board": self.a_move,
        }


# --- playing ---


@dataclass
class Hand:
    """Counts what somebody does."""

    presses: int = 0
    typed: int = 0

    def __str__(self) -> str:
        """Such as ``6 presses, 2 fields typed``."""
        return f"{self.presses} presses, {self.typed} fields typed"


class Seats:
    """People at a table who wait until the bot has finished."""

    def __init__(self, table: Table) -> None:
        self.table, self.driver = table, table.driver

    async def quiet(self) -> int:
        """Wait until all is posted and no request has come for a while. The number of requests."""
        await self.table.all_posted()
        seen = -1
        async with asyncio.timeout(60):
            while seen != (now := len(await self.driver.requests())):
                seen = now
                await asyncio.sleep(QUIET)
        return seen

    async def place(self, match: int) -> str:
        """The channel or thread in which a match is played."""
        return str((await self.table.service.matches.live(match)).channel_id)

    async def board(self, match: int, label: str) -> Json | None:
        """The newest message of the match's place that has a button with this label."""
        shown = await self.driver.messages(await self.place(match))
        found = [m for m in shown if any(text.startswith(label) for text in labels(m))]
        return found[-1] if found else None


async def play_through(seats: Seats, moves: Sequence[str]) -> None:
    """Match 1, from the challenge to the score."""
    table = seats.table
    card = await table.challenge(ADA, BO, **TERMS)
    await seats.driver.click(BO, card, "Accept")
    await seats.quiet()
    for move in [*moves, "pass", "pass"]:
        live = await table.service.matches.live(1)
        if live.to_move is None:
            break
        who, where = await table.name(live.to_move), await seats.place(1)
        answer = await seats.driver.slash(who, where, "play", {"move": move})
        if "Yes, pass" in labels(answer.message or {}):
            assert answer.message is not None
            await seats.driver.click(who, answer.message, "Yes, pass")
        await seats.quiet()
    assert (await table.service.matches.live(1)).match.end is not None


async def first_stone(seats: Seats, match: int, hand: Hand) -> None:
    """From an accepted challenge to the first stone, by what the board offers.

    ``hand`` has done what comes before, and does the rest.
    """
    async with asyncio.timeout(60):
        while not (live := await seats.table.service.matches.live(match)).match.position.stones:
            await seats.quiet()
            assert live.to_move is not None
            who = await seats.table.name(live.to_move)
            if board := await seats.board(match, "Name komi"):
                hand.presses, hand.typed = hand.presses + 2, hand.typed + 1
                form = await seats.driver.click(who, board, "Name komi")
                await seats.driver.submit_modal(who, form, {"text": "6"})
            elif board := await seats.board(match, "Play "):
                hand.presses += 1
                label = next(text for text in labels(board) if text.startswith("Play "))
                await seats.driver.click(who, board, label)
            else:
                await a_move(seats, match, hand, handy=True)
            await seats.quiet()


async def a_move(seats: Seats, match: int, hand: Hand, *, handy: bool = False) -> None:
    """A stone by the button under the board, with selects if it has any.

    ``handy``: on one of the points that are offered first, otherwise the longest way, by its row.
    """
    live = await seats.table.service.matches.live(match)
    assert live.to_move is not None
    who, ply = await seats.table.name(live.to_move), live.match.ply
    board = await seats.board(match, "Move")
    assert board is not None
    hand.presses += 1
    answer = await seats.driver.click(who, board, "Move")
    if answer.kind == "modal":
        hand.presses, hand.typed = hand.presses + 1, hand.typed + 1
        point = next(m.point for m in live.match.position.legal_moves() if hasattr(m, "point"))
        await seats.driver.submit_modal(who, answer, {"text": point})
        return
    for _ in range(6):
        await seats.quiet()
        if (await seats.table.service.matches.live(match)).match.ply > ply:
            return
        panel = await shown_to(seats, answer)
        if "Play it" in labels(panel):
            hand.presses += 1
            answer = await seats.driver.click(who, panel, "Play it")
            continue
        selects = [
            part
            for row in panel.get("components") or ()
            for part in row["components"]
            if part["type"] == SELECT and not part.get("disabled")
        ]
        hand.presses += 1
        chosen = selects[0 if handy else -1]  # a row is chosen first, then its points come last
        answer = await seats.driver.select(
            who, panel, chosen["custom_id"], [chosen["options"][0]["value"]]
        )


async def shown_to(seats: Seats, answer: Answer) -> Json:
    """The message that answers, as it is now."""
    assert answer.message is not None
    return await seats.driver.message(answer.message)


async def presses(seats: Seats) -> tuple[dict[str, str], str]:
    """What it takes to the first stone, by each way in, and for a move after that."""
    table, told, match = seats.table, dict[str, str](), 1
    names = {command["name"] for command in await seats.driver.commands()}
    for how, command in WAYS_IN.items():
        if command.split()[0] not in names:
            told[how] = "there is no such command"
            continue
        hand, match = Hand(presses=1), match + 1
        before = {m["id"] for m in await seats.driver.messages(GAMES)}
        await seats.driver.slash(ADA, GAMES, command, {"opponent": BO})
        await seats.quiet()
        card = next(
            m
            for m in await seats.driver.messages(GAMES)
            if m["id"] not in before and "Accept" in labels(m)
        )
        hand.presses += 1
        await seats.driver.click(BO, card, "Accept")
        await first_stone(seats, match, hand)
        await seats.quiet()
        told[how] = str(hand)
    one = Hand()
    await a_move(seats, match, one)
    assert len((await table.service.matches.live(match)).match.position.stones) == 2
    return told, str(one)


async def counted(place: str, folder: Path, moves: Sequence[str] = MOVES) -> Counts:
    """The counts of a game that lives in ``place``."""
    database = folder / f"discord-{place}.db"
    async with (
        Playground(token="a token of the bench", database=database) as playground,
        Driver(playground.url, playground.driver_key) as driver,
    ):
        await hurry(driver)
        await driver.permit(GAMES, allow=["create_public_threads"])
        guild = (await driver.overview())["guilds"][0]
        games = all_games()
        async with seated(playground, driver, games, folder / f"{place}.db") as table:
            await table.service.servers.change(
                int(guild["id"]), lambda settings: replace(settings, place=place)
            )
            seats = Seats(table)
            begin = await seats.quiet()
            await play_through(seats, moves)
            where = await seats.place(1)
            requests = (await driver.requests())[begin:]
            channel = await table.public()
            apart = where not in {m["channel_id"] for m in channel}
            thread = await driver.messages(where) if apart else []
            told, one = await presses(seats)
            public = [m for m in thread if not m["flags"] & PRIVATE]
            return Counts(channel, public, requests, first_stone=told, a_move=one)


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    rows: list[tuple[str, Mapping[str, object]]] = []
    with ExitStack() as at_once:
        # Sessions of the gateway may follow each other without Discord's five seconds.
        at_once.enter_context(patch.object(identifying, "EVERY", 0.0))
        for place in choices():
            counts = await counted(place, folder)
            rows.append((f"{len(MOVES)} moves and two passes, {place}", counts.row()))
    return rows


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    os.environ.setdefault("DISCORD_TOKEN", "a token of the bench")
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
