"""The words of replays, of records and of games from files."""

import re
from collections.abc import Sequence

from bot.host import MOST_IMPORTS
from bot.messages import boards
from bot.messages.phrases import CONTENT_LIMIT, listed, move_text, plain, seat_name, shortened
from engine.match import Ending, Match
from engine.position import Game
from engine.record import Record

KEPT = (
    f"Here is the game of your file. I keep your last {MOST_IMPORTS}, so this stays good to press."
)

FORM_NAMES = {
    "sgf": "SGF, which other programs open",
    "json": "JSON, with everything that was done",
    "txt": "text, with numbered moves and diagrams",
}


def title(game: Game, key: int) -> str:
    """What a match is called."""
    return f"{game.name} #{key}"


def of_file(game: Game) -> str:
    """What a game from a file is called before others."""
    return f"{game.name}, a game from a file"


def plain_title(name: str) -> str:
    """A title that may come from a file, without what Discord would format."""
    return _plain(name, 80) or "Game"


def _plain(name: str, longest: int) -> str:
    # A number sign is kept: only at the start of a line, or after a bracket, it means something.
    kept = "#".join(plain(part) for part in name.split("#"))
    return shortened(" ".join(kept.split()), longest)


def frame(name: str, match: Match, shown: Match, players: Sequence[str]) -> str:
    """Over the board: who plays, what the last move was, at the end the result.

    ``shown`` is ``match`` after some of its moves.
    """
    game, people = match.game, _people(match, players)
    ply, last = len(shown.course.moves), len(match.course.moves)
    head = f"**{plain_title(name)}** · {', '.join(people)}"
    if not ply:
        where = f"The beginning, {last} {'ply follows' if last == 1 else 'plies follow'}."
    else:
        turn = shown.course.moves[-1]
        who = seat_name(shown, game, turn.seat)
        where = f"Ply {ply} of {last}: {who} {move_text(turn.text)}{boards.taken(shown)}."
    lines = [head, where]
    if ply == last and match.end:
        if match.end.seat is not None:
            gave_up = "ran out of time" if match.end.how is Ending.TIMEOUT else "resigned"
            lines.append(f"{seat_name(match, game, match.end.seat)} {gave_up}.")
        lines += [boards.outcome(match, people, "the game"), *boards.score_sheet(match, game)]
    return shortened("\n".join(lines), CONTENT_LIMIT - 100)


def _people(match: Match, players: Sequence[str]) -> list[str]:
    named = (_plain(name, 40) or "?" for name in players)
    return [f"{seat_name(match, match.game, seat)} {name}" for seat, name in enumerate(named)]


def ply_in(typed: str) -> int | None:
    """The number that somebody typed, None where it is none."""
    found = re.fullmatch(r"\s*(?:ply)?\s*([0-9]{1,6})\s*", typed, re.ASCII | re.IGNORECASE)
    return int(found[1]) if found else None


def no_such_plies(last: int) -> str:
    """To numbers that are none of an animation."""
    return (
        "Those are no plies of this game: type two whole numbers "
        f"from 0 to {last}, the lower first."
    )


def no_such_ply(last: int) -> str:
    """To a number that is none of a ply."""
    return f"That is no ply of this game: type a whole number from 0 to {last}."


def record(kept: Record, form: str) -> str:
    """Beside the file of a record."""
    names = listed(_plain(name, 40) or "?" for name in kept.players)
    return f"**{plain_title(kept.title)}**, {names}: the record as {FORM_NAMES[form]}."
