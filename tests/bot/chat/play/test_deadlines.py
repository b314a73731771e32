"""Time: a fixed one for every move, and nobody loses because the bot was away."""

import asyncio
import re
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path

import pytest

from bot.messages.phrases import date
from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from bot.storage.rows import BOARDS
from engine.games import all_games
from tests.bot.asking import called
from tests.bot.left import left
from tests.bot.says import says
from tests.bot.table import (
    AT_THE_END,
    BO,
    GAMES,
    Clock,
    Json,
    Process,
    Table,
    hurry,
    labels,
    ply_of,
    seated,
)

LIVING = "living"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def runs_out(board: Json) -> int:
    """When a board says that time runs out."""
    found = re.search(says("time-left", when="<t:([0-9]+):R>"), board["content"])
    assert found is not None
    return int(found[1])


async def test_who_runs_out_of_time_loses_and_all_are_told(table: Table) -> None:
    _, black, white = await table.begin_small(time="1h")
    old = await table.moves((black, "c3"), (white, "a1"), (black, "e3"))
    await table.time_passes(59 * MINUTE)
    assert await table.ply() == 3
    table.clock.pass_by(2 * MINUTE)
    board = await table.board(4)
    winner, loser = await table.mention(black), await table.mention(white)
    people = {"winners": f"Black ({winner})", "losers": f"White ({loser})"}
    assert board["content"].split("\n") == [
        says("board-timeout", who="White"),
        says("result-won", how="timeout", id="1", margin="", **people),
    ]
    assert {f"<@{person['id']}>" for person in board["mentions"]} == {winner, loser}
    assert labels(board) == AT_THE_END
    await table.without_buttons(old)
    late = await table.play(white, "b2", 1)
    assert late.text == says("refusal-match-over")


async def test_every_move_starts_the_time_anew(table: Table) -> None:
    board, black, white = await table.begin_small(time="1h")
    who = (black, white)
    for ply, move in enumerate(("a1", "c3", "e1", "e3")):
        assert abs(runs_out(board) - (table.clock() + HOUR).timestamp()) < 10
        await table.time_passes(50 * MINUTE)
        board = await table.moves((who[ply % 2], move))


async def test_the_usual_time_is_three_days(table: Table) -> None:
    board, _, _ = await table.begin_small()
    assert abs(runs_out(board) - (table.clock() + 3 * DAY).timestamp()) < 10


async def test_a_move_that_comes_too_late_is_refused(table: Table) -> None:
    """Even before the timer has looked."""
    _, black, white = await table.begin_small(time="1m")
    await table.moves((black, "c3"))
    for task in table.client._tasks:
        task.cancel()  # the move comes before the timer looks
    table.clock.pass_by(MINUTE)
    answer = await table.play(white, "a1", 1)
    assert answer.text == says("refusal-time-over")
    board = await table.board(2)
    assert board["content"].startswith(says("board-timeout", who="White"))


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot on one database; an outage is more than a minute, as in service."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, all_games(), database, clock=clock, outage=MINUTE)


async def deadline(table: Table) -> datetime:
    clock = (await table.service.matches.live(1)).clock
    assert clock is not None
    return clock.deadline


