"""Moves: by command, by modal, by button; and why they are refused."""

import pytest

from tests.bot.panels import selects
from tests.bot.says import played, says
from tests.bot.table import ADA, AFTER_A_MOVE, BO, CY, GAMES, NOT_JUDGED, Json, Table, labels


async def offers(table: Table, who: str, typed: str) -> list[Json]:
    return await table.driver.autocomplete(
        who, table.channel, "play", {"move": typed}, focused="move"
    )


async def choices(table: Table, who: str, typed: str) -> list[str]:
    offered = await offers(table, who, typed)
    assert all(choice["name"].split(", ")[0] == choice["value"] for choice in offered)
    return [choice["value"] for choice in offered]


async def test_a_suggestion_says_what_the_move_does(table: Table) -> None:
    """Captures come first, then links and cuts; the button says what it is worth."""
    _, black, _ = await table.begin_small(size=4, button=True)
    worth = says("choice-worth", points="½")
    assert [one["name"] for one in await offers(table, black, "but")] == [f"button, {worth}"]
    await table.begin_small()
    black, white = await table.players(2)
    await table.moves((black, "b2"), (white, "e1"), (black, "c2"), (white, "e2"), match=2)
    given = {"move": "", "game": "2"}
    offered = await table.driver.autocomplete(black, GAMES, "play", given, focused="move")
    captures, links = says("choice-captures", number="1"), says("choice-links")
    names = [one["name"] for one in offered]
    assert names[:3] == [f"d2, {captures}", f"c3, {links}", f"b1, {links}"]
    assert [one["value"] for one in offered[:3]] == ["d2", "c3", "b1"]
    panel = await table.driver.click(black, await table.board(4, 2), "Move")
    shown = {o["value"]: o.get("description") for o in selects(panel.message)[0]["options"]}
    assert (shown["d2"], shown["c3"], shown["c4"]) == (captures, links, None)


async def test_legal_moves_are_suggested_near_the_last_one_first(table: Table) -> None:
    _, black, white = await table.begin_small(size=4, button=True)
    everything = await choices(table, black, "")
    assert len(everything) == 25
    assert set(await choices(table, black, "g")) == {"g1", "g2", "g3", "g4"}
    assert set(await choices(table, black, "b")) == {"button", "b1", "b2", "b3", "b4", "b5"}
    assert await choices(table, black, "but") == ["button"]
    assert await choices(table, black, "D-4") == ["d4"]
    await table.moves((black, "d4"))
    assert await choices(table, black, "") == []  # it is not their turn
    near = await choices(table, white, "")
    assert set(near[:6]) == {"d3", "d5", "c3", "c4", "e3", "e4"}
    assert "d4" not in near
    assert await choices(table, white, "d4") == []
    assert await choices(table, CY, "") == []
    await table.moves((white, "button"))
    assert await choices(table, black, "p") == ["pass"]


