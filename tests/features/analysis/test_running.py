"""Analysing a game while it runs, where its challenge allows that to everybody."""

from typing import Any

from bot.chat.base.custom_id import Control
from bot.features.analysis.board import Shown
from tests.bot.chat.play.test_access import FAY, elsewhere, press
from tests.bot.panels import user_of
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, CY, Process, Table, labels, ply_of
from tests.features.analysis.test_analysis import (
    ANALYSE,
    BACKWARD,
    COMMENT,
    FORWARD,
    HINT,
    SHARE,
    Board,
    analysed,
    at,
    button,
    files_of,
    forged,
    records_of,
    shared,
    tried_elsewhere,
    variation,
)
from tests.features.conditional.test_conditional import panel_after

ALLOWED, RUNNING = says("challenge-allows-analysis"), says("analysis-running")


async def begun(table: Table, **options: Any) -> tuple[str, str]:
    """A small game that everybody may analyse; Black, White."""
    _, black, white = await table.begin_small(analysis=True, **options)
    return black, white


async def test_the_card_says_it_before_anybody_accepts(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, analysis=True)
    assert card["content"].split("\n").count(ALLOWED) == 1
    await table.driver.click(ADA, card, "Withdraw")
    card = await table.challenge(ADA, BO, size=3)
    assert ALLOWED not in card["content"], "it is off unless it is chosen"


async def test_a_counter_offer_and_a_rematch_keep_it(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, analysis=True)
    form = await table.driver.click(BO, card, "Change…")
    await table.driver.submit_modal(BO, form, {"time": "2h"})
    changed = await table.message(lambda m: "2 hours" in m["content"])
    assert ALLOWED in changed["content"]
    await table.driver.click(ADA, changed, "Accept")
    await table.message(lambda m: ply_of(m) is not None)
    black, white = await table.players()
    await table.moves((black, "pass"), (white, "pass"))
    await table.driver.click(ADA, await table.board(2), "Rematch")
    again = await table.message(lambda m: "rematch" in m["content"])
    assert ALLOWED in again["content"]


async def test_a_command_that_was_refused_keeps_it(process: Process) -> None:
    given = {"opponent": BO, "size": 3, "komi": 36.5, "analysis": True, "pictures": "turn"}
    async with process() as table:
        answer = await table.command(ADA, "challenge keil", **given)
    async with process() as table:
        form = await table.driver.click(ADA, answer.message or {}, says("button-try-again"))
        await table.driver.submit_modal(ADA, form, {"komi": "0"})
        card = await table.message(lambda m: "challenges" in m["content"])
        assert ALLOWED in card["content"]
        assert says("challenge-allows-estimates") not in card["content"]
        asked = await table.service.challenges.stored(1)
        assert asked is not None
        assert (asked.allowed, asked.pictures) == ({"analysis"}, "turn")


async def test_everybody_who_sees_the_game_analyses_it_alone(process: Process) -> None:
    async with process() as table:
        black, white = await begun(table)
        await table.moves((black, "c3"), (white, "d4"))
        async with table.nothing_happens():
            for who in (black, white, CY):
                board = await analysed(table, who)
                assert board.text.splitlines() == at(2, played("White", "d4"))
                await board.type("b2, pass")
                assert board.text.splitlines()[-1] == variation(2)
    async with process() as table:
        live = await table.service.matches.live(1)
        assert live.allowed == {"analysis"}
        board = await analysed(table, BO)
        assert (await table.command(BO, "analyse", game="1")).text == board.text
        direct = await table.driver.slash(ADA, "@Ada", "analyse", {})
        assert direct.text.splitlines() == board.text.splitlines()


async def test_who_does_not_see_the_game_does_not_analyse_it(table: Table) -> None:
    await begun(table)
    there, opens = await elsewhere(table), Control("analyse", 1)
    assert (await press(table, FAY, there, opens)).text == says("refusal-no-such-match")
    direct = await table.driver.slash(CY, "@Cy", "analyse", {"game": "1"})
    assert direct.text == says("refusal-no-such-match")


async def test_where_it_is_not_allowed_the_refusal_says_when_it_will_be(table: Table) -> None:
    _, black, _ = await table.begin_small(estimates=True)
    board = await table.moves((black, "c3"))
    for who in (black, CY):
        assert (await table.command(who, "analyse", game="1")).text == RUNNING
        more = await table.driver.click(who, board, "More…")
        assert ANALYSE not in labels(more.message or {})


async def test_it_is_behind_more_and_under_the_replay(table: Table) -> None:
    black, white = await begun(table)
    board = await table.moves((black, "c3"), (white, "d4"))
    more = await table.driver.click(CY, board, "More…")
    opened = await table.driver.click(CY, more.message or {}, ANALYSE)
    assert opened.text.splitlines() == at(2, played("White", "d4"))
    replay = await table.command(white, "replay")
    on = await table.driver.click(white, replay.message or {}, FORWARD)
    opened = await table.driver.click(white, on.message or {}, ANALYSE)
    assert opened.text.splitlines() == at(1, played("Black", "c3"))


async def test_of_several_games_the_one_that_allows_it_is_meant(table: Table) -> None:
    await table.begin_small()
    black, _ = await begun(table)
    board = await analysed(table, black)
    assert says("analysis-head", title="Keil #2") in board.text


