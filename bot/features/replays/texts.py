"""The words of replays, of records and of games from files."""

import re
from collections.abc import Sequence

from bot.features.replays.service import MOST_IMPORTS
from bot.messages import boards, endings, refusals
from bot.messages.catalogue import text
from bot.messages.overlays import label_inline
from bot.messages.phrases import (
    CONTENT_LIMIT,
    listed,
    mention,
    seat_name,
    separated,
    shortened,
)
from bot.messages.records import sentence
from bot.messages.replays import plain_name, plain_title
from engine.game import Game
from engine.match import Ending, Match
from engine.record import Record, RecordError


def film_field(end: str) -> str:
    """The label of the field for one end of an animation: ``from`` or ``to``."""
    return text(f"field-film-{end}")


def shared(user: int, name: str, ply: int, last: int, shown: str) -> str:
    """Over a board that somebody shows to the channel."""
    who, title = mention(user), plain_title(name)
    if shown != "none":
        return text(
            "shared-overlay",
            who=who,
            title=title,
            ply=str(ply),
            last=str(last),
            overlay=label_inline(shown),
        )
    if not ply:
        return text("shared-beginning", who=who, title=title)
    return text("shared-board", who=who, title=title, ply=str(ply), last=str(last))


def shared_film(user: int, name: str, first: int, last: int, every: int) -> str:
    """Over an animation that somebody shows to the channel."""
    return text("shared-animation", who=mention(user), animation=film(name, first, last, every))


def film(name: str, first: int, last: int, every: int) -> str:
    """Over an animation that shows one of ``every`` plies."""
    title, begin, end = plain_title(name), str(first), str(last)
    if every == 1:
        return text("animation", title=title, first=begin, last=end)
    return text("animation-some", title=title, first=begin, last=end, every=str(every))


def bad_file(name: str, error: RecordError) -> str:
    """Why the game of a file is not shown."""
    return text("cannot-show-file", name=refusals.file_name(name), reason=sentence(error))


def legal_part(name: str, error: RecordError) -> str:
    """Why a file is shown only up to some ply."""
    return text("shown-up-to", name=refusals.file_name(name), reason=sentence(error))


def kept() -> str:
    """To the person who has imported a file."""
    return text("import-kept", number=MOST_IMPORTS)


def of_file(game: Game) -> str:
    """The title of a game from a file, in front of others."""
    return text("game-title-file", game=game.name)


def frame(name: str, match: Match, shown: Match, players: Sequence[str]) -> str:
    """The text over the board: who plays, the last move, and at the end the result.

    ``shown`` is ``match`` after some of its moves.
    """
    game, names = match.game, [plain_name(player, 40) or "?" for player in players]
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
        nameless = shown.position.colours is None or boards.settles(shown, turn)
        who = names[turn.seat] if nameless else seat_name(shown, game, turn.seat)
        done = boards.moved(shown, turn, who)
        if match.end is not None and (how := boards.how_it_came(shown, turn)):
            done += f" {how}"  # a secret while the game runs
        lines.append(text("replay-move", ply=str(ply), last=str(last), done=done))
    if ply == last and match.end:
        if match.end.seat is not None:
            resigned = match.end.how is Ending.RESIGNATION
            who = seat_name(match, game, match.end.seat)
            lines.append(text("replay-resigned" if resigned else "replay-timeout", who=who))
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
    names = listed(plain_name(name, 40) or "?" for name in kept.players)
    return text("record-file", title=plain_title(kept.title), players=names, form=form)
