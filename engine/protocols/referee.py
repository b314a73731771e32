"""The referee: one JSON request per line in, one JSON answer per line out.

With it you can check a game, a record or another implementation against the rules: run
``keil referee`` or ``python -m engine.protocols.referee``. FORMATS.md has requests and answers.
"""

import json
import logging
import math
import sys
from collections.abc import Mapping
from typing import Any, BinaryIO, NoReturn, TextIO, cast

from engine import diagram
from engine.game import Game, OptionError, Setup
from engine.games import all_games
from engine.outcome import player
from engine.position import Move, Position, UnreadableMoveError, named
from engine.protocols.errors import option_error
from engine.protocols.lines import lines

LONGEST_LINE = 1 << 20
"""The most bytes of one request; a longer one is refused unread."""

Json = dict[str, Any]
log = logging.getLogger(__name__)


class BadInputError(ValueError):
    """A request that cannot be answered; the text says what is wrong with it."""


def answer(line: bytes, games: Mapping[str, Game] | None = None) -> Json:
    """The answer to one request. There is always one, whatever goes wrong."""
    echo: Json = {}
    try:
        request = _parse(line)
        echo = _echo(request)
        return _judge(request, all_games() if games is None else games) | echo
    except BadInputError as error:
        return {"error": "bad-input", "message": str(error)} | echo
    except OptionError as error:
        return {"error": "bad-input", "message": option_error(error)} | echo
    except Exception as fault:
        log.exception("a fault of ours")
        return {"error": "internal-fault", "message": f"{type(fault).__name__}: {fault}"} | echo


def _parse(line: bytes) -> Json:
    if len(line) > LONGEST_LINE:
        raise BadInputError("The line is longer than 1 MiB.")
    if not line.strip():
        raise BadInputError("The line is blank.")
    try:
        request: object = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadInputError("The line is not JSON.") from error
    if not isinstance(request, dict):
        raise BadInputError("A request is a JSON object.")
    return cast(Json, request)


def _echo(request: Json) -> Json:
    """The id to send back, if there is one. Raises `BadInputError` if JSON cannot carry it back."""
    echo = {key: value for key, value in request.items() if key == "id"}
    try:
        json.dumps(echo, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise BadInputError("id has a number that is not finite, or is nested too deep.") from error
    return echo


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _judge(request: Json, games: Mapping[str, Game]) -> Json:
    key = request.get("game")
    if not isinstance(key, str) or key not in games:
        raise BadInputError(f"game must be one of: {', '.join(sorted(games))}.")
    game = games[key]
    moves, asked = (_moves(request, key) for key in ("moves", "why"))
    position = _start(game, request.get("opts", {}))
    for ply, text in enumerate(moves, start=1):
        move, reason = _read(position, text)
        if move is None or reason is not None:
            return {"error": "illegal", "ply": ply, "move": text, "reason": reason}
        position = position.play(move)
    seats = len(position.colours) if position.colours else game.seats[0]
    return _describe(game, position, seats) | {
        "why": {text: _read(position, text)[1] for text in asked}
    }


def _moves(request: Json, key: str) -> list[str]:
    moves = request.get(key, [])
    if not isinstance(moves, list) or not all(
        isinstance(m, str) for m in cast(list[object], moves)
    ):
        raise BadInputError(f"{key} must be a list of moves, each a string.")
    return cast(list[str], moves)


def _read(position: Position, text: str) -> tuple[Move | None, str | None]:
    """The move, and the reason why it is illegal, if it is."""
    try:
        move = position.read(text)
    except UnreadableMoveError as refusal:
        return None, refusal.reason
    refusal = position.why_not(move)
    return move, refusal and refusal.reason


def _start(game: Game, options: object) -> Position:
    if not isinstance(options, dict):
        raise BadInputError("opts must be an object.")
    given = cast(Json, options)
    for value in given.values():
        if isinstance(value, float) and not math.isfinite(value):
            raise BadInputError("A number in opts is not finite.")
    mover = given.get("to_move", game.judged_colours[0])
    if mover not in game.judged_colours:
        raise BadInputError(f"to_move must be one of: {', '.join(game.judged_colours)}.")
    setup = Setup(
        _stones(game, given.get("setup", {})), game.judged_colours.index(cast(str, mover))
    )
    own = {key: value for key, value in given.items() if key not in ("setup", "to_move")}
    return game.start_unrestricted(own, setup)


def _stones(game: Game, setup: object) -> Mapping[int, tuple[str, ...]]:
    if not isinstance(setup, dict):
        raise BadInputError("setup must be an object of colours.")
    stones: dict[int, tuple[str, ...]] = {}
    taken: set[str] = set()
    for colour, points in cast(Json, setup).items():
        if colour not in game.judged_colours or not isinstance(points, list):
            raise BadInputError("setup must have a list of points for each colour.")
        for point in cast(list[object], points):
            if not isinstance(point, str):
                raise BadInputError("A point in setup must be a string.")
            if point in taken:
                raise BadInputError(f"setup has two stones on {point[:40]}.")
            taken.add(point)
        stones[game.judged_colours.index(colour)] = tuple(cast(list[str], points))
    return stones


def _describe(game: Game, position: Position, seats: int) -> Json:
    board, score, stones = position.board, position.score(), position.stones
    letters = game.judged_colours[:seats]
    groups = position.groups()
    by_colour = {
        letter: sorted(named(board, g) for g in groups if letters[stones[g[0]]] == letter)
        for letter in letters
    }
    seat, result, over = position.to_move, position.result(), position.result() is not None
    winner = None if result is None else result.winner
    liberties = {
        board.names[stone]: named(board, found)
        for group in groups
        if (found := position.liberties(group)) is not None
        for stone in group
    }
    return {
        "to_move": None if seat is None else player(game, position, seat),
        "legal": sorted(position.write(move) for move in position.legal_moves()),
        "over": over,
        "winner": None if not over else "draw" if winner is None else letters[winner],
        "board": {
            letter: named(board, (p for p, c in stones.items() if letters[c] == letter))
            for letter in letters
        },
        "captured": named(board, position.captured),
        "score": dict(zip(letters, score, strict=False)),
        "groups": by_colour,
        "liberties": liberties,
        "position": diagram.line(board, stones, letters),
        "territories": [
            [named(board, part.points), None if part.owner is None else letters[part.owner]]
            for part in position.territories()
        ],
        **position.facts(),
    }


def serve(source: BinaryIO, sink: TextIO) -> None:
    """Answer each line of ``source`` with one line on ``sink``, at once, to the end of input."""
    for line in lines(source, LONGEST_LINE):
        sink.write(json.dumps(answer(line)) + "\n")
        sink.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout)
