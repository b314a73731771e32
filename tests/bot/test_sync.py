"""Commands are sent to Discord only when they have changed."""

from pathlib import Path

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import seated
from tests.toy import TOYS

SYNC = "PUT /applications/{application_id}/commands"


async def test_commands_are_synced_only_when_they_have_changed(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    database = tmp_path / "keil.db"
    synced: list[int] = []
    for games in (all_games(), all_games(), TOYS, TOYS, all_games()):
        async with seated(playground, driver, games, database):
            synced.append(len(await driver.requests(SYNC)))
    assert synced == [1, 1, 2, 2, 3]


async def test_every_command_is_for_servers_only(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with seated(playground, driver, all_games(), tmp_path / "keil.db"):
        commands = await driver.commands()
    assert {command["name"] for command in commands} == {
        "challenge",
        "Challenge…",
        "keil",
        "kee",
        "ki",
        "play",
        "pass",
        "resign",
        "undo",
        "cancel",
        "result",
        "board",
        "games",
        "help",
        "rules",
        "replay",
        "record",
        "import",
        "view",
    }
    for command in commands:
        assert command["contexts"] == [0]
        assert command["integration_types"] == [0]
