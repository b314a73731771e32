"""``/time`` and ``/away`` as people use them: what is said, what boards show, what stays secret."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.common.home_zone import BY_LOCALE
from bot.features.absence import zones
from bot.features.absence.chat import NIGHTS, read_night, write_night
from bot.playground.driver import Answer
from engine.rest import USUAL_NIGHT, WESTERNMOST, Night, Rest
from engine.time_control import TimeControl
from tests.bot.chat.play.test_access import press
from tests.bot.chat.play.test_deadlines import runs_out
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Json, Table, labels

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHTLY = "2d no nights"


def selects(answer: Answer) -> list[Json]:
    assert answer.message is not None
    rows = answer.message["components"]
    return [one for row in rows for one in row["components"] if one["type"] == 3]


async def choose(table: Table, who: str, answer: Answer, which: int, value: str) -> Answer:
    assert answer.message is not None
    custom_id = selects(answer)[which]["custom_id"]
    return await table.driver.select(who, answer.message, custom_id, [value])


@pytest.mark.parametrize(
    ("time", "still"),
    [
        ("2d no nights", "nights"),
        ("2d no weekends", "weekends"),
        ("2d no nights no weekends", "both"),
    ],
)
async def test_the_card_says_when_clocks_stand_still(table: Table, time: str, still: str) -> None:
    card = await table.challenge(ADA, BO, size=3, time=time)
    sentence = says("time-stands-still", control="2 days a move", still=still)
    assert sentence in card["content"]
    assert TimeControl.read(sentence) == TimeControl.read(time), "it can be typed, too"


@pytest.mark.parametrize(
    ("time", "still"),
    [
        (NIGHTLY, "nights"),
        ("2d no weekends", "weekends"),
        ("2d no nights no weekends", "both"),
    ],
)
async def test_a_first_game_with_nights_says_which_it_has_guessed_and_a_second_does_not(
    table: Table, time: str, still: str
) -> None:
    guess = says("absence-guessed", city="New York", night="23:00 to 7:00", still=still)
    assert ("Saturday and Sunday" in guess) is (still != "nights")
    for first in (True, False):
        given = {"opponent": BO, "size": 3, "time": time, "komi": 0, "button": False}
        asked = await table.driver.slash(ADA, table.channel, "challenge keil", given)
        assert (guess in asked.text) is first
        card = await table.message(lambda m: says("button-accept") in labels(m))
        accepted = await table.driver.click(BO, card, says("button-accept"))
        assert (guess in accepted.text) is first


async def test_a_board_gives_until_after_the_night(table: Table) -> None:
    for who in (ADA, BO):
        await table.command(who, "time", zone="Asia/Tokyo", night="20:00-8:00")
    now = table.clock().astimezone(ZoneInfo("Asia/Tokyo"))
    nine = now.replace(hour=9, minute=0)
    table.clock.pass_by((nine - now) % DAY)  # whenever this runs: eleven hours are left of the day
    board, _, _ = await table.begin_small(time="12h no nights")
    there = datetime.fromtimestamp(runs_out(board), ZoneInfo("Asia/Tokyo"))
    assert 8 <= there.hour < 20
    assert abs(runs_out(board) - (table.clock() + DAY).timestamp()) < 60, "half of a day is night"


async def test_nobody_else_learns_of_a_zone(table: Table) -> None:
    await table.command(ADA, "time", zone="Asia/Kathmandu", night="22:15-6:45")
    await table.begin_small(time=NIGHTLY)
    await table.command(ADA, "away", until="3d")
    record = await table.command(CY, "record", game="1")
    seen = [message["content"] for message in await table.public()]
    assert record.message is not None
    seen += [record.text, await table.driver.file(record.message["attachments"][0])]
    for secret in ("Kathmandu", "22:15", "6:45"):
        assert secret not in str(seen)


async def test_time_is_chosen_by_what_ones_clock_says(table: Table) -> None:
    asked = await table.command(ADA, "time")
    assert "New York" in asked.text
    tokyo = table.clock().astimezone(ZoneInfo("Asia/Tokyo"))
    (shown,) = [o for o in selects(asked)[0]["options"] if o["value"] == "Asia/Tokyo"]
    assert f"{tokyo.hour}:{tokyo.minute:02}" in shown["label"]
    changed = await choose(table, ADA, asked, 0, "Asia/Tokyo")
    assert "Tokyo" in changed.text
    changed = await choose(table, ADA, changed, 1, "22:00-6:00")
    night = says("absence-night", begins="22:00", ends="6:00")
    assert night in changed.text
    assert says("absence-next-turn") in changed.text
    again = await table.command(ADA, "time")
    assert "Tokyo" in again.text
    assert night in again.text


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"zone": "Atlantis"}, "absence-no-zone"),
        ({"zone": "../../etc/passwd"}, "absence-no-zone"),
        ({"night": "when it is dark"}, "absence-no-night"),
        ({"night": "20:00-9:00"}, "absence-no-night"),
        ({"night": "7:00-7:00"}, "absence-no-night"),
        ({"night": "22:60-7:00"}, "absence-no-night"),
        ({"night": "25-7"}, "absence-no-night"),
    ],
)
async def test_bad_times_are_refused_in_one_sentence(
    table: Table, options: dict[str, str], refusal: str
) -> None:
    (typed,) = options.values()
    assert (await table.command(ADA, "time", **options)).text == says(refusal, typed=typed)
    assert "New York" in (await table.command(ADA, "time")).text


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("lisb", "Europe/Lisbon"),
        ("LISBON", "Europe/Lisbon"),
        (" new york ", "America/New_York"),
        ("asia/tokyo", "Asia/Tokyo"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
    ],
)
async def test_a_city_that_is_typed_and_not_chosen_from_the_list_is_enough(
    table: Table, typed: str, zone: str
) -> None:
    changed = await table.command(ADA, "time", zone=typed)
    assert says("absence-next-turn") in changed.text
    assert f"({zone.rpartition('/')[2].replace('_', ' ')})" in changed.text


async def test_a_name_that_several_cities_have_is_asked_back(table: Table) -> None:
    asked = await table.command(ADA, "time", zone="nicosia")
    both = "Asia/Nicosia or Europe/Nicosia"
    assert asked.text == says("absence-which-zone", typed="nicosia", zones=both)
    many = await table.command(ADA, "time", zone="s")
    assert many.text == says("absence-many-zones", typed="s")


async def test_what_can_be_read_is_kept_beside_what_cannot(table: Table) -> None:
    asked = await table.command(ADA, "time", zone="Atlantis", night="22-6")
    assert asked.text.startswith(says("absence-no-zone", typed="Atlantis"))
    assert says("absence-night", begins="22:00", ends="6:00") in asked.text
    asked = await table.command(ADA, "time", zone="Asia/Tokyo", night="always")
    assert asked.text.startswith(says("absence-no-night", typed="always"))
    assert "Tokyo" in asked.text


async def test_hours_that_were_typed_are_shown_as_chosen(table: Table) -> None:
    asked = await table.command(ADA, "time", night="22:30-7:00")
    options = selects(asked)[1]["options"]
    assert len(options) <= 25
    assert [one["value"] for one in options if one.get("default")] == ["22:30-7:00"]


async def test_zones_are_suggested_by_their_cities(table: Table) -> None:
    typed = {"zone": "york"}
    found = await table.driver.autocomplete(ADA, table.channel, "time", typed, focused="zone")
    assert found[0]["value"] == "America/New_York"


async def test_going_away_stops_the_clock_and_boards_say_so(table: Table) -> None:
    board, black, white = await table.begin_small(time="3d")
    await table.time_passes(DAY)
    gone = await table.command(black, "away", until="5d")
    assert "one game" in gone.text
    until = re.search(r"<t:(\d+):f>", gone.text)
    assert until is not None
    ends = datetime.fromtimestamp(int(until[1]), WESTERNMOST)
    said = says("board-away", who=await table.mention(black), until=noon(ends.date()))
    board = await table.becomes(board, lambda m: said in m["content"])
    assert abs(runs_out(board) - (table.clock() + 7 * DAY).timestamp()) < 60
    assert said in (await table.command(white, "games")).text
    await table.time_passes(6 * DAY)
    assert await table.ply() == 0
    board = await table.moves((black, "c3"))
    assert said not in board["content"]


async def test_the_others_are_told_once_and_called(table: Table) -> None:
    await table.begin_small(time="3d")
    await table.command(CY, "away", until="3d")
    await table.begin(ADA, BO, size=4, time="3d")
    await table.begin(ADA, CY, size=4, time="10m + 5x30s")
    await table.command(ADA, "away", until="3d")
    ada, bo = await table.mention(ADA), await table.mention(BO)
    told = await table.message(lambda m: f"{bo}:" in m["content"])
    games = says("absence-wait", others=bo, games="#1 and #2")
    assert told["content"].startswith(ada)
    assert told["content"].endswith(games)
    assert [user["username"] for user in told["mentions"]] == ["bo"]
    await table.command(ADA, "away", until="5d")
    await table.all_posted()
    assert len([m for m in await table.public() if f"{bo}:" in m["content"]]) == 1


async def test_the_notice_stays_true_when_they_are_back_and_when_they_leave_again(
    table: Table,
) -> None:
    await table.begin_small(time="3d")
    ada, bo = await table.mention(ADA), await table.mention(BO)
    gone = await table.command(ADA, "away", until="3d")
    told = await table.message(lambda m: f"{bo}:" in m["content"])
    await press_label(table, ADA, gone, says("button-back"))
    back = await table.becomes(told, lambda m: m["content"] == says("absence-back", who=ada))
    assert not back["mentions"]
    await table.command(ADA, "away", until="4d")
    again = await table.becomes(told, lambda m: f"{bo}:" in m["content"])
    assert again["content"] != told["content"], "it says the other day"


@pytest.mark.parametrize("zone", [None, "America/New_York", "Asia/Tokyo", "Pacific/Kiritimati"])
async def test_boards_say_the_last_day_as_it_was_typed(table: Table, zone: str | None) -> None:
    board, black, _ = await table.begin_small(time="3d")
    if zone is not None:
        await table.command(black, "time", zone=zone)
    last = (table.clock() + 3 * DAY).astimezone(ZoneInfo(zone or "America/New_York")).date()
    await table.command(black, "away", until=str(last))
    said = says("board-away", who=await table.mention(black), until=noon(last))
    await table.becomes(board, lambda m: said in m["content"])


def noon(day: date) -> str:
    """A day as every reader sees it."""
    return f"<t:{int(datetime.combine(day, time(12), UTC).timestamp())}:D>"


async def test_coming_back_gives_the_days_back(table: Table) -> None:
    board, black, _ = await table.begin_small(time="3d")
    gone = await table.command(black, "away")
    assert says("absence-here") in gone.text
    gone = await press_label(table, black, gone, says("button-away", days=3))
    assert labels(gone.message or {})[0] == says("button-back")
    back = await press_label(table, black, gone, says("button-back"))
    assert "7 days" in back.text or "6 days 23 hours" in back.text
    board = await table.becomes(board, lambda m: "vacation" not in m["content"])
    assert abs(runs_out(board) - (table.clock() + 3 * DAY).timestamp()) < 60


async def press_label(table: Table, who: str, answer: Answer, label: str) -> Answer:
    assert answer.message is not None
    return await table.driver.click(who, answer.message, label)


@pytest.mark.parametrize(
    "typed", ["soon", "2020-01-01", "2026-13-01", "9999-12-31", "-3d", "1e9d", "3d; drop table", ""]
)
async def test_what_is_no_end_of_a_vacation_is_refused_in_one_sentence(
    table: Table, typed: str
) -> None:
    refused = await table.command(ADA, "away", until=typed)
    sentences = {says("absence-unreadable", typed=typed), says("absence-too-short")}
    assert refused.text in sentences or (typed == "" and says("absence-here") in refused.text)
    assert says("absence-here") in (await table.command(ADA, "away")).text


async def test_more_than_one_has_is_refused(table: Table) -> None:
    assert (await table.command(ADA, "away", until="8d")).text == says("absence-too-long", days=7)


async def test_the_last_day_belongs_to_a_vacation(table: Table) -> None:
    await table.command(ADA, "time", zone="Asia/Tokyo")
    tokyo = ZoneInfo("Asia/Tokyo")
    last = (table.clock() + 3 * DAY).astimezone(tokyo).date()
    gone = await table.command(ADA, "away", until=str(last))
    ends = datetime.combine(last, datetime.min.time(), tokyo) + DAY
    assert f"<t:{int(ends.timestamp())}:f>" in gone.text


async def test_a_day_is_taken_by_itself_for_who_wants_that(table: Table) -> None:
    board, black, white = await table.begin_small(time="1d")
    await table.moves((black, "c3"), (white, "a1"), (black, "e3"), (white, "b4"))
    asked = await table.command(black, "away")
    chosen = await press_label(table, black, asked, says("button-automatic", automatic="no"))
    assert says("absence-automatic", automatic="yes") in chosen.text
    board = await table.board(4)
    await table.time_passes(DAY + HOUR)
    said = says("board-away", who=await table.mention(black), until="")
    board = await table.becomes(board, lambda m: said.strip() in m["content"])
    assert await table.ply() == 4
    board = await table.moves((black, "d3"))


@pytest.mark.parametrize(
    "control",
    [
        Control("timezone", 0, 0, "Atlantis"),
        Control("timenight", 0, 0, "8:00-7:00"),
        Control("away", 0, 5),
        Control("away", 0, 999_999_999),
        Control("away", 0, 0),
    ],
)
async def test_forged_controls_do_nothing(table: Table, control: Control) -> None:
    board, black, _ = await table.begin_small(time="3d")
    refused = await press(table, black, board["channel_id"], control)
    assert refused.text in (says("refusal-no-such-control"), says("absence-not-away"))
    assert says("absence-here") in (await table.command(black, "away")).text


def test_nights_are_read_as_people_write_them() -> None:
    for night in NIGHTS:
        assert read_night(write_night(night)) == night
    assert read_night("23-7") == read_night("23.00 – 7:00") == USUAL_NIGHT
    assert read_night("22:30 to 6:15") == Night(22 * 60 + 30, 6 * 60 + 15)
    assert read_night("24:00-8:00") == Night(0, 480)


@pytest.mark.parametrize("month", range(1, 13))
def test_every_time_of_day_can_be_chosen_in_one_select(month: int) -> None:
    now = datetime(2026, month, 15, 12, tzinfo=UTC)
    for own in BY_LOCALE.values():
        found = zones.by_time(now, own)
        assert len(found) <= 25
        assert own in [zone for zone, _, _ in found]


def test_every_zone_that_is_named_exists() -> None:
    assert all(map(zones.is_zone, (*zones.CITIES, *BY_LOCALE.values())))
    assert not zones.is_zone("Europe/Atlantis")


async def test_a_zone_that_is_not_known_any_more_breaks_nothing(table: Table) -> None:
    user = int((await table.mention(ADA)).strip("<@>"))
    await table.store.write(lambda tx: tx.people.keep_rest(user, Rest("Mars/Olympus")))
    assert "Olympus" in (await table.command(ADA, "time")).text
    changed = await table.command(ADA, "time", night="22-6")
    assert says("absence-next-turn") in changed.text
    last = (table.clock() + 2 * DAY).date()
    assert "<t:" in (await table.command(ADA, "away", until=str(last))).text


async def test_who_is_on_vacation_by_itself_is_told_and_the_others_are_not(table: Table) -> None:
    _, black, white = await table.begin_small(time="1d")
    await table.moves((black, "c3"), (white, "a1"), (black, "e3"), (white, "b4"))
    asked = await table.command(black, "away")
    await press_label(table, black, asked, says("button-automatic", automatic="no"))
    await table.time_passes(DAY + HOUR)
    note = await table.message(lambda m: says("absence-taken", games="#1") in m["content"])
    assert [user["global_name"] for user in note["mentions"]] == [black]


@pytest.mark.parametrize("own", ["Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Chatham"])
def test_an_odd_zone_is_always_among_those_offered(own: str) -> None:
    found = zones.by_time(datetime(2026, 1, 15, 12, tzinfo=UTC), own)
    assert len(found) <= 25
    assert own in [zone for zone, _, _ in found]


def test_only_zones_that_mean_the_same_everywhere_can_be_chosen() -> None:
    assert zones.is_zone("UTC")
    assert not any(map(zones.is_zone, ("Factory", "localtime", "posixrules", "Etc/GMT+3", "")))
