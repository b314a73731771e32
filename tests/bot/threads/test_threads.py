"""Games in threads: the card in the channel is kept up to date, and the boards are elsewhere."""

import re
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.chat.delivery import sending_attempts
from bot.messages.phrases import moment
from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from bot.storage.rows import THREAD
from engine.games import all_games
from tests.bot.asking import called
from tests.bot.left import left
from tests.bot.says import USUAL_TIME, line, says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    GAMES,
    Clock,
    Process,
    Table,
    hurry,
    labels,
    ply_of,
    seated,
)
from tests.bot.threads.thread import (
    MAKE,
    THREADS,
    begin,
    changed,
    closed,
    first_board,
    in_channel,
    thread_of,
)
from tests.features.following.test_following import follow
from tests.toy import TOYS

Json = dict[str, Any]
CHANGE = "PATCH /channels/{channel_id}"


async def test_a_game_lives_in_a_thread_where_there_can_be_one(table: Table) -> None:
    card, _, black, white = await begin(table)
    assert says("place-thread") in card["content"]
    thread = await thread_of(table, card)
    assert thread is not None
    players = says("thread-player-separator").join(await table.players())
    assert thread["name"] == says("thread-name", game="Keil", id="1", players=players)
    assert thread["thread_metadata"]["auto_archive_duration"] == 10080
    card = await changed(table, card, says("turn-to-play", who="Black"))
    assert labels(card)[:2] == [says("button-open-thread"), says("button-peek")]
    await table.moves((black, "b1"), (white, "a1"), (black, "a2"))
    card = await changed(table, card, says("board-ply", ply="3"))
    assert "<t:" in card["content"]
    (picture,) = card["attachments"]
    assert ply_of(card) is None and picture["width"] < 500
    seen = await table.driver.click(CY, card, says("button-peek"))
    assert seen.ephemeral and "captured 1" in seen.text
    await table.moves((white, "pass"), (black, "pass"))
    thread = await closed(table, card)
    assert thread["name"].startswith(f"{players} · {black} wins by ")
    assert not thread["thread_metadata"]["locked"]
    end = await table.board(5, 1)
    assert labels(end) == AT_THE_END
    card = await changed(table, card, "wins")
    seen = await in_channel(table)
    assert [m["id"] for m in seen] == [card["id"], seen[-1]["id"]] and len(seen) == 2
    assert "wins" in seen[-1]["content"] and card["id"] in seen[-1]["content"]
    assert not seen[-1]["mentions"]
    assert not card["content"].count(says("button-open-thread"))

    async def nothing_is_left() -> bool:
        return not await table.store.read(left)

    await table.until(nothing_is_left)


@pytest.mark.parametrize("mode", ["change", "turn"])
async def test_in_a_thread_each_turn_has_a_picture_if_that_was_chosen(
    table: Table, mode: str
) -> None:
    card, board, black, _ = await begin(table, pictures=mode)
    assert says(f"pictures-{mode}") in card["content"].split("\n")
    assert board["attachments"]
    await table.command(black, "cancel")
    assert bool((await table.board(1))["attachments"]) is (mode == "turn")


async def test_a_new_thread_shows_one_board_and_says_things_once(table: Table) -> None:
    """Discord shows the card at its top, and then come the boards."""
    card, board, black, white = await begin(table, komi=5, size=4)
    one, two = await table.mention(black), await table.mention(white)
    live = await table.service.matches.live(1)
    assert live.clock is not None
    seating = ", ".join(
        says("board-seat", seat=seat, player=player)
        for seat, player in [("Black", one), ("White", two)]
    )
    turn = line(
        one,
        says("turn-to-play", who="Black"),
        says("time-left", when=moment(live.clock.deadline)),
        says("board-reserve", who=two, time="3 days"),
    )
    card = await changed(table, card, says("turn-to-play", who="Black"))
    assert card["attachments"] == []
    assert card["content"].split("\n") == [
        says("live-card", game="Keil", id="1", seating=seating),
        line("size 4", "komi 5", "no button", USUAL_TIME),
        turn,
    ]
    assert board["content"].split("\n") == [
        says("board-begins-in-thread"),
        says("board-seating", how="lot", seating=seating),
        turn,
        says("board-how", point="a1"),
    ]
    assert len(board["attachments"]) == 1
    board = await table.moves((black, "c3"))
    assert (
        board["content"]
        .split("\n")[1]
        .startswith(line(two, says("board-ply", ply="1"), says("turn-to-play", who="White")))
    )
    assert "komi" not in board["content"]
    card = await changed(table, card, says("board-ply", ply="1"))
    assert len(card["attachments"]) == 1


