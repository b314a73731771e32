"""Games that begin from stones on the board: in SGF, in JSON, and as text."""

import json
import re
from collections.abc import Callable

import pytest

from bot.messages import examples, record_text
from engine.game import Game, Setup
from engine.games import all_games
from engine.record import Record, RecordError, json_form, read, sgf
from engine.turns import NO_TIME, Turn

GAMES = all_games()
KEE = GAMES["kee"]


def record(
    game: Game = KEE, seats: int = 2, setup: Setup | None = None, *turns: str, **options: object
) -> Record:
    """A record whose turns are of the seats in their order, from the one that begins."""
    first = setup.mover if setup else 0
    played = tuple(Turn((first + n) % seats, text, NO_TIME) for n, text in enumerate(turns))
    return Record(game, game.settle(options, seats), ("",) * seats, played, setup=setup)


CASES = [
    record(KEE, 2, Setup({0: ("a1", "b2"), 1: ("c3",)}, 1), "a2", "b1", width=5, height=5),
    record(KEE, 2, Setup({}, 1), "a2", width=5, height=4),
    record(KEE, 3, Setup({2: ("a1",), 0: ("b1",)}, 2), "c1", "pass", width=4, height=4),
    record(KEE, 2, Setup({1: ("c3", "c2")}), "a1", side=3),
    record(GAMES["ki"], 2, Setup({0: ("a1",)}, 1), "b2", size=5),
    record(GAMES["keil"], 2, Setup({1: ("c3",)}), "a1", size=3, komi=0),
]


@pytest.mark.parametrize("played", CASES)
@pytest.mark.parametrize("write", [sgf.write, json_form.write])
def test_what_was_written_is_read_again(played: Record, write: Callable[[Record], bytes]) -> None:
    again = read(write(played), GAMES)
    assert again.match().position.stones == played.match().position.stones
    assert again.match().position.to_move == played.match().position.to_move
    assert write(again) == write(played)
    assert again.match().first.stones == played.match().first.stones


def test_a_handicap_game_of_a_go_program_is_read() -> None:
    """Black's stones stand at first, and White begins; a rectangle may be given by its corners."""
    data = b"(;FF[4]GM[1]SZ[9]RU[kee-1]KM[0]HA[2]AB[cc][gg];W[ee];B[dd])"
    found = read(data, GAMES)
    assert found.setup == Setup({0: ("c7", "g3")}, 1)
    assert sorted(found.match().position.stones.values()) == [0, 0, 0, 1]
    data = b"(;GM[1]SZ[9]RU[kee-1]KM[0]AB[aa:bb]AW[cc]PL[W])"
    found = read(data, GAMES)
    assert found.setup == Setup({0: ("a9", "b9", "a8", "b8"), 1: ("c7",)}, 1)
    assert read(b"(;GM[1]SZ[9]RU[kee-1]KM[0]PL[B];B[aa])", GAMES).setup is None


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ("AB[aa][aa]", "two-stones point=a9"),
        ("AB[aa]AW[aa]", "two-stones point=a9"),
        ("AB[aa:zz]", "option cause=setup: setup-point"),
        ("AB[]", "option cause=setup: setup-point"),
        ("AB[zz]", "option cause=setup: setup-point"),
        ("AB[aa]PL[X]", "option cause=setup: setup-colour"),
        ("AE[aa]", "stones-put"),
        ("AB[bb];AW[aa]", "stones-put"),
        ("AB[aa];B[aa]", "turn ply=1 move=a9 cause=occupied"),
    ],
)
def test_what_is_wrong_with_the_stones_is_said(root: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(f"(;GM[1]SZ[9]RU[kee-1]KM[0]{root})".encode(), GAMES)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ([], "field kind=object field=setup"),
        ({"B": "a1"}, "field kind=names field=setup"),
        ({"B": [1]}, "field kind=names field=setup"),
        ({"Q": ["a1"]}, "option cause=setup: setup-colour"),
        ({"R": ["a1"]}, "option cause=setup: setup-colour"),
        ({"B": ["z9"]}, "option cause=setup: setup-point"),
        ({"B": ["a1"], "W": ["a1"]}, "two-stones point=a1"),
    ],
)
def test_and_in_json(setup: object, said: str) -> None:
    document = json.loads(json_form.write(CASES[0]))
    with pytest.raises(RecordError) as refused:
        read(json.dumps({**document, "setup": setup}).encode(), GAMES)
    assert sorted(str(refused.value).split()) == sorted(said.split())


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ("[B:a1 z9]", "option cause=setup: setup-point"),
        ("[R:a1]", "option cause=setup: setup-colour"),
        ("[B:a1][W:a1]", "two-stones point=a1"),
    ],
)
def test_and_in_sgf_of_games_that_are_not_written_as_go(setup: str, said: str) -> None:
    hexagon = sgf.write(CASES[3]).decode()
    written = re.search(r"SETUP(\[[^]]*\])+", hexagon)
    assert written
    with pytest.raises(RecordError) as refused:
        read(hexagon.replace(written[0], f"SETUP{setup}").encode(), GAMES)
    assert str(refused.value) == said


def test_the_stones_of_a_colour_may_be_given_in_parts() -> None:
    hexagon = sgf.write(CASES[3]).decode()
    parts = hexagon.replace("SETUP[W:c3 c2]", "SETUP[W:c3][W:c2]")
    assert parts != hexagon
    assert read(parts.encode(), GAMES).setup == CASES[3].setup


def test_a_huge_list_of_stones_is_refused_at_its_first_fault() -> None:
    many = "[aa:ss]" * 50_000
    with pytest.raises(RecordError, match="two-stones"):
        read(f"(;GM[1]SZ[19]RU[kee-1]KM[0]AB{many})".encode(), GAMES)


def test_as_text_the_stones_stand_first() -> None:
    lines = record_text.write(CASES[0]).decode().splitlines()
    first = lines.index("Before the first move:")
    assert lines[first + 4 : first + 7] == [" 3 . . W . . 3", " 2 . B . . . 2", " 1 B . . . . 1"]


def test_the_author_s_tests_of_kee_are_records_too() -> None:
    for example in examples.of(KEE):
        match = examples.match_of(KEE, example, 99)
        names = ("",) * match.seats
        kept = Record(KEE, match.options, names, match.turn_log.moves, setup=match.setup)
        again = read(sgf.write(kept), GAMES)
        assert again.match().position.stones == match.position.stones
        assert (again.setup is None) == (example.board == "")
