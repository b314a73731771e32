"""The server as such: unknown routes, tokens, faults, the driver's door, restarts and kills."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bot.playground.driver import CALLBACK, EDIT, SEND, Driver
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from tests.playground.fixtures import PlaygroundStart
from tests.playground.pictures import png
from tests.playground.plain import TOKEN, Gateway, Rest


async def test_an_unknown_route_is_501(rest: Rest, playground: Playground) -> None:
    assert (await rest("GET", "/guilds/1/bans"))[0] == 501
    assert (await rest("PUT", "/channels/1/messages"))[0] == 501
    assert playground.unknown == ["GET /api/v10/guilds/1/bans", "PUT /api/v10/channels/1/messages"]
    playground.unknown.clear()


async def test_a_wrong_token_is_401(playground: Playground) -> None:
    async with Rest(playground.url, "wrong") as rest:
        status, body = await rest("GET", "/users/@me")
        assert (status, body["code"]) == (401, 0)


async def test_broken_json_is_50109(playground: Playground, games: str) -> None:
    headers = {"Authorization": f"Bot {TOKEN}", "Content-Type": "application/json"}
    url = f"{playground.url}/api/v10/channels/{games}/messages"
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, data=b"{") as response,
    ):
        assert response.status == 400
        assert (await response.json())["code"] == 50109


async def test_it_is_a_proper_bot(rest: Rest, playground: Playground) -> None:
    _, me = await rest("GET", "/users/@me")
    _, application = await rest("GET", "/oauth2/applications/@me")
    assert me["id"] == application["id"] == application["bot"]["id"]
    assert (await rest("GET", "/gateway/bot"))[1]["url"] == playground.gateway_url
    assert (await rest("GET", "/gateway"))[1]["url"] == playground.gateway_url


async def test_commands_keep_their_numbers(rest: Rest, playground: Playground) -> None:
    base = f"/applications/{playground.world.app_id}"
    guild = f"/guilds/{playground.world.bot_guilds()[0]}"
    play, rules = ({"name": name, "description": "d"} for name in ("play", "rules"))
    for place in (f"{base}/commands", f"{base}{guild}/commands"):
        _, [first, second] = await rest("PUT", place, [play, rules])
        _, [again, other] = await rest("PUT", place, [play, rules | {"description": "new"}])
        assert (again["id"], again["version"]) == (first["id"], first["version"])
        assert other["id"] == second["id"]
        assert other["version"] != second["version"]
        assert len((await rest("GET", place))[1]) == 2
        _, changed = await rest("PATCH", f"{place}/{first['id']}", {"description": "newer"})
        assert (await rest("GET", f"{place}/{first['id']}"))[1] == changed
        assert (await rest("DELETE", f"{place}/{first['id']}"))[0] == 204
        assert (await rest("GET", f"{place}/{first['id']}"))[1]["code"] == 10063


# The driver's door


async def test_only_the_driver_comes_in(playground: Playground) -> None:
    url = f"{playground.url}/driver/now"
    key = {"X-Driver-Key": playground.driver_key}
    async with aiohttp.ClientSession() as session:
        for headers in ({}, {"X-Driver-Key": "wrong"}, key | {"Host": "evil.example"}):
            async with session.post(url, json={}, headers=headers) as response:
                assert response.status == 403
        async with session.post(url, json={}, headers=key) as response:
            assert response.status == 200


async def test_the_driver_is_told_what_is_wrong(driver: Driver) -> None:
    for verb, words in (("fly", "no verb"), ("now", "unexpected keyword")):
        with pytest.raises(CannotDo, match=words):
            await driver.call(verb, nonsense=1)
    with pytest.raises(CannotDo, match="no channel"):
        await driver.messages("#nowhere")
    with pytest.raises(TimeoutError):
        await driver.wait_for("#games", lambda seen: seen, timeout=0.05)


async def test_the_log(rest: Rest, games: str, driver: Driver) -> None:
    await rest.send(games, "hello")
    await rest("PATCH", f"/channels/{games}/messages/1", {"content": "x"})
    [sent] = await driver.wait_for_requests(SEND)
    assert (sent["status"], sent["body"]) == (200, {"content": "hello"})
    [edited] = await driver.requests(EDIT, since=sent["n"] + 1)
    assert (edited["status"], edited["code"]) == (404, 10008)


# Faults


async def test_the_next_requests_fail(rest: Rest, games: str, driver: Driver) -> None:
    await driver.fail_next(SEND, 500, times=2)
    path = f"/channels/{games}/messages"
    statuses = [(await rest("POST", path, {"content": str(n)}))[0] for n in range(3)]
    assert statuses == [500, 500, 200]
    assert [m["content"] for m in await driver.messages("#games")] == ["2"]


@pytest.mark.parametrize("applied", [True, False])
async def test_a_lost_answer(rest: Rest, games: str, driver: Driver, applied: bool) -> None:
    await driver.drop_next(SEND, applied=applied)
    with pytest.raises(aiohttp.ClientError):
        await rest.send(games)
    assert len(await driver.messages("#games")) == applied


async def test_a_slow_answer(rest: Rest, games: str, driver: Driver) -> None:
    await driver.slow_next(SEND, 1000)
    sending = asyncio.create_task(rest.send(games, "late"))
    await driver.wait_for_message("#games", lambda message: message["content"] == "late")
    assert not sending.done()
    await driver.clear_faults()
    assert (await sending)["content"] == "late"


async def test_a_request_that_hangs(rest: Rest, games: str, driver: Driver) -> None:
    await driver.hang_next(SEND)
    sending = asyncio.create_task(rest.send(games))
    done, _ = await asyncio.wait([sending], timeout=0.2)
    assert not done
    assert await driver.messages("#games") == []
    await driver.clear_faults()
    with pytest.raises(aiohttp.ClientError):
        await sending


async def test_a_request_is_held(rest: Rest, games: str, driver: Driver) -> None:
    for hold, there in ((driver.hold_before, 0), (driver.hold_after, 2)):
        held = await hold(SEND)
        sending = asyncio.create_task(rest.send(games))
        await held.wait_until_held()
        assert len(await driver.messages("#games")) == there
        await held.release()
        await sending
    held = await driver.hold_before(SEND)
    sending = asyncio.create_task(rest.send(games))
    await held.wait_until_held()
    await held.release(drop=True)
    with pytest.raises(aiohttp.ClientError):
        await sending
    assert len(await driver.messages("#games")) == 2


async def test_a_lost_callback_was_applied(
    rest: Rest, gateway: Gateway, driver: Driver, playground: Playground
) -> None:
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": "play", "description": "d"}])
    await driver.drop_next(CALLBACK)
    asking = asyncio.create_task(driver.slash("Bo", "#games", "play"))
    asked = await gateway.event("INTERACTION_CREATE")
    with pytest.raises(aiohttp.ClientError):
        await rest.callback(asked, {"type": 4, "data": {"content": "ok"}})
    assert (await asking).text == "ok"
    assert (await rest.callback(asked, {"type": 5}))[1]["code"] == 40060


# Memory


async def test_it_remembers_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "world.db"
    async with Playground(token=TOKEN, database=database) as first, Rest(first.url) as rest:
        games = next(
            c["id"] for c in first.world.state.channels.rows.values() if c["name"] == "games"
        )
        first.world.clock.move(1000)
        _, sent = await rest(
            "POST", f"/channels/{games}/messages", {"nonce": "n"}, {"a.png": png(2, 2)}
        )
        place = f"/applications/{first.world.app_id}/commands"
        _, commands = await rest("PUT", place, [{"name": "play", "description": "d"}])
        last = first.world.ids.last
    async with Playground(token=TOKEN, database=database) as second, Rest(second.url) as rest:
        assert (await rest("GET", place))[1] == commands
        _, again = await rest("GET", f"/channels/{games}/messages/{sent['id']}")
        async with (
            aiohttp.ClientSession() as session,
            session.get(again["attachments"][0]["url"]) as response,
        ):
            assert await response.read() == png(2, 2)
        body = {"content": "x", "nonce": "n", "enforce_nonce": True}
        assert (await rest("POST", f"/channels/{games}/messages", body))[1]["id"] == sent["id"]
        assert int((await rest.send(games))["id"]) > last


async def test_numbers_never_repeat(tmp_path: Path) -> None:
    database = tmp_path / "world.db"
    seen: list[int] = []
    for moment in (2e9, 1.9e9):  # the clock of the machine is set back in between
        async with Playground(
            token=TOKEN, database=database, now=lambda moment=moment: moment
        ) as made:
            seen += [int(made.world.ids.next()) for _ in range(3)]
    assert seen == sorted(set(seen))


async def test_a_kill_loses_nothing_that_was_answered(
    playground_process: PlaygroundStart,
) -> None:
    async with playground_process("--free") as first:
        channels = (await first.driver.overview())["guilds"][0]["channels"]
        games = next(channel["id"] for channel in channels if channel["name"] == "games")
        async with Rest(first.url) as rest:
            sent = [(await rest.send(games, str(n)))["id"] for n in range(10)]
        first.kill()
        await first.process.wait()
    async with playground_process("--free") as second:
        assert [m["id"] for m in await second.driver.messages("#games")] == sent


FOREIGN = [{"Origin": "http://other.example"}, {"Host": "rebound.example"}]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
@pytest.mark.parametrize(
    "path", ["/", "/api/v10/users/@me", "/api/v10/nothing", "/gateway", "/attachments/1/2/a.png"]
)
async def test_pages_of_others_reach_nothing_even_with_the_token(
    playground: Playground, path: str, headers: dict[str, str]
) -> None:
    """Of another origin in the same browser, or by a name that leads here."""
    given = {"Authorization": f"Bot {TOKEN}"} | headers
    async with (
        aiohttp.ClientSession(headers=given) as session,
        session.get(playground.url + path) as response,
    ):
        assert response.status == 403
    assert not playground.unknown


async def test_the_bots_token_is_another_one_every_time(tmp_path: Path) -> None:
    async with (
        Playground(database=tmp_path / "1.db") as one,
        Playground(database=tmp_path / "2.db") as other,
    ):
        assert len({one.world.token, other.world.token, TOKEN}) == 3
        async with Rest(one.url, other.world.token) as rest:
            assert (await rest("GET", "/users/@me"))[0] == 401
