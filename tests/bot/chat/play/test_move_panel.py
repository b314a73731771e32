"""Entering a move: the panel under *Move*, and the preview."""

from datetime import timedelta
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.chat.common import point_lists
from bot.messages.catalogue import text
from bot.service.preferences import Entering
from engine.position import Placement
from render.board_image import draw
from render.legend import LegendSign, Meaning
from render.options import Coordinates, Mark, RenderOptions, Sign
from render.preview import draw_preview
from tests.bot.panels import NOTHING, Panel, big, row_of, selects, user_of, with_a_stone
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    AFTER_A_MOVE,
    BO,
    PRIVATE,
    Json,
    Table,
    labels,
)


async def test_the_first_stone_has_a_preview_like_every_other(table: Table) -> None:
    """What a newcomer learns with the first stone holds for the second."""
    board, black, white = await table.begin_small()
    panel = await Panel(table, black).open(board)
    assert [upload["filename"][:10] for upload in panel.message["attachments"]] == ["keil-empty"]
    await panel.choose("c3")
    assert panel.text == says("preview", move="c3", effects=NOTHING)
    assert labels(panel.message) == ["Play it", "Another point"]
    await panel.press("Play it")
    assert panel.text.startswith("You played c3.")
    assert panel.message["attachments"] == []
    assert labels(panel.message) == AFTER_A_MOVE
    assert panel.presses == 3
    panel = await Panel(table, white).open(await table.board(1))
    await panel.choose("a1")
    assert labels(panel.message) == ["Play it", "Another point"]


async def test_between_people_a_preview_warns_of_nothing(table: Table) -> None:
    """That would be help that nobody has announced, and that /play does not give."""
    board, black, white = await table.begin_small()
    panel = await Panel(table, black).open(board)
    async with table.nothing_happens():
        await panel.choose("a1")
        assert panel.text == says("preview", move="a1", effects=NOTHING)
        assert labels(panel.message) == ["Play it", "Another point"]
        await panel.press("Another point")
        await panel.choose("e3")
    await panel.press("Play it")
    assert panel.text.startswith("You played e3.")
    await table.board(1)
    await table.play(white, "c3")


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
        await panel.press("Play it")
        assert panel.text.startswith(f"You played {handy[0]}")
        assert panel.presses == 3
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
    assert labels(panel.message) == ["Play it", "Another point"]
    async with table.nothing_happens():
        await panel.press("Another point")
        assert panel.text == says("entering-choose", game="Keil", match="1")
    await panel.choose("d4")
    await panel.press("Play it")
    assert panel.text == "You played d4."
    assert labels(panel.message) == AFTER_A_MOVE
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


async def picture_of(table: Table, panel: Panel) -> bytes:
    """The pixels of the panel's picture."""
    (picture,) = panel.message["attachments"]
    return Image.open(BytesIO(await table.driver.file(picture))).convert("RGBA").tobytes()


def pixels(png: bytes) -> bytes:
    return Image.open(BytesIO(png)).convert("RGBA").tobytes()


async def test_on_a_large_board_the_panel_shows_the_names_of_all_empty_points(
    table: Table,
) -> None:
    """In the channel only a few points of such a board carry their names."""
    await table.begin_small(size=6)
    board, white, _ = await with_a_stone(table)
    position = (await table.service.matches.live(1)).match.position
    panel = await Panel(table, white).open(board)
    every = draw(position, RenderOptions(coordinates=Coordinates.EVERY))
    assert await picture_of(table, panel) == pixels(every)
    await panel.choose(row_of("d", panel), select=1)
    assert await picture_of(table, panel) == pixels(every)
    await table.service.preferences.change(
        await user_of(table, white), lambda old: old.chosen("coordinates", Coordinates.EDGE)
    )
    panel = await Panel(table, white).open(board)
    edge = draw(position, RenderOptions(coordinates=Coordinates.EDGE))
    assert await picture_of(table, panel) == pixels(edge)


async def test_on_a_small_board_the_panel_has_no_picture(table: Table) -> None:
    """Its points carry their names on the board right above."""
    await table.begin_small()
    board, white, _ = await with_a_stone(table)
    panel = await Panel(table, white).open(board)
    assert panel.message["attachments"] == []


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
    """In words and as a red ring, against the bot, or if the challenge allows help to both."""
    _, black, white = await table.begin_small(estimates=True)
    board = await table.moves((black, "c3"), (white, "d4"), (black, "e3"))
    panel = await Panel(table, white).open(board)
    await panel.choose("a1")
    line = says("preview", move="a1", effects=NOTHING)
    warning = says("preview-answer", who="Black", move="a1", points="b2")
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
    await panel.press("Another point")
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
    await panel.press("Another point")
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
    return labels(panel.message) == ["Play it", "Another point"]


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
