"""Analysing a game: other moves, comments and marks, and the file that is shared."""

from dataclasses import replace
from typing import Any

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.common.sharing import BETWEEN_SHARES
from bot.features.analysis.board import Shown
from bot.features.analysis.service import tag
from bot.playground.driver import Answer
from engine.games import all_games
from engine.record import FORMS, Record, read
from engine.record.tree import MarkSign, Note, Tree
from render.options import Overlay
from tests.bot.chat.play.test_access import press
from tests.bot.panels import Panel, user_of
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, CY, Json, Process, Table, labels
from tests.engine.record.test_tree import sample
from tests.features.replays.test_records import bring, finished

PLAY, COMMENT, MARK = (says(f"button-analysis-{name}") for name in ("play", "comment", "mark"))
DELETE, BACK = says("button-analysis-undo"), says("button-analysis-board")
ANALYSE, SHARE, TYPE = says("button-analyse"), says("button-share"), says("button-type")
SURE = says("button-analysis-delete")
FILES, HINT = says("button-analysis-files"), says("button-hint")
FIRST, BACKWARD, FORWARD, LAST = "« First", "‹ Back", "Forward ›", "Last »"
BEGINNING, TITLE = says("analysis-beginning"), says("analysis-head", title="Keil #1")


class Board(Panel):
    """A board of somebody who analyses."""

    async def fill(self, label: str, **fields: str) -> "Board":
        form = await self.table.driver.click(self.who, self.message, label)
        await self._after(await self.table.driver.submit_modal(self.who, form, fields))
        return self

    async def type(self, moves: str) -> "Board":
        await self.press(PLAY)
        return await self.fill(TYPE, text=moves)


async def analysed(table: Table, who: str, **options: Any) -> Board:
    board = Board(table, who)
    board.answer = await table.command(who, "analyse", **options)
    assert board.answer.ephemeral
    return board


def at(ply: int, done: str) -> list[str]:
    return [TITLE, says("analysis-move", ply=str(ply), done=done)]


def variation(ply: int) -> str:
    return says("analysis-variation", ply=str(ply))


def tried_elsewhere(ply: int) -> str:
    return says("analysis-variations", number=1, at=str(ply))


def alt(board: Board) -> str:
    (picture,) = board.message["attachments"]
    return picture["description"]


def disabled(board: Board) -> list[str]:
    rows = board.message["components"]
    return [part["label"] for row in rows for part in row["components"] if part.get("disabled")]


async def shared(table: Table, board: Board) -> tuple[Json, Record]:
    """The public message and the record in its file."""
    await board.press(SHARE)
    message = await table.message(lambda m: "shows an analysis" in m["content"])
    picture, file = message["attachments"]
    assert (picture["filename"][-4:], file["filename"][-6:]) == (".png", "-1.sgf")
    return message, read(await table.driver.file(file), all_games())


async def files_of(board: Board) -> list[bytes]:
    """The files that the owner of a board gets: SGF and JSON."""
    answer = await board.table.driver.click(board.who, board.message, FILES)
    assert answer.ephemeral
    assert answer.text == says("analysis-files")
    message = await board.table.driver.message(answer.message or {})
    assert [file["filename"][-4:] for file in message["attachments"]] == [".sgf", "json"]
    return [await board.table.driver.file(file) for file in message["attachments"]]


async def records_of(board: Board) -> list[Record]:
    """The same as records."""
    return [read(data, all_games()) for data in await files_of(board)]


async def test_a_finished_game_is_analysed_and_shared(table: Table) -> None:
    black, white = await finished(table)
    board = await analysed(table, CY, move=2)
    assert board.text.splitlines() == at(2, played("White", "d4"))
    await board.press(PLAY)
    assert "c3" not in board.lists[0], "there is a stone"
    await board.choose("e2")
    assert board.text.splitlines()[:3] == [*at(3, played("Black", "e2")), variation(2)]
    await (await board.press("Pass")).press(BACK)
    assert board.text.splitlines() == [*at(4, played("White", "pass")), variation(2)]
    await board.fill(COMMENT, text="Good\n<@1> is *late* ")
    assert board.text.splitlines()[-2:] == ["> Good", r"> \<\@1\> is \*late\*"]
    await board.fill(MARK, points="b2, C1 ", mark="letter")
    await board.fill(MARK, points="e2", mark="triangle")
    assert alt(board).startswith(says("analysis-alt-marks", marks="A at b2, B at c1 and △ at e2"))
    await (await board.press(BACKWARD)).press(BACKWARD)
    assert board.lists[0] == ["3", "4"], "the move of the game, and the variation"
    assert board.text.splitlines() == at(2, played("White", "d4")), "the list says it"
    await board.choose("3")
    assert board.text.splitlines() == [*at(3, played("Black", "b2")), tried_elsewhere(2)]
    await board.fill(COMMENT, text="*Why* not e2?")
    message, record = await shared(table, board)
    who = f"<@{await user_of(table, CY)}>"
    shows = says("analysis-shared", who=who, title="Keil #1", ply="3")
    assert message["content"].splitlines() == [shows, r"> \*Why\* not e2?"]
    assert message["mentions"] == []
    assert record.players == (black, white)
    assert record.tree is not None
    assert record.tree.line(5) == ["c3", "d4", "e2", "pass"]
    note = Note("Good\n<@1> is *late*", {"e2": MarkSign.TRIANGLE}, {"b2": "A", "c1": "B"})
    assert record.tree.notes == {3: Note("*Why* not e2?"), 5: note}


