"""Small parts of sentences: people, times, points, colours, settings."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from engine.clock import TimeControl
from engine.match import Match
from engine.position import Game, Options, OptionValue

CONTENT_LIMIT = 2000

COLOURS = {"B": "Black", "W": "White", "R": "Red", "G": "Green", "Y": "Yellow", "P": "Purple"}

WORDS = {
    "pass": "Pass",
    "button": "Take the button",
    "komi": "Name komi",
    "black": "Play Black",
    "white": "Play White",
}

LEFT_OPEN = {"komi": "by the pie"}
"""What it means that an option was left out."""


def mention(user: int) -> str:
    """A mention; whether it notifies is decided where it is sent."""
    return f"<@{user}>"


def moment(at: datetime) -> str:
    """A time that every reader sees in their own zone, as how long from now."""
    return f"<t:{int(at.timestamp())}:R>"


def points(number: float) -> str:
    """A number of points: ``6``, ``6½``, ``½``, ``−3``."""
    whole, half = divmod(abs(number), 1)
    digits = f"{whole:.0f}" if whole or not half else ""
    return ("−" if number < 0 else "") + digits + ("½" if half else "")


def colour(letter: str) -> str:
    """What a colour of stones is called."""
    return COLOURS.get(letter, letter)


def every(per_move: timedelta) -> str:
    """A time per move in words: ``3 days``, ``90 seconds``."""
    text = TimeControl(per_move).write()
    unit = {"s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week"}[text[-1]]
    return f"{text[:-1]} {unit}" if text[:-1] == "1" else f"{text[:-1]} {unit}s"


def option_value(key: str, value: OptionValue) -> str:
    """One option of a game as people read it."""
    if value is None:
        return f"{key} {LEFT_OPEN.get(key, 'open')}"
    if isinstance(value, bool):
        return f"with {key}" if value else f"no {key}"
    if isinstance(value, int | float):
        return f"{key} {points(value)}"
    return f"{key} {value}"


def settings(options: Options, per_move: timedelta) -> str:
    """Every setting of a match in one line."""
    told = [option_value(key, value) for key, value in options.items()]
    return " · ".join([*told, f"{every(per_move)} a move"])


def move_text(text: str) -> str:
    """A move inside a sentence."""
    if text == "pass":
        return "passed"
    if text == "button":
        return "took the button"
    if text in ("black", "white"):
        return f"chose {text.capitalize()}"
    if text.startswith("komi "):
        return f"named {text}"
    return f"played {text}"


def address(server: int, place: int, message: int | None) -> str | None:
    """Where a message of ours is; None where it is not posted."""
    if message is None:
        return None
    return f"https://discord.com/channels/{server}/{place}/{message}"


def listed(items: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``."""
    all_items = list(items)
    if len(all_items) < 2:
        return "".join(all_items)
    return f"{', '.join(all_items[:-1])} {joint} {all_items[-1]}"


def shortened(text: str, limit: int) -> str:
    """``text``, cut at ``limit`` characters where it is longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def hours(time: timedelta) -> str:
    """A time in whole hours."""
    return f"{time // timedelta(hours=1)} hours"


def seat_name(match: Match, game: Game, seat: int) -> str:
    """Who plays for a seat: the colour where it has one."""
    colours = match.position.colours
    if colours is None:
        return ("First player", "Second player")[seat] if seat < 2 else f"Player {seat + 1}"
    return colour(game.colours[colours[seat]])


def plain(text: str) -> str:
    """What a person typed, without characters that Discord would format or that hide."""
    return "".join(c if c.isprintable() and c not in "`*_~|>@<#[]\\" else " " for c in text)
