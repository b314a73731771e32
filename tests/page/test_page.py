"""The page before the stand-in alone: the test itself is the bot behind it."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import FilePayload, Locator, Route, expect

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.page.browser import WITH_BROWSER, Tab, Tabs
from tests.playground.pictures import png
from tests.playground.plain import Gateway, Json, Rest

pytestmark = [pytest.mark.slow, WITH_BROWSER]

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>document.title='owned'</script>",
    "[press](javascript:alert(1)) javascript:alert(1)",
    "<a href=//evil.example>x</a> `<b>` **<i>** ||<u>||",
    "</ol></main> &lt;b&gt; <@0> <t:99999999999999:R> <#1>",
)

COMMANDS: list[Json] = [
    {
        "name": "ask",
        "description": "Ask for everything",
        "options": [
            {"type": 3, "name": "text", "description": "t", "required": True, "max_length": 5},
            {"type": 4, "name": "whole", "description": "w", "min_value": 1, "max_value": 9},
            {"type": 10, "name": "number", "description": "n"},
            {"type": 5, "name": "yes", "description": "y"},
            {"type": 6, "name": "who", "description": "p"},
            {"type": 7, "name": "where", "description": "c"},
            {
                "type": 3,
                "name": "side",
                "description": "s",
                "choices": [{"name": "First", "value": "1"}, {"name": "Second", "value": "2"}],
            },
        ],
    },
    {
        "name": "import",
        "description": "Bring a file",
        "options": [
            {"type": 11, "name": "file", "description": "f", "required": True},
            {"type": 3, "name": "by", "description": "b", "autocomplete": True},
            {"type": 11, "name": "notes", "description": "n"},
        ],
    },
    {"name": "plain", "description": "Nothing to choose"},
    {"name": "Rating", "type": 2},
    {"name": "Explain", "type": 3},
]


@pytest.fixture(autouse=True)
async def commands(playground: Playground, rest: Rest) -> None:
    path = f"/applications/{playground.world.app_id}/commands"
    status, body = await rest("PUT", path, COMMANDS)
    assert status == 200, body


Asked = Callable[[], Awaitable[Json]]


@pytest.fixture
def asked(gateway: Gateway) -> Asked:
    """The next interaction that reaches the bot."""

    async def next_one() -> Json:
        return await gateway.event("INTERACTION_CREATE")

    return next_one


def options(interaction: Json) -> dict[str, Any]:
    return {option["name"]: option["value"] for option in interaction["data"].get("options", [])}


def message(text: str, *, private: bool = False, **more: Any) -> Json:
    return {"type": 4, "data": {"content": text, "flags": 64 * private, **more}}


# Text


async def test_text_is_only_text(tabs: Tabs, driver: Driver, rest: Rest, games: str) -> None:
    await driver.permit("#games", allow=["embed_links"])
    for text in HOSTILE:
        await driver.say("Bo", "#games", text)
        await rest.send(games, text, embeds=[{"title": text, "description": text}])
    await driver.create_person("<b>Eve</b>", ["Demo"])
    await driver.create_channel("Demo", "<s>x</s>")
    ada = await tabs.open("Ada")
    await ada.say(HOSTILE[0])
    await expect(ada.messages.last).to_contain_text(HOSTILE[0])
    page = ada.page
    assert await page.locator("#log script, #log img, #app b, #app i:not(.dots i)").count() == 0
    assert "owned" not in await page.title()
    for address in await page.locator("#log a").evaluate_all("all => all.map(a => a.href)"):
        assert address.startswith(("http://", "https://"))


async def test_roles_and_channels_have_their_names(
    tabs: Tabs, driver: Driver, rest: Rest, games: str
) -> None:
    role = (await driver.create_role("Demo", "Regulars", ["Bo"]))["id"]
    way = f"https://discord.com/channels/1/{games}/2"
    sent = await rest.send(games, f"for <@&{role}> in <#{games}>, not for <@&1> {way}")
    answered = {"message_id": sent["id"]}
    await rest.send(games, "yes", message_reference=answered)
    ada = await tabs.open("Ada")
    told = "for @Regulars in #games, not for @unknown-role #games › message"
    await expect(ada.messages.first).to_contain_text(told)
    # The line above an answer has them, too.
    await expect(ada.message("yes")).to_contain_text(told)


async def test_markdown(tabs: Tabs, driver: Driver) -> None:
    await driver.say(
        "Bo",
        "#games",
        "**bold** *it* ~~gone~~ `x*y*` snake_case_name https://example.org/a_b_c.\n> said\n"
        "```py\ncode **here**\n```<t:1:D> \\*not\\* ||secret||",
    )
    ada = await tabs.open("Ada")
    shown = ada.message("bold").locator(".content")
    assert await shown.locator("strong, em, s, code, blockquote, pre").all_inner_texts() == [
        "bold",
        "it",
        "gone",
        "x*y*",
        "said",
        "code **here**",
        "code **here**",
    ]
    await expect(shown).to_contain_text("snake_case_name")
    await expect(shown).to_contain_text("*not*")
    await expect(shown.locator("time")).to_have_text(re.compile("1970|1969"))
    link = shown.get_by_role("link")
    assert await link.get_attribute("href") == "https://example.org/a_b_c"
    assert await link.get_attribute("rel") == "noopener noreferrer"


async def test_a_reply_pings_or_does_not(tabs: Tabs, driver: Driver) -> None:
    first = await driver.say("Bo", "#games", "a question")
    ada, bo = await tabs.open("Ada"), await tabs.open("Bo")
    for number, ping in enumerate(("@ ON", "@ OFF")):
        question = ada.page.locator(f'[data-id="{first["id"]}"]')
        await question.hover()
        await question.get_by_role("button", name="Reply: message of").click()
        await expect(ada.page.locator(".reply-bar")).to_contain_text("Replying to Bo")
        if ping == "@ OFF":
            await ada.page.get_by_role("button", name="@ ON").click()
        await expect(ada.page.locator(".ping")).to_have_text(ping)
        await ada.type(f"answer {number}")
        await ada.press("Enter")
        shown = bo.message(f"answer {number}")
        await expect(shown.locator(".above")).to_contain_text("a question")
        called = re.compile("calls")
        await (
            expect(shown).to_have_class(called)
            if ping == "@ ON"
            else expect(shown).not_to_have_class(called)
        )
    await bo.message("answer 1").locator(".above").click()
    await expect(bo.page.locator(f'[data-id="{first["id"]}"]')).to_be_focused()


async def test_mentions_marks_and_threads(tabs: Tabs, driver: Driver) -> None:
    thread = await driver.create_thread("#general", "opening", "Cy")
    bo = await tabs.open("Bo")
    await bo.open_channel("general")
    ada = await tabs.open("Ada")
    await bo.box.click()
    await bo.type("hello @a")
    await expect(bo.suggestions).to_have_text(["AAdaada"])
    await bo.press("Tab", "Enter")
    await expect(bo.message("hello").locator(".mention")).to_have_text("@Ada")
    general = ada.page.locator('[data-channel="general"]')
    await expect(general.get_by_label("1 mentions")).to_be_visible()
    await expect(ada.page).to_have_title(re.compile(r"^\(1\) games"))
    await ada.open_channel("general")
    await expect(ada.message("hello")).to_have_class(re.compile("calls"))
    await expect(ada.page).to_have_title(re.compile("^general"))
    await driver.say("Cy", thread["id"], "e4")
    await expect(ada.page.locator('[data-channel="opening"]')).to_have_class(re.compile("unread"))
    await ada.open_channel("opening")
    await expect(ada.message("e4")).to_be_visible()
    await expect(ada.page.locator("#head")).to_contain_text("in #general")


async def test_own_messages_and_files(tabs: Tabs, driver: Driver) -> None:
    ada, bo = await tabs.open("Ada"), await tabs.open("Bo")
    await ada.say("teh")
    await ada.press("ArrowUp")
    await ada.page.get_by_role("dialog").get_by_label("Text").fill("the")
    await ada.page.get_by_role("button", name="Save").click()
    await expect(bo.message("the")).to_contain_text("(edited)")
    await bo.message("the").click(button="right")
    await expect(bo.page.get_by_role("menuitem", name="Delete message")).to_have_count(0)
    await bo.press("Escape")
    await ada.message("the").click(button="right")
    await ada.menu("Delete message")
    await expect(bo.message("the")).to_have_count(0)
    await ada.page.locator("#composer input[type=file]").set_input_files(
        [
            {"name": "a.png", "mimeType": "image/png", "buffer": png(4, 4)},
            {"name": "game.txt", "mimeType": "text/plain", "buffer": b"d5"},
        ]
    )
    await ada.say("two files")
    await expect(bo.message("two files").get_by_role("img")).to_have_js_property("naturalWidth", 4)
    await expect(bo.message("two files").get_by_role("link", name="game.txt")).to_be_visible()
    await bo.message("two files").get_by_role("button", name="Enlarge").click()
    await expect(bo.page.get_by_role("dialog", name="Picture")).to_be_visible()
    await bo.press("Escape")
    await expect(bo.page.get_by_role("dialog")).to_have_count(0)
    [sent] = await driver.messages("#games")
    assert await driver.file(sent["attachments"][1]) == b"d5"


# Commands


async def test_every_kind_of_option(
    tabs: Tabs, rest: Rest, asked: Asked, driver: Driver, games: str
) -> None:
    ada = await tabs.open("Ada")
    await ada.box.click()
    await ada.type("/ask ")
    line = ada.page.get_by_role("group", name="/ask")
    for typed, wrong in (("", "This option is required."), ("too long", "At most 5 characters")):
        await ada.type(typed)
        await ada.press("Enter")
        await expect(ada.page.get_by_text(wrong)).to_be_visible()
    await line.locator('[data-option="text"] input').fill("abc")
    tries: dict[str, tuple[list[tuple[str, str]], str]] = {
        "whole": ([("1.5", "whole number"), ("10", "at most 9"), ("0", "at least 1")], "7"),
        "number": ([("x", "a number")], "2.5"),
        "yes": ([("perhaps", "one of the values")], "True"),
        "who": ([("Nobody", "somebody from the list")], "Bo"),
        "where": ([("#nowhere", "one of the values")], "general"),
        "side": ([("Third", "one of the values")], "Second"),
    }
    for name, (wrongs, right) in tries.items():
        await line.locator(".more").click()
        await ada.type(f"{name}:")
        pill = line.locator(f'[data-option="{name}"]')
        for value, words in wrongs:
            await pill.locator("input").fill(value)
            await ada.press("Enter")
            await expect(ada.page.locator(".picker-error")).to_contain_text(words)
            await expect(pill).to_have_class(re.compile("wrong"))
        await pill.locator("input").fill(right)
    await line.locator(".more").click()
    await ada.press("Enter")
    got = await asked()
    people = {p["global_name"]: p["id"] for p in (await driver.overview())["people"]}
    [general] = [
        c["id"]
        for c in (await driver.overview())["guilds"][0]["channels"]
        if c["name"] == "general"
    ]
    assert options(got) == {
        "text": "abc",
        "whole": 7,
        "number": 2.5,
        "yes": True,
        "who": people["Bo"],
        "where": general,
        "side": "2",
    }
    await expect(ada.page.get_by_text("Sending command…")).to_be_visible()
    assert (await rest.callback(got, {"type": 5}))[0] == 200
    await expect(ada.messages.last).to_contain_text("games is thinking…")
    await expect(ada.page.get_by_text("Sending command…")).to_have_count(0)
    path = f"/webhooks/{got['application_id']}/{got['token']}/messages/@original"
    assert (await rest("PATCH", path, {"content": "done"}))[0] == 200
    await expect(ada.messages.last).to_contain_text("Ada used /ask")
    await expect(ada.messages.last.locator(".content")).to_have_text("done")
    assert games


async def test_an_answer_takes_the_place_of_sending_command(
    tabs: Tabs, rest: Rest, asked: Asked
) -> None:
    ada = await tabs.open("Ada")
    seen = asyncio.Event()

    async def held(route: Route) -> None:
        answer = await route.fetch()
        await seen.wait()
        await route.fulfill(response=answer)

    await ada.page.route("**/driver/slash", held)
    await ada.command("plain")
    await expect(ada.page.get_by_text("Sending command…")).to_be_visible()
    got = await asked()
    assert (await rest.callback(got, message("here", private=True)))[0] == 200
    await expect(ada.message("here")).to_be_visible()
    await expect(ada.page.get_by_text("Sending command…")).to_have_count(0)
    seen.set()
    await expect(ada.page.locator(".message.private")).to_have_count(1)


def record(name: str, body: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": body}


async def dropped(on: Locator, name: str, text: str) -> None:
    """Drop a file there, as from a folder."""
    files = await on.page.evaluate_handle(
        "([name, text]) => { const files = new DataTransfer();"
        " files.items.add(new File([text], name)); return files; }",
        [name, text],
    )
    for event in ("dragover", "drop"):
        await on.dispatch_event(event, {"dataTransfer": files})


async def test_a_command_takes_files_and_answers_with_one(
    tabs: Tabs, rest: Rest, asked: Asked, driver: Driver
) -> None:
    ada = await tabs.open("Ada")
    # Somebody listens from the beginning: the first listener is not there at once, and a chooser
    # that opens meanwhile is lost.
    ada.page.on("filechooser", lambda _: None)
    await ada.box.click()
    await ada.type("/import ")
    line = ada.page.get_by_role("group", name="/import")
    first = line.locator('[data-option="file"]')
    await expect(first).to_contain_text("Choose a file")
    await expect(first.locator("input")).to_be_focused()
    # A required file is asked for like any other option.
    await ada.page.get_by_role("button", name="Send").click()
    await expect(ada.page.get_by_text("This option is required.")).to_be_visible()
    await first.locator("input").set_input_files([record("big.sgf", b"0" * (10 * 2**20 + 1))])
    await expect(ada.page.get_by_text("big.sgf is too large: 10 MB at most.")).to_be_visible()
    await expect(first).to_have_class(re.compile("wrong"))
    # Enter on the pill opens the chooser of the browser; then the name stands in the pill.
    async with ada.page.expect_file_chooser() as choosing:
        await ada.press("Enter")
    await (await choosing.value).set_files([record("other.sgf", b"(;GM[2])")])
    await expect(first).to_contain_text("other.sgf")
    await first.locator("input").focus()
    await ada.press("Backspace")
    await expect(first).to_contain_text("Choose a file")
    async with ada.page.expect_file_chooser() as choosing:
        await first.get_by_text("Choose a file").click()
    await (await choosing.value).set_files([record("game.sgf", b"(;GM[1])")])
    await expect(first).to_contain_text("game.sgf8 bytes")
    await expect(first).not_to_have_class(re.compile("wrong"))
    # A second one is dropped on the line; the first stays as it is.
    await dropped(line, "notes.txt", "d5")
    await expect(line.locator('[data-option="notes"]')).to_contain_text("notes.txt2 bytes")
    await expect(first).to_contain_text("game.sgf")
    await ada.type("by:")
    typing = await asked()
    sent = {option["name"]: option["type"] for option in typing["data"]["options"]}
    assert sent == {"file": 11, "by": 3, "notes": 11}
    choice = {"name": "twenty", "value": "20"}
    assert (await rest.callback(typing, {"type": 8, "data": {"choices": [choice]}}))[0] == 200
    await expect(ada.suggestions).to_have_text(["twenty"])
    await ada.press("ArrowDown", "Enter", "Enter")
    await expect(line).to_have_count(0)
    got = await asked()
    values, files = options(got), got["data"]["resolved"]["attachments"]
    assert values["by"] == "20"
    assert files[values["file"]]["filename"] == "game.sgf"
    assert await driver.file(values["file"]) == b"(;GM[1])"
    assert await driver.file(values["notes"]) == b"d5"

    path = f"/interactions/{got['id']}/{got['token']}/callback?with_response=1"
    back = {"back.sgf": b"(;)" * 700, "back.json": b"{}", "back.png": png(4, 4)}
    status, _ = await rest("POST", path, message("Here it is.", private=True), files=back)
    assert status == 200
    shown = ada.message("Here it is.")
    await expect(shown.locator(".file")).to_have_text(["back.sgf2.1 KB", "back.json2 bytes"])
    await expect(shown.get_by_role("img")).to_have_count(1)
    async with ada.page.expect_download() as loading:
        await shown.get_by_role("link", name="back.sgf").click()
    download = await loading.value
    assert download.suggested_filename == "back.sgf"
    assert (await download.path()).read_bytes() == b"(;)" * 700


async def test_files_are_dropped_on_the_message_box(tabs: Tabs, driver: Driver) -> None:
    ada = await tabs.open("Ada")
    await dropped(ada.box, "game.txt", "d5")
    await expect(ada.page.locator(".file-bar")).to_contain_text("game.txt")
    await ada.say("from a folder")
    [sent] = await driver.messages("#games")
    assert await driver.file(sent["attachments"][0]) == b"d5"
    await driver.say("Bo", "#games", "which game?", reply_to=sent)
    await driver.say("Bo", "#games", "", files={"alone.sgf": b"(;)"})
    alone = (await driver.messages("#games"))[-1]
    await driver.say("Cy", "#games", "that one", reply_to=alone)
    await expect(ada.message("that one")).to_contain_text("Click to see the file")
    await driver.permit("#games", who="Bo", deny=["attach_files"])
    bo = await tabs.open("Bo")
    await dropped(bo.box, "game.txt", "d5")
    await expect(bo.page.get_by_text("do not have permission to attach files")).to_be_visible()
    await ada.box.click()
    await ada.type("/plain ")
    await dropped(ada.page.get_by_role("group", name="/plain"), "game.txt", "d5")
    await expect(ada.page.get_by_text("/plain takes no file.")).to_be_visible()


async def test_no_answer_and_a_late_one(
    tabs: Tabs, rest: Rest, asked: Asked, driver: Driver, games: str
) -> None:
    ada = await tabs.open("Ada")
    await ada.command("plain")
    await asked()
    await driver.move_clock(4)
    failed = ada.page.get_by_text("The application did not respond")
    await expect(failed).to_be_visible()
    await ada.page.get_by_role("button", name="Dismiss message").click()
    await expect(failed).to_have_count(0)
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    off = {"type": 2, "style": 4, "label": "Off", "custom_id": "off", "disabled": True}
    await rest.send(games, "press", components=[{"type": 1, "components": [button, off]}])
    await expect(ada.button("Off")).to_be_disabled()
    await ada.button("Go").click()
    await expect(ada.button("Go")).to_have_attribute("aria-busy", "true")
    await asked()
    await driver.move_clock(4)
    await expect(ada.page.get_by_text("This interaction failed")).to_be_visible()
    await ada.button("Go").click()
    assert (await rest.callback(await asked(), message("at last", private=True)))[0] == 200
    await expect(ada.message("at last")).to_contain_text("Only you can see this")
    await expect(ada.page.get_by_text("This interaction failed")).to_have_count(0)


async def test_a_modal_with_every_field(tabs: Tabs, rest: Rest, asked: Asked, games: str) -> None:
    choices = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
    preset = [choices[0], choices[1] | {"default": True}]
    fields: list[Json] = [
        {"type": 4, "style": 1, "custom_id": "short", "min_length": 2, "max_length": 4},
        {"type": 4, "style": 2, "custom_id": "long", "required": False, "value": "old"},
        {"type": 3, "custom_id": "chosen", "options": choices},
        {"type": 5, "custom_id": "person", "required": False},
        {"type": 3, "custom_id": "preset", "options": preset},
    ]
    labelled = [{"type": 18, "label": f["custom_id"], "component": f} for f in fields]
    modal = {"custom_id": "m", "title": "Everything", "components": labelled}
    ada = await tabs.open("Ada")
    await ada.command("plain")
    assert (await rest.callback(await asked(), {"type": 9, "data": modal}))[0] == 200
    shown = ada.page.get_by_role("dialog", name="Everything")
    await expect(shown.get_by_label("short")).to_be_focused()
    # The focus stays inside, and a field that is wrong is named.
    for _ in range(12):
        await ada.press("Tab")
        assert await ada.page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    await shown.get_by_role("button", name="Submit").click()
    await expect(shown.get_by_text("This field is required.")).to_be_visible()
    await shown.get_by_label("short").press_sequentially("123456")
    await expect(shown.get_by_label("short")).to_have_value("1234")
    await expect(shown.get_by_text("0 of 4 characters left")).to_be_visible()
    # A select that must be filled in is named too; one that is cannot be emptied.
    await shown.get_by_role("button", name="Submit").click()
    await expect(shown.get_by_label("chosen")).to_be_focused()
    await expect(shown.get_by_text("This field is required.")).to_be_visible()
    await expect(shown.get_by_label("preset")).to_have_value("2")
    await expect(shown.get_by_label("preset").locator("option")).to_have_text(["One", "Two"])
    await shown.get_by_label("chosen").select_option("Two")
    await shown.get_by_role("button", name="Submit").click()
    got = await asked()
    values = [c["component"] for c in got["data"]["components"]]
    assert [v.get("value", v.get("values")) for v in values] == ["1234", "old", ["2"], [], ["2"]]
    assert (await rest.callback(got, message("thanks", private=True)))[0] == 200
    await expect(shown).to_have_count(0)
    await expect(ada.message("thanks")).to_be_visible()
    # Escape closes one, and nothing is sent.
    await ada.command("plain")
    assert (await rest.callback(await asked(), {"type": 9, "data": modal}))[0] == 200
    await expect(shown).to_be_visible()
    await ada.press("Escape")
    await expect(shown).to_have_count(0)
    assert games


async def test_a_modal_with_files(tabs: Tabs, rest: Rest, asked: Asked, driver: Driver) -> None:
    field = {"type": 19, "custom_id": "records", "max_values": 2}
    label = {"type": 18, "label": "Records", "description": "SGF or JSON", "component": field}
    modal = {"custom_id": "m", "title": "Bring games", "components": [label]}
    ada = await tabs.open("Ada")
    await ada.command("plain")
    assert (await rest.callback(await asked(), {"type": 9, "data": modal}))[0] == 200
    shown = ada.page.get_by_role("dialog", name="Bring games")
    submit = shown.get_by_role("button", name="Submit")
    await submit.click()
    await expect(shown.get_by_text("This field is required.")).to_be_visible()
    await shown.get_by_label("Records").set_input_files([record("a.sgf", b"0" * (10 * 2**20 + 1))])
    await submit.click()
    await expect(shown.get_by_text("a.sgf is too large: 10 MB at most.")).to_be_visible()
    two = [record("a.sgf", b"(;)"), record("b.json", b"{}")]
    await shown.get_by_label("Records").set_input_files(two)
    await submit.click()
    got = await asked()
    [sent] = [c["component"]["values"] for c in got["data"]["components"]]
    assert [await driver.file(number) for number in sent] == [b"(;)", b"{}"]
    assert (await rest.callback(got, message("thanks")))[0] == 200
    await expect(shown).to_have_count(0)


async def test_menus_on_people_and_messages(
    tabs: Tabs, rest: Rest, asked: Asked, driver: Driver
) -> None:
    said = await driver.say("Bo", "#games", "look at this")
    ada = await tabs.open("Ada")
    await ada.message("look").click(button="right")
    await ada.menu("Explain")
    got = await asked()
    assert got["data"]["target_id"] == said["id"]
    assert (await rest.callback(got, message("explained", private=True)))[0] == 200
    await expect(ada.message("explained")).to_contain_text("Ada used")
    members = ada.page.get_by_role("complementary", name="Members")
    await members.get_by_role("button", name="Bo").focus()
    await ada.press("Enter")
    await expect(ada.page.get_by_role("menu", name="Bo")).to_be_visible()
    await ada.press("ArrowDown", "ArrowDown", "ArrowDown")
    await expect(ada.page.get_by_role("menuitem", name="Rating")).to_be_focused()
    await ada.press("Enter")
    got = await asked()
    assert got["data"]["target_id"] == said["author"]["id"]
    assert (await rest.callback(got, message("1500", private=True)))[0] == 200
    await expect(ada.message("1500")).to_be_visible()


async def test_selects_and_layouts(tabs: Tabs, rest: Rest, asked: Asked, games: str) -> None:
    choices = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
    one: Json = {"type": 3, "custom_id": "one", "placeholder": "Pick one", "options": choices}
    many: Json = {"type": 5, "custom_id": "many", "placeholder": "Pick people", "max_values": 2}
    rows = [{"type": 1, "components": [select]} for select in (one, many)]
    text = {"type": 10, "content": "# Title\n**inside**"}
    link = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"}
    inside = [text, {"type": 14}, {"type": 9, "components": [text], "accessory": link}]
    await rest.send(games, "choose", components=rows)
    await rest(
        "POST",
        f"/channels/{games}/messages",
        {"flags": 1 << 15, "components": [{"type": 17, "accent_color": 255, "components": inside}]},
    )
    ada = await tabs.open("Ada")
    await expect(ada.page.locator(".container strong").first).to_have_text("inside")
    await expect(ada.page.get_by_role("link", name="Rules")).to_be_visible()
    await ada.page.get_by_label("Pick one").select_option("Two")
    got = await asked()
    assert got["data"]["values"] == ["2"]
    assert (await rest.callback(got, {"type": 7, "data": {"content": "chosen"}}))[0] == 200
    await expect(ada.message("chosen")).to_be_visible()
    await ada.page.get_by_label("Pick people").select_option(["@Bo", "@Cy"])
    await ada.page.get_by_role("button", name="Done").click()
    got = await asked()
    assert len(got["data"]["values"]) == 2
    assert (await rest.callback(got, {"type": 6}))[0] == 200


# The tab


async def test_what_is_chosen_while_the_bot_is_slow_follows(
    tabs: Tabs, rest: Rest, asked: Asked, games: str
) -> None:
    options = [{"label": letter, "value": letter} for letter in "abc"]
    rows: list[Json] = [
        {"type": 1, "components": [{"type": 3, "custom_id": one, "options": options}]}
        for one in ("first", "second")
    ]
    rows.append(
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "Go", "custom_id": "go"}]}
    )
    await rest.send(games, "settings", components=rows)
    ada = await tabs.open("Ada")
    first, second = (ada.page.get_by_role("combobox", name="Choose").nth(n) for n in (0, 1))
    await first.select_option("a")
    slow = await asked()
    await first.select_option("b")
    await second.select_option("c")
    for wanted in (["a"], ["b"], ["c"]):
        got = slow if wanted == ["a"] else await asked()
        assert got["data"]["values"] == wanted
        assert (await rest.callback(got, {"type": 6}))[0] == 200
    # A button that waits is not pressed twice.
    await ada.button("Go").dblclick()
    got = await asked()
    assert (await rest.callback(got, message("gone")))[0] == 200
    await expect(ada.message("gone")).to_be_visible()
    await ada.button("Go").click()
    assert (await rest.callback(await asked(), message("gone again")))[0] == 200
    await expect(ada.message("gone again")).to_be_visible()


async def test_a_person_more(tabs: Tabs, driver: Driver) -> None:
    tab = await tabs.open("Ada")
    await tab.page.locator(".myself").click()
    await tab.menu("Add a person…")
    name = tab.page.get_by_role("dialog").get_by_label("Name")
    for wrong, words in (("", "needs a name"), ("bo", "has that name"), ("<x>", "is without")):
        await name.fill(wrong)
        await tab.press("Enter")
        await expect(tab.page.get_by_text(words)).to_be_visible()
    await name.fill("Dora")
    await tab.press("Enter")
    await expect(tab.page.locator(".myself")).to_contain_text("Dora")
    await tab.say("I am new")
    [sent] = await driver.messages("#games")
    assert sent["author"]["global_name"] == "Dora"


async def test_colours(tabs: Tabs) -> None:
    async def ground(tab: Tab) -> str:
        return await tab.page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, dark = await tabs.open("Ada"), await tabs.open("Bo", color_scheme="dark")
    grounds = {await ground(light), await ground(dark)}
    assert len(grounds) == 2
    await light.page.locator(".myself").click()
    await light.menu("Dark")
    assert await ground(light) == await ground(dark)
    await light.page.reload()
    await light.box.wait_for()
    assert await ground(light) == await ground(dark)


async def test_direct_messages_and_a_closed_channel(
    tabs: Tabs, driver: Driver, playground: Playground
) -> None:
    await driver.permit("#general", who="Bo", deny=["send_messages"])
    bo = await tabs.open("Bo")
    await bo.open_channel("general")
    await expect(bo.page.get_by_text("You do not have permission")).to_be_visible()
    await expect(bo.box).to_be_hidden()
    await bo.page.get_by_role("button", name="Direct messages").click()
    await bo.page.locator("#channels .channel").click()
    await bo.say("only for you")
    assert [m["content"] for m in await driver.messages("@Bo")] == ["only for you"]
    assert playground.url


async def test_many_messages(tabs: Tabs, driver: Driver) -> None:
    for number in range(120):
        await driver.say("Bo", "#games", f"line {number:03}")
    ada = await tabs.open("Ada")
    await expect(ada.messages).to_have_count(50)
    await expect(ada.message("line 119")).to_be_in_viewport()
    older = ada.page.get_by_role("button", name="Show older messages")
    await older.scroll_into_view_if_needed()
    await older.click()
    await expect(ada.messages).to_have_count(100)
    # One stays where one reads, also while others write; a press goes to the end.
    await driver.say("Bo", "#games", "line 120")
    await expect(ada.message("line 120")).not_to_be_in_viewport()
    await ada.page.get_by_role("button", name="Newer messages below").click()
    await expect(ada.message("line 120")).to_be_in_viewport()


async def test_a_wrong_key_and_none(tabs: Tabs) -> None:
    wrong = await tabs.open("Ada", key="wrong")
    await expect(wrong.page.get_by_text("has the wrong key")).to_be_visible()
    bare = await tabs.browser.new_page()
    await bare.goto(tabs.url)
    await expect(bare.get_by_text("This address has no key")).to_be_visible()
    await asyncio.sleep(0)
    wrong.faults.clear()  # the refused requests are in the console, as they should be
