"""The select of overlays for a board that one person looks at."""

from collections.abc import Mapping, Sequence

import discord

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlSelect
from bot.messages import overlays
from render.options import NothingToShow, Overlay

NONE = "none"
"""Nothing is drawn over the board."""


def overlay_select(
    control: Control,
    shown: str,
    offered: Sequence[str],
    useless: Mapping[Overlay, NothingToShow],
    row: int,
) -> list[ControlSelect]:
    """The select of ``offered`` or nothing, with ``shown`` chosen; empty if none is offered.

    At its end are those that are ``useless`` on this board, with the reason: Discord cannot grey
    out an option, and nobody shall look for what is not there.
    """
    if not offered:
        return []
    options = [
        discord.SelectOption(label=overlays.label(one), value=one, default=one == shown)
        for one in (NONE, *offered)
    ]
    options += [
        discord.SelectOption(
            label=overlays.label(one),
            value=one,
            description=overlays.nothing_to_show(why),
            default=one == shown,
        )
        for one, why in useless.items()
    ]
    return [ControlSelect(control, options, overlays.choose(), row)]
