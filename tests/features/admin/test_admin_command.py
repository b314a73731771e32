"""``/admin``: who may use it, what it does, and who hears of it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.chat.base.custom_id import Control
from bot.messages.phrases import moment
from bot.service.server_settings import AUDIT_CHANNEL
from tests.bot.says import says, status
from tests.bot.table import (
    ADA,
    BO,
    CY,
    GAMES,
    NOT_JUDGED,
    PRIVATE,
    Json,
    Process,
    Table,
    labels,
)

GENERAL = "#general"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SEND = "POST /channels/{channel_id}/messages"


async def moderator(table: Table, who: str = CY, channel: str = GAMES) -> None:
    """Let somebody manage messages in a channel."""
    await table.driver.permit(channel, who=who, allow=["manage_messages"])


async def audit_in(table: Table, channel: str) -> None:
    """Let the server have this audit channel."""
    guild = (await table.driver.overview())["guilds"][0]
    wanted = next(one for one in guild["channels"] if one["name"] == channel[1:])
    await table.service.servers.change(
        int(guild["id"]), lambda old: AUDIT_CHANNEL.chosen(old, int(wanted["id"]))
    )


async def note(table: Table, channel: str, about: str) -> Json:
    """The message of the bot in a channel with these words, once it is there."""
    return await table.driver.wait_for_message(
        channel, lambda m: about in m["content"] and not m["flags"] & PRIVATE
    )


async def people(table: Table, match: int = 1) -> str:
    one, two = await table.players(match)
    return f"{await table.mention(one)} and {await table.mention(two)}"


async def test_a_moderator_ends_a_game(table: Table) -> None:
    await moderator(table)
    await audit_in(table, GENERAL)
    first, black, white = await table.begin_small()
    done = await table.command(CY, "admin end", game="1", reason="@everyone *spam*")
    assert done.ephemeral
    assert done.text == says("admin-done", act="end", id="1", result="a draw")
    last = await table.board(1)
    seats = f"Black ({await table.mention(black)}) and White ({await table.mention(white)})"
    assert last["content"].split("\n") == [
        says("board-ruled", reason="everyone spam"),
        says("result-no-loser", how="void", id="1", people=seats),
    ]
    assert sorted(p["global_name"] for p in last["mentions"]) == sorted([black, white])
    assert not last["mention_everyone"]
    assert labels(last) == NOT_JUDGED
    await table.without_buttons(first)
    line = await note(table, GENERAL, "ended")
    channel = f"<#{last['channel_id']}>"
    game = says("audit-game", game="Keil", id="1", players=await people(table), where=channel)
    assert line["content"] == says(
        "audit-line",
        act="end",
        moderator=await table.mention(CY),
        game=game,
        result="",
        reason="everyone spam",
    )
    shown = await table.driver.click(CY, line, "Show the board")
    assert says("board-ruled", reason="everyone spam") in shown.text


@pytest.mark.parametrize("winner", ["Black", "White", "draw"])
async def test_a_moderator_decides_a_game(table: Table, winner: str) -> None:
    await moderator(table)
    _, black, white = await table.begin_small()
    offered = await table.driver.autocomplete(
        CY, GAMES, "admin adjudicate", {"game": "1"}, focused="winner"
    )
    assert [choice["name"] for choice in offered] == [
        says("ruling-winner", seat="Black", player=black),
        says("ruling-winner", seat="White", player=white),
        says("ruling-draw"),
    ]
    value = next(
        c["value"]
        for c in offered
        if c["name"].lower().endswith(winner.lower()) or c["name"].startswith(winner)
    )
    done = await table.adjudicated(CY, 1, value, "rules")
    decided = "a draw" if winner == "draw" else f"{winner} won"
    assert done.text == says("admin-done", act="adjudicate", id="1", result=decided)
    last = (await table.board(1))["content"]
    assert last.startswith(says("board-ruled", reason="rules"))
    who = {"Black": await table.mention(black), "White": await table.mention(white)}
    if winner == "draw":
        assert last.endswith("is a draw,** decided by a moderator or an organiser.")
    else:
        assert f"**{winner} ({who[winner]}) wins** game #1" in last
        assert last.endswith("decided by a moderator or an organiser.")


async def test_a_winner_is_chosen_from_the_list(table: Table) -> None:
    await moderator(table)
    await table.begin_small()
    async with table.nothing_happens():
        for typed in ("2", "Ada", "Red", "resign"):
            answer = await table.adjudicated(CY, 1, typed)
            assert answer.text == says("refusal-no-winner")
    done = await table.adjudicated(CY, 1, "white")
    assert done.text == says("admin-done", act="adjudicate", id="1", result="White won")


async def test_a_decision_asks_once(table: Table) -> None:
    await moderator(table)
    _, black, white = await table.begin_small()
    given = {"game": "1", "winner": "White", "reason": "agreed by voice"}
    async with table.nothing_happens():
        asked = await table.driver.slash(CY, GAMES, "admin adjudicate", given)
        assert asked.modal is not None
        assert asked.modal["title"] == says("title-adjudicate", id="1", result="White won")
        field = asked.modal["components"][0]
        assert field["description"] == says("hint-adjudicate-reason")
        assert field["component"]["value"] == "agreed by voice"
    await table.moves((black, "c3"))  # the game goes on until the moderator says yes
    done = await table.driver.submit_modal(CY, asked, {"text": "agreed in the voice channel"})
    assert done.text == says("admin-done", act="adjudicate", id="1", result="White won")
    last = await table.board(2)
    assert last["content"].startswith(says("board-ruled", reason="agreed in the voice channel"))
    assert await table.mention(white) in last["content"]


async def test_whoever_is_no_moderator_any_more_decides_nothing(table: Table) -> None:
    await moderator(table)
    await table.begin_small()
    given = {"game": "1", "winner": "draw", "reason": "x"}
    asked = await table.driver.slash(CY, GAMES, "admin adjudicate", given)
    await table.driver.permit(GAMES, who=CY, deny=["manage_messages"])
    async with table.nothing_happens():
        answer = await table.driver.submit_modal(CY, asked, {})
        assert answer.text == says("refusal-not-a-moderator", role="none")
        assert answer.ephemeral


async def test_a_game_is_paused_and_goes_on(process: Process) -> None:
    async with process() as table:
        await moderator(table)
        await audit_in(table, GENERAL)
        _, black, white = await table.begin_small(time="2h")
        await table.moves((black, "c3"))
        done = await table.command(CY, "admin pause", game="1", reason="a quarrel")
        assert done.text == says("admin-done", act="pause", id="1", result="a draw")
        told = await note(table, GAMES, "**Keil** #1. The clock stands still")
        assert told["content"] == says(
            "ruling-paused",
            players=await people(table),
            moderator=await table.mention(CY),
            game="Keil",
            id="1",
            reason="a quarrel",
        )
        assert sorted(p["global_name"] for p in told["mentions"]) == sorted([black, white])
        await note(table, GENERAL, "paused")
        for typed in ("a1", "pass"):
            assert (await table.play(white, typed)).text == says("refusal-paused")
        still = says("board-paused", moderator=await table.mention(CY))
        board = await table.becomes(await table.board(1), lambda m: still in m["content"])
        assert "<t:" not in board["content"]
        assert labels(board) == ["More…"]
        assert board["attachments"], "the picture stays"
        for button in (Control("move", 1, 1), Control("say", 1, 1, "pass")):  # seen before
            data = {"custom_id": button.write(), "component_type": 2}
            pressed = await table.driver.forge(white, GAMES, 3, data, board)
            assert pressed.text == says("refusal-paused")
    async with process() as table:  # a restart, and a long time
        await table.time_passes(24 * HOUR)
        assert (await table.play(white, "a1")).text == says("refusal-paused")
        seen = await table.command(white, "board")
        assert still in seen.text
        assert seen.message is not None and "Move" not in labels(seen.message)
        assert "time runs out" not in seen.text
        listed = await table.command(white, "games")
        assert says("private-game-paused") in listed.text
        assert listed.message is not None
        assert labels(listed.message) == []  # nothing waits for them
        done = await table.command(CY, "admin resume", game="1", reason="settled")
        assert done.text == says("admin-done", act="resume", id="1", result="a draw")
        live = await table.service.matches.live(1)
        assert live.clock is not None
        told = await note(table, GAMES, "goes on")
        assert told["content"] == says(
            "ruling-resumed",
            players=await people(table),
            game="Keil",
            id="1",
            player=await table.mention(white),
            when=moment(live.clock.deadline),
            reason="settled",
        )
        goes_on = says("time-left", when=moment(live.clock.deadline))
        board = await table.becomes(board, lambda m: goes_on in m["content"])
        assert labels(board) == ["Move", "Pass", "Resign", "More…"]
        await table.moves((white, "a1"))


async def test_a_reminder_says_no_time_while_the_game_is_paused(table: Table) -> None:
    await moderator(table)
    _, black, white = await table.begin_small(time="2h")
    await table.moves((black, "c3"))
    table.clock.pass_by(100 * MINUTE)
    reminder = await note(table, GAMES, "⏰")
    await table.command(CY, "admin pause", game="1", reason="a quarrel")
    told = {"who": await table.mention(white), "game": "Keil", "id": "1"}
    over = says("board-reminded", **told)
    await table.becomes(reminder, lambda m: m["content"] == over)
    table.clock.pass_by(24 * HOUR)
    await table.command(CY, "admin resume", game="1", reason="settled")
    live = await table.service.matches.live(1)
    assert live.clock is not None
    when = moment(live.clock.deadline)
    again = says("board-reminder", **told, when=when)
    await table.becomes(reminder, lambda m: m["content"].startswith(again))


async def test_only_moderators_decide_games(table: Table) -> None:
    _, black, _ = await table.begin_small()
    async with table.nothing_happens():
        for who in (black, CY):
            for act in ("end", "pause", "resume"):
                answer = await table.command(who, f"admin {act}", game="1", reason="x")
                if who == ADA:  # she owns the server, but plays
                    assert answer.text == says("refusal-own-game")
                else:
                    assert answer.text == says("refusal-not-a-moderator", role="none")
            assert answer.ephemeral
        offered = await table.driver.autocomplete(
            CY, GAMES, "admin end", {"game": ""}, focused="game"
        )
        assert offered == []


async def test_who_plays_does_not_decide(table: Table) -> None:
    await moderator(table, BO)
    await table.begin_small()
    async with table.nothing_happens():
        for who in (ADA, BO):
            answer = await table.adjudicated(who, 1, "draw")
            assert answer.text == says("refusal-own-game")


async def test_managing_messages_elsewhere_is_not_enough(table: Table) -> None:
    """What counts are the permissions in the channel of the game."""
    await moderator(table, CY, GENERAL)
    await table.begin_small()
    answer = await table.driver.slash(CY, GENERAL, "admin end", {"game": "1", "reason": "x"})
    assert answer.text == says("refusal-not-a-moderator", role="none")
    await moderator(table, CY)
    await table.driver.permit(GENERAL, who=CY, deny=["manage_messages"])
    offered = await table.driver.autocomplete(
        CY, GENERAL, "admin end", {"game": ""}, focused="game"
    )
    assert [choice["value"] for choice in offered] == ["1"]
    answer = await table.driver.slash(CY, GENERAL, "admin end", {"game": "1", "reason": "x"})
    assert answer.text == says("admin-done", act="end", id="1", result="a draw")


async def test_the_role_of_the_moderators(table: Table) -> None:
    role = (await table.driver.create_role("Demo", "Referees", [CY]))["id"]
    guild = (await table.driver.overview())["guilds"][0]
    await table.begin_small()
    await table.service.servers.change(
        int(guild["id"]), lambda old: replace(old, moderators=int(role))
    )
    refused = await table.command(BO, "admin end", game="1", reason="x")
    assert refused.text == says("refusal-not-a-moderator", role=f"<@&{role}>")
    done = await table.command(CY, "admin end", game="1", reason="x")
    assert done.text == says("admin-done", act="end", id="1", result="a draw")


async def test_games_of_other_servers_and_hidden_channels_are_not_there(table: Table) -> None:
    await table.driver.create_guild("Other", CY)
    await table.driver.create_channel("Other", "elsewhere")
    await table.begin_small()
    for game in ("1", "2", "x"):
        answer = await table.driver.slash(
            CY, "#elsewhere", "admin end", {"game": game, "reason": "x"}
        )
        assert answer.text == says("refusal-no-such-match")
    await moderator(table)
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    answer = await table.driver.slash(CY, GENERAL, "admin end", {"game": "1", "reason": "x"})
    assert answer.text == says("refusal-no-such-match")
    assert await table.ply() == 0


@pytest.mark.parametrize("text", ["void", "adjudged 0", "adjudged draw", "Void", "ADJUDGED 1"])
async def test_nobody_types_the_turns_of_moderators(table: Table, text: str) -> None:
    _, black, _ = await table.begin_small()
    async with table.nothing_happens():
        answer = await table.play(black, text)
        assert "I cannot read" in answer.text


async def test_a_board_that_comes_late_says_that_the_game_is_paused(table: Table) -> None:
    await moderator(table)
    _, black, _ = await table.begin_small()
    await table.driver.permit(GAMES, deny=["send_messages"])
    since = len(await table.driver.requests())
    await table.play(black, "c3")
    await table.driver.wait_for_requests(SEND, since=since)  # which is refused
    await table.command(CY, "admin pause", game="1", reason="x")
    await table.driver.permit(GAMES, allow=["send_messages"])
    board = await table.board(1)
    assert status("Keil", 1, 1, "White") in board["content"]
    by = says("board-paused", moderator=await table.mention(CY))
    assert board["content"].endswith(by)
    assert labels(board) == ["More…"]
