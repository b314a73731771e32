"""The Discord client: joins commands, controls, outbox and timer to the gateway."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.actions import Actions, Pools
from bot.answers import PATIENCE, Waiting, fault, respond
from bot.commands import add_commands
from bot.controls import Control, ControlButton, ControlSelect, HelpSelect
from bot.deadlines import LONGEST_SLEEP, Deadlines
from bot.host import Host
from bot.outbox import Outbox
from bot.replies import Replies
from bot.store import Store
from engine.position import Game

log = logging.getLogger(__name__)

COMMANDS_HASH = "commands hash"


def least_intents() -> discord.Intents:
    """Guilds and guild messages: neither is privileged."""
    return discord.Intents(guilds=True, guild_messages=True)


class KeilClient(discord.AutoShardedClient):
    """The bot on the gateway. State is in the store and in ``custom_id``s, not here."""

    def __init__(
        self,
        store: Store,
        host: Host,
        games: Mapping[str, Game],
        *,
        longest_sleep: float = LONGEST_SLEEP,
        **options: Any,
    ) -> None:
        """``longest_sleep``: seconds between two looks at the deadlines."""
        super().__init__(
            intents=least_intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            **options,
        )
        self._store = store
        self._host = host
        self._painters = ThreadPoolExecutor(max_workers=cpu_count(), thread_name_prefix="painter")
        # What takes seconds has threads of its own, so that no board waits for it.
        self._readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reader")
        self._filmers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="filmer")
        pools = Pools(self._painters, self._readers, self._filmers)
        self.actions = Actions(host, pools, self._wake)
        self.waiting = Waiting()
        self.outbox = Outbox(self, store, host, self.actions.picture, self.waiting)
        self._deadlines = Deadlines(host, self.outbox.serve, lambda: self.reachable, longest_sleep)
        self._replies = Replies(self, host, self.actions, self.waiting)
        self._timer: asyncio.Task[None] | None = None
        self._away: set[int] = set()
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.tree.error(self._command_failed)
        add_commands(self.tree, self.actions, games)

    @property
    def reachable(self) -> bool:
        """Whether people can reach the bot: every shard of the gateway is connected."""
        return self.is_ready() and not self.is_closed() and not self._away

    def _wake(self, place: int) -> None:
        self.outbox.wake(place)

    # --- life ---

    async def setup_hook(self) -> None:
        """After the login and before the gateway: nobody can play yet."""
        given = await self._host.catch_up()
        if given:
            log.info("%s of outage were added to every deadline", given)
        self.add_dynamic_items(ControlButton, ControlSelect, HelpSelect)
        await self._sync_commands()
        await self.outbox.serve()
        self._timer = asyncio.create_task(self._deadlines.run())

    async def _sync_commands(self) -> None:
        """Send the commands to Discord only when they have changed."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self._store.read(lambda tx: tx.fact(COMMANDS_HASH)) == digest:
            return
        await self.tree.sync()
        await self._store.write(lambda tx: tx.remember(COMMANDS_HASH, digest))
        log.info("commands synced")

    async def close(self) -> None:
        """Finish what is under way, then leave."""
        if self._timer is not None:
            self._timer.cancel()
        if not self.is_closed():
            await self.waiting.let_pass(PATIENCE)
            await self.outbox.close()
        await super().close()
        self.actions.pictures.close()
        for pool in (self._painters, self._readers, self._filmers):
            pool.shutdown(wait=False, cancel_futures=True)

    # --- gateway events ---

    async def on_ready(self) -> None:
        """Every shard is connected."""
        log.info("ready: %s servers", len(self.guilds))
        await self.outbox.serve(at_once=True)

    async def on_shard_ready(self, shard: int) -> None:
        """A shard has a new session."""
        self._away.discard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard is connected again."""
        self._away.discard(shard)
        await self.outbox.serve(at_once=True)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Some people cannot reach us: no time is counted until that ends."""
        self._away.add(shard)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and its games with it.

        So are its threads. Nobody tells of those that were asleep, and nothing here remembers
        whose they were: of each place on this server that is not known Discord is asked.
        """
        await self._host.close_place(channel.id)
        for place in await self._host.places(channel.guild.id):
            if channel.guild.get_channel_or_thread(place) is None:
                await self._close_if_gone(place)

    async def _close_if_gone(self, place: int) -> None:
        try:
            await self.fetch_channel(place)
        except discord.NotFound:
            await self._host.close_place(place)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("whether place %s is gone is not known: %s", place, error)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server is gone, or has put us out: nobody can play there. An outage is not told so."""
        for place in await self._host.places(guild.id):
            await self._host.close_place(place)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self._host.close_place(thread.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Modals: discord.py forgets them at a restart, so their ``custom_id`` alone counts.

        Commands and buttons go their own ways; a modal of ours has nothing to do of its own, so
        that it is handled here only.
        """
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Mapping[str, Any] = interaction.data or {}  # pyright: ignore[reportAssignmentType]
        control = Control.read(str(data.get("custom_id", "")))
        if control is not None:
            await self.actions.press(interaction, control)

    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote: a reply to a board of ours may be a move."""
        await self._replies.hear(message)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Faults outside of any answer."""
        del args, kwargs
        log.exception("fault in %s", event_method)

    async def _command_failed(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """What goes wrong before a command's own wrapper, such as a command that is gone."""
        if interaction.type is discord.InteractionType.autocomplete:
            fault(error, interaction)
        else:
            await respond(interaction, self.actions.unusable(error))
