"""A tournament with a post in a forum, from sign-up to the end, on real discord.py."""

from datetime import timedelta

import pytest

from bot.features.tournaments import texts
from bot.features.tournaments.rounds import PACE
from bot.features.tournaments.service import Tournaments, View
from bot.playground.scheduled_events import ACTIVE
from bot.storage.schema import message
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, PRIVATE, Json, Table, labels
from tests.features.tournaments.test_events import event, permitted
from tests.features.tournaments.test_tournament_command import (
    CLUB,
    JOIN,
    MORE,
    STANDINGS,
    START,
    WHY,
    card,
    create,
    everybody,
    resign_all,
    round_message,
    running,
    sign_up,
)

FORUM = "#club"
POST = "POST /channels/{channel_id}/threads"
LISTS = "GET /guilds/{guild_id}/threads/active"


async def a_forum(table: Table, *tags: str, tagged: bool = False) -> Json:
    """A forum with these tags, in which the bot may post."""
    guild = (await table.driver.overview())["guilds"][0]["id"]
    made = await table.driver.create_channel(guild, "club", forum=True, tags=[*tags], tagged=tagged)
    await table.driver.permit(FORUM, allow=["send_messages_in_threads"])
    return made


@pytest.fixture
async def forum(table: Table) -> Json:
    """A forum that has a tag for tournaments."""
    return await a_forum(table, "Talk", "Tournaments")


@pytest.fixture
async def there(table: Table, forum: Json) -> Json:
    """The post of a tournament of two rounds for which people can sign up."""
    del forum
    await create(table, forum=FORUM)
    return await post(table)


async def posts(table: Table) -> list[Json]:
    """The posts in the forum."""
    channels = (await table.driver.overview())["guilds"][0]["channels"]
    (forum,) = (one["id"] for one in channels if one["name"] == FORUM.removeprefix("#"))
    return [one for one in channels if one.get("parent_id") == forum]


async def post(table: Table, words: str = "") -> Json:
    """The only post, once its first message has these words."""
    found = list[Json]()

    async def is_there() -> bool:
        found[:] = await posts(table)
        assert len(found) < 2
        first = [m for one in found for m in await messages(table, one)][:1]
        return any(words in m["content"] for m in first)

    await table.until(is_there)
    return found[0]


async def messages(table: Table, there: Json) -> list[Json]:
    found = await table.driver.messages(there["id"])
    return [m for m in found if not m["flags"] & PRIVATE]


async def linked(table: Table) -> Json:
    """The post of a tournament of one round, once that links to its games."""
    await create(table, forum=FORUM, rounds=1)
    there = await post(table)
    await everybody(table)
    ada = await sign_up(table, ADA, BO, *MORE[:2])
    await table.driver.click(ADA, ada, START)
    await told(table, there, 1, "](https://discord.com/channels/")
    return there


async def boards_are_there(table: Table, games: list[int]) -> bool:
    """True if the board of each of these games has been sent."""
    newest = await table.store.read(lambda tx: [*map(tx.messages.newest_board, games)])
    return None not in newest


async def told(table: Table, there: Json, number: int, words: str = "") -> Json:
    """The message of a round in the post, once it has these words."""

    def is_so(m: Json) -> bool:
        return WHY in labels(m) and f"round {number}" in m["content"] and words in m["content"]

    found = await table.driver.wait_for_message(there["id"], is_so)
    same = [m for m in await messages(table, there) if WHY in labels(m)]
    assert len([m for m in same if f"round {number}" in m["content"]]) == 1
    return found


async def begun(table: Table) -> None:
    there = await sign_up(table, ADA, BO, CY)
    await table.driver.click(ADA, there, START)


async def pass_on(table: Table) -> None:
    """All games of the round end, and the next one begins."""
    await resign_all(table)
    await table.time_passes(timedelta(seconds=1))


async def in_channel(table: Table) -> list[Json]:
    """The rounds that the channel of the tournament has been told."""
    return [m for m in await table.public() if WHY in labels(m)]


