"""The first answer to a press on a board takes its buttons off, which costs nothing."""

import asyncio

import pytest

from bot.chat.answers import responses
from bot.playground.driver import CALLBACK, EDIT, SEND
from tests.bot.posted_boards import (
    OTHER,
    boards,
    by_token,
    fill_in,
    next_request,
    only_the_newest_has_buttons,
    plays_on,
    sent,
)
from tests.bot.says import played, says
from tests.bot.table import ADA, AFTER_A_MOVE, BO, PRIVATE, Json, Table, labels, match_of


async def test_a_form_opened_from_the_board_takes_its_buttons_off_by_the_answer(
    table: Table,
) -> None:
    board, black, _ = await table.begin_small()
    await only_the_newest_has_buttons(table)
    since = await next_request(table)
    table.driver.patient = False
    modal = await table.form_on(black, board)
    held = await table.driver.hold_before(SEND)  # the answer is there first
    answer = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert answer.kind == "update"
    assert answer.message is not None
    assert (answer.message["id"], labels(answer.message)) == (board["id"], [])
    assert answer.message["attachments"]
    *same, status, how = board["content"].splitlines()
    assert says("turn-to-play", who="Black") in status
    assert how == says("board-how", point="a1")
    assert answer.message["content"].splitlines() == same
    assert answer.message["mentions"] == [], "nobody is waited for"
    receipt = await table.driver.receipt(answer)
    assert receipt["flags"] & PRIVATE
    assert receipt["content"].startswith("You played c3.")
    assert labels(receipt) == AFTER_A_MOVE
    await held.release()
    newest = await table.board(1)
    assert newest["content"].startswith(played("Black", "c3"))
    assert "interaction_metadata" not in newest, "so people can reply to it"
    assert "Move" in labels(newest)
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == [SEND]


async def test_a_press_on_the_board_takes_its_buttons_off_by_the_answer(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 6"))
    await only_the_newest_has_buttons(table)
    since = await next_request(table)
    table.driver.patient = False
    held = await table.driver.hold_before(SEND)
    answer = await table.driver.click(BO, await table.board(1), "Play White (+6)")
    assert answer.kind == "update"
    receipt = await table.driver.receipt(answer)
    await held.release()
    assert receipt["content"].startswith("You chose White")
    await table.board(2)
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == [SEND]
    assert await table.buttons(board) == []


async def test_a_press_on_a_private_message_replaces_that(table: Table) -> None:
    """*Undo* under the receipt, *More…*: the private message is replaced as ever."""
    _, black, white = await table.begin_small()
    undo = await table.play(black, "c3")
    await only_the_newest_has_buttons(table)
    assert undo.message is not None
    undone = await table.driver.click(black, undo.message, "Undo")
    assert (undone.kind, undone.text) == ("update", says("private-undone", moves="c3"))
    await table.board(2)
    menu = await table.driver.click(white, await table.board(2), "More…")
    assert menu.message is not None
    asked = await table.driver.click(white, menu.message, "Cancel the game")
    assert asked.text == says("private-asked")
    board = await table.board(3)
    assert labels(board)[:2] == ["Allow", "Refuse"]
    allowed = await table.driver.click(black, board, "Allow")
    assert allowed.text == says("private-allowed")
    await table.board(4)
    await only_the_newest_has_buttons(table)


@pytest.mark.parametrize("move", ["z9", "c3"])
async def test_a_refusal_leaves_the_buttons(table: Table, move: str) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    shown = labels(board)
    modal = await table.form_on(white, board)
    async with table.nothing_happens():
        table.driver.patient = False
        refused = await table.driver.submit_modal(white, modal, {"text": move})
        assert (refused.kind, refused.ephemeral) == ("message", True)
        assert await table.buttons(board) == shown


# --- what it costs ---


async def test_a_move_costs_one_request_of_the_budget_and_by_command_two(table: Table) -> None:
    _, black, white = await table.begin_small()
    await only_the_newest_has_buttons(table)
    for ply, (who, move) in enumerate(((black, "c3"), (white, "b2"))):
        held, since = await table.driver.hold_before(SEND), await next_request(table)
        await fill_in(table, who, move, ply)
        await held.release()
        await table.board(ply + 1)
        await only_the_newest_has_buttons(table)
        assert await by_token(table, since) == [SEND]
    since = await next_request(table)
    await table.moves((black, "d4"))
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == [SEND, EDIT]


# --- what breaks ---


async def test_after_a_private_acknowledgement_the_buttons_come_off_all_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, black, white = await table.begin_small()
    await only_the_newest_has_buttons(table)
    modal = await table.form_on(black, board)
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 0.0)
    since = await next_request(table)
    told = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert told.ephemeral
    assert told.text.startswith("You played c3.")
    newest = await table.board(1)
    assert not newest["flags"] & PRIVATE
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == [SEND, EDIT]
    monkeypatch.undo()
    await plays_on(table, white, "b2", 2)


