"""Thousands of schedules hold, and without any one of the rules some do not."""

import pytest

from tests.delivery.plain import Plain
from tests.delivery.rules import RULES, without
from tests.delivery.running import attempt, compare, failures, make_store
from tests.delivery.store import Clock

NEEDED = {
    "aside": 157,
    "behind": 335,
    "begun": 7,
    "search": 47,
    "nonce": 15,
    "coalesce": 23,
    "fresh": 506,
    "release": 506,
    "parked": 4836,
    "revision": 255,
    "first": 23,
    "announced": 1,
    "order": 2,
    "match": 802,
    "hold": 1107,
    "takeover": 1137,
    "due": 16674,
    "throttle": 105,
    "living": 448,
    "called": 79,
    "leave": 2,
    "stay": 802,
    "card": 16,
    "missing": 142,
    "gone": 262,
    "closed": 794,
    "opened": 72,
    "lease": 19,
    "last": 19,
}
"""A short schedule that needs each rule."""
RARE = ("deleted", "own", "pause", "token", "unannounced")  # see test_rare.py


@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_that_schedules_hold(first: int) -> None:
    assert failures(range(first, first + 250)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2000, 22000, 1000))
def test_that_many_schedules_hold(first: int) -> None:
    assert failures(range(first, first + 1000)) == []


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in RARE])
def test_that_a_rule_is_needed(rule: str) -> None:
    assert rule in NEEDED, f"find a seed with `python -m tests.delivery --break {rule}`"
    seed = NEEDED[rule]
    assert attempt(seed).found is None
    with without(rule):
        found = attempt(seed).found
    assert found is not None, (
        f"seed {seed} no longer needs the rule “{RULES[rule]}”: find another one with "
        f"`python -m tests.delivery --break {rule}` and write it into NEEDED; "
        "if none is found among 100,000, the rule may be superfluous"
    )


def test_that_two_stores_can_be_compared() -> None:
    for seed in range(20):
        compare(seed, make_store("plain"))


def test_that_a_store_with_a_fault_is_found_out() -> None:
    class Forgetful(Plain):
        def unanswered(self, row: int) -> None:
            """Forget to rest."""

    def forgetful(clock: Clock) -> Plain:
        return Forgetful(clock)

    with pytest.raises(AssertionError, match="expected"):
        for seed in range(20):
            compare(seed, forgetful)
