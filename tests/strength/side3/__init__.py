"""Keil on the smallest boards, solved: the lead that the first player is sure of, and no more.

`solver.c` gives every board a value for a *prover*, by least fixed point: at first nothing is known
but that all points may be lost; then, over and over, a position is worth to the prover what the
best of its turns leads to, or what the worst of the other's does, until nothing changes. So a value
is known after finitely many steps, each from values known before (the *rank* of a position), and
whoever goes on for ever has proved nothing: repetition counts against the prover. What Black proves
is a lower bound of Black's lead, and what White proves an upper one.

A position is the board, who is to move, the button, whether the other has just passed, and the
*ban*: the point at which a stone would bring back the board at the end of one's last turn, which
the rules forbid. What else the rules remember it forgets. Why the bounds hold all the same:

* The other may do more than the rules allow, which does not help the prover; except at a ban, which
  is one by the rules.
* The prover follows a strategy in which the rank falls with each turn, so a game ends, and no turn
  of it is forbidden. Say that the prover places a stone and leaves a board b, as an earlier turn
  of the prover had (a placement, a pass or the button), with the button as it was then. If the
  other's answer to the earlier turn is possible now, too, it leads where it led then, to a position
  that was on the way here. So the rank of b now is above one that it is below. Only a ban can
  make it impossible now: the answer took a stone at b and left a board c, and now the prover has
  taken back, from c. So the other has just ended a turn at c, as it did then. It did not place a
  stone, which the rules forbid, nor take the button, which has not changed since then. Did it
  pass? Then the value of the prover's stone is that without a ban. So there is none.

The strategies that reach the bounds are small. Here they are played to the end against everything
that the other can do, by the engine's rules alone: the search need not be believed. ``forget``
leaves of a position what is said above. A strategy that meets no position again on the way from
itself has ranks: the lengths of its longest lines.

The search has no list of the legal moves of the engine, but procedures of its own, on masks; a test
compares them.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import NamedTuple

from engine.board import Board
from engine.games import all_games
from engine.games.keil import CURRENT, EDITION_2019, Keil
from engine.masks import BLACK, points_of
from engine.position import Declare, IllegalReason, Move, Placement
from tests.strength.plan import Plan, Row

SOLVER = Path(__file__).with_name("solver.c")
FLAGS = ("-O3", "-march=native", "-std=gnu11")
NO_COMPILER = "there is no C compiler: install gcc or clang, or run make core-tools"
COMPARED = 20_000
GAMES = 1000
"""Of each strategy with each of the others."""
WHO = ("first", "second")
UNUSED, WAITS, OURS, THEIRS = range(4)
"""The button, as the solver names it."""


def compiler() -> list[str]:
    """The words that begin a call of a C compiler; none if there is none."""
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return [found]
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else []


class Terms(NamedTuple):
    """What the solver is compiled for."""

    side: int
    linking: str = CURRENT

    def __str__(self) -> str:
        return f"Keil {self.side}" + (" by the wording of 2019" * (self.linking == EDITION_2019))


def build(terms: Terms, folder: Path) -> Path:
    """The solver, compiled in ``folder``."""
    solver = folder / f"solver-{terms.side}-{terms.linking}"
    words = [*compiler(), *FLAGS, f"-DSIDE={terms.side}", str(SOLVER), "-o", str(solver)]
    words += ["-DWORDING_2019"] * (terms.linking == EDITION_2019)
    subprocess.run(words, check=True)
    return solver


def start(terms: Terms, *, button: bool) -> Keil:
    options = {"size": terms.side, "linking": terms.linking, "button": button, "komi": 0}
    position = all_games()["keil"].start_unrestricted(options)
    assert isinstance(position, Keil)
    return position


def lead(position: Keil) -> float:
    black, white = position.score()
    return black - white


def forget(before: Keil, after: Keil, prover: int | None = None) -> Keil:
    """``after``, which follows ``before``, with only what the proof knows of earlier turns.

    That is each player's last turn; and if the prover has answered a pass, not even the other's.
    """
    mover = before.mover
    last = {(*after.masks, after.taker is not None): after.ply}
    other = {} if mover == prover and before.passes else before.lists[1 - mover]
    return replace(after, lists=(last, other) if mover == BLACK else (other, last))


def ban(position: Keil) -> int:
    """Where a stone would bring back the board at the end of one's last turn, or -1."""
    if position.removed.bit_count() == 1 and position.to_move is not None:
        (point,) = points_of(position.removed)
        refusal = position.why_not(Placement(position.board.names[point]))
        if refusal is not None and refusal.reason == IllegalReason.REPETITION:
            return point
    return -1


