"""The computer plays on for somebody who leaves a game of three or more, if all others agree."""

from datetime import timedelta
from pathlib import Path

from bot.chat.base.custom_id import Control
from bot.playground.driver import Answer, Driver
from bot.playground.server import Playground
from engine.games import all_games
from engine.match import Ending
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    BOT,
    BUTTON,
    CY,
    NOT_JUDGED,
    PRESS,
    SELECT,
    Json,
    Process,
    Table,
    hurry,
    labels,
    ply_of,
    seated,
)
from tests.toy import TOYS

ASK = says("button-takeover-ask", alone="no")
PLAY_ON = says("button-takeover-ask", alone="yes")
FOR_ME = says("button-takeover", own="yes", seat="")
LONG = timedelta(hours=1)


def offer(seat: str) -> str:
    """The label of the button for somebody who has left."""
    return says("button-takeover", own="no", seat=seat)


async def begin(table: Table, **options: object) -> list[str]:
    """Ada, Bo and Cy begin; who plays, by seat: Black, White, Red."""
    given: Json = {"game": "trio", "opponent_2": CY, **options}
    card = await table.challenge(ADA, BO, **given)
    await table.driver.click(BO, card, "Accept")
    await table.driver.click(CY, card, "Accept")
    await table.board(0)
    return await table.players()


async def newest(table: Table) -> Json:
    """The newest board, once it is posted."""
    return await table.board(await table.ply(), 1)


async def resign(table: Table, who: str) -> Json:
    """``who`` gives up; the board."""
    asked = await table.command(who, "resign")
    assert asked.message is not None
    await table.driver.click(who, asked.message, "Yes, resign")
    return await newest(table)


async def panel(table: Table, who: str, board: Json, label: str) -> Json:
    """Press an offer; the question with its level and its button."""
    asked = await table.driver.click(who, board, label)
    assert asked.message is not None, asked
    return asked.message


async def ask(table: Table, who: str, board: Json, label: str) -> Answer:
    """Press an offer and ask the others, at the usual level."""
    return await table.driver.click(who, await panel(table, who, board, label), ASK)


async def more(table: Table, who: str) -> Json:
    """What is behind *More…*."""
    shown = await table.driver.click(who, await newest(table), "More…")
    assert shown.message is not None
    return shown.message


async def forge(table: Table, who: str, name: str, text: str, match: int = 1) -> Answer:
    """A press on a button that the bot has not made."""
    ply, board = await table.ply(match), await newest(table)
    data: Json = {
        "custom_id": Control(name, match, ply, text).write(),
        "component_type": BUTTON,
    }
    return await table.driver.forge(who, table.channel, PRESS, data, board)


def select_of(message: Json) -> Json:
    """The only select of a message."""
    (found,) = [
        p for row in message["components"] for p in row["components"] if p["type"] == SELECT
    ]
    return found


async def texts(table: Table) -> list[str]:
    """All turns so far."""
    record = await table.service.matches.record(1)
    return [f"{turn.seat} {turn.text}" for turn in record.turns]


# --- somebody has left ---


