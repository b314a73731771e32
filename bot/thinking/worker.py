"""The worker process: ``python -m bot.thinking.worker engine.games:all_games``.

It reads questions from its standard input and writes replies to its standard output, each a number
of bytes and a pickle; while it thinks, it also writes a zero every second, as a sign of life. It
remembers nothing, and ends when its input does, as when the bot dies.
"""

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator, Mapping
from importlib import import_module
from threading import Event, Thread
from typing import IO, Any, cast

from bot.thinking.answers import answer
from bot.thinking.questions import Question, Study
from bot.thinking.studies import study
from engine.game import Game

NICENESS = 10
"""The niceness that a worker adds to its own: processes that answer people go first."""
LENGTH = 4
"""The bytes of the length before each pickle."""
SIGN, SIGN_EVERY = bytes(LENGTH), 1.0
"""A sign of life, a length of nothing; seconds between two of them."""


def framed(value: object) -> bytes:
    """The bytes for ``value``: its pickle, after the length."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH, "big") + data


def games_at(where: str) -> Mapping[str, Game]:
    """The games that a module has: a mapping, or a function that returns one."""
    module, _, name = where.partition(":")
    found: Mapping[str, Game] | Callable[[], Mapping[str, Game]]
    found = getattr(import_module(module), name)
    return found() if callable(found) else found


@contextlib.contextmanager
def giving_signs(replies: IO[bytes]) -> Generator[None]:
    """Write signs of life until the block ends."""
    done = Event()

    def give() -> None:
        with contextlib.suppress(OSError):  # nobody reads them any more
            while not done.wait(SIGN_EVERY):
                replies.write(SIGN)
                replies.flush()

    signs = Thread(target=give, daemon=True)
    signs.start()
    try:
        yield
    finally:
        done.set()
        signs.join()


def serve(questions: IO[bytes], replies: IO[bytes], games: Mapping[str, Game]) -> None:
    """Answer questions until there are no more. What fails is written as the error's text."""
    while len(length := questions.read(LENGTH)) == LENGTH:
        data = questions.read(int.from_bytes(length, "big"))
        question = cast(Question | Study, pickle.loads(data))
        reply: Any
        try:
            with giving_signs(replies):
                if isinstance(question, Study):
                    reply = study(question, games)
                else:
                    reply = answer(question, games)
        except Exception as error:
            reply = f"{type(error).__name__}: {error}"
        replies.write(framed(reply))
        replies.flush()


def main() -> None:
    """Serve the bot that has started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot decides when it is over
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no reply
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, replies, games_at(sys.argv[1]))


if __name__ == "__main__":
    main()
