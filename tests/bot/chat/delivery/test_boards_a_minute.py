"""How many boards come to a channel within a minute, if the owners of its server have decided."""

from dataclasses import replace
from datetime import timedelta

from tests.bot.says import played
from tests.bot.table import ADA, CY, GAMES, Process, Table, labels, ply_of


async def limited(table: Table, most: int) -> None:
    """The owner of the server decides."""
    guild = int((await table.driver.overview())["guilds"][0]["id"])
    await table.service.servers.change(guild, lambda old: replace(old, boards_a_minute=most))


async def plies(table: Table, match: int = 1) -> list[int]:
    """The boards of a match that are in the channel."""
    there = [ply_of(message) for message in await table.driver.messages(GAMES)]
    return [shown[1] for shown in there if shown is not None and shown[0] == match]


async def test_boards_beyond_the_limit_wait_and_the_next_one_shows_all_turns(table: Table) -> None:
    await limited(table, 2)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    for who, point in ((white, "b2"), (black, "d4"), (white, "b3")):
        answer = await table.play(who, point)  # nobody waits to move
        assert answer.text.startswith("You ")
    card = await table.challenge(CY, ADA)  # what is no board comes at once
    assert card
    assert await plies(table) == [0, 1]
    await table.time_passes(timedelta(seconds=61))
    newest = await table.board(4)
    assert await plies(table) == [0, 1, 4]
    told = newest["content"].splitlines()[:3]
    assert told == [played("White", "b2"), played("Black", "d4"), played("White", "b3")]
    assert "Pass" in labels(newest)


async def test_a_channel_with_few_boards_waits_for_none(table: Table) -> None:
    await limited(table, 2)
    _, black, white = await table.begin_small()
    for who, point in ((black, "c3"), (white, "b2"), (black, "d4")):
        await table.time_passes(timedelta(seconds=31))
        await table.moves((who, point))
    assert await plies(table) == [0, 1, 2, 3]


async def test_in_a_game_of_minutes_no_board_waits(table: Table) -> None:
    """Its player could run out of time before anything has called them."""
    await limited(table, 1)
    _, black, white = await table.begin_small(time="10m")
    await table.moves((black, "c3"), (white, "b2"))
    assert await plies(table) == [0, 1, 2]


async def test_a_quick_game_holds_no_other_back_for_ever(table: Table) -> None:
    await limited(table, 1)
    _, black, _ = await table.begin_small()
    _, first, second = await table.begin_small(time="10m")
    await table.play(black, "c3", 1)
    for turn, point in enumerate(("c3", "b2", "d4", "b3", "c5", "e1", "c1", "a1", "d2")):
        await table.time_passes(timedelta(seconds=40))
        await table.play((first, second)[turn % 2], point, 2)
        await table.board(turn + 1, 2)
    assert await plies(table, 1) == [0, 1]


async def test_without_a_limit_every_turn_has_its_board(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d4"), (white, "b3"))
    assert await plies(table) == [0, 1, 2, 3, 4]


async def test_a_board_that_waits_comes_after_a_restart(process: Process) -> None:
    async with process() as table:
        await limited(table, 1)
        _, black, _ = await table.begin_small()
        await table.play(black, "c3")
        assert await plies(table) == [0]
    async with process() as table:
        await table.time_passes(timedelta(seconds=61))
        await table.board(1)
        assert await plies(table) == [0, 1]
