"""Time controls as players meet them: on the card, on the boards, in their lists."""

from datetime import timedelta

import pytest

from tests.bot.chat.play.test_deadlines import runs_out
from tests.bot.says import says
from tests.bot.table import ADA, BO, Table

SOFT = "; who is out of time loses only if another player claims it"
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))


@pytest.mark.parametrize(
    ("time", "sentence"),
    [
        ("5d+1d", "5 days each, plus 1 day a move, up to 10 days"),
        ("10m + 5x30s", "10 minutes each, then 5 periods of 30 seconds"),
        ("3x1d", "3 periods of 1 day each"),
        ("1h total", "1 hour each for the whole game"),
        ("none", "no time limit"),
        ("3 days a move", "3 days a move"),
    ],
)
async def test_the_card_says_the_time_in_one_sentence(
    table: Table, time: str, sentence: str
) -> None:
    card = await table.challenge(ADA, BO, size=3, time=time)
    assert sentence in card["content"]


@pytest.mark.parametrize(
    ("time", "choice"),
    [
        ("3d soft", f"3 days a move{SOFT}"),
        ("3d from first look soft", "3 days a move; from first look; soft"),
        (
            "10m + 5x30s no nights no weekends from first look soft",
            "10 minutes each, then 5 periods of 30 seconds; no nights, no weekends; "
            "from first look; soft",
        ),
    ],
)
async def test_nothing_is_cut_in_the_list_of_choices(table: Table, time: str, choice: str) -> None:
    typed = {"time": time}
    found = await table.driver.autocomplete(
        ADA, table.channel, "challenge keil", typed, focused="time"
    )
    assert found[0]["name"] == choice


async def test_a_board_shows_what_everybody_has(table: Table) -> None:
    board, black, white = await table.begin_small(time="5d + 1d max 7d")
    assert abs(runs_out(board) - (table.clock() + 5 * DAY).timestamp()) < 10
    assert says("board-reserve", who=await table.mention(white), time="5 days") in board["content"]
    await table.time_passes(2 * DAY + 5 * HOUR)
    board = await table.moves((black, "c3"))
    assert abs(runs_out(board) - (table.clock() + 5 * DAY).timestamp()) < 10
    left = says("board-reserve", who=await table.mention(black), time="3 days 18 hours")
    assert left in board["content"]


async def test_a_board_shows_the_periods_that_are_left(table: Table) -> None:
    _, black, white = await table.begin_small(time="10m + 3x1m")
    await table.time_passes(11 * MINUTE + 30 * SECOND)
    board = await table.moves((black, "c3"))
    for who, time, number in ((black, "none", 2), (white, "10 minutes", 3)):
        mention = await table.mention(who)
        said = says("board-periods", who=mention, time=time, number=number, period="1 minute")
        assert said in board["content"]
    await table.moves((white, "a1"), (black, "e3"))
    await table.time_passes(13 * MINUTE)
    board = await table.board(4)
    assert board["content"].startswith(says("board-timeout", who="White"))


async def test_without_a_limit_nothing_is_said_of_time(table: Table) -> None:
    board, black, white = await table.begin_small(time="none")
    assert says("time-none") in board["content"], "among the settings, where it begins"
    await table.time_passes(1000 * DAY)
    board = await table.moves((black, "c3"), (white, "a1"))
    assert "time" not in board["content"]
    listed = await table.driver.slash(ADA, table.channel, "games")
    assert "<t:" not in listed.text
