"""*More…* under a board: everybody can look, read the rules and see the score so far."""

import pytest

from bot.chat.base.custom_id import Control
from bot.messages import boards
from bot.playground.driver import Answer
from tests.bot.asking import ask_back
from tests.bot.chat.play.test_access import elsewhere, press
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Json, Process, Table, labels

FAY = "Fay"
BACK, REPORT = says("button-more-back"), says("button-report")


async def panel(table: Table, who: str, board: Json) -> Answer:
    """What ``who`` sees behind *More…*."""
    answer = await table.driver.click(who, board, "More…")
    assert answer.ephemeral
    return answer


async def behind(table: Table, who: str, board: Json, button: str) -> Answer:
    """What ``who`` sees behind a button of that panel."""
    shown = await panel(table, who, board)
    assert shown.message is not None
    return await table.driver.click(who, shown.message, button)


def rows(message: Json | None) -> list[list[str]]:
    """The labels of a message's buttons, by row."""
    assert message is not None
    return [[part["label"] for part in row["components"]] for row in message["components"]]


def options_of(message: Json) -> list[str]:
    """The labels of what the selects of a message offer."""
    parts = [part for row in message["components"] for part in row["components"]]
    return [option["label"] for part in parts for option in part.get("options", [])]


def pictures(answer: Answer) -> list[Json]:
    """The pictures of an answer."""
    assert answer.message is not None
    found: list[Json] = answer.message["attachments"]
    return found


