"""The Go Text Protocol, version 2, for every game: one command per line in, one answer out.

Go programs and scripts can drive any game with it, on any board and for any number of players: run
``keil gtp``. Colours are ``b`` or ``black`` and so on, points are named as on the board, a move is
a point, ``resign``, or a word that is possible now, such as ``pass``.

==================================  =============================================================
``protocol_version`` ``name`` ``version`` ``known_command`` ``list_commands`` ``quit``
                                    as in every engine
``boardsize N`` ``boardsize W H``   a new game of that size; N points along every side
``rectangular_boardsize W H``       the same
``clear_board``                     a new game with the same settings
``komi N``                          changes komi, not the position
``play COLOUR MOVE``                a move of the player whose turn it is
``genmove COLOUR``                  has the computer player choose the move, and plays it
``time_settings`` ``time_left``     obeyed by doing nothing: strength is a level, not time
``fixed_handicap N``                an empty board with N stones of Black; says their points
``place_free_handicap N``           the same, with as many of them as the board has places for
``set_free_handicap POINT...``      the same with these stones
``undo``                            takes back the last move, and so on back to the first
``final_score``                     ``B+3.5``, ``0``; as the board stands, while the game runs
``showboard``                       the board as text, with who is to move
``loadsgf FILE [N]``                loads a record, up to the position before move N if given
``printsgf``                        the game as a record
==================================  =============================================================

The following are for what Go does not have. Seats are numbered from 1, in the order of play; they
matter before the players have colours. A change of settings starts a new game.

==================================  =============================================================
``keil-games`` ``keil-game KEY``    the games; another game, with its default settings
``keil-players N``                  a new game for that many players
``keil-options``                    the settings, and what they may be
``keil-option KEY [VALUE]``         changes a setting; leaves it empty without VALUE, if it may be
``keil-to_move``                    ``1 black``: seat and colour to move; ``-`` when it is over
``keil-legal`` ``keil-words``       the legal moves; the words among them: ``pass``, ``komi 0..19``
``keil-say SEAT MOVE``              a move of that seat, in one or more words: ``1 komi 7``
``keil-genmove SEAT``               like ``genmove``
``keil-level [N]``                  plays at level 1 to 8 from now on; says the level without N
``keil-estimate``                   what every colour will have by the search, the lead's spread
``keil-score``                      the points of every colour as the board stands
``keil-state``                      all that two programs have to agree on, in one line
==================================  =============================================================
"""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import BinaryIO, TextIO

from engine import diagram, handicap
from engine.ai import LEVELS, MachineError, SearchPlayer, Thinker, Thoughts, choose
from engine.board import Board
from engine.game import Game, Measure, OptionError
from engine.outcome import player
from engine.position import (
    IllegalMoveError,
    Move,
    MoveError,
    Placement,
    Position,
    UnreadableMoveError,
    tidy,
)
from engine.protocols.errors import expected, option_error
from engine.protocols.lines import lines
from engine.protocols.session import GtpSession
from engine.record import RecordError, RecordProblem, read, sgf
from engine.turns import RESIGN

log = logging.getLogger(__name__)

USUAL = 5
"""The level at which moves are chosen until another is asked for."""
LONGEST_LINE = 1 << 16
"""The most bytes of one command; a longer one is refused unread."""
COLOURS = {
    "B": "black", "W": "white", "R": "red", "G": "green",
    "Y": "yellow", "P": "purple", "M": "magenta", "U": "blue",
}  # fmt: skip
"""The protocol's names for the colours of our letters; the letters will do too."""

Explain = Callable[[IllegalMoveError, Position, Game], str]
"""Why a move is illegal, as half a sentence."""


class FailureError(Exception):
    """A command that fails; the text is the answer."""


