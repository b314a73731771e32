"""Buttons and selects that are recognised by their ``custom_id``, even after a restart."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from bot.chat.bot import Interaction
from bot.chat.custom_id import TEMPLATE, Control
from bot.chat.responses import press

CHANNEL = discord.SelectDefaultValueType.channel
ROLE = discord.SelectDefaultValueType.role
LONGEST_LABEL = 80
"""How many characters fit on a button."""
IN_A_ROW, ROWS = 5, 5
"""How many buttons a Discord message has room for."""


class ControlButton(ui.DynamicItem[ui.Button[Any]], template=TEMPLATE):
    """A button, handled by the feature that its control belongs to."""

    def __init__(
        self,
        control: Control,
        label: str = "…",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
        *,
        disabled: bool = False,
    ) -> None:
        self.control = control
        super().__init__(
            ui.Button(
                label=label[:LONGEST_LABEL],
                style=style,
                custom_id=control.write(),
                row=row,
                disabled=disabled,
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button that was pressed."""
        control = Control.read(match.string)
        assert control is not None
        return cls(control)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        await press(interaction, self.control)


class ControlSelect(ui.DynamicItem[ui.Select[Any]], template=f"s{TEMPLATE}"):
    """A select; the chosen value completes the text of its control."""

    def __init__(
        self,
        control: Control,
        options: Sequence[discord.SelectOption] = (),
        placeholder: str = "",
        row: int | None = None,
    ) -> None:
        self.control = control
        super().__init__(
            ui.Select(
                custom_id=control.write("s"),
                options=list(options),
                placeholder=placeholder or None,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The select that was used."""
        control = Control.read(match.string[1:])
        assert control is not None
        return cls(control)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice of an option."""
        await press(interaction, self.control.with_choice(chosen_value(interaction)))


class RoleSelect(ui.DynamicItem[ui.RoleSelect[Any]], template=f"r{TEMPLATE}"):
    """A select of a role or none; its id completes the text of the control."""

    def __init__(
        self,
        control: Control,
        chosen: int | None = None,
        placeholder: str = "",
        row: int | None = None,
    ) -> None:
        self.control = control
        shown = [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=ROLE)]
        super().__init__(
            ui.RoleSelect(
                custom_id=control.write("r"),
                placeholder=placeholder or None,
                min_values=0,
                default_values=shown,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The select that was used."""
        control = Control.read(match.string[1:])
        assert control is not None
        return cls(control)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice of a role, or of none."""
        await press(interaction, self.control.with_choice(chosen_ids(interaction)))


class ChannelSelect(ui.DynamicItem[ui.ChannelSelect[Any]], template=f"c{TEMPLATE}"):
    """A select of text channels; their ids, with commas, complete the text of the control."""

    def __init__(
        self,
        control: Control,
        chosen: Sequence[int] = (),
        placeholder: str = "",
        row: int | None = None,
        *,
        most: int = 1,
    ) -> None:
        self.control = control
        shown = [discord.SelectDefaultValue(id=one, type=CHANNEL) for one in chosen[:most]]
        super().__init__(
            ui.ChannelSelect(
                custom_id=control.write("c"),
                channel_types=[discord.ChannelType.text, discord.ChannelType.news],
                placeholder=placeholder or None,
                min_values=0,
                max_values=most,
                default_values=shown,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The select that was used."""
        control = Control.read(match.string[1:])
        assert control is not None
        return cls(control)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice of channels, or of none."""
        await press(interaction, self.control.with_choice(chosen_ids(interaction)))


CONTROLS = (ControlButton, ControlSelect, RoleSelect, ChannelSelect)
"""Everything that is recognised by its ``custom_id``."""


def chosen_value(interaction: Interaction) -> str:
    """The value that was chosen in a select."""
    data: Mapping[str, Any] = interaction.data or {}  # pyright: ignore[reportAssignmentType]
    return str(next(iter(data.get("values", ())), ""))


def chosen_ids(interaction: Interaction) -> str:
    """What was chosen in a select of roles or channels: numbers with commas between them."""
    data: Mapping[str, Any] = interaction.data or {}  # pyright: ignore[reportAssignmentType]
    return ",".join(map(str, data.get("values", ())))


def view_of(items: Iterable[ui.Item[Any]]) -> ui.View:
    """The controls of a message; buttons without a row stand five in a row."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def yes_button(control: Control, label: str) -> ui.View:
    """The view under a question: one button that says yes."""
    return view_of([ControlButton(control, label, discord.ButtonStyle.danger)])
