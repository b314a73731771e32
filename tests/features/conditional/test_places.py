"""Planned answers wherever games live: the board that is edited, the thread, a reply to a board."""

import json

import pytest

from tests.bot.asking import called
from tests.bot.says import played, says
from tests.bot.table import CY, GAMES, Process, Table, labels
from tests.bot.threads.thread import THREADS, begin
from tests.features.conditional.test_conditional import moves, panel_after, step, typed
from tests.features.replays.test_records import file_of


async def plans(table: Table, who: str) -> None:
    """``who`` plays c3 and plans b2 for d4."""
    panel = await panel_after(table, who, "c3")
    await (await panel.choose("d4")).choose("b2")
    assert step("d4", "b2") in panel.text


async def test_a_living_board_and_its_line_tell_both_turns(table: Table) -> None:
    await table.games_live("living")
    _, black, white = await table.begin_small()
    await plans(table, black)
    await table.all_posted()
    await table.play(white, "d4")
    line = await table.message(lambda m: played("Black", "b2") in m["content"] and not labels(m))
    assert played("White", "d4") in line["content"]
    assert called(line) == [white]


async def test_an_end_that_was_planned_calls_who_planned_it(table: Table) -> None:
    """The other has just pressed *Yes, pass*, and knows."""
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await typed(table, black, panel, "pass pass")
    question = await table.play(white, "pass")
    assert question.message is not None
    await table.driver.click(white, question.message, "Yes, pass")
    last = await table.board(3)
    assert called(last) == [black]


async def test_in_a_thread_both_turns_are_on_one_board(table: Table) -> None:
    await table.driver.permit(GAMES, allow=[THREADS])
    await table.games_live("thread")
    _, _, black, white = await begin(table)
    await plans(table, black)
    await table.play(white, "d4")
    board = await table.board(3)
    assert board["content"].splitlines()[:2] == [played("White", "d4"), played("Black", "b2")]


async def test_a_reply_to_the_board_is_answered_too(table: Table) -> None:
    _, black, white = await table.begin_small()
    await plans(table, black)
    board = await table.board(1)
    await table.driver.say(white, table.channel, "d4", reply_to=board)
    board = await table.board(3)
    assert board["content"].splitlines()[:2] == [played("White", "d4"), played("Black", "b2")]


async def test_a_plan_outlives_the_process_in_which_it_was_made(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        await plans(table, black)
    async with process() as table:
        await table.play(white, "d4")
        assert await moves(table) == ["c3", "d4", "b2"]


async def test_the_replay_of_a_finished_game_says_what_was_planned(table: Table) -> None:
    async def last_move() -> str:
        replay = await table.command(CY, "replay", game="1")
        last = await table.driver.click(CY, replay.message or {}, says("button-replay-last"))
        return last.text

    _, black, white = await table.begin_small()
    await plans(table, black)
    await table.play(white, "d4")
    await table.board(3)
    assert says("record-text-planned") not in await last_move()
    asked = await table.command(white, "resign")
    await table.driver.click(white, asked.message or {}, "Yes, resign")
    await table.board(4)
    told = (await last_move()).splitlines()
    (line,) = [line for line in told if says("record-text-planned") in line]
    assert "b2" in line


@pytest.mark.parametrize("form", ["sgf", "json", "txt"])
async def test_the_record_of_a_finished_game_says_what_was_planned(table: Table, form: str) -> None:
    _, black, white = await table.begin_small()
    await plans(table, black)
    await table.play(white, "d4")
    await table.board(3)
    asked = await table.command(white, "resign")
    await table.driver.click(white, asked.message or {}, "Yes, resign")
    await table.board(4)
    given = {"as": form, "game": "1"}
    _, data = await file_of(table, await table.driver.slash(CY, table.channel, "record", given))
    written = data.decode()
    if form == "json":
        planned = [turn.get("planned", False) for turn in json.loads(written)["turns"]]
        assert planned == [False, False, True, False]
    elif form == "sgf":
        assert "PLANNED[3]" in written
    else:
        (line,) = [line for line in written.splitlines() if says("record-text-planned") in line]
        assert "b2" in line
