"""Boards that follow the interactions which caused them, and what they spare the bot's token."""

import asyncio
from random import Random

import pytest

from bot.chat import follow_ups, responses
from bot.playground.driver import CALLBACK, EDIT, EDIT_SENT, FOLLOW_UP, SEND
from engine.games import all_games
from engine.match import Match
from engine.position import Placement
from tests.bot.following_boards import (
    OTHER,
    PAUSE,
    boards,
    by_token,
    fill_in,
    next_request,
    only_the_newest_has_buttons,
    plays_on,
    sent_with,
)
from tests.bot.says import played, says
from tests.bot.table import ADA, AT_THE_END, BO, GAMES, PRIVATE, Json, Table, labels, match_of

AT_MOST = 0.2
"""Requests with the bot's token a move, where people use buttons, forms and commands."""


# --- what it looks like ---


async def test_a_form_opened_from_the_board_takes_its_buttons_off_by_the_answer(
    table: Table,
) -> None:
    board, black, _ = await table.begin_small()
    since = await next_request(table)
    table.driver.patient = False
    modal = await table.form_on(black, board)
    answer = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert answer.kind == "update"
    assert answer.message is not None
    assert (answer.message["id"], labels(answer.message)) == (board["id"], [])
    assert answer.message["attachments"]
    *same, status = board["content"].splitlines()
    assert says("turn-to-play", who="Black") in status
    assert answer.message["content"].splitlines() == same
    assert answer.message["mentions"] == [], "nobody is waited for"
    receipt = await table.driver.receipt(answer)
    assert receipt["flags"] & PRIVATE
    assert receipt["content"].startswith("You played c3.")
    assert labels(receipt) == ["Undo"]
    newest = await table.board(1)
    assert newest["content"].startswith(played("Black", "c3"))
    assert newest["interaction_metadata"]["id"] == answer.interaction
    assert "Move" in labels(newest)
    assert int(receipt["id"]) < int(newest["id"])
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == []


