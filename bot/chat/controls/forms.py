"""Forms (Discord's modals): what is in them, and what was filled in.

discord.py would forget an open form at a restart; ours are handled by their ``custom_id``.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

import discord
from discord import ui

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Interaction
from bot.chat.base.custom_id import Control
from bot.messages import labels
from bot.messages.catalogue import text
from bot.service.terms import THEY, TIME, Terms, form, handicaps
from engine.game import YES_OR_NO, Measure, Option

FIELD = "text"
"""The ``custom_id`` of the field in a form with only one."""
LONGEST_TITLE = LONGEST_LABEL = 45
LONGEST_HELP = 100
LONGEST_MOVE = 50
"""How many characters may be typed as a move; with the rest, they fit into a ``custom_id``."""
LONGEST_VALUE = 20
"""How many characters may be typed as an option or a number."""
LONGEST_CONTROL = 90
"""The same for a time control."""


def new(control: Control, title: str, fields: Sequence[ui.Label[Any]]) -> Answer:
    """A form that opens; ``control`` handles it once it is filled in."""
    modal = ui.Modal(title=title[:LONGEST_TITLE], custom_id=control.write())
    modal.stop()  # discord.py neither keeps it nor reads what was filled in
    for field in fields:
        modal.add_item(field)
    return Answer(modal=modal)


def labelled(label: str, help_text: str, field: ui.Item[Any]) -> ui.Label[Any]:
    """A field under its label."""
    return ui.Label(
        text=label[:LONGEST_LABEL], description=help_text[:LONGEST_HELP] or None, component=field
    )


def one_field(
    control: Control, title: str, label: str, help_text: str, longest: int, typed: str = ""
) -> Answer:
    """A form with a single line of text, filled with what was ``typed``."""
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD,
        default=typed[:longest] or None,
        min_length=1,
        max_length=longest,
        required=True,
    )
    return new(control, title, [labelled(label, help_text, field)])


def several_lines(
    control: Control, title: str, label: str, help_text: str, longest: int, typed: str = ""
) -> Answer:
    """The same with a field for several lines, which may be left empty."""
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        default=typed[:longest] or None,
        max_length=longest,
        required=False,
    )
    return new(control, title, [labelled(label, help_text, field)])


def text_field(
    name: str, text: str, *, required: bool = True, hint: str = "", longest: int = LONGEST_VALUE
) -> ui.TextInput[Any]:
    """A field for one line, filled with ``text``."""
    return ui.TextInput(
        custom_id=name,
        default=text[:longest] or None,
        placeholder=hint or None,
        max_length=longest,
        required=required,
    )


def terms_form(
    control: Control,
    title: str,
    terms: Terms,
    typed: Sequence[str] = (),
    *,
    optional: Mapping[str, str] | None = None,
    empty: Collection[str] = (),
    hints: Mapping[str, str] | None = None,
    seats: int = 2,
) -> Answer:
    """The form for the terms of a match, starting from ``terms`` or from what was ``typed``.

    A handicap is for two ``seats`` only.

    ``optional``: options that may be left empty here, with what that means; ``empty``: those of
    them that are empty at first. ``hints``: what stands under some instead of their summaries.
    """
    optional = optional or {}
    hints = {**(hints or {}), **optional}
    written = {**terms.write(), **dict.fromkeys(empty, "")}
    written |= dict(zip(written, typed, strict=False))
    fields = [
        labelled(
            labels.option_label(option.key),
            hints.get(option.key) or labels.option_help(option),
            text_field(option.key, written[option.key], required=False)
            if option.key in optional
            else _option_field(option, written[option.key]),
        )
        for option in form(terms.game, written)
        if seats == 2 or option.measure is not Measure.HANDICAP
    ]
    field = text_field(TIME, written[TIME], longest=LONGEST_CONTROL)
    time = labelled(text("field-time"), labels.time_help(), field)
    return new(control, title, [*fields, time])


def _option_field(option: Option, text: str) -> ui.Item[Any]:
    """A select of the choices, or a field for one line."""
    if option.measure is Measure.HANDICAP:
        values = {value: labels.handicap(value) for value in handicaps(option)}
        return _select(option, values, text if text in values else f"{THEY} {text}")
    required = option.default is not None
    choices = option.choices or (YES_OR_NO if option.kind is bool else ())
    if not choices:
        hint = "" if required else labels.left_empty(option.key)
        return text_field(option.key, text, required=required, hint=hint)
    return _select(option, {choice: labels.choice(choice) for choice in choices}, text, required)


def _select(
    option: Option, choices: Mapping[str, str], text: str, required: bool = True
) -> ui.Select[Any]:
    """A select of ``choices``, with their labels."""
    options = [
        discord.SelectOption(label=label, value=choice, default=choice == text)
        for choice, label in choices.items()
    ]
    return ui.Select(
        custom_id=option.key,
        placeholder=labels.option_label(option.key),
        options=options,
        required=required,
        min_values=int(required),
    )


def filled_in(interaction: Interaction) -> dict[str, str]:
    """The text or choice in each field, by the field's ``custom_id``."""
    return _fields(interaction.data)


def field_text(interaction: Interaction) -> str:
    """The text in the field of a form that has only one."""
    return filled_in(interaction).get(FIELD, "")


def _fields(data: object) -> dict[str, str]:
    """The fields of a submitted form, however deeply they are nested."""
    if isinstance(data, Mapping):
        part = cast(Mapping[str, object], data)
        name = str(part.get("custom_id", ""))
        if "values" in part:
            return {name: next((str(value) for value in _items(part["values"])), "")}
        if "value" in part:
            return {name: str(part["value"] or "")}
        data = list(part.values())
    fields: dict[str, str] = {}
    for part in _items(data):
        fields |= _fields(part)
    return fields


def _items(data: object) -> list[object]:
    return cast(list[object], data) if isinstance(data, list) else []
