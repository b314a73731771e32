"""Private receipts: one short line, which takes the place of the one before."""

from bot.playground.driver import Answer
from tests.bot.says import played, says
from tests.bot.table import ADA, AFTER_A_MOVE, BO, GAMES, PRIVATE, Json, Process, Table, labels

DELETED = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


async def private(table: Table, who: str) -> dict[str, str]:
    """What ``who`` alone sees in the channel, by the numbers of the messages."""
    seen = await table.driver.messages(table.channel, who)
    return {m["id"]: m["content"] for m in seen if m["flags"] & PRIVATE}


async def receipts(table: Table, who: str) -> list[str]:
    """The same, without numbers."""
    return [*(await private(table, who)).values()]


async def by_button(table: Table, who: str, board: Json, move: str) -> Answer:
    """A move by the form that opens from the board."""
    form = await table.form(who, board)
    return await table.driver.submit_modal(who, form, {"text": move})


async def test_a_receipt_is_one_short_line_with_undo(table: Table) -> None:
    _, black, _ = await table.begin_small()
    answer = await table.play(black, "c3")
    assert answer.text == played("You", "c3")
    assert answer.message is not None
    assert labels(answer.message) == AFTER_A_MOVE


async def only_receipt_is(table: Table, who: str, text: str) -> None:
    """Wait until ``who`` sees no other private message about a move."""

    async def gone() -> bool:
        return [text] == [told for told in await receipts(table, who) if told.startswith("You ")]

    await table.until(gone)


