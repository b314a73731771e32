"""What the owners of a server have decided about games holds for every way of beginning one."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.service.refusals import ServiceRefusal
from engine.time_control import TimeControl
from tests.bot.house import ADA as A
from tests.bot.house import BO as B
from tests.bot.house import CY as C
from tests.bot.house import SERVER, House, refused
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table, labels

GENERAL = "#general"
Begins = Callable[[Table, Json], Awaitable[Any]]


async def decide(table: Table, **decisions: Any) -> None:
    """The owner of the server decides."""
    guild = await guild_of(table)
    await table.service.servers.change(guild, lambda old: replace(old, **decisions))


async def guild_of(table: Table) -> int:
    return int((await table.driver.overview())["guilds"][0]["id"])


async def number_of(table: Table, channel: str) -> int:
    channels = (await table.driver.overview())["guilds"][0]["channels"]
    return next(int(one["id"]) for one in channels if one["name"] == channel[1:])


async def rest_of(table: Table) -> list[str]:
    """The state of every challenge but the first."""
    found = [await table.service.challenges.stored(number) for number in range(2, 5)]
    return [asked.state for asked in found if asked is not None]


async def form(table: Table, who: str, card: Json) -> Any:
    """``who`` opens the form of a card."""
    return await table.driver.click(who, card, "Change…")


async def by_command(table: Table, card: Json) -> Any:
    del card
    return await table.command(BO, "challenge keil", opponent=CY)


async def by_quick_start(table: Table, card: Json) -> Any:
    del card
    return await table.command(BO, "keil", opponent=CY)


async def by_menu(table: Table, card: Json) -> Any:
    del card
    return await table.driver.context_menu(BO, GAMES, says("menu-challenge"), CY)


async def by_counter_offer(table: Table, card: Json) -> Any:
    return await form(table, BO, card)


async def by_accepting(table: Table, card: Json) -> Any:
    return await table.driver.click(BO, card, "Accept")


async def by_rematch(table: Table, card: Json) -> Any:
    """The game of the card is over; the button under its last board."""
    del card
    await table.service.challenges.accept(1, await user(table, BO), "Bo")
    match = (await table.service.matches.headers())[0].id
    await table.service.matches.resign(match, await user(table, BO), event_id=77)
    return await table.driver.click(BO, await table.board(1), "Rematch")


async def user(table: Table, name: str) -> int:
    people = (await table.driver.overview())["people"]
    return next(int(p["id"]) for p in people if p["global_name"] == name)


CHALLENGING = [by_command, by_quick_start, by_menu, by_counter_offer, by_rematch]


@pytest.mark.parametrize("way", [*CHALLENGING, by_accepting])
async def test_games_begin_only_in_the_channels_for_games(table: Table, way: Begins) -> None:
    card = await table.challenge(ADA, BO)
    general = await number_of(table, GENERAL)
    if way is by_rematch:  # accepted in time
        await table.service.challenges.accept(1, await user(table, BO), "Bo")
        await table.service.matches.resign(1, await user(table, BO), event_id=77)
        board = await table.board(1)
        await decide(table, channels=(general,))
        answer = await table.driver.click(BO, board, "Rematch")
    else:
        await decide(table, channels=(general,))
        answer = await way(table, card)
    assert answer.text == says("refusal-not-here", channels=f"<#{general}>")
    assert answer.ephemeral
    assert await rest_of(table) == []
    assert await table.service.matches.headers() == []


async def test_they_begin_in_those_channels_and_their_threads(table: Table) -> None:
    await decide(table, channels=(await number_of(table, GAMES),))
    await table.begin(ADA, BO)
    await table.driver.create_thread(GAMES, "side room", ADA)
    answer = await table.driver.slash(CY, "side room", "challenge keil", {"opponent": BO})
    assert "on its way" in answer.text


@pytest.mark.parametrize("way", CHALLENGING)
async def test_only_members_with_the_role_challenge(table: Table, way: Begins) -> None:
    role = (await table.driver.create_role("Demo", "Regulars", [ADA]))["id"]
    card = await table.challenge(ADA, BO)
    await decide(table, challengers=int(role))
    answer = await way(table, card)
    assert answer.text == says("refusal-not-a-challenger", role=f"<@&{role}>")
    assert await rest_of(table) == []


async def test_everybody_may_accept(table: Table) -> None:
    role = (await table.driver.create_role("Demo", "Regulars", [ADA]))["id"]
    await decide(table, challengers=int(role))
    await table.begin(ADA, BO)
    await table.service.matches.resign(1, await user(table, BO), event_id=77)
    board = await table.board(1)
    await table.driver.click(ADA, board, "Rematch")
    again = await table.driver.click(BO, board, "Rematch")
    assert again.text == says("challenge-accepted")


async def test_a_forged_form_does_not_get_around_it(table: Table) -> None:
    """The form was opened before the owners decided."""
    card = await table.challenge(ADA, BO)
    opened = await form(table, BO, card)
    await decide(table, challengers=1)
    answer = await table.driver.submit_modal(BO, opened, {"size": "4"})
    assert answer.text == says("refusal-not-a-challenger", role="<@&1>")
    assert await rest_of(table) == []


async def test_the_usual_game_is_offered_first(table: Table) -> None:
    await decide(table, game="ki")
    menu = await table.driver.context_menu(ADA, GAMES, says("menu-challenge"), BO)
    assert menu.message is not None
    first = menu.message["components"][0]["components"][0]
    assert first["label"] == "Ki"


async def test_the_usual_terms_of_the_server(table: Table) -> None:
    await decide(table, options={"keil": {"size": "4", "komi": "3"}}, time="1d")
    asks: list[tuple[Json, int]] = [({}, 4), ({"size": 6}, 6)]
    for number, (given, size) in enumerate(asks, start=1):
        await table.challenge(ADA, BO if number == 1 else CY, **given)
        asked = await table.service.challenges.stored(number)
        assert asked is not None
        assert (asked.options["size"], asked.options["komi"]) == (size, 3)
        assert asked.control == TimeControl(timedelta(days=1))


# --- whom an open challenge calls ---


async def called_by(table: Table, *invited: str, by: str = ADA) -> list[str]:
    """The roles that the card of a new challenge calls."""
    card = await table.challenge(by, *invited)
    lines = [says("challenge-calls", role=f"<@&{role}>") for role in card["mention_roles"]]
    assert [line for line in card["content"].split("\n") if "<@&" in line] == lines
    return card["mention_roles"]


async def test_an_open_challenge_calls_the_role_that_the_owners_have_chosen(table: Table) -> None:
    role = (await table.driver.create_role("Demo", "Players", [CY], mentionable=True))["id"]
    assert await called_by(table) == []
    await decide(table, called=int(role))
    assert await called_by(table, CY, by=BO) == []  # who is invited by name is called already
    assert await called_by(table, by=BO) == [role]


async def test_a_busy_evening_calls_the_role_once_in_ten_minutes(table: Table) -> None:
    role = (await table.driver.create_role("Demo", "Players", [CY], mentionable=True))["id"]
    await decide(table, called=int(role))
    assert await called_by(table) == [role]
    assert await called_by(table, by=BO) == []
    await table.time_passes(timedelta(minutes=9))
    assert await called_by(table, by=BO) == []
    await table.time_passes(timedelta(minutes=2))
    assert await called_by(table, by=CY) == [role]


async def test_a_card_that_changes_calls_nobody_again(table: Table) -> None:
    role = (await table.driver.create_role("Demo", "Players", [CY], mentionable=True))["id"]
    await decide(table, called=int(role))
    card = await table.challenge(ADA)
    assert card["mention_roles"] == [role]
    await table.driver.click(ADA, card, "Withdraw")

    async def closed() -> bool:
        return "Accept" not in labels(await table.driver.message(card))

    await table.until(closed)
    assert (await table.driver.message(card))["mention_roles"] == []


# --- how many games one may have open ---


async def limited(house: House, most: int = 1) -> None:
    await house.service.servers.change(SERVER, lambda old: replace(old, most_games=most))


async def test_one_may_have_only_so_many_games_open(house: House) -> None:
    await limited(house)
    waiting = await house.challenge(None, by=C)
    key = await house.match()
    for by, whom in ((A, C), (C, A), (C, B)):
        with refused(ServiceRefusal.MANY_GAMES):
            await house.challenge(whom, by=by)
    for user in (A, B):
        with refused(ServiceRefusal.MANY_GAMES):
            await house.service.challenges.accept(waiting, user, "?")
    await house.service.matches.resign(key, A, event_id=1)
    assert await house.service.challenges.accept(waiting, A, "Ada") is not None


async def test_the_challenger_may_have_too_many_by_then(house: House) -> None:
    await limited(house)
    first, second = await house.challenge(None), await house.challenge(None, channel_id=71)
    assert await house.service.challenges.accept(first, B, "Bo") is not None
    with refused(ServiceRefusal.MANY_GAMES):
        await house.service.challenges.accept(second, C, "Cy")
    assert len(await house.service.matches.headers()) == 1


async def test_a_rematch_and_a_counter_offer_count_too(house: House) -> None:
    await limited(house)
    waiting = await house.challenge(B, by=C)
    over = await house.match()
    await house.service.matches.resign(over, A, event_id=1)
    await house.match(channel_id=71)
    with refused(ServiceRefusal.MANY_GAMES):
        await house.service.challenges.rematch(over, A, "Ada", event_id=2)
    asked = await house.service.challenges.stored(waiting)
    assert asked is not None
    with refused(ServiceRefusal.MANY_GAMES):
        await house.service.challenges.counter(
            waiting,
            B,
            "Bo",
            options={**asked.options, "size": 4},
            control=asked.control,
            channel_id=asked.channel_id,
            event_id=3,
        )
    still = await house.service.challenges.stored(waiting)
    assert still is not None
    assert still.state == "open"


async def test_games_of_other_servers_do_not_count(house: House) -> None:
    await limited(house)
    await house.match(server=8)
    await house.match()
    await limited(house, 2)
    await house.challenge(C)


async def test_who_is_refused_hears_whom_it_is_about(table: Table) -> None:
    await decide(table, most_games=1)
    await table.begin(ADA, BO)
    board = await table.board(0)
    own = await table.command(ADA, "keil", opponent=CY)
    link = (
        f"https://discord.com/channels/{await guild_of(table)}/{board['channel_id']}/{board['id']}"
    )
    assert own.text == says("refusal-many-games", who="you", most=1, link=link)
    assert link in own.text
    other = await table.command(CY, "keil", opponent=BO)
    who = await table.mention(BO)
    assert other.text == says("refusal-many-games", who=who, most=1, link="none")
    assert "https:" not in other.text  # it may be in a channel that Cy does not see


async def test_a_game_against_the_computer_is_practice_and_does_not_count(table: Table) -> None:
    await decide(table, most_games=1)
    for _ in range(2):
        await table.command(ADA, "practice", game="keil")
    assert len(await table.service.matches.headers()) == 2
    await table.begin(ADA, BO)
    await table.command(ADA, "practice", game="ki")
    assert len(await table.service.matches.headers()) == 4


async def test_who_has_left_a_game_of_three_has_no_game_open(trio: Table) -> None:
    await decide(trio, most_games=1)
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(BO, card, "Accept")
    await trio.driver.click(CY, card, "Accept")
    await trio.board(0)
    guild = int((await trio.driver.overview())["guilds"][0]["id"])
    left = await user(trio, CY)
    await trio.service.matches.resign(1, left, event_id=77)
    for name, number in ((ADA, 1), (CY, 0)):
        person = await user(trio, name)
        open_games = await trio.store.read(lambda tx: tx.matches.open_games(guild, person))  # noqa: B023
        assert len(open_games) == number
