"""Puzzles from the ends of games that a simple player plays, each proved by the exact solver."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine import player
from engine.game import Game, Options
from engine.match import Match
from engine.turns import NO_TIME, Turn
from tests.puzzles.solver import Solver, UnsolvedError, margin

LEAST_LOSS = 2
"""Points that the second-best move loses at least."""
LEAST_MOVES = 4
"""A puzzle has at least as many moves to choose from."""
LONGEST_GAME = 300


@dataclass(frozen=True, slots=True)
class Source:
    """Where puzzles of a game come from."""

    options: Options
    empty: int
    """Positions with at most so many empty points are tried."""
    most: int
    """Positions that the solver may look at, for each move."""


SOURCES = {
    "keil": Source({"size": 3, "komi": 0, "button": False}, 7, 6_000),
    "ki": Source({"size": 5}, 6, 20_000),
    "kee": Source({"width": 4, "height": 4}, 6, 6_000),
}


def puzzles(game: Game, seed: int) -> Iterator[dict[str, object]]:
    """Puzzles for ever, at most one of each game that is played; the same seed gives the same."""
    source, seen = SOURCES[game.key], set[object]()
    options = game.settle(source.options)
    for number in range(seed, seed + 10_000_000):
        for match in _game(game, options, Random(number)):
            position = match.position
            if len(position.board) - len(position.stones) > source.empty:
                continue
            shape = tuple(sorted(position.stones.items())), match.to_move
            found = None if shape in seen else _solved(match, source)
            seen.add(shape)
            if found is not None:
                yield found
                break


def _game(game: Game, options: Options, random: Random) -> Iterator[Match]:
    match = Match.start(game, options, 2)
    while match.to_move is not None and match.ply < LONGEST_GAME:
        yield match
        text = match.position.write(player.choose(match.position, random))
        match = match.take(Turn(match.to_move, text, NO_TIME))


def _solved(match: Match, source: Source) -> dict[str, object] | None:
    """The puzzle that a position is, if it is one and can be solved."""
    position, solver = match.position, Solver(source.most)
    moves = list(position.legal_moves())
    if len(moves) < LEAST_MOVES:
        return None
    answers: dict[str, tuple[float, str]] = {}
    for move in moves:
        after = position.play(move)
        try:
            reply, value = solver.best_reply(after)
        except UnsolvedError:
            return None
        written = "" if reply is None else position.write(reply)
        answers[position.write(move)] = (-value, written)
    best, second = sorted(answers, key=lambda text: -answers[text][0])[:2]
    value = answers[best][0]
    if value - answers[second][0] < LEAST_LOSS or best == _greedy(match, moves):
        return None
    wrong = {
        text: {"loss": value - found, "reply": reply}
        for text, (found, reply) in answers.items()
        if text != best
    }
    played = [turn.text for turn in match.turn_log.moves]
    options = {key: value for key, value in match.options.items()}
    puzzle = {
        "game": match.game.key,
        "ruleset": match.game.ruleset,
        "options": options,
        "moves": played,
        "best": best,
        "value": value,
        "wrong": wrong,
    }
    name = hashlib.sha256(json.dumps([match.game.key, options, played]).encode()).hexdigest()[:8]
    return {"name": name, **puzzle}


def _greedy(match: Match, moves: list[object]) -> str | None:
    """The only move that makes the score best at once; None if there are several."""
    position = match.position
    now = {position.write(move): -margin(position.play(move)) for move in moves}  # pyright: ignore
    best = [text for text, value in now.items() if value == max(now.values())]
    return best[0] if len(best) == 1 else None
