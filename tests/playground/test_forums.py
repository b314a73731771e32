"""The stand-in's forums: a post is a thread and its first message at once."""

from typing import Any

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.playground.plain import Json, Rest

FORUM = "#club"


@pytest.fixture
async def forum(driver: Driver) -> Json:
    """A forum with two tags."""
    guild = (await driver.overview())["guilds"][0]["id"]
    return await driver.create_channel(guild, "club", forum=True, tags=["Tournament", "Talk"])


def post(**other: Any) -> Json:
    return {"name": "Friday club, round 1", "message": {"content": "Ada – Bo"}, **other}


async def test_a_post_is_a_thread_with_its_first_message(
    rest: Rest, driver: Driver, forum: Json
) -> None:
    tag = forum["available_tags"][0]["id"]
    status, made = await rest("POST", f"/channels/{forum['id']}/threads", post(applied_tags=[tag]))
    assert status == 201
    assert (made["type"], made["parent_id"], made["applied_tags"]) == (11, forum["id"], [tag])
    first = made["message"]
    assert (first["id"], first["channel_id"], first["content"]) == (
        made["id"],
        made["id"],
        "Ada – Bo",
    )
    there = f"/channels/{made['id']}/messages"
    assert (await rest("PATCH", f"{there}/{made['id']}", {"content": "1–0"}))[1]["content"] == "1–0"
    assert (await rest("POST", there, {"content": "more"}))[0] == 200
    assert [m["content"] for m in (await rest("GET", there))[1]] == ["more", "1–0"]
    active = (await rest("GET", f"/guilds/{made['guild_id']}/threads/active"))[1]["threads"]
    assert [thread["id"] for thread in active] == [made["id"]]
    assert await driver.messages(FORUM) == [], "Discord writes nothing about it in the forum"


async def test_a_forum_has_no_messages_of_its_own(rest: Rest, forum: Json) -> None:
    status, answer = await rest("POST", f"/channels/{forum['id']}/messages", {"content": "x"})
    assert (status, answer["code"]) == (400, 50008)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"name": "x" * 101}, 50035),
        ({"message": {"content": ""}}, 50006),
        ({"message": {"content": "x" * 2001}}, 50035),
        ({"applied_tags": ["1"]}, 50035),
    ],
)
async def test_what_no_post_can_be(
    rest: Rest, forum: Json, playground: Playground, given: Json, code: int
) -> None:
    status, answer = await rest("POST", f"/channels/{forum['id']}/threads", post(**given))
    assert (status, answer["code"]) == (400, code)
    active = await rest("GET", f"/guilds/{forum['guild_id']}/threads/active")
    assert active[1]["threads"] == []
    playground.violations.clear()


async def test_whoever_may_not_write_posts_nothing(rest: Rest, driver: Driver, forum: Json) -> None:
    await driver.permit(FORUM, deny=["send_messages"])
    status, answer = await rest("POST", f"/channels/{forum['id']}/threads", post())
    assert (status, answer["code"]) == (403, 50013)
