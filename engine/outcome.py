"""How a match stands or has ended: the margin, Go's short form, and what to call the players.

SGF, the Go Text Protocol, the referee and the bot's messages all use it.
"""

from engine.game import Game
from engine.match import Ending, Match
from engine.position import Position

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
HOW = {Ending.RESIGNATION: "R", Ending.TIMEOUT: "T", Ending.AGREEMENT: "", Ending.ADJUDGED: ""}
"""The text after the plus sign if the result is not a margin."""


def margin(match: Match) -> float | None:
    """By how many points the leader is ahead of the next, among the players who have not left.

    None for games without points, and before players have colours.
    """
    score, colours = match.position.score(), match.position.colours
    if not score or colours is None:
        return None
    playing = match.turn_log.playing(match.seats)
    first, *others = sorted((score[colours[seat]] for seat in playing), reverse=True)
    return first - others[0] if others else None


def short_result(match: Match) -> str | None:
    """The result in Go's short form: ``B+3.5``, ``W+R`` (resigned), ``B+T`` (time), ``B+``, ``0``.

    ``0``: first place is shared; ``Void``: nobody has won or lost. While the match runs, it says
    who is ahead as the board stands. None if the winner has no colour.
    """
    end, position = match.end, match.position
    if end is not None and end.ranks is None:
        return "Void"
    winners = _leaders(match) if end is None else end.winners
    if len(winners) != 1:
        return "0"
    if position.colours is None:
        return None
    ahead = margin(match)
    by = "" if ahead is None else f"{ahead:.10g}"
    how = by if end is None else HOW.get(end.how, by)
    return f"{match.game.colours[position.colours[winners[0]]]}+{how}"


def player(game: Game, position: Position, seat: int) -> str:
    """The letter of a seat's colour, or ``first player`` and so on before there are colours."""
    if position.colours is None:
        return f"{ORDINALS[seat] if seat < len(ORDINALS) else seat + 1} player"
    return game.judged_colours[position.colours[seat]]


def _leaders(match: Match) -> tuple[int, ...]:
    """The seats with the most points as the board stands."""
    score, colours = match.position.score(), match.position.colours
    if not score or colours is None:
        return ()
    points = {seat: score[colours[seat]] for seat in match.turn_log.playing(match.seats)}
    return tuple(seat for seat, own in points.items() if own == max(points.values()))
