"""Following a game: its boards mention those who want that, exactly once each time."""

import asyncio
import re
from datetime import timedelta

import pytest

from bot.chat.base.custom_id import Control
from bot.features.following.service import MOST_FOLLOWED, MOST_FOLLOWERS, Following, FollowRefusal
from bot.messages import boards, spectators
from bot.messages.phrases import CONTENT_LIMIT
from bot.playground.driver import SEND, Answer
from bot.service.followers import called as called_by
from bot.service.refusals import ServiceRefusal
from tests.bot.asking import called
from tests.bot.chat.play.test_access import press
from tests.bot.chat.play.test_more import behind
from tests.bot.house import ADA as ADA_ID
from tests.bot.house import BO as BO_ID
from tests.bot.house import CY as CY_ID
from tests.bot.house import House, refused
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels

CONTROL = re.compile("k1:more:[0-9:]+")
TURNS = ("c3", "b2", "d4", "a1", "a2", "d1", "c2", "d3", "c5", "e2", "c1", "b4")
"""Twelve moves on the smallest board that capture nothing."""


async def follow(table: Table, who: str, board: Json, *choices: str) -> Answer:
    """``who`` follows the game of a board, then presses these buttons, one after the other."""
    answer = await behind(table, who, board, "Follow")
    for choice in choices:
        assert answer.message is not None
        answer = await table.driver.click(who, answer.message, choice)
    return answer


async def calls(table: Table, who: str, match: int = 1) -> list[int]:
    """The plies of the boards that have called somebody, in order, as they were sent."""
    user, found = (await table.mention(who)).strip("<@>"), list[int]()
    for request in await table.driver.requests():
        body: Json = request["body"] or {}
        told = request["method"] == "POST" and (request["status"] or 0) // 100 == 2
        if not told or f"<@{user}>" not in str(body.get("content")):
            continue
        if int(user) in body["allowed_mentions"].get("users", []):
            names = " ".join([*request["files"], *CONTROL.findall(str(body.get("components")))])
            shown = re.findall(f"[-:]{match}[-:]([0-9]+)", names)
            found.append(int(shown[0]))
    return found


async def play(table: Table, first: int, last: int) -> Json:
    """The moves of `TURNS` from one number to another; the last board."""
    players = await table.players()
    turns = [(players[n % 2], TURNS[n]) for n in range(first - 1, last)]
    return await table.moves(*turns)


async def resigns(table: Table, who: str) -> Json:
    """``who`` resigns; the last board."""
    ply = await table.ply()
    question = await table.command(who, "resign")
    assert question.message is not None
    await table.driver.click(who, question.message, "Yes, resign")
    return await table.board(ply + 1)


async def test_one_press_is_enough_to_be_called_at_the_end(table: Table) -> None:
    board, black, white = await table.begin_small()
    async with table.nothing_happens():
        answer = await follow(table, CY, board)
    assert answer.text == says("following", game="Keil", match="1", every=0)
    assert labels(answer.message or {}) == [
        "Only at the end", "Every 10 moves", "Every 5 moves", "Every move", "Stop following",
        says("button-more-back"),
    ]  # fmt: skip
    await play(table, 1, 3)
    last = await resigns(table, black)
    assert await calls(table, CY) == [4]
    line = last["content"].splitlines()[-1]
    assert line == says("followers-called", followers=await table.mention(CY))
    assert sorted(called(last)) == sorted([white, CY]), "who has resigned knows"


async def test_every_five_moves_and_at_the_end(table: Table) -> None:
    board, _, white = await table.begin_small()
    answer = await follow(table, CY, board, "Every 5 moves")
    assert answer.text == says("following", game="Keil", match="1", every=5)
    await play(table, 1, 12)
    await resigns(table, white)
    assert await calls(table, CY) == [5, 10, 13]


async def test_every_move(table: Table) -> None:
    board, *_ = await table.begin_small()
    await follow(table, CY, board, "Every move")
    await play(table, 1, 3)
    assert await calls(table, CY) == [1, 2, 3]


