"""Attacks on living boards: ends without a stone, several games in a channel, deletions."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.following.store import FollowQueries
from tests.bot.living.channel import begin, idle, public
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    GAMES,
    NOT_JUDGED,
    Json,
    Table,
    labels,
    ply_of,
)

DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"


async def count(table: Table, messages: int) -> list[Json]:
    """What everybody sees of the bot, once it is so many messages."""

    async def settled() -> bool:
        return len(await public(table)) == messages

    await table.until(settled)
    return await public(table)


async def by_resigning(table: Table, black: str, white: str) -> None:
    del black
    answer = await table.command(white, "resign")
    assert answer.message is not None
    await table.driver.click(white, answer.message, "Yes, resign")


async def by_time(table: Table, black: str, white: str) -> None:
    del black, white
    await table.time_passes(timedelta(minutes=11))


async def by_a_moderator(table: Table, black: str, white: str) -> None:
    del black, white
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.command(CY, "admin end", game="1", reason="enough")


@pytest.mark.parametrize("end", [by_resigning, by_time, by_a_moderator])
@pytest.mark.parametrize("moves", [0, 1])
async def test_whatever_ends_a_game_no_board_is_left_that_calls(
    table: Table, end: Callable[[Table, str, str], Awaitable[None]], moves: int
) -> None:
    _, black, white = await begin(table)
    if moves:
        await table.play(black, "b1")
        await count(table, 2)
    await end(table, black, white)
    wanted = AT_THE_END if moves else NOT_JUDGED
    await table.message(lambda m: labels(m) == wanted)
    await idle(table)
    seen = await public(table)
    assert [labels(m) for m in seen] == [wanted], [(m["content"], labels(m)) for m in seen]
    assert seen[0]["attachments"], "the last board stays"


async def test_two_games_in_a_channel_end_at_once(table: Table) -> None:
    _, black, white = await begin(table)
    _, black2, white2 = await begin(table, BO, CY, 2)
    await asyncio.gather(table.play(black, "b1", 1), table.play(black2, "b1", 2))
    await count(table, 4)

    async def gives_up(who: str, game: str) -> None:
        answer = await table.command(who, "resign", game=game)
        assert answer.message is not None
        await table.driver.click(who, answer.message, "Yes, resign")

    await asyncio.gather(gives_up(white, "1"), gives_up(white2, "2"))

    async def over() -> bool:
        lives = [await table.service.matches.live(number) for number in (1, 2)]
        return all(live.match.end is not None for live in lives)

    await table.until(over)
    await idle(table)
    seen = await public(table)
    assert [labels(m) for m in seen] == [AT_THE_END] * 2
    assert sorted(str(ply_of(m)) for m in seen) == ["(1, 2)", "(2, 2)"]


async def test_a_line_that_a_moderator_has_deleted_is_not_missed(table: Table) -> None:
    board, black, white = await begin(table)
    await table.play(black, "b1")
    _, line = await count(table, 2)
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.driver.delete_message(CY, line)
    await table.play(white, "a1")
    await table.message(lambda m: "White played a1" in m["content"] and not m["attachments"])
    await idle(table)
    shown, line = await count(table, 2)
    assert shown["id"] == board["id"] and ply_of(shown) == (1, 2)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (503, 0)])
async def test_what_cannot_be_deleted_keeps_no_buttons_until_it_can(
    table: Table, status: int, code: int
) -> None:
    _, black, white = await begin(table, time="2h")
    await table.play(black, "b1")
    await table.time_passes(timedelta(minutes=97))
    reminder = await table.message(lambda m: labels(m) == [says("button-show-board")])
    await idle(table)
    refused: Json = {"message": "no", "code": code}
    await table.driver.fail_next(DELETE, status, times=100, body=refused)
    await table.play(white, "a1")
    await table.without_buttons(reminder)
    await table.driver.clear_faults()

    async def is_gone() -> bool:
        await table.time_passes(timedelta(seconds=1))
        return reminder["id"] not in [m["id"] for m in await public(table)]

    await table.until(is_gone)


async def test_a_board_that_is_deleted_with_its_line_is_posted_once(table: Table) -> None:
    _, black, white = await begin(table)
    await table.play(black, "b1")
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    for message in await count(table, 2):
        await table.driver.delete_message(CY, message)
    await table.play(white, "a1")
    await table.board(2, 1)
    await idle(table)
    seen = await public(table)
    (shown,) = [m for m in seen if "Move" in labels(m)]
    lines = [m for m in seen if m["id"] != shown["id"]]  # none if the board itself has called
    assert len(lines) <= 1 and all(shown["id"] in line["content"] for line in lines)
    assert any(m["mentions"] for m in seen)


async def test_turns_that_wait_share_a_line(table: Table) -> None:
    _, black, white = await begin(table)
    await table.play(black, "b1")
    await count(table, 2)
    await table.driver.permit(GAMES, who="games", deny=["attach_files"])
    await table.play(white, "a1")
    await table.play(black, "a2")
    await table.driver.permit(GAMES, who="games", allow=["attach_files"])
    await table.message(lambda m: "Black played a2" in m["content"])
    await idle(table)
    shown = [m for m in await public(table) if m["attachments"]]
    assert [ply_of(m) for m in shown] == [(1, 3)]
    assert len(await public(table)) <= 2


async def test_an_undo_is_shown_on_the_board(table: Table) -> None:
    board, black, _ = await begin(table)
    await table.play(black, "b1")
    await count(table, 2)
    await table.command(black, "undo")
    await table.message(lambda m: ply_of(m) == (1, 2))
    await idle(table)
    seen = await public(table)
    assert seen[0]["id"] == board["id"] and len(seen) == 2
    assert await table.mention(black) in seen[0]["content"]
    await table.play(black, "a1")
    await table.message(lambda m: ply_of(m) == (1, 3))


async def test_followers_are_called_by_a_line_even_if_it_is_long(table: Table) -> None:
    _, black, _ = await begin(table)
    for user in range(10**17, 10**17 + 49):
        await table.store.write(
            lambda tx, user=user: FollowQueries(tx.connection).follow(1, user, 1)
        )
    await table.play(black, "b1")
    _, line = await count(table, 2)
    assert line["content"].count("<@") >= 50
    assert len(line["content"]) <= 2000


@pytest.mark.parametrize("stored", ["{", "[]", "null", '{"channels": 5, "showcase": "x"}'])
async def test_damaged_settings_of_a_server_hold_up_no_game(table: Table, stored: str) -> None:
    server = int((await table.driver.overview())["guilds"][0]["id"])
    _, black, white = await begin(table)
    await table.store.write(lambda tx: tx.servers.keep_settings(server, stored))
    await by_resigning(table, black, white)
    await table.message(lambda m: labels(m) == NOT_JUDGED)
    shown = await table.command(ADA, "config settings")
    assert says("config-head") in shown.text
    await table.service.servers.change(server, lambda old: replace(old, most_games=1))
    await begin(table, ADA, CY, 2)
