"""The stand-in without its server: the world, all parts that act on it, and the request log.

It does not listen on a port: `server` serves it over HTTP, `control` is the driver's interface.
"""

from collections import deque

from bot.playground.activities import Activities
from bot.playground.checking import Check, Seen
from bot.playground.commands import Commands
from bot.playground.errors import Json
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.making import Making
from bot.playground.messages import Messages
from bot.playground.names import Names
from bot.playground.people import People
from bot.playground.polls import Polls
from bot.playground.ratelimits import RateLimits, Rates
from bot.playground.scenes import Scenes
from bot.playground.scheduled_events import ScheduledEvents
from bot.playground.threads import Threads
from bot.playground.uploads import Addresses
from bot.playground.window import Windows
from bot.playground.world import World

_LOGGED_AT_MOST = 20_000


class Simulation:
    """All parts of the stand-in, connected to each other."""

    def __init__(
        self,
        world: World,
        *,
        rates: Rates,
        check: Check,
        message_content: bool,
        heartbeat_ms: int,
    ) -> None:
        self.world = world
        self.check = check
        self.requests: deque[Json] = deque(maxlen=_LOGGED_AT_MOST)
        self.unknown: list[str] = []
        """Requests that match no route: the stand-in lacks one, or the bot has a bug."""
        self.violations: list[str] = []
        """Violations of Discord's document or of the limits table, with their paths."""
        self.faults = Faults()
        self.rates = RateLimits(world.clock, rates)
        self.gateway = Gateway(world, privileged=message_content, heartbeat_ms=heartbeat_ms)
        self.messages = Messages(
            world, Addresses("", world.secret), message_content=message_content
        )
        self.threads = Threads(world, self.messages, self.rates)
        world.tell = self._tell
        self.commands = Commands(world)
        self.names = Names(world)
        self.activities = Activities(world, self.names, self.commands, self.violations)
        self.windows = Windows()
        self.interactions = Interactions(world, self.messages, self.gateway, self.activities)
        self.interactions.asked = self._asked
        self.events = ScheduledEvents(world)
        self.polls = Polls(world, self.names, self.messages)
        self.making = Making(world, self.names, self.threads, self.gateway)
        self.people = People(world, self.names, self.messages, self.commands, self.interactions)
        self.scenes = Scenes(world, self.names, self.messages, self.people)

    def examine(self, seen: Seen) -> list[str]:
        """The violations that the contract checker finds; they are added to `violations`."""
        problems = self.check(seen)
        name = f"{seen.kind} {seen.method} {seen.route} {seen.status or ''}"
        self.violations += [f"{' '.join(name.split())}: {problem}" for problem in problems]
        return problems

    def _tell(self, event: str, data: Json, *, guild_id: str | None = None) -> None:
        self.examine(Seen("event", "", event, 0, data))
        self.gateway.tell(event, data, guild_id=guild_id)

    def _asked(self, payload: Json) -> None:
        self.examine(Seen("event", "", "INTERACTION_CREATE", 0, payload))
