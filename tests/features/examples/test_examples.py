"""/examples: games that show what a rule is for, turn by turn."""

from bot.chat.base.custom_id import Control
from bot.messages import examples
from bot.messages.phrases import CONTENT_LIMIT
from engine.games import all_games
from tests.bot.says import says
from tests.bot.table import ADA, BUTTON, PRESS, PRIVATE, Json, Table, labels

KEE = all_games()["kee"]
KNOWN = examples.of(KEE)
STEPS = [says(f"button-replay-{way}") for way in ("first", "back", "forward", "last")]


def disabled(message: Json) -> list[str]:
    """The labels of the buttons that cannot be pressed."""
    buttons = [b for row in message["components"] for b in row["components"]]
    return [button["label"] for button in buttons if button.get("disabled")]


async def test_one_goes_through_an_example_turn_by_turn(table: Table) -> None:
    answer = await table.command(ADA, "examples kee")
    message = answer.message or {}
    assert message["flags"] & PRIVATE
    title = examples.title(KEE, KNOWN[0])
    head = f"**Kee Rules Go, example 1/{len(KNOWN)}: {title}**"
    assert answer.text == f"{head}\n{examples.said(KEE, KNOWN[0], 0)}"
    assert labels(message)[:4] == STEPS and len(labels(message)) == 4 + len(KNOWN)
    assert disabled(message) == [*STEPS[:2], f"1 {title}"]
    answer = await table.driver.click(ADA, message, STEPS[2])
    said = examples.said(KEE, KNOWN[0], 1)
    assert answer.text == f"{head}\nMove 1: Black plays e1.\n{said}"
    answer = await table.driver.click(ADA, message, STEPS[2])
    assert "Move 2: White says pass." in answer.text
    answer = await table.driver.click(ADA, message, STEPS[3])
    assert examples.said(KEE, KNOWN[0], 6) in answer.text
    alt = (answer.message or {})["attachments"][0]["description"]
    assert "h1" in alt


async def test_every_example_is_shown_from_first_to_last(table: Table) -> None:
    answer = await table.command(ADA, "examples kee")
    message = answer.message or {}
    for number, example in enumerate(KNOWN, start=1):
        if number > 1:
            label = f"{number} {examples.title(KEE, example)}"
            answer = await table.driver.click(ADA, message, label)
        assert examples.said(KEE, example, 0) in answer.text
        answer = await table.driver.click(ADA, message, STEPS[3])
        assert len(answer.text) <= CONTENT_LIMIT
        assert f"Move {len(examples.moves(example))}:" in answer.text


async def test_an_example_that_is_not_there_is_refused(table: Table) -> None:
    answer = await table.command(ADA, "examples kee")
    for number, key in ((0, "kee"), (99, "kee"), (1, "chess"), (1, "keil")):
        data: Json = {
            "custom_id": Control("example", number, 0, key).write(),
            "component_type": BUTTON,
        }
        told = await table.driver.forge(ADA, table.channel, PRESS, data, answer.message)
        assert told.text == says("refusal-no-such-lesson")
