"""Every place where the id of a person stands is marked, and found by what people do."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command

from bot.storage import migrations
from bot.storage.personal import erasure_of
from bot.storage.schema import Moment, all_tables
from tests.features.privacy.town import ADA, BO, CY, DM, PLACE, Town, marked

NOT_PEOPLE = {
    *("id", "match", "challenge", "rematch_of", "number", "server", "channel_id"),
    *("source", "message", "home", "reminds", "given_s", "left_s", "tournament", "pairing"),
    "forum",
}
"""The names in the database of columns for large numbers that are no people."""


def test_every_large_number_is_a_person_that_is_marked_or_known_to_be_none() -> None:
    """A new column for people that has no mark fails here; see `bot.storage.personal`."""
    unmarked = {
        (table.name, column.name)
        for table in all_tables().tables.values()
        for column in table.c
        if isinstance(column.type, sa.BigInteger) and not isinstance(column.type, Moment)
        if erasure_of(column.info) is None and column.name not in NOT_PEOPLE
    }
    assert unmarked == set()


async def test_ids_are_only_where_the_schema_says_so(town: Town) -> None:
    """And each place that it names was reached by what people did here."""
    await town.everything()
    await town.privacy.want(ADA)
    found = await town.found(ADA, BO, CY)
    notes = {("message", "note")}
    assert found - notes == marked()
    assert await town.found("Adamantia") == {("person", "name"), ("analysis", "record")}


def test_messages_of_the_days_before_say_whom_they_are_about(tmp_path: Path) -> None:
    config, engine = migrations.config(), sa.create_engine(f"sqlite:///{tmp_path / 'keil.db'}")
    notes = {
        f"direct {ADA} 0 {DM} 5": ADA,
        f"call {BO} 7 {PLACE} 6": BO,
        f"absence {CY} {PLACE} 20000": CY,
        f"vacation {CY} {PLACE} 20000": CY,
        "poll 12": None,
    }
    columns = "server, channel_id, kind, note, look, rev, shown, begun, attempt, nonce, wanted"
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0032")
        for note in notes:
            values = f"1, 2, '{note.split()[0]}', '{note}', 'full', 1, 1, 1, 1, 'n', 0"
            connection.exec_driver_sql(f"INSERT INTO message ({columns}) VALUES ({values})")
        command.upgrade(config, "head")
        found = connection.exec_driver_sql("SELECT note, person FROM message").all()
    engine.dispose()
    assert {row.note: row.person for row in found} == notes
