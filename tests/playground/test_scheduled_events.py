"""The stand-in's scheduled events: who may make them, what they may say, how they begin and end."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.playground.driver import CannotDo, Driver
from bot.playground.scheduled_events import ACTIVE, CANCELED, COMPLETED, MOST, SCHEDULED
from bot.playground.server import Playground
from tests.playground.plain import Json, Rest

DEMO = "Demo"


async def ahead(driver: Driver, hours: float) -> str:
    return datetime.fromtimestamp(await driver.now() + 3600 * hours, UTC).isoformat()


async def described(driver: Driver, **other: Any) -> Json:
    given: Json = {
        "name": "Friday club",
        "description": "Round 1",
        "scheduled_start_time": await ahead(driver, 1),
        "scheduled_end_time": await ahead(driver, 2),
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#games"},
    }
    return given | other


@pytest.fixture
async def events(driver: Driver) -> str:
    """The address of the events of a server on which the bot may make them."""
    await driver.permit_all(DEMO, allow=["create_events"])
    return f"/guilds/{(await driver.overview())['guilds'][0]['id']}/scheduled-events"


async def test_an_event_is_made_changed_listed_and_deleted(
    rest: Rest, driver: Driver, events: str
) -> None:
    status, made = await rest("POST", events, await described(driver))
    assert (status, made["status"], made["entity_type"]) == (200, SCHEDULED, 3)
    one = f"{events}/{made['id']}"
    assert await rest("GET", one) == (200, made)
    assert await rest("GET", events) == (200, [made])
    status, changed = await rest("PATCH", one, {"description": "Round 2", "status": ACTIVE})
    assert (status, changed) == (200, made | {"description": "Round 2", "status": ACTIVE})
    assert await rest("DELETE", one) == (204, None)
    assert (await rest("GET", one))[1]["code"] == 10070
    assert await driver.events(DEMO) == []


async def test_without_the_permission_there_is_none(
    rest: Rest, driver: Driver, events: str
) -> None:
    made = (await rest("POST", events, await described(driver)))[1]
    await driver.permit_all(DEMO, deny=["create_events"])
    for method, path in (
        ("POST", events),
        ("PATCH", one := f"{events}/{made['id']}"),
        ("DELETE", one),
    ):
        body = await described(driver) if method != "DELETE" else None
        status, answer = await rest(method, path, body)
        assert (status, answer["code"]) == (403, 50013)
    assert (await rest("GET", one))[0] == 200


@pytest.mark.parametrize(
    "given",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"description": "x" * 1001},
        {"entity_metadata": {"location": "x" * 101}},
        {"scheduled_start_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_end_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_end_time": None},
    ],
)
async def test_what_no_event_can_be(
    rest: Rest, driver: Driver, events: str, playground: Playground, given: Json
) -> None:
    status, answer = await rest("POST", events, await described(driver, **given))
    assert (status, answer["code"]) == (400, 50035)
    playground.violations.clear()


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        (None, COMPLETED, 50035),
        (ACTIVE, CANCELED, 50035),
        (ACTIVE, SCHEDULED, 50035),
        (CANCELED, ACTIVE, 180000),
    ],
)
async def test_states_that_cannot_follow_each_other(
    rest: Rest,
    driver: Driver,
    events: str,
    playground: Playground,
    first: int | None,
    then: int,
    code: int,
) -> None:
    one = f"{events}/{(await rest('POST', events, await described(driver)))[1]['id']}"
    if first is not None:
        assert (await rest("PATCH", one, {"status": first}))[0] == 200
    status, answer = await rest("PATCH", one, {"status": then})
    assert (status, answer["code"]) == (400, code)
    playground.violations.clear()


async def test_what_has_begun_ends_by_itself(rest: Rest, driver: Driver, events: str) -> None:
    one = f"{events}/{(await rest('POST', events, await described(driver)))[1]['id']}"
    await rest("PATCH", one, {"status": ACTIVE})
    await driver.move_clock(timedelta(hours=3).total_seconds())
    while (await rest("GET", one))[1]["status"] == ACTIVE:
        pass
    assert (await rest("GET", one))[1]["status"] == COMPLETED
    assert await rest("GET", events) == (200, [])


async def test_a_server_has_a_hundred_at_most(rest: Rest, driver: Driver, events: str) -> None:
    await driver.no_rates()
    for _ in range(MOST):
        assert (await rest("POST", events, await described(driver)))[0] == 200
    status, answer = await rest("POST", events, await described(driver))
    assert (status, answer["code"]) == (400, 30038)
    await driver.remove_event((await driver.events(DEMO))[0]["id"])
    assert (await rest("POST", events, await described(driver)))[0] == 200
    with pytest.raises(CannotDo):
        await driver.remove_event("1")


async def test_the_page_lists_what_is_not_over(rest: Rest, driver: Driver, events: str) -> None:
    made = (await rest("POST", events, await described(driver)))[1]
    (shown,) = (await driver.call("home", user="Ada"))["guilds"][0]["events"]
    assert (shown["name"], shown["description"], shown["now"]) == ("Friday club", "Round 1", False)
    await rest("PATCH", f"{events}/{made['id']}", {"status": CANCELED})
    assert (await driver.call("home", user="Ada"))["guilds"][0]["events"] == []
