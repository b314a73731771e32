"""Daily puzzles: one a day where the owners want it, whatever breaks, and what became of it."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.features.daily.service import (
    AT_HOUR,
    CHANNEL,
    DAILY,
    DAY,
    GAME,
    LATEST,
    Daily,
    DailyRefusal,
    next_daily,
)
from bot.features.daily.store import DailyQueries, StoredDaily
from bot.messages import puzzles as words
from bot.playground.driver import Answer
from bot.service import puzzles as stored
from bot.service.puzzles import Difficulty, Puzzle
from bot.service.refusals import RefusedError
from bot.service.server_settings import UNDECIDED, ServerSettings
from bot.service.service import Service
from bot.shards import WHOLE
from bot.storage.rows import DELETED
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.games import all_games
from tests.bot.house import SERVER, House
from tests.bot.left import as_if_never_answered, was_given_up
from tests.bot.says import says
from tests.bot.service.test_shards import ODD, two_processes
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels
from tests.features.puzzles.test_puzzle import AGAIN, FOLLOW, NEXT, SHOW, Solver, streak
from tests.features.settings.test_config import channel_id, panel, server
from tests.toy import TOYS

GENERAL = "#general"
SEND = "POST /channels/{channel_id}/messages"
HOUR = timedelta(hours=1)
KI = all_games()["ki"]


def wanting(hour: int | None, channel: int = 70, game: str | None = None) -> ServerSettings:
    """Settings with a puzzle every day."""
    return GAME.chosen(AT_HOUR.chosen(CHANNEL.chosen(UNDECIDED, channel), hour), game)


def queries(tx: Transaction) -> DailyQueries:
    """The statements of the feature."""
    return DailyQueries(tx.connection)


def registered(service: Service) -> Daily:
    """The daily puzzles of a service without Discord."""
    daily = Daily(service)
    daily.register(service)
    return daily


async def wanted(table: Table, *, game: str | None = "ki", ahead: timedelta = 2 * HOUR) -> None:
    """The owners want a puzzle in #general every day, at the hour that it is in a while."""
    guild, general = int((await server(table))["id"]), await channel_id(table, GENERAL)
    chosen = wanting((table.clock() + ahead).hour, general, game)
    await table.service.servers.change(guild, lambda _: chosen)


async def until_noon(table: Table) -> None:
    """Time passes until the next noon."""
    now = table.clock()
    noon = datetime.combine(now.date(), time(12), UTC)
    await table.time_passes((noon if noon > now else noon + DAY) - now)


def is_daily(message: Json) -> bool:
    return says("daily-head") in message["content"]


async def posts(table: Table) -> list[Json]:
    """The daily puzzles in the channel, the oldest first."""
    return [message for message in await table.driver.messages(GENERAL) if is_daily(message)]


async def post(table: Table, number: int = 1) -> Json:
    """The daily puzzle with this number, once it is there; there is no other after it."""

    async def there() -> bool:
        return len(await posts(table)) >= number

    await table.until(there)
    found = await posts(table)
    assert len(found) == number
    return found[-1]


def asked_in(message: Json) -> Puzzle:
    """The puzzle that a post asks."""
    (puzzle,) = [
        one
        for one in stored.of(KI)
        if f"puzzle {stored.title(KI, one.name)}:" in message["content"]
    ]
    return puzzle


async def opened(table: Table, who: str, message: Json) -> Solver:
    """``who`` presses *Answer*."""
    solver = Solver(table, who)
    answer = await table.driver.click(who, message, says("button-daily"))
    assert answer.ephemeral
    solver.answer = answer
    return solver


def results(answered: int, solved: int, best: str, game: str = "Ki") -> str:
    return says("daily-results", game=game, answered=answered, solved=solved, best=best)


# --- the days ---


async def test_a_puzzle_comes_every_day_at_its_hour(table: Table) -> None:
    await wanted(table)
    await table.time_passes(timedelta(minutes=1))
    assert not await posts(table)
    await table.time_passes(2 * HOUR)
    first = await post(table)
    puzzle = asked_in(first)
    assert first["content"].split("\n") == [
        says("daily-head"),
        *words.asked(puzzle.start(KI), puzzle),
    ]
    assert labels(first) == [says("button-daily")]
    (picture,) = first["attachments"]
    assert picture["filename"] == f"ki-daily-{puzzle.name}.png"
    assert picture["description"]
    sent = (await table.driver.requests(SEND))[-1]
    assert sent["body"]["allowed_mentions"]["parse"] == []
    await table.time_passes(HOUR)
    await post(table)
    await table.time_passes(23 * HOUR)
    second = await post(table, 2)
    assert asked_in(second) != puzzle
    assert second["content"].endswith(results(0, 0, puzzle.best))


