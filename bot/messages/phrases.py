"""Small parts of sentences: people, times, points, colours, settings."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.messages.catalogue import has, text
from engine.clock import Clock
from engine.game import Game, Options, OptionValue
from engine.match import Match
from engine.position import Declaration
from engine.record.tree import JOINER
from engine.rest import MIDNIGHT
from engine.time_control import Kind, TimeControl, written

CONTENT_LIMIT = 2000
LONGEST_CHOICE = 100


def mention(user: int) -> str:
    """A mention; the sender decides whether it notifies. Of who has deleted their data: words."""
    return text("deleted-player") if user < 0 else f"<@{user}>"


def channel(channel_id: int) -> str:
    """The link to a channel or a thread, by its name."""
    return f"<#{channel_id}>"


def moment(at: datetime) -> str:
    """A time that every reader sees as how long from now."""
    return f"<t:{int(at.timestamp())}:R>"


def date(at: datetime) -> str:
    """A time that every reader sees as a date and a time of day."""
    return f"<t:{int(at.timestamp())}:f>"


def points(number: float) -> str:
    """A number of points: ``6``, ``6½``, ``½``, ``−3``."""
    whole, half = divmod(abs(number), 1)
    digits = f"{whole:.0f}" if whole or not half else ""
    return ("−" if number < 0 else "") + digits + ("½" if half else "")


def number_range(word: Declaration) -> tuple[str, str, str]:
    """Of the numbers that complete ``word`` the first, the last and the step: one or half."""
    numbers = word.numbers or (0,)
    return f"{numbers[0]:g}", f"{numbers[-1]:g}", "one" if word.whole else "half"


def colour(letter: str) -> str:
    """The name of a colour of stones; ``letter`` itself if it has none."""
    return text("colour", letter=letter)


def last_day(end: datetime) -> str:
    """The last day before ``end`` on the clock in whose zone ``end`` is, as every reader sees a
    date: noon in UTC, so that it tells no zone."""
    last = end - timedelta(microseconds=1)
    noon = last.replace(hour=12, minute=0, second=0, microsecond=0, tzinfo=UTC)
    return f"<t:{int(noon.timestamp())}:D>"


def clock_time(minutes: int) -> str:
    """A time of day: ``7:30``; ``minutes`` after midnight."""
    hour, minute = divmod(minutes % MIDNIGHT, 60)
    return f"{hour}:{minute:02}"


def exactly(time: timedelta) -> str:
    """A time in words: ``3 days``, ``90 seconds``."""
    number, unit = _in_one_unit(time)
    return text("duration", number=number, unit=unit)


def more(time: timedelta) -> str:
    """So much time besides: ``one more day``, ``90 more seconds``."""
    number, unit = _in_one_unit(time)
    return text("duration-more", number=number, unit=unit)


def _in_one_unit(time: timedelta) -> tuple[int, str]:
    short = written(time)
    unit = {"s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week"}[short[-1]]
    return int(short[:-1]), unit


def time_control(control: TimeControl) -> str:
    """A time control in words: ``3 days a move; clocks stop at night``."""
    words = _plain_time(control)
    if control.nights or control.weekends:
        words = text("time-stands-still", control=words, still=still(control))
    if control.first_look:
        words = text("time-first-look", control=words, within=exactly(control.look_within))
    return text("time-soft", control=words) if control.soft else words


def still(control: TimeControl) -> str:
    """The selector for when clocks stand still: at ``nights``, on ``weekends``, or ``both``."""
    return "nights" if not control.weekends else "both" if control.nights else "weekends"


def time_choice(control: TimeControl) -> str:
    """The same in a list to choose from, where Discord has room for 100 characters: in short if it
    is longer."""
    words = time_control(control)
    if len(words) <= LONGEST_CHOICE:
        return words
    words = _plain_time(control)
    if control.nights or control.weekends:
        words = text("time-stands-still.short", control=words, still=still(control))
    if control.first_look:
        words = text("time-first-look.short", control=words)
    words = text("time-soft.short", control=words) if control.soft else words
    return shortened(words, LONGEST_CHOICE)


def time_left(clock: Clock) -> str:
    """When the time of the player to move runs out."""
    if clock.overdue:
        return text("time-is-up")
    when = moment(clock.deadline)
    if clock.starts is not None:
        return text("time-left-unseen", starts=date(clock.starts), when=when)
    return text("time-left", when=when)


def _plain_time(control: TimeControl) -> str:
    if control.kind is Kind.PER_MOVE:
        return text("time-per-move", duration=exactly(control.period))
    if control.kind is Kind.NONE:
        return text("time-none")
    main = exactly(control.main)
    if control.kind is Kind.ABSOLUTE:
        return text("time-absolute", main=main)
    if control.kind is Kind.FISCHER:
        bonus, cap = exactly(control.bonus), exactly(control.cap)
        return text("time-fischer", main=main, bonus=bonus, cap=cap)
    number, period = control.periods, exactly(control.period)
    if not control.main:
        return text("time-periods", number=number, period=period)
    return text("time-byo-yomi", main=main, number=number, period=period)


def roughly(time: timedelta) -> str:
    """A time in words, in the unit of which it has two or more: ``90 minutes``, ``5 hours``."""
    units = (("day", 86400), ("hour", 3600), ("minute", 60))
    seconds = time.total_seconds()
    unit, whole = next((one for one in units if seconds >= 2 * one[1]), units[-1])
    return text("duration", number=max(round(seconds / whole), 1), unit=unit)


def in_units(time: timedelta) -> str:
    """A time in words, in its two largest units: ``2 days 5 hours``, ``0 seconds``."""
    left, parts = int(time.total_seconds()), list[str]()
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        number, left = divmod(left, size)
        if number or parts:
            parts.append(text("duration", number=number, unit=unit) if number else "")
    return " ".join(filter(None, parts[:2])) or text("duration", number=0, unit="second")


def option_value(game: Game, key: str, value: OptionValue) -> str:
    """One option of a game as people read it; empty if the value goes without saying."""
    if value is None:
        chosen, written = "open", ""
    elif isinstance(value, bool):
        chosen, written = ("on" if value else "off"), ""
    elif isinstance(value, int | float):
        chosen, written = "number", points(value)
    else:
        chosen, written = (value if value.isalpha() else f"v{value}"), value
    own = f"{game.key}-{key}" if has(f"setting-{game.key}-{key}.{chosen}") else key
    if has(f"setting-{own}.{chosen}"):
        return text(f"setting-{own}.{chosen}", value=written)
    name = key.replace("_", " ")
    return (
        text("setting", option=name, value=written)
        if written
        else text(f"setting.{chosen}", option=name)
    )


def settings(game: Game, options: Options, control: TimeControl) -> str:
    """Every setting of a match in one line."""
    values = [option_value(game, key, value) for key, value in game.in_force(options).items()]
    return facts([*filter(None, values), time_control(control)])


def address(server: int, channel_id: int, message: int | None) -> str | None:
    """The link to a message of ours; None if it is not posted."""
    if message is None:
        return None
    return f"{channel_address(server, channel_id)}/{message}"


def channel_address(server: int, channel_id: int) -> str:
    """The link to a channel or a thread."""
    return f"https://discord.com/channels/{server}/{channel_id}"


def listed(items: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``; ``joint`` is ``and``, ``or``, ``against`` or ``clauses``."""
    all_items = list(items)
    if len(all_items) < 2:
        return "".join(all_items)
    start = separated(all_items[:-1])
    return text("list-last", start=start, last=all_items[-1], joint=joint)


