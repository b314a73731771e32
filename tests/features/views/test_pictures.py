"""Pictures that make the rules visible: overlays, why not, replays in motion, each as one likes."""

import re
from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.chat.base.custom_id import Control
from bot.chat.common.sharing import BETWEEN_SHARES
from bot.features.replays.games import FILE, MATCH, ReplayState
from bot.messages import alt, legend, overlays, phrases, positions
from bot.pictures import LEGEND_LINES, SCORE, offered
from bot.playground.driver import Answer
from bot.service.preferences import CHOICES, USUAL, DisplayPreferences
from bot.service.refusals import ServiceRefusal
from engine.board import rectangle
from engine.game import Game
from engine.games import all_games
from engine.match import Match
from engine.position import Position
from engine.turns import NO_TIME, Turn
from render.board_image import draw
from render.legend import LegendSign, Meaning
from render.legend import signs as legend_signs
from render.options import Overlay, RenderOptions
from render.panels import draw_explained, draw_score
from tests.bot.house import refused
from tests.bot.panels import selects
from tests.bot.says import played as sentence
from tests.bot.says import says
from tests.bot.table import BO, CY, PRIVATE, Json, Process, Table, labels
from tests.engine.random_play import random_game
from tests.engine.test_every_game import every_start

KEIL, KI, KEE = (all_games()[key] for key in ("keil", "ki", "kee"))


def played(game: Game, moves: str, **options: int | bool | str | None) -> Match:
    match = Match.start(game, game.settle(options), 2)
    for text in moves.split():
        assert match.to_move is not None
        match = match.take(Turn(match.to_move, text, NO_TIME))
    return match


async def message_of(table: Table, answer: Answer) -> Json:
    assert answer.message is not None
    return await table.driver.message(answer.message)


async def picture(table: Table, answer: Answer) -> tuple[str, bytes, str]:
    """The one file of an answer: its name, its bytes, its description."""
    (upload,) = (await message_of(table, answer))["attachments"]
    return upload["filename"], await table.driver.file(upload), upload.get("description") or ""


async def choose(table: Table, who: str, answer: Answer, value: str, number: int = 0) -> Answer:
    """Choose ``value`` in a select of an answer."""
    message = await message_of(table, answer)
    select = selects(message)[number]
    assert value in [option["value"] for option in select["options"]]
    return await table.driver.select(who, message, select["custom_id"], [value])


async def press(table: Table, who: str, answer: Answer, label: str) -> Answer:
    assert answer.message is not None
    return await table.driver.click(who, answer.message, label)


# --- overlays ---


