"""What is agreed for a match besides the options of its game, kept in the same column as those.

No option's key begins like these.
"""

from engine.game import Options, OptionValue

ESTIMATES = "$estimates"
"""Whether everybody may ask for estimates while it runs; absent if not."""


def as_stored(options: Options, *, estimates: bool) -> dict[str, OptionValue]:
    """What is stored for these ``options`` and this agreement."""
    return {**options, **({ESTIMATES: True} if estimates else {})}


def from_stored(stored: Options) -> tuple[dict[str, OptionValue], bool]:
    """The inverse of `as_stored`."""
    options = {key: value for key, value in stored.items() if key != ESTIMATES}
    return options, stored.get(ESTIMATES) is True
