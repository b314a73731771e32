"""Servers, channels, threads, people and permissions, as a plain client meets them."""

import asyncio
from pathlib import Path

import pytest

from bot.playground.driver import CannotDo, Driver
from bot.playground.server import Playground
from bot.playground.state import State
from tests.playground.plain import Gateway, Rest


async def test_missing_permissions_are_50013(rest: Rest, games: str, driver: Driver) -> None:
    path = f"/channels/{games}/messages"
    status, body = await rest("POST", path, {"embeds": [{"title": "t"}]})
    assert (status, body["code"]) == (403, 50013)
    await driver.permit("#games", deny=["attach_files"])
    status, body = await rest("POST", path, {"content": "x"}, files={"a.png": b"1"})
    assert (status, body["code"]) == (403, 50013)
    await driver.permit("#games", deny=["send_messages"])
    status, body = await rest("POST", path, {"content": "x"})
    assert (status, body["code"]) == (403, 50013)
    await driver.permit("#games", allow=["send_messages"])
    assert (await rest("POST", path, {"content": "x"}))[0] == 200


async def test_a_hidden_channel_is_50001(
    rest: Rest, games: str, driver: Driver, gateway: Gateway
) -> None:
    sent = await rest.send(games)
    await gateway.event("MESSAGE_CREATE")
    await driver.permit("#games", deny=["view_channel"])
    await gateway.event("CHANNEL_UPDATE")
    for method, path in (
        ("GET", ""),
        ("GET", "/messages"),
        ("POST", "/messages"),
        ("GET", f"/messages/{sent['id']}"),
        ("PATCH", f"/messages/{sent['id']}"),
    ):
        body = {"content": "x"} if method[0] == "P" else None
        status, answer = await rest(method, f"/channels/{games}{path}", body)
        assert (status, answer["code"]) == (403, 50001), path
    await driver.say("Ada", "#games", "unheard")
    await driver.say("Ada", "#general", "heard")
    assert (await gateway.event("MESSAGE_CREATE"))["channel_id"] != games


