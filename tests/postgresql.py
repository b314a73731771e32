"""A PostgreSQL server of the tests' own: a new cluster on a free port of this machine.

It is the package of the system, run by a user without rights, and keeps nothing on disk for sure:
its data is thrown away at the end.
"""

import atexit
import os
import pwd
import random
import shutil
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import sqlalchemy as sa

from bot.storage import migrations

FAST = ("fsync=off", "full_page_writes=off")
"""What is answered survives the end of the server all the same, but no power cut."""
EMPTY = "keil_empty"


def programs() -> Path | None:
    """The folder with the server's programs; None if PostgreSQL is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class Cluster:
    """A server with its data, which the tests may also kill."""

    def __init__(self, settings: Sequence[str] = FAST) -> None:
        self._settings = settings
        folder = programs()
        assert folder is not None
        self._programs = folder
        self._home = Path(mkdtemp(prefix="keil-postgresql-"))
        self._user = None
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._user = pwd.getpwnam("nobody").pw_name
            shutil.chown(self._home, self._user)
        self.port = _free_port()
        data = str(self._home / "data")
        self._run("initdb", "-D", data, "-U", "keil", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        atexit.register(self.remove)

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql+psycopg://keil@127.0.0.1:{self.port}/{database}"

    @property
    def log_file(self) -> Path:
        """What the server has logged."""
        return self._home / "log"

    @property
    def data(self) -> Path:
        """The folder of the server's data."""
        return self._home / "data"

    def pid(self) -> int:
        """The process of the server, whose children serve the connections."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def shell(self, *command: str, **environment: str) -> str:
        """The output of a command that the server's user runs, with the server's programs."""
        paths = f"{self._programs}:{os.environ['PATH']}"
        done = subprocess.run(
            command,
            user=self._user,
            cwd=self._home,
            env={"LC_ALL": "C.UTF-8", "PATH": paths, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = [f"-c {setting}" for setting in self._settings]
        options += [f"-p {self.port}", "-c listen_addresses=127.0.0.1"]
        options += ["-c unix_socket_directories=''", "-c max_connections=200"]
        home = self._home
        self._run(
            "pg_ctl", "-D", str(home / "data"), "-l", str(home / "log"), "-w", "-t", "60",
            "-o", " ".join(options), "start",
        )  # fmt: skip

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: ``immediate`` is what a crash does."""
        self._run("pg_ctl", "-D", str(self._home / "data"), "-w", "-m", how, "stop")

    def remove(self) -> None:
        """Stop the server and throw its data away."""
        subprocess.run(
            [self._programs / "pg_ctl", "-D", self._home / "data", "-m", "immediate", "stop"],
            user=self._user,
            capture_output=True,
            check=False,
        )
        shutil.rmtree(self._home, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            user=self._user,
            cwd=self._home,
            env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
            stdout=subprocess.DEVNULL,  # the server would hold a pipe open
            stderr=subprocess.DEVNULL,
            check=False,
        )
        log = self._home / "log"
        assert done.returncode == 0, (program, log.read_text() if log.exists() else "")


def _free_port() -> int:
    """One that nobody is given by chance while the server is stopped, as the usual ones are."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@cache
def cluster() -> Cluster:
    """The server of this process, with an empty database to copy."""
    made = Cluster()
    _as_owner(made, f"CREATE DATABASE {EMPTY}")
    engine = sa.create_engine(made.url(EMPTY))
    with engine.begin() as connection:
        migrations.upgrade(connection)
    engine.dispose()
    return made


@cache
def database(name: str, *, empty: bool = False) -> str:
    """The address of a database of this name, made when it is first asked for.

    ``empty``: it has no tables yet.
    """
    template = "template1" if empty else EMPTY
    _as_owner(cluster(), f'CREATE DATABASE "{name}" TEMPLATE {template}')
    return cluster().url(name)


def drop(name: str) -> None:
    """Drop a database, whoever is connected to it."""
    _as_owner(cluster(), f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _as_owner(of: Cluster, statement: str) -> None:
    engine = sa.create_engine(of.url("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
