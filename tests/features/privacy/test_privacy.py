"""``/privacy`` as people use it, on a server and in direct messages."""

import asyncio
import io
import json
import logging
import zipfile
from dataclasses import replace

import pytest

from bot.chat.base.custom_id import Control
from bot.features.privacy import texts
from bot.features.privacy.service import PLAIN, Running, packed
from bot.features.privacy.store import PrivacyQueries
from bot.playground.driver import Answer
from bot.service.erasure import OperatorChoices
from tests.bot.chat.play.test_access import press
from tests.bot.chat.play.test_departures import server
from tests.bot.says import says
from tests.bot.table import ADA, CY, Table, labels

EXPORT, DELETE = says("button-privacy-export"), says("button-privacy-delete")
YES, NO = says("button-privacy-yes"), says("button-privacy-no")
GONE = says("deleted-player")


async def number(table: Table, name: str) -> int:
    return int((await table.mention(name))[2:-1])


async def panel(table: Table, who: str, channel: str | None = None) -> Answer:
    return await table.driver.slash(who, channel or table.channel, "privacy", {})


async def pressed(table: Table, who: str, answer: Answer, label: str) -> Answer:
    assert answer.message is not None
    return await table.driver.click(who, answer.message, label)


async def deleted(table: Table, who: str) -> Answer:
    asked = await pressed(table, who, await panel(table, who), DELETE)
    return await pressed(table, who, asked, YES)


async def test_the_panel_says_what_is_stored(table: Table) -> None:
    shown = await panel(table, ADA)
    assert shown.ephemeral
    assert shown.message is not None
    assert labels(shown.message) == [EXPORT, DELETE]
    assert shown.text == says("privacy-stored")
    assert len(shown.text) < 2000


def test_the_panel_names_the_operator_and_the_pages() -> None:
    operator = OperatorChoices("x@example.org", "https://example.org/p", "https://example.org/t")
    *_, pages, contact = texts.stored(operator).split("\n")
    privacy, terms = pages.split(" · ")
    assert privacy == "[Privacy policy](<https://example.org/p>)"
    assert terms == "[Terms of service](<https://example.org/t>)"
    assert contact == "Questions: x@example.org"
    longest = replace(operator, contact="x" * 200, privacy_url="https://" + "p" * 292)
    assert len(texts.stored(longest)) < 2000


async def test_a_file_has_everything(table: Table) -> None:
    await table.begin_small()
    exported = await pressed(table, ADA, await panel(table, ADA), EXPORT)
    assert exported.ephemeral
    assert exported.message is not None
    (file,) = exported.message["attachments"]
    ada = await number(table, ADA)
    assert file["filename"] == f"keil-{ada}.json"
    content = json.loads(await table.driver.file(file))
    assert content["user"] == str(ada)
    assert len(content["games"]) == 1
    again = await pressed(table, ADA, await panel(table, ADA), EXPORT)
    assert again.text == says("privacy-exported-just-now")


async def test_a_server_that_removes_the_bot_is_noted_and_forgotten_later(table: Table) -> None:
    guild = await server(table)
    await table.service.servers.change(int(guild), lambda old: replace(old, game="keil"))
    await table.driver.remove_person(guild)

    async def left() -> list[int]:
        return await table.store.read(lambda tx: PrivacyQueries(tx.connection).left())

    async def noted() -> bool:
        return await left() == [int(guild)]

    await table.until(noted)
    await table.time_passes(table.service.operator.keep_servers)

    async def forgotten() -> bool:
        table.clock.wake()
        return await left() == []

    await table.until(forgotten)
    assert (await table.service.servers.settings(int(guild))).game is None


def test_a_large_file_is_compressed() -> None:
    small, name = packed(b"{}", "keil-1")
    assert (small, name) == (b"{}", "keil-1.json")
    large, name = packed(b" " * (PLAIN + 1), "keil-1")
    assert name == "keil-1.zip"
    with zipfile.ZipFile(io.BytesIO(large)) as archive:
        assert archive.namelist() == ["keil-1.json"]


async def test_a_question_comes_first_and_no_changes_nothing(table: Table) -> None:
    await table.begin_small()
    async with table.nothing_happens():
        asked = await pressed(table, ADA, await panel(table, ADA), DELETE)
        assert asked.message is not None
        assert labels(asked.message) == [YES, NO]
        assert asked.text == texts.question(Running(1, 0, 0))
        kept = await pressed(table, ADA, asked, NO)
    assert kept.text == says("privacy-kept")


async def test_a_deleted_player_has_no_name_anywhere(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"), (white, "a1"))
    gone = await number(table, black)
    done = await deleted(table, black)
    assert done.text == says("privacy-deleted")
    last = await table.board(5)
    seen = [last["content"]]
    for command, options in (
        ("games", {}),
        ("board", {"game": "1"}),
        ("replay", {"game": "1"}),
        ("record", {"game": "1"}),
    ):
        answer = await table.driver.slash(white, table.channel, command, options)
        seen.append(answer.text)
    assert GONE in "\n".join(seen[1:])
    for text in seen[1:]:
        assert str(gone) not in text
        assert black not in text
    refused = await table.driver.click(white, last, "Rematch")
    assert refused.text == says("refusal-player-deleted")
    offered = await table.driver.autocomplete(white, table.channel, "replay", {}, focused="game")
    assert offered
    assert all(black not in choice["name"] for choice in offered)


async def test_in_direct_messages_it_is_the_same(table: Table) -> None:
    await table.begin_small()
    asked = await pressed(table, ADA, await panel(table, ADA, f"@{ADA}"), DELETE)
    assert asked.text == texts.question(Running(1, 0, 0))
    done = await pressed(table, ADA, asked, YES)
    assert done.text == says("privacy-deleted")


async def test_somebody_of_whom_nothing_is_known_can_ask_for_all_of_it(table: Table) -> None:
    assert (await deleted(table, CY)).text == says("privacy-deleted")


async def test_two_presses_at_once_delete_once(table: Table) -> None:
    _, black, white = await table.begin_small()
    await panel(table, black)
    channel = (await table.driver.messages(table.channel))[0]["channel_id"]
    answers = await asyncio.gather(
        *(press(table, black, channel, Control("privacyforget", 0)) for _ in range(2))
    )
    assert {answer.text for answer in answers} == {says("privacy-deleted")}
    live = await table.service.matches.live(1)
    assert [user < 0 for user in live.players].count(True) == 1
    assert await number(table, white) in live.players


async def test_the_log_names_nobody(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await table.command(white, "block", member=black)
    await pressed(table, black, await panel(table, black), EXPORT)
    await deleted(table, black)
    for name in (black, white):
        assert str(await number(table, name)) not in caplog.text
