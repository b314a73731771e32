"""*Who is ahead?*, by Discord's own polls: once in a game, if somebody asks for it."""

import asyncio

from bot.chat.base.custom_id import Control
from bot.features.polls.service import LEAST_MOVES
from bot.messages import phrases
from bot.playground.driver import SEND, Held
from tests.bot.chat.play.test_access import FAY, elsewhere, press
from tests.bot.chat.play.test_more import behind, panel
from tests.bot.left import left, was_given_up
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels
from tests.features.following.test_following import play, resigns

POLL = "Poll: who is ahead?"


async def ready(table: Table, *people: str) -> Json:
    """A game that has gone on long enough, where the bot and these people may create polls."""
    for who in (None, *(people or (CY,))):
        await table.driver.permit(GAMES, who=who, allow=["send_polls"])
    await table.begin_small()
    return await play(table, 1, LEAST_MOVES)


async def polls(table: Table) -> list[Json]:
    """The polls in the channel."""
    return [message for message in await table.public_now() if message.get("poll")]


async def poll(table: Table) -> Json:
    """The poll, once it is there."""
    return await table.message(lambda m: bool(m.get("poll")))


def asked_in(board: Json) -> str:
    """The answer to the one who asks."""
    channel = phrases.channel(int(board["channel_id"]))
    return says("poll-sent", channel=channel, time="24 hours")


async def test_a_spectator_asks_and_everybody_votes(table: Table) -> None:
    board = await ready(table)
    answer = await behind(table, CY, board, POLL)
    assert answer.text == asked_in(board)
    posted = await poll(table)
    live = await table.service.matches.live(1)
    names = await table.players()
    assert posted["poll"]["question"]["text"] == f"Keil #{live.id}: who is ahead?"
    answers = [each["poll_media"]["text"] for each in posted["poll"]["answers"]]
    assert answers == [f"Black: {names[0]}", f"White: {names[1]}", "Even"]
    assert not posted["poll"]["allow_multiselect"]
    assert posted["mentions"] == []
    for who, number in ((CY, 3), (names[0], 1)):
        voted = await table.driver.vote(who, posted, number)
        assert voted["poll"]
    assert labels(await table.driver.message(board)) == ["Move", "Pass", "Resign", "More…"]


async def test_players_can_ask_too(table: Table) -> None:
    board = await ready(table, ADA, BO)
    black, _ = await table.players()
    assert (await behind(table, black, board, POLL)).text == asked_in(board)
    await poll(table)


async def test_a_game_has_one_poll(table: Table) -> None:
    board = await ready(table)
    await behind(table, CY, board, POLL)
    posted = await poll(table)
    live = await table.service.matches.live(1)
    link = phrases.address(live.server, live.channel_id, int(posted["id"])) or ""

    async def known() -> bool:
        return (await press(table, CY, board["channel_id"], Control("poll", 1))).text == says(
            "poll-there-at", link=link
        )

    await table.until(known)
    assert len(await polls(table)) == 1


async def test_two_presses_at_once_make_one_poll(table: Table) -> None:
    board = await ready(table)
    shown = await panel(table, CY, board)
    assert shown.message is not None
    presses = [press(table, CY, board["channel_id"], Control("poll", 1)) for _ in range(3)]
    answers = await asyncio.gather(*presses)
    assert [answer.text for answer in answers].count(asked_in(board)) == 1
    await poll(table)
    await play(table, LEAST_MOVES + 1, LEAST_MOVES + 2)
    assert len(await polls(table)) == 1


async def test_before_some_moves_nobody_can_ask(table: Table) -> None:
    await table.driver.permit(GAMES, who=CY, allow=["send_polls"])
    await table.driver.permit(GAMES, allow=["send_polls"])
    await table.begin_small()
    board = await play(table, 1, LEAST_MOVES - 1)
    assert POLL not in labels((await panel(table, CY, board)).message or {})
    answer = await press(table, CY, board["channel_id"], Control("poll", 1))
    assert answer.text == says("poll-too-early", moves=LEAST_MOVES)
    board = await play(table, LEAST_MOVES, LEAST_MOVES)
    assert POLL in labels((await panel(table, CY, board)).message or {})


async def test_without_the_permission_it_says_which_and_stores_nothing(table: Table) -> None:
    board = await ready(table)
    await table.driver.permit(GAMES, deny=["send_polls"])
    answer = await behind(table, CY, board, POLL)
    assert answer.text == says(
        "poll-without-permissions",
        channel=phrases.channel(int(board["channel_id"])),
        permissions=says("permission", name="Create Polls"),
    )
    assert await table.store.read(lambda tx: tx.messages.with_note("poll 1")) is None
    await table.driver.permit(GAMES, allow=["send_polls"])
    assert (await behind(table, CY, board, POLL)).text == asked_in(board)
    await poll(table)


async def test_who_may_not_create_polls_gets_none_from_the_bot(table: Table) -> None:
    board = await ready(table)
    await table.driver.permit(GAMES, who=CY, deny=["send_polls"])
    answer = await behind(table, CY, board, POLL)
    assert answer.text == says("poll-not-allowed")
    await table.driver.permit(GAMES, who=CY, allow=["send_polls"], deny=["send_messages"])
    answer = await behind(table, CY, board, POLL)
    assert answer.text == says("poll-not-allowed")
    assert await table.store.read(lambda tx: tx.messages.with_note("poll 1")) is None