async def test_the_next_receipt_takes_the_place_of_the_one_before(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    await by_button(table, black, board, "d4")
    await only_receipt_is(table, black, played("You", "d4"))
    await only_receipt_is(table, white, played("You", "b2"))
    board = await table.moves((white, "b3"))
    await only_receipt_is(table, white, played("You", "b3"))
    await by_button(table, black, board, "d3")
    await only_receipt_is(table, black, played("You", "d3"))
    await table.board(5)
    public = [m for m in await table.public() if m["attachments"]]
    assert len(public) == 6, "no board is ever deleted"


async def test_moves_by_the_panel_leave_one_line_for_each_person(table: Table) -> None:
    board, black, white = await table.begin_small()
    await table.at_once()
    before = {who: await receipts(table, who) for who in (black, white)}
    for ply, (who, move) in enumerate(
        [(black, "c3"), (white, "b2"), (black, "d4"), (white, "b3"), (black, "d3")]
    ):
        await table.all_posted()
        form = await table.form(who, board)
        told = await table.driver.submit_modal(who, form, {"text": move})
        assert (told.kind, told.text) == ("update", played("You", move))
        board = await table.board(ply + 1)
    for who, move in ((black, "d3"), (white, "b3")):
        await only_receipt_is(table, who, played("You", move))
        told = await receipts(table, who)
        new = [text for text in told if text not in before[who]]
        assert new == [played("You", move)], "no panel is left, either"


async def test_a_move_by_a_reply_leaves_no_receipt_of_the_move_before(table: Table) -> None:
    board, black, white = await table.begin_small()
    await by_button(table, black, board, "c3")
    board = await table.moves((white, "b2"))
    await table.driver.say(black, GAMES, "d4", reply_to=board, ping=True)
    await table.board(3)
    await table.until(lambda: _none(table, black))
    await only_receipt_is(table, white, played("You", "b2"))


async def _none(table: Table, who: str) -> bool:
    return not any(told.startswith("You ") for told in await receipts(table, who))


def in_game(sentence: str, match: int) -> str:
    """What is said to those who play several games."""
    return says(
        "private-played-in", sentence=sentence, game="Keil", match=str(match), link="none"
    ).rstrip()


async def test_what_is_read_once_goes_with_the_next_answer(table: Table) -> None:
    """The challenge that is on its way, its acceptance, and refusals."""
    await table.begin_small()  # newcomers are offered the rules, which stays
    before = {who: await private(table, who) for who in (ADA, BO)}
    await table.begin_small()
    black, white = await table.players(2)

    async def one_line_is_new(who: str) -> bool:
        return len((await private(table, who)).keys() - before[who].keys()) == 1

    for _ in range(3):
        await table.play(white, "a1", 2)
    await table.until(lambda: one_line_is_new(white))
    await table.play(black, "c3", 2)
    await table.board(1, 2)
    await table.play(white, "b2", 2)
    await table.board(2, 2)
    for who, move in ((black, "c3"), (white, "b2")):
        await table.until(lambda who=who: one_line_is_new(who))
        assert (await receipts(table, who))[-1] == in_game(played("You", move), 2)


async def test_no_receipt_is_left_of_a_game_that_is_over(table: Table) -> None:
    """The last board says everything, and a living board with the button pressed is deleted."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    for who in (black, white):
        asked = await table.play(who, "pass")
        assert asked.message is not None
        told = await table.driver.click(who, asked.message, "Yes, pass")
        assert told.text.startswith("You passed.")
        await table.all_posted()
    for who in (black, white):
        await table.until(lambda who=who: _none(table, who))


async def test_a_game_that_ends_by_agreement_leaves_no_receipt(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    await table.command(black, "cancel")
    asked = await table.message(lambda m: "Allow" in labels(m))
    told = await table.driver.click(white, asked, "Allow")
    assert told.text == says("private-allowed")
    for who in (black, white):
        await table.until(lambda who=who: _none(table, who))


async def test_an_undo_by_a_reply_leaves_no_receipt_of_the_move(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.play(black, "c3")
    board = await table.board(1)
    await table.driver.say(black, GAMES, "undo", reply_to=board, ping=True)
    await table.board(2)
    await table.until(lambda: _none(table, black))


async def test_deleting_a_receipt_costs_no_request_with_the_bots_token(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d4"))
    await only_receipt_is(table, black, played("You", "d4"))
    deleted = [r for r in await table.driver.requests() if r["method"] == "DELETE"]
    assert deleted and all("/webhooks/" in request["path"] for request in deleted)


async def test_receipts_of_other_games_stay(table: Table) -> None:
    first, *_ = await table.begin_small()
    second, *_ = await table.begin_small()
    assert first["id"] != second["id"]
    for match in (1, 2):
        black, _ = await table.players(match)
        await table.play(black, "c3", match)
        await table.board(1, match)
    told = [text for who in (ADA, BO) for text in await receipts(table, who)]
    for match in (1, 2):
        assert told.count(in_game(played("You", "c3"), match)) == 1


async def test_undo_turns_the_receipt_into_another(table: Table) -> None:
    _, black, _ = await table.begin_small()
    answer = await table.play(black, "c3")
    assert answer.message is not None
    await table.board(1)
    undone = await table.driver.click(black, answer.message, "Undo")
    assert undone.kind == "update"
    await only_receipt_is(table, black, says("private-undone", moves="c3"))
    await table.board(2)
    await table.moves((black, "d4"))
    await only_receipt_is(table, black, played("You", "d4"))


async def test_a_receipt_that_somebody_has_dismissed_disturbs_nothing(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.driver.fail_next(DELETED, 404, body={"code": 10008, "message": "Unknown Message"})
    board = await table.moves((black, "c3"), (white, "b2"), (black, "d4"))
    assert "Move" in labels(board)
    assert (await table.play(white, "b3")).text == played("You", "b3")


async def test_after_a_restart_an_old_receipt_stays_and_works(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        old = await table.play(black, "c3")
        await table.board(1)
        await table.moves((white, "b2"))
    async with process() as table:
        await table.moves((black, "d4"))
        assert played("You", "c3") in await receipts(table, black)
        assert old.message is not None
        offer = await table.driver.click(black, old.message, "Undo")
        assert offer.text.startswith("You can no longer take back")
