"""What the page is told around the messages, scenes, and the stand-in as a program for it."""

import asyncio
import stat
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.playground.driver import Driver
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from tests.playground.fixtures import PlaygroundStart
from tests.playground.plain import Gateway, Json, Rest

ROW = {
    "type": 1,
    "components": [
        {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True},
        {"type": 2, "style": 1, "label": "Go", "custom_id": "go"},
    ],
}


def named(home: Json, name: str) -> Json:
    found = [c for guild in home["guilds"] for c in guild["channels"] if c["name"] == name]
    assert found, name
    return found[0]


async def test_home_is_what_one_person_sees(driver: Driver, rest: Rest, games: str) -> None:
    await driver.permit("#general", who="Bo", deny=["view_channel"])
    secret = await driver.create_thread("#games", "secret", "Ada", private=True)
    await driver.archive_thread(secret["id"])
    await driver.create_guild("Other", "Cy")
    people = {p["global_name"]: p["id"] for p in (await driver.overview())["people"]}
    seen = await driver.call("home", user="Bo")
    assert [guild["name"] for guild in seen["guilds"]] == ["Demo"]
    assert [c["name"] for c in seen["guilds"][0]["channels"]] == ["games"]
    assert {m["username"] for m in seen["guilds"][0]["members"]} == {"ada", "bo", "cy", "games"}
    assert named(seen, "games")["last"] is None
    assert named(await driver.call("home", user="Ada"), "secret")["archived"]
    assert len((await driver.call("home", user="Cy"))["guilds"]) == 2

    first = await rest.send(games, f"<@{people['Bo']}> go", allowed_mentions={"parse": ["users"]})
    await driver.say("Bo", "#games", "mine")
    last = await rest.send(games, "more")
    for read, expected in ((None, (2, 1)), (first["id"], (1, 0)), (last["id"], (0, 0))):
        marks = {games: read} if read else {}
        shown = named(await driver.call("home", user="Bo", read=marks), "games")
        assert (shown["unread"], shown["mentions"]) == expected
        assert shown["last"] == last["id"]
    assert not (await driver.call("home", user="Bo"))["direct"]
    await driver.say("Bo", "@Bo", "hello")
    [direct] = (await driver.call("home", user="Bo"))["direct"]
    assert (direct["guild_id"], direct["name"], direct["sends"]) == (None, "games", True)
    with pytest.raises(CannotDo, match="no person"):
        await driver.call("home", user="Nobody")


async def test_a_scene_is_acted_out(
    driver: Driver, rest: Rest, gateway: Gateway, playground: Playground
) -> None:
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": "begin", "description": "d"}])
    steps = [{"user": "Ada", "command": "begin"}, {"user": "Bo", "button": "Go"}]
    scene: Json = {"name": "s", "title": "T", "about": "A", "channel": "stage", "steps": steps}
    await driver.call("offer_scenes", scenes=[scene | {"once": True}])
    begun = await driver.call("play_scene", name="s", guild="Demo")
    assert begun["begun"]
    again = await driver.call("play_scene", name="s", guild="Demo")
    assert again == {"channel": begun["channel"], "begun": False}
    assert (await driver.call("scenes"))[0]["runs"]
    for who, row in (("ada", [ROW]), ("bo", [])):
        asked = await gateway.event("INTERACTION_CREATE")
        assert asked["member"]["user"]["username"] == who
        await rest.callback(asked, {"type": 4, "data": {"content": "secretly", "flags": 64}})
        await rest.send(begun["channel"], f"for {who}", components=row)

    assert (await ended(driver))["failed"] is None
    # What only the actors saw is not left behind, and the scene is there already.
    assert [m["content"] for m in await driver.messages("#stage")] == ["for ada", "for bo"]
    assert not (await driver.call("play_scene", name="s", guild="Demo"))["begun"]


