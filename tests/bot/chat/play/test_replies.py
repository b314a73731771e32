"""Moves as replies to a board."""

import logging
import re
from datetime import timedelta
from pathlib import Path

import discord
import pytest

from bot.chat.play.replies import MOST_ANSWERS, MOST_READ
from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from engine.position import IllegalReason
from tests.bot.says import played, says
from tests.bot.table import (
    ADA,
    BO,
    CY,
    GAMES,
    Json,
    Process,
    Table,
    hurry,
    labels,
    ply_of,
    seated,
)
from tests.toy import TOYS


async def answer_to(table: Table, said: Json) -> Json:
    """What the bot says to a message, once it has."""
    return await table.message(lambda m: replied_to(m) == said["id"])


def replied_to(message: Json) -> str:
    """The number of the message that this one replies to, empty where there is none."""
    reference: Json = message.get("message_reference") or {}
    return str(reference.get("message_id", ""))


async def answers(table: Table) -> list[Json]:
    """Everything that the bot has said in reply, apart from boards."""
    seen = [m for m in await table.public() if ply_of(m) is None]
    return [m for m in seen if m["author"].get("bot") and replied_to(m)]


async def reply(table: Table, who: str, board: Json, text: str, *, ping: bool = True) -> Json:
    """``who`` replies."""
    return await table.driver.say(who, table.channel, text, reply_to=board, ping=ping)


async def heard_all(table: Table, board: Json, who: str) -> None:
    """Return when the bot has heard everything that was written until now: it has answered this."""
    last = await reply(table, who, board, "z99")
    await answer_to(table, last)


@pytest.mark.parametrize("typed", ["d4", "D-4", " d 4.", "Ｄ４"])
async def test_a_reply_with_a_move_is_answered_by_the_new_board_only(
    table: Table, typed: str
) -> None:
    board, black, white = await table.begin_small()
    await reply(table, black, board, typed)
    board = await table.board(1)
    assert board["content"].startswith(played("Black", "d4"))
    await reply(table, white, board, "c3")
    await table.board(2)
    assert not await answers(table)


async def test_a_game_by_replies_alone(table: Table) -> None:
    """The pie, stones, the button and passes with their question."""
    board = await table.begin(ADA, BO, size=3)
    turns = [(ADA, "Komi 6"), (BO, "white"), (ADA, "e3"), (BO, "b3"), (ADA, "button")]
    for ply, (who, text) in enumerate(turns, 1):
        await reply(table, who, board, text)
        board = await table.board(ply)
    for ply, who in ((6, BO), (7, ADA)):
        asked = await answer_to(table, await reply(table, who, board, "pass"))
        assert labels(asked) == ["Yes, pass"]
        await table.driver.click(who, asked, "Yes, pass")
        board = await table.board(ply)
    assert "wins" in board["content"]


SUICIDE = ("e3", "b1", "e1", "a2", "d4", "b2")
"""After these moves of Black and White, Black on a1 would be suicide."""


def not_played(move: str, reason: str) -> str:
    """What a reply with an illegal move is told."""
    return says("not-played-because", move=move, reason=says(f"short-{reason}"))


async def test_a_move_that_is_not_legal_is_refused_in_one_line_and_explained_privately(
    table: Table,
) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves(*((white if n % 2 else black, m) for n, m in enumerate(SUICIDE)))
    refused = await answer_to(table, await reply(table, black, board, "A1"))
    assert refused["content"] == not_played("A1", "suicide")
    assert labels(refused) == ["Move", "Why?"]
    assert refused["mentions"] == []
    assert await table.ply() == len(SUICIDE)
    keil = table.service.matches.games["keil"]
    suicide = says("move-illegal", reason=keil.refusals[IllegalReason.SUICIDE])
    for who in (white, CY):
        why = await table.driver.click(who, refused, "Why?")
        assert why.ephemeral
        assert why.text == suicide
        assert [upload["filename"] for upload in (why.message or {})["attachments"]]
    await reply(table, black, board, "c3")
    await table.board(len(SUICIDE) + 1)
    why = await table.driver.click(white, refused, "Why?")  # judged where it was said
    assert why.text == suicide


