"""Interactions that Discord delivers again, at once or much later."""

import asyncio
import logging
from collections.abc import Callable
from copy import deepcopy
from typing import Any, cast

import pytest

from bot.chat.play import moves
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Table

pytestmark = pytest.mark.storage

Deliver = Callable[[Any], None]


@pytest.fixture
def seen(soon: Table, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All that is delivered from now on."""
    noted, parsers = list[Any](), cast(Any, soon.client)._connection.parsers
    deliver: Deliver = parsers["INTERACTION_CREATE"]

    def note(data: Any) -> None:
        noted.append(deepcopy(data))
        deliver(data)

    monkeypatch.setitem(parsers, "INTERACTION_CREATE", note)
    return noted


@pytest.fixture
def deliver(soon: Table) -> Deliver:
    """Delivers something once more."""
    handle: Deliver = cast(Any, soon.client)._connection.parsers["INTERACTION_CREATE"]
    return lambda data: handle(deepcopy(data))


async def what_follows(table: Table) -> None:
    """Commands that come afterwards are answered: by then whatever came before is done."""
    for command in ("board", "games", "help"):
        assert (await table.command(CY, command)).text


async def test_what_comes_again_before_its_answer_is_there_is_not_refused(
    soon: Table, seen: list[Any], deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then it is the other player's turn, and the refusal would be the first answer."""
    _, black, _ = await soon.begin_small()
    warning, goes_on = moves.warning, asyncio.Event()

    async def after_a_while(judge: Judge, live: LiveMatch) -> str:
        await goes_on.wait()
        return await warning(judge, live)

    monkeypatch.setattr(moves, "warning", after_a_while)
    seen.clear()
    playing = asyncio.create_task(soon.play(black, "c3"))

    async def is_stored() -> bool:
        return await soon.ply() == 1

    await soon.until(is_stored)
    deliver(seen[0])
    await what_follows(soon)
    goes_on.set()
    assert (await playing).text.startswith("You played c3.")


async def test_a_move_that_was_refused_is_not_made_when_it_comes_again(
    soon: Table, seen: list[Any], deliver: Deliver
) -> None:
    """It was said that it was not done, and since then it has become possible."""
    _, black, white = await soon.begin_small()
    seen.clear()
    assert (await soon.play(white, "b2")).text.startswith("It is not your turn")
    assert (await soon.play(black, "c3")).text.startswith("You played")
    await soon.board(1)
    deliver(seen[0])
    await what_follows(soon)
    assert await soon.ply() == 1


async def test_a_challenge_that_comes_again_after_it_was_accepted_is_no_fault(
    soon: Table, seen: list[Any], deliver: Deliver, caplog: pytest.LogCaptureFixture
) -> None:
    await soon.driver.slash(ADA, GAMES, "challenge keil", {"opponent": BO})
    card = await soon.message(lambda m: "challenges" in m["content"])
    challenge = seen[0]
    await soon.driver.click(BO, card, says("button-accept"))
    deliver(challenge)
    await what_follows(soon)
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]


async def test_a_challenge_that_was_refused_is_not_sent_when_it_comes_again(
    soon: Table, seen: list[Any], deliver: Deliver
) -> None:
    await soon.driver.slash(ADA, GAMES, "challenge keil", {"opponent": BO})
    card = await soon.message(lambda m: "challenges" in m["content"])
    seen.clear()
    refused = await soon.driver.slash(ADA, GAMES, "challenge keil", {"opponent": BO})
    assert refused.message is not None, "one stands already"
    await soon.driver.click(ADA, card, says("button-withdraw"))
    deliver(seen[0])
    await what_follows(soon)
    assert await soon.service.challenges.stored(2) is None
