"""``keil run``: the bot on Discord, until a signal to stop comes."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chat.client import CommandsRefusedError, KeilClient
from bot.chat.request_budget import RequestBudget
from bot.cli.discreet import Discreet
from bot.cli.exits import BAD_CONFIGURATION, TRY_AGAIN, refuse
from bot.service.service import Service
from bot.settings import DISCORD_API, Settings, SettingsError
from bot.storage.database import DriverError, StorageError, Store, is_passing
from bot.storage.migrations import SchemaTooNewError
from bot.storage.overlap import InUseError
from bot.storage.single_instance import single_instance
from engine.game import Game

SWITCH_INTERVAL = 0.0005
"""Seconds until a busy thread yields. Painters and the database's threads hand work to the event
loop all the time: with Python's usual 5 ms a move would wait longer for its turn than it takes."""


LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
CLOSED_FOR_GOOD = (4004, 4010, 4011, 4012, 4013, 4014)
"""Codes of the gateway after which a program must not connect again unchanged."""
LOST_CONNECTION = (
    OSError,
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)
"""What ends a request or a connection, and never is a bug in discord.py: one line says it all."""


def until_stopped(work: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Run ``work``; a failure is reported in one line. Returns the exit status."""
    try:
        asyncio.run(work())
    except SettingsError as error:
        return refuse(str(error), BAD_CONFIGURATION)
    except SchemaTooNewError as error:
        return refuse(f"DATABASE_URL: {error}", BAD_CONFIGURATION)
    except discord.LoginFailure:
        return refuse("DISCORD_TOKEN is not accepted by Discord", BAD_CONFIGURATION)
    except CommandsRefusedError as error:
        return refuse(f"Discord refuses the commands: {_first_line(error)}", BAD_CONFIGURATION)
    except discord.PrivilegedIntentsRequired as error:
        return refuse(f"Discord refuses the intents: {_first_line(error)}", BAD_CONFIGURATION)
    except discord.ConnectionClosed as error:
        status = BAD_CONFIGURATION if error.code in CLOSED_FOR_GOOD else TRY_AGAIN
        return refuse(f"Discord has closed the connection with code {error.code}", status)
    except (aiohttp.ClientError, discord.DiscordException, TimeoutError) as error:
        return refuse(f"Discord cannot be reached: {_first_line(error)}", TRY_AGAIN)
    except InUseError as error:
        return refuse(f"DATABASE_URL: {error}", TRY_AGAIN)
    except DriverError as error:
        reason = _first_line(error.orig or error)
        status = TRY_AGAIN if is_passing(error) else BAD_CONFIGURATION
        return refuse(f"the database cannot be used: {reason}", status)
    except (StorageError, OSError) as error:
        return refuse(f"cannot start: {_first_line(error)}", BAD_CONFIGURATION)
    return 0


def configure_logging(level: int | str, *secrets: str) -> None:
    """Log one line for each event, on standard error, and never one of the ``secrets``."""
    logging.basicConfig(level=level)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Discreet(LINE, secrets))
        handler.addFilter(_one_line_for_a_lost_connection)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here


def _one_line_for_a_lost_connection(record: logging.LogRecord) -> bool:
    """Say why discord.py connects again or gives up an answer, without a traceback.

    The traceback would include those of all earlier attempts: megabytes a minute while Discord is
    away.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("discord.") and isinstance(error, LOST_CONNECTION):
        record.msg = f"{record.getMessage()}: {_first_line(error)}"
        record.args, record.exc_info, record.exc_text = (), None, None
    return True


async def run(settings: Settings, token: str, games: Mapping[str, Game]) -> None:
    """Play until a signal to stop comes."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    point_at(settings)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):  # discord.py handles neither well
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    url, shards = settings.database_url, settings.some_shards()
    async with single_instance(url, stop, shards) as held:
        if not held:
            return
        async with contextlib.AsyncExitStack() as stack:
            store = await stack.enter_async_context(Store.open(url))
            allowed, lease = settings.requests_per_second, None
            if shards is not None:
                lease = await stack.enter_async_context(RequestBudget.shared(url, allowed))
            client = KeilClient(
                store,
                Service.over(store, games),
                shards=shards,
                budget=RequestBudget(allowed, lease),
            )
            await _play(client, token, stop)


async def _play(client: KeilClient, token: str, stop: asyncio.Event) -> None:
    """Be on Discord until ``stop``."""
    playing = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        if stop.is_set():
            playing.cancel()  # closing does not end discord.py's first attempts to connect
        await client.close()
        with contextlib.suppress(asyncio.CancelledError):
            await playing


def point_at(settings: Settings) -> None:
    """Set the addresses of Discord, for which discord.py has no setting of its own."""
    Route.BASE = f"{settings.discord_api_url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if settings.discord_api_url != DISCORD_API:
        setattr(discord.Asset, "BASE", settings.discord_api_url)  # noqa: B010 (typed as a literal)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
