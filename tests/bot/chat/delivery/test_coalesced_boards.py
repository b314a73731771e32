"""A board that is out of date before it is sent is folded into the newest one."""

import re
from datetime import UTC, datetime
from random import Random

from bot.messages import boards
from bot.playground.driver import SEND
from bot.service.live_match import LiveMatch
from bot.storage.rows import BOARD, StoredMessage
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.match import Match
from engine.position import Placement
from engine.time_control import DEFAULT_CONTROL
from engine.turns import RESIGN, Turn
from tests.bot.house import ADA as ADA_ID
from tests.bot.house import BO as BO_ID
from tests.bot.house import CY as CY_ID
from tests.bot.house import PLACE, House
from tests.bot.left import was_given_up
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, CY, GAMES, Process, Table, labels, match_of, ply_of

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def plies(table: Table, match: int = 1) -> list[int]:
    """The boards of a match that are in the channel."""
    there = [ply_of(message) for message in await table.driver.messages(GAMES)]
    return [shown[1] for shown in there if shown is not None and shown[0] == match]


async def played_while_one_is_sent(table: Table) -> None:
    """Black plays c3, whose board stays on its way while b2, d4 and b3 are played."""
    _, black, white = await table.begin_small()
    held = await table.driver.hold_before(SEND)
    await table.play(black, "c3")
    await held.wait_until_held()
    for who, point in ((white, "b2"), (black, "d4"), (white, "b3")):
        await table.play(who, point)
    await held.release()


async def test_nobody_waits_for_more_than_one_other_post(table: Table) -> None:
    await played_while_one_is_sent(table)
    newest = await table.board(4)
    assert await plies(table) == [0, 1, 4]
    told = newest["content"].splitlines()[:3]
    assert told == [played("White", "b2"), played("Black", "d4"), played("White", "b3")]
    assert "Pass" in labels(newest)
    await table.without_buttons(await table.board(1))


async def test_a_game_that_went_on_before_its_first_board_begins_in_the_newest(
    table: Table,
) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    held = await table.driver.hold_before(SEND)
    await table.driver.slash(CY, GAMES, "challenge ki", {"opponent": ADA})
    await held.wait_until_held()
    await table.driver.click(BO, card, "Accept")
    black, _ = await table.players(1)
    await table.play(black, "c3")
    await held.release()
    newest = await table.board(1)
    assert await plies(table) == [1]
    begins, seating, moved, *_ = newest["content"].splitlines()
    assert begins.startswith("**Keil** #1 begins")
    assert "Black" in seating
    assert moved == played("Black", "c3")


