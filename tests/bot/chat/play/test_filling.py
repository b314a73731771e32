"""*Fill the rest*, on the board of a game in which it is proved who wins."""

import pytest

from bot.service.judge import move_to_explain
from bot.service.server_settings import ServerSettings
from bot.storage.rows import LIVING, THREAD
from engine.match import Ending
from tests.bot.asking import called, old_button, request
from tests.bot.chat.play.test_solo import begin
from tests.bot.says import played, says
from tests.bot.table import ADA, AT_THE_END, BO, CY, Json, Process, Table, labels, match_of
from tests.engine.test_filling import DECIDED
from tests.features.reviews.test_reviews import reviewed
from tests.features.settings.test_config import server

FILL = says("button-fill")
PLIES = len(DECIDED)


async def decided(table: Table) -> tuple[Json, str, str]:
    """Ada and Bo play until Black has won; White is to move. The board, Black, White."""
    board = await table.begin(ADA, BO, game="ki", size=5)
    black, white = await table.players()
    for ply, move in enumerate(DECIDED):
        assert FILL not in labels(board)
        board = await table.moves(((black, white)[ply % 2], move))
    return board, black, white


async def asked(table: Table) -> tuple[Json, str, str]:
    """White, who has lost, asks to fill the rest. The board that asks it, Black, White."""
    board, black, white = await decided(table)
    answer = await table.driver.click(white, board, FILL)
    assert answer.text == says("private-asked")
    return await table.board(PLIES + 1), black, white


async def filled_board(table: Table) -> Json:
    """The last board, once it is there."""
    board = await table.board(await table.ply())
    await table.all_posted()
    return await table.driver.message(board)


async def test_the_other_is_asked_and_reads_who_wins(table: Table) -> None:
    board, black, _ = await asked(table)
    assert board["content"].split("\n")[0] == (
        f"{request('board-asks', wish='fill', who='White', winner='Black')} "
        f"{says('board-answer', others=await table.mention(black))}"
    )
    assert called(board) == [black]
    assert labels(board)[:2] == [says("button-allow"), says("button-refuse")]
    assert FILL not in labels(board)
    menu = await table.driver.click(black, board, says("button-more"))
    assert menu.text == request("private-request", wish="fill", player="White", winner="Black")


async def test_on_agreement_the_board_is_full_and_the_score_says_how(table: Table) -> None:
    board, black, white = await asked(table)
    answer = await table.driver.click(black, board, says("button-allow"))
    assert answer.text == says("private-allowed")
    last = await filled_board(table)
    live = await table.service.matches.live(1)
    match, number = live.match, len(live.match.turn_log.filled)
    assert match.end is not None and match.end.how is Ending.SCORE
    assert len(match.position.stones) == 25
    first, result, *sheet = last["content"].split("\n")
    assert first == says("board-filled", agreed="people", who="Black")
    assert f"Black ({await table.mention(black)}) wins" in result
    assert says("score-filled", number=number) in sheet
    assert called(last) == [white], "Black has just agreed"
    assert [label for label in labels(last) if "captured" not in label] == AT_THE_END
    # Neither the moves nor the agreement have boards of their own.
    boards = [m for m in await table.public() if match_of(m) == 1 and m["attachments"]]
    assert boards[-1]["id"] == last["id"]
    assert len(boards) == PLIES + 2


async def test_a_private_board_and_a_replay_say_it_too(table: Table) -> None:
    board, black, _ = await asked(table)
    await table.driver.click(black, board, says("button-allow"))
    last = await filled_board(table)
    live = await table.service.matches.live(1)
    told = says("score-filled", number=len(live.match.turn_log.filled))
    shown = await table.command(CY, "board", game="1")
    assert shown.text.splitlines()[0] == says("board-filled", agreed="people", who="Black")
    assert told in shown.text
    replay = await table.driver.click(CY, last, says("button-replay"))
    assert replay.message is not None
    end = await table.driver.click(CY, replay.message, says("button-replay-last"))
    assert told in end.text
    record = await table.command(CY, "record", game="1", **{"as": "txt"})
    assert record.message is not None
    (upload,) = record.message["attachments"]
    assert told.encode() in await table.driver.file(upload)


async def test_a_review_judges_only_what_people_played(table: Table) -> None:
    board, black, _ = await asked(table)
    await table.driver.click(black, board, says("button-allow"))
    last = await filled_board(table)
    live = await table.service.matches.live(1)
    answer = await reviewed(table, CY, last)
    assert says("review-filled", number=len(live.match.turn_log.filled)) in answer.text
    found = await table.client.judge.review(1, live)
    assert len(found.scores) == PLIES + 1
    assert all(mistake.plies < PLIES for mistake in found.mistakes)


