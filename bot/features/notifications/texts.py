"""The words about how people are called."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.common.home_zone import city
from bot.features.notifications.service import News
from bot.features.notifications.store import Chosen
from bot.messages import private
from bot.messages.catalogue import text
from bot.messages.phrases import address, channel_address, clock_time, listed, mention
from bot.service.calls import Where
from bot.storage.rows import StoredMatch
from engine.clock import Reminder
from engine.game import Game
from engine.rest import Night

MOST_LISTED, ROOM = 10, 850
"""Games in each list, and the characters that a list has room for: there can be two."""


def where(place: Where) -> str:
    """A choice of where one is called."""
    return text("notify-where-choice", where=place)


def when(reminder: Reminder) -> str:
    """A choice of when one is reminded."""
    return text("notify-when-choice", when=reminder)


def hours(night: Night) -> str:
    """A choice of quiet hours: ``22:00 to 8:00``."""
    return text("notify-hours", begins=clock_time(night.begins), ends=clock_time(night.ends))


def chosen(now: Chosen) -> str:
    """How somebody is called from now on."""
    lines = [text("notify-refused")] if now.refused else []
    lines.append(text("notify-where", where=now.where))
    if now.where is Where.NOWHERE:
        return "\n".join(lines)
    when = listed(text("notify-when-part", when=one) for one in Reminder if one in now.reminders)
    lines.append(text("notify-when", when=when or "none"))
    if (quiet := now.quiet_hours) is not None and quiet.night is not None:
        lines.append(text("notify-quiet", hours=hours(quiet.night), city=city(quiet.zone)))
    return "\n".join(lines)


def news(news: News, games: Mapping[str, Game], now: datetime, *, calls: bool) -> str:
    """The games that wait for somebody, and those that have ended. ``calls``: with a mention."""
    parts = [mention(news.user)] if calls else []
    waiting = text("notify-waiting", number=len(news.waiting))
    over = text("notify-over", number=len(news.over))
    for head, matches in ((waiting, news.waiting), (over, news.over)):
        if matches:
            rows = [(match, _link(match, news)) for match in matches[:MOST_LISTED]]
            parts.append(f"{head}\n{private.games(rows, games, news.user, now, ROOM)}")
    return "\n".join([*parts, *([text("notify-not-direct")] if calls and news.refused else [])])


def _link(match: StoredMatch, news: News) -> str:
    """The newest board of a match, or its channel."""
    board = address(match.server, match.channel_id, news.boards[match.id])
    return board or channel_address(match.server, match.channel_id)
