"""A seat that the bot plays itself: how such a game begins, goes on and ends."""

import os
import signal
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.base.custom_id import Control
from bot.playground.driver import EDIT, Driver
from bot.playground.server import Playground
from bot.service.live_match import ANSWERED_WITHIN
from engine.games import all_games
from tests.bot.says import played, says
from tests.bot.table import (
    ADA,
    BO,
    BOT,
    BUTTON,
    NOT_JUDGED,
    PRESS,
    SELECT,
    Clock,
    Json,
    Table,
    hurry,
    labels,
    match_of,
    ply_of,
    seated,
)
from tests.toy import TOYS

ADA_FIRST = {"begins": "you", "level": 3}


@pytest.fixture
async def trio(playground: Playground, driver: Driver, tmp_path: Path) -> AsyncGenerator[Table]:
    """Ada and Bo in #games with a bot that knows the toys only."""
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db", clock=Clock()) as table:
        yield table


async def practise(table: Table, who: str = ADA, game: str = "keil", **options: object) -> Json:
    """``who`` plays against the bot and begins; the first board, once it is known to be sent."""
    answer = await table.command(who, "practice", game=game, **{**ADA_FIRST, **options})
    assert "The game begins" in answer.text, answer.text
    board = await table.message(lambda m: bool(m["attachments"]) and "begins" in m["content"])
    await table.all_posted()
    return board


async def first_board(table: Table) -> Json:
    """The board that tells of the beginning: after the bot's first move, if the lot let it begin
    and its board overtook the empty one."""
    return await table.message(lambda m: match_of(m) == 1)


def select_of(message: Json) -> str:
    """The only select of a message."""
    (found,) = [
        p["custom_id"]
        for row in message["components"]
        for p in row["components"]
        if p["type"] == SELECT
    ]
    return found


async def turns(table: Table, match: int = 1) -> list[str]:
    """The texts of all moves that stand."""
    live = await table.service.matches.live(match)
    return [turn.text for turn in live.match.turn_log.moves]


# --- how it begins ---


async def test_the_bot_that_is_challenged_plays_at_once(table: Table) -> None:
    answer = await table.command(ADA, "challenge keil", opponent=BOT, size=3)
    assert answer.ephemeral
    assert "The game begins: I play at level 1 (Pebble)." in answer.text
    board = await first_board(table)
    assert "(level 1)" in board["content"]
    assert "komi" in board["content"]  # nobody has to name one
    shown = [m["content"] for m in await table.public()]
    assert not any("challenges" in text for text in shown), "the board says all that a card would"


async def test_a_quick_start_against_the_bot(table: Table) -> None:
    answer = await table.command(ADA, "keil", opponent=BOT)
    assert "The game begins" in answer.text
    await first_board(table)
    live = await table.service.matches.live(1)
    (ada,) = live.people
    assert await table.name(ada) == ADA
    assert {*live.levels} == {None, 1}


async def test_it_answers_each_move(table: Table) -> None:
    await practise(table)
    for number in range(3):
        place = (await table.service.matches.live(1)).match.position
        free = next(iter(place.legal_moves()))
        await table.play(ADA, place.write(free))
        board = await table.board(2 * number + 2, 1)
        assert "to play" in board["content"]
    assert await table.ply() == 6


async def test_the_bot_is_never_called_and_people_are(table: Table) -> None:
    await practise(table)
    await table.play(ADA, "c3")
    answered = await table.board(2, 1)
    assert [f"<@{person['id']}>" for person in answered["mentions"]] == [await table.mention(ADA)]


# --- one message for both turns ---


async def test_ones_turn_and_the_quick_answer_come_in_one_message(table: Table) -> None:
    first = await practise(table)
    for number in range(4):
        position = (await table.service.matches.live(1)).match.position
        mine = position.write(next(iter(position.legal_moves())))
        await table.play(ADA, mine)
        board = await table.board(2 * number + 2, 1)
        told = board["content"].splitlines()
        answer = (await table.service.matches.live(1)).match.turn_log.moves[-1].text
        assert told[0].startswith(played("Black", mine))
        assert told[1].startswith(played("White", answer))
        assert len(board["attachments"]) == 1
    shown = await table.public()
    assert [ply_of(m) for m in shown] == [ply_of(first), (1, 2), (1, 4), (1, 6), (1, 8)]