@pytest.mark.parametrize("applied", [True, False])
async def test_where_no_answer_gets_through_the_board_comes(
    table: Table, applied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 60.0)  # the answer itself is lost
    board, black, white = await table.begin_small()
    modal = await table.form_on(black, board)
    table.driver.patient = False
    await table.driver.patience(60 if applied else 0.5)
    await table.driver.drop_next(CALLBACK, applied=applied, times=100)
    answer = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert answer.kind == ("update" if applied else "failed")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    await table.driver.clear_faults()
    await table.driver.patience(60)
    await plays_on(table, white, "b2", 2)
    assert await boards(table) == [0, 1, 2]


async def test_an_update_whose_answer_is_lost_counts(table: Table) -> None:
    board, black, _ = await table.begin_small()
    await only_the_newest_has_buttons(table)
    modal = await table.form_on(black, board)
    since = await next_request(table)
    await table.driver.drop_next(CALLBACK, applied=True)
    held = await table.driver.hold_before(SEND)
    told = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert told.text.startswith("You played c3.")
    await held.release()
    await table.board(1)
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == [SEND]


async def test_a_move_on_a_board_that_was_deleted_meanwhile_is_answered(table: Table) -> None:
    board, black, white = await table.begin_small()
    modal = await table.form_on(black, board)
    await table.driver.fail_next(CALLBACK, 404, body={"message": "Unknown Message", "code": 10008})
    told = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert (told.kind, told.ephemeral) == ("message", True)
    assert told.text.startswith("You played c3.")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    await table.driver.delete_message(ADA, await table.board(1))
    await plays_on(table, white, "b2", 2)


async def test_a_move_from_another_channel_is_told_in_its_own(table: Table) -> None:
    _, black, white = await table.begin_small()
    since = await next_request(table)
    told = await table.driver.slash(black, OTHER, "play", {"move": "c3", "game": "1"})
    assert told.text.startswith("You played c3"), told.text
    await table.board(1)
    await only_the_newest_has_buttons(table)
    assert await sent(table, since) == [1]
    assert [m for m in await table.driver.messages(OTHER) if not m["flags"] & PRIVATE] == []
    await plays_on(table, white, "b2", 2)


# --- several games ---


async def six_games(table: Table) -> list[tuple[int, str, Json]]:
    """Six games in one channel: number, who is to move, the board."""
    begun: list[tuple[int, str, Json]] = []
    for _ in range(6):
        board = await table.begin(ADA, BO, size=3, komi=0, button=False)
        match = match_of(board)
        black, _ = await table.players(match)
        begun.append((match, black, board))
    return begun


async def press(table: Table, who: str, board: Json, move: str) -> str:
    """The form of a board; what its player is told."""
    modal = await table.form_on(who, board)
    return (await table.driver.submit_modal(who, modal, {"text": move})).text


async def test_everybody_is_answered_while_a_channel_with_many_games_is_stuck(
    table: Table,
) -> None:
    games = await six_games(table)
    matches = [match for match, _, _ in games]
    (first, black, board), *others = games
    stuck = await table.driver.hold_before(SEND)
    assert (await press(table, black, board, "c3")).startswith("You played c3")
    await stuck.wait_until_held()
    told = await asyncio.gather(*(press(table, who, b, "c3") for _, who, b in others))
    assert all(text.startswith("You played c3") for text in told)
    assert [await boards(table, match) for match in matches] == [[0]] * 6
    await stuck.release()
    await only_the_newest_has_buttons(table, *matches)
    assert [await boards(table, match) for match in matches] == [[0, 1]] * 6
    assert first


async def test_two_games_in_one_channel_take_each_others_buttons_off_never(table: Table) -> None:
    one, black, white = await table.begin_small()
    two = await table.begin(ADA, BO, size=3, komi=0, button=False)
    dark, light = await table.players(2)
    await press(table, black, one, "c3")
    await table.board(1, 1)
    await only_the_newest_has_buttons(table, 1, 2)
    await press(table, dark, two, "c3")
    await table.board(1, 2)
    await table.play(light, "b2", 2)
    await table.play(white, "b2", 1)
    await table.board(2, 1)
    await table.board(2, 2)
    await only_the_newest_has_buttons(table, 1, 2)
