"""/keil, /kee, /ki: a game that begins as soon as it is accepted, with nothing left to settle."""

from pathlib import Path

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service.server_settings import ServerSettings
from engine.games import all_games
from tests.bot.says import USUAL_TIME, line, says
from tests.bot.table import ADA, BO, CY, NEWCOMERS, Json, Table, hurry, labels, seated
from tests.toy import TOYS


async def quick_card(table: Table, who: str, game: str = "keil", **people: str) -> Json:
    """The card of a quick start."""
    there = {message["id"] for message in await table.public()}
    answer = await table.command(who, game, **people)
    assert answer.ephemeral
    assert answer.text == says("challenge-sent")
    return await table.message(lambda m: m["id"] not in there and "challenges" in m["content"])


def terms(card: Json) -> str:
    """The line of a card with the settings."""
    return card["content"].split("\n")[1]


async def server_of(table: Table) -> int:
    """The server of the first challenge."""
    card = await table.service.challenges.stored(1)
    assert card is not None
    return card.server


async def decide(table: Table, **options: str) -> None:
    """The owner decides on options of Keil."""
    server = await server_of(table)
    decided = ServerSettings(options={"keil": options}, time="1h")
    await table.service.servers.change(server, lambda _: decided)


async def test_every_game_has_a_command_of_its_own_in_the_order_of_the_games(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    games = {**all_games(), **TOYS}
    assert list(games)[:3] == ["keil", "kee", "ki"]
    async with seated(playground, driver, games, tmp_path / "keil.db"):
        commands = {command["name"]: command for command in await driver.commands()}
    for key, game in games.items():
        options = [option["name"] for option in commands[key]["options"]]
        assert len(options) == game.seats[0] - 1
        assert options[0] == "opponent"
        assert game.name in commands[key]["description"]
    assert [sub["name"] for sub in commands["challenge"]["options"]] == list(games)


async def test_the_first_stone_comes_after_two_presses(table: Table) -> None:
    """*Challenge* and *accept*; then nobody is asked for komi or a colour."""
    card = await quick_card(table, ADA, opponent=BO)
    assert terms(card) == line(
        "size 5",
        "komi 4",
        says("setting-button.on"),
        USUAL_TIME,
    )
    accepted = await table.driver.click(BO, card, "Accept")
    assert accepted.text == says("challenge-accepted")
    board = await table.board(0)
    black, white = await table.players()
    assert {black, white} == {ADA, BO}
    seats = f"Black {await table.mention(black)}, White {await table.mention(white)}"
    assert says("board-seating", how="lot", seating=seats) in board["content"]
    await table.moves((black, "e5"))


async def test_from_a_members_menu_a_stone_can_be_placed_after_three_presses(table: Table) -> None:
    """The menu, the game, *accept*: the fourth press is *Move*, and nothing has been typed."""
    asked = await table.driver.context_menu(ADA, table.channel, says("menu-challenge"), BO)
    assert asked.message is not None
    sent = await table.driver.click(ADA, asked.message, "Keil")
    assert (sent.kind, sent.text) == ("update", says("challenge-sent"))
    card = await table.message(lambda m: "challenges" in m["content"])
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0)
    assert labels(board)[0] == "Move"
    black, _ = await table.players()
    await table.moves((black, "e5"))


async def test_colours_are_drawn_by_lot(table: Table) -> None:
    drawn: set[str] = set()
    for match in range(1, 13):
        card = await quick_card(table, ADA, opponent=BO)
        await table.driver.click(BO, card, "Accept")
        await table.board(0, match)
        drawn.add((await table.players(match))[0])
    assert drawn == {ADA, BO}


async def test_without_an_opponent_anybody_may_accept(table: Table) -> None:
    card = await quick_card(table, ADA)
    assert says("challenge-anyone", others=0) in card["content"]
    await table.driver.click(CY, card, "Accept")
    await table.board(0)
    assert set(await table.players()) == {ADA, CY}


