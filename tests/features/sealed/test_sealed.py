"""Sealed bids through real discord.py: what is shown before both are in, and after."""

import re

from bot.messages import record_text
from tests.bot.says import line, played, says, status
from tests.bot.table import ADA, BO, BOT, CY, Table, labels


async def test_two_sealed_bids_settle_komi(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi_by="sealed")
    ada, bo = await table.mention(ADA), await table.mention(BO)
    about = {"challenger": ada, "invited": bo, "rematch": "no", "usual": "2"}
    assert says("challenge-komi-open", way="sealed", **about) in card["content"].split("\n")
    assert says("setting-komi_by.sealed") in card["content"]
    await table.driver.click(BO, card, "Accept")

    board = await table.board(0)
    assert line(ada, says("turn-bid.short"), "") in board["content"]
    assert labels(board) == ["Bid for Black", "Resign", "More…"]
    modal = await table.driver.click(ADA, board, "Bid for Black")
    sealed = await table.driver.submit_modal(ADA, modal, {"text": "13"})
    assert sealed.ephemeral
    assert sealed.text == says(
        "private-played", move="sealed", number="", point="", captured=0, lost=0
    )
    board = await table.board(1)
    assert board["content"].startswith(played(ada, "sealed"))
    assert (
        line(bo, "**Keil** #1", says("board-ply", ply="1"), says("turn-bid.short"))
        in board["content"]
    )
    for who in (BO, CY):
        for command in ("board", "games", "replay", "record"):
            await table.command(who, command)
        seen = await table.driver.messages(table.channel, who)
        said = [one["content"] + str(one["components"]) for one in seen]
        said += [str(file.get("description")) for one in seen for file in one["attachments"]]
        assert not [one for one in said if re.search(r"\b13\b", one)]

    modal = await table.driver.click(BO, board, "Bid for Black")
    answer = await table.driver.submit_modal(BO, modal, {"text": "4"})
    assert answer.text == "You bid 4 for Black."
    board = await table.board(3)
    seating = f"Black {ada}, White {bo}"
    told = says(
        "board-chose-side", who=ada, side="bid", value="13", seating=seating, komi="13", pie="no"
    )
    assert played(bo, "bid 4") in board["content"] and told in board["content"]
    assert status("Keil", 1, 3, "Black", mention=ada) in board["content"]
    assert ada in [f"<@{person['id']}>" for person in board["mentions"]]
    await table.moves((ADA, "c3"))


async def test_a_reply_takes_no_sealed_bid(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3, komi_by="sealed")
    await table.driver.say(ADA, table.channel, "bid 5", reply_to=board)
    told = await table.message(lambda m: "Everybody can read" in m["content"])
    assert told["content"] == says("sealed-in-public", word="bid", label="Bid")
    assert "*Bid for Black*" in told["content"] and await table.ply() == 0
    await table.play(ADA, "bid 6")
    board = await table.board(1)
    await table.driver.say(BO, table.channel, "bid 4", reply_to=board)  # both are in
    board = await table.board(3)
    assert f"Black {await table.mention(ADA)}" in board["content"]


async def test_whose_bid_is_first_is_said_to_the_other(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3, komi_by="sealed")
    told = await table.driver.click(BO, board, "Bid for Black")
    assert told.text == f"{await table.mention(ADA)} bids first; you bid after that."
    assert (await table.command(BO, "play", move="bid 4")).text == told.text


async def test_the_form_is_that_of_an_only_bid(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3, komi_by="sealed")
    for who in (ADA, BO):
        form = await table.driver.click(who, board, "Bid for Black")
        assert form.modal is not None
        assert form.modal["components"][0]["description"] == says("hint-bid-sealed")
        await table.driver.submit_modal(who, form, {"text": "4"})
        board = await table.board(1 if who == ADA else 4)


async def test_undo_is_offered_until_the_bids_are_opened(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="sealed")
    sealed = await table.play(ADA, "bid 6")
    assert "Undo" in labels(sealed.message or {})
    await table.board(1)
    opened = await table.play(BO, "bid 4")
    assert "Undo" not in labels(opened.message or {})
    board = await table.board(3)
    for who in (ADA, BO):
        more = await table.driver.click(who, board, "More…")
        assert not [one for one in labels(more.message or {}) if "ake back" in one]
    stone = await table.play(ADA, "c3")
    assert "Undo" in labels(stone.message or {})


async def test_records_and_replays_call_opened_bids_sealed(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="sealed")
    await table.play(ADA, "bid 6")
    await table.board(1)
    await table.play(BO, "bid 4")
    asked = await table.driver.click(ADA, await table.board(3), "Resign")
    assert asked.message is not None
    await table.driver.click(ADA, asked.message, "Yes, resign")
    await table.board(4)
    written = record_text.write(await table.service.matches.record(1)).decode()
    (line_of,) = [one for one in written.splitlines() if "(" in one and "bid 6" in one]
    assert says("record-text-sealed") in line_of and says("record-text-planned") not in written
    replay = await table.command(CY, "replay")
    assert replay.message is not None
    last = await table.driver.click(CY, replay.message, "Last »")
    assert f"Ada bid 6 for Black. {says('record-text-sealed')}" in last.text


async def test_equal_bids_are_told_with_the_lot(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="sealed")
    await table.play(ADA, "bid 4")
    await table.board(1)
    answer = await table.play(BO, "bid 4")
    board = await table.board(4)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    live = await table.service.matches.live(1)
    given, black, white = (
        ("White", ada, bo) if live.match.position.colours == (0, 1) else ("Black", bo, ada)
    )
    assert answer.text == f"The bids are equal (4); the lot gave you {given}."
    told = f"The bids are equal (4); the lot gave {given} to {bo}"
    assert f"{told}: Black {black}, White {white}, komi 4." in board["content"]

    replay = await table.command(ADA, "replay")
    assert replay.message is not None
    last = await table.driver.click(ADA, replay.message, "Last »")
    assert last.message is not None
    assert f"The bids are equal (4); the lot gave {given} to {BO}." in last.text
    before = await table.driver.click(ADA, last.message, "‹ Back")
    assert before.message is not None
    (picture,) = before.message["attachments"]
    assert says("turn-lot") in picture["description"]


async def test_a_word_without_a_number_is_no_bid(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="sealed")
    answer = await table.play(ADA, "sealed")
    assert answer.text == says("sealed-no-number", word="bid")


async def test_against_a_computer_both_bid_unseen(table: Table) -> None:
    await table.command(ADA, "challenge keil", opponent=BOT, size=3, komi_by="sealed")
    await table.play(ADA, "bid 3")
    board = await table.board(3)
    assert "bid 2 for Black" in board["content"]
    assert "bid 3 for Black. The higher bid plays Black" in board["content"]