async def test_everybody_answers_privately_and_the_next_post_tells_how_many_were_right(
    table: Table,
) -> None:
    await wanted(table)
    await table.time_passes(2 * HOUR)
    first = await post(table)
    puzzle = asked_in(first)
    bo, cy, ada = [await opened(table, who, first) for who in (BO, CY, ADA)]
    await bo.choose(puzzle.best)
    assert streak(1, 1, 1, 1) in bo.text
    assert labels(bo.message) == [FOLLOW, NEXT]
    await cy.choose(cy.wrong)
    assert labels(cy.message) == [AGAIN, SHOW, NEXT]
    await cy.press(AGAIN)
    await cy.choose(puzzle.best)  # too late to count
    await ada.type("z9")  # no move
    assert await table.driver.message(first) == first
    await table.time_passes(DAY)
    second = await post(table, 2)
    assert second["content"].endswith(results(2, 1, puzzle.best))
    assert f"||{puzzle.best}||" in second["content"]
    late = await opened(table, ADA, first)  # the old button works, but counts only for Ada
    await late.choose(puzzle.best)
    assert streak(1, 1, 1, 1) in late.text
    await table.time_passes(DAY)
    third = await post(table, 3)
    assert third["content"].endswith(results(0, 0, asked_in(second).best))


async def test_whoever_looks_at_the_solution_has_not_solved_it(table: Table) -> None:
    await wanted(table)
    await table.time_passes(2 * HOUR)
    first = await post(table)
    solution = Control("puzzlesolution", 0, 0, f"ki {asked_in(first).name}")
    channel = table.client.get_partial_messageable(await channel_id(table, GENERAL))
    sent = await channel.send("?", view=view_of([ControlButton(solution, "forged")]))
    await table.driver.click(CY, str(sent.id), "forged")
    await (await opened(table, CY, first)).choose(asked_in(first).best)
    await table.time_passes(DAY)
    assert (await post(table, 2))["content"].endswith(results(1, 0, asked_in(first).best))


async def test_games_take_turns_unless_one_is_chosen(table: Table) -> None:
    await wanted(table, game=None)
    await table.time_passes(2 * HOUR)
    for number in range(1, 4):
        await post(table, number)
        await table.time_passes(DAY)
    seen = {message["attachments"][0]["filename"].split("-")[0] for message in await posts(table)}
    assert seen == {game.key for game in all_games().values() if stored.of(game)}


# --- whatever breaks ---


async def test_a_restart_posts_it_once(process: Process) -> None:
    async with process() as table:
        await wanted(table)
        await table.time_passes(2 * HOUR)
        await post(table)
    for _ in range(2):
        async with process() as table:
            await table.time_passes(timedelta(minutes=1))
            await post(table)


async def test_a_crash_before_the_answer_was_noted_posts_it_once(process: Process) -> None:
    async with process() as table:
        await wanted(table)
        await table.time_passes(2 * HOUR)
        await post(table)
        guild = int((await server(table))["id"])
        asked = await table.store.read(lambda tx: queries(tx).latest(guild))
        assert asked is not None
        about = f"daily {guild} {asked.day}"

        async def is_sent() -> bool:
            note = await table.store.read(lambda tx: tx.messages.with_note(about))
            return note is not None and note.message is not None

        await table.until(is_sent)
        note = await table.store.read(lambda tx: tx.messages.with_note(about))
        assert note is not None
        sent = note
        await table.store.write(lambda tx: as_if_never_answered(tx, sent.id))
    async with process() as table:

        async def is_found() -> bool:
            found = await table.store.read(lambda tx: tx.messages.with_note(about))
            return found is not None and found.message == sent.message

        await table.until(is_found)
        await post(table)


async def test_a_puzzle_whose_hour_came_while_the_bot_was_down_comes_later(
    process: Process,
) -> None:
    async with process() as table:
        await wanted(table)
        table.service.process_shards.connected.clear()  # nothing is done any more
        table.clock.pass_by(3 * HOUR)
    async with process() as table:
        await post(table)


