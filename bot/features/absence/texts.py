"""The words about nights, zones and vacation."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.chat.common.home_zone import city
from bot.features.absence.service import Presence, Waiting
from bot.messages.catalogue import text
from bot.messages.phrases import (
    clock_time,
    date,
    in_units,
    last_day,
    listed,
    mention,
    shortened,
    still,
)
from engine.rest import USUAL_NIGHT, Night, zone_of
from engine.time_control import TimeControl

DAY = timedelta(days=1)
MOST_CALLED, LONGEST_LIST = 50, 500
"""People whom one note calls, and characters of its list of games."""
MOST_ZONES = 8


def night(of: Night) -> str:
    """The hours of sleep: ``23:00 to 7:00``."""
    return text("absence-night", begins=clock_time(of.begins), ends=clock_time(of.ends))


def zone_choice(there: datetime, cities: Sequence[str], most: int) -> str:
    """A choice of what one's clock says now: ``14:32 – Berlin, Paris, Lagos``."""
    time = clock_time(there.hour * 60 + there.minute)
    return text("absence-zone-choice", time=time, cities=", ".join(cities[:most]))


def no_zone(typed: str, named: Sequence[str]) -> str:
    """That no zone has this name, or that all of ``named`` can be meant."""
    if not named:
        return text("absence-no-zone", typed=typed)
    if len(named) > MOST_ZONES:
        return text("absence-many-zones", typed=typed)
    return text("absence-which-zone", typed=typed, zones=listed(named, "or"))


def your_time(presence: Presence, now: datetime, *, changed: bool) -> str:
    """What is known of somebody's days and nights; ``changed``: by what they have just done."""
    rest = presence.rest
    there = now.astimezone(zone_of(rest.zone))
    said = [
        text(
            "absence-your-time",
            time=clock_time(there.hour * 60 + there.minute),
            city=city(rest.zone),
            night="none" if rest.night is None else night(rest.night),
        ),
        text("absence-your-time-means"),
    ]
    return "\n".join([*said, text("absence-next-turn")] if changed else said)


def guessed(presence: Presence, control: TimeControl) -> str:
    """To somebody who has just agreed to a game in which clocks stand still, for the first time."""
    rest = presence.rest
    said = night(rest.night or USUAL_NIGHT)
    return text("absence-guessed", city=city(rest.zone), night=said, still=still(control))


def vacation(presence: Presence) -> str:
    """Whether somebody is away, and what vacation they have left."""
    away, left = presence.rest.away, presence.vacation.left
    said = [
        text("absence-here")
        if away is None
        else text("absence-away", until=date(away.ends), games=presence.games)
    ]
    said.append(text("absence-left", left=in_units(left) if left >= DAY else "less"))
    said.append(text("absence-automatic", automatic="yes" if presence.vacation.automatic else "no"))
    return "\n".join(said)


def away(waiting: Waiting) -> str:
    """To those who wait for somebody who has gone away, or to whom a day was taken."""
    games = shortened(listed(f"#{match}" for match in waiting.matches), LONGEST_LIST)
    if waiting.until is None or not waiting.told:
        return away_head(waiting)
    if waiting.taken:
        return f"{away_head(waiting)} {text('absence-taken', games=games)}"
    others = listed(map(mention, waiting.told[:MOST_CALLED]))
    return f"{away_head(waiting)} {text('absence-wait', others=others, games=games)}"


def away_head(waiting: Waiting) -> str:
    """Who is away, and until when; or that they are back."""
    who = mention(waiting.user)
    if waiting.until is None:
        return text("absence-back", who=who)
    return f"{text('board-away', who=who, until=last_day(waiting.until))}."


def for_days(time: timedelta) -> str:
    """The button that goes away for so long."""
    return text("button-away", days=time // DAY)
