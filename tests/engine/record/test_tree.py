"""Variations, comments and marks: written and read again, beside other programs, and hostile."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import sgf as sgf_reader
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill_reader

from engine.games import all_games
from engine.position import Position
from engine.record import FORMS, LARGEST, Record, RecordError, RecordProblem, read
from engine.record.tree import (
    LONGEST_COMMENT,
    LONGEST_LABEL,
    MOST_BRANCHES,
    IllegalBranchError,
    MarkSign,
    Note,
    Tree,
)
from engine.turns import NO_TIME, Turn
from tests.engine.random_play import random_move
from tests.engine.record.games import random_record
from tests.engine.record.test_round_trips import VALIDATOR
from tests.engine.test_every_game import GAMES, STARTS, Start

sgfmill: Any = sgfmill_reader
another_reader: Any = sgf_reader
KEE = all_games()["kee"]
WORDS = (
    "good: but [slow]",
    r"a \ at the end \ ",
    "two\nlines\n\n",
    "]",
    ":",
    "王さん 👨‍👩‍👧",
    "\t\r\n x",
    "",
)
GO = "(;GM[1]FF[4]SZ[5]RU[kee-1]"


def random_note(position: Position, random: Random) -> Note:
    points = random.sample(position.board.names, 3)
    signs = {point: random.choice(list(MarkSign)) for point in points[: random.randrange(3)]}
    labels = {point: random.choice(WORDS) for point in points[: random.randrange(3)]}
    return Note(random.choice(WORDS), signs, labels)


def random_tree(record: Record, random: Random) -> Tree:
    """Moves from anywhere in a game, and words and marks anywhere."""
    match = record.match()
    tree = Tree.of(turn.text for turn in match.turn_log.moves)
    for _ in range(random.randrange(12)):
        node = random.randrange(len(tree.moves) + 1)
        position = match.first
        for move in tree.line(node):
            position = position.play(position.read(move))
        for _ in range(random.randrange(1, 5)):
            if position.to_move is None:
                break
            move = random_move(position, random)
            tree, node = tree.play(node, position.write(move))
            position = position.play(move)
        if random.random() < 0.6:
            tree = tree.noted(node, random_note(match.first, random))
    return tree


def comparable(record: Record) -> Record:
    """The same record, numbered as files number it."""
    return record if record.tree is None else replace(record, tree=record.tree.in_order())


def go(text: str) -> Record:
    return read(f"{GO}{text}".encode(), all_games())


def tree_of(record: Record) -> Tree:
    assert record.tree is not None
    return record.tree


@settings(deadline=None, max_examples=60)
@given(random=st.randoms(use_true_random=False), start=st.sampled_from([*STARTS.values()]))
def test_a_tree_survives_every_form_of_file(random: Random, start: Start) -> None:
    game, options, seats = start
    record = random_record(game, options, seats, random)
    tree = random_tree(record, random)
    record = replace(record, tree=None if tree.bare else tree)
    as_json = FORMS["json"](record)
    assert read(as_json, GAMES) == record
    VALIDATOR.validate(json.loads(as_json))
    as_sgf = FORMS["sgf"](record)
    again = read(as_sgf, GAMES)
    assert again == comparable(record)
    assert FORMS["sgf"](read(FORMS["json"](again), GAMES)) == as_sgf


def sample() -> Record:
    """A game like Go with two variations, of which one branches, and every mark."""
    turns = tuple(Turn(n % 2, text, NO_TIME) for n, text in enumerate(("c3", "d3", "b3")))
    tree = Tree.of(turn.text for turn in turns)
    tree, node = tree.play(1, "c4")
    tree, other = tree.play(node, "b4")
    tree, last = tree.play(node, "pass")
    marks: dict[str, MarkSign] = dict(zip(("a1", "b1", "c1", "d1"), MarkSign, strict=True))
    tree = tree.noted(2, Note("Too slow: see [c4]\nor a \\", marks, {"c4": "A:1"}))
    tree = tree.noted(last, Note("王 gives up", {}, {"a5": "x]"}))
    assert tree.line(other) == ["c3", "c4", "b4"]
    options = KEE.settle({"width": 5, "height": 5, "komi": 0})
    return Record(KEE, options, ("Ada", "Bo"), turns, tree=tree)


def by_sgfmill(data: bytes) -> bytes:
    return sgfmill.Sgf_game.from_bytes(data).serialise()


def by_another(data: bytes) -> bytes:
    """Written by the second library; it keeps values as they are in the file."""

    class Out(list[str]):
        write = list[str].append

    out = Out()
    another_reader.parse(data.decode()).output(out)
    return "".join(out).encode()


def by_both(data: bytes) -> bytes:
    return by_another(by_sgfmill(data))


@pytest.mark.parametrize("through", [by_sgfmill, by_another, by_both])
def test_variations_survive_other_programs(through: Callable[[bytes], bytes]) -> None:
    record = sample()
    written = FORMS["sgf"](record)
    changed = through(written)
    assert read(changed, all_games()) == comparable(record)
    assert FORMS["sgf"](read(changed, all_games())) == written


def test_where_the_game_ended_is_known_though_a_variation_goes_on() -> None:
    record = sample()
    tree, node = tree_of(record).play(3, "a1")
    longer = replace(record, tree=tree.noted(node, Note("and so on")))
    written = FORMS["sgf"](longer)
    assert b"MAIN[3]" in written
    assert b"MAIN" not in FORMS["sgf"](record)
    for data in (written, by_sgfmill(written), by_another(written)):
        assert read(data, all_games()) == comparable(longer)
    with pytest.raises(RecordError) as caught:
        read(written.replace(b"MAIN[3]", b"MAIN[x]"), all_games())
    assert caught.value.problem is RecordProblem.UNREADABLE


def test_sgfmill_sees_what_is_written() -> None:
    root = sgfmill.Sgf_game.from_bytes(FORMS["sgf"](sample())).get_root()
    (first,) = root
    main, other = first
    assert [node.get_move() for node in (first, main, other)] == [
        ("b", (2, 2)),
        ("w", (2, 3)),
        ("w", (3, 2)),
    ]
    assert main.get("C") == "Too slow: see [c4]\nor a \\"
    assert main.get("LB") == [((3, 2), "A:1")]
    assert [main.get(key) for key in ("TR", "SQ", "CR", "MA")] == [{(0, x)} for x in range(4)]
    assert [node.get_move() for node in other] == [("b", (3, 1)), ("b", None)]
    assert other[1].get("C") == "王 gives up"


def test_a_game_without_a_tree_is_written_as_before() -> None:
    record = replace(sample(), tree=None)
    for form in ("sgf", "json"):
        assert FORMS[form](replace(record, tree=Tree.of(("c3", "d3", "b3")))) == FORMS[form](record)
        assert read(FORMS[form](record), all_games()).tree is None


def test_a_file_of_another_program_keeps_its_main_line_and_brings_its_variations() -> None:
    record = go(
        "C[a\\\nb\\]\r\nc];B[cc]C[One](;W[dc];C[Two]LB[aa:1][bb:2]TR[aa:bb][cc](;B[bc])(;B[bd]))"
        "(;W[cb]MA[aa][aa][bb])(;B[bb]C[not their turn])(;W[cc](;B[aa]))(;AB[aa];W[bb])"
        "(;W[bc]B[aa]))"
    )
    assert [turn.text for turn in record.turns] == ["c3", "d3", "b3"]
    tree = tree_of(record)
    assert tree.moves[3:] == ((2, "b2"), (1, "c4"))
    assert tree.note(0).comment == "ab]\nc"
    assert tree.note(1).comment == "One"
    marks: dict[str, MarkSign] = dict.fromkeys(("a5", "b5", "a4", "b4", "c3"), MarkSign.TRIANGLE)
    assert tree.note(2) == Note("Two", marks, {"a5": "1", "b4": "2"})
    assert tree.note(5) == Note("", {"a5": MarkSign.CROSS}), "the list ends where it is wrong"


def test_marks_that_are_wrong_are_left_out() -> None:
    tree = tree_of(go("LB[aa][zz:1][bb:\\:\\]]LB[cc:]SQ[zz][aa]CR[])"))
    assert tree.notes == {0: Note("", {}, {"b4": ":]"})}


def test_words_in_another_encoding_and_words_that_are_in_none() -> None:
    data = b"(;GM[1]FF[4]SZ[5]RU[kee-1]CA[windows-1251];B[cc]C[\xcf\xf0\xe8]"
    assert tree_of(read(data + b")", all_games())).note(1).comment == "При"
    wrong = b"(;GM[1]FF[4]SZ[5]RU[kee-1]CA[ascii];B[cc](;W[bb])(;W[cb]C[\xcf])(;W[ab]))"
    assert tree_of(read(wrong, all_games())).moves[2:] == ((1, "a4"),)


def test_words_are_cut_to_a_length_and_freed_from_control_characters() -> None:
    note = Note("x" * 9999, {}, {"a1": "y" * 99, "b1": " \n "})
    assert (len(note.comment), note.labels) == (LONGEST_COMMENT, {"a1": "y" * LONGEST_LABEL})
    assert Note("a\tb\x00c\r\nd\re\u2028\ud800").comment == "a b c\nd\ne ?"


# --- hostile files ---


ENDLESS = {
    "nested as deep as it goes": "(;W[cb]" * 20_000,
    "open and shut": "(;W[cb])" * 20_000,
    "comments": ";C[xy]" * 30_000,
    "rectangles": ";TR[aa:ee]SQ[aa:ee]" * 20_000,
    "passes in variations": "(;W[]" * 20_000,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_hostile_file_is_read_or_refused_soon(name: str) -> None:
    text = f"{GO};B[cc]{ENDLESS[name]}"
    text += ")" * (text.count("(") - text.count(")"))
    assert len(text) < LARGEST
    began = time.process_time()
    try:
        record = read(text.encode(), all_games())
    except RecordError as error:
        assert error.problem is RecordProblem.TURN, "two moves on one point, or after the end"
    else:
        for form in FORMS:
            assert read(FORMS[form](record), all_games()) == record
    assert time.process_time() - began < 20


def test_no_more_moves_of_variations_are_read_than_some_number() -> None:
    rows = "abcdefghijklmnopqrs"
    points = [f"{x}{y}" for x in rows for y in rows][1:]
    some = "".join(
        f"(;B[aa](;W[{one}](;B[{two}])))" for one in points[:60] for two in points[100:120]
    )
    record = read(f"(;GM[1]FF[4]RU[kee-1](;B[jj]){some})".encode(), all_games())
    assert len(tree_of(record).moves) == 1 + MOST_BRANCHES


# --- JSON ---


def refused(**changes: object) -> RecordError:
    document = json.loads(FORMS["json"](sample()))
    with pytest.raises(RecordError) as caught:
        read(json.dumps({**document, **changes}).encode(), all_games())
    return caught.value


@pytest.mark.parametrize(
    "entry",
    [
        *(7, {}, {"after": 9, "move": "a1"}, {"after": -1, "move": "a1"}),
        *({"after": True, "move": "a1"}, {"after": 0, "move": 5}),
    ],
)
def test_a_variation_that_is_none_is_refused(entry: object) -> None:
    error = refused(variations=[entry])
    assert (error.problem, error.about) == (
        RecordProblem.VARIATION,
        {"field": "variations", "number": 1},
    )


@pytest.mark.parametrize(
    "entry",
    [
        *(7, {}, {"node": 99}, {"node": -1}, {"node": True}, {"node": 0, "comment": 5}),
        *({"node": 0, "marks": []}, {"node": 0, "labels": {"a1": 5}}),
        *({"node": 0, "marks": {"a1": "star"}}, {"node": 0, "marks": {"z9": "circle"}}),
        *({"node": 0, "marks": {"a1": []}}, {"node": 0, "labels": 5}),
    ],
)
def test_a_note_that_is_none_is_refused(entry: object) -> None:
    error = refused(notes=[{"node": 0, "comment": "x"}, entry])
    assert (error.problem, error.about) == (
        RecordProblem.VARIATION,
        {"field": "notes", "number": 2},
    )


def test_an_illegal_variation_is_refused_with_its_move() -> None:
    error = refused(variations=[{"after": 1, "move": "c4"}, {"after": 4, "move": "c3"}], notes=[])
    assert (error.problem, error.ply, error.move) == (RecordProblem.TURN, 3, "c3")
    assert refused(variations=[{"after": 0, "move": "?"}], notes=[]).problem is RecordProblem.TURN
    assert refused(variations={}).problem is RecordProblem.FIELD
    assert refused(variations=[0] * 10_001).problem is RecordProblem.TOO_MANY_TURNS


def test_an_empty_note_is_none() -> None:
    document = json.loads(FORMS["json"](sample())) | {"variations": [], "notes": [{"node": 1}]}
    assert read(json.dumps(document).encode(), all_games()).tree is None


# --- the tree ---


def test_a_tree_grows_and_is_cut_back() -> None:
    tree = tree_of(sample())
    assert [tree.parent(node) for node in range(7)] == [0, 0, 1, 2, 1, 4, 4]
    assert tree.children()[:5] == [[1], [2, 4], [3], [], [5, 6]]
    assert tree.play(4, "b4") == (tree, 5), "the move is known"
    assert tree.line(6) == ["c3", "c4", "pass"]
    assert (0 in tree, 6 in tree, 7 in tree, -1 in tree) == (True, True, False, False)
    less = tree.without(5)
    assert (less.line(5), less.note(5)) == (["c3", "c4", "pass"], tree.note(6))
    assert less.without(4) == Tree(tree.moves[:3], 3, {2: tree.note(2)})
    assert tree.noted(2, Note()).noted(6, Note()).notes == {}


def test_a_game_that_has_gone_on_keeps_its_variations() -> None:
    old = tree_of(sample())
    new = Tree.of(("c3", "c4", "b4", "d4")).with_all_of(old)
    assert new.moves[4:] == ((1, "d3"), (5, "b3"), (2, "pass"))
    assert {node: note.comment for node, note in new.notes.items()} == {
        5: old.note(2).comment,
        7: "王 gives up",
    }


def test_the_positions_of_a_tree_and_a_move_that_is_illegal() -> None:
    record = sample()
    first = record.match().first
    assert sorted(node for node, *_ in tree_of(record).positions(first)) == [1, 2, 3, 4, 5, 6]
    wrong, node = tree_of(record).play(4, "c3")
    with pytest.raises(IllegalBranchError) as caught:
        list(wrong.positions(first))
    assert (caught.value.node, caught.value.before.ply) == (node, 2)
