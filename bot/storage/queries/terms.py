"""Terms that are agreed for a match besides the options of its game, stored in the same column.

No option's key begins with a dollar sign.
"""

from engine.game import Options, OptionValue

ESTIMATES = "$estimates"
"""True if everybody may ask for estimates while it runs; absent if not."""


def as_stored(options: Options, *, estimates: bool) -> dict[str, OptionValue]:
    """The value to store for these ``options`` and this agreement."""
    return {**options, **({ESTIMATES: True} if estimates else {})}


def from_stored(stored: Options) -> tuple[dict[str, OptionValue], bool]:
    """The inverse of `as_stored`."""
    options = {key: value for key, value in stored.items() if key != ESTIMATES}
    return options, stored.get(ESTIMATES) is True