async def test_a_spectator_sees_how_the_game_stands_and_what_there_is_to_do(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    async with table.nothing_happens():
        shown = await panel(table, CY, board)
    live = await table.service.matches.live(1)
    assert shown.text == boards.private_board(live, live.match.game)
    assert rows(shown.message) == [["Board", "Score now", "Replay", "Rules", "Follow"], [REPORT]]


async def test_what_a_player_can_ask_comes_first(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    shown = await panel(table, white, board)
    assert shown.text == says("private-menu", match="1", players=2)
    first, *others = rows(shown.message)
    assert first == ["Take back b2", "Cancel the game", says("button-winner"), "If…"]
    assert others == [["Board", "Score now", "Replay", "Rules", REPORT]], (
        "players are called anyway"
    )


async def test_while_something_is_asked_the_answers_come_first(table: Table) -> None:
    _, black, white = await table.begin_small()
    asked = await ask_back(table, black, await table.moves((black, "c3")))
    assert rows((await panel(table, white, asked)).message)[0] == ["Allow", "Refuse"]
    assert rows((await panel(table, black, asked)).message)[0] == ["Withdraw"]
    assert rows((await panel(table, CY, asked)).message)[0][0] == "Board"


async def test_before_the_first_stone_there_is_no_score_and_no_replay(table: Table) -> None:
    board = await table.begin(ADA, BO)
    assert rows((await panel(table, CY, board)).message) == [["Board", "Rules", "Follow", REPORT]]
    answer = await press(table, CY, board["channel_id"], Control("score", 1))
    assert answer.text == says("score-none")


async def test_a_spectator_looks_replays_and_reads_the_rules(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    async with table.nothing_happens():
        looked = await behind(table, CY, board, "Board")
        replayed = await behind(table, CY, board, "Replay")
        taught = await behind(table, CY, board, "Rules")
    assert looked.message is not None
    assert says("overlay-liberties") in options_of(looked.message)
    assert replayed.text.startswith("**Keil #1**")
    assert taught.text.startswith("**Keil 1/")
    assert all(map(pictures, (looked, replayed, taught)))


async def test_the_score_so_far_is_said_to_be_not_final(table: Table) -> None:
    _, black, white = await table.begin_small(komi=2)
    board = await table.moves((black, "c3"), (white, "b2"), (black, "d4"))
    async with table.nothing_happens():
        score = await behind(table, CY, board, "Score now")
    head, who, *sheet = score.text.splitlines()
    assert head == says("score-now", game="Keil", match="1")
    seating = boards.seating(
        await table.service.matches.live(1), table.service.matches.games["keil"]
    )
    assert who == says("score-now-sheet", ply="3", players=seating)
    assert [line.split() for line in sheet[1:-1]] == [
        ["stones", "territory", "komi", "total"],
        ["Black", "2", "0", "0", "2"],
        ["White", "1", "1", "2", "4"],
    ]
    (picture,) = pictures(score)
    assert says("alt-shown", overlay=says("overlay-score.inline")) in picture["description"]
    assert score.message is not None
    assert labels(score.message) == [BACK]


@pytest.mark.parametrize(
    "controls",
    [
        ["Board"],
        [says("button-why-captured")],
        ["Score now"],
        ["Replay"],
        ["Replay", "« First", "Last »"],
        ["Rules"],
        ["Rules", says("button-exercise-try")],
        ["Follow"],
        ["Follow", says("button-stop-following")],
    ],
)
async def test_whatever_takes_the_place_of_the_panel_leads_back_to_it(
    process: Process, controls: list[str]
) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        board = await table.moves((black, "a1"), (white, "b2"), (black, "d4"))
        before = await panel(table, CY, board)
        assert before.message is not None
        told = before.message
        assert BACK not in labels(told)
        for label in controls:
            answer = await table.driver.click(CY, told, label)
            assert answer.message is not None
            told = answer.message
            assert told["id"] == before.message["id"]
            assert labels(told).count(BACK) == 1
    async with process() as table:
        back = await table.driver.click(CY, told, BACK)
        assert back.message is not None
        assert back.message["id"] == before.message["id"]
        assert (back.text, rows(back.message)) == (before.text, rows(before.message))


async def test_a_refusal_and_a_question_lead_back_to_the_panel(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    spectator, player = await panel(table, CY, board), await panel(table, white, board)
    assert spectator.message is not None and player.message is not None
    asked = await table.driver.click(white, player.message, says("button-winner"))
    assert labels(asked.message or {}) == ["Black won", "White won", "A draw", BACK]
    await table.moves((black, "pass"), (white, "pass"))
    refused = await table.driver.click(CY, spectator.message, "Score now")
    assert refused.text == says("refusal-match-over")
    assert labels(refused.message or {}) == [BACK]


async def test_no_other_answer_leads_to_the_panel(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "a1"), (white, "b2"))
    captured = await table.driver.click(CY, board, says("button-why-captured"))
    assert BACK not in labels(captured.message or {}), "it was opened from the board"
    taken_back = await behind(table, white, board, "Take back b2")
    assert BACK not in labels(taken_back.message or {}), "a turn was taken"
    looked = await table.command(CY, "board")
    assert looked.message is not None
    replay = await table.driver.click(CY, looked.message, "Replay")
    assert BACK not in labels(looked.message) + labels(replay.message or {})


async def test_a_game_that_is_over_has_its_panel_too(table: Table) -> None:
    _, black, white = await table.begin_small()
    last = await table.moves((black, "c3"), (white, "pass"), (black, "pass"))
    assert labels(last)[-1] == "More…"
    shown = await panel(table, CY, last)
    assert "wins" in shown.text
    assert rows(shown.message) == [["Board", "Replay", "Analyse", "Rules", REPORT]]
    looked = await behind(table, CY, last, "Board")
    assert looked.message is not None
    assert says("overlay-territory") in options_of(looked.message)
    for name in ("score", "follow", "poll"):
        refused = await press(table, CY, last["channel_id"], Control(name, 1))
        assert refused.text == says("refusal-match-over"), name


async def test_the_panel_works_after_a_restart(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        board = await table.moves((black, "c3"), (white, "b2"))
        shown = await panel(table, CY, board)
    async with process() as table:
        assert shown.message is not None
        score = await table.driver.click(CY, shown.message, "Score now")
        assert score.text.startswith(says("score-now", game="Keil", match="1"))
        assert "Follow" in labels((await panel(table, CY, board)).message or {})


@pytest.mark.parametrize("name", ["more", "score", "follow", "poll"])
async def test_nobody_from_another_server_sees_any_of_it(table: Table, name: str) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"))
    there = await elsewhere(table)
    for text in ("", "1", "stop"):
        answer = await press(table, FAY, there, Control(name, 1, 0, text))
        assert answer.text == says("refusal-no-such-match")
    assert await table.store.read(lambda tx: tx.followers.of(1)) == {}


async def test_a_game_without_rules_in_pictures_has_no_button_for_them(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    await trio.board(0)
    one, two, _ = await trio.players()
    board = await trio.moves((one, "a1"), (two, "b1"))
    first, second = rows((await panel(trio, one, board)).message)
    instead = says("button-takeover", own="yes", seat="Black")
    asks = ["Ask to take back a1 and b1", "Cancel the game", says("button-winner")]
    assert first == [*asks, instead]
    assert second == ["Board", "Score now", "Replay", REPORT]
    score = await behind(trio, one, board, "Score now")
    assert "Red" in score.text
