"""The same once more, with the seats swapped."""

import asyncio
from datetime import timedelta

import pytest

from bot.playground.driver import Answer
from tests.bot.says import line, says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    GAMES,
    NOT_JUDGED,
    Json,
    Process,
    Table,
    labels,
    match_of,
)


async def resign(table: Table, who: str, match: int = 1) -> Json:
    """``who`` gives up; the final board."""
    asked = await table.command(who, "resign", game=str(match))
    assert asked.message is not None
    there = {message["id"] for message in await table.public()}
    await table.driver.click(who, asked.message, "Yes, resign")
    return await table.message(lambda m: m["id"] not in there and match_of(m) == match)


async def rematch(table: Table, who: str, board: Json) -> Answer:
    return await table.driver.click(who, board, "Rematch")


async def rematch_card(table: Table, match: int = 1) -> Json:
    """The newest card of a rematch."""
    return await table.message(lambda m: f"A rematch of game #{match}," in m["content"])


async def cards(table: Table) -> int:
    return sum("challenges" in m["content"] for m in await table.public())


def link(server: int, message: Json) -> str:
    return f"https://discord.com/channels/{server}/{message['channel_id']}/{message['id']}"


async def test_a_rematch_is_the_same_game_with_the_colours_swapped(table: Table) -> None:
    _, black, white = await table.begin_small(komi=2.5, time="2d")
    await table.moves((black, "c3"))
    last = await resign(table, white)
    assert labels(last) == AT_THE_END
    sent = await rematch(table, white, last)
    assert sent.ephemeral
    assert sent.text == says("challenge-sent")
    card = await rematch_card(table)
    one, other = await table.mention(white), await table.mention(black)
    per_move = says("time-per-move", duration="2 days")
    assert card["content"].startswith(
        f"{one} challenges {other} to a game of **Keil**.\n"
        f"{line('size 3', 'komi 2½', says('setting-button.off'), per_move)}\n"
        f"{says('challenge-rematch', match='1', sides='swapped')}\n"
    )
    assert labels(card) == ["Accept", "Decline", "Change…", "Withdraw"]
    assert [user["global_name"] for user in card["mentions"]] == [black]
    await table.driver.click(black, card, "Accept")
    board = await table.board(0, 2)
    assert await table.players(2) == [white, black]
    assert f"Sides swapped: Black {one}, White {other}." in board["content"]
    assert labels(await table.driver.message(last)) == AT_THE_END
    await table.without_buttons(card)


async def test_in_the_pie_the_roles_are_swapped(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    last = await resign(table, ADA)
    await rematch(table, ADA, last)
    await rematch_card(table)
    assert (await rematch(table, BO, last)).text.startswith("Accepted.")
    board = await table.board(0, 2)
    assert await table.players(2) == [BO, ADA]
    assert labels(board) == ["Name komi", "Resign", "More…"]
    last = await resign(table, BO, 2)
    await rematch(table, BO, last)
    await rematch_card(table, 2)
    await rematch(table, ADA, last)
    await table.board(0, 3)
    assert await table.players(3) == [ADA, BO]


async def test_both_press_at_once_and_there_is_one_match(table: Table) -> None:
    _, black, white = await table.begin_small()
    last = await resign(table, white)
    await asyncio.gather(rematch(table, black, last), rematch(table, white, last))
    await table.board(0, 2)
    assert await table.players(2) == [white, black]
    assert await cards(table) in (1, 2), "a card that was answered before it was sent is not sent"
    assert not any("Accept" in labels(m) for m in await table.public())


async def test_a_press_that_comes_twice_makes_one_challenge_and_one_match(table: Table) -> None:
    _, black, white = await table.begin_small()
    last = await resign(table, white)
    await table.driver.click(white, last, "Rematch", twice=True)
    await rematch_card(table)
    await table.driver.click(black, last, "Rematch", twice=True)
    await table.board(0, 2)
    assert await cards(table) == 2
    assert len(await table.service.matches.headers()) == 1


async def test_strangers_and_a_second_rematch_are_refused_with_a_link(table: Table) -> None:
    _, black, white = await table.begin_small()
    server = (await table.service.matches.live(1)).server
    last = await resign(table, white)
    async with table.nothing_happens():
        stranger = await rematch(table, CY, last)
        assert stranger.ephemeral
        assert stranger.text == says("refusal-not-a-player")
    await rematch(table, black, last)
    card = await rematch_card(table)

    async def is_known() -> bool:
        return await table.service.challenges.card_of(2) is not None

    await table.until(is_known)
    async with table.nothing_happens():
        again = await rematch(table, black, last)
        assert again.ephemeral
        assert again.text == f"{says('rematch-offered')} {link(server, card)}"
    await rematch(table, white, last)
    board = await table.board(0, 2)
    await table.without_buttons(card)
    async with table.nothing_happens(1, 2):
        for who in (black, white):
            played = await rematch(table, who, last)
            assert played.ephemeral
            assert played.text.startswith(says("rematch-played", match="2"))
        assert link(server, board) in played.text


@pytest.mark.parametrize("end", ["Decline", "Withdraw", "expires"])
async def test_after_a_rematch_that_came_to_nothing_another_can_be_offered(
    table: Table, end: str
) -> None:
    _, black, white = await table.begin_small()
    last = await resign(table, white)
    await rematch(table, black, last)
    card = await rematch_card(table)
    if end == "expires":
        await table.time_passes(timedelta(hours=25))
    else:
        await table.driver.click(black if end == "Withdraw" else white, card, end)
    await table.without_buttons(card)
    sent = await rematch(table, white, last)
    assert sent.text == says("challenge-sent")
    second = await table.message(
        lambda m: m["id"] != card["id"] and "A rematch of game #1," in m["content"]
    )
    await table.driver.click(black, second, "Accept")
    await table.board(0, 2)
    assert await table.players(2) == [white, black]


async def test_a_final_board_of_last_month_still_offers_a_rematch(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        last = await resign(table, white)
        table.clock.pass_by(timedelta(days=30))
    async with process() as table:
        await rematch(table, white, last)
        await rematch_card(table)
    async with process() as table:
        assert (await rematch(table, black, last)).text.startswith("Accepted.")
        await table.board(0, 2)
        assert await table.players(2) == [white, black]


async def test_three_players_take_the_seats_in_reverse_order(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(BO, card, "Accept")
    await trio.driver.click(CY, card, "Accept")
    await trio.board(0)
    before = await trio.players()
    await resign(trio, ADA)
    last = await resign(trio, BO)
    assert labels(last) == NOT_JUDGED
    await rematch(trio, BO, last)
    card = await rematch_card(trio)
    ready = await rematch(trio, CY, last)
    assert ready.text == says("challenge-seat-taken")
    await trio.driver.click(ADA, card, "Accept")
    await trio.board(0, 2)
    assert await trio.players(2) == before[::-1]


async def test_a_rematch_needs_what_any_game_needs_in_the_channel(table: Table) -> None:
    _, black, white = await table.begin_small()
    last = await resign(table, white)
    await table.driver.permit(GAMES, deny=["attach_files"])
    refused = await rematch(table, black, last)
    assert refused.text == says("refusal-missing-permissions", permissions="**Attach Files**")
    assert await cards(table) == 1
