"""``keil run``: the bot on Discord, until a signal to stop comes."""

import asyncio
import contextlib
import gc
import logging
import resource
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chat.gateway.client import KeilClient
from bot.chat.gateway.command_sync import CommandsRefusedError
from bot.chat.gateway.request_budget import RequestBudget
from bot.cli.exits import BAD_CONFIGURATION, TRY_AGAIN, refuse
from bot.cli.health import AddressInUseError, Health
from bot.cli.page import page_served
from bot.cli.systemd_notify import keep_informed
from bot.errors import first_line
from bot.features import all_features
from bot.service.erasure import OperatorChoices
from bot.service.service import Service
from bot.settings import DISCORD_API, Settings, SettingsError
from bot.storage.database import DriverError, StorageError, Store, is_passing
from bot.storage.migrations import SchemaTooNewError
from bot.storage.predecessor import InUseError
from bot.storage.single_instance import single_instance
from bot.web.page_file import SDK
from engine.game import Game

log = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.0005
"""Seconds until a busy thread yields. Painters and the database's threads hand work to the event
loop all the time: with Python's usual 5 ms a move would wait longer for its turn than it takes."""

MOST_FILES = 65_536
"""Files, sockets among them, that the program may have open, if the system allows as many."""

CLOSED_FOR_GOOD = (4004, 4010, 4011, 4012, 4013, 4014)
"""Codes of the gateway after which a program must not connect again unchanged."""


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
        return refuse(f"Discord refuses the commands: {first_line(error)}", BAD_CONFIGURATION)
    except discord.PrivilegedIntentsRequired as error:
        return refuse(f"Discord refuses the intents: {first_line(error)}", BAD_CONFIGURATION)
    except discord.ConnectionClosed as error:
        status = BAD_CONFIGURATION if error.code in CLOSED_FOR_GOOD else TRY_AGAIN
        return refuse(f"Discord has closed the connection with code {error.code}", status)
    except (aiohttp.ClientError, discord.DiscordException, TimeoutError) as error:
        return refuse(f"Discord cannot be reached: {first_line(error)}", TRY_AGAIN)
    except InUseError as error:
        return refuse(f"DATABASE_URL: {error}", TRY_AGAIN)
    except AddressInUseError as error:
        return refuse(str(error), TRY_AGAIN)
    except DriverError as error:
        status = TRY_AGAIN if is_passing(error) else BAD_CONFIGURATION
        return refuse(f"the database cannot be used: {first_line(error)}", status)
    except (StorageError, OSError) as error:
        return refuse(f"cannot start: {first_line(error)}", BAD_CONFIGURATION)
    return 0


async def run(settings: Settings, token: str, games: Mapping[str, Game]) -> None:
    """Play until a signal to stop comes."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    allow_many_files()
    point_at(settings)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):  # discord.py handles neither well
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    url, shards = settings.database_url, settings.own_shards()
    health = Health(stop)
    async with (
        health.served(settings.health_address),
        single_instance(url, stop, shards) as held,
    ):
        if not held:
            return
        async with contextlib.AsyncExitStack() as stack:
            store = await stack.enter_async_context(Store.open(url))
            allowed, lease = settings.requests_per_second, None
            if shards is not None:
                lease = await stack.enter_async_context(RequestBudget.shared(url, allowed))
            client = KeilClient(
                store,
                Service.over(
                    store,
                    games,
                    most_practice=settings.practice_games,
                    web_url=settings.web_url,
                    web_in_discord=in_discord(settings),
                    operator=OperatorChoices(
                        contact=settings.operator_contact,
                        privacy_url=settings.privacy_url,
                        terms_url=settings.terms_url,
                        keep_servers=timedelta(days=settings.forget_servers_after_days),
                    ),
                ),
                features=all_features(),
                shards=shards,
                pause=timedelta(seconds=settings.answer_pause),
                budget=RequestBudget(allowed, lease),
            )
            if settings.web_url:
                await stack.enter_async_context(page_served(settings, client))
            health.of(client, store)
            gc.freeze()  # what is there now stays, and no collection needs to look at it again
            await _play(client, token, stop)


def allow_many_files() -> None:
    """Let the program have many files open: the usual 1,024 are few for all pages that are open."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def in_discord(settings: Settings, package: Path = SDK) -> bool:
    """True if the page is to open in Discord's window, too. Raises `SettingsError`."""
    if not settings.client_secret():
        return False
    if not package.exists():
        raise SettingsError(
            "DISCORD_CLIENT_SECRET is for the board in Discord's window, which needs Discord's "
            "package: run make web first, or unset it"
        )
    return True


async def _play(client: KeilClient, token: str, stop: asyncio.Event) -> None:
    """Be on Discord until ``stop``."""
    playing = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    informing = asyncio.create_task(keep_informed(client, stop))
    try:
        await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        if stop.is_set():
            playing.cancel()  # closing does not end discord.py's first attempts to connect
        await client.close()
        if stop.is_set():
            log.info("stopped as asked to")
        informing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing


def point_at(settings: Settings) -> None:
    """Set the addresses of Discord, for which discord.py has no setting of its own."""
    Route.BASE = f"{settings.discord_api_url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if settings.discord_api_url != DISCORD_API:
        setattr(discord.Asset, "BASE", settings.discord_api_url)  # noqa: B010 (typed as a literal)
