"""Prints the tables of RESULTS.md: ``python -m tests.ratings``, a few minutes of one core."""

import sys
from collections.abc import Callable, Sequence
from statistics import mean, stdev

from tests.ratings import islands
from tests.ratings.systems import Coin, Elo, Glicko1, Glicko2, OpenSkill, System, Whole, log_loss
from tests.ratings.world import Played, World

Maker = Callable[[], System]
MEANS = (0.0, 150.0, -100.0, 0.0)
DAYS, BEGIN = 540.0, 90.0
OF_TWO: dict[str, Maker] = {
    "a coin": Coin,
    "Elo, K 32": Elo,
    "**Glicko-1 after every game**, growth 8": Glicko1,
    "the same, growth 4": lambda: Glicko1(4),
    "the same, growth 16": lambda: Glicko1(16),
    "the same, which does not know the first move": lambda: Glicko1(first=False),
    "the same, which knows the size of the board, too": lambda: Glicko1(board=True),
    "Glicko-2 (`glicko2`) after every game, tau 0.3": lambda: Glicko2(0.3),
    "Glicko-2 after every game, tau 0.5": lambda: Glicko2(0.5),
    "Glicko-2 by periods of a day": lambda: Glicko2(0.5, 1),
    "Glicko-2 by periods of a week": lambda: Glicko2(0.5, 7),
    "Glicko-2 by periods of 30 days": lambda: Glicko2(0.5, 30),
    "openskill, tau 0.083": OpenSkill,
    "openskill, tau 0.3, growing with absence": lambda: OpenSkill(0.3, 0.1),
}
OF_SEVERAL: dict[str, Maker] = {
    "a coin": Coin,
    "Glicko-1 by pairs that count for 1 game together": lambda: Glicko1(share=1.0),
    "**Glicko-1 by pairs that count for 1.5**": Glicko1,
    "Glicko-1 by pairs that count for 3": lambda: Glicko1(share=3.0),
    "openskill (Plackett and Luce), tau 0.083": OpenSkill,
    "openskill, tau 0.15": lambda: OpenSkill(0.15),
}
REFEREED: dict[str, Maker] = {
    "whole history, fitted anew every week": Whole,
    "Glicko-1 after every game": Glicko1,
    "Glicko-2 after every game": lambda: Glicko2(0.5),
}


def rows(makers: dict[str, Maker], worlds: Sequence[Sequence[Played]], base: str) -> list[str]:
    """A row for each system: its loss, and how much more that is than that of ``base``."""
    found = {
        name: [log_loss(make(), games, BEGIN) for games in worlds] for name, make in makers.items()
    }
    lines = ["| system | log-loss | more than ours |", "|---|---|---|"]
    for name, losses in found.items():
        more = [one - own for one, own in zip(losses, found[base], strict=True)]
        wide = 1.96 * stdev(more) / len(more) ** 0.5 if len(more) > 1 else 0.0
        lines.append(f"| {name} | {mean(losses):.4f} | {mean(more):+.4f} ± {wide:.4f} |")
    return lines


def main(seeds: int) -> None:
    """Print everything."""
    ours = "**Glicko-1 after every game**, growth 8"
    two = [World.of(seed, 300, MEANS, DAYS).games(DAYS) for seed in range(seeds)]
    few = [World.of(seed, 120, MEANS, 365).games(365) for seed in range(2)]
    several = [World.of(seed, 120, (0.0,), DAYS).games_of_several(DAYS) for seed in range(seeds)]
    print(f"two players: {sum(map(len, two))} games", *rows(OF_TWO, two, ours), sep="\n")
    share = "**Glicko-1 by pairs that count for 1.5**"
    print(f"several: {sum(map(len, several))} games", *rows(OF_SEVERAL, several, share), sep="\n")
    print("islands", *islands.table(4 * seeds), sep="\n")
    print("the referee", *rows(REFEREED, few, "Glicko-1 after every game"), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
