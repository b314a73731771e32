"""Living boards: one board in the channel that changes, and one line that calls the next player."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
import sqlalchemy as sa

from bot.chat.delivery import channel_activity, sending_attempts
from bot.chat.delivery.worker import Delivery
from bot.playground.driver import EDIT, EDIT_SENT, SEND, Driver
from bot.playground.server import Playground
from bot.service.shown_messages import Work
from bot.storage.schema import message
from bot.storage.sqlite import Link
from bot.storage.transaction import Transaction
from tests.bot.asking import called
from tests.bot.left import left
from tests.bot.living.channel import begin, idle, public
from tests.bot.pauses import SHORT, pause_for
from tests.bot.says import played, says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    GAMES,
    Process,
    Table,
    hurry,
    labels,
    ply_of,
    seated,
)
from tests.crash.table import NONCE_FORGOTTEN
from tests.features.following.test_following import follow
from tests.stores import ONLY_SQLITE
from tests.toy import TOYS

Json = dict[str, Any]


async def typed(table: Table, who: str, under: Json, move: str) -> None:
    """``who`` presses *Move* under a message, and types the move."""
    await table.at_once(who)
    form = await table.form(who, under)
    await table.driver.submit_modal(who, form, {"text": move})


async def shows(table: Table, ply: int, messages: int = 2) -> list[Json]:
    """The board and the line, once they show this ply and nothing else is left."""

    async def settled() -> bool:
        seen, waits = await public(table), await table.store.read(left)
        return not waits and len(seen) == messages and ply_of(seen[0]) == (1, ply)

    await table.until(settled)
    return await public(table)


async def replaced(table: Table, board: Json, ply: int) -> tuple[Json, Json]:
    """The line, once another board than ``board`` is below it, to which it links."""

    async def settled() -> bool:
        if await table.store.read(left) or len(seen := await public(table)) != 2:
            return False
        line, shown = seen
        return ply_of(shown) == (1, ply) and shown["id"] in line["content"]

    await table.until(settled)
    line, shown = await public(table)
    assert shown["id"] != board["id"]
    return line, shown


@pytest.mark.parametrize("mode", ["change", "turn"])
async def test_the_living_board_has_a_picture_and_its_lines_have_none(
    table: Table, mode: str
) -> None:
    (server,) = table.client.guilds
    await table.service.servers.change(server.id, lambda old: replace(old, pictures=mode))
    _, black, _ = await begin(table)
    await table.command(black, "cancel")
    board, line = await shows(table, 1)
    assert (len(board["attachments"]), len(line["attachments"])) == (1, 0)


async def test_the_board_says_how_to_move_until_each_player_has_and_its_lines_do_not(
    table: Table,
) -> None:
    board, black, white = await begin(table)
    assert board["content"].splitlines()[-1] == says("board-how", point="a1")
    await table.play(black, "b1")
    shown, line = await shows(table, 1)
    assert shown["content"].splitlines()[-1] == says("board-how", point="a1")
    assert "reply to this" not in line["content"]
    await table.play(white, "c3")
    for told in await shows(table, 2):
        assert "reply to this" not in told["content"]


async def test_edits_are_reported_although_no_round_comes(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that was made while the report of another was being stored."""
    flush, stored, go = Delivery._flush, asyncio.Event(), asyncio.Event()

    async def flush_slowly(self: Delivery) -> None:
        await flush(self)
        if not self._closed:
            stored.set()
            await go.wait()

    async def no_round(_: Delivery) -> None:
        """Only the worker's own reports count."""

    monkeypatch.setattr(Delivery, "_flush", flush_slowly)
    monkeypatch.setattr(Delivery, "serve", no_round)
    async with process() as table:
        _, black, white = await begin(table)
        await table.play(black, "b1")
        await shows(table, 1)
        await stored.wait()
        held = await table.driver.hold_before(EDIT)
        await table.play(white, "a1")
        await held.wait_until_held()

        async def the_line_is_reported() -> bool:
            return all(one.message is not None for one in await table.store.read(left))

        await table.until(the_line_is_reported)
        await held.release()
        await table.driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 2))
        go.set()
        await shows(table, 2)


