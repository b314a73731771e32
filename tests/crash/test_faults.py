"""What Discord does to requests without any crash: nothing is lost, nothing comes twice."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chat.play.channels import Channels
from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from bot.service.service import Service
from bot.service.shown_messages import (
    GONE_AFTER,
    LONGEST_PAUSE,
    LONGEST_WHILE_MISSING,
    SECOND,
    Refusal,
)
from bot.storage.database import Store
from bot.storage.rows import DELETED, STRIPPED, Spot, StoredMessage
from bot.storage.transaction import Transaction
from engine.games import all_games
from tests.bot.pauses import SHORT, ask_until_gone, pause_for
from tests.bot.says import played
from tests.bot.table import ADA, BO, GAMES, Clock, Json, Table, hurry, labels, ply_of, seated
from tests.crash.table import NONCE_FORGOTTEN
from tests.stores import url_for

OTHER = "#general"
HISTORY = "GET /channels/{channel_id}/messages"


@pytest.fixture
async def table(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """A table whose bot tries again soon."""
    pause_for(monkeypatch, SHORT)
    await hurry(driver)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database) as made:
        yield made


async def begun(table: Table) -> None:
    """A game in which Ada is to play the first stone."""
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 6"), (BO, "white"))


async def boards(table: Table) -> list[int | None]:
    """The plies of all boards in the channel, in its order; None for what the bot has lost."""
    seen = [int(m["id"]) for m in await table.public_now()]
    known = [await table.store.read(lambda tx, at=m: tx.messages.shown_as(at)) for m in seen]
    return [one and one.ply for one in known if one is None or one.match is not None]


async def sends(table: Table, since: int = 0) -> list[Json]:
    """The requests for new messages in #games."""
    return await table.driver.requests(SEND, since=since)


async def plies_sent(table: Table, since: int) -> list[list[int]]:
    """The plies of the boards in each of these requests, by the names of their pictures."""
    found = [[name.removesuffix(".png") for name in r["files"]] for r in await sends(table, since)]
    return [[int(name.split("-")[3]) for name in names] for names in found]


async def next_request(driver: Driver) -> int:
    """The number of the next request."""
    return (await driver.requests())[-1]["n"] + 1


async def shows_buttons(table: Table) -> list[int]:
    """The plies of the boards with buttons."""
    seen = await table.driver.messages(table.channel)
    return [ply[1] for m in seen if labels(m) and (ply := ply_of(m))]


async def tidy(table: Table, ply: int) -> None:
    """Wait until only the newest board, of this ply, has buttons, and is known to be sent."""

    async def done() -> bool:
        return await shows_buttons(table) == [ply]

    await table.until(done)
    await table.all_posted()


async def test_a_post_whose_answer_is_lost_is_found_and_not_sent_again(table: Table) -> None:
    await begun(table)
    since = await next_request(table.driver)
    await table.driver.drop_next(SEND, applied=True)
    await table.moves((ADA, "b1"), (BO, "a1"))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]
    assert await plies_sent(table, since) == [[3], [4]]


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
    await table.driver.fail_next(HISTORY, 503, times=2)
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
    assert board["content"].startswith(played("Black", "b1"))  # its board is folded into this one
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 4]


async def test_a_locked_thread_keeps_its_posts_until_it_is_open_again(table: Table) -> None:
    """Discord calls that a bad request, although nothing is wrong with the post."""
    await begun(table)
    body: Json = {"message": "Thread is archived", "code": 50083}
    await table.driver.fail_next(SEND, 400, times=3, body=body)
    await table.moves((ADA, "b1"))
    await tidy(table, 3)
    assert await boards(table) == [0, 1, 2, 3]


NOT_FOUND: list[Json] = [
    {"message": "404: Not Found", "code": 0},
    {"message": "Unknown Channel", "code": 10003},
    {"message": "Unknown Webhook", "code": 10015},
]


@pytest.mark.parametrize("body", NOT_FOUND, ids=lambda body: body["code"])
async def test_what_discord_does_not_find_for_a_while_ends_nothing(
    table: Table, body: Json
) -> None:
    """A proxy answers 404, and in outages Discord did not know channels that existed."""
    await begun(table)
    await table.driver.fail_next(SEND, 404, times=3, body=body)
    await table.moves((ADA, "b1"), (BO, "a1"))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 3, 4]


async def test_buttons_that_are_not_found_for_a_while_are_taken_off_later(table: Table) -> None:
    await begun(table)
    await tidy(table, 2)
    await table.driver.fail_next(EDIT, 404, times=3, body=NOT_FOUND[0])
    await table.moves((ADA, "b1"))
    await tidy(table, 3)


async def test_a_board_that_was_posted_and_deleted_is_not_posted_again(table: Table) -> None:
    """Discord knows its nonce, and does not find its message."""
    await begun(table)
    since = await next_request(table.driver)
    unknown: Json = {"message": "Unknown Message", "code": 10008}
    await table.driver.fail_next(SEND, 404, body=unknown)
    assert (await table.play(ADA, "b1")).text.startswith("You played")
    await table.driver.wait_for_requests(SEND, since=since)
    await table.moves((BO, "a1"))
    await tidy(table, 4)
    assert await boards(table) == [0, 1, 2, 4]
    assert await plies_sent(table, since) == [[3], [4]]


