"""The games: one file each, found by looking in this folder."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from engine.game import Game


@cache
def all_games() -> Mapping[str, Game]:
    """Every game in this folder by its key, in the order in which they are offered."""
    found = [import_module(f"{__name__}.{module.name}").GAME for module in iter_modules(__path__)]
    found.sort(key=lambda game: (game.order, game.key))
    return MappingProxyType({game.key: game for game in found})
