"""What nasty people do with records, replays and animations: endless files, crowds, odd timing."""

import asyncio
import json
import threading
import tracemalloc
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from bot.pictures import Pictures
from bot.playground.driver import Answer, Driver, File
from bot.playground.server import Playground
from bot.service.preferences import USUAL
from bot.storage.transaction import Transaction
from engine.game import Options
from engine.games import all_games
from engine.position import Placement, Position
from engine.record import read
from tests.bot.says import says
from tests.bot.table import CY, Json, Table, hurry, seated

CROWD = 4
"""Animations that are wanted at once."""


@cache
def long_game(key: str, plies: int, title: str = "Long", **options: int | bool) -> bytes:
    """A legal game of so many random moves, as a file."""
    game, random = all_games()[key], Random(1)
    position, turns = game.start(game.settle(options), 2), list[Json]()
    for _ in range(plies):
        stones = [move for move in position.legal_moves() if isinstance(move, Placement)]
        move = random.choice(stones or list(position.legal_moves()))
        turns.append({"seat": position.to_move, "text": position.write(move)})
        position = position.play(move)
    document = {
        "format": "keil-record", "version": 1, "title": title, "game": key,
        "ruleset": game.ruleset, "options": options, "players": ["", ""], "turns": turns,
    }  # fmt: skip
    return json.dumps(document).encode()


@asynccontextmanager
async def telling_replays(
    playground: Playground, driver: Driver, tmp_path: Path
) -> AsyncGenerator[tuple[Table, set[str]]]:
    """A table, and the names of the threads in which a game of Kee was replayed since cleared."""
    kee, at_work = all_games()["kee"], set[str]()

    def start(options: Options, seats: int) -> Position:
        at_work.add(threading.current_thread().name)
        return kee.start(options, seats)

    await hurry(driver)
    games = {**all_games(), "kee": replace(kee, start=start)}
    async with seated(playground, driver, games, tmp_path / "keil.db") as table:
        at_work.clear()
        yield table, at_work


async def bring(table: Table, who: str, data: bytes) -> Answer:
    given = {"file": File("game.json", data)}
    answer = await table.driver.slash(who, table.channel, "import", given)
    assert says("import-kept", number=50) in answer.text, answer.text
    return answer


async def press(table: Table, who: str, answer: Answer, label: str) -> Answer:
    assert answer.message is not None
    return await table.driver.click(who, answer.message, label)


async def ask_for_film(table: Table, who: str, viewer: Answer) -> Answer:
    """The film of all plies; the answer is whatever comes first."""
    form = await press(table, who, viewer, "Animation…")
    fields = (form.modal or {})["components"]
    last = fields[1]["component"]["value"]
    table.driver.patient = False
    asked = await table.driver.submit_modal(who, form, {"from": "0", "to": last})
    table.driver.patient = True
    return asked


@asynccontextmanager
async def busy_filmers(table: Table) -> AsyncGenerator[None]:
    """What draws animations has something else to do meanwhile."""
    go_on = threading.Event()
    table.client._animators.submit(go_on.wait)
    try:
        yield
    finally:
        go_on.set()


async def small_film(table: Table) -> Answer:
    """The viewer of a running game with a move in it."""
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    return await table.command(CY, "replay")


# --- the time of all the others ---


async def test_the_board_of_a_move_does_not_wait_for_animations(table: Table) -> None:
    """The games that people play come before films of games that are over."""
    _, black, _ = await table.begin_small()
    viewer = await bring(table, CY, long_game("kee", 1500))
    film = await ask_for_film(table, CY, viewer)
    assert film.kind == "deferred"
    again = await ask_for_film(table, CY, viewer)
    assert again.text.startswith(says("refusal-still-drawing"))
    assert (await table.play(black, "c3")).text.startswith("You played c3.")
    async with asyncio.timeout(300):
        while not await boards(table, 1):  # noqa: ASYNC110 (as `Table.until`, with more time)
            await asyncio.sleep(0.01)
    assert not await is_drawn(table, film), "the board comes before it"


async def boards(table: Table, ply: int) -> list[Json]:
    names = [upload["filename"] for m in await table.public() for upload in m["attachments"]]
    return [name for name in names if name.endswith(f"-{ply}.png")]


async def is_drawn(table: Table, film: Answer) -> bool:
    now = await table.driver.answer(film)
    messages = [now.message or {}, *await table.driver.followups(film)]
    return any(message.get("attachments") for message in messages)


