"""A tournament in the list of events of its server, from sign-up to the end, on real discord.py."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.features.tournaments.events import LISTED, OF_AN_EVENING, OF_DAYS
from bot.playground.scheduled_events import ACTIVE, CANCELED, COMPLETED, SCHEDULED
from bot.storage.schema import message
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table
from tests.features.tournaments.test_tournament_command import (
    CLUB,
    MANAGE,
    START,
    card,
    create,
    next_round,
    resign_all,
    round_message,
    sign_up,
)

SERVER = "Demo"
CREATE = "POST /guilds/{guild_id}/scheduled-events"
CHANGE = "PATCH /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}"
LIST = "GET /guilds/{guild_id}/scheduled-events"


async def permitted(table: Table) -> None:
    await table.driver.permit_all(SERVER, allow=["create_events"])


async def event(table: Table, status: int = SCHEDULED, **about: Any) -> Json:
    """The only event of the server, once it is in this state; ``says``: and its text says so."""
    found = list[Json]()

    async def is_so() -> bool:
        found[:] = await table.driver.events(SERVER)
        assert len(found) < 2
        one = found[0] if found else {}
        return one.get("status") == status and about.get("says", "") in one["description"]

    await table.until(is_so)
    return found[0]


async def played(table: Table) -> None:
    """Ada and Bo play a tournament of two rounds: round 1 begins."""
    there = await sign_up(table, ADA, BO, CY)
    await table.driver.click(ADA, there, START)


async def test_an_event_is_listed_begins_tells_each_round_and_is_completed(table: Table) -> None:
    await permitted(table)
    before = table.clock()
    await create(table, hours=48)
    listed = await event(table)
    assert listed["name"] == CLUB
    begins = datetime.fromisoformat(listed["scheduled_start_time"])
    assert before <= begins - timedelta(hours=48) <= table.clock()
    guild, channel = listed["guild_id"], (await card(table))["channel_id"]
    where = f"https://discord.com/channels/{guild}/{channel}"
    assert listed["entity_metadata"] == {"location": where}
    assert "Swiss, 2 rounds · Keil" in listed["description"]
    assert f"Sign up here: {where}" in listed["description"]
    await played(table)
    first = await round_message(table, 1)
    begun = await event(table, ACTIVE, says=f"Round 1 of 2 is being played: {where}/{first['id']}")
    assert begun["id"] == listed["id"]
    await resign_all(table)
    second = await next_round(table, 2)
    await event(table, ACTIVE, says=f"Round 2 of 2 is being played: {where}/{second['id']}")
    await resign_all(table)
    await table.time_passes(timedelta(seconds=1))
    await event(table, COMPLETED)
    requests = await table.driver.requests()
    assert [r["status"] for r in requests if f"{r['method']} {r['route']}" == CREATE] == [200]


async def test_if_the_organiser_starts_it_its_event_begins_with_round_1(table: Table) -> None:
    await permitted(table)
    await create(table)
    await card(table)
    assert await table.driver.events(SERVER) == []
    await played(table)
    await event(table, ACTIVE, says="Round 1 of 2")


async def test_a_tournament_that_does_not_take_place_has_its_event_cancelled(table: Table) -> None:
    await permitted(table)
    await create(table, hours=1)
    await event(table)
    await card(table)
    await table.time_passes(timedelta(hours=1))
    await event(table, CANCELED)


async def test_a_tournament_that_is_ended_early_has_its_event_completed(table: Table) -> None:
    await permitted(table)
    await create(table)
    await played(table)
    await event(table, ACTIVE)
    manage = await table.driver.click(ADA, await card(table), MANAGE)
    assert manage.message is not None
    sure = await table.driver.click(ADA, manage.message, says("button-tournament-end"))
    assert sure.message is not None
    await table.driver.click(ADA, sure.message, says("button-tournament-yes-end"))
    await event(table, COMPLETED)


@pytest.mark.parametrize(("time", "lasts"), [("5m", OF_AN_EVENING), ("3d", OF_DAYS)])
async def test_the_end_of_an_event_is_moved_on_while_a_round_is_played(
    table: Table, time: str, lasts: timedelta
) -> None:
    await permitted(table)
    await table.driver.no_rates()
    await create(table, time=time)
    await played(table)
    await round_message(table, 1)
    begun = await event(table, ACTIVE, says="/channels/")
    ends = datetime.fromisoformat(begun["scheduled_end_time"])
    assert ends - table.clock() > lasts / 2

    await table.time_passes(lasts / 2 + timedelta(minutes=10))

    async def is_moved_on() -> bool:
        now = await event(table, ACTIVE)
        return datetime.fromisoformat(now["scheduled_end_time"]) > ends

    await table.until(is_moved_on)


async def test_without_the_permission_nothing_is_asked_and_all_else_goes_on(table: Table) -> None:
    await create(table, hours=1)
    await played(table)
    await round_message(table, 1)
    await resign_all(table)
    await permitted(table)
    await next_round(table, 2)
    await event(table, ACTIVE, says="Round 2 of 2")
    requests = await table.driver.requests()
    assert [r["status"] for r in requests if f"{r['method']} {r['route']}" == CREATE] == [200]


async def test_in_a_hidden_channel_no_event_tells_of_a_tournament(table: Table) -> None:
    await permitted(table)
    await table.driver.permit(GAMES, allow=["view_channel"])
    for who in (ADA, BO, CY):
        await table.driver.permit(GAMES, who=who, allow=["view_channel"])
    await table.driver.permit(GAMES, who="@everyone", deny=["view_channel"])
    await create(table, hours=1)
    await played(table)
    await round_message(table, 1)
    await table.all_posted()
    assert await table.driver.events(SERVER) == []


async def test_if_a_moderator_deletes_an_event_there_is_no_other(table: Table) -> None:
    await permitted(table)
    await create(table, hours=1)
    await table.driver.remove_event((await event(table))["id"])
    await played(table)
    await resign_all(table)
    await next_round(table, 2)

    async def nothing_waits() -> bool:
        waiting = message.select().where(
            message.c.kind == "tevent", message.c.shown != message.c.rev
        )
        return not await table.store.read(lambda tx: tx.connection.execute(waiting).all())

    await table.until(nothing_waits)
    assert await table.driver.events(SERVER) == []


async def test_owners_can_keep_tournaments_out_of_the_list(table: Table) -> None:
    await permitted(table)
    await table.service.servers.change(
        int(await server(table)), lambda old: LISTED.chosen(old, False)
    )
    await create(table, hours=1)
    await played(table)
    await round_message(table, 1)
    await table.all_posted()
    assert await table.driver.events(SERVER) == []


async def server(table: Table) -> str:
    return (await table.driver.overview())["guilds"][0]["id"]


# --- faults ---


@pytest.mark.parametrize("applied", [True, False])
async def test_if_no_answer_comes_it_is_found_or_made_again(table: Table, applied: bool) -> None:
    await permitted(table)
    await table.driver.drop_next(CREATE, applied=applied)
    await create(table, hours=1)
    await table.driver.wait_for_requests(LIST)
    await event(table)
    await played(table)
    await event(table, ACTIVE, says="/channels/")


async def test_an_error_of_discords_own_is_followed_by_a_search(table: Table) -> None:
    """It may have been carried out all the same, and Discord knows no repetition."""
    await permitted(table)
    await table.driver.fail_next(CREATE, 502)
    await create(table, hours=1)
    await event(table)
    routes = [f"{r['method']} {r['route']}" for r in await table.driver.requests()]
    assert [route for route in routes if route in (CREATE, LIST)] == [CREATE, LIST, CREATE]


async def test_a_change_that_fails_is_made_later(table: Table) -> None:
    await permitted(table)
    await create(table, hours=1)
    await event(table)
    await table.driver.drop_next(CHANGE, times=2)
    await played(table)
    await event(table, ACTIVE)


async def test_while_the_permission_is_missing_the_event_stays_as_it_is(table: Table) -> None:
    await permitted(table)
    await create(table, hours=1)
    await event(table)
    await table.driver.permit_all(SERVER, deny=["create_events"])
    await played(table)
    await round_message(table, 1)
    await table.driver.wait_for_requests(CHANGE)
    await resign_all(table)
    await permitted(table)
    await next_round(table, 2)
    await event(table, ACTIVE, says="Round 2 of 2")


async def test_an_end_of_the_sign_up_that_is_given_later_is_listed(table: Table) -> None:
    await permitted(table)
    await create(table)
    await card(table)
    assert await table.driver.events(SERVER) == []
    await table.command(ADA, "tournament change", hours=9)
    listed = await event(table)
    begins = datetime.fromisoformat(listed["scheduled_start_time"])
    assert timedelta(hours=8) < begins - table.clock() <= timedelta(hours=9)
    ends = await event(table)
    await table.command(ADA, "tournament change", hours=5)

    async def is_moved() -> bool:
        now = datetime.fromisoformat((await event(table))["scheduled_start_time"])
        return timedelta(hours=4) < now - table.clock() <= timedelta(hours=5)

    await table.until(is_moved)
    now = await event(table)
    assert now["id"] == listed["id"]
    assert now["scheduled_end_time"] < ends["scheduled_end_time"]


async def test_what_organisers_change_while_people_sign_up_is_changed_in_the_list(
    table: Table,
) -> None:
    await permitted(table)
    await create(table, hours=1)
    before = await event(table)
    changed = {"name": "Sunday club", "hours": 9, "system": "roundrobin"}
    await table.driver.slash(ADA, GAMES, "tournament change", changed)
    now = await event(table, says="Round robin")
    assert now["name"] == "Sunday club"
    starts = (datetime.fromisoformat(one["scheduled_start_time"]) for one in (before, now))
    first, then = starts
    assert timedelta(hours=7) < then - first < timedelta(hours=9)
