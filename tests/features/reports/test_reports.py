"""*Report…* as people use it: to the moderators, once, and nobody else hears of it."""

import asyncio
from datetime import timedelta

import pytest

from bot.features.reports.service import MOST_REPORTS, REPORT, WINDOW, ReportRefusal, Reports
from bot.features.reports.store import StoredReport
from bot.features.reports.texts import LONGEST_REPORT, line
from bot.messages import phrases
from bot.playground.driver import Answer
from bot.service.refusals import ServiceRefusal
from bot.service.server_settings import AUDIT_CHANNEL
from tests.bot.chat.play.test_more import behind
from tests.bot.house import ADA as ONE
from tests.bot.house import SERVER, House, refused
from tests.bot.left import left
from tests.bot.says import says
from tests.bot.table import CY, Json, Process, Table
from tests.features.admin.test_admin_command import GENERAL, audit_in

BUTTON = says("button-report")


async def report(table: Table, who: str, board: Json, said: str) -> Answer:
    form = await behind(table, who, board, BUTTON)
    assert form.modal is not None, form.text
    return await table.driver.submit_modal(who, form, {"text": said})


async def reports(table: Table) -> list[Json]:
    await table.all_posted()
    return [m for m in await table.driver.messages(GENERAL) if "**Report**" in m["content"]]


async def test_a_report_reaches_the_moderators_and_nobody_else(table: Table) -> None:
    await audit_in(table, GENERAL)
    board, black, white = await table.begin_small()
    before = [one["id"] for one in await table.public()]
    sent = await report(table, white, board, "He writes *rude* things.\n@everyone look")
    assert sent.ephemeral
    assert sent.text == says("report-sent")
    assert [one["id"] for one in await table.public()] == before
    (there,) = await reports(table)
    first, link, *said = there["content"].split("\n")
    assert first.startswith(f"**Report** by {await table.mention(white)}: Keil #1 of ")
    assert await table.mention(black) in first
    assert link.endswith(board["id"])
    assert said == [r"> He writes \*rude\* things.", r"> \@everyone look"]
    assert there["mentions"] == []
    assert not there["mention_everyone"]
    (picture,) = there["attachments"]
    assert picture["description"]
    shown = await table.driver.click(CY, there, says("button-show-board"))
    assert shown.ephemeral


async def test_a_spectator_reports_too(table: Table) -> None:
    await audit_in(table, GENERAL)
    board, *_ = await table.begin_small()
    await report(table, CY, board, "They spam the channel.")
    (there,) = await reports(table)
    assert await table.mention(CY) in there["content"]


async def test_without_a_channel_the_reporter_hears_so_before_typing(table: Table) -> None:
    board, *_ = await table.begin_small()
    answer = await behind(table, CY, board, BUTTON)
    assert answer.modal is None
    assert answer.text == says("report-no-channel")


async def test_an_empty_report_is_none(table: Table) -> None:
    await audit_in(table, GENERAL)
    board, *_ = await table.begin_small()
    assert (await report(table, CY, board, " \n ")).text == says("report-empty")
    assert await reports(table) == []


async def test_a_report_is_sent_once_although_the_bot_is_killed(process: Process) -> None:
    async with process() as table:
        await audit_in(table, GENERAL)
        board, *_ = await table.begin_small()
        await report(table, CY, board, "This.")
        assert len(await reports(table)) == 1
    async with process() as table:
        assert len(await reports(table)) == 1


@pytest.fixture
async def reported(house: House) -> tuple[House, int]:
    """A house with an audit channel, and a game."""
    await house.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, 99))
    return house, await house.match()


async def test_somebody_reports_only_so_often(reported: tuple[House, int]) -> None:
    house, match = reported
    all_reports = Reports(house.service)
    for _ in range(MOST_REPORTS):
        await all_reports.report(match, ONE, "x", event_id=next(house.event_ids))
    with refused(ReportRefusal.OFTEN):
        await all_reports.check(match, ONE)
    with refused(ReportRefusal.OFTEN):
        await all_reports.report(match, ONE, "x", event_id=next(house.event_ids))
    await all_reports.check(match, 2)
    house.time += WINDOW + timedelta(seconds=1)
    await all_reports.check(match, ONE)


async def test_a_form_that_comes_twice_is_one_report(reported: tuple[House, int]) -> None:
    house, match = reported
    all_reports = Reports(house.service)
    twice = (all_reports.report(match, ONE, "x", event_id=5) for _ in range(2))
    assert await asyncio.gather(*twice, return_exceptions=True) == [99, 99]
    found = [one for one in await house.store.read(left) if one.kind == REPORT]
    assert [one.note for one in found] == ["report 1"]


async def test_a_game_that_is_none_is_not_reported(reported: tuple[House, int]) -> None:
    house, _ = reported
    with refused(ServiceRefusal.NO_SUCH_MATCH):
        await Reports(house.service).check(999, ONE)


async def test_the_longest_report_fits(reported: tuple[House, int]) -> None:
    house, match = reported
    live = await house.service.matches.live(match)
    said = StoredReport(1, 1, SERVER, match, ONE, "*" * LONGEST_REPORT, house.time)
    link = phrases.address(2**63, 2**63, 2**63)
    assert line(said, live, link).endswith("\\*" * LONGEST_REPORT)
