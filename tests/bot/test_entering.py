"""Entering a move: the panel under *Move*, and the preview."""

import asyncio
from datetime import timedelta
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.chat import point_lists
from bot.messages.catalogue import text
from bot.playground.driver import CALLBACK, Answer
from bot.service.preferences import Entering
from engine.position import Placement
from render.legend import LegendSign, Meaning
from render.options import Mark, RenderOptions, Sign
from render.preview import draw_preview
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    BO,
    BUTTON,
    CY,
    PRESS,
    PRIVATE,
    SELECT,
    Json,
    Process,
    Table,
    labels,
)

NOTHING = says("preview-nothing")


def selects(message: Json | None) -> list[Json]:
    """The selects of a message."""
    rows: list[Json] = (message or {}).get("components") or []
    return [part for row in rows for part in row["components"] if part["type"] == SELECT]


def values(select: Json) -> list[str]:
    return [option["value"] for option in select["options"]]


class Panel:
    """The panel of one person; counts the presses."""

    def __init__(self, table: Table, who: str) -> None:
        self.table, self.who = table, who
        self.answer: Answer | None = None
        self.presses = 0

    async def open(self, board: Json) -> "Panel":
        return await self._after(await self.table.driver.click(self.who, board, "Move"))

    async def choose(self, value: str, select: int = 0) -> "Panel":
        at = selects(self.message)[select]
        driver = self.table.driver
        return await self._after(
            await driver.select(self.who, self.message, at["custom_id"], [value])
        )

    async def press(self, label: str) -> "Panel":
        return await self._after(await self.table.driver.click(self.who, self.message, label))

    async def _after(self, answer: Answer) -> "Panel":
        self.presses += 1
        self.answer = answer
        return self

    @property
    def message(self) -> Json:
        assert self.answer is not None and self.answer.message is not None, self.answer
        return self.answer.message

    @property
    def text(self) -> str:
        assert self.answer is not None
        return self.answer.text

    @property
    def lists(self) -> list[list[str]]:
        return [values(select) for select in selects(self.message)]


async def user_of(table: Table, name: str) -> int:
    """The id of the person of this name."""
    people = (await table.driver.overview())["people"]
    return next(int(p["id"]) for p in people if p["global_name"] == name)


def row_of(name: str, panel: Panel) -> str:
    """The value of the row of this name."""
    label = says("choice-row", row=name)
    options = [o for select in selects(panel.message) for o in select["options"]]
    return next(option["value"] for option in options if option["label"] == label)


async def big(table: Table, **options: object) -> tuple[Json, str, str]:
    """A match on a board that one select has no room for."""
    return await table.begin_small(size=5, **options)


async def with_a_stone(table: Table, match: int = 1, point: str = "a1") -> tuple[Json, str, str]:
    """A match after its first stone: the board, who is to move, and who has placed it."""
    first, second = await table.players(match)
    await table.command(first, "play", move=point, game=str(match))
    return await table.board(1, match), second, first


async def test_the_first_stone_has_no_preview(table: Table) -> None:
    """There is nothing to link, cut or capture; *Undo* is offered as always."""
    board, black, white = await table.begin_small()
    await table.service.preferences.change(
        await user_of(table, black), lambda old: old.chosen("entering", Entering.PREVIEW)
    )
    panel = await Panel(table, black).open(board)
    assert [upload["filename"][:10] for upload in panel.message["attachments"]] == ["keil-empty"]
    await panel.choose("c3")
    assert panel.text.startswith("You played c3.")
    assert panel.message["attachments"] == []
    assert labels(panel.message) == ["Undo"]
    assert panel.presses == 2
    panel = await Panel(table, white).open(await table.board(1))
    await panel.choose("a1")
    assert labels(panel.message) == ["Play it", "Another"]


