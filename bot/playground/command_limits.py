"""The limits of commands and of the choices that they offer, as `limits` has those of messages.

https://discord.com/developers/docs/interactions/application-commands
"""

import json
import re
from collections import Counter
from collections.abc import Iterator

from bot.playground.errors import Json, Path, Problem, fields, items
from bot.playground.limits import length_problems, too_long

ATTACHMENT = 11
FILE_GROUPS = ("image", "video", "audio")
_NAME = re.compile(r"^[-_'\w]{1,32}$")


def choice_problems(choices: list[Json], at: Path) -> Iterator[Problem]:
    """Checks the choices of an option, or those of an autocomplete response."""
    yield from too_long(at, choices, 25)
    for number, choice in enumerate(choices):
        yield from too_long((*at, number, "name"), choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            yield from too_long((*at, number, "value"), choice["value"], 100, 1)


def command_list_problems(commands: list[Json]) -> Iterator[Problem]:
    """Checks all commands of a server, or all global ones: how many of each kind, unique names."""
    for kind, most in ((1, 100), (2, 15), (3, 15)):
        if sum((command.get("type") or 1) == kind for command in commands) > most:
            yield (), "MAX_COMMANDS", f"Maximum number of commands of type {kind} is {most}"
    names = Counter(((command.get("type") or 1), command.get("name")) for command in commands)
    for number, command in enumerate(commands):
        if names[((command.get("type") or 1), command.get("name"))] > 1:
            yield (
                (number, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )


def command_problems(command: Json, at: Path = ()) -> Iterator[Problem]:
    """Checks one command with its options."""
    chat_input = (command.get("type") or 1) == 1
    yield from _command_name(command, at, chat_input)
    if chat_input:
        yield from _options(command, at)
        if _characters(command) > 8000:
            yield at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)"
    elif command.get("description"):
        yield (*at, "description"), "APPLICATION_COMMAND_INVALID", "Must be empty"


def _command_name(command: Json, at: Path, chat_input: bool) -> Iterator[Problem]:
    name: str = command.get("name") or ""
    yield from too_long((*at, "name"), name, 32, 1)
    if chat_input:
        if not _NAME.match(name) or name != name.lower():
            yield (
                (*at, "name"),
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            )
        yield from too_long((*at, "description"), command.get("description"), 100, 1)
    for which, longest in (("name_localizations", 32), ("description_localizations", 100)):
        for locale, text in fields(command.get(which)).items():
            yield from too_long((*at, which, locale), text, longest, 1)


def _options(command: Json, at: Path) -> Iterator[Problem]:
    options: list[Json] = items(command.get("options"))
    yield from too_long((*at, "options"), options, 25)
    names = Counter(option.get("name") for option in options)
    optional = False
    for number, option in enumerate(options):
        path: Path = (*at, "options", number)
        yield from _command_name(option, path, chat_input=True)
        yield from choice_problems(items(option.get("choices")), (*path, "choices"))
        yield from length_problems(path, option, 6000)
        if "file_types" in option:
            yield from _file_types(path, option)
        if names[option.get("name")] > 1:
            yield (
                (*path, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists",
            )
        if option.get("autocomplete") and option.get("choices"):
            yield (
                (*path, "autocomplete"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
                "Cannot have choices and autocomplete",
            )
        if option.get("type") not in (1, 2):
            if option.get("required") and optional:
                yield (
                    path,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
            optional = optional or not option.get("required")
        yield from _options(option, path)


def _file_types(path: Path, option: Json) -> Iterator[Problem]:
    """Up to ten groups or endings, only where a file is taken (api-docs pull request 8506)."""
    types: list[str] = option["file_types"] or []
    at: Path = (*path, "file_types")
    if types and option.get("type") != ATTACHMENT:
        yield at, "APPLICATION_COMMAND_OPTION_TYPE_INVALID", "Only for attachments"
    yield from too_long(at, types, 10)
    for number, name in enumerate(types):
        if name not in FILE_GROUPS and not (name.startswith(".") and 2 <= len(name) <= 16):
            yield (*at, number), "BASE_TYPE_CHOICES", "A group, or an ending with its dot"


def _characters(command: Json) -> int:
    counted = 0
    for name in ("name", "description"):
        texts: list[str] = list(fields(command.get(f"{name}_localizations")).values())
        counted += max(len(text) for text in [command.get(name) or "", *texts])
    for choice in items(command.get("choices")):
        counted += len(choice.get("name") or "") + len(json.dumps(choice.get("value"))) - 2
    return counted + sum(_characters(option) for option in items(command.get("options")))
