"""The bot is killed in the middle of what one person does with it: nothing is lost, or done twice.

A private board, an estimate, a hint, a review, an answer to an exercise or to a puzzle. As in
`test_crash`, the bot dies at each kind of point; then the person presses the same control again.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.messages import exercises
from bot.playground.driver import CALLBACK, Answer, CannotDo, Driver
from bot.playground.server import Playground
from bot.service import puzzles
from bot.storage.admin_connection import connected
from bot.storage.checking import check
from engine.games import all_games
from tests.bot.says import says, shows_progress
from tests.bot.table import ADA, GAMES, PRIVATE, SELECT, labels
from tests.crash.table import NONCE_FORGOTTEN, AtCommit, AtRequest, Point, Table, laid
from tests.stores import quiet

pytestmark = [pytest.mark.slow, pytest.mark.storage]

Json = dict[str, Any]
Act = Callable[[], Awaitable[Answer]]
BACK = says("button-solo-back")
MOVES = ("c3", "b2", "d4", "a1", "a2", "d1")


@asynccontextmanager
async def open_table(playground: Playground, driver: Driver, folder: Path) -> AsyncGenerator[Table]:
    """A table at which the bot plays, whose computers answer soon; it is sound at the end."""
    async with laid(playground, driver, folder, ANSWER_PAUSE="0.1") as table:
        await table.start()
        yield table
        await table.launcher.kill()
        with connected(table.url) as connection:
            assert check(connection, all_games(), quiet).lines == []


def points(*commits: str) -> Any:
    """Each test is done once for every point: before and after these commits, and the answer."""
    every: list[Any] = [
        pytest.param(kind, what, when, id=f"{when} {what}")
        for kind, whats in ((AtCommit, commits), (AtRequest, (CALLBACK,)))
        for what in whats
        for when in ("before", "after")
    ]
    return pytest.mark.parametrize(("kind", "what", "when"), every)


def point_of(kind: type[AtCommit | AtRequest], what: str, when: str) -> Point:
    return kind(when, what)


async def struck(table: Table, act: Act, point: Point | None = None) -> Answer | None:
    """Somebody acts, and the bot dies at the point, else at once; another takes over.

    Returns what the person got, if it came in time.
    """
    if point is not None:
        await point.arm(table)
    ended = table.launcher.ended
    assert ended is not None
    acting = asyncio.ensure_future(act())
    if point is None:
        await asyncio.wait({acting}, timeout=0.1)
        await table.launcher.kill()
    await asyncio.wait({ended}, timeout=60)
    if point is not None:
        passed = table.launcher.passed.read_text().splitlines()[-30:]
        assert ended.done(), f"the bot never came to {point}: {passed}"
        await point.disarm(table)
    await table.bury()
    if not acting.done():
        await table.driver.move_clock(NONCE_FORGOTTEN)
    async with asyncio.timeout(60):
        answer = await acting
    await table.start()
    return None if answer.kind == "failed" else answer


async def done(table: Table, answer: Answer, before: str = "") -> Json:
    """The message of an answer, once it says something; one that said ``before`` is changed."""
    if answer.kind != "deferred_update":
        before = ""
    async with asyncio.timeout(60):
        while answer.text in ("", before) or shows_progress(answer.text):
            await asyncio.sleep(0.02)
            now = await table.driver.call("answer", interaction=answer.interaction)
            answer = replace(answer, message=now["message"])
    assert answer.message is not None
    return answer.message


async def click(table: Table, who: str, message: Json, label: str) -> Json:
    """Press a button; what is shown privately then."""
    before = await table.driver.message(message)
    answer = await table.driver.click(who, message, label)
    return await done(table, answer, str(before["content"]))


async def select(table: Table, who: str, message: Json, value: str) -> Answer:
    """Choose a value in the first select of a message that has it."""
    for row in message["components"]:
        for part in row["components"]:
            if part["type"] == SELECT and value in [o["value"] for o in part["options"]]:
                return await table.driver.select(who, message, part["custom_id"], [value])
    raise AssertionError(f"nothing offers {value}")


def turns(table: Table) -> list[str]:
    return [text for (text,) in table.rows("SELECT text FROM turn ORDER BY ply")]


async def turned(table: Table, number: int) -> None:
    """Wait until so many turns are stored."""
    async with asyncio.timeout(60):
        while len(turns(table)) < number:  # noqa: ASYNC110 (another process's database)
            await asyncio.sleep(0.02)


# --- a private board ---


@points("turn")
async def test_a_move_on_a_private_board_is_there_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        given = {"game": "keil", "begins": "you", "where": "solo"}
        board = await done(table, await driver.slash(ADA, GAMES, "practice", given))
        panel = await click(table, ADA, board, "Move")
        form = await driver.click(ADA, panel, "Type it…")
        preview = await done(table, await driver.submit_modal(ADA, form, {"text": "e5"}))
        await struck(
            table,
            lambda: driver.click(ADA, preview, "Play it"),
            point_of(kind, what, when),
        )
        if not turns(table):  # it was not stored, and nobody has said that it was
            await driver.click(ADA, preview, "Play it")
        await turned(table, 2)
        # The same message shows the board, or leads to it.
        async with asyncio.timeout(60):
            while labels(now := await driver.message(board))[:1] != ["Move"]:
                for label in {BACK, says("button-solo-refresh")}.intersection(labels(now)):
                    with suppress(CannotDo):  # it has become the board by itself
                        await click(table, ADA, now, label)
                await asyncio.sleep(0.02)
        panel = await driver.slash(ADA, GAMES, "practice")
        assert says("button-solo", match="1") in labels(panel.message or {})
        await driver.slash(ADA, GAMES, "play", {"move": "a1"})
        await turned(table, 3)
        assert [turns(table)[0], turns(table)[2]] == ["e5", "a1"]
        assert not await table.public()


# --- an estimate, a hint, an explanation ---


@pytest.mark.parametrize(
    ("when", "button"),
    [
        ("at once", "estimate"),
        ("at once", "why-this-move"),
        *((when, "hint") for when in ("at once", "before", "after")),
    ],
)
async def test_what_was_asked_of_a_position_can_be_asked_again(
    when: str, button: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        await driver.slash(ADA, GAMES, "practice", {"game": "keil", "begins": "you"})
        assert await table.until_dead(table.quiet(0))
        await driver.slash(ADA, GAMES, "play", {"move": "e5"})
        assert await table.until_dead(table.quiet(2))
        more = await click(table, ADA, await table.newest(), "More…")
        label = says(f"button-{button}")
        point = None if when == "at once" else AtRequest(when, CALLBACK)
        await struck(table, lambda: driver.click(ADA, more, label), point)
        if label not in labels(now := await driver.message(more)):
            assert when != "before", now  # it has been answered
            more = await click(table, ADA, await table.newest(), "More…")
        told = await click(table, ADA, more, label)
        if button == "hint":
            told = await click(table, ADA, told, says("button-hint-move"))
        assert told["flags"] & PRIVATE
        assert told["content"]
        assert told["attachments"]
        assert len(turns(table)) == 2


# --- a review ---


async def over(table: Table) -> Json:
    """A short game of Ada and Bo that has ended; its last board."""
    players = await table.begin(komi=0)
    for number, move in enumerate(MOVES):
        await table.driver.slash(players[number % 2], GAMES, "play", {"move": move})
        assert await table.until_dead(table.quiet(number + 1))
    sure = await table.driver.slash(ADA, GAMES, "resign")
    await table.driver.click(ADA, sure.message or {}, "Yes, resign")
    assert await table.until_dead(table.quiet(len(MOVES) + 1))
    return (await table.public())[-1]


@pytest.mark.parametrize("when", ["at once", "before", "after"])
async def test_a_review_that_was_broken_off_is_made_when_it_is_asked_for_again(
    when: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        board = await over(table)
        label = says("button-review")
        point = None if when == "at once" else AtRequest(when, CALLBACK)
        await struck(table, lambda: driver.click(ADA, board, label), point)
        review = await click(table, ADA, board, label)
        assert says("review-head", title="Keil #1", moves=len(MOVES)) in re.sub(
            "#[0-9]+", "#1", review["content"]
        )
        assert review["attachments"]
        mistakes = [each for each in labels(review) if each.startswith("Move ")]
        await table.launcher.kill()  # its buttons outlive the bot, too
        await table.bury()
        await table.start()
        for each in mistakes[:1]:
            shown = await click(table, ADA, review, each)
            assert labels(shown) == [says("button-replay")]


# --- an answer to an exercise ---


@points("INSERT INTO answered")
async def test_an_exercise_is_solved_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        question = await done(table, await driver.slash(ADA, GAMES, "learn keil"))
        answer = partial(select, table, ADA, question, "d3")
        await struck(table, answer, point_of(kind, what, when))
        now = await driver.message(question)
        if says("button-exercise-next") not in labels(now):
            now = await done(table, await answer(), str(now["content"]))
        count = len(exercises.of(all_games()["keil"]))
        assert says("exercise-done", solved=1, count=count, game="Keil") in now["content"]
        assert table.rows("SELECT game, name, solved FROM answered") == [("keil", "liberty", 1)]
        following = await click(table, ADA, now, says("button-exercise-next"))
        assert says("exercise-keil-capture.title") in following["content"]


# --- an answer to a puzzle ---


@pytest.mark.parametrize("right", [True, False], ids=["right", "wrong"])
@points("UPDATE puzzle_tally")
async def test_an_answer_to_a_puzzle_counts_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    right: bool,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    game = all_games()["kee"]
    async with open_table(playground, driver, tmp_path) as table:
        asking = {"game": "kee", "level": 3}  # on boards whose points are in one list
        question = await done(table, await driver.slash(ADA, GAMES, "puzzle", asking))
        (puzzle,) = [
            each
            for each in puzzles.of(game)
            if f"puzzle {puzzles.title(game, each.name)}:" in question["content"]
        ]
        wrong = next(each for each in puzzle.wrong if each not in ("pass", "button"))
        move = puzzle.best if right else wrong
        answer = partial(select, table, ADA, question, move)
        await struck(table, answer, point_of(kind, what, when))
        now = await driver.message(question)
        if says("button-puzzle-next") not in labels(now):
            now = await done(table, await answer(), str(now["content"]))
        streak = says(
            "puzzle-streak", now=int(right), best=int(right), solved=int(right), answered=1
        )
        assert streak in now["content"]
        assert len(table.rows("SELECT name FROM answered")) == 1
        assert table.rows("SELECT answered, solved FROM puzzle_tally") == [(1, int(right))]
        following = await click(table, ADA, now, says("button-puzzle-next"))
        assert streak in following["content"]