async def test_after_days_of_outage_only_the_puzzle_of_this_day_comes(process: Process) -> None:
    async with process() as table:
        await wanted(table)
        await table.time_passes(2 * HOUR)
        first = asked_in(await post(table))
        table.service.process_shards.connected.clear()
        table.clock.pass_by(5 * DAY)
    async with process() as table:
        second = await post(table, 2)
        await table.time_passes(timedelta(minutes=1))
        await post(table, 2)
        assert asked_in(second) != first
        assert second["content"].endswith(results(0, 0, first.best))


async def test_a_puzzle_that_is_half_a_day_late_does_not_come_any_more(process: Process) -> None:
    async with process() as table:
        await wanted(table)
        table.service.process_shards.connected.clear()
        table.clock.pass_by(2 * HOUR + LATEST)
    async with process() as table:
        await table.time_passes(timedelta(minutes=1))
        assert not await posts(table)
        await table.time_passes(DAY - LATEST)
        await post(table)


async def test_a_lost_answer_posts_it_once(soon: Table) -> None:
    await wanted(soon)
    await soon.driver.drop_next(SEND, applied=True)
    await soon.time_passes(2 * HOUR)
    await post(soon)
    await soon.time_passes(DAY)
    await post(soon, 2)


async def test_a_request_that_was_never_carried_out_is_repeated(soon: Table) -> None:
    await wanted(soon)
    await soon.driver.drop_next(SEND, applied=False)
    await soon.time_passes(2 * HOUR)
    await post(soon)


async def test_several_processes_post_it_once(house: House) -> None:
    """Both believe that they work for the server."""
    chosen, other = wanting(house.time.hour, 70), House(house.store)
    services = [registered(house.service), registered(other.service)]
    await house.service.servers.change(SERVER, lambda _: chosen)
    for day in range(1, 4):
        house.time = other.time = house.time + DAY
        await asyncio.gather(*(one.tick(WHOLE) for one in services for _ in range(5)))
        found = await house.store.read(lambda tx: queries(tx).latest(SERVER))
        assert found is not None
        assert found.day == house.time.date().toordinal()
        notes = [f"daily {SERVER} {found.day - ago}" for ago in range(-1, 5)]
        queued = await house.store.read(
            lambda tx, n=notes: [tx.messages.with_note(one) for one in n]
        )
        assert sum(one is not None for one in queued) == day


async def test_many_servers_get_theirs_at_the_same_hour(house: House) -> None:
    registered(house.service)
    chosen = wanting(house.time.hour, 70)
    for number in range(60):
        mine = CHANNEL.chosen(chosen, 70 + number)
        await house.service.servers.change(number + 1, lambda _, mine=mine: mine)
    house.time += DAY
    assert sorted(await house.service.deadlines.tick()) == [70 + number for number in range(60)]
    assert await house.service.deadlines.tick() == []


