"""Whatever people type and press: one sentence comes back, and nothing is lost."""

import asyncio
import logging
import re

import discord
import pytest

from bot.chat.answers import responses
from bot.chat.base.custom_id import LONGEST as CUSTOM_ID
from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import refusals
from bot.playground.driver import CALLBACK, EDIT, CannotDo
from bot.playground.server import Playground
from bot.service.refusals import RefusedError
from engine.game import OptionError
from engine.position import IllegalMoveError, IllegalReason, MoveError
from engine.time_control import DEFAULT_CONTROL, TimeControl
from tests.bot.asking import old_button
from tests.bot.chat.play.test_access import pressing
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, PRESS, SELECT, Json, Table, labels

MODAL = 5
"""The type of interactions by forms."""
LONGEST = ("c" * 10_000, "9" * 10_000, "c3" * 5_000, " " * 10_000, "resign", "timeout")
"""The longest, and words that stand for turns which are no moves."""
GARBAGE = [
    "?",
    "c",
    "33",
    "c3 c4",
    "-1",
    "a0",
    "c-3-4",
    "Ω7",
    "🙂",
    "@everyone",
    "<@1>",
    "`` ` ``",
    "**c3**",
    "\u202ec3",
    "'; drop table turn; --",
    "timeout",
    "komi 3",
    "black",
    "null",
    "c" * 51,
    "c3" * 3000,
    "9" * 6000,
]


@pytest.mark.parametrize("typed", GARBAGE)
async def test_garbage_is_refused(table: Table, typed: str) -> None:
    _, black, _ = await table.begin_small()
    async with table.nothing_happens():
        answer = await table.play(black, typed)
        assert answer.ephemeral
        assert answer.text.startswith(("I cannot read “", "That move is not legal: "))
        assert len(answer.text) < 200
        assert answer.message is not None
        assert answer.message["mentions"] == []
        assert not answer.message["mention_everyone"]
        await table.driver.autocomplete(
            black, table.channel, "play", {"move": typed}, focused="move"
        )
    assert (await table.play(black, "c3")).text.startswith("You played c3.")
    await table.board(1)


async def test_the_longest_texts_are_refused_everywhere(table: Table) -> None:
    """6,000 characters is the most that a client sends; the service bears 10,000."""
    _, black, _ = await table.begin_small()
    for text in ("c" * 6000, "c3 " * 2000):
        assert (await table.play(black, text)).text.startswith("I cannot read “c")
    user = (await table.service.matches.live(1)).players[0]
    async with table.nothing_happens():
        for number, text in enumerate(LONGEST):
            with pytest.raises(MoveError):
                await table.service.matches.play(1, user, text, event_id=number)
        with pytest.raises(OptionError):
            TimeControl.read("3" * 10_000)
        assert (await table.command(black, "board", game="1" * 6000)).text.startswith(
            "There is no such game"
        )


