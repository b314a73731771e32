"""Pictures of why a move is refused."""

from io import BytesIO

from PIL import Image

from bot.messages import overlays
from render.legend import LegendSign, Meaning
from render.options import Mark, RenderOptions, Sign
from render.panels import Side, draw_beside, draw_explained
from tests.bot.says import says
from tests.bot.table import ADA, BO, Table
from tests.features.views.test_pictures import message_of, picture


async def test_suicide_shows_what_parts_the_stone_from_the_points_beside_it(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "e3"), (white, "b2"))
    refused = await table.play(black, "a1")
    assert refused.text.startswith("That move is not legal: it would be suicide")
    name, shown, told = await picture(table, refused)
    assert name == "keil-why-not-a1.png"
    assert told.startswith(says("alt-illegal", move="a1", reason="it would be suicide")[:-1])
    match = (await table.service.matches.live(1)).match
    index = match.position.board.index
    marks = {index["b2"]: Mark(Sign.WATCHED), index["a1"]: Mark(Sign.REFUSED, 0)}
    words = {
        LegendSign(Sign.REFUSED, 0): says("mark-refused", why="suicide"),
        LegendSign(Sign.WATCHED, 1): says("mark-watched", why="suicide"),
    }
    options = RenderOptions(marks=marks)
    assert shown == draw_explained(match.position, options, words), "b2 parts a1 from a2 and b1"


async def test_a_repetition_shows_the_earlier_board_beside_the_present_one(table: Table) -> None:
    options = {"game": "kee", "width": 5, "height": 3}
    board = await table.begin(ADA, BO, **options)
    del board
    first, second = await table.players()
    order = [first, second] * 5
    moves = ["b3", "c3", "a2", "d2", "b1", "c1", "e3", "b2", "c2"]
    await table.moves(*zip(order, moves, strict=False))
    refused = await table.play(second, "b2")
    assert "it would bring back the situation after move 8" in refused.text
    _, shown, told = await picture(table, refused)
    assert told.startswith("b2 is not legal: it would bring back the situation after ")
    size = Image.open(BytesIO(shown)).size
    assert size[0] > 1.3 * size[1], "two boards beside each other"


async def test_the_legend_of_a_repetition_names_the_captured_stones_that_are_shown(
    table: Table,
) -> None:
    """White's own, captured last, is under the refused stone; Black's is on the earlier board."""
    _, black, white = await table.begin_small()
    order = [black, white] * 3
    await table.moves(*zip(order, ["a3", "a1", "b1", "b3", "a2"], strict=False))
    _, shown, _ = await picture(table, await table.play(white, "a1"))
    match = (await table.service.matches.live(1)).match
    earlier, index = match.after_moves(4), match.position.board.index
    assert match.position.captured == {index["a1"]: 1}
    assert earlier.position.captured == {index["a3"]: 0}
    words = {
        LegendSign(Sign.REFUSED, 1): says("mark-refused", why="repetition"),
        LegendSign(Meaning.CAPTURED, 0): says("coloured-sign-captured", colour="Black"),
    }
    marks = {index["a1"]: Mark(Sign.REFUSED, 1)}
    now = Side(match.position, overlays.now(), marks, match.shown)
    then = Side(earlier.position, overlays.after_ply(4), shown_since=earlier.shown)
    assert shown == draw_beside(now, then, RenderOptions(), words)


async def test_a_controlled_space_shows_the_stones_that_control_it(table: Table) -> None:
    await table.begin(ADA, BO, game="ki", size=5)
    first, second = await table.players()
    await table.moves((first, "b3"), (second, "e5"), (first, "d3"))
    refused = await table.play(second, "c3")
    told = (await picture(table, refused))[2]
    assert told.startswith("c3 is not legal: ")
    assert says("alt-marked", points="b3 d3") in told


async def test_what_has_no_point_has_no_picture(table: Table) -> None:
    _, black, _ = await table.begin_small()
    for move in ("z9", "button", "nonsense"):
        answer = await table.play(black, move)
        assert not (await message_of(table, answer))["attachments"], move


async def test_why_under_a_reply_has_the_picture_too(table: Table) -> None:
    _, black, white = await table.begin_small()
    turns = ("e3", "b1", "e1", "a2", "d4", "b2")  # Black on a1 would be suicide
    board = await table.moves(*((white if n % 2 else black, m) for n, m in enumerate(turns)))
    there = {m["id"] for m in await table.public()}
    await table.driver.say(black, table.channel, "a1", reply_to=board)
    told = await table.message(lambda m: m["id"] not in there and "not played" in m["content"])
    why = await table.driver.click(black, told, "Why?")
    assert "a1 is not legal" in (await picture(table, why))[2]
