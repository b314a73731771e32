"""The eight levels, and how a level makes a move of what the search says.

In a game that has a net, a weak level misjudges: it looks at what each move leads to, is off by
some points, and likes what looks natural and what captures. Then it looks a second time at what it
chose, and chooses again if that gives much away: no such error loses a whole game.
A strong one asks the net about more positions, and plays the best move that it finds.

In a game without one, a weak level has fewer playouts, and it overlooks moves. Of the moves that
the search considered, the most visited first, it sees each with the chance ``sight`` (the seed
decides which ones), and plays the first that it sees: the more stones a move captures, the sooner
it sees it. A move that takes most of the visits is seen by all levels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, sqrt
from random import Random

from engine.ai.thoughts import Considered, Effort, Thinker, Thoughts, lead
from engine.position import Move, Placement, Position

OBVIOUS = 0.6
"""A move with more than this share of the visits is seen by every level: a capture, an atari."""
SMALL, MIDDLING = 70, 100
"""The most points of a small board (Keil of side 5 has 61), and of one that is neither small nor
large (9x9 has 81; Keil of side 7, with 127, is large)."""
BLUNDER = 12.0
"""By how many points a move of a level that misjudges may be worse than the best, as far as its
first look and its second one show: to be off by more is not what beginners do in a quiet
position."""
SECOND_LOOK = 20
"""How many questions a level that misjudges asks about what the move that it chose leads to. They
show 19 of 20 losses of more than 15 points that a single question hides; 60 show no more."""
CHOICES = 3
"""How often it chooses before it plays the best of what it has looked at twice. On large boards the
first look can expect too much of every move."""
ODD = 0.1
"""A move that looks so much less likely than one by chance comes to nobody's mind, and what a net
says about it is not to be trusted: it has hardly ever seen what follows, such as a button that is
taken on the empty board."""

ALIKE, ALIKE_POINTS = 0.02, 0.5
"""By how much a move that is as good may win less often, and by how many points it may be worse."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: each of these wins two games in three to nine in ten against the one below.

    ``python -m tests.strength ladder`` measures it.
    """

    number: int
    playouts: tuple[int, int, int]
    """The playouts of a turn on small, middling and large boards. On a large board the same ratio
    of playouts decides more games, and very few playouts play nearly at random; so there the levels
    are nearer to each other, and the weak ones search more."""
    sight: float = 1.0
    """The chance, 0 to 1, to see each move that is not obvious; a move that is not seen is not
    played. 1: it overlooks nothing and plays the best move that its playouts find."""
    questions: int = 0
    """What it asks the net, in a game that has one."""
    error: float = 0.0
    """By how many points it misjudges a move then; it asks about each move once, too. 0: it plays
    the best move that it finds."""

    def playouts_in(self, position: Position) -> int:
        """The playouts of a turn on the board of ``position``."""
        points = len(position.board)
        return self.playouts[(points > SMALL) + (points > MIDDLING)]

    def effort(
        self,
        position: Position,
        seed: int,
        departed: frozenset[int] = frozenset(),
        time_is_up: Callable[[], bool] = lambda: False,
    ) -> Effort:
        """How much it thinks about ``position``."""
        return Effort(
            *(self.playouts_in(position), seed, departed, time_is_up),
            questions=self.questions,
            each_move=self.error > 0,
        )

    @property
    def overlooks(self) -> bool:
        """True if it does not always play the best move that it could find."""
        return self.sight < 1 or self.error > 0


LEVELS: tuple[Level, ...] = (
    Level(1, (8, 8, 20), sight=0.3, error=30),
    Level(2, (26, 26, 60), sight=0.54, error=4.8),
    Level(3, (52, 60, 135), sight=0.65, error=2.25),
    Level(4, (97, 118, 265), sight=0.88, error=1.2),
    Level(5, (210, 260, 460), questions=5),
    Level(6, (670, 660, 950), questions=18),
    Level(7, (2100, 1800, 2400), questions=75),
    Level(8, (6600, 6600, 5800), questions=500),
)


def choose(
    position: Position,
    thoughts: Thoughts,
    level: Level,
    random: Random,
    thinker: Thinker | None = None,
) -> Move:
    """The move of ``level`` in ``position``.

    ``thinker``: for the second look of a level that misjudges; without it there is none.
    """
    if not thoughts.by_net:
        return _seen(position, thoughts, level, random).move
    if not level.error:
        return random.choices(*_alike(position, thoughts))[0]
    looked = [(each, _taken(position, each.move)) for each in thoughts.moves if each.visits]
    likely = ODD / len(looked)
    found = [
        (each, taken)
        for each, taken in looked
        if taken > 0 or (taken == 0 and each.prior >= likely)
    ] or looked
    points, again = {each.move: each.points for each, _ in found}, set[Move]()

    def look_again(move: Move) -> None:
        if thinker is not None and move not in again:
            points[move] = _second_look(position, move, random, thinker)
            again.add(move)

    for _ in range(CHOICES):
        most = max(points.values())
        weights = [_liking(each, taken, points[each.move] - most, level) for each, taken in found]
        move = random.choices(found, weights)[0][0].move
        if thinker is None:
            return move
        look_again(move)
        best = max(points, key=points.__getitem__)
        if points[best] - points[move] > BLUNDER:  # perhaps its first look expects too much
            look_again(best)
        if max(points.values()) - points[move] <= BLUNDER:
            return move
    return max(again, key=points.__getitem__)


def _second_look(position: Position, move: Move, random: Random, thinker: Thinker) -> float:
    """By how many points ``move`` leaves its player ahead."""
    assert position.to_move is not None
    assert position.colours is not None
    after, own = position.play(move), position.colours[position.to_move]
    if after.to_move is None:
        return lead(after.score(), own)
    effort = Effort(1, random.getrandbits(31), questions=SECOND_LOOK)
    return lead(thinker.think(after, effort).score, own)


def _alike(position: Position, thoughts: Thoughts) -> tuple[list[Move], list[int]]:
    """The best move, and the stones that are as good as far as one can tell; and how much each was
    looked at. So a beginning that comes again need not become the same game."""
    best = _most_visited(position, thoughts)
    found = {best.move: best.visits}
    for other in thoughts.moves if isinstance(best.move, Placement) else ():
        often = 4 * other.visits >= best.visits and isinstance(other.move, Placement)
        if often and _as_good(best, other, by_net=True) and _taken(position, other.move) >= 0:
            found[other.move] = other.visits
    return [*found], [*found.values()]


def _liking(considered: Considered, taken: int, ahead: float, level: Level) -> float:
    """How much a level that misjudges likes a move that leaves it ``ahead`` of the best one."""
    if ahead < -BLUNDER:
        return 0.0
    return sqrt(considered.prior) * (1 + max(0, taken)) ** 2 * exp(ahead / level.error)


def _taken(position: Position, move: Move) -> int:
    """How many stones of others a move takes from the board; -1 if it takes stones of its own."""
    if not isinstance(move, Placement):
        return 0
    after = position.play(move)
    if position.board.index[move.point] not in after.stones:
        return -1
    return len(position.stones) + 1 - len(after.stones)


def _most_visited(position: Position, thoughts: Thoughts) -> Considered:
    """The most visited move; if it only takes stones of its own, another one that is as good."""
    best = thoughts.moves[0]
    if _taken(position, best.move) >= 0:
        return best
    by_net = thoughts.by_net
    alike = (each for each in thoughts.moves if _as_good(best, each, by_net=by_net))
    return next((each for each in alike if _taken(position, each.move) >= 0), best)


def _as_good(best: Considered, other: Considered, *, by_net: bool) -> bool:
    """True if the other move is as good as far as one can tell. What playouts say of points is not
    sure enough, nor is a single one."""
    if best.win - other.win > ALIKE:
        return False
    if not by_net:
        return other.visits > 1
    return other.visits > 0 and best.points - other.points <= ALIKE_POINTS


def _seen(position: Position, thoughts: Thoughts, level: Level, random: Random) -> Considered:
    """The first move that ``level`` sees; if it sees none, the most visited one.

    Who overlooks moves does not think of one that only takes stones of their own.
    """
    if level.sight == 1:
        return _most_visited(position, thoughts)
    total, first = sum(considered.visits for considered in thoughts.moves), None
    for considered in thoughts.moves:
        taken = _taken(position, considered.move)
        if taken < 0:
            continue
        obvious = considered.visits > OBVIOUS * total
        if obvious or random.random() >= (1 - level.sight) ** (1 + taken):
            return considered
        first = first or considered
    return first or thoughts.moves[0]