# --- the solver's rules ---


def positions(terms: Terms, seed: int, count: int) -> Iterator[Keil]:
    """Positions of random games that know only the last turns."""
    random = Random(f"{terms} {seed}")
    position = start(terms, button=False)
    for _ in range(count):
        yield position
        stones = [move for move in position.legal_moves() if isinstance(move, Placement)]
        if not stones or position.ply > 120:
            position = start(terms, button=False)
        else:
            position = forget(position, position.play(random.choice(stones)))


def of_engine(position: Keil) -> str:
    """Each legal point, the board after it and the ban there, and the lead; bans do not count."""
    free, told = replace(position, lists=({}, {})), list[str]()
    for move in free.legal_moves():
        if isinstance(move, Placement):
            after = forget(position, free.play(move))
            black, white = after.masks
            told.append(
                f"{position.board.index[move.point]}:{black}:{white}:{banned(position, after)}"
            )
    return " ".join([*told, f"{lead(position):g}"])


def banned(before: Keil, after: Keil) -> int:
    """The ban after a move, had the last turn of the player who is banned left ``before``."""
    kept = {(*before.masks, False): before.ply}
    lists = after.lists
    return ban(
        replace(after, lists=(lists[0], kept) if before.mover == BLACK else (kept, lists[1]))
    )


