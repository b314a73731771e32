"""What players agree on: cancelling, who has won, a draw; and requests that outlive restarts."""

import asyncio
from pathlib import Path

import pytest

from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.asking import MINUTE, ask_back, called, more, old_button, request
from tests.bot.left import left
from tests.bot.says import played, says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    GAMES,
    NOT_JUDGED,
    Clock,
    Process,
    Table,
    hurry,
    labels,
    ply_of,
    seated,
)
from tests.toy import WORDY


async def test_a_game_is_cancelled_by_agreement(table: Table) -> None:
    board, black, white = await table.begin_small()
    asked = await more(table, black, board, "Cancel the game")
    assert asked.text.startswith(says("private-asked"))
    board = await table.board(1)
    assert board["content"].split("\n")[0] == (
        f"{request('board-asks', wish='cancel', who='Black')} "
        f"{says('board-answer', others=await table.mention(white))}"
    )
    await table.driver.click(white, board, "Allow")
    last = await table.board(2)
    one, other = await table.mention(black), await table.mention(white)
    people = f"Black ({one}) and White ({other})"
    assert last["content"].split("\n") == [
        says("board-agreed", who="White"),
        says("result-no-loser", how="cancelled", id="1", people=people),
    ]
    assert called(last) == [black], "White has just agreed"
    assert labels(last) == NOT_JUDGED
    assert await table.service.matches.headers() == []


