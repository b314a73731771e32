"""Puzzles from the ends of games that a simple player plays, each with its proof."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.service.puzzles import Puzzle
from engine import player
from engine.ai import Effort, Machine
from engine.game import Game, Options
from engine.match import Match
from engine.position import Position
from engine.turns import NO_TIME, Turn
from tests.puzzles.prover import Prover, bounds, children, guess, lead, mover, of_moves

LEAST_LOSS = 2
"""Points that every other move loses at least."""
LEAST_MOVES = 4
"""A puzzle has at least as many moves to choose from."""
LONGEST_GAME = 300
LOOKAHEAD = 3
"""Moves after which a position is guessed to be worth something to prove."""
SCREENED = 3_000
"""Playouts of the search that guesses it where there are too many moves for that."""
TOO_EASY, TRIES = 50, 5
"""Playouts by which a puzzle is found that is too easy to be asked, in most of so many searches."""
ROOM = 40
"""By how much longer a proof may be that only tells the answer to a move, whose loss is proved."""
DOUBT = 6
"""Points by which a guess may be too high."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where puzzles of a game come from."""

    options: Options
    empty: int
    """Positions with at most so many empty points are tried."""
    deepest: int
    """Moves of the longest line in a proof."""
    most: int
    """Positions in a proof."""
    least_moves: int = LEAST_MOVES
    """A puzzle has at least as many moves to choose from."""
    number: int = 60
    """Puzzles to find."""
    searched: bool = False
    """True if a search says which positions are worth proving; what it finds at once is left."""


# Of Kee Rules Go, in which a pass lifts every ban, no proof within such bounds was found on boards
# of 3x3 to 4x4.
SOURCES = {
    "keil": (Source({"size": 3, "komi": 0, "button": False}, 6, 12, 2_500),),
    "ki": (
        Source({"size": 5}, 8, 14, 3_000),
        Source({"size": 7}, 12, 24, 40_000, least_moves=7, number=15, searched=True),
    ),
}


def source_of(game: Game, options: Options) -> Source:
    """The source of a proved puzzle with these options."""
    return next(
        source
        for source in SOURCES[game.key]
        if all(options[key] == value for key, value in source.options.items())
    )


def puzzles(game: Game, source: Source, seed: int, machine: Machine) -> Iterator[dict[str, object]]:
    """Puzzles for ever, at most one of each game that is played; the same seed gives the same."""
    seen = set[object]()
    options = game.settle(source.options)
    for number in range(seed, seed + 10_000_000):
        for match in _game(game, options, Random(number)):
            position = match.position
            if len(position.board) - len(position.stones) > source.empty:
                continue
            shape = tuple(sorted(position.stones.items())), match.to_move
            found = None if shape in seen else _puzzle(match, source, machine)
            seen.add(shape)
            if found is not None and _is_proved_afresh(match, found, source):
                yield whole(match, found, machine)
                break


def proved(
    match: Match,
    best: str,
    least: float,
    losses: dict[str, float],
    source: Source,
    machine: Machine | None = None,
) -> bool:
    """Whether ``best`` reaches a lead of ``least``, and each other move less by its loss."""
    position, prover = match.position, Prover(source.deepest, source.most, machine)
    colour = mover(position)
    after = {position.write(move): then for move, then in children(position)}
    if set(after) != {best, *losses} or not prover.reaches(after[best], colour, least):
        return False
    return all(
        prover.reaches(after[move], 1 - colour, loss - least) for move, loss in losses.items()
    )


def whole(match: Match, found: Mapping[str, Any], machine: Machine) -> dict[str, Any]:
    """A puzzle that is proved, with all that its best move reaches and that each other one loses,
    as far as the core knows: a proof within bounds may promise too little."""
    position, puzzle = match.position, Puzzle.read(found)
    colour = mover(position)
    after = {position.write(move): then for move, then in children(position)}
    reaches = max(puzzle.reaches, int(bounds(after[puzzle.best], colour, machine)[0]))
    wrong = dict[str, object]()
    for move, loss in puzzle.wrong.items():
        most = puzzle.reaches - loss.points  # as it was proved
        known = int(bounds(after[move], colour, machine)[1])
        reply = loss.reply
        if known < most:
            most, reply = known, _refutation(after[move], reply, known, machine)
        wrong[move] = {"loss": int(reaches - most), "reply": reply}
    return {**found, "reaches": int(reaches), "wrong": wrong}