async def test_what_no_picture_explains_better_has_no_why(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "d4"))
    for move, reason in (("D4", "occupied"), ("z9", "off-board")):
        refused = await answer_to(table, await reply(table, white, board, move))
        assert refused["content"] == not_played(move, reason)
        assert labels(refused) == ["Move"]
    panel = await table.driver.click(white, refused, "Move")
    assert panel.text == says("entering-choose", game="Keil", match="1")
    stranger = await table.driver.click(black, refused, "Move")
    assert stranger.text == says("refusal-not-your-turn-but", player=await table.mention(white))


async def test_what_does_not_look_like_a_move_is_never_answered(table: Table) -> None:
    board, black, white = await table.begin_small()
    for words in ("`hm` @everyone", "thinking…", "d5 looks big", "komi", "😀" * 1500, "a a a"):
        for who in (black, white, CY):
            await reply(table, who, board, words)
    await heard_all(table, board, black)
    assert len(await answers(table)) == 1
    assert await table.ply() == 0


async def test_a_pass_before_the_button_is_taken_offers_the_button(table: Table) -> None:
    board, black, _ = await table.begin_small(button=True)
    refused = await answer_to(table, await reply(table, black, board, "pass"))
    assert refused["content"] == not_played("pass", "pass-before-button")
    told = says("button-what-is", word="button")
    assert labels(refused) == ["Move", "Take the button (+½)", told]
    refused = await answer_to(table, await reply(table, black, board, "z9"))
    assert labels(refused) == ["Move"]  # a point that is not on the board is no pass


async def test_the_longest_name_of_a_point_is_shortened(table: Table) -> None:
    board, black, _ = await table.begin_small()
    refused = await answer_to(table, await reply(table, black, board, "z" + "9" * 1500))
    assert refused["content"] == not_played("z" + "9" * 38 + "…", "off-board")


async def test_who_is_not_to_move_is_refused_a_move_and_may_talk(table: Table) -> None:
    board, black, white = await table.begin_small()
    for who in (white, CY):
        await reply(table, who, board, "a fine board!")
        await reply(table, who, board, "a fine board!", ping=False)
    await heard_all(table, board, black)
    assert len(await answers(table)) == 1
    told = says("refusal-not-your-turn-but", player=await table.mention(black))
    for move in ("c3", "pass"):
        refused = await answer_to(table, await reply(table, white, board, move))
        assert (refused["content"], refused["mentions"]) == (told, [])
        assert labels(refused) == []  # by the rules nothing speaks against the move
    assert await table.ply() == 0


async def test_spectators_fill_the_channel_with_no_answers(table: Table) -> None:
    """Each would be in the way of a board: Discord counts them together."""
    board, black, _ = await table.begin_small()
    for words in ("c3", "pass", "resign", "Undo", "z99", "a fine board!"):
        await reply(table, CY, board, words)
    await heard_all(table, board, black)
    assert len(await answers(table)) == 1
    assert await table.ply() == 0


async def test_a_reply_to_an_older_board_plays_nothing_and_links_the_newest(table: Table) -> None:
    first, black, white = await table.begin_small()
    newest = await table.moves((black, "d4"))
    server, channel_id = (await table.service.matches.live(1)).server, newest["channel_id"]
    link = f"https://discord.com/channels/{server}/{channel_id}/{newest['id']}"
    for move in ("c3", "pass", "resign"):
        answer = await answer_to(table, await reply(table, white, first, move))
        assert answer["content"] == says("refusal-old-board-at", link=link)
        assert labels(answer) == []
    assert await table.ply() == 1


async def test_a_reply_without_ping_is_left_alone(table: Table) -> None:
    """The bot cannot read it: it may be anything that people say to each other."""
    board, black, white = await table.begin_small()
    for who in (black, white, CY):
        await reply(table, who, board, "d4", ping=False)
    await heard_all(table, board, black)
    assert len(await answers(table)) == 1
    assert await table.ply() == 0


async def test_what_is_no_reply_to_a_board_is_left_alone(table: Table) -> None:
    """Plain messages, replies to people, to the card and to an answer of ours."""
    board, black, white = await table.begin_small()
    name = f"<@{table.client.user.id}>" if table.client.user else ""
    said = await table.driver.say(black, GAMES, f"{name} d4")
    await reply(table, black, said, f"{name} d4")
    (card,) = [m for m in await table.public() if "challenges" in m["content"]]
    await reply(table, black, card, "d4")
    refused = await answer_to(table, await reply(table, black, board, "z9"))
    await reply(table, black, refused, "d4")
    await reply(table, white, refused, "d4")
    await heard_all(table, board, black)
    assert len(await answers(table)) == 2
    assert await table.ply() == 0


