"""Komi that is settled by bids; and who names it, if one names it and the other picks a side."""

import pytest

from tests.bot.says import line, played, says, status
from tests.bot.table import ADA, BO, BOT, Table, labels


async def card_line(table: Table, way: str, whom: str | None = BO, **about: str) -> str:
    """What the card of a challenge by Ada says about komi on a board of side 3."""
    invited = await table.mention(whom) if whom else says("challenge-whoever-accepts")
    ada = await table.mention(ADA)
    given = {"rematch": "no", "usual": "2", **about}
    return says("challenge-komi-open", way=way, challenger=ada, invited=invited, **given)


@pytest.mark.parametrize("whom", [BO, None])
@pytest.mark.parametrize(("way", "names"), [("cut", ADA), ("choose", BO)])
async def test_the_card_says_who_names_komi(
    table: Table, whom: str | None, way: str, names: str
) -> None:
    card = await table.challenge(ADA, whom, size=3, komi_by=way)
    assert await card_line(table, way, whom) in card["content"].split("\n")
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0)
    assert line(await table.mention(names), says("turn-komi.short"), "") in board["content"]
    await table.moves((names, "komi 6"))
    board = await table.moves((BO if names == ADA else ADA, "white"))
    assert await table.mention(names) in board["content"].split("White")[1]


async def test_in_a_rematch_the_other_one_names_komi(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="choose")
    await table.moves((BO, "komi 6"), (ADA, "white"))
    asked = await table.driver.click(ADA, await table.board(2), "Resign")
    assert asked.message is not None
    await table.driver.click(ADA, asked.message, "Yes, resign")
    await table.driver.click(ADA, await table.board(3), "Rematch")
    card = await table.message(lambda m: "rematch of game #1" in m["content"])
    assert await card_line(table, "choose", rematch="yes") in card["content"].split("\n")
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0, 2)
    assert line(await table.mention(ADA), says("turn-komi.short"), "") in board["content"]


async def test_whoever_bids_most_plays_black(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi_by="auction")
    assert await card_line(table, "auction") in card["content"].split("\n")
    assert says("setting-komi_by.auction") in card["content"]
    await table.driver.click(BO, card, "Accept")
    ada, bo = await table.mention(ADA), await table.mention(BO)
    board = await table.board(0)
    assert line(ada, says("turn-bid.short"), "") in board["content"]
    assert labels(board) == ["Bid for Black", "Resign", "More…"]
    modal = await table.driver.click(ADA, board, "Bid for Black")
    assert modal.modal is not None
    field = modal.modal["components"][0]
    assert field["description"] == says("hint-bid-usual", komi="2")
    bid = await table.driver.submit_modal(ADA, modal, {"text": "1"})
    assert bid.text == "You bid 1 for Black."

    board = await table.board(1)
    assert board["content"].startswith(f"{played(ada, 'bid 1')}\n")
    turn = says("turn-outbid.short")
    assert line(bo, "**Keil** #1", says("board-ply", ply="1"), turn) in board["content"]
    assert labels(board) == ["Play White (+1)", "Bid for Black", "Resign", "More…"]
    modal = await table.driver.click(BO, board, "Bid for Black")
    assert modal.modal is not None
    field = modal.modal["components"][0]
    assert field["label"] == says("field-number", first="2", last="19", step="one")
    low = await table.driver.submit_modal(BO, modal, {"text": "1"})
    assert low.text == says("not-a-number", typed="1", first="2", last="19", step="one")
    await table.driver.submit_modal(BO, modal, {"text": "3"})

    board = await table.board(2)
    early = await table.play(ADA, "c3")
    words = says("move-number", word="bid", first="4", last="19", step="one")
    reason = says("illegal-expected-bid", words=f"white or {words}")
    assert early.text == says("move-illegal", reason=reason)
    chosen = await table.driver.click(ADA, board, "Play White (+3)")
    assert chosen.text == "You chose White."
    board = await table.board(3)
    seating = f"Black {bo}, White {ada}"
    told = says(
        "board-chose-side", who=ada, side="white", value="", seating=seating, komi="3", pie="no"
    )
    assert board["content"].startswith(f"{told}\n")
    assert status("Keil", 1, 3, "Black", mention=bo) in board["content"]
    await table.moves((BO, "c3"))


async def test_one_bid_and_white_are_not_called_naming_komi(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi_by="auction")
    board = await table.moves((ADA, "bid 2"), (BO, "white"))
    assert "Naming komi" not in board["content"]
    assert await table.players() == [ADA, BO]


async def test_komi_that_is_given_goes_before_how_it_would_be_settled(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=2, komi_by="auction")
    assert "not settled" not in card["content"]
    assert says("setting-komi_by.auction") not in card["content"]


async def test_the_computer_bids_what_is_usual(table: Table) -> None:
    """Against it, komi is fair, unless somebody wants to bid for it."""
    await table.command(ADA, "challenge keil", opponent=BOT, size=3, komi_by="auction")
    await table.play(ADA, "bid 1")
    board = await table.board(2)
    assert played("<@", "bid 2").removeprefix("<@") in board["content"]