async def test_moves_of_several_games_say_whose_they_are(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.begin(ADA, BO, size=3, komi=0, button=False)
    dark, light = await table.players(2)
    if dark != black:
        await table.moves((dark, "c3"), match=2)
    other = light if dark == black else dark
    offered = await offers(table, black, "d4")
    assert [(one["name"], one["value"]) for one in offered] == [
        (
            says("choice-move-in", move="d4", game="Keil", match=str(match), others=other),
            f"d4 #{match}",
        )
        for match in (1, 2)
    ]
    every = [one["value"].split(" ")[1] for one in await offers(table, black, "")]
    assert every == sorted(every) and len(every) == 25, "one game after the other, in equal parts"
    assert every.count("#1") in (12, 13)
    assert [one["value"] for one in await offers(table, black, "d4 #2")] == ["d4 #1", "d4 #2"]
    ply = await table.ply(2)
    told = says("private-played-in", sentence="You played d4.", game="Keil", match="2", link="none")
    assert (await table.play(black, "d4 #2")).text == told
    await table.board(ply + 1, 2)
    assert await table.ply(1) == 0
    assert (await table.play(black, "d4 #99")).text == says("refusal-no-such-match")


async def test_what_was_typed_for_a_number_is_quoted(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    modal = await table.driver.click(ADA, board, "Name komi")
    for typed in ("six", "6.5", "20", "-1", "`@everyone`", "６"):
        told = await table.driver.submit_modal(ADA, modal, {"text": typed})
        if typed == "６":
            assert told.text.startswith("You named komi 6.")
            continue
        shown = {"`@everyone`": "everyone"}.get(typed, typed)
        assert told.text == says("not-a-number", typed=shown, first="0", last="19", step="one")
        assert labels(told.message or {}) == ["Try again…"]
        again = await table.driver.click(ADA, told.message or {}, "Try again…")
        assert again.kind == "modal"
    await table.board(1)


@pytest.mark.parametrize(
    "typed", ["d4", "D4", "d-4", "d 4", " D - 4 ", "ｄ４", "d04", "`d4`", "D4.", "d_4"]
)
async def test_a_point_is_read_as_people_write_it(table: Table, typed: str) -> None:
    _, black, _ = await table.begin_small()
    answer = await table.play(black, typed)
    assert answer.ephemeral
    assert answer.text == "You played d4."
    assert (await table.board(1))["content"].startswith(played("Black", "d4"))


async def test_the_button_move_opens_a_modal(table: Table) -> None:
    board, black, _ = await table.begin_small(button=True)
    opened = await table.form(black, board)
    assert opened.kind == "modal"
    assert opened.modal is not None
    assert opened.modal["title"] == "Keil #1"
    assert opened.modal["components"][0]["description"] == (
        "a1 (row from below, then place from the left), or button"
    )
    async with table.nothing_happens():
        wrong = await table.driver.submit_modal(black, opened, {"text": "d9"})
        assert wrong.text == says("move-illegal", reason=says("illegal-off-board"))
    played = await table.driver.submit_modal(black, opened, {"text": "C 3"})
    assert played.text == "You played c3."
    await table.board(1)


async def test_button_and_pass_are_moves_of_the_command_too(table: Table) -> None:
    _, black, white = await table.begin_small(button=True)
    assert (await table.play(black, "Button")).text.startswith("You took the button.")
    board = await table.board(1)
    assert board["content"].startswith(played("Black", "button"))
    asked = await table.play(white, "PASS")
    assert asked.text.startswith(says("private-sure", declaration="pass", match="1"))
    await table.board(1)


async def test_the_button_is_taken_by_its_button_once(table: Table) -> None:
    board, black, white = await table.begin_small(button=True)
    told = says("button-what-is", word="button")
    assert labels(board) == ["Move", "Take the button (+½)", "Resign", "More…", told]
    explained = await table.driver.click(white, board, told)
    assert explained.ephemeral
    assert explained.text == says("private-what-is", word="button", points="½")
    refused = await table.command(black, "pass")
    assert refused.text == says("move-illegal", reason=says("illegal-pass-before-button"))
    assert refused.message is not None
    assert labels(refused.message) == ["Move", "Take the button (+½)", told]
    again = await table.driver.click(black, refused.message, told)
    assert again.text == explained.text
    assert again.message is not None
    async with table.nothing_happens():
        asked = await table.driver.click(black, again.message, "Take the button (+½)")
        sure = says("private-sure", declaration="button", match="1")
        assert asked.text == f"{sure} {says('private-sure-worth', points='½')}"
        assert asked.message is not None
        assert labels(asked.message) == ["Yes, take the button"]
    await table.driver.click(black, asked.message, "Yes, take the button")
    board = await table.board(1)
    assert labels(board) == ["Move", "Pass", "Resign", "More…"]
    again = await table.play(white, "button")
    assert again.text == says("move-illegal", reason=says("illegal-no-button"))


async def test_who_knows_the_button_is_not_asked(table: Table) -> None:
    """The question is for one's first games, and for nobody who enters everything at once."""
    board, black, _ = await table.begin_small(button=True)
    await table.at_once(black)
    taken = await table.driver.click(black, board, "Take the button (+½)")
    assert taken.text.startswith("You took the button.")
    first = await table.board(1)
    assert says("button-what-is", word="button") not in labels(first)


async def test_a_pass_is_asked_for_and_announced_loudly(table: Table) -> None:
    board, black, white = await table.begin_small(komi=2.5)
    async with table.nothing_happens():
        asked = await table.driver.click(black, board, "Pass")
        assert asked.ephemeral
        assert asked.text == " ".join(
            [
                says("private-sure", declaration="pass", match="1"),
                says("private-pass-may-end"),
                says("private-pass-scored"),
                says("private-score", score="Black 0, White 2½"),
            ]
        )
    assert asked.message is not None
    sure = await table.driver.click(black, asked.message, "Yes, pass")
    assert sure.kind == "update"  # the question makes way for the answer: no dead button stays
    assert sure.text == "You passed."
    assert labels(sure.message or {}) == AFTER_A_MOVE
    board = await table.board(1)
    assert board["content"].startswith(
        f"{says('board-passed', who='Black', forced='no')} {says('board-pass-ends', who='White')}\n"
    )

    asked = await table.command(white, "pass")
    assert says("private-pass-ends") in asked.text
    assert asked.message is not None
    await table.driver.click(white, asked.message, "Yes, pass")
    board = await table.board(2)
    assert board["content"].startswith(
        f"{says('board-passed', who='White', forced='no')}\n🏁 **White ("
    )
    assert labels(board) == NOT_JUDGED


async def test_resigning_is_asked_for_and_works_out_of_turn(table: Table) -> None:
    board, black, white = await table.begin_small()
    async with table.nothing_happens():
        asked = await table.driver.click(white, board, "Resign")
        assert asked.ephemeral
        assert asked.text == "Do you want to resign game #1? You lose immediately."
    assert asked.message is not None
    sure = await table.driver.click(white, asked.message, "Yes, resign")
    assert sure.text == says("private-resigned")
    board = await table.board(1)
    first, second = board["content"].split("\n")
    assert first == says("board-resigned", who="White")
    winner, loser = await table.mention(black), await table.mention(white)
    assert second == says(
        "result-won",
        how="resignation",
        id="1",
        winners=f"Black ({winner})",
        losers=f"White ({loser})",
        margin="",
    )
    assert labels(board) == NOT_JUDGED


async def test_the_word_resign_is_a_question_and_no_move(table: Table) -> None:
    board, black, _ = await table.begin_small()
    async with table.nothing_happens():
        asked = await table.play(black, "Resign")
        assert asked.text == "Do you want to resign game #1? You lose immediately."
        modal = await table.form(black, board)
        asked = await table.driver.submit_modal(black, modal, {"text": "resign"})
        assert asked.text == "Do you want to resign game #1? You lose immediately."
        assert asked.message is not None
        assert labels(asked.message) == ["Yes, resign"]


async def test_an_illegal_move_is_refused_with_its_rule(table: Table) -> None:
    _, black, white = await table.begin_small()
    # White surrounds the corner a1.
    await table.moves((black, "e3"), (white, "b1"), (black, "e1"), (white, "a2"))
    turns = [(black, "d4"), (white, "b2")]
    await table.moves(*turns)
    for typed, told in [
        ("b1", says("move-illegal", reason=says("illegal-occupied"))),
        ("z9", says("move-illegal", reason=says("illegal-off-board"))),
        ("a4", says("move-illegal", reason=says("illegal-off-board"))),
        (
            "a1",
            "That move is not legal: it would be suicide, since no empty point beside the group "
            "would be linked to it.",
        ),
        ("hello", says("move-unreadable-here", text="hello", moves="a point such as c3, or pass")),
    ]:
        async with table.nothing_happens():
            answer = await table.play(black, typed)
            assert answer.ephemeral
            assert answer.text == told


async def test_out_of_turn_and_strangers_are_refused(table: Table) -> None:
    board, black, white = await table.begin_small()
    turn = says("refusal-not-your-turn-but", player=await table.mention(black))
    async with table.nothing_happens():
        for button in ("Move", "Pass"):
            answer = await table.driver.click(white, board, button)
            assert answer.ephemeral
            assert answer.text == turn
            answer = await table.driver.click(CY, board, button)
            assert answer.text == says("refusal-not-a-player")
        assert (await table.play(white, "c3")).text == turn
        assert (await table.play(white, "c3", 1)).text == turn
        assert (await table.command(white, "pass")).text == turn
        stranger = await table.driver.click(CY, board, "Resign")
        assert stranger.text == says("refusal-not-a-player")
        assert (await table.play(CY, "c3")).text == (
            "You have no game running in this channel. Start one with /challenge."
        )
        assert (await table.play(CY, "c3", 1)).text == says("refusal-not-a-player")


@pytest.mark.parametrize("button", ["Move", "Resign", "Take the button (+½)"])
async def test_who_presses_the_button_of_a_game_of_others_can_watch_it(
    table: Table, button: str
) -> None:
    _, black, _ = await table.begin_small(button=True)
    board = await table.moves((black, "c3"))
    answer = await table.driver.click(CY, board, button)
    assert answer.text == says("refusal-not-a-player")
    assert answer.ephemeral and answer.message is not None
    assert answer.message["attachments"][0]["filename"].startswith("keil-1-1-")
    offered = labels(answer.message)
    assert {"Follow", "Replay", "Rules"} <= set(offered)
    followed = await table.driver.click(CY, answer.message, "Follow")
    assert followed.text == says("following", every=0, game="Keil", match="1")


async def test_the_mover_is_told_what_was_captured(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "a1"))
    answer = await table.play(white, "b2")  # the witness of both links of the corner
    assert answer.text == "You played b2 and captured 1 stone."
    assert (await table.board(2))["content"].startswith(f"{played('White', 'b2', captured=1)}\n")
