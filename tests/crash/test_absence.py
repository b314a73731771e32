"""The bot is killed while somebody goes away or comes back: it is done once, or not at all.

Whatever was answered is stored; the days that were taken are those of the absence; and those who
wait are told once.
"""

import json
from pathlib import Path

import pytest

from bot.features.absence.store import AT_FIRST
from bot.playground.driver import CALLBACK, SEND, Driver
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import GAMES, labels
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table
from tests.crash.test_practice import Json, done, open_table, struck, turns

pytestmark = [pytest.mark.slow, pytest.mark.storage]

STORED = "INSERT INTO rest"
POINTS = points((STORED,), CALLBACK, SEND)


def absences(table: Table) -> list[tuple[int, int]]:
    """By person, the seconds of their absence, and those of vacation that they have left."""
    query = 'SELECT chosen, left_s FROM rest JOIN vacation ON vacation."user" = rest."user"'
    found = [(json.loads(chosen)[3], left) for chosen, left in table.rows(query)]
    return [(round((a[1] - a[0]) / 1e6) if a else 0, left) for a, left in found]


async def notes(table: Table) -> list[Json]:
    """What tells those who wait; boards say it, too, and have buttons or a picture."""
    posts = [m for m in await table.public() if not labels(m) and not m["attachments"]]
    return [m for m in posts if "you may have to wait" in m["content"]]


@pytest.mark.parametrize(("kind", "what", "when"), POINTS)
async def test_an_absence_is_stored_once_and_told_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        who, _ = await table.begin(komi=0, time="3d")
        answer = await struck(
            table, lambda: driver.slash(who, GAMES, "away", {"until": "2d"}), kind(when, what)
        )
        if not absences(table):  # it was not stored, and nobody has said that it was
            assert answer is None or "until" not in answer.text
            await done(table, await driver.slash(who, GAMES, "away", {"until": "2d"}))
        taken = 2 * 86400
        assert absences(table) == [(taken, round(AT_FIRST.total_seconds()) - taken)]
        ((deadline, opened),) = table.rows('SELECT deadline, opened FROM "match"')
        assert round((deadline - opened) / 3.6e9) == 5 * 24

        async def told() -> bool:
            return bool(await notes(table)) and not table.unsent()

        assert await table.until_dead(table.until(told))
        assert len(await notes(table)) == 1


@pytest.mark.parametrize(("kind", "what", "when"), POINTS[:4])
async def test_what_is_left_of_a_vacation_is_given_back_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        who, _ = await table.begin(komi=0, time="3d")
        away = await done(table, await driver.slash(who, GAMES, "away", {"until": "2d"}))
        back = says("button-back")
        await struck(table, lambda: driver.click(who, away, back), kind(when, what))
        if absences(table)[0][0]:
            await driver.click(who, away, back)
        ((span, left),) = absences(table)
        assert span == 0
        assert AT_FIRST.total_seconds() - 60 < left <= AT_FIRST.total_seconds()
        assert not turns(table)
