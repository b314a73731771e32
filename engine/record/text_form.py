"""Records as text for people: who played what, numbered moves, diagrams. It is not read back."""

from collections.abc import Iterator

from engine import diagram
from engine.clock import TimeControl
from engine.game import Game
from engine.match import Ending, Match
from engine.outcome import player
from engine.position import Position, named
from engine.record.record import Record
from engine.turns import NO_TIME, Turn, is_move

EVERY = 10
"""A diagram follows each move with a multiple of this number, and the last one."""


def write(record: Record) -> bytes:
    """The record as UTF-8. Raises `RecordError` where a turn is wrong."""
    return ("\n".join(_lines(record, record.match())) + "\n").encode()


def _lines(record: Record, match: Match) -> Iterator[str]:
    game = record.game
    yield f"{record.title or game.name}, rules {game.ruleset}"
    yield ", ".join(
        f"{option.key} {option.write(record.options[option.key]) or 'open'}"
        for option in game.options
    )
    yield ", ".join(f"{_who(match, seat)}: {_name(record, seat)}" for seat in range(match.seats))
    if record.began is not None:
        yield f"began {record.began:%Y-%m-%d %H:%M} UTC"
    if record.per_move is not None:
        yield f"time for each move {TimeControl(record.per_move).write()}"
    yield ""
    yield from _turns(record)
    yield from _result(match)


def _turns(record: Record) -> Iterator[str]:
    """One line for each turn, diagrams between them."""
    match = Match.start(record.game, record.options, len(record.players))
    drawn = -1
    for turn in record.turns:
        match = match.take(turn)
        yield _turn(match, turn)
        if is_move(turn.text) and match.position.ply % EVERY == 0:
            yield from _diagram(match.game, match.position)
            drawn = match.position.ply
    if match.position.ply != drawn:
        yield from _diagram(match.game, match.position)


def _turn(match: Match, turn: Turn) -> str:
    position = match.position
    number = f"{position.ply}." if is_move(turn.text) else ""
    line = f"{number:>5} {_who(match, turn.seat):<7} {turn.text:<8}"
    if is_move(turn.text) and position.captured:
        line += f" takes {' '.join(named(position.board, position.captured))}"
    if turn.at != NO_TIME:
        line = f"{line:<40} {turn.at:%Y-%m-%d %H:%M:%S}"
    return line.rstrip()


def _diagram(game: Game, position: Position) -> Iterator[str]:
    yield ""
    yield f"After ply {position.ply}:"
    yield from diagram.labelled(position.board, position.stones, game.colours).split("\n")
    yield ""


def _who(match: Match, seat: int) -> str:
    return player(match.game, match.position, seat)


def _name(record: Record, seat: int) -> str:
    return record.players[seat] or "?"


HOW = {
    Ending.SCORE: "by score",
    Ending.RESIGNATION: "by resignation",
    Ending.TIMEOUT: "on time",
    Ending.AGREEMENT: "by agreement",
}
NOBODY_LOST = {
    Ending.CLOSED: "It was closed before the first stone",
    Ending.CANCELLED: "It was cancelled by agreement",
    Ending.GONE: "Its channel is gone",
}


def _result(match: Match) -> Iterator[str]:
    end = match.end
    if end is None:
        yield "The game goes on."
        return
    if end.ranks is None:
        yield f"{NOBODY_LOST[end.how]}: nobody has lost."
        return
    first = " and ".join(_who(match, seat) for seat in end.winners)
    won = "wins" if len(end.winners) == 1 else "share the first place"
    yield f"{first} {won} {HOW[end.how]}."
    if match.seats > 2:
        places = sorted(range(match.seats), key=end.ranks.__getitem__)
        yield f"Places: {', '.join(f'{end.ranks[s]} {_who(match, s)}' for s in places)}."
    for letter, lines in zip(match.game.colours, match.position.score_lines(), strict=False):
        parts = ", ".join(f"{line.name} {line.points:g}" for line in lines)
        yield f"{letter}: {parts}, total {sum(line.points for line in lines):g}"