async def test_who_waits_for_an_animation_is_not_let_pass_before_every_board(table: Table) -> None:
    """The outbox lets those pass who wait for an answer: a moment, not half a minute."""
    viewer = await small_film(table)
    async with busy_filmers(table):
        await ask_for_film(table, CY, viewer)
        assert not table.client.waiting.anybody


async def test_an_animation_for_the_channel_lets_others_pass_too(table: Table) -> None:
    viewer = await small_film(table)
    form = await press(table, CY, viewer, "Animation…")
    film = await table.driver.submit_modal(CY, form, {"from": "0", "to": "1"})
    async with busy_filmers(table):
        table.driver.patient = False
        shared = await press(table, CY, film, "Show to the channel")
        assert shared.kind == "deferred_update"
        assert not table.client.waiting.anybody
    await table.message(lambda m: any(a["filename"].endswith(".gif") for a in m["attachments"]))


async def test_a_game_from_a_file_is_never_replayed_where_all_the_others_wait(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """A file may have 10,000 turns, and turns that are taken back take seconds to replay."""
    async with telling_replays(playground, driver, tmp_path) as (table, at_work):
        viewer = await bring(table, CY, long_game("kee", 5))
        assert threading.current_thread().name not in at_work, "while it is brought"
        at_work.clear()
        await press(table, CY, viewer, "« First")
        assert threading.current_thread().name not in at_work, "while it is looked at"


@pytest.mark.slow
async def test_an_animation_does_not_need_memory_for_all_positions_at_once() -> None:
    """Keil copies its lists: all positions of 4,000 plies take 150 MB, of 10,000 a gigabyte."""
    data = long_game("keil", 4000, size=8, komi=0, button=False)
    match = read(data, all_games()).match()
    with ThreadPoolExecutor(1) as painters:
        tracemalloc.start()
        try:
            await Pictures(painters, painters).animation(1, match, (0, 4000), USUAL)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most < 80 << 20


# --- answers that come late ---


async def test_the_progress_of_an_animation_makes_way_for_it(table: Table) -> None:
    viewer = await small_film(table)
    async with busy_filmers(table):
        film = await ask_for_film(table, CY, viewer)
        await becomes(table, film, lambda text: text.startswith("Drawing"))
    await table.until(lambda: is_drawn(table, film))
    everything = [m["content"] for m in await table.driver.messages(table.channel, CY)]
    assert not [text for text in everything if text.startswith("Drawing")]


async def becomes(table: Table, answer: Answer, matching: Callable[[str], bool]) -> None:
    async def now() -> bool:
        return matching((await table.driver.answer(answer)).text)

    await table.until(now)


async def test_a_late_refusal_to_show_something_to_the_channel_is_private(table: Table) -> None:
    """Whatever follows a public “is thinking” is public, too."""
    viewer = await bring(table, CY, long_game("kee", 3))
    there = {message["id"] for message in await table.public()}

    def lose(tx: Transaction) -> None:
        tx.connection.exec_driver_sql("DELETE FROM imported")

    await table.store.write(lose)
    go_on, held = threading.Event(), threading.Event()
    holding = [
        asyncio.create_task(table.store.read(lambda tx: hold(tx, held, go_on)))
        for _ in range(20)  # more than the database has connections
    ]
    await asyncio.to_thread(held.wait)
    table.driver.patient = False
    slow = await press(table, CY, viewer, "Show to the channel")
    table.driver.patient = True
    assert slow.kind == "deferred_update"
    go_on.set()
    await asyncio.gather(*holding)

    async def told_why() -> bool:
        return bool(await table.driver.followups(slow))

    await table.until(told_why)
    told = [m["content"] for m in await table.public() if m["id"] not in there]
    assert not told, "a refusal is for who asked"


def hold(tx: Transaction, held: threading.Event, go_on: threading.Event) -> None:
    """Keep a connection until it is time."""
    tx.meta.get("held")
    held.set()
    assert go_on.wait(30)


# --- what is shown to all ---


async def test_who_may_not_write_in_a_channel_shows_nothing_there(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.driver.permit(table.channel, who=CY, deny=["send_messages"])
    board = await table.command(CY, "board", game="1")
    async with table.nothing_happens():
        answer = await press(table, CY, board, "Show to the channel")
        assert answer.ephemeral


async def test_the_title_of_a_file_is_no_link_in_the_channel(table: Table) -> None:
    """Discord makes links of addresses: what the bot says to all must not be chosen by one."""
    viewer = await bring(table, CY, long_game("kee", 3, "Free Nitro https://discord.gg/abc"))
    shown = await press(table, CY, viewer, "Show to the channel")
    assert says("game-title-file", game="Kee Rules Go") in shown.text
    assert "https://" not in shown.text
