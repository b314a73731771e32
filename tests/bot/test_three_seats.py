"""A game for three on a square board, which the bot has never seen."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.match import Ending
from tests.bot.table import ADA, BO, CY, Clock, Json, Process, Table, hurry, labels, ply_of, seated
from tests.toy import TOYS


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of a bot that knows the toys only."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, TOYS, database, clock=clock)


@pytest.fixture
async def trio(process: Process) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games with that bot."""
    async with process() as table:
        yield table


async def begin(table: Table) -> tuple[Json, list[str]]:
    """Ada challenges Bo and Cy, who accept; the first board and who plays, by seat."""
    card = await table.challenge(ADA, BO, game="trio", opponent_2=CY)
    await table.driver.click(BO, card, "Accept")
    await table.driver.click(CY, card, "Accept")
    board = await table.board(0)
    return board, await table.players()


async def test_the_card_has_two_invitations_and_tells_who_is_ready(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    ada, bo, cy = [await trio.mention(name) for name in (ADA, BO, CY)]
    assert card["content"].startswith(
        f"{ada} challenges {bo} and {cy} to a game of **Trio**.\nside 5 · 3 days a move\n"
    )
    assert {f"<@{person['id']}>" for person in card["mentions"]} == {bo, cy}
    first = await trio.driver.click(CY, card, "Accept")
    assert first.text == "Accepted. The game starts when all others have accepted too."
    card = await trio.becomes(card, lambda m: f"Ready: {ada} and {cy}." in m["content"])
    assert "3 players, seats by lot." in card["content"]
    assert labels(card) == ["Accept", "Decline or leave", "Change…", "Withdraw"]
    assert not await trio.host.running()
    last = await trio.driver.click(BO, card, "Accept")
    assert last.text == "Accepted. The board comes in a moment."
    await trio.board(0)
    assert (await trio.without_buttons(card))["content"].endswith("game #1 is on.")


async def test_who_declines_frees_the_seat_for_anybody(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(CY, card, "Accept")
    out = await trio.driver.click(BO, card, "Decline or leave")
    assert out.text == "You are out. Anybody can take the seat now."
    card = await trio.becomes(card, lambda m: "Free seats: 1." in m["content"])
    ada, cy = [await trio.mention(name) for name in (ADA, CY)]
    assert card["content"].startswith(f"{ada} challenges {cy} and anybody to a game of **Trio**.")
    back = await trio.driver.click(BO, card, "Accept")
    assert back.text.startswith("Accepted.")
    await trio.board(0)


async def test_who_accepted_may_leave_before_the_start(trio: Table) -> None:
    card = await trio.challenge(ADA, game="trio")
    ada, cy = [await trio.mention(name) for name in (ADA, CY)]
    await trio.driver.click(CY, card, "Accept")
    await trio.becomes(card, lambda m: f"Ready: {ada} and {cy}. Free seats: 1." in m["content"])
    assert (await trio.driver.click(CY, card, "Decline or leave")).text.startswith("You are out.")
    await trio.becomes(card, lambda m: f"Ready: {ada}. Free seats: 2." in m["content"])
    nobody = await trio.driver.click(CY, card, "Decline or leave")
    assert nobody.text == "You have no seat in this challenge."
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    await trio.board(0)
    assert sorted(await trio.players()) == [ADA, BO, CY]


async def test_leaving_and_the_last_accepting_at_once(trio: Table) -> None:
    """Either the match begins with both, or one seat is free; never a match with an empty seat."""
    card = await trio.challenge(ADA, game="trio")
    await trio.driver.click(CY, card, "Accept")
    await asyncio.gather(
        trio.driver.click(CY, card, "Decline or leave"), trio.driver.click(BO, card, "Accept")
    )
    found = await trio.host.challenges.stored(1)
    assert found is not None
    running = await trio.host.running()
    if running:
        assert found.state == "accepted"
        assert sorted(await trio.players()) == [ADA, BO, CY]
    else:
        assert sorted(seat.accepted for seat in found.invitations) == [False, True]


async def test_an_empty_invitation_is_for_anybody(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio")
    assert f"challenges {await trio.mention(BO)} and anybody" in card["content"]
    await trio.driver.click(CY, card, "Accept")
    await trio.driver.click(BO, card, "Accept")
    await trio.board(0)
    assert sorted(await trio.players()) == [ADA, BO, CY]


async def test_one_person_is_asked_once(trio: Table) -> None:
    answer = await trio.command(ADA, "challenge trio", opponent=BO, opponent_2=BO)
    assert answer.text == "Each player can be asked only once: choose different members."


async def test_a_whole_game_for_three_with_a_restart_in_the_middle(process: Process) -> None:
    async with process() as table:
        board, (black, white, red) = await begin(table)
        names = [await table.mention(name) for name in (black, white, red)]
        told = f"By lot: Black {names[0]}, White {names[1]}, Red {names[2]}."
        assert told in board["content"]
        board = await table.moves((black, "a1"), (white, "C-3"))
        assert f"{names[2]} · **Trio** #1 · ply 2 · Red to play" in board["content"]
        modal = await table.driver.click(red, board, "Move")
        early = await table.driver.click(black, board, "Move")
        assert early.text == f"It is not your turn: {names[2]} is to move."
    async with process() as table:
        await table.driver.submit_modal(red, modal, {"text": "e5"})
        board = await table.board(3)
        assert board["attachments"][0]["description"] == (
            "Trio, 25 points, ply 3. Last move e5. Black to play. Black: a1. White: c3. Red: e5."
        )
        picture = await table.driver.file(board["attachments"][0])
        with Image.open(BytesIO(picture)) as image:
            pixels = image.convert("RGBA").tobytes()
        colours = zip(pixels[::4], pixels[1::4], pixels[2::4], strict=True)
        assert any(r > 150 and g < 90 and b < 90 for r, g, b in colours), "a red stone"
        await table.moves((black, "b1"), (white, "pass"), (red, "pass"))
        board = await table.moves((black, "a2"))
        assert board["content"].startswith("Black played a2.")
        board = await table.moves((white, "pass"), (red, "pass"))
        assert board["content"].startswith("⏸️ **Red passed.** Another pass ends the game.")
        board = await table.moves((black, "pass"))
    assert board["content"].split("\n") == [
        "⏸️ **Black passed.**",
        f"🏁 **Black ({names[0]}) wins** game #1 by 2 against White ({names[1]}) "
        f"and Red ({names[2]}).",
        "1 Black · 2 White · 2 Red",
        "```",
        "       stones  total",
        "Black       3      3",
        "White       1      1",
        "Red         1      1",
        "```",
    ]
    assert {f"<@{person['id']}>" for person in board["mentions"]} == set(names)


async def resign(table: Table, who: str) -> Json:
    """``who`` gives up; the board."""
    asked = await table.command(who, "resign")
    assert asked.text == (
        "Do you want to resign game #1? The others play on, and you rank behind them."
        if len((await table.host.sitting(1)).match.course.departed) == 0
        else "Do you want to resign game #1? You lose it at once."
    )
    assert asked.message is not None
    sent = {message["id"] for message in await table.public()}
    await table.driver.click(who, asked.message, "Yes, resign")
    return await table.message(lambda m: m["id"] not in sent and ply_of(m) is not None)


async def test_who_resigns_leaves_the_others_playing(trio: Table) -> None:
    _, (black, white, red) = await begin(trio)
    names = [await trio.mention(name) for name in (black, white, red)]
    board = await resign(trio, white)
    assert board["content"].startswith("🏳️ **White resigned.** The others play on.\n")
    assert [person["global_name"] for person in board["mentions"]] == [black]
    assert (await trio.play(black, "a1")).text.startswith("You played a1.")
    board = await trio.board(3)  # White's pass is a turn, but no board of its own
    assert board["content"].split("\n")[0] == "Black played a1. White passes, having left."
    assert f"{names[2]} · **Trio** #1 · ply 2 · Red to play" in board["content"]
    assert "Last move a1" in board["attachments"][0]["description"]
    left = await trio.command(white, "play", move="b1", game="1")
    assert left.text == (
        "You have left this game; the others play on, and you are welcome to watch."
    )
    for button in ("More…", "Resign"):
        assert (await trio.driver.click(white, board, button)).text == left.text
    assert (await trio.play(red, "c1")).text.startswith("You played c1.")
    await trio.board(4)
    board = await resign(trio, red)
    assert board["content"] == (
        "🏳️ **Red resigned.**\n"
        f"🏁 **Black ({names[0]}) wins** game #1 against White ({names[1]}) and Red ({names[2]}).\n"
        "1 Black · 2 Red, who left · 3 White, who left"
    )
    end = (await trio.host.sitting(1)).match.end
    assert end is not None
    assert (end.how, end.ranks) == (Ending.RESIGNATION, (1, 3, 2))


async def test_who_runs_out_of_time_leaves_the_others_playing(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY, time="1h")
    await trio.driver.click(BO, card, "Accept")
    await trio.driver.click(CY, card, "Accept")
    await trio.board(0)
    one, _, three = await trio.players()
    await trio.moves((one, "a1"))
    trio.clock.pass_by(timedelta(minutes=61))
    board = await trio.board(3)
    assert board["content"].startswith(
        "⌛ **White ran out of time.** The others play on. White passes, having left.\n"
    )
    assert [person["global_name"] for person in board["mentions"]] == [three]
    clock = (await trio.host.sitting(1)).clock
    assert clock is not None
    assert clock.deadline - trio.clock() > timedelta(minutes=59)
    await trio.moves((three, "b1"))
    await trio.play(one, "c1")
    await trio.board(6)
    undone = await trio.command(one, "undo")
    assert undone.text == "You took back c1 and the pass. It is your turn again."
    board = await trio.board(7)
    assert f"{await trio.mention(one)} · **Trio** #1 · ply 3 · Black to play" in board["content"]


async def test_seats_are_drawn_by_lot(trio: Table) -> None:
    """The colours are fixed at the start, so the lot decides who begins."""
    orders: set[tuple[str, ...]] = set()
    for match in range(1, 5):
        card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
        await trio.driver.click(BO, card, "Accept")
        await trio.driver.click(CY, card, "Accept")
        await trio.board(0, match)
        orders.add(tuple(await trio.players(match)))
    assert len(orders) > 1
    assert all(sorted(order) == [ADA, BO, CY] for order in orders)


async def test_the_board_as_text(trio: Table) -> None:
    _, (black, white, red) = await begin(trio)
    await trio.moves((black, "a1"), (white, "c3"), (red, "e5"))
    shown = await trio.command(black, "board", **{"as": "text"})
    assert "B = Black, W = White, R = Red · last move e5" in shown.text
    drawn = shown.text.split("```")[1]
    assert [drawn.count(letter) for letter in "BWR."] == [1, 1, 1, 22]
