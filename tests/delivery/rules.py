"""The rules of delivery, each with a switch that removes it, and its times in seconds."""

from collections.abc import Generator
from contextlib import contextmanager

FRESH = 20  # a request waits with us for at most so long
LATE = 30  # Discord carries it out at most so much later
MEMORY = 60  # Discord remembers a nonce
SETTLED = FRESH + LATE + 1  # after this nothing of an earlier attempt can come any more
ANSWER = 3  # for so long a turn's message waits for the answer of a computer
EVERY = 30  # between two edits of a card
OLD = 3000  # a living board is replaced, not edited
LEASE = 20  # a process that gives no sign of life loses its shard
LONGEST = 600  # between two attempts that are refused
LONGEST_AFTER_FAILURE = 20  # and between two without an answer
GONE_AFTER = 600  # a channel that Discord does not know counts as gone
ASKED = 120  # if it was asked for at least so often
NEVER = 10**9  # a time that does not come

RULES = {
    "begun": "a send is marked as begun before its request",
    "search": "a send in doubt is searched for before it is repeated",
    "nonce": "it is repeated under the nonce of its row",
    "coalesce": "a send in doubt is never coalesced",
    "fresh": "a request that has waited for more than FRESH seconds is not written",
    "revision": "a report says which wish was fulfilled, not that all are",
    "first": "a repeated send counts as the wish with which it was first begun",
    "release": "a refused repetition is released only if it was looked for after SETTLED",
    "announced": "what a post announces is decided when its send begins",
    "order": "a send that waits holds back the sends behind it",
    "match": "a send in doubt holds back its match's sends in other channels too",
    "hold": "after an edit in doubt the next waits for SETTLED, and a living board is replaced",
    "takeover": "who takes a shard over holds edits for SETTLED, and replaces living boards",
    "due": "the service's time and the worker's pause are two columns",
    "throttle": "a card is edited every EVERY seconds",
    "pause": "the pause after a refused send is the channel's, not the row's",
    "living": "a living board that cannot be edited is replaced by the service",
    "called": "if it has announced the newest turn itself, the other announces that again",
    "leave": "a match leaves a thread that is refused",
    "stay": "a row whose send has begun never changes its channel",
    "card": "the report of a card moves its match in the same transaction",
    "missing": "a channel is gone only after 10 minutes of asking without a long gap",
    "gone": "the games of a channel that is gone end",
    "closed": "in a closed thread that has had its time, a refused edit counts as done",
    "deleted": "a message that others deleted is never wanted again",
    "opened": "a thread is not coalesced: it is opened, then archived",
    "unannounced": "what was in doubt in a channel that is gone counts as not announced",
    "parked": "an edit in a closed thread waits for the next send there",
    "own": "a report of a send counts only while the attempt is its own",
    "token": "an attempt is released only by itself",
    "lease": "one process works for a shard",
    "aside": "a row that cannot be made, and is not begun, lets other matches' rows pass",
    "behind": "but not those of its own match",
    "last": "a thread is archived after everything else in it is done",
}
BROKEN: set[str] = set()
"""The rules that are not kept now."""


def rule(name: str) -> bool:
    """Whether this rule is kept."""
    return name not in BROKEN


@contextmanager
def without(*names: str) -> Generator[None]:
    """Break some rules for a while."""
    unknown = [name for name in names if name not in RULES]
    if unknown:
        raise KeyError(f"no rule is called {unknown}")
    before = set(BROKEN)
    BROKEN.update(names)
    try:
        yield
    finally:
        BROKEN.clear()
        BROKEN.update(before)
