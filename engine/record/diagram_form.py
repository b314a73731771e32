"""A position as a text diagram, such as people post in forums: where a game begins.

A line with the game and its options, the board in rows, and who is to move if that is not the
first player::

    kee width=4 height=3
    B . . W
    . B W .
    . . . .
    W to move
"""

import re
from collections.abc import Mapping

from engine import diagram
from engine.game import PLAYERS, Game, OptionError, OptionValue, Setup
from engine.record.record import Record, RecordError, RecordProblem, colour_of, plain, settled

HEAD = re.compile(rb"[a-z]+([ \t]+[a-z_]+=\S+)*[ \t]*\r?\n")
TO_MOVE = " to move"


def read(data: bytes, games: Mapping[str, Game]) -> Record:
    """The game that begins with the diagram in a file. Raises `RecordError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(RecordProblem.NOT_UTF_8) from error
    head, *rows = [line.strip() for line in text.strip().splitlines()]
    key, *pairs = head.split()
    if key not in games:
        raise RecordError(RecordProblem.NEITHER)
    game = games[key]
    options, seats = _options(game, [pair.partition("=")[::2] for pair in pairs])
    mover = 0
    if rows and rows[-1].endswith(TO_MOVE):
        mover = colour_of(game, rows.pop().removesuffix(TO_MOVE))
    complete = settled(game, options, seats)
    board = game.start(complete, seats).board
    tokens = " ".join(rows).split()
    if len(tokens) != len(board):
        raise RecordError(RecordProblem.DIAGRAM, points=len(tokens), board=len(board))
    for token in tokens:
        if token != ".":
            colour_of(game, token)
    stones = dict[int, tuple[str, ...]]()
    for point, colour in diagram.read(board, " ".join(tokens), game.colours).items():
        stones[colour] = (*stones.get(colour, ()), board.names[point])
    setup = Setup(stones, mover) if stones or mover else None
    return Record(game, complete, ("",) * seats, (), setup=setup)


def _options(game: Game, pairs: list[tuple[str, ...]]) -> tuple[Mapping[str, OptionValue], int]:
    """The options that are named, and the number of players."""
    options, seats = dict[str, OptionValue](), game.seats[0]
    for name, value in pairs:
        if name == PLAYERS and value.isdecimal():
            seats = int(value[:9])
            continue
        try:
            options[name] = game.option(name).read(plain(value))
        except OptionError as error:
            raise RecordError(RecordProblem.OPTION, cause=error) from error
    return options, seats