async def test_the_others_let_the_computer_play_on_for_somebody_who_resigned(trio: Table) -> None:
    black, white, red = await begin(trio)
    await trio.moves((black, "a1"))
    board = await resign(trio, white)
    assert offer("White") in labels(board)
    question = await panel(trio, red, board, offer("White"))
    level = says("level-in-sentence", level="3", name=says("level-3"))
    assert question["content"] == says(
        "takeover-question", own="no", alone="no", seat="White", match="1", level=level
    )
    asked = await trio.driver.click(red, question, ASK)
    assert asked.text == says("private-asked")
    board = await newest(trio)
    name = await trio.mention(black)
    asks = says("takeover-asks", own="no", who="Red", seat="White", level="3")
    assert board["content"].startswith(f"{asks} {says('board-answer', others=name)}\n")
    assert [person["global_name"] for person in board["mentions"]] == [black]
    assert labels(board)[:2] == ["Allow", "Refuse"]
    assert offer("White") not in labels(board), "one request at a time"
    allowed = await trio.driver.click(black, board, "Allow")
    assert allowed.text == says("private-allowed")
    told = await trio.message(lambda m: "From now on I play for White" in m["content"])
    assert says("takeover-passes", number=1) in told["content"]
    board = await trio.board(6, 1)  # it makes the move that White has not made
    assert [person["global_name"] for person in board["mentions"]] == [red]
    live = await trio.service.matches.live(1)
    bot = f"<@{live.players[1]}>"
    assert live.levels == (None, 3, None)
    assert (await texts(trio))[:5] == [
        *("0 a1", "1 resign", "1 pass", "2 ask computer 1 3", "0 allow")
    ]
    shown = await trio.command(black, "board", game="1")
    cy = await trio.mention(white)
    assert f"White {bot} (level 3) for {cy}" in shown.text
    left = await trio.command(white, "play", move="b1", game="1")
    assert left.text == says("refusal-has-left")


async def test_the_level_can_be_chosen(trio: Table) -> None:
    black, white, red = await begin(trio)
    question = await panel(trio, black, await resign(trio, white), offer("White"))
    options = select_of(question)["options"]
    assert [o["value"] for o in options if o.get("default")] == ["3"]
    chosen = await trio.driver.select(black, question, select_of(question)["custom_id"], ["6"])
    assert "level 6 (Basalt)" in chosen.text
    assert chosen.message is not None
    await trio.driver.click(black, chosen.message, ASK)
    await trio.driver.click(red, await newest(trio), "Allow")
    assert (await trio.service.matches.live(1)).levels == (None, 6, None)


async def test_it_is_offered_to_those_who_play_on_when_time_has_run_out(trio: Table) -> None:
    black, _, red = await begin(trio, time="1h")
    await trio.moves((black, "a1"))
    trio.clock.pass_by(timedelta(minutes=61))
    board = await trio.board(3)
    assert offer("White") in labels(board)
    await ask(trio, red, board, offer("White"))
    await trio.driver.click(black, await newest(trio), "Allow")
    await trio.message(lambda m: "From now on I play for White" in m["content"])
    board = await trio.board(6, 1)
    clock = (await trio.service.matches.live(1)).clock
    assert clock is not None
    assert clock.deadline - trio.clock() > timedelta(minutes=59)


async def test_it_can_be_asked_later_too(trio: Table) -> None:
    """Its stones stay, and so do the passes that somebody has answered."""
    black, white, red = await begin(trio)
    await trio.moves((black, "a1"), (white, "b1"), (red, "c1"))
    await resign(trio, white)
    await trio.play(black, "d1")
    await trio.board(6)
    board = await trio.moves((red, "e1"))
    assert offer("White") not in labels(board), "the board is for those who play"
    shown = await more(trio, black)
    await ask(trio, black, shown, offer("White"))
    await trio.driver.click(red, await newest(trio), "Allow")
    board = await newest(trio)
    assert says("takeover-done", seat="White", level="3") in board["content"]
    assert [person["global_name"] for person in board["mentions"]] == [black]
    assert (await trio.play(black, "a2")).text.startswith("You played")
    await trio.board(11, 1)
    live = await trio.service.matches.live(1)
    assert live.match.to_move == 2
    stones = live.match.position.stones
    assert sum(colour == 1 for colour in stones.values()) == 2


