"""Files that are no records: one sentence each, soon, and nothing else ever happens."""

import json
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.games import all_games
from engine.position import Declare, Placement
from engine.record import FORMS, LARGEST, Record, RecordError, form_of, read
from engine.turns import NO_TIME, Turn
from tests.engine.record.test_json import DOCUMENT
from tests.engine.record.test_sgf import KEE, go, played

GAMES = all_games()
FILES = sorted((Path(__file__).parent / "malformed").iterdir())
NEITHER = "neither"
SAID = {
    "blank.json": "empty",
    "chess.pgn": NEITHER,
    "deep.json": NEITHER,
    "deep.sgf": "not-sgf",
    "empty.sgf": "empty",
    "gomoku.sgf": "not-go number=4",
    "hex.sgf": "not-go number=11",
    "html.sgf": NEITHER,
    "illegal-ko.sgf": "turn ply=10 move=b2 cause=repetition of ply 8",
    "japanese.sgf": "other-rules rules=Japanese",
    "latin-1-that-says-utf-8.sgf": "wrong-encoding encoding=UTF-8",
    "latin-1.json": "not-utf-8",
    "list.json": NEITHER,
    "no-game.sgf": "not-sgf",
    "not-a-record.json": "not-a-record format=keil-record",
    "nul.sgf": NEITHER,
    "number.json": "not-json",
    "picture-that-says-sgf.sgf": NEITHER,
    "picture.png": NEITHER,
    "text-between.sgf": "not-sgf",
    "stones-later.sgf": "stones-put",
    "truncated.json": "not-json",
    "truncated.sgf": "not-sgf",
    "unbalanced.sgf": "not-sgf",
    "utf-16-without-mark.sgf": "not-sgf",
    "utf-16.sgf": "utf-16",
    "zip.sgf": NEITHER,
}


