"""The kinds of faults: every module here is imported, and each function with `@fault` is a kind.

A fault does all of its harm and returns when it is over; then the campaign waits until all is well
again, and looks. It draws everything from ``chance``, so that a step can be repeated.
"""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tests.campaign.stage import Stage

Harm = Callable[[Stage, Random], Awaitable[None]]


@dataclass(frozen=True)
class Kind:
    """A kind of fault."""

    name: str
    harm: Harm
    weight: float
    """How often it comes, beside the others."""
    quick: bool
    """Whether it is over within a second or two, and so is part of the short campaign."""


_KINDS: dict[str, Kind] = {}


def fault(name: str, *, weight: float = 1.0, quick: bool = False) -> Callable[[Harm], Harm]:
    """Register a kind of fault."""

    def registered(harm: Harm) -> Harm:
        assert name not in _KINDS
        _KINDS[name] = Kind(name, harm, weight, quick)
        return harm

    return registered


def all_kinds() -> dict[str, Kind]:
    """Every kind, by name."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return dict(sorted(_KINDS.items()))
