"""Reviews of whole games: the lead after each move, and the mistakes that mattered most.

A mistake is found in two steps. First every position is searched a little, and where the lead of
whoever moved drops, something may be wrong. Then what was played there and what the search would
have played are compared: both positions that come of it are searched alike, so that whatever the
search misjudges, it misjudges on both sides. What remains has to be worth points, and more of them
than chance makes. What matters is by how much the chance of winning fell: in a game that is decided
large losses change nothing.

Nothing here waits or knows who searches: a review is a generator that yields what it wants to know.
"""

from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from engine.ai.thoughts import Thoughts, chance, lead
from engine.position import Move, Placement, Position

SCAN_PLAYOUTS, LEAST_SCAN_PLAYOUTS = 400, 50
"""Playouts for each position of a game of usual length, and of one that is endless."""
ALL_SCAN_PLAYOUTS = 120_000
"""Playouts for all positions together, as far as `LEAST_SCAN_PLAYOUTS` allows."""
COMPARE_PLAYOUTS = 1600
"""Playouts for each position that is compared with another."""
SUSPECTS = 8
"""How many moves of each player are compared with better ones."""
MOST = 3
"""The most mistakes of each player in a review."""
LEAST = 2.0
"""Points: nobody learns from a smaller loss."""
LEAST_SWING = 0.05
"""By how much the chance of winning has to fall."""
DECIDED, OPEN = 0.95, 0.9
"""The chance of winning from which a game is decided, and that below which it is open again. The
first look is rough: what it says changes by some hundredths with who is to move."""
DOUBT = 2.0
"""The least ratio of a loss to its standard error."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A position to search: the one after the first ``plies`` moves, then ``more``."""

    plies: int
    more: tuple[Move, ...]
    playouts: int
    part: float = 0.0
    """How much of the review is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The expected results of two moves in the same position."""

    first: tuple[float, ...]
    """The expected points of each colour after the first move."""
    second: tuple[float, ...]
    """The same after the second."""
    gain: float
    """The lead of the player after the first move, minus that after the second, in points."""
    error: float
    """The standard error of ``gain``."""
    chances: tuple[float, float] = (0.5, 0.5)
    """The chance of the player to win, 0 to 1, after the first move and after the second."""
    thoughts: tuple[Thoughts | None, ...] = field(default=(), repr=False)
    """What the search found after each of the two; None if that ended the game."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that another one would have been better than."""

    plies: int
    """How many moves had been played before it."""
    seat: int
    """The seat that made the move."""
    played: Placement
    better: Move
    loss: float
    """The cost of the mistake, in points."""
    chances: tuple[float, float] = (0.5, 0.5)
    """The chance of its player to win, 0 to 1, with the better move and with the one played."""

    @property
    def swing(self) -> float:
        """By how much the chance to win fell."""
        return self.chances[0] - self.chances[1]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game: its scores and its mistakes."""

    scores: tuple[tuple[float, ...] | None, ...]
    """The expected points of each colour, after each number of moves; None before there are
    colours. Beside a mistake they are the scores by which it was judged: they drop by its loss,
    unless the next move is a mistake too, with scores of its own."""
    mistakes: tuple[Mistake, ...]
    """In the order of the game."""
    left_out: int = 0
    """How many moves lost points, too, but hardly any chance to win."""
    decided: int | None = None
    """The number of moves after which one player was sure to win; None if that is not known."""

    @property
    def turning_point(self) -> Mistake | None:
        """The mistake that changed the chances most."""
        return max(self.mistakes, key=lambda one: one.swing, default=None)


SeatHolder = tuple[int, bool]
"""A seat, and True if the holder is its second player, who took it over."""
NOBODY: Mapping[int, int] = {}
ReviewSteps = Generator[SearchRequest, Thoughts, "Review"]


def review(
    positions: Sequence[Position],
    moves: Sequence[Move],
    changed: Mapping[int, int] = NOBODY,
    departures: Mapping[int, int] = NOBODY,
) -> ReviewSteps:
    """The review of a game, given its ``positions`` after each number of ``moves``.

    ``changed``: for each seat that somebody else took over, the number of moves before that; the
    mistakes of the two players are kept apart. ``departures``: for each seat whose player left, the
    number of moves before that; from then on nobody has to be ahead of them.
    """
    scores: list[tuple[float, ...] | None] = []
    firsts: list[Move | None] = []
    sure: list[float | None] = []
    playouts = min(SCAN_PLAYOUTS, max(LEAST_SCAN_PLAYOUTS, ALL_SCAN_PLAYOUTS // len(positions)))
    suspects = 2 * SUSPECTS  # about as many are expected
    whole = playouts * len(positions) + 3 * COMPARE_PLAYOUTS * suspects
    for plies, position in enumerate(positions):
        score, first, thoughts = position.score(), None, None
        if position.to_move is not None and position.colours is not None:
            part = playouts * plies / whole
            thoughts = yield SearchRequest(plies, (), playouts, part)
            score, first = thoughts.score, thoughts.moves[0].move
        scores.append(None if position.colours is None else score)
        firsts.append(first)
        two = position.colours is not None and len(position.colours) == 2
        sure.append(chance(position, thoughts, 0) if two else None)
    done, mistakes, judged = playouts * len(positions), list[Mistake](), dict[int, Comparison]()
    gone = [_departed(position, n, departures) for n, position in enumerate(positions)]
    for plies in _suspects(positions, moves, scores, firsts, gone, changed):
        part = min(1.0, done / whole)
        looked = yield from _compared(positions, moves, plies, gone[plies], part)
        done += 3 * COMPARE_PLAYOUTS
        if looked is not None:
            mistake, judged[plies] = looked
            mistakes.append(mistake)
    mattered = [mistake for mistake in mistakes if mistake.swing >= LEAST_SWING]
    worst = tuple(_worst(mattered, changed))
    for mistake in worst:
        at, compared = mistake.plies, judged[mistake.plies]
        scores[at] = compared.first
        if gone[at] == gone[at + 1]:
            scores[at + 1] = compared.second
    left_out = len(mistakes) - len(mattered)
    return Review(tuple(scores), worst, left_out, _decided(sure) if left_out else None)


def _decided(chances: Sequence[float | None]) -> int | None:
    """The number of moves after which the chance of the first colour was 0 or 1, until the end."""
    since = None
    for plies in reversed(range(len(chances))):
        first, last = chances[plies], chances[-1]
        if first is None or last is None:
            break
        winning = first if last > 0.5 else 1 - first
        if winning < OPEN:
            break
        if winning >= DECIDED:
            since = plies
    return since


def compare(
    position: Position,
    plies: int,
    first: Move,
    second: Move,
    departed: Collection[int] = (),
    part: float = 0.0,
) -> Generator[SearchRequest, Thoughts, Comparison]:
    """The comparison of ``first`` with ``second``.

    ``plies``: how many moves led to ``position``. ``departed``: colours whose players have left.
    """
    assert position.to_move is not None
    assert position.colours is not None
    colour = position.colours[position.to_move]
    scores, chances, errors = list[tuple[float, ...]](), list[float](), list[float]()
    found = list[Thoughts | None]()
    for move in (first, second):
        after = position.play(move)
        score, thoughts = after.score(), None
        if after.to_move is not None:
            thoughts = yield SearchRequest(plies, (move,), COMPARE_PLAYOUTS, part)
            score = thoughts.score
            errors.append(thoughts.error)
        scores.append(tuple(score))
        chances.append(chance(after, thoughts, colour, departed))
        found.append(thoughts)
    gain = lead(scores[0], colour, departed) - lead(scores[1], colour, departed)
    won = chances[0], chances[1]
    return Comparison(scores[0], scores[1], gain, hypot(*errors), won, tuple(found))


def _suspects(
    positions: Sequence[Position],
    moves: Sequence[Move],
    scores: Sequence[Sequence[float] | None],
    firsts: Sequence[Move | None],
    gone: Sequence[Collection[int]],
    changed: Mapping[int, int],
) -> list[int]:
    """The plies before moves that seem to have lost the most, of each player, in order.

    Only stones can be mistakes: a pass ends what is over, and komi and sides are a matter of taste.
    """
    of_player: dict[SeatHolder, list[tuple[float, int]]] = {}
    for plies, move in enumerate(moves):
        position, before, after = positions[plies], scores[plies], scores[plies + 1]
        seat, colours = position.to_move, position.colours
        if not isinstance(move, Placement) or move == firsts[plies]:
            continue
        if seat is None or colours is None or before is None or after is None:
            continue
        own, left = colours[seat], gone[plies]
        # What a short search overlooks, it often sees one move later, after the answer.
        then = min(plies + 2, len(moves))
        answered = (scores[then] if gone[then] == gone[plies + 1] else None) or after
        worst = min(lead(after, own, left), lead(answered, own, left))
        loss = lead(before, own, left) - worst
        if loss > 0:
            of_player.setdefault(_player(seat, plies, changed), []).append((loss, plies))
    worst = (sorted(losses, reverse=True)[:SUSPECTS] for losses in of_player.values())
    return sorted(plies for losses in worst for _, plies in losses)


def _player(seat: int, plies: int, changed: Mapping[int, int]) -> SeatHolder:
    """The player who held ``seat`` after ``plies`` moves."""
    return seat, plies >= changed.get(seat, plies + 1)


def _departed(position: Position, plies: int, departures: Mapping[int, int]) -> frozenset[int]:
    """The colours whose players had left after ``plies`` moves."""
    colours = position.colours or ()
    return frozenset(
        colours[seat] for seat, since in departures.items() if colours and since <= plies
    )


def _compared(
    positions: Sequence[Position],
    moves: Sequence[Move],
    plies: int,
    departed: Collection[int],
    part: float,
) -> Generator[SearchRequest, Thoughts, tuple[Mistake, Comparison] | None]:
    """The move after ``plies`` as a mistake, if it is one, with what would have been better."""
    position, played = positions[plies], moves[plies]
    assert isinstance(played, Placement)
    assert position.to_move is not None
    thoughts = yield SearchRequest(plies, (), COMPARE_PLAYOUTS, part)
    better = thoughts.moves[0].move
    if better == played:
        return None
    found = yield from compare(position, plies, better, played, departed, part)
    if found.gain < max(LEAST, DOUBT * found.error):
        return None
    mistake = Mistake(plies, position.to_move, played, better, found.gain, found.chances)
    return mistake, found


def _worst(mistakes: Sequence[Mistake], changed: Mapping[int, int]) -> Iterator[Mistake]:
    """The mistakes of each player that mattered most, in the order of the game."""
    shown = Counter[SeatHolder]()
    chosen = set[int]()
    for mistake in sorted(mistakes, key=lambda mistake: (-mistake.swing, -mistake.loss)):
        player = _player(mistake.seat, mistake.plies, changed)
        if shown[player] < MOST:
            shown[player] += 1
            chosen.add(mistake.plies)
    yield from (mistake for mistake in mistakes if mistake.plies in chosen)
