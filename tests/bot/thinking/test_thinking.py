"""The processes that think: what they answer, who goes first, and what happens when they die."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from bot.metrics import REGISTRY
from bot.thinking import pool, thinker_choice
from bot.thinking.answers import answer, answered_by, simple_answer
from bot.thinking.pool import BusyError, Pool, Worker
from bot.thinking.questions import Judgement, Question, Reply, Urgency, level_numbered, seed_of
from bot.thinking.thinker_choice import SIMPLE, Chosen
from bot.thinking.worker import SIGN, framed, games_at, serve
from engine.ai import Considered, Effort, Thoughts
from engine.games import all_games
from engine.match import Match
from engine.position import IllegalMoveError, Placement, Position
from engine.turns import NO_TIME, RESIGN, Turn
from tests.toy import TOYS

GAMES = all_games()
SMALL = {"size": 3, "komi": 0, "button": False}


def question(game: str = "keil", *moves: str, level: int = 5, **options: object) -> Question:
    """A question about a game after ``moves``, whose seats take turns."""
    known = {**GAMES, **TOYS}[game]
    seats = known.seats[0]
    settled = known.settle(SMALL | options if game == "keil" else options, seats)
    placed = tuple((number % seats, move) for number, move in enumerate(moves))
    return Question(game, settled, seats, placed, level, seed_of(1, len(moves)))


def position_of(asked: Question) -> Position:
    """The position that a question is about."""
    game = {**GAMES, **TOYS}[asked.game]
    match = Match.start(game, asked.options, asked.seats)
    for seat, text in asked.moves:
        match = match.take(Turn(seat, text, NO_TIME))
    return match.position


@pytest.fixture
async def workers() -> AsyncGenerator[Pool]:
    """One worker that knows our games."""
    made = Pool(GAMES, workers=1)
    yield made
    await made.close()


# --- answers ---


@pytest.mark.parametrize("game", [*GAMES, "trio"])
def test_whatever_it_answers_is_legal(game: str) -> None:
    asked = question(game)
    text = answer(asked, {**GAMES, **TOYS}).text
    position = position_of(asked)
    assert position.why_not(position.read(text)) is None


def test_the_same_question_has_the_same_answer() -> None:
    asked = question("keil", "a1", "c3")
    assert {answer(asked, GAMES).text for _ in range(5)} == {answer(asked, GAMES).text}
    others = {answer(replace(asked, seed=seed, level=1), GAMES).text for seed in range(20)}
    assert len(others) > 1


def test_seeds_tell_turns_apart() -> None:
    assert len({seed_of(match, ply) for match in range(20) for ply in range(20)}) == 400


def test_levels_of_other_versions_are_the_nearest() -> None:
    assert [level_numbered(number).number for number in (-3, 1, 8, 12)] == [1, 1, 8, 8]


class Gloomy:
    """A thinker that expects to lose from some ply on, and to place on the first free point.

    If it only looks at what each move leads to, it has a little hope left.
    """

    def __init__(self, since: int = 0, behind: float = 9.0) -> None:
        self.since = since
        self.behind = behind
        self.thought: list[int] = []

    def think(self, position: Position, effort: Effort) -> Thoughts:
        self.thought.append(position.ply)
        hope = 0.05 if effort.each_move else 0.0
        win = hope if position.ply >= self.since else 0.5
        move = next(move for move in position.legal_moves() if isinstance(move, Placement))
        considered = (Considered(move, effort.playouts, win, -self.behind),)
        return Thoughts(considered, (0.0, self.behind), 1.0, (), effort.playouts)


def after_turns(number: int, level: int) -> Question:
    """A question on a larger board after so many turns of each player."""
    asked = question("keil", level=level, size=5)
    position, moves = position_of(asked), list[str]()
    for _ in range(2 * number):
        move = next(move for move in position.legal_moves() if isinstance(move, Placement))
        position = position.play(move)
        moves.append(move.point)
    return replace(asked, moves=tuple((n % 2, move) for n, move in enumerate(moves)))


@pytest.mark.parametrize(
    ("level", "turns", "since", "resigns"),
    [(4, 9, 0, True), (8, 12, 0, True), (3, 12, 0, False), (4, 8, 0, False), (4, 12, 8, False)],
)
def test_it_resigns_after_ten_hopeless_turns_from_level_four_up(
    level: int, turns: int, since: int, *, resigns: bool
) -> None:
    asked = after_turns(turns, level)
    reply = answered_by(Chosen(Gloomy(since)), asked, GAMES["keil"])
    assert (reply.text == RESIGN) is resigns


@pytest.mark.parametrize(("behind", "resigns"), [(3.0, False), (7.5, False), (8.0, True)])
def test_it_plays_a_close_game_to_the_end_however_sure_its_loss_seems(
    behind: float, *, resigns: bool
) -> None:
    asked = after_turns(12, level=4)  # of 61 points
    reply = answered_by(Chosen(Gloomy(behind=behind)), asked, GAMES["keil"])
    assert (reply.text == RESIGN) is resigns


def test_it_resigns_in_no_game_for_three() -> None:
    moves = [f"{letter}{row}" for row in range(1, 6) for letter in "abcde"][:24]
    asked = question("trio", *moves, level=8, side=7)
    assert answered_by(Chosen(Gloomy()), asked, TOYS["trio"]).text != RESIGN


class Listening(Gloomy):
    """A thinker that remembers who it was told has left."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        self.departed = effort.departed
        return super().think(position, effort)


