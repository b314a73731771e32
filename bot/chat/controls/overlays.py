"""The select of overlays for a board that one person looks at."""

from collections.abc import Sequence

import discord

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlSelect
from bot.messages import overlays

NONE = "none"
"""Nothing is drawn over the board."""


def overlay_select(
    control: Control, shown: str, offered: Sequence[str], row: int
) -> list[ControlSelect]:
    """The select of ``offered`` or nothing, with ``shown`` chosen; empty if none is offered."""
    if not offered:
        return []
    options = [
        discord.SelectOption(label=overlays.label(one), value=one, default=one == shown)
        for one in (NONE, *offered)
    ]
    return [ControlSelect(control, options, overlays.choose(), row)]
