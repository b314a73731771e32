"""What the bot may do in a channel is looked at before a game begins there."""

import pytest

from bot.playground.driver import CannotDo
from tests.bot.pauses import pause_for, paused
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, Table

LACKS = says("refusal-missing-permissions", permissions="{}")


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named(table: Table, permission: str, name: str) -> None:
    await table.driver.permit(table.channel, deny=[permission])
    answer = await table.command(ADA, "challenge keil", opponent=BO)
    assert answer.ephemeral
    assert f"**{name}**" in answer.text
    assert not await table.public()
    await table.driver.permit(table.channel, allow=[permission])
    await table.begin(ADA, BO)


async def test_several_missing_permissions_are_named_together(table: Table) -> None:
    await table.driver.permit(table.channel, deny=["attach_files", "read_message_history"])
    answer = await table.command(ADA, "challenge keil", opponent=BO)
    assert answer.text == LACKS.format("**Attach Files** and **Read Message History**")


async def test_permissions_are_looked_at_again_when_the_game_begins(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    await table.driver.permit(table.channel, deny=["attach_files"])
    answer = await table.driver.click(BO, card, "Accept")
    assert answer.text == LACKS.format("**Attach Files**")
    assert not await table.service.matches.headers()
    await table.driver.permit(table.channel, allow=["attach_files"])
    assert (await table.driver.click(BO, card, "Accept")).text.startswith("Accepted.")
    await table.board(0)


async def test_a_thread_is_a_channel_of_its_own(table: Table) -> None:
    thread = await table.driver.create_thread(table.channel, "our game", ADA)
    await table.begin(ADA, BO, size=3)
    table.channel = thread["id"]
    board = await table.begin(ADA, BO, size=3)
    assert board["channel_id"] == thread["id"]
    assert "**Keil** #2 begins" in board["content"]
    assert (await table.play(ADA, "komi 4")).text.startswith("You named komi 4.")
    await table.board(1, 2)
    assert await table.ply(1) == 0


async def test_a_thread_needs_a_permission_of_its_own(table: Table) -> None:
    thread = await table.driver.create_thread(table.channel, "our game", ADA)
    await table.driver.permit(table.channel, deny=["send_messages_in_threads"])
    refused = await table.driver.slash(ADA, thread["id"], "challenge keil", {"opponent": BO})
    assert refused.text == LACKS.format("**Send Messages in Threads**")
    await table.begin(ADA, BO)  # the channel itself does not need it


async def test_a_locked_thread_needs_another_permission(table: Table) -> None:
    """Ada may write there, since she manages threads; the bot cannot answer with boards."""
    thread = await table.driver.create_thread(table.channel, "our game", ADA)
    table.channel = thread["id"]
    board, black, _ = await table.begin_small()
    await table.driver.archive_thread(thread["id"], archived=False, locked=True)
    refused = await table.command(ADA, "challenge keil", opponent=BO)
    assert refused.text == says("thread-locked", permissions="**Manage Threads**")
    with pytest.raises(CannotDo, match="the thread is locked"):
        await table.driver.click(black, board, "Pass")
    await table.driver.permit("#games", allow=["manage_threads"])
    assert "on its way" in (await table.command(ADA, "challenge keil", opponent=BO)).text


async def test_direct_messages_offer_no_commands_for_playing(table: Table) -> None:
    for command in ("challenge keil", "keil", "play", "board"):
        with pytest.raises(CannotDo):
            await table.driver.slash(ADA, "@Ada", command, {})


PAUSE_OF_AN_HOUR = 3600.0


async def test_a_mover_hears_at_once_that_the_board_cannot_come_and_it_comes_with_the_permission(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause_for(monkeypatch, PAUSE_OF_AN_HOUR)  # only the permission ends it
    _, black, white = await table.begin_small()
    await table.driver.permit(table.channel, deny=["attach_files"])
    answer = await table.play(black, "c3")
    waits = says("private-board-waits", permissions="**Attach Files**")
    assert answer.text == f"{played('You', 'c3')} {waits}"
    await paused(table)
    await table.driver.permit(table.channel, allow=["attach_files"])
    await table.board(1)
    assert (await table.play(white, "d4")).text == played("You", "d4")
