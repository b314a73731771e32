"""The pie: one names komi, the other chooses the side."""

from datetime import timedelta

import pytest

from tests.bot.table import ADA, AT_THE_END, BO, CY, FOLLOWS, Table, labels


async def test_the_challenger_names_komi_and_the_other_chooses(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    assert board["content"].startswith("**Keil** #1 begins: size 3 · linking current · komi by")
    assert f"{ada} · **Keil** #1 · ply 0 · First player to name komi · " in board["content"]
    assert labels(board) == ["Name komi", "Resign", "More…"]
    modal = await table.driver.click(ADA, board, "Name komi")
    assert modal.modal is not None
    field = modal.modal["components"][0]
    assert field["label"] == "A whole number from 0 to 19"
    assert "gladly play either side" in field["description"]
    named = await table.driver.submit_modal(ADA, modal, {"text": " 6 "})
    assert named.text == f"You named komi 6. {FOLLOWS}"

    board = await table.board(1)
    assert "First player named komi 6." in board["content"]
    assert (
        f"{bo} · **Keil** #1 · ply 1 · Second player to choose black or white" in (board["content"])
    )
    assert labels(board) == ["Play Black", "Play White (+6)", "Resign", "More…"]
    chosen = await table.driver.click(BO, board, "Play Black")
    assert chosen.text == f"You chose Black. {FOLLOWS}"
    board = await table.board(2)
    assert board["content"].startswith(f"{bo} chose Black: Black {bo}, White {ada}.")
    assert f"{bo} · **Keil** #1 · ply 2 · Black to play" in board["content"]


async def test_the_pie_by_commands(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "Komi  6"), (BO, "WHITE"), (ADA, "c3"))
    assert await table.players() == [ADA, BO]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("-1", "I cannot read “komi -1” as a move: type komi and a whole number from 0 to 19."),
        ("abc", "I cannot read “komi abc” as a move: type komi and a whole number from 0 to 19."),
        ("1e9", "I cannot read “komi 1e9” as a move: type komi and a whole number from 0 to 19."),
        ("6.5", "I cannot read “komi 6.5” as a move: type komi and a whole number from 0 to 19."),
        ("20", "That move is not legal: komi must be named first, a whole number from 0 to 19."),
        ("9" * 20, "That move is not legal: komi must be named first, a whole number from 0 to 19"),
    ],
)
async def test_komi_that_is_none_is_refused(table: Table, typed: str, told: str) -> None:
    board = await table.begin(ADA, BO, size=3)
    modal = await table.driver.click(ADA, board, "Name komi")
    async with table.nothing_happens():
        answer = await table.driver.submit_modal(ADA, modal, {"text": typed})
        assert answer.ephemeral
        assert answer.text.startswith(told)
    again = await table.driver.submit_modal(ADA, modal, {"text": "0"})
    assert again.text.startswith("You named komi 0")
    await table.board(1)


async def test_nobody_else_names_komi_or_chooses(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    turn = "It is not your turn: {} is to move."
    async with table.nothing_happens():
        assert (await table.driver.click(BO, board, "Name komi")).text == turn.format(ada)
        watching = await table.driver.click(CY, board, "Name komi")
        assert watching.text == "You are not a player of this game; you are welcome to watch."
        early = await table.play(ADA, "c3")
        assert early.text.startswith("That move is not legal: komi must be named first")
    board = await table.moves((ADA, "komi 3"))
    async with table.nothing_happens():
        assert (await table.driver.click(ADA, board, "Play Black")).text == turn.format(bo)
        early = await table.play(BO, "c3")
        assert early.text == "That move is not legal: a side must be chosen first, black or white."


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
    who = "Second player" if named else "First player"
    assert board["content"].startswith(f"⌛ **{who} ran out of time.**")
    assert "no stone was placed, so nobody has lost" in board["content"]
    assert labels(board) == AT_THE_END
    for person in (ADA, BO):
        assert await table.mention(person) in [f"<@{p['id']}>" for p in board["mentions"]]
    end = (await table.host.sitting(1)).match.end
    assert end is not None
    assert end.winners == ()