async def test_a_large_empty_board_offers_its_middle_and_its_dots_without_rows(
    table: Table,
) -> None:
    large = (
        ("keil", {"size": 5, "komi": 6}, ["e5", "d4", "d5", "e4", "e6", "f4", "f5"]),
        ("kee", {"width": 9, "height": 9, "komi": 6}, ["e5", "c7", "g7", "c3", "g3"]),
        ("ki", {"size": 15}, ["h8"]),
    )
    for match, (game, options, points) in enumerate(large, 1):
        board = await table.begin(ADA, BO, game=game, **options)
        black, _ = await table.players(match)
        panel = await Panel(table, black).open(board)
        handy, rows = panel.lists
        assert handy[: len(points)] == points
        assert 1 < len(handy) <= point_lists.MOST_OPTIONS
        assert all(row.startswith("@") for row in rows)
        shown = selects(panel.message)[0]["placeholder"]
        assert shown == says("placeholder-handy", stone="none")
        await panel.choose(handy[0])
        assert panel.text.startswith(f"You played {handy[0]}")
        assert panel.presses == 2
        await table.board(1, match)


async def test_a_small_board_needs_one_select(table: Table) -> None:
    await table.begin_small()
    board, white, _ = await with_a_stone(table)
    panel = await Panel(table, white).open(board)
    assert panel.message["flags"] & PRIVATE
    assert panel.text == says("entering-choose", game="Keil", match="1")
    (points,) = panel.lists
    assert len(points) == 18
    await panel.choose("c3")
    assert panel.text == text("preview", move="c3", effects=NOTHING)
    assert labels(panel.message) == ["Play it", "Another"]
    async with table.nothing_happens():
        await panel.press("Another")
        assert panel.text == says("entering-choose", game="Keil", match="1")
    await panel.choose("d4")
    await panel.press("Play it")
    assert panel.text == "You played d4."
    assert labels(panel.message) == ["Undo"]
    await table.board(2)


async def test_a_move_by_row_and_point_takes_four_presses(table: Table) -> None:
    await big(table)
    board, white, black = await with_a_stone(table)
    panel = await Panel(table, white).open(board)
    _, rows = panel.lists
    assert len(rows) == 9
    await panel.choose(row_of("d", panel), select=1)
    rows, points = panel.lists
    assert points == [f"d{number}" for number in range(1, 9)]
    (chosen,) = [o for o in selects(panel.message)[0]["options"] if o.get("default")]
    assert chosen["label"] == says("choice-row", row="d")
    await panel.choose("d4", select=1)
    await panel.press("Play it")
    assert panel.text.startswith("You played d4.")
    assert panel.presses == 4
    board = await table.board(2)

    await table.at_once(black)
    panel = await Panel(table, black).open(board)
    await panel.choose(row_of("h", panel), select=1)
    await panel.choose("h1", select=1)
    assert panel.text.startswith("You played h1.")
    assert panel.presses == 3
    board = await table.board(3)

    panel = await Panel(table, white).open(board)  # near the last move: without its row
    await panel.choose("g2")
    await panel.press("Play it")
    assert panel.presses == 3
    assert panel.text.startswith("You played g2.")


async def test_captures_come_first_then_what_is_near_the_last_move(table: Table) -> None:
    _, black, white = await big(table)
    board = await table.moves((black, "a1"), (white, "e5"), (black, "h3"))
    panel = await Panel(table, white).open(board)
    handy, _ = panel.lists
    assert handy[0] == "b2"
    described = {o["value"]: o.get("description") for o in selects(panel.message)[0]["options"]}
    assert described["b2"] == says("choice-captures", number="1")
    assert set(handy[1:7]) == {"h2", "h4", "g3", "g4", "i2", "i3"}
    assert described["h4"] is None
    await panel.choose("b2")
    assert panel.text == text("preview", move="b2", effects=says("preview-captures", number="1"))
    await panel.press("Play it")
    assert panel.text.startswith("You played b2 and captured 1 stone.")