class Engine:
    """One side of a connection: a session, and the commands that change it."""

    def __init__(
        self,
        games: Mapping[str, Game],
        session: GtpSession,
        random: Random,
        open_file: Callable[[str], bytes],
        explain: Explain,
        version: str,
        thinker: Thinker | None = None,
    ) -> None:
        """``open_file`` raises `OSError` if it cannot read.

        ``thinker`` chooses moves; if None, or if it breaks off, the simple player does.
        """
        self.games = games
        self.session = session
        self.random = random
        self.open_file = open_file
        self.explain = explain
        self.version = version
        self.thinker: Thinker = thinker or SearchPlayer(None)
        self.level = LEVELS[USUAL - 1]
        self.closed = False
        """True if ``quit`` was received."""

    def answer(self, line: bytes) -> str | None:
        """The answer to one line, with the empty line that ends it; None if there is no command."""
        if len(line) > LONGEST_LINE:
            return "? syntax error: the line is longer than 64 KiB\n\n"
        text = line.decode(errors="surrogateescape").replace("\t", " ")
        text = re.sub(r"[\x00-\x1f\x7f]", "", text).partition("#")[0]
        number, words = "", [word for word in text.split(" ") if word]
        if words and re.fullmatch("[0-9]{1,10}", words[0]):
            number, *words = words
        if not words and not number:
            return None
        try:
            said = f"={number} {self._obey(words)}"
        except FailureError as failure:
            said = f"?{number} {failure}"
        except Exception as fault:
            log.exception("a fault of ours")
            said = f"?{number} internal fault: {type(fault).__name__}: {fault}"
        # An empty line would end the answer.
        return re.sub("[ \n]*\n", "\n", said.rstrip()) + "\n\n"

    def _obey(self, words: Sequence[str]) -> str:
        if not words:
            raise FailureError("syntax error: a number alone is no command")
        command, *given = words
        if command not in COMMANDS:
            raise FailureError("unknown command")
        wanted, run = COMMANDS[command]
        least = sum(not name.startswith("[") for name in wanted)
        endless = any(name.endswith("...") for name in wanted)
        if len(given) < least or (len(given) > len(wanted) and not endless):
            raise FailureError(f"syntax error: say {' '.join((command, *wanted))}")
        try:
            return run(self, *given)
        except (OptionError, RecordError) as error:
            raise FailureError(_plain(error)) from error

    # --- what every engine can do ---

    def _protocol_version(self) -> str:
        return "2"

    def _name(self) -> str:
        return "Keil"

    def _version(self) -> str:
        return self.version

    def _known_command(self, command: str) -> str:
        return "true" if command in COMMANDS else "false"

    def _list_commands(self) -> str:
        return "\n".join(COMMANDS)

    def _quit(self) -> str:
        self.closed = True
        return ""

    # --- the board ---

    def _boardsize(self, width: str, height: str | None = None) -> str:
        wanted = [_whole(text) for text in (width, height or width)]
        game = self.session.game
        options = game.measured(Measure.SIDE) or game.measured(Measure.WIDTH, Measure.HEIGHT)
        if not options or (len(options) == 1 and wanted[0] != wanted[1]):
            raise FailureError(f"unacceptable size: {game.name} has no such boards")
        try:
            sides = {option.key: side for option, side in zip(options, wanted, strict=False)}
            hexagons = {option.key: None for option in game.options if option.replaces}
            self.session = self.session.changed(hexagons | sides)
        except OptionError as error:
            raise FailureError(f"unacceptable size: {_plain(error)}") from error
        return ""

    def _clear_board(self) -> str:
        self.session = self.session.changed({})
        return ""

    def _komi(self, text: str) -> str:
        if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})", text):
            raise FailureError("syntax error: komi takes a number, such as 6.5")
        komi, game = float(text), self.session.game
        if game.measured(Measure.KOMI):
            try:
                self.session = self.session.with_komi(komi)
            except MoveError as error:
                raise FailureError(
                    "the players settle komi in this game: clear_board first"
                ) from error
        elif komi:
            raise FailureError(f"{game.name} is played without komi, so it takes 0 alone")
        return ""

    def _showboard(self) -> str:
        position = self.session.position
        drawn = diagram.labelled(position.board, position.stones, self.session.game.colours)
        return f"\n{drawn}\n to move: {self._to_move()}"

    def _fixed_handicap(self, text: str) -> str:
        board, number = self._empty_board(), _whole(text)
        if not handicap.LEAST <= number <= handicap.most(board):
            raise FailureError("invalid number of stones")
        return self._handicap(handicap.fixed(board, number))

    def _place_free_handicap(self, text: str) -> str:
        board, number = self._empty_board(), _whole(text)
        if number < handicap.LEAST or handicap.most(board) < handicap.LEAST:
            raise FailureError("invalid number of stones")
        return self._handicap(handicap.fixed(board, min(number, handicap.most(board))))

    def _set_free_handicap(self, *points: str) -> str:
        board, names = self._empty_board(), tuple(tidy(point) for point in points)
        if len(names) < handicap.LEAST or len({*names}) < len(names) or len(names) >= len(board):
            raise FailureError("bad vertex list")
        if not {*names} <= {*board.names}:
            raise FailureError("bad vertex list")
        self._handicap(names)
        return ""

    def _empty_board(self) -> Board:
        """The board, on which nothing may have been done yet, of a game for two."""
        match = self.session.match
        if match.turn_log.moves or match.setup is not None or match.first.stones:
            raise FailureError("board not empty")
        if self.session.seats != 2:
            raise FailureError("a handicap is for two players")
        return match.position.board

    def _handicap(self, points: tuple[str, ...]) -> str:
        old = self.session
        self.session = GtpSession(old.game, old.options, old.seats, handicap.setup(points))
        return " ".join(point.upper() for point in points)

    # --- records ---

    def _loadsgf(self, name: str, number: str | None = None) -> str:
        moves = None if number is None else max(0, _whole(number) - 1)
        by = next((g for g in (self.session.game, *self.games.values()) if g.like_go), None)
        try:
            data = self.open_file(name)
        except OSError as error:
            raise FailureError(f"cannot load file: {error.strerror}") from error
        try:
            self.session = GtpSession.of(read(data, self.games, by).match(), moves)
        except RecordError as error:
            raise FailureError(f"cannot load file: {_plain(error)}") from error
        return ""

    def _printsgf(self) -> str:
        return sgf.write(self.session.record()).decode()

    # --- moves ---

    def _play(self, colour: str, text: str) -> str:
        self._take(self._seat_of(colour), text)
        return ""

    def _genmove(self, colour: str) -> str:
        return self._choose(self._seat_of(colour))

    def _undo(self) -> str:
        if not self.session.undo():
            raise FailureError("cannot undo: nothing was played")
        return ""

    def _final_score(self) -> str:
        return self.session.verdict()

    def _seat_of(self, text: str) -> int:
        """The seat that plays the colour ``text``, which must be to move."""
        letters = self.session.game.colours[: self.session.seats]
        meant = [
            c for c, own in enumerate(letters) if text.lower() in (own.lower(), COLOURS.get(own))
        ]
        if not meant:
            names = " or ".join(COLOURS.get(letter, letter) for letter in letters)
            raise FailureError(f"syntax error: the colour must be {names}")
        colours = self.session.position.colours
        if colours is None:
            raise FailureError(
                "illegal move: nobody has a colour yet, see keil-words and use keil-say SEAT MOVE"
            )
        return self._checked(colours.index(meant[0]))

    def _checked(self, seat: int) -> int:
        """``seat``, which must be to move."""
        to_move = self.session.match.to_move
        if to_move is None:
            raise FailureError("illegal move: the game is over")
        if seat != to_move:
            raise FailureError(f"illegal move: it is {self._player(to_move)}'s turn")
        return seat

    def _player(self, seat: int) -> str:
        """The name for the player of a seat: ``Black``, ``the first player``."""
        name = player(self.session.game, self.session.position, seat)
        without_colour = self.session.position.colours is None
        return f"the {name}" if without_colour else COLOURS.get(name, name).capitalize()

    def _take(self, seat: int, text: str) -> None:
        """Play the move written as ``text``."""
        position, game = self.session.position, self.session.game
        text = tidy(text)
        if text != RESIGN:
            try:
                move = position.read(text)
            except UnreadableMoveError as error:
                point = _shown(Placement(position.board.names[0]))
                raise FailureError(
                    f"syntax error: a move is a point like {point}, {RESIGN}, or one of keil-words"
                ) from error
            refusal = position.why_not(move)
            if refusal is not None:
                raise FailureError(f"illegal move: {self.explain(refusal, position, game)}")
            text = position.write(move)
        self.session.take(seat, text)

    def _choose(self, seat: int) -> str:
        position, thoughts = self.session.position, self._thoughts()
        try:
            move = choose(position, thoughts, self.level, self.random, self.thinker)
        except MachineError:
            log.exception("the second look broke off, so the first one decides")
            move = choose(position, thoughts, self.level, self.random)
        self.session.take(seat, position.write(move))
        return _shown(move)

    def _thoughts(self) -> Thoughts:
        position = self.session.position
        effort = self.level.effort(position, self.random.getrandbits(31))
        try:
            return self.thinker.think(position, effort)
        except MachineError:
            log.exception("the search broke off, so the simple player moves")
            return SearchPlayer(None).think(position, effort)

    def _level(self, text: str = "") -> str:
        if text:
            number = _whole(text)
            if number not in range(1, len(LEVELS) + 1):
                raise FailureError(f"syntax error: the level must be 1 to {len(LEVELS)}")
            self.level = LEVELS[number - 1]
        return "" if text else str(self.level.number)

    def _estimate(self) -> str:
        if self.session.match.to_move is None:
            return self._score()
        thoughts = self._thoughts()
        lines = zip(self.session.game.colours, thoughts.score, strict=False)
        fields = [f"{letter} {points:.1f}" for letter, points in lines]
        return "\n".join([*fields, f"spread {thoughts.spread:.1f}"])

    def _ignore_time(self, *given: str) -> str:
        del given
        return ""

    # --- settings ---

    def _games(self) -> str:
        return "\n".join(f"{key}: {game.summary}" for key, game in self.games.items())

    def _game(self, key: str) -> str:
        if key not in self.games:
            raise FailureError(f"there is no such game: say one of {', '.join(self.games)}")
        self.session = GtpSession(self.games[key], {})
        return ""

    def _players(self, text: str) -> str:
        self.session = GtpSession(self.session.game, self.session.options, _whole(text))
        return ""

    def _options(self) -> str:
        game, options = self.session.game, self.session.options
        return "\n".join(
            f"{option.key} {option.write(options[option.key])}".rstrip()
            + f": {expected(option)}; {option.summary}"
            for option in game.options
        )

    def _option(self, key: str, text: str = "") -> str:
        game = self.session.game
        self.session = self.session.changed(game.with_presets({key: game.option(key).read(text)}))
        return ""

    # --- the game as it stands ---

    def _to_move(self) -> str:
        seat, colours = self.session.match.to_move, self.session.position.colours
        if seat is None:
            return "-"
        return str(seat + 1) + (f" {self._player(seat).lower()}" if colours else "")

    def _legal(self) -> str:
        if self.session.match.end is not None:
            return ""
        return "\n".join(_shown(move) for move in self.session.position.legal_moves())

    def _words(self) -> str:
        if self.session.match.end is not None:
            return ""
        return "\n".join(
            word.word
            if word.numbers is None
            else f"{word.word} {word.numbers[0]:g}..{word.numbers[-1]:g}"
            + ("" if word.whole else " by 0.5")
            for word in self.session.position.declarations()
        )

    def _say(self, seat: str, *words: str) -> str:
        self._take(self._numbered(seat), " ".join(words))
        return ""

    def _genmove_of(self, seat: str) -> str:
        return self._choose(self._numbered(seat))

    def _numbered(self, text: str) -> int:
        """The seat of this number, which must be to move."""
        if _whole(text) not in range(1, self.session.seats + 1):
            raise FailureError(f"syntax error: seats are numbered 1 to {self.session.seats}")
        return self._checked(_whole(text) - 1)

    def _score(self) -> str:
        score = self.session.position.score()
        letters = self.session.game.colours[: len(score)]
        return "\n".join(
            f"{letter} {points:g}" for letter, points in zip(letters, score, strict=True)
        )

    def _state(self) -> str:
        position, letters = self.session.position, self.session.game.colours
        colours = position.colours
        fields = {
            "ply": position.ply,
            "to_move": "-"
            if self.session.match.to_move is None
            else self.session.match.to_move + 1,
            "seats": "-" if colours is None else "".join(letters[c] for c in colours),
            "score": "/".join(f"{points:g}" for points in position.score()),
            "position": diagram.line(position.board, position.stones, letters),
        }
        return " ".join(f"{key}={value}" for key, value in fields.items())


