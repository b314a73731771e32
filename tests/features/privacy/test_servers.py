"""What is about a server alone goes some time after the bot has left it."""

import asyncio
import json
from datetime import timedelta

import sqlalchemy as sa

from bot.features.privacy.store import PrivacyQueries
from bot.service.server_settings import AUDIT_CHANNEL
from bot.shards import WHOLE
from bot.storage.personal import is_of_server
from bot.storage.schema import all_tables
from bot.storage.transaction import Transaction
from tests.features.privacy.town import ADA, AUDIT, BO, PLACE, SERVER, Town


async def server_rows(town: Town) -> set[str]:
    """The tables with rows about the server alone."""

    def work(tx: Transaction) -> set[str]:
        return {
            table.name
            for table in all_tables().tables.values()
            for column in table.c
            if is_of_server(column.info)
            if tx.connection.execute(sa.select(column).where(column == SERVER)).first()
        }

    return await town.store.read(work)


async def test_a_server_is_forgotten_in_the_operators_time(town: Town) -> None:
    over = await town.everything()
    expired = await town.challenge(BO, None, komi=2)
    await town.service.matches.close_channel(PLACE)
    await town.privacy.note_servers([SERVER], set)
    await town.privacy.note_servers([SERVER], set)
    keep = town.service.operator.keep_servers
    town.house.time += keep - timedelta(hours=1)
    await town.privacy.tick(WHOLE)
    assert {"configured", "message", "report", "imported"} <= await server_rows(town)
    town.house.time += timedelta(hours=1)
    await town.privacy.tick(WHOLE)
    assert await server_rows(town) == set()
    assert await town.service.challenges.stored(expired.id) is None
    assert (await town.service.matches.live(over)).players
    assert json.loads(await town.privacy.export(ADA))["games"]


async def test_a_server_that_comes_back_keeps_what_it_had(town: Town) -> None:
    await town.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, AUDIT))
    await town.privacy.note_servers([SERVER], set)
    await town.privacy.note_servers([SERVER, 5], lambda: {SERVER, 5})
    town.house.time += timedelta(days=100)
    await town.privacy.tick(WHOLE)
    assert await server_rows(town) == {"configured"}
    assert await town.privacy.known_servers() == [SERVER]


async def test_a_server_that_leaves_while_others_are_noted_is_gone(town: Town) -> None:
    """A start notes all servers; in that moment one of them removes the bot."""
    for _ in range(20):
        here = {SERVER}
        start = asyncio.create_task(town.privacy.note_servers([SERVER], lambda here=here: {*here}))
        await asyncio.sleep(0)
        here.clear()
        await asyncio.gather(start, town.privacy.note_servers([SERVER], set))
        assert await town.store.read(lambda tx: PrivacyQueries(tx.connection).left()) == [SERVER]


async def test_what_was_kept_of_an_older_schema_keeps_no_server(town: Town) -> None:
    """Posts of before 0017 refer to challenges that go with their server."""
    asked = await town.challenge(ADA, BO)
    await town.service.challenges.decline(asked.id, BO)
    old = {"channel_id": PLACE, "challenge": asked.id, "state": "sent", "server": SERVER}
    post = all_tables().tables["post"]
    values = old | {"since": town.house.time, "controls": False}
    await town.store.write(
        lambda tx: tx.connection.execute(sa.insert(post).values(values)) and None
    )
    await town.privacy.note_servers([SERVER], set)
    town.house.time += timedelta(days=31)
    await town.privacy.tick(WHOLE)
    assert await town.store.read(lambda tx: tx.challenges.get(asked.id)) is None
