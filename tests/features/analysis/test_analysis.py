"""Analysing a game: other moves, comments and marks, and the file that is shared."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.features.analysis.service import MOST_KEPT
from bot.playground.driver import Answer
from engine.games import all_games
from engine.record import FORMS, Record, read
from engine.record.tree import MarkSign, Note, Tree
from tests.bot.panels import Panel
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, CY, Json, Process, Table, labels
from tests.features.replays.test_records import bring, file_of, finished, on_move, shown

PLAY, COMMENT, MARK = (says(f"button-analysis-{name}") for name in ("play", "comment", "mark"))
DELETE, BACK = says("button-analysis-undo"), says("button-analysis-board")
SHARE, TYPE = says("button-share"), says("button-type")
FIRST, BACKWARD, FORWARD, LAST = "« First", "‹ Back", "Forward ›", "Last »"


class Board(Panel):
    """A board of somebody who analyses."""

    async def fill(self, label: str, fields: dict[str, str]) -> "Board":
        form = await self.table.driver.click(self.who, self.message, label)
        await self._after(await self.table.driver.submit_modal(self.who, form, fields))
        return self

    async def type(self, moves: str) -> "Board":
        if PLAY in labels(self.message):
            await self.press(PLAY)
        return await self.fill(TYPE, {"text": moves})


async def analysed(table: Table, who: str, **options: Any) -> Board:
    board = Board(table, who)
    board.answer = await table.command(who, "analyse", **options)
    assert board.answer.ephemeral
    return board


def head(ply: int, done: str) -> list[str]:
    title = says("analysis-head", title="Keil #1")
    return [title, says("analysis-move", ply=str(ply), done=done)]


def variation(ply: int) -> str:
    return says("analysis-variation", **{"from": str(ply)})


def alt(board: Board) -> str:
    (picture,) = board.message["attachments"]
    return picture["description"]


async def shared(table: Table, board: Board) -> tuple[Json, Record]:
    """The public message and the record in its file."""
    await board.table.driver.click(board.who, board.message, SHARE)
    message = await table.message(lambda m: "shows an analysis" in m["content"])
    picture, file = message["attachments"]
    assert picture["filename"].endswith(".png")
    assert file["filename"] == "keil-analysis-1.sgf"
    return message, read(await table.driver.file(file), all_games())


async def test_a_finished_game_is_analysed_and_shared(table: Table) -> None:
    black, white = await finished(table)
    board = await analysed(table, CY, move=2)
    assert board.text.splitlines() == head(2, played("White", "d4"))
    await board.press(PLAY)
    assert "c3" not in board.lists[0], "there is a stone"
    await board.choose("e2")
    assert board.text.splitlines()[:3] == [*head(3, played("Black", "e2")), variation(2)]
    await board.press("Pass")
    await board.press(BACK)
    assert board.text.splitlines() == [*head(4, played("White", "pass")), variation(2)]
    await board.fill(COMMENT, {"text": "Good\nfor *both*"})
    assert board.text.splitlines()[-2:] == ["> Good", "> for  both "]
    await board.fill(MARK, {"points": "b2, C1 ", "mark": "letter"})
    await board.fill(MARK, {"points": "e2", "mark": "triangle"})
    marks = says("analysis-alt-marks", marks="A at b2, B at c1 and △ at e2")
    assert alt(board).startswith(marks)
    await board.press(BACKWARD)
    assert board.text.splitlines()[1] == head(3, played("Black", "e2"))[1]
    await board.press(BACKWARD)
    assert board.lists[0] == ["3", "4"], "the move of the game and the variation"
    await board.choose("3")
    assert board.text.splitlines()[1] == head(3, played("Black", "b2"))[1]
    message, record = await shared(table, board)
    assert message["content"] == says(
        "analysis-shared", who=f"<@{await user(table, CY)}>", title="Keil #1", ply="3"
    )
    assert record.players == (black, white)
    assert record.tree is not None
    assert [record.tree.line(node) for node in (4, 5)] == [
        ["c3", "d4", "e2"],
        ["c3", "d4", "e2", "pass"],
    ]
    note = Note("Good\nfor *both*", {"e2": MarkSign.TRIANGLE}, {"b2": "A", "c1": "B"})
    assert record.tree.notes == {5: note}


async def user(table: Table, name: str) -> str:
    people = (await table.driver.overview())["people"]
    return str(next(p["id"] for p in people if p["global_name"] == name))


async def test_the_analysis_is_there_after_a_restart_and_for_nobody_else(process: Process) -> None:
    table = process.table
    await finished(table)
    board = await analysed(table, CY)
    await board.type("pass, e2")
    assert board.text.splitlines()[-1] == variation(3)
    await process.restart()
    await board.press(BACKWARD)
    assert board.text.splitlines() == [*head(4, played("White", "pass")), variation(3)]
    again = await analysed(table, CY)
    assert again.lists == board_lists(again)
    await again.press(FORWARD)
    assert again.text == board.text
    other = await analysed(table, BO)
    assert DELETE not in labels(other.message)
    (forward,) = [b for b in buttons(other.message) if b["label"] == FORWARD]
    assert forward["disabled"]


def board_lists(board: Board) -> list[list[str]]:
    """Only the list of overlays: there is but one next move."""
    return [values for values in board.lists if "none" in values]


def buttons(message: Json) -> list[Json]:
    return [part for row in message["components"] for part in row["components"] if "label" in part]
