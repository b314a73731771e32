"""The settings of a server that features declare, as the panel of ``/config`` shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.service.server_settings import Setting

GAMES, PEOPLE, CHANNELS, BOARDS = "games", "people", "channels", "boards"
"""The pages of the panel that are always there."""


@dataclass(frozen=True, slots=True)
class ConfigRow:
    """A setting of a feature on the panel: a line, and a select on one of the pages.

    The feature's texts have its name, ``config-name-KEY``, the select's placeholder,
    ``placeholder-config-KEY``, and the button of a page of its own, ``button-config-page-PAGE``.
    """

    setting: Setting[Any]
    page: str
    chosen: str | None
    """What the owners have chosen, in words."""
    default: str
    """The default, in words."""
    choices: Sequence[tuple[Any, str]] | None = None
    """The values with their labels, at most 24; None: a text channel in which the bot posts."""
    buttons: Sequence[ui.Item[Any]] = ()
    """What else can be pressed on its page, such as to do now what the setting has done daily."""
    has_line: bool = True
    """False while the setting means nothing, since another one is off."""