def test_whoever_thinks_is_told_who_has_left() -> None:
    asked = replace(question("trio", "a1"), departed=(2,))
    answered_by(Chosen(listening := Listening()), asked, TOYS["trio"])
    assert listening.departed == {2}


class Broken:
    """A thinker that fails."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        raise RuntimeError(f"out of order at ply {position.ply}, {effort.playouts} playouts")


class Cheat:
    """A thinker that plays where a stone is."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        taken = position.board.names[next(iter(position.stones))]
        considered = Considered(Placement(taken), effort.playouts, 1.0, 9.0)
        return Thoughts((considered,), (0.0, 0.0), 1.0, (), effort.playouts)


@pytest.mark.parametrize("thinker", [Broken(), Cheat()])
def test_the_simple_player_moves_for_a_thinker_that_fails(thinker: Broken | Cheat) -> None:
    asked = question("keil", "b2")
    reply = answered_by(Chosen(thinker), asked, GAMES["keil"])
    assert position_of(asked).why_not(position_of(asked).read(reply.text)) is None
    assert type(thinker).__name__ == "Broken" or IllegalMoveError.__name__ in reply.fallback
    assert reply.fallback


def test_a_missing_search_is_told() -> None:
    reply = simple_answer(question(), GAMES, "no search")
    assert reply.fallback == "no search"


def test_a_game_that_the_search_cannot_play_has_the_simple_player() -> None:
    assert thinker_choice.thinker_for(TOYS["trio"]) == Chosen(SIMPLE)


def test_our_games_are_played_by_the_search_where_it_can_be_loaded() -> None:
    pytest.importorskip("wasmtime")
    for game in GAMES.values():
        chosen = thinker_choice.thinker_for(game)
        assert chosen.settles
        assert not chosen.fallback


def test_a_search_that_cannot_be_loaded_is_replaced_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinker_choice.core_files, "core", lambda: b"not a program")
    thinker_choice.search.cache_clear()
    try:
        chosen = thinker_choice.thinker_for(GAMES["keil"])
    finally:
        thinker_choice.search.cache_clear()
    assert chosen.thinker is SIMPLE
    assert chosen.fallback.startswith("MachineError: ")


def test_it_names_a_fair_komi_and_chooses_a_side() -> None:
    asked = question("keil", komi=None)
    text = simple_answer(asked, GAMES, "no search").text
    fair = GAMES["keil"].usual_komi(asked.options, 2)
    word, number = text.split()
    assert (word, float(number)) == ("komi", fair)
    chooses = replace(asked, moves=((0, text),))
    assert simple_answer(chooses, GAMES, "no search").text in ("black", "white")
    for each in (asked, chooses):  # whoever thinks
        position = position_of(each)
        assert position.why_not(position.read(answer(each, GAMES).text)) is None


@pytest.mark.parametrize("komi_by", ["auction", "sealed"])
@pytest.mark.parametrize("search", [True, False])
def test_it_bids_what_is_usual(komi_by: str, search: bool) -> None:
    asked = question("keil", komi=None, komi_by=komi_by)
    reply = answer(asked, GAMES) if search else simple_answer(asked, GAMES, "no search")
    assert reply.text == f"bid {GAMES['keil'].usual_komi(asked.options, 2):g}"


