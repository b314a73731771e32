"""The line of play after the best move of a puzzle, which people can follow."""

from bot.service.puzzles import Puzzle
from engine.ai import Effort, Machine
from engine.game import Game
from engine.position import Position
from tests.puzzles.finding import source_of
from tests.puzzles.prover import Prover, mover

MOVES = 4
"""The most moves after the best one."""
PLAYOUTS, SEED = 2_000, 1
"""Of the search for each."""


def after_best(game: Game, puzzle: Puzzle, thinker: Machine) -> list[str]:
    """What a search expects; whoever solves a proved puzzle plays only moves that are proved to
    keep the lead."""
    position, line = puzzle.start(game).position, list[str]()
    colour = mover(position)
    position = position.play(position.read(puzzle.best))
    while position.to_move is not None and len(line) < MOVES:
        found = thinker.think(position, Effort(PLAYOUTS, SEED)).moves
        moves = [each.move for each in found]
        if mover(position) == colour and not puzzle.searched:
            moves = [each for each in moves if keeps(game, puzzle, position.play(each), colour)]
        if not moves:
            break
        line.append(position.write(moves[0]))
        position = position.play(moves[0])
    return line


def keeps(game: Game, puzzle: Puzzle, position: Position, colour: int) -> bool:
    """True if it is proved that ``colour`` still reaches what a proved puzzle promises."""
    source = source_of(game, puzzle.options)
    return Prover(source.deepest, source.most).reaches(position, colour, puzzle.reaches)
