"""A slash command that takes files of some types only.

Discord's clients have offered only these since August 2026 (``file_types``, api-docs pull request
8506), which discord.py does not know. A client may not keep to it: what comes is looked at all the
same.
"""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands


class FileCommand(app_commands.Command[Any, ..., Any]):
    """A command whose files have one of these endings."""

    def __init__(self, *, endings: Iterable[str], **options: Any) -> None:
        """``endings`` are without their dot; the rest is discord.py's."""
        super().__init__(**options)
        self._types = [f".{ending}" for ending in endings]

    def to_dict(self, tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
        """The command as Discord gets it."""
        sent: dict[str, Any] = super().to_dict(tree)
        for option in sent["options"]:
            if option["type"] == discord.AppCommandOptionType.attachment.value:
                option["file_types"] = self._types
        return sent
