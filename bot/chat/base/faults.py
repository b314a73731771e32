"""What was being done when a fault of ours came up, for its log line."""

from typing import Any

from bot.chat.base.bot import Interaction
from bot.chat.base.custom_id import Control
from bot.faults import logged


def name_of(interaction: Interaction) -> str:
    """The command or the control that was used, if there is such a one."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: dict[str, Any] = {**(interaction.data or {})}
    control = Control.read(str(data.get("custom_id", "")))
    known = control is not None and control.name in interaction.client.handlers
    return control.name if control is not None and known else "unknown"


def fault(error: BaseException, interaction: Interaction) -> str:
    """Log a fault of ours. Returns the reference that finds the log line."""
    return logged(error, name_of(interaction), interaction=interaction.id)