async def test_from_another_channel_the_permissions_of_the_game_s_count(table: Table) -> None:
    board = await ready(table)
    await table.driver.permit(GAMES, who=CY, deny=["send_polls"])
    there = next(
        str(channel.id)
        for guild in table.client.guilds
        for channel in guild.text_channels
        if f"#{channel.name}" != GAMES
    )
    await table.driver.permit(there, who=CY, allow=["send_polls"])
    answer = await press(table, CY, there, Control("poll", 1))
    assert answer.text == says("poll-not-allowed")
    await table.driver.permit(GAMES, who=CY, allow=["send_polls"])
    answer = await press(table, CY, there, Control("poll", 1))
    assert answer.text == asked_in(board)
    assert (await poll(table))["channel_id"] == board["channel_id"]


async def asked_behind_a_card(table: Table, board: Json) -> Held:
    """Cy asks while a card is on its way, which the poll has to wait for."""
    held = await table.driver.hold_before(SEND)
    await table.command(CY, "challenge kee")
    await held.wait_until_held()
    assert (await behind(table, CY, board, POLL)).text == asked_in(board)
    return held


async def given_up(table: Table) -> bool:
    """Whether the poll will not be posted."""
    stored = await table.store.read(lambda tx: tx.messages.with_note("poll 1"))
    return was_given_up(stored)


async def test_a_permission_that_goes_away_meanwhile_holds_up_no_board(table: Table) -> None:
    board = await ready(table)
    held = await asked_behind_a_card(table, board)
    await table.driver.permit(GAMES, deny=["send_polls"])
    await held.release()
    await table.until(lambda: given_up(table))
    board = await play(table, LEAST_MOVES + 1, LEAST_MOVES + 1)
    assert await polls(table) == []
    await table.driver.permit(GAMES, allow=["send_polls"])
    assert (await behind(table, CY, board, POLL)).text == asked_in(board), "it can be asked again"
    await poll(table)
    assert len(await polls(table)) == 1


async def test_a_game_that_ends_meanwhile_has_none(table: Table) -> None:
    board = await ready(table)
    black, _ = await table.players()
    held = await asked_behind_a_card(table, board)
    question = await table.command(black, "resign")
    assert question.message is not None
    await table.driver.click(black, question.message, "Yes, resign")
    await held.release()
    await table.board(LEAST_MOVES + 1)
    await table.until(lambda: given_up(table))
    assert await polls(table) == []


async def test_a_crash_while_it_is_posted_makes_one_poll(process: Process) -> None:
    async with process() as table:
        board = await ready(table)
        held = await table.driver.hold_after(SEND)
        answer = await behind(table, CY, board, POLL)
        assert answer.text == asked_in(board)
        await held.wait_until_held()
        assert len(await polls(table)) == 1, "Discord has it, and the bot does not know"
        await held.release(drop=True)
    async with process() as table:

        async def all_sent() -> bool:
            return not await table.store.read(lambda tx: left(tx))

        await table.until(all_sent)
        (posted,) = await polls(table)
        stored = await table.store.read(lambda tx: tx.messages.with_note("poll 1"))
        assert stored is not None
        assert str(stored.message) == posted["id"]


async def test_a_crash_before_it_is_posted_makes_one_poll(process: Process) -> None:
    async with process() as table:
        board = await ready(table)
        held = await table.driver.hold_before(SEND)
        await behind(table, CY, board, POLL)
        await held.wait_until_held()
        await held.release(drop=True)
    async with process() as table:
        await poll(table)
        assert len(await polls(table)) == 1


async def test_another_game_s_poll_is_not_taken_for_it(process: Process) -> None:
    """Both are in the same channel, and the bot is the author of both."""
    async with process() as table:
        await ready(table)
        await table.begin_small()
        black, white = await table.players(2)
        moves = ["c3", "b2", "d4", "a1", "a2", "d1"]
        board = await table.moves(
            *((black if n % 2 == 0 else white, move) for n, move in enumerate(moves)), match=2
        )
        await press(table, CY, board["channel_id"], Control("poll", 1))
        await poll(table)
        held = await table.driver.hold_before(SEND)
        assert (await behind(table, CY, board, POLL)).text == asked_in(board)
        await held.wait_until_held()
        await held.release(drop=True)
    async with process() as table:
        await table.message(
            lambda m: "#2" in ((m.get("poll") or {}).get("question") or {}).get("text", "")
        )
        assert len(await polls(table)) == 2


async def test_nobody_elsewhere_can_ask(table: Table) -> None:
    await ready(table)
    there = await elsewhere(table)
    answer = await press(table, FAY, there, Control("poll", 1))
    assert answer.text == says("refusal-no-such-match")
    assert await table.store.read(lambda tx: tx.messages.with_note("poll 1")) is None


async def test_a_game_that_is_over_has_none(table: Table) -> None:
    board = await ready(table)
    black, _ = await table.players()
    await resigns(table, black)
    answer = await press(table, CY, board["channel_id"], Control("poll", 1))
    assert answer.text == says("refusal-match-over")