@pytest.mark.parametrize(
    ("key", "told"),
    [("kee", ["width 9", "height 9", "komi 7"]), ("ki", ["size 11", says("setting-cascade.on")])],
)
async def test_every_game_begins_at_once(table: Table, key: str, told: list[str]) -> None:
    card = await quick_card(table, ADA, key, opponent=BO)
    assert terms(card) == line(*told, USUAL_TIME)
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0)
    first, _ = await table.players()
    assert labels(board)[0] == "Move"
    await table.moves((first, "c3"))


async def test_a_game_for_three_has_two_opponents_and_open_seats(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with seated(playground, driver, {**TOYS, **all_games()}, tmp_path / "keil.db") as table:
        card = await quick_card(table, ADA, "trio", opponent_2=BO)
        assert (
            f"{await table.mention(BO)} and {says('challenge-anyone', others=1)}"
            in (card["content"])
        )
        for who in (BO, CY):
            await driver.click(who, card, "Accept")
        await table.board(0)
        assert set(await table.players()) == {ADA, BO, CY}


async def test_a_second_challenge_to_the_same_person_is_refused(table: Table) -> None:
    await quick_card(table, ADA, opponent=BO)
    again = await table.command(ADA, "keil", opponent=BO)
    assert again.message is not None
    assert labels(again.message) == [says("button-withdraw")]


async def test_newcomers_are_offered_the_rules_once(table: Table) -> None:
    first = await table.command(ADA, "keil", opponent=BO)
    assert first.message is not None
    assert labels(first.message) == NEWCOMERS
    card = await table.message(lambda m: "challenges" in m["content"])
    assert labels(card) == ["Accept", "Decline", "Change…", "Withdraw", *NEWCOMERS]
    await table.driver.click(ADA, card, "Withdraw")
    again = await table.command(ADA, "keil", opponent=BO)
    assert again.message is not None
    assert labels(again.message) == []


async def test_the_owners_decisions_are_the_terms(table: Table) -> None:
    await table.challenge(ADA)
    await decide(table, size="4", button="no")
    first = await quick_card(table, ADA, opponent=BO)
    assert terms(first) == line(
        "size 4",
        "komi 4½",
        says("setting-button.off"),
        says("time-per-move", duration="1 hour"),
    )
    await decide(table, size="7", komi="2.5")
    second = await quick_card(table, BO, opponent=CY)
    assert terms(second).startswith(line("size 7", "komi 2½"))
    await decide(table, size="99", komi="soon")  # nothing that is possible
    third = await quick_card(table, CY, opponent=ADA)
    assert terms(third).startswith(line("size 5", "komi 4"))


async def test_it_is_the_same_for_everybody_whatever_they_played_last(table: Table) -> None:
    await table.challenge(ADA, size=7, komi=3, time="10m")
    card = await quick_card(table, ADA, opponent=BO)
    assert terms(card).startswith(line("size 5", "komi 4"))


async def test_a_forged_quick_start_is_refused(table: Table) -> None:
    bo = int((await table.mention(BO)).strip("<@>"))
    card = await table.challenge(ADA)
    channel = table.client.get_partial_messageable(int(card["channel_id"]))
    for control, told in [
        (Control("quick", bo, 0, "nothing"), says("cannot-two-players")),
        (Control("quick", bo), says("cannot-two-players")),
        (Control("quick", 12, 0, "keil"), says("cannot-challenge-stranger")),
    ]:
        sent = await channel.send("?", view=view_of([ControlButton(control, "forged")]))
        answer = await table.driver.click(CY, str(sent.id), "forged")
        assert answer.ephemeral
        assert answer.text == told


async def test_only_those_whom_the_owners_let_challenge_start_a_game(table: Table) -> None:
    await table.challenge(ADA)
    server = await server_of(table)
    await table.service.servers.change(server, lambda _: ServerSettings(challengers=12))
    seen = await table.public()
    answer = await table.command(ADA, "keil", opponent=BO)
    assert answer.ephemeral
    assert answer.text == says("refusal-not-a-challenger", role="<@&12>")
    assert len(await table.public()) == len(seen)


async def test_it_starts_in_a_thread_too(table: Table) -> None:
    thread = await table.driver.create_thread(table.channel, "our game", ADA)
    table.channel = thread["id"]
    card = await quick_card(table, ADA, opponent=BO)
    await table.driver.click(BO, card, "Accept")
    await table.board(0)
