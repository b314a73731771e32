"""Challenges: who asks whom to what, and how that ends before a game begins."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.messages import challenges
from bot.playground.driver import EDIT, CannotDo, Driver
from bot.playground.server import Playground
from bot.service import flood_limits
from bot.service.terms import Terms
from engine.games import all_games
from engine.time_control import DEFAULT_CONTROL
from tests.bot import house as known
from tests.bot.house import KEIL, House
from tests.bot.says import line, says
from tests.bot.table import (
    ADA,
    BO,
    CY,
    NEWCOMERS,
    Clock,
    Table,
    challenge_of,
    hurry,
    labels,
    seated,
)


async def test_every_game_has_a_subcommand_with_its_options(table: Table) -> None:
    commands = {command["name"]: command for command in await table.driver.commands()}
    offered = {sub["name"]: sub for sub in commands["challenge"]["options"]}
    assert list(offered) == list(all_games())
    options = {option["name"]: option for option in offered["keil"]["options"]}
    names = [
        "opponent",
        "size",
        "linking",
        "komi",
        "button",
        "handicap",
        "komi_by",
        "black",
        "time",
    ]
    assert list(options) == [*names, "place", "pictures", *table.client.allowances()]
    assert all(len(sub["options"]) <= 25 for sub in offered.values()), "so many Discord takes"
    assert [choice["value"] for choice in options["pictures"]["choices"]] == ["change", "turn"]
    assert (options["size"]["min_value"], options["size"]["max_value"]) == (3, 8)
    assert [choice["value"] for choice in options["linking"]["choices"]] == ["current", "2019"]
    ways = {choice["value"]: choice["name"] for choice in options["komi_by"]["choices"]}
    assert list(ways) == ["cut", "choose", "lot", "auction", "sealed"]
    assert all(name == says(f"choice-komi_by.{way}") for way, name in ways.items())
    assert options["time"]["autocomplete"]
    assert not any(option.get("required") for option in options.values())


async def test_what_a_challenge_allows_is_told_apart_by_its_first_letter(table: Table) -> None:
    """So that a control of a refused challenge has room for it."""
    names = table.client.allowances()
    assert len({name[0] for name in names}) == len(names)


@pytest.mark.storage
async def test_what_a_feature_that_is_gone_allowed_is_kept_and_not_said(house: House) -> None:
    asked = await house.service.challenges.issue(
        game=KEIL,
        options=Terms.usual(KEIL).options,
        control=DEFAULT_CONTROL,
        challenger=known.ADA,
        invited=[known.BO],
        names={},
        channel_id=70,
        server=7,
        event_id=next(house.event_ids),
        allowed=frozenset({"estimates", "gone"}),
    )
    key = await house.service.challenges.accept(asked.id, known.BO, "Bo")
    assert key is not None
    live = await house.service.matches.live(key)
    stored = await house.service.challenges.stored(asked.id)
    assert stored is not None
    assert live.allowed == stored.allowed == {"estimates", "gone"}
    without = replace(stored, allowed=frozenset({"estimates"}))
    assert challenges.card(stored, KEIL) == challenges.card(without, KEIL)


async def test_who_is_called_often_gets_quiet_challenges(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that many cannot ping one person all the time; nobody is refused for it."""
    monkeypatch.setattr(flood_limits, "MOST_CALLED", 1)
    first = await table.challenge(CY, BO)
    assert [person["global_name"] for person in first["mentions"]] == [BO]
    sent = await table.command(ADA, "keil", opponent=BO)
    quiet = says("challenge-quiet", players=await table.mention(BO))
    assert sent.text == f"{says('challenge-sent')} {quiet}"
    card = await table.message(lambda m: int(m["id"]) > int(first["id"]) and challenge_of(m) == 2)
    assert await table.mention(BO) in card["content"]
    assert card["mentions"] == []
    accepted = await table.driver.click(BO, card, "Accept")
    assert accepted.text == says("challenge-accepted")


async def test_the_card_shows_every_setting_and_calls_who_is_asked(table: Table) -> None:
    card = await table.challenge(
        ADA, BO, size=4, linking="2019", komi=6.5, button=False, time="90s"
    )
    ada, bo = await table.mention(ADA), await table.mention(BO)
    asks, settings, expires = card["content"].split("\n")
    assert asks == f"{ada} challenges {bo} to a game of **Keil**."
    assert settings == line(
        "size 4",
        says("setting-linking.v2019"),
        "komi 6½",
        says("setting-button.off"),
        says("time-per-move", duration="90 seconds"),
    )
    assert [f"<@{person['id']}>" for person in card["mentions"]] == [bo]
    at = re.fullmatch("The challenge expires <t:([0-9]+):R>.", expires)
    assert at is not None
    a_day_on = (table.clock() + timedelta(hours=24)).timestamp()
    assert abs(int(at[1]) - a_day_on) < 10
    assert labels(card) == ["Accept", "Decline", "Change…", "Withdraw", *NEWCOMERS]


