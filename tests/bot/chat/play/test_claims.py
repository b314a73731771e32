"""Time that is lost only if claimed, and clocks that wait for the first look, in a channel."""

from datetime import timedelta

from bot.messages.phrases import date, moment
from engine.clock import Clock
from tests.bot.says import says
from tests.bot.table import ADA, AT_THE_END, BO, CY, Json, Table, labels

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
CLAIM, GIVE, YES = (
    says("button-claim", seats=2, who="Black"),
    "Give one more day",
    "Yes, claim the win",
)
BEGUN = ("a1", "c3", "e1", "e3")


async def clock(table: Table) -> Clock:
    found = (await table.service.matches.live(1)).clock
    assert found is not None
    return found


async def late(table: Table) -> tuple[Json, str, str]:
    """A game in which Black has run out of time: its newest board, Black, White."""
    _, black, white = await table.begin_small(time="3d soft")
    await table.moves(*((white if n % 2 else black, move) for n, move in enumerate(BEGUN)))
    table.clock.pass_by(3 * DAY)
    return await table.board(5), black, white


async def overdue(table: Table, other: str) -> str:
    """What the board says of Black."""
    others = await table.mention(other)
    return says("board-overdue", who="Black", others=others, number=1, seats=2, time="one more day")


async def test_both_options_stand_on_the_card_as_they_can_be_typed(table: Table) -> None:
    card = await table.challenge(ADA, BO, time="3d from first look soft")
    told = (
        "3 days a move; a turn’s clock starts with its player’s first look, or 1 day later; "
        "who is out of time loses only if another player claims it"
    )
    assert told in card["content"]
    await table.driver.click(ADA, card, "Withdraw")
    again = await table.challenge(ADA, BO, time=told)
    assert told in again["content"]


async def test_when_time_is_up_both_are_called_and_the_other_may_claim(table: Table) -> None:
    board, black, white = await late(table)
    assert board["content"].startswith(await overdue(table, white))
    assert says("time-is-up") in board["content"]
    people = {await table.mention(who) for who in (black, white)}
    assert {f"<@{person['id']}>" for person in board["mentions"]} == people
    assert labels(board)[:2] == [CLAIM, GIVE]
    own = await table.driver.click(black, board, CLAIM)
    assert own.text == says("request-refusal-own-time")
    stranger = await table.driver.click(CY, board, GIVE)
    assert stranger.text == says("refusal-not-a-player")
    asked = await table.driver.click(white, board, CLAIM)
    assert asked.text == says("private-sure-to-claim", seats=2, who="Black")
    assert asked.message is not None
    claimed = await table.driver.click(white, asked.message, YES)
    assert claimed.text == says("private-claimed", seats=2, who="Black")
    last = await table.board(6)
    assert last["content"].startswith(says("board-timeout", who="Black"))
    assert labels(last) == AT_THE_END


async def test_the_other_gives_a_day_and_black_is_called(table: Table) -> None:
    board, black, white = await late(table)
    gave = await table.driver.click(white, board, GIVE)
    assert gave.text == says("private-gave", to="Black", time="one more day")
    board = await table.board(6)
    told = says("board-gave", who="White", to="Black", time="one more day")
    assert board["content"].startswith(told)
    assert says("time-left", when=moment((await clock(table)).deadline)) in board["content"]
    called = [f"<@{person['id']}>" for person in board["mentions"]]
    assert called == [await table.mention(black)]
    assert CLAIM not in labels(board)


async def test_the_late_player_plays_on_from_the_board_and_an_old_claim_is_refused(
    table: Table,
) -> None:
    board, black, white = await late(table)
    asked = await table.driver.click(white, board, CLAIM)
    assert asked.message is not None
    games = await table.command(black, "games")
    assert says("time-is-up") in games.text
    assert says("time-is-up-claim") not in games.text
    assert says("time-is-up-claim") in (await table.command(white, "games")).text
    look = await table.command(white, "board")
    assert await overdue(table, white) in look.text
    await table.moves((black, "c5"))
    assert (await table.driver.click(white, asked.message, YES)).text == says("refusal-old-board")
    assert (await table.service.matches.live(1)).match.end is None


async def test_a_clock_waits_for_the_first_look_and_the_board_says_so(table: Table) -> None:
    board, black, white = await table.begin_small(time="3d from first look")
    waits = await clock(table)
    assert waits.starts is not None
    unseen = says("time-left-unseen", starts=date(waits.starts), when=moment(waits.deadline))
    assert unseen in board["content"]
    table.clock.pass_by(20 * MINUTE)
    for who, command in ((white, "board"), (CY, "board"), (black, "games")):
        await table.command(who, command)
    assert await clock(table) == waits, "the list shows no board"
    await table.command(black, "board")
    runs = await clock(table)
    assert runs.starts is None
    assert runs.deadline < waits.deadline
    await table.becomes(
        board, lambda m: says("time-left", when=moment(runs.deadline)) in m["content"]
    )


async def test_move_is_a_look_too(table: Table) -> None:
    board, black, _ = await table.begin_small(time="3d from first look")
    await table.driver.click(black, board, "Move")
    assert (await clock(table)).starts is None


async def test_a_move_at_first_sight_costs_nothing(table: Table) -> None:
    _, black, white = await table.begin_small(time="3d + 1h max 4d from first look")
    table.clock.pass_by(20 * MINUTE)
    await table.moves((black, "c3"), (white, "a1"))
    mains = [reserve.main for reserve in (await clock(table)).reserves]
    assert mains == [3 * DAY + 60 * MINUTE] * 2
