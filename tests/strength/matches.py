"""Matches between players, with intervals: games from one opening, with seats exchanged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any, Self

from engine.ai import Effort, Level, Machine, choose
from engine.game import OptionValue
from engine.games import all_games
from engine.player import choose as simply
from engine.position import Move, Placement, Position

Player = Callable[[Position, int], Move]
"""Chooses a move by a seed."""
OPENING = 2
"""The random stones at the start of each pair of games."""
CONFIDENT = 1.96


@dataclass
class Score:
    """What the first of two players won, and what thinking cost."""

    won: float = 0
    games: int = 0
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])

    @classmethod
    def sum(cls, scores: Iterable[Self]) -> Self:
        whole = cls()
        for score in scores:
            whole.won += score.won
            whole.games += score.games
            for number in (0, 1):
                whole.seconds[number] += score.seconds[number]
                whole.moves[number] += score.moves[number]
        return whole

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
            f"{100 * low:.1f} to {100 * high:.1f}), {ours:.1f} ms : {theirs:.1f} ms a move"
        )


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


def play(
    position: Position, seats: Sequence[int], players: Sequence[Player], seed: int, score: Score
) -> None:
    """One game: ``seats`` says which of the players has each seat."""
    most = 6 * len(position.board) + 60
    while position.to_move is not None and position.ply < most:
        number = seats[position.to_move]
        begun = process_time()
        move = players[number](position, 1000 * seed + position.ply)
        score.seconds[number] += process_time() - begun
        score.moves[number] += 1
        position = position.play(move)
    points = position.score()
    best = [seat for seat in range(len(seats)) if points[seat] == max(points)]
    score.won += sum(seats[seat] == 0 for seat in best) / len(best)
    score.games += 1


def match(first: Position, players: Sequence[Player], games: int, seed: int = 0) -> Score:
    """A match of two players; with more than two seats, the second has all seats but one."""
    score, colours = Score(), len(first.colours or ())
    for pair in range((games + colours - 1) // colours):
        begun = opening(first, Random(f"{seed} {pair}"))
        for mine in range(colours):
            seats = [int(seat != mine) for seat in range(colours)]
            play(begun, seats, players, 100 * seed + pair, score)
    return score


# --- players ---


def searching(core: Machine, playouts: int, **tuned: Any) -> Player:
    """The search itself, with as many playouts, perhaps changed."""

    def player(position: Position, seed: int) -> Move:
        core.tune(**tuned)
        return core.think(position, Effort(playouts, seed)).moves[0].move

    return player


def of_level(core: Machine, level: Level) -> Player:
    def player(position: Position, seed: int) -> Move:
        core.tune()
        thoughts = core.think(position, Effort(level.playouts, seed))
        return choose(thoughts, level, Random(seed))

    return player


def simple(position: Position, seed: int) -> Move:
    return simply(position, Random(seed))
