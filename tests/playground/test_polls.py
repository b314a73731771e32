"""Polls on the stand-in, by the unmodified discord.py."""

from collections.abc import AsyncGenerator
from datetime import timedelta

import discord
import pytest

from bot.playground.driver import CannotDo, Driver
from bot.playground.server import Playground
from tests.playground.listening import Listener, listening
from tests.playground.plain import Json, Rest


@pytest.fixture
async def bot(playground: Playground, driver: Driver) -> AsyncGenerator[Listener]:
    """Logged in, where it may send polls, with the intent for votes."""
    await driver.permit("#games", allow=["send_polls"])
    async with listening(playground.url, guild_polls=True) as client:
        yield client


def ahead(hours: int = 24, *, multiple: bool = False) -> discord.Poll:
    asked = discord.Poll("Who is ahead?", timedelta(hours=hours), multiple=multiple)
    return asked.add_answer(text="Ada", emoji="⚫").add_answer(text="Bo")


def counts(message: Json) -> dict[int, tuple[int, bool]]:
    return {
        c["id"]: (c["count"], c["me_voted"]) for c in message["poll"]["results"]["answer_counts"]
    }


async def test_people_vote(bot: Listener, driver: Driver) -> None:
    sent = await bot.channel("games").send(poll=ahead())
    assert sent.poll is not None
    assert [(a.id, a.text) for a in sent.poll.answers] == [(1, "Ada"), (2, "Bo")]
    assert str(sent.poll.answers[0].emoji) == "⚫"
    assert sent.poll.duration == timedelta(hours=24)
    seen = await driver.vote("Ada", str(sent.id), 1)
    assert counts(seen) == {1: (1, True)}
    await driver.vote("Bo", str(sent.id), 1)
    # Another vote takes the place of the first, and none takes it back.
    await driver.vote("Bo", str(sent.id), 2)
    assert counts(await driver.message(str(sent.id), "Bo")) == {1: (1, False), 2: (1, True)}
    await driver.vote("Bo", str(sent.id))
    fresh = await sent.channel.fetch_message(sent.id)
    assert fresh.poll is not None
    assert [a.vote_count for a in fresh.poll.answers] == [1, 0]
    assert [user.name async for user in fresh.poll.answers[0].voters()] == ["ada"]
    await bot.hears("raw_poll_vote_remove", 2)
    added = [raw[0].answer_id for raw in bot.all("raw_poll_vote_add")]
    removed = [raw[0].answer_id for raw in bot.all("raw_poll_vote_remove")]
    assert (added, removed) == ([1, 1, 2], [1, 2])


async def test_without_its_intent_nothing_is_heard_of_votes(
    playground: Playground, driver: Driver
) -> None:
    await driver.permit("#games", allow=["send_polls"])
    async with listening(playground.url) as bot:
        sent = await bot.channel("games").send(poll=ahead())
        await driver.vote("Ada", str(sent.id), 1)
        await driver.say("Bo", "#games", "after it")
        await bot.hears("message", 2)
        assert not bot.all("raw_poll_vote_add")


async def test_several_answers(bot: Listener, driver: Driver) -> None:
    one = await bot.channel("games").send(poll=ahead())
    with pytest.raises(CannotDo, match="one answer"):
        await driver.vote("Ada", str(one.id), 1, 2)
    with pytest.raises(CannotDo, match="no answer"):
        await driver.vote("Ada", str(one.id), 3)
    many = await bot.channel("games").send(poll=ahead(multiple=True))
    seen = await driver.vote("Ada", str(many.id), 1, 2)
    assert counts(seen) == {1: (1, True), 2: (1, True)}


async def test_the_bot_ends_it(bot: Listener, driver: Driver) -> None:
    sent = await bot.channel("games").send(poll=ahead())
    for who in ("Ada", "Cy"):
        await driver.vote(who, str(sent.id), 2)
    ended = await sent.end_poll()
    assert ended.poll is not None
    assert ended.poll.is_finalized()
    *_, result = [m async for m in sent.channel.history(oldest_first=True)]
    assert result.type is discord.MessageType.poll_result
    assert result.reference is not None
    assert result.reference.message_id == sent.id
    told = {field.name: field.value for field in result.embeds[0].fields}
    assert told["victor_answer_text"] == "Bo"
    assert (told["total_votes"], told["victor_answer_votes"]) == ("2", "2")
    with pytest.raises(CannotDo, match="has ended"):
        await driver.vote("Bo", str(sent.id), 1)
    with pytest.raises(discord.HTTPException) as caught:
        await sent.end_poll()
    assert (caught.value.status, caught.value.code) == (400, 520001)


async def test_time_ends_it(bot: Listener, driver: Driver) -> None:
    sent = await bot.channel("games").send(poll=ahead(hours=2))
    for who, answer in (("Ada", 1), ("Bo", 2)):
        await driver.vote(who, str(sent.id), answer)
    await driver.move_clock(2 * 3600)
    result = await driver.wait_for_message("#games", lambda m: m["type"] == 46)
    told = {field["name"] for field in result["embeds"][0]["fields"]}
    assert "victor_answer_id" not in told  # a tie
    now = await driver.message(str(sent.id))
    assert now["poll"]["results"]["is_finalized"]


async def test_a_poll_cannot_be_edited_nor_what_is_none_be_ended(bot: Listener) -> None:
    sent = await bot.channel("games").send(poll=ahead())
    other = await bot.channel("games").send("words")
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="which?")
    assert caught.value.code == 520003
    with pytest.raises(discord.HTTPException) as caught:
        await other.end_poll()
    assert caught.value.code == 520006


async def test_the_permission(bot: Listener, driver: Driver) -> None:
    with pytest.raises(discord.Forbidden) as caught:
        await bot.channel("general").send(poll=ahead())
    assert caught.value.code == 50013

    @bot.tree.command(name="ask", description="Ask")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(poll=ahead())

    await bot.tree.sync()
    answer = await driver.slash("Ada", "#games", "ask")
    assert answer.message is not None
    assert answer.message["poll"]["question"] == {"text": "Who is ahead?"}


@pytest.mark.parametrize(
    "poll",
    [
        {"question": {"text": "q" * 301}},
        {"question": {"text": ""}},
        {"answers": []},
        {"answers": [{"poll_media": {"text": "a"}}] * 11},
        {"answers": [{"poll_media": {"text": "a" * 56}}]},
        {"duration": 0},
        {"duration": 769},
    ],
)
async def test_limits(
    rest: Rest, driver: Driver, games: str, playground: Playground, poll: Json
) -> None:
    await driver.permit("#games", allow=["send_polls"])
    whole = {"question": {"text": "q"}, "answers": [{"poll_media": {"text": "a"}}]}
    path = f"/channels/{games}/messages"
    assert (await rest("POST", path, {"poll": whole}))[0] == 200
    status, body = await rest("POST", path, {"poll": whole | poll})
    assert (status, body["code"]) == (400, 50035)
    playground.violations.clear()
