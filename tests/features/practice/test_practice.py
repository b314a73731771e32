"""/practice: everything is chosen in a panel, then the bot plays."""

import pytest

from bot.chat.base.custom_id import Control
from bot.messages import computers
from bot.playground.driver import Answer
from bot.service.server_settings import ServerSettings
from bot.storage.rows import LIVING, THREAD
from engine.ai import LEVELS
from engine.games import all_games
from tests.bot.chat.play.test_direct_messages import other_server
from tests.bot.left import left
from tests.bot.panels import selects
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    BO,
    BOT,
    GAMES,
    PRESS,
    SELECT,
    Json,
    Process,
    Table,
    labels,
    match_of,
)
from tests.bot.threads.thread import closed, thread_of
from tests.features.settings.test_config import server


def chosen(message: Json) -> list[str]:
    """What is chosen in each select."""
    return [
        next(option["value"] for option in select["options"] if option.get("default"))
        for select in selects(message)
    ]


async def panel(table: Table, who: str = ADA) -> Json:
    """The panel of ``/practice``."""
    answer = await table.command(who, "practice")
    assert answer.ephemeral
    usual = "size 5 · komi 4"
    assert f"{says('button-practice-begin')}* uses {usual}" in answer.text
    assert answer.message is not None
    return answer.message


async def choose(table: Table, message: Json, number: int, value: str) -> Json:
    """The panel after another choice in one of its selects."""
    answer = await table.driver.select(ADA, message, selects(message)[number]["custom_id"], [value])
    assert answer.message is not None
    return answer.message


async def first_board(table: Table) -> Json:
    """The first board of the game that has just begun."""
    return await table.message(lambda m: bool(m["attachments"]) and match_of(m) > 0)


async def test_the_panel_offers_games_levels_and_who_begins(table: Table) -> None:
    message = await panel(table)
    games, levels, begins, where = selects(message)
    assert [option["value"] for option in where["options"]] == ["here", "solo"]
    assert [option["value"] for option in games["options"]] == list(all_games())
    assert [option["value"] for option in levels["options"]] == [str(n.number) for n in LEVELS]
    assert all(option["description"] for option in levels["options"])
    assert len({option["description"] for option in levels["options"]}) == len(LEVELS)
    assert [option["value"] for option in begins["options"]] == ["lot", "you", "me"]
    assert chosen(message) == ["keil", "1", "lot", "here"]
    assert labels(message) == [says("button-practice-begin"), says("button-practice-terms")]


async def test_the_panel_shows_a_private_game_only_on_its_own_server(table: Table) -> None:
    begun = await table.command(ADA, "practice", game="keil", begins="you", where="solo")
    assert begun.message is not None
    shows = says("button-solo", match="1")
    assert shows in labels(await panel(table))
    table.channel = await other_server(table, ADA)
    assert shows not in labels(await panel(table))


async def test_what_is_chosen_is_played(table: Table) -> None:
    message = await panel(table)
    message = await choose(table, message, 0, "ki")
    message = await choose(table, message, 1, "4")
    message = await choose(table, message, 2, "me")
    assert chosen(message) == ["ki", "4", "me", "here"]
    answer = await table.driver.click(ADA, message, says("button-practice-begin"))
    assert answer.text == says(
        "practice-begun", level=says("level-in-sentence", level="4", name="Flint"), where="channel"
    )
    await table.board(1, 1)  # the bot has made the first move
    live = await table.service.matches.live(1)
    assert (live.match.game.key, live.levels) == ("ki", (4, None))


@pytest.mark.parametrize(("begins", "seats"), [("you", (ADA, BOT)), ("me", (BOT, ADA))])
async def test_the_board_does_not_call_a_choice_a_lot(
    table: Table, begins: str, seats: tuple[str, str]
) -> None:
    await table.command(ADA, "practice", game="keil", level=2, begins=begins)
    board = await first_board(table)
    assert table.client.user is not None
    computer = says("computer-name", name=table.client.user.mention, level="2")
    called = [computer if who == BOT else await table.mention(who) for who in seats]
    seating = [
        says("board-seat", seat=seat, player=player)
        for seat, player in zip(("Black", "White"), called, strict=True)
    ]
    assert says("board-seating", how="computers", seating=", ".join(seating)) in board["content"]


async def test_every_list_has_a_label_of_its_own(table: Table) -> None:
    """Discord would write "Make a selection" on it."""
    message = await panel(table)
    assert [select["placeholder"] for select in selects(message)] == [
        says("placeholder-practice-game"),
        says("placeholder-level"),
        says("placeholder-practice-begins"),
        says("placeholder-practice-where"),
    ]
    form = await table.driver.click(ADA, message, says("button-practice-terms"))
    assert form.modal is not None
    fields = [label["component"] for label in form.modal["components"]]
    lists = [field for field in fields if field["type"] == SELECT]
    assert [field["placeholder"] for field in lists] == ["Button", "Handicap"]


