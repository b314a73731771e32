"""The program ``keil``: settings, store, host, log in."""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Mapping, Sequence

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy.exc import SQLAlchemyError

from bot.client import KeilClient
from bot.host import Host
from bot.migrations import SchemaTooNewError
from bot.settings import DISCORD_API, Settings, SettingsError, read_settings
from bot.store import Store
from engine import referee
from engine.games import all_games
from engine.position import Game

log = logging.getLogger(__name__)

BAD_CONFIGURATION = 78
"""The exit status that tells a supervisor not to start the program again (sysexits: EX_CONFIG)."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    parser = argparse.ArgumentParser(prog="keil", description="Keil for Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run the bot; settings come from the environment or .env")
    commands.add_parser("referee", help="judge games: one JSON request a line, one answer a line")
    command = parser.parse_args(arguments).command
    if command == "referee":
        referee.serve(sys.stdin.buffer, sys.stdout)
        return
    try:
        settings = read_settings()
        token = settings.token()
        logging.basicConfig(
            level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s"
        )
        logging.getLogger("alembic").setLevel(logging.WARNING)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here
        asyncio.run(run(settings, token, all_games()))
    except SettingsError as error:
        sys.exit(_refuse(str(error)))
    except SchemaTooNewError as error:
        sys.exit(_refuse(f"DATABASE_URL: {error}"))
    except discord.LoginFailure:
        sys.exit(_refuse("DISCORD_TOKEN is not accepted by Discord"))
    except aiohttp.ClientError as error:
        log.error("Discord cannot be reached: %s", error)
        sys.exit(1)
    except (SQLAlchemyError, OSError) as error:
        sys.exit(_refuse(f"cannot start: {str(error).splitlines()[0]}"))


def _refuse(reason: str) -> int:
    sys.stderr.write(f"keil: {reason}\n")
    return BAD_CONFIGURATION


async def run(settings: Settings, token: str, games: Mapping[str, Game]) -> None:
    """Play until a signal to stop comes."""
    # Painters and the database's threads hand work to the event loop all the time: with Python's
    # usual 5 ms until a busy thread yields, a move would wait longer for its turn than it takes.
    sys.setswitchinterval(0.0005)
    point_at(settings)
    async with Store.open(settings.database_url) as store:
        client = KeilClient(store, Host(store, games), games)
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):  # discord.py handles neither well
            loop.add_signal_handler(number, stop.set)
        playing = asyncio.create_task(client.start(token))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            await client.close()
            with contextlib.suppress(asyncio.CancelledError):
                await playing


def point_at(settings: Settings) -> None:
    """Where discord.py finds Discord: it has no setting of its own for that."""
    Route.BASE = f"{settings.discord_api_url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if settings.discord_api_url != DISCORD_API:
        setattr(discord.Asset, "BASE", settings.discord_api_url)  # noqa: B010 (typed as a literal)


if __name__ == "__main__":
    main()
