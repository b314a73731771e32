"""The settings of one's last challenge are those of the next: given > last > server's > game's."""

from pathlib import Path

import pytest

from bot.playground.driver import Answer, Driver
from bot.playground.server import Playground
from bot.service.server_settings import ServerSettings
from engine.games import all_games
from tests.bot.chat.play.test_change import shown
from tests.bot.says import USUAL_TIME, line, says
from tests.bot.table import ADA, BO, CY, Json, Table, hurry, seated

PIE = says("setting-komi_by.cut")


def terms(card: Json) -> str:
    """The line of a card with the settings."""
    return card["content"].split("\n")[1]


async def form(table: Table, who: str, whom: str) -> Answer:
    """The form with all terms, from a member's menu."""
    asked = await table.driver.context_menu(who, table.channel, "Challenge…", whom)
    assert asked.message is not None
    return await table.driver.click(who, asked.message, says("button-own-terms", game="Keil"))


async def test_what_is_left_out_is_as_in_ones_last_challenge(table: Table) -> None:
    await table.challenge(ADA, BO, size=4, linking="2019", button=False, time="10m")
    again = await table.challenge(ADA, CY)
    told = [says("setting-linking.v2019"), says("setting-button.off"), PIE]
    time = says("time-per-move", duration="10 minutes")
    assert terms(again) == line("size 4", *told, time)
    third = await table.challenge(ADA, size=6, time="1h")  # what is given goes first
    assert terms(third) == line("size 6", *told, says("time-per-move", duration="1 hour"))
    assert terms(await table.challenge(ADA)).startswith("size 6 · ")


async def test_komi_is_left_open_by_leaving_it_out(table: Table) -> None:
    """Otherwise there would be no way back to the pie."""
    await table.challenge(ADA, BO, komi=6)
    assert PIE in terms(await table.challenge(ADA, CY))


async def test_komi_that_cannot_be_left_open_is_what_is_usual_on_the_board(table: Table) -> None:
    """In Kee; with more than two players it has none."""
    first = await table.challenge(ADA, BO, game="kee")
    assert terms(first).startswith(line("width 9", "height 9", "komi 7"))
    small = await table.challenge(BO, CY, game="kee", width=7, height=7)
    assert terms(small).startswith(line("width 7", "height 7", "komi 9"))
    assert "komi 9" in terms(await table.challenge(BO, game="kee"))
    chosen = await table.challenge(CY, ADA, game="kee", width=7, komi=2)
    assert "komi 2" in terms(chosen)
    three = await table.challenge(CY, game="kee", players=3, komi=0)
    assert "komi 0" in terms(three) or "komi" not in terms(three)


async def test_komi_that_nobody_chose_is_not_taken_from_the_last_challenge(table: Table) -> None:
    await table.challenge(ADA, game="kee", players=3)
    assert "komi 7" in terms(await table.challenge(ADA, BO, game="kee"))


async def test_other_people_other_games_and_other_servers_do_not_count(table: Table) -> None:
    await table.challenge(ADA, BO, size=4, time="10m")
    assert terms(await table.challenge(BO, CY)).startswith("size 5 · ")
    assert terms(await table.challenge(ADA, BO, game="ki")).startswith("size 11 · ")
    other = await table.driver.create_world(
        [{"name": "Other", "channels": ["there"], "people": [ADA, BO]}]
    )
    table.channel = other["Other"]["channels"]["there"]
    assert terms(await table.challenge(ADA, BO)).startswith("size 5 · ")


async def test_the_form_begins_with_them_too(table: Table) -> None:
    await table.challenge(ADA, BO, size=4, komi=6.5, time="1h")
    modal = await form(table, ADA, CY)
    fields = shown(modal)
    assert fields == {
        "size": "4",
        "komi": "6.5",
        "button": "no",
        "handicap": "even",
        "time": "1h",
    }
    sent = await table.driver.submit_modal(ADA, modal, {"komi": ""})  # back to the pie
    assert sent.text == says("challenge-sent")
    card = await table.message(lambda m: "size 4" in m["content"] and PIE in m["content"])
    assert says("time-per-move", duration="1 hour") in terms(card)


async def test_a_counter_offer_is_a_challenge_of_ones_own(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=4)
    modal = await table.driver.click(BO, card, "Change…")
    await table.driver.submit_modal(BO, modal, {"size": "6"})
    await table.message(lambda m: "size 6" in m["content"])
    assert terms(await table.challenge(BO, CY)).startswith("size 6 · ")


async def test_the_servers_decisions_come_before_the_games_and_after_ones_own(
    table: Table,
) -> None:
    first = await table.challenge(ADA, BO)
    asked = await table.service.challenges.stored(1)
    assert asked is not None
    options = {"keil": {"size": "7", "komi": "5", "linking": "nonsense"}, "chess": {"size": "8"}}
    decided = ServerSettings(options=options, time="12h")
    await table.service.servers.change(asked.server, lambda _: decided)
    time = says("time-per-move", duration="12 hours")
    theirs = line("size 7", "komi 5", says("setting-button.on"), time)
    assert terms(await table.challenge(BO, CY)) == theirs
    assert terms(first).startswith("size 5 · ")
    assert terms(await table.challenge(ADA, CY)).startswith(line("size 5", "komi 5"))
    small = await table.challenge(CY, BO, size=3)
    assert terms(small).startswith(line("size 3", "komi 5"))
    huge = ServerSettings(options={"keil": {"size": "7", "komi": "100"}}, time="soon")
    await table.service.servers.change(asked.server, lambda _: huge)
    tiny = await table.challenge(CY, ADA, size=3)  # 100 does not fit on it
    assert terms(tiny).startswith(line("size 3", says("setting-button.on"), PIE))


@pytest.mark.parametrize("options", [{"size": 3, "komi": 20}, {"time": "soon"}])
async def test_a_refused_option_is_not_replaced_by_the_last_one(
    table: Table, options: dict[str, object]
) -> None:
    await table.challenge(ADA, BO, size=4, komi=3, time="1h")
    seen = await table.public()
    refused = await table.command(ADA, "challenge keil", opponent=CY, **options)
    assert refused.text.startswith(("Komi must be", says("option-time")))
    assert len(await table.public()) == len(seen)


async def test_they_survive_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database) as table:
        await table.challenge(ADA, BO, size=4)
    async with seated(playground, driver, all_games(), database) as table:
        assert terms(await table.challenge(ADA, CY)) == line(
            "size 4", says("setting-button.on"), PIE, USUAL_TIME
        )