async def test_the_seat_may_win_and_the_one_who_left_does_not(trio: Table) -> None:
    black, white, red = await begin(trio, side=3)
    await trio.moves((black, "a1"))
    await ask(trio, red, await resign(trio, white), offer("White"))
    await trio.driver.click(black, await newest(trio), "Allow")
    await trio.board(6, 1)
    cy = await trio.mention(white)
    bot = f"<@{(await trio.service.matches.live(1)).players[1]}>"
    for who in (red, black):
        asked = await trio.command(who, "resign")
        assert asked.message is not None
        await trio.driver.click(who, asked.message, "Yes, resign")
    end = await trio.message(lambda m: labels(m) in (AT_THE_END, NOT_JUDGED))
    live = await trio.service.matches.live(1)
    assert live.match.end is not None
    assert (live.match.end.how, live.match.end.winners) == (Ending.RESIGNATION, (1,))
    assert f"White ({bot} for {cy})" in end["content"]
    record = await trio.command(white, "record", game="1", **{"as": "json"})
    assert record.message is not None
    data = (await trio.driver.file(record.message["attachments"][0])).decode()
    assert f'"games (level 3) for {white}"' in data
    assert '"text": "ask computer 1 3"' in data
    assert (await trio.driver.click(white, end, "Rematch")).text == says("refusal-not-a-player")


# --- somebody wishes to leave ---


async def test_a_player_who_wishes_to_leave_asks_for_the_computer(trio: Table) -> None:
    """Nobody resigns: the computer has the turn at once."""
    black, white, red = await begin(trio)
    await trio.moves((black, "a1"))
    await ask(trio, white, await more(trio, white), FOR_ME)
    board = await newest(trio)
    asks = says("takeover-asks", own="yes", who="White", seat="White", level="3")
    assert board["content"].startswith(asks)
    assert {person["global_name"] for person in board["mentions"]} == {black, red}
    await trio.driver.click(black, board, "Allow")
    board = await newest(trio)
    others = await trio.mention(red)
    agrees = says("takeover-agrees", who="Black", seat="White")
    assert board["content"].startswith(f"{agrees} {says('board-waits', others=others)}\n")
    assert (await trio.service.matches.live(1)).levels == (None, None, None)
    await trio.driver.click(red, board, "Allow")
    cy = await trio.mention(white)
    await trio.message(lambda m: says("takeover-left", who=cy) in m["content"])
    await trio.board(5, 1)
    assert (await texts(trio))[:4] == ["0 a1", "1 ask computer 1 3", "0 allow", "2 allow"]
    assert (await trio.command(white, "resign")).text != says("private-resigned")
    assert (await trio.service.matches.live(1)).match.turn_log.departed == ()


async def test_the_question_before_resigning_offers_it(trio: Table) -> None:
    black, _, _ = await begin(trio)
    asked = await trio.command(black, "resign")
    assert asked.message is not None
    assert labels(asked.message) == ["Yes, resign", FOR_ME]
    question = await panel(trio, black, asked.message, FOR_ME)
    assert "you leave game #1" in question["content"]
    told = await trio.driver.click(black, question, ASK)
    assert told.message is not None
    assert labels(told.message) == ["Withdraw"]
    withdrawn = await trio.driver.click(black, told.message, "Withdraw")
    assert withdrawn.text == says("private-withdrawn")
    board = await newest(trio)
    assert board["content"].startswith(says("takeover-withdrew", own="yes", who="Black", seat=""))


async def test_who_has_asked_before_is_told_at_once(trio: Table) -> None:
    """Not only after the level was chosen."""
    black, white, _ = await begin(trio)
    await ask(trio, white, await more(trio, white), FOR_ME)
    await trio.driver.click(black, await newest(trio), "Refuse")
    told = says("request-refusal-asked-before")
    shown = await more(trio, white)
    assert (await trio.driver.click(white, shown, FOR_ME)).text == told
    asked = await trio.command(white, "resign")
    assert asked.message is not None
    assert (await trio.driver.click(white, asked.message, FOR_ME)).text == told
    await trio.moves((black, "a1"))
    await ask(trio, white, await more(trio, white), FOR_ME)


async def test_one_refusal_ends_it(trio: Table) -> None:
    black, white, red = await begin(trio)
    await ask(trio, white, await more(trio, white), FOR_ME)
    await trio.driver.click(black, await newest(trio), "Allow")
    refused = await trio.driver.click(red, await newest(trio), "Refuse")
    assert refused.text == says("private-refused")
    asker = await trio.mention(white)
    told = says("takeover-refused", who="Red", seat="White", asker=asker)
    assert (await newest(trio))["content"].startswith(told)
    await trio.moves((black, "a1"), (white, "b1"))


