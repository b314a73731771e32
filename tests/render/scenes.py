"""Positions to look at: of real games, and with stones where a picture wants them."""

from collections.abc import Sequence
from random import Random

from bot.messages import lessons
from engine.board import hexhex, rectangle
from engine.games import kee, keil, ki
from engine.position import Declare, Placement, Position
from tests.render.still import Still, parts_of, related, scattered


def keil_game(size: int, plies: int, seed: int, *, over: bool = False) -> Position:
    """A random game of Keil; with two passes at its end if it is ``over``."""
    options = keil.GAME.settle({"size": size, "komi": 0.0, "button": False})
    position = keil.GAME.start(options, 2)
    random = Random(seed)
    for _ in range(plies):
        places = [move for move in position.legal_moves() if isinstance(move, Placement)]
        position = position.play(random.choice(places))
    for _ in range(2 * over):
        position = position.play(Declare("pass"))
    return position


def related_still(size: int, seed: int) -> Still:
    board = hexhex(size)
    stones = scattered(board, seed, filled=0.9)
    return Still(board, stones, related(board, stones), last=max(stones))


def colourful() -> Still:
    board = hexhex(5)
    stones = scattered(board, 2, range(6), 0.6)
    empty = [point for point in range(len(board)) if point not in stones]
    return Still(
        board,
        stones,
        related(board, stones),
        last=next(point for point, colour in stones.items() if colour == 3),
        removed={point: index for index, point in enumerate(empty[:6])},
        parts=parts_of(board, {p: (*range(6), None)[i % 7] for i, p in enumerate(empty[6:])}),
        seats=6,
    )


def ki_game(plies: int, seed: int) -> Position:
    """A random game of Ki on the published board."""
    position = ki.GAME.start(ki.GAME.settle({}), 2)
    random = Random(seed)
    for _ in range(plies):
        position = position.play(random.choice(list(position.legal_moves())))
    return position


def ki_lesson(number: int) -> Position:
    lesson = lessons.of(ki.GAME)[number]
    position = ki.GAME.start(ki.GAME.settle(lesson.options), 2)
    for text in lesson.moves.split(", "):
        position = position.play(position.read(text))
    return position


def go(width: int, height: int, seed: int, colours: Sequence[int] = range(2)) -> Still:
    board = rectangle(width, height)
    stones = scattered(board, seed, colours, filled=0.5)
    empty = [point for point in range(len(board)) if point not in stones]
    return Still(
        board,
        stones,
        last=min(stones),
        removed={point: point % len(colours) for point in empty[: len(colours) + 1]},
        parts=parts_of(
            board, {p: (*colours, None)[p % (len(colours) + 1)] for p in empty[len(colours) + 1 :]}
        ),
        seats=len(colours),
    )


def last_of(colour: int) -> Still:
    """Stones of all colours, the last one in the middle, and empty points that they control."""
    board = rectangle(5, 3)
    stones = {point: point % 6 for point in (0, 1, 2, 3, 4, 5)} | {7: colour}
    return Still(board, stones, last=7, controlled={p: p % 6 for p in range(8, 14)}, seats=6)


def anchored(colours: Sequence[int]) -> Still:
    """An anchor from which stones were captured, one of them just now, and others came."""
    board, several = rectangle(9, 9), len(colours)
    stones = scattered(board, 3, colours, 0.55)
    empty = [point for point in range(len(board)) if point not in stones]
    taken = {point: colours[i % several] for i, point in enumerate(empty[:: 20 // several])}
    later = set(list(stones)[::5])
    replaced = {p: colours[(stones[p] + 1) % several] for p in list(stones)[2::11]}
    return Still(
        board,
        stones,
        last=max(later),
        removed={empty[0]: taken[empty[0]]},
        anchored={p: c for p, c in stones.items() if p not in later} | taken | replaced,
        seats=len(colours),
    )


def crowded() -> Position:
    """The fullest position of a random game of Keil on the usual board."""
    games = (keil_game(7, plies, 7) for plies in range(60, 160, 10))
    return max(games, key=lambda position: len(position.stones))


def kee_game(size: int, seats: int, plies: int, seed: int) -> Position:
    """A random game of Kee with a pass now and then."""
    position = kee.GAME.start(kee.GAME.settle({"width": size, "height": size}, seats), seats)
    random = Random(seed)
    for ply in range(plies):
        places = [move for move in position.legal_moves() if isinstance(move, Placement)]
        passing = ply % 17 == 16
        position = position.play(Declare("pass") if passing else random.choice(places))
    return position


def score_rows(position: Position) -> list[list[str]]:
    """The arithmetic of a score as text, a column for each colour."""
    lines = position.score_lines()
    names = list(dict.fromkeys(line.name for colour in lines for line in colour))
    points = [{line.name: line.points for line in colour} for colour in lines]
    rows = [[name.capitalize(), *(f"{own.get(name, 0):g}" for own in points)] for name in names]
    return [*rows, ["Total", *(f"{total:g}" for total in position.score())]]


def owners_of(position: Position, seed: int = 1) -> list[tuple[float, ...]]:
    """An estimate as a search might make it: stones and points near them are more certain."""
    random, colours = Random(seed), len(position.colours or (0, 1))
    owners: list[tuple[float, ...]] = []
    for point in range(len(position.board)):
        weights = [random.random() for _ in range(colours)]
        for other in (point, *position.board.neighbours[point]):
            if other in position.stones:
                weights[position.stones[other]] += 3.0 if other == point else 1.0
        owners.append(tuple(weight**2 / sum(w**2 for w in weights) for weight in weights))
    return owners


def course(moves: int, colours: int, seed: int = 1) -> list[tuple[float, ...]]:
    """The expected points of each colour after each of so many moves."""
    random = Random(seed)
    points = [60.0 / colours] * colours
    scores = [tuple(points)]
    for _ in range(moves):
        points = [max(0.0, each + random.gauss(0.1 * n, 2.5)) for n, each in enumerate(points)]
        scores.append(tuple(points))
    return scores
