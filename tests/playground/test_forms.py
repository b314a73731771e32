"""Selects, the fields of modals and uploads in commands, as the bot receives them."""

import asyncio

import pytest

from bot.playground.driver import Driver, File
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from tests.playground.plain import Gateway, Json, Rest

OPTIONS = [{"label": name.upper(), "value": name} for name in ("a", "b", "c")]


async def asked_on(
    driver: Driver, gateway: Gateway, rest: Rest, games: str, component: Json, values: list[str]
) -> Json:
    """The data of choosing ``values`` in ``component``."""
    row = {"type": 1, "components": [component]}
    board = await rest.send(games, "board", components=[row])
    asking = asyncio.create_task(driver.select("Bo", board, "s", values))
    asked = await gateway.event("INTERACTION_CREATE")
    await rest.callback(asked, {"type": 6})
    assert (await asking).kind == "deferred_update"
    return asked["data"]


async def test_a_string_select(driver: Driver, gateway: Gateway, rest: Rest, games: str) -> None:
    select = {"type": 3, "custom_id": "s", "options": OPTIONS, "max_values": 2}
    data = await asked_on(driver, gateway, rest, games, select, ["A", "c"])
    assert (data["component_type"], data["values"]) == (3, ["a", "c"])
    row = {"type": 1, "components": [select]}
    board = await rest.send(games, "board", components=[row])
    for values, words in (([], "at least"), (["a", "b", "c"], "at most"), (["x"], "offers")):
        with pytest.raises(CannotDo, match=words):
            await driver.select("Bo", board, "s", values)


async def test_a_user_select(driver: Driver, gateway: Gateway, rest: Rest, games: str) -> None:
    data = await asked_on(driver, gateway, rest, games, {"type": 5, "custom_id": "s"}, ["Cy"])
    [chosen] = data["values"]
    assert data["resolved"]["users"][chosen]["global_name"] == "Cy"
    assert chosen in data["resolved"]["members"]


async def test_a_channel_and_a_role_select(
    driver: Driver, gateway: Gateway, rest: Rest, games: str
) -> None:
    data = await asked_on(driver, gateway, rest, games, {"type": 8, "custom_id": "s"}, ["#games"])
    assert data["resolved"]["channels"][games]["name"] == "games"
    select = {"type": 6, "custom_id": "s"}
    data = await asked_on(driver, gateway, rest, games, select, ["@everyone"])
    assert data["resolved"]["roles"]


async def test_with_a_channel_comes_what_the_asker_may_do_there(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground, games: str
) -> None:
    """Not what the bot may."""
    await driver.permit("#games", who="Bo", deny=["attach_files"])
    data = await asked_on(driver, gateway, rest, games, {"type": 8, "custom_id": "s"}, ["#games"])
    said = int(data["resolved"]["channels"][games]["permissions"])
    channel, bo = playground.world.channel(games), number_of(playground, "Bo")
    assert said == int(playground.world.permissions(channel, bo))
    assert said != int(playground.world.permissions(channel, playground.world.app_id))


def number_of(playground: Playground, name: str) -> str:
    """The id of a person."""
    rows = playground.world.state.users.rows.values()
    return next(row["id"] for row in rows if row["global_name"] == name)


