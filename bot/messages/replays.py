"""The words of replays, of records and of games from files."""

import re
from collections.abc import Sequence

from bot.messages import boards, endings
from bot.messages.catalogue import text
from bot.messages.phrases import (
    CONTENT_LIMIT,
    listed,
    plain,
    seat_name,
    separated,
    shortened,
)
from bot.service.imports import MOST_IMPORTS
from engine.game import Game
from engine.match import Ending, Match
from engine.record import Record


def kept() -> str:
    """To the person who has imported a file."""
    return text("import-kept", number=MOST_IMPORTS)


def title(game: Game, key: int) -> str:
    """The title of a match."""
    return text("game-title", game=game.name, id=str(key))


def of_file(game: Game) -> str:
    """The title of a game from a file, in front of others."""
    return text("game-title-file", game=game.name)


def plain_title(name: str) -> str:
    """A title that may come from a file, without what Discord would format."""
    return _plain(name, 80) or text("game-title-none")


def _plain(name: str, longest: int) -> str:
    # A number sign is kept: it has a meaning only at the start of a line, or after a bracket.
    kept = "#".join(plain(part) for part in name.split("#"))
    return shortened(" ".join(kept.split()), longest)


def frame(name: str, match: Match, shown: Match, players: Sequence[str]) -> str:
    """The text over the board: who plays, the last move, and at the end the result.

    ``shown`` is ``match`` after some of its moves.
    """
    game, names = match.game, [_plain(player, 40) or "?" for player in players]
    people = [
        text("replay-player", seat=seat_name(match, game, seat), player=player)
        for seat, player in enumerate(names)
    ]
    ply, last = len(shown.turn_log.moves), len(match.turn_log.moves)
    lines = [text("replay-head", title=plain_title(name), players=separated(people))]
    if not ply:
        lines.append(text("replay-beginning", last=last))
    else:
        turn = shown.turn_log.moves[-1]
        nameless = shown.position.colours is None or turn.text in ("black", "white")
        who = names[turn.seat] if nameless else seat_name(shown, game, turn.seat)
        done = boards.moved(shown, turn, who)
        lines.append(text("replay-move", ply=str(ply), last=str(last), done=done))
    if ply == last and match.end:
        if match.end.seat is not None:
            timeout, who = match.end.how is Ending.TIMEOUT, seat_name(match, game, match.end.seat)
            lines.append(text("replay-timeout" if timeout else "replay-resigned", who=who))
        lines += [endings.outcome(match, people), *endings.score_sheet(match, game)]
    return shortened("\n".join(lines), CONTENT_LIMIT - 100)


def ply_in(typed: str) -> int | None:
    """The number that somebody typed; None if it is not a number."""
    found = re.fullmatch(r"\s*(?:ply|move)?\s*([0-9]{1,6})\s*", typed, re.ASCII | re.IGNORECASE)
    return int(found[1]) if found else None


def no_such_plies(last: int) -> str:
    """To somebody who typed moves that the game does not have."""
    return text("replay-no-such-moves", last=str(last))


def no_such_ply(last: int) -> str:
    """To somebody who typed a move that the game does not have."""
    return text("replay-no-such-move", last=str(last))


def record(kept: Record, form: str) -> str:
    """Beside the file of a record."""
    names = listed(_plain(name, 40) or "?" for name in kept.players)
    return text("record-file", title=plain_title(kept.title), players=names, form=form)
