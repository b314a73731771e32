"""The bot is killed at every point of a game; no answered move is lost, no post repeated.

The points are every commit, before and after, and every request, before and after the stand-in
applies it. A kind of point has a game of its own: wherever the point comes, from the first start
to the end, the bot dies, minutes go by, it is started again, and people play on. The searching of
the history, which only a bot does that comes back, is in `test_outage`.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.playground.driver import CALLBACK, EDIT, FOLLOW_UP, SEND, Driver
from bot.playground.server import Playground
from tests.crash.table import BY_REPLIES, GAME, AtCommit, AtRequest, Point, Step, Story, laid

COMMITS = {
    "schema": 1,
    "seen": 1,
    "taken over": 1,
    "identified": 1,
    "commands": 1,
    "challenge": 1,
    "match": 1,
    "turn": 8,
    "begun": 2,
    "sent": 10,
}
"""How many commits of each kind a game without interruption has."""
REQUESTS = {
    "GET /users/@me": 1,
    "GET /oauth2/applications/@me": 1,
    "GET /applications/{application_id}/commands": 1,
    "PUT /applications/{application_id}/commands": 1,
    "GET /gateway/bot": 1,
    CALLBACK: 17,
    SEND: 10,
    EDIT: 7,
    FOLLOW_UP: 2,
}
"""The same of requests."""
BY_REPLIES_SENT, BY_REPLIES_EDITED = 10, 9
"""The requests of the game in which people reply."""
RECEIPT_DELETED = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
"""An old receipt goes; nothing waits for it, so how often before the end depends on the time."""
SEEN = "seen"  # on a slow machine more than one: it depends on the time
TIDIED = "edited"
"""Buttons were taken off; on a fast machine none: the next transaction about posts stores it."""

FIRSTS = "UPDATE played"
"""The clock works out what the moves of a game have achieved, which may come after the end here."""

AT_COMMITS = [(when, kind) for kind in COMMITS for when in ("before", "after")]
AT_REQUESTS = [(when, route) for route in REQUESTS for when in ("before", "after")]


async def survive(
    point: Point | None,
    playground: Playground,
    driver: Driver,
    folder: Path,
    game: Sequence[Step] = GAME,
) -> Story:
    """A whole game in which the bot dies wherever that point comes."""
    async with laid(playground, driver, folder) as table:
        story = Story(table, point, game)
        await story.tell()
    return story


async def test_a_game_without_interruption_has_just_the_points_that_are_swept(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    story = await survive(None, playground, driver, tmp_path)
    commits = story.passed()
    assert commits.pop(SEEN) >= 1
    commits.pop(TIDIED, None)
    commits.pop(FIRSTS, None)
    assert commits == Counter({k: n for k, n in COMMITS.items() if k != SEEN})
    requests = Counter(f"{r['method']} {r['route']}" for r in await driver.requests())
    assert requests.pop(RECEIPT_DELETED) >= 1
    assert requests == Counter(REQUESTS)


async def test_a_game_by_replies_is_posted_with_the_bots_token(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await survive(None, playground, driver, tmp_path, BY_REPLIES)
    requests = Counter(f"{r['method']} {r['route']}" for r in await driver.requests())
    assert (requests[SEND], requests[EDIT]) == (BY_REPLIES_SENT, BY_REPLIES_EDITED)
    assert requests[FOLLOW_UP] == 0


@pytest.mark.slow
@pytest.mark.storage
@pytest.mark.parametrize(("when", "kind"), AT_COMMITS)
async def test_a_bot_killed_at_any_commit_loses_and_repeats_nothing(
    when: str, kind: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    story = await survive(AtCommit(when, kind), playground, driver, tmp_path)
    expected = story.kills if kind == SEEN else COMMITS[kind]
    assert story.kills == expected >= 1


@pytest.mark.slow
@pytest.mark.storage
@pytest.mark.parametrize(("when", "route"), AT_REQUESTS)
async def test_a_bot_killed_at_any_request_loses_and_repeats_nothing(
    when: str, route: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    story = await survive(AtRequest(when, route), playground, driver, tmp_path)
    repeated = story.kills - REQUESTS[route]
    # An edit whose report was lost is made again, which changes nothing, and may be held, too.
    assert repeated >= 0 if (when, route) == ("after", EDIT) else repeated == 0


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("what", [SEND, EDIT, "turn", "sent"])
async def test_a_bot_killed_while_people_reply_loses_and_repeats_nothing(
    when: str, what: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    point = AtRequest(when, what) if what in REQUESTS else AtCommit(when, what)
    story = await survive(point, playground, driver, tmp_path, BY_REPLIES)
    assert story.kills >= len(BY_REPLIES) - 5  # wherever that point comes
