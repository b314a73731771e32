"""What saturates first if a million people play: a simulation of one busy hour's minutes.

The model. People make `A_DAY` moves a day each, `PEAK` times as many in the busiest hour as on
average, at random (Poisson). There is one channel on each server, and the servers are spread over
the shards by their number; the k-th largest channel has a share of the moves like 1/k^`SKEW`. A
move costs requests with the bot's token, by the place in which all games live (`PLACES`, figures of
the pages *budget* and *floor*); besides, it has its part in cards, reminders and ends of games
(`BESIDE`). Each of
PROCESSES has its shards and one core (Python's lock); there is one PostgreSQL, and one bucket of
requests. A move waits, in this order, for its process's core, for the database, for its channel's
limit (5 messages in 5 s), and for the token. Nothing is lost; queues only grow.

A resource is saturated where the 99th percentile of the waits for it alone is more than 3 s. All
figures are for the model: they tell which limit comes first, and by how far, not what a day brings.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from bot.chat.gateway.request_budget import ALLOWED, bucket

PEOPLE, SHARDS, PROCESSES = 1_000_000, 100, 25
A_DAY, PEAK = 4.0, 3.0
"""Games of days, mostly; the busiest hour of a day is some three times the average, as of most
services with people around the world."""
SERVERS, SKEW = SHARDS * 2_500, 0.7
"""Discord has at most 2,500 servers on a shard; sizes of communities are often skewed like that."""
PLACES = {"each turn": 2, "thread": 3, "living": 3}
"""Requests with the token for a move. Each turn: the board, and taking off the last one's buttons.
In a thread also an edit of the card: in games of days there is less than a move in thirty seconds.
Living: the line, the edit, and deleting the old line."""
USUAL = "thread"
"""Where games live unless their server or their players say otherwise."""
BESIDE = 0.08
"""Requests with the token for each move: a card, a first board and a last edit in 40 moves."""
CORE_S, DATABASE_S = 0.016, 0.003
"""Seconds of a process's core, and of the database, for each move: see the page *processes*."""
DATABASE_CORES = 8
MESSAGES = 5, 5.0
"""Messages in a channel in so many seconds."""
SECONDS, SATURATED = 120.0, 3.0
RESOURCES = ("a process's core", "database", "messages in a channel", "requests with the token")
MOST = 16 * PEOPLE
"""No more people than that are looked at: a resource that bears them is not reached."""


@dataclass
class Line:
    """Something that serves one after the other."""

    free_at: float = 0.0

    def wait(self, now: float, takes: float) -> float:
        """The seconds until it begins with something that comes ``now``."""
        begin = max(now, self.free_at)
        self.free_at = begin + takes
        return begin - now


@dataclass
class Bucket:
    """A leaky bucket of requests; ``shared_by`` so many processes, each has its part."""

    shared_by: int = 1
    full_until: float = 0.0
    """When it would be empty again."""

    def wait(self, now: float) -> float:
        """The seconds until a request that comes ``now`` may be sent."""
        at_once, steady = (figure / self.shared_by for figure in bucket(ALLOWED))
        leaks = 1 / steady
        begin = max(now, self.full_until - max(0.0, at_once - 1) * leaks)
        self.full_until = max(now, self.full_until) + leaks
        return begin - now


