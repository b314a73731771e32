"""``keil admin forget``, and what is left of somebody in the next backup, after any kill."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.cli.exits import BAD_CONFIGURATION
from bot.features.privacy.service import Privacy
from bot.shards import WHOLE
from tests.bot.administration import admin, house_in, new_database, on_both, played
from tests.bot.house import ADA, BO
from tests.stores import WHATEVER_IS_CHOSEN

pytestmark = WHATEVER_IS_CHOSEN


def mentioned(backup: Path) -> bool:
    """True if a backup has Ada's name."""
    with sqlite3.connect(backup) as database:
        dump = "\n".join(database.iterdump())
    database.close()
    return "'Ada'" in dump


@on_both
async def test_an_operator_has_somebody_forgotten(kind: str, tmp_path: Path) -> None:
    await played(url := new_database(kind, tmp_path))
    done = await asyncio.to_thread(admin, "forget", str(ADA), url=url)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout.startswith("noted: a running bot deletes it"), done
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    await asyncio.to_thread(admin, "backup", first, url=url)
    assert mentioned(first)
    async with house_in(url) as house:
        assert await Privacy(house.service).tick(WHOLE) is not None
        names = await house.service.matches.names([ADA, BO])
    assert names[ADA] == f"player {ADA}"
    done = await asyncio.to_thread(admin, "backup", second, url=url)
    assert done.returncode == 0, done
    assert not mentioned(second)


@pytest.mark.parametrize("user", ["Ada", "0", "-5", str(2**63)])
def test_only_a_user_is_forgotten(user: str, tmp_path: Path) -> None:
    done = admin("forget", "--", user, url=f"sqlite:///{tmp_path / 'keil.db'}")
    assert done.returncode == 2
    assert "a Discord user id" in done.stderr


def test_without_a_database_there_is_nobody(tmp_path: Path) -> None:
    done = admin("forget", str(ADA), url=f"sqlite:///{tmp_path / 'keil.db'}")
    assert done.returncode == BAD_CONFIGURATION
    assert "there is no database" in done.stderr
