"""The features, for everything besides playing: a folder each, in no list.

``chat.py`` has its commands, buttons and forms, and ``setup``, which registers them (see
`bot.chat.base.bot`); ``service.py`` has its work, ``store.py`` its statements, ``texts.py`` and
``en.ftl`` its words. A folder has only the files that it needs. No feature imports another, and
nothing else imports features, so that a folder can be deleted: shared code is in `bot.chat`,
`bot.messages`, `bot.service` or `bot.storage`.
"""

import pkgutil


def all_features() -> tuple[str, ...]:
    """The module of each feature that registers it."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return tuple(f"{__name__}.{folder}.chat" for folder in folders)
