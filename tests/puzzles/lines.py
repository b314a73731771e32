"""The line of play after the best move of a puzzle, which people can follow."""

from bot.service.puzzles import Puzzle
from engine.ai import Effort, Machine
from engine.game import Game
from engine.position import Declare, Move, Placement, Position
from tests.puzzles.finding import source_of
from tests.puzzles.prover import Prover, bounds, lead, mover

MOVES = 4
"""The most moves after the best one."""
PLAYOUTS, SEED = 2_000, 1
"""Of the search for each."""


def after_best(game: Game, puzzle: Puzzle, thinker: Machine) -> list[str]:
    """What a search expects; in a proved puzzle the solver plays only moves that are proved to keep
    the lead, and nobody passes too early if a stone does as well."""
    position, line = puzzle.start(game).position, list[str]()
    colour = mover(position)
    position = position.play(position.read(puzzle.best))
    while position.to_move is not None and len(line) < MOVES:
        found = thinker.think(position, Effort(PLAYOUTS, SEED)).moves
        moves = [each.move for each in found]
        if not puzzle.searched:
            moves = _shown(game, puzzle, position, moves, colour, thinker)
        if not moves:
            break
        line.append(position.write(moves[0]))
        position = position.play(moves[0])
    return line


def _shown(
    game: Game,
    puzzle: Puzzle,
    position: Position,
    moves: list[Move],
    colour: int,
    thinker: Machine,
) -> list[Move]:
    """The ``moves`` of a proved puzzle, most expected first, those first that show more.

    Instead of passing before the board shows what is promised, the solver captures what can be
    captured, and the other player resists by a stone that must be answered.
    """
    solver = mover(position) == colour
    if solver:
        moves = [
            each for each in moves if keeps(game, puzzle, position.play(each), colour, thinker)
        ]
    if not (moves and isinstance(moves[0], Declare)) or lead(position, colour) == puzzle.reaches:
        return moves

    def shows(move: Move) -> bool:
        if not isinstance(move, Placement):
            return False
        after = position.play(move)
        if solver:
            return bool(after.captured)
        if after.to_move is None or bounds(after, colour, thinker)[1] > puzzle.reaches:
            return False
        ignored = after.play(moves[0])
        return not keeps(game, puzzle, ignored, colour, thinker)

    return sorted(moves, key=lambda move: not shows(move))


def keeps(game: Game, puzzle: Puzzle, position: Position, colour: int, thinker: Machine) -> bool:
    """True if it is proved that ``colour`` still reaches what a proved puzzle promises."""
    source = source_of(game, puzzle.options)
    return Prover(source.deepest, source.most, thinker).reaches(position, colour, puzzle.reaches)
