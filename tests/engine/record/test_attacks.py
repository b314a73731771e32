"""What nasty files do to whoever reads them: readers must end soon, and keep nothing."""

import encodings
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.games import all_games
from engine.record import FORMS, LARGEST, Record, RecordError, read

SOON = 20
"""Seconds that are far too many for a file, even on a slow machine."""
ROOM = LARGEST - 1000
NAMELESS = ("🙂" * (ROOM // 2)).encode("punycode")[:ROOM]
ENDLESS = {
    "a komi of very many zeros": b"(;GM[1]RU[kee-1]KM[0." + b"0" * ROOM + b"1])",
    "a comment in Punycode": b"(;GM[1-]CA[punycode]RU[kee-1-]SZ[9-]KM[0-]C[" + NAMELESS + b"])",
    "a comment that is a name of a host": b"(;GM[1]CA[idna]RU[kee-1]C[xn--" + NAMELESS + b"])",
}
READ = """
import sys
from engine.games import all_games
from engine.record import RecordError, read
try:
    read(sys.stdin.buffer.read(), all_games())
except RecordError:
    pass
"""


@pytest.mark.parametrize("name", ENDLESS)
def test_a_file_of_two_mebibytes_is_read_or_refused_soon(name: str) -> None:
    """In a process of its own: some of them stop all threads of one."""
    assert len(ENDLESS[name]) <= LARGEST
    subprocess.run([sys.executable, "-c", READ], input=ENDLESS[name], timeout=SOON, check=True)


def test_an_encoding_that_nobody_knows_is_not_remembered() -> None:
    """Python keeps the name of each one that it looked for, however long, as long as it runs."""
    name = "x" * 100_000
    with pytest.raises(RecordError):
        read(b"(;GM[1]RU[kee-1]CA[" + name.encode() + b"])", all_games())
    kept: dict[str, object] = vars(encodings)["_cache"]
    assert max(map(len, kept)) < len(name)


GAME = all_games()["kee"]
RECORD = Record(GAME, GAME.complete({}), ("", ""), ())


@pytest.mark.parametrize("per_move", [1.5, 0, -5])
def test_what_is_read_is_written_wholly_or_refused(per_move: float) -> None:
    """A time for each move that no clock has: written in a form, it comes back or is refused."""
    record = replace(RECORD, per_move=timedelta(seconds=per_move))
    try:
        record = read(FORMS["json"](record), all_games())
        again = read(FORMS["sgf"](record), all_games())
    except RecordError:
        return
    assert again == record