async def test_one_board_changes_and_one_line_calls(table: Table) -> None:
    board, black, white = await begin(table)
    assert len(await public(table)) == 1
    await table.play(black, "b1")
    shown, line = await shows(table, 1)
    assert shown["id"] == board["id"] and len(shown["attachments"]) == 1
    assert played("Black", "b1") in shown["content"]
    assert played("Black", "b1") in line["content"]
    assert [user["global_name"] for user in line["mentions"]] == [white]
    assert board["id"] in line["content"] and not line["attachments"]
    assert ":R> · [See the board](" in line["content"], "set apart from the facts before it"
    assert not labels(line) and "Resign" in labels(shown), "one message has the buttons"
    await table.play(white, "a1")
    shown, second = await shows(table, 2)
    assert shown["id"] == board["id"] and second["id"] != line["id"]
    answer = await table.play(black, "pass")
    assert answer.message is not None
    await table.driver.click(black, answer.message, "Yes, pass")
    await shows(table, 3)
    answer = await table.play(white, "pass")
    assert answer.message is not None
    await table.driver.click(white, answer.message, "Yes, pass")
    (end,) = await shows(table, 4, messages=1)
    assert labels(end) == AT_THE_END and end["id"] != board["id"]
    await idle(table)


async def test_people_play_by_the_buttons_of_the_board(table: Table) -> None:
    board, black, white = await begin(table)
    await typed(table, black, board, "b1")
    shown, _ = await shows(table, 1)
    await typed(table, white, shown, "a1")
    shown, line = await shows(table, 2)
    assert "Move" in labels(shown) and not labels(line)


async def test_people_reply_to_the_board_and_to_the_line(table: Table) -> None:
    board, black, white = await begin(table)
    await table.driver.say(black, GAMES, "b1", reply_to=board, ping=True)
    shown, line = await shows(table, 1)
    await table.driver.say(white, GAMES, "a1", reply_to=line, ping=True)
    shown, kept, _ = await shows(table, 2, messages=3)
    assert kept["id"] == line["id"] and played("Black", "b1") in kept["content"]
    await table.driver.say(black, GAMES, "a2", reply_to=shown, ping=True)
    await shows(table, 3, messages=3)
    await table.driver.say(CY, GAMES, "nice", reply_to=kept)  # nothing happens


async def test_a_line_that_somebody_talks_about_stays(table: Table) -> None:
    _, black, white = await begin(table)
    await table.play(black, "b1")
    _, line = await shows(table, 1)
    await table.driver.say(CY, GAMES, "why not a1?", reply_to=line)
    await table.until(lambda: _replied(table))
    await table.play(white, "a1")
    _, kept, _ = await shows(table, 2, messages=3)
    assert kept["id"] == line["id"]


async def _replied(table: Table) -> bool:
    kept = sa.select(message.c.id).where(message.c.replied)
    return await table.store.read(lambda tx: tx.connection.execute(kept).first()) is not None


async def test_no_reply_stands_under_a_message_that_is_gone(process: Process) -> None:
    """Also when a new board takes the place of another, and of one that another process sent."""
    async with process() as table:
        board, black, white = await begin(table)
        await table.driver.say(black, GAMES, "b1", reply_to=board, ping=True)
        await shows(table, 1)
    async with process() as table:
        await table.play(white, "a1")

        async def new_board() -> bool:
            seen = await public(table)
            return len(seen) == 2 and not await table.store.read(left)

        await table.until(new_board)
        old, new = await public(table)
        assert old["id"] == board["id"] and not labels(old)
        assert played("Black", "b1") in old["content"]
        assert ":R>" not in old["content"], "no time runs there"
        assert "Move" in labels(new)