async def test_a_preview_warns_if_the_next_player_can_capture_the_stone_at_once(
    table: Table,
) -> None:
    """It is a fact of the rules, in words and as a red ring, and no advice."""
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "d4"), (black, "e3"))
    panel = await Panel(table, white).open(board)
    await panel.choose("a1")
    line = says("preview", move="a1", effects=NOTHING)
    warning = says("preview-answer", who="Black", points="b2")
    assert panel.text == f"{line} {warning}"
    (picture,) = panel.message["attachments"]
    assert warning in picture["description"]
    match = (await table.service.matches.live(1)).match
    after = match.position.play(Placement("a1"))
    view = RenderOptions(marks={after.board.index["b2"]: Mark(Sign.ANSWER)})
    words = {
        LegendSign(Meaning.PREVIEWED, 1): says("mark-previewed", why="preview"),
        LegendSign(Sign.ANSWER): says("mark-answer"),
    }
    drawn = draw_preview(match.position, after, view, words=words)
    assert await table.driver.file(picture) == drawn
    await panel.press("Another")
    await panel.choose("b2")
    assert panel.text == says("preview", move="b2", effects=NOTHING)


async def test_only_legal_points_are_offered(table: Table) -> None:
    _, black, white = await table.begin_small()
    turns = ("e3", "b1", "e1", "a2", "d4", "b2")
    board = await table.moves(*((white if n % 2 else black, m) for n, m in enumerate(turns)))
    panel = await Panel(table, black).open(board)
    (points,) = panel.lists
    assert not {"a1", *turns} & set(points)
    assert len(points) == 19 - 7


