"""The select of what can be drawn over a board that one person looks at."""

from collections.abc import Sequence

import discord

from bot.chat.components import ControlSelect
from bot.chat.custom_id import Control
from bot.messages import overlays

NONE = "none"
"""Nothing is drawn over the board."""


def overlay_select(
    control: Control, shown: str, offered: Sequence[str], row: int
) -> list[ControlSelect]:
    """The select with ``offered`` and nothing, where ``shown`` is chosen; none for no choice."""
    if not offered:
        return []
    options = [
        discord.SelectOption(label=overlays.label(one), value=one, default=one == shown)
        for one in (NONE, *offered)
    ]
    return [ControlSelect(control, options, overlays.choose(), row)]
