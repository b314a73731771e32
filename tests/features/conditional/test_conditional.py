"""Planned moves as people plan them: by lists and by typing, and what nobody else sees of it."""

import asyncio
import logging
import re

import pytest

from bot.chat.base.custom_id import Control
from bot.messages import legend, move_panel
from bot.playground.driver import Answer
from engine.effects import effects
from engine.position import Placement
from tests.bot.asking import called
from tests.bot.chat.play.test_access import press
from tests.bot.panels import Panel, big, row_of, selects, values
from tests.bot.says import played, says
from tests.bot.table import ADA, AFTER_A_MOVE, BO, CY, Json, Table, labels
from tests.features.replays.test_records import file_of

IF = says("button-conditional")
SUMMARY = [
    says("button-conditional-on"),
    says("button-conditional-another"),
    says("button-change"),
    says("button-withdraw"),
]


async def panel_after(table: Table, who: str, move: str) -> Panel:
    """The panel under *If…*, in the answer to a move; it counts presses from there."""
    answer = await table.play(who, move)
    assert labels(answer.message or {}) == AFTER_A_MOVE
    panel = Panel(table, who)
    panel.answer = answer
    return await panel.press(IF)


async def typed(table: Table, who: str, panel: Panel, lines: str) -> Answer:
    """What is said to somebody who types a plan."""
    form = await table.driver.click(who, panel.message, says("button-type"))
    return await table.driver.submit_modal(who, form, {"text": lines})


def step(theirs: str, own: str, *, first: bool = True) -> str:
    return says("conditional-step", first="yes" if first else "no", theirs=theirs, own=own)


def head(match: int = 1) -> str:
    return says("conditional-head", game="Keil", match=str(match))


async def private_board(table: Table, who: str) -> Answer:
    return await table.command(who, "board")


async def moves(table: Table, match: int = 1) -> list[str]:
    log = (await table.service.matches.live(match)).match.turn_log
    return [turn.text for turn in log.moves]


# --- planning ---


async def test_an_answer_is_planned_with_three_presses(table: Table) -> None:
    _, black, _ = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    assert panel.text == says("conditional-choose", game="Keil", match="1")
    assert "c3" not in panel.lists[0], "there is a stone"
    await panel.choose("d4")
    assert says("conditional-choose-answer", moves="d4") in panel.text
    assert [upload["filename"][:12] for upload in panel.message["attachments"]] == ["keil-preview"]
    assert "d4" not in panel.lists[0]
    await panel.choose("b2")
    assert panel.presses == 3
    assert panel.text.splitlines() == [head(), step("d4", "b2"), says("conditional-tells")]
    (picture,) = panel.message["attachments"]
    assert step("d4", "b2").replace("*", "") in picture["description"]
    assert labels(panel.message) == SUMMARY


