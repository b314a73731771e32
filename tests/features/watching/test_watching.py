"""``/watch``: the running games of a server, for those who may see them."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.chat.base.custom_id import Control
from bot.features.watching import texts
from bot.features.watching.chat import ON_A_PAGE
from bot.messages import boards, phrases
from bot.playground.driver import Answer
from bot.service.live_match import LiveMatch
from engine.games import all_games
from engine.match import Match
from engine.time_control import DEFAULT_CONTROL
from tests.bot.chat.play.test_access import FAY, elsewhere, press
from tests.bot.says import line, says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels
from tests.features.following.test_following import resigns

MINUTE = timedelta(minutes=1)


async def another(table: Table) -> str:
    """A channel in which nothing is played."""
    return next(
        str(channel.id)
        for guild in table.client.guilds
        for channel in guild.text_channels
        if f"#{channel.name}" != GAMES
    )


def games(answer: Answer) -> list[int]:
    """The numbers of the games that a list shows, in its order."""
    found = [part for text in answer.text.splitlines() for part in text.split(" · ")[:1]]
    return [int(part.partition("#")[2]) for part in found if part.startswith("**")]


def selects(answer: Answer) -> list[Json]:
    """The selects under an answer."""
    assert answer.message is not None
    parts = [part for row in answer.message["components"] for part in row["components"]]
    return [part for part in parts if part["type"] == 3]


async def choose(table: Table, who: str, shown: Answer, placeholder: str, match: int) -> Answer:
    """``who`` chooses a game in the select with this placeholder."""
    assert shown.message is not None
    select = next(part for part in selects(shown) if part["placeholder"] == placeholder)
    return await table.driver.select(who, shown.message, select["custom_id"], [str(match)])


async def test_if_nothing_is_played_it_says_how_to_begin(table: Table) -> None:
    await table.challenge(ADA, BO, game="kee")
    answer = await table.command(CY, "watch")
    assert answer.ephemeral
    assert answer.text == says("watch-none")
    await table.begin_small()
    await resigns(table, ADA)
    assert (await table.command(CY, "watch")).text == says("watch-none")


async def test_a_game_has_its_players_its_move_whose_turn_it_is_and_its_board(
    table: Table,
) -> None:
    _, black, white = await table.begin_small()
    began = await table.command(CY, "watch")
    assert says("watch-began", when="<t:") in began.text
    board = await table.moves((black, "c3"), (white, "b2"), (black, "d4"))
    newest = int(board["id"])

    async def stored() -> bool:
        return await table.service.matches.newest_board(1) == newest

    await table.until(stored)
    answer = await table.command(CY, "watch")
    assert answer.ephemeral
    live = await table.service.matches.live(1)
    link = phrases.address(live.server, live.channel_id, newest)
    facts = answer.text.split(" · ")
    assert line(*facts[:4]) == line(
        says("board-game", game="Keil", id="1"),
        boards.seating(live, live.match.game),
        says("board-ply", ply="3"),
        says("turn-to-play", who="White"),
    )
    assert facts[-1] == link


async def test_the_game_that_was_played_last_comes_first(table: Table) -> None:
    for _ in range(3):
        await table.begin_small()
        table.clock.pass_by(MINUTE)
    assert games(await table.command(CY, "watch")) == [3, 2, 1]
    black, _ = await table.players(1)
    await table.moves((black, "c3"), match=1)
    assert games(await table.command(CY, "watch")) == [1, 3, 2]
    table.clock.pass_by(MINUTE)
    dark, _ = await table.players(2)
    await table.command(dark, "cancel", game="2")
    await table.board(1, 2)
    assert games(await table.command(CY, "watch")) == [2, 1, 3], "a request is a turn, too"


async def test_nobody_sees_games_of_channels_that_are_hidden_from_them(table: Table) -> None:
    await table.begin_small()
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    await table.driver.permit(GAMES, who=ADA, deny=["view_channel"])
    there = await another(table)
    hidden = await table.driver.slash(CY, there, "watch")
    assert hidden.text == says("watch-none")
    own = await table.driver.slash(ADA, there, "watch")
    assert games(own) == [1], "players see their own"


async def test_another_server_has_its_own_games(table: Table) -> None:
    await table.begin_small()
    there = await elsewhere(table)
    assert (await table.driver.slash(FAY, there, "watch")).text == says("watch-none")
    for name in ("peek", "pick"):
        forged = await press(table, FAY, there, Control(name, 0, 0, "1"))
        assert forged.text == says("refusal-no-such-match")
    assert await table.store.read(lambda tx: tx.followers.of(1)) == {}


@pytest.mark.parametrize("text", ["", "x", "²", "-1", "9" * 40, "1 2"])
async def test_a_forged_choice_is_refused(table: Table, text: str) -> None:
    board, *_ = await table.begin_small()
    for name in ("peek", "pick"):
        answer = await press(table, CY, board["channel_id"], Control(name, 0, 0, text))
        assert answer.text == says("refusal-no-such-match")


async def test_one_looks_at_a_game_and_follows_it_and_the_list_stays(table: Table) -> None:
    await table.begin_small()
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), match=2)
    shown = await table.command(CY, "watch")
    async with table.nothing_happens():
        looked = await choose(table, CY, shown, says("placeholder-peek"), 2)
        followed = await choose(table, CY, shown, says("placeholder-follow"), 2)
    assert shown.message is not None
    for answer in (looked, followed):
        assert answer.kind == "message"
        assert answer.ephemeral
        assert answer.message is not None
        assert answer.message["id"] != shown.message["id"]
    live = await table.service.matches.live(2)
    assert looked.text == boards.private_board(live, live.match.game)
    assert looked.message is not None
    assert looked.message["attachments"]
    assert followed.text == says("following", game="Keil", match="2", every=0)
    cy = int((await table.mention(CY)).strip("<@>"))
    assert await table.store.read(lambda tx: tx.followers.of(2)) == {cy: 0}


async def test_more_games_than_fit_have_pages_that_work_after_a_restart(process: Process) -> None:
    async with process() as table:
        for _ in range(ON_A_PAGE + 2):
            await table.begin_small()
        first = await table.command(CY, "watch")
        newest = list(range(ON_A_PAGE + 2, 0, -1))
        assert games(first) == newest[:ON_A_PAGE]
        end, number = str(ON_A_PAGE), str(ON_A_PAGE + 2)
        assert first.text.splitlines()[-1] == says(
            "watch-pages", first="1", last=end, number=number
        )
        values = [[option["value"] for option in part["options"]] for part in selects(first)]
        assert values == [[str(match) for match in newest[:ON_A_PAGE]]] * 2
    async with process() as table:
        assert first.message is not None
        forward = says("button-replay-forward")
        second = await table.driver.click(CY, first.message, forward)
        assert second.kind == "update"
        assert games(second) == newest[ON_A_PAGE:]
        assert second.message is not None
        assert labels(second.message) == [says("button-replay-back"), forward]
        back = await table.driver.click(CY, second.message, says("button-replay-back"))
        assert games(back) == newest[:ON_A_PAGE]


async def test_a_page_that_is_not_there_any_more_is_the_last_one(table: Table) -> None:
    board, *_ = await table.begin_small()
    answer = await press(table, CY, board["channel_id"], Control("watch", 9, 0, "forward"))
    assert games(answer) == [1]
    huge = await press(table, CY, board["channel_id"], Control("watch", 10**19))
    assert games(huge) == [1]


async def test_games_that_cannot_be_read_are_left_out(table: Table) -> None:
    await table.begin_small()
    await table.begin_small()
    black, _ = await table.players(1)
    await table.moves((black, "c3"), match=1)

    await table.store.write(
        lambda tx: tx.connection.exec_driver_sql("UPDATE turn SET text = 'no' WHERE match = 1")
    )
    table.service.matches.cache.clear()
    assert games(await table.command(CY, "watch")) == [2]


def test_a_page_of_games_with_many_players_fits_into_a_message() -> None:
    kee = all_games()["kee"]
    match = Match.start(kee, kee.complete({}), 6)
    players = tuple(10**18 + seat for seat in range(6))
    live = LiveMatch(10**6, 10**18, 10**18, players, match, DEFAULT_CONTROL, None)
    rows = [(live, 10**18, datetime.now(UTC))] * ON_A_PAGE
    assert len(texts.page(rows, 996, 1000)) <= phrases.CONTENT_LIMIT
    names = dict.fromkeys(players, "A name of thirty-two characters …")
    assert len(texts.choice(live, names)) <= 100


async def test_it_says_who_is_on_vacation(table: Table) -> None:
    _, black, _ = await table.begin_small(time="3d")
    away = says("board-away", who=await table.mention(black), until="")
    assert away not in (await table.command(CY, "watch")).text
    await table.command(black, "away", until="3d")
    assert away in (await table.command(CY, "watch")).text
