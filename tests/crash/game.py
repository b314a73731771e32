"""What most of these tests begin with: a game of two, and the points at which the bot is killed."""

import pytest

from tests.bot.table import ADA, BO, GAMES
from tests.crash.table import AtCommit, AtRequest, Table


def points(commits: tuple[str, ...], *requests: str) -> list[object]:
    """Before and after each of these commits and requests: the kind, what it is, and when."""
    kinds = [*((AtCommit, what) for what in commits), *((AtRequest, what) for what in requests)]
    return [
        pytest.param(kind, what, when, id=f"{when} {what}")
        for kind, what in kinds
        for when in ("before", "after")
    ]


async def begun(table: Table, **options: object) -> tuple[str, str]:
    """A small game of Ada and Bo without komi, in which nothing has been done: Black, White."""
    given = {"opponent": BO, "size": 3, "komi": 0, **options}
    await table.driver.slash(ADA, GAMES, "challenge keil", given)
    assert await table.until_dead(table.quiet(-1))
    (card,) = await table.public()
    await table.driver.click(BO, card, "Accept")
    assert await table.until_dead(table.quiet(0))
    black: str = (await table.newest())["mentions"][0]["global_name"]
    return black, BO if black == ADA else ADA