async def test_the_bot_goes_on_where_another_process_has_ended(process: Process) -> None:
    async with process() as table:
        card, _, black, white = await begin(table)
        await table.moves((black, "b1"))
    async with process() as table:
        table.channel = card["id"]
        await table.moves((white, "a1"), (black, "a2"))
        await changed(table, card, says("board-ply", ply="3"))
        answer = await table.command(white, "resign")
        assert answer.message is not None
        await table.driver.click(white, answer.message, "Yes, resign")
        await table.board(4, 1)
    async with process() as table:
        assert "wins" in (await closed(table, card))["name"]
        await changed(table, card, "wins")
        assert len(await in_channel(table)) == 2


async def test_the_buttons_of_the_card_answer_a_player_too(table: Table) -> None:
    """They are the same for all: a player hears that there is no need to follow, and may peek."""
    card, _, black, _ = await begin(table)
    card = await changed(table, card, says("turn-to-play", who="Black"))
    assert labels(card) == [says("button-open-thread"), says("button-peek"), "Follow"]
    followed = await table.driver.click(black, card, "Follow")
    assert followed.ephemeral
    assert followed.text == says("following-own-game")
    assert followed.text.count(".") == 1, "one sentence"
    seen = await table.driver.click(black, card, says("button-peek"))
    assert seen.ephemeral
    assert seen.message is not None
    (picture,) = seen.message["attachments"]
    assert picture["filename"].startswith("keil-1-0")
    assert "Show to the channel" in labels(seen.message)


async def test_the_card_of_a_paused_game_says_so_until_it_goes_on(table: Table) -> None:
    card, _, black, white = await begin(table, time="2h")
    await table.moves((black, "c3"))
    card = await changed(table, card, says("board-ply", ply="1"))
    assert "<t:" in card["content"]
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.command(CY, "admin pause", game="1", reason="a quarrel")
    by = says("board-paused", moderator=await table.mention(CY))
    card = await changed(table, card, by)
    assert "<t:" not in card["content"]
    table.clock.pass_by(timedelta(hours=5))
    await table.command(CY, "admin resume", game="1", reason="settled")
    live = await table.service.matches.live(1)
    assert live.clock is not None
    await changed(table, card, says("time-left", when=moment(live.clock.deadline)))
    await table.moves((white, "a1"))
    await changed(table, card, says("board-ply", ply="2"))


