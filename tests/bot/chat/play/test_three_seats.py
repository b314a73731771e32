"""A game for three on a square board, which the bot has never seen."""

import asyncio
from datetime import timedelta
from io import BytesIO

from PIL import Image

from engine.match import Ending
from tests.bot.says import USUAL_TIME, line, played, says, status
from tests.bot.table import ADA, BO, CY, Json, Process, Table, labels, ply_of


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
        f"{ada} challenges {bo} and {cy} to a game of **Trio**.\nside 5 · {USUAL_TIME}\n"
    )
    assert {f"<@{person['id']}>" for person in card["mentions"]} == {bo, cy}
    first = await trio.driver.click(CY, card, "Accept")
    assert first.text == says("challenge-seat-taken")
    card = await trio.becomes(card, lambda m: f"Ready: {ada} and {cy}." in m["content"])
    assert "3 players, seats drawn by lot." in card["content"]
    assert labels(card) == ["Accept", "Decline or leave", "Change…", "Withdraw"]
    assert not await trio.service.matches.headers()
    last = await trio.driver.click(BO, card, "Accept")
    assert last.text == says("challenge-accepted")
    await trio.board(0)
    assert (await trio.without_buttons(card))["content"].endswith(
        says("challenge-state-accepted", match="1")
    )


async def test_who_declines_frees_the_seat_for_anybody(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(CY, card, "Accept")
    out = await trio.driver.click(BO, card, "Decline or leave")
    assert out.text == says("challenge-seat-left")
    card = await trio.becomes(card, lambda m: "Free seats: 1." in m["content"])
    ada, cy = [await trio.mention(name) for name in (ADA, CY)]
    assert card["content"].startswith(
        f"{ada} challenges {cy} and anyone else to a game of **Trio**."
    )
    back = await trio.driver.click(BO, card, "Accept")
    assert back.text.startswith("Accepted.")
    await trio.board(0)


async def test_who_accepted_may_leave_before_the_start(trio: Table) -> None:
    card = await trio.challenge(ADA, game="trio")
    ada, cy = [await trio.mention(name) for name in (ADA, CY)]
    await trio.driver.click(CY, card, "Accept")
    await trio.becomes(card, lambda m: f"Ready: {ada} and {cy}. Free seats: 1." in m["content"])
    left = await trio.driver.click(CY, card, "Decline or leave")
    assert left.text == says("challenge-seat-left")
    await trio.becomes(card, lambda m: f"Ready: {ada}. Free seats: 2." in m["content"])
    nobody = await trio.driver.click(CY, card, "Decline or leave")
    assert nobody.text == says("refusal-not-asked")
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
    found = await trio.service.challenges.stored(1)
    assert found is not None
    running = await trio.service.matches.headers()
    if running:
        assert found.state == "accepted"
        assert sorted(await trio.players()) == [ADA, BO, CY]
    else:
        assert sorted(seat.accepted for seat in found.invitations) == [False, True]


async def test_an_empty_invitation_is_for_anybody(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio")
    assert f"challenges {await trio.mention(BO)} and anyone else" in card["content"]
    await trio.driver.click(CY, card, "Accept")
    await trio.driver.click(BO, card, "Accept")
    await trio.board(0)
    assert sorted(await trio.players()) == [ADA, BO, CY]


async def test_one_person_is_asked_once(trio: Table) -> None:
    answer = await trio.command(ADA, "challenge trio", opponent=BO, opponent_2=BO)
    assert answer.text == says("refusal-twice")


async def test_a_whole_game_for_three_with_a_restart_in_the_middle(toys: Process) -> None:
    async with toys() as table:
        board, (black, white, red) = await begin(table)
        names = [await table.mention(name) for name in (black, white, red)]
        seats = f"Black {names[0]}, White {names[1]}, Red {names[2]}"
        assert says("board-seating", how="lot", seating=seats) in board["content"]
        board = await table.moves((black, "a1"), (white, "C-3"))
        assert status("Trio", 1, 2, "Red", mention=names[2]) in board["content"]
        modal = await table.form(red, board)
        early = await table.driver.click(black, board, "Move")
        assert early.text == says("refusal-not-your-turn-but", player=names[2])
    async with toys() as table:
        await table.driver.submit_modal(red, modal, {"text": "e5"})
        board = await table.board(3)
        assert board["attachments"][0]["description"] == (
            f"{says('alt-board', game='Trio', points='25', ply='3')} "
            f"{says('alt-last', point='e5')} Black to play. Black: a1. White: c3. Red: e5."
        )
        picture = await table.driver.file(board["attachments"][0])
        with Image.open(BytesIO(picture)) as image:
            pixels = image.convert("RGBA").tobytes()
        colours = zip(pixels[::4], pixels[1::4], pixels[2::4], strict=True)
        assert any(r > 150 and g < 90 and b < 90 for r, g, b in colours), "a red stone"
        await table.moves((black, "b1"), (white, "pass"), (red, "pass"))
        board = await table.moves((black, "a2"))
        assert board["content"].startswith(played("Black", "a2"))
        board = await table.moves((white, "pass"), (red, "pass"))
        passed = says("board-passed", who="Red", forced="no")
        ends = says("board-pass-ends", who="Black")
        assert board["content"].startswith(f"{passed} {ends}\n")
        board = await table.moves((black, "pass"))
    losers = f"White ({names[1]}) and Red ({names[2]})"
    people = {"winners": f"Black ({names[0]})", "losers": losers}
    assert board["content"].split("\n") == [
        says("board-passed", who="Black", forced="no"),
        says("result-won", how="score", id="1", margin="2", **people),
        "1st Black · 2nd White · 2nd Red",
        "```",
        "       stones  total",
        "Black       3      3",
        "White       1      1",
        "Red         1      1",
        "```",
    ]
    called = {f"<@{person['id']}>" for person in board["mentions"]}
    assert called == {*names[1:]}, "whoever has just passed knows"


async def resign(table: Table, who: str) -> Json:
    """``who`` gives up; the board."""
    asked = await table.command(who, "resign")
    assert asked.text == (
        "Do you want to resign game #1? The others play on, and you rank behind them."
        if len((await table.service.matches.live(1)).match.turn_log.departed) == 0
        else "Do you want to resign game #1? You lose immediately."
    )
    assert asked.message is not None
    sent = {message["id"] for message in await table.public()}
    await table.driver.click(who, asked.message, "Yes, resign")
    return await table.message(lambda m: m["id"] not in sent and ply_of(m) is not None)


async def test_who_resigns_leaves_the_others_playing(trio: Table) -> None:
    _, (black, white, red) = await begin(trio)
    names = [await trio.mention(name) for name in (black, white, red)]
    board = await resign(trio, white)
    assert board["content"].startswith(
        f"{says('board-resigned', who='White')} {says('board-others-play-on')}\n"
    )
    assert [person["global_name"] for person in board["mentions"]] == [black]
    assert (await trio.play(black, "a1")).text.startswith("You played a1.")
    board = await trio.board(3)  # White's pass is a turn, but no board of its own
    assert board["content"].split("\n")[0] == (
        f"{played('Black', 'a1')} {says('board-departed-pass', who='White', number=1)}"
    )
    assert status("Trio", 1, 2, "Red", mention=names[2]) in board["content"]
    assert says("alt-last", point="a1") in board["attachments"][0]["description"]
    left = await trio.command(white, "play", move="b1", game="1")
    assert left.text == says("refusal-has-left")
    assert (await trio.driver.click(white, board, "Resign")).text == left.text
    panel = await trio.driver.click(white, board, "More…")
    assert labels(panel.message or {}) == ["Board", "Score now", "Replay", "Follow", "Report…"]
    assert (await trio.play(red, "c1")).text.startswith("You played c1.")
    await trio.board(4)
    board = await resign(trio, red)
    losers = f"White ({names[1]}) and Red ({names[2]})"
    people = {"winners": f"Black ({names[0]})", "losers": losers}
    left = [says("rank-departed", rank=rank, who=who) for rank, who in ((2, "Red"), (3, "White"))]
    assert board["content"].split("\n") == [
        says("board-resigned", who="Red"),
        says("result-won", how="resignation", id="1", margin="", **people),
        line("1st Black", *left),
    ]
    end = (await trio.service.matches.live(1)).match.end
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
        f"{says('board-timeout', who='White')} {says('board-others-play-on')} "
        f"{says('board-departed-pass', who='White', number=1)}\n"
    )
    assert [person["global_name"] for person in board["mentions"]] == [three]
    clock = (await trio.service.matches.live(1)).clock
    assert clock is not None
    assert clock.deadline - trio.clock() > timedelta(minutes=59)
    await trio.moves((three, "b1"))
    await trio.play(one, "c1")
    await trio.board(6)
    undone = await trio.command(one, "undo")
    assert undone.text == says("private-undone", moves="c1 and the pass")
    board = await trio.board(7)
    mention = await trio.mention(one)
    assert status("Trio", 1, 3, "Black", mention=mention) in board["content"]


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
    last = says("legend-last", point="e5")
    assert line("B = Black, W = White, R = Red", last) in shown.text
    drawn = shown.text.split("```")[1]
    assert [drawn.count(letter) for letter in "BWR."] == [1, 1, 1, 22]