async def test_a_long_text_where_a_game_must_be_chosen(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    await table.begin(ADA, BO, size=3)
    async with table.nothing_happens(1, 2):
        for text in ("c" * 6000, "komi " + "9" * 60):
            answer = await table.play(ADA, text)
            assert answer.text.startswith("I cannot read “")


async def test_impossible_options_through_the_host(table: Table) -> None:
    keil = table.service.matches.games["keil"]
    for options in (
        {"komi": -62},
        {"komi": 1e9},
        {"komi": float("nan")},
        {"komi": "abc"},
        {"size": 2},
        {"size": 9},
        {"size": True},
        {"linking": "new"},
        {"button": "yes"},
        {"colour": "red"},
    ):
        with pytest.raises(OptionError):
            await table.service.challenges.issue(
                game=keil,
                options=options,
                control=DEFAULT_CONTROL,
                challenger=1,
                invited=[2],
                names={},
                channel_id=3,
                server=4,
                event_id=5,
            )
    assert not await table.public()


async def test_the_game_of_others_cannot_be_played(table: Table) -> None:
    board, black, _ = await table.begin_small()
    question = await table.driver.click(black, board, "Pass")
    assert question.message is not None
    with pytest.raises(CannotDo):
        await table.driver.click(CY, question.message, "Yes, pass")  # it is private
    async with table.nothing_happens():
        for answer in (
            await table.play(CY, "c3", 1),
            await table.command(CY, "resign", game="1"),
            await table.command(CY, "pass", game="1"),
            await table.driver.click(CY, board, "Move"),
            await table.driver.click(CY, board, "Resign"),
        ):
            assert answer.text == says("refusal-not-a-player")


async def test_every_click_that_comes_twice_counts_once(table: Table) -> None:
    driver = table.driver
    card = await table.challenge(ADA, BO, size=3)
    await driver.click(BO, card, "Accept", twice=True)
    board = await table.board(0)
    modal = await driver.click(ADA, board, "Name komi", twice=True)
    named = await driver.submit_modal(ADA, modal, {"text": "2"}, twice=True)
    assert named.text.startswith("You named komi 2.")
    board = await table.board(1)
    chosen = await driver.click(BO, board, "Play White (+2)", twice=True)
    assert chosen.text.startswith("You chose White.")
    board = await table.board(2)
    played = await driver.slash(ADA, table.channel, "play", {"move": "c3"}, twice=True)
    assert played.text.startswith("You played c3.")
    board = await table.board(3)
    asked = await driver.click(BO, board, "Take the button (+½)", twice=True)
    assert asked.message is not None
    taken = await driver.click(BO, asked.message, "Yes, take the button", twice=True)
    assert taken.text.startswith("You took the button.")
    board = await table.board(4)
    asked = await driver.click(ADA, board, "Pass", twice=True)
    assert asked.message is not None
    sure = await driver.click(ADA, asked.message, "Yes, pass", twice=True)
    assert sure.text.startswith("You passed.")
    board = await table.board(5)
    asked = await driver.click(BO, board, "Resign", twice=True)
    assert asked.message is not None
    sure = await driver.click(BO, asked.message, "Yes, resign", twice=True)
    assert sure.text.startswith(says("private-resigned"))
    await table.board(6)
    assert await table.ply() == 6
    assert len(await table.public()) == 8  # the card and a board for each ply


async def test_a_click_that_comes_again_once_it_is_done_is_answered_alike(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 60.0)  # the answer itself is lost
    board, black, _ = await table.begin_small(button=True)
    await table.at_once(black)
    sent = len(await table.driver.requests())
    await table.driver.fail_next(CALLBACK, 404, body={"message": "unknown", "code": 10062})
    pressing = asyncio.create_task(table.driver.click(black, board, "Take the button (+½)"))
    [lost] = await table.driver.wait_for_requests(CALLBACK, since=sent)
    [interaction] = re.findall(r"/interactions/(\d+)/", lost["path"])
    assert await table.ply() == 1
    await table.driver.call("repeat_interaction", interaction=interaction)
    assert (await pressing).text.startswith("You took the button.")
    await table.board(1)
    assert await table.ply() == 1


async def test_an_impatient_double_click_counts_once(table: Table) -> None:
    """Two clicks, two interactions."""
    board, black, white = await table.begin_small(button=True)
    await table.at_once(black)
    answers = await asyncio.gather(
        *(table.driver.click(black, board, "Take the button (+½)") for _ in range(3))
    )
    texts = sorted(answer.text for answer in answers)
    assert [text.startswith("You took the button.") for text in texts].count(True) == 1
    await table.board(1)
    assert await table.ply() == 1
    assert (await table.play(white, "c3")).text.startswith("You played c3.")
    await table.board(2)


async def test_an_old_modal_and_an_old_question_are_refused(table: Table) -> None:
    board, black, white = await table.begin_small()
    modal = await table.form(black, board)
    question = await table.driver.click(black, board, "Pass")
    assert question.message is not None
    await table.moves((black, "c3"), (white, "a1"))
    old = says("refusal-old-board")
    async with table.nothing_happens():
        late = await table.driver.submit_modal(black, modal, {"text": "e1"})
        assert late.text == old
        late = await table.driver.click(black, question.message, "Yes, pass")
        assert late.text == old
        assert labels(late.message or {}) == []


async def test_buttons_of_a_finished_game_are_refused(table: Table) -> None:
    board, black, white = await table.begin_small(button=True)
    await table.at_once(black)
    modal = await table.form(black, board)
    held = await table.driver.hold_before(EDIT)  # the buttons are still to be seen
    asked = await table.driver.click(white, board, "Resign")
    again = await table.driver.click(black, board, "Resign")
    assert asked.message is not None
    assert again.message is not None
    await table.driver.click(white, asked.message, "Yes, resign")
    await table.board(1)
    async with table.nothing_happens():
        for answer in (
            await table.driver.click(black, board, "Move"),
            await table.driver.click(black, board, "Take the button (+½)"),
            await table.driver.click(black, board, "Resign"),
            await table.driver.submit_modal(black, modal, {"text": "c3"}),
            await table.driver.click(black, again.message, "Yes, resign"),
            await table.play(black, "c3", 1),
        ):
            assert answer.text == says("refusal-match-over")
    await held.release()
    await table.without_buttons(board)


@pytest.mark.parametrize("whose", ["abc", "²"])
async def test_a_question_that_is_for_nobody_is_refused(table: Table, whose: str) -> None:
    board, black, _ = await table.begin_small()
    forged = await old_button(table, board, "giveup", 1, whose)
    async with table.nothing_happens():
        answer = await table.driver.click(black, forged, "old")
        assert answer.text == says("refusal-not-your-question-unknown")


async def test_a_challenge_that_does_not_exist_is_refused(table: Table) -> None:
    for change in (table.service.challenges.decline, table.service.challenges.withdraw):
        with pytest.raises(RefusedError):
            await change(99, 1)
    with pytest.raises(RefusedError):
        await table.service.challenges.accept(99, 1, "One")


def test_every_reason_has_its_words() -> None:
    for reason in IllegalReason:
        said = refusals.refusal(IllegalMoveError(reason, 7))
        assert said.startswith("That move is not legal: ")
        assert "{" not in said


@pytest.mark.parametrize("name", ["play", "chess"])
async def test_a_command_as_it_once_was_is_answered(table: Table, name: str) -> None:
    """A client knows an option or a command of an older version of the bot."""
    data: Json = {"id": "1", "name": name, "type": 1, "options": []}
    answer = await table.driver.forge(ADA, table.channel, 2, data)
    assert answer.text == says("cannot-read-command")


@pytest.mark.parametrize(
    ("path", "option", "others"),
    [
        ("challenge keil", "place", []),
        ("challenge keil", "linking", []),
        ("record", "as", []),
        ("tournament create", "system", ["name", "game"]),
        ("tournament create", "place", ["name", "game", "system"]),
    ],
)
async def test_what_is_in_no_list_is_refused(
    table: Table, path: str, option: str, others: list[str]
) -> None:
    """Clients offer a list and nothing else, programs with a person's account do not."""
    name, _, inner = path.partition(" ")
    command = next(each for each in await table.driver.commands() if each["name"] == name)
    given = {"name": "x", "game": "keil", "system": "swiss"}
    options = [{"type": 3, "name": each, "value": given[each]} for each in others]
    options.append({"type": 3, "name": option, "value": "komi nan```"})
    data: Json = {"id": command["id"], "name": name, "type": 1, "options": options}
    if inner:
        data["options"] = [{"type": 1, "name": inner, "options": options}]
    answer = await table.driver.forge(ADA, table.channel, 2, data)
    assert "reference" not in answer.text
    assert answer.text == says("cannot-read-command")
    assert await table.public() == []


@pytest.mark.parametrize("number", [9, 10**6, 2**53])
async def test_no_number_of_players_is_too_large_to_be_refused(table: Table, number: int) -> None:
    """Clients keep to the number's bounds, programs with a person's account do not."""
    commands = await table.driver.commands()
    command = next(command for command in commands if command["name"] == "challenge")
    players = {"type": 4, "name": "players", "value": number}
    kee = {"type": 1, "name": "kee", "options": [players]}
    data = {"id": command["id"], "name": "challenge", "type": 1, "options": [kee]}
    answer = await table.driver.forge(ADA, table.channel, 2, data)
    assert answer.text == "Kee Rules Go is for 2 to 8 players."
    assert await table.public() == []


@pytest.mark.parametrize("number", [-1, 0, 1])
async def test_too_few_players_are_as_many_as_the_game_needs(table: Table, number: int) -> None:
    commands = await table.driver.commands()
    command = next(command for command in commands if command["name"] == "challenge")
    given = [{"type": 4, "name": "players", "value": number}]
    data = {
        "id": command["id"],
        "name": "challenge",
        "type": 1,
        "options": [{"type": 1, "name": "kee", "options": given}],
    }
    await table.driver.forge(ADA, table.channel, 2, data)
    await table.message(lambda m: labels(m)[0] == "Accept")
    found = await table.service.challenges.stored(1)
    assert found is not None and len(found.invitations) == 1


async def test_a_control_that_is_not_ours_is_said_to_work_no_longer(table: Table) -> None:
    view = discord.ui.View().add_item(discord.ui.Button(label="Mate", custom_id="chess"))
    view.stop()
    channel = next(c for c in table.client.get_all_channels() if c.name == "games")
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("of somebody else", view=view)
    answer = await table.driver.click(BO, str(sent.id), "Mate")
    assert (answer.ephemeral, answer.text) == (True, says("refusal-no-such-control"))


async def test_a_form_that_is_not_ours_is_said_to_work_no_longer(table: Table) -> None:
    data: Json = {"custom_id": "chess", "components": []}
    await table.command(ADA, "help")
    answer = await table.driver.forge(ADA, table.channel, MODAL, data)
    assert (answer.ephemeral, answer.text) == (True, says("refusal-no-such-control"))


@pytest.mark.parametrize("value", ["somewhere", "", "9" * 100])
async def test_a_choice_that_was_not_offered_is_none(
    table: Table, playground: Playground, value: str
) -> None:
    shown = (await table.command(ADA, "view")).message
    assert shown is not None
    selects = [part for row in shown["components"] for part in row["components"]]
    select = next(part["custom_id"] for part in selects if part["type"] == SELECT)
    playground.interactions.asked = lambda payload: payload["data"].update(values=[value])
    answer = await table.driver.select(ADA, shown, select, [selects_value(selects)])
    assert answer.text == says("refusal-no-such-control")


def selects_value(parts: list[Json]) -> str:
    """A value that the first select offers."""
    return next(part["options"][0]["value"] for part in parts if part["type"] == SELECT)


@pytest.mark.parametrize("option", [("size", 4, ""), ("komi", 10, ""), ("size", 4, "seven")])
async def test_other_options_may_be_unfinished_while_somebody_types(
    table: Table, playground: Playground, option: tuple[str, int, str]
) -> None:
    name, kind, value = option
    unfinished = {"name": name, "type": kind, "value": value}

    def add(payload: Json) -> None:
        payload["data"]["options"][0]["options"].append(unfinished)

    playground.interactions.asked = add
    offered = await table.driver.autocomplete(
        ADA, table.channel, "challenge keil", {"time": ""}, focused="time"
    )
    assert offered


async def test_no_answer_repeats_a_name_that_is_too_long_for_discord(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """The longest names that a control can have; what an answer adds to them must fit too."""
    board, black, white = await table.begin_small()
    channel = table.client.get_partial_messageable(int(board["channel_id"]))
    await table.moves((black, "c3"))
    for name in sorted(table.client.handlers):
        room = CUSTOM_ID - len(Control(name, 1, 1, "-").write()) + 1
        view = view_of([ControlButton(Control(name, 1, 1, ""), "forged")])
        sent = str((await channel.send("forged", view=view)).id)
        for start in ("", "pass", "c3", "text", "game none", "keil|", "c3|", "1|"):
            pressed = pressing(Control(name, 1, 1, (start + "9" * CUSTOM_ID)[:room]))
            for who in (black, white):
                await table.driver.forge(who, table.channel, PRESS, pressed, sent)
    assert (await table.driver.report())["violations"] == []
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]
