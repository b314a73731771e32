"""``keil playground`` without importing it anew each time; see `tests.launching`.

A line on each connection has the arguments and the environment as JSON. The connection is then the
program's standard output, which begins with its process id.
"""

import gc
import json
import os
import signal
import socket
import sys
from functools import partial
from importlib import import_module

from bot.__main__ import main as keil
from bot.chat.play import parts
from bot.features import all_features
from bot.messages import catalogue
from tests.contract import ROOT
from tests.launching import connections, live

USED = ("bot.cli.log", "bot.cli.playground", "bot.cli.run")


def prepare() -> None:
    """Read what each program would read anew: its modules and its texts."""
    for module in (*USED, *parts(), *all_features()):
        import_module(module)
    catalogue.has("")
    gc.freeze()


def play(test: socket.socket) -> None:
    """The life of one forked process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with test.makefile() as lines:
        arguments, environment = json.loads(lines.readline())
    os.dup2(test.fileno(), sys.stdout.fileno())
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    test.close()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    print(os.getpid(), flush=True)
    keil(arguments)


def main() -> None:
    """One program for each connection."""
    prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they have ended
    with connections() as accepted:
        for test in accepted:
            if os.fork() == 0:
                live(partial(play, test))
            test.close()


if __name__ == "__main__":
    main()
