"""The words of polls."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from bot.messages.catalogue import text
from bot.messages.phrases import (
    channel,
    hours,
    permissions,
    plain,
    seat_name,
    shortened,
)
from bot.service.live_match import LiveMatch

LONGEST_ANSWER = 55
"""The most characters that Discord allows in an answer of a poll."""


def question(live: LiveMatch) -> str:
    """The question of the poll; it names the game, by which the bot recognises it."""
    return text("poll-question", game=live.match.game.name, match=str(live.id))


def answers(live: LiveMatch, names: Mapping[int, str]) -> list[str]:
    """The players who have not left, by colour and name, then that nobody is ahead."""
    match = live.match
    players = [
        text(
            "poll-player",
            seat=seat_name(match, match.game, seat),
            player=plain(names[live.players[seat]]).strip(),
        )
        for seat in match.turn_log.playing(match.seats)
    ]
    return [shortened(player, LONGEST_ANSWER) for player in players] + [text("poll-even")]


def sent(channel_id: int, time: timedelta) -> str:
    """To the one who asked for the poll."""
    return text("poll-sent", channel=channel(channel_id), time=hours(time))


def there(link: str | None) -> str:
    """To somebody who asks for a second poll."""
    return text("poll-there") if link is None else text("poll-there-at", link=link)


def impossible(channel_id: int, missing: Iterable[str]) -> str:
    """The bot lacks permissions for a poll; ``missing`` are discord.py's names."""
    lacks = permissions(missing)
    return text("poll-without-permissions", channel=channel(channel_id), permissions=lacks)
