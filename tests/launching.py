"""Processes that have imported a program once and fork it as often as tests want it."""

import atexit
import os
import select
import shutil
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NoReturn

from tests.contract import ROOT


@cache
def address_of(module: str) -> str:
    """The socket of a launcher, a module that serves `connections`, for all tests of a process.

    It ends with this process. Its working directory is empty: no ``.env`` of the project's.
    """
    folder = Path(mkdtemp(prefix="keil-launcher-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    address = str(folder / "socket")
    process = subprocess.Popen(
        [sys.executable, "-m", module, address],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    atexit.register(process.wait)
    atexit.register(process.stdin.close)  # before that: it ends then
    with process.stdout as said:
        assert said.readline() == b"ready\n"
    return address


@contextmanager
def connections() -> Generator[Iterator[socket.socket]]:
    """In a launcher: those of the tests, one after the other, until its standard input ends."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(sys.argv[1])
        listening.listen()
        print("ready", flush=True)

        def accepted() -> Iterator[socket.socket]:
            while listening in select.select([listening, sys.stdin], [], [])[0]:
                yield listening.accept()[0]

        yield accepted()


def live(life: Callable[[], object]) -> NoReturn:
    """In a forked process: be no more than ``life``, whose faults are printed."""
    status = 1
    try:
        life()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
