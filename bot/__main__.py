"""The program ``keil``: settings, store, host, log in."""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Generator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import TextIO

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot import record_files
from bot.client import KeilClient
from bot.host import Host
from bot.messages import refusals
from bot.migrations import SchemaTooNewError
from bot.play import DATA, PORT, play
from bot.settings import DISCORD_API, Settings, SettingsError, read_settings
from bot.sole import InUseError, sole_use
from bot.store import Store
from engine import gtp, referee
from engine.games import all_games
from engine.position import Game, OptionError, OptionValue
from engine.table import Table

log = logging.getLogger(__name__)

BAD_CONFIGURATION = 78
"""The exit status that tells a supervisor not to start the program again (sysexits: EX_CONFIG)."""
SWITCH_INTERVAL = 0.0005
"""Seconds until a busy thread yields. Painters and the database's threads hand work to the event
loop all the time: with Python's usual 5 ms a move would wait longer for its turn than it takes."""
AGAIN = 1
"""The exit status where another try may do."""
WRONG_USE = 2
"""The exit status of wrong arguments, as of those that the parser itself refuses."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    parser = argparse.ArgumentParser(prog="keil", description="Keil for Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run the bot; settings come from the environment or .env")
    commands.add_parser("referee", help="judge games: one JSON request a line, one answer a line")
    program = commands.add_parser("gtp", help="a Go Text Protocol engine for every game")
    program.add_argument("--game", metavar="KEY", help=f"one of {', '.join(all_games())}")
    program.add_argument("--players", type=int, metavar="N", help="how many play")
    program.add_argument(
        *("--option", "-o"), action="append", default=[], metavar="KEY=VALUE", help="of the game"
    )
    program.add_argument(
        "--seed", type=int, metavar="N", help="makes its player's moves repeatable"
    )
    files = commands.add_parser("record", help="check and convert files of games")
    record_files.add_arguments(files, all_games())
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
    if given.command == "record":
        sys.exit(record_files.run(given, all_games()))
    if given.command == "gtp":
        try:
            engine = _gtp_engine(given)
        except OptionError as error:
            sys.exit(_refuse(str(error), WRONG_USE))
        with contextlib.suppress(KeyboardInterrupt), _answers() as sink:
            gtp.serve(sys.stdin.buffer, sink, engine)
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


def _gtp_engine(given: argparse.Namespace) -> gtp.Engine:
    """The engine with the game that the arguments name. Raises `OptionError`."""
    games = all_games()
    key = next(iter(games)) if given.game is None else given.game
    if key not in games:
        raise OptionError("game", f"--game must be one of: {', '.join(games)}.")
    readers = {option.key: option for option in games[key].options}
    chosen: dict[str, OptionValue] = {}
    for pair in given.option:
        name, _, text = pair.partition("=")
        if name not in readers:
            raise OptionError(name, f"--option takes KEY=VALUE, with one of: {', '.join(readers)}.")
        chosen[name] = readers[name].read(text)
    return gtp.Engine(
        games=games,
        table=Table(games[key], chosen, given.players),
        random=Random(given.seed),
        open_file=record_files.contents,
        explain=refusals.because,
        version=version("keil"),
    )


@contextlib.contextmanager
def _answers() -> Generator[TextIO]:
    """Standard output for a protocol: the same bytes everywhere, and nobody has to listen."""
    sink = open(  # noqa: SIM115 (closed below, where closing may fail)
        sys.stdout.fileno(), "w", encoding="utf-8", errors="replace", newline="\n", closefd=False
    )
    with contextlib.suppress(BrokenPipeError):
        with contextlib.suppress(BrokenPipeError):
            yield sink
        sink.close()


def _refuse(reason: str, status: int = BAD_CONFIGURATION) -> int:
    sys.stderr.write(f"keil: {reason}\n")
    return status


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


async def run(settings: Settings, token: str, games: Mapping[str, Game]) -> None:
    """Play until a signal to stop comes."""
    sys.setswitchinterval(SWITCH_INTERVAL)
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