async def test_a_tournament_has_one_post_in_which_each_round_is_a_message(
    table: Table, forum: Json
) -> None:
    await permitted(table)
    await create(table, forum=FORUM, place="living")
    there = await post(table)
    assert (there["name"], there["applied_tags"]) == (CLUB, [forum["available_tags"][1]["id"]])
    (first,) = await messages(table, there)
    assert "Swiss, 2 rounds · Keil" in first["content"]
    channel, number = (await card(table))["channel_id"], (await card(table))["id"]
    assert f"The games are played in <#{channel}>." in first["content"]
    await post(
        table,
        f"Who takes part: https://discord.com/channels/{there['guild_id']}/{channel}/{number}",
    )
    assert labels(first) == [JOIN, STANDINGS]
    assert f"Each round is told in a post in <#{forum['id']}>." in (await card(table))["content"]
    assert (await table.driver.click(CY, first, JOIN)).text.startswith("You are in")
    ada = await sign_up(table, ADA, BO)
    await table.driver.click(ADA, ada, START)
    one = await told(table, there, 1)
    assert labels(one) == [STANDINGS, WHY]
    assert (await table.driver.click(ADA, one, WHY)).text.endswith(".")
    link = f"{there['guild_id']}/{there['id']}/{one['id']}"
    await event(table, ACTIVE, says=link)
    await post(table, f"Round 1 of 2 is being played: https://discord.com/channels/{link}")
    assert labels((await messages(table, there))[0]) == [STANDINGS]
    await pass_on(table)
    await told(table, there, 1, "**1–0**")
    await told(table, there, 2)
    await pass_on(table)
    await told(table, there, 2, "**1–0**")
    await post(table, "final standings after 2 rounds")
    await table.all_posted()
    assert await in_channel(table) == []
    assert len(await messages(table, there)) == 3


@pytest.mark.usefixtures("forum")
async def test_whoever_goes_second_is_called_there_and_the_games_are_linked_once_they_are_there(
    table: Table,
) -> None:
    await create(table, forum=FORUM, place="living")
    there = await post(table)
    ada = await sign_up(table, ADA, BO)
    await table.driver.permit(GAMES, deny=["send_messages"])
    await table.driver.click(ADA, ada, START)
    one = await told(table, there, 1)
    assert "](https://discord.com/channels/" not in one["content"]
    ((_, (_, second)),) = await running(table)
    assert second in {each["global_name"] for each in one["mentions"]}
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.message(lambda m: bool(m["attachments"]))
    waits = message.select().where(message.c.kind == "tround", message.c.due.is_not(None))

    async def is_to_be_linked() -> bool:
        return bool(await table.store.read(lambda tx: tx.connection.execute(waits).all()))

    await table.until(is_to_be_linked)
    await table.time_passes(PACE)
    await told(table, there, 1, "](https://discord.com/channels/")


async def test_commands_in_the_post_mean_its_tournament(table: Table, there: Json) -> None:
    await create(table, name="Another")
    shown = await table.driver.slash(BO, there["id"], "tournament standings", {})
    assert f"**{CLUB}**, before round 1" in shown.text


async def test_whoever_sees_the_forum_alone_can_sign_up_there(table: Table, there: Json) -> None:
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    (first,) = await messages(table, there)
    assert (await table.driver.click(CY, first, JOIN)).text.startswith("You are in")


# --- which forum ---


async def test_a_forum_in_which_the_bot_cannot_post_is_refused(table: Table, forum: Json) -> None:
    await table.driver.permit(FORUM, deny=["send_messages"])
    refused = await create(table, forum=FORUM)
    assert refused.text == says(
        "tournament-no-posts",
        forum=f"<#{forum['id']}>",
        permissions=says("permission", name=says("permission-send-messages")),
    )
    await table.driver.permit(FORUM, allow=["send_messages"])
    await create(table, forum=FORUM)
    await post(table)


async def test_nobody_posts_through_the_bot_where_they_cannot_post_themselves(
    table: Table, forum: Json
) -> None:
    guild = (await table.driver.overview())["guilds"][0]["id"]
    await table.driver.create_role(guild, "Club", [BO], allow=["manage_guild"])
    await table.driver.permit(FORUM, who=BO, deny=["send_messages"])
    refused = await create(table, who=BO, forum=FORUM)
    assert refused.text == says(
        "tournament-no-posts-of-yours",
        forum=f"<#{forum['id']}>",
        permissions=says("permission", name=says("permission-send-messages")),
    )
    await table.driver.permit(FORUM, who=BO, allow=["send_messages"])
    await create(table, who=BO, forum=FORUM)
    await post(table)


async def test_a_forum_that_needs_a_tag_has_to_have_one_for_tournaments(table: Table) -> None:
    forum = await a_forum(table, "Talk", tagged=True)
    refused = await create(table, forum=FORUM)
    assert refused.text == says("tournament-no-tag", forum=f"<#{forum['id']}>")