async def test_only_who_is_asked_accepts_and_only_who_asks_withdraws(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    bo = await table.mention(BO)
    for who, button, told in [
        (CY, "Accept", says("refusal-not-asked-but", players=bo)),
        (CY, "Decline", says("refusal-not-asked-but", players=bo)),
        (CY, "Withdraw", says("refusal-not-the-challenger")),
        (BO, "Withdraw", says("refusal-not-the-challenger")),
        (ADA, "Accept", says("refusal-own-challenge")),
        (ADA, "Decline", says("refusal-not-asked-but", players=bo)),
    ]:
        answer = await table.driver.click(who, card, button)
        assert answer.ephemeral
        assert answer.text.startswith(told)
    buttons = ["Accept", "Decline", "Change…", "Withdraw", *NEWCOMERS]
    assert labels(await table.driver.message(card)) == buttons


@pytest.mark.parametrize(
    ("who", "button", "outcome"),
    [
        (BO, "Accept", says("challenge-state-accepted", match="1")),
        (BO, "Decline", "**Declined** by "),
        (ADA, "Withdraw", says("challenge-state-withdrawn")),
    ],
)
async def test_a_card_tells_how_it_ended_and_loses_its_buttons(
    table: Table, who: str, button: str, outcome: str
) -> None:
    card = await table.challenge(ADA, BO)
    await table.driver.click(who, card, button)
    assert outcome in (await table.without_buttons(card))["content"]


@pytest.mark.parametrize(
    ("who", "button", "state"),
    [(BO, "Accept", "accepted"), (BO, "Decline", "declined"), (ADA, "Withdraw", "withdrawn")],
)
async def test_a_challenge_is_answered_once(
    table: Table, who: str, button: str, state: str
) -> None:
    card = await table.challenge(ADA, BO)
    held = await table.driver.hold_before(EDIT)  # the buttons are still to be seen
    await table.driver.click(who, card, button)
    for whom, again in [(BO, "Decline"), (ADA, "Withdraw"), (BO, "Accept")]:
        answer = await table.driver.click(whom, card, again)
        if (state, again) == ("accepted", "Accept"):
            assert answer.text.startswith("Accepted.")
        else:
            assert answer.text == says("refusal-challenge-over", state=state)
    await held.release()
    await table.without_buttons(card)
    assert len(await table.service.matches.headers()) == (state == "accepted")


async def test_a_challenge_expires_after_a_day(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    await table.time_passes(timedelta(hours=23, minutes=59))
    assert labels(await table.driver.message(card))
    held = await table.driver.hold_before(EDIT)
    await table.time_passes(timedelta(minutes=2))
    await held.wait_until_held()
    late = await table.driver.click(BO, card, "Accept")
    assert late.text == says("refusal-challenge-over", state="expired")
    await held.release()
    card = await table.without_buttons(card)
    assert card["content"].endswith(says("challenge-state-expired", time="24 hours"))
    assert not await table.service.matches.headers()


async def test_a_challenge_without_opponent_is_for_anybody(table: Table) -> None:
    card = await table.challenge(ADA, size=3)
    assert f"challenges {says('challenge-anyone', others=0)} to a game" in card["content"]
    assert labels(card) == ["Accept", "Change…", "Withdraw"]
    own = await table.driver.click(ADA, card, "Accept")
    assert own.text.startswith(says("refusal-own-challenge"))
    await table.driver.click(CY, card, "Accept")
    await table.board(0)
    assert set(await table.players()) == {ADA, CY}
    assert await table.mention(CY) in (await table.without_buttons(card))["content"]


@pytest.mark.parametrize("command", ["challenge keil", "keil"])
async def test_bots_oneself_and_strangers_are_refused_in_words(
    table: Table, playground: Playground, command: str
) -> None:
    await table.driver.create_person("Dee", [])
    users = playground.world.state.users.rows.values()
    next(user for user in users if user["global_name"] == CY)["bot"] = True
    for whom, told in [
        (CY, says("cannot-challenge-bot")),
        (ADA, says("refusal-alone")),
        ("Dee", says("cannot-challenge-stranger")),
    ]:
        answer = await table.command(ADA, command, opponent=whom)
        assert answer.ephemeral
        assert answer.text == told
    assert not await table.public()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"size": 3, "komi": 20}, "Komi must be a whole number or a half from −19 to 19 on this"),
        ({"size": 3, "komi": 6.25}, "Komi must be a whole number or a half from −19 to 19 on this"),
        ({"time": "59s"}, says("option-time-bounds", low="1 minute", high="30 days")),
        ({"time": "31d"}, says("option-time-bounds", low="1 minute", high="30 days")),
        ({"time": "soon"}, says("option-time")),
        ({"time": "3"}, says("option-time")),
        ({"time": "d" * 6000}, says("option-time")),
    ],
)
async def test_impossible_options_are_refused_in_words(
    table: Table, options: dict[str, object], told: str
) -> None:
    answer = await table.command(ADA, "challenge keil", opponent=BO, **options)
    assert answer.ephemeral
    assert answer.text.startswith(told)
    assert not await table.public()


