"""``/profile``: for oneself alone, unless its owner lets everybody see it."""

from bot.playground.driver import Answer
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, PRIVATE, Json, Table, labels


async def played(table: Table) -> tuple[str, str]:
    """A game that Black has won; who was Black, who was White."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "pass"), (black, "pass"))
    return black, white


def results(won: int, lost: int) -> str:
    return says("profile-results", won=won, drawn=0, lost=lost)


def message(answer: Answer) -> Json:
    assert answer.message is not None
    return answer.message


async def test_the_command_tells_its_asker_alone(table: Table) -> None:
    nobody = await table.command(ADA, "profile")
    assert says("profile-no-games") in nobody.text
    assert says("profile-next", first=says("to-come-capture")) in nobody.text
    black, white = await played(table)
    for asker, won in ((black, 1), (white, 0)):
        told = await table.command(asker, "profile")
        assert told.text.startswith(says("profile-yours", game="Keil"))
        assert says("profile-people", results=results(won, 1 - won)) in told.text
        assert says("profile-unseen") in told.text
        assert message(told)["flags"] & PRIVATE
    direct = await table.driver.slash(black, f"@{black}", "profile", {})
    assert says("profile-people", results=results(1, 0)) in direct.text


async def test_somebody_elses_profile_shows_what_was_between_you(table: Table) -> None:
    black, white = await played(table)
    told = await table.command(white, "profile", member=black)
    between = says("profile-between", results=results(0, 1))
    assert told.text == f"{says('profile-private', name=black)}\n**Keil** · {between}"
    other = next(who for who in (ADA, BO, CY) if who not in (black, white))
    told = await table.command(other, "profile", member=black)
    assert told.text == says("profile-private", name=black)


async def test_its_owner_lets_everybody_see_it_and_takes_that_back(table: Table) -> None:
    black, white = await played(table)
    mine = await table.command(black, "profile")
    shared = await table.driver.click(black, message(mine), says("button-profile-share"))
    assert says("profile-seen") in shared.text
    menu = await table.driver.context_menu(white, table.channel, "Profile", black)
    assert menu.text.startswith(says("profile-theirs", name=black, game="Keil"))
    assert says("profile-people", results=results(1, 0)) in menu.text
    assert says("profile-seen") not in menu.text
    assert labels(message(menu)) == []
    await table.driver.click(black, message(shared), says("button-profile-hide"))
    told = await table.command(white, "profile", member=black)
    assert told.text.startswith(says("profile-private", name=black))


async def test_its_owner_shows_it_to_the_channel_once(table: Table) -> None:
    black, _ = await played(table)
    mine = await table.command(black, "profile")
    shown = await table.driver.click(black, message(mine), says("button-profile-show"))
    assert not shown.ephemeral
    assert shown.text.startswith(says("profile-theirs", name=black, game="Keil"))
    assert says("profile-unseen") not in shown.text
    again = await table.driver.click(black, message(mine), says("button-profile-show"))
    assert again.ephemeral


async def test_a_game_that_is_not_there_and_a_bot_are_refused(table: Table) -> None:
    answer = await table.command(ADA, "profile", game="chess")
    assert answer.text == says("profile-no-game")
    assert message(answer)["flags"] & PRIVATE
    own = await table.command(ADA, "profile", game="Ki")
    assert own.text.startswith(says("profile-yours", game="Ki"))