async def test_so_do_the_turns_of_several_computers(trio: Table) -> None:
    await practise(trio, game="trio", begins="you")
    await trio.play(ADA, "a1")
    board = await trio.board(3, 1)
    assert [line.split()[0] for line in board["content"].splitlines()[:3]] == [
        *("Black", "White", "Red")
    ]


async def test_a_turn_does_not_wait_long_for_a_slow_computer(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Nor at all if the last answer took longer."""
    await hurry(driver)
    clock, long = Clock(), timedelta(hours=1)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, pause=long, clock=clock) as table:
        await practise(table)
        await table.play(ADA, "c3")
        assert (await table.service.matches.live(1)).answer_by is not None
        await table.time_passes(ANSWERED_WITHIN)
        board = await table.board(1, 1)
        assert board["mentions"] == []
        await table.service.computers.take_turn(1, 1, "d4")
        board = await table.board(2, 1)
        assert board["content"].startswith(played("White", "d4"))
        await table.play(ADA, "e5")
        assert (await table.service.matches.live(1)).answer_by is None
        await table.board(3, 1)


async def test_a_turn_that_waits_for_the_answer_comes_after_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database, long, clock = tmp_path / "keil.db", timedelta(hours=1), Clock()
    for process in range(2):
        async with seated(
            playground, driver, all_games(), database, pause=long, clock=clock
        ) as table:
            if process == 0:
                await practise(table)
                await table.play(ADA, "c3")
            else:
                await table.time_passes(ANSWERED_WITHIN)
                await table.board(1, 1)


async def test_a_living_board_is_edited_once_for_both_turns(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, place="living") as table:
        board = await practise(table)
        before = len(await driver.requests(route=EDIT))
        for number, move in enumerate(("c3", "e5", "d2")):
            await table.play(ADA, move)
            shown = await table.becomes(board, lambda m, n=number: ply_of(m) == (1, 2 * n + 2))
            await table.all_posted()
            line = (await table.public())[-1]
            assert played("Black", move) in line["content"]
            answer = (await table.service.matches.live(1)).match.turn_log.moves[-1].text
            assert played("White", answer).removesuffix(".") in line["content"]
            assert shown["id"] == board["id"]
        assert len(await driver.requests(route=EDIT)) - before == 3


async def test_it_remembers_the_level_of_ones_last_game(table: Table) -> None:
    await practise(table, level=6)
    answer = await table.command(ADA, "keil", opponent=BOT)
    assert "level 6" in answer.text
    answer = await table.command(BO, "keil", opponent=BOT)
    assert "level 1" in answer.text


async def test_nobody_plays_more_than_three_games_against_it(table: Table) -> None:
    for _ in range(3):
        assert "begins" in (await table.command(ADA, "practice", game="keil")).text
    refused = await table.command(ADA, "practice", game="keil")
    assert refused.text == says("refusal-many-practice-games", most=3)
    assert "begins" in (await table.command(BO, "practice", game="keil")).text


# --- taking back, giving up ---


async def test_any_number_of_moves_is_taken_back_without_asking(table: Table) -> None:
    await practise(table)
    await table.play(ADA, "c3")
    await table.board(2, 1)
    await table.play(ADA, "e5")
    board = await table.board(4, 1)
    back = await table.command(ADA, "undo")
    assert back.text.startswith("You took back e5 and ")
    assert len(await turns(table)) == 2
    assert back.message is not None
    assert labels(back.message) == [says("button-undo-more")]
    more = await table.driver.click(ADA, back.message, says("button-undo-more"))
    assert more.text.startswith("You took back c3 and ")
    assert await turns(table) == []
    again = await table.command(ADA, "undo")
    assert again.text == says("request-refusal-nothing-to-take-back")
    assert labels(board)


async def test_undo_under_ones_receipt_works_after_the_answer(table: Table) -> None:
    await practise(table)
    receipt = await table.play(ADA, "c3")
    assert receipt.message is not None
    await table.board(2, 1)
    back = await table.driver.click(ADA, receipt.message, "Undo")
    assert back.text.startswith("You took back c3")
    await table.board(3, 1)
    assert await turns(table) == []


async def test_cancelling_against_the_bot_needs_nobody(table: Table) -> None:
    board = await practise(table)
    menu = await table.driver.click(ADA, board, "More…")
    assert menu.text == says("private-menu", match="1", players=1)
    cancelled = await table.command(ADA, "cancel")
    assert cancelled.text == says("private-cancelled")
    end = await table.message(lambda m: labels(m) == NOT_JUDGED)
    assert "cancelled" in end["content"].lower()


async def test_a_result_cannot_be_agreed_on_with_the_bot(table: Table) -> None:
    board = await practise(table)
    await table.play(ADA, "c3")
    board = await table.board(2, 1)
    more = await table.driver.click(ADA, board, "More…")
    assert more.message is not None
    assert says("button-winner") not in labels(more.message)
    live = await table.service.matches.live(1)
    assert live.match.end is None


async def test_a_rematch_begins_at_once_with_the_seats_swapped(table: Table) -> None:
    await practise(table)
    before = await table.players()
    board = await table.board(0, 1)
    asks = await table.command(ADA, "resign")
    assert asks.message is not None
    await table.driver.click(ADA, asks.message, "Yes, resign")
    end = await table.message(lambda m: labels(m) == NOT_JUDGED)
    answer = await table.driver.click(ADA, end, "Rematch")
    assert "I play at level 3" in answer.text
    await table.board(1, 2)  # the bot has the first move
    assert await table.players(2) == [*reversed(before)]
    assert board


# --- its level ---


async def test_the_level_changes_in_the_middle_of_a_game(table: Table) -> None:
    board = await practise(table)
    more = await table.driver.click(ADA, board, "More…")
    assert more.message is not None
    asked = await table.driver.click(ADA, more.message, says("button-level"))
    assert asked.text.startswith("I play at level 3 (Cobble).")
    assert asked.message is not None
    changed = await table.driver.select(ADA, asked.message, select_of(asked.message), ["7"])
    assert changed.text.startswith("From my next move on I play at level 7 (Obsidian): ")
    assert (await table.service.matches.live(1)).levels == (None, 7)
    other = await table.driver.click(BO, board, "More…")
    assert other.message is not None
    strange = await table.driver.click(BO, other.message, says("button-level"))
    assert strange.text == says("refusal-not-a-player")


# --- restarts, and workers that die ---


async def test_it_moves_after_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database, long = tmp_path / "keil.db", timedelta(hours=1)
    async with seated(playground, driver, all_games(), database, pause=long) as table:
        await practise(table)
        await table.play(ADA, "c3")
        await table.board(1, 1)
    async with seated(playground, driver, all_games(), database) as table:
        await table.board(2, 1)


async def test_a_killed_worker_is_replaced(table: Table) -> None:
    await practise(table)
    await table.play(ADA, "c3")
    await table.board(2, 1)
    (worker,) = table.client.bot_player.pool.workers
    killed = worker.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    await table.play(ADA, "e5")
    await table.board(4, 1)
    assert worker.pid not in (None, killed)


# --- more than two seats ---


async def test_a_game_for_three_has_two_computers(trio: Table) -> None:
    board = await practise(trio, game="trio", begins="you")
    assert [name in board["content"] for name in ("> 1 (level 3)", "> 2 (level 3)")] == [True] * 2
    assert await trio.players() == [ADA, *[(await trio.players())[1]] * 2]
    await trio.play(ADA, "a1")
    await trio.board(3, 1)
    await trio.play(ADA, "b1")
    await trio.board(6, 1)
    back = await trio.command(ADA, "undo")
    assert back.text.startswith("You took back b1, ")
    assert len(await turns(trio)) == 3


async def test_computers_do_not_play_on_among_themselves(trio: Table) -> None:
    """Each resignation is told, in its order and by whom: first the person's, then a computer's."""
    await practise(trio, game="trio", begins="you")
    asks = await trio.command(ADA, "resign")
    assert asks.message is not None
    await trio.driver.click(ADA, asks.message, "Yes, resign")
    end = await trio.message(lambda m: labels(m) == NOT_JUDGED)
    told = end["content"].splitlines()
    assert told[:2] == [
        says("board-resigned", who="Black"),
        says("board-computer-resigned", who="Red"),
    ]
    assert told[2].startswith("🏁 **White")


async def test_so_it_is_when_the_last_person_runs_out_of_time(trio: Table) -> None:
    await practise(trio, game="trio", begins="you")
    trio.clock.pass_by(timedelta(days=31))
    end = await trio.message(lambda m: labels(m) == NOT_JUDGED)
    assert end["content"].splitlines()[:2] == [
        says("board-timeout", who="Black"),
        says("board-computer-resigned", who="Red"),
    ]


async def test_everybodys_consent_is_told_in_order(trio: Table) -> None:
    """The computer agrees last, and what it agrees to has been agreed on by people."""
    await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BO)
    card = await trio.message(lambda m: "challenges" in m["content"])
    await trio.driver.click(BO, card, "Accept")
    await trio.message(lambda m: bool(m["attachments"]))
    await trio.command(ADA, "cancel")
    asked = await trio.message(lambda m: "Allow" in labels(m))
    await trio.driver.click(BO, asked, "Allow")
    end = await trio.message(lambda m: labels(m) == NOT_JUDGED)
    seats = await trio.players()
    bo = ("Black", "White", "Red")[seats.index(BO)]
    bot = ("Black", "White", "Red")[
        next(seat for seat, name in enumerate(seats) if name not in (ADA, BO))
    ]
    assert end["content"].splitlines()[:2] == [
        says("board-agreed", who=bo),
        says("board-agreed", who=bot),
    ]


async def test_what_a_computer_agrees_to_is_told_with_who_asked(table: Table) -> None:
    await practise(table)
    await table.command(ADA, "cancel")
    end = await table.message(lambda m: labels(m) == NOT_JUDGED)
    assert end["content"].splitlines()[:2] == [
        says("board-asks", who="Black", wish="cancel", moves="", winner=""),
        says("board-agreed", who="White"),
    ]


async def test_a_free_seat_of_a_lobby_is_given_to_a_computer(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio")
    seat = says("button-seat-computer")
    assert seat in labels(card)
    refused = await trio.driver.click(BO, card, seat)
    assert refused.text == says("refusal-not-the-challenger")
    seated = await trio.driver.click(ADA, card, seat)
    assert seated.text == says("computer-seated", level="level 1 (Pebble)")
    shown = await trio.becomes(card, lambda m: "(level 1)" in m["content"])
    assert seat not in labels(shown)
    pressed: Json = {"custom_id": Control("seat", 1).write(), "component_type": BUTTON}
    full = await trio.driver.forge(ADA, trio.channel, PRESS, pressed, card)
    assert full.text == says("refusal-no-free-seat")
    await trio.driver.click(BO, card, "Accept")
    await trio.message(lambda m: bool(m["attachments"]))
    live = await trio.service.matches.live(1)
    assert sorted(level or 0 for level in live.levels) == [0, 0, 1]


async def test_the_same_press_delivered_twice_gives_away_one_seat(table: Table) -> None:
    card = await table.challenge(ADA, BO, game="kee", players=5)
    await table.driver.click(ADA, card, says("button-seat-computer"), twice=True)

    async def seated() -> bool:
        asked = await table.service.challenges.stored(1)
        assert asked is not None
        return any(seat.level for seat in asked.invitations)

    await table.until(seated)
    await table.command(BO, "games")  # by now the other one is dealt with
    asked = await table.service.challenges.stored(1)
    assert asked is not None
    assert [seat.level for seat in asked.invitations if seat.level] == [1]


async def test_the_last_seat_for_a_computer_begins_the_game(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio")
    await trio.driver.click(BO, card, "Accept")
    begun = await trio.driver.click(ADA, card, says("button-seat-computer"))
    assert "The game begins" in begun.text
    await trio.message(lambda m: bool(m["attachments"]))


async def test_people_and_computers_agree_once_all_people_have(trio: Table) -> None:
    await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BO)
    card = await trio.message(lambda m: "challenges" in m["content"])
    await trio.driver.click(BO, card, "Accept")
    await trio.message(lambda m: bool(m["attachments"]))
    await trio.command(ADA, "cancel")
    asked = await trio.message(lambda m: "Allow" in labels(m))
    bo, bot = await trio.mention(BO), (await trio.service.matches.live(1)).levels
    assert [f"<@{person['id']}>" for person in asked["mentions"]] == [bo]
    assert bot.count(None) == 2
    await trio.driver.click(BO, asked, "Allow")
    await trio.message(lambda m: labels(m) == NOT_JUDGED)


async def test_a_lobby_with_a_computer_waits_for_the_people_only(trio: Table) -> None:
    answer = await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BO)
    assert "on its way" in answer.text
    card = await trio.message(lambda m: "challenges" in m["content"])
    assert "(level 1)" in card["content"]
    await trio.driver.click(BO, card, "Accept")
    await trio.message(lambda m: bool(m["attachments"]))
    live = await trio.service.matches.live(1)
    assert sorted(level or 0 for level in live.levels) == [0, 0, 1]