def separated(items: Iterable[str]) -> str:
    """``a, b, c``."""
    return text("list-separator").join(items)


def facts(items: Iterable[str]) -> str:
    """Several facts on one line: ``a · b · c``."""
    return text("fact-separator").join(items)


def shortened(long: str, limit: int) -> str:
    """``long``, cut at ``limit`` characters if it is longer."""
    return long if len(long) <= limit else long[: limit - 1] + "…"


def hours(time: timedelta) -> str:
    """A time in whole hours."""
    return text("duration", number=time // timedelta(hours=1), unit="hour")


def seat_name(match: Match, game: Game, seat: int) -> str:
    """The name for the player of a seat: the colour, if they have one yet."""
    colours = match.position.colours
    if colours is None:
        return text("player-without-colour", number=seat + 1)
    return colour(game.colours[colours[seat]])


def permissions(names: Iterable[str]) -> str:
    """Permissions as Discord calls them, in a list. ``names``: as discord.py calls them."""
    return listed(
        text("permission", name=text(f"permission-{name.replace('_', '-')}")) for name in names
    )


def plain(typed: str) -> str:
    """The text that a person typed, without invisible characters and those that Discord formats."""
    return "".join(c if c.isprintable() and c not in "`*_~|>@<#[]\\" else " " for c in typed)


def literal(typed: str) -> str:
    """The line that a person typed, as it was typed: Discord formats and links nothing in it."""
    shown = (c if c.isprintable() or c == JOINER else " " for c in typed)
    line = "".join(f"\\{c}" if c in "`*_~|>@<#[]\\-" else c for c in shown)
    line = line.replace("://", r"\://")
    return re.sub(r"^( *[0-9]+)\.", r"\1\\.", line)  # it would begin a list