@pytest.mark.parametrize("komi", [-170, 1e9, "abc"])
async def test_impossible_komi_does_not_leave_the_client(table: Table, komi: object) -> None:
    with pytest.raises(CannotDo, match="komi"):
        await table.command(ADA, "challenge keil", opponent=BO, komi=komi)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("90s", "90 seconds a move"),
        ("3d", "3 days a move"),
        ("1 week", "1 week a move"),
        ("1 day 12 hours", "36 hours a move"),
        ("1m", "1 minute a move"),
        ("30 d", "30 days a move"),
    ],
)
async def test_times_are_read_as_people_write_them(table: Table, typed: str, shown: str) -> None:
    offered = await table.driver.autocomplete(
        ADA, table.channel, "challenge keil", {"time": typed}, focused="time"
    )
    assert offered[0]["name"] == shown
    for who, time in ((BO, typed), (CY, offered[0]["value"])):
        card = await table.challenge(ADA, who, time=time)
        assert card["content"].split("\n")[1].endswith(f" · {shown}")


async def test_usual_times_are_suggested(table: Table) -> None:
    for typed, first in [
        ("", "3 days each, plus 1 day a move, up to 1 week"),
        ("4", "3 days each"),
        ("3", "3 days each"),
        ("3d", "3 days a move"),
        ("5d + 1d", "5 days each, plus 1 day a move, up to 10 days"),
        ("1h + 5x1m", "1 hour each, then 5 periods of 1 minute"),
        ("none", "no time limit"),
    ]:
        offered = await table.driver.autocomplete(
            ADA, table.channel, "challenge keil", {"time": typed}, focused="time"
        )
        assert offered[0]["name"].startswith(first)


async def test_an_interaction_that_comes_twice_makes_one_challenge_and_one_game(
    table: Table,
) -> None:
    await table.driver.slash(ADA, table.channel, "challenge keil", {"opponent": BO}, twice=True)
    card = await table.message(lambda m: "challenges" in m["content"])
    accepted = await table.driver.click(BO, card, "Accept", twice=True)
    assert accepted.text == says("challenge-accepted")
    await table.board(0)
    await table.without_buttons(card)
    assert len(await table.public()) == 2
    assert len(await table.service.matches.headers()) == 1


async def test_with_a_fixed_komi_colours_are_drawn_by_lot(table: Table) -> None:
    drawn: set[str] = set()
    while len(drawn) < 2:
        assert len(await table.service.matches.headers()) < 12
        board, black, white = await table.begin_small(komi=6)
        drawn.add(black)
        seats = f"Black {await table.mention(black)}, White {await table.mention(white)}"
        assert says("board-seating", how="lot", seating=seats) in board["content"]
        assert "komi 6 ·" in board["content"]
        assert labels(board) == ["Move", "Pass", "Resign", "More…"]


async def test_a_challenge_whose_card_was_deleted_can_be_withdrawn(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    channel = table.client.get_partial_messageable(int(card["channel_id"]))
    await channel.get_partial_message(int(card["id"])).delete()
    again = await table.command(ADA, "challenge keil", opponent=BO)
    assert "already challenged" in again.text
    assert again.message is not None
    assert labels(again.message) == [says("button-withdraw")]
    withdrawn = await table.driver.click(ADA, again.message, says("button-withdraw"))
    assert withdrawn.text == says("challenge-withdrawn")
    await table.challenge(ADA, BO)


async def test_an_open_challenge_survives_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        card = await table.challenge(ADA, BO)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        accepted = await table.driver.click(BO, card, "Accept")
        assert accepted.text.startswith("Accepted.")
        await table.board(0)
        await table.without_buttons(card)
