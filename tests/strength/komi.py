"""A komi that leaves both sides even chances, found by games of the search against itself.

Many games are won or lost by the whole board, so a mean lead says little. Instead each game decides
the komi of the next one of its chain: a step up if the first player has won, else a step down (the
up-and-down method). So most games are played near the komi that wins half of them; a logistic curve
through all results says where that is, and the results drawn again many times how sure it is.
"""

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import Effort
from engine.game import OptionValue
from engine.games import all_games
from tests.strength.matches import start, wilson
from tests.strength.plan import Plan, Row

CHAINS, GAMES, DRAWS = 4, 60, 200
OPENING = 10
"""One move for so many points of the board is chosen by chance at the start of a game, among those
that the search looked at half as often as at the best, and each side thinks for half to one and a
half times as long as usual: with a net all games would be the same otherwise."""
GENTLE = 0.02
"""The least and the most that a point of komi is taken to change, in the logarithm of the odds."""
STEEP = 3.0


class Place(NamedTuple):
    """A board, what its chains begin with, and how much each side thinks."""

    key: str
    options: dict[str, OptionValue]
    first: float
    step: float
    playouts: int = 1600


BOARDS: tuple[Place, ...] = (
    Place("keil", {"size": 3}, 4, 2),
    Place("keil", {"size": 4}, 4, 2),
    Place("keil", {"size": 5}, 5, 2),
    Place("keil", {"size": 6}, 6, 2, 800),
    Place("keil", {"size": 7}, 6, 3, 800),
    Place("keil", {"size": 8}, 6, 3, 400),
    Place("keil", {"size": 4, "button": False}, 4.5, 2),
    Place("keil", {"size": 5, "button": False}, 4.5, 2),
    Place("keil", {"size": 6, "button": False}, 4.5, 2, 800),
    Place("keil", {"size": 7, "button": False}, 6.5, 2, 800),
    Place("kee", {"width": 5, "height": 5}, 8, 2),
    Place("kee", {"width": 7, "height": 7}, 9, 2, 800),
    Place("kee", {"width": 9, "height": 9}, 7, 2, 800),
    Place("ki", {"size": 5}, 0, 0),
    Place("ki", {"size": 7}, 0, 0),
    Place("ki", {"size": 9}, 0, 0, 800),
    Place("ki", {"size": 11}, 0, 0, 400),
)
"""Ki knows no komi: its row says only how often the first player wins."""


class Game(NamedTuple):
    """What came of one game: the komi in it, what the first player won of it, and the lead."""

    komi: float
    won: float
    lead: float
    """Without komi."""


class Task(NamedTuple):
    place: Place
    games: int
    seed: int


def chain(task: Task) -> list[Game]:
    """Games one after the other; each of them decides the komi of the next."""
    core, place, found = machine(), task.place, list[Game]()
    komi = place.first
    for number in range(task.games):
        options = {**place.options, "komi": komi} if place.step else place.options
        position = start(place.key, options)
        random = Random(f"komi {task.seed} {number}")
        while position.to_move is not None and position.ply < 6 * len(position.board):
            thinks = random.randrange(place.playouts // 2, 3 * place.playouts // 2)
            moves = core.think(position, Effort.worth(thinks, random.randrange(1 << 30))).moves
            if position.ply < len(position.board) // OPENING:
                near = [one for one in moves if 2 * one.visits >= moves[0].visits]
                moves = random.choices(near)
            position = position.play(moves[0].move)
        first, last = position.score()
        won = 0.5 + 0.5 * (first > last) - 0.5 * (first < last)
        found.append(Game(komi, won, first - last + (komi if place.step else 0)))
        komi += place.step * (won > 0.5) - place.step * (won < 0.5)
        komi = max(0, min(len(position.board), komi))
    return found


def fair(games: Sequence[Game]) -> float:
    """The komi at which a logistic curve through the results says one half.

    The slope is kept within bounds: without them, results that a komi parts would make it endless.
    """
    centre = sum(game.komi for game in games) / len(games)
    level, slope = 0.0, 0.3
    for _ in range(60):
        gradient = [0.0, 0.0]
        curve = [0.02, 0.0, 0.2]
        for game in games:
            x = game.komi - centre
            chance = 1 / (1 + exp(-max(-30.0, min(30.0, level - slope * x))))
            gradient[0] += game.won - chance
            gradient[1] -= (game.won - chance) * x
            sure = chance * (1 - chance)
            curve[0] += sure
            curve[1] -= sure * x
            curve[2] += sure * x * x
        whole = curve[0] * curve[2] - curve[1] ** 2
        level += max(-1.0, min(1.0, (curve[2] * gradient[0] - curve[1] * gradient[1]) / whole))
        change = (curve[0] * gradient[1] - curve[1] * gradient[0]) / whole
        slope = max(GENTLE, min(STEEP, slope + max(-0.3, min(0.3, change))))
    return centre + level / slope


def interval(games: Sequence[Game]) -> tuple[float, float]:
    """The middle 95 % of what results drawn again from these say."""
    random = Random("komi")
    drawn = sorted(fair(random.choices(games, k=len(games))) for _ in range(DRAWS))
    return drawn[round(0.025 * DRAWS)], drawn[round(0.975 * DRAWS) - 1]


def rows(plan: Plan) -> Iterator[Row]:
    games = plan.games or GAMES
    places = plan.chosen(BOARDS, lambda place: f"{place.key} {place.options}")
    tasks = [[Task(place, -(-games // CHAINS), seed) for seed in range(CHAINS)] for place in places]
    for place, parts in zip(places, plan.rows(chain, tasks), strict=True):
        played = [game for part in parts for game in part]
        won = sum(game.won for game in played)
        low, high = wilson(won, len(played))
        leads = sorted(game.lead for game in played)
        told = (
            f"{len(played)} games, the first player won {won:g} "
            f"({100 * low:.0f} to {100 * high:.0f} %), "
            f"median lead without komi {leads[len(leads) // 2]:g}"
        )
        if place.step:
            # The first games of a chain are on their way to where it belongs, but count as any.
            points = len(start(place.key, place.options).board)
            game = all_games()[place.key]
            table = game.fair_komi(game.settle(place.options)).get(points)
            under, over = interval(played)
            told = f"{fair(played):.1f} ({under:.1f} to {over:.1f}), table {table}; {told}"
        yield Row(f"Even chances, {place.key} {place.options}, {place.playouts} playouts", "", told)
