"""The showcase: finished games of a server in a channel of their own, each exactly once."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from threading import Event
from typing import Any

import discord
import pytest

from bot import pictures
from bot.features.showcase import service
from bot.features.showcase.service import CHANNEL, FEWEST
from bot.storage.rows import BOARDS, THREAD
from engine.position import Position
from render.animation import Animation, animate
from tests.bot.left import left, was_given_up
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels, ply_of
from tests.bot.threads.thread import begin as begin_in_thread
from tests.bot.threads.thread import changed, closed, in_channel

GENERAL = "#general"
SEND = "POST /channels/{channel_id}/messages"
DAYS = timedelta(days=4)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short games are shown, too, except where a test is about that."""
    monkeypatch.setattr(service, "FEWEST", 0)


async def showcase(table: Table) -> int:
    """The channel in which finished games can be shown."""
    guild = (await table.driver.overview())["guilds"][0]
    return next(int(one["id"]) for one in guild["channels"] if one["name"] == GENERAL[1:])


async def shown_in(table: Table) -> None:
    """Let finished games be shown in the showcase."""
    guild, wanted = (await table.driver.overview())["guilds"][0], await showcase(table)
    await table.service.servers.change(int(guild["id"]), lambda old: CHANNEL.chosen(old, wanted))


async def shown(table: Table, match: int = 1) -> Json:
    """The post of a finished game, once it is there."""
    return await table.driver.wait_for_message(
        GENERAL, lambda m: any(f"-{match}-finished." in a["filename"] for a in m["attachments"])
    )


async def all_shown(table: Table) -> list[str]:
    """The files of all posts in the channel."""
    messages = await table.driver.messages(GENERAL)
    return [upload["filename"] for message in messages for upload in message["attachments"]]


async def test_a_finished_game_is_shown(table: Table) -> None:
    await shown_in(table)
    _, black, white = await table.begin_small()
    last = await table.moves((black, "c3"), (white, "a1"), (black, "pass"), (white, "pass"))
    post = await shown(table)
    head, *rest = post["content"].split("\n")
    channel = f"<#{last['channel_id']}>"
    assert head.startswith(f"**Keil** #1 in {channel}: 4 moves, size 3 · ")
    assert rest == last["content"].split("\n")[1:]  # the result and the score sheet
    assert "```" in rest
    assert (await table.mention(black)) in post["content"]
    assert await all_shown(table) == ["keil-1-finished.gif"]
    upload = post["attachments"][0]
    assert (await table.driver.file(upload))[:6] == b"GIF89a"
    assert "Keil" in upload["description"]
    requests = await table.driver.requests(SEND)
    assert requests[-1]["body"]["allowed_mentions"]["parse"] == []
    assert labels(post) == ["Replay", "Record", "More…"]
    replay = await table.driver.click(CY, post, "Replay")
    assert replay.ephemeral
    assert says("replay-beginning", last=4) in replay.text
    record = await table.driver.click(CY, post, "Record")
    assert record.message is not None
    assert record.message["attachments"][0]["filename"] == "keil-1.sgf"


async def test_a_loss_on_time_says_so_wherever_the_result_stands(table: Table) -> None:
    """On the last board, the card, the line in its channel, in the thread's name, the showcase."""
    await shown_in(table)
    await table.driver.permit(GAMES, allow=["create_public_threads"])
    await table.games_live(THREAD)
    card, _, black, white = await begin_in_thread(table)
    await table.moves((black, "c3"), (white, "a1"), (black, "e3"))
    await table.time_passes(DAYS)
    winner, loser = await table.mention(black), await table.mention(white)
    people = {"winners": f"Black ({winner})", "losers": f"White ({loser})"}
    result = says("result-won", how="timeout", id="1", margin="", **people)
    assert " on time " in result
    assert result in (await table.board(4, 1))["content"].split("\n")
    assert result in (await changed(table, card, "🏁"))["content"].split("\n")
    thread = await closed(table, card)
    players = says("thread-player-separator").join(await table.players())
    assert thread["name"] == f"{players} · {black} wins on time · Keil #1"
    assert (await in_channel(table))[-1]["content"].startswith(result)
    head, *rest = (await shown(table))["content"].split("\n")
    assert rest == [result]
    # The link to the thread would say again who played, and who has won.
    where = says("place-where", channel=f"<#{card['channel_id']}>", link=await link(table))
    assert head.startswith(f"**Keil** #1 in {where}: 3 moves, ")
    assert card["id"] in where and f"<#{card['id']}>" not in head


async def link(table: Table) -> str:
    """The link to the thread of the first game."""
    live = await table.service.matches.live(1)
    return f"https://discord.com/channels/{live.server}/{live.channel_id}"


