"""*Estimate*: who will own what, and by how much somebody leads, as the search sees it."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.chat.base.custom_id import Control
from bot.features.estimates import texts as estimates_texts
from bot.playground.driver import Answer
from bot.service.judge import Judge
from bot.service.refusals import ServiceRefusal
from bot.storage.rows import ESTIMATES
from bot.thinking import pool as pool_module
from bot.thinking.pool import Pool
from engine.ai import Considered, Thoughts
from engine.games import all_games
from engine.position import Placement
from engine.time_control import TimeControl
from tests.bot.chat.play.test_access import FAY, elsewhere, press
from tests.bot.chat.play.test_more import options_of
from tests.bot.house import House, refused
from tests.bot.says import says
from tests.bot.table import ADA, BO, BOT, CY, PRIVATE, Json, Process, Table, labels, ply_of


async def against_bot(table: Table, *moves: str) -> Json:
    """Ada plays against the bot on the smallest board; the board after her moves."""
    given = {"size": 3, "komi": 0, "button": False}
    await table.command(ADA, "challenge keil", opponent=BOT, **given)
    board = await table.message(lambda m: ply_of(m) is not None)
    first = (await table.players()).index(ADA)
    board = await table.board(first)
    for number, move in enumerate(moves):
        await table.play(ADA, move)
        board = await table.board(first + 2 * (number + 1))
    return board


async def more(table: Table, who: str, board: Json) -> list[str]:
    """The buttons behind *More…*."""
    shown = await table.driver.click(who, board, "More…")
    assert shown.message is not None
    return labels(shown.message)


async def estimate(table: Table, who: str, board: Json) -> Answer:
    """What ``who`` sees behind *Estimate*."""
    shown = await table.driver.click(who, board, "More…")
    assert shown.message is not None
    return await table.driver.click(who, shown.message, says("button-estimate"))


def picture(answer: Answer) -> Json:
    """The only picture of an answer."""
    assert answer.message is not None
    (shown,) = answer.message["attachments"]
    return shown


async def test_whoever_plays_against_the_bot_can_ask_how_the_game_stands(table: Table) -> None:
    board = await against_bot(table, "c3")
    async with table.nothing_happens():
        answer = await estimate(table, ADA, board)
    assert answer.message is not None and answer.message["flags"] & PRIVATE
    head, how, *_ = answer.text.splitlines()  # the first time, what help means for the rating
    moves = (await table.service.matches.live(1)).match.turn_log.moves
    assert head.startswith(says("judged-head", title="Keil #1", moves=len(moves)))
    assert "±" in head
    assert how == says("estimate-how-net", number="800")
    told = picture(answer)["description"]
    assert says("alt-shown", overlay=says("overlay-estimate.inline")) in told
    signs = ("coloured-sign-expected", "coloured-sign-likely")
    assert any(says(sign, colour="Black") in told for sign in signs)
    assert answer.message is not None
    assert labels(answer.message) == [says("button-more-back")]


async def test_the_same_question_has_the_same_answer_after_a_restart(process: Process) -> None:
    async with process() as table:
        board = await against_bot(table, "c3")
        await estimate(table, ADA, board)
        before = await estimate(table, ADA, board)
    async with process() as table:
        after = await estimate(table, ADA, board)
    assert (before.text, picture(before)["filename"]) == (after.text, picture(after)["filename"])


async def test_while_two_people_play_nobody_hears_it(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    for who in (black, white, CY):
        assert says("button-estimate") not in await more(table, who, board)
        answer = await press(table, who, board["channel_id"], Control("estimate", 1))
        assert answer.text == says("refusal-no-estimates")
        assert not answer.message or not answer.message["attachments"]


async def test_a_game_that_has_ended_is_estimated_for_everybody(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    sure = await table.command(black, "resign")
    assert sure.message is not None
    await table.driver.click(black, sure.message, "Yes, resign")
    answer = await estimate(table, CY, await table.board(3))
    assert says("estimate-how-net", number="800") in answer.text


async def test_what_is_decided_or_empty_needs_no_estimate(table: Table) -> None:
    board, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "pass"), (black, "pass"))
    assert says("button-estimate") not in await more(table, CY, await table.board(3))
    answer = await press(table, CY, board["channel_id"], Control("estimate", 1))
    assert answer.text == says("refusal-nothing-to-estimate")
    await against_empty(table)


async def against_empty(table: Table) -> None:
    """Against the bot, before the first stone of all."""
    given = {"size": 3, "button": False}
    await table.command(ADA, "challenge keil", opponent=BOT, **given)
    board = await table.message(lambda m: (ply_of(m) or (0, 0))[0] == 2)
    live = await table.service.matches.live(2)
    if not live.match.position.stones:
        answer = await press(table, ADA, board["channel_id"], Control("estimate", 2))
        assert answer.text == says("refusal-nothing-to-estimate")


async def test_people_of_other_servers_learn_nothing(table: Table) -> None:
    await against_bot(table, "c3")
    channel = await elsewhere(table)
    answer = await press(table, FAY, channel, Control("estimate", 1))
    assert answer.text == says("refusal-no-such-match")


async def test_a_game_without_a_search_is_not_judged(trio: Table) -> None:
    await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BOT)
    board = await trio.message(lambda m: ply_of(m) is not None)
    first = (await trio.players()).index(ADA)
    await trio.board(first)
    position = (await trio.service.matches.live(1)).match.position
    free = next(move for move in position.legal_moves() if isinstance(move, Placement))
    await trio.play(ADA, free.point)
    board = await trio.board(first + 3)
    assert says("button-estimate") not in await more(trio, ADA, board)
    answer = await press(trio, ADA, board["channel_id"], Control("estimate", 1))
    assert answer.text == says("refusal-cannot-judge")


# --- words ---


def thoughts(*score: float, spread: float = 4.2) -> Thoughts:
    return Thoughts((Considered(Placement("a1"), 9, 0.5, 0),), score, spread, (), 9)


@pytest.mark.parametrize(
    ("score", "key", "given"),
    [
        ((20.4, 14.1), "estimate-lead", {"colour": "Black", "points": "6", "spread": "4"}),
        ((14.0, 20.0), "estimate-lead", {"colour": "White", "points": "6", "spread": "4"}),
        ((20.4, 20.0), "estimate-even", {"spread": "4"}),
        ((22.4, 20.3), "estimate-early", {"colour": "Black", "points": 2, "spread": "4"}),
    ],
)
async def test_the_sentence_says_who_leads(
    house: House, score: tuple[float, ...], key: str, given: dict[str, str]
) -> None:
    live = await house.service.matches.live(await house.match(komi=0))
    assert says(key, **given) in estimates_texts.estimate(live, thoughts(*score))


async def test_with_more_than_two_players_everybody_s_points_are_told(trio: Table) -> None:
    await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BOT)
    await trio.message(lambda m: ply_of(m) is not None)
    live = await trio.service.matches.live(1)
    told = estimates_texts.estimate(live, thoughts(3, 12, 7.6))
    assert says("estimate-many", scores="White 12, Red 8, Black 3") in told


# --- limits ---


async def test_nobody_asks_for_two_things_at_once_and_a_full_queue_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    await house.service.matches.resign(key, 1, event_id=5)
    live = await house.service.matches.live(key)
    pool = Pool(all_games(), workers=1)
    judge = Judge(pool)
    try:
        first = asyncio.create_task(judge.estimate(1, live))
        await asyncio.sleep(0)
        with refused(ServiceRefusal.STILL_THINKING):
            await judge.estimate(1, live)
        assert (await first).playouts
        assert (await judge.estimate(1, live)).playouts
        monkeypatch.setattr(pool_module, "MOST_WAITING", 0)
        with refused(ServiceRefusal.BUSY):
            await judge.estimate(1, live)
        judge.close()
        with refused(ServiceRefusal.RESTARTING):
            await judge.estimate(1, live)
    finally:
        await pool.close()


async def test_without_workers_it_says_that_it_cannot_judge(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    await house.service.matches.resign(key, 1, event_id=5)
    live = await house.service.matches.live(key)
    pool = Pool(all_games(), games_at="tests.no_such_module:GAMES", workers=1)
    try:
        with refused(ServiceRefusal.CANNOT_THINK):
            await Judge(pool).estimate(1, live)
    finally:
        await pool.close()
    assert "positions cannot be judged: keil: " in caplog.text
    assert "the simple player" not in caplog.text, "nobody moves"


# --- games between people who have agreed to it ---


async def test_if_the_challenge_allows_estimates_everybody_may_ask_for_them(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, estimates=True)
    assert says("challenge-allows-estimates") in card["content"]
    await table.driver.click(BO, card, "Accept")
    await table.message(lambda m: ply_of(m) is not None)
    black, white = await table.players()
    board = await table.moves((black, "c3"), (white, "b2"))
    for who in (black, white, CY):
        answer = await estimate(table, who, board)
        assert says("estimate-how-net", number="800") in answer.text
    record = await table.service.matches.record(1)
    assert set(record.options) == {option.key for option in record.game.options}


async def test_a_rematch_and_a_counter_offer_allow_them_too(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, estimates=True)
    form = await table.driver.click(BO, card, "Change…")
    await table.driver.submit_modal(BO, form, {"time": "2h"})
    changed = await table.message(lambda m: "2 hours" in m["content"])
    assert says("challenge-allows-estimates") in changed["content"]
    await table.driver.click(ADA, changed, "Accept")
    await table.message(lambda m: ply_of(m) is not None)
    black, white = await table.players()
    await table.moves((black, "pass"), (white, "pass"))
    await table.driver.click(ADA, await table.board(2), "Rematch")
    again = await table.message(
        lambda m: says("challenge-allows-estimates") in m["content"] and "rematch" in m["content"]
    )
    assert says("challenge-allows-estimates") in again["content"]


async def test_the_next_challenge_does_not_allow_them_by_itself(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, estimates=True)
    await table.driver.click(ADA, card, "Withdraw")
    card = await table.challenge(ADA, CY)
    assert says("challenge-allows-estimates") not in card["content"]


async def test_a_refused_command_keeps_what_was_allowed(table: Table) -> None:
    given = {"opponent": BO, "size": 3, "komi": 36.5, "estimates": True}
    answer = await table.command(ADA, "challenge keil", **given)
    assert answer.message is not None
    form = await table.driver.click(ADA, answer.message, says("button-try-again"))
    await table.driver.submit_modal(ADA, form, {"komi": "0"})
    card = await table.message(lambda m: "challenges" in m["content"])
    assert says("challenge-allows-estimates") in card["content"]


# --- looking back ---


ESTIMATED = "±"
"""What estimates say, whether one is clear or it is too early for that."""


async def test_a_replay_of_a_finished_game_shows_estimates_of_every_board(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    running = await press(table, CY, table_channel(table), Control("replay", 1, 1, "game estimate"))
    assert says("overlay-estimate") not in options_of(running.message or {})
    sure = await table.command(black, "resign")
    assert sure.message is not None
    await table.driver.click(black, sure.message, "Yes, resign")
    await table.board(3)
    shown = await press(table, CY, table_channel(table), Control("replay", 1, 1, "game estimate"))
    assert says("overlay-estimate") in options_of(shown.message or {})
    assert ESTIMATED in shown.text
    told = picture(shown)["description"]
    assert says("alt-shown", overlay=says("overlay-estimate.inline")) in told
    before = await press(table, CY, table_channel(table), Control("replay", 1, 0, "game estimate"))
    assert ESTIMATED not in before.text


async def test_a_replay_goes_on_if_the_search_is_busy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    sure = await table.command(black, "resign")
    assert sure.message is not None
    await table.driver.click(black, sure.message, "Yes, resign")
    await table.board(3)
    monkeypatch.setattr(pool_module, "MOST_WAITING", 0)
    shown = await press(table, CY, table_channel(table), Control("replay", 1, 1, "game estimate"))
    assert says("refusal-busy") in shown.text
    assert picture(shown)


def table_channel(table: Table) -> str:
    """The number of the channel of the table."""
    (channel,) = (
        channel
        for guild in table.client.guilds
        for channel in guild.text_channels
        if f"#{channel.name}" == table.channel
    )
    return str(channel.id)


async def test_whoever_has_left_is_expected_to_own_nothing_more(house: House) -> None:
    kee = all_games()["kee"]
    asked = await house.service.challenges.issue(
        game=kee,
        options=kee.settle({"width": 5, "height": 5}, 3),
        control=TimeControl(timedelta(hours=1)),
        challenger=1,
        invited=[2, 3],
        names={},
        channel_id=70,
        server=7,
        event_id=next(house.event_ids),
    )
    await house.service.challenges.accept(asked.id, 2, "Bo")
    key = await house.service.challenges.accept(asked.id, 3, "Cy")
    assert key is not None
    live = await house.play(key, "c3")
    leaver = live.players[2]
    live = await house.service.matches.resign(key, leaver, event_id=next(house.event_ids))
    live = replace(await house.play(key, "b2"), allowed=frozenset({ESTIMATES}))
    workers = Pool(all_games(), workers=1)
    try:
        found = await Judge(workers).estimate(1, live)
    finally:
        await workers.close()
    colours = live.match.position.colours
    assert colours is not None
    assert all(shares[colours[2]] == 0 for shares in found.owners)