def _whole(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise FailureError("syntax error: that must be a whole number")
    return int(text)


def _plain(error: OptionError | RecordError) -> str:
    """Why an option or a record is refused, without a full stop: ``Move 2, b4: suicide``."""
    cause = error.cause if isinstance(error, RecordError) else error
    if isinstance(cause, OptionError):
        return option_error(cause).rstrip(".")
    if isinstance(error, RecordError) and error.problem is RecordProblem.TURN:
        return f"Move {error.ply}, {error.move}: {error.cause}"
    return str(error)


def _shown(move: Move) -> str:
    """A move as the protocol writes it: points in capitals."""
    return move.point.upper() if isinstance(move, Placement) else move.word


_USAGES: Mapping[str, Callable[..., str]] = {
    "protocol_version": Engine._protocol_version,
    "name": Engine._name,
    "version": Engine._version,
    "known_command COMMAND": Engine._known_command,
    "list_commands": Engine._list_commands,
    "quit": Engine._quit,
    "boardsize N [HEIGHT]": Engine._boardsize,
    "rectangular_boardsize WIDTH HEIGHT": Engine._boardsize,
    "clear_board": Engine._clear_board,
    "komi N": Engine._komi,
    "play COLOUR MOVE": Engine._play,
    "genmove COLOUR": Engine._genmove,
    "time_settings MAIN BYO_YOMI STONES": Engine._ignore_time,
    "time_left COLOUR TIME STONES": Engine._ignore_time,
    "fixed_handicap N": Engine._fixed_handicap,
    "place_free_handicap N": Engine._place_free_handicap,
    "set_free_handicap POINT...": Engine._set_free_handicap,
    "undo": Engine._undo,
    "final_score": Engine._final_score,
    "showboard": Engine._showboard,
    "loadsgf FILE [N]": Engine._loadsgf,
    "printsgf": Engine._printsgf,
    "keil-games": Engine._games,
    "keil-game KEY": Engine._game,
    "keil-players N": Engine._players,
    "keil-options": Engine._options,
    "keil-option KEY [VALUE]": Engine._option,
    "keil-to_move": Engine._to_move,
    "keil-legal": Engine._legal,
    "keil-words": Engine._words,
    "keil-say SEAT MOVE...": Engine._say,
    "keil-genmove SEAT": Engine._genmove_of,
    "keil-level [N]": Engine._level,
    "keil-estimate": Engine._estimate,
    "keil-score": Engine._score,
    "keil-state": Engine._state,
}
COMMANDS = {
    usage.partition(" ")[0]: (tuple(usage.split()[1:]), run) for usage, run in _USAGES.items()
}
"""The arguments of each command, optional ones in brackets, and what it does."""


def serve(source: BinaryIO, sink: TextIO, engine: Engine) -> None:
    """Answer each command of ``source`` on ``sink``, at once, to ``quit`` or the end of input."""
    for line in lines(source, LONGEST_LINE):
        said = engine.answer(line)
        if said is not None:
            sink.write(said)
            sink.flush()
        if engine.closed:
            return
