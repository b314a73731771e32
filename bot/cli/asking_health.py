"""``keil health``: asks the bot of this machine how it is, and loads next to nothing for it.

Docker runs it every half minute, on machines where importing discord.py takes seconds.
"""

import json
import urllib.error
import urllib.request
from http.client import HTTPException

from bot.cli.exits import BAD_CONFIGURATION, TRY_AGAIN, refuse
from bot.errors import first_line
from bot.settings import Settings, host_and_port

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to ask a process that listens at all addresses."""
TIMEOUT = 4.0
"""Seconds for an answer: the bot gives its database two of them."""


def ask(settings: Settings, *, ready: bool) -> int:
    """``keil health``: ask the process of this machine. Returns the exit status."""
    if not settings.health_address:
        return refuse("HEALTH_ADDRESS is not set, so there is nobody to ask", BAD_CONFIGURATION)
    host, port = host_and_port(settings.health_address)
    host = ANY.get(host, host)
    host = f"[{host}]" if ":" in host else host
    path = "readyz" if ready else "healthz"
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(f"http://{host}:{port}/{path}", timeout=TIMEOUT):
            return 0
    except urllib.error.HTTPError as error:
        try:
            reasons = ", ".join(json.loads(error.read())["reasons"])
        except (OSError, HTTPException, ValueError, TypeError, LookupError):
            return refuse(f"no answer of the bot's: status {error.code}", TRY_AGAIN)
        return refuse(f"not well: {reasons}", TRY_AGAIN)
    except (OSError, HTTPException) as error:
        if isinstance(getattr(error, "reason", None), ConnectionRefusedError):
            nobody = f"nothing listens at {settings.health_address}, so the bot is not running"
            return refuse(f"no answer: {nobody}", TRY_AGAIN)
        return refuse(f"no answer: {first_line(error)}", TRY_AGAIN)
