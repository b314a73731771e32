"""The program ``keil``: settings, store, host, log in."""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.client import KeilClient
from bot.host import Host
from bot.migrations import SchemaTooNewError
from bot.play import DATA, PORT, play
from bot.settings import DISCORD_API, Settings, SettingsError, read_settings
from bot.sole import InUseError, sole_use
from bot.store import Store
from engine import referee
from engine.games import all_games
from engine.position import Game

log = logging.getLogger(__name__)

BAD_CONFIGURATION = 78
"""The exit status that tells a supervisor not to start the program again (sysexits: EX_CONFIG)."""
AGAIN = 1
"""The exit status where another try may do."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    parser = argparse.ArgumentParser(prog="keil", description="Keil for Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run the bot; settings come from the environment or .env")
    commands.add_parser("referee", help="judge games: one JSON request a line, one answer a line")
    playing = [
        commands.add_parser("playground", help="a page to try the bot on; needs no Discord"),
        commands.add_parser("play", help="run where a token is set, playground where none is"),
    ]
    for command in playing:
        command.add_argument("--data", type=Path, default=DATA, help="its folder (data)")
        command.add_argument("--port", type=int, default=PORT, help=f"of the page ({PORT})")
    given = parser.parse_args(arguments)
    if given.command == "referee":
        referee.serve(sys.stdin.buffer, sys.stdout)
        return
    try:
        _serve(given)
    except SettingsError as error:
        sys.exit(_refuse(str(error)))
    except SchemaTooNewError as error:
        sys.exit(_refuse(f"DATABASE_URL: {error}"))
    except discord.LoginFailure:
        sys.exit(_refuse("DISCORD_TOKEN is not accepted by Discord"))
    except (aiohttp.ClientError, discord.DiscordException, TimeoutError) as error:
        sys.exit(_refuse(f"Discord cannot be reached: {_first_line(error)}", AGAIN))
    except InUseError as error:
        sys.exit(_refuse(f"DATABASE_URL: {error}", AGAIN))
    except DBAPIError as error:
        reason = _first_line(error.orig or error)
        status = AGAIN if "locked" in reason or "full" in reason else BAD_CONFIGURATION
        sys.exit(_refuse(f"the database cannot be used: {reason}", status))
    except (SQLAlchemyError, OSError) as error:
        sys.exit(_refuse(f"cannot start: {_first_line(error)}"))


def _serve(given: argparse.Namespace) -> None:
    """The bot on Discord, or on the stand-in: ``run`` itself never falls back."""
    form = "%(asctime)s %(levelname)s %(name)s %(message)s"
    games = all_games()
    settings = None if given.command == "playground" else read_settings()
    logging.basicConfig(level=settings.log_level if settings else logging.INFO, format=form)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here
    if settings and (given.command == "run" or settings.discord_token.get_secret_value().strip()):
        asyncio.run(run(settings, settings.token(), games))
    else:

        async def bot(settings: Settings, token: str) -> None:
            await run(settings, token, games)

        asyncio.run(play(bot, given.data, given.port))


def _refuse(reason: str, status: int = BAD_CONFIGURATION) -> int:
    sys.stderr.write(f"keil: {reason}\n")
    return status


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


async def run(settings: Settings, token: str, games: Mapping[str, Game]) -> None:
    """Play until a signal to stop comes."""
    # Painters and the database's threads hand work to the event loop all the time: with Python's
    # usual 5 ms until a busy thread yields, a move would wait longer for its turn than it takes.
    sys.setswitchinterval(0.0005)
    point_at(settings)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):  # discord.py handles neither well
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with sole_use(settings.database_path, stop), Store.open(settings.database_url) as store:
        client = KeilClient(store, Host(store, games), games)
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