@dataclass
class Window:
    """At most so many in so many seconds."""

    size: int
    seconds: float
    times: deque[float] = field(default_factory=deque[float])

    def has_room(self, now: float) -> bool:
        """Whether one more fits ``now``."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        return len(self.times) < self.size

    def wait(self, now: float) -> float:
        """The seconds until there is room for something that comes ``now``, which takes it."""
        begin = now
        if not self.has_room(now):
            begin = max(now, self.times[-self.size] + self.seconds)
        self.times.append(begin)
        return begin - now


@dataclass
class Run:
    """What was waited for."""

    waits: Mapping[str, list[float]]
    moves: int = 0
    token_requests: float = 0.0

    def late(self, resource: str) -> float:
        """The 99th percentile of the waits for it, in seconds."""
        waits = sorted(self.waits[resource])
        return waits[len(waits) * 99 // 100] if waits else 0.0


class Popularity:
    """Which channel the next move is in."""

    def __init__(self) -> None:
        self._sums = list(accumulate(1 / rank**SKEW for rank in range(1, SERVERS + 1)))

    def draw(self, random: Random, count: int) -> list[int]:
        """``count`` channels."""
        return random.choices(range(SERVERS), cum_weights=self._sums, k=count)


def simulate(
    people: float,
    popularity: Popularity,
    place: str = USUAL,
    *,
    equal_shares: bool = False,
    seed: int = 13,
) -> Run:
    """Two minutes of the busiest hour. ``equal_shares``: of the requests, for each process."""
    random, run = Random(seed), Run({name: [] for name in RESOURCES})
    rate = people * A_DAY * PEAK / 86_400
    cores = [Line() for _ in range(PROCESSES)]
    shared_by = PROCESSES if equal_shares else 1
    buckets = [Bucket(shared_by) for _ in range(shared_by)]
    databases = [Line() for _ in range(DATABASE_CORES)]
    messages: dict[int, Window] = {}
    channels, now = iter(popularity.draw(random, int(rate * SECONDS * 1.2) + 100)), 0.0
    while True:
        now += random.expovariate(rate)
        if now > SECONDS:
            return run
        channel = next(channels)
        process = channel % SHARDS % PROCESSES
        run.moves += 1
        waits = run.waits
        waits["a process's core"].append(cores[process].wait(now, CORE_S))
        base = min(databases, key=lambda line: line.free_at)
        waits["database"].append(base.wait(now, DATABASE_S))
        waited = messages.setdefault(channel, Window(*MESSAGES)).wait(now)
        waits["messages in a channel"].append(waited)
        asked = PLACES[place] + (random.random() < BESIDE)
        run.token_requests += asked
        waited = 0.0
        for _ in range(asked):
            waited = buckets[process % shared_by].wait(now)
        waits["requests with the token"].append(waited)
    return run


def bears(
    resource: str, popularity: Popularity, place: str = USUAL, *, equal_shares: bool = False
) -> float:
    """How many people there may be before this resource is saturated, to a twentieth."""
    few, many = PEOPLE / 64, float(MOST)

    def is_saturated(people: float) -> bool:
        run = simulate(people, popularity, place, equal_shares=equal_shares)
        return run.late(resource) > SATURATED

    if not is_saturated(many):
        return float("inf")
    while many / few > 1.05:
        middle = (few * many) ** 0.5
        if is_saturated(middle):
            many = middle
        else:
            few = middle
    return few


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """What happens with a million people, and how many each resource bears."""
    popularity = Popularity()
    run = simulate(PEOPLE, popularity)
    reached = {name: bears(name, popularity) for name in RESOURCES}
    shares = bears(RESOURCES[-1], popularity, equal_shares=True)
    token = {place: bears(RESOURCES[-1], popularity, place) for place in PLACES}
    first = min(reached, key=lambda name: reached[name])
    return [
        (
            f"{PEOPLE:,} people, {SHARDS} shards, {PROCESSES} processes, busiest hour",
            {
                "moves a second": run.moves / SECONDS,
                "requests with the token a second (50)": run.token_requests / SECONDS,
                **{f"s of waiting for {name}, p99": run.late(name) for name in RESOURCES},
            },
        ),
        (
            "people until waits of 3 s (p99), if nothing else is in the way",
            {
                **{name: f"{reached[name]:,.0f}" for name in RESOURCES},
                "the same if each process had an equal share": f"{shares:,.0f}",
            },
        ),
        (
            "people until boards wait 3 s (p99) for requests with the token, if all games live so",
            {place: f"{most:,.0f}" for place, most in token.items()},
        ),
        ("what saturates first", {first: f"{reached[first]:,.0f} people"}),
    ]