async def test_the_preview_shows_the_stone_in_the_askers_view(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "b2"), (white, "e1"), (black, "c2"), (white, "e2"))
    panel = await Panel(table, black).open(board)
    await panel.choose("c3")
    told = says(
        "preview",
        move="c3",
        effects=f"{says('preview-links', stones='b2 and c2')}, "
        f"{says('preview-joins', pairs=says('pair', one='b2', other='c2'))}",
    )
    assert panel.text == told
    (picture,) = panel.message["attachments"]
    assert picture["description"].startswith(
        f"{says('alt-preview', effects=told.replace('*', ''))} "
        f"{says('alt-board', game='Keil', points='19', ply='4')}"
    )
    light = Image.open(BytesIO(await table.driver.file(picture))).convert("RGBA")
    assert light.width == 1000
    await table.service.preferences.change(
        await user_of(table, black),
        lambda old: old.chosen("palette", "dark").chosen("size", "phone"),
    )
    await panel.press("Another")
    await panel.choose("c3")
    (picture,) = panel.message["attachments"]
    dark = Image.open(BytesIO(await table.driver.file(picture))).convert("RGBA")
    assert dark.width == 600
    middle = (dark.width // 2, dark.height // 8)
    assert dark.getpixel(middle) != light.resize(dark.size).getpixel(middle)


async def test_what_is_typed_is_shown_first_too(table: Table) -> None:
    await table.begin_small()
    board, white, _ = await with_a_stone(table)
    panel = await Panel(table, white).open(board)
    form = await table.driver.click(white, panel.message, "Type it…")
    async with table.nothing_happens():
        shown = await table.driver.submit_modal(white, form, {"text": "C-3"})
        assert shown.text == text("preview", move="c3", effects=NOTHING)
    sure = await table.driver.click(white, shown.message or {}, "Play it")
    assert sure.text.startswith("You played c3.")
    await table.board(2)


async def test_words_and_illegal_points_have_no_preview(table: Table) -> None:
    board, black, _ = await table.begin_small()
    form = await table.driver.click(
        black, (await Panel(table, black).open(board)).message, "Type it…"
    )
    asked = await table.driver.submit_modal(black, form, {"text": "pass"})
    assert asked.text.startswith(says("private-sure", declaration="pass", match="1"))
    form = await table.driver.click(
        black, (await Panel(table, black).open(board)).message, "Type it…"
    )
    refused = await table.driver.submit_modal(black, form, {"text": "z9"})
    assert refused.text == says("move-illegal", reason=says("illegal-off-board"))
    assert labels(refused.message or {}) == ["Move"]
    again = await table.driver.click(black, refused.message or {}, "Move")
    assert again.text == says("entering-choose", game="Keil", match="1")


async def test_commands_play_at_once(table: Table) -> None:
    _, black, _ = await table.begin_small()
    assert (await table.play(black, "c3")).text.startswith("You played c3.")


# --- who sees a preview ---


async def previews(table: Table, who: str, board: Json) -> bool:
    """Whether ``who`` sees a preview of the first point of the panel, which is not played."""
    panel = await Panel(table, who).open(board)
    await panel.choose(panel.lists[0][0])
    return labels(panel.message) == ["Play it", "Another"]


async def test_fast_games_have_previews_for_newcomers_only(table: Table) -> None:
    for match in (1, 2, 3):
        await table.begin(ADA, BO, size=3, komi=0, button=False, time="1h")
        board, who, _ = await with_a_stone(table, match)
        assert await previews(table, who, board)
        await table.command(who, "resign", game=str(match))
    await table.begin(ADA, BO, size=3, komi=0, button=False, time="1h")
    board, who, _ = await with_a_stone(table, 4)
    assert not await previews(table, who, board)
    await table.board(2, 4)


async def test_slow_games_have_previews_for_everybody(table: Table) -> None:
    for match in (1, 2, 3, 4):
        await table.begin(ADA, BO, size=3, komi=0, button=False, time="1d")
        board, who, _ = await with_a_stone(table, match)
        assert await previews(table, who, board)
    ada = await user_of(table, ADA)
    preferences = table.service.preferences
    assert not await preferences.previews(ada, timedelta(hours=23))
    await preferences.change(ada, lambda old: old.chosen("entering", Entering.PREVIEW))
    assert await preferences.previews(ada, timedelta(hours=1))
    await preferences.change(ada, lambda old: old.chosen("entering", Entering.ONCE))
    assert not await preferences.previews(ada, timedelta(days=3))
    await preferences.change(ada, lambda old: old.chosen("entering", "nonsense"))
    assert not await preferences.previews(ada, timedelta(days=3))


async def test_the_choice_is_made_in_view(table: Table) -> None:
    await table.begin_small()
    board, white, _ = await with_a_stone(table)
    view = await table.command(white, "view")
    select = selects(view.message)[-1]
    assert select["placeholder"] == says("placeholder-entering")
    assert [o["value"] for o in select["options"] if o.get("default")] == ["usual"]
    assert len((view.message or {})["components"]) == 5
    chosen = await table.driver.select(white, view.message or {}, select["custom_id"], ["once"])
    select = selects(chosen.message)[-1]
    assert [o["value"] for o in select["options"] if o.get("default")] == ["once"]
    assert not await previews(table, white, board)
    await table.board(2)


# --- what is refused; restarts; other games ---


async def test_old_boards_and_strangers_are_refused_in_words(table: Table) -> None:
    await table.begin_small()
    board, white, black = await with_a_stone(table)
    turn = says("refusal-not-your-turn-but", player=await table.mention(white))
    assert (await table.driver.click(black, board, "Move")).text == turn
    assert (await table.driver.click(CY, board, "Move")).text == says("refusal-not-a-player")
    old = says("refusal-old-board")

    async def replies(move: str) -> None:  # which does not close the panel
        called = f"<@{board['author']['id']}> {move}"
        await table.driver.say(white, table.channel, called, reply_to=board)

    panel = await Panel(table, white).open(board)
    await replies("d4")
    await table.board(2)
    async with table.nothing_happens():
        assert (await panel.choose("c3")).text == old
    board = await table.moves((black, "b2"))
    shown = await (await Panel(table, white).open(board)).choose("c3")
    await replies("e1")
    await table.board(4)
    async with table.nothing_happens():
        assert (await shown.press("Play it")).text == old


async def private(table: Table, who: str) -> list[str]:
    """The private messages of a person in the channel."""
    seen = await table.driver.messages(table.channel, who)
    return [message["id"] for message in seen if message["flags"] & PRIVATE]


@pytest.mark.parametrize("previewed", [False, True])
async def test_a_panel_goes_when_its_reader_plays_by_a_command(
    table: Table, previewed: bool
) -> None:
    """It would show an old position."""
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    panel = await Panel(table, black).open(board)
    if previewed:
        await panel.choose("d4")
    other = await Panel(table, black).open(board)  # the second one is enough

    async def only(*messages: str) -> bool:
        return set(await private(table, black)) & {panel.message["id"], other.message["id"]} == {
            *messages
        }

    await table.until(lambda: only(other.message["id"]))
    played = await table.play(black, "e1")
    await table.until(lambda: only())
    assert (played.message or {})["id"] in await private(table, black)


async def test_a_form_whose_panel_goes_meanwhile_is_answered_all_the_same(table: Table) -> None:
    """As by another move of the same person, or by *Dismiss message*."""
    board, black, _ = await table.begin_small()
    await table.at_once(black)
    panel = await Panel(table, black).open(board)
    form = await table.driver.click(black, panel.message, "Type it…")
    held = await table.driver.hold_before(CALLBACK)
    submitted = asyncio.create_task(table.driver.submit_modal(black, form, {"text": "z9"}))
    await held.wait_until_held()
    await table.driver.delete_message(black, panel.message)
    await held.release()
    answer = await submitted
    assert answer.kind == "message"
    assert answer.ephemeral
    assert "no such point on this board" in answer.text


async def test_a_point_that_no_panel_offers_is_refused_by_its_rule(table: Table) -> None:
    board, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    message = (await Panel(table, white).open(board)).message
    select = selects(message)[0]["custom_id"]

    async def forged(value: str) -> str:
        data = {"custom_id": select, "component_type": SELECT, "values": [value]}
        return (await table.driver.forge(white, table.channel, PRESS, data, message)).text

    async with table.nothing_happens():
        assert await forged("c3") == says("move-illegal", reason=says("illegal-occupied"))
        assert await forged("z9") == says("move-illegal", reason=says("illegal-off-board"))
        assert await forged("@99.99") == says("entering-choose", game="Keil", match="1")
        assert "I cannot read" in await forged("@everyone")
        assert "I cannot read" in await forged("")


async def test_the_panel_and_the_preview_outlive_a_restart(process: Process) -> None:
    async with process() as table:
        await big(table)
        board, white, _ = await with_a_stone(table)
        panel = await Panel(table, white).open(board)
        await panel.choose(row_of("e", panel), select=1)
    async with process() as table:
        panel.table = table
        await panel.choose("e5", select=1)
    async with process() as table:
        panel.table = table
        await panel.press("Play it")
        assert panel.text.startswith("You played e5.")
        assert labels(await table.board(2))


async def test_rows_of_a_rectangle_are_its_numbers(table: Table) -> None:
    board = await table.begin(ADA, BO, game="kee", width=19, height=13)
    who = (await table.players())[0]
    panel = await Panel(table, who).open(board)
    _, rows = panel.lists
    assert len(rows) == 13
    first = selects(panel.message)[1]["options"][0]
    assert first["label"] == says("choice-row", row="13")
    assert first["description"] == says("choice-row-points", number=19, first="a13", last="t13")
    await panel.choose(row_of("4", panel), select=1)
    await panel.choose("q4", select=1)
    assert panel.text.startswith("You played q4.")
    board = await table.board(1)
    other = (await table.players())[1]
    panel = await Panel(table, other).open(board)
    assert set(panel.lists[0][:4]) == {"p4", "r4", "q3", "q5"}
    assert len(panel.lists[0]) == 12


@pytest.mark.parametrize(
    ("game", "options", "played", "move", "told"),
    [
        ("kee", {"width": 5, "height": 5}, ("c3", "a1"), "c2", ""),
        ("kee", {"width": 5, "height": 5}, ("a2", "a1"), "b1", "preview-captures"),
        ("ki", {"size": 5}, ("c3", "a1"), "e5", ""),
        ("ki", {"size": 5}, ("c3", "a1"), "c5", "preview-controls"),
    ],
)
async def test_games_without_links_have_previews_without_links(
    table: Table,
    game: str,
    options: dict[str, object],
    played: tuple[str, str],
    move: str,
    told: str,
) -> None:
    await table.begin(ADA, BO, game=game, **options)
    black, white = await table.players()
    board = await table.moves((black, played[0]), (white, played[1]))
    panel = await (await Panel(table, black).open(board)).choose(move)
    if told:
        effects = says(told, number="1", points="c4")
        assert panel.text == text("preview", move=move, effects=effects)
    else:
        assert panel.text == text("preview-bare", move=move)


async def test_in_a_game_for_three_on_a_square_board(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    first, who, _ = await trio.players()
    panel = await Panel(trio, first).open(await trio.board(0))
    assert len(panel.lists[0]) == 25
    await panel.choose("a1")
    panel = await Panel(trio, who).open(await trio.board(1))
    assert len(panel.lists[0]) == 24
    await panel.choose("c3")
    assert panel.text == text("preview-bare", move="c3")
    assert panel.message["attachments"]
    await panel.press("Play it")
    await trio.board(2)


async def test_where_no_stone_may_be_placed_the_panel_says_so(table: Table) -> None:
    """During the pie no board has the button, but it can be forged."""
    board = await table.begin(ADA, BO, size=3)
    data = {"custom_id": "k1:move:1:0", "component_type": BUTTON}
    panel = await table.driver.forge(ADA, table.channel, PRESS, data, board)
    assert panel.text == says("entering-no-point")
    assert labels(panel.message or {}) == ["Type it…"]


async def test_where_every_empty_point_is_refused_the_panel_says_why(table: Table) -> None:
    board, black, white = await table.begin_small()
    live = await table.service.matches.live(1)
    filled = [name for name in live.match.position.board.names if name not in ("a1", "c3")]
    for name in filled[:-1]:
        await table.moves((black, name), (white, "pass"))
    board = await table.moves((black, filled[-1]))
    data = {"custom_id": f"k1:move:1:{2 * len(filled) - 1}", "component_type": BUTTON}
    panel = await table.driver.forge(white, table.channel, PRESS, data, board)
    reasons = says("blocked-suicide", number=2)
    assert panel.text == says("entering-blocked", reasons=reasons)
    assert labels(panel.message or {}) == []


@pytest.mark.parametrize(
    ("number", "told"), [(1, "1 is controlled by another"), (3, "3 are controlled by another")]
)
def test_points_that_others_control_are_counted(number: int, told: str) -> None:
    assert told in says("blocked-controlled", number=number)


# --- many options ---


@pytest.mark.parametrize(("number", "pages"), [(25, 1), (26, 2), (48, 2), (49, 3)])
def test_long_lists_have_pages(number: int, pages: int) -> None:
    options = [discord.SelectOption(label=str(n)) for n in range(number)]
    seen: list[str] = []
    page = 0
    for _ in range(pages):
        shown = point_lists.page_of(options, page, "7", "More")
        assert len(shown) <= point_lists.MOST_OPTIONS
        if pages > 1:
            *shown, more = shown
            page = (page + 1) % pages
            assert (more.label, more.value) == ("More", f"@7.{page}")
        seen += [option.value for option in shown]
    assert seen == [str(n) for n in range(number)]
    assert page == 0, "after the last comes the first"