async def test_what_is_drawn_over_the_board_is_shown_to_the_channel(table: Table) -> None:
    await finished(table)
    board = await analysed(table, CY, move=2)
    await board.choose(Overlay.ESTIMATE)
    lead, seen = board.text.splitlines()[-1], alt(board)
    message, _ = await shared(table, board)
    assert message["content"].splitlines()[-1] == lead
    assert message["attachments"][0]["description"] == seen


async def test_both_files_have_everything_and_can_be_imported(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("e2, c1")
    await board.fill(COMMENT, text="Good")
    await board.fill(MARK, points="b2", mark="cross")
    sgf, json = await records_of(board)
    assert sgf.tree is not None
    assert sgf.tree == json.tree
    assert sgf.tree.line(5) == ["c3", "e2", "c1"]
    assert sgf.tree.notes == {5: Note("Good", {"b2": MarkSign.CROSS})}
    viewer = await bring(table, CY, "a.json", (await files_of(board))[1])
    again = Board(table, CY)
    again.answer = await table.driver.click(CY, viewer.message or {}, ANALYSE)
    assert [one.tree for one in await records_of(again)] == [sgf.tree, sgf.tree]


async def test_a_hint_is_given_on_the_board_of_a_game_that_is_over(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=2)).type("d3")
    await board.press(HINT)
    head = [*at(3, played("Black", "d3")), variation(2)]
    assert board.text.splitlines() == [*head, says("hinted-region")]
    region = set(alt(board).split("Points: ")[1].split(".")[0].split())
    await board.press(says("button-hint-move"))
    (point,) = alt(board).split("Point: ")[1].split(".")[0].split()
    assert point in region
    assert f"**{point}**" in board.text
    assert says("button-hint-move") not in labels(board.message)
    await board.press(BACKWARD)
    assert board.text.splitlines() == at(2, played("White", "d4"))
    assert "Point: " not in alt(board)


async def test_where_a_game_is_over_there_is_no_hint(table: Table) -> None:
    await finished(table)
    board = await analysed(table, CY)
    assert HINT not in labels(board.message)
    answer = await forged(board, Shown.read(button(board.message, COMMENT))[0].control("anhint"))
    assert answer.text.splitlines()[-1] == says("refusal-nothing-to-estimate")


async def test_in_a_game_that_only_its_player_sees_there_are_hints(table: Table) -> None:
    await table.command(ADA, "practice", game="keil", begins="you", where="solo")
    board = await analysed(table, ADA, game="1")
    await board.press(HINT)
    assert board.text.splitlines()[-1] == says("hinted-region")


async def test_the_game_of_a_file_has_no_hints(table: Table) -> None:
    viewer = await bring(table, CY, "a.sgf", FORMS["sgf"](sample()))
    board = Board(table, CY)
    board.answer = await table.driver.click(CY, viewer.message or {}, ANALYSE)
    assert HINT not in labels(board.message)
    answer = await forged(board, Shown.read(button(board.message, COMMENT))[0].control("anhint"))
    assert answer.text.splitlines()[-1] == says("refusal-no-hints")


async def test_the_channel_is_not_flooded(table: Table) -> None:
    await finished(table)
    board = await analysed(table, CY)
    await shared(table, board)
    again = await table.driver.click(CY, (await analysed(table, CY)).message, SHARE)
    assert again.ephemeral
    assert again.text.startswith(says("refusal-shared-just-now", when="x")[:20])
    table.clock.pass_by(BETWEEN_SHARES)
    assert not (await table.driver.click(CY, (await analysed(table, CY)).message, SHARE)).ephemeral


async def test_an_analysis_outlives_the_process_and_is_its_owners_alone(process: Process) -> None:
    async with process() as table:
        await finished(table)
        board = await (await analysed(table, CY)).type("pass, e2")
        assert board.text.splitlines()[-1] == variation(3)
    async with process() as table:
        board.table = table
        await board.press(BACKWARD)
        assert board.text.splitlines() == [*at(4, played("White", "pass")), variation(3)]
        again = await (await analysed(table, CY)).press(FORWARD)
        assert again.text == board.text
        other = await analysed(table, BO)
        assert disabled(other) == [FORWARD, LAST]
        for who, key in ((BO, 1), (CY, 3)):
            answer = await forged(board, Control("analysis", key, 0, "0 none"), who)
            assert answer.text.startswith(says("analysis-gone", number=50)[:40])


