"""Matches between players, with intervals: games from one opening, with seats exchanged."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple, Self

from engine.ai import Effort, Level, Machine, choose
from engine.game import OptionValue
from engine.games import all_games
from engine.player import choose as simply
from engine.position import Move, Placement, Position


class Choice(NamedTuple):
    move: Move
    win: float | None = None
    """How sure the player is to win; None if it does not say."""


Player = Callable[[Position, int], Choice]
"""Chooses a move by a seed."""
OPENING = 2
"""The random stones at the start of each pair of games."""
CONFIDENT = 1.96
SURE, AGREED = 0.02, 10
"""After so many turns in which both players of two gave one of them no larger chance, it has lost.
(On Discord the computer gives up after as many turns of its own.)"""
TRIES, JUDGED, EVEN = 12, 800, 0.1
"""For openings that favour nobody: how many are tried, the playouts to judge one, and how far from
one half the chances may be."""


@dataclass
class Score:
    """What the first of two players won, and what thinking cost."""

    won: float = 0
    games: int = 0
    agreed: int = 0
    """How many of the games ended early."""
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])
    pairs: list[float] = field(default_factory=list[float])
    """What was won of each opening, which each seat of it was played once."""

    @classmethod
    def together(cls, scores: Iterable[Self]) -> Self:
        whole = cls()
        for score in scores:
            whole.add(score)
        return whole

    @classmethod
    def sum(cls, scores: Iterable[Self]) -> Self:
        """All of them together; how far it is goes to standard error, since it takes long."""
        whole = cls()
        for score in scores:
            whole.add(score)
            print(f"    so far {whole.told()}", file=sys.stderr, flush=True)
        return whole

    def add(self, other: Self) -> None:
        self.won += other.won
        self.games += other.games
        self.agreed += other.agreed
        self.pairs += other.pairs
        for number in (0, 1):
            self.seconds[number] += other.seconds[number]
            self.moves[number] += other.moves[number]

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the share, 95 %."""
        return wilson(self.won, self.games)

    def told(self) -> str:
        low, high = self.interval
        ours, theirs = (
            1000 * seconds / max(1, moves)
            for seconds, moves in zip(self.seconds, self.moves, strict=True)
        )
        return (
            f"{self.won:g} of {self.games} ({100 * self.share:.1f} %, "
            f"{100 * low:.1f} to {100 * high:.1f}), {ours:.1f} ms : {theirs:.1f} ms a move, "
            f"{self.agreed} ended early"
        )


def so_far(scores: Sequence[Score]) -> bool:
    """How far it is goes to standard error, since it takes long; there is always more to do."""
    print(f"    so far {Score.together(scores).told()}", file=sys.stderr, flush=True)
    return False


def wilson(won: float, games: int) -> tuple[float, float]:
    if not games:
        return 0.0, 1.0
    share, z2 = won / games, CONFIDENT**2
    middle = share + z2 / (2 * games)
    half = CONFIDENT * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    return (middle - half) / (1 + z2 / games), (middle + half) / (1 + z2 / games)


def start(key: str, options: Mapping[str, OptionValue], seats: int = 2) -> Position:
    game = all_games()[key]
    return game.start(game.settle(options, seats), seats)


def opening(position: Position, random: Random, stones: int = OPENING) -> Position:
    for _ in range(stones * len(position.colours or ()) // 2):
        moves = [m for m in position.legal_moves() if isinstance(m, Placement)]
        position = position.play(random.choice(moves))
    return position


def even(position: Position, core: Machine, random: Random) -> Position:
    """One of a few openings: the first whose sides have about even chances, else the nearest to it.

    On small boards two random stones decide most games, and then only the openings are measured.
    """
    found = list[tuple[float, Position]]()
    while len(found) < TRIES:
        begun = opening(position, random)
        seed = random.randrange(1 << 30)
        off = abs(core.think(begun, Effort(JUDGED, seed)).moves[0].win - 0.5)
        found.append((off, begun))
        if off < EVEN:
            break
    return min(found, key=lambda judged: judged[0])[1]


def play(
    position: Position, seats: Sequence[int], players: Sequence[Player], seed: int, score: Score
) -> None:
    """One game: ``seats`` says which of the players has each seat.

    A game for two ends early if both players have been sure for some turns who wins.
    """
    most, agreed, winner = 6 * len(position.board) + 60, 0, None
    while position.to_move is not None and position.ply < most and agreed < AGREED:
        seat = position.to_move
        number = seats[seat]
        begun = process_time()
        move, win = players[number](position, 1000 * seed + position.ply)
        score.seconds[number] += process_time() - begun
        score.moves[number] += 1
        position = position.play(move)
        sure = None if win is None or SURE < win < 1 - SURE else seat if win > 0.5 else 1 - seat
        agreed = 0 if sure is None or len(seats) > 2 else agreed + 1 if sure == winner else 1
        winner = sure
    points = position.score()
    best = [seat for seat in range(len(seats)) if points[seat] == max(points)]
    if agreed == AGREED and winner is not None:
        best, score.agreed = [winner], score.agreed + 1
    score.won += sum(seats[seat] == 0 for seat in best) / len(best)
    score.games += 1


def match(
    first: Position,
    players: Sequence[Player],
    games: int,
    seed: int = 0,
    judge: Machine | None = None,
) -> Score:
    """A match of two players; with more than two seats, the second has all seats but one.

    ``judge``: looks for openings that favour nobody.
    """
    score, colours = Score(), len(first.colours or ())
    for pair in range((games + colours - 1) // colours):
        random = Random(f"{seed} {pair}")
        begun = opening(first, random) if judge is None else even(first, judge, random)
        before = score.won
        for mine in range(colours):
            seats = [int(seat != mine) for seat in range(colours)]
            play(begun, seats, players, 100 * seed + pair, score)
        score.pairs.append(score.won - before)
    return score


# --- players ---


def searching(core: Machine, playouts: int, **tuned: Any) -> Player:
    """The search itself, with as many playouts, perhaps changed."""

    def player(position: Position, seed: int) -> Choice:
        core.tune(**tuned)
        best = core.think(position, Effort(playouts, seed)).moves[0]
        return Choice(best.move, best.win)

    return player


def playing_by(core: Machine, evaluations: int) -> Player:
    """The search by the game's net, with as many questions to it."""

    def player(position: Position, seed: int) -> Choice:
        best = core.think(position, Effort(1, seed, questions=evaluations)).moves[0]
        return Choice(best.move, best.win)

    return player


def of_level(core: Machine, level: Level) -> Player:
    def player(position: Position, seed: int) -> Choice:
        core.tune()
        thoughts = core.think(position, level.effort(position, seed))
        move = choose(position, thoughts, level, Random(seed), core)
        return Choice(move, None if level.overlooks else thoughts.moves[0].win)

    return player


def simple(position: Position, seed: int) -> Choice:
    return Choice(simply(position, Random(seed)))
