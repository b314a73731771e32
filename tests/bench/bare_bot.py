"""The least that a bot can do for a move, in plain discord.py: what `tests.bench.floor` divides by.

It answers ``/play`` in one line that only the player sees, writes one row, draws the board, posts
it with a button, and takes the button off the board before it.
"""

import asyncio
import io
import logging
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import aiosqlite
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli.run import SWITCH_INTERVAL
from engine.position import Placement, Position
from render.board_image import draw
from tests.bench.pipeline import GAME, OPTIONS

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL")
TABLE = "CREATE TABLE turn (id INTEGER PRIMARY KEY, game TEXT, user INTEGER, text TEXT)"
ROW = "INSERT INTO turn (game, user, text) VALUES (?, ?, ?)"


class BareBot(discord.Client):
    """Posts the same picture after each move of each game."""

    def __init__(self, database: aiosqlite.Connection, position: Position) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._database = database
        self._position = position
        self._painters = ThreadPoolExecutor(max_workers=os.cpu_count())
        self._boards = dict[str, discord.Message]()
        self._storing = asyncio.Lock()  # one transaction at a time, since they share a connection
        self._tree = app_commands.CommandTree(self)
        play = app_commands.Command(name="play", description="Play", callback=self._play)
        self._tree.add_command(play)

    async def setup_hook(self) -> None:
        """Make the command known."""
        await self._tree.sync()

    async def _play(self, interaction: discord.Interaction, move: str, game: str) -> None:
        async with self._storing:
            await self._database.execute_insert(ROW, (game, interaction.user.id, move))
            await self._database.commit()
        await interaction.response.send_message(f"You played {move}.", ephemeral=True)
        loop = asyncio.get_running_loop()
        picture = await loop.run_in_executor(self._painters, draw, self._position)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button[discord.ui.View](label="Move", custom_id=f"move {game}"))
        file = discord.File(io.BytesIO(picture), f"{game}.png")
        former = self._boards.get(game)
        self._boards[game] = await interaction.channel.send(file=file, view=view)
        view.stop()
        if former is not None:
            await former.edit(view=None)


async def main() -> None:
    """Play until a signal comes; the arguments are the database and the moves of the position."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    Route.BASE = f"{os.environ['DISCORD_API_URL']}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    path, *moves = sys.argv[1:]
    position = GAME.start(OPTIONS, 2)
    for move in moves:
        position = position.play(Placement(move))
    async with aiosqlite.connect(path) as database:
        for pragma in PRAGMAS:
            await database.execute(f"PRAGMA {pragma}")
        await database.execute(TABLE)
        await database.commit()
        await BareBot(database, position).start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(main())
