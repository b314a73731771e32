"""Messages over plain HTTP: refusals, uploads, components, mentions, nonces, old edits."""

import asyncio
import gc
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from bot.playground.driver import Driver
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from tests.playground.pictures import png
from tests.playground.plain import TOKEN, Json, Rest

V2 = 1 << 15


async def test_unknown_things(rest: Rest, games: str) -> None:
    assert (await rest("GET", "/channels/1"))[1]["code"] == 10003
    assert (await rest("GET", f"/channels/{games}/messages/1"))[1]["code"] == 10008
    assert (await rest("GET", "/guilds/1"))[1]["code"] == 10004
    assert (await rest("GET", "/users/1"))[1]["code"] == 10013


async def test_an_empty_message_is_50006(rest: Rest, games: str) -> None:
    empty: list[Json] = [{}, {"content": ""}, {"content": " "}, {"embeds": [], "components": []}]
    for body in empty:
        status, answer = await rest("POST", f"/channels/{games}/messages", body)
        assert (status, answer["code"]) == (400, 50006)
    sent = await rest.send(games)
    path = f"/channels/{games}/messages/{sent['id']}"
    assert (await rest("PATCH", path, {"content": ""}))[1]["code"] == 50006


async def test_a_form_error_is_nested(rest: Rest, games: str, playground: Playground) -> None:
    status, body = await rest("POST", f"/channels/{games}/messages", {"content": "x" * 2001})
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    assert body["errors"] == {
        "content": {
            "_errors": [
                {
                    "code": "BASE_TYPE_MAX_LENGTH",
                    "message": "Must be 2000 or fewer in length.",
                }
            ]
        }
    }
    assert len(playground.violations) == 1
    playground.violations.clear()


async def test_somebody_elses_message_is_50005(rest: Rest, games: str, driver: Driver) -> None:
    said = await driver.say("Ada", "#games", "mine")
    path = f"/channels/{games}/messages/{said['id']}"
    status, body = await rest("PATCH", path, {"content": "no, mine"})
    assert (status, body["code"]) == (403, 50005)
    status, body = await rest("DELETE", path)
    assert (status, body["code"]) == (403, 50013)
    await driver.permit("#games", allow=["manage_messages"])
    assert (await rest("DELETE", path))[0] == 204


async def test_edit_and_delete(rest: Rest, games: str) -> None:
    sent = await rest.send(games)
    path = f"/channels/{games}/messages/{sent['id']}"
    assert sent["edited_timestamp"] is None
    status, edited = await rest("PATCH", path, {"content": "new"})
    assert (status, edited["content"]) == (200, "new")
    assert edited["edited_timestamp"] > sent["timestamp"]
    assert (await rest("DELETE", path))[0] == 204
    assert (await rest("PATCH", path, {"content": "x"}))[1]["code"] == 10008


async def test_listing(rest: Rest, games: str, driver: Driver) -> None:
    await driver.rates(send=[100, 1.0])
    ids = [(await rest.send(games, str(n)))["id"] for n in range(6)]

    async def listed(query: str) -> list[int]:
        status, found = await rest("GET", f"/channels/{games}/messages?{query}")
        assert status == 200
        return [ids.index(message["id"]) for message in found]

    assert await listed("limit=2") == [5, 4]
    assert await listed(f"limit=2&before={ids[3]}") == [2, 1]
    assert await listed(f"limit=2&after={ids[3]}") == [5, 4]
    assert await listed(f"limit=3&around={ids[3]}") == [4, 3, 2]
    await driver.permit("#games", deny=["read_message_history"])
    assert await listed("limit=2") == []
    assert (await rest("GET", f"/channels/{games}/messages/{ids[0]}"))[1]["code"] == 50013


# Nonces


async def test_a_nonce_is_remembered_for_two_minutes(
    rest: Rest, games: str, driver: Driver
) -> None:
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    _, first = await rest("POST", f"/channels/{games}/messages", body)
    _, again = await rest("POST", f"/channels/{games}/messages", body)
    assert again["id"] == first["id"]
    await driver.move_clock(119)
    _, again = await rest("POST", f"/channels/{games}/messages", body)
    assert again["id"] == first["id"]
    await driver.move_clock(2)
    _, later = await rest("POST", f"/channels/{games}/messages", body)
    assert later["id"] != first["id"]
    assert len(await driver.messages("#games")) == 2


async def test_a_nonce_is_the_authors_whatever_the_channel(
    rest: Rest, games: str, playground: Playground, driver: Driver
) -> None:
    channels = playground.world.state.channels.rows.values()
    general = next(channel["id"] for channel in channels if channel["name"] == "general")
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    _, first = await rest("POST", f"/channels/{games}/messages", body)
    status, again = await rest("POST", f"/channels/{general}/messages", body)
    assert (status, again["id"], again["channel_id"]) == (200, first["id"], games)
    assert await driver.messages("#general") == []


