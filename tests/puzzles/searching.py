"""Puzzles that the computer player finds in its own games: each search agrees on the best move.

Nothing is proved here. The best move and what each other one loses come from long searches by
playouts, several with different seeds for the position and one for each answer; last the net has to
agree that every other move loses something.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from engine.ai import Considered, Effort, Level, Machine, choose
from engine.ai import lead as lead_in
from engine.game import Game, Options
from engine.match import Match
from engine.position import Declare, Placement, Position
from engine.threats import purpose
from engine.turns import NO_TIME, Turn
from tests.puzzles.finding import (
    LEAST_LOSS,
    LEAST_MOVES,
    LONGEST_GAME,
    TOO_EASY,
    TRIES,
    is_easy,
    named,
)
from tests.puzzles.prover import children, lead, mover

PLAYER = Level(0, (60, 60, 60), sight=0.5)
"""Who plays the games: not too well, so that there is something to find."""
LOOKS = (200, 2_500)
"""Playouts of the first looks at a position, each of which may show that there is no puzzle."""
DEEP, SEEDS = 20_000, 3
"""Playouts of each of the searches that have to agree."""
QUICKLY, CAREFULLY = (100, 1_500), (400, 10_000)
"""Playouts after each move, and of those after the best move and the others that seem best."""
CLOSE = 4
"""How many others these are."""
LEAST_WIN = 0.2
"""Every other move wins less often than the best one, by as much."""
TRIED = 20
"""Visits that tell something about a move."""
SETTLED = 0.5
"""The share of visits that the best move has in every deep search."""
STRENGTHS = (25, 50, 100, 200, 400, 800, 1_600, 3_200)
"""Playouts by which the best move of a puzzle is looked for."""
BEYOND = 6_400
"""The rating of what none of these finds."""


@dataclass(frozen=True, slots=True)
class Series:
    """What is looked for."""

    boards: tuple[Options, ...]
    """Taken in turn."""
    number: int = 40
    """Puzzles to find."""
    seats: int = 2
    links: bool = False
    """True if the best move captures nothing, but cuts or links."""
    quiet: bool = False
    """True if it captures nothing and saves nothing from capture: what it gains comes later."""


SERIES: dict[str, tuple[Series, ...]] = {
    "keil": (
        Series(({"size": 4, "komi": 4.5, "button": False},)),
        Series(
            (
                {"size": 4, "komi": 4.5, "button": False},
                {"size": 5, "komi": 4.5, "button": False},
            ),
            9,
            links=True,
        ),
    ),
    "ki": (
        Series(({"size": 5}, {"size": 7})),
        Series(({"size": 7}, {"size": 9}), 2, quiet=True),
    ),
    "kee": (
        Series(
            (
                {"width": 5, "height": 5, "komi": 4.5},
                {"width": 6, "height": 6, "komi": 4.5},
                {"width": 7, "height": 7, "komi": 8.5},
            )
        ),
        Series(({"width": 5, "height": 5}, {"width": 6, "height": 6}), 13, seats=3),
    ),
}
"""What is looked for in each game, one after the other."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth for whoever plays it, and the answer to it."""

    win: float
    points: float
    reply: str


def puzzles(game: Game, series: Series, seed: int, machine: Machine) -> Iterator[dict[str, object]]:
    """Puzzles for ever, at most one of each game that is played; the same seed gives the same."""
    boards, seen = series.boards, set[object]()
    for number in range(seed, seed + 10_000_000):
        options = game.settle(boards[number % len(boards)], series.seats)
        start = Match.start(game, options, series.seats)
        for match in _game(start, number, machine):
            position = match.position
            shape = tuple(sorted(position.stones.items())), match.to_move
            found = None if shape in seen else _puzzle(match, series, number, machine)
            seen.add(shape)
            if found is not None:
                yield found
                break


def rating(position: Position, best: str, machine: Machine) -> int:
    """The fewest playouts from which on the search finds the best move."""
    found = BEYOND
    for playouts in reversed(STRENGTHS):
        tries = (machine.think(position, Effort(playouts, seed)) for seed in range(TRIES))
        right = sum(position.write(thoughts.moves[0].move) == best for thoughts in tries)
        if 2 * right <= TRIES:
            break
        found = playouts
    return found


def too_easy(position: Position, best: str, machine: Machine) -> bool:
    """True if a glance of the computer player mostly finds the best move."""
    return rating(position, best, machine) <= TOO_EASY


def looks(position: Position, best: str, machine: Machine) -> float:
    """How likely the best move looks to the net before any search, among stones, 0 to 1: what
    people see at a glance, it mostly sees, too.

    Whoever is asked for one best move hardly thinks of passing, as the net does near the end.
    """
    found = machine.think(position, Effort(1, 1, questions=1)).moves
    priors = {
        position.write(each.move): each.prior
        for each in found
        if isinstance(each.move, Placement) or position.write(each.move) == best
    }
    return round(priors[best] / sum(priors.values()), 2)


def is_best(position: Position, best: str, machine: Machine, effort: Effort) -> bool:
    """Whether a search finds the best move."""
    return position.write(machine.think(position, effort).moves[0].move) == best


def _game(match: Match, seed: int, machine: Machine) -> Iterator[Match]:
    random = Random(seed)
    while match.to_move is not None and match.ply < LONGEST_GAME:
        thoughts = machine.think(
            match.position, Effort(PLAYER.playouts_in(match.position), seed + match.ply)
        )
        text = match.position.write(choose(match.position, thoughts, PLAYER, random))
        match = match.take(Turn(match.to_move, text, NO_TIME))
        if match.to_move is not None and not isinstance(thoughts.moves[0].move, Declare):
            yield match