async def test_after_an_outage_the_card_shows_the_time_that_was_given_back(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    await driver.permit(GAMES, allow=[THREADS])
    database, clock, outage = tmp_path / "keil.db", Clock(), timedelta(minutes=1)

    def process() -> AbstractAsyncContextManager[Table]:
        return seated(
            *(playground, driver, all_games(), database),
            clock=clock,
            outage=outage,
            place=None,
        )

    async def shows_its_time(table: Table, card: Json, before: datetime | None) -> datetime:
        clock_of = (await table.service.matches.live(1)).clock
        while clock_of is None or clock_of.deadline == before:
            clock_of = (await table.service.matches.live(1)).clock
        await changed(table, card, says("time-left", when=moment(clock_of.deadline)))
        return clock_of.deadline

    async with process() as table:
        card, _, black, _ = await begin(table, time="2h")
        await table.moves((black, "c3"))
        deadline = await shows_its_time(table, card, None)
        clock.pass_by(timedelta(minutes=30))  # as a laptop that slept
        deadline = await shows_its_time(table, card, deadline)
    clock.pass_by(timedelta(minutes=30))
    async with process() as table:
        await shows_its_time(table, card, deadline)


async def test_commands_in_the_channel_of_the_card_find_the_game(table: Table) -> None:
    card, _, black, white = await begin(table)
    table.channel = GAMES
    offered = await table.driver.autocomplete(black, GAMES, "play", {"move": "b"}, focused="move")
    assert "b1" in str(offered)
    answer = await table.play(black, "b1")
    assert answer.text.startswith("You "), answer.text
    listed = await table.command(CY, "games")
    assert "#1" in listed.text and card["id"] in listed.text
    assert "#1" in (await table.command(CY, "board")).text
    table.channel = card["id"]
    await table.board(1, 1)
    await table.moves((white, "a1"))


async def test_people_reply_in_threads(table: Table) -> None:
    _, board, black, white = await begin(table)
    await table.driver.say(black, table.channel, "b1", reply_to=board, ping=True)
    board = await table.board(1, 1)
    await table.driver.say(white, table.channel, "a1", reply_to=board, ping=True)
    await table.board(2, 1)


async def test_without_the_permission_the_challenger_hears_which_one_is_missing(
    table: Table,
) -> None:
    await table.driver.permit(GAMES, deny=[THREADS])
    await table.games_live(THREAD)
    answer = await table.command(ADA, "challenge keil", opponent=BO, size=3, komi=0, button=False)
    missing = says("permission", name=says("permission-create-public-threads"))
    assert answer.text.endswith(says("place-no-thread", permissions=missing))
    card = await table.message(lambda m: "challenges" in m["content"])
    assert says("place-living") in card["content"]
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0, 1)
    assert missing not in board["content"]


async def test_a_thread_that_is_refused_at_last_moves_the_game_to_the_channel(
    table: Table,
) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    await table.driver.permit(GAMES, deny=[THREADS])
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0, 1)
    missing = says("permission", name=says("permission-create-public-threads"))
    told = says("place-thread-failed", permissions=missing)
    assert board["content"].startswith(told)
    card = await changed(table, card, "**Accepted**")
    assert labels(card) == []
    black, white = await table.players()
    await table.play(black, "b1")
    await table.message(lambda m: "Black played b1" in m["content"])
    assert (await table.play(white, "a1")).text.startswith("You ")


@pytest.mark.parametrize("code", [160006, 10008])
async def test_too_many_threads_or_a_deleted_card_move_the_game_to_the_channel(
    table: Table, code: int
) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    status = 404 if code == 10008 else 400
    await table.driver.fail_next(MAKE, status, body={"code": code, "message": "no"})
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0, 1)
    why = "full" if code == 160006 else "none"
    assert board["content"].startswith(says("place-thread-failed", permissions=why))


