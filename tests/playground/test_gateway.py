"""The gateway, by a plain WebSocket client."""

import pytest

from bot.playground.driver import CannotDo, Driver
from bot.playground.server import Playground
from tests.playground.plain import GUILDS_AND_MESSAGES, TOKEN, Gateway, Rest


async def test_a_wrong_token_is_closed_with_4004(playground: Playground) -> None:
    async with Gateway(playground.url) as gateway:
        await gateway.send(2, {"token": "wrong", "intents": 1, "properties": {}})
        assert await gateway.closed() == 4004


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1, "shard": [2, 2]}, 4010),
    ],
)
async def test_what_identify_refuses(
    playground: Playground, data: dict[str, object], code: int
) -> None:
    async with Gateway(playground.url) as gateway:
        await gateway.send(2, {"token": TOKEN, "properties": {}} | data)
        assert await gateway.closed() == code


async def test_misuse(playground: Playground) -> None:
    async with Gateway(playground.url) as gateway:
        await gateway.send(3, {})
        assert await gateway.closed() == 4003
    async with Gateway(playground.url) as gateway:
        await gateway.socket.send_str("{")
        assert await gateway.closed() == 4002
    async with Gateway(playground.url) as gateway:
        await gateway.identify()
        await gateway.send(2, {"token": TOKEN, "intents": 1, "properties": {}})
        assert await gateway.closed() == 4005


@pytest.mark.parametrize("compress", [False, True])
async def test_identify(playground: Playground, compress: bool) -> None:
    async with Gateway(playground.url, compress=compress) as gateway:
        await gateway.send(1, None)
        assert (await gateway.frame())["op"] == 11
        await gateway.send(2, {"token": TOKEN, "intents": 513, "properties": {}})
        ready = await gateway.event("READY")
        assert ready["user"]["id"] == ready["application"]["id"] == playground.world.app_id
        assert ready["resume_gateway_url"] == playground.gateway_url
        guild = await gateway.event("GUILD_CREATE")
        assert guild["id"] == ready["guilds"][0]["id"]
        assert {channel["name"] for channel in guild["channels"]} == {"games", "general"}
        assert [m["user"]["id"] for m in guild["members"]] == [playground.world.app_id]
        assert guild["member_count"] == 4


async def test_events_follow_intents(playground: Playground, driver: Driver) -> None:
    async with Gateway(playground.url) as few, Gateway(playground.url) as more:
        await few.identify(intents=1)
        await more.identify(intents=GUILDS_AND_MESSAGES)
        await driver.say("Ada", "#games", "hello")
        await driver.create_channel("Demo", "new")
        assert (await few.frame())["t"] == "CHANNEL_CREATE"
        assert (await more.frame())["t"] == "MESSAGE_CREATE"
        assert (await more.frame())["t"] == "CHANNEL_CREATE"


async def test_content_is_blank_without_a_mention(
    gateway: Gateway, driver: Driver, rest: Rest, games: str, playground: Playground
) -> None:
    await driver.say("Ada", "#games", "hello", files={"a.png": b"1"})
    heard = await gateway.event("MESSAGE_CREATE")
    assert (heard["content"], heard["attachments"]) == ("", [])
    assert heard["author"]["global_name"] == "Ada"
    await driver.say("Ada", "#games", f"hello <@{playground.world.app_id}>")
    assert (await gateway.event("MESSAGE_CREATE"))["content"].startswith("hello <@")
    board = await rest.send(games, "your move")
    assert (await gateway.event("MESSAGE_CREATE"))["content"] == "your move"
    await driver.say("Ada", "#games", "a1", reply_to=board)
    heard = await gateway.event("MESSAGE_CREATE")
    assert (heard["content"], heard["message_reference"]["message_id"]) == ("a1", board["id"])
    await driver.say("Ada", "#games", "a2", reply_to=board, ping=False)
    assert (await gateway.event("MESSAGE_CREATE"))["content"] == ""


async def test_edits_and_deletions(gateway: Gateway, rest: Rest, games: str) -> None:
    sent = await rest.send(games)
    path = f"/channels/{games}/messages/{sent['id']}"
    await rest("PATCH", path, {"content": "new"})
    assert (await gateway.event("MESSAGE_UPDATE"))["content"] == "new"
    await rest("DELETE", path)
    assert (await gateway.event("MESSAGE_DELETE"))["id"] == sent["id"]


async def test_resume_replays_what_was_missed(playground: Playground, driver: Driver) -> None:
    async with Gateway(playground.url) as first:
        await first.identify()
        await driver.say("Ada", "#games", "before")
        await first.event("MESSAGE_CREATE")
    said = [await driver.say("Ada", "#games", text) for text in ("one", "two")]
    async with Gateway(playground.url) as second:
        await second.resume(first.session_id, first.sequence)
        missed = [await second.frame() for _ in said]
        assert [frame["d"]["id"] for frame in missed] == [message["id"] for message in said]
        assert [frame["s"] for frame in missed] == [first.sequence + 1, first.sequence + 2]
        assert (await second.frame())["t"] == "RESUMED"


async def test_resume_of_an_unknown_session_is_invalid(playground: Playground) -> None:
    async with Gateway(playground.url) as gateway:
        await gateway.resume("unknown", 3)
        assert await gateway.frame() == {"op": 9, "d": False}
        await gateway.identify()


async def test_a_session_ends_with_a_goodbye(playground: Playground, driver: Driver) -> None:
    async with Gateway(playground.url) as first:
        await first.identify()
        await first.socket.close(code=1000)
    await driver.say("Ada", "#games", "into the void")
    async with Gateway(playground.url) as second:
        await second.resume(first.session_id, first.sequence)
        assert (await second.frame())["op"] == 9