async def test_at_the_end_of_the_time(table: Table) -> None:
    await table.begin_small(time="1h")
    await play(table, 1, 2)
    await follow(table, CY, await table.board(2))
    await table.time_passes(timedelta(hours=1))
    last = await table.board(3)
    assert last["content"].startswith(says("board-timeout", who="Black"))
    assert await calls(table, CY) == [3]


async def test_the_same_button_leads_to_the_one_that_stops_it(table: Table) -> None:
    board, *_ = await table.begin_small()
    await follow(table, CY, board, "Every move")
    again = await follow(table, CY, board)
    assert again.text == says("following", game="Keil", match="1", every=1), "nothing has changed"
    stopped = await follow(table, CY, board, "Stop following")
    assert stopped.text == says("following-stopped", game="Keil", match="1")
    assert labels(stopped.message or {}) == ["Follow", says("button-more-back")]
    last = await play(table, 1, 2)
    assert await calls(table, CY) == []
    assert "👀" not in last["content"]
    twice = await press(table, CY, board["channel_id"], Control("follow", 1, 0, "stop"))
    assert twice.text == says("following-never", game="Keil", match="1")


async def test_moves_that_come_again_call_nobody_twice(table: Table) -> None:
    board, *_ = await table.begin_small()
    await follow(table, CY, board, "Every 5 moves")
    board = await play(table, 1, 5)
    black, white = await table.players()
    await table.command(black, "undo")
    await table.board(6)
    await table.moves((black, "e3"), (white, "c2"))
    assert await calls(table, CY) == [5]


async def test_a_move_whose_board_is_folded_calls_with_the_board_that_tells_it(
    table: Table,
) -> None:
    board, *_ = await table.begin_small()
    await follow(table, CY, board, "Every 5 moves")
    await play(table, 1, 3)
    held = await table.driver.hold_before(SEND)
    players = await table.players()
    await table.play(players[1], TURNS[3])
    await held.wait_until_held()
    for number in (5, 6, 7):
        await table.play(players[(number - 1) % 2], TURNS[number - 1])
    await held.release()
    await table.board(7)
    assert await calls(table, CY) == [7]
    await play(table, 8, 11)
    assert await calls(table, CY) == [7, 10]


async def test_a_crash_while_the_board_is_sent_calls_nobody_twice(process: Process) -> None:
    async with process() as table:
        board, *_ = await table.begin_small()
        await follow(table, CY, board, "Every 5 moves")
        await play(table, 1, 3)
        first = await table.driver.hold_before(SEND)
        players = await table.players()
        await table.play(players[1], TURNS[3])
        await first.wait_until_held()
        for number in (5, 6):
            await table.play(players[(number - 1) % 2], TURNS[number - 1])
        second = await table.driver.hold_before(SEND)
        await first.release()
        await second.wait_until_held()
        await second.release(drop=True)
    async with process() as table:
        await table.board(6)
        await play(table, 7, 11)
        await resigns(table, players[1])
        assert await calls(table, CY) == [6, 10, 12]


async def test_the_card_of_a_game_that_is_played_elsewhere_has_the_button(table: Table) -> None:
    board, black, _ = await table.begin_small()

    async def on_card() -> list[str]:
        live = await table.service.matches.live(1)
        return [str(button.item.label) for button in table.client.under_card(live)]

    assert "Follow" in await on_card()
    answer = await press(table, CY, board["channel_id"], Control("follow", 1))
    assert answer.text == says("following", game="Keil", match="1", every=0)
    await resigns(table, black)
    assert "Follow" not in await on_card()


async def test_two_presses_at_once_follow_once(table: Table) -> None:
    board, *_ = await table.begin_small()
    control = Control("follow", 1)
    answers = await asyncio.gather(
        *(press(table, CY, board["channel_id"], control) for _ in range(3))
    )
    assert {answer.text for answer in answers} == {
        says("following", game="Keil", match="1", every=0)
    }
    assert len(await table.store.read(lambda tx: tx.followers.of(1))) == 1