async def test_cancelling_in_the_pie(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    assert (await table.command(BO, "cancel")).text.startswith(says("private-asked"))
    board = await table.board(1)
    assert labels(board) == ["Allow", "Refuse", "Name komi", "Resign", "More…"]
    await table.driver.click(ADA, board, "Allow")
    assert "is cancelled" in (await table.board(2))["content"]


@pytest.mark.parametrize("winner", ["Black", "White"])
async def test_the_players_agree_on_who_has_won(table: Table, winner: str) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    question = await more(table, white, board, says("button-winner"))
    assert question.text == says("private-who-won", players=2)
    assert question.message is not None
    won = ["Black won", "White won", says("button-draw")]
    assert labels(question.message) == [*won, says("button-more-back")]
    await table.driver.click(white, question.message, f"{winner} won")
    board = await table.board(2)
    assert board["content"].startswith(
        request("board-asks", wish="win", who="White", winner=winner)
    )
    answer = await table.driver.click(black, board, "Allow")
    if winner == "White":  # one press must not lose a game
        assert answer.text == says("private-sure-to-lose")
        assert await table.ply() == 2
        assert answer.message is not None
        await table.driver.click(black, answer.message, "Yes, agree")
    last = await table.board(3)
    people = {"Black": await table.mention(black), "White": await table.mention(white)}
    loser = "White" if winner == "Black" else "Black"
    assert last["content"].split("\n") == [
        says("board-agreed", who="Black"),
        says(
            "result-won",
            how="agreement",
            id="1",
            winners=f"{winner} ({people[winner]})",
            losers=f"{loser} ({people[loser]})",
            margin="",
        ),
    ]


async def test_who_asked_can_withdraw_under_the_answer_and_by_refusing(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    asked = await table.command(black, "cancel")
    assert asked.message is not None
    assert labels(asked.message) == ["Withdraw"]
    await table.board(2)
    told = await table.driver.click(black, asked.message, "Withdraw")
    assert told.text == says("private-withdrawn")
    await table.board(3)
    await table.command(white, "cancel")
    told = await table.driver.click(white, await table.board(4), "Refuse")
    assert told.text == says("private-withdrawn")
    board = await table.board(5)
    assert board["content"].startswith(request("board-withdrew", wish="cancel", who="White"))


async def test_a_board_that_one_person_asks_for_tells_the_last_move(table: Table) -> None:
    """Not what was agreed or refused since; but what is asked now."""
    _, black, white = await table.begin_small()
    await table.moves((black, "a1"), (white, "c3"), (black, "e1"), (white, "b2"))
    captured = played("White", "b2", captured=1)

    async def lines() -> list[str]:
        return (await table.command(CY, "board", game="1")).text.splitlines()

    await table.command(black, "cancel")
    asked = await table.board(5)
    told = await lines()
    assert told[1] == captured
    assert told[2].startswith(request("board-asks", wish="cancel", who="Black"))
    await table.driver.click(white, asked, "Refuse")
    await table.board(6)
    told = await lines()
    assert told[1] == captured
    assert told[2].startswith(await table.mention(black))
    table.clock.pass_by(2 * MINUTE)
    offer = await table.command(white, "undo")
    assert offer.message is not None
    await table.driver.click(white, offer.message, "Ask")
    await table.driver.click(black, await table.board(7), "Allow")
    await table.board(8)
    assert (await lines())[1] == played("Black", "e1")
    await table.moves((white, "b2"), (black, "d3"))
    asking = await table.command(white, "cancel")
    assert asking.text == says("private-asked")
    await table.driver.click(black, await table.board(11), "Allow")
    await table.board(12)
    told = await lines()
    assert told[0] == played("Black", "d3")
    assert "is cancelled" in told[1]


async def test_the_players_agree_on_a_draw(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    question = await more(table, white, board, says("button-winner"))
    assert question.message is not None
    asked = await table.driver.click(white, question.message, says("button-draw"))
    assert asked.text == says("private-asked")
    board = await table.board(2)
    assert board["content"].startswith(request("board-asks", wish="draw", who="White"))
    menu = await table.driver.click(black, board, "More…")
    assert menu.text == says(
        "private-request", wish="draw", player="White", moves="", winner="White"
    )
    await table.driver.click(black, board, "Allow")  # nobody loses by that: no question
    last = await table.board(3)
    one, other = await table.mention(black), await table.mention(white)
    people = f"Black ({one}) and White ({other})"
    assert last["content"].split("\n") == [
        says("board-agreed", who="Black"),
        says("result-draw", how="agreement", id="1", people=people),
    ]
    assert labels(last) == AT_THE_END
    record = await table.command(black, "record", **{"as": "txt"})
    assert record.message is not None
    told = await table.driver.file(record.message["attachments"][0])
    assert says("summary-draw", how="agreement") in told.decode()


async def test_a_draw_can_be_refused_and_withdrawn(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    asker = await table.mention(white)
    for who, sentence, move in (
        (black, request("board-refused", wish="draw", who="Black", asker=asker), "a1"),
        (white, request("board-withdrew", wish="draw", who="White"), "e1"),
    ):
        asked = await table.command(white, "result")
        assert asked.message is not None
        ply = await table.ply()
        await table.driver.click(white, asked.message, says("button-draw"))
        await table.driver.click(who, await table.board(ply + 1), "Refuse")
        board = await table.board(ply + 2)
        assert board["content"].startswith(sentence)
        await table.moves((white if move == "a1" else black, move))


async def test_three_agree_on_a_draw(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(BO, card, "Accept")
    await trio.driver.click(CY, card, "Accept")
    await trio.board(0)
    one, two, three = await trio.players()
    await trio.moves((one, "a1"), (two, "b1"))
    asked = await trio.command(two, "result")
    assert asked.message is not None
    await trio.driver.click(two, asked.message, says("button-draw"))
    await trio.driver.click(three, await trio.board(3), "Allow")
    board = await trio.board(4)
    agrees = request("board-agrees", wish="draw", who="Red")
    waits = says("board-waits", others=await trio.mention(one))
    assert board["content"].startswith(f"{agrees} {waits}\n")
    await trio.driver.click(one, board, "Allow")
    now = await trio.without_buttons(board)
    assert now["content"].startswith(f"{agrees}\n"), "nothing is waited for any more"
    assert "is a draw** by agreement" in (await trio.board(5))["content"]


async def test_a_result_can_be_refused_or_played_over(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    for who, answer in ((black, "Refuse"), (white, "a1")):
        asked = await table.command(who, "result")
        assert asked.message is not None
        ply = await table.ply()
        await table.driver.click(who, asked.message, "Black won")
        board = await table.board(ply + 1)
        if answer == "Refuse":
            await table.driver.click(white, board, answer)
            board = await table.board(ply + 2)
            asker = await table.mention(black)
            assert board["content"].startswith(
                request("board-refused", wish="win", who="White", winner="Black", asker=asker)
            )
        else:
            await table.moves((white, answer))
    assert (await table.service.matches.live(1)).match.end is None


async def test_nobody_has_won_before_the_first_stone(table: Table) -> None:
    _, black, _ = await table.begin_small()
    answer = await table.command(black, "result")
    assert answer.text == says("request-refusal-not-begun")


async def test_forged_questions_are_refused(table: Table) -> None:
    _, black, _ = await table.begin_small()
    board = await table.moves((black, "c3"))
    for text in ("win 7", "win -1", "win x", "win ²", "win", "rule", "undo me", "win 0 0"):
        forged = await old_button(table, board, "ask", 1, text)
        async with table.nothing_happens():
            answer = await table.driver.click(black, forged, "old")
            assert answer.text == says("request-refusal-no-such-seat"), text


async def test_nothing_is_asked_in_a_game_that_is_over(table: Table) -> None:
    board, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    asked = await table.command(white, "resign")
    assert asked.message is not None
    await table.driver.click(white, asked.message, "Yes, resign")
    await table.board(2)
    for verb in ("undo", "winner", "ask", "allow", "refuse"):
        old = await old_button(table, board, verb, 1, "cancel")
        answer = await table.driver.click(black, old, "old")
        assert answer.text == says("refusal-match-over"), verb
    panel = await table.driver.click(black, await old_button(table, board, "more", 1), "old")
    assert labels(panel.message or {}) == [
        "Board",
        says("button-estimate"),
        "Replay",
        "Analyse",
        "Rules",
        says("button-report"),
    ]


async def test_a_question_withdrawn_does_not_swallow_the_call_of_the_move(table: Table) -> None:
    """The boards before could not be posted in time, so that they call nobody."""
    _, black, white = await table.begin_small()
    await table.driver.permit(GAMES, deny=["send_messages"])
    await table.play(black, "c3")
    await table.command(black, "cancel")
    user = (await table.service.matches.live(1)).players[0]
    await table.service.matches.answer(1, user, allow=False, event_id=5)
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.client.delivery.retry()
    assert called(await table.board(3)) == [white]


# --- restarts, several games, three seats ---


async def test_a_question_outlives_the_process(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        asked = await ask_back(table, black, await table.moves((black, "c3")))
        answer = await table.play(white, "c3")
        assert answer.text.startswith("That move is not legal")
    async with process() as table:
        await table.driver.click(white, asked, "Allow")
        await table.board(3)
    async with process() as table:
        assert (await table.service.matches.live(1)).match.position.ply == 0
        await table.moves((black, "a1"))


async def test_a_question_under_a_board_is_not_taken_for_the_next_board(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Whoever resigns by a reply is asked with a button for the same ply; the board still comes."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        _, black, white = await table.begin_small()
        board = await table.moves((black, "c3"))
        held = await driver.hold_before(SEND)
        await table.command(black, "cancel")
        await held.wait_until_held()
        await driver.say(white, table.channel, "resign", reply_to=board)
        await table.message(lambda m: m["content"].startswith("Do you want to resign"))
        await driver.move_clock(130)
        stopping = asyncio.create_task(table.client.close())
        await asyncio.sleep(0.1)
        await held.release(drop=True)
        await stopping
    async with seated(playground, driver, all_games(), database, clock=clock) as table:

        async def all_sent() -> bool:
            return not await table.store.read(lambda tx: left(tx))

        await table.until(all_sent)
        assert any(ply_of(message) == (1, 2) for message in await table.public())


async def test_with_several_games_it_is_asked_which(table: Table) -> None:
    await table.begin_small()
    await table.begin(ADA, BO, size=3, komi=0, button=False)
    asked = await table.command(ADA, "cancel")
    assert asked.text == says("private-which-match", action="cancel")
    assert asked.message is not None
    second = next(text for text in labels(asked.message) if text.startswith("#2"))
    await table.driver.click(ADA, asked.message, second)
    await table.board(1, 2)
    assert (await table.service.matches.live(1)).match.ply == 0


async def test_with_three_players_all_others_have_to_agree(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(BO, card, "Accept")
    await trio.driver.click(CY, card, "Accept")
    await trio.board(0)
    one, two, three = await trio.players()
    await trio.moves((one, "a1"), (two, "b1"))
    await trio.command(two, "cancel")
    board = await trio.board(3)
    assert sorted(called(board)) == sorted([one, three])
    await trio.driver.click(three, board, "Allow")
    board = await trio.board(4)
    agrees = request("board-agrees", wish="cancel", who="Red")
    waits = says("board-waits", others=await trio.mention(one))
    assert board["content"].startswith(f"{agrees} {waits}\n")
    assert called(board) == [one]
    assert labels(board)[:2] == ["Allow", "Refuse"]
    again = await trio.driver.click(three, board, "Allow")
    assert again.text == says("request-refusal-allowed-already")
    await trio.driver.click(one, board, "Allow")
    assert "is cancelled" in (await trio.board(5))["content"]


@pytest.mark.parametrize(("side", "shown"), [(3, 9), (5, 16)])
async def test_a_board_with_many_words_has_room_for_the_answers(
    playground: Playground, driver: Driver, tmp_path: Path, side: int, shown: int
) -> None:
    """They have a row of their own; what does not fit can be typed.

    *Why captured?* would have room as well.
    """
    await hurry(driver)
    games = {"wordy": WORDY}
    async with seated(playground, driver, games, tmp_path / "keil.db") as table:
        card = await table.challenge(ADA, BO, game="wordy", opponent_2=CY, side=side)
        for who in (BO, CY):
            await driver.click(who, card, "Accept")
        board, who = await table.board(0), (await table.players())[0]
        words = [f"Word{number}" for number in range(shown)]
        assert labels(board) == ["Move", *words, "Resign", "More…"]
        await more(table, who, board, "Cancel the game")
        board = await table.board(1)
        first, *rows = (
            [button["label"] for button in row["components"]] for row in board["components"]
        )
        assert first == ["Allow", "Refuse"]
        assert [label for row in rows for label in row] == ["Move", *words, "Resign", "More…"]
        listed = await table.command(who, "games")
        assert listed.message is not None
        turn = await driver.click(who, listed.message, "Next game")
        assert labels(turn.message or {}) == ["Move", *words, "Next game"]
