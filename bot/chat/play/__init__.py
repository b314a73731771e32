"""The parts that no game can do without: challenges, moves, replies, requests, boards.

None is listed: each file registers itself, as a feature does (see `bot.chat.base.bot`).
"""

import pkgutil


def parts() -> tuple[str, ...]:
    """The modules of this folder."""
    return tuple(sorted(f"{__name__}.{found.name}" for found in pkgutil.iter_modules(__path__)))
