"""Kee for eight, the most on Discord: people and computers, from the card to the ranking."""

from functools import partial

import pytest

from engine.games.kee import COLOURS
from render.theme import WOOD
from tests.bot.chat.play.test_change import changed
from tests.bot.says import USUAL_TIME, says, status
from tests.bot.table import ADA, BO, BOT, CY, GAMES, Json, Table, labels, ply_of

NEW = ("Di", "Ed", "Flo", "Gus", "Hal")
NAMES = ["Black", "White", "Red", "Green", "Yellow", "Purple", "Magenta", "Blue"]
OTHERS = (BO, CY, *NEW)


@pytest.fixture
async def crowd(table: Table) -> Table:
    """Eight people."""
    for name in NEW:
        await table.driver.call("create_person", name=name, guilds=["Demo"])
    return table


def against(*people: str) -> Json:
    """The options of a challenge to ``people``."""
    first, *others = people
    return {"opponent": first} | {f"opponent_{n}": name for n, name in enumerate(others, start=2)}


def test_each_of_eight_has_a_letter_a_name_a_colour_and_a_mark_of_its_own():
    assert len(COLOURS) == len(set(COLOURS)) == 8
    assert [says("colour", letter=letter) for letter in COLOURS] == NAMES
    stones = [WOOD.stone(colour, many=True) for colour in range(8)]
    assert len({stone.body for stone in stones}) == len({stone.glyph for stone in stones}) == 8


async def test_eight_people_play_from_the_card_to_the_ranking(crowd: Table) -> None:
    card = await crowd.challenge(ADA, game="kee", width=5, height=4, **against(*OTHERS))
    for name in OTHERS:
        assert await crowd.mention(name) in card["content"]
        await crowd.driver.click(name, card, "Accept")
    board = await crowd.board(0)
    seats = await crowd.players()
    mentions = [await crowd.mention(name) for name in seats]
    for name, mention in zip(NAMES, mentions, strict=True):
        assert f"{name} {mention}" in board["content"]
    points = ("a1", "b1", "c1", "d1", "e1", "a3", "b3", "c3")
    board = await crowd.moves(*zip(seats, points, strict=True))
    assert status("Kee Rules Go", 1, 8, "Black", mention=mentions[0]) in board["content"]
    alt = board["attachments"][0]["description"]
    for name, point in zip(NAMES, points, strict=True):
        assert f"{name}: {point}." in alt
    shown = await crowd.command(seats[6], "board", **{"as": "text"})
    assert "M = Magenta, U = Blue" in shown.text
    more = [(seats[0], "a4"), *((name, "pass") for name in [*seats[1:], *seats])]
    board = await crowd.moves(*more)
    assert (
        "1st Black · 2nd White · 2nd Red · 2nd Green · 2nd Yellow · 2nd Purple" in board["content"]
    )
    assert "Blue" in board["content"].split("```")[1]
    assert len(board["content"]) <= 2000


async def test_computers_take_seats_among_eight(crowd: Table) -> None:
    """They move as soon as it is their turn, and their moves are legal."""
    people = (BO, CY, NEW[0], NEW[1])
    given = against(*people, BOT, BOT, BOT)
    card = await crowd.challenge(ADA, game="kee", width=9, height=9, **given)
    for name in people:
        await crowd.driver.click(name, card, "Accept")
    await crowd.message(lambda m: ply_of(m) is not None)
    live = await crowd.service.matches.live(1)
    assert [live.level_of(seat) is not None for seat in range(8)].count(True) == 3
    for turn in range(16):
        if live.level_of(turn % 8) is None:
            await crowd.until(partial(_reached, crowd, turn))
            position = (await crowd.service.matches.live(1)).match.position
            move = position.write(next(iter(position.legal_moves())))
            await crowd.play(await crowd.name(live.players[turn % 8]), move)
    await crowd.until(partial(_reached, crowd, 16))


async def _reached(table: Table, ply: int) -> bool:
    return await table.ply() >= ply


async def test_a_refused_challenge_to_seven_people_says_so_without_a_form(crowd: Table) -> None:
    """A button has no room for seven people; with five it has."""
    few = await crowd.command(ADA, "challenge kee", time="never", **against(*OTHERS[:5]))
    assert labels(few.message or {}) == [says("button-try-again")]
    many = await crowd.command(ADA, "challenge kee", time="never", **against(*OTHERS))
    assert many.text == few.text
    assert labels(many.message or {}) == []
    assert crowd.channel == GAMES and await crowd.public() == []


# --- on hexagons ---


async def test_five_play_on_a_hexagon(crowd: Table) -> None:
    card = await crowd.challenge(ADA, game="kee", side=3, **against(*OTHERS[:3], BOT))
    assert f"komi 0 · hexagon, 3 points a side · {USUAL_TIME}" in card["content"]
    for name in OTHERS[:3]:
        await crowd.driver.click(name, card, "Accept")
    await crowd.message(lambda m: ply_of(m) is not None)
    live = await crowd.service.matches.live(1)
    for turn, point in enumerate(("c3", "a1", "e3", "c1", "c5")):
        if live.level_of(turn) is None:
            await crowd.until(partial(_reached, crowd, turn))
            position = (await crowd.service.matches.live(1)).match.position
            move = point if position.why_not(position.read(point)) is None else "pass"
            await crowd.play(await crowd.name(live.players[turn]), move)
    await crowd.until(partial(_reached, crowd, 5))
    position = (await crowd.service.matches.live(1)).match.position
    assert len(position.board) == 19 and len(position.stones) >= 4


async def test_a_hexagon_is_for_one_challenge_and_gives_way_to_a_rectangle(table: Table) -> None:
    """What is left out of a command is a rectangle again, and so is what is cleared in a form."""
    card = await table.challenge(ADA, BO, game="kee", side=4)
    assert "width" not in card["content"]
    await table.driver.click(ADA, card, "Withdraw")
    card = await table.challenge(ADA, CY, game="kee")
    assert f"width 9 · height 9 · komi 7 · {USUAL_TIME}" in card["content"]
    refused = await table.command(ADA, "challenge kee", opponent=BO, side=5, time="soon")
    form = await table.driver.click(ADA, refused.message or {}, says("button-try-again"))
    sent = await table.driver.submit_modal(ADA, form, {"side": "", "time": "1d"})
    assert "on its way" in sent.text
    a_day = says("time-per-move", duration="1 day")
    card = await table.message(lambda m: f"height 9 · komi 7 · {a_day}" in m["content"])
    new = await changed(table, BO, card, width="7")
    assert "width 7 · height 9 · komi 9" in new["content"]
