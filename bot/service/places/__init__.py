"""The places in which matches can live, a file each; who adds one adds a file, and no line here."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from bot.service.place import Place
from bot.storage.rows import BOARDS


@cache
def all_places() -> Mapping[str, Place]:
    """Every place, by its key, in the order in which people choose between them."""
    found = [
        import_module(f"{__name__}.{one.name}").PLACE for one in pkgutil.iter_modules(__path__)
    ]
    return {place.key: place for place in sorted(found, key=lambda place: place.order)}


def choices() -> list[str]:
    """The keys of the places that people can choose."""
    return [place.key for place in all_places().values() if place.chosen]


def place_named(key: str | None, places: Mapping[str, Place] | None = None) -> Place:
    """The place of this name; matches of old had none and lived as boards, as do those of
    unknown places."""
    known = all_places() if places is None else places
    return known.get(key or BOARDS, known[BOARDS])
