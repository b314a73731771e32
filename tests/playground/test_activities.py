"""Activities on the stand-in: their windows, and who lets the application know themselves."""

import asyncio
from typing import Any

import aiohttp
import pytest

from bot.playground.driver import CannotDo, Driver
from bot.playground.server import Playground
from tests.playground.plain import Gateway, Json, Rest

ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
LAUNCH = {"type": 12}


async def pressed(driver: Driver, gateway: Gateway, message: Json, who: str) -> Any:
    """A button that somebody has pressed, and what they see of it."""
    asking = asyncio.create_task(driver.call("click", user=who, message=message["id"], button="Go"))
    return asking, await gateway.event("INTERACTION_CREATE")


async def exchange(playground: Playground, **form: str) -> tuple[int, Json]:
    """POST /oauth2/token."""
    asked = {
        "client_id": playground.world.app_id,
        "client_secret": playground.activities.secret,
        "grant_type": "authorization_code",
        **form,
    }
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{playground.url}/api/v10/oauth2/token", data=asked) as answer,
    ):
        return answer.status, await answer.json()


async def test_a_channel_has_one_window_which_goes_with_the_last_who_leaves(
    playground: Playground, driver: Driver, rest: Rest, gateway: Gateway, games: str
) -> None:
    await driver.enable_activities()
    message = await rest.send(games, components=[ROW])
    seen = list[Json]()
    for who in ("Ada", "Bo"):
        asking, asked = await pressed(driver, gateway, message, who)
        status, body = await rest.callback(asked, LAUNCH)
        assert status == 200
        assert (
            body["resource"]["activity_instance"]["id"]
            == body["interaction"]["activity_instance_id"]
        )
        shown = await asking
        assert shown["kind"] == "activity"
        seen.append(shown["instance"])
    assert seen[0]["instance_id"] == seen[1]["instance_id"]
    name = seen[0]["instance_id"]
    path = f"/applications/{playground.world.app_id}/activity-instances/{name}"
    status, body = await rest("GET", path)
    assert (status, body) == (200, seen[1])
    assert len(body["users"]) == 2
    assert body["location"]["channel_id"] == games
    for who in ("Ada", "Bo"):
        await driver.call("leave_activity", user=who, instance=name)
    status, body = await rest("GET", path)
    assert (status, body["code"]) == (404, 10089)


async def test_without_activities_or_the_permission_no_window_opens(
    playground: Playground, driver: Driver, rest: Rest, gateway: Gateway, games: str
) -> None:
    message = await rest.send(games, components=[ROW])
    asking, asked = await pressed(driver, gateway, message, "Bo")
    assert (await rest.callback(asked, LAUNCH))[1]["code"] == 50035
    await driver.enable_activities()
    await driver.permit("#games", who="@everyone", deny=["use_embedded_activities"])
    assert (await rest.callback(asked, LAUNCH))[1]["code"] == 50013
    assert (await rest.callback(asked, {"type": 6}))[0] == 200
    await asking
    with pytest.raises(CannotDo, match="Missing Permissions"):
        await driver.call("enter_activity", user="Bo", channel="#games")
    playground.violations.clear()


async def test_a_code_tells_the_application_who_somebody_is_once(
    playground: Playground, driver: Driver
) -> None:
    async def code() -> str:
        app = playground.world.app_id
        return await driver.call("authorize", user="Bo", client=app, scopes=["identify"])

    given = await code()
    status, said = await exchange(playground, code=given)
    assert (status, said["token_type"], said["scope"]) == (200, "Bearer", "identify")
    async with Rest(playground.url) as rest:
        headers = {"Authorization": f"Bearer {said['access_token']}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            async with http.get(f"{playground.url}/api/v10/users/@me") as answer:
                assert (await answer.json())["global_name"] == "Bo"
            async with http.get(f"{playground.url}/api/v10/gateway/bot") as answer:
                assert answer.status == 401
        assert (await rest("GET", "/users/@me"))[1]["bot"]
    assert await exchange(playground, code=given) == (400, {"error": "invalid_grant"})
    late = await code()
    await driver.move_clock(3600)
    assert await exchange(playground, code=late) == (400, {"error": "invalid_grant"})
    wrong = await exchange(playground, code=await code(), client_secret="x")
    assert wrong == (401, {"error": "invalid_client"})
    assert (await exchange(playground, code="x", redirect_uri="x"))[0] == 400
    assert playground.violations
    playground.violations.clear()


async def test_no_other_application_and_no_other_scope_is_let_know(
    playground: Playground, driver: Driver
) -> None:
    for client, scopes in (("1", ["identify"]), (playground.world.app_id, ["email"])):
        with pytest.raises(CannotDo):
            await driver.call("authorize", user="Bo", client=client, scopes=scopes)


async def test_windows_answer_to_their_own_name_and_only_discord_may_frame_them(
    playground: Playground, driver: Driver
) -> None:
    at = (await driver.map_activity(playground.url))["url"]
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{at}/x", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        async with http.get(f"{at}/.window") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert f"frame-ancestors {playground.url} " in policy
            assert playground.driver_key not in await answer.text()
        async with http.get(f"{playground.url}/") as answer:
            assert f"frame-src {at};" in answer.headers["Content-Security-Policy"]