async def test_a_nonce_of_a_deleted_message_is_10008(
    rest: Rest, games: str, driver: Driver
) -> None:
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    path = f"/channels/{games}/messages"
    _, first = await rest("POST", path, body)
    assert (await rest("DELETE", f"{path}/{first['id']}"))[0] == 204
    status, refused = await rest("POST", path, body)
    assert (status, refused["code"], refused["message"]) == (404, 10008, "Unknown Message")
    await driver.move_clock(121)
    assert (await rest("POST", path, body))[0] == 200


async def test_a_nonce_that_is_not_enforced_sends_again(rest: Rest, games: str) -> None:
    body = {"content": "twice", "nonce": "n1"}
    _, first = await rest("POST", f"/channels/{games}/messages", body)
    _, again = await rest("POST", f"/channels/{games}/messages", body)
    assert again["id"] != first["id"]


# Rate limits


async def test_a_bucket_of_five(rest: Rest, games: str, driver: Driver) -> None:
    for left in (4, 3, 2, 1, 0):
        await rest.send(games)
        assert rest.headers["X-RateLimit-Remaining"] == str(left)
    assert rest.headers["Content-Type"] == "application/json"
    status, body = await rest("POST", f"/channels/{games}/messages", {"content": "one more"})
    assert (status, body["global"]) == (429, False)
    assert 0 < body["retry_after"] <= 5
    assert rest.headers["Via"]
    assert int(rest.headers["Retry-After"]) >= body["retry_after"]
    await driver.move_clock(5)
    await rest.send(games)


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_five_edits_or_deletions_in_five_seconds_per_channel(
    rest: Rest, driver: Driver, method: str
) -> None:
    """Each is counted for itself, and each channel."""
    await driver.rates(send=[100, 1.0])
    places = {c["name"]: c["id"] for c in (await driver.overview())["guilds"][0]["channels"]}
    games, general = places["games"], places["general"]
    sent = [(await rest.send(games))["id"] for _ in range(6)]
    other = (await rest.send(general))["id"]
    body = {"content": "x"} if method == "PATCH" else None
    for number in sent[:5]:
        assert (await rest(method, f"/channels/{games}/messages/{number}", body))[0] < 300
    assert (await rest(method, f"/channels/{games}/messages/{sent[5]}", body))[0] == 429
    assert (await rest(method, f"/channels/{general}/messages/{other}", body))[0] < 300
    await driver.move_clock(5)
    assert (await rest(method, f"/channels/{games}/messages/{sent[5]}", body))[0] < 300


async def test_fifty_a_second_over_all(rest: Rest, driver: Driver) -> None:
    await driver.rates(other=[1000, 1.0])
    statuses = [await rest("GET", "/users/@me") for _ in range(60)]
    limited = [body for status, body in statuses if status == 429]
    assert limited
    assert limited[0]["global"]


async def test_the_fourth_edit_of_an_old_message_is_30046(
    rest: Rest, games: str, driver: Driver
) -> None:
    sent = await rest.send(games)
    path = f"/channels/{games}/messages/{sent['id']}"
    for n in range(4):
        assert (await rest("PATCH", path, {"content": f"young {n}"}))[0] == 200
    await driver.move_clock(3601)
    for n in range(3):
        assert (await rest("PATCH", path, {"content": f"old {n}"}))[0] == 200
    status, body = await rest("PATCH", path, {"content": "too often"})
    assert (status, body["code"]) == (429, 30046)
    assert body["retry_after"] > 0
    await driver.move_clock(6)
    assert (await rest("PATCH", path, {"content": "again"}))[0] == 200


# Uploads


async def test_an_upload_is_served_back(rest: Rest, games: str, driver: Driver) -> None:
    body = {"content": "", "attachments": [{"id": 0, "description": "an empty board"}]}
    path = f"/channels/{games}/messages"
    status, sent = await rest("POST", path, body, files={"board.png": png(7, 5)})
    assert status == 200
    [file] = sent["attachments"]
    assert (file["width"], file["height"], file["filename"]) == (7, 5, "board.png")
    assert (file["description"], file["content_type"]) == ("an empty board", "image/png")
    async with aiohttp.ClientSession() as session:
        async with session.get(file["url"]) as response:
            assert await response.read() == png(7, 5)
            assert response.content_type == "image/png"
        async with session.get(file["url"].partition("?")[0]) as response:
            assert response.status == 404
        await driver.move_clock(25 * 3600)
        async with session.get(file["url"]) as response:
            assert response.status == 404
    _, again = await rest("GET", f"{path}/{sent['id']}")
    assert again["attachments"][0]["url"] != file["url"]