async def test_an_overlay_is_chosen_under_a_private_board(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves(
        (black, "c3"), (white, "b2"), (black, "d3"), (white, "a1"), (black, "c4")
    )
    look = await table.command(CY, "board")
    (select,) = selects(await message_of(table, look))
    assert [option["label"] for option in select["options"]] == [
        says("overlay-none"),
        says("overlay-groups"),
        says("overlay-liberties"),
        says("overlay-territory"),
        says("overlay-atari"),
    ]
    plain = (await picture(table, look))[1]
    look = await choose(table, CY, look, "liberties")
    _, shown, told = await picture(table, look)
    match = (await table.service.matches.live(1)).match
    words = {LegendSign(Meaning.COUNT): says("sign-count")}
    view = RenderOptions(overlay=Overlay.LIBERTIES)
    assert shown == draw_explained(match.position, view, words, lines=LEGEND_LINES) != plain
    assert says("alt-shown", overlay=says("overlay-liberties.inline")) in told
    assert says("sign-legend", signs=says("sign-count")) in told
    (select,) = selects(await message_of(table, look))
    assert [o["value"] for o in select["options"] if o.get("default")] == ["liberties"]
    look = await choose(table, CY, look, "none")
    assert (await picture(table, look))[1] == plain
    channels = await table.driver.file(board["attachments"][0])
    assert channels == draw(match.position), "the channel's is plain"
    sizes = [Image.open(BytesIO(png)).size for png in (plain, shown)]
    assert sizes[0] == sizes[1], "the board keeps its size"


async def test_an_overlay_that_shows_nothing_here_says_why(table: Table) -> None:
    """Discord cannot grey out an option: nobody shall look for a group in atari in vain."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"), (white, "a1"), (black, "c4"))
    why = says("overlay-nothing-no-atari")
    look = await table.command(CY, "board")
    (select,) = selects(await message_of(table, look))
    reasons = {o["value"]: o.get("description") for o in select["options"]}
    assert {one: reason for one, reason in reasons.items() if reason} == {"atari": why}
    plain, text = (await picture(table, look))[1], look.text
    look = await choose(table, CY, look, "atari")
    assert (await picture(table, look))[1] == plain
    assert look.text == f"{text}\n{why}."
    (select,) = selects(await message_of(table, look))
    assert [o["value"] for o in select["options"] if o.get("default")] == ["atari"]


async def test_a_replay_says_so_at_each_ply_and_shows_it_where_it_can(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"), (white, "a1"), (black, "c4"))
    look = await press(table, CY, await table.command(CY, "board"), "Replay")
    look = await choose(table, CY, look, "groups")
    why, shown = (
        says("overlay-nothing-no-group"),
        says("alt-shown", overlay=says("overlay-groups.inline")),
    )
    assert why not in look.text and shown in (await picture(table, look))[2]
    look = await press(table, CY, look, says("button-replay-first"))
    look = await press(table, CY, look, says("button-replay-forward"))
    assert why in look.text and shown not in (await picture(table, look))[2]
    look = await press(table, CY, look, says("button-replay-last"))
    assert why not in look.text and shown in (await picture(table, look))[2]


async def test_what_was_chosen_is_shown_to_the_channel_on_purpose(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"), (white, "a1"), (black, "c4"))
    look = await choose(table, CY, await table.command(CY, "board"), "groups")
    seen = {message["id"] for message in await table.public()}
    shared = await press(table, CY, look, "Show to the channel")
    assert not shared.ephemeral
    (new,) = [m for m in await table.public() if m["id"] not in seen]
    cy = await table.mention(CY)
    what = says("overlay-groups.inline")
    assert new["content"] == says(
        "shared-overlay", who=cy, title="Keil #1", ply="5", last="5", overlay=what
    )
    assert not new["mentions"], "it calls nobody"
    assert not new["components"]
    data = await table.driver.file(new["attachments"][0])
    match = (await table.service.matches.live(1)).match
    kinds = Meaning.GROUP, Meaning.LINKED, Meaning.OPEN
    words = {LegendSign(kind): says(f"sign-{kind}") for kind in kinds}
    view = RenderOptions(overlay=Overlay.GROUPS)
    assert data == draw_explained(match.position, view, words)
    still = await message_of(table, look)
    assert labels(still) == ["Show to the channel", "Replay"], "the private board stays"


async def test_a_reply_to_a_shared_board_plays_no_move(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await press(table, CY, await table.command(CY, "board"), "Show to the channel")
    shared = next(m for m in await table.public() if " shows " in m["content"])
    await table.driver.say(white, table.channel, "d4", reply_to=shared, ping=True)
    await table.play(white, "b2")  # what came before it was heard before it
    assert (await table.board(2))["content"].startswith(sentence("White", "b2"))


@every_start
def test_everything_that_is_offered_can_be_shown(
    game: Game, options: dict[str, int], seats: int
) -> None:
    """Overlays come from the board's data and the position: no code asks which game it is."""
    start, match = game.start(options, seats), Match.start(game, options, seats)
    random, view = Random(seats), RenderOptions(width=300)
    last: Position = start
    for _, position in random_game(start, random, 25):
        last = position
    for shown in (*offered(match, replace(match, position=last, shown=last)),):
        assert overlays.label(shown)
        overlaid = replace(view, overlay=Overlay(shown))
        assert draw(last, overlaid) != draw(last, view)
        explained = legend_signs(last, overlaid)
        assert explained and all(legend.sign(match, sign) for sign in explained)


async def test_the_liberties_of_one_group_are_shown_by_one_of_its_stones(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"))
    look = await table.command(CY, "board", group=" C-3")
    _, shown, told = await picture(table, look)
    position = (await table.service.matches.live(1)).match.position
    view = RenderOptions(overlay=Overlay.LIBERTIES, group=position.board.index["c3"])
    kinds = Meaning.COUNT, Meaning.LIBERTY
    words = {LegendSign(kind): says(f"sign-{kind}") for kind in kinds}
    assert shown == draw_explained(position, view, words, lines=LEGEND_LINES)
    assert "Black group c3: " in told
    for group in ("a1", "z9", "nonsense `x`"):
        refused = await table.command(CY, "board", group=group)
        assert refused.text.startswith(says("refusal-no-group"))


async def test_a_person_shows_things_to_the_channel_one_after_the_other(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    look = await table.command(CY, "board")
    shared = await press(table, CY, look, "Show to the channel")
    assert not shared.ephemeral
    again = await press(table, CY, look, "Show to the channel")
    assert again.ephemeral
    assert again.text.startswith("You have just shown something to the channel.")
    other = await table.command(BO, "board")
    assert not (await press(table, BO, other, "Show to the channel")).ephemeral
    table.clock.pass_by(BETWEEN_SHARES)
    assert not (await press(table, CY, look, "Show to the channel")).ephemeral


# --- the score ---


async def test_the_score_of_any_ply_of_a_finished_game(table: Table) -> None:
    _, black, white = await table.begin_small(komi=2.5)
    await table.moves((black, "c3"), (white, "d4"), (black, "pass"), (white, "pass"))
    viewer = await table.command(CY, "replay")
    for _ in range(2):
        viewer = await press(table, CY, viewer, "Forward ›")
    viewer = await choose(table, CY, viewer, SCORE)
    _, shown, told = await picture(table, viewer)
    frame = (await table.service.matches.live(1)).match.after_moves(2)
    rows = [["Stones", "1", "1"], ["Komi", "0", "2½"], ["Total", "1", "3½"]]
    assert overlays.score_rows(frame) == rows
    words = {LegendSign(Meaning.NEUTRAL): says("sign-neutral")}
    assert shown == draw_score(
        frame.position,
        rows,
        RenderOptions(),
        shown_since=frame.shown,
        words=words,
        lines=LEGEND_LINES,
    )
    assert says("alt-shown", overlay=says("overlay-score.inline")) in told


async def test_nobody_is_told_the_score_of_a_running_game_by_a_picture(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    for answer in (await table.command(CY, "board"), await table.command(CY, "replay")):
        for select in selects(await message_of(table, answer)):
            assert SCORE not in [option["value"] for option in select["options"]]


# --- /view ---


async def test_what_is_chosen_holds_from_the_next_private_picture_on(process: Process) -> None:
    async with process() as table:
        _, black, _ = await table.begin_small()
        board = await table.moves((black, "c3"))
        view = await table.command(CY, "view")
        assert view.ephemeral
        while "Keil" not in view.text:
            view = await press(table, CY, view, "Another board")
        view = await choose(table, CY, view, "dark", 0)
        view = await choose(table, CY, view, "every", 1)
        view = await choose(table, CY, view, "phone", 2)
        for label in (
            says("button-view-turn"),
            says("button-view-turn"),
            says("button-view-mirror"),
        ):
            view = await press(table, CY, view, label)
        position = (await table.service.matches.live(1)).match.position
        wanted = DisplayPreferences("dark", "every", "phone", poses={6: (2, True)})
        assert await table.service.preferences.of(await number_of(table, CY)) == wanted

        def steady(view: RenderOptions) -> bytes:
            return draw_explained(position, view, {}, lines=LEGEND_LINES)

        mine = steady(wanted.view(position.board))
        for command in ("board", "replay"):
            answer = await table.command(CY, command, game="1")
            if command == "replay":
                answer = await press(table, CY, answer, "Last »")
            assert (await picture(table, answer))[1] == mine
        assert (await picture(table, await table.command(BO, "board")))[1] == steady(
            RenderOptions()
        )
        assert await table.driver.file(board["attachments"][0]) == draw(position)
    async with process() as table:
        assert (await picture(table, await table.command(CY, "board")))[1] == mine
        usual = await press(table, CY, view, says("button-view-usually"))
        assert await table.service.preferences.of(await number_of(table, CY)) == USUAL
        assert (await message_of(table, usual))["flags"] & PRIVATE


async def number_of(table: Table, who: str) -> int:
    people = (await table.driver.overview())["people"]
    return next(int(person["id"]) for person in people if person["global_name"] == who)


async def test_hexagons_turn_six_ways_and_squares_four(table: Table) -> None:
    view = await table.command(CY, "view")
    seen: set[bytes] = set()
    boards_seen: dict[str, int] = {}
    for _ in range(3):
        name = re.search(r"\*\*(.+?)\*\*", view.text)
        assert name
        pictures: list[bytes] = [(await picture(table, view))[1]]
        while True:
            view = await press(table, CY, view, says("button-view-turn"))
            shown = (await picture(table, view))[1]
            if shown == pictures[0]:
                break
            pictures.append(shown)
        assert len(set(pictures)) == len(pictures)
        boards_seen[name[1]] = len(pictures)
        seen |= set(pictures)
        view = await press(table, CY, view, "Another board")
    assert boards_seen == {"Keil": 6, "Ki": 4, "Kee Rules Go": 4}


def test_what_is_stored_comes_back_and_what_nobody_knows_is_as_usual() -> None:
    board = rectangle(9, 9)
    preferences = (
        USUAL.chosen("palette", "deutan").chosen("size", "phone").turned(board).mirrored(board)
    )
    assert DisplayPreferences.read(preferences.write()) == preferences
    assert preferences.chosen("palette", "ultraviolet") == preferences
    assert preferences.chosen("colour", "red") == preferences
    assert (
        DisplayPreferences.read(preferences.write().replace("deutan", "ultraviolet")).palette
        == USUAL.palette
    )
    assert set(CHOICES) == {"palette", "coordinates", "size", "entering"}
    assert DisplayPreferences.read("{}") == USUAL, "what was not asked then is as usual"


@pytest.mark.parametrize(
    "state", [ReplayState(), ReplayState(FILE, "groups"), ReplayState(MATCH, "score", (0, 99))]
)
def test_what_a_viewer_shows_is_read_from_its_controls(state: ReplayState) -> None:
    for more in ("", "forward"):
        control = Control("replay", 5, 7, state.write(more))
        assert ReplayState.read(control) == state
        assert len(control.write()) <= 100
    assert ReplayState.read(Control("share", 5)) == ReplayState()


# --- alt text ---


def read_alt(match: Match, told: str) -> dict[int, int]:
    """The stones that an alt text tells."""
    names = [phrases.colour(letter) for letter in match.game.colours]
    found = re.findall(rf"\b({'|'.join(names)}): ([a-z0-9 ]+|no stones)\.", told)
    index = match.position.board.index
    return {
        index[point]: names.index(who)
        for who, points in found
        for point in points.split()
        if points != "no stones"
    }


@every_start
def test_an_alt_text_is_read_back_into_its_position(
    game: Game, options: dict[str, int], seats: int
) -> None:
    match, random = Match.start(game, options, seats), Random(1)
    for _ in range(30):
        if match.to_move is None:
            break
        move = random.choice(list(match.position.legal_moves()))
        match = match.take(Turn(match.to_move, match.position.write(move), NO_TIME))
        told = alt.text(match)
        assert len(told) <= alt.LIMIT
        assert read_alt(match, told) == match.position.stones
        whole = positions.position_as_text(match)
        for point, colour in match.position.stones.items():
            name = match.position.board.names[point]
            assert f"{name} {phrases.colour(game.colours[colour])}" in whole


def test_what_an_alt_text_has_no_room_for_it_says() -> None:
    match = Match.start(KEE, KEE.settle({"width": 19, "height": 19}), 2)
    names = match.position.board.names
    for black, white in zip(names[:171], names[190:], strict=True):
        match = match.take(Turn(0, black, NO_TIME)).take(Turn(1, white, NO_TIME))
    told = alt.text(match)
    assert 900 < len(told) <= alt.LIMIT
    more = says("alt-left-out", stones=r"(\d+) black and (\d+) white", number=2)
    cut = re.search(more, told)
    assert cut
    shown = read_alt(match, told)
    stones = match.position.stones
    assert all(stones[point] == colour for point, colour in shown.items())
    assert len(shown) + int(cut[1]) + int(cut[2]) == len(stones)


async def test_the_board_as_text_comes_with_all_of_it_as_a_file(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"), (white, "b3"))
    name, data, _ = await picture(table, await table.command(CY, "board", **{"as": "text"}))
    assert name == "keil-1.txt"
    lines = data.decode().split("\n")
    assert says("position-row", first="c1", last="c5", stones="c3 Black") in lines
    assert any(line.startswith("White group b2: ") for line in lines)
    assert says("position-links", link="open", pairs="b2-b3 c3-d3") in lines


async def test_the_board_as_text_names_the_group_that_is_asked_for(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    told = (await table.command(CY, "board", **{"as": "text", "group": "B 2"})).text
    whole, _, last = told.rpartition("\n")
    assert last.startswith("White group b2: ") and " group " not in whole
    refused = await table.command(CY, "board", **{"as": "text", "group": "a1"})
    assert refused.text == says("refusal-no-group")


# --- animation ---


async def test_a_range_of_plies_becomes_an_animation(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "d4"), (black, "b2"), (white, "d3"))
    viewer = await table.command(CY, "replay")
    form = await press(table, CY, viewer, "Animation…")
    film = await table.driver.submit_modal(CY, form, {"from": "1", "to": "3"})
    assert film.ephemeral
    animation = says("animation", title="Keil #1", first="1", last="3")
    assert film.text == animation
    name, data, told = await picture(table, film)
    assert name == "keil-1-3.gif"
    head = says("alt-animation", game="Keil", first="1", last="3")
    assert told == f"{head} Black: b2 c3. White: d4."
    with Image.open(BytesIO(data)) as gif:
        assert gif.format == "GIF"
        assert getattr(gif, "n_frames") >= 3  # noqa: B009 (of GIFs only)
    assert labels(await message_of(table, viewer))[0] == "« First", "the viewer stays"
    shared = await press(table, CY, film, "Show to the channel")
    cy = await table.mention(CY)
    assert shared.text == says("shared-animation", who=cy, animation=animation)
    assert (await picture(table, shared))[1] == data


@pytest.mark.parametrize(
    ("first", "last"), [("2", "1"), ("0", "9"), ("a", "1"), ("-1", "2"), ("0", "1.5")]
)
async def test_plies_that_are_none_are_refused(table: Table, first: str, last: str) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    form = await press(table, CY, await table.command(CY, "replay"), "Animation…")
    told = await table.driver.submit_modal(CY, form, {"from": first, "to": last})
    assert told.text == says("replay-no-such-moves", last="1")


async def test_a_game_without_a_move_has_no_animation(table: Table) -> None:
    await table.begin_small()
    viewer = await table.command(CY, "replay")
    assert "Animation…" not in labels(await message_of(table, viewer))


async def test_an_animation_that_the_end_of_the_program_interrupts_is_refused_in_words(
    table: Table,
) -> None:
    match = played(KEIL, "b3 h4 d4 f6", komi=0, button=False)
    table.client.pictures.close()
    with refused(ServiceRefusal.RESTARTING):
        await table.client.pictures.animation(1, match, (0, match.ply), USUAL)
