"""What people do besides playing: a folder for each feature, in no list.

``chat.py`` has its commands, buttons and forms, and ``setup``, which registers them (see
`bot.chat.base.bot`); ``service.py`` what it does, ``store.py`` its statements, ``texts.py`` and
``en.ftl`` its words: only those that it needs. Features do not know each other,
and nothing else knows them, so that a folder can be deleted: what several need is in `bot.chat`,
`bot.messages`, `bot.service` or `bot.storage`.
"""

import pkgutil


def all_features() -> tuple[str, ...]:
    """The module of each feature that registers it."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return tuple(f"{__name__}.{folder}.chat" for folder in folders)
