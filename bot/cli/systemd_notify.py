"""Tells systemd that the bot has started, stops, and is alive (``sd_notify``)."""

import asyncio
import contextlib
import os
import socket
from time import monotonic

from bot.chat.gateway.client import KeilClient

LONGEST_AWAY = 900.0
"""Seconds without the gateway after which a start from nothing may help. In an outage of Discord's
every start costs one of 1,000 logins a day."""
LONGEST_PAUSE = 10.0


def notify(message: str) -> None:
    """Send a message to systemd, if it has started us as a service of ``Type=notify``."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.sendto(message.encode(), address.replace("@", "\0", 1))


async def keep_informed(client: KeilClient, stop: asyncio.Event) -> None:
    """Report the start once people can be served, then signs of life, and at last ``stop``."""
    watched = int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6
    pause = min(watched / 3, LONGEST_PAUSE) if watched else LONGEST_PAUSE
    started, connected = False, monotonic()
    while not stop.is_set():
        if client.reachable:
            connected = monotonic()
            if not started:
                notify("READY=1\nSTATUS=connected")
                started = True
        if monotonic() - connected < LONGEST_AWAY:
            notify("WATCHDOG=1")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause if started else min(pause, 1.0)):
                await stop.wait()
    notify("STOPPING=1")
