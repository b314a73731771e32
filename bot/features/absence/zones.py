"""Time zones as people choose them: by what their clock says, or by the name of a city."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

from bot.chat.common.home_zone import city
from engine.rest import zone_of

CITIES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Vancouver"),
    *("America/Denver", "America/Phoenix", "America/Chicago", "America/Mexico_City"),
    *("America/New_York", "America/Toronto", "America/Bogota", "America/Lima"),
    *("America/Halifax", "America/Santiago", "America/Caracas", "America/Sao_Paulo"),
    *("America/Argentina/Buenos_Aires", "Atlantic/Azores", "Atlantic/Cape_Verde"),
    *("Europe/London", "Europe/Lisbon", "Africa/Accra", "Europe/Berlin", "Europe/Paris"),
    *("Africa/Lagos", "Europe/Helsinki", "Europe/Athens", "Africa/Johannesburg", "Africa/Cairo"),
    *("Europe/Moscow", "Europe/Istanbul", "Africa/Nairobi", "Asia/Tehran", "Asia/Dubai"),
    *("Asia/Karachi", "Asia/Tashkent", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok"),
    *("Asia/Jakarta", "Asia/Shanghai", "Asia/Singapore", "Australia/Perth", "Asia/Tokyo"),
    *("Asia/Seoul", "Australia/Adelaide", "Australia/Sydney", "Pacific/Auckland"),
)
"""From west to east: some for every time of day that many people have."""
MOST_OFFERED = 25
"""How many options a select of Discord's has."""
MOST_NAMED = 3
"""Cities named beside a time."""


def by_time(now: datetime, own: str) -> list[tuple[str, datetime, Sequence[str]]]:
    """The times that people may have now: a zone for each, the time there, and its cities.

    ``own``: the zone that stands for its time; those nearest to it, if there are too many.
    """
    found = dict[timedelta, list[str]]()
    for zone in (own, *CITIES):
        cities = found.setdefault(_offset(now, zone), [])
        if zone not in cities:
            cities.append(zone)
    here = _offset(now, own)
    nearest = sorted(found, key=lambda offset: abs(offset - here))[:MOST_OFFERED]
    return [
        (zone, now.astimezone(zone_of(zone)), [city(each) for each in found[offset]])
        for offset in sorted(nearest)
        for zone in found[offset][:1]
    ]


def _offset(now: datetime, zone: str) -> timedelta:
    return now.astimezone(zone_of(zone)).utcoffset() or timedelta()


def is_zone(name: str) -> bool:
    """True if there is a zone of this name, wherever the program runs."""
    return name in _names()


def named(typed: str) -> list[str]:
    """The zones that somebody can mean by this: that of this name, else those of cities of this
    name, else those of cities whose names begin so."""
    wanted = typed.strip().casefold().replace(" ", "_")
    for name, whole in ((str, True), (_place, True), (_place, False)):
        names = ((zone, name(zone).casefold()) for zone in sorted(_names()) if wanted)
        found = [z for z, it in names if it == wanted or (not whole and it.startswith(wanted))]
        if found:
            known = [zone for zone in found if zone in CITIES]  # some cities have two zones
            return known if len(known) == 1 == len({*map(city, found)}) else found
    return []


def _place(zone: str) -> str:
    return zone.rpartition("/")[2]


def matching(typed: str) -> list[str]:
    """The zones in whose names this text is, those of cities that begin with it first."""
    wanted = typed.strip().casefold().replace(" ", "_")
    found = [zone for zone in _names() if wanted in zone.casefold()]
    return sorted(found, key=lambda z: (not city(z).casefold().startswith(typed.casefold()), z))


@cache
def _names() -> frozenset[str]:
    """Those of places, and UTC: no others mean the same on every machine."""
    places = (zone for zone in available_timezones() if "/" in zone)
    return frozenset(["UTC", *(zone for zone in places if not zone.startswith("Etc/"))])