def different(solver: Path, terms: Terms, seed: int, count: int) -> list[str]:
    """Where the solver's rules and the engine's are not the same, of so many positions."""
    asked = list(positions(terms, seed, count))
    lines = [f"{black} {white} {p.mover}\n" for p in asked for black, white in [p.masks]]
    told = subprocess.run(
        [solver, "rules"], input="".join(lines), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(told) == len(asked)
    pairs = [(line, of_engine(p), one) for line, p, one in zip(lines, asked, told, strict=True)]
    return [
        f"{line.strip()}: {theirs}, not {ours}" for line, ours, theirs in pairs if ours != theirs
    ]


# --- what the solver finds ---


class Bounds(NamedTuple):
    """What the first player leads by at least and at most."""

    least: float
    most: float


@dataclass(frozen=True)
class Found:
    boards: int
    moves: int
    bounds: dict[str, Bounds]
    """Of the game that is ``plain`` or has the ``button``."""
    exact: dict[str, int]
    """On how many boards the bounds of a game that begins there meet."""
    looked: int
    """How often a board was given its values anew."""
    seconds: float
    megabytes: int


def solve(solver: Path, folder: Path) -> Found:
    """The bounds; strategies that reach them go to ``folder``. What happens: to standard error."""
    done = subprocess.run(
        [solver, "solve", folder], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    words = {line.split()[0]: line.split()[1:] for line in done.splitlines()}
    games = {game: words[game] for game in ("plain", "button")}
    return Found(
        boards=int(words["boards"][0]),
        moves=int(words["boards"][1]),
        bounds={game: Bounds(float(found[0]), float(found[1])) for game, found in games.items()},
        exact={game: int(found[3]) for game, found in games.items()},
        looked=sum(int(found[2]) for found in games.values()),
        seconds=float(words["cost"][0]),
        megabytes=int(words["cost"][1]),
    )


# --- strategies ---

Key = tuple[int, int, int, int, int]
"""The prover's stones, the other's, the button, whether the other has just passed, the ban."""


class Images:
    """The twelve images of a board under turns and reflections."""

    def __init__(self, board: Board) -> None:
        rows = [(ascii_lowercase.index(name[0]), int(name[1:]) - 1) for name in board.names]
        middle = max(row for row, _ in rows) // 2
        places = [(x + max(0, middle - row) - middle, row - middle) for row, x in rows]
        self.points: list[list[int]] = []
        for reflected in (False, True):
            images = [(r, q) if reflected else (q, r) for q, r in places]
            for _ in range(6):
                self.points.append([places.index(place) for place in images])
                images = [(-r, q + r) for q, r in images]
        self._halves = [
            tuple([_moved(half << by, to) for half in range(1024)] for by in (0, 10))
            for to in ([*points, *[0] * 20] for points in self.points)
        ]

    def least(self, key: Key) -> tuple[Key, list[int]]:
        """The image that stands for all, and where the points go."""
        own, other, button, passed, point = key
        return min(
            (
                (
                    low[own & 1023] | high[own >> 10],
                    low[other & 1023] | high[other >> 10],
                    button,
                    passed,
                    points[point] if point >= 0 else -1,
                ),
                points,
            )
            for points, (low, high) in zip(self.points, self._halves, strict=True)
        )


def _moved(mask: int, to: Sequence[int]) -> int:
    return sum(1 << to[point] for point in points_of(mask))


@cache
def images(board: Board) -> Images:
    return Images(board)


class Strategy:
    """What the prover plays in each position that can come about."""

    def __init__(self, file: Path, board: Board, prover: int) -> None:
        self.prover, self._moves = prover, dict[Key, int]()
        self.images, self.pass_or_button = images(board), len(board)
        for line in file.read_text("ascii").splitlines():
            own, other, button, passed, point, stone = map(int, line.split())
            key, to = self.images.least((own, other, button, passed, point))
            self._moves[key] = to[stone] if stone < len(board) else stone

    def __len__(self) -> int:
        return len(self._moves)

    def key(self, position: Keil) -> tuple[Key, list[int]]:
        own, other = position.masks if self.prover == BLACK else position.masks[::-1]
        taker = position.taker
        button = (OURS if taker == self.prover else THEIRS) if taker is not None else UNUSED
        if position.terms.button and taker is None:
            button = WAITS
        return self.images.least((own, other, button, position.passes, ban(position)))

    def move(self, position: Keil) -> Move:
        """The prover's move, in a position that knows what the proof knows."""
        key, to = self.key(position)
        stone = self._moves[key]
        if stone == self.pass_or_button:
            return Declare(position.declarations()[0].word)
        return Placement(position.board.names[to.index(stone)])


def read(folder: Path, board: Board, game: str, prover: int) -> Strategy:
    return Strategy(folder / f"{game}-{WHO[prover]}", board, prover)


class Followed(NamedTuple):
    positions: int
    """All that can come about, images counted once."""
    longest: int
    """The most turns that a game can take."""
    least: float
    """The prover's lead in the worst case."""


def follow(strategy: Strategy, first: Keil) -> Followed:
    """All lines of a strategy, by the engine's rules; raises if one comes back to where it was."""
    prover = strategy.prover
    heights, on_the_way, leads = dict[object, int](), set[object](), list[float]()

    def after(position: Keil) -> Iterator[Keil]:
        ours = position.mover == prover
        for move in [strategy.move(position)] if ours else list(position.legal_moves()):
            yield forget(position, position.play(move), prover)

    lines = [(_place(strategy, first), after(first), [0])]
    on_the_way.add(lines[0][0])
    while lines:
        place, others, below = lines[-1]
        position = next(others, None)
        if position is None:
            lines.pop()
            on_the_way.discard(place)
            heights[place] = 1 + max(below)
            if lines:
                lines[-1][2].append(heights[place])
        elif position.to_move is None:
            leads.append(lead(position) if prover == BLACK else -lead(position))
        elif (key := _place(strategy, position)) in heights:
            below.append(heights[key])
        elif key in on_the_way:
            raise ValueError(f"a line comes back to {position.masks}")
        else:
            on_the_way.add(key)
            lines.append((key, after(position), [0]))
    return Followed(len(heights), heights[_place(strategy, first)], min(leads))


def _place(strategy: Strategy, position: Keil) -> object:
    return position.mover, strategy.key(position)[0]


# --- games with the whole history ---

Other = Callable[[Keil, Random], Move]


def by_chance(position: Keil, random: Random) -> Move:
    return random.choice(list(position.legal_moves()))


def greedy(position: Keil, random: Random) -> Move:
    """The best score at once."""
    sign = 1 if position.mover == BLACK else -1
    return max(
        position.legal_moves(), key=lambda move: (sign * lead(position.play(move)), random.random())
    )


def quarrelsome(position: Keil, random: Random) -> Move:
    """Captures whatever can be captured, so boards come back as often as they can."""
    moves = list(position.legal_moves())
    captures = [move for move in moves if position.play(move).removed]
    return random.choice(captures or moves)


OTHERS: tuple[Other, ...] = (by_chance, greedy, quarrelsome)


def play(strategy: Strategy, first: Keil, other: Other, random: Random) -> float:
    """The prover's lead after a game, in which every turn is legal by all rules."""
    position = known = first
    while position.to_move is not None:
        ours = position.mover == strategy.prover
        move = strategy.move(known) if ours else other(position, random)
        position, known = position.play(move), forget(known, known.play(move), strategy.prover)
    return lead(position) if strategy.prover == BLACK else -lead(position)


def principal(strategies: Sequence[Strategy], first: Keil) -> tuple[float, str]:
    """The lead after the game of both strategies, and its moves."""
    position, known, moves = first, [first, first], list[str]()
    while position.to_move is not None:
        move = strategies[position.mover].move(known[position.mover])
        known = [forget(of, of.play(move), prover) for prover, of in enumerate(known)]
        position = position.play(move)
        moves.append(position.write(move))
    return lead(position), " ".join(moves)


# --- rows ---


class Task(NamedTuple):
    folder: Path
    terms: Terms
    game: str
    prover: int
    games: int


class Shown(NamedTuple):
    followed: Followed
    played: float
    """The prover's least lead in games."""


def show(task: Task) -> Shown:
    """Everything about one strategy."""
    first = start(task.terms, button=task.game == "button")
    strategy = read(task.folder, first.board, task.game, task.prover)
    leads = [
        play(strategy, first, other, Random(f"{other.__name__} {seed}"))
        for other in OTHERS
        for seed in range(task.games)
    ]
    return Shown(follow(strategy, first), min(leads))


KNOWN = {(Terms(2), "plain"): 7.0}
NAMES = {"plain": "without the button", "button": "with the button"}


def rows(plan: Plan) -> Iterator[Row]:
    if not compiler():
        yield Row("Keil on sides 2 and 3", "", f"not solved, {NO_COMPILER}")
        return
    for terms in (Terms(2), Terms(3), Terms(3, EDITION_2019)):
        with TemporaryDirectory() as folder:
            yield from solved(plan, terms, Path(folder))


def solved(plan: Plan, terms: Terms, folder: Path) -> Iterator[Row]:
    solver, count = build(terms, folder), min(plan.positions, COMPARED)
    faults = different(solver, terms, 0, count)
    yield Row(
        f"{terms}: legality, captures, bans and lead, the solver's and the engine's",
        "no difference",
        f"{count:,} positions: {len(faults)} different {faults[:2] or ''}".rstrip(),
        not faults,
    )
    found = solve(solver, folder)
    for game, bounds in found.bounds.items():
        known = KNOWN.get((terms, game))
        yield Row(
            f"{terms} {NAMES[game]}, the first player's lead under best play",
            "proved" if known is None else f"{known:+g}",
            f"at least {bounds.least:+g}, at most {bounds.most:+g}; of {found.boards:,} boards "
            f"{found.exact[game]:,} have bounds that meet",
            bounds.least == bounds.most and known in (None, bounds.least),
        )
    yield Row(
        f"{terms}, cost",
        "",
        f"{found.boards:,} boards, {found.moves:,} moves, {found.looked:,} boards looked at; "
        f"{found.seconds:.0f} s of CPU time, {found.megabytes:,} MB",
    )
    tasks = [
        Task(folder, terms, game, prover, plan.games or GAMES)
        for game in found.bounds
        for prover in (0, 1)
    ]
    for task, shown in zip(tasks, plan.each(show, tasks), strict=True):
        bounds = found.bounds[task.game]
        goal = bounds.least if task.prover == BLACK else -bounds.most
        followed = shown.followed
        yield Row(
            f"{terms} {NAMES[task.game]}, every line of the {WHO[task.prover]} player's "
            "strategy by the engine's rules",
            f"{goal:+g}",
            f"{followed.least:+g} or more in all of {followed.positions:,} positions, at most "
            f"{followed.longest} turns; {shown.played:+g} or more in "
            f"{len(OTHERS) * task.games:,} games",
            followed.least >= goal <= shown.played,
        )
    for game, bounds in found.bounds.items():
        first = start(terms, button=game == "button")
        strategies = [read(folder, first.board, game, prover) for prover in (0, 1)]
        reached, moves = principal(strategies, first)
        yield Row(
            f"{terms} {NAMES[game]}, the game of both strategies",
            f"{bounds.least:+g}",
            f"{reached:+g}: {moves}",
            bounds.least <= reached <= bounds.most,
        )
