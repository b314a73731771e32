"""The features, for everything besides playing: a folder each, in no list.

``chat.py`` has its commands, buttons and forms, and ``setup``, which registers them (see
`bot.chat.base.bot`); ``service.py`` has its work, ``store.py`` its statements, ``texts.py`` and
``en.ftl`` its words; ``web.py`` has its scenes on the page (see `bot.web.scenes`), ``cli.py`` a job
of ``keil admin``, see `all_jobs`. A folder has only the files that it needs. No feature imports
another, and nothing else imports features, so that a folder can be deleted: shared code is in
`bot.chat`, `bot.messages`, `bot.service` or `bot.storage`.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def all_features() -> tuple[str, ...]:
    """The module of each feature that registers it."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return tuple(f"{__name__}.{folder}.chat" for folder in folders)


def all_jobs() -> dict[str, ModuleType]:
    """The jobs of ``keil admin`` that features bring, by name.

    Each is a module ``cli`` with ``JOB``, its name, ``HELP``, and ``run(url, games, progress)``,
    which returns a line to print. If it has ``arguments(parser)``, ``run`` gets the arguments, too.
    It imports what it needs when it runs: every start looks here.
    """
    return {module.JOB: module for module in _modules("cli")}


def all_scenes() -> list[Callable[[Any], None]]:
    """What registers the scenes that features have for the page: ``setup`` of each ``web.py``."""
    return [module.setup for module in _modules("web")]


def _modules(name: str) -> list[ModuleType]:
    """The modules of this name that features have."""
    folders = (Path(__path__[0]) / found.name for found in pkgutil.iter_modules(__path__))
    found = sorted(folder.name for folder in folders if (folder / f"{name}.py").is_file())
    return [import_module(f"{__name__}.{folder}.{name}") for folder in found]
