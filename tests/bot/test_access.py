"""Who may see and do what: controls are tried by people whom they are not for.

Discord shows them no such controls, so these are forged, as by a program with a person's account.
"""

import pytest

from bot.chat.components import ControlButton, view_of
from bot.chat.custom_id import Control
from bot.playground.driver import Answer
from tests.bot.says import says
from tests.bot.table import ADA, BO, Json, Table

FAY = "Fay"
"""She is on another server only."""
TEXTS = ("", "c3", "text", "pass", "game none", "game groups 0-1", "cancel", "keil")
"""What a control may carry."""


async def press(table: Table, who: str, channel: str, control: Control) -> Answer:
    """Press a control that stands under no message of ours with it."""
    view = view_of([ControlButton(control, "forged")])
    sent = await table.client.get_partial_messageable(int(channel)).send("forged", view=view)
    return await table.driver.click(who, await table.driver.message(str(sent.id)), "forged")


async def state(table: Table) -> object:
    """What the database knows of the match and the open challenge."""
    live = await table.service.matches.live(1)
    return live.match.turn_log, live.players, await table.service.challenges.stored(2)


async def elsewhere(table: Table) -> str:
    """The channel of another server, where Fay is."""
    server = {"name": "Other", "channels": ["there"], "people": [FAY]}
    world = await table.driver.create_world([server])
    return str(world["Other"]["channels"]["there"])


async def under_way(table: Table) -> list[str]:
    """A match of Ada and Bo with a stone, and an open challenge; the mentions of both."""
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.challenge(ADA, None, size=3)
    return [await table.mention(ADA), await table.mention(BO)]


def told(answer: Answer) -> str:
    """Everything that an answer shows."""
    picture: list[Json] = (answer.message or {}).get("attachments", [])
    return f"{answer.text} {answer.modal} {[upload.get('description') for upload in picture]}"


@pytest.mark.slow
async def test_no_control_reaches_into_another_server(table: Table) -> None:
    players = await under_way(table)
    there, before = await elsewhere(table), await state(table)
    for name in sorted(table.client.handlers):
        for text in TEXTS:
            for subject in (1, 2):
                answer = await press(table, FAY, there, Control(name, subject, 1, text))
                shown = told(answer)
                assert not [who for who in (*players, "#1", "c3 Black", "B c3") if who in shown], (
                    name,
                    text,
                    shown,
                )
    assert await state(table) == before


@pytest.mark.parametrize("name", ["accept", "decline", "withdraw"])
async def test_a_challenge_is_answered_where_its_card_is(table: Table, name: str) -> None:
    await under_way(table)
    other = table.channel
    there = next(
        str(channel.id)
        for guild in table.client.guilds
        for channel in guild.text_channels
        if f"#{channel.name}" != other
    )
    before = await state(table)
    for who in (ADA, BO):
        answer = await press(table, who, there, Control(name, 2))
        assert answer.text == says("refusal-no-such-challenge")
    assert await state(table) == before
