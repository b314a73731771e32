"""The workers, as the bot sees them: who asks gets a reply, even if every worker fails."""

import asyncio
import contextlib
import itertools
import logging
import os
import pickle
import sys
from collections import Counter
from collections.abc import Mapping
from math import inf
from typing import Any, cast

from cachetools import TTLCache

from bot import metrics
from bot.thinking.answers import simple_answer
from bot.thinking.questions import Judgement, Question, Reply, Study, Urgency
from bot.thinking.worker import LENGTH, SIGN, framed
from engine.game import Game

log = logging.getLogger(__name__)

LONGEST = 20.0
"""Seconds for one answer: after them the worker is taken for stuck."""
SILENT = 5.0
"""Seconds after which a worker that gives no sign of life is taken for frozen."""
MOST_WAITING = 100
"""Hints that wait, and as many reviews: each kind has its own room, so that neither keeps the other
out. Moves have as much as they need, as there are no more of them than matches."""
ATTEMPTS = 2
"""How many workers are asked before the simple player is."""
REPORTED = 3600.0
"""Seconds for which a failure that lasts needs no further line in the log."""
ENGINE_GAMES = "engine.games:all_games"
NOT_SEARCHED = "the simple player moves in place of the search"
NOT_JUDGED = "positions cannot be judged"


Request = Question | Study
Response = Reply | Judgement
Waiting = tuple[Urgency, int, Request, asyncio.Future[Any]]
"""A question in the queue: how urgent it is, its number, and who waits for the reply."""


def _harmless(environment: Mapping[str, str]) -> dict[str, str]:
    """The part of the environment that a worker needs, without secrets."""
    needed = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT")
    return {
        name: value
        for name, value in environment.items()
        if name in needed or name.startswith("PYTHON")
    }


class BusyError(Exception):
    """Too many questions of a kind wait."""


class WorkerError(Exception):
    """A worker could not start, has ended, takes too long, or says that it failed."""


