"""Rules, side by side in one run: ours, a naive engine, and open_spiel's Go (C++) on 121 points.

One position of Keil, side 7, after 110 random stones. All engines do the same work for each stone:
captures, legality, repetition, a new position. Figures are medians of interleaved rounds in
microseconds of CPU time.

The naive engine is that of the tests with one favour: like ours it looks for dead groups only
beside the stone. Without the favour it is slower still. The Go of open_spiel is another game, with
plainer links; it says how far away C++ is.
"""

import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeVar

from engine.game import Options
from engine.games import all_games
from engine.position import Declare, Move, Placement, Position
from tests.engine.naive_keil import NaiveKeil
from tests.engine.random_play import keil
from tests.engine.test_against_naive import pair

ROUNDS, STONES, LONG_GAME = 15, 110, 190
LONGEST_GAME = 5000

T = TypeVar("T")
Row = tuple[str, dict[str, float | str]]


class LocalNaive(NaiveKeil):
    """The naive engine, looking for dead groups only beside the stone."""

    def suspects(self, point: int) -> Iterable[int]:
        return self.board.neighbours[point]


def placements(position: Position) -> list[Placement]:
    return [move for move in position.legal_moves() if isinstance(move, Placement)]


def random_stones(count: int) -> tuple[list[Placement], Position, LocalNaive]:
    """Random stones, and the position that they lead to, in our engine and the naive one."""
    random, ours, played = Random(1), keil(7), list[Placement]()
    naive = LocalNaive(ours.board, "current", button=True)
    for _ in range(count):
        played.append(random.choice(placements(ours)))
        ours = ours.play(played[-1])
        naive = naive.play(ours.board.index[played[-1].point])
    assert ours.stones == dict(naive.stones)
    return played, ours, naive


def go_after(count: int):
    """open_spiel's Go after random stones, or why there is none."""
    try:
        import pyspiel
    except ImportError as error:
        return None, f"NOT RUN: {error}"
    random, state = Random(1), pyspiel.load_game("go(board_size=11)").new_initial_state()
    for _ in range(count):
        state.apply_action(random.choice(state.legal_actions()[:-1]))  # the last one is the pass
    return state, "open_spiel"


def side_by_side(work: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Microseconds of CPU for each unit of work, a function returning how many it did."""
    spent: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(ROUNDS):
        for name, function in work.items():
            units, start = 0, process_time()
            while process_time() - start < 0.02:
                units += function()
            spent[name].append((process_time() - start) / units * 1e6)
    return {name: median(times) for name, times in spent.items()}


def row(name: str, goal_us: float | None, peer: str, work: dict[str, Callable[[], int]]) -> Row:
    """Measured figures with the ratios that the goals are about."""
    measured = side_by_side(work)
    figures: dict[str, float | str] = {f"{key} µs": round(us, 2) for key, us in measured.items()}
    figures["naive / ours"] = round(measured["naive"] / measured["ours"], 1)
    figures["goal"] = "4x naive" if goal_us is None else f"{goal_us:g} µs, 4x naive"
    figures["peer"] = peer
    return name, figures


def rows() -> list[Row]:
    """One placement, all legal moves, and the replay of a long game."""
    _, ours, naive = random_stones(STONES)
    go, peer = go_after(STONES)
    legal = placements(ours)
    points = [ours.board.index[move.point] for move in legal]
    assert points == naive.legal_points()
    game, last, _ = random_stones(LONG_GAME)
    numbers = [last.board.index[move.point] for move in game]

    def over(things: Sequence[T], play: Callable[[T], object]) -> Callable[[], int]:
        def each() -> int:
            for thing in things:
                play(thing)
            return len(things)

        return each

    def replay(position: Any, moves: Sequence[Any]) -> int:
        for move in moves:
            position = position.play(move)
        return 1

    place = {"ours": over(legal, ours.play), "naive": over(points, naive.play)}
    every = {
        "ours": lambda: bool(list(ours.legal_moves())),
        "naive": lambda: bool(naive.legal_points()),
    }
    if go is not None:
        place["open_spiel"] = over(go.legal_actions()[:-1], lambda a: go.clone().apply_action(a))
        every["open_spiel"] = lambda: bool(go.clone().legal_actions())
    first = LocalNaive(last.board, "current", button=True)
    replays = {"ours": lambda: replay(keil(7), game), "naive": lambda: replay(first, numbers)}
    return [
        row("one placement, side 7", 6, f"{peer}: Go 11x11 in C++, clone and apply_action", place),
        row(
            "all legal moves, side 7",
            250,
            f"{peer}: Go 11x11 in C++, clone and legal_actions",
            every,
        ),
        row(f"replay of {LONG_GAME} moves, side 7", None, "the naive engine", replays),
        other("ki", {"rows": 11, "cols": 11, "cascade": True}, "11x11"),
        other("kee", {"rows": 9, "cols": 9, "players": 2, "komi": 0}, "9x9, two players"),
        other("kee", {"rows": 9, "cols": 9, "players": 6, "komi": 0}, "9x9, six players"),
        longest(),
    ]


def other(key: str, options: Options, told: str) -> Row:
    """One placement in the middle of a random game, ours and the naive one of the tests."""
    random, (ours, naive) = Random(1), pair(key, options)
    for _ in range(len(ours.board) // 2):
        move = random.choice(placements(ours))
        ours, naive = ours.play(move), naive.play(ours.board.index[move.point])
    assert ours.stones == dict(naive.stones)
    legal = placements(ours)

    def each() -> int:
        for move in legal:
            ours.play(move)
        return len(legal)

    def each_naive() -> int:
        for move in legal:
            naive.play(ours.board.index[move.point])
        return len(legal)

    work = {"ours": each, "naive": each_naive}
    return row(f"one placement, {all_games()[key].name} {told}", None, "the naive engine", work)


def longest() -> Row:
    """A game of Kee that hardly anybody passes in: how long its replay takes, what it leaves."""
    random, moves = Random(1), list[Move]()
    start = position = all_games()["kee"].start_unrestricted({"rows": 19, "cols": 19})
    for _ in range(LONGEST_GAME):
        stones = placements(position)
        passes = not stones or random.random() < 0.02
        moves.append(Declare("pass") if passes else random.choice(stones))
        position = position.play(moves[-1])

    def replay() -> Position:
        position = start
        for move in moves:
            position = position.play(move)
        return position

    begun = process_time()
    replay()
    seconds = process_time() - begun
    tracemalloc.start()
    last = replay()
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert last.ply == LONGEST_GAME
    return f"replay of {LONGEST_GAME} plies of Kee, 19x19", {
        "ours ms": round(seconds * 1e3, 1),
        "MB kept": round(kept / 1e6, 2),
        "goal": "3000 ms",
        "peer": "none",
    }
