"""Who may see and do what: controls are tried by people whom they are not for.

Discord shows them no such controls, so these are forged, as by a program with a person's account.
"""

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.playground.driver import Answer
from bot.playground.server import Playground
from tests.bot.chat.play.test_change import forged
from tests.bot.says import says
from tests.bot.table import ADA, BO, BUTTON, CY, PRESS, Json, Table

FAY = "Fay"
"""She is on another server only."""
TEXTS = ("", "c3", "text", "pass", "game none", "game groups 0-1", "cancel", "keil")
"""What a control may carry."""


async def bare(table: Table, channel: str, control: Control) -> str:
    """A message with a control that stands under no message of ours."""
    view = view_of([ControlButton(control, "forged")])
    sent = await table.client.get_partial_messageable(int(channel)).send("forged", view=view)
    return str(sent.id)


async def press(table: Table, who: str, channel: str, control: Control) -> Answer:
    """Press a control that stands under no message of ours with it."""
    return await table.driver.click(who, await bare(table, channel, control), "forged")


def pressing(control: Control) -> Json:
    """What Discord says of a pressed button."""
    return {"custom_id": control.write(), "component_type": BUTTON}


async def state(table: Table) -> object:
    """What the database knows of the match and the open challenge, whatever is in memory."""
    table.service.matches.cache.clear()
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


async def nothing_reaches(table: Table, who: str, there: str, players: list[str]) -> None:
    """Whatever ``who`` presses, chooses or types in that channel shows or changes nothing."""
    before, secrets = await state(table), (*players, "#1", "c3 Black", "B c3")
    for name in sorted(table.client.handlers):
        message = await bare(table, there, Control(name, 1, 1))
        for text in TEXTS:
            for subject in (1, 2):
                pressed = pressing(Control(name, subject, 1, text))
                answer = await table.driver.forge(who, there, PRESS, pressed, message)
                shown = told(answer).replace(f"<#{there}>", "this channel")
                assert not [secret for secret in secrets if secret in shown], (name, text, shown)
    for path, options in await commands(table):
        answer = await table.driver.slash(who, there, path, options)
        shown = told(answer).replace(f"<#{there}>", "this channel")
        assert not [secret for secret in secrets if secret in shown], (path, shown)
        if "game" in options:
            offered = await table.driver.autocomplete(who, there, path, options, focused="game")
            assert offered == []
    assert await state(table) == before


async def commands(table: Table) -> list[tuple[str, Json]]:
    """Every command that names a game, with values for what it requires."""
    found: list[tuple[str, Json]] = []
    for command in await table.driver.commands():
        given = {option["name"]: option for option in command.get("options", [])}
        if given.get("game", {}).get("autocomplete"):  # others name the game to play
            needed = {name: "c3" for name, option in given.items() if option.get("required")}
            found.append((command["name"], needed | {"game": "1"}))
    return found


@pytest.mark.slow
@pytest.mark.storage
async def test_nothing_reaches_into_another_server(table: Table) -> None:
    players = await under_way(table)
    await nothing_reaches(table, FAY, await elsewhere(table), players)


@pytest.mark.slow
@pytest.mark.storage
async def test_nothing_reaches_into_a_channel_that_one_may_not_see(table: Table) -> None:
    """Cy is a member of the server, and may look at another channel only."""
    players = await under_way(table)
    await table.driver.permit(table.channel, who=CY, deny=["view_channel"])
    there = next(
        str(channel.id)
        for guild in table.client.guilds
        for channel in guild.text_channels
        if f"#{channel.name}" != table.channel
    )
    await nothing_reaches(table, CY, there, players)


async def test_the_walk_takes_every_command_about_a_game(table: Table) -> None:
    named = {path for path, _ in await commands(table)}
    assert named >= {"play", "pass", "resign", "undo", "cancel", "result", "board", "replay"}


async def test_only_members_are_challenged_by_a_form(table: Table, playground: Playground) -> None:
    """The number of a person in a form can be anything."""
    await under_way(table)
    await elsewhere(table)
    fay = (await table.mention(FAY)).strip("<@>")
    for user in (fay, "1"):
        seen = await forged(playground, table, ADA, f"k1:offered:{user}:0:keil", {"size": "4"})
        assert seen["message"]["content"] == says("cannot-challenge-stranger")
    assert await table.service.challenges.stored(3) is None


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