async def test_a_restart_posts_a_new_board_and_deletes_the_old_one(process: Process) -> None:
    async with process() as table:
        board, black, white = await begin(table)
        await table.play(black, "b1")
        await shows(table, 1)
    async with process() as table:
        await table.play(white, "a1")
        (shown,) = await shows(table, 2, messages=1)
        assert shown["id"] != board["id"]
        assert [user["global_name"] for user in shown["mentions"]] == [black]
        await table.play(black, "a2")
        again, _ = await shows(table, 3)
        assert again["id"] == shown["id"]


async def test_after_much_talk_the_board_comes_to_the_bottom(table: Table) -> None:
    board, black, white = await begin(table)
    for number in range(channel_activity.MOST_FOREIGN_MESSAGES):
        await table.driver.say(CY, GAMES, f"talk {number}")
    await table.play(black, "b1")
    shown, _ = await shows(table, 1)
    assert shown["id"] == board["id"]
    await table.driver.say(CY, GAMES, "one more")
    await table.until(lambda: _heard(table, channel_activity.MOST_FOREIGN_MESSAGES + 1))
    await table.play(white, "a1")
    (shown,) = await shows(table, 2, messages=1)
    assert shown["id"] != board["id"]


async def test_a_board_that_is_sent_again_tells_the_turns_that_it_was_to_tell(table: Table) -> None:
    """The line below it tells only the turn that came meanwhile."""
    board, black, white = await begin(table)
    for number in range(channel_activity.MOST_FOREIGN_MESSAGES + 1):
        await table.driver.say(CY, GAMES, f"talk {number}")
    await table.until(lambda: _heard(table, channel_activity.MOST_FOREIGN_MESSAGES + 1))
    held = await table.driver.hold_before(SEND)
    await table.play(black, "b1")
    await held.wait_until_held()
    await table.play(white, "a1")
    await held.release(drop=True)
    shown, line = await shows(table, 2)
    assert shown["id"] != board["id"] and played("Black", "b1") not in line["content"]
    sent = [request["body"]["content"] for request in await table.driver.requests(SEND)]
    (again,) = [text for text in sent if played("White", "a1") in text and text != line["content"]]
    assert "b1" in again


async def test_a_board_whose_answer_was_lost_is_found_although_its_game_has_gone_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is edited when it is found; a second one would keep its buttons for ever."""
    pause_for(monkeypatch, SHORT)
    board, black, white = await begin(table)
    for number in range(channel_activity.MOST_FOREIGN_MESSAGES + 1):
        await table.driver.say(CY, GAMES, f"talk {number}")
    await table.until(lambda: _heard(table, channel_activity.MOST_FOREIGN_MESSAGES + 1))
    held = await table.driver.hold_after(SEND)
    await table.play(black, "b1")
    await held.wait_until_held()
    await table.play(white, "a1")
    await table.driver.move_clock(NONCE_FORGOTTEN)
    await held.release(drop=True)
    shown, line = await shows(table, 2)
    assert shown["id"] != board["id"] and shown["id"] in line["content"]
    assert played("White", "a1") in line["content"]


async def test_a_new_board_calls_whom_the_one_before_it_called(table: Table) -> None:
    """No line has: the board itself was the call."""
    board, black, _ = await begin(table)
    assert called(board) == [black]
    channel = table.client.get_partial_messageable(int(board["channel_id"]))
    await channel.get_partial_message(int(board["id"])).delete()
    await table.store.write(lambda tx: tx.messages.renew([1]))

    async def replaced() -> bool:
        seen = await public(table)
        return len(seen) == 1 and seen[0]["id"] != board["id"]

    await table.until(replaced)
    (again,) = await public(table)
    assert called(again) == [black] and again["content"] == board["content"]


async def _heard(table: Table, number: int) -> bool:
    return max(map(len, table.client._activity._messages.values())) >= number


async def test_a_deleted_board_is_posted_again(table: Table) -> None:
    board, black, white = await begin(table)
    channel = table.client.get_partial_messageable(int(board["channel_id"]))
    await channel.get_partial_message(int(board["id"])).delete()
    await table.play(black, "b1")
    line, shown = await replaced(table, board, 1)
    assert called(line) == [white] and not shown["mentions"]
    await table.play(white, "a1")
    again, _ = await shows(table, 2)
    assert again["id"] == shown["id"], "the older line is gone"


async def test_where_an_old_board_cannot_be_edited_there_is_a_new_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord lets messages older than an hour be changed three times in six seconds (30046)."""
    monkeypatch.setattr(sending_attempts, "LONGEST_EDIT", 1.0)
    board, black, white = await begin(table)
    await idle(table)  # the card could not be edited from now on, either
    await table.driver.move_clock(2 * 3600)
    table.clock.pass_by(-table.clock.ahead)
    await table.driver.rates(old_edits=(0, 3600.0))
    await table.play(black, "b1")
    _, shown = await replaced(table, board, 1)
    await table.play(white, "a1")
    again, _ = await shows(table, 2)
    assert again["id"] == shown["id"]