async def test_a_forum_that_needs_a_tag_gets_it(table: Table) -> None:
    await a_forum(table, "Talk", "Our tournament", tagged=True)
    await create(table, forum=FORUM)
    assert len((await post(table))["applied_tags"]) == 1


async def test_while_people_sign_up_a_forum_can_be_added_but_its_post_stays(
    table: Table, forum: Json
) -> None:
    await create(table)
    await sign_up(table, BO)
    await table.command(ADA, "tournament change", forum=FORUM)
    there = await post(table)
    told_so = f"Each round is told in a post in <#{forum['id']}>."
    await table.message(lambda m: "has changed" in m["content"] and told_so in m["content"])
    await table.command(ADA, "tournament change", name="Sunday club")
    await post(table, "**Sunday club**")
    guild = there["guild_id"]
    await table.driver.create_channel(guild, "other", forum=True)
    await table.driver.permit("#other", allow=["send_messages_in_threads"])
    stays = await table.command(ADA, "tournament change", forum="#other")
    assert stays.text == says("tournament-post-stays", forum=forum["id"])


# --- faults ---


@pytest.mark.parametrize("applied", [True, False])
@pytest.mark.usefixtures("forum")
async def test_if_no_answer_comes_it_is_found_or_made_again(table: Table, applied: bool) -> None:
    await table.driver.drop_next(POST, applied=applied)
    await create(table, forum=FORUM)
    await table.driver.wait_for_requests(LISTS)
    there = await post(table)
    await begun(table)
    await told(table, there, 1)


@pytest.mark.usefixtures("forum")
async def test_an_error_of_discords_own_is_followed_by_a_search(table: Table) -> None:
    await table.driver.fail_next(POST, 502)
    await create(table, forum=FORUM)
    await post(table)
    routes = [f"{r['method']} {r['route']}" for r in await table.driver.requests()]
    assert [route for route in routes if route in (POST, LISTS)] == [POST, LISTS, POST]


@pytest.mark.usefixtures("forum")
async def test_a_post_links_to_boards_that_come_while_it_is_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown is read before, and the machine is slow until all of them are there."""
    read, late = Tournaments.view, list[int]()

    async def slowly(this: Tournaments, key: int, *page: int) -> View:
        view = await read(this, key, *page)
        if page and not texts.links_all(view, *page):
            games = [*view.games]
            await table.until(lambda: boards_are_there(table, games))
            late.extend(games)
        return view

    monkeypatch.setattr(Tournaments, "view", slowly)
    await linked(table)
    assert late


@pytest.mark.usefixtures("forum")
async def test_a_post_that_was_archived_shows_results_all_the_same(table: Table) -> None:
    there = await linked(table)
    await post(table, "Round 1 of 1")
    await table.driver.archive_thread(there["id"])
    match, _ = (await running(table))[0]  # the round goes on, so the post itself does not change
    user = (await table.service.matches.live(match)).players[1]
    await table.service.matches.resign(match, user, event_id=10_000)
    await told(table, there, 1, "**1–0**")
    await table.driver.archive_thread(there["id"])
    await pass_on(table)
    await post(table, "final standings")


async def test_a_locked_post_is_left_and_the_channel_is_told(table: Table, there: Json) -> None:
    await table.driver.archive_thread(there["id"], locked=True)
    await begun(table)
    await round_message(table, 1)
    await pass_on(table)
    await round_message(table, 2)
    assert len(await messages(table, there)) == 1


async def test_once_the_forum_is_gone_rounds_are_told_in_the_channel(
    table: Table, there: Json
) -> None:
    await begun(table)
    await told(table, there, 1)
    await table.driver.remove_channel(FORUM)
    await pass_on(table)
    await round_message(table, 2)
    assert len(await in_channel(table)) == 1


async def test_once_its_post_is_gone_rounds_are_told_in_the_channel(
    table: Table, there: Json
) -> None:
    await begun(table)
    await told(table, there, 1)
    await table.driver.remove_channel(there["id"])
    await pass_on(table)
    await round_message(table, 2)
    assert await posts(table) == []


@pytest.mark.usefixtures("forum")
async def test_a_post_that_is_refused_is_tried_again_with_the_next_round(table: Table) -> None:
    await table.driver.fail_next(POST, 403, body={"code": 50013, "message": "Missing"})
    await create(table, forum=FORUM)
    await table.driver.wait_for_requests(POST)
    await table.all_posted()
    await begun(table)
    await round_message(table, 1)
    there = await post(table, "Round 1 of 2")
    await pass_on(table)
    await told(table, there, 2)
    assert len(await in_channel(table)) == 1
