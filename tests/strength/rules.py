"""Bar 1: the core and the engine agree, and games by chance are as long as those of the rules."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.core.agreement import compare_game, core, starts
from tests.strength.matches import start
from tests.strength.plan import Plan, Row

PIECES = 400
"""Pieces of work, so all processes have something to do to the end."""
NEAR = 0.02
PLIES = {
    ("keil", 5): 86,
    ("keil", 7): 184,
    ("ki", 5): 32.2,
    ("ki", 7): 61.4,
    ("ki", 9): 100,
    ("ki", 11): 148,
}
"""Mean plies of random games, measured with programs of others (rules.md)."""


class Piece(NamedTuple):
    number: int
    positions: int


class Compared(NamedTuple):
    positions: dict[str, int]
    games: int
    different: list[str]


def compare(piece: Piece) -> Compared:
    """Whole random games of all settings in turn until enough positions are compared."""
    settings = list(starts())
    found, games, different = dict[str, int](), 0, list[str]()
    while sum(found.values()) < piece.positions:
        # Every piece begins elsewhere, so the games of one setting are not left out.
        name, first = settings[(piece.number * 7 + games) % len(settings)]
        random, games = Random(f"{piece.number} {games}"), games + 1
        key = name.split()[0]
        for difference in compare_game(first, random, plies=800):
            found[key] = found.get(key, 0) + 1
            if difference:
                different.append(f"{name}: {difference}")
                break
    return Compared(found, games, different)


def rows(plan: Plan) -> Iterator[Row]:
    share = max(1, plan.positions // PIECES)
    done = list(plan.each(compare, [Piece(number, share) for number in range(PIECES)]))
    positions = {
        key: sum(part.positions.get(key, 0) for part in done) for key in ("keil", "ki", "kee")
    }
    different = [difference for part in done for difference in part.different]
    told = ", ".join(f"{key} {count:,}" for key, count in positions.items())
    yield Row(
        "Legality, captures, score and end",
        "no difference",
        f"{sum(positions.values()):,} positions of {sum(p.games for p in done):,} games ({told}): "
        f"{len(different)} different {different[:3] or ''}".rstrip(),
        not different,
    )
    for (key, size), known in PLIES.items():
        core().load(start(key, {"size": size, **({"komi": 0} if key == "keil" else {})}))
        plies = core().random_games(5000, 1)
        yield Row(
            f"Plies of random games, {key} {size}",
            "within 2 %",
            f"{plies:.1f}, known {known}",
            abs(plies / known - 1) <= NEAR,
        )