async def test_an_edit_keeps_the_files_that_it_names(rest: Rest, games: str) -> None:
    path = f"/channels/{games}/messages"
    _, sent = await rest("POST", path, {}, files={"a.png": png(1, 1), "b.png": png(1, 1)})
    path += f"/{sent['id']}"
    _, edited = await rest("PATCH", path, {"content": "text"})
    assert [f["filename"] for f in edited["attachments"]] == ["a.png", "b.png"]
    kept = edited["attachments"][1]
    _, edited = await rest(
        "PATCH", path, {"attachments": [{"id": kept["id"]}, {"id": 0}]}, {"c.png": png(2, 2)}
    )
    assert [f["filename"] for f in edited["attachments"]] == ["b.png", "c.png"]
    _, edited = await rest("PATCH", path, {}, files={"d.png": png(2, 2)})
    assert [f["filename"] for f in edited["attachments"]] == ["b.png", "c.png", "d.png"]
    _, edited = await rest("PATCH", path, {"attachments": []})
    assert edited["attachments"] == []


async def test_a_file_shown_by_an_embed_is_not_listed(
    rest: Rest, games: str, driver: Driver
) -> None:
    await driver.permit("#games", allow=["embed_links"])
    body = {"embeds": [{"title": "t", "image": {"url": "attachment://a.png"}}]}
    path = f"/channels/{games}/messages"
    _, sent = await rest("POST", path, body, files={"a.png": png(3, 4)})
    assert sent["attachments"] == []
    image = sent["embeds"][0]["image"]
    assert (image["width"], image["height"]) == (3, 4)
    async with aiohttp.ClientSession() as session, session.get(image["url"]) as response:
        assert await response.read() == png(3, 4)
    _, edited = await rest("PATCH", f"{path}/{sent['id']}", {"content": "text"})
    assert edited["attachments"] == []
    assert edited["embeds"][0]["image"]["url"] == image["url"]


def gallery(name: str) -> Json:
    item = {"media": {"url": f"attachment://{name}"}, "description": "a board"}
    return {"type": 12, "items": [item]}


async def test_components_v2(rest: Rest, games: str, playground: Playground) -> None:
    button = {"type": 2, "style": 2, "label": "Pass", "custom_id": "pass"}
    parts = [{"type": 10, "content": "Keil"}, gallery("a.png"), {"type": 14}]
    box = {"type": 17, "components": [*parts, {"type": 1, "components": [button]}]}
    path = f"/channels/{games}/messages"
    body = {"flags": V2, "components": [box]}
    status, sent = await rest("POST", path, body, files={"a.png": png(3, 4)})
    assert status == 200
    assert sent["attachments"] == []
    [shown] = sent["components"]
    numbers = [shown["id"], *(part["id"] for part in shown["components"])]
    assert len(set(numbers)) == 5
    media = shown["components"][1]["items"][0]["media"]
    assert (media["width"], media["height"]) == (3, 4)
    path += f"/{sent['id']}"
    changed = {"type": 17, "components": [gallery("b.png")]}
    status, _ = await rest("PATCH", path, {"components": [changed]}, {"b.png": png(1, 1)})
    assert status == 200
    status, refused = await rest("PATCH", path, {"components": [gallery("c.png")]})
    assert (status, refused["code"]) == (400, 50035)
    words = str(refused["errors"])
    assert "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND" in words
    status, refused = await rest("PATCH", path, {"content": "text"})
    assert (status, refused["code"]) == (400, 50035)
    playground.violations.clear()


async def test_a_file_that_is_too_large_is_40005(rest: Rest, games: str) -> None:
    path = f"/channels/{games}/messages"
    status, body = await rest("POST", path, {}, files={"a.bin": b"0" * (10 * 1024 * 1024 + 1)})
    assert (status, body["code"]) == (413, 40005)


# Mentions and replies


async def test_allowed_mentions(rest: Rest, games: str, playground: Playground) -> None:
    people = [u["id"] for u in playground.world.state.users.rows.values() if not u["bot"]]
    ada, bo, _ = people
    text = f"<@{ada}> and <@{bo}>"

    async def pinged(body: Json) -> list[str]:
        sent = await rest.send(games, text, **body)
        return [user["id"] for user in sent["mentions"]]

    assert await pinged({}) == [ada, bo]
    assert await pinged({"allowed_mentions": {"parse": []}}) == []
    assert await pinged({"allowed_mentions": {"parse": [], "users": [bo]}}) == [bo]
    assert await pinged({"allowed_mentions": {"parse": ["users"]}}) == [ada, bo]


