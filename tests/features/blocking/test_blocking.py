"""``/block`` as people use it: quiet, for oneself alone, and changed in one's list."""

from bot.chat.base.custom_id import Control
from bot.features.blocking import texts
from bot.features.blocking.service import Blocking, Chosen
from bot.features.privacy.service import Privacy
from bot.playground.driver import Answer
from bot.storage.rows import DELETED_PLAYER
from tests.bot.chat.play.test_access import press
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table, labels


async def number(table: Table, name: str) -> int:
    return int((await table.mention(name))[2:-1])


def options(answer: Answer) -> list[Json]:
    assert answer.message is not None
    rows = answer.message["components"]
    return [o for row in rows for part in row["components"] for o in part.get("options", [])]


async def challenge(table: Table, who: str, whom: str) -> Answer:
    return await table.command(who, "challenge keil", opponent=whom)


async def test_a_block_is_quiet(table: Table) -> None:
    before = [one["id"] for one in await table.public()]
    done = await table.command(BO, "block", member=ADA)
    assert [one["id"] for one in await table.public()] == before
    assert done.ephemeral
    assert done.text == says("block-done", player=await table.mention(ADA))
    refused = await challenge(table, ADA, BO)
    assert refused.ephemeral
    assert refused.text == says("blocking-not-now", user=str(await number(table, BO)))
    own = await challenge(table, BO, ADA)
    assert own.text == says("blocking-blocked", user=str(await number(table, ADA)))


async def test_the_blocked_one_reads_what_everybody_reads_of_somebody_who_is_closed(
    table: Table,
) -> None:
    panel = await table.command(BO, "block")
    assert panel.message is not None
    closed = await table.driver.click(BO, panel.message, "Take no challenges")
    assert closed.text.split("\n") == [says("block-none"), says("block-closed")]
    read = await challenge(table, ADA, BO)
    assert closed.message is not None
    again = await table.driver.click(BO, closed.message, "Take challenges again")
    assert again.text == says("block-none")
    await table.command(BO, "block", member=ADA)
    assert (await challenge(table, ADA, BO)).text == read.text


async def test_a_seat_of_an_open_challenge_is_not_for_the_blocked(table: Table) -> None:
    card = await table.challenge(BO)
    await table.command(BO, "block", member=ADA)
    refused = await table.driver.click(ADA, card, "Accept")
    assert refused.text == says("blocking-not-now", user=str(await number(table, BO)))
    assert "Accepted" in (await table.driver.click(CY, card, "Accept")).text


async def test_a_list_is_changed(table: Table) -> None:
    done = await table.command(BO, "block", member=ADA)
    assert done.message is not None
    assert labels(done.message) == ["Unblock", "My list"]
    shown = await table.driver.click(BO, done.message, "My list")
    assert shown.text == says("block-list", players=await table.mention(ADA))
    assert [one["label"] for one in options(shown)] == [ADA]
    ada = str(await number(table, ADA))
    assert shown.message is not None
    select = Control("unblockpick", 0, 0, "{}").write("s")
    after = await table.driver.select(BO, shown.message, select, [ada])
    assert after.text == says("block-none")
    assert "on its way" in (await challenge(table, ADA, BO)).text


async def test_somebody_who_has_deleted_their_data_can_be_taken_off_the_list(table: Table) -> None:
    await table.command(BO, "block", member=ADA)
    await Privacy(table.service).delete(await number(table, ADA))
    panel = await table.command(BO, "block")
    assert panel.text == says("block-list", players=DELETED_PLAYER)
    (option,) = options(panel)
    assert option["label"] == DELETED_PLAYER
    assert panel.message is not None
    select = Control("unblockpick", 0, 0, "{}").write("s")
    after = await table.driver.select(BO, panel.message, select, [option["value"]])
    assert after.text == says("block-none")


async def test_a_block_is_lifted_at_once(table: Table) -> None:
    done = await table.command(BO, "block", member=ADA)
    assert done.message is not None
    lifted = await table.driver.click(BO, done.message, "Unblock")
    assert lifted.text == says("block-lifted", player=await table.mention(ADA))
    ada = await number(table, ADA)
    again = await press(table, BO, (await any_channel(table)), Control("unblock", ada))
    assert again.text == says("block-never", player=await table.mention(ADA))


async def any_channel(table: Table) -> str:
    guild = (await table.driver.overview())["guilds"][0]
    return next(one["id"] for one in guild["channels"] if f"#{one['name']}" == GAMES)


async def test_a_members_menu_blocks(table: Table) -> None:
    done = await table.driver.context_menu(BO, GAMES, says("menu-block"), ADA)
    assert done.text == says("block-done", player=await table.mention(ADA))
    assert (await Blocking(table.service).of(await number(table, BO))).blocked


async def test_neither_oneself_nor_the_bot_can_be_blocked(table: Table) -> None:
    assert (await table.command(BO, "block", member=BO)).text == says("blocking-yourself")
    me = next(p for p in (await table.driver.overview())["people"] if p.get("bot"))
    done = await table.command(BO, "block", member=me["global_name"] or me["username"])
    assert done.text == says("blocking-computer")


async def test_in_direct_messages_it_is_the_same(table: Table) -> None:
    done = await table.driver.slash(BO, f"@{BO}", "block", {})
    assert done.text == says("block-none")


def test_a_long_list_says_which_part_it_shows() -> None:
    people = tuple(range(1, 61))
    shown = texts.panel(Chosen(people, takes_challenges=True), people[25:50], 26)
    assert "60 people" in shown
    assert "26 to 50" in shown
    assert len(shown) < 2000
