"""Attacks on boards that are being sent: everybody at once, twice, too late, in between."""

import asyncio

import pytest

from bot.playground.driver import CALLBACK, FOLLOW_UP, SEND
from bot.storage.queries.messages import Left
from tests.bot.posted_boards import (
    HISTORY,
    boards,
    next_request,
    only_the_newest_has_buttons,
    plays_on,
    sent,
)
from tests.bot.table import ADA, CY, GAMES, Table

AGAIN = {"message": "x", "code": 0, "retry_after": 0.2}


async def test_fifty_presses_at_once_are_one_move(soon: Table) -> None:
    board, black, white = await soon.begin_small()
    people = [black, white, CY]
    modals = await asyncio.gather(
        *(soon.form_on(people[n % 2], board) for n in range(30)),
    )
    forms = [(people[n % 2], m) for n, m in enumerate(modals) if m.kind == "modal"]
    told = await asyncio.gather(
        *(soon.driver.submit_modal(who, m, {"text": "c3"}) for who, m in forms),
        *(soon.driver.click(people[n % 3], board, "Pass") for n in range(20)),
        return_exceptions=True,
    )
    for one in told:
        assert not isinstance(one, BaseException), one
        assert one.text or one.message is None, "a refusal goes with the next answer"
    assert await soon.ply() == 1
    await soon.board(1)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1]
    await plays_on(soon, white, "b2", 2)


@pytest.mark.parametrize("how", ["form", "command"])
async def test_what_is_delivered_twice_is_one_move(soon: Table, how: str) -> None:
    _, black, white = await soon.begin_small()
    for ply, who in enumerate([black, white, black, white]):
        move = ["c3", "b2", "d4", "d3"][ply]
        if how == "form":
            modal = await soon.form_on(who, await soon.board(ply))
            told = await soon.driver.submit_modal(who, modal, {"text": move}, twice=True)
        else:
            told = await soon.driver.slash(who, GAMES, "play", {"move": move}, twice=True)
        assert told.text.startswith("You played"), told
        await soon.board(ply + 1)
        await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("after", [True, False])
async def test_moves_while_a_board_is_being_sent_come_after_it(soon: Table, after: bool) -> None:
    _, black, white = await soon.begin_small()
    held = await (soon.driver.hold_after if after else soon.driver.hold_before)(SEND)
    assert (await soon.play(black, "c3")).text.startswith("You played")
    await held.wait_until_held()
    assert (await soon.play(white, "b2")).text.startswith("You played")
    assert (await soon.play(black, "d4")).text.startswith("You played")
    await held.release()
    await soon.board(3)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) in ([0, 1, 3], [0, 1, 2, 3])


async def test_a_board_that_is_lost_while_others_come_is_told_once(soon: Table) -> None:
    _, black, white = await soon.begin_small()
    held = await soon.driver.hold_after(SEND)
    await soon.play(black, "c3")
    await held.wait_until_held()
    await soon.play(white, "b2")
    await soon.play(black, "d4")
    await held.release(drop=True)
    await soon.board(3)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) in ([0, 1, 3], [0, 1, 2, 3])


async def test_the_new_board_is_deleted_before_its_post_is_marked(soon: Table) -> None:
    _, black, white = await soon.begin_small()
    held = await soon.driver.hold_after(SEND)
    await soon.play(black, "c3")
    await held.wait_until_held()
    newest = await soon.board(1)
    await soon.driver.delete_message(ADA, newest)
    await held.release()
    await soon.play(white, "b2")
    await soon.board(2)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 2]


async def test_the_permission_goes_while_the_board_is_on_its_way(soon: Table) -> None:
    _, black, white = await soon.begin_small()
    held = await soon.driver.hold_before(SEND)
    await soon.play(black, "c3")
    await held.wait_until_held()
    await soon.driver.permit(GAMES, deny=["send_messages"])
    await held.release()
    told = await soon.play(white, "b2")
    assert told.text
    await soon.driver.permit(GAMES, allow=["send_messages"])
    await soon.board(2)
    await only_the_newest_has_buttons(soon)
    # The first comes too, if its next sending had begun when the second was played.
    assert await boards(soon) in ([0, 2], [0, 1, 2])


@pytest.mark.parametrize("status", [429, 500])
async def test_an_answer_that_fails_once_is_given_again(soon: Table, status: int) -> None:
    board, black, _ = await soon.begin_small()
    modal = await soon.form_on(black, board)
    await soon.driver.fail_next(CALLBACK, status, body=AGAIN)
    told = await soon.driver.submit_modal(black, modal, {"text": "c3"})
    assert told.text.startswith("You played"), told
    await soon.board(1)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1]


async def test_a_receipt_that_fails_keeps_no_board(soon: Table) -> None:
    board, black, _ = await soon.begin_small()
    modal = await soon.form_on(black, board)
    soon.driver.patient = False
    await soon.driver.fail_next(FOLLOW_UP, 404, body={"message": "x", "code": 10015})
    await soon.driver.submit_modal(black, modal, {"text": "c3"})
    await soon.board(1)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1]


async def test_in_a_thread_that_is_archived_meanwhile(soon: Table) -> None:
    await soon.driver.create_thread(GAMES, "t", ADA)
    soon.channel = "t"
    _, black, _ = await soon.begin_small()
    held = await soon.driver.hold_before(SEND)
    await soon.play(black, "c3")
    await held.wait_until_held()
    await soon.driver.archive_thread("t")
    await held.release()
    await soon.board(1)


async def test_plain_replies_to_boards_count_once(soon: Table) -> None:
    _, black, white = await soon.begin_small()
    first = await soon.moves((black, "c3"))
    await soon.driver.say(CY, GAMES, "b2", reply_to=first)
    await soon.driver.say(black, GAMES, "b2", reply_to=first)
    await soon.driver.say(white, GAMES, "b2", reply_to=first)
    second = await soon.board(2)
    await soon.driver.say(white, GAMES, "d4", reply_to=first)
    await soon.driver.say(black, GAMES, "d4", reply_to=second)
    await soon.board(3)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1, 2, 3]


async def test_a_board_found_before_its_turn_has_handed_it_over_is_not_looked_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker of the channel may read the database first; the request has not begun."""
    _, black, _ = await table.begin_small()
    hand_over, wake = table.client.delivery.hand_over, table.client.delivery.wake
    channel = (await table.service.matches.live(1)).channel_id

    def hand_over_late(left: Left) -> None:
        wake(channel)  # for another message: a worker is on its way to the database
        asyncio.get_running_loop().call_soon(hand_over, left)

    monkeypatch.setattr(table.store, "woken", [hand_over_late])
    since = await next_request(table)
    await table.play(black, "c3")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    assert await table.driver.requests(HISTORY, since=since) == []
    assert await sent(table, since) == [1]