async def test_players_are_called_anyway(table: Table) -> None:
    board, black, _ = await table.begin_small()
    answer = await press(table, black, board["channel_id"], Control("follow", 1))
    assert answer.text == says("following-own-game")
    assert await table.store.read(lambda tx: tx.followers.of(1)) == {}


@pytest.mark.parametrize("text", ["7", "-1", "x", "²", "00", "stop 1"])
async def test_a_forged_number_of_moves_is_refused(table: Table, text: str) -> None:
    board, *_ = await table.begin_small()
    answer = await press(table, CY, board["channel_id"], Control("follow", 1, 0, text))
    assert answer.text == says("refusal-no-such-control")
    assert await table.store.read(lambda tx: tx.followers.of(1)) == {}


async def test_a_channel_that_one_may_not_see_cannot_be_followed(table: Table) -> None:
    await table.begin_small()
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    there = next(
        str(channel.id)
        for guild in table.client.guilds
        for channel in guild.text_channels
        if f"#{channel.name}" != GAMES
    )
    answer = await press(table, CY, there, Control("follow", 1, 0, "1"))
    assert answer.text == says("refusal-no-such-match")


async def test_a_player_who_has_left_may_follow_and_is_called_once(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    await trio.board(0)
    one, two, three = await trio.players()
    board = await resigns(trio, two)
    await follow(trio, two, board, "Every move")
    await trio.play(one, "a1")
    told = await trio.board(3)  # with the pass of the player who has left
    assert sorted(called(told)) == sorted([two, three])
    await trio.play(three, "b1")
    assert sorted(called(await trio.board(4))) == sorted([one, two])
    last = await resigns(trio, one)
    assert sorted(called(last)) == sorted([two, three])
    assert "👀" not in last["content"], "they are called once"


# --- limits, without Discord ---


def service(house: House) -> Following:
    return Following(house.store, house.service.matches.cache)


@pytest.mark.slow
@pytest.mark.storage
async def test_nobody_follows_more_than_twenty_running_games(house: House) -> None:
    keys = [await house.match(komi=0, channel_id=100 + n) for n in range(MOST_FOLLOWED + 1)]
    following = service(house)
    for key in keys[:MOST_FOLLOWED]:
        await following.follow(key, CY_ID)
    with refused(FollowRefusal.TOO_MANY):
        await following.follow(keys[-1], CY_ID)
    assert await following.follow(keys[0], CY_ID, 5) == 5, "those that they follow can change"
    await house.service.matches.resign(keys[0], ADA_ID, event_id=1)
    await following.follow(keys[-1], CY_ID)


async def test_a_board_has_room_for_all_who_can_follow(house: House) -> None:
    key, following = await house.match(komi=0), service(house)
    people = [10**18 + number for number in range(MOST_FOLLOWERS)]
    for user in people:
        await following.follow(key, user)
    with refused(FollowRefusal.TOO_MANY_FOLLOWERS):
        await following.follow(key, CY_ID)
    live = await house.service.matches.resign(key, BO_ID, event_id=1)
    assert await house.store.read(lambda tx: called_by(tx, live, live.match.ply)) == people
    board = boards.board(live, live.match.game)
    line = spectators.call(people, CONTENT_LIMIT - len(board) - 1)
    assert all(f"<@{user}>" in line for user in people)
    assert len(spectators.call(people, 300)) <= 300
    assert spectators.call(people, 10) == ""


async def test_nothing_is_followed_that_is_over_or_was_never_there(house: House) -> None:
    key, following = await house.match(komi=0), service(house)
    await house.service.matches.resign(key, ADA_ID, event_id=1)
    with refused(ServiceRefusal.MATCH_OVER):
        await following.follow(key, CY_ID)
    with refused(ServiceRefusal.NO_SUCH_MATCH):
        await following.follow(key + 1, CY_ID)
