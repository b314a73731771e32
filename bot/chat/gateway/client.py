"""The Discord client: joins the features, the delivery and the timer to the gateway."""

import asyncio
import contextlib
import logging
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from math import inf
from os import cpu_count
from time import perf_counter
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands
from yarl import URL

from bot import metrics
from bot.chat.answers.responses import press, respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Interaction
from bot.chat.base.custom_id import Control
from bot.chat.base.interactions import Interactions
from bot.chat.base.waiting import Waiting
from bot.chat.common.solo import SoloBoards
from bot.chat.controls.components import CONTROLS
from bot.chat.delivery.channel_activity import ChannelActivity
from bot.chat.delivery.worker import Delivery
from bot.chat.gateway.command_sync import sync_commands
from bot.chat.gateway.identifying import Identifying
from bot.chat.gateway.request_budget import RequestBudget, trace
from bot.chat.play import parts
from bot.faults import logged
from bot.messages import catalogue
from bot.messages.catalogue import text
from bot.pictures import Pictures
from bot.service.bot_player import PAUSE, BotPlayer
from bot.service.deadlines import LONGEST_SLEEP, DeadlineTimer
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from bot.service.service import Service
from bot.service.shard_leases import ShardLeases
from bot.shards import Shards
from bot.storage.database import StorageError, Store
from bot.thinking.pool import Pool

log = logging.getLogger(__name__)

Items = type[ui.DynamicItem[ui.Item[Any]]]
Parse = Callable[[Any], None]
FOREIGN = Control("foreign", 0)
"""A stand-in for controls without a handler."""
CLOSE_TIMEOUT = 10.0
"""Seconds allowed at shutdown for the answers that people are still waiting for."""
GATEWAY_CLOSE_TIMEOUT = 2.0
"""Seconds in which the gateway connections have to close."""


