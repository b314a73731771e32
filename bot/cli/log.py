"""The log: one line for each event, for people or as JSON, without secrets and without texts.

Whoever has the token of an interaction can answer in our name for a quarter of an hour, and
discord.py writes it into its debug lines, beside everything that people type. So what requests and
events contain is left out, and every line is looked at when it is complete, with its traceback.
"""

import json
import logging
import re
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

import aiohttp
import discord
import structlog
from aiohttp.http_exceptions import HttpProcessingError
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

from bot import metrics
from bot.errors import first_line
from bot.references import new_reference

CUT = "…"
_TOKENS = re.compile(
    r"""(?P<kept>
        /webhooks/[0-9]+/             # the addresses of answers
      | /interactions/[0-9]+/
      | \\*['"]token\\*['"]:\s*\\*['"]  # events, and what we send to the gateway
      | \bBot\                       # a header
    )[\w.~-]{16,}""",
    re.VERBOSE,
)
LOST_CONNECTION = (
    OSError,
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)
"""Errors that end a request or a connection but are not bugs in discord.py: a line each in the log
is enough."""
AUTOCOMPLETE = "discord.app_commands.tree"
"""The name under which discord.py logs that suggestions could not be sent."""
HEAD_OF_AN_EVENT = ("op", "t", "s")
"""The head of a gateway event: operation, type and sequence number."""


def configure_logging(level: int | str, form: str = "text", *secrets: str) -> None:
    """Log on standard error as ``text`` or ``json``, and never one of the ``secrets``."""
    logging.basicConfig(level=level)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(DiscreetFormatter(form, secrets))
        handler.addFilter(_one_line_for_a_lost_connection)
        handler.addFilter(_without_contents)
        handler.addFilter(_with_reference)
        handler.addFilter(_without_bad_requests)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("aiosqlite").setLevel(logging.INFO)  # it quotes what people have typed
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here


class DiscreetFormatter(ProcessorFormatter):
    """Renders lines, and cuts secrets out of them."""

    def __init__(self, form: str, secrets: Sequence[str] = ()) -> None:
        """``form``: text or json; ``secrets`` must not appear anywhere."""
        in_utc = form == "json"
        time = structlog.processors.TimeStamper("iso" if in_utc else "%Y-%m-%d %H:%M:%S", in_utc)
        render = structlog.processors.JSONRenderer(ensure_ascii=False) if in_utc else _as_text
        super().__init__(
            processors=[
                ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                render,
            ],
            foreign_pre_chain=[time, add_log_level, add_logger_name, ExtraAdder()],
        )
        written = {as_json[1:-1] for secret in secrets if (as_json := json.dumps(secret))}
        self._secrets = sorted({*secrets, *written} - {""}, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """The line without its secrets."""
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, CUT)
        return _TOKENS.sub(rf"\g<kept>{CUT}", line)


def _as_text(logger: Any, name: str, event: MutableMapping[str, Any]) -> str:
    """A line for people: time, level, who says it, what happened, and more about it."""
    del logger, name
    head = [event.pop("timestamp"), event.pop("level").upper(), event.pop("logger")]
    message = " ".join(str(event.pop("event")).splitlines())
    traceback = event.pop("exception", None)
    more = [f"{key}={value}" for key, value in event.items()]
    return "\n".join([" ".join([*head, message, *more]), *([traceback] if traceback else ())])


def _one_line_for_a_lost_connection(record: logging.LogRecord) -> bool:
    """Say why discord.py connects again or gives up an answer, without a traceback.

    The traceback would include those of all earlier attempts: megabytes a minute while Discord is
    away.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("discord.") and isinstance(error, LOST_CONNECTION):
        record.msg = f"{record.getMessage()}: {first_line(error)}"
        record.args, record.exc_info, record.exc_text = (), None, None
        if record.name == AUTOCOMPLETE:  # suggestions that come too late are missed by nobody
            record.levelno, record.levelname = logging.INFO, "INFO"
    return True


def _without_contents(record: logging.LogRecord) -> bool:
    """Cut out what people have written, and names: discord.py's debug lines show all of it."""
    if record.name.startswith("discord.") and record.levelno <= logging.DEBUG and record.args:
        of_controls = record.name.startswith("discord.ui.")
        given = record.args if isinstance(record.args, tuple) else (record.args,)
        record.args = tuple(CUT if of_controls else _outline(one) for one in given)
    return True


def _with_reference(record: logging.LogRecord) -> bool:
    """Give every error of ours a reference, as those have that people are shown."""
    ours = record.name.partition(".")[0] == "bot"
    if ours and record.levelno >= logging.ERROR and not hasattr(record, "reference"):
        record.reference = new_reference()
        metrics.fault()
    return True


def _without_bad_requests(record: logging.LogRecord) -> bool:
    """Leave out requests that are no HTTP: port scanners would fill the log with their own text."""
    error = record.exc_info[1] if record.exc_info else None
    return record.name != "aiohttp.server" or not isinstance(error, HttpProcessingError)


def _outline(given: object) -> object:
    if isinstance(given, Mapping):
        head: dict[str, object] = {key: given[key] for key in HEAD_OF_AN_EVENT if key in given}
        return head or CUT
    plain = isinstance(given, str) and not given.lstrip().startswith(("{", "["))
    return given if plain or isinstance(given, int | float | None) else CUT
