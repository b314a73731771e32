"""The slash commands on Discord: sent there when they have changed, and linked to in our texts."""

import hashlib
import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.chat.base.bot import Bot
from bot.messages import catalogue
from bot.storage.database import Store
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

BAD_REQUEST = 400
HASH, IDS = "commands hash", "commands ids"
"""Under these keys the database has what was sent to Discord last, and the ids that it gave."""


OURS = {kind.value for kind in discord.AppCommandType}
SENT = ("id", "type", "name", "name_localizations", "description", "contexts", "integration_types",
        "default_member_permissions", "nsfw", "handler")  # fmt: skip
"""What a command of a kind that is not ours is sent back with."""


class CommandsRefusedError(Exception):
    """Discord does not accept our slash commands."""


async def sync_commands(bot: Bot, store: Store) -> None:
    """Send the commands to Discord only if they have changed, and let our texts link to them."""
    payload = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    text = json.dumps([bot.application_id, payload], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    sent, kept = await store.read(lambda tx: (tx.meta.get(HASH), tx.meta.get(IDS)))
    if sent != digest:
        try:
            commands = await _replaced(bot, payload)
        except discord.HTTPException as error:
            if error.status == BAD_REQUEST:  # it would be refused again
                raise CommandsRefusedError(str(error)) from error
            raise
        ids = await _keep(store, commands, digest)
        log.info("commands synced")
    else:  # an older version has kept no ids
        ids = json.loads(kept or "null") or await _fetched(bot, store, digest)
    catalogue.know_commands(dict(_mentions(bot, ids)))


async def _replaced(bot: Bot, ours: list[dict[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Replace the commands on Discord, but leave those of kinds that we do not have.

    If an operator enables Activities, Discord creates *Launch* and refuses each list without it
    (50240). discord.py does not know its kind, and `CommandTree.sync` leaves it out.
    """
    others = [
        {key: row[key] for key in SENT if row.get(key) is not None}
        for row in await _registered(bot)
        if row["type"] not in OURS
    ]
    return await bot.http.bulk_upsert_global_commands(_application_id(bot), [*ours, *others])


async def _registered(bot: Bot) -> Iterable[Mapping[str, Any]]:
    return await bot.http.get_global_commands(_application_id(bot))


def _application_id(bot: Bot) -> int:
    if bot.application_id is None:
        raise app_commands.MissingApplicationID
    return bot.application_id


async def _fetched(bot: Bot, store: Store, digest: str) -> Mapping[str, int]:
    """The ids that Discord gives; none if it does not answer, since texts can do without links."""
    try:
        commands = await _registered(bot)
    except (discord.HTTPException, OSError) as error:
        log.warning("the ids of the commands are unknown: %s", error)
        return {}
    return await _keep(store, commands, digest)


async def _keep(
    store: Store, commands: Iterable[Mapping[str, Any]], digest: str
) -> Mapping[str, int]:
    chat_input = discord.AppCommandType.chat_input.value
    ids = {row["name"]: int(row["id"]) for row in commands if row["type"] == chat_input}

    def work(tx: Transaction) -> None:
        tx.meta.set(HASH, digest)
        tx.meta.set(IDS, json.dumps(ids))

    await store.write(work)
    return ids


def _mentions(bot: Bot, ids: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The link to each command. Groups have none, so theirs is that of their first command."""
    for command in bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        number = ids.get(command.name)
        if number is None:
            continue
        names = [command.qualified_name]
        if isinstance(command, app_commands.Group):
            names = [part.qualified_name for part in command.walk_commands()]
            yield command.name, f"</{names[0]}:{number}>"
        for name in names:
            yield name, f"</{name}:{number}>"