def least_intents() -> discord.Intents:
    """Guilds and messages, there and direct ones: none of them is privileged."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


def _surviving(event: str, parse: Parse) -> Parse:
    """A parser of discord.py's that logs what it cannot read; there, one event ends the program."""

    def parsed(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            logged(error, f"the event {event}")

    return parsed


class CommandTree(app_commands.CommandTree[Bot]):
    """The slash commands and menus: on servers only."""

    def __init__(self, client: Bot) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Answer a command with a value that no list offers; discord.py would pass it on."""
        suggests = interaction.type is discord.InteractionType.autocomplete
        if suggests or _from_their_lists(interaction):
            return True
        await respond(interaction, _unusable(app_commands.AppCommandError()))
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what discord.py could not pass to a command, such as one that is gone."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("nothing is suggested: %s", error)  # a client has an older command
        else:
            await respond(interaction, _unusable(error))


def _from_their_lists(interaction: Interaction) -> bool:
    """True if every option that has a list of values has one of them."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    given = dict(iter(interaction.namespace))
    return all(
        given[option.display_name] in [choice.value for choice in option.choices]
        for option in command.parameters
        if option.choices and option.display_name in given
    )


async def _unusable(error: app_commands.AppCommandError) -> Answer:
    """Why a command could not be used. Raises ``error`` if it is our fault."""
    if isinstance(error, app_commands.CommandInvokeError):
        raise error
    no_member = isinstance(error, app_commands.TransformerError)
    if no_member and isinstance(error.value, discord.User):
        return Answer(text("cannot-challenge-stranger"), refused=True)
    return Answer(text("cannot-read-command"))


class KeilClient(Bot):
    """The bot on the gateway. Its state is in the store and in ``custom_id``s, not here."""

    def __init__(
        self,
        store: Store,
        service: Service,
        *,
        features: Sequence[str] = (),
        longest_sleep: float = LONGEST_SLEEP,
        shards: Shards | None = None,
        budget: RequestBudget | None = None,
        pool: Pool | None = None,
        pause: timedelta = PAUSE,
        **options: Any,
    ) -> None:
        """The bot on ``shards``, while other processes have the others; None: on all.

        ``features``: modules that register one each; ``longest_sleep``: seconds between two
        looks at the deadlines; ``budget``: of requests, by default without limits; ``pool``:
        who thinks for the computers; ``pause``: they answer no sooner.
        """
        if shards is not None:
            options |= {"shard_ids": list(shards.ids), "shard_count": shards.count}
        options["http_trace"] = trace(budget)
        super().__init__(
            command_prefix=commands.when_mentioned,  # there are no text commands
            help_command=None,
            tree_cls=CommandTree,
            intents=least_intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            **options,
        )
        parsers = self._connection.parsers
        for event, parse in parsers.items():
            if event not in ("READY", "RESUMED"):  # without these there is no session
                if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                    parse = self._of_others(parse)
                parsers[event] = _surviving(event, parse)
        self._recognised: set[re.Pattern[str]] = set()
        self._store = store
        self.service = service
        self._features = (*features, *parts())  # a challenge can allow what features have
        self._painters = ThreadPoolExecutor(max_workers=cpu_count(), thread_name_prefix="painter")
        # What takes seconds has threads of its own, so that no board waits for it.
        self.readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reader")
        self._animators = ThreadPoolExecutor(max_workers=1, thread_name_prefix="animator")
        self.pictures = Pictures(self._painters, self._animators)
        self.waiting, self.interactions = Waiting(), Interactions()
        self.handlers, self.kinds = {}, {}
        self.delivery, self._activity = Delivery(self, store), ChannelActivity()
        service.shown_messages.far_up = self._activity.is_far_up
        self._timer = DeadlineTimer(
            service.deadlines,
            service.now,
            self.delivery.serve,
            lambda: self.reachable,
            longest_sleep,
        )
        self._shards = shards
        self._identifying = Identifying(store)
        self._may_identify: set[int] = set()
        """The shards whose turn it is to begin their first session."""
        self._leases: ShardLeases | None = None
        if shards is not None:
            name = secrets.token_urlsafe(12)
            self._leases = ShardLeases(
                store, service.process_shards, service.shown_messages, service.now, name
            )
        self.bot_player = BotPlayer(
            service.computers,
            service.matches,
            pool or Pool(service.matches.games),
            self._computer_moved,
            pause=pause,
        )
        self.judge = Judge(
            self.bot_player.pool, service.computers.helps, service.matches.running_of
        )
        self.solo = SoloBoards(self)
        self.ways_back = [self.solo.way_back]
        self.heard: list[Callable[[int | None], None]] = []
        """Told of each channel for which another process has stored something; None: of any."""
        self._tasks: list[asyncio.Task[None]] = []
        self._playing: list[asyncio.Task[None]] = []

    @property
    def reachable(self) -> bool:
        """True if people can reach the bot through at least one shard."""
        return (
            self.is_ready() and not self.is_closed() and bool(self.service.process_shards.connected)
        )

    def gateway(self) -> dict[int, metrics.Shard]:
        """The shards of this process; none before it has logged in."""
        there, now, reached = self.shards, perf_counter(), self.service.process_shards.connected
        shards: dict[int, metrics.Shard] = {}
        for number in self.shard_ids or range(self.shard_count or 0):
            shard, unanswered = there.get(number), inf
            if shard is not None and (beating := shard._parent.ws._keep_alive) is not None:
                unanswered = now - beating._last_ack
            connected = shard is not None and not shard.is_closed() and number in reached
            latency = inf if shard is None else shard.latency
            shards[number] = metrics.Shard(connected, latency, unanswered)
        return shards

    def add_dynamic_items(self, *items: Items) -> None:
        """Let discord.py recognise buttons and selects by their ``custom_id``."""
        self._recognised.update(item.__discord_ui_compiled_template__ for item in items)
        super().add_dynamic_items(*items)

    def mark_stripped(self, message: int) -> None:
        """An answer has just taken the controls off this message."""
        self.delivery.mark_stripped(message)

    def _of_others(self, parse: Parse) -> Parse:
        """A parser of messages that drops those of the bot itself: nobody here has to hear them."""

        def parsed(data: Any) -> None:
            own = self.user is not None and data.get("author", {}).get("id") == str(self.user.id)
            if not own:
                parse(data)

        return parsed

    async def _computer_moved(self, live: LiveMatch) -> None:
        """Show what a computer has done."""
        if live.solo:
            await self.solo.update(live)

    def on_foreign_message(self, channel_id: int, message: int) -> None:
        """Somebody else has written this message in this channel."""
        self._activity.add(channel_id, message)

    async def retry(self, here: Callable[[int], bool]) -> None:
        """Retry the refused and failed messages in the channels for which ``here`` is true."""
        await self.delivery.retry(here)

    # --- life ---

    async def add_features(self) -> None:
        """Register every feature; `load_extension` would run its module once more, as another."""
        for feature in self._features:
            await import_module(feature).setup(self)

    async def setup_hook(self) -> None:
        """Prepare, after the login and before the gateway: nobody can play yet."""
        number, _, limit = await self.http.get_bot_gateway()
        self._identifying.learn(limit)
        shards = self._shards or Shards.all_of(self.shard_count or number)
        self.shard_count = shards.count
        self.service.process_shards.begin(shards)
        self.add_dynamic_items(*CONTROLS)
        await self.add_features()
        await sync_commands(self, self._store)
        work = [
            self._timer.run(),
            self._store.listen(self._hear),
            self.service.results.work_out(),
        ]
        if self._leases is not None:
            await self._leases.renew()
        await self.delivery.begin()
        # Only then: boards that are to say the new times are no edits of the last process.
        credit = await self.service.outages.catch_up()
        if credit:
            log.info("%s of outage were added to every deadline", credit)
        await self._go_on()
        if self._leases is not None:
            work.append(self._leases.run(self._serve_adopted))
        self._tasks = [asyncio.create_task(task) for task in work]
        self._playing = [asyncio.create_task(self.bot_player.run())]

    async def _hear(self, channel_id: int | None) -> None:
        """Another process has stored something to be shown in a channel; None: perhaps in any."""
        for tell in self.heard:
            tell(channel_id)
        await self.delivery.hear(channel_id)

    async def _go_on(self) -> None:
        """Go on with whatever is left, also with what was refused or has failed."""
        await self.delivery.retry()
        await self.delivery.serve()

    async def _serve_adopted(self) -> None:
        """Go on at once with what a process that has gone has left."""
        self._timer.wake()
        await self._go_on()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Wait until this shard may begin a session, then connect.

        Connected first, it would be cut off after a minute: many processes may be in the queue.
        """
        await self._identifying.wait(shard_id)
        self._may_identify.add(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may begin another session, in place of one that is lost."""
        del initial
        if shard_id in self._may_identify:
            self._may_identify.remove(shard_id)
        else:
            await self._identifying.wait(shard_id or 0)

    async def close(self) -> None:
        """Take nothing on any more, answer those who wait, then leave.

        What comes until the gateway is closed is answered. What is left to be shown is for the next
        process. Until then this one keeps the lease of its shards.
        """
        if not self.is_closed():
            await self._close_gateway()
            # Animations and reviews take too long: people hear that they have to wait.
            self.pictures.close()
            self.judge.close()
            people = self.interactions.unfinished, self.waiting
            await asyncio.gather(*(those.let_pass(CLOSE_TIMEOUT) for those in people))
            self.stopping = True
            await self.delivery.close()
            await self._stop_thinking()
            self._cancel_tasks()
            if self._leases is not None:
                with contextlib.suppress(StorageError):
                    await self._leases.give_up()
        self.stopping = True
        self._cancel_tasks()
        catalogue.know_commands({})
        await super().close()
        for pool in (self._painters, self.readers, self._animators):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _stop_thinking(self) -> None:
        """Stop the computers' thinking; the next process begins it again."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    def _cancel_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _close_gateway(self) -> None:
        """Close only the gateway, so that nobody is heard when there is no time left to answer."""
        leaving = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        if leaving:
            await asyncio.wait(leaving, timeout=GATEWAY_CLOSE_TIMEOUT)

    # --- gateway events ---

    async def on_ready(self) -> None:
        """Every shard is connected."""
        number = len(self.guilds)
        log.info("ready on %s server%s", number, "" if number == 1 else "s")
        await self._go_on()

    async def on_shard_ready(self, shard: int) -> None:
        """A shard has a new session."""
        self.service.process_shards.connected.add(shard)
        await self._go_on()

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard is connected again."""
        self.service.process_shards.connected.add(shard)
        await self._go_on()

    async def on_shard_disconnect(self, shard: int) -> None:
        """Some people cannot reach us: their time is not counted until that ends."""
        self.service.process_shards.connected.discard(shard)
        metrics.disconnected(shard)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms: discord.py forgets them at a restart, so only their ``custom_id`` counts.

        discord.py handles commands, and the buttons and selects that it recognises.
        """
        data: dict[str, Any] = {**(interaction.data or {})}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await press(interaction, Control.read(custom_id) or FOREIGN)
        elif interaction.type is discord.InteractionType.component and not any(
            pattern.fullmatch(custom_id) for pattern in self._recognised
        ):
            await press(interaction, FOREIGN)

    async def on_message(self, message: discord.Message, /) -> None:
        """There are no text commands; features listen to messages themselves."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log a fault outside of any answer."""
        del args, kwargs
        if self.stopping:
            log.info("%s is dropped, as the program ends", event_method)
            return
        error = sys.exc_info()[1]
        assert error is not None  # discord.py calls this where it has caught one
        logged(error, event_method)