async def test_a_move_ends_it_too(trio: Table) -> None:
    black, white, red = await begin(trio)
    board = await resign(trio, red)
    await ask(trio, white, board, offer("Red"))
    await trio.moves((black, "a1"))
    late = await forge(trio, black, "allow", "")
    assert late.text == says("request-refusal-nothing-asked")
    assert (await trio.service.matches.live(1)).levels == (None, None, None)


# --- with computers, without people ---


async def test_with_computers_only_nobody_is_asked(trio: Table) -> None:
    await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BO)
    card = await trio.message(lambda m: "challenges" in m["content"])
    await trio.driver.click(BO, card, "Accept")
    await trio.message(lambda m: bool(m["attachments"]))
    seats = await trio.players()
    ada, bo = seats.index(ADA), seats.index(BO)
    asked = await trio.command(BO, "resign")
    assert asked.message is not None
    await trio.driver.click(BO, asked.message, "Yes, resign")

    async def adas_turn() -> bool:
        return (await trio.service.matches.live(1)).match.to_move == ada

    await trio.until(adas_turn)
    left = ("Black", "White", "Red")[bo]
    question = await panel(trio, ADA, await more(trio, ADA), offer(left))
    assert labels(question) == [PLAY_ON, says("button-more-back")]
    for name in ("takeover", "takeoverask"):
        assert (await forge(trio, CY, name, f"{bo} 3")).text == says("refusal-not-a-player")
    begun = await trio.driver.click(ADA, question, PLAY_ON)
    assert begun.text.startswith(f"From now on I play for {left}, at level 3")
    live = await trio.service.matches.live(1)
    assert live.people == (live.players[ada],)
    await trio.until(adas_turn)
    for name in ("takeover", "takeoverask"):
        own = await forge(trio, ADA, name, f"{ada} 3")
        assert own.text == says("refusal-computers-only")


async def test_an_operator_can_turn_it_off(trio: Table) -> None:
    trio.service.challenges.most_practice = 0
    black, white, _ = await begin(trio)
    board = await resign(trio, white)
    assert offer("White") not in labels(board)
    for name in ("takeover", "takeoverask"):
        refused = await forge(trio, black, name, "1 3")
        assert refused.text == says("refusal-many-practice-games", most=0)


# --- buttons that are pressed twice, too late, by others, or forged ---


async def test_only_players_who_are_there_can_ask(trio: Table) -> None:
    black, white, _ = await begin(trio)
    board = await resign(trio, white)
    for name in ("takeover", "takeoverask"):
        assert (await forge(trio, white, name, "1 3")).text == says("refusal-has-left")
        for wrong in ("", "3", "-1", "1 0", "1 9", "1 99", "1 x", "x"):
            forged = await forge(trio, black, name, wrong)
            assert forged.text == says("refusal-no-such-control"), wrong
        there = await forge(trio, black, name, "2 3")
        assert there.text == says("request-refusal-not-left")
    gone = await trio.driver.click(white, board, offer("White"))
    assert gone.text == says("refusal-has-left")


async def test_a_second_request_and_a_second_answer_change_nothing(trio: Table) -> None:
    black, white, red = await begin(trio)
    board = await resign(trio, white)
    question = await panel(trio, black, board, offer("White"))
    other = await panel(trio, red, board, offer("White"))
    await trio.driver.click(black, question, ASK, twice=True)
    asked = await newest(trio)
    again = await trio.driver.click(red, other, ASK)
    assert again.text == says("request-refusal-asked-already")
    assert (await forge(trio, red, "takeover", "1")).text == again.text
    await trio.driver.click(red, asked, "Allow", twice=True)
    await trio.board(await trio.ply(), 1)
    assert (await texts(trio)).count("2 allow") == 1
    assert (await forge(trio, red, "takeover", "1")).text == says("request-refusal-not-left")
    assert (await forge(trio, red, "takeoverask", "1 3")).text == says("request-refusal-not-left")


