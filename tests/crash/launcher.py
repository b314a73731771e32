"""Runs the real bot, again and again, and lets it die at a commit: ``…launcher SOCKET``.

Everything is imported and read once. Each line on a connection to the socket, a JSON object of
environment variables, then forks one bot, which works in the folder ``PWD``. A line says its
process id, another one its end. ``PLAN`` names a file with the point at which to die, such as
``before turn``; the bot takes the file away when it dies there, so whoever takes it away first has
spared it. Every point that it survives is added to the file ``PASSED``. The bot ends with its
connection, and the launcher with its standard input.

``PLACE`` is how games live on servers whose owners have decided nothing, if it is given.

The product knows nothing of this: the points are found where SQLAlchemy commits.
"""

import asyncio
import contextlib
import gc
import json
import logging
import os
import re
import signal
import socket
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from bot.chat.answers import responses
from bot.chat.delivery import worker
from bot.chat.gateway import identifying
from bot.chat.play import parts
from bot.cli.run import run
from bot.features import all_features
from bot.messages import catalogue
from bot.service import server_settings, shown_messages
from bot.service.server_settings import ServerSettings
from bot.settings import read_settings
from engine.games import all_games
from tests.launching import connections, live

identifying.EVERY = 0.0  # the minutes that go by between two lives take no time here
shown_messages.SETTLED = timedelta(
    seconds=0.2
)  # the stand-in applies what it holds at once, or never
shown_messages.EVERY = timedelta()  # a card shows every turn
worker.TOGETHER = 0.05  # every step waits for the reports of its edits
responses.ACKNOWLEDGE_AFTER = 180.0  # people wait: else what comes depends on how fast it is
NOTES = ("identified", "commands")
REPORTS = {
    "sent": r"(?<![.\w])message=",
    "begun": r"(?<![.\w])begun=message\.rev",
    "again": r"(?s)(?<![.\w])attempt=.*RETURNING",
    "taken over": r"(?<![.\w])attempt=",
    "edited": r"(?<![.\w])shown=(?!CASE)",
}
"""What a change of a message reports, by the first of these that it sets."""


Given = Sequence[object] | Mapping[str, object]
"""The values of a statement: SQLite gets them in their order, PostgreSQL by names."""


def writes(connection: sa.Connection) -> bool:
    """Whether the connection is one that changes what is stored."""
    options = connection.get_execution_options()
    return bool(options.get("write", not options.get("postgresql_readonly", True)))


def kind_of(statements: list[tuple[str, Given]]) -> str:
    """What a transaction is about, by the statements that write in it; empty if none does."""
    kinds: list[str] = []
    others: list[str] = []
    for statement, given in statements:
        found = re.match(
            r'(CREATE|INSERT INTO|UPDATE|DELETE FROM(?= deletion))\s+"?(\w+)', statement.strip()
        )
        if found is None:
            continue
        verb, table = str(found[1]), str(found[2])
        values = given.values() if isinstance(given, Mapping) else given
        named = [value for value in values if isinstance(value, str)]
        if verb == "CREATE":
            kinds.append("schema")
        elif verb == "INSERT INTO" and table in ("challenge", "match", "turn"):
            kinds.append(table)
        elif table == "message" and verb == "UPDATE":
            reports = [name for name, sets in REPORTS.items() if re.search(sets, statement)]
            kinds += [name for name in reports[:1] if name != "edited"]
            others += reports[:1] or ["wanted"]
        elif table == "fact":
            kinds += [value.split()[0] for value in named if value.startswith(NOTES)]
        elif table == "shard":
            kinds.append("seen")
        elif table == "deletion":  # whatever else is erased with it
            kinds.append(f"{verb} {table}")
        else:
            others.append(f"{verb} {table}")
    return (kinds or others or [""])[0]


class Points:
    """Where this process may die."""

    def __init__(self, plan: Path, passed: Path) -> None:
        self._plan = plan
        self._passed = passed
        self._written: dict[sa.Connection, list[tuple[str, Given]]] = {}

    def listen(self) -> None:
        """See every commit of a transaction that wrote."""
        inner = sa.Connection._commit_impl

        def commit(connection: sa.Connection) -> None:
            kind = kind_of(self._written.get(connection, []))
            if not kind:
                inner(connection)
                return
            self._at(f"before {kind}")
            inner(connection)
            self._at(f"after {kind}")

        setattr(sa.Connection, "_commit_impl", commit)  # noqa: B010 (typed with another name)
        event.listen(sa.Engine, "before_cursor_execute", self._write)
        event.listen(sa.Engine, "begin", self._begin)

    def _begin(self, connection: sa.Connection) -> None:
        if writes(connection):
            self._written[connection] = []

    def _write(
        self,
        connection: sa.Connection,
        cursor: Any,
        statement: str,
        given: Any,
        context: Any,
        many: bool,
    ) -> None:
        del cursor, context, many
        if writes(connection):
            self._written[connection].append((statement, given or ()))

    def _at(self, point: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            if self._plan.read_text() == point:
                self._plan.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        with self._passed.open("a") as passed:
            passed.write(f"{point}\n")


async def play(test: socket.socket) -> None:
    """The bot as `keil run` runs it; it ends with the test that started it."""
    asyncio.get_running_loop().add_reader(test.fileno(), os._exit, 1)
    settings = read_settings()
    await run(settings, settings.token(), all_games())


def prepare() -> None:
    """Read what each bot would read anew: its modules, its texts, the steps of the schema."""
    for module in (*parts(), *all_features()):
        import_module(module)
    catalogue.has("")
    gc.freeze()


def use_place(place: str | None) -> None:
    """Let the owners of all servers have decided how games live."""
    if place is not None:
        setattr(server_settings, "UNDECIDED", ServerSettings(place=place))  # noqa: B010 (constant)


def bot(environment: dict[str, str], test: socket.socket) -> None:
    """The life of one forked process."""
    os.environ.update(environment)
    os.chdir(environment["PWD"])
    use_place(environment.get("PLACE"))
    logging.basicConfig(level=environment["LOG_LEVEL"], filename=environment.get("LOG_FILE"))
    Points(Path(environment["PLAN"]), Path(environment["PASSED"])).listen()
    asyncio.run(play(test))


def launch(test: socket.socket) -> None:
    """One bot after the other, until the test hangs up."""
    with test, test.makefile("rw") as lines, contextlib.suppress(ConnectionError):
        while line := lines.readline():
            child = os.fork()
            if child == 0:
                live(partial(bot, json.loads(line), test))
            print(child, file=lines, flush=True)
            _, status = os.waitpid(child, 0)
            print(os.waitstatus_to_exitcode(status), file=lines, flush=True)


def main() -> None:
    """One test after the other."""
    prepare()
    with connections() as accepted:
        for test in accepted:
            launch(test)


if __name__ == "__main__":
    main()