async def test_the_planned_answer_comes_on_one_board_with_the_move(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    answer = await table.play(white, "d4")
    assert answer.text == played("You", "d4")
    assert labels(answer.message or {}) == ["Undo"], "it is their turn again"
    board = await table.board(3)
    lines = board["content"].splitlines()
    assert lines[:2] == [played("White", "d4"), played("Black", "b2")]
    assert called(board) == [white], "whoever has planned is not called"
    assert not [m for m in await table.public() if f"-{1}-2.png" in str(m["attachments"])]
    undo = await table.driver.click(white, answer.message or {}, "Undo")
    assert undo.text == says("private-may-i-take-back", moves="d4 and b2")


async def test_a_variation_goes_on_and_others_stand_beside_it(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    await panel.press(says("button-conditional-on"))
    assert says("conditional-choose-on", moves=step("d4", "b2")) in panel.text
    await (await panel.choose("e2")).choose("c1")
    longer = says("conditional-next", steps=step("d4", "b2"), step=step("e2", "c1", first=False))
    assert panel.text.splitlines()[1:-1] == [longer]
    await panel.press(says("button-conditional-another"))
    await (await panel.choose("a3")).press("Pass")
    assert panel.text.splitlines()[1:-1] == [longer, step("a3", "pass")]
    await table.play(white, "a3")
    assert await moves(table) == ["c3", "a3", "pass"]


async def test_another_answer_to_the_same_move_takes_the_place_of_the_first(table: Table) -> None:
    _, black, _ = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    await panel.press(says("button-conditional-another"))
    await (await panel.choose("d4")).choose("e2")
    assert panel.text.splitlines()[1:-1] == [step("d4", "e2")]


async def test_what_the_opponent_may_do_is_not_called_ones_own(table: Table) -> None:
    _, black, _ = await table.begin_small(button=True)
    panel = await panel_after(table, black, "c3")
    theirs = says("button-declaration-theirs", word="button")
    assert theirs == "They take the button" and theirs in labels(panel.message)
    await panel.choose("d4")
    assert says("button-declaration-worth", word="button", label="", points="½") in labels(
        panel.message
    )
    assert says("mark-previewed", why=legend.THEIRS) == "their move"
    (shown,) = panel.message["attachments"]
    match, placed = (await table.service.matches.live(1)).match, Placement("d4")
    after, own = match.position.play(placed), await table.service.preferences.of(0)
    done = effects(match.position, after, placed)
    does = move_panel.preview(match, after, done, ())
    drawn = await table.client.pictures.preview(match, after, done, (), own, does, legend.THEIRS)
    assert shown["filename"] == drawn.name


async def test_on_a_large_board_a_row_is_chosen_first(table: Table) -> None:
    _, black, _ = await big(table)
    panel = await panel_after(table, black, "e5")
    assert len(panel.lists) == 2
    await panel.choose(row_of("a", panel), 1)
    assert values(selects(panel.message)[1])[0] == "a1"
    await panel.choose("a1", 1)
    assert says("conditional-choose-answer", moves="a1") in panel.text


async def test_plans_are_typed_a_line_for_each_possibility(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    told = await typed(table, black, panel, "d4 b2\u200b e2 c1\nPASS, d4")
    longer = says("conditional-next", steps=step("d4", "b2"), step=step("e2", "c1", first=False))
    assert told.text.splitlines() == [
        head(), longer, step("pass", "d4"), says("conditional-tells"),
    ]  # fmt: skip
    form = await table.driver.click(black, told.message or {}, says("button-change"))
    assert "d4 b2 e2 c1\\npass d4" in str(form.modal).replace("\n", "\\n")
    await table.driver.submit_modal(black, form, {"text": "d4 b2"})
    await table.play(white, "d4")
    assert await moves(table) == ["c3", "d4", "b2"]


async def test_the_end_of_the_game_is_announced(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "d4"))
    panel = await panel_after(table, black, "b2")
    told = await typed(table, black, panel, "pass pass")
    assert says("conditional-ends", variation=step("pass", "pass")) in told.text
    question = await table.play(white, "pass")
    assert question.message is not None
    await table.driver.click(white, question.message, "Yes, pass")
    assert (await table.service.matches.live(1)).match.end is not None
    board = await table.board(5)
    assert "wins" in board["content"]


@pytest.mark.parametrize(
    ("lines", "refusal"),
    [
        ("d4", says("conditional-unanswered", number="1", move="d4")),
        (
            "d4 b2\nd4 a1",
            says("conditional-contradiction", first="1", second="2", move="d4"),
        ),
        (
            "d4 c3",
            says(
                "conditional-refused",
                number="1",
                move="c3",
                reason=says(
                    "move-illegal",
                    reason=says(
                        "illegal-occupied", ply="", points="19", opponent=says("colour", letter="W")
                    ),
                ),
            ),
        ),
    ],
)
async def test_what_cannot_be_planned_is_refused_in_a_sentence_and_can_be_mended(
    table: Table, lines: str, refusal: str
) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    told = await typed(table, black, panel, lines)
    assert told.text == refusal
    assert labels(told.message or {}) == [says("button-try-again")]
    again = await table.driver.click(black, told.message or {}, says("button-try-again"))
    assert again.modal is not None
    assert again.modal["components"][0]["component"]["value"] == lines
    mended = await table.driver.submit_modal(black, again, {"text": "d4 b2"})
    assert step("d4", "b2") in mended.text
    await table.play(white, "d4")
    assert await moves(table) == ["c3", "d4", "b2"]


@pytest.mark.parametrize(
    "lines", ["x" * 10_000, "d4 b2\n" * 200, "@everyone <@1> **d4**", "‮d4 b2", "d4\0 b2\0"]
)
async def test_whatever_is_typed_changes_nothing_unless_it_is_a_plan(
    table: Table, lines: str
) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    form = await table.driver.click(black, panel.message, says("button-type"))
    assert form.modal is not None
    field = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": lines}}
    data: Json = {"custom_id": form.modal["custom_id"], "components": [field]}
    told = await table.driver.forge(black, table.channel, 5, data, panel.message)
    assert told.ephemeral or told.kind == "update"
    assert len(told.text) < 300
    assert "our fault" not in told.text.lower()
    assert "@everyone" not in told.text
    await table.play(white, "d4")
    assert len(await moves(table)) == 2


# --- finding, changing and withdrawing it ---


async def test_the_private_board_shows_what_is_planned_until_it_is_withdrawn(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    shown = await private_board(table, black)
    assert shown.text.splitlines()[-2:] == [head(), step("d4", "b2")]
    opened = await table.driver.click(black, shown.message or {}, IF)
    assert labels(opened.message or {}) == SUMMARY
    gone = await table.driver.click(black, opened.message or {}, says("button-withdraw"))
    assert gone.text == says("conditional-withdrawn", game="Keil", match="1")
    assert "d4" not in (await private_board(table, black)).text
    await table.play(white, "d4")
    assert await moves(table) == ["c3", "d4"]


async def test_a_form_that_was_emptied_withdraws_all(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    told = await typed(table, black, panel, "d4 b2")
    form = await table.driver.click(black, told.message or {}, says("button-change"))
    gone = await table.driver.submit_modal(black, form, {"text": ""})
    assert gone.text == says("conditional-withdrawn", game="Keil", match="1")
    await table.play(white, "d4")
    assert await moves(table) == ["c3", "d4"]


async def test_whoever_is_to_move_or_watches_has_no_such_button(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    for who in (white, CY):
        shown = await private_board(table, who)
        assert IF not in labels(shown.message or {})
        assert "b2" not in shown.text


async def test_a_plan_that_has_failed_is_told_with_the_next_move(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    await table.moves((white, "a3"))
    failed = says("conditional-failed", how="other")
    assert (await private_board(table, black)).text.endswith(failed)
    assert failed not in (await private_board(table, white)).text
    answer = await table.play(black, "e2")
    assert answer.text == f"{played('You', 'e2')}\n{failed}"
    await table.moves((white, "d4"))
    assert (await table.play(black, "c1")).text == played("You", "c1")


async def test_whoever_takes_back_a_move_is_told_that_the_plan_for_it_is_gone(
    table: Table,
) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    undone = await table.command(black, "undo")
    gone = says("conditional-failed", how="back")
    assert undone.text == f"{says('private-undone', moves='c3')}\n{gone}"
    panel = await panel_after(table, black, "c3")
    await table.moves((white, "d4"))
    assert (await private_board(table, black)).text.count(gone) == 0


async def test_whoever_has_planned_can_take_the_answer_back(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    await table.play(white, "d4")
    await table.board(3)
    undone = await table.command(black, "undo")
    assert undone.text == says("private-undone", moves="b2")
    assert await moves(table) == ["c3", "d4"]


# --- what is not for them ---


async def test_controls_of_others_and_of_old_boards_change_nothing(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    there = (await table.board(1))["channel_id"]
    forgeries = [
        Control("if", 1),
        Control("ifmove", 1, 1, ""),
        Control("ifmove", 1, 1, "d4|points e2"),
        Control("ifmove", 1, 1, "d4,b2|points e2"),
        Control("iftype", 1, 1),
        Control("ifdrop", 1, 1),
    ]
    for control in forgeries:
        for who in (white, CY):
            told = await press(table, who, there, control)
            assert told.ephemeral
            assert told.modal is None
            assert "b2" not in told.text
        old = await press(table, black, there, control.at(0))
        if control.name != "if":
            assert old.text == says("refusal-old-board")
    for text in (
        "z9|points a1",
        "d4|points c3",
        "d4|points resign",
        "|points",
        "a|b|c d",
        ",,|x y",
    ):
        told = await press(table, black, there, Control("ifmove", 1, 1, text))
        assert told.ephemeral
    shown = await private_board(table, black)
    assert shown.text.splitlines()[-2:] == [head(), step("d4", "b2")], "as it was"


async def test_pressing_twice_plans_once(table: Table) -> None:
    _, black, white = await table.begin_small()
    panel = await panel_after(table, black, "c3")
    await panel.choose("d4")
    at, there = selects(panel.message)[0]["custom_id"], panel.message
    await asyncio.gather(*(table.driver.select(black, there, at, ["b2"]) for _ in range(2)))
    await table.play(white, "d4")
    assert await moves(table) == ["c3", "d4", "b2"]


async def test_in_a_game_of_three_nothing_can_be_planned(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    board = await trio.board(0, 1)
    first, *_ = await trio.players()
    answer = await trio.play(first, "a1")
    assert labels(answer.message or {}) == ["Undo"]
    told = await press(trio, first, board["channel_id"], Control("if", 1))
    assert told.text == says("conditional-not-two")


async def test_against_a_computer_nothing_can_be_planned(table: Table) -> None:
    await table.command(ADA, "practice", game="keil", begins="you")
    board = await table.board(0)
    answer = await table.play(ADA, "e5")
    assert IF not in labels(answer.message or {})
    told = await press(table, ADA, board["channel_id"], Control("if", 1))
    assert told.text == says("conditional-not-two")


# --- secrecy ---


async def test_nothing_public_shows_that_anything_is_planned(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Secrets are planned, and looked for in all that others see, in logs and in files."""
    caplog.set_level(logging.INFO)
    _, black, white = await big(table)
    panel = await panel_after(table, black, "e5")
    await typed(table, black, panel, "d4 f6 f5 d5\na3 f6\npass f6 f5 c4")
    board = await table.board(1)
    seen: list[object] = []
    for who in (white, CY):
        shown = await private_board(table, who)
        seen += [shown.message, (await table.command(who, "games")).message]
        for form in ("sgf", "json", "txt"):
            record = await table.driver.slash(who, table.channel, "record", {"as": form})
            seen.append(await file_of(table, record))
        given = {"move": "f"}
        if who == white:
            offered = await table.driver.autocomplete(
                who, table.channel, "play", given, focused="move"
            )
            every = [f"f{number}" for number in range(1, 9)]
            assert sorted(choice["value"] for choice in offered) == every, "as always"
    more = await table.driver.click(white, board, "More…")
    seen += [more.message, await table.public()]
    for secret in ("f6", "f5", "d5", "c4", "planned", "conditional", "ifmove"):
        assert not [one for one in seen if re.search(rf"\b{secret}\b", str(one))], secret
    assert "f6" not in caplog.text
    await table.play(white, "d4")
    await table.board(3)
    for who in (white, CY):
        shown = await private_board(table, who)
        for secret in ("f5", "d5", "c4", "planned"):
            assert not re.search(rf"\b{secret}\b", str([shown.message, await table.public()]))