async def test_a_reply_to_an_answer_of_ours_is_no_move_while_the_board_is_being_sent(
    table: Table,
) -> None:
    board, black, white = await table.begin_small()
    held = await table.driver.hold_after(SEND)
    await table.play(black, "d4")
    await held.wait_until_held()
    board = await table.board(1)
    refused = await answer_to(table, await reply(table, white, board, "z9"))
    assert labels(refused) == ["Move"]
    await reply(table, white, refused, "c3")
    await heard_all(table, board, white)
    assert await table.ply() == 1
    await held.release()


async def test_our_name_before_the_move_does_no_harm(table: Table) -> None:
    board, black, _ = await table.begin_small()
    assert table.client.user is not None
    await reply(table, black, board, f"<@{table.client.user.id}> d4", ping=False)
    await table.board(1)


@pytest.mark.parametrize("word", ["pass", "Resign"])
async def test_a_solemn_word_is_asked_for_and_only_the_player_says_yes(
    table: Table, word: str
) -> None:
    board, black, white = await table.begin_small()
    asked = await answer_to(table, await reply(table, black, board, word))
    yes = f"Yes, {word.lower()}"
    assert asked["content"].startswith(f"Do you want to {word.lower()} ")
    assert (labels(asked), asked["mentions"]) == ([yes], [])
    stranger = await table.driver.click(CY, asked, yes)
    assert stranger.ephemeral
    assert stranger.text == says("refusal-not-a-player")
    other = await table.driver.click(white, asked, yes)
    assert other.ephemeral
    mine = await table.mention(black)
    turn, question = (
        says("refusal-not-your-turn-but", player=mine),
        says("refusal-not-your-question", player=mine),
    )
    assert other.text == (turn if word == "pass" else question)
    assert await table.ply() == 0
    sure = await table.driver.click(black, asked, yes, twice=True)
    assert sure.ephemeral
    assert sure.text.startswith("You passed." if word == "pass" else says("private-resigned"))
    board = await table.board(1)
    assert "Black passed" in board["content"] or "Black resigned" in board["content"]
    await table.without_buttons(asked)


async def test_after_the_end_a_move_is_refused_and_people_may_talk(table: Table) -> None:
    board, black, white = await table.begin_small()
    asked = await table.command(white, "resign")
    assert asked.message is not None
    await table.driver.click(white, asked.message, "Yes, resign")
    last = await table.board(1)
    await reply(table, black, last, "well played")
    await reply(table, white, last, "thanks", ping=False)
    for shown in (last, board):
        refused = await answer_to(table, await reply(table, black, shown, "d4"))
        assert refused["content"] == says("refusal-match-over")
    assert len(await answers(table)) == 2


async def test_a_reply_that_is_heard_twice_is_one_move_and_one_refusal(table: Table) -> None:
    board, black, _ = await table.begin_small()
    channel = table.client.get_partial_messageable(int(board["channel_id"]))

    async def again(said: Json) -> None:
        message = await channel.fetch_message(int(said["id"]))
        await table.client.on_message(message)

    refused = await reply(table, black, board, "z9")
    await answer_to(table, refused)
    await again(refused)
    played = await reply(table, black, board, "d4")
    await table.board(1)
    await again(played)
    assert len(await answers(table)) == 1
    assert await table.ply() == 1