@pytest.mark.parametrize(
    ("bid", "answers"), [("0", "bid 1.5"), ("1", "bid 1.5"), ("1.5", "white"), ("4", "white")]
)
def test_in_an_auction_it_accepts_from_the_usual_komi_on(bid: str, answers: str) -> None:
    asked = question("keil", f"bid {bid}", komi=None, komi_by="auction")
    assert GAMES["keil"].usual_komi(asked.options, 2) == 1.5
    assert answer(asked, GAMES).text == answers


# --- the process ---


def test_a_worker_answers_until_its_input_ends() -> None:
    asked = question()
    unknown = replace(asked, game="chess")
    replies = BytesIO()
    serve(BytesIO(framed(asked) + framed(unknown)), replies, GAMES)
    assert framed(Reply("x"))[:4] == len(framed(Reply("x"))[4:]).to_bytes(4, "big")
    assert replies.getvalue().count(b"KeyError") == 1


def test_games_are_a_mapping_or_a_function() -> None:
    assert games_at("tests.toy:TOYS") is TOYS
    assert games_at(pool.ENGINE_GAMES) == GAMES


async def test_a_worker_plays_what_is_computed_here(workers: Pool) -> None:
    for asked in (question(), question("keil", "b2"), question("kee"), question("ki")):
        assert (await workers.ask(asked)).text == answer(asked, GAMES).text
    assert len(workers.workers) == 1


