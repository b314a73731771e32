"""Commands are sent to Discord only when they have changed."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.chat.gateway.command_sync import IDS
from bot.messages import catalogue
from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import CY, Table, seated
from tests.toy import TOYS

SYNC = "PUT /applications/{application_id}/commands"
FETCH = "GET /applications/{application_id}/commands"
DIRECT = {"help", "rules", "learn", "puzzle", "games", "view", "replay", "record"}
"""Commands that direct messages have, too."""
SERVERS = {
    "admin", "board", "cancel", "challenge", "config", "import", "kee", "keil", "ki", "pass",
    "play", "practice", "resign", "result", "review", "undo", "watch", "Challenge…",
}  # fmt: skip
"""Commands that they do not have. New features test for themselves where they belong."""


async def test_commands_are_synced_only_when_they_have_changed(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    database = tmp_path / "keil.db"
    synced: list[int] = []
    for games in (all_games(), all_games(), TOYS, TOYS, all_games()):
        async with seated(playground, driver, games, database):
            synced.append(len(await driver.requests(SYNC)))
    assert synced == [1, 1, 2, 2, 3]


async def test_commands_are_for_servers_and_a_few_for_direct_messages_too(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with seated(playground, driver, all_games(), tmp_path / "keil.db"):
        commands = await driver.commands()
    contexts = {command["name"]: sorted(command["contexts"]) for command in commands}
    assert {name for name in DIRECT | SERVERS if contexts[name] == [0, 1]} == DIRECT
    assert {name for name in DIRECT | SERVERS if contexts[name] == [0]} == SERVERS
    assert all(command["integration_types"] == [0] for command in commands)


async def test_the_command_that_activities_need_stays(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Discord creates it if an operator enables Activities, and takes no list without it."""
    database = tmp_path / "keil.db"
    async with seated(playground, driver, TOYS, database):
        launch = await driver.enable_activities()
    async with seated(playground, driver, all_games(), database):
        assert launch in await driver.commands()
        assert {row["name"] for row in await driver.commands()} >= SERVERS
    assert launch["handler"] == 2  # Discord itself answers


async def ids_on(driver: Driver) -> Mapping[str, str]:
    """What Discord calls each command."""
    return {row["name"]: row["id"] for row in await driver.commands() if row["type"] == 1}


@asynccontextmanager
async def looking_at_help(
    playground: Playground, driver: Driver, database: Path
) -> AsyncGenerator[Table]:
    """A process of the bot whose help links to its commands."""
    async with seated(playground, driver, all_games(), database, links=True) as table:
        ids, told = await ids_on(driver), await table.command(CY, "help")
        assert f"</keil:{ids['keil']}>, </kee:{ids['kee']}> or </ki:{ids['ki']}>" in told.text
        assert f"</play:{ids['play']}>" in told.text
        assert f"</rules keil:{ids['rules']}>" in told.text  # Discord links to no group
        assert f"</challenge keil:{ids['challenge']}>" in catalogue.text("help", games="")
        assert catalogue.command("challenge ki") == f"</challenge ki:{ids['challenge']}>"
        yield table


async def test_texts_link_to_the_commands_also_after_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    database = tmp_path / "keil.db"
    for _ in range(2):
        async with looking_at_help(playground, driver, database):
            pass
        assert catalogue.command("play") == "/play"  # nobody is there to do it
    assert len(await driver.requests(SYNC)) == 1
    assert len(await driver.requests(FETCH)) == 1  # before the first was sent


async def test_a_database_of_an_older_version_has_no_ids_and_they_are_asked_for_once(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database) as table:
        await table.store.write(lambda tx: tx.meta.set(IDS, "null"))
    for _ in range(2):
        async with looking_at_help(playground, driver, database):
            assert len(await driver.requests(FETCH)) == 2
    assert len(await driver.requests(SYNC)) == 1


async def test_if_discord_does_not_tell_the_ids_commands_are_plain_words(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database) as table:
        await table.store.write(lambda tx: tx.meta.set(IDS, "null"))
    await driver.fail_next(FETCH, status=403)
    async with seated(playground, driver, all_games(), database, links=True) as table:
        told = await table.command(CY, "help")
    assert (
        "/keil, /kee or /ki starts a game at once, /practice one against me; /challenge"
        in told.text
    )
    assert "</" not in told.text
