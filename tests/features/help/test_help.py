"""/help: three lines, and topics to choose from."""

import re
from pathlib import Path

import pytest

from bot.features.help import texts as help_texts
from bot.playground.driver import Answer, Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import CY, PRIVATE, Json, Table, hurry, seated


def select_of(answer: Answer) -> Json:
    """The one select of an answer."""
    assert answer.message is not None
    ((select,),) = [row["components"] for row in answer.message["components"]]
    return select


async def choose(table: Table, answer: Answer, topic: str) -> Answer:
    assert answer.message is not None
    select = select_of(answer)["custom_id"]
    return await table.driver.select(CY, answer.message, select, [topic])


async def test_help_is_four_private_lines_with_topics(table: Table) -> None:
    told = await table.command(CY, "help")
    assert told.ephemeral
    assert not await table.public()
    assert len(told.text.split("\n")) == 4
    for word in (
        "/keil",
        "/rules",
        "/learn",
        "/challenge",
        "/play",
        "d5",
        "/board",
        "/games",
        "/ladder",
    ):
        assert word in told.text
    titles = [option["label"] for option in select_of(told)["options"]]
    assert titles == [help_texts.topic_title(topic) for topic in help_texts.TOPICS]
    assert {"Start", "Moves", "Pictures", "Privacy"} <= set(titles)


async def test_every_topic_is_told_in_the_same_private_message(table: Table) -> None:
    told = await table.command(CY, "help")
    for topic in help_texts.TOPICS:
        answer = await choose(table, told, topic)
        assert answer.kind == "update"
        assert answer.message is not None
        assert answer.message["flags"] & PRIVATE
        assert answer.text.startswith(f"**{help_texts.topic_title(topic)}.** ")
        assert len(re.sub(r"</([^:]*):[0-9]*>", r"/\1", answer.text)) < 600  # as people see it
        assert len(select_of(answer)["options"]) == len(
            help_texts.TOPICS
        )  # another one can be chosen
    assert not await table.public()


async def test_a_topic_can_be_chosen_after_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as table:
        told = await table.command(CY, "help")
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as table:
        answer = await choose(table, told, "clocks")
        assert answer.text == help_texts.help_topic("clocks", all_games())


@pytest.mark.parametrize("topic", help_texts.TOPICS)
def test_no_topic_names_a_game_of_its_own(topic: str) -> None:
    """The games that the bot has are told to it, as commands."""
    for game in all_games().values():
        assert game.name not in help_texts.help_topic(topic, ["go"])
