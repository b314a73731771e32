"""PostgreSQL's continuous archiving, as deploy/ sets it up: a lost database comes back."""

import shutil
import time
from collections.abc import Callable, Generator
from pathlib import Path
from tempfile import mkdtemp

import pytest
import sqlalchemy as sa
import yaml

from bot.storage import migrations
from tests import postgresql
from tests.contract import ROOT
from tests.stores import NEEDS_POSTGRESQL

pytestmark = [pytest.mark.slow, NEEDS_POSTGRESQL]

SCRIPT = ROOT / "deploy/postgresql-archive.sh"
COMPOSE = ROOT / "deploy/compose.archive.yaml"


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that only a broken server never does."""
    for _ in range(2400):
        if is_so():
            return
        time.sleep(0.05)
    raise TimeoutError


class Archived:
    """A server that archives by the settings of the compose file, and the people it knows."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="keil-archive-"))  # that the server's user can reach
        self.folder.chmod(0o755)
        self.archive, self.script = self.folder / "archive", self.folder / "keil-archive"
        (self.archive / "changes").mkdir(parents=True)
        self.script.write_bytes(SCRIPT.read_bytes())
        for path in (self.archive, self.archive / "changes"):
            path.chmod(0o777)
        given = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]["postgresql"]["command"]
        settings = [self._here(word) for word in given if "=" in word]
        self.cluster = postgresql.Cluster([*postgresql.FAST, *settings])
        with self._connect() as connection:
            migrations.upgrade(connection)

    def _here(self, setting: str) -> str:
        name, _, value = setting.partition("=")
        inside = "sh /usr/local/bin/keil-archive"
        value = value.replace(inside, f"ARCHIVE={self.archive} sh {self.script}")
        return f"{name}='{value}'"

    def _connect(self) -> sa.Connection:
        url = self.cluster.url("postgres")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        return engine.connect()

    def run(self, statement: str) -> list[str]:
        """The first column of a statement's rows."""
        with self._connect() as connection:
            done = connection.exec_driver_sql(statement)
            return [str(row[0]) for row in done] if done.returns_rows else []

    def meet(self, user: int, name: str) -> None:
        self.run(f"INSERT INTO person VALUES ({user}, '{name}')")

    def people(self) -> list[str]:
        return self.run('SELECT name FROM person ORDER BY "user"')

    def until_archived(self) -> None:
        """Wait until what has changed up to now is in the archive."""
        (segment,) = self.run("SELECT pg_walfile_name(pg_switch_wal())")
        until(lambda: (self.archive / "changes" / f"{segment}.gz").exists())

    def script_says(self, *words: str) -> str:
        """Run the script as in the server's container."""
        return self.cluster.shell(
            *("sh", str(self.script), *words),
            ARCHIVE=str(self.archive),
            PGDATA=str(self.cluster.data),
            PGHOST="127.0.0.1",
            PGPORT=str(self.cluster.port),
            PGUSER="keil",
        )

    def restart_from(self, copy: str, *when: str) -> None:
        """Restore, and wait until the database takes changes again."""
        self.script_says("restore", copy, *when)
        self.cluster.start()
        until(lambda: self.run("SELECT pg_is_in_recovery()") == ["False"])


@pytest.fixture
def server() -> Generator[Archived]:
    made = Archived()
    yield made
    made.cluster.remove()
    shutil.rmtree(made.folder, ignore_errors=True)


def test_a_database_whose_disk_is_lost_comes_back_with_all_that_was_archived(
    server: Archived,
) -> None:
    server.meet(1, "Ada")
    copy = server.script_says("copy").split()[-1]
    server.meet(2, "Bo")
    server.until_archived()
    server.cluster.stop()
    server.cluster.shell("rm", "-r", str(server.cluster.data))
    server.restart_from(copy)
    assert server.people() == ["Ada", "Bo"]


def test_a_server_that_stands_keeps_what_was_not_archived_yet(server: Archived) -> None:
    copy = server.script_says("copy").split()[-1]
    server.meet(1, "Ada")
    server.cluster.stop("fast")
    server.restart_from(copy)
    assert server.people() == ["Ada"]


def test_a_mistake_is_undone_to_the_second_before_it(server: Archived) -> None:
    copy = server.script_says("copy").split()[-1]
    server.meet(1, "Ada")
    (before,) = server.run("SELECT clock_timestamp()")
    server.run("DELETE FROM person")
    server.meet(2, "Bo")
    server.until_archived()
    server.cluster.stop("fast")
    server.restart_from(copy, before)
    assert server.people() == ["Ada"]
    # What comes then is archived too, and the time of that restore is not that of the next one.
    server.meet(3, "Cy")
    copy = server.script_says("copy").split()[-1]
    server.meet(4, "Dee")
    server.cluster.stop("fast")
    server.restart_from(copy)
    assert server.people() == ["Ada", "Cy", "Dee"]


def test_two_copies_are_kept_and_the_changes_since_the_older_one(server: Archived) -> None:
    names: list[str] = []
    for user in range(1, 4):
        server.meet(user, f"person {user}")
        names += server.script_says("copy").split()[-1:]
        time.sleep(1.1)  # copies are called after the second
    kept = sorted(path.name for path in server.archive.iterdir() if path.name != "changes")
    assert kept == names[1:]
    server.meet(4, "person 4")
    server.cluster.stop("fast")
    server.restart_from(kept[0])
    assert len(server.people()) == 4


def test_a_copy_that_is_not_there_leaves_everything_as_it_is(server: Archived) -> None:
    copy = server.script_says("copy").split()[-1]
    with pytest.raises(AssertionError, match=f'There is no copy "copy-x". There are: {copy}'):
        server.script_says("restore", "copy-x")
    with pytest.raises(AssertionError, match="PostgreSQL still runs on"):
        server.script_says("restore", copy)
    assert server.people() == []
