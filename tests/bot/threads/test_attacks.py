"""Attacks on games in threads and on what servers decide: races, forged controls, odd names."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.delivery import sending_attempts
from bot.features.showcase import service as showcase
from bot.playground.driver import SEND, CannotDo
from tests.bot.asking import called
from tests.bot.pauses import SHORT, pause_for
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    BUTTON,
    CY,
    GAMES,
    PRESS,
    Json,
    Table,
    labels,
    ply_of,
)
from tests.bot.threads.thread import (
    MAKE,
    begin,
    changed,
    closed,
    first_board,
    in_channel,
    thread_of,
)

GENERAL = "#general"


async def server(table: Table) -> Json:
    return (await table.driver.overview())["guilds"][0]


async def decide(table: Table, **decisions: object) -> None:
    """The owner of the server decides."""
    guild = int((await server(table))["id"])
    await table.service.servers.change(guild, lambda old: replace(old, **decisions))


async def channel_id(table: Table, name: str) -> int:
    channels = (await server(table))["channels"]
    return next(int(one["id"]) for one in channels if one["name"] == name[1:])


async def pressed(table: Table, who: str, channel: str, control: Control, message: Json) -> str:
    """What ``who`` hears after a forged press."""
    data: Json = {"custom_id": control.write(), "component_type": BUTTON}
    return (await table.driver.forge(who, channel, PRESS, data, message)).text


async def boards_in(table: Table, channel: str) -> list[tuple[int, int] | None]:
    return [ply_of(m) for m in await table.driver.messages(channel) if ply_of(m)]


async def test_accepting_twice_at_once_begins_one_game(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    await asyncio.gather(*(table.driver.click(BO, card, "Accept") for _ in range(3)))
    await first_board(table, card)
    assert await boards_in(table, card["id"]) == [(1, 0)]
    assert await table.service.matches.stored(2) is None


async def test_a_card_that_is_deleted_while_the_thread_is_made_loses_no_game(
    table: Table,
) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    held = await table.driver.hold_before(MAKE)
    await table.driver.click(BO, card, "Accept")
    await held.wait_until_held()
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.driver.delete_message(CY, card)
    await held.release()
    await table.board(0, 1)
    black, _ = await table.players()
    assert (await table.play(black, "b1")).text.startswith("You ")
    await table.message(lambda m: "Black played b1" in m["content"])


async def test_a_move_in_the_channel_while_the_thread_is_made(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    held = await table.driver.hold_before(MAKE)
    await table.driver.click(BO, card, "Accept")
    await held.wait_until_held()
    black, white = await table.players()
    assert (await table.play(black, "b1")).text.startswith("You ")
    await held.release()
    table.channel = card["id"]
    await table.until(lambda: _is_there(table, card))
    await table.board(1, 1)
    await table.moves((white, "a1"))
    seen = await boards_in(table, card["id"])
    assert len(seen) == len(set(seen)) and seen[-1] == (1, 2)
    assert not any(ply_of(m) for m in await in_channel(table))


async def _is_there(table: Table, card: Json) -> bool:
    return await thread_of(table, card) is not None


async def test_a_move_in_the_channel_while_the_thread_is_refused(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    held = await table.driver.hold_before(MAKE)
    await table.driver.click(BO, card, "Accept")
    await held.wait_until_held()
    black, white = await table.players()
    assert (await table.play(black, "b1")).text.startswith("You ")
    await table.driver.permit(GAMES, deny=["create_public_threads"])
    await held.release()
    await table.board(1, 1)
    assert (await table.play(white, "a1")).text.startswith("You ")
    await table.message(lambda m: "White played a1" in m["content"])
    boards = await boards_in(table, GAMES)
    assert len(boards) == len(set(boards))


async def test_discord_is_out_of_order_while_the_thread_is_made(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    await table.driver.fail_next(MAKE, 503, times=2)
    await table.driver.click(BO, card, "Accept")
    await first_board(table, card)
    assert await boards_in(table, card["id"]) == [(1, 0)]


async def test_both_press_rematch_at_once_in_an_archived_thread(table: Table) -> None:
    card, _, black, white = await begin(table)
    end = await table.moves((black, "b1"), (white, "pass"), (black, "pass"))
    await closed(table, card)
    await asyncio.gather(*(table.driver.click(who, end, "Rematch") for who in (black, white)))

    async def has_its_board() -> bool:
        """Its channel may change until then: it begins before its card, whose thread it gets."""
        again = await table.service.matches.stored(2)
        try:
            return again is not None and (2, 0) in await boards_in(table, str(again.channel_id))
        except CannotDo:  # its thread is not there yet
            return False

    await table.until(has_its_board)
    again = await table.service.matches.stored(2)
    assert again is not None
    assert (await boards_in(table, str(again.channel_id))).count((2, 0)) == 1
    assert await table.service.matches.stored(3) is None


async def test_names_of_people_cannot_call_or_break_anything(table: Table) -> None:
    guild = (await server(table))["id"]
    one, two = "x @everyone <@&1>" + "*" * 12, "](https://x.example)||" + "w" * 8
    for name in (one, two):
        await table.driver.create_person(name, [guild])
    card = await table.challenge(one, two, size=3, komi=0, button=False)
    await table.driver.click(two, card, "Accept")
    await first_board(table, card)
    thread = await thread_of(table, card)
    assert thread is not None
    assert not set("\n@#*|<>]") & set(thread["name"].replace("#1", ""))
    card = await changed(table, card, says("turn-to-play", who="Black"))
    assert not card["mention_everyone"]


async def test_a_rematch_cannot_get_around_what_the_server_has_decided(table: Table) -> None:
    _, _, black, white = await begin(table)
    await table.moves((black, "b1"), (white, "pass"), (black, "pass"))
    await decide(table, channels=(await channel_id(table, GENERAL),))
    other = await table.driver.create_world(
        [{"name": "Other", "channels": ["there"], "people": [ADA, BO, CY]}]
    )
    there = other["Other"]["channels"]["there"]
    message = await table.driver.say(ADA, there, "hello")
    for where in (there, "@Ada"):
        text = await pressed(table, ADA, where, Control("rematch", 1, 3), message)
        assert "challenge" not in text.lower(), text
    assert await table.service.challenges.stored(2) is None


@pytest.mark.parametrize("number", [0, 1, 2**63 - 1])
async def test_nobody_is_challenged_who_is_not_there(table: Table, number: int) -> None:
    card = await table.challenge(ADA, BO)
    quick = Control("quick", number, 0, "keil")
    assert await pressed(table, ADA, GAMES, quick, card) == says("cannot-challenge-stranger")
    assert await table.service.challenges.stored(2) is None


@pytest.mark.parametrize("person", ["0", "zzzzzzzzzzzzz", "1"])
async def test_a_forged_form_challenges_nobody_who_is_not_there(table: Table, person: str) -> None:
    card = await table.challenge(ADA, BO)
    forged: Json = {"custom_id": f"k1:amended:0:0:keil.2.{person}", "components": []}
    answer = await table.driver.forge(ADA, GAMES, 5, forged, card)
    assert "reference" not in answer.text.lower(), answer.text
    assert await table.service.challenges.stored(2) is None


async def test_two_accept_at_once_who_may_have_one_game(table: Table) -> None:
    await decide(table, most_games=1)
    cards = [await table.challenge(who, size=3) for who in (ADA, CY)]
    await asyncio.gather(*(table.driver.click(BO, card, "Accept") for card in cards))
    begun = [await table.service.matches.stored(number) for number in (1, 2)]
    assert [match is not None for match in begun] == [True, False]


@pytest.mark.parametrize("gone", [True, False])
async def test_a_showcase_that_is_gone_or_closed_holds_up_nothing(
    table: Table, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showcase, "FEWEST", 0)
    await decide(table, of_features={"showcase": await channel_id(table, GENERAL)})
    if gone:
        await table.driver.remove_channel(GENERAL)
    else:
        await table.driver.permit(GENERAL, deny=["send_messages"])
    for match in (1, 2):
        card, _, black, white = await begin(table)
        end = await table.moves((black, "b1"), (white, "pass"), (black, "pass"), match=match)
        assert labels(end) == AT_THE_END
        await closed(table, card)


async def test_a_pause_at_the_same_moment_as_a_move_and_twice(table: Table) -> None:
    _, _, black, white = await begin(table)
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.driver.permit(GAMES, who=ADA, allow=["manage_messages"])
    told = await asyncio.gather(
        table.play(black, "b1"),
        *(table.command(CY, "admin pause", game="1", reason="x") for _ in range(2)),
    )
    done = says("admin-done", act="pause", id="1", result="a draw")
    assert [answer.text for answer in told[1:]].count(done) == 1
    assert (await table.service.matches.live(1)).paused is not None
    resumed = await asyncio.gather(
        *(table.command(CY, "admin resume", game="1", reason="x") for _ in range(2))
    )
    done = says("admin-done", act="resume", id="1", result="a draw")
    assert [answer.text for answer in resumed].count(done) == 1
    who = white if await table.ply() == 1 else black
    assert (await table.play(who, "a2")).text.startswith("You ")


async def test_a_decision_at_the_same_moment_as_the_last_move_ends_the_game_once(
    table: Table,
) -> None:
    card, _, black, white = await begin(table)
    await table.moves((black, "b1"), (white, "pass"))
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    asked = await table.play(black, "pass")
    assert asked.message is not None
    await asyncio.gather(
        table.driver.click(black, asked.message, "Yes, pass"),
        table.adjudicated(CY, 1, "White"),
    )
    await table.board(3, 1)
    assert await table.ply() == 3
    await closed(table, card)
    ends = [m for m in await table.driver.messages(card["id"]) if labels(m) == AT_THE_END]
    assert len(ends) == 1
    assert len(await in_channel(table)) == 2


async def test_settings_are_not_changed_by_who_does_not_manage_the_server(table: Table) -> None:
    _, board, _, _ = await begin(table)
    before = await table.service.servers.settings(int((await server(table))["id"]))
    for name, text in (
        ("config", "games"),
        ("configured", "games place boards"),
        ("configreset", "games"),
        ("configresetnow", "games"),
        ("configterms", "keil"),
        ("configcheck", "games"),
    ):
        told = await pressed(table, BO, table.channel, Control(name, 0, 0, text), board)
        assert "Manage Server" in told, told
    after = await table.service.servers.settings(int((await server(table))["id"]))
    assert after == before


async def test_a_forged_row_and_an_old_board_play_nothing(table: Table) -> None:
    _, board, black, white = await begin(table)
    await table.moves((black, "b1"), (white, "a1"))
    forged = [
        Control("enter", 1, 0, "points a2"),
        Control("enter", 1, 0, "rows @rows.999"),
        Control("enter", 1, 2, "rows @999.999"),
        Control("enter", 1, 2, "rows @rows.-1"),
        Control("enter", 1, 2, "points resign"),
        Control("enter", 1, 2, "points allow"),
        Control("enter", 2**63 - 1, 2, "points a2"),
        Control("enter", 1, None, ""),
    ]
    for control in forged:
        text = await pressed(table, black, table.channel, control, board)
        assert "reference" not in text.lower(), (control, text)
        assert await table.ply() == 2, control


FULL_OF_THREADS: Json = {"code": 160006, "message": "Maximum number of active threads reached"}


async def test_a_thread_that_cannot_be_woken_for_the_end_tells_it_in_the_channel(
    table: Table,
) -> None:
    _, _, black, white = await begin(table, time="10m")
    await table.moves((black, "b1"))
    await table.all_posted()
    # The result goes to the channel of the card at the same time, and must not take the fault.
    into_the_thread = f"POST */channels/{table.channel}/messages"
    await table.driver.fail_next(into_the_thread, 400, body=FULL_OF_THREADS)
    await table.time_passes(timedelta(minutes=11))
    table.channel = GAMES
    end = await table.board(2, 1)
    assert await table.mention(white) in end["content"]
    assert labels(end) == AT_THE_END


async def test_whom_a_thread_has_called_is_called_in_the_channel_if_it_cannot_be_woken(
    table: Table,
) -> None:
    """The reminder cannot be sent there, and nobody looks into a thread that sleeps."""
    _, _, black, white = await begin(table, time="1h")
    await table.moves((black, "b1"))
    await table.all_posted()
    await table.driver.fail_next(SEND, 400, body=FULL_OF_THREADS)
    await table.time_passes(timedelta(minutes=50))
    table.channel = GAMES
    board = await table.board(1, 1)
    assert called(board) == [white]
    assert board["content"].startswith(says("place-thread-failed", permissions="full"))


async def test_a_game_in_a_thread_of_people_waits_until_that_can_be_woken(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause_for(monkeypatch, SHORT)
    table.channel = (await table.driver.create_thread(GAMES, "a game", ADA))["id"]
    _, black, _ = await table.begin_small()
    await table.driver.fail_next(SEND, 400, times=3, body=FULL_OF_THREADS)
    await table.play(black, "b1")
    await table.board(1, 1)


async def test_a_thread_that_may_be_opened_only_in_minutes_is_not_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending_attempts, "LONGEST_OPENING", 0.5)
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    body: Json = {"message": "You are being rate limited.", "retry_after": 600, "global": False}
    await table.driver.fail_next(MAKE, 429, body=body)
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0, 1)
    assert board["content"].startswith(says("place-thread-failed", permissions="delayed"))
    black, _ = await table.players()
    assert (await table.play(black, "b1")).text.startswith("You ")
    assert len(await table.driver.requests(MAKE)) == 1
