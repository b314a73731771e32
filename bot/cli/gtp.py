"""``keil gtp``: a Go Text Protocol engine over standard input and output."""

import argparse
import contextlib
import logging
import sys
from collections.abc import Generator, Mapping
from importlib.metadata import version
from random import Random
from typing import TextIO

from bot.cli.exits import WRONG_USE, refuse
from bot.cli.records import contents
from bot.core_files import machine
from bot.messages import options, refusals
from engine.ai import MachineError, SearchPlayer
from engine.game import Game, OptionError, OptionProblem, OptionValue
from engine.protocols import gtp
from engine.protocols.session import GtpSession

log = logging.getLogger(__name__)


def run(arguments: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Obey commands until ``quit``. Returns the exit status."""
    try:
        engine = _engine(arguments, games)
    except OptionError as error:
        return refuse(options.sentence(error), WRONG_USE)
    with contextlib.suppress(KeyboardInterrupt), _answers() as sink:
        gtp.serve(sys.stdin.buffer, sink, engine)
    return 0


def _engine(arguments: argparse.Namespace, games: Mapping[str, Game]) -> gtp.Engine:
    """An engine for the game that the arguments name. Raises `OptionError`."""
    like_go = (key for key, game in games.items() if game.like_go)  # what Go programs can play
    key = next(like_go, next(iter(games))) if arguments.game is None else arguments.game
    if key not in games:
        raise OptionError("game", OptionProblem.GAME, games=", ".join(games))
    chosen: dict[str, OptionValue] = {}
    for pair in arguments.option:
        name, _, text = pair.partition("=")
        chosen[name] = games[key].option(name).read(text)
    return gtp.Engine(
        games=games,
        session=GtpSession(games[key], chosen, arguments.players),
        random=Random(arguments.seed),
        open_file=contents,
        explain=refusals.because,
        version=version("keil"),
        thinker=_thinker(),
    )


def _thinker() -> SearchPlayer:
    """The computer player; without the machine the simple one, and a line says why."""
    try:
        return SearchPlayer(machine())
    except MachineError as error:
        log.warning("the simple player chooses the moves: %s", error)
        return SearchPlayer(None)


@contextlib.contextmanager
def _answers() -> Generator[TextIO]:
    """Standard output for a protocol: the same bytes everywhere, even if nobody listens."""
    sink = open(  # noqa: SIM115 (closed below, where closing may fail)
        sys.stdout.fileno(), "w", encoding="utf-8", errors="replace", newline="\n", closefd=False
    )
    with contextlib.suppress(BrokenPipeError):
        with contextlib.suppress(BrokenPipeError):
            yield sink
        sink.close()
