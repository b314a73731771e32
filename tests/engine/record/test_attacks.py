"""What nasty files do to whoever reads them: readers must end soon, and keep nothing."""

import encodings
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from engine.game import Options
from engine.games import all_games
from engine.position import Placement, Position
from engine.record import FORMS, LARGEST, Record, RecordError, read
from engine.record.tree import Branch, Tree
from engine.time_control import TimeControl
from engine.turns import NO_TIME, Turn, TurnLog

SOON = 20
"""Seconds that are far too many for a file, even on a slow machine."""
ROOM = LARGEST - 1000
NAMELESS = b"ihva" * (ROOM // 4)  # such codecs take hours for what they have to insert
OURS = b"(;GM[1000]RU[keil-1]PLAYER[0:][1:]"
ENDLESS = {
    "a komi of very many zeros": b"(;GM[1]RU[kee-1]KM[0." + b"0" * ROOM + b"1])",
    "a comment in Punycode": b"(;GM[1-]CA[punycode]RU[kee-1-]SZ[9-]KM[0-]C[" + NAMELESS + b"])",
    "a comment that is a name of a host": b"(;GM[1]CA[idna]RU[kee-1]C[xn--" + NAMELESS + b"])",
    "very many stones": OURS + b"SETUP" + b"[B:a1]" * 190_000 + b")",
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
    record = replace(RECORD, control=TimeControl(timedelta(seconds=per_move)))
    try:
        record = read(FORMS["json"](record), all_games())
        again = read(FORMS["sgf"](record), all_games())
    except RecordError:
        return
    assert again == record


def test_moves_that_are_taken_back_are_not_replayed_from_the_first_move_each_time() -> None:
    """Six players who ask each other can go back by 21 moves, again and again."""
    starts, seats = list[int](), 6

    def start(options: Options, number: int) -> Position:
        starts.append(number)
        return GAME.start(options, number)

    order = [f"{column}{row}" for row in range(1, 10) for column in "abcdefghj"]
    turn_log, turns = TurnLog(), list[Turn]()

    def do(seat: int, text: str) -> None:
        nonlocal turn_log
        turns.append(Turn(seat, text, NO_TIME))
        turn_log = turn_log.after(turns[-1], seats)

    for furthest in range(40, 60):
        while len(turn_log.moves) < furthest:
            do(len(turn_log.moves) % seats, order[len(turn_log.moves)])
        while furthest - len(turn_log.moves) < 18:
            may = [seat for seat in range(seats) if seat not in turn_log.asked]
            asks = max(may, key=lambda seat: len(turn_log.until_to_move(seat)))
            do(asks, "ask undo")
            for other in range(seats):
                if other != asks:
                    do(other, "allow")
    counted = replace(GAME, start=start)
    Record(counted, GAME.complete({}), ("",) * seats, tuple(turns)).match()
    assert len(starts) < 5


@pytest.mark.parametrize("form", FORMS)
def test_a_move_beside_each_move_needs_no_memory_for_all_positions(form: str) -> None:
    """Keil copies its lists: thousands of positions at once took 300 MB for a file of 60 KB."""
    keil, random = all_games()["keil"], Random(1)
    options = keil.complete({"size": 6, "komi": 0, "button": False})
    position = keil.start(options, 2)
    line, others = list[str](), list[Branch]()
    for ply in range(1500):
        moves = list(position.legal_moves())
        stones = [move for move in moves if isinstance(move, Placement)]
        move = random.choice(stones or moves)
        others += [Branch(ply, position.write(one)) for one in moves[:2] if one != move][:1]
        line.append(position.write(move))
        position = position.play(move)
    turns = tuple(Turn(ply % 2, move, NO_TIME) for ply, move in enumerate(line))
    tree = Tree((*Tree.of(line).moves, *others), len(line))
    record = Record(keil, options, ("", ""), turns, tree=tree)
    data = FORMS[form](record)
    tracemalloc.start()
    try:
        found = read(data, all_games())
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.tree is not None and len(found.tree.moves) == len(tree.moves)
    assert most < 12 << 20
