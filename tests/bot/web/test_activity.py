"""The page in Discord's own window: who gets in, as whom, and what the window then shows."""

import json
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from multidict import istr

from bot.web import activity, limits
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table
from tests.bot.web.reader import Reader, opened
from tests.sdk import WITH_SDK

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is late in Discord's list of those who are in a window."""
    monkeypatch.setattr(activity, "TRIES_S", (0.0,))


async def windows(table: Table) -> str:
    """Where the windows are."""
    home = await table.driver.call("home", user=ADA)
    return home["windows"]


async def code_of(table: Table, who: str) -> str:
    """What Discord's client gives a page that asks who somebody is."""
    client = (await table.driver.overview())["application"]
    return await table.driver.call("authorize", user=who, client=client, scopes=["identify"])


async def join(table: Table, who: str, channel: str | None = None) -> str:
    """Bring somebody into the window of a channel, past the bot. Returns its name."""
    channel = channel or table.channel
    return (await table.driver.call("enter_activity", user=who, channel=channel))["instance_id"]


async def ask(table: Table, code: str, instance: str, **headers: str) -> Json:
    """Ask to be let in."""
    at = await windows(table)
    async with (
        ClientSession() as http,
        http.ws_connect(f"{at}/enter", headers={"Origin": at, **headers}) as socket,
    ):
        await socket.send_str(json.dumps({"do": "enter", "code": code, "instance": instance}))
        return await socket.receive_json()


@asynccontextmanager
async def shown(table: Table, answer: Json) -> AsyncGenerator[Reader]:
    """The page that a window shows."""
    at = await windows(table)
    async with opened(f"{at}/game/{answer['match']}", session=answer["session"]) as page:
        yield page


async def launch(table: Table, who: str, button: str = "Open board") -> str:
    """Press *Open board* under the newest board. Returns the name of the window."""
    answer = await table.driver.call(
        "click", user=who, message=(await table.board(await table.ply()))["id"], button=button
    )
    assert answer["kind"] == "activity", answer
    return answer["instance"]["instance_id"]


async def test_open_board_opens_the_window_with_that_game(windowed: Table) -> None:
    _, black, white = await windowed.begin_small()
    for who in (white, CY, black):
        answer = await ask(windowed, await code_of(windowed, who), await launch(windowed, who))
        assert answer["match"] == 1
        async with shown(windowed, answer) as page:
            board = await page.board()
            assert (board["turn"], bool(board["actions"])) == (who == black, who != CY)
            if who == black:
                assert (await page.act("play", "c3", ply=0))["kind"] == "said"
                await windowed.board(1)


async def test_whoever_joins_others_sees_their_game(windowed: Table) -> None:
    _, black, _ = await windowed.begin_small()
    instance = await launch(windowed, black)
    assert await join(windowed, CY) == instance

    async def noted() -> bool:  # once Discord has told the bot which window it has opened
        return await windowed.service.web_passes.shown(instance) == 1

    await windowed.until(noted)
    assert (await ask(windowed, await code_of(windowed, CY), instance))["match"] == 1


async def test_each_sees_the_game_that_they_opened_though_a_channel_has_one_window(
    windowed: Table,
) -> None:
    _, black, _ = await windowed.begin_small()
    first = await launch(windowed, black)
    await windowed.begin(ADA, CY, size=3, komi=0, button=False)
    live = await windowed.service.matches.live(2)
    await windowed.service.web_passes.show(2, live.everybody[0], first)  # the last one opened
    assert (await ask(windowed, await code_of(windowed, black), first))["match"] == 1
    await join(windowed, BO)
    other = await ask(windowed, await code_of(windowed, BO), first)
    assert other["match"] == (1 if black == BO else 2)


