"""Texts and the tab, before the stand-in alone: the test itself is the bot behind it."""

import re

import pytest
from playwright.async_api import expect

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.page.browser import WITH_BROWSER, Tab, Tabs
from tests.page.commands import Asked, asked, commands, message
from tests.playground.pictures import png
from tests.playground.plain import Json, Rest

__all__ = ["asked", "commands"]
pytestmark = [pytest.mark.slow, WITH_BROWSER]

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>document.title='owned'</script>",
    "[press](javascript:alert(1)) javascript:alert(1)",
    "<a href=//evil.example>x</a> `<b>` **<i>** ||<u>||",
    "</ol></main> &lt;b&gt; <@0> <t:99999999999999:R> <#1>",
)


async def test_who_is_not_there_is_told_who_they_are(tabs: Tabs) -> None:
    page = (await tabs.open("Zoe")).page
    await expect(page.get_by_text("Nobody here is called Zoe. You are Ada.")).to_be_visible()


# --- Text ---


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
        await ada.reply_to(question)
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


async def test_above_a_reply_stands_what_it_answers_without_markup(
    tabs: Tabs, driver: Driver
) -> None:
    said = "-# small [a link](<https://example.org/>): **bold**\n# large"
    await driver.say("Bo", "#games", said)
    ada = await tabs.open("Ada")
    await ada.reply_to(ada.message("small"))
    await ada.type("yes")
    await ada.press("Enter")
    above = ada.message("yes").locator(".above")
    await expect(above).to_contain_text("small a link: bold large")


async def test_a_reply_can_be_begun_while_the_list_moves(tabs: Tabs, driver: Driver) -> None:
    question = await driver.say("Bo", "#games", "a question")
    ada = await tabs.open("Ada")
    shown = ada.page.locator(f'[data-id="{question["id"]}"]')
    await shown.focus()
    await driver.edit_message("Bo", question, "a longer question")
    for number in range(3):
        await driver.say("Bo", "#games", f"line {number}")
    await expect(ada.message("line 2")).to_be_visible()
    await expect(shown).to_contain_text("a longer question")
    await expect(shown).to_be_focused()
    await shown.get_by_role("button", name="Reply: message of").click()
    await expect(ada.page.locator(".reply-bar")).to_contain_text("Replying to Bo")


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


# --- The tab ---


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
    await older.click()
    await expect(ada.messages).to_have_count(100)
    # One stays where one reads, also while others write; a press goes to the end.
    await driver.say("Bo", "#games", "line 120")
    await expect(ada.message("line 120")).to_have_count(1)
    await expect(ada.message("line 120")).not_to_be_in_viewport()
    await ada.page.get_by_role("button", name="Newer messages below").click()
    await expect(ada.message("line 120")).to_be_in_viewport()


async def test_a_wrong_key_and_none(tabs: Tabs) -> None:
    wrong = await tabs.open("Ada", key="wrong")
    await expect(wrong.page.get_by_text("has the wrong key")).to_be_visible()
    bare = await tabs.browser.new_page()
    await bare.goto(tabs.url)
    await expect(bare.get_by_text("This address has no key")).to_be_visible()
    wrong.faults.clear()  # the refused requests are in the console, as they should be
