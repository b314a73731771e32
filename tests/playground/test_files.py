"""Files that people bring to commands and forms, and files in the bot's answers."""

import asyncio

import aiohttp
import pytest

from bot.playground.driver import Answer, Driver, File
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from bot.playground.uploads import LARGEST_BYTES
from tests.playground.plain import Gateway, Json, Rest

RECORD = File("game.sgf", b"(;GM[1]SZ[9];B[ee])")
TOO_LARGE = File("game.sgf", b"0" * (LARGEST_BYTES + 1))
IMPORT: Json = {
    "name": "import",
    "description": "Import a game",
    "options": [
        {"type": 11, "name": "file", "description": "The record", "required": True},
        {"type": 3, "name": "by", "description": "Whose rules", "autocomplete": True},
    ],
}


@pytest.fixture(autouse=True)
async def commands(playground: Playground, rest: Rest) -> None:
    path = f"/applications/{playground.world.app_id}/commands"
    status, body = await rest("PUT", path, [IMPORT])
    assert status == 200, body


async def brought(driver: Driver, gateway: Gateway, rest: Rest, file: File) -> Json:
    """The attachment that the bot is told of when somebody imports ``file``."""
    asking = asyncio.create_task(driver.slash("Bo", "#games", "import", {"file": file}))
    asked = await gateway.event("INTERACTION_CREATE")
    await rest.callback(asked, {"type": 5})
    await asking
    [option] = asked["data"]["options"]
    assert (option["name"], option["type"]) == ("file", 11)
    assert list(asked["data"]["resolved"]["attachments"]) == [option["value"]]
    assert file.name == asked["data"]["resolved"]["attachments"][option["value"]]["filename"]
    return asked["data"]["resolved"]["attachments"][option["value"]]


async def fetched(url: str) -> tuple[int, bytes]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.read()


async def test_a_command_gets_the_bytes_from_the_address_of_its_file(
    driver: Driver, gateway: Gateway, rest: Rest, playground: Playground
) -> None:
    file = await brought(driver, gateway, rest, RECORD)
    assert (file["size"], file["ephemeral"]) == (len(RECORD.body), True)
    assert file["url"].startswith(f"{playground.url}/attachments/")
    assert await fetched(file["url"]) == (200, RECORD.body)
    assert await driver.file(file) == RECORD.body


async def test_the_address_needs_its_signature_and_runs_out(
    driver: Driver, gateway: Gateway, rest: Rest
) -> None:
    file = await brought(driver, gateway, rest, RECORD)
    other = await brought(driver, gateway, rest, File("other.sgf", b"(;)"))
    place, _, signature = file["url"].partition("?")
    assert (await fetched(place))[0] == 404
    assert (await fetched(other["url"].partition("?")[0] + f"?{signature}"))[0] == 404
    await driver.move_clock(25 * 3600)
    assert (await fetched(file["url"]))[0] == 404


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.txt", "text/plain; charset=utf-8"), ("a.json", "application/json; charset=utf-8")],
)
async def test_texts_say_what_they_are_written_in(
    driver: Driver, gateway: Gateway, rest: Rest, name: str, kind: str
) -> None:
    assert (await brought(driver, gateway, rest, File(name, b"{}")))["content_type"] == kind


async def test_a_file_of_ten_megabytes_is_brought_and_no_larger_one(
    driver: Driver, gateway: Gateway, rest: Rest
) -> None:
    full = File("game.sgf", b"0" * LARGEST_BYTES)
    assert (await brought(driver, gateway, rest, full))["size"] == LARGEST_BYTES
    with pytest.raises(CannotDo, match=r"game\.sgf is too large, 10 MB at most"):
        await driver.slash("Bo", "#games", "import", {"file": TOO_LARGE})
    with pytest.raises(CannotDo, match="too large to be sent at once"):
        await driver.slash("Bo", "#games", "import", {"file": File("a", b"0" * 3 * LARGEST_BYTES)})


