"""Texts for the lists of running games."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.messages import boards
from bot.messages.catalogue import text
from bot.messages.labels import LONGEST_DESCRIPTION
from bot.messages.phrases import (
    address,
    channel,
    facts,
    listed,
    moment,
    shortened,
)
from bot.service.live_match import LiveMatch


def page(rows: Sequence[tuple[LiveMatch, int | None, datetime]], first: int, number: int) -> str:
    """A page of the running games; ``first`` counts from 1.

    ``rows``: each with the message of its newest board, and when its last turn was.
    """
    lines = [_watched(*row) for row in rows]
    if number > len(rows):
        last = first + len(rows) - 1
        lines.append(text("watch-pages", first=str(first), last=str(last), number=str(number)))
    return "\n".join(lines)


def _watched(live: LiveMatch, message: int | None, moved: datetime) -> str:
    match, game, when = live.match, live.match.game, moment(moved)
    parts = [*boards.which(live, game), boards.seating(live, game)]
    if match.position.ply:
        parts.append(text("board-ply", ply=str(match.position.ply)))
    parts.append(boards.paused(live) if live.paused else boards.to_move(match, game))
    parts += boards.away(live)
    parts.append(text("watch-last", when=when) if match.ply else text("watch-began", when=when))
    link = address(live.server, live.channel_id, message)
    return facts([*parts, link or channel(live.channel_id)])


def choice(live: LiveMatch, names: Mapping[int, str]) -> str:
    """A game in a select."""
    players = listed((names[user] for user in live.players), "against")
    content = text("choice-watched", match=str(live.id), game=live.match.game.name, players=players)
    return shortened(content, LONGEST_DESCRIPTION)
