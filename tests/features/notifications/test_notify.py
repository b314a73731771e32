"""``/notify`` as people use it: where they are called, when they are reminded, and when not."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.delivery.history_search import find
from bot.playground.driver import SEND, Answer
from bot.service.calls import COLLECTED
from bot.shards import Shards
from engine.rest import Rest
from tests.bot.chat.play.test_access import press
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Json, Table, labels

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WHERE, WHEN, QUIET = range(3)
ZONE = "America/New_York"
"""That of the people here, by their language."""


def selects(answer: Answer) -> list[Json]:
    assert answer.message is not None
    rows = answer.message["components"]
    return [one for row in rows for one in row["components"] if one["type"] == 3]


async def choose(table: Table, who: str, which: int, *values: str) -> Answer:
    panel = await table.command(who, "notify")
    assert panel.message is not None
    select = selects(panel)[which]["custom_id"]
    return await table.driver.select(who, panel.message, select, [*values])


async def direct(table: Table, who: str) -> list[Json]:
    """What the bot has written to somebody, once nothing waits to be sent."""
    await table.all_posted()
    return [m for m in await table.driver.messages(f"@{who}") if m["author"].get("bot")]


async def calls(table: Table, who: str, number: int = 1) -> list[Json]:
    """The direct messages that call somebody, once there are so many of them."""

    async def there() -> bool:
        table.clock.wake()
        return len(await calls_now(table, who)) >= number

    await table.until(there)
    return await calls_now(table, who)


async def calls_now(table: Table, who: str) -> list[Json]:
    return [m for m in await direct(table, who) if m["content"] != says("notify-works")]


def mentioned(message: Json) -> list[str]:
    return [person["global_name"] for person in message["mentions"]]


async def test_by_default_boards_mention_and_two_reminders_come(table: Table) -> None:
    board, black, white = await table.begin_small(time="5d")
    panel = await table.command(white, "notify")
    assert panel.ephemeral
    assert says("notify-where", where="mention") in panel.text
    chosen = [o["value"] for s in selects(panel) for o in s["options"] if o.get("default")]
    assert chosen == ["mention", "fifth", "two-hours", "none"]
    board = await table.moves((black, "c3"))
    assert mentioned(board) == [white]


async def test_in_direct_messages_several_games_are_one_message(table: Table) -> None:
    _, black, white = await table.begin_small(time="3d")
    changed = await choose(table, white, WHERE, "direct")
    assert changed.text.startswith(says("notify-where", where="direct"))
    (works,) = await direct(table, white)
    assert works["content"] == says("notify-works")
    board = await table.moves((black, "c3"))
    assert mentioned(board) == []
    other = await table.begin(black, white, size=3, time="3d", komi=0)
    if (await table.service.matches.live(2)).players[0] != int(await number(table, white)):
        await table.moves((black, "c3"), match=2)
    assert await calls_now(table, white) == []
    await table.time_passes(2 * COLLECTED)
    (call,) = await calls(table, white)
    assert call["content"].startswith(says("notify-waiting", number=2))
    assert call["content"].count("https://discord.com/channels/") == 2
    assert board["id"] in call["content"]
    assert other["channel_id"] in call["content"]
    assert labels(call) == [says("button-notify")]


async def number(table: Table, who: str) -> str:
    return (await table.mention(who)).strip("<@>")


async def test_a_newer_call_takes_the_place_of_the_one_before(table: Table) -> None:
    _, black, white = await table.begin_small(time="3d")
    await choose(table, white, WHERE, "direct")
    await table.moves((black, "c3"))
    await table.time_passes(2 * COLLECTED)
    (first,) = await calls(table, white)
    await table.moves((white, "a1"), (black, "e3"))
    await table.time_passes(2 * COLLECTED)

    async def replaced() -> bool:
        return first["id"] not in [m["id"] for m in await calls_now(table, white)]

    await table.until(replaced)
    (second,) = await calls(table, white)
    assert second["content"].startswith(says("notify-waiting", number=1))


async def test_who_moves_within_a_minute_or_presses_something_is_left_in_peace(
    table: Table,
) -> None:
    _, black, white = await table.begin_small(time="3d")
    await choose(table, white, WHERE, "direct")
    await table.moves((black, "c3"), (white, "a1"))
    await table.time_passes(2 * COLLECTED)
    assert await calls_now(table, white) == []
    await table.moves((black, "e3"))
    for _ in range(4):
        await table.time_passes(COLLECTED / 2)
        await table.command(white, "board")
        await table.time_passes(timedelta())
        assert await calls_now(table, white) == []
    await table.time_passes(2 * COLLECTED)  # but then they went away
    await calls(table, white)


async def test_a_closed_direct_message_is_told_at_once_and_changes_nothing(table: Table) -> None:
    _, black, white = await table.begin_small(time="3d")
    await table.driver.person(white, refuses_dms=True)
    refused = await choose(table, white, WHERE, "direct")
    assert refused.text.startswith(says("notify-refused"))
    assert says("notify-where", where="mention") in refused.text
    board = await table.moves((black, "c3"))
    assert mentioned(board) == [white]
    assert says("notify-refused") in (await table.command(white, "notify")).text
    await table.driver.person(white, refuses_dms=False)
    opened = await choose(table, white, WHERE, "direct")
    assert opened.text.startswith(says("notify-where", where="direct"))


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_direct_message_that_is_closed_later_is_tried_once_and_the_call_is_not_lost(
    table: Table, leaves: bool
) -> None:
    _, black, white = await table.begin_small(time="3d")
    await choose(table, white, WHERE, "direct")
    if leaves:
        await table.driver.remove_person("Demo", white)
    else:
        await table.driver.person(white, refuses_dms=True)
    await table.moves((black, "c3"))
    await table.time_passes(2 * COLLECTED)
    call = await table.message(lambda m: says("notify-not-direct") in m["content"])
    assert mentioned(call) == [white]
    assert says("notify-waiting", number=1) in call["content"]
    refused = [r for r in await table.driver.requests() if r["code"] == 50007]
    assert len(refused) == 1
    if leaves:
        await table.driver.join("Demo", white)
    board = await table.moves((white, "a1"), (black, "e3"))
    assert mentioned(board) == [white]
    await table.time_passes(2 * COLLECTED)
    assert len([r for r in await table.driver.requests() if r["code"] == 50007]) == 1
    assert says("notify-refused") in (await table.command(white, "notify")).text


async def test_if_discord_is_busy_nothing_changes(table: Table) -> None:
    body: Json = {"code": 40003, "message": "You are opening direct messages too fast"}
    await table.driver.fail_next(SEND, 403, body=body)
    refused = await choose(table, ADA, WHERE, "direct")
    assert refused.text == says("notify-unreachable")
    panel = await table.command(ADA, "notify")
    assert panel.text.startswith(says("notify-where", where="mention"))


async def test_who_wants_no_call_gets_none(table: Table) -> None:
    _, black, white = await table.begin_small(time="1h")
    changed = await choose(table, white, WHERE, "none")
    assert changed.text == says("notify-where", where="none")
    board = await table.moves((black, "c3"))
    assert mentioned(board) == []
    assert await table.mention(white) in board["content"]
    await table.time_passes(55 * MINUTE)
    assert not [m for m in await table.public() if "⏰" in m["content"]]
    assert await direct(table, white) == []


async def test_reminders_come_when_they_are_wanted(table: Table) -> None:
    _, black, white = await table.begin_small(time="10h")
    await choose(table, white, WHEN, "half")
    await table.moves((black, "c3"))
    await table.time_passes(5 * HOUR + MINUTE)
    await table.message(lambda m: "⏰" in m["content"])
    changed = await choose(table, white, WHEN)
    assert says("notify-when", when="none") in changed.text
    await table.time_passes(4 * HOUR)
    assert len([m for m in await table.public() if "⏰" in m["content"]]) == 1
    await choose(table, white, WHEN, "half", "two-hours")
    await table.time_passes(10 * MINUTE)
    assert len([m for m in await table.public() if "⏰" in m["content"]]) == 1, "both are past"


async def test_a_choice_counts_at_once(table: Table) -> None:
    _, black, white = await table.begin_small(time="10h")
    await table.moves((black, "c3"))
    await choose(table, white, WHEN, "half")
    await table.time_passes(5 * HOUR + MINUTE)
    await table.message(lambda m: "⏰" in m["content"])


async def test_a_reminder_by_direct_message(table: Table) -> None:
    _, black, white = await table.begin_small(time="10h")
    await choose(table, white, WHERE, "direct")
    await table.moves((black, "c3"))
    await table.time_passes(2 * COLLECTED)
    (first,) = await calls(table, white)
    await table.time_passes(8 * HOUR)

    async def reminded() -> bool:
        return [m["id"] for m in await calls_now(table, white)] not in ([], [first["id"]])

    await table.until(reminded)
    assert not [m for m in await table.public() if "⏰" in m["content"]]


async def to_hour(table: Table, hour: int) -> None:
    """Let time go by until it is that hour where these people live."""
    there = table.clock().astimezone(ZoneInfo(ZONE))
    until = there.replace(hour=hour, minute=1, second=0, microsecond=0)
    until += DAY if until <= there else timedelta()
    await table.time_passes(until - there)


async def test_in_quiet_hours_nobody_is_pinged_and_afterwards_one_message_tells_all(
    table: Table,
) -> None:
    await to_hour(table, 12)
    _, black, white = await table.begin_small(time="3d")
    changed = await choose(table, white, QUIET, "1320-480")
    hours = says("notify-hours", begins="22:00", ends="8:00")
    assert says("notify-quiet", hours=hours, city="New York") in changed.text
    await to_hour(table, 23)
    board = await table.moves((black, "c3"))
    assert mentioned(board) == []
    await to_hour(table, 7)
    waits = says("notify-waiting", number=1)
    assert not [m for m in await table.public() if waits in m["content"]]
    await to_hour(table, 8)
    call = await table.message(lambda m: waits in m["content"])
    assert mentioned(call) == [white]
    assert board["id"] in call["content"]
    board = await table.moves((white, "a1"), (black, "e3"))
    assert mentioned(board) == [white]


async def test_who_has_moved_in_the_night_is_not_called_in_the_morning(table: Table) -> None:
    await to_hour(table, 12)
    _, black, white = await table.begin_small(time="3d")
    await choose(table, white, QUIET, "1320-480")
    await to_hour(table, 23)
    await table.moves((black, "c3"), (white, "a1"))
    await to_hour(table, 9)
    assert not [m for m in await table.public() if labels(m) == [says("button-notify")]]


async def test_the_end_of_a_game_is_told_to_the_other(table: Table) -> None:
    _, black, white = await table.begin_small(time="3d")
    await choose(table, white, WHERE, "direct")
    await table.moves((black, "c3"), (white, "a1"))
    await table.time_passes(2 * COLLECTED)
    resign = await table.command(black, "resign")
    assert resign.message is not None
    await table.driver.click(black, resign.message, labels(resign.message)[0])
    board = await table.message(lambda m: "Rematch" in labels(m))
    assert mentioned(board) == [], "one knows, and the other gets a direct message"
    await table.time_passes(2 * COLLECTED)
    (call,) = await calls(table, white)
    assert call["content"].startswith(says("notify-over", number=1))


async def test_quiet_nights_are_those_of_ones_clock(table: Table) -> None:
    await table.command(ADA, "time", zone="Asia/Tokyo", night="0:00-9:00")
    changed = await choose(table, ADA, QUIET, "night")
    hours = says("notify-hours", begins="0:00", ends="9:00")
    assert says("notify-quiet", hours=hours, city="Tokyo") in changed.text
    await table.command(ADA, "time", zone="Asia/Kathmandu", night="22:15-6:45")
    panel = await table.command(ADA, "notify")
    hours = says("notify-hours", begins="22:15", ends="6:45")
    assert says("notify-quiet", hours=hours, city="Kathmandu") in panel.text


async def test_it_works_in_direct_messages_too(table: Table) -> None:
    await choose(table, ADA, WHERE, "direct")
    (works,) = await direct(table, ADA)
    panel = await table.driver.click(ADA, works, says("button-notify"))
    assert panel.ephemeral
    assert panel.text.startswith(says("notify-where", where="direct"))
    again = await table.driver.slash(ADA, "@Ada", "notify", {})
    assert again.text == panel.text


@pytest.mark.parametrize(
    "control",
    [
        Control("notifywhere", 0, 0, "everywhere"),
        Control("notifywhen", 0, 0, "always"),
        Control("notifywhen", 0, 0, "half,half,always"),
        Control("notifyquiet", 0, 0, "0-1440"),
        Control("notifyquiet", 0, 0, "x"),
    ],
)
async def test_forged_controls_do_nothing(table: Table, control: Control) -> None:
    board, black, _ = await table.begin_small(time="3d")
    before = (await table.command(black, "notify")).text
    refused = await press(table, black, board["channel_id"], control)
    assert refused.text == says("refusal-no-such-control")
    assert (await table.command(black, "notify")).text == before


async def test_a_direct_message_is_looked_for_whichever_shards_a_process_has(
    table: Table,
) -> None:
    """They belong to no server whose permissions could be asked for."""
    _, black, white = await table.begin_small(time="3d")
    await choose(table, white, WHERE, "direct")
    await table.moves((black, "c3"))
    await table.time_passes(2 * COLLECTED)
    (call,) = await calls(table, white)
    one = await table.service.shown_messages.shown_as(int(call["id"]))
    assert one is not None
    table.client._connection._private_channels.clear()
    table.service.process_shards.assigned = Shards((1,), 2)
    assert await find(table.client, table.store, one) is None, "it is known already"


async def test_the_button_of_another_shows_ones_own_settings(table: Table) -> None:
    await choose(table, ADA, WHERE, "none")
    board, _, _ = await table.begin_small(time="3d")
    shown = await press(table, CY, board["channel_id"], Control("notify", 1))
    assert shown.text.startswith(says("notify-where", where="mention"))


@pytest.mark.parametrize("zone", ["Mars/Olympus", ""])
async def test_an_unknown_zone_breaks_nothing(table: Table, zone: str) -> None:
    user = int(await number(table, BO))
    await table.store.write(lambda tx: tx.people.keep_rest(user, Rest(zone)))
    changed = await choose(table, BO, QUIET, "night")
    assert says("notify-hours", begins="23:00", ends="7:00") in changed.text
