"""Texts by key, from one catalogue per language: Fluent files, see `files`.

A key is written once in code and once in each catalogue, with named arguments. A whole sentence is
one message: if words depend on a number or a case, Fluent's selectors choose, not the code.
Anything that is not a quantity (ids, coordinates, user names) is passed as text, so that no
language puts separators into it.
"""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

BOT = Path(__file__).parents[1]
ENGLISH = "en"
"""The complete catalogue; the others fall back to it."""

language = ContextVar("language", default=ENGLISH)
"""The language in which texts are made, that of their reader."""

Argument = str | int | float
REMEMBERED = 4096
"""Texts that are kept: a board says again much of what the last one said."""

_mentions: dict[str, str] = {}
"""How Discord links to each command, as far as that is known: one program is one bot."""


def know_commands(mentions: Mapping[str, str]) -> None:
    """Let all texts link to these commands: ``games`` by ``</games:12>``, and no others."""
    _mentions.clear()
    _mentions.update(mentions)
    _written.cache_clear()


def command(name: str) -> str:
    """A slash command in a text, as a link if Discord's id is known: ``{ COMMAND("games") }``."""
    return _mentions.get(name, f"/{name}")


class TextError(LookupError):
    """A key that no catalogue has, or an argument that its text lacks: a fault of ours."""


FUNCTIONS: dict[str, Callable[[Any], Any]] = {"COMMAND": lambda name: command(str(name))}
"""The functions that texts can call."""


def text(key: str, **arguments: Argument) -> str:
    """The text with this key in the current `language`. Raises `TextError`.

    ``score-points`` is a message, ``score.points`` the attribute ``points`` of the message
    ``score``.
    """
    return filled(key, arguments)


def filled(key: str, arguments: Mapping[str, Argument]) -> str:
    """As `text`, for a key that is data: a feature's reason to refuse something."""
    return _written(language.get(), key, tuple(arguments), *arguments.values())


@lru_cache(REMEMBERED, typed=True)
def _written(spoken: str, key: str, names: tuple[str, ...], *values: Argument) -> str:
    arguments = dict(zip(names, values, strict=True))
    for name in dict.fromkeys((spoken, ENGLISH)):
        bundle = _bundle(name)
        message, _, attribute = key.partition(".")
        if not bundle.has_message(message):
            continue
        found = bundle.get_message(message)
        pattern = found.attributes.get(attribute) if attribute else found.value
        if pattern is None:
            continue
        written, errors = bundle.format_pattern(pattern, arguments)
        if errors:
            raise TextError(f"{key}: {errors[0]}")
        return str(written)
    raise TextError(key)


def has(key: str) -> bool:
    """True if a text has this key; some texts are optional, such as a game's own words."""
    message, _, attribute = key.partition(".")
    bundle = _bundle(ENGLISH)
    if not bundle.has_message(message):
        return False
    found = bundle.get_message(message)
    return attribute in found.attributes if attribute else found.value is not None


def files(name: str) -> list[Path]:
    """The files with the texts of a language: the core's, and one in the folder of a feature."""
    core = (BOT / "messages" / name).glob("*.ftl")
    return sorted([*core, *BOT.glob(f"features/*/{name}.ftl")])


@cache
def _bundle(name: str) -> FluentBundle:
    # Isolation marks are for mixed writing directions; Discord's markup would break in them.
    bundle = FluentBundle([name], functions=FUNCTIONS, use_isolating=False)
    for file in files(name):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle
