"""Direct messages with the bot: what one reads, and one's own games of all servers."""

import re

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.playground.driver import Answer, CannotDo
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, PRIVATE, Json, Table, labels
from tests.features.lessons.test_rules import LABELS, is_lesson

DIRECT, ELSEWHERE = "@Ada", says("cannot-outside-servers")


async def direct(table: Table, command: str, **options: object) -> Answer:
    """A command of Ada's in her direct messages with the bot."""
    return await table.driver.slash(ADA, DIRECT, command, options)


def message_of(answer: Answer) -> Json:
    """The private message of an answer."""
    assert answer.message is not None
    assert answer.message["flags"] & PRIVATE
    return answer.message


async def play_to_the_end(table: Table) -> None:
    """Ada and Bo play a very short game."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "pass"), (black, "pass"))


async def other_server(table: Table, *people: str) -> str:
    """A channel of another server, with these people."""
    world = await table.driver.create_world(
        [{"name": "Other", "channels": ["there"], "people": list(people)}]
    )
    return world["Other"]["channels"]["there"]


async def test_help_begins_with_what_works_there(table: Table) -> None:
    told = await direct(table, "help")
    here, elsewhere = told.text.split("\n")
    named = re.findall(r"/([a-z]+)", here)
    assert {"rules", "learn", "puzzle", "games", "replay", "record", "view"} <= {*named}
    offered = {each["name"] for each in await table.driver.commands() if 1 in each["contexts"]}
    assert {*named} <= offered
    assert not {"keil", "challenge", "practice"} & offered
    assert {"keil", "practice"} <= {*re.findall(r"/([a-z]+)", elsewhere)}
    there = await table.command(ADA, "help")
    assert there.text.startswith("**Start:**")


async def answers_in(table: Table, number: int) -> list[Json]:
    """What the bot has written to Ada, once it is so much."""

    async def there() -> bool:
        return len(await written(table)) >= number

    await table.until(there)
    return await written(table)


async def written(table: Table) -> list[Json]:
    messages = await table.driver.messages(DIRECT)
    return [message for message in messages if message["author"].get("bot")]


@pytest.mark.parametrize("typed", ["/replay", "help", "d5", "hello"])
async def test_what_is_typed_there_gets_an_answer(table: Table, typed: str) -> None:
    """Such as a command that was not chosen from the list: it is a message like any other."""
    sent = await table.driver.say(ADA, DIRECT, typed)
    (answer,) = await answers_in(table, 1)
    assert answer["content"] == "\n".join([says("help-typed"), (await direct(table, "help")).text])
    assert answer["message_reference"]["message_id"] == sent["id"]
    assert answer["mentions"] == []


async def test_who_writes_much_gets_one_answer_a_minute(table: Table) -> None:
    for text in ("hello", "are you there", "/play d5"):
        await table.driver.say(ADA, DIRECT, text)
    await table.driver.say(BO, "@Bo", "hello")

    async def bo_is_answered() -> bool:
        there = await table.driver.messages("@Bo")
        return any(message["author"].get("bot") for message in there)

    await table.until(bo_is_answered)
    assert len(await written(table)) == 1


async def test_the_topics_of_the_help(table: Table) -> None:
    told = await direct(table, "help")
    ((select,),) = [row["components"] for row in message_of(told)["components"]]
    topic = await table.driver.select(ADA, message_of(told), select["custom_id"], ["privacy"])
    assert topic.text.startswith("**Privacy.** ")


async def test_rules_page_by_page(table: Table) -> None:
    told = await direct(table, "rules keil")
    await is_lesson(table, told, 1)
    answer = await table.driver.click(ADA, message_of(told), LABELS[1])
    await is_lesson(table, answer, 2)


async def test_how_boards_look(table: Table) -> None:
    told = await direct(table, "view")
    changed = await table.driver.click(ADA, message_of(told), "Mirror the board")
    assert changed.kind == "update"
    there = await table.command(ADA, "view")  # the same on servers
    sizes = [message_of(each)["attachments"][0]["filename"] for each in (changed, there)]
    assert sizes[0] == sizes[1]


async def test_games_lists_ones_own_of_all_servers_and_no_others(table: Table) -> None:
    assert (await direct(table, "games")).text == says("direct-no-games")
    await table.begin(ADA, BO)
    await table.begin(BO, CY)
    table.channel = await other_server(table, ADA, CY)
    await table.begin(CY, ADA)

    async def posted() -> bool:
        return await table.service.matches.newest_board(3) is not None

    await table.until(posted)
    told = await direct(table, "games")
    assert told.ephemeral
    assert sorted(line.split(" ")[0] for line in told.text.split("\n")) == ["#1", "#3"]
    assert told.text.count("https://discord.com/channels/") == 2
    assert labels(message_of(told)) == []  # nobody plays here


async def test_a_replay_of_ones_own_game_wherever_it_was(table: Table) -> None:
    assert (await direct(table, "replay")).text == says("direct-no-games")
    await play_to_the_end(table)
    told = await direct(table, "replay")
    shown = message_of(told)
    assert labels(shown)[:5] == ["« First", "‹ Back", "Forward ›", "Last »", says("button-jump")]
    last = await table.driver.click(ADA, shown, "Last »")
    assert last.kind == "update"
    form = await table.driver.click(ADA, message_of(last), says("button-jump"))
    jumped = await table.driver.submit_modal(ADA, form, {"text": "1"})
    assert jumped.kind == "update"
    other = await table.driver.slash(CY, "@Cy", "replay", {})
    assert other.text == says("direct-no-games")


async def test_replay_offers_finished_games_beside_those_that_run(table: Table) -> None:
    await play_to_the_end(table)
    await table.begin(ADA, BO)
    told = await direct(table, "replay")
    offered = labels(message_of(told))
    assert [label.split(" ")[0] for label in offered] == ["#2", "#1"]
    over = await table.driver.click(ADA, message_of(told), offered[1])
    assert "Move 3 of 3" in over.text


async def test_a_record_of_ones_own_game(table: Table) -> None:
    await play_to_the_end(table)
    told = await direct(table, "record", **{"as": "txt"})
    (upload,) = message_of(told)["attachments"]
    assert upload["filename"] == "keil-1.txt"


@pytest.mark.parametrize("command", ["replay", "record"])
async def test_other_peoples_games_are_none(table: Table, command: str) -> None:
    await table.begin(BO, CY)
    for game in ("1", "#1", "99", "nonsense"):
        answer = await direct(table, command, game=game)
        assert answer.text == says("refusal-no-such-match")


async def test_of_several_games_one_is_chosen_and_only_ones_own_are_suggested(
    table: Table,
) -> None:
    await table.begin(ADA, BO)
    await table.begin(BO, CY)
    table.channel = await other_server(table, ADA, CY)
    await table.begin(CY, ADA)
    told = await direct(table, "replay")
    assert {label.split(" ")[0] for label in labels(message_of(told))} == {"#1", "#3"}
    chosen = await table.driver.click(ADA, message_of(told), labels(message_of(told))[0])
    assert "Go to move…" in labels(message_of(chosen))
    offered = await table.driver.autocomplete(ADA, DIRECT, "replay", {"game": ""}, focused="game")
    assert sorted(choice["value"] for choice in offered) == ["1", "3"]


async def test_no_other_command_is_offered(table: Table) -> None:
    offered = {"help", "rules keil", "learn keil", "puzzle", "view", "games", "replay", "record"}
    for command in ("keil", "challenge keil", "play", "pass", "resign", "board", "import", "undo"):
        assert command not in offered
        with pytest.raises(CannotDo):
            await direct(table, command)


async def test_a_forged_press_does_nothing_there(table: Table) -> None:
    """A control that belongs to a server, in direct messages with the bot."""
    board = await table.begin(ADA, BO)
    card = await table.challenge(ADA, CY)
    ada = await table.client.fetch_user(int((await table.mention(ADA)).strip("<@>")))
    channel = await ada.create_dm()
    seen = await table.public()
    for control in (
        Control("look", 1, 0),
        Control("share", 1, 0, "game"),
        Control("film", 1, 0, "game"),
        Control("next", 0),
        Control("say", 1, 0, "komi"),
        Control("accept", 2),
        Control("withdraw", 2),
        Control("quick", 1, 0, "keil"),
    ):
        sent = await channel.send("?", view=view_of([ControlButton(control, "forged")]))
        answer = await table.driver.click(ADA, str(sent.id), "forged")
        assert answer.ephemeral
        assert answer.text == ELSEWHERE
    assert [m["id"] for m in await table.public()] == [m["id"] for m in seen]
    assert labels(await table.driver.message(card)) and board
