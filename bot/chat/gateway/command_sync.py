"""The slash commands on Discord: sent there when they have changed, and linked to in our texts."""

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping, Sequence

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
            commands = await bot.tree.sync()
        except discord.HTTPException as error:
            if error.status == BAD_REQUEST:  # it would be refused again
                raise CommandsRefusedError(str(error)) from error
            raise
        ids = await _keep(store, commands, digest)
        log.info("commands synced")
    else:  # an older version has kept no ids
        ids = json.loads(kept or "null") or await _fetched(bot, store, digest)
    catalogue.know_commands(dict(_mentions(bot, ids)))


async def _fetched(bot: Bot, store: Store, digest: str) -> Mapping[str, int]:
    """The ids that Discord gives; none if it does not answer, since texts can do without links."""
    try:
        commands = await bot.tree.fetch_commands()
    except (discord.HTTPException, OSError) as error:
        log.warning("the ids of the commands are unknown: %s", error)
        return {}
    return await _keep(store, commands, digest)


async def _keep(
    store: Store, commands: Sequence[app_commands.AppCommand], digest: str
) -> Mapping[str, int]:
    chat_input = discord.AppCommandType.chat_input
    ids = {command.name: command.id for command in commands if command.type is chat_input}

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
