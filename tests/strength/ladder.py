"""Bar 5: every level beats the one below, but not always; from openings that favour nobody.

With ``--sequential`` a match ends as soon as it is decided whether 58 % or 72 % fits better.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS
from engine.game import OptionValue
from tests.strength.matches import Score, match, of_level, so_far, start
from tests.strength.plan import Plan, Row
from tests.strength.sequential import BOUND, Decision, decide, ratio

GAMES, CHUNK, PAIR = 200, 10, 2
BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 4, "komi": 4}),
    ("keil", {"size": 5, "komi": 4}),
    ("keil", {"size": 7, "komi": 6}),
    ("ki", {"size": 9}),
    ("kee", {"width": 9, "height": 9, "komi": 7}),
)
LOWEST, HIGHEST, SURELY = 0.65, 0.90, 0.58
HOPED = 0.72
"""What a sequential test compares with `SURELY`: as far above the lowest share that is right."""


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    upper: int
    games: int
    seed: int


def work(task: Task) -> Score:
    core = machine()
    players = [of_level(core, LEVELS[number]) for number in (task.upper, task.upper - 1)]
    return match(start(task.key, task.options), players, task.games, task.seed, core)


def decided(scores: Sequence[Score]) -> bool:
    so_far(scores)
    return decide(Score.together(scores).pairs, SURELY, HOPED) is not Decision.OPEN


def rows(plan: Plan) -> Iterator[Row]:
    games, chunk = plan.games or GAMES, PAIR if plan.sequential else CHUNK
    seeds = range(plan.seed, plan.seed + -(-games // chunk))
    matches = [
        (key, options, upper)
        for key, options in plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
        for upper in range(1, len(LEVELS))
        if not plan.levels or upper + 1 in plan.levels
    ]
    tasks = [
        [Task(key, options, upper, chunk, seed) for seed in seeds]
        for key, options, upper in matches
    ]
    results = plan.rows(work, tasks, decided if plan.sequential else so_far)
    for (key, options, upper), scores in zip(matches, results, strict=True):
        name = f"Level {upper + 1} v level {upper}, {key} {options}"
        yield (sequential if plan.sequential else fixed)(name, Score.together(scores))


def fixed(name: str, score: Score) -> Row:
    reached = LOWEST <= score.share <= HIGHEST and score.interval[0] > SURELY
    return Row(name, "65 to 90 %, surely 58 %", score.told(), reached)


def sequential(name: str, score: Score) -> Row:
    """The row of a match that ended when it was decided, or when no more games were allowed."""
    decision = decide(score.pairs, SURELY, HOPED)
    return Row(
        name,
        f"{HOPED:.0%} rather than {SURELY:.0%}, not above {HIGHEST:.0%}",
        f"{score.told()}; log likelihood ratio {ratio(score.pairs, SURELY, HOPED):+.2f} "
        f"(bounds ±{BOUND:.2f}): {decision.value}",
        decision is Decision.HIGHER and score.share <= HIGHEST,
    )