async def test_a_head_start_is_komi_for_whoever_moves_second(table: Table) -> None:
    """The panel says so, but not for a game without komi."""
    message = await panel(table)
    said = [option.get("description") for option in selects(message)[2]["options"]]
    assert said == [None, None, says("practice-head-start")]
    other = await choose(table, message, 0, "ki")
    assert not any(option.get("description") for option in selects(other)[2]["options"])
    message = await choose(table, await choose(table, other, 0, "kee"), 2, "me")
    form = await table.driver.click(ADA, message, says("button-practice-terms"))
    await table.driver.submit_modal(ADA, form, {"width": "5", "height": "5", "komi": "12"})
    await table.board(1, 1)
    assert "White +12 komi" in (await table.command(ADA, "board")).text
    assert (await table.players())[1] == ADA


@pytest.mark.parametrize(
    ("written", "komi"),
    [
        ({"size": "3"}, "komi 2"),
        ({"size": "4"}, "komi 4"),
        ({"size": "5"}, "komi 4"),
        ({"size": "3", "komi": "9"}, "komi 9"),
        ({"size": "3", "komi": "5"}, "komi 5"),
    ],
)
async def test_komi_is_fair_for_the_size_unless_it_was_chosen(
    table: Table, written: dict[str, str], komi: str
) -> None:
    message = await choose(table, await panel(table), 2, "you")
    form = await table.driver.click(ADA, message, says("button-practice-terms"))
    await table.driver.submit_modal(ADA, form, written)
    assert komi in (await first_board(table))["content"]


@pytest.mark.parametrize(
    ("written", "komi"),
    [
        ({}, 7),
        ({"width": "5", "height": "5"}, 9),
        ({"width": "2", "height": "4"}, 0),
        ({"width": "5", "height": "5", "komi": "3"}, 3),
    ],
)
async def test_komi_of_kee_that_is_left_empty_is_fair_if_the_board_allows_it(
    table: Table, written: dict[str, str], komi: float
) -> None:
    message = await choose(table, await panel(table), 0, "kee")
    message = await choose(table, message, 2, "you")
    form = await table.driver.click(ADA, message, says("button-practice-terms"))
    begun = await table.driver.submit_modal(ADA, form, written)
    assert "The game begins" in begun.text
    assert (await table.service.matches.live(1)).match.options["komi"] == komi


async def form_where_komi_is_decided(table: Table) -> Answer:
    """The form of Keil on a server that has decided komi 9."""
    decided = ServerSettings(options={"keil": {"komi": "9"}})
    await table.service.servers.change(int((await server(table))["id"]), lambda _: decided)
    shown = await table.command(ADA, "practice")
    assert shown.message is not None
    message = await choose(table, shown.message, 2, "you")
    return await table.driver.click(ADA, message, says("button-practice-terms"))


async def test_komi_that_the_server_has_decided_can_be_cleared(table: Table) -> None:
    form = await form_where_komi_is_decided(table)
    assert form.modal is not None
    (field,) = (part for part in form.modal["components"] if part["label"] == "Komi")
    assert field["description"] == says("hint-practice-komi")
    assert field["component"]["value"] == "9"
    await table.driver.submit_modal(ADA, form, {"size": "4", "komi": ""})
    assert "komi 4" in (await first_board(table))["content"]


async def test_komi_that_the_server_has_decided_stays_whatever_the_size(table: Table) -> None:
    form = await form_where_komi_is_decided(table)
    await table.driver.submit_modal(ADA, form, {"size": "4"})
    assert "komi 9" in (await first_board(table))["content"]


async def test_other_settings_are_asked_for_in_a_form(table: Table) -> None:
    message = await choose(table, await panel(table), 2, "you")
    form = await table.driver.click(ADA, message, says("button-practice-terms"))
    assert form.kind == "modal"
    answer = await table.driver.submit_modal(ADA, form, {"size": "3", "time": "1h"})
    assert "The game begins" in answer.text
    board = await first_board(table)
    assert "size 3" in board["content"]
    assert "1 hour a move" in board["content"]


async def test_impossible_settings_can_be_tried_again(table: Table) -> None:
    form = await table.driver.click(ADA, await panel(table), says("button-practice-terms"))
    answer = await table.driver.submit_modal(ADA, form, {"size": "99"})
    assert answer.message is not None
    assert labels(answer.message) == [says("button-try-again")]
    again = await table.driver.click(ADA, answer.message, says("button-try-again"))
    assert again.kind == "modal"
    begun = await table.driver.submit_modal(ADA, again, {"size": "4"})
    assert "The game begins" in begun.text
    assert not await table.service.matches.headers(user=0)


