"""Separate servers: how far apart their ratings end from the truth, with and without levels."""

from random import Random
from statistics import mean

from bot.features.ratings.arithmetic import START, expected
from tests.ratings.systems import Glicko1
from tests.ratings.world import LEVELS, Played

MEANS = (-110.0, 0.0, 110.0)
PEOPLE, GAMES, SPREAD = 30, 20, 200.0


def apart(seed: int, against_levels: int, gaps: float = 1.0) -> float:
    """The largest bias of a server less the smallest, in points.

    ``against_levels``: the games of each person against levels, besides those with each other.
    ``gaps``: how far the levels are really apart for people, 1 being as far as we assume.
    """
    random, system, biases = Random(seed), Glicko1(), list[float]()
    true_levels = [START + gaps * (level - START) for level in LEVELS]
    for server, centre in enumerate(MEANS):
        people = [server * PEOPLE + n for n in range(PEOPLE)]
        strength = {who: START + centre + random.gauss(0, SPREAD) for who in people}
        planned = [(who, None) for who in people for _ in range(GAMES // 2)]
        planned += [(who, 0) for who in people for _ in range(against_levels)]
        random.shuffle(planned)
        for number, (who, level) in enumerate(planned):
            day = 60 * number / len(planned)
            if level is None:
                other = random.choice([one for one in people if one != who])
                against = strength[other]
            else:  # people choose a level by what they know of themselves
                known = system.of(who, day).value
                level = min(range(8), key=lambda n: abs(LEVELS[n] - known - random.gauss(0, 100)))
                other, against = -1 - level, true_levels[level]
            won = random.random() < expected(strength[who], against)
            system.learn(Played(day, (who, other), (1, 2) if won else (2, 1)))
        biases.append(mean(system.of(who, 60).value - strength[who] for who in people))
    return max(biases) - min(biases)


def table(seeds: int) -> list[str]:
    """A row for each number of games against levels."""
    lines = ["| games against levels | servers apart | if the gaps are 20 % smaller for people |"]
    lines.append("|---|---|---|")
    for number in (0, 3, 6, 10):
        found = [mean(apart(s, number, gaps) for s in range(seeds)) for gaps in (1.0, 0.8)]
        lines.append(f"| {number} | {found[0]:.0f} | {found[1]:.0f} |")
    return lines