async def test_mentions_stay_until_the_text_is_edited(
    rest: Rest, games: str, playground: Playground
) -> None:
    people = [u["id"] for u in playground.world.state.users.rows.values() if not u["bot"]]
    ada, bo, _ = people
    only: Json = {"parse": [], "users": [bo]}
    sent = await rest.send(games, f"<@{ada}> and <@{bo}>", allowed_mentions=only, components=[])
    path = f"/channels/{games}/messages/{sent['id']}"

    async def pinged(body: Json) -> list[str]:
        status, edited = await rest("PATCH", path, body)
        assert status == 200
        return [user["id"] for user in edited["mentions"]]

    assert await pinged({"components": []}) == [bo]
    assert await pinged({"components": [], "allowed_mentions": {"parse": []}}) == [bo]
    assert await pinged({"content": f"<@{ada}>", "allowed_mentions": {"parse": []}}) == []
    assert await pinged({"content": f"<@{ada}>"}) == [ada]


async def test_a_reply_pings_if_it_is_allowed_to(rest: Rest, games: str, driver: Driver) -> None:
    said = await driver.say("Ada", "#games", "hello")
    reference: Json = {"message_id": said["id"]}
    reply = await rest.send(games, message_reference=reference)
    assert (reply["type"], reply["referenced_message"]["id"]) == (19, said["id"])
    assert [user["global_name"] for user in reply["mentions"]] == ["Ada"]
    reply = await rest.send(games, message_reference=reference, allowed_mentions={"parse": []})
    assert reply["mentions"] == []
    allowed: Json = {"parse": [], "replied_user": True}
    reply = await rest.send(games, message_reference=reference, allowed_mentions=allowed)
    assert [user["global_name"] for user in reply["mentions"]] == ["Ada"]
    await driver.permit("#games", deny=["read_message_history"])
    body = {"content": "x", "message_reference": reference}
    status, refused = await rest("POST", f"/channels/{games}/messages", body)
    assert (status, refused["code"]) == (400, 160002)


async def test_a_reply_to_nothing(rest: Rest, games: str, playground: Playground) -> None:
    path = f"/channels/{games}/messages"
    reference: Json = {"message_id": "1"}
    status, body = await rest("POST", path, {"content": "x", "message_reference": reference})
    assert (status, body["code"]) == (400, 50035)
    playground.violations.clear()
    reference["fail_if_not_exists"] = False
    sent = await rest.send(games, message_reference=reference)
    assert "message_reference" not in sent


@pytest.mark.parametrize(("ping", "text"), [(True, "a1"), (False, "")])
async def test_only_a_reply_with_ping_can_be_read(
    rest: Rest, games: str, driver: Driver, ping: bool, text: str
) -> None:
    board = await rest.send(games, "your move")
    said = await driver.say("Ada", "#games", "a1", reply_to=board, ping=ping)
    _, read = await rest("GET", f"/channels/{games}/messages/{said['id']}")
    assert read["content"] == text
    _, [newest, own] = await rest("GET", f"/channels/{games}/messages")
    assert (newest["content"], own["content"]) == (text, "your move")
    assert (await driver.message(said))["content"] == "a1"


async def test_people_keep_to_their_permissions(driver: Driver) -> None:
    said = await driver.say("Ada", "#games", "hello")
    with pytest.raises(CannotDo, match="somebody else"):
        await driver.edit_message("Bo", said, "bye")
    with pytest.raises(CannotDo, match="somebody else"):
        await driver.delete_message("Bo", said)
    assert (await driver.edit_message("Ada", said, "bye"))["content"] == "bye"
    await driver.permit("#games", who="Bo", deny=["send_messages"])
    with pytest.raises(CannotDo, match="50013"):
        await driver.say("Bo", "#games", "hello")
    await driver.permit("#games", who="Bo", deny=["view_channel"])
    with pytest.raises(CannotDo, match="does not see"):
        await driver.messages("#games", "Bo")


async def test_an_upload_that_breaks_off_leaves_no_open_file(
    tmp_path: Path,
) -> None:
    """As when a bot is killed in the middle of it."""
    async with Playground(token=TOKEN, database=tmp_path / "playground.db") as stand_in:
        address, boundary = URL(stand_in.url), "line"
        part = (
            f"--{boundary}\r\nContent-Disposition: form-data; "
            'name="files[0]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nfirst bytes'
        )
        head = (
            f"POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: {address.authority}\r\n"
            f"Authorization: Bot {TOKEN}\r\nContent-Length: 5000\r\n"
            f"Content-Type: multipart/form-data; boundary={boundary}\r\n\r\n"
        )
        _, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(f"{head}{part}".encode())
        await writer.drain()
        await asyncio.sleep(0.1)  # so that the bytes are read before the end comes
        writer.close()
        await writer.wait_closed()
    left = (kept for kept in gc.get_objects() if type(kept).__name__ == "SpooledTemporaryFile")
    assert all(file.closed for file in left)
