"""Fair komi by self-play: what the first player is ahead by when a simple search plays both sides.

    nice .venv/bin/python -m tests.bench.komi keil size=5 komi=0 button=no --games 60 --playouts 50

No part of `make bench`: it takes from a minute to an hour. The same arguments give the same games.
Both sides place their stones by random playouts ("all moves as first": a point is as good as the
playouts in which the mover was the first to play there). Nobody fills a point whose neighbours are
all the mover's own, and whoever has no other placement left makes the first declaration that the
game offers. What is printed is the median of the margins with its 95 % interval.

These players are weak. Such a number is a start for people who have none, not the value of the
game: stronger players would use the first move better, so it is rather too low than too high.
"""

import argparse
import math
from collections.abc import Sequence
from random import Random

from engine.games import all_games
from engine.position import Declare, IllegalMoveError, Placement, Position


def sensible(position: Position) -> list[int]:
    """The empty points that are not surrounded by the mover's own stones alone."""
    return [point for point in range(len(position.board)) if makes_sense(position, point)]


def makes_sense(position: Position, point: int) -> bool:
    """Whether a point is empty and not surrounded by the mover's own stones alone."""
    if position.occupied(point):
        return False
    beside = position.board.neighbours[point]
    if not all(position.occupied(each) for each in beside):
        return True
    stones, own = position.stones, own_colour(position)
    return any(stones[each] != own for each in beside)


def own_colour(position: Position) -> int:
    """The colour of the seat to move."""
    assert position.to_move is not None
    assert position.colours is not None
    return position.colours[position.to_move]


def placed(position: Position, point: int) -> Position | None:
    """The position after a placement; None if it is not legal."""
    try:
        return position.play(Placement(position.board.names[point]))
    except IllegalMoveError:
        return None


def declared(position: Position) -> Position:
    """The position after the first declaration that the game offers, which is a pass at the end."""
    return position.play(Declare(position.declarations()[0].word))


def one_turn(position: Position, points: list[int], random: Random) -> tuple[Position, int | None]:
    """The position after a random sensible placement, and its point; or after a declaration.

    ``points``: all points of the board, whose order this changes.
    """
    for last in range(len(points) - 1, -1, -1):
        chosen = int(random.random() * (last + 1))
        point = points[chosen]
        points[chosen], points[last] = points[last], point
        if makes_sense(position, point) and (after := placed(position, point)) is not None:
            return after, point
    return declared(position), None


def margin(position: Position, colour: int) -> float:
    """What this colour is ahead of the other by, as the board stands."""
    score = position.score()
    return score[colour] - score[1 - colour]


def longest(position: Position) -> int:
    """After this many plies a game is stopped and scored as it stands."""
    return 4 * len(position.board)


def best(position: Position, playouts: int, random: Random) -> Position:
    """The position after the move that the playouts like best."""
    mine, most = own_colour(position), longest(position)
    worth = dict.fromkeys(sensible(position), (0.0, 0))
    points = list(range(len(position.board)))
    for _ in range(playouts):
        now, first = position, set[int]()
        taken = set[int]()
        while now.to_move is not None and now.ply < most:
            colour = own_colour(now)
            now, point = one_turn(now, points, random)
            if point is not None and point not in taken:
                taken.add(point)
                if colour == mine:
                    first.add(point)
        ahead = margin(now, mine)
        value = math.copysign(1.0, ahead) * (ahead != 0) + ahead / len(position.board)
        for point in first & worth.keys():
            total, times = worth[point]
            worth[point] = total + value, times + 1
    liked = sorted(worth, key=lambda p: worth[p][0] / max(worth[p][1], 1), reverse=True)
    for point in liked:
        if (after := placed(position, point)) is not None:
            return after
    return declared(position)


def played(start: Position, playouts: int, random: Random) -> float:
    """The margin of the first colour at the end of one game."""
    position, most = start, longest(start)
    while position.to_move is not None and position.ply < most:
        position = best(position, playouts, random)
    return margin(position, 0)


def median(margins: Sequence[float]) -> tuple[float, float, float]:
    """The median, and the order statistics between which the true one is in 95 of 100 cases."""
    ordered, count = sorted(margins), len(margins)
    off = 0.98 * math.sqrt(count)
    low, high = max(0, math.floor(count / 2 - off)), min(count - 1, math.ceil(count / 2 + off) - 1)
    return (ordered[(count - 1) // 2] + ordered[count // 2]) / 2, ordered[low], ordered[high]


def main() -> None:
    """Play, and print the median after every ten games."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.komi")
    parser.add_argument("game", choices=all_games())
    parser.add_argument("options", nargs="*", help="such as size=5")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, chosen = all_games()[given.game], dict(each.split("=") for each in given.options)
    options = {key: game.option(key).read(text) for key, text in chosen.items()}
    start = game.start(game.settle(options), 2)
    margins: list[float] = []
    for number in range(given.games):
        margins.append(played(start, given.playouts, Random(f"{given.seed} {number}")))
        if len(margins) % 10 == 0 or len(margins) == given.games:
            middle, low, high = median(margins)
            ahead = sum(each > 0 for each in margins)
            print(
                f"{given.game} {' '.join(given.options)}: {len(margins)} games of {given.playouts} "
                f"playouts: median {middle:g} ({low:g} to {high:g}), ahead in {ahead}",
                flush=True,
            )


if __name__ == "__main__":
    main()
