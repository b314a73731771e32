"""People who leave the server, and channels that disappear: the game goes on or ends cleanly."""

from datetime import timedelta
from pathlib import Path

from bot.playground.driver import SEND
from engine.match import Ending
from tests.bot.chat.play.test_attacks import sql
from tests.bot.says import says
from tests.bot.table import ADA, AT_THE_END, BO, GAMES, Json, Process, Table, labels

HOUR = timedelta(hours=1)


async def server(table: Table) -> str:
    """The server of the games."""
    guilds: list[Json] = (await table.driver.overview())["guilds"]
    return str(guilds[0]["id"])


async def how_it_ended(table: Table, match: int = 1) -> Ending | None:
    end = (await table.service.matches.live(match)).match.end
    return end.how if end else None


async def test_when_a_player_leaves_the_game_goes_on_by_its_clock(table: Table) -> None:
    _, black, white = await table.begin_small(time="1h")
    await table.moves((black, "c3"))
    await table.driver.remove_person(await server(table), white)
    await table.time_passes(59 * timedelta(minutes=1))
    assert await how_it_ended(table) is None
    table.clock.pass_by(2 * timedelta(minutes=1))
    board = await table.board(2)
    assert board["content"].startswith(says("board-timeout", who="White"))
    assert labels(board) == AT_THE_END


async def test_who_comes_back_plays_on(table: Table) -> None:
    _, black, white = await table.begin_small(time="1h")
    await table.moves((black, "c3"))
    guild = await server(table)
    await table.driver.remove_person(guild, white)
    await table.driver.join(guild, white)
    await table.moves((white, "a1"))


async def test_when_the_channel_disappears_its_games_end_and_nobody_has_lost(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.challenge(ADA, BO)
    channel = str((await table.service.matches.live(1)).channel_id)
    since = len(await posts_in(table, channel))
    await table.driver.remove_channel(GAMES)

    async def over() -> bool:
        return await how_it_ended(table) is Ending.GONE

    await table.until(over)
    assert await table.service.matches.headers() == []

    async def both_told() -> bool:
        told = says("private-channel-gone", games=says("board-game", game="Keil", id="1"), number=1)
        requests = await table.driver.requests(SEND)
        return [r["body"]["content"] for r in requests if channel not in r["path"]] == [told] * 2

    await table.until(both_told)
    found = await table.service.challenges.stored(2)
    assert found is not None
    assert found.state == "expired"
    await table.time_passes(5 * timedelta(days=1))
    assert len(await posts_in(table, channel)) == since  # nothing is sent into the void


async def posts_in(table: Table, channel: str) -> list[Json]:
    """The requests for new messages in a channel."""
    return [r for r in await table.driver.requests(SEND) if channel in r["path"]]


async def test_players_who_take_no_direct_messages_keep_nobody_else_from_theirs(
    table: Table,
) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.driver.person(black, refuses_dms=True)
    channel = str((await table.service.matches.live(1)).channel_id)
    await table.driver.remove_channel(GAMES)

    async def both_tried() -> bool:
        requests = await table.driver.requests(SEND)
        statuses = [r["status"] for r in requests if channel not in r["path"]]
        return sorted(map(str, statuses)) == ["200", "403"]

    await table.until(both_tried)


async def ends(table: Table, match: int = 1) -> None:
    """Return when a match has ended since its place is gone."""

    async def over() -> bool:
        return await how_it_ended(table, match) is Ending.GONE

    await table.until(over)


async def test_a_match_that_cannot_be_read_keeps_nothing_else_open(
    table: Table, tmp_path: Path
) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.begin(ADA, BO, size=3, komi=0, button=False)
    await table.challenge(ADA, BO)
    await sql(tmp_path, "UPDATE turn SET text = 'nonsense' WHERE match = 1")
    table.service.matches.cache.clear()  # as after a restart
    await table.driver.remove_channel(GAMES)
    await ends(table, 2)
    asked = await table.service.challenges.stored(3)
    assert asked is not None
    assert asked.state == "expired"


async def test_when_a_thread_disappears_its_games_end_too(table: Table) -> None:
    thread = await table.driver.create_thread(GAMES, "a game", ADA)
    table.channel = thread["id"]
    await table.begin_small()
    await table.driver.remove_channel(thread["id"])

    async def over() -> bool:
        return await how_it_ended(table) is Ending.GONE

    await table.until(over)


async def test_a_thread_asleep_goes_with_its_channel_and_others_stay(table: Table) -> None:
    """Nobody tells us of it: an archived thread is in no list that Discord sends."""
    asleep = [
        await table.driver.create_thread(where, "a game", ADA) for where in (GAMES, "#general")
    ]
    for thread in asleep:
        table.channel = thread["id"]
        await table.begin(ADA, BO, size=3)
        await table.driver.archive_thread(thread["id"])

    async def is_forgotten() -> bool:
        return not any(guild.threads for guild in table.client.guilds)

    await table.until(is_forgotten)
    await table.driver.remove_channel(GAMES)
    await ends(table, 1)
    assert await how_it_ended(table, 2) is None


async def test_whether_a_thread_is_gone_may_not_be_known(table: Table) -> None:
    thread = await table.driver.create_thread("#general", "a game", ADA)
    table.channel = thread["id"]
    await table.begin_small()
    await table.driver.archive_thread(thread["id"])
    await table.driver.permit("#general", deny=["view_channel"])
    table.channel = GAMES
    await table.begin(ADA, BO, size=3)
    await table.driver.remove_channel(GAMES)
    await ends(table, 2)
    assert await how_it_ended(table, 1) is None


async def test_a_server_goes_with_all_its_channels(table: Table) -> None:
    """Deleted, or without the bot from now on."""
    await table.begin_small()
    await table.challenge(BO, ADA)
    table.channel = "#general"
    await table.begin(ADA, BO, size=3)
    await table.driver.remove_person(await server(table))
    await ends(table, 1)
    await ends(table, 2)
    asked = await table.service.challenges.stored(2)
    assert asked is not None
    assert asked.state == "expired"


async def test_a_server_that_is_not_to_be_reached_for_a_while_keeps_its_games(table: Table) -> None:
    await table.begin_small()
    state = table.client._connection
    state.parse_guild_delete({"id": await server(table), "unavailable": True})  # pyright: ignore[reportArgumentType]
    await table.time_passes(timedelta(seconds=1))
    assert await how_it_ended(table) is None


async def test_a_channel_that_disappeared_while_the_bot_was_away(process: Process) -> None:
    async with process() as table:
        _, black, _ = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        await table.begin(BO, ADA, size=3, time="2d")
    await table.driver.remove_channel(GAMES)
    table.clock.pass_by(HOUR)
    async with process() as table:

        async def both_over() -> bool:
            return not await table.service.matches.headers()

        await table.until(both_over)
        for match in (1, 2):
            assert await how_it_ended(table, match) is Ending.GONE