@pytest.mark.parametrize("place", [LIVING, THREAD])
async def test_in_other_places_it_is_the_same(table: Table, place: str) -> None:
    await table.games_live(place)
    await table.driver.permit(table.channel, allow=["create_public_threads"])
    await table.challenge(ADA, BO, game="ki", size=5)
    (card,) = [m for m in await table.public() if says("button-accept") in labels(m)]
    await table.driver.click(BO, card, says("button-accept"))
    black, white = await table.players()
    await table.all_posted()
    for ply, move in enumerate(DECIDED):
        answer = await table.play((black, white)[ply % 2], move)
        assert answer.text.startswith("You played"), answer.text
    await table.driver.click(white, await newest(table, FILL), FILL)
    await table.driver.click(black, await newest(table, says("button-allow")), says("button-allow"))
    last = await newest(table, says("button-rematch"))
    assert last["content"].startswith(says("board-filled", agreed="people", who="Black"))


async def newest(table: Table, button: str) -> Json:
    """The newest board, wherever it is, once it has this button."""
    found: list[Json] = []

    async def there() -> bool:
        board = await table.service.matches.newest_board(1)
        found[:] = [] if board is None else [await table.driver.message(str(board))]
        return bool(found) and button in labels(found[0])

    await table.until(there)
    return found[0]


async def test_the_other_can_refuse_and_the_game_goes_on(table: Table) -> None:
    board, black, white = await asked(table)
    await table.driver.click(black, board, says("button-refuse"))
    board = await table.board(PLIES + 2)
    said = request("board-refused", wish="fill", who="Black", asker=await table.mention(white))
    assert board["content"].startswith(said)
    again = await table.driver.click(white, board, FILL)
    assert again.text == says("request-refusal-asked-before")
    board = await table.moves((white, "a1"))
    assert board["content"].startswith(played("White", "a1"))
    assert FILL in labels(board)


async def test_a_move_is_an_answer_too(table: Table) -> None:
    _, _, white = await asked(table)
    board = await table.moves((white, "a1"))
    assert says("board-request-withdrawn") in board["content"]


async def test_asking_stops_no_clock(table: Table) -> None:
    board, *_ = await decided(table)
    live = await table.service.matches.live(1)
    assert live.clock is not None
    await table.driver.click((await table.players())[1], board, FILL)
    after = await table.service.matches.live(1)
    assert after.clock is not None and after.clock.deadline == live.clock.deadline


async def test_only_players_can_ask_and_only_when_it_is_decided(table: Table) -> None:
    board = await table.begin(ADA, BO, game="ki", size=5)
    black, _ = await table.players()
    forged = await old_button(table, board, "ask", 0, "fill")
    early = await table.driver.click(black, forged, "old")
    assert early.text == says("request-refusal-not-decided")
    stranger = await table.driver.click(CY, forged, "old")
    assert stranger.text != says("private-asked")
    assert await table.ply() == 0


async def test_the_question_outlives_a_restart(process: Process) -> None:
    async with process() as table:
        board, black, _ = await asked(table)
    async with process() as table:
        answer = await table.driver.click(black, board, says("button-allow"))
        assert answer.text == says("private-allowed")
        last = await filled_board(table)
        assert last["content"].startswith(says("board-filled", agreed="people", who="Black"))


# --- against the computer ---


async def on_five_by_five(table: Table) -> None:
    """The owner of the server has decided the size of Ki."""
    decided = ServerSettings(options={"ki": {"size": "5"}})
    await table.service.servers.change(int((await server(table))["id"]), lambda _: decided)


async def play_until_decided(table: Table) -> None:
    """Ada plays against the computer, until it is proved who wins and it is her turn."""

    async def answered() -> bool:
        return not (await table.service.matches.live(1)).computers_turn

    while (live := await table.service.matches.live(1)).match.decided is None:
        move = next(live.match.position.filling())
        await table.play(ADA, live.match.position.write(move))
        await table.until(answered)


async def test_against_the_computer_a_press_fills_the_board(table: Table) -> None:
    await on_five_by_five(table)
    await table.command(ADA, "practice", game="ki", level=1, begins="you")
    await table.board(0, 1)
    await play_until_decided(table)
    board = await table.board(await table.ply(), 1)
    assert FILL in labels(board)
    answer = await table.driver.click(ADA, board, FILL)
    assert answer.text == says("private-filled")
    last = await filled_board(table)
    live = await table.service.matches.live(1)
    assert says("board-filled", agreed="computer", who="") in last["content"]
    assert says("score-filled", number=len(live.match.turn_log.filled)) in last["content"]
    assert move_to_explain(live) is None, "the computer has not thought of its last move"


async def test_so_it_does_on_a_board_that_one_person_sees(table: Table) -> None:
    await on_five_by_five(table)
    board = await begin(table, game="ki")
    await play_until_decided(table)
    assert board.message is not None
    again = await table.command(ADA, "practice")
    assert again.message is not None
    shown = await table.driver.click(ADA, again.message, says("button-solo", match="1"))
    assert shown.message is not None
    assert FILL in labels(shown.message)
    last = await table.driver.click(ADA, shown.message, FILL)
    live = await table.service.matches.live(1)
    assert live.match.end is not None
    assert last.text.startswith(says("board-filled", agreed="computer", who=""))
    assert says("score-filled", number=len(live.match.turn_log.filled)) in last.text
    assert not await table.public()