async def test_replies_and_their_buttons_outlive_a_restart(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        turns = ((white if n % 2 else black, m) for n, m in enumerate(SUICIDE))
        board = await table.moves(*turns)
        refused = await answer_to(table, await reply(table, black, board, "a1"))
        asked = await answer_to(table, await reply(table, black, board, "resign"))
    async with process() as table:
        why = await table.driver.click(CY, refused, "Why?")
        keil = table.service.matches.games["keil"]
        suicide = says("move-illegal", reason=keil.refusals[IllegalReason.SUICIDE])
        assert why.text == suicide
        panel = await table.driver.click(black, refused, "Move")
        assert panel.text == says("entering-choose", game="Keil", match="1")
        await reply(table, black, board, "c3")
        board = await table.board(7)
        other = await table.driver.click(white, asked, "Yes, resign")
        assert other.text == says("refusal-not-your-question", player=await table.mention(black))
        sure = await table.driver.click(black, asked, "Yes, resign")
        assert sure.text.startswith(says("private-resigned"))
        await table.board(8)


async def test_without_permission_to_write_the_move_counts_and_the_log_tells(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    board, black, _ = await table.begin_small()
    since = (await table.driver.requests())[-1]["n"]
    await table.driver.permit(GAMES, deny=["send_messages"])
    await reply(table, black, board, "z9")
    await table.driver.wait_for_requests(SEND, since=since)

    async def is_logged() -> bool:
        lines = [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]
        return any(re.match("the reply [0-9]+ has no answer", line) for line in lines)

    await table.until(is_logged)
    await reply(table, black, board, "d4")

    async def is_played() -> bool:
        return await table.ply() == 1

    await table.until(is_played)
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.play(BO if black == ADA else ADA, "c3")
    await table.board(2)


async def test_a_fault_of_ours_is_told_with_its_reference(
    playground: Playground, driver: Driver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table:
        card = await table.challenge(ADA, BO, game="brittle", opponent_2=CY)
        await table.driver.click(BO, card, "Accept")
        await table.driver.click(CY, card, "Accept")
        board, who = await table.board(0), (await table.players())[0]
        answer = await answer_to(table, await reply(table, who, board, "c3"))
        found = re.search("reference: ([0-9A-F]{6})", answer["content"])
        assert found is not None
        assert any(f"fault {found[1]} in reply" in r.getMessage() for r in caplog.records)


async def test_no_privileged_intent_is_asked_for(table: Table) -> None:
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    assert table.client.intents == intents


async def test_what_people_replied_while_the_bot_was_away_is_read_once(process: Process) -> None:
    async with process() as table:
        board, black, white = await table.begin_small()
        await table.all_posted()
    early = await reply(table, white, board, "a1")
    await reply(table, black, board, "b1")
    await reply(table, CY, board, "b2")
    async with process() as table:
        await table.board(1)
        await answer_to(table, early)
    async with process() as table:
        await table.moves((white, "a1"))
        assert len(await answers(table)) == 1


async def test_the_newest_messages_are_read_after_an_absence_however_much_was_said(
    process: Process,
) -> None:
    async with process() as table:
        board, black, _ = await table.begin_small()
        await table.all_posted()
    for number in range(MOST_READ):
        await table.driver.say(CY, GAMES, f"talk {number}")
    await reply(table, black, board, "b1")
    async with process() as table:
        await table.board(1)


async def test_who_types_a_move_again_because_no_board_has_come_yet_hears_nothing(
    table: Table,
) -> None:
    board, black, white = await table.begin_small()
    await reply(table, black, board, "b1")
    await table.board(1)
    await reply(table, black, board, "B-1")
    others = [await reply(table, white, board, "b1"), await reply(table, black, board, "a1")]
    for said in others:  # the bot may answer in any order
        await answer_to(table, said)
    answered = {replied_to(message) for message in await answers(table)}
    assert answered == {said["id"] for said in others}


async def test_undo_as_a_reply(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    strange = await answer_to(table, await reply(table, white, board, "undo"))
    assert strange["content"] == says("request-refusal-nothing-to-take-back")
    await reply(table, black, board, "Undo")
    board = await table.board(2)
    await table.moves((black, "c3"))
    table.clock.pass_by(timedelta(minutes=2))
    late = await answer_to(table, await reply(table, black, await table.board(3), "undo"))
    assert late["content"] == says("request-refusal-too-late")


async def test_refusals_are_few_for_one_person_in_a_channel(table: Table) -> None:
    """Boards of other games would wait behind them."""
    board, black, white = await table.begin_small()
    said: list[Json] = []
    for _ in range(MOST_ANSWERS):  # one after the other: the bot may answer in any order
        said.append(await reply(table, white, board, "b1"))
        await answer_to(table, said[-1])
    for _ in range(3):
        await reply(table, white, board, "b1")
    last = await reply(table, black, board, "z99")  # others are answered
    await answer_to(table, last)
    answered = [replied_to(message) for message in await answers(table)]
    assert sorted(answered, key=int) == [m["id"] for m in [*said, last]]
    await reply(table, black, board, "b1")
    board = await table.board(1)
    await reply(table, white, board, "a1")  # moves are played
    await table.board(2)
