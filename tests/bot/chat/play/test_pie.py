"""The pie: one names komi, the other chooses the side."""

from datetime import timedelta

import pytest

from tests.bot.says import line, played, says, status
from tests.bot.table import ADA, BO, BOT, CY, NOT_JUDGED, Json, Table, labels

EXPECTED = says("move-illegal", reason=says("illegal-expected-komi", points="19"))


async def test_the_challenger_names_komi_and_the_other_chooses(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    assert board["content"].startswith(
        says(
            "board-begins",
            game="Keil",
            id="1",
            settings=f"size 3 · {says('setting-button.on')} · {says('setting-komi_by.cut')}",
        )[:-1]
    )
    assert line(ada, says("turn-komi.short"), "") in board["content"]
    assert labels(board) == ["Name komi", "Resign", "More…"]
    modal = await table.driver.click(ADA, board, "Name komi")
    assert modal.modal is not None
    field = modal.modal["components"][0]
    assert field["label"] == says("field-number", first="0", last="19", step="one")
    assert field["description"] == says("hint-komi-usual", komi="2")
    named = await table.driver.submit_modal(ADA, modal, {"text": " 6 "})
    assert named.text == "You named komi 6."

    board = await table.board(1)
    named = played(ada, "komi 6")
    assert board["content"].startswith(f"{named}\n")
    turn = says("turn-choose.short", words="Black or White")
    assert line(bo, "**Keil** #1", says("board-ply", ply="1"), turn) in board["content"]
    assert labels(board) == ["Play Black", "Play White (+6)", "Resign", "More…"]
    chosen = await table.driver.click(BO, board, "Play Black")
    assert chosen.text == "You chose Black."
    board = await table.board(2)
    seating = f"Black {bo}, White {ada}"
    told = says("board-chose-side", who=bo, side="black", seating=seating, komi="6", pie="yes")
    assert (
        told == f"{bo} chose Black: {seating}, komi 6. "
        "Naming komi and choosing a side were moves 1 and 2."
    )
    assert board["content"].startswith(f"{told}\n")
    assert status("Keil", 1, 2, "Black", mention=bo) in board["content"]
    board = await table.moves((BO, "c3"))
    assert "were moves 1 and 2" not in board["content"]


@pytest.mark.parametrize(
    ("given", "usual"), [({"size": 8}, "6"), ({"size": 3}, "2"), ({"size": 5}, "4")]
)
async def test_who_leaves_komi_out_is_told_what_that_means(
    table: Table, given: Json, usual: str
) -> None:
    """And so does the card, before anybody accepts it."""
    about = {"challenger": await table.mention(ADA), "usual": usual, "rematch": "no"}
    for way, opponent in ("cut", {"opponent": BO}), ("lot", {}):
        sent = await table.command(ADA, "challenge keil", **opponent, **given)
        assert says("challenge-komi-left-open", usual=usual) in sent.text
        invited = await table.mention(BO) if opponent else says("challenge-whoever-accepts")
        line = says("challenge-komi-open", way=way, invited=invited, **about)
        assert await table.message(lambda m, line=line: line in m["content"].split("\n"))
    sent = await table.command(BO, "challenge keil", opponent=CY, komi_by="auction", **given)
    assert sent.text == says("challenge-sent")
    sent = await table.command(BO, "challenge keil", opponent=ADA, komi=3, **given)
    assert sent.text == says("challenge-sent")
    card = await table.message(lambda m: "komi 3" in m["content"])
    assert "not settled yet" not in card["content"]
    begun = await table.command(CY, "challenge keil", opponent=BOT, **given)
    assert "komi" not in begun.text  # against the bot it is fair


async def test_the_pie_by_commands(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "Komi  6"), (BO, "WHITE"), (ADA, "c3"))
    assert await table.players() == [ADA, BO]


@pytest.mark.parametrize("typed", ["6.5", "6,5", "6½", " Komi 6.5 "])
async def test_without_the_button_half_komi_can_be_named(table: Table, typed: str) -> None:
    board = await table.begin(ADA, BO, size=3, button=False)
    modal = await table.driver.click(ADA, board, "Name komi")
    assert modal.modal is not None
    field = modal.modal["components"][0]
    assert field["label"] == says("field-number", first="0", last="19", step="half")
    assert field["description"] == says("hint-komi-usual", komi="1½", published="none")
    refused = await table.driver.submit_modal(ADA, modal, {"text": "6.25"})
    why = says("not-a-number", typed="6.25", first="0", last="19", step="half")
    assert refused.text == why
    named = await table.driver.submit_modal(ADA, modal, {"text": typed})
    assert named.text == "You named komi 6.5."
    assert "Play White (+6½)" in labels(await table.board(1))


async def test_the_2019_wording_comes_without_the_button_unless_it_is_asked_for(
    table: Table,
) -> None:
    without = await table.challenge(ADA, BO, size=3, linking="2019")
    assert says("setting-button.off") in without["content"]
    chosen = await table.challenge(ADA, CY, size=3, linking="2019", button=True)
    assert says("setting-button.off") not in chosen["content"]


@pytest.mark.parametrize("typed", ["-1", "abc", "1e9", "6.5", "20", "9" * 20])
async def test_komi_that_is_none_is_refused(table: Table, typed: str) -> None:
    board = await table.begin(ADA, BO, size=3)
    modal = await table.driver.click(ADA, board, "Name komi")
    async with table.nothing_happens():
        answer = await table.driver.submit_modal(ADA, modal, {"text": typed})
        assert answer.ephemeral
        assert answer.text == says("not-a-number", typed=typed, first="0", last="19", step="one")
    again = await table.driver.submit_modal(ADA, modal, {"text": "0"})
    assert again.text.startswith("You named komi 0")
    await table.board(1)


async def test_nobody_else_names_komi_or_chooses(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    turn = says("refusal-not-your-turn-but", player="{}")
    async with table.nothing_happens():
        assert (await table.driver.click(BO, board, "Name komi")).text == turn.format(ada)
        watching = await table.driver.click(CY, board, "Name komi")
        assert watching.text == says("refusal-not-a-player")
        early = await table.play(ADA, "c3")
        assert early.text == EXPECTED
    board = await table.moves((ADA, "komi 3"))
    async with table.nothing_happens():
        assert (await table.driver.click(ADA, board, "Play Black")).text == turn.format(bo)
        early = await table.play(BO, "c3")
        assert early.text == says("move-illegal", reason=says("illegal-expected-side"))


@pytest.mark.parametrize("named", [False, True])
async def test_time_that_runs_out_during_the_pie_closes_the_game_without_a_loser(
    table: Table, named: bool
) -> None:
    await table.begin(ADA, BO, size=3, time="1h")
    if named:
        await table.moves((ADA, "komi 3"))
    await table.time_passes(timedelta(minutes=59))
    assert await table.ply() == named
    table.clock.pass_by(timedelta(minutes=2))
    board = await table.board(1 + named)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    out = says("board-timeout", who=bo if named else ada)
    closed = says("result-no-loser", how="closed", id="1", people=f"{ada} and {bo}")
    assert board["content"] == f"{out}\n{closed}"
    assert labels(board) == NOT_JUDGED
    for person in (ADA, BO):
        assert await table.mention(person) in [f"<@{p['id']}>" for p in board["mentions"]]
    end = (await table.service.matches.live(1)).match.end
    assert end is not None
    assert end.winners == ()