async def test_without_the_button_one_chooses_among_ones_games(windowed: Table) -> None:
    await windowed.begin_small()
    instance = await join(windowed, ADA)
    assert (await ask(windowed, await code_of(windowed, ADA), instance))["match"] == 1
    await windowed.begin(ADA, BO, size=3, komi=0, button=False)
    answer = await ask(windowed, await code_of(windowed, ADA), instance)
    assert sorted(match for match, _ in answer["games"]) == [1, 2]
    assert answer["text"] == says("web-activity-which")
    async with shown(windowed, answer | {"match": 1}) as page:
        assert (await page.board())["match"] == 1
    await join(windowed, CY)
    nothing = await ask(windowed, await code_of(windowed, CY), instance)
    assert (nothing["games"], nothing["text"]) == ([], says("web-activity-none"))


async def test_a_made_up_window_lets_nobody_in(windowed: Table) -> None:
    await windowed.begin_small()
    instance = await launch(windowed, ADA)
    for name in (instance + "1", "i-1-gc-2-3", "", "../../users/@me", "x" * 200, "\u00e9"):
        answer = await ask(windowed, await code_of(windowed, ADA), name)
        assert (answer["kind"], answer["text"]) == ("closed", says("web-activity-elsewhere"))
        assert "session" not in answer


async def test_a_code_of_somebody_who_is_not_in_the_window_lets_nobody_in(windowed: Table) -> None:
    await windowed.begin_small()
    instance = await launch(windowed, ADA)
    answer = await ask(windowed, await code_of(windowed, CY), instance)
    assert answer == {"kind": "closed", "text": says("web-activity-elsewhere"), "again": False}


async def test_a_code_works_once_and_not_for_ever(windowed: Table) -> None:
    await windowed.begin_small()
    instance, code = await launch(windowed, ADA), await code_of(windowed, ADA)
    assert "session" in await ask(windowed, code, instance)
    refused = {"kind": "closed", "text": says("web-activity-code"), "again": False}
    assert await ask(windowed, code, instance) == refused
    old = await code_of(windowed, ADA)
    await windowed.driver.move_clock(3600)
    for wrong in (old, "made-up", "", "a b", secrets.token_urlsafe(22)):
        assert await ask(windowed, wrong, instance) == refused


async def test_who_may_not_see_the_channel_is_told_so(windowed: Table) -> None:
    """They are in a window elsewhere, and say that they want to see this game."""
    await windowed.begin_small()
    await launch(windowed, ADA)
    await windowed.driver.permit("#games", allow=["view_channel"])  # the bot still sees it
    await windowed.driver.permit("#games", who="@everyone", deny=["view_channel"])
    home = await windowed.driver.overview()
    other = await windowed.driver.create_channel(home["guilds"][0]["id"], "elsewhere")
    instance = await join(windowed, CY, other["id"])
    answer = await ask(windowed, await code_of(windowed, CY), instance)
    assert answer["games"] == []
    async with shown(windowed, answer | {"match": 1}) as page:
        assert (await page.until("closed"))["text"] == says("web-not-yours")


async def test_codes_that_somebody_makes_up_reach_discord_only_so_often(
    windowed: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "A_SECOND", 0.0001)
    monkeypatch.setattr(limits, "AT_ONCE", 3.0)
    for number in range(3):
        assert (await ask(windowed, f"made-up-{number}", "i-1"))["kind"] == "closed"
    with pytest.raises(WSServerHandshakeError, match="429"):
        await ask(windowed, "made-up-3", "i-1")


async def test_what_the_page_says_of_itself_changes_nothing(windowed: Table) -> None:
    await windowed.begin_small()
    instance, code = await launch(windowed, ADA), await code_of(windowed, CY)
    at = await windows(windowed)
    async with (
        ClientSession() as http,
        http.ws_connect(f"{at}/enter", headers={"Origin": at}) as socket,
    ):
        more = {"user": 1, "match": 1, "session": "x", "key": "x"}
        await socket.send_str(json.dumps({"code": code, "instance": instance} | more))
        assert (await socket.receive_json())["kind"] == "closed"