def _puzzle(match: Match, series: Series, seed: int, machine: Machine) -> dict[str, object] | None:
    """The puzzle that a position is, if it is one."""
    position = match.position
    best = _first_look(position, series, seed, machine)
    if best is None:
        return None
    if losses(position, best, seed, machine, QUICKLY) is None:
        return None
    for number in range(SEEDS):
        thoughts = machine.think(position, Effort(DEEP, 1_000_000 * (number + 1) + seed))
        first, *others = thoughts.moves
        if position.write(first.move) != best or first.visits < SETTLED * thoughts.playouts:
            return None
        if any(_comes_near(other, first) for other in others):
            return None
    wrong = losses(position, best, seed, machine)
    if wrong is None or not all(
        holds(position, best, seed + 1_000_000 * n, machine) for n in range(1, SEEDS)
    ):
        return None
    if not holds(position, best, seed, machine, Effort.worth):
        return None
    if too_easy(position, best, machine):
        return None
    wrong = answered(position, wrong, machine)
    played = [turn.text for turn in match.turn_log.moves]
    puzzle: dict[str, object] = {"name": named(match), "options": match.options}
    if match.seats != match.game.seats[0]:
        puzzle["seats"] = match.seats
    puzzle |= {"moves": played, "best": best}
    return {**puzzle, "searched": SEEDS * DEEP, "wrong": wrong}


def _first_look(position: Position, series: Series, seed: int, machine: Machine) -> str | None:
    """What seems to be the only good move, if there is one and it is not obvious."""
    if sum(1 for _ in position.legal_moves()) < LEAST_MOVES:
        return None
    best = ""
    for playouts in LOOKS:
        first, *others = machine.think(position, Effort(playouts, seed)).moves
        if isinstance(first.move, Declare) or any(_comes_near(other, first) for other in others):
            return None
        best = position.write(first.move)
        if series.links and not cuts_or_links(position, best):
            return None
        if series.quiet and not is_quiet(position, best):
            return None
    return None if is_easy(position, best, machine) else best


def cuts_or_links(position: Position, best: str) -> bool:
    """True if the best move cuts or links, and captures nothing."""
    move = position.read(best)
    if not isinstance(move, Placement):
        return False
    does = purpose(position, position.play(move), move)
    return not does.captured and bool(does.cut or does.joined)


def is_quiet(position: Position, best: str) -> bool:
    """True if the best move is a stone that neither captures nor saves anything at once."""
    move = position.read(best)
    if not isinstance(move, Placement):
        return False
    does = purpose(position, position.play(move), move)
    return not does.captured and does.prevents is None


def _comes_near(other: Considered, first: Considered) -> bool:
    """Whether ``other``, which was tried a few times, seems nearly as good."""
    return other.visits >= TRIED and other.win > first.win - LEAST_WIN / 2


def losses(
    position: Position,
    best: str,
    seed: int,
    machine: Machine,
    playouts: tuple[int, int] = CAREFULLY,
    *,
    least_win: float = LEAST_WIN,
    least: int = LEAST_LOSS,
    effort: Callable[[int, int], Effort] = Effort,
) -> dict[str, dict[str, object]] | None:
    """What every other move loses, and by which answer; None if one of them is good enough.

    That is if it loses less than ``least`` points, or wins hardly less often than the best one.
    """
    colour, glance, careful = mover(position), *playouts
    after = {position.write(move): then for move, then in children(position)}

    def worth(move: str, playouts: int) -> Worth:
        return _worth(after[move], colour, machine, effort(playouts, seed))

    reached = worth(best, careful)
    known = {move: worth(move, glance) for move in after if move != best}
    for move in sorted(known, key=lambda each: -known[each].win)[:CLOSE]:
        known[move] = worth(move, careful)
        if known[move].win > reached.win - least_win:
            return None
    lost = {move: int(reached.points - of.points) for move, of in known.items()}
    if min(lost.values()) < least or max(of.win for of in known.values()) > reached.win - least_win:
        return None
    return {move: {"loss": lost[move], "reply": of.reply} for move, of in known.items()}


def answered(
    position: Position, wrong: Mapping[str, Mapping[str, object]], machine: Machine
) -> dict[str, dict[str, object]]:
    """What every other move loses, with the answers of longer searches, by the net.

    A glance says well enough that a move is bad, but not always by which answer.
    """
    after = {position.write(move): then for move, then in children(position)}
    effort = Effort.worth(CAREFULLY[1], 0)
    return {
        move: {**lost, "reply": _worth(after[move], mover(position), machine, effort).reply}
        for move, lost in wrong.items()
    }


def holds(
    position: Position,
    best: str,
    seed: int,
    machine: Machine,
    effort: Callable[[int, int], Effort] = Effort,
) -> bool:
    """Whether searches with another seed agree that every other move loses something.

    They may find half of it: the searches after each move differ by chance. With the ``effort``
    `Effort.worth` they ask the net, which sees what playouts do not.
    """
    half = LEAST_WIN / 2
    found = losses(
        position, best, seed, machine, least_win=half, least=LEAST_LOSS // 2, effort=effort
    )
    return found is not None


def _worth(after: Position, colour: int, machine: Machine, effort: Effort) -> Worth:
    """What a position is worth for ``colour``."""
    if after.to_move is None:
        points = lead(after, colour)
        return Worth(0.5 * (1 + (points > 0) - (points < 0)), points, "")
    thoughts = machine.think(after, effort)
    best = thoughts.moves[0]
    reply = after.write(best.move)
    if mover(after) == colour:
        return Worth(best.win, best.points, reply)
    if len(thoughts.score) > 2:  # how often the others win says little about this one
        points = lead_in(thoughts.score, colour)
        return Worth(0.5 + 2 * points / len(after.board), points, reply)
    return Worth(1 - best.win, -best.points, reply)
