"""Threads on the stand-in, by the unmodified discord.py: they behave as Discord's do."""

import asyncio
from collections.abc import AsyncGenerator

import discord
import pytest

from bot.playground.driver import CannotDo, Driver
from bot.playground.server import Playground
from tests.playground.listening import Listener, listening
from tests.playground.plain import Json, Rest

DAY = 24 * 3600.0


@pytest.fixture
async def bot(playground: Playground, driver: Driver) -> AsyncGenerator[Listener]:
    """Logged in, where it may start threads."""
    await driver.permit("#games", allow=["create_public_threads"])
    async with listening(playground.url) as client:
        yield client


async def started(bot: Listener, name: str = "Ada – Bo") -> discord.Thread:
    """A thread that starts from a card."""
    card = await bot.channel("games").send("Ada challenges Bo")
    return await card.create_thread(name=name, auto_archive_duration=1440)


def code(caught: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return caught.value.status, caught.value.code


# Starting


async def test_a_thread_from_a_message(bot: Listener, driver: Driver) -> None:
    card = await bot.channel("games").send("Ada challenges Bo")
    thread = await card.create_thread(name="Ada – Bo", auto_archive_duration=1440)
    assert (thread.id, thread.parent_id, thread.auto_archive_duration) == (
        card.id,
        card.channel.id,
        1440,
    )
    await bot.hears("thread_create")
    # The channel has the card and nothing else; the card shows its thread.
    [seen] = await driver.messages("#games")
    assert seen["flags"] & 1 << 5
    assert seen["thread"]["name"] == "Ada – Bo"
    # In the thread stands what points to the card.
    [first] = await driver.messages(str(thread.id))
    assert (first["type"], first["referenced_message"]["content"]) == (21, "Ada challenges Bo")
    again = [message async for message in thread.history()]
    assert [message.type for message in again] == [discord.MessageType.thread_starter_message]
    assert (await bot.fetch_channel(thread.id)).message_count == 0  # pyright: ignore
    with pytest.raises(discord.HTTPException) as caught:
        await card.create_thread(name="once more")
    assert code(caught) == (400, 160004)


async def test_a_thread_of_its_own_is_announced(bot: Listener, driver: Driver) -> None:
    games = bot.channel("games")
    thread = await games.create_thread(name="talk", type=discord.ChannelType.public_thread)
    [said] = await driver.messages("#games")
    assert (said["type"], said["content"]) == (18, "talk")
    assert said["message_reference"]["channel_id"] == str(thread.id)
    assert await driver.messages(str(thread.id)) == []


async def test_from_what_discord_wrote_no_thread_starts(bot: Listener) -> None:
    games = bot.channel("games")
    await games.create_thread(name="talk", type=discord.ChannelType.public_thread)
    [notice] = [message async for message in games.history()]
    with pytest.raises(discord.HTTPException) as caught:
        await notice.create_thread(name="about that")
    assert code(caught) == (403, 50021)


async def test_so_many_threads_and_no_more(
    bot: Listener, driver: Driver, playground: Playground
) -> None:
    await driver.rates(active_threads=2)
    first, _ = await started(bot), await started(bot)
    with pytest.raises(discord.HTTPException) as caught:
        await started(bot)
    assert code(caught) == (400, 160006)
    await first.edit(archived=True)
    await started(bot)
    assert not playground.violations


@pytest.mark.parametrize("name", ["", "x" * 101])
async def test_names_have_limits(bot: Listener, playground: Playground, name: str) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await started(bot, name)
    assert code(caught) == (400, 50035)
    playground.violations.clear()


# Names, and how often they change


async def test_a_new_name_is_written_in_the_thread(bot: Listener, driver: Driver) -> None:
    thread = await started(bot)
    await thread.edit(name="Ada won")
    _, after = await bot.hears("thread_update")
    assert after.name == "Ada won"
    *_, said = await driver.messages(str(thread.id))
    assert (said["type"], said["content"]) == (4, "Ada won")


async def test_a_third_name_in_ten_minutes_has_to_wait(
    bot: Listener, rest: Rest, driver: Driver
) -> None:
    thread, other = await started(bot), await started(bot)
    path = f"/channels/{thread.id}"
    for name in ("one", "two"):
        assert (await rest("PATCH", path, {"name": name}))[0] == 200
    status, body = await rest("PATCH", path, {"name": "three"})
    assert (status, rest.headers["X-RateLimit-Scope"]) == (429, "shared")
    assert int(rest.headers["X-RateLimit-Remaining"]) > 0  # no header tells of it
    assert 500 < body["retry_after"] <= 600
    # Everything but the name goes on, and so does another thread.
    assert (await rest("PATCH", path, {"archived": True}))[0] == 200
    await other.edit(name="mine")
    await driver.move_clock(600)
    status, body = await rest("PATCH", path, {"name": "three", "archived": False})
    assert (status, body["name"]) == (200, "three")


# Archiving


async def test_a_thread_is_archived_when_nothing_happens_in_it(
    bot: Listener, driver: Driver
) -> None:
    thread = await started(bot)
    await driver.move_clock(DAY - 60)
    await driver.say("Bo", str(thread.id), "still here")
    await driver.move_clock(DAY - 60)
    assert not bot.all("thread_update")
    await driver.move_clock(120)
    _, after = await bot.hears("thread_update")
    assert after.archived
    [there] = [one async for one in bot.channel("games").archived_threads()]
    assert there.id == thread.id
    # A message wakes it, for another day.
    await driver.say("Bo", str(thread.id), "once more")
    awake = await bot.hears("thread_join")
    assert not awake[0].archived
    await driver.move_clock(DAY)
    await bot.hears("raw_thread_update", 3)


async def test_a_longer_time_counts_from_now(bot: Listener, driver: Driver) -> None:
    thread = await started(bot)
    await driver.move_clock(DAY / 2)
    await thread.edit(auto_archive_duration=4320)
    await driver.move_clock(2.5 * DAY)
    fresh = await bot.fetch_channel(thread.id)
    assert isinstance(fresh, discord.Thread)
    assert not fresh.archived


async def test_what_is_archived_stays_as_it_is(bot: Listener, rest: Rest) -> None:
    thread = await started(bot)
    path, sent = f"/channels/{thread.id}", await thread.send("board")
    await thread.edit(archived=True)
    for method, place, given in (
        ("PATCH", path, {"name": "x"}),
        ("PATCH", f"{path}/messages/{sent.id}", {"content": "x"}),
        ("PUT", f"{path}/thread-members/@me", None),
    ):
        status, body = await rest(method, place, given)
        assert (status, body["code"]) == (400, 50083)
    assert (await rest("PATCH", path, {"archived": False, "name": "x"}))[0] == 200


async def test_who_may_open_and_lock(bot: Listener, driver: Driver, rest: Rest) -> None:
    theirs = await driver.create_thread("#games", "theirs", "Ada")
    path = f"/channels/{theirs['id']}"
    for given in ({"name": "mine"}, {"archived": True}, {"locked": True}):
        assert (await rest("PATCH", path, given))[1]["code"] == 50013
    # Whoever may write opens it again, unless it is locked.
    await driver.archive_thread(theirs["id"])
    assert (await rest("PATCH", path, {"archived": False}))[0] == 200
    await driver.archive_thread(theirs["id"], locked=True)
    assert (await rest("PATCH", path, {"archived": False}))[1]["code"] == 50013
    own = await started(bot)
    await driver.archive_thread(str(own.id), archived=False, locked=True)
    with pytest.raises(discord.Forbidden):
        await own.edit(archived=True)
    await driver.permit("#games", allow=["manage_threads"])
    await own.edit(archived=True, locked=False)


# Members


async def test_whoever_is_mentioned_is_in_it(bot: Listener, driver: Driver) -> None:
    thread = await started(bot)
    people = {p["global_name"]: p["id"] for p in (await driver.overview())["people"]}
    only = discord.AllowedMentions(users=[discord.Object(int(people["Bo"]))])
    words = f"<@{people['Bo']}> <@{people['Cy']}>"
    await thread.send(words, allowed_mentions=only)
    members = {str(member.id) for member in await thread.fetch_members()}
    assert members == {people["Bo"], str(bot.application_id)}
    await driver.say("Ada", str(thread.id), "me too")
    members = {str(member.id) for member in await thread.fetch_members()}
    assert people["Ada"] in members
    # Without the members intent, the bot hears of itself alone.
    await thread.leave()
    await bot.hears("thread_remove")
    assert not bot.all("thread_member_join")


async def test_a_channel_that_appears_brings_its_threads(bot: Listener, driver: Driver) -> None:
    await driver.permit("#general", deny=["view_channel"])
    hidden = await driver.create_thread("#general", "talk", "Ada")
    await driver.permit("#general", allow=["view_channel"])
    joined = await bot.hears("thread_join")
    assert str(joined[0].id) == hidden["id"]
    assert not bot.all("thread_create")


async def test_a_thread_is_deleted(bot: Listener, driver: Driver, rest: Rest) -> None:
    thread = await started(bot)
    await thread.send("board")
    with pytest.raises(discord.Forbidden):
        await thread.delete()
    await driver.remove_channel(str(thread.id))
    gone = await bot.hears("thread_delete")
    assert gone[0].id == thread.id
    status, body = await rest("POST", f"/channels/{thread.id}/messages", {"content": "x"})
    assert (status, body["code"]) == (404, 10003)


async def test_deleted_messages_are_not_counted(bot: Listener) -> None:
    thread = await started(bot)
    sent = [await thread.send(str(number)) for number in range(3)]
    await sent[1].delete()
    fresh = await bot.fetch_channel(thread.id)
    assert isinstance(fresh, discord.Thread)
    assert (fresh.message_count, fresh.total_message_sent) == (2, 3)


# Commands, buttons and private answers


async def test_private_answers_in_a_thread(bot: Listener, driver: Driver) -> None:
    @bot.tree.command(name="peek", description="Peek")
    async def peek(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("for you", ephemeral=True)
        await interaction.followup.send("and more", ephemeral=True)
        await interaction.followup.send("for all")

    await bot.tree.sync()
    thread = await started(bot)
    answer = await driver.slash("Ada", str(thread.id), "peek")
    await driver.wait_for_message(str(thread.id), lambda m: m["content"] == "for all")
    assert (answer.text, answer.ephemeral) == ("for you", True)
    seen = [m["content"] for m in await driver.messages(str(thread.id), "Ada")]
    assert seen[1:] == ["for you", "and more", "for all"]
    others = [m["content"] for m in await driver.messages(str(thread.id), "Bo")]
    assert others[1:] == ["for all"]
    fresh = await bot.fetch_channel(thread.id)
    assert isinstance(fresh, discord.Thread)
    assert fresh.message_count == 1


class Go(discord.ui.View):
    @discord.ui.button(label="Go", custom_id="go")
    async def go(self, interaction: discord.Interaction, button: discord.ui.Button["Go"]) -> None:
        del button
        await interaction.response.edit_message(content="gone")


async def test_a_press_in_an_archived_thread_wakes_it(bot: Listener, driver: Driver) -> None:
    thread = await started(bot)
    board = await thread.send("press", view=Go())
    await thread.edit(archived=True)
    answer = await driver.click("Bo", str(board.id), "Go")
    assert (answer.kind, answer.text) == ("update", "gone")
    fresh = await bot.fetch_channel(thread.id)
    assert isinstance(fresh, discord.Thread)
    assert not fresh.archived
    # Who may not write there may not wake it either.
    await thread.edit(archived=True)
    await driver.permit("#games", who="Cy", deny=["send_messages_in_threads"])
    with pytest.raises(CannotDo, match="the thread is archived"):
        await driver.click("Cy", str(board.id), "Go")


async def test_an_answer_that_comes_late_wakes_an_archived_thread(
    bot: Listener, driver: Driver
) -> None:
    shut, asked = asyncio.Event(), asyncio.Event()

    @bot.tree.command(name="later", description="Later")
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("wait", ephemeral=True)
        asked.set()
        await shut.wait()
        await interaction.followup.send("for you", ephemeral=True)
        await interaction.followup.send("for all")

    await bot.tree.sync()
    thread = await started(bot)
    await driver.slash("Ada", str(thread.id), "later")
    await asked.wait()
    await thread.edit(archived=True)
    shut.set()
    found = await driver.wait_for_message(str(thread.id), lambda m: m["content"] == "for all")
    assert found["channel_id"] == str(thread.id)
    overview: Json = await driver.overview()
    [now] = [c for c in overview["guilds"][0]["channels"] if c["id"] == str(thread.id)]
    assert not now["thread_metadata"]["archived"]
