"""What somebody types into an analysis to break it, or to say more than they may."""

import threading
from pathlib import Path

import pytest

from bot.features.analysis import texts
from bot.messages.phrases import CONTENT_LIMIT
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service.judge import may_hint
from engine.record.tree import Note, Tree
from tests.bot.house import House
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table
from tests.features.analysis.test_analysis import (
    ANALYSE,
    BACKWARD,
    COMMENT,
    DELETE,
    MARK,
    SURE,
    Board,
    analysed,
    button,
    finished,
    forged,
    shared,
)
from tests.features.replays.test_attacks_records import bring, long_game, telling_replays


def quoted(comment: str) -> list[str]:
    """The lines of a comment, as they are shown."""
    return texts.comment(Tree.of(["c3"]).noted(1, Note(comment)), 1)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("- a list\n* too", [r"> \- a list", r"> \* too"]),
        ("1. first\n 22. second", [r"> 1\. first", r"> 22\. second"]),
        ("see: komi 6.5", ["> see: komi 6.5"]),
        ("-# small\n# large", [r"> \-\# small", r"> \# large"]),
        (">>> out\n\n\n> in", [r"> \>\>\> out", r"> \> in"]),
        ("https://a.example/x_y", [r"> https\://a.example/x\_y"]),
        ("<t:0:R> <:a:1> </b:2> <@&3>", [r"> \<t:0:R\> \<:a:1\> \</b:2\> \<\@&3\>"]),
        ("[a](https://b.example)\r\n@everyone", [r"> \[a\](https\://b.example)", r"> \@everyone"]),
        ("a\u2028# b\v# c", [r"> a \# b \# c"]),
        ("\U0001f469\u200d\U0001f467", ["> \U0001f469\u200d\U0001f467"]),
    ],
)
def test_discord_formats_nothing_in_a_comment(typed: str, shown: list[str]) -> None:
    assert quoted(typed) == shown


@pytest.mark.parametrize("typed", ["`", "`\n", "a\n", "`" * 699 + "\n", "*a\n-b\n"])
async def test_a_board_has_room_for_the_longest_comment(table: Table, typed: str) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("e2")
    await board.fill(COMMENT, text=(typed * 1500)[:1500])
    await board.fill(MARK, points="*" * 1500, mark="circle")
    assert board.text.splitlines()[0] == says("analysis-no-point", point="*" * 20)
    assert board.text[-1] == "…"
    assert len(board.text) < CONTENT_LIMIT - 200
    message, _ = await shared(table, board)
    assert message["content"][-1] == "…"


async def test_a_comment_of_signs_alone_leaves_the_list_of_moves(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("e2")
    await board.fill(COMMENT, text="***")
    await board.press(BACKWARD)
    tree = Tree.of(["c3"]).noted(1, Note("***"))
    assert board.lists[0] == ["2", "4"]
    assert texts.choice(Tree(tree.moves, 0, tree.notes), 1) == ("c3", None)


async def test_nothing_is_deleted_that_was_added_after_the_question(table: Table) -> None:
    await finished(table)
    board = await (await analysed(table, CY, move=1)).type("e2, c1")
    await (await board.press(BACKWARD)).press(DELETE)
    sure = button(board.message, SURE)
    other = await (await analysed(table, CY, move=1)).type("e2, c1, a1, b1")
    asked = await forged(board, sure)
    assert asked.text.splitlines()[0] == says("analysis-sure", moves=3)
    await (await other.press(BACKWARD)).press(DELETE)
    assert other.text.splitlines()[0] == says("analysis-sure", moves=1), "all of it is there"


async def test_what_is_tried_after_a_sealed_bid_tells_nothing_about_it(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="sealed", analysis=True)
    first, second = await table.players()
    await table.play(first, "bid 13")
    await table.board(1)
    said = list[str]()
    for bid in ("bid 12", "bid 13", "bid 14"):
        board = await (await analysed(table, second)).type(bid)
        said += [board.text.replace(bid, "bid"), str(board.lists)]
    assert len({*said}) == 2


async def test_of_two_people_who_are_left_none_is_given_a_hint(house: House) -> None:
    """Not even if they analyse: a computer in the third seat makes it no practice."""
    live = await house.service.matches.live(await house.match_of_three("1d"))
    gone = live.taken_over(2, 99, 3)
    assert not any(may_hint(gone, user) for user in live.players)
    alone = gone.taken_over(1, 99, 3)
    assert [may_hint(alone, user) for user in live.players] == [True, False, False]


async def test_a_game_from_a_file_is_never_replayed_where_all_the_others_wait(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """A file may have 10,000 turns, which take seconds."""
    async with telling_replays(playground, driver, tmp_path) as (table, at_work):
        board = Board(table, CY)
        board.answer = await bring(table, CY, long_game("kee", 5))
        at_work.clear()
        await board.press(ANALYSE)
        await board.press(BACKWARD)
        await board.type("pass")
        await board.fill(COMMENT, text="Why?")
        await shared(table, board)
        assert at_work
        assert threading.current_thread().name not in at_work