def _refutation(position: Position, first: str, most: float, machine: Machine) -> str:
    """The answer after which the other player leads by no more than ``most``, ``first`` if it does
    that; empty if the game is over."""
    if position.to_move is None:
        return ""
    margins = of_moves(position, machine)
    ordered = sorted(margins, key=lambda move: move != first)
    return next(move for move in ordered if margins[move][0] >= -most)


def _is_proved_afresh(match: Match, found: dict[str, object], source: Source) -> bool:
    """True if the proofs need nothing that others have found before."""
    puzzle = Puzzle.read(found)
    losses = {move: loss.points for move, loss in puzzle.wrong.items()}
    return proved(match, puzzle.best, puzzle.reaches, losses, source)


def _game(game: Game, options: Options, random: Random) -> Iterator[Match]:
    match = Match.start(game, options, 2)
    while match.to_move is not None and match.ply < LONGEST_GAME:
        yield match
        text = match.position.write(player.choose(match.position, random))
        match = match.take(Turn(match.to_move, text, NO_TIME))


def _puzzle(match: Match, source: Source, machine: Machine) -> dict[str, object] | None:
    """The puzzle that a position is, if it is one and that can be proved."""
    position, prover = match.position, Prover(source.deepest, source.most)
    after = {position.write(move): then for move, then in children(position)}
    if len(after) < source.least_moves:
        return None
    colour = mover(position)
    if source.searched:
        found = machine.think(position, Effort(SCREENED, 1)).moves
        worth = {position.write(each.move): each.points for each in found}
    else:
        worth = {move: guess(then, colour, LOOKAHEAD) for move, then in after.items()}
    best, second = sorted(after, key=lambda move: -worth[move])[:2]
    if worth[best] - worth[second] < LEAST_LOSS or best == _greedy(after, colour):
        return None
    if source.searched and is_easy(position, best, machine):
        return None
    likely = int(worth[best])
    least = next(
        (
            n
            for n in range(likely + 2, likely - DOUBT, -1)
            if prover.reaches(after[best], colour, n)
        ),
        None,
    )
    if least is None:
        return None
    while prover.reaches(after[best], colour, least + 1):
        least += 1
    wrong: dict[str, object] = {}
    for move, then in after.items():
        if move == best:
            continue
        loss = 0
        while prover.reaches(then, 1 - colour, loss + 1 - least):
            loss += 1
        if loss < LEAST_LOSS:
            return None
        wrong[move] = {"loss": loss, "reply": reply(then, 1 - colour, loss - least, prover)}
    played = [turn.text for turn in match.turn_log.moves]
    puzzle = {"name": named(match), "options": match.options, "moves": played}
    return {**puzzle, "best": best, "reaches": least, "wrong": wrong}


def is_easy(position: Position, best: str, machine: Machine) -> bool:
    """True if hardly any search is needed to find the best move."""
    tries = (machine.think(position, Effort(TOO_EASY, seed)) for seed in range(TRIES))
    return 2 * sum(position.write(each.moves[0].move) == best for each in tries) > TRIES


def named(match: Match) -> str:
    """The name of the puzzle that begins after these moves."""
    # What is off is left out: a new option that is off by default changes no name.
    options = {key: value for key, value in match.options.items() if value}
    about = [match.game.key, options, [turn.text for turn in match.turn_log.moves]]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:8]


def reply(position: Position, colour: int, least: float, prover: Prover) -> str:
    """The answer by which ``colour`` reaches ``least``; empty if the game is over."""
    for each in (prover, Prover(prover.deepest, ROOM * prover.most)):
        for move, after in children(position):
            if each.reaches(after, colour, least):
                return position.write(move)
    return ""


def _greedy(after: dict[str, Position], colour: int) -> str | None:
    """The only move that makes the score best at once; None if there are several."""
    now = {move: lead(then, colour) for move, then in after.items()}
    best = [move for move, value in now.items() if value == max(now.values())]
    return best[0] if len(best) == 1 else None
