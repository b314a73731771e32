"""``keil playground``: the stand-in for Discord, the real bot logged in to it, and a page.

The stand-in is a process of its own that ends with this one; the bot runs here as in `keil run`.
Its games, the stand-in's messages and the key of the page are files in the data folder, apart from
those of production.
"""

import asyncio
import contextlib
import fcntl
import json
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Generator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.playground.driver import Driver
from bot.settings import Settings, SettingsError
from bot.web.page_file import SDK

_READY_WITHIN_S = 30.0
_LEAVES_WITHIN_S = 10.0

_STONES = "b3 h4 d4 f6 f5 i2 e4 c3 b4 b2 g4 c4 g6 i3 a2 a3 c2 h3 b3 f4"
"""The half-played game: 20 moves in which each side captures two stones."""

_CAST = ("Mia", "Noa")
"""The players of that game: never a visitor, so that each game is still new to visitors."""

Run = Callable[[Settings, str], Awaitable[None]]


def scenes() -> list[dict[str, Any]]:
    """The page's scenes, one click each; the stand-in does not know the bot and needs them."""
    first, second = _CAST
    turns = [
        {"user": _CAST[ply % 2], "command": "play", "options": {"move": move}}
        for ply, move in enumerate(["komi 7", "white", *_STONES.split()])
    ]
    return [
        {
            "name": "challenge",
            "title": "Start a challenge between Ada and Bo",
            "about": "Ada challenges Bo in #games; be Bo to accept.",
            "channel": "games",
            "once": False,
            "guided": True,
            "steps": [{"user": "Ada", "command": "keil", "options": {"opponent": "Bo"}}],
        },
        {
            "name": "half-played",
            "title": "Watch a half-played game",
            "about": f"{first} and {second} play 22 turns in #half-played; take over from either.",
            "channel": "half-played",
            "once": True,
            "cast": list(_CAST),
            "steps": [_challenge(first, second), {"user": second, "button": "Accept"}, *turns],
        },
    ]


def _challenge(challenger: str, opponent: str) -> dict[str, Any]:
    options = {"opponent": opponent}
    return {"user": challenger, "command": "challenge keil", "options": options}


def configure(
    data: Path, url: str, gateway: str, token: str, page: int, window: Mapping[str, str]
) -> Settings:
    """The bot's settings for the stand-in; only LOG_LEVEL still comes from outside.

    ``page``: the port on which boards can be touched. ``window``: what the stand-in says of its
    windows for that page.
    """
    level = os.environ.get("LOG_LEVEL", "WARNING")
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        discord_token=token,  # pyright: ignore[reportArgumentType]
        discord_token_file=None,
        database_url=f"sqlite:///{data / 'playground-keil.db'}",
        discord_api_url=url,
        discord_gateway_url=gateway,
        discord_client_secret=window["secret"] if SDK.exists() else "",  # pyright: ignore[reportArgumentType]
        discord_client_secret_file=None,
        discord_activity_url=window["url"],
        log_level=level,
        health_address="",
        web_url=f"http://127.0.0.1:{page}",
        web_address=f"127.0.0.1:{page}",
    )


async def play(run: Run, data: Path, port: int) -> None:
    """Play until a signal to stop comes. ``run`` runs the bot. Raises `SettingsError`."""
    with _alone(data):
        _say("Starting the stand-in for Discord ...")
        stand_in = await _start(data, port)
        try:
            await _with_bot(run, data, stand_in)
        finally:
            if stand_in.returncode is None:
                stand_in.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LEAVES_WITHIN_S):
                    await stand_in.wait()
            if stand_in.returncode is None:
                stand_in.kill()
    _say("The playground has stopped; everything is kept for the next time.")


async def _start(data: Path, port: int) -> asyncio.subprocess.Process:
    """Start the stand-in, which ends when its standard input does, so even if we are killed.

    It has a session of its own: Ctrl-C must reach only the bot, which then leaves first.
    """
    free = _free(port)
    if port not in (0, free):
        _say(f"Port {port} is not free, so the playground takes port {free}.")
    arguments: list[str] = ["-m", "bot.playground", "--free", "--until-eof"]
    arguments += ["--bot-name", "Keil"]
    arguments += ["--database", str(data / "playground-discord.db")]
    arguments += ["--key-file", str(data / "playground.key"), "--port", str(free)]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )


async def _with_bot(run: Run, data: Path, stand_in: asyncio.subprocess.Process) -> None:
    assert stand_in.stdout is not None
    async with asyncio.timeout(_READY_WITHIN_S):
        line = await stand_in.stdout.readline()
    if not line:
        raise SettingsError("the stand-in for Discord did not start")
    ready: dict[str, str] = json.loads(line)
    page = _free((urlsplit(ready["url"]).port or 0) + 1)
    async with Driver(ready["url"], ready["driver_key"]) as driver:
        window = await driver.map_activity(f"http://127.0.0.1:{page}")
    settings = configure(data, ready["url"], ready["gateway"], ready["token"], page, window)
    logging.getLogger().setLevel(settings.log_level)
    _say("Starting the bot ...")
    playing = asyncio.ensure_future(run(settings, ready["token"]))
    leaving = asyncio.create_task(stand_in.wait())
    telling = asyncio.create_task(_tell(ready["url"], ready["driver_key"]))
    try:
        await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (telling, leaving, playing):
            task.cancel()
        await asyncio.gather(telling, leaving, return_exceptions=True)
        with contextlib.suppress(asyncio.CancelledError):
            await playing
    if leaving.done() and not leaving.cancelled():
        raise SettingsError("the stand-in for Discord has stopped by itself")


async def _tell(url: str, key: str) -> None:
    """Offer the scenes and print the address once the bot is connected."""
    async with Driver(url, key) as driver:
        await driver.call("offer_scenes", scenes=scenes())
        await driver.permit_all(
            "Demo",
            allow=[
                "create_public_threads",
                "send_polls",
                "create_events",
                "use_embedded_activities",
            ],
        )
        await driver.wait_connected(timeout=_READY_WITHIN_S)
    _say(
        "\n  The playground is open. In your browser:\n\n"
        f"    {url}/#key={key}\n\n"
        "  You are Ada there. To be the second player too, open a second tab as Bo:\n\n"
        f"    {url}/?as=Bo#key={key}\n\n"
        "  Ctrl-C stops it; nothing is lost.\n"
    )


def _free(port: int) -> int:
    """``port``, or another one if something already listens there."""
    for one in (port, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", one))
            return int(probe.getsockname()[1])
    return 0


@contextlib.contextmanager
def _alone(data: Path) -> Generator[None]:
    """Hold the data folder exclusively: two playgrounds would write into the same files."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / "playground.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SettingsError(f"a playground is open already on {data}/") from None
        yield


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