def refusal(data: bytes) -> str:
    with pytest.raises(RecordError) as error:
        read(data, GAMES)
    return str(error.value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_of_the_folder_is_refused_in_a_sentence(path: Path) -> None:
    said = refusal(path.read_bytes())
    assert said.startswith(SAID[path.name])
    assert "\n" not in said
    assert len(said) <= 200


@pytest.mark.parametrize(
    ("moves", "legal"),
    [(";B[dd];W[zz]", ["d6"]), (";B[dd];W[d]", ["d6"]), (";B[dd];W[ee];B[ee]", ["d6", "e5"])],
)
def test_a_wrong_turn_leaves_the_game_up_to_it(moves: str, legal: list[str]) -> None:
    with pytest.raises(RecordError) as error:
        read(f"(;FF[4]GM[1]SZ[9]RU[{KEE.ruleset}]{moves})".encode(), GAMES)
    assert error.value.legal is not None
    assert [turn.text for turn in error.value.legal.turns] == legal


def test_what_a_file_is_shows_at_its_beginning() -> None:
    whole = {form: FORMS[form](played(KEE, "d4")) for form in ("sgf", "json")}
    assert [form_of(b"\xef\xbb\xbf\n" + data) for data in whole.values()] == ["sgf", "json"]


def test_who_explains_a_wrong_turn_knows_the_position_before_it() -> None:
    wrong = {"turns": [{"seat": 0, "text": "b2"}, {"seat": 1, "text": "b2"}]}
    for data in (go(";B[bh];W[bh]"), json.dumps({**DOCUMENT, **wrong}).encode()):
        with pytest.raises(RecordError) as error:
            read(data, GAMES)
        assert error.value.before is not None
        game, position = error.value.before
        assert (error.value.ply, error.value.move) == (position.ply + 1, "b2")
        assert error.value.cause is not None
        assert game.key in ("kee", "keil")
        assert str(position.why_not(Placement("b2"))) == str(error.value.cause)


def deep_sgf(size: int) -> bytes:
    return (b"(;C[x]" * (size // 6))[:size]


HUGE: dict[str, Callable[[int], bytes]] = {
    "bytes": lambda size: b"(" * size,
    "blanks": lambda size: b"(" + b" " * (size - 1),
    "nested variations": deep_sgf,
    "nested variations that end": lambda size: b"(;" * (size // 3) + b")" * (size // 3),
    "empty nodes": lambda size: b"(" + b";" * (size - 2) + b")",
    "properties": lambda size: b"(;" + b"A[]" * (size // 3 - 1) + b")",
    "one long value": lambda size: b"(;GM[" + b"1" * (size - 7) + b"])",
    "escapes without end": lambda size: b"(;GM[" + b"\\" * (size - 5),
    "long pairs": lambda size: b"(;GM[1000]RU[keil-1]PLAYER[" + b"0" * (size - 29) + b"])",
    "nested lists": lambda size: b"[" * size,
    "nested objects": lambda size: b'{"a":' * (size // 5),
    "a long number": lambda size: b'{"version":' + b"1" * (size - 12) + b"}",
    "a long string": lambda size: b'{"format":"' + b"x" * (size - 13) + b'"}',
    "many lists": lambda size: b"[" + b"[]," * (size // 3 - 1) + b"1]",
}


@pytest.mark.parametrize("kind", HUGE)
def test_large_files_cost_bounded_memory(kind: str) -> None:
    data = HUGE[kind](LARGEST)
    assert len(data) <= LARGEST
    tracemalloc.start()
    try:
        refusal(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 250 * 1024 * 1024


def test_what_is_larger_is_refused_unread() -> None:
    assert refusal(b"(;" + b" " * 10 * 1024 * 1024) == "too-large bytes=2097152"


def test_too_many_turns_are_refused_in_both_forms() -> None:
    passes = [{"seat": n % 2, "text": "pass"} for n in range(10_001)]
    document = {**DOCUMENT, "turns": passes}
    said = "too-many-turns most=10000"
    assert refusal(json.dumps(document).encode()) == said
    # What is refused in between is talk, so that the game does not end.
    talk = "".join(f"[{n} 1 - - refuse]" for n in range(1, 10_002))
    assert refusal(go(f"TURN{talk}")) == said
    many = b"(" + b";C[]" * 100_001 + b")"
    assert refusal(many) == "too-many-parts"


@pytest.mark.slow
def test_taking_back_again_and_again_stays_affordable() -> None:
    """As many turns as are read, two thirds of which are a move that is taken back: in seconds.

    With a replay for each of them it would be minutes.
    """
    random, options = Random(1), KEE.settle({"width": 19, "height": 19})
    position, turns = KEE.start(options, 2), list[Turn]()
    while len(turns) <= 9_000 and position.to_move is not None:
        tried = (Placement(random.choice(position.board.names)) for _ in range(200))
        move = next((move for move in tried if position.why_not(move) is None), Declare("pass"))
        after, mover, text = position.play(move), position.to_move, position.write(move)
        if after.to_move is None:
            break
        turns += [Turn(mover, said, NO_TIME) for said in (text, "undo", text)]
        position = after
    record = Record(KEE, options, ("Ada", "Bo"), tuple(turns))
    assert len(turns) > 2_000
    assert record.match().position.ply == position.ply
    assert read(FORMS["sgf"](record), GAMES) == record


# --- fuzz ---

patient = settings(deadline=None)


def read_or_refused(data: bytes) -> None:
    """Whatever the bytes are: a record that is right, or one sentence."""
    try:
        record = read(data, GAMES, by=KEE)
    except RecordError as error:
        said = str(error)
        assert said
        assert "\n" not in said
        said.encode()
    else:
        record.match()
        for form in FORMS.values():
            form(record)


@patient
@given(data=st.binary(max_size=300))
@example(data=b"(;B[\\]")
def test_any_bytes(data: bytes) -> None:
    read_or_refused(data)
    read_or_refused(b"(;" + data + b")")
    read_or_refused(b"{" + data + b"}")


PROPERTIES: list[str] = re.findall(
    r"\w+", "GM RU SZ KM PB PW CA OT RE TURN OPTION PLAYER SEAT B W AT BL LEFT BEGAN AB FF GN"
)
VALUES: list[str] = re.findall(
    r"[^/]+",
    "1/1000/kee-1/keil-1/ki-1/9/9:5/0/aa/tt/pass/c3/0:c3/1:komi 3/size:3/button:no/x/0:Ada/1:Bo/"
    "3d per move/1 0 - - undo/2 1 - - resign/B+R/W+3.5/UTF-8/latin-1/utf-16/2026-11-21T14:00:00Z/"
    "90/-1/1e99/]/\\",
)
pieces = st.one_of(
    st.sampled_from([*"(;;;;)", ")"]),
    st.tuples(st.sampled_from(PROPERTIES), st.sampled_from(VALUES)).map(
        lambda pair: f"{pair[0]}[{pair[1]}]"
    ),
)


@patient
@given(written=st.lists(pieces, max_size=25))
def test_pieces_of_sgf_in_any_order(written: list[str]) -> None:
    read_or_refused(("(;" + "".join(written) + ")").encode())
    read_or_refused(("(;GM[1]SZ[9]RU[kee-1]" + "".join(written) + ")").encode())
    read_or_refused(
        ("(;GM[1000]RU[keil-1]OPTION[size:3]PLAYER[0:A][1:B]" + "".join(written) + ")").encode()
    )


Json = Any
values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
turns: st.SearchStrategy[Json] = st.lists(
    st.fixed_dictionaries(
        {
            "seat": st.integers(-1, 2),
            "text": st.sampled_from(["b2", "a1", "pass", "undo", "allow"]),
        },
        optional={"at": values, "left": values},
    ),
    max_size=8,
)


@patient
@given(
    changes=st.dictionaries(
        st.sampled_from(sorted(DOCUMENT)), st.one_of(values, turns), max_size=3
    ),
    lost=st.sets(st.sampled_from(sorted(DOCUMENT)), max_size=2),
)
def test_documents_with_something_changed_or_lost(
    changes: dict[str, object], lost: set[str]
) -> None:
    document = {key: value for key, value in {**DOCUMENT, **changes}.items() if key not in lost}
    read_or_refused(json.dumps(document).encode())


@patient
@given(cut=st.integers(0, 2000), form=st.sampled_from(["sgf", "json"]), noise=st.binary(max_size=3))
def test_records_that_are_cut_or_damaged(cut: int, form: str, noise: bytes) -> None:
    whole = FORMS[form](played(KEE, "d4 e5 pass f6 a1 pass"))
    at = cut % len(whole)
    read_or_refused(whole[:at])
    read_or_refused(whole[:at] + noise + whole[at + len(noise) :])