@WITH_SDK
async def test_other_pages_and_names_get_no_further(windowed: Table) -> None:
    await windowed.begin_small()
    assert windowed.door is not None
    ours = (await windowed.service.web_passes.link(1, 1)).partition("/game/")[0]
    for origin in ("http://evil.example", ours, "http://127.0.0.1:1"):
        with pytest.raises(WSServerHandshakeError, match="403"):
            await ask(windowed, "x", "y", Origin=origin)
    # A page without an origin, as Discord's on iOS, is heard; it still needs a code.
    assert (await ask(windowed, "x", "y", Origin="null"))["kind"] == "closed"
    async with ClientSession() as http:
        async with http.get(ours, headers={istr("Host"): "evil.example"}) as answer:
            assert answer.status == 421
        theirs = (await windows(windowed)).removeprefix("http://")
        async with http.get(ours, headers={istr("Host"): theirs}) as answer:
            assert answer.status == 200
        async with http.get(f"{await windows(windowed)}/") as answer:
            policy = answer.headers["Content-Security-Policy"]
            body = await answer.text()
    (framed,) = [rule for rule in policy.split("; ") if rule.startswith("frame-ancestors")]
    assert framed == f"frame-ancestors 'self' {windowed.driver.url}"
    assert "discord=(()" in body


async def test_without_activities_there_is_no_such_door(paged: Table) -> None:
    await paged.begin_small()
    link = await paged.service.web_passes.link(1, 1)
    at = link.partition("/game/")[0]
    async with ClientSession() as http:
        for path in ("/", "/enter"):
            async with http.get(at + path) as answer:
                assert answer.status == 404
        async with http.get(f"{at}/game/1") as answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert "discord=(()" not in await answer.text()
        with pytest.raises(WSServerHandshakeError, match="403"):
            await http.ws_connect(f"{at}/live/1", headers={"Origin": "null"})


async def test_who_may_open_no_activity_gets_the_link(windowed: Table) -> None:
    board, black, _ = await windowed.begin_small()
    await windowed.driver.permit(
        windowed.channel, who="@everyone", deny=["use_embedded_activities"]
    )
    answer = await windowed.driver.click(black, board, "Open board")
    assert answer.text == says("page-link", use="plays")


async def test_where_discord_opens_none_the_link_comes_instead(windowed: Table) -> None:
    board, black, _ = await windowed.begin_small()
    refused = {"message": "Missing Access", "code": 50001}
    callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
    await windowed.driver.fail_next(callback, 403, body=refused)
    answer = await windowed.driver.click(black, board, "Open board")
    assert answer.text == says("page-link", use="plays")


async def test_an_outage_of_discord_is_said(windowed: Table) -> None:
    await windowed.begin_small()
    instance = await launch(windowed, ADA)
    await windowed.driver.fail_next("GET /users/@me", 500)
    answer = await ask(windowed, await code_of(windowed, ADA), instance)
    assert answer["text"] == says("web-activity-silent")


async def test_a_window_forgets_its_game_after_a_day(windowed: Table) -> None:
    await windowed.begin_small()
    instance = await launch(windowed, ADA)
    await windowed.begin(ADA, BO, size=3, komi=0, button=False)
    windowed.clock.ahead += timedelta(days=2)
    answer = await ask(windowed, await code_of(windowed, ADA), instance)
    assert "match" not in answer
    assert len(answer["games"]) == 2


async def test_the_name_of_a_window_is_no_link_and_no_session(windowed: Table) -> None:
    await windowed.begin_small()
    instance = await launch(windowed, ADA)
    passes = windowed.service.web_passes
    for said in (instance, f"shown {instance}", f"shown\0{instance}"):
        assert await passes.enter(said, 1, "s" * 32) is None
        assert await passes.user_of(said) is None


async def test_config_check_says_where_it_opens_no_window(windowed: Table) -> None:
    async def check() -> str:
        return (await windowed.driver.slash(ADA, "#games", "config check", {})).text

    assert says("page-check-open") in await check()
    await windowed.driver.permit("#games", who="@everyone", deny=["use_embedded_activities"])
    said = await check()
    assert "**Use Activities** is off for @everyone there." in said
    assert "<#" in said


async def test_config_check_says_nothing_of_windows_without_activities(paged: Table) -> None:
    said = await paged.driver.slash(ADA, "#games", "config check", {})
    assert "window" not in said.text
