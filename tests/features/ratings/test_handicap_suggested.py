"""What a challenge suggests for its handicap: in the command's list and under the form's field."""

import pytest

from bot.messages import labels
from bot.playground.driver import Answer
from tests.bot.chat.play.test_change import opened
from tests.bot.says import says
from tests.bot.table import ADA, BO, GAMES, Table
from tests.features.ratings.test_leaderboard_command import known

WORTH = {2: "140", 3: "400", 4: "830"}
"""The points of the stones on the usual board."""


async def offered(table: Table, who: str, typed: str = "", **options: object) -> list[object]:
    """The numbers and names that ``/challenge keil handicap:`` lists."""
    given = {"opponent": BO if who == ADA else ADA, "handicap": typed, **options}
    found = await table.driver.autocomplete(who, GAMES, "challenge keil", given, focused="handicap")
    return [(one["value"], one["name"]) for one in found]


def stones(number: int, why: str = "none") -> tuple[int, str]:
    worth = WORTH.get(number, "none")
    return number, says("choice-stones", stones=str(number), worth=worth, why=why)


async def test_the_stones_that_fit_two_ratings_come_first(table: Table) -> None:
    await known(table, ADA, 1930)
    await known(table, BO, 1500)
    rest = [stones(number) for number in (2, 4, 5, 6, 7)]
    assert await offered(table, ADA) == [stones(3, "fits"), *rest]
    assert await offered(table, BO) == [stones(3, "fits-you"), *rest]
    assert await offered(table, BO, black="you") == [stones(3, "fits"), *rest]
    assert await offered(table, ADA, "4") == [stones(4)]


async def test_what_is_suggested_is_not_applied(table: Table) -> None:
    await known(table, ADA, 1930)
    await known(table, BO, 1500)
    card = await table.challenge(ADA, BO)
    assert "handicap" not in card["content"]


async def test_the_list_says_why_nothing_is_suggested(table: Table) -> None:
    rest = [stones(number) for number in range(3, 8)]
    assert await offered(table, ADA) == [stones(2, "asker-unrated"), *rest]
    await known(table, ADA, 1500)
    assert await offered(table, ADA) == [stones(2, "other-unrated"), *rest]
    await known(table, BO, 1520)
    assert await offered(table, ADA) == [stones(2, "even"), *rest]
    assert await offered(table, ADA, opponent=None) == [stones(2), *rest]
    plain = says("choice-stones", stones="2", worth="none", why="none")
    assert (await offered(table, ADA, size=8))[0] == (2, plain)


def under_handicap(form: Answer) -> str:
    """What stands under the field for a handicap."""
    assert form.modal is not None
    name = labels.option_label("handicap")
    return next(one["description"] for one in form.modal["components"] if one["label"] == name)


@pytest.mark.parametrize(("ada", "handicap"), [(1930, "they 3"), (1070, "you 3"), (1510, "even")])
async def test_the_form_says_what_fits(table: Table, ada: float, handicap: str) -> None:
    await known(table, ADA, ada)
    card = await table.challenge(BO, ADA)
    unrated = under_handicap(await opened(table, ADA, card))
    assert unrated == says("hint-no-handicap-known", why="other-unrated")
    await known(table, BO, 1500)
    said = under_handicap(await opened(table, ADA, card))
    assert said == says("hint-handicap-fits", handicap=labels.handicap(handicap))
    assert len(said) <= 100


async def test_the_form_for_a_member_says_it_too(table: Table) -> None:
    await known(table, ADA, 1930)
    await known(table, BO, 1500)
    asked = await table.driver.context_menu(ADA, GAMES, says("menu-challenge"), BO)
    assert asked.message is not None
    own = says("button-own-terms", game="Keil")
    form = await table.driver.click(ADA, asked.message, own)
    fits = says("hint-handicap-fits", handicap=labels.handicap("they 3"))
    assert under_handicap(form) == fits
