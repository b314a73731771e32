"""The life of an interaction, seen by a plain client: deadlines, one acknowledgement, tokens."""

import asyncio
from typing import Any

import pytest

from bot.playground.driver import Answer, Driver
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from tests.playground.plain import Gateway, Json, Rest

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
ROW = {"type": 1, "components": [BUTTON]}
LABEL = {
    "type": 18,
    "label": "Point",
    "component": {"type": 4, "style": 1, "custom_id": "point", "max_length": 3},
}
MODAL = {"custom_id": "m", "title": "Move", "components": [LABEL]}

COMMANDS = [
    {
        "name": "play",
        "description": "Play",
        "options": [
            {"type": 3, "name": "move", "description": "m", "required": True, "max_length": 4},
            {"type": 4, "name": "n", "description": "n", "min_value": 1, "max_value": 9},
            {"type": 6, "name": "who", "description": "w"},
            {
                "type": 3,
                "name": "side",
                "description": "s",
                "choices": [{"name": "First", "value": "x"}],
            },
            {"type": 3, "name": "typed", "description": "t", "autocomplete": True},
        ],
    },
    {
        "name": "challenge",
        "description": "c",
        "options": [{"type": 1, "name": "keil", "description": "k"}],
    },
    {"name": "Board", "type": 3},
    {"name": "Rating", "type": 2},
    {"name": "admin", "description": "a", "default_member_permissions": 32},
]


@pytest.fixture(autouse=True)
async def commands(playground: Playground, rest: Rest) -> None:
    path = f"/applications/{playground.world.app_id}/commands"
    status, body = await rest("PUT", path, COMMANDS)
    assert status == 200, body


async def begun(driver: Driver, gateway: Gateway) -> tuple[asyncio.Task[Answer], Json]:
    asking = asyncio.create_task(driver.slash("Bo", "#games", "play", {"move": "a1"}))
    return asking, await gateway.event("INTERACTION_CREATE")


