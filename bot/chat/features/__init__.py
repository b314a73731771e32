"""The features: one file for each thing that people do. Each registers itself, see `bot.chat.bot`.

No feature imports another; what several of them need is in `bot.chat`.
"""

import pkgutil


def all_features() -> tuple[str, ...]:
    """The modules of this folder."""
    return tuple(sorted(f"{__name__}.{found.name}" for found in pkgutil.iter_modules(__path__)))
