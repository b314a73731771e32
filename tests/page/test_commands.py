"""Commands, forms, menus and selects on the page: the test is the bot behind it."""

import asyncio
import re

import pytest
from playwright.async_api import FilePayload, Locator, Route, expect

from bot.playground.driver import Driver
from tests.page.browser import WITH_BROWSER, Tabs
from tests.page.commands import Asked, asked, commands, message, options
from tests.playground.pictures import png
from tests.playground.plain import Json, Rest

__all__ = ["asked", "commands"]
pytestmark = [pytest.mark.slow, WITH_BROWSER]


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
    await driver.move_clock(61)
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
    await driver.move_clock(61)
    await expect(ada.page.get_by_text("This interaction failed")).to_be_visible()
    await ada.button("Go").click()
    assert (await rest.callback(await asked(), message("at last", private=True)))[0] == 200
    await expect(ada.message("at last")).to_contain_text("Only you can see this")
    await expect(ada.page.get_by_text("This interaction failed")).to_have_count(0)


async def test_a_press_holds_although_its_message_changes_under_the_finger(
    tabs: Tabs, rest: Rest, asked: Asked, games: str
) -> None:
    """A computer's move edits the board between the mouse's going down and coming up."""
    ada = await tabs.open("Ada")
    row = [{"type": 1, "components": [{"type": 2, "style": 4, "label": "Go", "custom_id": "go"}]}]
    sent = await rest.send(games, "one move", components=row)
    button = ada.button("Go")
    await button.hover()
    await ada.page.mouse.down()
    async with ada.page.expect_response("**/driver/messages") as read:
        await rest("PATCH", f"/channels/{games}/messages/{sent['id']}", {"content": "two moves"})
    await (await read.value).finished()
    await ada.page.mouse.up()
    assert (await rest.callback(await asked(), message("sure?", private=True)))[0] == 200
    await expect(ada.message("sure?")).to_be_visible()
    await expect(ada.message("two moves")).to_be_visible()


async def test_a_press_on_what_has_changed_meanwhile_says_so(
    tabs: Tabs, rest: Rest, games: str
) -> None:
    ada = await tabs.open("Ada")
    row = [{"type": 1, "components": [{"type": 2, "style": 4, "label": "Go", "custom_id": "go"}]}]
    sent = await rest.send(games, "one move", components=row)
    await expect(ada.button("Go")).to_be_visible()

    async def changed_first(route: Route) -> None:
        changed: Json = {"content": "two moves", "components": []}
        await rest("PATCH", f"/channels/{games}/messages/{sent['id']}", changed)
        await route.continue_()

    await ada.page.route("**/click", changed_first)
    await ada.button("Go").click()
    told = ada.page.get_by_text("This message has changed in the meantime")
    await expect(ada.message("two moves")).to_be_visible()
    await expect(told).to_be_visible()
    assert len(ada.faults) == 1, "the refused request, in the console"
    ada.faults.clear()


async def test_what_is_chosen_stays_chosen_when_the_message_is_drawn_anew(
    tabs: Tabs, rest: Rest, games: str
) -> None:
    ada = await tabs.open("Ada")
    options = [{"label": label, "value": label} for label in ("one", "two", "three")]
    several = {"type": 3, "custom_id": "several", "max_values": 3, "options": options}
    row = [{"type": 1, "components": [several]}]
    sent = await rest.send(games, "before", components=row)
    select = ada.message("before").get_by_role("listbox")
    await select.select_option(["one", "three"])
    await rest("PATCH", f"/channels/{games}/messages/{sent['id']}", {"content": "after"})
    await expect(ada.message("after").get_by_role("listbox")).to_have_values(["one", "three"])


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