async def resigned(table: Table, black: str, white: str) -> None:
    del black
    asked = await table.command(white, "resign")
    assert asked.message is not None
    await table.driver.click(white, asked.message, "Yes, resign")


async def timed_out(table: Table, black: str, white: str) -> None:
    await table.moves((white, "a1"), (black, "e3"))
    await table.time_passes(DAYS)


async def agreed(table: Table, black: str, white: str) -> None:
    asked = await table.command(white, "result")
    assert asked.message is not None
    await table.driver.click(white, asked.message, says("button-draw"))
    await table.driver.click(black, await table.board(2), "Allow")


async def adjudged(table: Table, black: str, white: str) -> None:
    del black, white
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.adjudicated(CY, 1, "0")


async def ended(table: Table, black: str, white: str) -> None:
    del black, white
    await table.driver.permit(GAMES, who=CY, allow=["manage_messages"])
    await table.command(CY, "admin end", game="1", reason="x")


async def cancelled(table: Table, black: str, white: str) -> None:
    await table.command(white, "cancel")
    await table.driver.click(black, await table.board(2), "Allow")


async def gone(table: Table, black: str, white: str) -> None:
    del black, white
    await table.driver.remove_channel(GAMES)


@pytest.mark.parametrize("how", [resigned, timed_out, agreed, adjudged])
async def test_whatever_ends_a_game_it_is_shown(table: Table, how: Callable[..., Any]) -> None:
    await shown_in(table)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await how(table, black, white)
    await shown(table)
    assert await all_shown(table) == ["keil-1-finished.gif"]


@pytest.mark.parametrize("how", [ended, cancelled, gone])
async def test_what_nobody_has_won_or_lost_is_not(table: Table, how: Callable[..., Any]) -> None:
    await shown_in(table)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await how(table, black, white)

    async def is_over() -> bool:
        return (await table.service.matches.live(1)).match.end is not None

    await table.until(is_over)
    unsent = await table.store.read(lambda tx: left(tx))
    channels = (await table.driver.overview())["guilds"][0]["channels"]
    general = next(int(one["id"]) for one in channels if one["name"] == GENERAL[1:])
    assert general not in unsent
    assert await all_shown(table) == []


async def test_a_game_without_a_stone_shows_its_board(table: Table) -> None:
    await shown_in(table)
    _, black, white = await table.begin_small()
    await resigned(table, black, white)
    await shown(table)
    assert await all_shown(table) == ["keil-1-finished.png"]


async def test_without_a_showcase_nothing_is_shown(table: Table) -> None:
    _, black, white = await table.begin_small()
    await resigned(table, black, white)
    await table.board(1)
    await shown_in(table)
    await table.begin_small()
    await resigned(table, black, white)
    await shown(table, 2)
    assert await all_shown(table) == ["keil-2-finished.png"]


async def test_games_of_fewer_than_ten_moves_are_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FEWEST", FEWEST)
    await shown_in(table)
    points = ["c3", "a1", "e1", "a3", "c1", "e3", "b1", "d1", "b2", "d2"]
    for match, moves in ((1, points[:9]), (2, points)):
        _, *players = await table.begin_small()
        turns = [(players[number % 2], move) for number, move in enumerate(moves)]
        await table.moves(*turns, match=match)
        await resigned(table, *players)
        await table.board(len(moves) + 1, match)
    assert "10 moves" in (await shown(table, 2))["content"]
    assert await all_shown(table) == ["keil-2-finished.gif"]


async def test_games_in_threads_are_shown_too(table: Table) -> None:
    """Under a card, and in a thread that somebody has opened."""
    await shown_in(table)
    await table.driver.permit(GAMES, allow=["create_public_threads"])
    await table.games_live(THREAD)
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    await table.driver.click(BO, card, "Accept")

    async def begun() -> bool:
        return await table.store.read(lambda tx: tx.matches.get(1)) is not None

    await table.until(begun)
    live = await table.service.matches.live(1)
    await table.service.matches.resign(1, live.players[0], event_id=1)
    content = (await shown(table))["content"]
    assert (
        f"in [a thread](https://discord.com/channels/{live.server}/{live.channel_id}) of" in content
    )


async def test_practice_is_not_shown(table: Table) -> None:
    await shown_in(table)
    await table.command(ADA, "practice", game="keil", level=1, begins="you")
    live = await table.service.matches.live(1)
    await table.service.matches.resign(1, live.people[0], event_id=1)
    _, black, white = await table.begin_small()
    await resigned(table, black, white)
    await shown(table, 2)
    assert await all_shown(table) == ["keil-2-finished.png"]


