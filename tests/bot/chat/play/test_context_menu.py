"""*Challenge…* in a member's menu: a game at once, or the form of a challenge."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat.base.custom_id import LONGEST, Control
from bot.playground.driver import Answer, CannotDo, Driver
from bot.playground.server import Playground
from bot.service.terms import Terms
from engine.game import Game
from engine.games import all_games
from engine.time_control import DEFAULT_CONTROL
from tests.bot.chat.play.test_change import forged, shown
from tests.bot.says import line, says
from tests.bot.table import ADA, BO, BOT, CY, Clock, Json, Process, Table, hurry, labels, seated
from tests.toy import TOYS

KEIL = all_games()["keil"]
TWO: Mapping[str, Game] = {
    "keil": KEIL,
    **TOYS,
    "second": replace(KEIL, key="second", name="Second"),
}
"""Two games for two, and two for three."""


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot on one database."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, {"keil": KEIL}, database, clock=clock)


@pytest.fixture
async def table(playground: Playground, driver: Driver, tmp_path: Path) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy with one game."""
    await hurry(driver)
    async with seated(playground, driver, {"keil": KEIL}, tmp_path / "keil.db") as table:
        yield table


@pytest.fixture
async def several(playground: Playground, driver: Driver, tmp_path: Path) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy with `TWO`."""
    await hurry(driver)
    async with seated(playground, driver, TWO, tmp_path / "keil.db") as table:
        yield table


async def menu(table: Table, who: str, whom: str) -> Answer:
    return await table.driver.context_menu(who, table.channel, "Challenge…", whom)


async def form(table: Table, who: str, whom: str, game: str = "Keil") -> Answer:
    """The form with all terms, from the menu."""
    asked = await menu(table, who, whom)
    assert asked.message is not None
    return await table.driver.click(who, asked.message, says("button-own-terms", game=game))


async def the_card(table: Table) -> Json:
    return await table.message(lambda m: "challenges" in m["content"])


async def test_the_form_holds_the_defaults_and_sends_a_challenge(table: Table) -> None:
    modal = await form(table, ADA, BO)
    assert modal.kind == "modal"
    assert modal.modal is not None
    assert modal.modal["title"] == "Challenge to Keil"
    assert shown(modal) == {
        "size": "5",
        "komi": "",
        "button": "yes",
        "handicap": "even",
        "time": DEFAULT_CONTROL.write(),
    }
    sent = await table.driver.submit_modal(ADA, modal, {"size": "3", "time": "1h"})
    assert sent.kind == "update"
    assert sent.text == says("challenge-sent")
    card = await the_card(table)
    ada, bo = await table.mention(ADA), await table.mention(BO)
    asks, settings, komi, _ = card["content"].split("\n")
    assert komi == says(
        "challenge-komi-open",
        way="cut",
        rematch="no",
        challenger=ada,
        invited=bo,
        usual="2",
    )
    assert asks == f"{ada} challenges {bo} to a game of **Keil**."
    assert settings == line(
        "size 3",
        says("setting-button.on"),
        says("setting-komi_by.cut"),
        says("time-per-move", duration="1 hour"),
    )
    assert [f"<@{person['id']}>" for person in card["mentions"]] == [bo]
    await table.driver.click(BO, card, "Accept")
    await table.board(0)
    assert await table.players() == [ADA, BO]
    seen = await table.command(ADA, "games")  # names are met when they accept
    assert seen.text.startswith("#1 **Keil**")


async def test_whom_nobody_can_challenge_is_told_before_a_form_opens(table: Table) -> None:
    answer = await menu(table, ADA, ADA)
    assert answer.ephemeral
    assert answer.text == says("refusal-alone")
    await table.driver.create_person("Dee", [])
    stranger = await menu(table, ADA, "Dee")
    assert stranger.text == says("cannot-challenge-stranger")
    assert not await table.public()


async def test_the_bot_itself_can_be_challenged(table: Table) -> None:
    offer = await menu(table, ADA, BOT)
    assert offer.message is not None
    await table.driver.click(ADA, offer.message, labels(offer.message)[0])
    await table.message(lambda m: bool(m["attachments"]))
    live = await table.service.matches.live(1)
    assert any(live.levels)


async def test_what_we_may_do_in_the_channel_is_looked_at_before_and_after(table: Table) -> None:
    modal = await form(table, ADA, BO)
    await table.driver.permit(table.channel, deny=["send_messages", "attach_files"])
    for answer in (
        await menu(table, ADA, BO),
        await table.driver.submit_modal(ADA, modal, {}),
    ):
        assert answer.ephemeral or answer.kind == "update"
        assert answer.text == (
            says(
                "refusal-missing-permissions", permissions="**Attach Files** and **Send Messages**"
            )
        )
    await table.driver.permit(table.channel, allow=["send_messages", "attach_files"])
    assert not await table.public()


async def test_direct_messages_have_no_such_menu(table: Table) -> None:
    with pytest.raises(CannotDo):
        await table.driver.context_menu(ADA, "@Ada", "Challenge…", BO)


async def test_in_a_thread(table: Table) -> None:
    thread = await table.driver.create_thread(table.channel, "our game", ADA)
    table.channel = thread["id"]
    await table.driver.submit_modal(ADA, await form(table, ADA, BO), {"size": "3"})
    assert (await the_card(table))["channel_id"] == thread["id"]


async def test_a_form_opened_before_a_restart_still_works(process: Process) -> None:
    async with process() as table:
        modal = await form(table, ADA, BO)
    async with process() as table:
        sent = await table.driver.submit_modal(ADA, modal, {"size": "3"}, twice=True)
        assert sent.text == says("challenge-sent")
        card = await the_card(table)
    async with process() as table:
        await table.driver.click(BO, card, "Accept")
        await table.board(0)
        assert sum("challenges" in m["content"] for m in await table.public()) == 1


async def test_what_cannot_be_is_refused_and_opened_again_as_it_was_typed(table: Table) -> None:
    modal = await form(table, ADA, BO)
    refused = await table.driver.submit_modal(ADA, modal, {"size": "3", "komi": "2.3"})
    assert refused.text.startswith("Komi must be a whole number or a half from −19 to 19 on this")
    assert refused.message is not None
    assert not await table.public()
    again = await table.driver.click(ADA, refused.message, "Try again…")
    assert shown(again) == {**shown(modal), "size": "3", "komi": "2.3"}
    sent = await table.driver.submit_modal(ADA, again, {"komi": "2.5"})
    assert sent.kind == "update"
    assert sent.text == says("challenge-sent")
    assert "komi 2½" in (await the_card(table))["content"]


async def test_where_there_are_several_games_one_is_chosen_first(several: Table) -> None:
    asked = await menu(several, ADA, BO)
    assert asked.ephemeral
    bo = await several.mention(BO)
    assert asked.text == says("quick-which-game", player=bo)
    assert asked.message is not None
    assert asked.message["mentions"] == []
    rows = [
        [button["label"] for button in row["components"]] for row in asked.message["components"]
    ]
    assert rows == [[game, says("button-own-terms", game=game)] for game in ("Keil", "Second")]
    modal = await form(several, ADA, BO, "Second")
    assert modal.modal is not None
    assert modal.modal["title"] == "Challenge to Second"
    sent = await several.driver.submit_modal(ADA, modal, {"size": "4"})
    assert sent.kind == "update"
    assert sent.message is not None
    assert labels(sent.message) == []  # the choice of a game is gone; no lessons have its key
    card = await the_card(several)
    assert card["content"].startswith(f"{await several.mention(ADA)} challenges {bo} to a game of")
    assert "**Second**" in card["content"]


async def test_where_no_game_is_for_two_that_is_told(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table:
        answer = await menu(table, ADA, BO)
    assert answer.text == says("cannot-two-players")


@pytest.mark.parametrize(
    ("custom_id", "fields", "told"),
    [
        ("k1:offered:12:0:nothing", {}, says("cannot-two-players")),
        ("k1:offered:12", {}, says("cannot-two-players")),
        ("k1:offered:12:0:trio", {}, says("cannot-two-players")),
        ("k1:offer:12:0:keil", {}, says("cannot-open-form")),
        ("k1:offered:{me}:0:keil", {}, says("refusal-alone")),
        (
            "k1:offered:{bo}:0:keil",
            {"size": "x" * 4000},
            "Size must be a whole number from 3 to 8.",
        ),
        ("k1:offered:{bo}:0:keil", {"linking": ["no"]}, "Linking must be current or 2019."),
    ],
)
async def test_a_forged_form_is_refused_in_a_sentence(
    playground: Playground, several: Table, custom_id: str, fields: Json, told: str
) -> None:
    me, bo = [(await several.mention(name)).strip("<@>") for name in (CY, BO)]
    refused = await forged(playground, several, CY, custom_id.format(me=me, bo=bo), fields)
    assert refused["ephemeral"]
    assert refused["message"]["content"].startswith(told)
    assert not await several.public()


@pytest.mark.parametrize("subject", [1, 10**19, 2**63 - 1])
@pytest.mark.parametrize("value", ["", "5", "1 day 12 hours", "|" * 50, "🙂\n" * 2000, "x" * 4000])
def test_a_custom_id_holds_what_was_typed_as_far_as_it_fits(subject: int, value: str) -> None:
    written = dict.fromkeys(Terms.usual(KEIL).write(), value)
    control = Control("offer", subject, 0, "keil").with_fields(written)
    custom_id = control.write()
    assert len(custom_id) <= LONGEST
    again = Control.read(custom_id)
    assert again is not None
    assert (again.name, again.subject) == ("offer", min(subject, 2**63 - 1))
    key, typed = again.fields()
    assert key == "keil"
    if len(value) < 10:
        assert typed == [value] * len(written)
