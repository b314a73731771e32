"""``/leaderboard`` through Discord, and ratings on ``/profile``."""

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.leader_store import LeaderQueries
from bot.features.ratings.leaders import LATELY
from bot.features.ratings.store import RatingQueries
from bot.playground.driver import Answer
from bot.storage.transaction import Transaction
from tests.bot.says import says
from tests.bot.table import ADA, BO, PRIVATE, Json, Table, labels


def message(answer: Answer) -> Json:
    assert answer.message is not None
    return answer.message


async def known(table: Table, name: str, value: float, deviation: float = 60) -> None:
    """Somebody has a rating in Keil by games on this server."""
    mention = await table.mention(name)
    user, guild = int(mention.strip("<@!>")), table.client.guilds[0].id
    rating = Rating(value, deviation, table.client.service.now(), 9)

    def work(tx: Transaction) -> None:
        RatingQueries(tx.connection).keep(user, "keil", rating)
        LeaderQueries(tx.connection).note(guild, "keil", user)
        tx.people.remember_names({user: name})

    await table.client.service.store.write(work)


async def test_it_is_private_and_says_what_is_missing(table: Table) -> None:
    answer = await table.command(ADA, "leaderboard")
    assert message(answer)["flags"] & PRIVATE
    assert answer.text.splitlines() == [
        says("leaders-here", game="Keil"),
        says("leaders-nobody"),
        says("leaders-no-rank"),
        says("leaders-lately", days=LATELY.days),
    ]
    wrong = await table.command(ADA, "leaderboard", game="chess")
    assert wrong.text == says("leaders-no-game")


async def test_the_picture_names_the_best_and_oneself_can_hide(table: Table) -> None:
    await known(table, ADA, 1612)
    await known(table, BO, 1500)
    await known(table, "Cy", 1700, deviation=200)
    shown = await table.command(BO, "leaderboard", game="keil")
    (picture,) = message(shown)["attachments"]
    rows = [
        says("leaders-alt-row", rank="1", name=ADA, value="1612"),
        says("leaders-alt-row", rank="2", name=BO, value="1500"),
    ]
    assert picture["description"] == says("leaders-alt", game="Keil", rows=" · ".join(rows))
    one = says("leaders-provisional-one", name="Cy", value="1700", deviation="200")
    assert says("leaders-provisional", others=one) in shown.text
    hidden = await table.driver.click(BO, message(shown), says("button-leaders-hide"))
    assert says("leaders-hidden") in hidden.text
    (picture,) = message(hidden)["attachments"]
    assert BO not in picture["description"]
    back = await table.driver.click(BO, message(hidden), says("button-leaders-show"))
    assert says("leaders-hidden") not in back.text
    everywhere = await table.driver.click(BO, message(back), says("button-leaders-everywhere"))
    assert everywhere.text.startswith(says("leaders-everywhere", game="Keil"))
    assert says("button-leaders-here") in labels(message(everywhere))


async def test_a_profile_has_the_rating_and_its_course(table: Table) -> None:
    files = list[list[Json]]()
    for number in (1, 2):
        _, black, white = await table.begin_small()
        stones = ((black, "b3"), (white, "e2"), (black, "c2"), (white, "d4"), (black, "a1"))
        ends = (white, "b2"), (black, "pass"), (white, "pass")
        await table.moves(*stones, *ends, match=number)
        told = await table.command(ADA, "profile")
        line = next(line for line in told.text.splitlines() if line.startswith("Rating "))
        assert line.endswith(f"(provisional) · rated games: {number}")
        files.append(message(told)["attachments"])
    for (picture,) in files:
        assert "Rating of Ada in Keil" in picture["description"]
        assert "1500 at first" in picture["description"]
