"""The engine and the naive implementation in lock step, over random legal and illegal moves."""

from collections import Counter
from random import Random

import pytest

from engine.games import all_games
from engine.position import Declare, IllegalMoveError, Place, Position, Setup
from tests.engine.naive_keil import NaiveKeil, NaiveRefusalError
from tests.engine.random_play import WORDINGS, keil


def sets_of(groups: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    return {frozenset(group) for group in groups}


def same_position(ours: Position, naive: NaiveKeil) -> None:
    """Stones, groups, liberties, territories, score and end agree."""
    assert ours.stones == dict(naive.stones)
    groups = {colour: naive.groups(colour) for colour in (0, 1)}
    assert sets_of(ours.groups()) == groups[0] | groups[1]
    for group in ours.groups():
        assert set(ours.liberties(group) or ()) == naive.liberties(frozenset(group))
    owned = {(frozenset(part.points), part.owner) for part in ours.territories()}
    assert owned == naive.territories()
    assert ours.score() == naive.score()
    assert (ours.to_move is None) == (naive.passes == 2)


def one_step(ours: Position, naive: NaiveKeil, random: Random) -> tuple[Position, NaiveKeil, str]:
    """Try one random move on both; what came of it."""
    assert ours.colours is not None and ours.to_move is not None
    assert ours.colours[ours.to_move] == naive.mover
    if random.random() < 0.04:
        if naive.button and naive.taker is None:
            return ours.play(Declare("button")), naive.took_button(), "button"
        return ours.play(Declare("pass")), naive.passed(), "pass"
    point = random.randrange(len(ours.board))
    try:
        after = naive.play(point)
    except NaiveRefusalError as expected:
        with pytest.raises(IllegalMoveError) as refused:
            ours.play(Place(ours.board.names[point]))
        assert refused.value.reason == str(expected)
        return ours, naive, str(expected)
    captured = dict(naive.stones).keys() - dict(after.stones).keys()
    ours = ours.play(Place(ours.board.names[point]))
    assert ours.captured == dict.fromkeys(captured, 1 - naive.mover)
    return ours, after, "capture" if captured else "quiet"


def lock_step(size: int, steps: int, seed: int) -> Counter[str]:
    """Play game after game; how often each thing happened."""
    random, happened = Random(seed), Counter[str]()
    while happened.total() < steps:
        wording, button = random.choice(WORDINGS), random.random() < 0.5
        ours, naive = keil(size, wording, button), NaiveKeil(keil(size).board, wording, button)
        for _ in range(min(12 * len(ours.board), steps - happened.total())):
            ours, naive, what = one_step(ours, naive, random)
            happened[what] += 1
            if what != "occupied" and random.random() < 0.3:
                same_position(ours, naive)
            if naive.passes == 2:
                same_position(ours, naive)
                break
    return happened


def everything_happened(counted: Counter[str]) -> bool:
    return set(counted) == {
        *("quiet", "capture", "button", "pass", "occupied", "suicide", "repetition")
    }


def test_three_thousand_moves_agree():
    counted = lock_step(2, 600, seed=2) + lock_step(3, 1600, seed=3) + lock_step(4, 800, seed=4)
    assert counted.total() == 3000
    assert everything_happened(counted)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "steps"), [(2, 20_000), (3, 40_000), (4, 25_000), (5, 13_000), (7, 4_000)]
)
def test_a_hundred_thousand_moves_agree(size: int, steps: int):
    counted = lock_step(size, steps, seed=size)
    assert counted.total() == steps
    assert everything_happened(counted) or size > 4
    assert counted["capture"] and counted["suicide"]


@pytest.mark.parametrize("wording", WORDINGS)
def test_moves_from_positions_that_were_set_up_agree(wording: str):
    """Such positions may hold groups without liberties, which play never leaves behind."""
    random, starved = Random(wording), 0
    for _ in range(80):
        size, mover = random.choice((2, 3, 4)), random.randrange(2)
        board = keil(size).board
        density = random.random()
        stones = {p: random.randrange(2) for p in range(len(board)) if random.random() < density}
        setup = Setup(
            {c: tuple(board.names[p] for p in stones if stones[p] == c) for c in (0, 1)}, mover
        )
        ours = all_games()["keil"].judge({"size": size, "linking": wording}, setup)
        naive = NaiveKeil(board, wording, button=True, stones=tuple(stones.items()), mover=mover)
        same_position(ours, naive)
        starved += any(not ours.liberties(group) for group in ours.groups())
        for _ in range(12):
            ours, naive, _ = one_step(ours, naive, random)
            same_position(ours, naive)
            if naive.passes == 2:
                break
    assert starved > 12