async def test_a_press_on_the_board_takes_its_buttons_off_by_the_answer(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 6"))
    await only_the_newest_has_buttons(table)
    since = await next_request(table)
    table.driver.patient = False
    answer = await table.driver.click(BO, await table.board(1), "Play White (+6)")
    assert answer.kind == "update"
    receipt = await table.driver.receipt(answer)
    assert receipt["content"].startswith("You chose White")
    await table.board(2)
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == []
    assert await table.buttons(board) == []


async def test_a_command_takes_the_buttons_off_by_the_token_that_sent_them(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await only_the_newest_has_buttons(table)
    since = await next_request(table)
    await table.moves((white, "b2"))
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == []
    [taken_off] = await table.driver.requests(EDIT_SENT, since=since)
    assert taken_off["body"]["components"] == []


async def test_buttons_that_take_long_to_come_off_come_off_once(table: Table) -> None:
    """Moves come faster than buttons go, so more and more boards are found to have some."""
    _, black, white = await table.begin_small(size=4)
    moves = a_long_game(3)
    await table.moves((black, moves[0]), (white, moves[1]))
    await only_the_newest_has_buttons(table)
    await table.driver.slow_next(EDIT_SENT, 0.1, times=len(moves))
    since = await next_request(table)
    await table.moves(*[((black, white)[n % 2], move) for n, move in enumerate(moves)][2:])
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == []
    taken_off = [made["path"] for made in await table.driver.requests(EDIT_SENT, since=since)]
    assert len(taken_off) == len(set(taken_off)) == len(moves) - 2


async def test_a_press_on_a_private_message_is_followed_by_the_board(table: Table) -> None:
    """*Undo* under the receipt, *More…*: the private message is replaced as ever."""
    _, black, white = await table.begin_small()
    undo = await table.play(black, "c3")
    await only_the_newest_has_buttons(table)
    assert undo.message is not None
    since = await next_request(table)
    undone = await table.driver.click(black, undo.message, "Undo")
    assert (undone.kind, undone.text) == ("update", says("private-undone", moves="c3"))
    await table.board(2)
    menu = await table.driver.click(white, await table.board(2), "More…")
    assert menu.message is not None
    asked = await table.driver.click(white, menu.message, "Cancel the game")
    assert asked.text == says("private-asked")
    board = await table.board(3)
    assert labels(board)[:2] == ["Allow", "Refuse"]
    allowed = await table.driver.click(black, board, "Allow")
    assert allowed.text == says("private-allowed")
    await table.board(4)
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == []


@pytest.mark.parametrize("move", ["z9", "c3"])
async def test_a_refusal_leaves_the_buttons(table: Table, move: str) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    shown = labels(board)
    modal = await table.form_on(white, board)
    async with table.nothing_happens():
        table.driver.patient = False
        refused = await table.driver.submit_modal(white, modal, {"text": move})
        assert (refused.kind, refused.ephemeral) == ("message", True)
        assert await table.buttons(board) == shown


# --- what it costs ---


def a_long_game(seed: int, least: int = 24) -> list[str]:
    """The moves of a game on a small board, apart from the passes at its end."""
    keil, chance = all_games()["keil"], Random(seed)
    for _ in range(100):
        match = Match.start(keil, keil.complete({"size": 4, "komi": 0, "button": False}), 2)
        position, moves = match.position, list[str]()
        while len(moves) < least and position.result() is None:
            free = [m for m in position.legal_moves() if isinstance(m, Placement)]
            if not free:
                break
            move = chance.choice(free)
            moves.append(position.write(move))
            position = position.play(move)
        if len(moves) == least:
            return moves
    raise AssertionError("no game is that long")


async def test_a_game_by_buttons_and_forms_costs_next_to_nothing_of_the_budget(
    table: Table,
) -> None:
    board, black, white = await table.begin_small(size=4)
    moves = a_long_game(1)
    for ply, move in enumerate(moves):
        await fill_in(table, (black, white)[ply % 2], move, ply)
        await table.board(ply + 1)
    for ply in (len(moves), len(moves) + 1):
        who = (black, white)[ply % 2]
        asked = await table.driver.click(who, await table.board(ply), "Pass")
        assert asked.message is not None
        await table.driver.click(who, asked.message, "Yes, pass")
        board = await table.board(ply + 1)
    assert labels(board) == AT_THE_END
    await only_the_newest_has_buttons(table)
    turns = len(moves) + 2
    assert await boards(table) == list(range(turns + 1))
    spent = await by_token(table)
    assert len(spent) / turns <= AT_MOST, spent


async def test_a_game_by_commands_costs_next_to_nothing_of_the_budget(table: Table) -> None:
    _, black, white = await table.begin_small(size=4)
    moves = [*a_long_game(2), "pass", "pass"]
    board = await table.moves(*[((black, white)[n % 2], move) for n, move in enumerate(moves)])
    assert labels(board) == AT_THE_END
    await only_the_newest_has_buttons(table)
    assert await boards(table) == list(range(len(moves) + 1))
    spent = await by_token(table)
    assert len(spent) / len(moves) <= AT_MOST, spent


# --- where it cannot be, a channel message comes ---


async def test_where_discord_wants_no_more_follow_ups_a_message_comes_at_once(
    table: Table,
) -> None:
    _, black, white = await table.begin_small()
    await table.driver.rates(follow_ups=(1, 3600.0))
    await plays_on(table, black, "c3", 1, route=FOLLOW_UP)
    since = await next_request(table)
    await plays_on(table, white, "b2", 2)
    await plays_on(table, black, "d4", 3)
    tried = await table.driver.requests(FOLLOW_UP, since=since)
    assert [request["status"] for request in tried] == [429]  # and then no more
    assert await boards(table) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("status", "code"), [(401, 50027), (404, 10015), (403, 50001), (400, 50035)]
)
async def test_a_follow_up_that_is_refused_comes_as_a_message(
    table: Table, status: int, code: int
) -> None:
    _, black, white = await table.begin_small()
    await table.driver.fail_next(FOLLOW_UP, status, body={"message": "No", "code": code})
    await plays_on(table, black, "c3", 1)
    await plays_on(table, white, "b2", 2, route=FOLLOW_UP)
    assert await boards(table) == [0, 1, 2]


async def test_the_tokens_of_a_quarter_of_an_hour_ago_are_not_used(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_ups, "FRESH", 0.0)
    table.client.follow_ups = follow_ups.FollowUps()
    table.service.boards_to_post.can_answer = table.client.follow_ups.can_answer
    _, black, white = await table.begin_small()
    await plays_on(table, black, "c3", 1)
    await plays_on(table, white, "b2", 2)
    assert await table.driver.requests(EDIT_SENT) == []


async def test_buttons_whose_token_has_died_are_taken_off_by_the_bots_own(table: Table) -> None:
    _, black, white = await table.begin_small()
    await plays_on(table, black, "c3", 1, route=FOLLOW_UP)
    await table.driver.move_clock(15 * 60 + 1)
    since = await next_request(table)
    await plays_on(table, white, "b2", 2, route=FOLLOW_UP)
    [refused] = await table.driver.requests(EDIT_SENT, since=since)
    assert refused["code"] == 50027
    assert await by_token(table, since) == [EDIT]


async def test_after_a_private_acknowledgement_the_receipt_comes_first(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follow-up that overtook it would fill the private message."""
    board, black, white = await table.begin_small()
    modal = await table.form_on(black, board)
    monkeypatch.setattr(responses, "PATIENCE", 0.0)
    since = await next_request(table)
    told = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert told.ephemeral
    assert told.text.startswith("You played c3.")
    newest = await table.board(1)
    assert not newest["flags"] & PRIVATE
    await only_the_newest_has_buttons(table)
    assert await sent_with(table, FOLLOW_UP, since) == [1]
    assert await by_token(table, since) == [EDIT]  # of the first board, a channel message
    monkeypatch.undo()
    await plays_on(table, white, "b2", 2, route=FOLLOW_UP)


@pytest.mark.parametrize("applied", [True, False])
async def test_where_no_answer_gets_through_the_board_comes_as_a_message(
    table: Table, monkeypatch: pytest.MonkeyPatch, applied: bool
) -> None:
    board, black, white = await table.begin_small()
    monkeypatch.setattr(follow_ups, "LONGEST_WAIT", PAUSE)
    modal = await table.form_on(black, board)
    table.driver.patient = False
    await table.driver.patience(0.5)
    await table.driver.drop_next(CALLBACK, applied=applied, times=100)
    answer = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert answer.kind == ("update" if applied else "failed")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    await table.driver.clear_faults()
    await table.driver.patience(60)
    await plays_on(table, white, "b2", 2, route=FOLLOW_UP)
    assert await boards(table) == [0, 1, 2]


async def test_an_update_whose_answer_is_lost_counts(table: Table) -> None:
    board, black, _ = await table.begin_small()
    modal = await table.form_on(black, board)
    since = await next_request(table)
    await table.driver.drop_next(CALLBACK, applied=True)
    told = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert told.text.startswith("You played c3.")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    assert await by_token(table, since) == []


async def test_a_move_on_a_board_that_was_deleted_meanwhile_is_answered(table: Table) -> None:
    board, black, white = await table.begin_small()
    modal = await table.form_on(black, board)
    await table.driver.fail_next(CALLBACK, 404, body={"message": "Unknown Message", "code": 10008})
    told = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert (told.kind, told.ephemeral) == ("message", True)
    assert told.text.startswith("You played c3.")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    await table.driver.delete_message(ADA, await table.board(1))
    await plays_on(table, white, "b2", 2, route=FOLLOW_UP)


async def test_a_move_from_another_channel_is_told_in_its_own(table: Table) -> None:
    _, black, white = await table.begin_small()
    since = await next_request(table)
    told = await table.driver.slash(black, OTHER, "play", {"move": "c3", "game": "1"})
    assert told.text.startswith("You played c3"), told.text
    await table.board(1)
    await only_the_newest_has_buttons(table)
    assert await sent_with(table, SEND, since) == [1]
    assert [m for m in await table.driver.messages(OTHER) if not m["flags"] & PRIVATE] == []
    await plays_on(table, white, "b2", 2, route=FOLLOW_UP)


async def test_without_permissions_a_board_waits_as_ever(soon: Table) -> None:
    """A follow-up needs none; but the next board could not be sent, nor be found again."""
    _, black, _ = await soon.begin_small()
    await soon.driver.permit(GAMES, deny=["send_messages"])
    since = await next_request(soon)
    assert "Send Messages" in (await soon.play(black, "c3")).text
    await soon.driver.wait_for_requests(SEND, since=since)
    await soon.driver.permit(GAMES, allow=["send_messages"])
    await soon.board(1)
    assert await sent_with(soon, FOLLOW_UP, since) == []


# --- several games, and replies ---


async def six_games(table: Table) -> list[tuple[int, str, Json]]:
    """Six games in one channel: number, who is to move, the board."""
    begun: list[tuple[int, str, Json]] = []
    for _ in range(6):
        board = await table.begin(ADA, BO, size=3, komi=0, button=False)
        match = match_of(board)
        black, _ = await table.players(match)
        begun.append((match, black, board))
    return begun


async def press(table: Table, who: str, board: Json, move: str) -> str:
    """The form of a board; what its player is told."""
    modal = await table.form_on(who, board)
    return (await table.driver.submit_modal(who, modal, {"text": move})).text


@pytest.mark.parametrize("limited", [False, True])
async def test_everybody_is_answered_while_a_channel_with_many_games_is_stuck(
    table: Table, limited: bool
) -> None:
    games = await six_games(table)
    matches = [match for match, _, _ in games]
    (first, black, board), *others = games
    if limited:
        await table.driver.rates(send=(5, 5.0), follow_ups=(1, 60.0))
    modal = await table.form_on(black, board)
    stuck = await table.driver.hold_before("POST /[cw]*")
    # The board of the first game hangs: its receipt is the first follow-up, so it goes on first.
    moving = asyncio.create_task(table.driver.submit_modal(black, modal, {"text": "c3"}))
    await stuck.wait_until_held()
    board_held = await table.driver.hold_before("POST /[cw]*")
    await stuck.release()
    assert (await moving).text.startswith("You played c3")
    await board_held.wait_until_held()
    told = await asyncio.gather(*(press(table, who, b, "c3") for _, who, b in others))
    assert all(text.startswith("You played c3") for text in told)
    assert [await boards(table, match) for match in matches] == [[0]] * 6
    await board_held.release()
    await only_the_newest_has_buttons(table, *matches)
    assert [await boards(table, match) for match in matches] == [[0, 1]] * 6
    assert first


async def test_two_games_in_one_channel_take_each_others_buttons_off_never(table: Table) -> None:
    one, black, white = await table.begin_small()
    two = await table.begin(ADA, BO, size=3, komi=0, button=False)
    dark, light = await table.players(2)
    await press(table, black, one, "c3")
    await table.board(1, 1)
    await only_the_newest_has_buttons(table, 1, 2)
    await press(table, dark, two, "c3")
    await table.board(1, 2)
    await table.play(light, "b2", 2)
    await table.play(white, "b2", 1)
    await table.board(2, 1)
    await table.board(2, 2)
    await only_the_newest_has_buttons(table, 1, 2)


async def say(table: Table, who: str, text: str, board: Json) -> Json:
    return await table.driver.say(who, GAMES, text, reply_to=board, ping=True)


async def test_who_replies_gets_boards_that_can_be_replied_to(table: Table) -> None:
    """Discord lets no reply to a follow-up ping, and shows bots only what mentions them."""
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    assert "interaction_metadata" in board
    await say(table, white, "b2", board)  # no answer: it may be anything
    bot = f"<@{board['author']['id']}>"
    await say(table, white, f"{bot} b2", board)
    await table.board(2)
    board = await table.moves((black, "d4"))  # it calls White, who replies
    assert "interaction_metadata" not in board
    await say(table, white, "b3", board)
    board = await table.board(4)
    assert "interaction_metadata" not in board
    await only_the_newest_has_buttons(table)