async def test_as_the_game_goes_on_its_turns_are_the_main_line(table: Table) -> None:
    black, white = await begun(table)
    await table.moves((black, "c3"))
    board = await (await analysed(table, black)).type("d4, b2")
    await board.fill(COMMENT, text="My hope")
    await table.moves((white, "d3"))
    board = await analysed(table, black)
    assert board.text.splitlines() == [*at(2, played("White", "d3")), tried_elsewhere(1)]
    await board.press(BACKWARD)
    assert len(board.lists[0]) == 2, "the move of the game, and one's own"
    await board.choose(board.lists[0][1])
    assert board.text.splitlines() == [*at(2, played("White", "d4")), variation(1)]
    await board.press("Last »")
    assert board.text.splitlines()[-1] == "> My hope"


async def test_what_is_tried_and_then_played_is_the_main_line(table: Table) -> None:
    black, white = await begun(table)
    await table.moves((black, "c3"))
    board = await (await analysed(table, black)).type("d4, b2")
    await board.fill(COMMENT, text="My hope")
    await table.moves((white, "d4"))
    board = await analysed(table, black)
    await (await board.press("Last »")).press(BACKWARD)
    assert board.text.splitlines() == at(2, played("White", "d4"))
    assert board.lists[0] != ["2", "3"], "there is one way to go on"


async def test_what_is_taken_back_stays_as_a_variation(table: Table) -> None:
    black, white = await begun(table)
    await table.moves((black, "c3"), (white, "d4"))
    board = await analysed(table, black)
    await board.fill(COMMENT, text="Strong")
    await table.command(white, "undo")
    await table.board(3)
    board = await analysed(table, black)
    assert board.text.splitlines() == at(1, played("Black", "c3"))
    await board.press(FORWARD)
    assert board.text.splitlines() == [*at(2, played("White", "d4")), variation(1), "> Strong"]
    await table.moves((white, "b2"))
    board = await analysed(table, black)
    assert board.text.splitlines() == [*at(2, played("White", "b2")), tried_elsewhere(1)]
    _, json = await records_of(board)
    assert json.tree is not None
    assert [json.tree.line(node) for node in (2, 3)] == [["c3", "b2"], ["c3", "d4"]]
    assert json.tree.note(3).comment == "Strong"


async def test_while_it_runs_nobody_is_shown_anything(table: Table) -> None:
    black, white = await begun(table)
    await table.moves((black, "c3"))
    board = await (await analysed(table, CY)).type("d4")
    assert SHARE not in labels(board.message)
    answer = await forged(board, Shown.read(button(board.message, COMMENT))[0].control("anshare"))
    assert answer.ephemeral
    assert answer.text == says("analysis-for-you-alone")
    asked = await table.command(white, "resign")
    await table.driver.click(white, asked.message or {}, "Yes, resign")
    await table.all_posted()
    message, record = await shared(table, await analysed(table, CY))
    assert f"<@{await user_of(table, CY)}>" in message["content"]
    assert record.tree is not None
    assert record.tree.line(2) == ["c3", "d4"]


async def test_without_estimates_there_are_neither_estimates_nor_hints(table: Table) -> None:
    black, white = await begun(table)
    await table.moves((black, "c3"), (white, "d4"))
    for who in (black, CY):
        board = await analysed(table, who)
        assert "estimate" not in board.lists[-1]
        assert HINT not in labels(board.message)
        hints = Shown.read(button(board.message, COMMENT))[0].control("anhint")
        answer = await forged(board, hints)
        assert answer.text.splitlines()[-1] == says("refusal-no-hints")


async def test_estimates_are_agreed_on_for_themselves(table: Table) -> None:
    card = await table.challenge(
        ADA, BO, size=3, komi=0, button=False, analysis=True, estimates=True
    )
    assert says("challenge-allows-estimates") in card["content"]
    assert ALLOWED in card["content"]
    await table.driver.click(BO, card, "Accept")
    await table.message(lambda m: ply_of(m) is not None)
    black, white = await table.players()
    await table.moves((black, "c3"), (white, "d4"))
    board = await analysed(table, CY)
    assert "estimate" in board.lists[-1]
    assert HINT not in labels(board.message), "hints are for games against the bot"


# --- what nobody else may know ---


async def said(board: Board) -> str:
    """All that somebody reads on a board and in its files."""
    return "\n".join([str(board.message), *(data.decode() for data in await files_of(board))])


async def test_a_sealed_bid_stays_sealed(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="sealed", analysis=True)
    first, second = await table.players()
    await table.play(first, "bid 13")
    await table.board(1)
    for who in (second, CY):
        board = await analysed(table, who)
        assert board.text.splitlines() == at(1, played("First player", "sealed"))
        assert "bid 13" not in await said(board)
    await table.play(second, "bid 4")
    await table.board(3)
    board = await analysed(table, CY)
    assert "bid 13" in await said(board), "then both are open"
    assert board.text.splitlines() == at(3, played(first, "bid 13")), "who had no colour until then"


async def test_nobody_learns_what_is_planned(table: Table) -> None:
    black, white = await begun(table)
    panel = await panel_after(table, black, "c3")
    await (await panel.choose("d4")).choose("b2")
    for who in (white, CY):
        for record in await records_of(await analysed(table, who)):
            assert [turn.text for turn in record.turns] == ["c3"]
    await table.play(white, "d4")
    await table.board(3)
    assert "planned" not in (await said(await analysed(table, white))).lower()