async def test_nobody_loses_because_of_an_outage(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        await table.time_passes(30 * timedelta(seconds=1))
        due = await deadline(table)
        table.clock.pass_by(5 * DAY)
        table.service.process_shards.connected.clear()  # no sign of life is given in between
    async with process() as table:
        assert await table.ply() == 1
        given = await deadline(table) - due
        assert timedelta() <= given - 5 * DAY < MINUTE
        for _ in range(3):
            await table.time_passes(30 * timedelta(seconds=1))
        await table.moves((white, "a1"))


def given(who: str, hours: int, due: datetime) -> str:
    """The line about an outage."""
    time = says("duration", number=hours, unit="hour")
    return says("board-given", time=time, who=who, when=date(due))


async def test_after_an_outage_a_living_board_that_has_called_says_it_too(process: Process) -> None:
    """It keeps its call, which no line has made."""
    async with process() as table:
        await table.games_live(LIVING)
        board, black, _ = await table.begin_small(time="2h")
        old = runs_out(board)
        table.clock.pass_by(5 * HOUR)
        table.service.process_shards.connected.clear()
    async with process() as table:
        await table.until(lambda: _is_later(table, old + 1))
        due = await deadline(table)
        told = await changed(table, board, given(await table.mention(black), 5, due))
        assert runs_out(told) == int(due.timestamp())
        assert called(told) == [black] and told["attachments"]


@pytest.mark.parametrize("place", [BOARDS, LIVING])
async def test_after_an_outage_the_board_says_until_when_the_player_has(
    process: Process, place: str
) -> None:
    """And its own time is right, also that of the line under a living board, until the move."""
    async with process() as table:
        await table.games_live(place)
        _, black, white = await table.begin_small(time="2h")
        board = await table.moves((black, "c3"))
        if place == LIVING:
            board = await table.message(lambda m: ply_of(m) == (1, 1))
        assert says("board-given", time="", who="", when="")[:10] not in board["content"]
        old = runs_out(board)
        table.clock.pass_by(5 * HOUR)
        table.service.process_shards.connected.clear()  # no sign of life is given in between
    async with process() as table:
        await table.until(lambda: _is_later(table, old))
        due = await deadline(table)
        who = await table.mention(white)
        requests = len(await table.driver.requests(SEND))
        told = [await changed(table, m, given(who, 5, due)) for m in await with_time(table)]
        assert len(told) == (1 if place == BOARDS else 2)
        assert all(runs_out(m) == int(due.timestamp()) for m in told)
        assert called(told[-1]) == [white], "else the call would leave the inbox"
        board = told[0]
        assert labels(board) == ["Move", "Pass", "Resign", "More…"]
        assert board["attachments"]
        assert len(await table.driver.requests(SEND)) == requests, "nobody is called for it"
        seen = await table.command(black, "board")
        assert given(who, 5, due) in seen.text.split("\n")
        board = await table.moves((white, "a1"))

        async def nothing_is_said() -> bool:
            return not [m for m in await table.public() if "I was away" in m["content"]]

        await table.until(nothing_is_said)


async def _is_later(table: Table, old: int) -> bool:
    return (await deadline(table)).timestamp() > old


async def with_time(table: Table) -> list[Json]:
    """The messages that say when time runs out."""
    return [m for m in await table.public() if re.search(r"<t:\d+:R>", m["content"])]


async def changed(table: Table, message: Json, line: str) -> Json:
    return await table.becomes(message, lambda m: line in m["content"])


async def test_a_board_whose_time_is_being_corrected_loses_its_buttons_after_the_turn(
    process: Process,
) -> None:
    """The answer to the press takes them off; the edit that is late would bring them back."""
    async with process() as table:
        await table.begin("Ada", BO, size=3, time="2h")
        await table.moves(("Ada", "komi 2"))
        await nothing_is_left(table)
        table.clock.pass_by(5 * HOUR)
        table.service.process_shards.connected.clear()
        held = await table.driver.hold_before(EDIT)
    async with process() as table:
        await held.wait_until_held()
        board = await table.board(1, 1)
        assert "Play Black" in labels(board)
        await table.driver.click(BO, board, "Play Black")
        await held.release()
        await table.board(2, 1)
        await nothing_is_left(table)
        assert labels(await table.driver.message(board)) == []


async def nothing_is_left(table: Table) -> None:
    """Return when nothing is left to be posted or edited."""

    async def nothing_waits() -> bool:
        await table.client.delivery.serve()
        return not await table.store.read(left)

    await table.until(nothing_waits)


async def test_time_runs_on_after_an_outage(process: Process) -> None:
    async with process() as table:
        _, black, _ = await table.begin_small(time="1m")
        await table.moves((black, "c3"))
        table.clock.pass_by(DAY)
        table.service.process_shards.connected.clear()
    async with process() as table:
        await table.time_passes(timedelta(seconds=45))
        assert await table.ply() == 1
        await table.time_passes(timedelta(seconds=45))
        board = await table.board(2)
        assert board["content"].startswith(says("board-timeout", who="White"))


async def test_a_restart_that_is_quick_gives_no_time(process: Process) -> None:
    async with process() as table:
        await table.begin_small(time="1h")
        due = await deadline(table)
    async with process() as table:
        assert await deadline(table) == due


async def test_an_open_challenge_gets_the_time_back_too(process: Process) -> None:
    async with process() as table:
        card = await table.challenge("Ada", BO)
        table.clock.pass_by(2 * DAY)
        table.service.process_shards.connected.clear()
    async with process() as table:
        accepted = await table.driver.click(BO, card, "Accept")
        assert accepted.text.startswith("Accepted.")
        await table.board(0)


async def test_time_without_discord_counts_as_an_outage(process: Process) -> None:
    """The bot runs, but its connection is gone: people cannot move."""
    async with process() as table:
        _, black, white = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        due = await deadline(table)
        table.service.process_shards.connected.clear()
        table.clock.pass_by(DAY)
        await table.driver.gateway("reconnect")

        async def back() -> bool:
            return table.client.reachable and await deadline(table) > due

        await table.until(back)
        assert await deadline(table) - due >= DAY
        await table.moves((white, "a1"))


async def test_a_board_that_could_not_be_sent_until_the_clock_was_changed_says_the_new_time(
    process: Process,
) -> None:
    async with process() as table:
        await table.games_live(BOARDS)
        _, black, _ = await table.begin_small(time="1h")
        await table.driver.permit(GAMES, who="games", deny=["attach_files"])
        await table.play(black, "c3")
        old = ceil((await deadline(table)).timestamp())
        table.service.process_shards.connected.clear()
        table.clock.pass_by(DAY)
        await table.driver.gateway("reconnect")
        await table.until(lambda: _is_later(table, old))
        await table.driver.permit(GAMES, who="games", allow=["attach_files"])
        board = await table.board(1)
        assert runs_out(board) == int((await deadline(table)).timestamp())


# --- reminders ---


async def test_who_is_to_move_is_reminded_once_when_a_fifth_of_the_time_is_left(
    table: Table,
) -> None:
    _, black, white = await table.begin_small(time="8h")
    board = await table.moves((black, "c3"))
    await table.time_passes(6 * HOUR + 23 * MINUTE)
    assert not [m for m in await table.public() if "⏰" in m["content"]]
    table.clock.pass_by(2 * MINUTE)
    reminder = await table.message(lambda m: m["content"].startswith("⏰"))
    when = f"<t:{runs_out(board)}:R>"
    call = {"who": await table.mention(white), "game": "Keil", "id": "1", "when": when}
    assert reminder["content"] == (
        f"{says('board-reminder', **call)} https://discord.com/channels/"
        f"{(await table.service.matches.live(1)).server}/{board['channel_id']}/{board['id']}"
    )
    assert [person["global_name"] for person in reminder["mentions"]] == [white]
    assert labels(reminder) == ["Show the board"]
    shown = await table.driver.click(white, reminder, "Show the board")
    assert shown.ephemeral
    assert shown.message is not None
    assert shown.message["attachments"][0]["filename"].startswith("keil-1-1-x")
    assert labels(await table.driver.message(board)) == ["Move", "Pass", "Resign", "More…"]
    await table.time_passes(HOUR)
    await table.driver.say(white, table.channel, "a1", reply_to=reminder)  # as under the board
    await table.board(2)
    assert len([m for m in await table.public() if "⏰" in m["content"]]) == 1
    over = await table.without_buttons(reminder)
    told = {"who": await table.mention(white), "game": "Keil", "id": "1"}
    assert over["content"] == says("board-reminded", **told)


async def test_no_reminder_of_a_short_time(table: Table) -> None:
    _, black, _ = await table.begin_small(time="59m")
    await table.moves((black, "c3"))
    await table.time_passes(58 * MINUTE)
    assert not [m for m in await table.public() if "⏰" in m["content"]]


async def test_a_reminder_that_was_lost_on_the_way_is_posted_once(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """The answer to its request never came; it is found by its button."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        _, black, _ = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        held = await table.driver.hold_after(SEND)
        await table.driver.move_clock(49 * 60)  # the two clocks may differ by minutes only
        clock.pass_by(49 * MINUTE)
        await held.wait_until_held()
        await table.message(lambda m: m["content"].startswith("⏰"))
        await table.driver.move_clock(130)
        stopping = asyncio.create_task(table.client.close())
        await asyncio.sleep(0.1)
        await held.release(drop=True)
        await stopping
    async with seated(playground, driver, all_games(), database, clock=clock) as table:

        async def all_sent() -> bool:
            return not await table.store.read(lambda tx: left(tx))

        await table.until(all_sent)
        assert len([m for m in await table.public() if "⏰" in m["content"]]) == 1


async def test_a_reminder_that_comes_too_late_is_not_posted(table: Table) -> None:
    """The move came while the channel was closed to us."""
    _, black, white = await table.begin_small(time="1h")
    await table.moves((black, "c3"))
    since = len(await table.driver.requests(SEND))
    await table.driver.permit(GAMES, deny=["send_messages"])
    table.clock.pass_by(49 * MINUTE)
    await table.driver.wait_for_requests(SEND, since + 1)
    await table.play(white, "a1", 1)
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.board(2)
    assert not [m for m in await table.public() if "⏰" in m["content"]]
