"""What the referee cannot answer it refuses in one sentence, and goes on."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.games import all_games
from engine.protocols import referee
from tests.engine.test_referee import ask, says_bad_input

ROOT = Path(__file__).parents[2]
MIB = 1 << 20
GOOD = b'{"game": "keil", "opts": {"size": 2}}'
NO_LIST: list[Any] = []
NO_OBJECT: dict[str, Any] = {}


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b" ", b"\t\r", b"x", b"{", b"nul", b"'a'", b"{'game': 'keil'}"),
        *(b"null", b"true", b"0", b'"keil"', b"[]", b'[{"game": "keil"}]', b"{}"),
        *(b'{"game": "keil"} {"game": "keil"}', b'{"game": "keil",}', b'{"game": "keil"} x'),
        *(
            b"\xff",
            b'{"game": "keil\xff"}',
            b'\xef\xbb\xbf{"game": "keil"}',
            b"\x00",
            GOOD + b"\x00",
        ),
        *(b'{"game": NaN}', b'{"game": "keil", "id": NaN}', b'{"game": "keil", "x": Infinity}'),
        b'{"game": "keil", "id": -Infinity}',
        b'{"game": "keil", "id": 1e999}',
        b'{"game": "keil", "id": [{"a": -1e999}]}',
        *(b"[" * 100_000, b'{"a":' * 100_000, b'{"game": "keil", "id": ' + b"[" * 90_000),
        b'{"game": "keil", "id": ' + b"1" * 5000 + b"}",
        b'{"game": "keil", "opts": {"size": ' + b"7" * 5000 + b"}}",
        *(b'{"game": "' + b"k" * MIB + b'"}', b" " * (MIB + 1), GOOD + b" " * MIB),
    ],
    ids=lambda line: repr(line[:40]),
)
def test_a_line_that_is_no_request(line: bytes):
    reply = referee.answer(line)
    assert says_bad_input(reply)
    assert "id" not in reply


def test_a_line_of_exactly_one_mebibyte_is_answered():
    assert "legal" in referee.answer(GOOD + b" " * (MIB - len(GOOD)))


@pytest.mark.parametrize("depth", range(100, 1000, 25))
def test_an_id_however_deep_is_echoed_or_refused(depth: int):
    nested = "[" * depth + "]" * depth
    reply = referee.answer(b'{"game": "keil", "opts": {"size": 2}, "id": ' + nested.encode() + b"}")
    if "error" in reply:
        assert says_bad_input(reply)
    else:
        assert json.dumps(reply["id"]) == nested
    assert "legal" in reply or depth > 500


@pytest.mark.parametrize("game", [None, 1, "", "chess", "Keil", "keil ", ["keil"], {}, "KI"])
def test_a_game_that_is_not_known(game: Any):
    assert says_bad_input(ask(game=game))
    assert says_bad_input(referee.answer(b'{"opts": {}}'))


@pytest.mark.parametrize("opts", [None, [], "", 0, True, "size"])
def test_options_that_are_no_object(opts: Any):
    assert says_bad_input(ask(opts=opts))


WRONG_ANYWHERE: list[dict[str, Any]] = [
    *({key: 1} for key in ("", "Size", "side", "sides", "x" * 5000, "\ud800")),
    *({"to_move": to_move} for to_move in (None, "", "b", "X", 0, True, ["B"], "first")),
    *({"setup": setup} for setup in (None, NO_LIST, "", 0, "a1", [["a1"]])),
    *({"setup": {colour: []}} for colour in ("", "b", "X", "BW")),
    *({"setup": {"B": points}} for points in (None, "a1", 1, NO_OBJECT, {"a1": 1})),
    *({"setup": {"B": [point]}} for point in (None, 1, True, ["a1"], NO_OBJECT)),
    *({"setup": {"B": [point]}} for point in ("", "A1", "z9", "a0", "pass", "h14", "x" * 999)),
    {"setup": {"B": ["a1"], "W": ["a1"]}},
    {"setup": {"B": ["a1", "b1", "a1"]}},
]
"""Options that no game has, or not like that."""
WRONG: dict[str, list[dict[str, Any]]] = {
    "kee": [
        *({"rows": rows} for rows in (None, True, 0, 26, -9, 9.0, "9", [9], NO_OBJECT)),
        *({"cols": cols} for cols in (None, False, 0, 26, -9, 9.0, "9", [9], NO_OBJECT)),
        *({"rows": 1, "cols": 1}, {"cols": 1, "rows": 0}),
        *({"players": players} for players in (None, True, 0, -1, 27, 2.0, "2", [2], NO_OBJECT)),
        *({"komi": komi} for komi in (None, True, "6", NO_LIST, [6], 10**400, 10**9, -(10**9))),
        *({key: 1} for key in ("size", "width", "height", "button", "linking", "cascade", "seats")),
        *({"setup": {colour: []}} for colour in ("R", "P")),
        *({"players": 3, "setup": {"G": points}} for points in (["a1"], [])),
        *({"to_move": "R"}, {"players": 5, "to_move": "P"}),
        *({"setup": {"W": [point]}} for point in ("i1", "k1", "a10")),
        {"rows": 1, "cols": 2, "setup": {"B": ["a2"]}},
    ],
    "keil": [
        *({"size": size} for size in (None, True, 0, 1, 14, -3, 5.0, "5", [5], NO_OBJECT)),
        *(
            {"linking": link}
            for link in (None, "", "2018", "Current", 2019, True, ["2019"], NO_OBJECT)
        ),
        *({"button": button} for button in (None, 0, 1, "true", NO_LIST, NO_OBJECT)),
        *(
            {"komi": komi}
            for komi in (None, True, "6", NO_LIST, NO_OBJECT, [6], 10**400, 10**9, -(10**9))
        ),
        *({"komi_pie": pie} for pie in (None, 0, 1, "yes", NO_LIST, NO_OBJECT)),
        *({"komi_pie": True, "komi": komi} for komi in (6, 0, None)),
        *({key: 1} for key in ("rows", "cascade", "players")),
        {"setup": {"R": []}},
        {"size": 2, "setup": {"W": ["d1"]}},
    ],
    "ki": [
        *({"size": size} for size in (None, True, 0, 1, 2, 4, 12, 26, 27, -3, 5.0, "5", [5])),
        *({"rows": 3, "cols": cols} for cols in (None, True, 0, 2, -1, 26, 27, 3.0, "3", [3])),
        *({"rows": rows, "cols": 3} for rows in (None, True, 0, 2, -1, 26, 27, 3.0, "3", [3])),
        *({"rows": 3}, {"cols": 3}, {"rows": 1, "cols": 1}, {"rows": 1, "cols": 2}),
        *({"size": 3, "rows": 3, "cols": 3}, {"size": 3, "rows": 3}, {"size": 3, "cols": 3}),
        *({"cascade": cascade} for cascade in (None, 0, 1, "on", "true", NO_LIST, NO_OBJECT)),
        *({"swap": swap} for swap in (None, 0, 1, "on", "true", NO_LIST, NO_OBJECT)),
        *({key: 1} for key in ("linking", "button", "komi", "players")),
        {"setup": {"R": []}},
        {"size": 3, "setup": {"W": ["d1"]}},
        {"size": 9, "setup": {"W": ["i1"]}},
        {"rows": 3, "cols": 5, "setup": {"B": ["a4"]}},
    ],
}


def test_every_game_has_wrong_options_of_its_own():
    assert set(WRONG) >= {"kee", "keil", "ki"}


@pytest.mark.parametrize(
    ("game", "opts"),
    [(game, opts) for game, own in WRONG.items() for opts in (*WRONG_ANYWHERE, *own)],
    ids=lambda value: ascii(value)[:60],
)
def test_options_that_the_rules_do_not_allow(game: str, opts: dict[str, Any]):
    reply = ask(game=game, opts=opts, id="mine")
    assert says_bad_input(reply)
    assert reply["id"] == "mine"


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"NaN", b"Infinity", b"-Infinity"])
def test_numbers_that_are_not_finite(game: str, number: bytes):
    options = [option.key for option in all_games()[game].options]
    for key in (*options, "setup", "to_move", "x"):
        line = b'{"game": "%s", "opts": {"%s": %s}}' % (game.encode(), key.encode(), number)
        assert says_bad_input(referee.answer(line))


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("key", ["moves", "why"])
@pytest.mark.parametrize(
    "moves",
    [None, "a1", 0, True, {}, {"a1": 1}, [1], [None], ["a1", ["b1"]], [True], [{}]],
    ids=str,
)
def test_moves_that_are_no_list_of_strings(game: str, key: str, moves: Any):
    assert says_bad_input(ask(game=game, **{key: moves}))


def test_bad_input_is_told_before_an_illegal_move():
    assert says_bad_input(ask(moves=["pass"], why=[1]))
    assert says_bad_input(ask(moves=["foo"], opts={"size": 99}))


# --- the process ---


def written(sent: bytes) -> list[bytes]:
    """The lines that a referee process writes for these; it ends well."""
    done = subprocess.run(
        [sys.executable, "-m", "engine.protocols.referee"],
        input=sent,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    return done.stdout.splitlines()


def replies(sent: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written(sent)]


def test_the_process_answers_line_by_line_in_order_and_ends_with_the_input():
    lines = [
        b'{"game": "keil", "id": 1}',
        b"",
        b'{"game": "keil", "id": "' + b"x" * (3 * MIB) + b'"}',
        b'{"game": "keil", "id": 4, "moves": ["pass"]}',
        b" " * (MIB + 1),
        b'{"game": "keil", "id": "\\ud800"}\r',
        b"\xff",
        b'{"game": "keil", "id": 1e999}',
        b'{"game": "keil", "id": "last"}',
    ]
    got = replies(b"\n".join(lines))
    assert [reply.get("error", "none") for reply in got] == [
        *("none", "bad-input", "bad-input", "illegal", "bad-input"),
        *("none", "bad-input", "bad-input", "none"),
    ]
    assert [reply.get("id") for reply in got] == [
        *(1, None, None, 4, None),
        *("\ud800", None, None, "last"),
    ]
    assert "MiB" in got[2]["message"] and "MiB" in got[4]["message"]


@pytest.mark.parametrize(
    ("sent", "answers"),
    [(b"", 0), (b"\n", 1), (GOOD, 1), (GOOD + b"\n", 1), (GOOD + b"\n\n" + GOOD, 3)],
)
def test_there_is_one_answer_for_each_line(sent: bytes, answers: int):
    assert len(replies(sent)) == answers


def test_each_answer_is_there_before_the_next_line_is_read():
    with subprocess.Popen(
        [sys.executable, "-m", "engine.protocols.referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"game": "keil", "id": %d}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_ids_as_deep_as_python_can_go_do_not_end_the_process():
    depths = [*range(900, 1010), *range(1100, 20_000, 100)]  # Python 3.12 and later go deeper
    deep = (b"[" * depth + b"]" * depth for depth in depths)
    got = written(b"".join(b'{"game": "keil", "id": ' + nest + b"}\n" for nest in deep))
    assert len(got) == len(depths)
    refused = [line.startswith(b'{"error": "bad-input"') for line in got]
    assert True in refused and False in refused and refused == sorted(refused)


def test_run_as_a_module_it_serves_standard_input(monkeypatch: pytest.MonkeyPatch):
    sent, received = io.TextIOWrapper(io.BytesIO(GOOD + b"\n")), io.StringIO()
    monkeypatch.setattr(sys, "stdin", sent)
    monkeypatch.setattr(sys, "stdout", received)
    runpy.run_path(str(referee.__file__), run_name="__main__")
    assert len(json.loads(received.getvalue())["position"]) == 7


@pytest.mark.parametrize("extra", [0, 1, 2, 3, MIB, MIB + 1, MIB + 2, MIB + 3])
def test_a_line_that_is_too_long_does_not_spoil_the_next(extra: int):
    received = io.StringIO()
    line = GOOD + b" " * (MIB - len(GOOD) + extra)
    referee.serve(io.BytesIO(line + b"\n" + GOOD + b"\n"), received)
    first, second = map(json.loads, received.getvalue().splitlines())
    assert ("error" in first) == (extra > 0)
    assert "legal" in second