async def test_the_panel_works_after_a_restart(process: Process) -> None:
    async with process() as table:
        message = await panel(table)
    async with process() as table:
        message = await choose(table, message, 2, "you")
        answer = await table.driver.click(ADA, message, says("button-practice-begin"))
        assert "The game begins" in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "keil 9 lot here",
        "keil 0 lot here",
        "chess 1 lot here",
        "keil 1 nobody here",
        "keil",
        "keil 1 lot x",
        "keil 1 lot here x",
        "keil 1 lot",
        "keil ² lot here",
    ],
)
@pytest.mark.parametrize("name", ["practice", "practise", "practiceterms", "practiceset"])
async def test_forged_panels_are_refused(table: Table, name: str, text: str) -> None:
    board = await table.begin(ADA, BO)
    data: Json = {"custom_id": Control(name, 0, 0, text).write(), "component_type": 2}
    answer = await table.driver.forge(ADA, GAMES, PRESS, data, board)
    assert answer.text == says("refusal-no-such-control")
    assert len(await table.service.matches.headers()) == 1


@pytest.mark.parametrize("text", ["9", "x", "-1"])
async def test_forged_levels_change_nothing(table: Table, text: str) -> None:
    await table.command(ADA, "practice", game="keil", level=2)
    board = await first_board(table)
    data: Json = {"custom_id": Control("level", 1, 0, text).write(), "component_type": 2}
    await table.driver.forge(ADA, GAMES, PRESS, data, board)
    levels = (await table.service.matches.live(1)).levels
    assert {level for level in levels if level} == {2}


async def test_the_level_of_a_game_between_people_cannot_be_asked_for(table: Table) -> None:
    board = await table.begin(ADA, BO)
    data: Json = {"custom_id": Control("level", 1, 0, "5").write(), "component_type": 2}
    answer = await table.driver.forge(ADA, GAMES, PRESS, data, board)
    assert answer.text == says("refusal-no-computer")


# --- where it is played ---


async def test_it_is_played_in_a_thread_whose_name_says_the_last_level(table: Table) -> None:
    await table.games_live(THREAD)
    await table.driver.permit(GAMES, allow=["create_public_threads"])
    answer = await table.command(ADA, "practice", game="keil", level=5, begins="you")
    assert "in a thread under its card" in answer.text

    async def opened() -> bool:
        live = await table.service.matches.live(1)
        return live.channel_id != live.card_channel_id and not await table.store.read(left)

    await table.until(opened)
    live = await table.service.matches.live(1)
    table.channel = str(live.channel_id)
    card: Json = {"id": table.channel}
    thread = await thread_of(table, card)
    assert thread is not None and "level" not in thread["name"], "the level may change"
    await table.play(ADA, "c3")
    board = await table.board(2, 1)
    data: Json = {"custom_id": Control("level", 1, 0, "4").write(), "component_type": 2}
    await table.driver.forge(ADA, table.channel, PRESS, data, board)
    asks = await table.command(ADA, "resign")
    assert asks.message is not None
    await table.driver.click(ADA, asks.message, "Yes, resign")
    assert "(level 4)" in (await closed(table, card))["name"]


async def test_it_is_played_on_a_living_board(table: Table) -> None:
    await table.games_live(LIVING)
    await table.command(ADA, "practice", game="keil", begins="you")
    await first_board(table)
    await table.play(ADA, "c3")

    async def answered() -> bool:
        return await table.ply() == 2

    await table.until(answered)


async def test_the_record_says_the_level(table: Table) -> None:
    await table.command(ADA, "practice", game="keil", level=6, begins="you")
    await table.play(ADA, "c3")
    await table.board(2, 1)
    answer = await table.command(ADA, "record", game="1", **{"as": "txt"})
    assert answer.message is not None
    (upload,) = answer.message["attachments"]
    data = await table.driver.file(upload)
    assert b"(level 6)" in data


# --- what is said of the levels ---


@pytest.mark.parametrize("number", [6, 7, 8])
def test_a_level_thinks_as_many_times_longer_as_it_says(number: int) -> None:
    assert f"several times as much as level {number - 1}" in computers.level_says(number)
    upper, lower = LEVELS[number - 1], LEVELS[number - 2]
    assert all(more >= 2 * less for more, less in zip(upper.playouts, lower.playouts, strict=True))
    assert upper.questions >= 3 * lower.questions


def test_every_level_says_like_whom_it_plays() -> None:
    assert all("ike" in computers.level_says(level.number) for level in LEVELS[:-1])
    assert all(len(computers.level_says(level.number)) <= 100 for level in LEVELS)


def test_a_level_says_whether_it_misses_good_moves() -> None:
    words = ("misjudge", "wrong", "seldom far off")
    for level in LEVELS:
        assert any(word in computers.level_says(level.number) for word in words) == level.overlooks