async def test_the_last_board_has_a_picture_although_nothing_is_new_on_it(table: Table) -> None:
    board, black, white = await begin(table)
    await table.play(black, "b1")
    await shows(table, 1)
    answer = await table.command(white, "resign")
    assert answer.message is not None
    await table.driver.click(white, answer.message, "Yes, resign")
    (end,) = await shows(table, 2, messages=1)
    assert end["id"] != board["id"] and labels(end) == AT_THE_END
    await idle(table)


async def test_a_new_board_after_a_restart_has_a_picture_although_nothing_is_new_on_it(
    process: Process,
) -> None:
    async with process() as table:
        _, black, white = await begin(table)
        await table.play(black, "b1")
        await shows(table, 1)
    async with process() as table:
        await table.driver.say(CY, GAMES, "hello")
        answer = await table.play(white, "pass")
        assert answer.message is not None
        await table.driver.click(white, answer.message, "Yes, pass")
        (shown,) = await shows(table, 2, messages=1)
        assert "Pass" in labels(shown)
        await table.play(black, "a2")
        again, _ = await shows(table, 3)
        assert again["id"] == shown["id"]


async def test_people_who_reply_do_not_wait_for_an_old_board_that_cannot_be_edited(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord.py would wait for an hour, and it does so for nothing else in the channel."""
    monkeypatch.setattr(sending_attempts, "LONGEST_EDIT", 1.0)
    board, black, white = await begin(table)
    await idle(table)  # the card is not to be edited any more
    body: Json = {"code": 30046, "message": "Try again later", "retry_after": 3600, "global": False}
    await table.driver.fail_next(EDIT, 429, body=body)
    await table.driver.say(black, GAMES, "b1", reply_to=board, ping=True)
    line, shown = await replaced(table, board, 1)
    assert called(line) == [white] and not shown["mentions"]
    await table.driver.say(white, GAMES, "a1", reply_to=shown, ping=True)
    again, _ = await shows(table, 2)
    assert again["id"] == shown["id"]


async def test_the_line_calls_the_followers_too_and_so_does_the_last_board(
    process: Process,
) -> None:
    async with process() as table:
        board, black, white = await begin(table)
        await follow(table, CY, board, "Every move")
        await table.play(black, "b1")
        shown, line = await shows(table, 1)
        assert sorted(called(line)) == sorted([white, CY])
        assert await table.mention(CY) in line["content"]
        assert await table.mention(CY) not in shown["content"]
        await table.play(white, "a1")
        _, line = await shows(table, 2)
        assert sorted(called(line)) == sorted([black, CY])
    async with process() as table:  # which posts a whole board
        await table.play(black, "a2")
        (shown,) = await shows(table, 3, messages=1)
        assert sorted(called(shown)) == sorted([white, CY])
        answer = await table.command(white, "resign")
        assert answer.message is not None
        await table.driver.click(white, answer.message, "Yes, resign")
        (end,) = await shows(table, 4, messages=1)
        assert sorted(called(end)) == sorted([black, CY]), "who has resigned knows"


async def test_requests_are_asked_on_the_line(table: Table) -> None:
    board, black, white = await begin(table)
    await table.play(black, "b1")
    await table.play(white, "a1")
    await shows(table, 2)
    answer = await table.command(black, "cancel")
    assert answer.message is not None

    async def asked() -> bool:
        return any("Allow" in labels(m) for m in await public(table))

    await table.until(asked)
    line = [m for m in await public(table) if "Allow" in labels(m)][-1]
    await table.driver.click(white, line, "Refuse")

    async def refused() -> bool:
        seen = await public(table)
        return not any("Allow" in labels(m) for m in seen) and len(seen) == 2

    await table.until(refused)
    assert board["id"] in {m["id"] for m in await public(table)}


async def test_a_reply_costs_an_edit_a_line_and_a_deletion(table: Table) -> None:
    board, black, white = await begin(table)
    await table.driver.say(black, GAMES, "b1", reply_to=board, ping=True)
    await shows(table, 1)
    since = (await table.driver.requests())[-1]["n"]
    await table.driver.say(white, GAMES, "a1", reply_to=board, ping=True)
    await shows(table, 2)
    made = [f"{r['method']} {r['route']}" for r in await table.driver.requests(since=since + 1)]
    assert len([route for route in made if route in (SEND, EDIT, EDIT_SENT)]) == 2
    assert len(made) == 3


async def test_a_board_that_was_edited_while_the_line_was_reported_is_not_edited_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report of the line was on its way and could not take along that of the edit."""
    board, black, white = await begin(table)
    await table.play(black, "b1")
    await shows(table, 1)
    await idle(table)  # the card is not to be edited any more
    since = (await table.driver.requests())[-1]["n"] + 1
    line, edit = await table.driver.hold_before(SEND), await table.driver.hold_after(EDIT)
    await table.play(white, "a1")
    await line.wait_until_held()
    await edit.wait_until_held()
    next_work, looked, go_on = table.service.shown_messages.next_work, Event(), Event()

    def slowly(tx: Transaction, channel_id: int, *, sends: bool = True) -> Work:
        found = next_work(tx, channel_id, sends=sends)
        looked.set()
        go_on.wait(60)
        return found

    monkeypatch.setattr(table.service.shown_messages, "next_work", slowly)
    await line.release()
    await asyncio.to_thread(looked.wait, 60)
    await edit.release()
    await asyncio.sleep(0.3)  # the answer is there
    go_on.set()
    await shows(table, 2)
    edits = await table.driver.requests(EDIT, since=since)
    assert [request["path"].endswith(board["id"]) for request in edits] == [True]


async def test_a_game_for_three_has_one_board(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    await driver.permit(GAMES, deny=["create_public_threads"])
    async with seated(playground, driver, TOYS, tmp_path / "keil.db", place=None) as table:
        key = next(iter(TOYS))
        card = await table.challenge(ADA, BO, game=key, opponent_2=CY)
        for who in (BO, CY):
            await table.driver.click(who, card, "Accept")
        await table.board(0, 1)
        live = await table.service.matches.live(1)
        move = next(iter(live.match.position.legal_moves()))
        who = await table.name(live.players[live.match.to_move or 0])
        await table.play(who, str(getattr(move, "point", getattr(move, "word", ""))))
        await shows(table, 1)


async def replies_under_nothing(table: Table) -> list[str]:
    """What people have said in reply to messages that are deleted."""
    seen = await table.driver.messages(table.channel)
    there = {m["id"] for m in seen}
    replies = [m for m in seen if m.get("message_reference")]
    return [m["content"] for m in replies if m["message_reference"]["message_id"] not in there]


async def test_a_reminder_that_was_answered_stays(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, time="2d")
    await table.driver.click(BO, card, "Accept")
    await table.board(0, 1)
    black, white = await table.players(1)
    await table.play(black, "b1")
    await shows(table, 1)
    await table.time_passes(timedelta(days=1, hours=20))
    reminder = await table.message(lambda m: m["content"].startswith("\u23f0"))
    await table.driver.say(white, GAMES, "a1", reply_to=reminder, ping=True)
    await table.message(lambda m: played("White", "a1") in m["content"])
    await idle(table)
    assert not await replies_under_nothing(table)


async def test_a_line_with_a_reply_stays_when_its_board_was_deleted(table: Table) -> None:
    board, black, _ = await begin(table)
    await table.play(black, "b1")
    _, line = await shows(table, 1)
    await table.driver.say(CY, GAMES, "nice", reply_to=line)
    await table.until(lambda: _replied(table))
    channel = table.client.get_partial_messageable(int(board["channel_id"]))
    await channel.get_partial_message(int(board["id"])).delete()
    await table.store.write(lambda tx: tx.messages.renew([1]))  # as after an outage

    async def new_board() -> bool:
        return any(m["id"] != board["id"] and m["attachments"] for m in await public(table))

    await table.until(new_board)
    await idle(table)
    assert not await replies_under_nothing(table)


async def test_a_board_that_has_called_still_calls_when_its_time_was_changed(table: Table) -> None:
    board, black, _ = await begin(table)
    await idle(table)
    before = await table.driver.message(board)
    assert called(before) == [black] and await table.mention(black) in before["content"]
    await table.store.write(lambda tx: tx.messages.renew([1]))  # as after an outage
    await idle(table)
    after = await table.driver.message(board)
    assert after["edited_timestamp"] and after["attachments"] and labels(after) == labels(before)
    assert (called(after), after["content"]) == ([black], before["content"])


async def test_a_reply_to_a_line_that_is_not_known_to_be_sent_is_a_move(table: Table) -> None:
    board, black, white = await begin(table)
    await idle(table)
    held = await table.driver.hold_after(SEND)
    await table.play(black, "b1")
    await held.wait_until_held()
    line = next(m for m in await public(table) if m["id"] != board["id"])
    await table.driver.say(white, GAMES, "a1", reply_to=line, ping=True)

    async def is_played() -> bool:
        return await table.ply() == 2

    await table.until(is_played)
    await held.release()
    await idle(table)
    assert not await replies_under_nothing(table)


async def test_a_board_that_stays_tells_its_last_turn_only(process: Process) -> None:
    turns = ["b1", "a1", "a2", "b2", "c2"]
    async with process() as table:
        board, *people = await begin(table)
        for ply, move in enumerate(turns):
            await table.play(people[ply % 2], move)
            await shows(table, ply + 1)
        await table.driver.say(CY, GAMES, "nice", reply_to=board)
        await table.until(lambda: _replied(table))
    async with process() as table:
        await table.play(people[1], "b3")
        await idle(table)
        old = next(m for m in await public(table) if m["id"] == board["id"])
        assert old["content"].count("played") == 1 and played("Black", "c2") in old["content"]


@ONLY_SQLITE
async def test_talk_is_not_answered_when_nothing_can_be_written(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    board, black, _ = await begin(table)
    await idle(table)

    async def writing(allowed: bool) -> None:
        pragma = f"PRAGMA query_only={'OFF' if allowed else 'ON'}"
        await cast(Link, table.store._writer).execute(pragma)

    await writing(allowed=False)
    await table.driver.say(CY, GAMES, "nice game", reply_to=board, ping=True)

    async def is_logged() -> bool:
        return "is not noted" in caplog.text

    await table.until(is_logged)
    await writing(allowed=True)
    await table.driver.say(black, GAMES, "b1", reply_to=board, ping=True)
    await shows(table, 1)
    said = [m for m in await public(table) if "message_reference" in m]
    assert said == []