async def test_a_board_that_discord_refuses_comes_in_words(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.driver.fail_next(SEND, 400, body={"code": 50035, "message": "Invalid Form Body"})
    await table.play(black, "c3")
    words = await table.message(lambda m: played("Black", "c3") in m["content"])
    assert (words["attachments"], labels(words)) == ([], [])
    assert [person["global_name"] for person in words["mentions"]] == [white]
    await table.driver.say(CY, GAMES, "what is this", reply_to=words)
    await table.play(white, "b2")
    newest = await table.board(2)
    assert newest["content"].splitlines()[0] == played("White", "b2")
    assert newest["attachments"]


async def test_a_turn_whose_words_discord_refuses_too_is_told_with_the_next(table: Table) -> None:
    _, black, white = await table.begin_small()
    body = {"code": 50035, "message": "Invalid Form Body"}
    await table.driver.fail_next(SEND, 400, times=2, body=body)
    await table.play(black, "c3")
    await table.until(lambda: refused(table))
    await table.play(white, "b2")
    newest = await table.board(2)
    assert newest["content"].splitlines()[:2] == [played("Black", "c3"), played("White", "b2")]


async def test_words_whose_answer_is_lost_are_told_once(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.driver.fail_next(SEND, 400, body={"code": 50035, "message": "Invalid Form Body"})
    await table.driver.drop_next(SEND, applied=True)
    await table.play(black, "c3")
    await table.message(lambda m: played("Black", "c3") in m["content"])
    await table.play(white, "b2")
    newest = await table.board(2)
    assert newest["content"].splitlines()[0] == played("White", "b2")


async def refused(table: Table) -> bool:
    """Whether a board of the first game has been given up."""
    boards = await table.store.read(lambda tx: tx.messages.of_match(1, BOARD))
    return any(was_given_up(board) for board in boards)


async def test_the_folded_turns_are_told_after_a_crash_too(process: Process) -> None:
    async with process() as table:
        await played_while_one_is_sent_and_lost(table)
    async with process() as table:
        newest = await table.board(3)
        assert await plies(table) == [0, 1, 3]
        assert newest["content"].splitlines()[:2] == [played("White", "b2"), played("Black", "d4")]


async def played_while_one_is_sent_and_lost(table: Table) -> None:
    """The process ends while the board with two turns is on its way."""
    _, black, white = await table.begin_small()
    first = await table.driver.hold_before(SEND)
    await table.play(black, "c3")
    await first.wait_until_held()
    await table.play(white, "b2")
    await table.play(black, "d4")
    second = await table.driver.hold_before(SEND)
    await first.release()
    await second.wait_until_held()
    await second.release(drop=True)


async def test_games_in_one_channel_do_not_fold_each_other(table: Table) -> None:
    first, *_ = await table.begin_small()
    second, *_ = await table.begin_small()
    held = await table.driver.hold_before(SEND)
    matches = [match_of(first), match_of(second)]
    (black, white), (dark, light) = [await table.players(match) for match in matches]
    await table.play(black, "c3", matches[0])
    await held.wait_until_held()
    for who, point, match in ((dark, "c3", 1), (white, "b2", 0), (light, "b2", 1)):
        await table.play(who, point, matches[match])
    await held.release()
    await table.board(2, matches[0])
    await table.board(2, matches[1])
    assert await plies(table, matches[0]) == [0, 1, 2]
    assert await plies(table, matches[1]) == [0, 2]


# --- the queue, without Discord ---


def send_all(house: House, tx: Transaction, *, refused: bool = False) -> list[StoredMessage]:
    """Send whatever waits, in order; if ``refused``, Discord takes none of it."""
    sent = list[StoredMessage]()
    while (one := house.service.shown_messages.next_work(tx, PLACE).send) is not None:
        sent.append(one)
        if refused:
            house.service.shown_messages.never(tx, one)
        else:
            house.service.shown_messages.sent(tx, one, one.id)
    return [one for one in sent if one.match is not None]


async def test_the_newest_board_goes_in_place_of_the_oldest(house: House) -> None:
    key, other = await house.match(komi=0), await house.match(komi=0)
    await house.play(key, "c3", "b2")
    sent = await house.store.write(lambda tx: send_all(house, tx))
    assert [(one.match, one.announces_from, one.ply) for one in sent] == [
        (other, 0, 0),
        (key, 0, 2),
    ]


async def test_what_discord_has_refused_is_told_by_the_next(house: House) -> None:
    key = await house.match(komi=0)
    await house.store.write(lambda tx: send_all(house, tx, refused=True))
    await house.play(key, "c3")
    [one] = await house.store.write(lambda tx: send_all(house, tx))
    assert (one.ply, one.announces_from, one.announces_to) == (1, 0, 1)


async def test_a_board_that_is_sent_at_once_tells_what_discord_has_refused(house: House) -> None:
    key = await house.match(komi=0)
    await house.store.write(lambda tx: send_all(house, tx, refused=True))
    house.service.shown_messages.sends = True
    handed = list[StoredMessage]()
    house.store.woken.append(lambda done: handed.extend(done.begun))
    await house.play(key, "c3")
    [one] = handed
    assert (one.ply, one.announces_from, one.announces_to) == (1, 0, 1)


async def test_a_board_that_may_have_been_sent_is_looked_for_first(house: House) -> None:
    """If a newer message were there, the search would not find it."""
    key, other = await house.match(komi=0), await house.match(komi=0)
    await house.play(key, "c3")
    first = await house.store.write(lambda tx: house.service.shown_messages.next_work(tx, PLACE))
    again = await house.store.write(lambda tx: house.service.shown_messages.next_work(tx, PLACE))
    assert first.send is not None and again.send is not None
    assert (first.send.id, first.begun, again.begun) == (again.send.id, True, False)
    assert other


# --- the words ---


async def test_hundreds_of_folded_turns_fit_into_a_message(house: House) -> None:
    key = await house.match(komi=0, size=7)
    chance, live = Random(1), await house.service.matches.live(key)
    states = [live]
    while live.match.end is None and live.match.ply < 120:
        moves = [m.point for m in live.match.position.legal_moves() if isinstance(m, Placement)]
        live = await house.play(key, chance.choice(moves))
        states.append(live)
    told = boards.board(states[-1], all_games()["keil"], coalesced=states[:-1])
    assert len(told) <= 2000
    begins, _, earlier, *newest = told.splitlines()
    assert begins.startswith("**Keil** #1 begins")
    assert re.match("[0-9]+ earlier moves: ", earlier)
    assert len(newest) > 20
    last = states[-2].match.turn_log.last_action
    assert last is not None
    assert f"played {last.text}" in told


def test_moves_that_were_taken_back_are_not_among_the_earlier_ones() -> None:
    keil, chance = all_games()["keil"], Random(1)
    options = keil.settle({"size": 7, "komi": 0, "button": False}, 2)
    match = Match.start(keil, options, 2)
    states = [_live(match)]
    match = match.take(Turn(0, "d4", NOW))
    states.append(_live(match))
    match = match.take(Turn(0, "undo", NOW))
    states.append(_live(match))
    while len(states) < 80:
        assert match.to_move is not None
        free = [m.point for m in match.position.legal_moves() if isinstance(m, Placement)]
        point = chance.choice([point for point in free if point != "d4"])
        match = match.take(Turn(match.to_move, point, NOW))
        states.append(_live(match))
    told = boards.board(states[-1], keil, coalesced=states[:-1])
    (earlier,) = [line for line in told.splitlines() if "earlier moves" in line]
    assert "d4" not in re.findall(r"[a-z]+[0-9]+", earlier)


def test_who_has_left_is_told_however_much_came_after() -> None:
    kee, chance = all_games()["kee"], Random(1)
    match = Match.start(kee, kee.complete({}), 3)
    states = [_live(match)]
    match = match.take(Turn(0, RESIGN, NOW))
    while len(states) < 60:
        while (due := match.due_pass(NOW)) is not None:
            match = match.take(due)
        states.append(_live(match))
        assert match.to_move is not None
        free = [m for m in match.position.legal_moves() if isinstance(m, Placement)]
        move = match.position.write(chance.choice(free))
        match = match.take(Turn(match.to_move, move, NOW))
    told = boards.board(_live(match), kee, coalesced=states)
    assert len(told) <= 2000
    assert says("board-resigned", who="Black") in told
    assert "earlier moves" in told


def test_a_pass_that_was_answered_warns_of_no_end() -> None:
    kee = all_games()["kee"]
    passes = [Match.start(kee, kee.settle({"width": 2, "height": 1}), 2)]
    for seat in (0, 1, 0):
        passes.append(passes[-1].take(Turn(seat, "pass", NOW)))
    first, second, third = passes[1:]
    warning = says("board-pass-ends", who="Black")
    assert warning in boards.board(_live(second), kee, coalesced=[_live(first)])
    told = boards.board(_live(third), kee, coalesced=[_live(first), _live(second)])
    assert warning not in told
    assert told.count(says("board-passed", who="White", forced="no")) == 1


def _live(match: Match) -> LiveMatch:
    """The match, as the service has it."""
    players = (ADA_ID, BO_ID, CY_ID)
    return LiveMatch(1, 7, PLACE, players, match, DEFAULT_CONTROL, None)