async def test_a_channel_that_discord_shows_is_not_gone_whatever_it_answers(table: Table) -> None:
    await begun(table)
    unknown = NOT_FOUND[1]
    await table.driver.fail_next(SEND, 404, times=1000, body=unknown)
    await table.driver.fail_next("GET /channels/{channel_id}", 404, times=1000, body=unknown)
    assert (await table.play(ADA, "b1")).text.startswith("You played")
    await ask_until_gone(table)
    await table.driver.clear_faults()
    await table.time_passes(LONGEST_WHILE_MISSING)
    await tidy(table, 3)


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_gone_after_a_while(
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def is_not_asked(*_: object) -> None:
        """Its server could not be seen at the start; only what waits to be sent asks for it."""

    pause_for(monkeypatch, SHORT)
    monkeypatch.setattr(Channels, "on_guild_available", is_not_asked)
    monkeypatch.setattr(Channels, "_close", is_not_asked)
    await hurry(driver)
    clock = Clock()
    async with seated(playground, driver, all_games(), tmp_path / "keil.db", clock=clock) as table:
        await begun(table)
        held = await driver.hold_before(SEND)
        assert (await table.play(ADA, "b1")).text.startswith("You played")
        await held.wait_until_held()
        await table.client.close()  # so that it does not try again
        await held.release(drop=True)
    await driver.remove_channel(GAMES)
    since = await next_request(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db", clock=clock) as table:
        await driver.wait_for_requests(HISTORY, since=since)
        await table.time_passes(GONE_AFTER / 2)
        live = await table.service.matches.live(1)
        pause = await table.store.read(lambda tx: tx.messages.pause(live.channel_id))
        assert live.match.end is None, f"too early: {pause}, {caplog.messages}"
        await ask_until_gone(table)

        async def over() -> bool:
            return (await table.service.matches.live(1)).match.end is not None

        await table.until(over)


async def test_the_report_of_an_edit_that_comes_after_that_of_a_later_one_changes_nothing(
    tmp_path: Path,
) -> None:
    async with Store.open(url_for(tmp_path / "keil.db")) as store:
        rules = Service.over(store, all_games()).shown_messages

        def work(tx: Transaction) -> StoredMessage | None:
            one = tx.messages.add("result", Spot(1, 2), note="result 1", begun=rules.now())
            rules.sent(tx, one, 5)
            wishes = list[StoredMessage]()
            for desired in (STRIPPED, DELETED):
                tx.messages.want([one], desired)
                wishes.append(tx.messages.left.edits[-1])
            for wish in reversed(wishes):
                rules.edited(tx, wish, None)
            return tx.messages.get(one.id)

        found = await store.write(work)
        assert found is not None
        assert found.shown == found.rev == 3


async def test_the_pause_grows_with_time_and_not_with_the_number_of_refusals(
    tmp_path: Path,
) -> None:
    time = datetime(2026, 1, 1, tzinfo=UTC)
    async with Store.open(url_for(tmp_path / "keil.db")) as store:
        rules = Service.over(store, all_games(), now=lambda: time).shown_messages
        one = await store.write(lambda tx: tx.messages.add("result", Spot(1, 2), note="result 1"))

        async def refused() -> timedelta:
            await store.write(lambda tx: rules.refused(tx, one, Refusal()))
            pause = await store.read(lambda tx: tx.messages.pause(one.channel_id))
            return timedelta() if pause is None else pause.until - time

        assert await refused() == SECOND
        for _ in range(20):  # twenty within five seconds
            time += SECOND / 4
            assert await refused() <= 5 * SECOND
        time += timedelta(hours=1)
        assert await refused() == LONGEST_PAUSE
        await store.write(lambda tx: tx.messages.go_on(one.channel_id))
        assert await refused() == SECOND


async def test_what_fails_for_long_is_tried_again_within_half_a_minute(tmp_path: Path) -> None:
    """So late, at most, a channel notices that Discord is well again."""
    time = datetime(2026, 1, 1, tzinfo=UTC)
    async with Store.open(url_for(tmp_path / "keil.db")) as store:
        rules = Service.over(store, all_games(), now=lambda: time).shown_messages
        one = await store.write(lambda tx: tx.messages.add("result", Spot(1, 2), note="result 1"))

        async def failed() -> timedelta:
            await store.write(lambda tx: rules.unanswered(tx, one))
            again = await store.read(lambda tx: tx.messages.get(one.id))
            assert again is not None and again.not_before is not None
            return again.not_before - time

        assert await failed() == SECOND
        for _ in range(20):
            time += SECOND / 4
            assert await failed() <= 5 * SECOND
        time += timedelta(hours=1)
        assert SECOND < await failed() < 30 * SECOND


async def test_every_post_has_a_nonce_of_its_own_in_every_database(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Within minutes Discord answers a known nonce with the message that it knows."""
    await hurry(driver)
    for name in ("first", "second"):
        database = tmp_path / f"{name}.db"
        async with seated(playground, driver, all_games(), database) as table:
            await begun(table)
    nonces = [r["body"]["nonce"] for r in await driver.requests(SEND)]
    assert len(nonces) == len(set(nonces)) > 4
    assert all(isinstance(nonce, str) and len(nonce) <= 25 for nonce in nonces)


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(hours=-1)])
async def test_a_wrong_clock_doubles_no_board(table: Table, ahead: timedelta) -> None:
    """What was sent is looked for behind the newest message that is known, not since a time."""
    await begun(table)
    table.clock.pass_by(ahead)
    await table.driver.move_clock(NONCE_FORGOTTEN)
    held = await table.driver.hold_after(SEND)
    assert (await table.play(ADA, "b1")).text.startswith("You played")
    await held.wait_until_held()
    await table.driver.move_clock(NONCE_FORGOTTEN)
    await held.release(drop=True)
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

    async def one_is_over_and_one_taken() -> bool:
        cards = [m["content"] for m in await table.public() if "challenges" in m["content"]]
        told = [("Expired" in card, "Accepted" in card) for card in cards]
        return told == [(True, False), (False, True)]

    await table.until(one_is_over_and_one_taken)
