"""A feature is in no list: it has its command, its button and its form."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.features import all_features
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.storage.rows import DELETED, Spot
from bot.storage.schema import message
from bot.storage.transaction import Transaction
from engine.games import all_games
from tests.bot.table import ADA, BO, CY, Table, hurry, labels, match_of, ply_of, seated

FEATURES = (*all_features(), "tests.toy_feature")


async def test_a_new_file_is_all_that_a_feature_needs(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database, games = tmp_path / "keil.db", all_games()
    async with seated(playground, driver, games, database, features=FEATURES) as table:
        await table.begin(ADA, BO, komi=0)
        offer = await table.command(CY, "cheer")
        assert offer.ephemeral and offer.text == "You watch Keil #1."
        assert offer.message is not None
        assert labels(offer.message) == ["Cheer…"]
    async with seated(playground, driver, games, database, features=FEATURES) as table:
        form = await table.driver.click(CY, offer.message, "Cheer…")
        assert form.kind == "modal"
        cheered = await table.driver.submit_modal(CY, form, {"text": "Go, @everyone!"})
        assert not cheered.ephemeral
        assert cheered.text.endswith("cheers for game 1: Go, @everyone!")


async def test_without_its_file_its_button_is_refused_in_a_sentence(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database, games = tmp_path / "keil.db", all_games()
    async with seated(playground, driver, games, database, features=FEATURES) as table:
        await table.begin(ADA, BO, komi=0)
        offer = await table.command(CY, "cheer")
    assert offer.message is not None
    async with seated(playground, driver, games, database) as table:
        refused = await table.driver.click(CY, offer.message, "Cheer…")
        assert "no longer" in refused.text, refused.text


async def test_what_a_deleted_feature_was_sending_holds_nothing_up(table: Table) -> None:
    """Whether Discord has its message, nobody can find out any more."""
    board, black, _ = await table.begin_small()
    live = await table.service.matches.live(match_of(board))

    def half_sent(tx: Transaction) -> None:
        tx.messages.add_note("party", 1, Spot(live.server, live.channel_id))
        begun = sa.update(message).where(message.c.note == "party 1")
        tx.connection.execute(begun.values(begun=1, attempt=1, tried=table.clock()))

    await table.store.write(half_sent)
    assert (await table.play(black, "b3")).text.startswith("You played b3")
    await table.message(lambda shown: ply_of(shown) == (live.id, live.match.ply + 1))


async def test_what_a_deleted_feature_wanted_deleted_is_deleted(table: Table) -> None:
    board = await table.begin(ADA, BO, komi=0)
    live = await table.service.matches.live(match_of(board))
    channel = table.client.get_partial_messageable(live.channel_id)
    party = await channel.send("Party!")

    def over(tx: Transaction) -> None:
        tx.messages.add_note("party", 1, Spot(live.server, live.channel_id))
        sent = sa.update(message).where(message.c.note == "party 1")
        tx.connection.execute(sent.values(begun=1, attempt=1, shown=1, message=party.id))
        noted = tx.messages.with_note("party 1")
        assert noted is not None
        tx.messages.want([noted], DELETED)

    await table.store.write(over)
    await table.client.delivery.serve()

    async def gone() -> bool:
        there = await table.driver.messages(table.channel)
        return all(int(one["id"]) != party.id for one in there)

    await table.until(gone)


async def test_two_features_cannot_give_a_control_the_same_name(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    twice = (*FEATURES, "tests.bot.test_adding_a_feature")
    with pytest.raises(ValueError, match="two controls are called"):
        async with seated(playground, driver, all_games(), tmp_path / "keil.db", features=twice):
            pass


async def setup(bot: object) -> None:
    """This module as a feature whose controls are those of the toy."""
    from bot.chat.base.bot import Bot
    from tests.toy_feature import Cheers

    class Others(Cheers):
        """The same controls once more."""

    assert isinstance(bot, Bot)
    Others.__cog_app_commands__ = []
    await bot.add_cog(Others(bot))
