"""Games on a board that only one person sees: an answer, with the controls of every board."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.base.custom_id import Control
from bot.playground.driver import Answer, Driver
from bot.playground.server import Playground
from bot.storage.admin_connection import connected
from bot.storage.checking import check
from engine.games import all_games
from engine.time_control import TimeControl
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    BO,
    GAMES,
    PRESS,
    Json,
    Process,
    Table,
    hurry,
    labels,
    match_of,
    seated,
)
from tests.stores import quiet, url_for

BACK = says("button-solo-back")


async def begin(table: Table, who: str = ADA, **options: object) -> Answer:
    """``who`` plays the bot privately and has the first move; the board."""
    given = {"game": "keil", "begins": "you", "where": "solo", **options}
    answer = await table.command(who, "practice", **given)
    assert answer.ephemeral
    assert answer.message is not None
    assert "(level " in answer.text, answer.text
    return answer


async def shown(table: Table, board: Answer, ply: int, match: int = 1) -> Json:
    """The private board, once it shows so many turns."""
    found: list[Json] = []

    async def there() -> bool:
        assert board.message is not None
        told = await table.driver.message(board.message)
        ids = [p.get("custom_id", "") for row in told["components"] for p in row["components"]]
        found[:] = [told]
        return any(one.endswith(f":{match}:{ply}") for one in ids)

    await table.until(there)
    return found[0]


async def enter(table: Table, board: Json, point: str) -> Answer:
    """*Move* under the private board, and a point in the form."""
    form = await table.form(ADA, board)
    return await table.driver.submit_modal(ADA, form, {"text": point})


async def test_nobody_else_sees_anything(table: Table) -> None:
    board = await begin(table)
    assert board.message is not None
    assert board.message["attachments"]
    assert labels(board.message)[:1] == ["Move"]
    assert "reply to this" not in board.text, "nobody can reply to it"
    assert not await table.public()
    live = await table.service.matches.live(1)
    assert live.solo
    assert live.control == TimeControl(timedelta(days=30))
    for command in ("games", "watch", "board"):
        told = await table.command(BO, command)
        assert "#1" not in told.text, command
    for command in ("board", "replay", "record"):
        refused = await table.command(BO, command, game="1")
        assert refused.text == says("refusal-no-such-match"), command
    card = await table.challenge(BO)
    for name in ("look", "more", "solo", "follow", "poll", "replay", "record"):
        data: Json = {"custom_id": Control(name, 1, 0).write(), "component_type": 2}
        answer = await table.driver.forge(BO, GAMES, PRESS, data, card)
        assert answer.text == says("refusal-no-such-match"), name


async def test_the_board_follows_ones_moves_and_the_bots(table: Table) -> None:
    board = await begin(table)
    assert board.message is not None
    answer = await enter(table, board.message, "c3")
    told = await shown(table, answer, 2)
    assert told["id"] == board.message["id"]
    assert labels(told)[:1] == ["Move"]
    assert told["attachments"]
    assert await table.ply() == 2
    assert not await table.public()
    answer = await enter(table, told, "e5")
    await shown(table, answer, 4)
    assert not await table.public()


async def test_the_bot_begins_on_it_too(table: Table) -> None:
    board = await begin(table, begins="me")
    await shown(table, board, 1)


async def test_undo_level_and_resigning_work_on_it(table: Table) -> None:
    board = await begin(table)
    assert board.message is not None
    answer = await enter(table, board.message, "c3")
    told = await shown(table, answer, 2)
    more = await table.driver.click(ADA, told, "More…")
    assert more.message is not None
    (undo,) = [label for label in labels(more.message) if label.startswith("Take back c3")]
    back = await table.driver.click(ADA, more.message, undo)
    told = await shown(table, back, 3)
    assert (await table.service.matches.live(1)).match.position.ply == 0
    asks = await table.driver.click(ADA, told, "Resign")
    assert asks.message is not None
    over = await table.driver.click(ADA, asks.message, "Yes, resign")
    assert over.message is not None
    assert over.message["attachments"], "it has a picture although no stone has changed"
    assert "wins" in over.text
    assert "Rematch" in labels(over.message)
    again = await table.driver.click(ADA, over.message, "Rematch")
    await shown(table, again, 1, match=2)
    assert (await table.service.matches.live(2)).solo
    assert not await table.public()


@pytest.mark.parametrize(
    "controls",
    [
        ["Move"],
        ["Resign"],
        ["More…"],
        ["More…", says("button-hint")],
        ["More…", says("button-hint"), says("button-hint-move")],
        ["More…", says("button-why-this-move")],
        ["More…", says("button-estimate")],
        ["More…", says("button-level")],
        ["More…", "Board"],
        ["More…", "Replay", "« First"],
        ["More…", "Rules"],
    ],
)
async def test_whatever_takes_its_place_leads_back_to_it(
    process: Process, controls: list[str]
) -> None:
    async with process() as table:
        board = await begin(table)
        assert board.message is not None
        told = await shown(table, await enter(table, board.message, "c3"), 2)
        for label in controls:
            answer = await table.driver.click(ADA, told, label)
            assert answer.message is not None
            told = answer.message
        assert told["id"] == board.message["id"]
        assert labels(told).count(BACK) == 1
    async with process() as table:
        back = await table.driver.click(ADA, told, BACK)
        assert back.message is not None
        assert labels(back.message)[:1] == ["Move"]
        assert BACK not in labels(back.message)
        assert back.message["id"] == board.message["id"]


async def test_a_refusal_leads_back_to_it_too(table: Table) -> None:
    board = await begin(table)
    assert board.message is not None
    answer = await enter(table, board.message, "z9")
    assert answer.message is not None
    assert BACK in labels(answer.message)


async def test_one_sees_the_stones_while_one_chooses_a_point(table: Table) -> None:
    """The panel takes the place of the board, and so it shows the board."""
    board = await begin(table)
    assert board.message is not None
    told = await shown(table, await enter(table, board.message, "c3"), 2)
    panel = await table.driver.click(ADA, told, "Move")
    assert panel.message is not None
    (picture,) = panel.message["attachments"]
    assert "c3" in picture["description"]
    (*_, last) = panel.message["components"]
    assert [part["label"] for part in last["components"]] == ["Type it…", BACK]


async def test_a_computers_move_does_not_take_away_a_question(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """*Resign* while it thinks asks in the place of the board, and the question stays."""
    await hurry(driver)
    database, long = tmp_path / "keil.db", timedelta(hours=1)
    async with seated(playground, driver, all_games(), database, pause=long) as table:
        board = await begin(table)
        assert board.message is not None
        thinks = await enter(table, board.message, "c3")
        assert thinks.message is not None
        asked = await table.driver.click(ADA, thinks.message, "Resign")
        assert asked.message is not None
        assert asked.message["id"] == board.message["id"]
        moved = await table.service.computers.take_turn(1, 1, "d4")
        assert moved is not None
        await table.client.solo.update(moved)
        told = await table.driver.message(asked.message)
        assert told["content"] == asked.text
        assert labels(told) == labels(asked.message)
        back = await table.driver.click(ADA, told, BACK)
        assert "White played d4." in back.text


async def test_answers_in_other_games_do_not_lead_to_it(table: Table) -> None:
    await begin(table)
    panel = await table.command(ADA, "practice")
    assert panel.message is not None
    begun = await table.driver.click(ADA, panel.message, says("button-practice-begin"))
    assert begun.message is not None
    assert BACK not in labels(begun.message)
    told = await table.message(lambda m: match_of(m) == 2)
    more = await table.driver.click(ADA, told, "More…")
    assert more.message is not None
    look = await table.driver.click(ADA, more.message, "Board")
    assert look.message is not None
    assert BACK not in labels(more.message) + labels(look.message)


async def test_it_is_shown_again_after_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database, long = tmp_path / "keil.db", timedelta(hours=1)
    async with seated(playground, driver, all_games(), database, pause=long) as table:
        board = await begin(table)
        assert board.message is not None
        thinks = await enter(table, board.message, "c3")
        assert await table.ply() == 1
    async with seated(playground, driver, all_games(), database) as table:

        async def answered() -> bool:
            return await table.ply() == 2

        await table.until(answered)
        assert thinks.message is not None
        refreshed = await table.driver.click(ADA, thinks.message, says("button-solo-refresh"))
        assert refreshed.message is not None
        assert refreshed.message["id"] == board.message["id"]
        assert labels(refreshed.message)[:1] == ["Move"]
        panel = await table.command(ADA, "practice")
        assert panel.message is not None
        again = await table.driver.click(ADA, panel.message, says("button-solo", match="1"))
        told = await shown(table, again, 2)
        await enter(table, told, "e5")
        others = await table.command(BO, "practice")
        assert others.message is not None
        assert says("button-solo", match="1") not in labels(others.message)


async def test_commands_are_about_it_if_one_plays_nothing_else_here(table: Table) -> None:
    await begin(table)
    offered = await table.driver.autocomplete(ADA, GAMES, "play", {"move": "c"}, focused="move")
    assert "c3" in [choice["value"] for choice in offered]
    played = await table.play(ADA, "c3")
    await shown(table, played, 2)

    async def old_board_is_gone() -> bool:
        seen = await table.driver.messages(GAMES, ADA)
        return [m["id"] for m in seen] == [(played.message or {})["id"]]

    await table.until(old_board_is_gone)
    for command in ("board", "replay", "record"):
        told = await table.command(ADA, command)
        assert told.text != says("private-no-games"), command
        others = await table.command(BO, command)
        assert "#1" not in others.text, command
        offered = await table.driver.autocomplete(ADA, GAMES, command, {"game": ""}, focused="game")
        assert [choice["value"] for choice in offered] == ["1"]
        assert not await table.driver.autocomplete(BO, GAMES, command, {"game": ""}, focused="game")
    await table.command(ADA, "undo")
    assert not (await table.service.matches.live(1)).match.turn_log.moves
    assert not await table.public()


async def test_games_in_the_channel_come_before_it(table: Table) -> None:
    await begin(table)
    await table.command(ADA, "practice", game="keil", begins="you")
    await table.play(ADA, "c3")
    assert len((await table.service.matches.live(2)).match.turn_log.moves) >= 1
    assert not (await table.service.matches.live(1)).match.turn_log.moves


async def test_games_leads_back_to_it(table: Table) -> None:
    await begin(table)
    listed = await table.command(ADA, "games")
    assert "#1" in listed.text
    assert listed.message is not None
    (name,) = labels(listed.message)
    board = await table.driver.click(ADA, listed.message, name)
    assert board.message is not None
    assert "Move" in labels(board.message)


async def test_the_database_is_sound_and_nobody_is_reminded(
    process: Process, tmp_path: Path
) -> None:
    async with process() as table:
        board = await begin(table)
        assert board.message is not None
        await shown(table, await enter(table, board.message, "c3"), 2)
        stored = await table.service.matches.stored(1)
        assert stored is not None
        assert stored.remind is None
        await table.time_passes(timedelta(days=31))

        async def over() -> bool:
            return (await table.service.matches.live(1)).match.end is not None

        await table.until(over)
        assert not await table.public()
    with connected(url_for(tmp_path / "keil.db")) as connection:
        assert check(connection, all_games(), quiet).lines == []
