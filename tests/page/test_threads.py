"""Threads, polls and settings on the page, before the stand-in alone: the test is the bot."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Route, expect

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.page.browser import PHONE, WIDE, WITH_BROWSER, Tab, Tabs
from tests.page.commands import Asked, asked, commands, message
from tests.playground.plain import Json, Rest

__all__ = ["asked", "commands"]

pytestmark = [pytest.mark.slow, WITH_BROWSER]

SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])


@pytest.fixture(autouse=True)
async def allowed(driver: Driver) -> None:
    await driver.rates(send=[1000, 1.0], edit=[1000, 1.0], delete=[1000, 1.0])
    await driver.permit_all("Demo", allow=["create_public_threads", "send_polls"])


async def game(rest: Rest, channel: str, name: str) -> tuple[Json, Json]:
    """A card and its thread."""
    button = {"type": 2, "style": 1, "label": "Peek", "custom_id": f"peek:{name}"}
    card = await rest.send(
        channel, f"card of {name}", components=[{"type": 1, "components": [button]}]
    )
    path = f"/channels/{channel}/messages/{card['id']}/threads"
    status, thread = await rest("POST", path, {"name": name})
    assert status == 201
    return card, thread


async def sidebar(tab: Tab, size: tuple[int, int]) -> None:
    """Let the channels be seen: on a phone they are in a drawer."""
    if size == PHONE:
        await tab.page.locator("#head").get_by_role("button", name="Channels").click()


# Threads


@SIZES
async def test_into_a_thread_and_back(
    tabs: Tabs, rest: Rest, games: str, size: tuple[int, int]
) -> None:
    _, thread = await game(rest, games, "Ada – Bo")
    for number in range(3):
        await rest.send(thread["id"], f"move {number}")
    ada = await tabs.open("Ada", size=size)
    await expect(ada.messages).to_have_count(1)
    way = ada.message("card of").get_by_role("button", name="Ada – Bo 3 messages ›")
    await way.click()
    # It begins with the card, as it is now, and the card's buttons work there too.
    await expect(ada.messages).to_have_count(4)
    await expect(ada.messages.first).to_contain_text("card of Ada – Bo")
    await expect(ada.button("Peek")).to_be_visible()
    await expect(ada.page.locator("#head")).to_contain_text("Ada – Bo")
    await ada.say("well played")
    await ada.page.get_by_role("button", name="Back to #games").click()
    await expect(ada.page.locator("#head h1 span").first).to_have_text("games")
    await expect(ada.message("card of")).to_contain_text("4 messages ›")
    assert not await ada.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")


@SIZES
async def test_a_link_into_a_thread_goes_there_in_the_same_tab(
    tabs: Tabs, rest: Rest, driver: Driver, games: str, size: tuple[int, int]
) -> None:
    card, thread = await game(rest, games, "Ada – Bo")
    board = await rest.send(thread["id"], "the board")
    server = (await driver.overview())["guilds"][0]["id"]
    way = f"https://discord.com/channels/{server}/{thread['id']}"
    opens: Json = {"type": 2, "style": 5, "label": "Open", "url": way}
    row: Json = {"type": 1, "components": [opens]}
    path = f"/channels/{games}/messages/{card['id']}"
    assert (await rest("PATCH", path, {"components": [row]}))[0] == 200
    await rest.send(games, f"over: [Board]({way}/{board['id']})")
    ada = await tabs.open("Ada", size=size)
    title = ada.page.locator("#head h1 span").first
    await ada.button("Open").click()
    await expect(title).to_have_text("Ada – Bo")
    await expect(ada.message("the board")).to_be_visible()
    await ada.page.get_by_role("button", name="Back to #games").click()
    await ada.button("Board").click()
    await expect(title).to_have_text("Ada – Bo")
    await expect(ada.message("the board")).to_be_focused()
    assert len(ada.page.context.pages) == 1


@SIZES
async def test_threads_stand_under_their_channel(
    tabs: Tabs, rest: Rest, driver: Driver, games: str, size: tuple[int, int]
) -> None:
    _, thread = await game(rest, games, "Ada – Bo")
    _, other = await game(rest, games, "Bo – Cy")
    ada = await tabs.open("Ada", size=size)
    await sidebar(ada, size)
    threads = ada.page.get_by_role("list", name="Threads of games")
    names = threads.locator("[data-channel]")
    await expect(names).to_have_text(["Ada – Bo", "Bo – Cy"])
    await driver.say("Bo", thread["id"], "d5")
    await expect(names.first).to_have_class("channel thread unread")
    people = {p["global_name"]: p["id"] for p in (await driver.overview())["people"]}
    await driver.say("Bo", thread["id"], f"<@{people['Ada']}> your turn")
    await expect(names.first.get_by_label("1 mentions")).to_be_visible()
    # What is over is under a line of its own, with its new name.
    body = {"name": "Bo won against Cy", "archived": True}
    assert (await rest("PATCH", f"/channels/{other['id']}", body))[0] == 200
    await expect(names).to_have_text(["Ada – Bo1"])
    fold = threads.get_by_role("button", name="Archived threads of games: 1")
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await fold.click()
    await expect(names).to_have_text(["Ada – Bo1", "Bo won against Cy"])
    await names.last.click()
    await expect(ada.page.locator("#head")).to_contain_text("archived")
    await expect(ada.messages.last).to_contain_text("changed the name of the thread")
    # A message wakes it.
    await ada.say("a good one")
    await expect(ada.page.locator("#head")).not_to_contain_text("archived")


async def test_long_names_of_threads_on_a_phone(tabs: Tabs, rest: Rest, games: str) -> None:
    name = "Ada – Bo · Ada wins by ½ · Keil"
    _, thread = await game(rest, games, name)
    assert (await rest("PATCH", f"/channels/{thread['id']}", {"archived": True}))[0] == 200
    cut = (
        "found => found.scrollWidth > found.clientWidth || found.scrollHeight > found.clientHeight"
    )
    ada = await tabs.open("Ada", size=PHONE)
    way = ada.message("card of").locator(".thread-card")
    await expect(way.locator("strong")).to_have_text(name)
    assert not await way.locator("strong").evaluate(cut)
    await way.click()
    await expect(ada.page.locator("#head h1")).to_contain_text("archived")
    assert not await ada.page.locator("#head h1 span").first.evaluate(cut)
    # The words in the empty message box are cut off, and never make it higher.
    assert await ada.box.evaluate("box => box.scrollHeight <= box.clientHeight")


async def test_a_thread_that_was_started_without_a_message(
    tabs: Tabs, rest: Rest, games: str
) -> None:
    status, _ = await rest("POST", f"/channels/{games}/threads", {"name": "talk", "type": 11})
    assert status == 201
    ada = await tabs.open("Ada")
    await expect(ada.message("started a thread")).to_contain_text("talk")
    await ada.message("started a thread").get_by_role("button", name="talk").click()
    await expect(ada.page.locator("#head")).to_contain_text("in #games")
    await expect(ada.messages).to_have_count(0)


async def test_a_thread_whose_card_is_gone_and_one_that_is_gone(
    tabs: Tabs, rest: Rest, driver: Driver, games: str
) -> None:
    card, thread = await game(rest, games, "Ada – Bo")
    await rest.send(thread["id"], "move 1")
    ada = await tabs.open("Ada")
    await rest("DELETE", f"/channels/{games}/messages/{card['id']}")
    await ada.open_channel("Ada – Bo")
    await expect(ada.messages.first).to_contain_text("it was deleted")
    await driver.remove_channel(thread["id"])
    await expect(ada.page.locator("#head h1 span").first).to_have_text("games")
    ada.faults.clear()  # the page may just have asked for it


async def test_a_thread_that_is_newer_than_the_list_of_channels(
    tabs: Tabs, rest: Rest, games: str
) -> None:
    """The page asks for the channels first, then for messages, and a thread begins between."""
    ada = await tabs.open("Ada")
    asking, first, second = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def held(route: Route) -> None:
        answer = await route.fetch()
        gate = second if asking.is_set() else first
        asking.set()
        await gate.wait()
        await route.fulfill(response=answer)

    await ada.page.route("**/driver/home", held)
    card = await rest.send(games, "card of Ada – Bo")
    await asking.wait()
    path = f"/channels/{games}/messages/{card['id']}/threads"
    assert (await rest("POST", path, {"name": "Ada – Bo"}))[0] == 201
    first.set()
    await ada.message("card of").locator(".thread-card").click()
    second.set()
    await expect(ada.page.locator("#head")).to_contain_text("Ada – Bo")


async def test_a_thread_that_goes_while_the_page_asks_for_it(
    tabs: Tabs, rest: Rest, driver: Driver, games: str
) -> None:
    _, thread = await game(rest, games, "Ada – Bo")
    ada = await tabs.open("Ada")
    await ada.open_channel("Ada – Bo")
    removed = asyncio.Event()

    async def remove(route: Route) -> None:
        if not removed.is_set():
            removed.set()
            await driver.remove_channel(thread["id"])
        await route.continue_()

    await ada.page.route("**/driver/messages", remove)
    await rest.send(games, "news")
    await removed.wait()
    await expect(ada.page.locator("#head h1 span").first).to_have_text("games")
    ada.faults.clear()  # that there is no such channel


async def test_a_locked_thread_is_read_only(
    tabs: Tabs, rest: Rest, driver: Driver, games: str
) -> None:
    _, thread = await game(rest, games, "Ada – Bo")
    await driver.archive_thread(thread["id"], archived=False, locked=True)
    bo, ada = await tabs.open("Bo"), await tabs.open("Ada")
    for tab in (bo, ada):
        await tab.open_channel("Ada – Bo")
        await expect(tab.page.locator("#head")).to_contain_text("locked")
    await expect(bo.page.get_by_text("This thread is locked.")).to_be_visible()
    await expect(bo.box).to_be_hidden()
    await ada.say("who owns the server")


async def test_commands_and_private_answers_in_a_thread(
    tabs: Tabs, rest: Rest, asked: Asked, games: str
) -> None:
    _, thread = await game(rest, games, "Ada – Bo")
    ada = await tabs.open("Ada")
    await ada.open_channel("Ada – Bo")
    await ada.command("plain")
    got = await asked()
    assert got["channel_id"] == thread["id"]
    assert (await rest.callback(got, message("for you", private=True)))[0] == 200
    await expect(ada.message("for you")).to_contain_text("Only you can see this")
    bo = await tabs.open("Bo")
    await bo.open_channel("Ada – Bo")
    await expect(bo.message("for you")).to_have_count(0)


# Messages that change


async def test_nothing_moves_when_messages_above_change_or_go(
    tabs: Tabs, rest: Rest, games: str
) -> None:
    sent = [await rest.send(games, f"line {number:02}") for number in range(40)]
    ada = await tabs.open("Ada")
    read = ada.message("line 20")
    await read.evaluate("element => element.scrollIntoView({block: 'center'})")
    await expect(ada.page.get_by_role("button", name="Newer messages below")).to_be_visible()

    async def top() -> float:
        box = await read.bounding_box()
        assert box
        return box["y"]

    before = await top()
    path = f"/channels/{games}/messages"
    await rest("PATCH", f"{path}/{sent[2]['id']}", {"content": "changed\n" * 9})
    await expect(ada.message("changed")).to_have_count(1)
    assert abs(await top() - before) < 2
    await rest("DELETE", f"{path}/{sent[4]['id']}")
    await rest("DELETE", f"{path}/{sent[3]['id']}")
    await expect(ada.messages).to_have_count(38)
    assert abs(await top() - before) < 2
    await rest.send(games, "one more")
    await expect(ada.messages).to_have_count(39)
    assert abs(await top() - before) < 2


async def test_at_the_end_one_stays_at_the_end(tabs: Tabs, rest: Rest, games: str) -> None:
    sent = [await rest.send(games, f"line {number:02}") for number in range(40)]
    ada = await tabs.open("Ada")
    await expect(ada.message("line 39")).to_be_in_viewport()
    path = f"/channels/{games}/messages/{sent[-2]['id']}"
    await rest("PATCH", path, {"content": "changed\n" * 9})
    await expect(ada.message("changed")).to_have_count(1)
    await expect(ada.message("line 39")).to_be_in_viewport()


# Polls


@SIZES
async def test_a_poll_is_voted_on(
    tabs: Tabs,
    rest: Rest,
    driver: Driver,
    games: str,
    playground: Playground,
    size: tuple[int, int],
) -> None:
    answers = [{"poll_media": {"text": name}} for name in ("Ada", "Bo")]
    asked_for = {"question": {"text": "Who is ahead?"}, "answers": answers}
    sent = await rest.send(games, "", poll=asked_for)
    ada = await tabs.open("Ada", size=size)
    poll = ada.page.get_by_role("region", name="Poll: Who is ahead?")
    await poll.get_by_label("Bo").check()
    # The vote of another does not take away what is chosen here.
    await driver.vote("Cy", sent["id"], 1)
    await expect(poll).to_contain_text("1 vote ·")
    await expect(poll.get_by_label("Bo")).to_be_checked()
    await poll.get_by_role("button", name="Vote", exact=True).click()
    await expect(poll.locator(".answer")).to_have_text(
        ["Ada1 vote · 50%", "Bo ✓ your vote1 vote · 50%"]
    )
    await poll.get_by_role("button", name="Remove vote").click()
    await expect(poll.get_by_label("Bo")).not_to_be_checked()
    await poll.get_by_label("Ada").check()
    await poll.get_by_role("button", name="Vote", exact=True).click()
    await expect(poll).to_contain_text("2 votes · 100%")
    await rest("POST", f"/channels/{games}/polls/{sent['id']}/expire")
    await expect(poll).to_contain_text("closed")
    await expect(poll.get_by_role("button")).to_have_count(0)
    await expect(ada.message("has closed")).to_contain_text("Ada, with 2 of 2 votes")
    assert not await ada.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    assert playground.url


async def test_several_answers_of_a_poll(tabs: Tabs, rest: Rest, games: str) -> None:
    answers = [{"poll_media": {"text": name}} for name in ("five", "six", "seven")]
    asked_for: Json = {"question": {"text": "Sizes?"}, "answers": answers}
    await rest.send(games, "", poll=asked_for | {"allow_multiselect": True})
    ada = await tabs.open("Ada")
    poll = ada.page.get_by_role("region", name="Poll: Sizes?")
    await poll.get_by_label("five").check()
    await poll.get_by_label("seven").check()
    await poll.get_by_role("button", name="Vote", exact=True).click()
    await expect(poll.locator(".mine")).to_have_count(2)


# Settings


async def test_selects_for_channels_roles_and_people(
    tabs: Tabs, rest: Rest, driver: Driver, asked: Asked, games: str
) -> None:
    role = await driver.create_role("Demo", "Regulars", ["Bo"])
    channels = {c["name"]: c["id"] for c in (await driver.overview())["guilds"][0]["channels"]}
    await driver.create_thread("#games", "talk", "Ada")
    chosen = [{"id": channels["general"], "type": "channel"}]
    where: Json = {"type": 8, "custom_id": "where", "placeholder": "Where", "channel_types": [0]}
    where |= {"min_values": 0, "max_values": 2, "default_values": chosen}
    who: Json = {"type": 6, "custom_id": "who", "placeholder": "Who may", "min_values": 0}
    any_: Json = {"type": 7, "custom_id": "any", "placeholder": "Anybody"}
    rows = [{"type": 1, "components": [select]} for select in (where, who, any_)]
    await rest.send(games, "settings", components=rows)
    ada = await tabs.open("Ada")
    places = ada.page.get_by_label("Where")
    await expect(places.locator("option")).to_have_text(["#games", "#general"])
    await expect(places.locator("option:checked")).to_have_text(["#general"])

    async def answered() -> Json:
        got = await asked()
        assert (await rest.callback(got, {"type": 6}))[0] == 200
        return got["data"]

    await places.select_option(["#games", "#general"])
    await ada.page.get_by_role("button", name="Done").click()
    data = await answered()
    assert data["values"] == [games, channels["general"]]
    assert data["resolved"]["channels"][games]["name"] == "games"
    roles = ada.page.get_by_label("Who may")
    await roles.select_option("@Regulars")
    assert list((await answered())["resolved"]["roles"]) == [role["id"]]
    await roles.select_option("Who may")  # none
    assert (await answered())["values"] == []
    both = ada.page.get_by_label("Anybody").locator("option")
    assert "@Regulars" in await both.all_text_contents()
    assert "@Cy" in await both.all_text_contents()


async def test_a_form_with_settings(tabs: Tabs, rest: Rest, driver: Driver, asked: Asked) -> None:
    await driver.create_role("Demo", "Regulars", ["Bo"])
    homes = [{"label": "Thread", "value": "t", "default": True}, {"label": "Channel", "value": "c"}]
    fields: list[Json] = [
        {"type": 8, "custom_id": "where", "required": False, "channel_types": [0]},
        {"type": 6, "custom_id": "role", "required": False},
        {"type": 21, "custom_id": "home", "options": homes},
        {"type": 23, "custom_id": "quiet"},
    ]
    labelled = [{"type": 18, "label": f["custom_id"], "component": f} for f in fields]
    modal = {"custom_id": "m", "title": "Settings", "components": labelled}
    ada = await tabs.open("Ada", size=PHONE)
    await ada.command("plain")
    assert (await rest.callback(await asked(), {"type": 9, "data": modal}))[0] == 200
    shown = ada.page.get_by_role("dialog", name="Settings")
    await expect(shown.get_by_label("Thread")).to_be_checked()
    await shown.get_by_label("where").select_option("#general")
    await shown.get_by_label("role").select_option("@Regulars")
    await shown.get_by_label("Channel").check()
    await shown.get_by_label("quiet").check()
    await shown.get_by_role("button", name="Submit").click()
    got = await asked()
    values = [c["component"] for c in got["data"]["components"]]
    given = [v.get("values", v.get("value")) for v in values]
    assert given[2:] == ["c", True]
    assert len(got["data"]["resolved"]["channels"]) == len(got["data"]["resolved"]["roles"]) == 1
    assert (await rest.callback(got, message("set", private=True)))[0] == 200


# Direct messages, and who may use what


async def test_commands_in_direct_messages_with_the_bot(
    tabs: Tabs, rest: Rest, asked: Asked, playground: Playground
) -> None:
    path = f"/applications/{playground.world.app_id}/commands"
    sent: list[Json] = [
        {"name": "help", "description": "Everywhere", "contexts": [0, 1]},
        {"name": "challenge", "description": "In servers", "contexts": [0]},
        {"name": "config", "description": "For some", "default_member_permissions": 32},
    ]
    assert (await rest("PUT", path, sent))[0] == 200
    bo = await tabs.open("Bo")
    members = bo.page.get_by_role("complementary", name="Members")
    await members.get_by_role("button", name="games").click()
    await bo.menu("Message")
    await expect(bo.box).to_have_attribute("placeholder", "Message @games")
    await bo.box.click()
    await bo.type("/")
    # What asks for permissions of a server is there for all in direct messages, as on Discord.
    await expect(bo.suggestions.locator(".picker-label")).to_have_text(["/config", "/help"])
    await bo.press("Escape")
    await bo.box.fill("")
    await bo.command("help")
    got = await asked()
    assert (got["context"], got["user"]["username"]) == (1, "bo")
    assert "member" not in got
    assert (await rest.callback(got, message("how to", private=True)))[0] == 200
    await expect(bo.message("how to")).to_be_visible()
    # In the server, Bo lacks a permission that its owner has.
    for tab, offered in ((bo, ["/challenge", "/help"]), (await tabs.open("Ada"), None)):
        await tab.page.get_by_role("button", name="Demo", exact=True).click()
        await tab.box.click()
        await tab.type("/")
        wanted = offered or ["/challenge", "/config", "/help"]
        await expect(tab.suggestions.locator(".picker-label")).to_have_text(wanted)


# Small things


async def test_tab_takes_only_what_begins_with_the_text(
    tabs: Tabs, rest: Rest, asked: Asked
) -> None:
    ada = await tabs.open("Ada")

    async def suggested(*names: str) -> None:
        choices = [{"name": name, "value": name} for name in names]
        got = await asked()
        assert (await rest.callback(got, {"type": 8, "data": {"choices": choices}}))[0] == 200
        await expect(ada.suggestions).to_have_text(list(names))

    await ada.box.click()
    await ada.type("/import ")
    line = ada.page.get_by_role("group", name="/import")
    await line.locator('[data-option="file"] input').set_input_files(
        {"name": "a.sgf", "mimeType": "text/plain", "buffer": b"(;)"}
    )
    await line.locator(".more").click()
    await ada.type("by:")
    await suggested("d5", "f3")
    by = line.locator('[data-option="by"] input')
    # Nothing of it begins with what was typed: it stays, and the focus goes on.
    await ada.type("3")
    await suggested("d3", "f3")
    await ada.press("Tab")
    await expect(by).to_have_value("3")
    await expect(by).not_to_be_focused()
    await by.fill("f")
    await suggested("d5", "f3")
    await ada.press("Tab")
    await expect(by).to_have_value("f3")
    # What was moved to is taken in any case.
    await by.fill("x")
    await suggested("d5", "f3")
    await ada.press("ArrowDown", "Tab")
    await expect(by).to_have_value("d5")


async def test_tab_takes_only_a_command_that_begins_so(tabs: Tabs) -> None:
    ada = await tabs.open("Ada")
    await ada.box.click()
    await ada.type("/ain")  # as in /plain
    await expect(ada.suggestions).to_have_count(1)
    await ada.press("Tab")
    await expect(ada.box).to_have_value("/ain")
    await ada.box.fill("")
    await ada.type("/pl")
    await ada.press("Tab")
    await expect(ada.page.get_by_role("group", name="/plain")).to_be_visible()


@SIZES
async def test_a_notice_lies_over_nothing(
    tabs: Tabs, driver: Driver, size: tuple[int, int]
) -> None:
    await driver.say("Bo", "#games", "hello")
    ada = await tabs.open("Ada", size=size)
    await ada.page.evaluate("document.getElementById('notice').textContent = 'away'")
    await (
        ada.page.get_by_role("button", name="You are Ada: change that")
        .or_(ada.page.locator(".myself"))
        .locator("visible=true")
        .click()
    )
    await ada.menu("Bo")
    toast = ada.page.get_by_text("This tab is Bo now.")
    await expect(toast).to_be_visible()
    over: list[Any] = await toast.evaluate(
        """toast => {
          const one = toast.getBoundingClientRect();
          const lies = (other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom && other.top < one.bottom;
          return ["#notice", "#head", "#scroller", "#composer"]
            .filter((name) => lies(document.querySelector(name).getBoundingClientRect()));
        }"""
    )
    assert over == []


async def test_a_silent_message_says_so(tabs: Tabs, rest: Rest, games: str) -> None:
    await rest.send(games, "hush", flags=1 << 12)
    ada = await tabs.open("Ada")
    await expect(ada.message("hush")).to_contain_text("@silent")
