"""Records as text for people: who played what, numbered moves, diagrams. It is not read back."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from bot.messages import results
from bot.messages.boards import how_it_came
from bot.messages.catalogue import text
from bot.messages.endings import filled, score_table
from bot.messages.phrases import facts, option_value, seat_name, separated, time_control
from engine import diagram, record
from engine.game import Game
from engine.match import Match
from engine.position import named
from engine.record import Record
from engine.turns import NO_TIME, Turn, is_move

LONGEST_LINE = 1000
"""Bytes in which the first line must end, if a file is to be one of these."""
EVERY = 10
"""A diagram follows every move whose number is a multiple of this, and the last move."""


def write(played: Record) -> bytes:
    """The record as UTF-8. Raises `RecordError` if a turn is wrong."""
    return ("\n".join(_lines(played, played.match())) + "\n").encode()


FORMS: Mapping[str, Callable[[Record], bytes]] = MappingProxyType({**record.FORMS, "txt": write})
"""The writer of each form of file, by the ending of its name. All raise `RecordError`."""


def is_text_form(data: bytes, games: Mapping[str, Game]) -> bool:
    """True if the first line of a file is that of a record as text."""
    first = next(iter(data[:LONGEST_LINE].decode("utf-8-sig", "replace").splitlines()), "")
    endings = (text("record-text-title", title="", ruleset=game.ruleset) for game in games.values())
    return any(first.endswith(ending) for ending in endings)


def _lines(played: Record, match: Match) -> Iterator[str]:
    game = played.game
    yield text("record-text-title", title=played.title or game.name, ruleset=game.ruleset)
    chosen = [
        option_value(played.game, key, value)
        for key, value in played.game.in_force(played.options).items()
    ]
    if played.control is not None:
        chosen.append(time_control(played.control))
    yield facts(filter(None, chosen))
    yield separated(
        text("record-text-player", seat=seat_name(match, game, seat), name=name or "?")
        for seat, name in enumerate(played.players)
    )
    if played.began is not None:
        yield text("record-text-began", time=f"{played.began:%Y-%m-%d %H:%M}")
    yield ""
    yield from _turns(played)
    if match.end is None:
        yield text("record-text-running")
    else:
        yield text("record-text-result", result=results.result(match))
    yield from score_table(match, game)
    yield from filled(match)


def _turns(played: Record) -> Iterator[str]:
    """One line for each turn, diagrams between them."""
    match = Match.start(played.game, played.options, len(played.players), played.setup)
    drawn = -1
    if match.position.stones:
        yield from _diagram(match)
    for turn in played.turns:
        match = match.take(turn)
        yield _turn(match, turn)
        if is_move(turn.text) and match.position.ply % EVERY == 0:
            yield from _diagram(match)
            drawn = match.position.ply
    if match.position.ply != drawn:
        yield from _diagram(match)


def _turn(match: Match, turn: Turn) -> str:
    position = match.position
    number = f"{position.ply}." if is_move(turn.text) else ""
    line = f"{number:>5} {seat_name(match, match.game, turn.seat):<14} {turn.text:<8}"
    if is_move(turn.text) and position.captured:
        taken = " ".join(named(position.board, position.captured))
        line += f" {text('record-text-takes', points=taken)}"
    if how := how_it_came(match, turn):
        line += f" {how}"
    if turn.at != NO_TIME:
        line = f"{line:<45} {turn.at:%Y-%m-%d %H:%M:%S}"
    return line.rstrip()


def _diagram(match: Match) -> Iterator[str]:
    position = match.position
    yield ""
    ply = str(position.ply)
    yield text("record-text-after", ply=ply) if position.ply else text("record-text-before")
    yield from diagram.labelled(position.board, position.stones, match.game.colours).split("\n")
    yield ""
