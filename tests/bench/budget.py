"""What a move costs of the 50 requests a second that Discord allows with a bot's token.

The real bot plays a whole game on the stand-in in each of three ways. Counted is everything between
the first board and the end, with Discord's limits switched off.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from bot.playground.driver import CALLBACK, Driver
from bot.playground.rest import WITHOUT_TOKEN
from bot.playground.server import Playground
from engine.games import all_games
from engine.match import Match
from engine.position import Placement
from tests.bot.table import Json, Table, hurry, labels, seated
from tests.playground.plain import TOKEN

MOVES = 40
OPTIONS = {"size": 5, "komi": 0, "button": False}
Move = Callable[[Table, str, str, Json], Awaitable[object]]


def moves() -> list[str]:
    """The placements of a game."""
    keil, chance = all_games()["keil"], Random(1)
    position, written = Match.start(keil, keil.complete(OPTIONS), 2).position, list[str]()
    for _ in range(MOVES):
        free = [move for move in position.legal_moves() if isinstance(move, Placement)]
        move = chance.choice(free)
        written.append(position.write(move))
        position = position.play(move)
    return written


async def by_form(table: Table, who: str, move: str, board: Json) -> None:
    """*Move* under the board, and the form in its panel."""
    modal = await table.form(who, board)
    await table.driver.submit_modal(who, modal, {"text": move})


async def by_command(table: Table, who: str, move: str, board: Json) -> None:
    """``/play``, a moment after the board came."""
    del board
    await table.play(who, move)


async def by_reply(table: Table, who: str, move: str, board: Json) -> None:
    """A reply to the board that pings."""
    await table.driver.say(who, table.channel, move, reply_to=board, ping=True)


async def spent(table: Table, make: Move) -> Mapping[str, object]:
    """The requests a move in a game that is played like that."""
    board, *players = await table.begin_small(**OPTIONS)
    await asyncio.sleep(0.5)  # the card loses its buttons
    since = (await table.driver.requests())[-1]["n"] + 1
    for number, move in enumerate(moves()):
        await make(table, players[number % 2], move, board)
        board = await table.board(number + 1)

    async def tidy() -> bool:
        return [m["id"] for m in await table.public() if labels(m)] == [board["id"]]

    await table.until(tidy)
    made = await table.driver.requests(since=since)
    exempt = [request for request in made if request["route"].startswith(WITHOUT_TOKEN)]
    answers = [r for r in exempt if f"{r['method']} {r['route']}" == CALLBACK]
    return {
        "with the bot's token": (len(made) - len(exempt)) / MOVES,
        "answers": len(answers) / MOVES,
        "by tokens of interactions": (len(exempt) - len(answers)) / MOVES,
    }


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    found: list[tuple[str, Mapping[str, object]]] = []
    ways = {"buttons and forms (goal 2)": by_form, "commands (goal 2)": by_command}
    for number, (way, make) in enumerate({**ways, "replies": by_reply}.items()):
        database = folder / f"discord-{number}.db"
        async with AsyncExitStack() as stack:
            playground = await stack.enter_async_context(Playground(token=TOKEN, database=database))
            there = Driver(playground.url, playground.driver_key)
            driver = await stack.enter_async_context(there)
            await hurry(driver)
            bot = seated(playground, driver, all_games(), folder / f"keil-{number}.db")
            table = await stack.enter_async_context(bot)
            found.append((f"requests a move, by {way}", await spent(table, make)))
    return found


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
