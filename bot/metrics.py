"""The metrics of a process for Prometheus, with one function for each event.

The lowest layer of the bot: all others may call these functions, and only this file imports the
library. Labels have a bounded set of values: never a person, channel, server or match.
"""

import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from math import isfinite
from typing import TypeVar

from prometheus_client import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

__all__ = ["CONTENT_TYPE", "REGISTRY"]

T = TypeVar("T")
REGISTRY = CollectorRegistry()

UP_TO_3_S = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Discord waits 3 seconds for an acknowledgement."""
WORK = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
QUERIES = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 60.0)
LATENESS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)


def _counter(name: str, what: str, *labels: str) -> Counter:
    return Counter(f"keil_{name}", what, labels, registry=REGISTRY)


def _gauge(name: str, what: str, *labels: str) -> Gauge:
    return Gauge(f"keil_{name}", what, labels, registry=REGISTRY)


def _histogram(name: str, what: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"keil_{name}", what, labels, buckets=buckets, registry=REGISTRY)


# --- the process ---

ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)
_BUILD = Info("keil_build", "The program's version", registry=REGISTRY)
_BUILD.info({"version": version("keil"), "python": ".".join(map(str, sys.version_info[:3]))})
_READY = _gauge("ready", "1 if the process can serve people, as /readyz says")
_LAG = _histogram("event_loop_lag_seconds", "How late the event loop wakes a task", WORK)
_FAULTS = _counter("faults_total", "Faults of ours, each with a reference in the log")

# --- the gateway ---

_CONNECTED = _gauge("gateway_connected", "1 if the shard is connected", "shard")
_LATENCY = _gauge("gateway_latency_seconds", "From a heartbeat to its acknowledgement", "shard")
_DISCONNECTS = _counter("gateway_disconnects_total", "Lost connections", "shard")

# --- interactions ---

_ACKNOWLEDGED = _histogram(
    "acknowledgement_seconds",
    "From the time in an interaction's id, by Discord's clock, to our acknowledgement",
    UP_TO_3_S,
)
_INTERACTIONS = _counter(
    "interactions_total", "Interactions, by command or control: answered, refused, fault, late",
    "name", "outcome",
)  # fmt: skip
_LOST_ANSWERS = _counter("lost_answers_total", "Answers that did not get through to Discord")
_REFUSALS = _counter("refusals_total", "What was refused, by reason", "reason")
_MOVES = _counter("moves_total", "Moves played", "game")
_MATCHES = _gauge("matches_open", "Matches that are not over, in the whole database")

_WEB_PAGES = _gauge("web_pages_open", "Pages that are open at this process")
_WEB_ACTS = _counter("web_acts_total", "What was done on pages, by outcome: said, ask, refused",
    "outcome")  # fmt: skip

# --- posts and pictures ---

_OUTBOX = _gauge("outbox_posts", "Posts that are not sent yet, in the whole database", "state")
_OUTBOX_AGE = _gauge("outbox_oldest_seconds", "Age of the oldest post that is not sent yet")
_POSTS = _counter("posts_total", "Posts sent", "kind", "way")
_FAILED_POSTS = _counter("failed_posts_total", "Posts given up, since Discord refuses them", "kind")
_FAILED_ATTEMPTS = _counter("outbox_failures_total", "Attempts that will be repeated", "queue")
_RENDERS = _histogram("render_seconds", "Drawing a picture, without the wait for a thread", WORK,
    "what")  # fmt: skip

# --- requests to Discord ---

_REQUESTS = _counter(
    "requests_total", "Requests, by kind (token: counted by Discord; exempt) and status",
    "kind", "status",
)  # fmt: skip
_BUDGET_WAITS = _histogram("request_budget_wait_seconds", "Waits before a request", WORK)

# --- the database ---

_TRANSACTIONS = _histogram(
    "transaction_seconds", "Transactions, with their waits and retries", QUERIES, "access"
)
_RETRIES = _counter("transaction_retries_total", "Transactions run again, by class of SQLSTATE",
    "sqlstate")  # fmt: skip
_ERRORS = _counter("database_errors_total", "Errors of the database, by class of SQLSTATE or name",
    "code")  # fmt: skip
_DATABASE_BYTES = _gauge("database_bytes", "Size of the whole database, with its indexes")
_LAST_BACKUP = _gauge("last_backup_timestamp_seconds",
    "When the last backup by `keil admin backup` began; 0 if there was none")  # fmt: skip
_DATABASE_UP = _gauge("database_up", "1 if the database answered when the process was last asked")

# --- computers ---

_THOUGHTS = _histogram("thought_seconds", "Thinking about a move, without the wait", WORK,
    "who")  # fmt: skip
_THOUGHTS_WAITING = _gauge("thoughts_waiting", "Positions that no worker thinks about yet")
_SEARCHES_FAILED = _counter("searches_failed_total", "Positions that the search did not answer")

# --- deadlines ---

_LATE = _histogram("deadline_late_seconds", "How late a match was ended after its deadline",
    LATENESS)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard's connection; times in seconds, infinite if not known."""

    connected: bool
    latency: float
    unanswered: float
    """Since the last heartbeat that Discord has acknowledged."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """The work that is left to do, as the database knows it."""

    posts: Mapping[str, int]
    """Unsent posts by state."""
    oldest: timedelta
    """The age of the oldest of them; zero if there are none."""
    matches: int
    """Matches that are not over."""
    size: int
    """Bytes of the database."""
    backup: datetime | None
    """When the last backup began; None if there was none."""


def text() -> bytes:
    """Everything, in the format of Prometheus."""
    return generate_latest(REGISTRY)


def ready(yes: bool) -> None:
    """Record whether the process can serve people."""
    _READY.set(yes)


def lagged(seconds: float) -> None:
    """The event loop has woken a task ``seconds`` late."""
    _LAG.observe(seconds)


def fault() -> None:
    """A fault of ours was logged."""
    _FAULTS.inc()


def shards(states: Mapping[int, Shard]) -> None:
    """The shards of this process as they are."""
    for number, shard in states.items():
        _CONNECTED.labels(number).set(shard.connected)
        if isfinite(shard.latency):
            _LATENCY.labels(number).set(shard.latency)


def disconnected(shard: int) -> None:
    """A shard has lost its connection."""
    _DISCONNECTS.labels(shard).inc()


def acknowledged(created: datetime) -> None:
    """Discord has our first answer to an interaction, ``created`` by Discord's clock."""
    _ACKNOWLEDGED.observe(max(0.0, time.time() - created.timestamp()))


