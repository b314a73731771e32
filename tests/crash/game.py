"""The points at which the bot is killed, as most of these tests have them."""

import pytest

from tests.crash.table import AtCommit, AtRequest


def points(commits: tuple[str, ...], *requests: str) -> list[object]:
    """Before and after each of these commits and requests: the kind, what it is, and when."""
    kinds = [*((AtCommit, what) for what in commits), *((AtRequest, what) for what in requests)]
    return [
        pytest.param(kind, what, when, id=f"{when} {what}")
        for kind, what in kinds
        for when in ("before", "after")
    ]
