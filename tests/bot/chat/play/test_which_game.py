"""Several games in one channel and for one person: which one is meant. Never a guess."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.storage.transaction import Transaction
from tests.bot.says import says
from tests.bot.table import ADA, AFTER_A_MOVE, BO, CY, GAMES, Table, labels


async def begin_two(table: Table) -> tuple[tuple[str, str], tuple[str, str]]:
    """Ada and Bo play #1 and #2; Black and White of each."""
    _, *first = await table.begin_small()
    _, *second = await table.begin_small()
    return (first[0], first[1]), (second[0], second[1])


async def begin_two_on_turn(table: Table) -> str:
    """Who is to move in #1 and #2."""
    (black, _), (other, _) = await begin_two(table)
    if other != black:
        await table.moves((other, "c3"), match=2)
    return black


async def test_the_message_that_is_clicked_decides(table: Table) -> None:
    who = await begin_two_on_turn(table)
    for match in (1, 2):
        board = await table.board(await table.ply(match), match)
        before = await table.ply(3 - match)
        modal = await table.form(who, board)
        await table.driver.submit_modal(who, modal, {"text": "a1"})
        await table.board(await table.ply(match), match)
        assert await table.ply(3 - match) == before


async def test_the_only_game_on_turn_is_meant(table: Table) -> None:
    who = await begin_two_on_turn(table)
    ply = await table.ply(2)
    await table.moves((who, "a1"), match=1)
    told = says("private-played-in", sentence="You played a2.", game="Keil", match="2", link="none")
    assert (await table.play(who, "a2")).text == told.rstrip()  # without game:
    await table.board(ply + 1, 2)
    assert await table.ply(2) == ply + 1
    refused = await table.play(who, "a3")
    assert refused.text == says("refusal-not-your-turn-anywhere")


async def test_the_answer_names_a_game_that_was_named(table: Table) -> None:
    _, black, white = await table.begin_small()
    told = says("private-played-in", sentence="You played c3.", game="Keil", match="1", link="none")
    assert (await table.play(black, "c3", 1)).text == told.rstrip()
    await table.board(1)
    assert (await table.play(white, "b2")).text == "You played b2."


async def test_where_several_may_be_meant_the_player_is_asked(table: Table) -> None:
    who = await begin_two_on_turn(table)
    other = BO if who == ADA else ADA
    async with table.nothing_happens(1, 2):
        asked = await table.play(who, "A-1")
        assert asked.ephemeral
        assert asked.text == says("private-which-match-move", action="a1", move="a1")
    assert asked.message is not None
    assert [text.split(" · ")[0] for text in sorted(labels(asked.message))] == [
        f"#1 Keil with {other}",
        f"#2 Keil with {other}",
    ]
    second = next(text for text in labels(asked.message) if text.startswith("#2"))
    before, ply = await table.ply(1), await table.ply(2)
    played = await table.driver.click(who, asked.message, second)
    assert played.kind == "update"
    assert played.text.startswith("You played a1.")
    assert labels(played.message or {}) == AFTER_A_MOVE
    await table.board(ply + 1, 2)
    assert await table.ply(1) == before


async def test_pass_and_resign_and_board_ask_too(table: Table) -> None:
    who = await begin_two_on_turn(table)
    async with table.nothing_happens(1, 2):
        asked = await table.command(who, "pass")
        assert asked.text == says("private-which-match-move", action="pass", move="pass")
        assert asked.message is not None
        first = next(text for text in labels(asked.message) if text.startswith("#1"))
        sure = await table.driver.click(who, asked.message, first)
        assert sure.text.startswith(says("private-sure", declaration="pass", match="1"))

        asked = await table.command(who, "board")
        assert asked.text == says("private-which-match", action="see")
        assert asked.message is not None
        first = next(text for text in labels(asked.message) if text.startswith("#1"))
        shown = await table.driver.click(who, asked.message, first)
        assert shown.message is not None
        assert says("board-game", game="Keil", id="1") in shown.text
        assert shown.message["attachments"][0]["filename"].startswith("keil-1-")

        asked = await table.command(who, "resign")
        assert asked.text == says("private-which-match", action="resign")
    assert asked.message is not None
    second = next(text for text in labels(asked.message) if text.startswith("#2"))
    sure = await table.driver.click(who, asked.message, second)
    assert sure.text == "Do you want to resign game #2? You lose immediately."
    assert sure.message is not None
    ply = await table.ply(2)
    await table.driver.click(who, sure.message, "Yes, resign")
    await table.board(ply + 1, 2)
    assert [live.id for live in await table.service.matches.headers()] == [1]


async def test_the_option_game_names_one_with_autocomplete(table: Table) -> None:
    who = await begin_two_on_turn(table)
    other = BO if who == ADA else ADA
    for command in ("play", "pass", "resign", "board"):
        offered = await table.driver.autocomplete(
            who, table.channel, command, {"game": ""}, focused="game"
        )
        assert sorted(choice["value"] for choice in offered) == ["1", "2"]
        assert all(f"Keil with {other}" in choice["name"] for choice in offered)
        found = await table.driver.autocomplete(
            who, table.channel, command, {"game": "#2"}, focused="game"
        )
        assert [choice["value"] for choice in found] == ["2"]
        none = await table.driver.autocomplete(
            who, table.channel, command, {"game": "chess"}, focused="game"
        )
        assert none == []
    ply = await table.ply(2)
    assert (await table.play(who, "b1", 2)).text.startswith("You played b1.")
    await table.board(ply + 1, 2)
    moves = await table.driver.autocomplete(
        who, table.channel, "play", {"move": "b1", "game": "1"}, focused="move"
    )
    assert [choice["value"] for choice in moves] == ["b1"]
    shown = await table.command(CY, "board", game="#2")
    assert says("board-game", game="Keil", id="2") in shown.text