def interaction(name: str, outcome: str) -> None:
    """An interaction is dealt with; ``name`` is a command or a control that exists."""
    _INTERACTIONS.labels(name, outcome).inc()


def answer_lost() -> None:
    """An answer did not get through to Discord."""
    _LOST_ANSWERS.inc()


def refused(reason: str) -> None:
    """Something was refused; ``reason`` is the value of an enum."""
    _REFUSALS.labels(reason).inc()


def moved(game: str) -> None:
    """A move was stored."""
    _MOVES.labels(game).inc()


def web_pages(number: int) -> None:
    """So many pages are open."""
    _WEB_PAGES.set(number)


def web_act(outcome: str) -> None:
    """Something was done on a page."""
    _WEB_ACTS.labels(outcome).inc()


def backlog(now: Backlog) -> None:
    """Set the gauges of the work that is left to do."""
    for state, number in now.posts.items():
        _OUTBOX.labels(state).set(number)
    _OUTBOX_AGE.set(now.oldest.total_seconds())
    _MATCHES.set(now.matches)
    _DATABASE_BYTES.set(now.size)
    _LAST_BACKUP.set(0 if now.backup is None else now.backup.timestamp())


def post_sent(kind: str, way: str = "message") -> None:
    """A post is in its channel; ``way``: as a message, found there after a crash, and so on."""
    _POSTS.labels(kind, way).inc()


def post_failed(kind: str) -> None:
    """A post was given up."""
    _FAILED_POSTS.labels(kind).inc()


def attempt_failed(queue: str) -> None:
    """The outbox could not do something and will try again."""
    _FAILED_ATTEMPTS.labels(queue).inc()


def timed_render(what: str, work: Callable[[], T]) -> Callable[[], T]:
    """``work``, whose time is measured in the thread that does it."""

    def timed() -> T:
        with _RENDERS.labels(what).time():
            return work()

    return timed


def request_done(kind: str, status: int) -> None:
    """Discord has answered a request; ``kind``: token or exempt."""
    _REQUESTS.labels(kind, status).inc()


def waited_for_budget(seconds: float) -> None:
    """A request has waited for its share of what Discord allows."""
    _BUDGET_WAITS.observe(seconds)


@contextmanager
def transaction(access: str) -> Generator[None]:
    """Measures a transaction; ``access``: read or write."""
    with _TRANSACTIONS.labels(access).time():
        yield


def transaction_retried(sqlstate: str | None) -> None:
    """A transaction runs again, for this reason; None if the server could not be reached."""
    _RETRIES.labels((sqlstate or "08")[:2]).inc()


def database_error(code: str) -> None:
    """The database has refused a transaction; ``code``: class of SQLSTATE or SQLite's name."""
    _ERRORS.labels(code).inc()


def database_up(yes: bool) -> None:
    """Record whether the database answers."""
    _DATABASE_UP.set(yes)


def thought(seconds: float, who: str) -> None:
    """A worker has thought for ``seconds``; ``who``: usual, or simple if the search could not."""
    _THOUGHTS.labels(who).observe(seconds)


def search_failed() -> None:
    """The search should have answered, and could not."""
    _SEARCHES_FAILED.inc()


def thoughts_waiting(number: int) -> None:
    """This number of positions wait for a worker."""
    _THOUGHTS_WAITING.set(number)


def deadline_done(late: timedelta) -> None:
    """A match was ended ``late`` after its deadline."""
    _LATE.observe(max(0.0, late.total_seconds()))
