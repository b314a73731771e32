"""The engine and the naive implementations in lock step, over random legal and illegal moves."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import pytest

from engine.board import Board
from engine.game import Options, Setup
from engine.games import all_games
from engine.position import Declare, IllegalMoveError, Placement, Position
from tests.engine.naive import Naive, NaiveRefusalError, Stones
from tests.engine.naive_kee import NaiveKee
from tests.engine.naive_keil import NaiveKeil
from tests.engine.naive_ki import NaiveKi
from tests.engine.random_play import WORDINGS


@dataclass(frozen=True)
class Duel:
    """How a game is played by the engine and by a naive implementation."""

    options: Callable[[int, Random], Options]
    """Options for the referee, for a board of this size."""
    naive: Callable[[Board, Options, Stones, int], Naive]
    """The same first position: board, options, set-up stones, the colour that moves first."""
    same: Callable[[Position, Any], None]
    """Asserts that what only this game has agrees."""
    words: tuple[str, ...]
    happens: frozenset[str]
    """What comes of moves sooner or later: quiet, capture, a word, the reason of a refusal."""
    few: dict[int, int]
    """Moves to try on boards of each size; together 3000."""
    many: dict[int, int]
    """For the slow test."""


def sets_of(groups: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    return {frozenset(group) for group in groups}


SIDES = {7: 2, 19: 3, 37: 4}
"""The sides of hexagons with so many points."""


def kee_options(size: int, random: Random) -> Options:
    """One player to many on a board of this many points: a hexagon, a rectangle or a torus.

    One game in three is by the letter of rule 5.
    """
    common: Options = {
        "players": random.choice((1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 26)),
        "komi": random.choice((0, 0.5, -3)),
        "repetition": random.choice(("same", "same", "next-player")),
    }
    if size in SIDES:
        return {"side": SIDES[size], **common}
    rows = random.choice([n for n in range(1, 26) if size % n == 0 and size // n <= 25])
    return {"rows": rows, "cols": size // rows, "torus": random.random() < 0.2, **common}


def naive_kee(board: Board, options: Options, stones: Stones, mover: int) -> NaiveKee:
    players, komi = cast(int, options["players"]), cast(float, options["komi"])
    letter = options["repetition"] == "next-player"
    return NaiveKee(board, players, komi, tuple(stones.items()), mover, by_letter=letter)


def same_kee(ours: Position, naive: NaiveKee) -> None:
    """Groups, liberties, regions, anchor, passes and the ply that each stone would repeat agree."""
    assert sets_of(ours.groups()) == naive.groups()
    for group in ours.groups():
        assert set(ours.liberties(group) or ()) == naive.liberties(frozenset(group))
    owned = {(frozenset(part.points), part.owner) for part in ours.territories()}
    assert owned == naive.territories()
    anchor = ours.anchor()
    assert (None if anchor is None else frozenset(anchor.items())) == naive.anchor
    assert ours.passing() == (len(naive.passed), naive.end())
    for point in range(len(ours.board)) if not naive.over else ():
        if point not in ours.stones:
            refusal = ours.why_not(Placement(ours.board.names[point]))
            assert (refusal and refusal.ply) == naive.repeats(point)


def keil_options(size: int, random: Random) -> Options:
    return {"size": size, "linking": random.choice(WORDINGS), "button": random.random() < 0.5}


def naive_keil(board: Board, options: Options, stones: Stones, mover: int) -> NaiveKeil:
    linking, button = str(options["linking"]), bool(options["button"])
    return NaiveKeil(board, linking, button, stones=tuple(stones.items()), mover=mover)


def same_keil(ours: Position, naive: NaiveKeil) -> None:
    """Groups, liberties and territories agree."""
    groups = {colour: naive.groups(colour) for colour in (0, 1)}
    assert sets_of(ours.groups()) == groups[0] | groups[1]
    for group in ours.groups():
        assert set(ours.liberties(group) or ()) == naive.liberties(frozenset(group))
    owned = {(frozenset(part.points), part.owner) for part in ours.territories()}
    assert owned == naive.territories()


def ki_options(size: int, random: Random) -> Options:
    return {
        "rows": size,
        "cols": random.choice((1, 5, size, size, size)),
        "cascade": random.random() < 0.5,
    }


def naive_ki(board: Board, options: Options, stones: Stones, mover: int) -> NaiveKi:
    return NaiveKi(board, bool(options["cascade"]), tuple(stones.items()), mover)


def same_ki(ours: Position, naive: NaiveKi) -> None:
    """It is the same spaces that are controlled, by the same colours, and open."""
    assert ours.controllers() == naive.controllers()
    moves = [Placement(ours.board.names[point]) for point in naive.open_spaces()]
    assert list(ours.legal_moves()) == ([] if naive.over else moves or [Declare("pass")])


DUELS = {
    "kee": Duel(
        kee_options,
        naive_kee,
        same_kee,
        words=("pass",),
        happens=frozenset({"quiet", "capture", "pass", "occupied", "repetition"}),
        few={2: 300, 3: 400, 4: 400, 6: 600, 7: 300, 9: 400, 19: 300, 20: 300},
        many={
            2: 10_000,
            4: 15_000,
            6: 15_000,
            7: 15_000,
            9: 15_000,
            19: 10_000,
            20: 10_000,
            25: 5_000,
            37: 3_000,
            50: 2_000,
        },
    ),
    "keil": Duel(
        keil_options,
        naive_keil,
        same_keil,
        words=("pass", "button"),
        happens=frozenset(
            {
                *("quiet", "capture", "button", "pass", "occupied", "suicide", "repetition"),
                *("no-button", "pass-before-button"),
            }
        ),
        few={2: 600, 3: 1600, 4: 800},
        many={2: 20_000, 3: 40_000, 4: 25_000, 5: 13_000, 7: 4_000},
    ),
    "ki": Duel(
        ki_options,
        naive_ki,
        same_ki,
        words=("pass",),
        happens=frozenset({"quiet", "capture", "pass", "occupied", "controlled", "must-place"}),
        few={3: 500, 5: 1000, 7: 1500},
        many={3: 30_000, 5: 30_000, 7: 20_000, 11: 15_000, 15: 5_000},
    ),
}


def pair(
    game: str, options: Options, stones: Stones | None = None, mover: int = 0
) -> tuple[Position, Naive]:
    """The first position, twice."""
    judge, stood = all_games()[game].start_unrestricted, stones or {}
    board = judge(options).board
    by_colour = {c: tuple(board.names[p] for p in stood if stood[p] == c) for c in stood.values()}
    ours = judge(options, Setup(by_colour, mover))
    return ours, DUELS[game].naive(board, options, stood, mover)


def same_position(game: str, ours: Position, naive: Naive) -> None:
    """Stones, score, end and what else the game has agree."""
    assert ours.stones == dict(naive.stones)
    assert ours.score() == naive.score()
    assert (ours.to_move is None) == (ours.result() is not None) == naive.over
    DUELS[game].same(ours, naive)


def one_step(
    game: str, ours: Position, naive: Naive, random: Random
) -> tuple[Position, Naive, str]:
    """Try one random move on both; what came of it."""
    assert ours.colours is not None and ours.to_move is not None
    assert ours.colours[ours.to_move] == naive.mover
    run, _ = ours.passing() or (0, 0)
    # Where many players have to pass in a row, nothing would come of it if they did not join in.
    chance = 0.7 if run and len(ours.colours) > 2 else 0.05
    word = random.choice(DUELS[game].words) if random.random() < chance else None
    everywhere = range(len(ours.board))
    empty = [p for p in everywhere if p not in ours.stones]
    point = random.choice(empty if empty and random.random() < 0.8 else everywhere)
    move = Placement(ours.board.names[point]) if word is None else Declare(word)
    try:
        after = naive.play(point) if word is None else naive.declare(word)
    except NaiveRefusalError as expected:
        with pytest.raises(IllegalMoveError) as refused:
            ours.play(move)
        assert refused.value.reason == str(expected)
        return ours, naive, str(expected)
    stood = dict(naive.stones) | ({point: naive.mover} if word is None else {})
    gone = {p: colour for p, colour in stood.items() if p not in dict(after.stones)}
    ours = ours.play(move)
    assert ours.captured == gone
    return ours, after, word or ("capture" if gone else "quiet")


def lock_step(game: str, size: int, steps: int) -> Counter[str]:
    """Play game after game; how often each thing happened."""
    random, happened = Random(size), Counter[str]()
    while happened.total() < steps:
        ours, naive = pair(game, DUELS[game].options(size, random))
        for _ in range(min(12 * len(ours.board), steps - happened.total())):
            ours, naive, what = one_step(game, ours, naive, random)
            happened[what] += 1
            if naive.over or (what != "occupied" and random.random() < 0.3):
                same_position(game, ours, naive)
            if naive.over:
                break
    return happened


def test_every_game_has_a_naive_implementation():
    assert set(DUELS) >= {"kee", "keil", "ki"}


@pytest.mark.parametrize("game", DUELS)
def test_three_thousand_moves_agree(game: str):
    counted = Counter[str]()
    for size, steps in DUELS[game].few.items():
        counted += lock_step(game, size, steps)
    assert counted.total() == 3000
    assert set(counted) == DUELS[game].happens


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size", "steps"),
    [(game, size, steps) for game, duel in DUELS.items() for size, steps in duel.many.items()],
)
def test_a_hundred_thousand_moves_agree(game: str, size: int, steps: int):
    counted = lock_step(game, size, steps)
    assert counted.total() == steps
    assert counted["capture"] and set(counted) <= DUELS[game].happens
    assert set(counted) == DUELS[game].happens or size not in DUELS[game].few


@pytest.mark.slow
@pytest.mark.parametrize("game", DUELS)
def test_moves_from_positions_that_were_set_up_agree(game: str):
    """Such positions may hold stones that play never leaves behind."""
    random, unsettled = Random(game), 0
    for _ in range(160):
        options = DUELS[game].options(random.choice(list(DUELS[game].few)), random)
        empty, _ = pair(game, options)
        assert empty.colours is not None
        density = random.random()
        stones = {
            point: random.choice(empty.colours)
            for point in range(len(empty.board))
            if random.random() < density
        }
        ours, naive = pair(game, options, stones, random.choice(empty.colours))
        same_position(game, ours, naive)
        unsettled += naive.unsettled
        for _ in range(12):
            if naive.over:
                break
            ours, naive, _ = one_step(game, ours, naive, random)
            same_position(game, ours, naive)
    assert unsettled > 24