async def test_it_is_complete(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    options = {"move": "a1", "n": 3, "who": "Cy", "side": "First"}
    asking = asyncio.create_task(driver.slash("Bo", "#games", "play", options))
    asked = await gateway.event("INTERACTION_CREATE")
    assert asked["data"]["options"][:2] == [
        {"name": "move", "type": 3, "value": "a1"},
        {"name": "n", "type": 4, "value": 3},
    ]
    who, side = asked["data"]["options"][2:]
    assert asked["data"]["resolved"]["users"][who["value"]]["global_name"] == "Cy"
    assert "permissions" in asked["data"]["resolved"]["members"][who["value"]]
    assert side["value"] == "x"
    assert asked["member"]["user"]["global_name"] == "Bo"
    assert asked["channel"]["name"] == "games"
    assert int(asked["app_permissions"]) & 1 << 11
    assert asked["attachment_size_limit"] == 10 * 1024 * 1024
    assert asked["authorizing_integration_owners"] == {"0": asked["guild_id"]}
    await rest.callback(asked, {"type": 4, "data": {"content": "ok"}})
    answer = await asking
    assert answer.message is not None
    assert answer.message["interaction_metadata"]["user"]["global_name"] == "Bo"


async def test_the_second_acknowledgement_is_40060(
    driver: Driver, gateway: Gateway, rest: Rest
) -> None:
    asking, asked = await begun(driver, gateway)
    status, body = await rest.callback(asked, {"type": 4, "data": {"content": "one"}})
    assert status == 200
    assert body["resource"]["message"]["content"] == "one"
    status, body = await rest.callback(asked, {"type": 4, "data": {"content": "two"}})
    assert (status, body["code"]) == (400, 40060)
    assert (await asking).text == "one"
    assert [m["content"] for m in await driver.messages("#games")] == ["one"]


async def test_after_three_seconds_it_is_10062(
    driver: Driver, gateway: Gateway, rest: Rest
) -> None:
    asking, asked = await begun(driver, gateway)
    await driver.move_clock(3.1)
    answer = await asking
    assert (answer.kind, answer.error) == ("failed", "The application did not respond")
    status, body = await rest.callback(asked, {"type": 4, "data": {"content": "late"}})
    assert (status, body["code"]) == (404, 10062)
    assert await driver.messages("#games") == []


async def test_a_wrong_token_is_10062(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    asking, asked = await begun(driver, gateway)
    status, body = await rest.callback(asked | {"token": "other"}, {"type": 5})
    assert (status, body["code"]) == (404, 10062)
    await rest.callback(asked, {"type": 5})
    await asking


async def test_without_a_bot_it_fails_after_three_seconds(driver: Driver) -> None:
    asking = asyncio.create_task(driver.slash("Bo", "#games", "play", {"move": "a1"}))
    before = await driver.now()
    await driver.move_clock(2.0)
    answer = await asking
    assert answer.kind == "failed"
    assert await driver.now() - before >= 2.5


async def test_the_token_dies_after_fifteen_minutes_with_50027(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    asking, asked = await begun(driver, gateway)
    path = f"/webhooks/{playground.world.app_id}/{asked['token']}"
    status, body = await rest("PATCH", f"{path}/messages/@original", {"content": "early"})
    assert (status, body["code"]) == (404, 10015)
    await rest.callback(asked, {"type": 4, "data": {"content": "one"}})
    await asking
    await driver.move_clock(14 * 60)
    status, body = await rest("PATCH", f"{path}/messages/@original", {"content": "two"})
    assert (status, body["content"]) == (200, "two")
    await driver.move_clock(61)
    for method, end in (
        ("PATCH", "/messages/@original"),
        ("GET", "/messages/@original"),
        ("DELETE", "/messages/@original"),
        ("POST", ""),
    ):
        status, body = await rest(
            method, path + end, {"content": "x"} if method[0] == "P" else None
        )
        assert (status, body["code"]) == (401, 50027), method


async def test_deferred_then_filled_then_followed_up(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    asking, asked = await begun(driver, gateway)
    status, body = await rest.callback(asked, {"type": 5, "data": {"flags": 64}})
    assert status == 200
    assert body["interaction"]["response_message_loading"]
    answer = await asking
    assert (answer.kind, answer.ephemeral) == ("deferred", True)
    path = f"/webhooks/{playground.world.app_id}/{asked['token']}"
    _, first = await rest("POST", path, {"content": "fills the deferred one"})
    assert first["id"] == body["interaction"]["response_message_id"]
    assert (await driver.original(answer))["content"] == "fills the deferred one"
    _, second = await rest("POST", path, {"content": "follows", "flags": 64})
    assert [m["id"] for m in await driver.followups(answer)] == [second["id"]]
    await driver.move_clock(2)
    _, second = await rest("PATCH", f"{path}/messages/{second['id']}", {"content": "edited"})
    _, again = await rest("GET", f"{path}/messages/{second['id']}")
    assert again["content"] == "edited"
    assert (await rest("DELETE", f"{path}/messages/{second['id']}"))[0] == 204
    assert (await rest("GET", f"{path}/messages/{second['id']}"))[1]["code"] == 10008
    assert (await rest("DELETE", f"{path}/messages/@original"))[0] == 204
    assert await driver.messages("#games") == []


async def test_all_that_an_interaction_does_later_is_one_bucket_of_five(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    asking, asked = await begun(driver, gateway)
    await rest.callback(asked, {"type": 5, "data": {"flags": 64}})
    await asking
    path = f"/webhooks/{playground.world.app_id}/{asked['token']}"
    for n in range(4):
        status, _ = await rest("PATCH", f"{path}/messages/@original", {"content": str(n)})
        assert (status, rest.headers["X-RateLimit-Remaining"]) == (200, str(4 - n))
    assert (await rest("POST", path, {"content": "follows", "flags": 64}))[0] == 200
    status, body = await rest("POST", path, {"content": "too often", "flags": 64})
    assert (status, body["global"]) == (429, False)
    assert 0 < body["retry_after"] <= 2
    asking, other = await begun(driver, gateway)  # an interaction of its own
    await rest.callback(other, {"type": 4, "data": {"content": "at once"}})
    await asking
    await driver.move_clock(2)
    assert (await rest("GET", f"{path}/messages/@original"))[0] == 200


async def test_follow_ups_for_all_share_a_limit_of_their_channel(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    statuses: list[int] = []
    path = ""
    for _ in range(8):
        asking, asked = await begun(driver, gateway)
        await rest.callback(asked, {"type": 4, "data": {"content": "first"}})
        await asking
        path = f"/webhooks/{playground.world.app_id}/{asked['token']}"
        sent = [await rest("POST", path, {"content": "follows"}) for _ in range(4)]
        statuses += [status for status, _ in sent]
    assert statuses == [200] * 30 + [429] * 2
    assert rest.headers["X-RateLimit-Scope"] == "shared"
    assert (await rest("POST", path, {"content": "private", "flags": 64}))[0] == 200


async def test_a_reply_to_an_answer_comes_without_its_text(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    """It pings nobody, so it is one of the messages that the bot may not read."""
    asking, asked = await begun(driver, gateway)
    await rest.callback(asked, {"type": 4, "data": {"content": "an answer"}})
    answer = (await asking).message
    assert answer is not None
    said = await driver.say("Ada", "#games", "a1", reply_to=answer["id"], ping=True)
    assert (said["mentions"], said["content"]) == ([], "a1")
    reply = await gateway.event("MESSAGE_CREATE")
    while reply["author"].get("bot"):
        reply = await gateway.event("MESSAGE_CREATE")
    assert (reply["content"], reply["mentions"]) == ("", [])
    named = f"<@{playground.world.app_id}> a1"
    await driver.say("Ada", "#games", named, reply_to=answer["id"], ping=True)
    assert (await gateway.event("MESSAGE_CREATE"))["content"] == named


async def test_a_follow_up_for_all_is_the_bots_and_replies_to_the_answer(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    """A private answer is no part of what others see of it."""
    asking, asked = await begun(driver, gateway)
    await rest.callback(asked, {"type": 4, "data": {"content": "private", "flags": 64}})
    answer = (await asking).message
    assert answer is not None
    path, app = f"/webhooks/{playground.world.app_id}/{asked['token']}", playground.world.app_id
    status, made = await rest("POST", path, {"content": "for all"})
    assert (status, made["flags"], made["type"]) == (200, 0, 19)
    assert made["author"]["id"] == made["webhook_id"] == made["application_id"] == app
    assert made["interaction_metadata"]["id"] == asked["id"]
    assert made["message_reference"]["message_id"] == answer["id"]
    heard = await gateway.event("MESSAGE_CREATE")
    assert (heard["id"], heard["referenced_message"]) == (made["id"], None)
    _, found = await rest("GET", f"/channels/{made['channel_id']}/messages")
    assert [message["id"] for message in found] == [made["id"]]


async def test_a_follow_up_is_changed_by_its_token_after_a_form_has_updated_the_board(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground, games: str
) -> None:
    board = await rest.send(games, "a board", components=[ROW])
    clicking = asyncio.create_task(driver.click("Bo", board, "go"))
    clicked = await gateway.event("INTERACTION_CREATE")
    await rest.callback(clicked, {"type": 9, "data": MODAL})
    sending = asyncio.create_task(driver.submit_modal("Bo", await clicking, {"point": "a1"}))
    sent = await gateway.event("INTERACTION_CREATE")
    assert sent["message"]["id"] == board["id"]
    assert (await rest.callback(sent, {"type": 7, "data": {"components": []}}))[0] in (200, 204)
    answer = await sending
    assert (answer.kind, answer.text) == ("update", "a board")
    assert answer.message is not None
    assert answer.message["components"] == []
    path = f"/webhooks/{playground.world.app_id}/{sent['token']}"
    _, receipt = await rest("POST", path, {"content": "done", "flags": 64})
    assert (await driver.receipt(answer))["id"] == receipt["id"]
    _, newest = await rest("POST", path, {"content": "the next board", "components": [ROW]})
    assert newest["message_reference"]["message_id"] == board["id"]
    assert newest["interaction_metadata"]["triggering_interaction_metadata"]["id"] == clicked["id"]
    where = f"{path}/messages/{newest['id']}"
    status, changed = await rest("PATCH", where, {"components": []})
    assert (status, changed["content"], changed["components"]) == (200, "the next board", [])


async def test_ephemeral_messages_are_for_one(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    asking, asked = await begun(driver, gateway)
    data = {"content": "secret", "flags": 64, "components": [ROW]}
    await rest.callback(asked, {"type": 4, "data": data})
    answer = await asking
    assert answer.ephemeral
    assert answer.message is not None
    assert len(await driver.messages("#games", "Bo")) == 1
    assert await driver.messages("#games", "Ada") == []
    with pytest.raises(CannotDo):
        await driver.click("Ada", answer.message, "go")
    path = f"/channels/{asked['channel_id']}/messages"
    assert (await rest("GET", f"{path}/{answer.message['id']}"))[1]["code"] == 10008
    assert (await rest("GET", path))[1] == []


async def clicked(
    driver: Driver, gateway: Gateway, rest: Rest
) -> tuple[asyncio.Task[Answer], Json, Json]:
    channel = next(
        c for c in (await driver.overview())["guilds"][0]["channels"] if c["name"] == "games"
    )
    board = await rest.send(channel["id"], "board", components=[ROW])
    asking = asyncio.create_task(driver.click("Bo", board, "Go"))
    return asking, await gateway.event("INTERACTION_CREATE"), board


async def test_a_click_updates_its_message(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    asking, asked, board = await clicked(driver, gateway, rest)
    assert asked["message"]["id"] == board["id"]
    assert asked["data"] == {"component_type": 2, "custom_id": "go", "id": 2}
    disabled = {"type": 1, "components": [BUTTON | {"disabled": True}]}
    status, body = await rest.callback(
        asked, {"type": 7, "data": {"content": "moved", "components": [disabled]}}
    )
    assert (status, body["resource"]["message"]["id"]) == (200, board["id"])
    answer = await asking
    assert (answer.kind, answer.text) == ("update", "moved")
    with pytest.raises(CannotDo, match="disabled"):
        await driver.click("Bo", board, "go")
    with pytest.raises(CannotDo):
        await driver.click("Bo", board, "other")


async def test_a_modal_is_filled_in(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    asking, asked, board = await clicked(driver, gateway, rest)
    assert (await rest.callback(asked, {"type": 9, "data": MODAL}))[0] == 200
    opened = await asking
    assert opened.kind == "modal"
    with pytest.raises(CannotDo, match="required"):
        await driver.submit_modal("Bo", opened, {})
    with pytest.raises(CannotDo, match="at most 3"):
        await driver.submit_modal("Bo", opened, {"point": "abcd"})
    with pytest.raises(CannotDo, match="no such modal"):
        await driver.submit_modal("Ada", opened, {"point": "a1"})
    sending = asyncio.create_task(driver.submit_modal("Bo", opened, {"point": "a1"}))
    sent = await gateway.event("INTERACTION_CREATE")
    assert sent["message"]["id"] == board["id"]
    [label] = sent["data"]["components"]
    assert (label["type"], label["component"]["value"]) == (18, "a1")
    status, _ = await rest.callback(sent, {"type": 6})
    assert status == 200
    assert (await sending).kind == "deferred_update"


async def test_choices_while_typing(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    typing = asyncio.create_task(
        driver.autocomplete("Bo", "#games", "play", {"typed": "a"}, focused="typed")
    )
    asked = await gateway.event("INTERACTION_CREATE")
    assert asked["type"] == 4
    assert asked["data"]["options"] == [{"name": "typed", "type": 3, "value": "a", "focused": True}]
    choices = [{"name": "a1", "value": "a1"}]
    assert (await rest.callback(asked, {"type": 8, "data": {"choices": choices}}))[0] == 200
    assert await typing == choices


async def test_menus(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    said = await driver.say("Ada", "#games", "look")
    asking = asyncio.create_task(driver.context_menu("Bo", "#games", "Board", said["id"]))
    asked = await gateway.event("INTERACTION_CREATE")
    assert asked["data"]["resolved"]["messages"][said["id"]]["content"] == "look"
    await rest.callback(asked, {"type": 4, "data": {"content": "ok"}})
    await asking
    asking = asyncio.create_task(driver.context_menu("Bo", "#games", "Rating", "Ada"))
    asked = await gateway.event("INTERACTION_CREATE")
    assert asked["data"]["target_id"] in asked["data"]["resolved"]["members"]
    await rest.callback(asked, {"type": 4, "data": {"content": "ok"}})
    await asking


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("none", {}, "no command"),
        ("play", {}, "required"),
        ("play", {"move": 1}, "text"),
        ("play", {"move": "a1234"}, "at most 4"),
        ("play", {"move": "a", "n": 10}, "at most 9"),
        ("play", {"move": "a", "n": "3"}, "number"),
        ("play", {"move": "a", "side": "o"}, "one of"),
        ("play", {"move": "a", "who": "Nobody"}, "no person"),
        ("play", {"move": "a", "other": 1}, "no option"),
        ("challenge", {}, "subcommand"),
        ("challenge kee", {}, "subcommand"),
        ("admin", {}, "permissions"),
    ],
)
async def test_what_the_client_refuses(
    driver: Driver, command: str, options: Json, words: str
) -> None:
    with pytest.raises(CannotDo, match=words):
        await driver.slash("Bo", "#games", command, options)


@pytest.mark.parametrize("kind", [1, 6, 7, 8])
async def test_answers_that_do_not_fit_are_50035(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground, kind: int
) -> None:
    asking, asked = await begun(driver, gateway)
    data: dict[str, Any] = {"choices": []} if kind == 8 else {"content": "x"}
    status, body = await rest.callback(
        asked, {"type": kind} | ({} if kind == 1 else {"data": data})
    )
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["type"]["_errors"]
    playground.violations.clear()
    await rest.callback(asked, {"type": 5})
    await asking


async def test_delivered_twice(driver: Driver, gateway: Gateway, rest: Rest) -> None:
    asking = asyncio.create_task(driver.slash("Bo", "#games", "play", {"move": "a"}, twice=True))
    one = await gateway.event("INTERACTION_CREATE")
    two = await gateway.event("INTERACTION_CREATE")
    assert one == two
    await rest.callback(one, {"type": 5})
    answer = await asking
    await driver.repeat_interaction(answer)
    assert (await gateway.event("INTERACTION_CREATE"))["id"] == answer.interaction


async def test_the_api_itself_takes_what_no_client_would_send(
    driver: Driver, gateway: Gateway
) -> None:
    data: Json = {"component_type": 2, "custom_id": "no such button", "id": 1}
    asking = asyncio.create_task(driver.forge("Bo", "#games", 3, data))
    asked = await gateway.event("INTERACTION_CREATE")
    assert (asked["type"], asked["data"]) == (3, data)
    await driver.move_clock(4)
    assert (await asking).kind == "failed"