async def test_a_game_that_has_ended_or_gone_on_meanwhile(trio: Table) -> None:
    black, white, red = await begin(trio)
    question = await panel(trio, black, await resign(trio, white), offer("White"))
    await trio.play(black, "a1")
    await trio.board(3)
    await trio.moves((red, "b1"))
    old = await trio.driver.click(black, question, ASK)
    assert old.text == says("refusal-old-board")
    await resign(trio, red)
    for name in ("takeover", "takeoverask"):
        assert (await forge(trio, black, name, "1 3")).text == says("refusal-match-over")


async def test_of_two_nobody_is_replaced(table: Table) -> None:
    board, black, _ = await table.begin_small()
    asked = await table.command(black, "resign")
    assert asked.message is not None
    assert labels(asked.message) == ["Yes, resign"]
    for name in ("takeover", "takeoverask"):
        refused = await forge(table, black, name, "0 3")
        assert refused.text == says("request-refusal-two-players")
    assert board


async def test_what_a_request_button_cannot_ask(trio: Table) -> None:
    """The button for other requests has no seat and no level."""
    black, _, _ = await begin(trio)
    assert (await forge(trio, black, "ask", "computer")).text == says(
        "request-refusal-no-such-wish"
    )


# --- restarts, and a real game ---


async def test_a_request_survives_a_restart_and_so_does_the_computer(toys: Process) -> None:
    async with toys() as table:
        black, white, red = await begin(table)
        await table.moves((black, "a1"))
        question = await panel(table, red, await resign(table, white), offer("White"))
    async with toys() as table:
        await table.driver.click(red, question, ASK)
        asked = await newest(table)
    async with toys() as table:
        await table.driver.click(black, asked, "Allow")
        await table.board(6, 1)
    async with toys() as table:
        await table.moves((red, "d4"))
        await table.play(black, "d5")
        await table.board(9, 1)
        live = await table.service.matches.live(1)
        assert (live.levels, live.match.to_move) == ((None, 3, None), 2)


async def test_it_plays_on_in_a_game_of_kee(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as table:
        black, white, red = await begin(table, game="kee", width=5, height=5)
        await table.moves((black, "c3"))
        await ask(table, red, await resign(table, white), offer("White"))
        await table.driver.click(black, await newest(table), "Allow")
        await table.board(6, 1)
        await table.moves((red, "a1"))
        await table.play(black, "e5")
        board = await table.board(9, 1)
        assert ply_of(board) == (1, 9)
        live = await table.service.matches.live(1)
        assert live.match.to_move == 2
        assert live.match.turn_log.moves[-1].seat == 1


async def test_a_request_lapses_when_the_time_of_the_computer_that_waits_is_over(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """It has not lost: then it is its turn, with the whole time."""
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db", pause=LONG) as table:
        await table.command(ADA, "challenge trio", opponent=BOT, opponent_2=BO, time="1h")
        card = await table.message(lambda m: "challenges" in m["content"])
        await table.driver.click(BO, card, "Accept")
        await table.message(lambda m: bool(m["attachments"]))
        seats = await table.players()
        seat = next(n for n, name in enumerate(seats) if name not in (ADA, BO))
        for number, who in enumerate(seats[:seat]):
            await table.moves((who, f"a{number + 1}"))
        await table.command(ADA, "cancel")
        await table.message(lambda m: "Allow" in labels(m))
        table.clock.pass_by(timedelta(minutes=61))
        asker = await table.mention(ADA)
        told = await table.message(lambda m: says("board-lapsed", asker=asker) in m["content"])
        assert "Allow" not in labels(told)
        assert [person["global_name"] for person in told["mentions"]] == [ADA]
        live = await table.service.matches.live(1)
        assert (live.match.end, live.match.turn_log.departed, live.thinking) == (None, (), True)