async def test_the_line_is_walked_from_end_to_end(table: Table) -> None:
    await finished(table)
    board = await analysed(table, CY, move=99)
    assert board.text.splitlines() == at(3, played("Black", "b2"))
    await (await board.type("pass")).press(FIRST)
    assert board.text.splitlines() == [TITLE, BEGINNING, tried_elsewhere(3)]
    assert disabled(board) == [FIRST, BACKWARD]
    await board.press(FORWARD)
    assert board.text.splitlines() == [*at(1, played("Black", "c3")), tried_elsewhere(3)]
    await board.press(LAST)
    assert board.text.splitlines() == [*at(4, played("White", "pass")), variation(3)]


async def test_a_deleted_move_is_gone_and_what_showed_it_says_so(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("pass,c1")
    assert DELETE in labels(board.message)
    stale = button(board.message, DELETE)
    await (await board.press(BACKWARD)).press(DELETE)
    assert board.text.splitlines()[0] == says("analysis-sure", moves=1)
    await board.press(SURE)
    assert board.text.splitlines() == at(1, played("Black", "c3"))
    assert DELETE not in labels(board.message)
    await board.type("e2, c1")
    for late in (stale, replace(stale, ply=99), replace(stale, text="")):
        answer = await forged(board, late)
        assert answer.text.startswith(says("analysis-changed")[:40])
    kept = await forged(board, Control("anundo", 1, 1, f"{tag(Tree.of(['c3']), 1)} none"))
    assert kept.text.splitlines() == at(1, played("Black", "c3")), "a move of the game stays"


async def test_before_words_and_marks_are_deleted_there_is_a_question(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("e2")
    await board.fill(COMMENT, text="Good")
    await board.press(DELETE)
    assert board.text.splitlines()[0] == says("analysis-sure", moves=0)
    await (await board.press(BACKWARD)).choose(board.lists[0][1])
    assert board.text.splitlines()[-1] == "> Good", "nothing is gone"
    assert SURE not in labels(board.message)
    await (await board.press(DELETE)).press(SURE)
    assert board.text.splitlines() == at(1, played("Black", "c3"))


async def test_moves_are_typed_with_commas_or_spaces(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("pass c1, e2")
    assert board.text.splitlines() == [*at(4, played("White", "e2")), variation(1)]


def button(message: Json, label: str) -> Control:
    parts = [part for row in message["components"] for part in row["components"]]
    found = Control.read(next(p["custom_id"] for p in parts if p.get("label") == label))
    assert found is not None
    return found


async def forged(board: Board, control: Control, who: str = "") -> Answer:
    """A press of somebody on a control that stands nowhere."""
    return await press(board.table, who or board.who, board.message["channel_id"], control)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("c3", says("move-illegal", reason=says("illegal-occupied"))),
        ("pass, hello", says("move-unreadable", text="hello")),
        (",".join(["pass"] * 51), says("analysis-too-many", most=50)),
    ],
)
async def test_a_move_that_cannot_be_played_leaves_the_board(
    table: Table, typed: str, why: str
) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type(typed)
    assert board.text.splitlines() == [why, *at(1, played("Black", "c3"))]


async def test_marks_are_put_on_points_and_taken_away(table: Table) -> None:
    await finished(table)
    board = await analysed(table, CY, move=1)
    await board.fill(MARK, points="a1 z9", mark="circle")
    assert board.text.splitlines()[0] == says("analysis-no-point", point="z9")
    form = await table.driver.click(CY, board.message, MARK)
    points, mark = (part["component"] for part in (form.modal or {})["components"])
    assert points["value"] == "a1 z9"
    assert [one["value"] for one in mark["options"] if one.get("default")] == ["circle"]
    names = (await table.service.matches.live(1)).match.position.board.names
    await board.fill(MARK, points=" ".join(names[:5]), mark="letter")
    await board.fill(MARK, points=f"{names[0]};{names[1]}", mark="cross")
    await board.fill(MARK, points=f"{names[1]} {names[2]}", mark="none")
    await board.fill(MARK, points=names[5], mark="letter")
    marks = f"× at {names[0]}, D at {names[3]}, E at {names[4]} and A at {names[5]}"
    assert alt(board).startswith(says("analysis-alt-marks", marks=marks))
    known = await forged(board, replace(button(board.message, MARK), name="anmarked"))
    assert known.text == says("refusal-no-such-control")


async def test_a_comment_is_changed_and_deleted(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).fill(COMMENT, text="First")
    form = await table.driver.click(CY, board.message, COMMENT)
    assert form.modal is not None
    assert "First" in str(form.modal)
    await board.fill(COMMENT, text="")
    assert board.text.splitlines() == at(1, played("Black", "c3"))


async def test_another_komi_can_be_typed_before_the_first_stone(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 6"))
    resigning = await table.command(BO, "resign")
    await table.driver.click(BO, resigning.message or {}, "Yes, resign")
    await table.all_posted()
    board = await analysed(table, ADA, move=0)
    await board.type("komi 4")
    assert board.text.splitlines()[:2] == at(1, played("First player", "komi 4"))


async def test_where_the_game_is_over_nothing_can_be_played(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("pass, pass")
    before = board.text
    await board.press(PLAY)
    assert (board.text, PLAY in labels(board.message)) == (before, True)


async def test_a_running_game_is_for_its_players(table: Table) -> None:
    _, black, _ = await table.begin_small()
    assert (await table.command(CY, "analyse")).text.startswith(says("analysis-none")[:30])
    assert (await table.command(black, "analyse", game="1")).text == says("analysis-running")
    await table.moves((black, "c3"))
    replay = await table.command(CY, "replay")
    assert ANALYSE not in labels(replay.message or {})
    viewer = replay.message or {}
    pressed = await press(table, black, viewer["channel_id"], Control("analyse", 1, 0))
    assert pressed.text == says("analysis-running")


async def test_a_game_that_only_its_player_sees_is_analysed_while_it_runs(table: Table) -> None:
    await table.command(ADA, "practice", game="keil", begins="you", where="solo")
    board = await (await analysed(table, ADA, game="1")).type("c3, d4")
    assert board.text.splitlines()[-1] == variation(0)
    await board.fill(COMMENT, text="A plan")
    await table.play(ADA, "c3", game=1)
    board = await analysed(table, ADA, game="1", move=1)
    assert board.text.splitlines() == at(1, played("Black", "c3"))
    await board.type("d4")
    assert board.text.splitlines()[-1] == "> A plan"
    assert (await table.command(CY, "analyse", game="1")).text == says("refusal-no-such-match")


async def test_the_replay_leads_to_the_analysis_of_its_move(table: Table) -> None:
    await finished(table)
    viewer = await table.driver.click(
        CY, (await table.command(CY, "replay")).message or {}, FORWARD
    )
    board = Board(table, CY)
    board.answer = await table.driver.click(CY, viewer.message or {}, ANALYSE)
    assert board.text.splitlines() == at(1, played("Black", "c3"))


async def test_a_file_brings_its_variations_and_its_words_stay_private(table: Table) -> None:
    record = sample()
    viewer = await bring(table, CY, "a.sgf", FORMS["sgf"](record))
    viewer = await table.driver.click(CY, viewer.message or {}, BACKWARD)
    board = Board(table, CY)
    board.answer = await table.driver.click(CY, viewer.message or {}, ANALYSE)
    assert board.text.splitlines()[-2:] == [r"> Too slow: see \[c4\]", r"> or a \\"]
    marks = "△ at a1, □ at b1, ○ at c1, A:1 at c4 and × at d1"
    assert alt(board).startswith(says("analysis-alt-marks", marks=marks))
    await board.press(BACKWARD)
    assert len(board.lists[0]) == 2
    message, again = await shared(table, board)
    title = says("analysis-of-file", game="Kee Rules Go")
    who = f"<@{await user_of(table, CY)}>"
    assert message["content"] == says("analysis-shared", who=who, title=title, ply="1")
    assert record.tree is not None
    assert again.tree == record.tree.in_order()
    stranger = await forged(board, Control("analyse", 1, 0, "file none"), BO)
    assert stranger.text == says("refusal-no-such-file")
    unknown = await forged(board, Control("analyse", 1, 0, "what none"), BO)
    assert unknown.text.startswith(says("analysis-gone", number=50)[:40])


async def test_a_position_is_estimated_and_seen_with_overlays(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=3)).type("d3")
    overlays = board.lists[-1]
    assert Overlay.ESTIMATE in overlays
    await board.choose(Overlay.LIBERTIES, len(board.lists) - 1)
    assert says("alt-shown", overlay=says("overlay-liberties.inline")) in alt(board)
    await board.choose(Overlay.ESTIMATE, len(board.lists) - 1)
    assert says("alt-shown", overlay=says("overlay-estimate.inline")) in alt(board)
    assert len(board.text.splitlines()) == 4, "and a sentence on who leads"


async def test_in_direct_messages_there_is_nobody_to_show_it_to(table: Table) -> None:
    await finished(table)
    answer = await table.driver.slash(ADA, "@Ada", "analyse", {})
    assert SHARE not in labels(answer.message or {})
    assert PLAY in labels(answer.message or {})