async def test_the_driver_disturbs_connections(playground: Playground, driver: Driver) -> None:
    async with Gateway(playground.url) as gateway:
        await gateway.identify()
        await driver.wait_connected()
        await driver.gateway("reconnect")
        assert (await gateway.frame())["op"] == 7
        await driver.gateway("invalidate_resumable")
        assert await gateway.frame() == {"op": 9, "d": True}
        await driver.gateway("close", 4000)
        assert await gateway.closed() == 4000
        await gateway.socket.close()
        await driver.wait_connected(False)
    async with Gateway(playground.url) as second:
        await second.resume(gateway.session_id, gateway.sequence)
        assert (await second.frame())["t"] == "RESUMED"
        await driver.gateway("invalidate")
        assert await second.frame() == {"op": 9, "d": False}


async def test_shards_share_the_servers(playground: Playground, driver: Driver) -> None:
    ids: set[str] = set()
    made = await driver.create_world(
        [{"name": f"S{n}", "channels": ["games"], "people": ["Ada"]} for n in range(3)]
    )
    for shard in (0, 1):
        async with Gateway(playground.url) as gateway:
            ready = await gateway.identify(shard=[shard, 2])
            mine = {guild["id"] for guild in ready["guilds"]}
            assert all((int(guild) >> 22) % 2 == shard for guild in mine)
            assert not ids & mine
            ids |= mine
    assert {guild["id"] for guild in made.values()} <= ids


async def test_events_that_were_kept_back_can_come_in_another_order(
    playground: Playground, driver: Driver, gateway: Gateway
) -> None:
    await driver.gateway("hold")
    for text in ("first", "second"):
        await driver.say("Ada", "#games", f"<@{playground.world.app_id}> {text}")
    assert await driver.gateway("release_reordered") == 4
    seen = [(await gateway.event("MESSAGE_CREATE"))["content"].split()[1] for _ in range(4)]
    assert seen == ["second", "second", "first", "first"]


async def test_a_session_that_nobody_is_connected_to_can_be_forgotten(
    playground: Playground, driver: Driver
) -> None:
    async with Gateway(playground.url) as gateway:
        await gateway.identify()
        assert await driver.gateway("forget") == 0
        await driver.gateway("close")
        await gateway.closed()
        await driver.wait_connected(connected=False)
        assert await driver.gateway("forget") == 1
    assert not playground.gateway.sessions


# --- shards ---


async def test_discord_recommends_a_number_of_shards(rest: Rest, driver: Driver) -> None:
    assert (await rest("GET", "/gateway/bot"))[1]["shards"] == 1
    await driver.sharding(count=16, max_concurrency=4)
    _, told = await rest("GET", "/gateway/bot")
    assert (told["shards"], told["session_start_limit"]["max_concurrency"]) == (16, 4)


async def test_a_server_can_be_made_on_a_shard(playground: Playground, driver: Driver) -> None:
    """Its id decides: without its lowest 22 bits, divided by the number of shards."""
    await driver.sharding(count=4)
    names = [f"{shard}, {turn}" for turn in range(3) for shard in (2, 0, 3, 1)]
    made = [await driver.create_guild(name, "Ada", shard=int(name[0])) for name in names]
    assert [(int(guild["id"]) >> 22) % 4 for guild in made] == [2, 0, 3, 1] * 3
    assert len({guild["id"] for guild in made}) == 12
    worlds = [{"name": "World", "channels": ["club"], "people": ["Ada"], "shard": 3}]
    world = (await driver.create_world(worlds))["World"]
    assert (int(world["id"]) >> 22) % 4 == 3
    async with Gateway(playground.url) as third:
        ready = await third.identify(shard=[3, 4])
        assert {name for name in names if name[0] == "3"} | {"World"} <= {
            str(playground.world.guild(guild["id"])["name"]) for guild in ready["guilds"]
        }


async def test_waiting_until_a_number_of_shards_is_connected(
    playground: Playground, driver: Driver
) -> None:
    async with Gateway(playground.url) as first, Gateway(playground.url) as second:
        await first.identify(shard=[0, 2])
        await driver.wait_connected(shards=1)
        with pytest.raises(CannotDo):
            await driver.wait_connected(shards=2, timeout=0.05)
        await second.identify(shard=[1, 2])
        await driver.wait_connected(shards=2)
        await second.socket.close(code=4000)
        await driver.wait_connected(shards=1)


async def test_one_shard_in_two_connections_is_reported(
    playground: Playground, driver: Driver
) -> None:
    async with Gateway(playground.url) as first, Gateway(playground.url) as second:
        await first.identify(shard=[0, 2])
        await second.identify(shard=[1, 2])
        assert (await driver.report())["identified_twice"] == []
        async with Gateway(playground.url) as third:
            await third.identify(shard=[1, 2])
        assert (await driver.report())["identified_twice"] == ["1/2"]


async def test_identify_too_often_ends_the_session(playground: Playground, driver: Driver) -> None:
    """Each bucket has its own turns: the shards with the same rest divided by max_concurrency."""
    await driver.sharding(count=4, max_concurrency=2, identify_every=5.0)
    identify: dict[str, object] = {"token": TOKEN, "intents": 1, "properties": {}}
    async with (
        Gateway(playground.url) as zero,
        Gateway(playground.url) as one,
        Gateway(playground.url) as two,
        Gateway(playground.url) as again,
    ):
        await zero.identify(shard=[0, 4])
        await one.identify(shard=[1, 4])
        await two.send(2, identify | {"shard": [2, 4]})
        refused = await two.frame()
        assert (refused["op"], refused["d"]) == (9, False)
        assert (await driver.report())["identified_too_often"] == ["2/4"]
        await driver.move_clock(5.0)
        await again.identify(shard=[2, 4])