async def test_what_is_no_file_is_not_taken_for_one(driver: Driver) -> None:
    with pytest.raises(CannotDo, match="file is required"):
        await driver.slash("Bo", "#games", "import", {"by": "Ada"})
    for wrong in ("game.sgf", 7, ["game.sgf"]):
        with pytest.raises(CannotDo, match="file takes a file"):
            await driver.slash("Bo", "#games", "import", {"file": wrong})


async def test_while_another_option_is_typed_a_file_is_only_a_number(
    driver: Driver, gateway: Gateway, rest: Rest
) -> None:
    typed = {"file": RECORD, "by": "A"}
    asking = asyncio.create_task(driver.autocomplete("Bo", "#games", "import", typed, focused="by"))
    asked = await gateway.event("INTERACTION_CREATE")
    file, by = asked["data"]["options"]
    assert file["value"].isdigit()
    assert (by["value"], by["focused"]) == ("A", True)
    assert "resolved" not in asked["data"]
    await rest.callback(asked, {"type": 8, "data": {"choices": []}})
    assert await asking == []
    with pytest.raises(CannotDo, match="there is no file"):
        await driver.file(file["value"])


# In answers


@pytest.mark.parametrize("name", ["game.sgf", "game.json", "game.txt"])
async def test_a_private_answer_brings_a_file_to_one_person(
    driver: Driver, gateway: Gateway, rest: Rest, name: str
) -> None:
    asking = asyncio.create_task(driver.slash("Bo", "#games", "import", {"file": RECORD}))
    asked = await gateway.event("INTERACTION_CREATE")
    path = f"/interactions/{asked['id']}/{asked['token']}/callback?with_response=1"
    body = {"type": 4, "data": {"content": "Here it is.", "flags": 64}}
    status, made = await rest("POST", path, body, files={name: b"(;GM[1])"})
    assert status == 200, made
    answer = await asking
    assert answer.ephemeral
    assert answer.message is not None
    [file] = answer.message["attachments"]
    assert (file["filename"], file["size"], file["ephemeral"]) == (name, 8, True)
    assert "width" not in file
    assert await fetched(file["url"]) == (200, b"(;GM[1])")
    assert len(await driver.messages("#games", "Bo")) == 1
    assert await driver.messages("#games", "Ada") == []


# In forms


async def opened(driver: Driver, gateway: Gateway, rest: Rest, field: Json) -> Answer:
    """A form with one field for files, opened by a command."""
    asking = asyncio.create_task(driver.slash("Bo", "#games", "import", {"file": RECORD}))
    asked = await gateway.event("INTERACTION_CREATE")
    label = {"type": 18, "label": "l", "component": {"type": 19, "custom_id": "files"} | field}
    modal = {"custom_id": "m", "title": "Import", "components": [label]}
    status, body = await rest.callback(asked, {"type": 9, "data": modal})
    assert status == 200, body
    return await asking


async def test_a_form_takes_as_many_files_as_it_says(
    driver: Driver, gateway: Gateway, rest: Rest
) -> None:
    form = await opened(driver, gateway, rest, {"min_values": 2, "max_values": 2})
    wrongs: tuple[tuple[list[File], str], ...] = (
        ([RECORD], "at least 2"),
        ([RECORD] * 3, "at most 2"),
        ([], "files is required"),
    )
    for files, words in wrongs:
        with pytest.raises(CannotDo, match=words):
            await driver.submit_modal("Bo", form, {"files": files})
    with pytest.raises(CannotDo, match="too large"):
        await driver.submit_modal("Bo", form, {"files": [RECORD, TOO_LARGE]})
    sending = asyncio.create_task(driver.submit_modal("Bo", form, {"files": [RECORD, RECORD]}))
    sent = await gateway.event("INTERACTION_CREATE")
    [label] = sent["data"]["components"]
    assert set(label["component"]["values"]) == set(sent["data"]["resolved"]["attachments"])
    await rest.callback(sent, {"type": 4, "data": {"content": "imported"}})
    await sending