async def test_two_servers(rest: Rest, games: str, driver: Driver, gateway: Gateway) -> None:
    made = await driver.create_world(
        [{"name": "Other", "channels": ["games"], "people": ["Dee", "Ada"]}]
    )
    other = made["Other"]["channels"]["games"]
    created = await gateway.event("GUILD_CREATE")
    assert created["id"] == made["Other"]["id"]
    await rest.send(other, "there")
    assert [m["content"] for m in await driver.messages("Other/games", "Ada")] == ["there"]
    assert await driver.messages(games) == []
    status, channels = await rest("GET", f"/guilds/{made['Other']['id']}/channels")
    assert (status, [channel["id"] for channel in channels]) == (200, [other])
    status, member = await rest(
        "GET", f"/guilds/{made['Other']['id']}/members/{created['owner_id']}"
    )
    assert (status, member["user"]["global_name"]) == (200, "Dee")
    await driver.remove_person("Other")
    assert (await gateway.event("GUILD_DELETE"))["id"] == made["Other"]["id"]
    status, body = await rest("POST", f"/channels/{other}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 50001)
    status, body = await rest("GET", f"/guilds/{made['Other']['id']}")
    assert (status, body["code"]) == (403, 50001)
    await driver.join("Other")
    assert (await gateway.event("GUILD_CREATE"))["id"] == made["Other"]["id"]


async def test_people_and_channels_go(
    rest: Rest, games: str, driver: Driver, gateway: Gateway, playground: Playground
) -> None:
    guild = playground.world.bot_guilds()[0]
    bo = next(u["id"] for u in playground.world.state.users.rows.values() if u["username"] == "bo")
    await driver.remove_person("Demo", "Bo")
    status, body = await rest("GET", f"/guilds/{guild}/members/{bo}")
    assert (status, body["code"]) == (404, 10007)
    sent = await rest.send(games)
    await driver.remove_channel("#games")
    assert (await gateway.event("CHANNEL_DELETE"))["id"] == games
    path = f"/channels/{games}/messages/{sent['id']}"
    assert (await rest("PATCH", path, {"content": "x"}))[1]["code"] == 10003
    await driver.remove_guild("Demo")
    assert (await gateway.event("GUILD_DELETE"))["id"] == guild
    assert (await rest("GET", f"/guilds/{guild}"))[1]["code"] == 10004


async def test_threads(rest: Rest, games: str, driver: Driver, gateway: Gateway) -> None:
    sent = await rest.send(games)
    path = f"/channels/{games}/messages/{sent['id']}/threads"
    body = {"name": "Ada - Bo", "auto_archive_duration": 1440}
    status, refused = await rest("POST", path, body)
    assert (status, refused["code"]) == (403, 50013)
    await driver.permit("#games", allow=["create_public_threads"])
    status, thread = await rest("POST", path, body)
    assert (status, thread["id"], thread["parent_id"]) == (201, sent["id"], games)
    assert (await gateway.event("THREAD_CREATE"))["id"] == thread["id"]
    status, refused = await rest("POST", path, body)
    assert (status, refused["code"]) == (400, 160004)
    await rest.send(thread["id"], "in the thread")
    await driver.permit("#games", deny=["send_messages_in_threads"])
    status, refused = await rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    assert (status, refused["code"]) == (403, 50013)
    status, made = await rest("POST", f"/channels/{games}/threads", {"name": "alone", "type": 11})
    assert (status, made["type"]) == (201, 11)


async def test_thread_members(rest: Rest, driver: Driver, playground: Playground) -> None:
    thread = await driver.create_thread("#games", "talk", "Ada")
    path = f"/channels/{thread['id']}/thread-members"
    assert (await rest("PUT", f"{path}/@me"))[0] == 204
    bo = next(u["id"] for u in playground.world.state.users.rows.values() if u["username"] == "bo")
    assert (await rest("PUT", f"{path}/{bo}"))[0] == 204
    status, members = await rest("GET", path)
    assert (status, len(members)) == (200, 3)
    assert (await rest("DELETE", f"{path}/{bo}"))[1]["code"] == 50013
    assert (await rest("DELETE", f"{path}/@me"))[0] == 204
    assert (await rest("GET", f"{path}/{playground.world.app_id}"))[1]["code"] == 10007


async def test_archived_and_locked_threads(rest: Rest, games: str, driver: Driver) -> None:
    await driver.permit("#games", allow=["create_public_threads"])
    _, thread = await rest("POST", f"/channels/{games}/threads", {"name": "t", "type": 11})
    path = f"/channels/{thread['id']}"
    sent = await rest.send(thread["id"])
    status, changed = await rest("PATCH", path, {"archived": True})
    assert (status, changed["thread_metadata"]["archived"]) == (200, True)
    status, body = await rest("PATCH", f"{path}/messages/{sent['id']}", {"content": "x"})
    assert (status, body["code"]) == (400, 50083)
    await rest.send(thread["id"], "wakes it")
    _, now = await rest("GET", path)
    assert now["thread_metadata"]["archived"] is False
    assert (await rest("PATCH", path, {"locked": True}))[1]["code"] == 50013
    await driver.archive_thread(thread["id"], locked=True)
    status, body = await rest("POST", f"{path}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 160005)
    status, body = await rest("DELETE", f"{path}/messages/{sent['id']}")
    assert (status, body["code"]) == (400, 50083)


async def test_a_thread_that_is_locked_and_active_is_read_only(rest: Rest, driver: Driver) -> None:
    thread = await driver.create_thread("#games", "talk", "Ada")
    path = f"/channels/{thread['id']}"
    sent, other = await rest.send(thread["id"]), await rest.send(thread["id"])
    said = await driver.say("Bo", thread["id"], "me too")
    await driver.archive_thread(thread["id"], archived=False, locked=True)
    status, body = await rest("POST", f"{path}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 160005)
    status, body = await rest("PATCH", f"{path}/messages/{sent['id']}", {"content": "x"})
    assert (status, body["code"]) == (403, 160005)
    assert (await rest("DELETE", f"{path}/messages/{other['id']}"))[0] == 204
    with pytest.raises(CannotDo, match="160005"):
        await driver.say("Bo", thread["id"], "and I")
    with pytest.raises(CannotDo, match="160005"):
        await driver.edit_message("Bo", said["id"], "and I")
    await driver.say("Ada", thread["id"], "who may manage threads")
    await driver.permit("#games", allow=["manage_threads"])
    await rest.send(thread["id"], "and so may the bot")
    assert (await rest("PATCH", f"{path}/messages/{sent['id']}", {"content": "x"}))[0] == 200


async def test_controls_in_a_locked_thread_cannot_be_used(rest: Rest, driver: Driver) -> None:
    thread = await driver.create_thread("#games", "talk", "Ada")
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    board = await rest.send(thread["id"], components=[{"type": 1, "components": [button]}])
    await driver.archive_thread(thread["id"], archived=False, locked=True)
    for who in ("Bo", "Ada"):
        with pytest.raises(CannotDo, match="the thread is locked"):
            await driver.click(who, board["id"], "Go")


async def test_private_threads_are_hidden(rest: Rest, driver: Driver) -> None:
    thread = await driver.create_thread("#games", "secret", "Ada", private=True)
    assert (await rest("GET", f"/channels/{thread['id']}"))[1]["code"] == 50001


async def test_direct_messages(
    rest: Rest, driver: Driver, gateway: Gateway, playground: Playground
) -> None:
    del gateway
    people = {u["global_name"]: u["id"] for u in playground.world.state.users.rows.values()}
    status, dm = await rest("POST", "/users/@me/channels", {"recipient_id": people["Bo"]})
    assert (status, dm["type"], dm["recipients"][0]["id"]) == (200, 1, people["Bo"])
    await rest.send(dm["id"], "your move")
    assert [m["content"] for m in await driver.messages("@Bo", "Bo")] == ["your move"]
    await driver.person("Bo", refuses_dms=True)
    status, body = await rest("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 50007)
    await driver.person("Bo", refuses_dms=False)
    await driver.remove_person("Demo", "Bo")
    status, body = await rest("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, 50007)
    assert (await rest("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 10013


async def test_commands_in_direct_messages(
    rest: Rest, driver: Driver, gateway: Gateway, playground: Playground
) -> None:
    path = f"/applications/{playground.world.app_id}/commands"
    command = {"name": "games", "description": "Your games", "contexts": [0, 1]}
    assert (await rest("POST", path, command))[0] == 201
    assert (await rest("POST", path, command))[0] == 200
    asking = asyncio.create_task(driver.slash("Bo", "@Bo", "games"))
    asked = await gateway.event("INTERACTION_CREATE")
    assert (asked["user"]["global_name"], asked["context"]) == ("Bo", 1)
    assert "guild_id" not in asked
    await rest.callback(asked, {"type": 4, "data": {"content": "none"}})
    assert (await asking).text == "none"


def test_only_the_owner_reads_the_database(tmp_path: Path) -> None:
    database = tmp_path / "discord.db"
    database.touch(0o644)  # of an earlier version
    State(database).commit()
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