async def private_channel(table: Table) -> None:
    """Nobody but these sees #games."""
    for who in (None, ADA, BO, CY):
        await table.driver.permit(GAMES, who=who, allow=["view_channel"])
    await table.driver.permit(GAMES, who="@everyone", deny=["view_channel"])


@pytest.mark.parametrize("place", [BOARDS, THREAD])
async def test_a_game_in_a_private_channel_is_not_shown(table: Table, place: str) -> None:
    """Not everybody who sees the showcase may see the game."""
    await shown_in(table)
    await table.driver.permit(GAMES, allow=["create_public_threads"])
    await table.games_live(place)
    await private_channel(table)
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
    await table.driver.click(BO, card, "Accept")

    async def begun() -> bool:
        return await table.store.read(lambda tx: tx.matches.get(1)) is not None

    await table.until(begun)
    live = await table.service.matches.live(1)
    await table.service.matches.resign(1, live.players[0], event_id=1)

    async def given_up() -> bool:
        note = await table.store.read(lambda tx: tx.messages.with_note("showcase 1"))
        return was_given_up(note)

    await table.until(given_up)
    assert await all_shown(table) == []


async def test_an_animation_that_is_too_large_is_the_last_board(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.Guild, "filesize_limit", 100)
    await shown_in(table)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await resigned(table, black, white)
    await shown(table)
    assert await all_shown(table) == ["keil-1-finished.png"]


async def test_an_animation_that_fails_is_the_last_board(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> Animation:
        del args, kwargs
        raise ValueError("no film today")

    monkeypatch.setattr(pictures, "animate", broken)
    await shown_in(table)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await resigned(table, black, white)
    await shown(table)
    assert await all_shown(table) == ["keil-1-finished.png"]


class Slow:
    """Animations that take as long as the test wants, or until the program ends."""

    def __init__(self) -> None:
        self.begun, self.may_end = Event(), Event()

    def __call__(
        self,
        frames: Sequence[Position],
        *args: Any,
        progress: Callable[[float], None],
        **kwargs: Any,
    ) -> Animation:
        self.begun.set()
        while not self.may_end.is_set():
            progress(0.0)
            time.sleep(0.005)
        return animate(frames, *args, progress=progress, **kwargs)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Slow animations."""
    made = Slow()
    monkeypatch.setattr(pictures, "animate", made)
    return made


async def finish_some(table: Table, slow: Slow, *matches: int) -> None:
    """Play several games to their end; the animation of the first is being made."""
    for match in matches:
        _, black, _ = await table.begin_small()
        await table.moves((black, "c3"), match=match)
        await table.service.matches.resign(
            match, (await table.service.matches.live(match)).players[0], event_id=match
        )
        await table.board(2, match)

    async def begun() -> bool:
        return slow.begun.is_set()

    await table.until(begun)


async def test_no_board_waits_for_a_slow_animation(table: Table, slow: Slow) -> None:
    await shown_in(table)
    await finish_some(table, slow, 1, 2, 3)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "a1"), match=4)
    assert await all_shown(table) == []
    slow.may_end.set()
    for match in (1, 2, 3):
        await shown(table, match)
    assert await all_shown(table) == [f"keil-{match}-finished.gif" for match in (1, 2, 3)]


async def test_a_restart_during_the_animation_shows_the_game_once(
    process: Process, slow: Slow
) -> None:
    async with process() as table:
        await shown_in(table)
        await finish_some(table, slow, 1)
    slow.may_end.set()
    async with process() as table:
        await shown(table)
        _, black, white = await table.begin_small()
        await resigned(table, black, white)
        await shown(table, 2)
        assert await all_shown(table) == ["keil-1-finished.gif", "keil-2-finished.png"]


async def test_a_lost_answer_shows_the_game_once(soon: Table) -> None:
    await shown_in(soon)
    _, black, white = await soon.begin_small()
    await soon.moves((black, "c3"))
    await soon.driver.drop_next(SEND, applied=True)
    await resigned(soon, black, white)
    await shown(soon)
    await soon.begin_small()
    await resigned(soon, *(await soon.players(2)))
    await shown(soon, 2)
    assert await all_shown(soon) == ["keil-1-finished.gif", "keil-2-finished.png"]


async def test_a_reply_to_it_plays_no_move(table: Table) -> None:
    await shown_in(table)
    _, black, white = await table.begin_small()
    await resigned(table, black, white)
    post = await shown(table)
    assert ply_of(post) is None
    seen = await table.driver.messages(GENERAL)
    await table.driver.say(ADA, GENERAL, "c3", reply_to=post)
    await table.begin(ADA, BO, size=3)
    assert len(await table.driver.messages(GENERAL)) == len(seen) + 1
