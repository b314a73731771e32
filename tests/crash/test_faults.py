"""What Discord does to requests without any crash: nothing is lost, nothing comes twice."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

import bot.chat.outbox
from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import ADA, BO, GAMES, Json, Table, hurry, labels, ply_of, seated
from tests.crash.table import NONCE_FORGOTTEN

PAUSE = 0.1
OTHER = "#general"


@pytest.fixture
async def table(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """A table whose outbox tries again soon."""
    monkeypatch.setattr(bot.chat.outbox, "PAUSES", (PAUSE,))
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as made:
        yield made


async def begun(table: Table) -> None:
    """A game in which Ada is to play the first stone."""
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 6"), (BO, "white"))


async def boards(table: Table) -> list[int]:
    """The plies of all boards in the channel, in its order."""
    return [ply[1] for m in await table.driver.messages(table.channel) if (ply := ply_of(m))]


async def sends(table: Table, since: int = 0) -> list[Json]:
    """The requests for new messages in #games."""
    return await table.driver.requests(SEND, since=since)


async def next_request(driver: Driver) -> int:
    """The number of the next request."""
    return (await driver.requests())[-1]["n"] + 1


async def shows_buttons(table: Table) -> list[int]:
    """The plies of the boards with buttons."""
    seen = await table.driver.messages(table.channel)
    return [ply[1] for m in seen if labels(m) and (ply := ply_of(m))]


async def tidy(table: Table, ply: int) -> None:
    """Wait until only the newest board, of this ply, has buttons."""

    async def done() -> bool:
        return await shows_buttons(table) == [ply]

    await table.until(done)


async def test_a_post_whose_answer_is_lost_is_found_and_not_sent_again(table: Table) -> None:
    await begun(table)
    since = await next_request(table.driver)
    await table.driver.drop_next(SEND, applied=True)
    await table.moves((ADA, "b1"), (BO, "a1"))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]
    assert [r["files"] for r in await sends(table, since)] == [
        ["keil-1-3.png"],
        ["keil-1-4.png"],
    ]


async def test_a_post_that_is_lost_with_its_request_is_sent_again(table: Table) -> None:
    await begun(table)
    await table.driver.drop_next(SEND, applied=False, times=3)
    await table.moves((ADA, "b1"), (BO, "a1"))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("status", [401, 500, 503])
async def test_an_error_of_discords_delays_a_post_and_loses_none(table: Table, status: int) -> None:
    """discord.py repeats a 500 by itself; 503 comes to the outbox, and so does a lost token."""
    await begun(table)
    times = 1 if status == 500 else 3
    body: Json = {"message": "later", "code": 0}
    await table.driver.fail_next(SEND, status, times=times, body=body)
    await table.moves((ADA, "b1"), (BO, "a1"))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]


async def test_an_error_after_the_post_was_applied_repeats_nothing(table: Table) -> None:
    """First the answer is lost, then the history cannot be read, then Discord is out of order."""
    await begun(table)
    await table.driver.drop_next(SEND, applied=True)
    await table.driver.fail_next("GET /channels/{channel_id}/messages", 503, times=2)
    await table.moves((ADA, "b1"))
    await tidy(table, 3)
    assert await boards(table) == [0, 1, 2, 3]


async def test_a_permission_that_comes_back_brings_the_posts(table: Table) -> None:
    await begun(table)
    since = await next_request(table.driver)
    await table.driver.permit(GAMES, deny=["send_messages"])
    for who, move in ((ADA, "b1"), (BO, "a1")):
        assert (await table.play(who, move)).text.startswith("You played")

    async def refused_twice() -> bool:
        return [r["status"] for r in await sends(table, since)][:2] == [403, 403]

    await table.until(refused_twice)
    assert await boards(table) == [0, 1, 2]
    await table.driver.permit(GAMES, allow=["send_messages"])
    board = await table.board(4)
    assert [user["global_name"] for user in board["mentions"]] == [ADA]
    assert not labels(await table.board(3))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]


async def test_a_locked_thread_keeps_its_posts_until_it_is_open_again(table: Table) -> None:
    """Discord calls that a bad request, although nothing is wrong with the post."""
    await begun(table)
    body: Json = {"message": "Thread is archived", "code": 50083}
    await table.driver.fail_next(SEND, 400, times=3, body=body)
    await table.moves((ADA, "b1"))
    await tidy(table, 3)
    assert await boards(table) == [0, 1, 2, 3]


async def test_a_channel_that_is_gone_stops_no_other(table: Table) -> None:
    await begun(table)
    other = Table(table.driver, table.client, table.service, table.store, table.clock, OTHER)
    card = await other.challenge(ADA, BO, size=3)
    held = await table.driver.hold_before(SEND)
    await table.driver.click(BO, card, "Accept")
    await held.wait_until_held()
    await table.moves((ADA, "b1"), match=1)
    await table.driver.remove_channel(OTHER)
    await held.release()
    await table.moves((BO, "a1"), match=1)
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("status", "code"), [(503, 0), (400, 30046), (403, 50001)])
async def test_buttons_that_cannot_be_taken_off_are_tried_again_and_hinder_no_others(
    table: Table, status: int, code: int
) -> None:
    await begun(table)
    stubborn = await table.board(2)
    await tidy(table, 2)
    route = EDIT.replace("{message_id}", stubborn["id"]).replace(
        "{channel_id}", stubborn["channel_id"]
    )
    body: Json = {"message": "Try again later", "code": code}
    await table.driver.fail_next(route, status, times=1000, body=body)
    await table.moves((ADA, "b1"), (BO, "a1"))

    async def only_stubborn() -> bool:
        return await shows_buttons(table) == [2, 4]

    await table.until(only_stubborn)
    await table.driver.clear_faults()
    await tidy(table, 4)


async def test_a_card_posted_without_buttons_is_found_again(table: Table) -> None:
    """The challenge expires while its card cannot be sent; then the card's answer is lost."""
    driver = table.driver
    first = await driver.hold_before(SEND)
    await driver.slash(ADA, GAMES, "challenge keil", {"opponent": BO})
    await first.wait_until_held()
    await table.time_passes(timedelta(hours=25))

    async def expired() -> bool:
        stored = await table.service.challenges.stored(1)
        return stored is not None and stored.state == "expired"

    await table.until(expired)
    second = await driver.hold_after(SEND)
    await first.release(drop=True)
    await second.wait_until_held()
    await driver.move_clock(NONCE_FORGOTTEN)
    await second.release(drop=True)
    await table.begin(ADA, BO, size=3)
    cards = [m["content"] for m in await table.public() if "challenges" in m["content"]]
    assert [("Expired" in card, "Accepted" in card) for card in cards] == [
        (True, False),
        (False, True),
    ]