async def test_a_thread_whose_making_was_not_answered_is_used(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    await table.driver.drop_next(MAKE)
    await table.driver.click(BO, card, "Accept")
    await first_board(table, card)
    boards = [m for m in await table.driver.messages(card["id"]) if ply_of(m)]
    assert len(boards) == 1


async def test_a_deleted_card_hinders_nothing(table: Table) -> None:
    card, _, black, white = await begin(table)
    await changed(table, card, says("turn-to-play", who="Black"))
    await (
        table.client.get_partial_messageable(int((await table.driver.message(card))["channel_id"]))
        .get_partial_message(int(card["id"]))
        .delete()
    )
    await table.moves((black, "b1"), (white, "pass"), (black, "pass"))
    await closed(table, card)


async def test_an_archived_thread_is_opened_again_while_a_game_runs(table: Table) -> None:
    card, _, black, white = await begin(table)
    await table.moves((black, "b1"))
    await table.driver.archive_thread(card["id"])

    async def is_open() -> bool:
        thread = await thread_of(table, card)
        return thread is not None and not thread["thread_metadata"]["archived"]

    await table.until(is_open)
    await table.moves((white, "a1"))


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_says_what_to_do(table: Table, archived: bool) -> None:
    card, _, black, _ = await begin(table)
    await table.all_posted()
    await table.driver.archive_thread(card["id"], archived=archived, locked=True)
    table.channel = GAMES
    may = says("permission", name=says("permission-manage-threads"))
    answer = await table.play(black, "b1")
    assert says("thread-locked-waits", permissions=may) in answer.text
    await table.driver.archive_thread(card["id"], archived=False)
    table.channel = card["id"]
    await table.board(1, 1)


async def test_a_deleted_thread_ends_the_game_and_the_card_says_so(table: Table) -> None:
    card, _, black, _ = await begin(table)
    await table.moves((black, "b1"))
    await table.driver.remove_channel(card["id"])
    card = await changed(table, card, "nobody lost")
    assert says("button-peek") in labels(card)
    await table.driver.wait_for_message(
        GAMES, lambda m: m["id"] != card["id"] and "nobody lost" in m["content"]
    )
    assert len(await in_channel(table)) == 2


async def test_a_deleted_channel_ends_the_games_in_its_threads(table: Table) -> None:
    _, _, black, _ = await begin(table)
    await table.moves((black, "b1"))
    await table.driver.remove_channel(GAMES)

    async def over() -> bool:
        return (await table.service.matches.live(1)).match.end is not None

    await table.until(over)

    async def nothing_is_left() -> bool:
        # If the thread is known to be gone before its channel, the result is wanted there, until
        # Discord has not known the channel for long.
        await table.time_passes(timedelta(minutes=1))
        return await table.store.read(left) == []

    await table.until(nothing_is_left)


async def test_a_rematch_has_its_card_in_the_channel_and_a_thread_of_its_own(table: Table) -> None:
    card, _, black, white = await begin(table)
    end = await table.moves((black, "b1"), (white, "pass"), (black, "pass"))
    await closed(table, card)
    await table.driver.click(black, end, "Rematch")
    again = await table.driver.wait_for_message(
        GAMES, lambda m: m["id"] != card["id"] and "challenges" in m["content"]
    )
    assert says("place-thread") in again["content"]
    await table.driver.click(white, again, "Accept")
    await first_board(table, again)
    assert await table.players(2) == [white, black]


async def test_a_game_that_ends_on_time_is_told_in_the_channel(table: Table) -> None:
    card, _, black, white = await begin(table, time="10m")
    await table.moves((black, "b1"), (white, "c3"), (black, "a1"))
    await table.time_passes(timedelta(minutes=11))
    await closed(table, card)
    await table.driver.wait_for_message(
        GAMES, lambda m: m["id"] != card["id"] and "wins" in m["content"]
    )


async def test_a_card_that_cannot_be_edited_is_edited_later(table: Table) -> None:
    card, _, black, white = await begin(table)
    await changed(table, card, says("turn-to-play", who="Black"))
    home = (await table.driver.message(card))["channel_id"]
    edit = f"PATCH /channels/{home}/messages/{card['id']}"
    await table.driver.fail_next(edit, 503, times=2)
    await table.moves((black, "b1"), (white, "a1"), (black, "a2"))  # boards do not wait for it
    await changed(table, card, says("board-ply", ply="3"))
    edits = [r["status"] for r in await table.driver.requests(EDIT) if r["path"] in edit]
    assert edits.count(503) == 2 and edits[-1] == 200


async def test_nothing_waits_for_a_card_that_discord_lets_nobody_edit_for_now(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old messages may be changed three times in six seconds (30046), which is a 429."""
    monkeypatch.setattr(sending_attempts, "LONGEST_EDIT", 1.0)
    card, board, black, white = await begin(table)
    await changed(table, card, says("turn-to-play", who="Black"))
    home = (await table.driver.message(card))["channel_id"]
    body: Json = {"code": 30046, "message": "Try again later", "retry_after": 3600, "global": False}
    edit = f"PATCH /channels/{home}/messages/{card['id']}"
    await table.driver.fail_next(edit, 429, times=2, body=body)
    for who, move, ply in ((black, "b1", 1), (white, "a1", 2), (black, "a2", 3)):
        await table.driver.say(who, table.channel, move, reply_to=board, ping=True)
        board = await table.board(ply, 1)
    await changed(table, card, says("board-ply", ply="3"))
    edits = [r["status"] for r in await table.driver.requests(EDIT) if r["path"] in edit]
    assert edits.count(429) == 2


async def test_a_rematch_that_begins_before_its_card_is_posted_gets_a_thread(
    process: Process,
) -> None:
    async with process() as table:
        card, _, black, white = await begin(table)
        end = await table.moves((black, "b1"), (white, "pass"), (black, "pass"))
        await closed(table, card)
        seen = {m["id"] for m in await in_channel(table)}
        held = await table.driver.hold_before(SEND)
        await table.driver.click(black, end, "Rematch")
        await held.wait_until_held()
        accepted = await table.driver.click(white, end, "Rematch")
        assert "Accepted" in accepted.text, accepted.text
        table.channel = GAMES
        assert (await table.play(white, "b1", 2)).text.startswith("You ")
        await held.release()
        again = await table.driver.wait_for_message(
            GAMES, lambda m: m["id"] not in seen and m["content"].startswith("**Keil** #2")
        )

        async def opened() -> bool:
            return await thread_of(table, again) is not None

        await table.until(opened)
        table.channel = again["id"]
        board = await table.board(1, 2)
        assert board["channel_id"] == again["id"]
        await table.moves((black, "a1"), match=2)
        await changed(table, again, says("board-ply", ply="2"))
        assert await table.players(2) == [white, black]
        assert [m["id"] for m in await in_channel(table) if m["id"] not in seen] == [again["id"]]


async def test_a_rematch_whose_card_is_refused_goes_on_in_the_channel(table: Table) -> None:
    card, _, black, white = await begin(table)
    end = await table.moves((black, "b1"), (white, "pass"), (black, "pass"))
    await closed(table, card)
    await table.all_posted()
    held = await table.driver.hold_before(SEND)
    await table.driver.click(black, end, "Rematch")
    await held.wait_until_held()
    await table.driver.click(white, end, "Rematch")
    body = {"code": 50035, "message": "no"}
    await table.driver.fail_next(SEND, 400, times=2, body=body)  # its words, too
    await held.release(drop=True)
    table.channel = GAMES
    board = await table.board(0, 2)
    assert board["content"].startswith(says("place-thread-failed", permissions="none"))


async def test_followers_are_called_in_the_thread(table: Table) -> None:
    card, board, black, white = await begin(table)
    await follow(table, CY, board, "Every move")
    board = await table.moves((black, "b1"))
    assert sorted(called(board)) == sorted([white, CY])
    board = await table.moves((white, "pass"), (black, "pass"))
    assert sorted(called(board)) == sorted([white, CY])
    await closed(table, card)
    assert not any("👀" in m["content"] for m in await in_channel(table))


async def test_names_of_people_are_data(table: Table) -> None:
    guild = (await table.driver.overview())["guilds"][0]["id"]
    one, two = "x*`" + "y" * 29, "z[`@" + "z" * 28
    for name in (one, two):
        await table.driver.create_person(name, [guild])
    card = await table.challenge(one, two, size=3, komi=0, button=False)
    await table.driver.click(two, card, "Accept")
    await first_board(table, card)
    thread = await thread_of(table, card)
    assert thread is not None and len(thread["name"]) <= 100
    assert not re.search(r"[@`*]", thread["name"])


async def test_a_game_for_three_lives_in_a_thread(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    await driver.permit(GAMES, allow=[THREADS])
    async with seated(playground, driver, TOYS, tmp_path / "keil.db", place=None) as table:
        key = next(iter(TOYS))
        card = await table.challenge(ADA, BO, game=key, opponent_2=CY)
        for who in (BO, CY):
            await table.driver.click(who, card, "Accept")
        await first_board(table, card)
        await changed(table, card, f"#{1}")