async def test_one_person_plays_in_two_channels(table: Table) -> None:
    """The channel says which game is meant."""
    _, black, white = await table.begin_small()
    table.channel = "#general"
    _, other, _ = await table.begin_small()
    if other != black:
        await table.moves((other, "c3"), match=2)
    ply = await table.ply(2)
    assert (await table.play(black, "a1")).text.startswith("You played a1.")
    await table.board(ply + 1, 2)
    assert await table.ply(1) == 0
    listed = await table.command(white, "games")
    assert [line.split(" ")[0] for line in sorted(listed.text.split("\n"))] == ["#1", "#2"]


async def test_two_moves_at_once_make_one(table: Table) -> None:
    board, black, _ = await table.begin_small()
    modal = await table.form(black, board)
    answers = await asyncio.gather(
        table.play(black, "a1"),
        table.play(black, "a2"),
        table.driver.submit_modal(black, modal, {"text": "a3"}),
    )
    played = [answer for answer in answers if answer.text.startswith("You played")]
    assert len(played) == 1
    await table.board(1)
    assert await table.ply() == 1
    refused = ("It is not your turn", says("refusal-old-board"), says("refusal-too-late"))
    for answer in answers:
        # The form's panel goes as soon as one of the commands has been played.
        gone = answer.message is None and answer.kind == "update" and answers[2] not in played
        assert answer in played or gone or answer.text.startswith(refused)


async def crowd(table: Table, players: Sequence[int], **where: int) -> None:
    """200 games as the first one, all of them more urgent: as many as are looked at."""
    first = await table.service.matches.stored(1)
    assert first is not None
    soon = table.clock() + timedelta(hours=1)
    other = replace(first, players=tuple(players), deadline=soon, remind=None, **where)

    def many(tx: Transaction) -> None:
        for _ in range(200):
            tx.matches.add(other)

    await table.store.write(many)


async def test_200_games_of_others_hide_none(table: Table) -> None:
    _, black, white = await table.begin_small()
    await crowd(table, (5, 6))
    for command in ("board", "undo"):
        offered = await table.driver.autocomplete(
            white, GAMES, command, {"game": ""}, focused="game"
        )
        assert len(offered) == (25 if command == "board" else 1)
    assert "Black to move" not in (await table.command(CY, "board")).text
    assert "**Keil** #1" in (await table.command(white, "board")).text
    assert (await table.command(white, "games")).text.startswith("#1 **Keil**")
    assert (await table.play(black, "c3")).text.startswith("You played c3.")


async def test_200_games_that_wait_for_others_or_elsewhere_hide_none_that_waits(
    table: Table,
) -> None:
    """Next game goes through one's own turns on this server only."""
    _, black, _ = await table.begin_small()
    one, two = (await table.service.matches.live(1)).players
    listed = await table.command(black, "games")
    await crowd(table, (two, one))
    await crowd(table, (one, two), server=7, channel_id=8)
    assert labels((await table.command(black, "games")).message or {}) == ["Next game"]
    assert listed.message is not None
    shown = await table.driver.click(black, listed.message, "Next game")
    assert "**Keil** #1" in shown.text


async def test_people_are_listed_by_the_name_that_they_have_everywhere(table: Table) -> None:
    """What another server calls them stays there, whatever they do."""
    other = await table.driver.create_world(
        [{"name": "Other", "channels": ["there"], "people": ["Fay"]}]
    )
    there = other["Other"]["channels"]["there"]
    await table.driver.create_person("Dee", [other["Other"]["id"]], nick="Patient 7")
    await table.driver.create_person("Eve", [other["Other"]["id"]], nick="Patient 8")
    here = str((await table.driver.overview())["guilds"][0]["id"])
    await table.driver.join(here, "Dee")
    card = await table.challenge(ADA, "Dee", size=3, komi=0, button=False)
    await table.driver.click("Dee", card, "Accept")
    await table.board(0)

    async def listed() -> str:
        given = {"game": ""}
        offered = await table.driver.autocomplete(ADA, GAMES, "undo", given, focused="game")
        return str(offered)

    assert "with Dee" in await listed()
    table.channel = there
    card = await table.challenge("Eve", "Dee", size=3)  # is named
    assert "with Dee" in await listed()
    modal = await table.driver.click("Dee", card, "Change…")
    await table.driver.submit_modal("Dee", modal, {"time": "1h"})  # offers
    assert "with Dee" in await listed()
    card = await table.message(lambda m: m["id"] != card["id"] and "challenges" in m["content"])
    await table.driver.click("Eve", card, "Accept")
    board = await table.board(0)
    asked = await table.driver.click("Dee", board, "Resign")
    assert asked.message is not None
    await table.driver.click("Dee", asked.message, "Yes, resign")
    await table.driver.click("Dee", await table.board(1), "Rematch")
    assert "with Dee" in await listed()