async def test_the_process_with_the_shard_posts_it(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        for one in (first, second):
            registered(one.service)
        chosen = wanting(first.time.hour, 70)
        await first.service.servers.change(ODD, lambda _: chosen)
        first.time = second.time = first.time + DAY
        await first.service.deadlines.tick()
        assert await first.store.read(lambda tx: queries(tx).latest(ODD)) is None
        assert await second.service.deadlines.tick() == [70]
        assert await first.store.read(lambda tx: queries(tx).latest(ODD)) is not None


async def test_a_missing_permission_delays_it(soon: Table) -> None:
    await soon.driver.permit(GENERAL, deny=["send_messages"])
    await wanted(soon)
    await soon.time_passes(2 * HOUR)
    assert not await posts(soon)
    await soon.driver.permit(GENERAL, allow=["send_messages"])
    await post(soon)


async def test_a_permission_that_comes_back_the_next_day_posts_only_that_days_puzzle(
    soon: Table,
) -> None:
    await soon.driver.permit(GENERAL, deny=["send_messages"])
    await wanted(soon)
    await soon.time_passes(2 * HOUR)
    guild = int((await server(soon))["id"])
    await soon.driver.wait_for_requests(SEND)  # it has been refused
    first = await soon.store.read(lambda tx: queries(tx).latest(guild))
    assert first is not None
    await soon.time_passes(DAY)
    await soon.driver.permit(GENERAL, allow=["send_messages"])
    shown = await post(soon)
    assert f"puzzle {stored.title(KI, first.name)}:" not in shown["content"]
    assert "||" not in shown["content"]  # nobody has seen the one before
    note = await soon.store.read(lambda tx: tx.messages.with_note(f"daily {guild} {first.day}"))
    assert note is not None
    assert was_given_up(note)


async def test_a_channel_that_is_gone_is_pointed_out(table: Table) -> None:
    await wanted(table)
    await table.driver.remove_channel(GENERAL)
    shown = await panel(table, "puzzle")
    assert shown.text.endswith(says("config-gone", setting=says("config-name-daily")))
    await table.time_passes(2 * HOUR)
    guild = int((await server(table))["id"])

    async def given_up() -> bool:
        asked = await table.store.read(lambda tx: queries(tx).latest(guild))
        if asked is None:
            return False
        note = await table.store.read(
            lambda tx: tx.messages.with_note(f"daily {guild} {asked.day}")
        )
        return was_given_up(note)

    await table.until(given_up)


async def test_a_server_that_has_removed_the_bot_gets_none(table: Table) -> None:
    await wanted(table)
    guild = int((await server(table))["id"])
    await table.driver.remove_person("Demo")

    async def gone() -> bool:
        return table.client.get_guild(guild) is None

    await table.until(gone)
    await table.time_passes(2 * HOUR)

    async def given_up() -> bool:
        asked = await table.store.read(lambda tx: queries(tx).latest(guild))
        day = 0 if asked is None else asked.day
        note = await table.store.read(lambda tx: tx.messages.with_note(f"daily {guild} {day}"))
        return was_given_up(note)

    await table.until(given_up)


# --- the owners ---


async def due_on(table: Table, server: int) -> datetime | None:
    """When the next puzzle of a server comes."""
    return await table.store.read(lambda tx: queries(tx).due(server))


async def test_it_is_off_until_a_channel_is_chosen_and_off_again_without_one(table: Table) -> None:
    guild = int((await server(table))["id"])
    assert await due_on(table, guild) is None
    await wanted(table)
    due = await due_on(table, guild)
    assert due is not None
    shown = await panel(table, "puzzle")
    general, when = await channel_id(table, GENERAL), f"<t:{int(due.timestamp())}:R>"
    told = says("config-daily", channel=f"<#{general}>", when=when)
    assert says("config-line", name=says("config-name-daily"), value=told) in shown.text
    await table.service.servers.change(guild, lambda old: replace(old, place="boards"))
    assert await due_on(table, guild) == due
    await table.service.servers.change(guild, lambda old: CHANNEL.chosen(old, None))
    assert await due_on(table, guild) is None
    await table.time_passes(2 * DAY)
    assert not await posts(table)


async def test_the_channel_of_the_daily_puzzle_is_checked(table: Table) -> None:
    await wanted(table)
    await table.driver.permit(GENERAL, deny=["attach_files"])
    shown = await panel(table, "puzzle")
    assert "⚠️" in shown.text


@pytest.mark.parametrize(
    ("now", "hour", "last", "due"),
    [
        ("2026-11-23 08:00", None, "2026-11-22", "2026-11-23 12:00"),
        ("2026-11-23 12:00", None, "2026-11-22", "2026-11-24 12:00"),
        ("2026-11-23 15:00", 0, "2026-11-23", "2026-11-24 00:00"),
        ("2026-11-23 15:00", 18, "2026-11-22", "2026-11-23 18:00"),
        ("2026-11-23 15:00", 18, "2026-11-23", "2026-11-24 18:00"),  # today has had its puzzle
    ],
)
def test_when_the_next_one_comes(now: str, hour: int | None, last: str, due: str) -> None:
    settings = wanting(hour, 1)
    day = datetime.fromisoformat(last).toordinal()
    at = next_daily(settings, datetime.fromisoformat(f"{now}+00:00"), day)
    assert at == datetime.fromisoformat(f"{due}+00:00")


# --- which puzzle ---


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    games: Mapping[str, Game] = all_games()
    number = len(stored.of_days(KI))
    asked = [stored.of_day(games, day, "ki") for day in range(1000, 1000 + number)]
    assert {puzzle for game, puzzle in filter(None, asked) if game == KI} == {*stored.of_days(KI)}
    assert stored.of_day(games, 1000 + number, "ki") == asked[0]
    some = [game for game in games.values() if stored.of(game)]
    most = max(len(stored.of_days(game)) for game in some)
    turns = [stored.of_day(games, day, None) for day in range(len(some) * most)]
    assert len({found[1] for found in turns if found}) == sum(len(stored.of_days(g)) for g in some)
    assert stored.of_day({}, 1, None) is None


@pytest.mark.parametrize("game", [game for game in all_games().values() if stored.of(game)])
def test_nobody_has_seen_the_puzzle_of_the_day_before(game: Game) -> None:
    days, others = {*stored.of_days(game)}, {*stored.to_practise(game)}
    assert days | others == {*stored.of(game)}
    assert not days & others
    assert len(days) >= 10
    for level in Difficulty:
        kept, left = ([one for one in some if one.difficulty is level] for some in (days, others))
        assert len(kept) <= len(left)


async def test_puzzle_gives_none_of_the_puzzles_of_the_days(table: Table) -> None:
    number = len(stored.to_practise(KI))
    bo, names = int((await table.mention(BO)).strip("<@>")), set[str]()
    for _ in range(number + 1):
        solver = await Solver(table, BO).begin(game="ki")
        names.add(solver.puzzle.name)
        await table.service.learning.answer(bo, "ki", solver.puzzle.name, right=True)
    assert names == {one.name for one in stored.to_practise(KI)}


async def test_another_choice_of_the_game_asks_no_puzzle_a_second_time(house: House) -> None:
    """Its answer would stand below it: the game of the puzzles changes every day."""
    daily, asked = registered(house.service), list[str]()
    number = len(stored.of_days(all_games()["kee"]))
    for day in range(2 * number):
        chosen = wanting(house.time.hour, 70, "kee" if day % 2 else None)
        await house.service.servers.change(SERVER, lambda _, chosen=chosen: chosen)
        house.time += DAY
        await daily.tick(WHOLE)
        found = await house.store.read(lambda tx: queries(tx).latest(SERVER))
        assert found is not None
        asked += [found.name] if found.game == "kee" else []
    assert {*asked[:number]} == {one.name for one in stored.of_days(all_games()["kee"])}


# --- one now ---


async def test_owners_have_one_posted_now_and_the_next_one_comes_tomorrow(table: Table) -> None:
    await until_noon(table)  # late in the evening "in two hours" would be tomorrow
    await wanted(table)  # in two hours
    shown = await panel(table, "puzzle")
    assert shown.message is not None
    told = await table.driver.click(ADA, shown.message, says("button-daily-now"))
    assert told.kind == "update"
    assert told.text.endswith(says("daily-posting"))
    first = await post(table)
    await table.all_posted(int(first["channel_id"]))
    link = f"https://discord.com/channels/{(await server(table))['id']}/{first['channel_id']}"
    for _ in range(2):
        assert told.message is not None
        told = await table.driver.click(ADA, told.message, says("button-daily-now"))
        assert told.text.endswith(says("daily-posted", link=f"{link}/{first['id']}"))
    solver = await opened(table, BO, first)
    await solver.choose(asked_in(first).best)
    await table.time_passes(3 * HOUR)
    await post(table)  # today's hour brings no second one
    await table.time_passes(DAY)
    assert (await post(table, 2))["content"].endswith(results(1, 1, asked_in(first).best))


async def test_nothing_is_posted_now_without_a_channel_or_by_somebody_else(table: Table) -> None:
    shown = await panel(table, "puzzle")
    assert says("button-daily-now") not in labels(shown.message or {})
    await wanted(table)
    channel = table.client.get_partial_messageable(await channel_id(table, GENERAL))
    forged = view_of([ControlButton(Control("dailynow", 0), "forged")])
    sent = await channel.send("?", view=forged)
    answer = await table.driver.click(BO, str(sent.id), "forged")
    assert answer.text == says("refusal-not-an-admin")
    assert not await posts(table)


async def pressed_now(table: Table, shown: Answer) -> Answer:
    """Ada presses *Post one now* on a panel that may be older than the settings."""
    assert shown.message is not None
    return await table.driver.click(ADA, shown.message, says("button-daily-now"))


async def test_a_panel_from_before_the_channel_was_taken_away_says_what_to_do(table: Table) -> None:
    await wanted(table)
    shown = await panel(table, "puzzle")
    guild = int((await server(table))["id"])
    await table.service.servers.change(guild, lambda old: CHANNEL.chosen(old, None))
    assert (await pressed_now(table, shown)).text == says("daily-no-channel")


async def test_one_that_could_not_be_posted_is_posted_in_another_channel(table: Table) -> None:
    await until_noon(table)
    await table.time_passes(13 * HOUR)  # soon after midnight
    await wanted(table)
    shown = await panel(table, "puzzle")
    await table.driver.remove_channel(GENERAL)
    await pressed_now(table, shown)
    guild, games = int((await server(table))["id"]), await channel_id(table, GAMES)
    asked = await table.store.read(lambda tx: queries(tx).latest(guild))
    assert asked is not None
    note = f"daily {guild} {asked.day}"

    async def given_up() -> bool:
        return was_given_up(await table.store.read(lambda tx: tx.messages.with_note(note)))

    await table.until(given_up)
    await table.service.servers.change(guild, lambda old: CHANNEL.chosen(old, games))
    await table.time_passes(LATEST + HOUR)
    assert (await pressed_now(table, shown)).text.endswith(says("daily-posting"))
    there = await table.message(is_daily)
    assert f"puzzle {stored.title(KI, asked.name)}:" in there["content"]


async def test_one_whose_channel_is_gone_is_posted_in_another_channel(table: Table) -> None:
    await until_noon(table)
    await wanted(table)
    shown = await panel(table, "puzzle")
    await pressed_now(table, shown)
    first = await post(table)
    await table.all_posted(int(first["channel_id"]))
    await table.driver.remove_channel(GENERAL)
    guild, games = int((await server(table))["id"]), await channel_id(table, GAMES)
    asked = await table.store.read(lambda tx: queries(tx).latest(guild))
    assert asked is not None
    note = f"daily {guild} {asked.day}"

    async def is_gone() -> bool:
        one = await table.store.read(lambda tx: tx.messages.with_note(note))
        return one is not None and one.desired == DELETED

    await table.until(is_gone)
    await table.service.servers.change(guild, lambda old: CHANNEL.chosen(old, games))
    assert (await pressed_now(table, shown)).text.endswith(says("daily-posting"))
    assert asked_in(await table.message(is_daily)) == asked_in(first)


async def test_without_puzzles_none_is_on_its_way(house: House) -> None:
    other = House(house.store, games=TOYS)
    await other.service.servers.change(SERVER, lambda _: wanting(None))
    with pytest.raises(RefusedError) as refused:
        await registered(other.service).post_now(SERVER)
    assert refused.value.why is DailyRefusal.NO_PUZZLES


async def test_instead_of_a_puzzle_that_was_retired_another_one_is_posted(table: Table) -> None:
    await until_noon(table)
    await wanted(table)
    shown = await panel(table, "puzzle")
    guild, day = int((await server(table))["id"]), table.clock().date().toordinal()
    retired = StoredDaily(guild, day, KI.key, "retired", table.clock())
    await table.store.write(lambda tx: queries(tx).add(retired))
    await table.store.write(lambda tx: queries(tx).answer(retired, 1, solved=True))
    assert (await pressed_now(table, shown)).text.endswith(says("daily-posting"))
    there = asked_in(await post(table))
    asked = await table.store.read(lambda tx: queries(tx).latest(guild))
    assert asked is not None and asked.name == there.name
    assert await table.store.read(lambda tx: queries(tx).answers(asked)) == []


async def test_one_that_waits_for_a_permission_is_posted_in_another_channel(soon: Table) -> None:
    await until_noon(soon)
    await soon.driver.permit(GENERAL, deny=["send_messages"])
    await wanted(soon)
    shown = await panel(soon, "puzzle")
    assert (await pressed_now(soon, shown)).text.endswith(says("daily-posting"))
    guild, games = int((await server(soon))["id"]), await channel_id(soon, GAMES)
    note = f"{DAILY} {guild} {soon.clock().date().toordinal()}"
    await soon.driver.wait_for_requests(SEND)  # it is refused

    async def waits() -> bool:
        one = await soon.store.read(lambda tx: tx.messages.with_note(note))
        return one is not None and one.begun == 0

    await soon.until(waits)
    await soon.service.servers.change(guild, lambda old: CHANNEL.chosen(old, games))
    assert (await pressed_now(soon, shown)).text.endswith(says("daily-posting"))
    await soon.message(is_daily)
    await soon.driver.permit(GENERAL, allow=["send_messages"])
    await soon.time_passes(timedelta(minutes=1))
    assert not await posts(soon)


# --- /puzzle ---


async def test_the_puzzle_of_the_day_can_be_answered_anywhere(table: Table) -> None:
    await wanted(table)
    await table.time_passes(2 * HOUR)
    puzzle = asked_in(await post(table))
    solver = await Solver(table, BO).begin(daily=True)
    assert solver.puzzle == puzzle
    await solver.choose(puzzle.best)
    await table.time_passes(DAY)
    assert (await post(table, 2))["content"].endswith(results(1, 1, puzzle.best))


async def test_without_a_post_the_puzzle_of_the_day_is_everybodys(table: Table) -> None:
    day = table.clock().date().toordinal()
    found = stored.of_day(all_games(), day, "ki")
    assert found is not None
    assert (await Solver(table, BO).begin(daily=True, game="ki")).puzzle == found[1]
    told = await table.driver.slash(ADA, "@Ada", "puzzle", {"game": "ki", "daily": True})
    assert f"puzzle {stored.title(found[0], found[1].name)}:" in told.text


async def test_easy_puzzles_come_first_unless_harder_ones_are_wanted(table: Table) -> None:
    solver = await Solver(table).begin(game="ki")
    assert solver.puzzle.difficulty is Difficulty.EASY
    for level in Difficulty:
        assert any(puzzle.difficulty is level for puzzle in stored.of(KI))
        await solver.begin(game="ki", level=int(level))
        assert solver.puzzle.difficulty is level
        assert says("puzzle-difficulty", level=level.name.lower()) in solver.text
    first = solver.puzzle
    await solver.choose(first.best)
    await solver.press(NEXT)
    assert solver.puzzle.difficulty is Difficulty.HARD
    assert solver.puzzle != first


async def test_a_forged_daily_puzzle_is_refused(table: Table) -> None:
    channel = table.client.get_partial_messageable(await channel_id(table, GENERAL))
    for text in ("", "ki", "ki nothing", "@everyone x"):
        forged = Control("daily", 1, 1, text)
        sent = await channel.send("?", view=view_of([ControlButton(forged, "forged")]))
        answer = await table.driver.click(CY, str(sent.id), "forged")
        assert answer.ephemeral
        assert answer.text == says("refusal-no-such-lesson")


async def test_the_first_answer_of_everybody_on_the_server_counts(house: House) -> None:
    daily = registered(house.service)
    chosen = wanting(house.time.hour, 70, "ki")
    await house.service.servers.change(SERVER, lambda _: chosen)
    house.time += DAY
    await daily.tick(WHOLE)
    asked = await house.store.read(lambda tx: queries(tx).latest(SERVER))
    assert asked is not None
    learning = house.service.learning
    for user, right in ((1, True), (2, False), (2, True)):
        await learning.answer(user, "ki", asked.name, right=right, server=SERVER)
    await learning.answer(3, "ki", asked.name, right=True)  # in direct messages
    assert sorted(await house.store.read(lambda tx: queries(tx).answers(asked))) == [False, True]


async def test_who_has_seen_the_solution_elsewhere_has_not_solved_it(house: House) -> None:
    """In direct messages, on another server, or on an earlier day of the same puzzle."""
    daily = registered(house.service)
    chosen = wanting(house.time.hour, 70, "ki")
    await house.service.servers.change(SERVER, lambda _: chosen)
    house.time += DAY
    await daily.tick(WHOLE)
    asked = await house.store.read(lambda tx: queries(tx).latest(SERVER))
    assert asked is not None
    learning = house.service.learning
    await learning.answer(1, "ki", asked.name, right=False)
    await learning.answer(2, "ki", asked.name, right=True)
    for user in (1, 2):
        await learning.answer(user, "ki", asked.name, right=True, server=SERVER)
    assert sorted(await house.store.read(lambda tx: queries(tx).answers(asked))) == [False, True]