class Worker:
    """One process, started when there is something to ask, and again after it has ended."""

    def __init__(self, games_at: str, longest: float, silent: float) -> None:
        self._games_at, self._longest, self._silent = games_at, longest, silent
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process, if it runs."""
        return None if self._process is None else self._process.pid

    async def ask(self, question: Request) -> Response:
        """The reply of the process. Raises `WorkerError`.

        A process that breaks down, takes too long or stands still is ended; the next question
        starts another.
        """
        try:
            async with asyncio.timeout(self._longest):
                begins = self._process is None
                process = self._process = self._process or await self._start()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(framed(question))
                await process.stdin.drain()
                length = await process.stdout.readexactly(LENGTH) if begins else SIGN
                while length == SIGN:
                    length = await self._next_length(process.stdout)
                data = await process.stdout.readexactly(int.from_bytes(length, "big"))
            reply = _understood(data, question)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            await self.stop()
            raise WorkerError(f"{type(error).__name__}: {error}") from error
        except BaseException:  # nobody waits for its reply any more
            await self.stop()
            raise
        if isinstance(reply, str):
            raise WorkerError(reply)
        return reply

    async def _next_length(self, replies: asyncio.StreamReader) -> bytes:
        """What the worker says next. Raises `WorkerError` if it stands still.

        It is asked twice: if it was the bot that stood still, the sign is there the second time.
        """
        for _ in range(2):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._silent / 2):
                    return await replies.readexactly(LENGTH)
        await self.stop()
        raise WorkerError("it gives no sign of life")

    async def _start(self) -> asyncio.subprocess.Process:
        paths = os.pathsep.join(path for path in sys.path if path)
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__.replace("pool", "worker"), self._games_at,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**_harmless(os.environ), "PYTHONPATH": paths},
            start_new_session=True,  # a signal to stop is for the bot
        )  # fmt: skip

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await asyncio.shield(process.wait())


def _understood(data: bytes, question: Request) -> Response | str:
    """The response that a worker wrote to ``question``. Raises `ValueError` if it is nonsense."""
    try:
        reply: Any = pickle.loads(data)
    except Exception as error:  # whatever a broken pickle raises
        raise ValueError(f"{type(error).__name__}: {error}") from error
    if not isinstance(reply, (Judgement if isinstance(question, Study) else Reply, str)):
        raise ValueError(f"{type(reply).__name__} is no reply")
    return reply


class Pool:
    """The workers of one bot, and their queue: moves first, then hints, then reviews."""

    def __init__(
        self,
        games: Mapping[str, Game],
        *,
        games_at: str = ENGINE_GAMES,
        workers: int | None = None,
        longest: float = LONGEST,
        silent: float = SILENT,
    ) -> None:
        """``games_at``: where a worker finds ``games``; ``workers``: by default one is started for
        each core but the first, as soon as there is enough to think about; ``longest``: seconds
        for one answer, ``silent``: without a sign of life."""
        self._games = games
        self._games_at = games_at
        self._most = max(1, (os.cpu_count() or 1) - 1) if workers is None else workers
        self._longest, self._silent = longest, silent
        self.workers: list[Worker] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._idle = 0
        self._numbers = itertools.count()
        self._queue = asyncio.PriorityQueue[Waiting]()
        self._waiting = Counter[Urgency]()
        self._reported = TTLCache[str, bool](inf, REPORTED)
        """The failures that the operator has been told of lately."""

    @property
    def waiting(self) -> int:
        """The number of questions that no worker has taken yet."""
        return self._queue.qsize()

    async def ask(self, question: Question, urgency: Urgency = Urgency.MOVE) -> Reply:
        """The reply of a worker, or of the simple player if they fail.

        Raises `BusyError` if too many questions as urgent as this one wait, but never for a move.
        """
        return cast(Reply, await self._ask(question, urgency))

    async def study(self, asked: Study, urgency: Urgency) -> Judgement:
        """A worker's judgement of a position; empty if they fail. Raises `BusyError` like `ask`."""
        return cast(Judgement, await self._ask(asked, urgency))

    async def _ask(self, question: Request, urgency: Urgency) -> Response:
        if urgency is not Urgency.MOVE and self._waiting[urgency] >= MOST_WAITING:
            raise BusyError
        reply = asyncio.get_running_loop().create_future()
        self._put((urgency, next(self._numbers), question, reply))
        # A worker that was woken for another question still counts as idle until it has run.
        if self._queue.qsize() > self._idle and len(self._tasks) < self._most:
            self.workers.append(worker := Worker(self._games_at, self._longest, self._silent))
            self._tasks.append(asyncio.create_task(self._serve(worker)))
        return await reply

    def _put(self, waiting: Waiting) -> None:
        self._queue.put_nowait(waiting)
        self._waiting[waiting[0]] += 1
        metrics.thoughts_waiting(self.waiting)

    async def _get(self) -> Waiting:
        self._idle += 1
        try:
            waiting = await self._queue.get()
            self._waiting[waiting[0]] -= 1
            return waiting
        finally:
            self._idle -= 1
            metrics.thoughts_waiting(self.waiting)

    async def close(self) -> None:
        """End the workers; no question is answered from now on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        while not self._queue.empty():
            self._queue.get_nowait()[-1].cancel()

    async def _serve(self, worker: Worker) -> None:
        try:
            while True:
                _, _, question, reply = await self._get()
                if reply.done():  # nobody waits for it any more
                    continue
                try:
                    found = await self._answer(worker, question)
                except Exception as error:
                    if not reply.done():
                        reply.set_exception(error)
                except BaseException:
                    reply.cancel()
                    raise
                else:
                    if not reply.done():
                        reply.set_result(found)
        finally:
            await worker.stop()

    async def _answer(self, worker: Worker, question: Request) -> Response:
        why = ""
        for _ in range(ATTEMPTS):
            try:
                reply = await worker.ask(question)
            except WorkerError as error:
                why = str(error)
                log.warning("a worker has failed: %s", why)
            else:
                if isinstance(reply, Reply):
                    metrics.thought(reply.seconds, "simple" if reply.fallback else "usual")
                self._report(question, reply.fallback)
                return reply
        self._report(question, why)
        if isinstance(question, Study):
            return Judgement(None, why)
        return await asyncio.to_thread(simple_answer, question, self._games, why)

    def _report(self, question: Request, why: str) -> None:
        """Count it if the search has not answered, and log each reason once an hour."""
        if not why:
            return
        metrics.search_failed()
        instead = NOT_JUDGED if isinstance(question, Study) else NOT_SEARCHED
        if (line := f"{instead}: {question.game}: {why}") not in self._reported:
            self._reported[line] = True
            log.error("%s", line)