async def test_a_worker_is_told_no_secrets(workers: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    await workers.ask(question())
    pid = workers.workers[0].pid
    told = Path(f"/proc/{pid}/environ")
    environment = await asyncio.to_thread(told.read_bytes)
    assert b"PYTHONPATH=" in environment
    assert b"DISCORD_TOKEN" not in environment


async def test_a_killed_worker_is_replaced(workers: Pool) -> None:
    await workers.ask(question())
    (worker,) = workers.workers
    assert worker.pid is not None
    os.kill(killed := worker.pid, signal.SIGKILL)
    assert not (await workers.ask(question())).fallback
    assert worker.pid not in (None, killed)


async def test_of_two_questions_at_once_none_waits_while_another_worker_may_start() -> None:
    two = Pool(GAMES, workers=2, silent=600.0)
    try:
        await two.ask(question())
        pid = two.workers[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        asked = [asyncio.create_task(two.ask(question())) for _ in range(2)]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert len(two.workers) == 2
        assert not done.pop().result().fallback
        os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*asked)
    finally:
        await two.close()


async def test_every_failure_of_the_search_is_counted() -> None:
    def failed() -> float:
        return REGISTRY.get_sample_value("keil_searches_failed_total") or 0.0

    stuck, before = Pool(GAMES, workers=1, longest=0.0), failed()
    try:
        for number in (1, 2):
            assert (await stuck.ask(question())).fallback
            assert failed() == before + number
    finally:
        await stuck.close()


async def test_a_worker_that_is_stuck_is_replaced_by_the_simple_player(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stuck = Pool(GAMES, workers=1, longest=0.0)
    try:
        reply = await stuck.ask(question())
    finally:
        await stuck.close()
    assert reply.fallback
    assert "the simple player moves in place of the search: keil: TimeoutError" in caplog.text


async def test_a_worker_that_stands_still_is_replaced_although_an_answer_may_take_longer() -> None:
    one = Pool(GAMES, workers=1, longest=600.0, silent=3.0)
    try:
        await one.ask(question())
        stopped = one.workers[0].pid
        assert stopped is not None
        os.kill(stopped, signal.SIGSTOP)
        assert not (await one.ask(question())).fallback
        assert one.workers[0].pid not in (None, stopped)
    finally:
        await one.close()


async def test_a_worker_that_thinks_for_longer_gives_signs_of_life() -> None:
    slow = Pool(GAMES, games_at="tests.bot.thinking.slow_games:GAMES", workers=1, silent=3.0)
    try:
        assert not (await slow.ask(question("trio"))).fallback
        before = slow.workers[0].pid
        assert not (await slow.ask(question("trio"))).fallback
        assert slow.workers[0].pid == before
    finally:
        await slow.close()


async def test_a_bot_that_stood_still_itself_hears_the_signs_afterwards() -> None:
    replies, worker = asyncio.StreamReader(), Worker("", longest=60.0, silent=0.2)
    heard = asyncio.create_task(worker._next_length(replies))
    await asyncio.sleep(0)
    time.sleep(0.3)  # noqa: ASYNC251 (as a machine that was paused)
    asyncio.get_running_loop().call_soon(replies.feed_data, SIGN)
    assert await heard == SIGN


async def test_a_missing_worker_is_replaced_by_the_simple_player(
    caplog: pytest.LogCaptureFixture,
) -> None:
    missing = Pool(GAMES, games_at="tests.no_such_module:GAMES", workers=1)
    try:
        replies = [await missing.ask(question()) for _ in range(2)]
    finally:
        await missing.close()
    assert all(reply.fallback for reply in replies)
    told = [line for line in caplog.messages if "the simple player moves" in line]
    assert len(told) == 1, "the operator hears it once"


async def test_moves_go_before_hints_and_hints_before_reviews(workers: Pool) -> None:
    done: list[Urgency] = []

    async def ask(urgency: Urgency) -> None:
        await workers.ask(question(), urgency)
        done.append(urgency)

    first = asyncio.create_task(ask(Urgency.REVIEW))
    await asyncio.sleep(0)
    await asyncio.gather(
        first, *(ask(urgency) for urgency in (Urgency.REVIEW, Urgency.HINT, Urgency.MOVE))
    )
    assert done == [Urgency.REVIEW, Urgency.MOVE, Urgency.HINT, Urgency.REVIEW]


async def test_a_full_queue_says_so_but_never_to_a_move(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MOST_WAITING", 1)
    waiting = [asyncio.create_task(workers.ask(question(), Urgency.HINT))]
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await workers.ask(question(), Urgency.HINT)
    assert (await workers.ask(question())).text
    await asyncio.gather(*waiting)
    assert (await workers.ask(question(), Urgency.HINT)).text, "there is room again"


async def test_a_queue_full_of_reviews_leaves_room_for_hints(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MOST_WAITING", 2)
    waiting = [asyncio.create_task(workers.ask(question(), Urgency.REVIEW)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await workers.ask(question(), Urgency.REVIEW)
    hints = [asyncio.create_task(workers.ask(question(), Urgency.HINT)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await workers.ask(question(), Urgency.HINT)
    assert all(reply.text for reply in await asyncio.gather(*hints))
    await asyncio.gather(*waiting)
    assert workers.waiting == 0


async def test_who_waits_when_the_bot_ends_is_not_left_hanging() -> None:
    closing = Pool(GAMES, workers=1)
    waiting = [asyncio.create_task(closing.ask(question())) for _ in range(3)]
    await asyncio.sleep(0)
    await closing.close()
    async with asyncio.timeout(60):
        ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert len(ended) == 3


GARBAGE = """
import sys
sys.stdin.buffer.read(1)
sys.stdout.buffer.write({data})
sys.stdout.flush()
sys.stdin.buffer.read()
"""
"""A worker that answers something else, and then waits."""


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x00\x00\x04text",
        framed("no reply")[:-1] + b"x",
        framed(Judgement(None)) + framed(Reply("a1")),
        framed(3),
    ],
    ids=["no-pickle", "broken-pickle", "another-kind", "another-type"],
)
async def test_a_worker_that_answers_nonsense_is_replaced_by_the_simple_player(
    data: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nobody waits for ever, and what it wrote is no answer to the next question."""
    (tmp_path / "nonsense_worker.py").write_text(GARBAGE.format(data=data))
    monkeypatch.syspath_prepend(tmp_path)
    asked = question("keil", "a1")
    workers = Pool(GAMES, workers=1)
    try:
        with monkeypatch.context() as broken:
            broken.setattr(pool, "__name__", "nonsense_pool")
            async with asyncio.timeout(60):
                replies = [await workers.ask(asked) for _ in range(2)]
        assert all(reply.fallback for reply in replies)
        assert not (await workers.ask(asked)).fallback, "the next process is a sound one"
    finally:
        await workers.close()


async def test_who_does_not_wait_any_more_stops_no_worker() -> None:
    """Neither the answer nor the failure of a question that was given up is anybody's."""
    given_up = Pool(GAMES, workers=1)
    try:
        for game in ("keil", "chess"):  # the simple player does not know the latter either
            asking = asyncio.create_task(given_up.ask(replace(question(), game=game)))
            await asyncio.sleep(0)
            while given_up.waiting:  # noqa: ASYNC110 (until a worker has it)
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            async with asyncio.timeout(60):
                assert not (await given_up.ask(question())).fallback
    finally:
        await given_up.close()
