"""Buttons and selects that are recognised by their ``custom_id``, even after a restart."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar

import discord
from discord import ui

from bot.chat.answers.responses import press
from bot.chat.base.bot import Interaction
from bot.chat.base.custom_id import TEMPLATE, Control

CHANNEL = discord.SelectDefaultValueType.channel
ROLE = discord.SelectDefaultValueType.role
LONGEST_LABEL = 80
"""How many characters fit on a button."""
IN_A_ROW, ROWS = 5, 5
"""How many buttons a Discord message has room for."""
ItemT = TypeVar("ItemT", bound=ui.Item[Any])


class _ControlItem(ui.DynamicItem[ItemT], template=TEMPLATE):
    """A part of a message with a control, which subclasses take as their first argument."""

    PREFIX: ClassVar[str] = ""
    """The part of the ``custom_id`` before the control."""

    @property
    def row(self) -> int | None:
        """The row that it was given; discord.py forgets that of a select."""
        return self.item.row

    @row.setter
    def row(self, value: int | None) -> None:
        self.item.row = value

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button that was pressed, or the select that was used."""
        control = Control.read(match.string.removeprefix(cls.PREFIX))
        assert control is not None
        return cls(control)  # pyright: ignore[reportArgumentType]


class ControlButton(_ControlItem[ui.Button[Any]], template=TEMPLATE):
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

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        await press(interaction, self.control)


class ControlSelect(_ControlItem[ui.Select[Any]], template=f"s{TEMPLATE}"):
    """A select; what is chosen completes the text of its control, several values with commas."""

    PREFIX = "s"

    def __init__(
        self,
        control: Control,
        options: Sequence[discord.SelectOption] = (),
        placeholder: str = "",
        row: int | None = None,
        *,
        several: bool = False,
    ) -> None:
        """``several``: any number of the options can be chosen, or none."""
        self.control = control
        super().__init__(
            ui.Select(
                custom_id=control.write(self.PREFIX),
                options=list(options),
                placeholder=placeholder or None,
                min_values=0 if several else 1,
                max_values=len(options) if several else 1,
                required=not several,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select that was used, with the options that it offered."""
        used = await super().from_custom_id(interaction, item, match)
        if isinstance(item, ui.Select):
            used.item.options = item.options
            used.item.min_values, used.item.max_values = item.min_values, item.max_values
        return used

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice of options; those that were not offered are none."""
        chosen, options = chosen_values(interaction), [option.value for option in self.item.options]
        offered = {*chosen} <= {*options} and len(chosen) >= self.item.min_values
        control = self.control.with_choice(",".join(chosen)) if offered else Control("foreign", 0)
        await press(interaction, control)


class RoleSelect(_ControlItem[ui.RoleSelect[Any]], template=f"r{TEMPLATE}"):
    """A select of a role or none; its id completes the text of the control."""

    PREFIX = "r"

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
                custom_id=control.write(self.PREFIX),
                placeholder=placeholder or None,
                min_values=0,
                default_values=shown,
                row=row,
            )
        )

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice of a role, or of none."""
        await press(interaction, self.control.with_choice(chosen_ids(interaction)))


class ChannelSelect(_ControlItem[ui.ChannelSelect[Any]], template=f"c{TEMPLATE}"):
    """A select of text channels; their ids, with commas, complete the text of the control."""

    PREFIX = "c"

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
                custom_id=control.write(self.PREFIX),
                channel_types=[discord.ChannelType.text, discord.ChannelType.news],
                placeholder=placeholder or None,
                min_values=0,
                max_values=most,
                default_values=shown,
                row=row,
            )
        )

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice of channels, or of none."""
        await press(interaction, self.control.with_choice(chosen_ids(interaction)))


CONTROLS = (ControlButton, ControlSelect, RoleSelect, ChannelSelect)
"""Everything that is recognised by its ``custom_id``."""


def chosen_values(interaction: Interaction) -> list[str]:
    """The values that were chosen in a select."""
    data: Mapping[str, Any] = interaction.data or {}  # pyright: ignore[reportAssignmentType]
    return [str(value) for value in data.get("values", ())]


def chosen_value(interaction: Interaction) -> str:
    """The value that was chosen in a select."""
    return next(iter(chosen_values(interaction)), "")


def chosen_ids(interaction: Interaction) -> str:
    """The ids that were chosen in a select of roles or channels, joined by commas."""
    return ",".join(chosen_values(interaction))


def view_of(items: Iterable[ui.Item[Any]]) -> ui.View:
    """The controls of a message; buttons without a row stand five in a row."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def buttons_of(view: ui.View | None) -> list[ControlButton]:
    """The buttons among the controls of a message."""
    items = view.children if view is not None else []
    return [item for item in items if isinstance(item, ControlButton)]


def yes_button(control: Control, label: str) -> ui.View:
    """The view under a question: one button that says yes."""
    return view_of([ControlButton(control, label, discord.ButtonStyle.danger)])