async def test_a_scene_brings_its_people_and_goes_on_in_its_thread(
    driver: Driver, rest: Rest, gateway: Gateway, playground: Playground
) -> None:
    await driver.permit_all("Demo", allow=["create_public_threads"])
    await driver.create_thread("#games", "of another game", "Ada")
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": name, "description": "d"} for name in ("begin", "play")])
    steps = [{"user": "Mia", "command": "begin"}, {"user": "Noa", "button": "Go"}]
    steps += [{"user": "Mia", "command": "play"}, {"user": "Noa", "command": "play"}]
    scene: Json = {"name": "s", "title": "T", "about": "A", "channel": "games", "steps": steps}
    await driver.call("offer_scenes", scenes=[scene | {"cast": ["Mia", "Noa"]}])
    begun = await driver.call("play_scene", name="s", guild="Demo")

    async def answered(who: str) -> Json:
        asked = await gateway.event("INTERACTION_CREATE")
        assert asked["member"]["user"]["username"] == who
        await rest.callback(asked, {"type": 4, "data": {"content": "yes", "flags": 64}})
        return asked

    await answered("mia")
    card = await rest.send(begun["channel"], "card", components=[ROW])
    await answered("noa")
    path = f"/channels/{begun['channel']}/messages/{card['id']}"
    _, thread = await rest("POST", f"{path}/threads", {"name": "Mia – Noa"})
    board = await rest.send(thread["id"], "move 1")
    assert (await answered("mia"))["channel_id"] == thread["id"]
    # A board that is edited in place is shown too.
    path = f"/channels/{thread['id']}/messages/{board['id']}"
    await rest("PATCH", path, {"content": "move 2"})
    assert (await answered("noa"))["channel_id"] == thread["id"]
    await rest.send(thread["id"], "move 3")
    assert (await ended(driver))["failed"] is None
    members = {m["user"]["username"] for m in (await driver.overview())["guilds"][0]["members"]}
    assert {"mia", "noa"} <= members


async def ended(driver: Driver) -> Json:
    """The only scene on offer, once it is over."""
    while (now := (await driver.call("scenes"))[0])["runs"]:  # noqa: ASYNC110 (there is no event)
        await asyncio.sleep(0.01)
    return now


async def broken_off(driver: Driver, steps: list[dict[str, Any]]) -> str:
    scene: Json = {"name": "s", "title": "T", "about": "A", "channel": "games", "steps": steps}
    await driver.call("offer_scenes", scenes=[scene])
    await driver.call("play_scene", name="s", guild="Demo")
    return str((await ended(driver))["failed"])


async def test_a_scene_breaks_off(
    driver: Driver, rest: Rest, gateway: Gateway, playground: Playground
) -> None:
    assert "no command /begin" in await broken_off(driver, [{"user": "Ada", "command": "begin"}])
    assert "has a button Go" in await broken_off(driver, [{"user": "Ada", "button": "Go"}])
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": "begin", "description": "d"}])
    breaking = asyncio.create_task(broken_off(driver, [{"user": "Ada", "command": "begin"}]))
    await gateway.event("INTERACTION_CREATE")
    await driver.move_clock(4)
    assert await breaking == "The application did not respond"
    with pytest.raises(CannotDo, match="no scene"):
        await driver.call("play_scene", name="other", guild="Demo")
    # One that is under way does not keep the stand-in from stopping.
    await driver.call("play_scene", name="s", guild="Demo")


async def test_only_pictures_are_shown_by_a_browser(driver: Driver) -> None:
    sent = await driver.say(
        "Ada", "#games", "x", files={"a.html": b"<script>", "b.svg": b"<svg>", "c.jpg": b"jpg"}
    )
    kinds: list[str] = []
    async with aiohttp.ClientSession() as session:
        for upload in sent["attachments"]:
            async with session.get(upload["url"]) as response:
                kinds.append(response.headers["Content-Type"])
                assert response.headers["X-Content-Type-Options"] == "nosniff"
                assert response.headers["Content-Security-Policy"] == "sandbox"
    assert kinds == ["application/octet-stream", "application/octet-stream", "image/jpeg"]


async def test_the_key_is_kept(playground_process: PlaygroundStart, tmp_path: Path) -> None:
    file = tmp_path / "key"
    keys: list[str] = []
    for _ in range(2):
        async with playground_process("--key-file", str(file), "--bot-name", "Keil") as stand_in:
            assert (await stand_in.driver.call("home", user="Ada"))["application"][
                "username"
            ] == "Keil"
            keys.append(file.read_text())
    assert keys[0] == keys[1]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
