"""Going through the games in which one is to move."""

from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table, labels, match_of


async def two_on_turn(table: Table) -> str:
    """Two games in which the same person is to move; that person."""
    await table.begin(ADA, BO, size=3, time="2d")
    await table.begin(ADA, CY, size=3, time="1d")

    async def links_are_known() -> bool:
        boards = [await table.service.matches.newest_board(match) for match in (1, 2)]
        return None not in boards

    await table.until(links_are_known)
    return ADA


async def test_from_the_list_through_all_games_that_wait(table: Table) -> None:
    """The most urgent comes first, and after the last the first again."""
    who = await two_on_turn(table)
    listed = await table.command(who, "games")
    assert listed.message is not None
    assert labels(listed.message) == ["Next game"]
    shown = listed
    for match in (2, 1, 2):
        assert shown.message is not None
        shown = await table.driver.click(who, shown.message, "Next game")
        assert shown.kind == "update"
        assert says("board-game", game="Keil", id=str(match)) in shown.text
        assert "https://discord.com/channels/" in shown.text
        assert shown.message is not None
        assert match_of(shown.message) == match
        assert labels(shown.message) == ["Name komi", "Next game"]


async def test_moves_can_be_made_from_there(table: Table) -> None:
    who = await two_on_turn(table)
    listed = await table.command(who, "games")
    assert listed.message is not None
    shown = await table.driver.click(who, listed.message, "Next game")
    assert shown.message is not None
    modal = await table.driver.click(who, shown.message, "Name komi")
    named = await table.driver.submit_modal(who, modal, {"text": "3"})
    assert named.text.startswith("You named komi 3.")
    await table.board(1, 2)
    late = await table.command(who, "games")
    assert late.message is not None
    shown = await table.driver.click(who, late.message, "Next game")
    assert "**Keil** #1" in shown.text


async def test_where_no_game_waits_there_is_no_button(table: Table) -> None:
    who = await two_on_turn(table)
    listed = await table.command(who, "games")
    assert listed.message is not None
    for match in (1, 2):
        await table.play(who, "komi 3", match)
        await table.board(1, match)
    nothing = await table.driver.click(who, listed.message, "Next game")
    assert nothing.text == says("private-no-turn")
    again = await table.command(who, "games")
    assert labels(again.message or {}) == []
    assert labels((await table.command(BO, "games")).message or {}) == ["Next game"]
