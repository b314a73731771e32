"""The features, for everything besides playing: a folder each, in no list.

``chat.py`` has its commands, buttons and forms, and ``setup``, which registers them (see
`bot.chat.base.bot`); ``service.py`` has its work, ``store.py`` its statements, ``texts.py`` and
``en.ftl`` its words. A folder has only the files that it needs. No feature imports another, and
nothing else imports features, so that a folder can be deleted: shared code is in `bot.chat`,
`bot.messages`, `bot.service` or `bot.storage`.
"""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any


def all_features() -> tuple[str, ...]:
    """The module of each feature that registers it."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return tuple(f"{__name__}.{folder}.chat" for folder in folders)


def operators_commands() -> list[Any]:
    """The modules ``operator.py`` of features, each a command of ``keil admin``.

    It has ``NAME``, ``HELP``, ``arguments(parser)`` and ``run(given, url)``, which returns a
    sentence for the operator. It imports the rest of its feature only then, since all commands of
    ``keil`` load it.
    """
    files = sorted(Path(__file__).parent.glob("*/operator.py"))
    return [import_module(f"{__name__}.{file.parent.name}.operator") for file in files]
