"""Stands before discord.py where interactions come in, and refuses those that it could not read.

discord.py trusts Discord: what is missing, foreign or of another type raises where nobody answers,
or is passed over in silence. So each interaction is looked at first, in the way in which discord.py
will look at it. People get one sentence, and the log no fault, since it is none of ours.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, cast

import discord
from discord import app_commands, ui

from bot.chat.answer import Answer
from bot.chat.bot import Bot, Interaction
from bot.chat.custom_id import LONGEST
from bot.chat.responses import UNANSWERED, respond
from bot.messages import refusals
from bot.service.refusals import RefusedError, ServiceRefusal

log = logging.getLogger(__name__)

Json = Mapping[str, Any]
Parse = Callable[[Any], None]
Items = type[ui.DynamicItem[ui.Item[Any]]]
Kind = discord.InteractionType
Given = discord.AppCommandOptionType
Command = app_commands.Command[Any, ..., Any]

LONGEST_TEXT = 6000
"""How many characters Discord lets people type at most."""
LARGEST_NUMBER = 2**53
"""Discord's numbers are no larger than those that JavaScript can tell apart."""
RESOLVED = (Given.user, Given.channel, Given.role, Given.mentionable, Given.attachment)
"""Options whose value is a number, and which come with what it stands for."""
UNFINISHED = (Given.integer, Given.number, Given.boolean)
"""Options that no suggestion looks at."""
IN_A_FORM, ROW, LABEL = 5, 1, 18
"""How many parts a form has at most, and the types of those that hold a field."""


class UnusableError(Exception):
    """An interaction that cannot be handled; its text is the sentence that its sender gets."""


class Incoming:
    """Takes interactions as they come, and gives discord.py those that it can read."""

    def __init__(self, bot: Bot, parse: Parse) -> None:
        """``parse`` is what discord.py does with an interaction."""
        self._bot = bot
        self._parse = parse
        self._state: Any = bot._connection  # pyright: ignore[reportPrivateUsage]
        self._patterns: set[re.Pattern[str]] = set()
        self._refusals: set[asyncio.Task[None]] = set()

    def know(self, *items: Items) -> None:
        """Note the buttons and selects that discord.py will recognise."""
        self._patterns.update(item.__discord_ui_compiled_template__ for item in items)

    def __call__(self, data: Any) -> None:
        """Handle the interaction, or refuse it."""
        if self._bot.stopping:
            log.info("an interaction came while the program ends: nothing was done")
            return
        try:
            self._check(data)
        except UnusableError as error:
            self._refuse(data, str(error), error)
        except Exception as error:
            self._refuse(data, refusals.unreadable(), error)
        else:
            self._parse(data)

    def _check(self, data: Any) -> None:
        """Raise `UnusableError`, or whatever discord.py raises, if this cannot be handled."""
        interaction: Interaction = discord.Interaction(data=data, state=self._state)
        direct = interaction.guild_id is None
        if direct and not (data.get("user") and self._answers_directly(interaction, data["data"])):
            raise UnusableError(refusals.servers_only())
        known = direct or isinstance(interaction.user, discord.Member)
        if not known or interaction.channel_id is None:
            raise UnusableError(refusals.unreadable())
        _check_resolved(interaction.user)
        if str(interaction.channel_id) != str(data.get("channel_id", interaction.channel_id)):
            raise UnusableError(refusals.unreadable())
        if interaction.message is not None and type(interaction.message.flags.value) is not int:
            raise UnusableError(refusals.unreadable())
        inside: Json = data["data"]
        if interaction.type in (Kind.application_command, Kind.autocomplete):
            self._check_command(interaction, inside)
        elif interaction.type is Kind.component:
            self._check_component(interaction, inside)
        elif interaction.type is Kind.modal_submit:
            _check_form(inside)
        else:
            raise UnusableError(refusals.unreadable())

    def _answers_directly(self, interaction: Interaction, data: Json) -> bool:
        """Whether this has an answer outside of servers. Of controls their handlers know."""
        if interaction.type not in (Kind.application_command, Kind.autocomplete):
            return True
        kind = discord.AppCommandType(data.get("type", 1))
        command = self._bot.tree.get_command(data["name"], type=kind)
        contexts = None if command is None else command.allowed_contexts
        return contexts is not None and contexts.dm_channel is True

    # --- commands ---

    def _check_command(self, interaction: Interaction, data: Json) -> None:
        kind = discord.AppCommandType(data.get("type", 1))
        command = self._bot.tree.get_command(data["name"], type=kind)
        options: list[Json] = data.get("options", [])
        if isinstance(command, app_commands.ContextMenu):
            _check_target(interaction, data)
            return
        while isinstance(command, app_commands.Group):
            if len(options) != 1:
                raise UnusableError(refusals.changed_command())
            command = command.get_command(options[0]["name"])
            options = options[0].get("options", [])
        if command is None or not _fit(interaction, command, options):
            raise UnusableError(refusals.changed_command())
        resolved: Any = data.get("resolved", {})
        read: Any = app_commands.Namespace(interaction, resolved, cast(Any, options))
        if interaction.type is Kind.application_command:
            for _, value in read:
                _check_resolved(value)

    # --- buttons and selects ---

    def _check_component(self, interaction: Interaction, data: Json) -> None:
        custom_id, kind, message = _custom_id(data), data["component_type"], interaction.message
        if message is None:
            raise UnusableError(refusals.unreadable())
        view_type = ui.LayoutView if message.flags.components_v2 else ui.View
        for item in view_type.from_message(message, timeout=None).walk_children():
            if item.type.value == kind and getattr(item, "custom_id", None) == custom_id:
                break
        else:
            raise UnusableError(refusals.unreadable())
        if not any(pattern.fullmatch(custom_id) for pattern in self._patterns):
            raise UnusableError(_no_such_control())
        if isinstance(item, ui.Select):
            offered = {option.value for option in item.options}
            chosen: list[str] = data["values"]
            if not chosen or not offered.issuperset(chosen):
                raise UnusableError(refusals.unreadable())
        elif isinstance(item, ui.RoleSelect | ui.ChannelSelect):  # these come with what was chosen
            numbers: list[str] = data["values"]
            fits = item.min_values <= len(numbers) <= item.max_values
            if not fits or not all(number.isdecimal() for number in numbers):
                raise UnusableError(refusals.unreadable())
            app_commands.Namespace(interaction, data.get("resolved", {}), [])

    # --- refusing ---

    def _refuse(self, data: Any, sentence: str, why: Exception) -> None:
        try:
            typing = data.get("type") == Kind.autocomplete.value
            # All that an answer needs; to discord.py, anything but a suggestion can be a press.
            plain: Any = {
                "id": data["id"],
                "token": data["token"],
                "type": (Kind.autocomplete if typing else Kind.component).value,
                "application_id": self._bot.application_id,
                "version": 1,
                "attachment_size_limit": 0,
                "data": {},
                # discord.py reads Discord's answer to ours as a message of some channel.
                "channel": {"id": data["id"], "type": discord.ChannelType.private.value},
            }
            interaction: Interaction = discord.Interaction(data=plain, state=self._state)
        except Exception as error:
            log.warning("an interaction cannot even be refused: %r", error)
            return
        # What is wrong with it may quote what people have typed; our own sentences do not.
        reason = str(why) if isinstance(why, UnusableError) else type(why).__name__
        log.info("interaction %s is refused: %s", interaction.id, reason)
        answer = _suggest_nothing(interaction) if typing else respond(interaction, _said(sentence))
        task = asyncio.create_task(answer)
        self._refusals.add(task)
        task.add_done_callback(self._refusals.discard)


async def _said(sentence: str) -> Answer:
    return Answer(sentence, private=True)


async def _suggest_nothing(interaction: Interaction) -> None:
    try:
        await interaction.response.autocomplete([])
    except UNANSWERED as error:
        log.warning("no answer to interaction %s: %s", interaction.id, error)


def _no_such_control() -> str:
    return refusals.refusal(RefusedError(ServiceRefusal.NO_SUCH_CONTROL))


def _custom_id(data: Json) -> str:
    custom_id = data["custom_id"]
    if not isinstance(custom_id, str) or not 0 < len(custom_id) <= LONGEST:
        raise UnusableError(refusals.unreadable())
    return custom_id


def _check_target(interaction: Interaction, data: Json) -> None:
    """Whom or what a menu is used on must come with it."""
    resolved, target = data["resolved"], data["target_id"]
    option: Any = {"name": "target", "type": Given.user.value, "value": target}
    read: Any = app_commands.Namespace(interaction, resolved, [option])
    if target not in resolved.get("messages", {}):
        _check_resolved(read.target)


def _check_resolved(value: Any) -> None:
    """Raise for a number without what it stands for, or where that lacks what we use of it."""
    right = not isinstance(value, discord.Object)
    if isinstance(value, discord.Member | discord.User):
        right = type(value.name) is type(value.display_name) is str
    elif isinstance(value, discord.Attachment):
        right = type(value.filename) is str and type(value.size) is int
        right = right and value.url.startswith(("http://", "https://"))
    if not right:
        raise UnusableError(refusals.unreadable())


def _fit(interaction: Interaction, command: Command, options: list[Json]) -> bool:
    """Whether these are options of this command. A client may know it as it once was."""
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
    given = {option["name"]: option for option in options}
    if len(given) < len(options) or not given.keys() <= parameters.keys():
        return False
    typing = interaction.type is Kind.autocomplete
    for name, option in given.items():
        typed = typing and option.get("focused") is True
        kind = parameters[name].type
        # While somebody types, Discord also sends the other options as they stand, even empty.
        unfinished = typing and not typed and kind in UNFINISHED
        if option["type"] != kind.value:
            return False
        if not unfinished and not _fits(Given.string if typed else kind, option):
            return False
        if typed and not parameters[name].autocomplete:
            return False
    if typing:
        return sum(option.get("focused") is True for option in options) == 1
    return all(name in given for name in parameters if parameters[name].required)


def _fits(kind: Given, option: Json) -> bool:
    """Whether the value of an option is of its type."""
    value = option["value"]
    if kind is Given.boolean:
        return isinstance(value, bool)
    if kind in (Given.integer, Given.number):
        right = int if kind is Given.integer else (int, float)
        number = isinstance(value, right) and not isinstance(value, bool)
        return number and isfinite(value) and abs(value) <= LARGEST_NUMBER
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return kind not in RESOLVED or value.isdecimal()


# --- forms ---


def _check_form(data: Json) -> None:
    """Raise if this is no filled-in form; which fields it has, its handler knows."""
    _custom_id(data)
    parts: list[Json] = data["components"]
    fields: list[Json] = []
    for part in parts:
        if part["type"] == ROW:
            fields += part["components"]
        elif part["type"] == LABEL:
            fields.append(part["component"])
    named = {_custom_id(field) for field in fields}
    if len(parts) > IN_A_FORM or len(named) < len(fields):
        raise UnusableError(refusals.unreadable())
    for field in fields:
        values: list[object] = field.get("values", [field.get("value")])
        if not all(_is_filled_in(value) for value in values):
            raise UnusableError(refusals.unreadable())


def _is_filled_in(value: object) -> bool:
    return value is None or (isinstance(value, str) and len(value) <= LONGEST_TEXT)