async def test_every_field_of_a_modal(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": "import", "description": "d"}])
    asking = asyncio.create_task(driver.slash("Bo", "#games", "import"))
    asked = await gateway.event("INTERACTION_CREATE")
    fields: list[Json] = [
        {"type": 3, "custom_id": "select", "options": OPTIONS},
        {"type": 21, "custom_id": "radio", "options": OPTIONS},
        {"type": 22, "custom_id": "boxes", "options": OPTIONS, "max_values": 2},
        {"type": 19, "custom_id": "file"},
        {"type": 23, "custom_id": "box"},
    ]
    components = [{"type": 18, "label": "l", "component": field} for field in fields]
    modal = {"custom_id": "m", "title": "Import", "components": components}
    status, body = await rest.callback(asked, {"type": 9, "data": modal})
    assert status == 200, body
    opened = await asking
    upload = File("game.txt", b"1 a1")
    given: Json = {"select": "b", "radio": "C", "boxes": ["a", "b"], "file": upload, "box": True}
    with pytest.raises(CannotDo, match="radio is required"):
        await driver.submit_modal("Bo", opened, {"select": "b"})
    with pytest.raises(CannotDo, match="no field"):
        await driver.submit_modal("Bo", opened, given | {"other": "x"})
    sending = asyncio.create_task(driver.submit_modal("Bo", opened, given))
    sent = await gateway.event("INTERACTION_CREATE")
    found = {c["component"]["custom_id"]: c["component"] for c in sent["data"]["components"]}
    assert found["select"]["values"] == ["b"]
    assert found["radio"]["value"] == "c"
    assert found["boxes"]["values"] == ["a", "b"]
    assert found["box"]["value"] is True
    [file] = found["file"]["values"]
    assert sent["data"]["resolved"]["attachments"][file]["filename"] == "game.txt"
    assert await driver.file(file) == b"1 a1"
    assert "message" not in sent
    await rest.callback(sent, {"type": 4, "data": {"content": "imported"}})
    answer = await sending
    assert answer.message is not None
    metadata = answer.message["interaction_metadata"]
    assert metadata["triggering_interaction_metadata"]["id"] == opened.interaction


async def test_fields_that_nobody_touches_are_sent_as_they_were_opened(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": "Import", "type": 2}])
    asking = asyncio.create_task(driver.context_menu("Bo", "#games", "Import", "Cy"))
    asked = await gateway.event("INTERACTION_CREATE")
    cy = asked["data"]["target_id"]
    chosen = [OPTIONS[0], OPTIONS[1] | {"default": True}, OPTIONS[2]]
    fields: list[Json] = [
        {"type": 3, "custom_id": "select", "options": chosen},
        {"type": 3, "custom_id": "cleared", "options": chosen, "required": False},
        {"type": 21, "custom_id": "radio", "options": chosen},
        {"type": 5, "custom_id": "who", "default_values": [{"id": cy, "type": "user"}]},
        {"type": 4, "custom_id": "text", "style": 1, "value": "old"},
    ]
    components = [{"type": 18, "label": "l", "component": field} for field in fields]
    modal = {"custom_id": "m", "title": "Import", "components": components}
    status, body = await rest.callback(asked, {"type": 9, "data": modal})
    assert status == 200, body
    opened = await asking
    with pytest.raises(CannotDo, match="select is required"):
        await driver.submit_modal("Bo", opened, {"select": []})
    sending = asyncio.create_task(driver.submit_modal("Bo", opened, {"cleared": []}))
    sent = await gateway.event("INTERACTION_CREATE")
    found = [label["component"] for label in sent["data"]["components"]]
    assert [field.get("value", field.get("values")) for field in found] == [
        ["b"],
        [],
        "b",
        [cy],
        "old",
    ]
    assert sent["data"]["resolved"]["users"][cy]["global_name"] == "Cy"
    assert "message" not in sent
    await rest.callback(sent, {"type": 4, "data": {"content": "imported"}})
    await sending


async def test_options_of_every_type(
    driver: Driver, gateway: Gateway, rest: Rest, games: str, playground: Playground
) -> None:
    options = [
        {"type": kind, "name": name, "description": "d"}
        for kind, name in (
            (5, "flag"),
            (7, "channel"),
            (8, "role"),
            (9, "anyone"),
            (10, "number"),
            (11, "file"),
        )
    ]
    place = f"/applications/{playground.world.app_id}/commands"
    await rest("PUT", place, [{"name": "all", "description": "d", "options": options}])
    upload = File("game.txt", b"1 a1")
    given: Json = {
        "flag": False,
        "channel": "#games",
        "role": "@everyone",
        "anyone": "Cy",
        "number": 0.5,
        "file": upload,
    }
    asking = asyncio.create_task(driver.slash("Bo", "#games", "all", given))
    asked = await gateway.event("INTERACTION_CREATE")
    values = {option["name"]: option["value"] for option in asked["data"]["options"]}
    assert (values["flag"], values["number"], values["channel"]) == (False, 0.5, games)
    resolved = asked["data"]["resolved"]
    assert set(resolved) == {"channels", "roles", "users", "members", "attachments"}
    assert resolved["attachments"][values["file"]]["url"].startswith(playground.url)
    await rest.callback(asked, {"type": 5})
    await asking
    for wrong in ({"flag": "yes"}, {"channel": "#nowhere"}, {"role": "none"}, {"number": "1"}):
        with pytest.raises(CannotDo):
            await driver.slash("Bo", "#games", "all", wrong)
