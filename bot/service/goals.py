"""The goals of a learner's move, and the reasons why a move misses one: the engine judges.

No rule is here: captures, links, liberties, control, scores and refusals are those of the positions
before and after the move. Points are given by their names.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.effects import relations
from engine.match import Match
from engine.position import (
    IllegalMoveError,
    IllegalReason,
    Link,
    Placement,
    Position,
    tidy,
)
from engine.turns import NO_TIME, Turn
from render.options import Mark, Sign


class Finding(StrEnum):
    """The possible findings about an answer; each has its sentence."""

    RIGHT = "right"
    ILLEGAL = "illegal"
    """The rules refuse the move, as `Verdict.error` says."""
    NO_STONE = "no-stone"
    """A stone was asked for, but a word was said."""
    STILL_FREE = "still-free"
    """The group ``stones`` has the liberties ``points``."""
    OUTNUMBERED = "outnumbered"
    """``stones`` stands, since beside it ``counts`` of mine and of others do not suffice."""
    STILL_LINKED = "still-linked"
    """The pair ``stones`` is not cut: ``points``, next to both, are no enemy's."""
    NOT_BESIDE = "not-beside"
    """The point is next to none of ``stones``."""
    BLOCKED = "blocked"
    """The point is next to the group, but enemy ``stones`` are on every point next to both."""
    LEGAL = "legal"
    """The move is legal: its group has the liberties ``points``."""
    LEGAL_OPEN = "legal-open"
    """The move is legal: ``counts`` of mine and of others are beside the point."""
    LEGAL_NEW = "legal-new"
    """The move is legal: it repeats nothing."""
    NO_CONTROL = "no-control"
    """``counts`` of mine and of others beside ``points`` give no control."""
    ON_IT = "on-it"
    """The point to be controlled, ``points``, is no longer empty."""
    ANSWERED = "answered"
    """``reply`` makes the score ``counts``, mine and the best of others."""
    LOST = "lost"
    """``reply`` captures ``stones``."""
    ENDED = "ended"
    """The game ends with the score ``counts``."""
    LOSES = "loses"
    """The move loses the first of ``counts`` in points against the best one."""
    LOSES_TO = "loses-to"
    """The same, by ``reply``."""
    MISCOUNTED = "miscounted"
    """``counts``: points of stones, and of territory."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on an answer, with everything that the reply says and shows."""

    finding: Finding
    match: Match
    """The match that the picture shows."""
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    stones: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    counts: tuple[float, float] = (0, 0)
    reply: str = ""
    scored: bool = False
    """True if the picture has the score beside the board."""
    error: IllegalMoveError | None = None
    """The refusal of the move, for a picture of it."""

    @property
    def right(self) -> bool:
        """True if this is the answer, or one of the answers."""
        return self.finding is Finding.RIGHT


def watched(stones: Iterable[int]) -> dict[int, Mark]:
    """Marks on stones that matter."""
    return {stone: Mark(Sign.WATCHED) for stone in stones}


def free(points: Iterable[int]) -> dict[int, Mark]:
    """Marks on empty points that matter."""
    return {point: Mark(Sign.FREE) for point in points}


class Goal(ABC):
    """The goal of an exercise."""

    def about(self, position: Position) -> Mapping[int, Mark]:
        """The marks on the board that go with the question."""
        del position
        return {}

    @abstractmethod
    def judge(self, match: Match, text: str) -> Verdict:
        """The verdict on the answer ``text``. Raises `UnreadableMoveError`."""


class MoveGoal(Goal):
    """A goal that a move reaches."""

    def judge(self, match: Match, text: str) -> Verdict:
        """The verdict on the move ``text``. Raises `UnreadableMoveError`."""
        position, seat = match.position, match.to_move
        move = position.read(tidy(text))
        if error := position.why_not(move):
            return self.of_refused(match, error)
        assert seat is not None
        after = match.take(Turn(seat, position.write(move), NO_TIME))
        point = position.board.index[move.point] if isinstance(move, Placement) else None
        return self.of_legal(match, after, point)

    def of_refused(self, before: Match, error: IllegalMoveError) -> Verdict:
        """The verdict on a move that the rules refuse."""
        return Verdict(Finding.ILLEGAL, before, error=error)

    @abstractmethod
    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict on a legal move; ``point``: of its stone, None for a word."""


@dataclass(frozen=True)
class Captures(MoveGoal):
    """Remove all these stones, whosever they are."""

    stones: tuple[str, ...]

    def about(self, position: Position) -> Mapping[int, Mark]:
        """The stones."""
        return watched(position.board.index[name] for name in self.stones)

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if the stones are gone, else why the first one left still stands."""
        del point
        position = after.position
        left = [p for p in map(position.board.index.__getitem__, self.stones) if _stands(p, after)]
        if not left:
            return Verdict(Finding.RIGHT, after)
        group = next(group for group in position.groups() if left[0] in group)
        liberties = position.liberties(group)
        if liberties is None:
            mine, others = _beside(before, after, left[0])
            counts = len(mine), len(others)
            marks = watched((*mine, *others)) | {left[0]: Mark(Sign.TRAPPED)}
            return Verdict(Finding.OUTNUMBERED, after, marks, (left[0],), counts=counts)
        marks = watched(group) | free(liberties)
        return Verdict(Finding.STILL_FREE, after, marks, group, liberties)


@dataclass(frozen=True)
class Cuts(MoveGoal):
    """Cut these two neighbouring stones of another player from each other."""

    one: str
    other: str

    def about(self, position: Position) -> Mapping[int, Mark]:
        """The pair."""
        return watched(self._pair(position))

    def _pair(self, position: Position) -> tuple[int, int]:
        one, other = (position.board.index[name] for name in (self.one, self.other))
        return min(one, other), max(one, other)

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if the pair is cut, else the points that keep it linked."""
        del point
        position, pair = after.position, self._pair(after.position)
        if relations(position).get(pair) is Link.CUT:
            return Verdict(Finding.RIGHT, after)
        neighbours, stones = position.board.neighbours, position.stones
        theirs = before.position.stones[pair[0]]
        between = sorted(set(neighbours[pair[0]]) & set(neighbours[pair[1]]))
        points = tuple(p for p in between if stones.get(p, theirs) == theirs)
        marks = watched((*pair, *(p for p in points if p in stones)))
        marks |= free(p for p in points if p not in stones)
        return Verdict(Finding.STILL_LINKED, after, marks, pair, points)


@dataclass(frozen=True)
class IsLiberty(MoveGoal):
    """Place on a liberty of this stone's group."""

    stone: str

    def about(self, position: Position) -> Mapping[int, Mark]:
        """The group."""
        return watched(self._group(position))

    def _group(self, position: Position) -> tuple[int, ...]:
        stone = position.board.index[self.stone]
        return next(group for group in position.groups() if stone in group)

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if ``point`` was a liberty, else why it is none of the group's."""
        if point is None:
            return Verdict(Finding.NO_STONE, before)
        position = before.position
        board, group = position.board, self._group(position)
        if point in (position.liberties(group) or ()):
            return Verdict(Finding.RIGHT, after)
        marks = {point: Mark(Sign.REFUSED, _colour(before))}
        touched = [stone for stone in group if stone in board.neighbours[point]]
        if not touched:
            return Verdict(Finding.NOT_BESIDE, before, marks | watched(group), group)
        beside, stones = set(board.neighbours[point]), position.stones
        between = {p for stone in touched for p in beside & set(board.neighbours[stone])}
        cutting = tuple(
            sorted(p for p in between if stones.get(p, stones[group[0]]) != stones[group[0]])
        )
        return Verdict(Finding.BLOCKED, before, marks | watched(cutting), cutting)


@dataclass(frozen=True)
class IsRefused(MoveGoal):
    """Find a stone that the rules refuse for this reason."""

    reason: IllegalReason

    def of_refused(self, before: Match, error: IllegalMoveError) -> Verdict:
        """Right, if this is the reason."""
        finding = Finding.RIGHT if error.reason is self.reason else Finding.ILLEGAL
        return Verdict(finding, before, error=error)

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """Why the stone is legal."""
        position = after.position
        if point is None:
            return Verdict(Finding.NO_STONE, before)
        if self.reason is IllegalReason.SUICIDE:
            group = next(group for group in position.groups() if point in group)
            liberties = position.liberties(group) or ()
            marks = watched(group) | free(liberties)
            return Verdict(Finding.LEGAL, after, marks, group, liberties)
        if self.reason is IllegalReason.CONTROLLED:
            mine, others = _beside(before, before, point)
            marks = watched((*mine, *others, point))
            return Verdict(Finding.LEGAL_OPEN, after, marks, counts=(len(mine), len(others)))
        return Verdict(Finding.LEGAL_NEW, after)


@dataclass(frozen=True)
class Controls(MoveGoal):
    """Control this empty point."""

    point: str

    def about(self, position: Position) -> Mapping[int, Mark]:
        """The point."""
        return free((position.board.index[self.point],))

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if the point is controlled, else how many stones are beside it."""
        del point
        position = after.position
        wanted = position.board.index[self.point]
        if position.controllers().get(wanted) == _colour(before):
            return Verdict(Finding.RIGHT, after)
        if wanted in position.stones:
            return Verdict(Finding.ON_IT, after, watched((wanted,)), points=(wanted,))
        mine, others = _beside(before, after, wanted)
        marks, counts = watched((*mine, *others)) | free((wanted,)), (len(mine), len(others))
        return Verdict(Finding.NO_CONTROL, after, marks, points=(wanted,), counts=counts)


@dataclass(frozen=True)
class Leads(MoveGoal):
    """Be ahead by the score as it stands, whatever the next player answers, or win at once."""

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if the mover leads, else the best answer and its score."""
        del point
        colour = _colour(before)
        if after.end is not None:
            mine, others = counts = _score(after, colour)
            finding = Finding.RIGHT if mine > others else Finding.ENDED
            return Verdict(finding, after, counts=counts, scored=True)
        replies = _replies(after)

        def lead(text: str) -> float:
            mine, others = _score(replies[text], colour)
            return mine - others

        reply = min(replies, key=lead)
        if lead(reply) > 0:
            return Verdict(Finding.RIGHT, after)
        counts = _score(replies[reply], colour)
        return Verdict(Finding.ANSWERED, replies[reply], counts=counts, reply=reply, scored=True)


@dataclass(frozen=True)
class Keeps(MoveGoal):
    """Save this stone: no answer may capture it."""

    stone: str

    def about(self, position: Position) -> Mapping[int, Mark]:
        """The stone."""
        return watched((position.board.index[self.stone],))

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if no answer captures the stone, else one that does."""
        del before, point
        stone = after.position.board.index[self.stone]
        for text, answered in _replies(after).items():
            if not _stands(stone, answered):
                gone = tuple(sorted(answered.position.captured))
                return Verdict(Finding.LOST, answered, stones=gone, reply=text)
        return Verdict(Finding.RIGHT, after)


@dataclass(frozen=True)
class Declares(MoveGoal):
    """Say this word, in a position in which no stone may be placed."""

    word: str

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if the last move is ``word``."""
        del point
        last = after.last
        said = last is not None and last.text == self.word
        return Verdict(Finding.RIGHT, after) if said else Verdict(Finding.LEGAL_NEW, before)


@dataclass(frozen=True)
class Counts(Goal):
    """Tell the points of a colour as the board stands: a number, one of the ``choices``."""

    colour: int
    choices: tuple[int, ...]

    def judge(self, match: Match, text: str) -> Verdict:
        """The verdict on the number ``text``; any other text is wrong."""
        position = match.position
        lines = position.score_lines()[self.colour]
        on_board = sum(line.points for line in lines if line.name == "stones")
        total = position.score()[self.colour]
        right = text.isdecimal() and text.isascii() and int(text) == total
        finding = Finding.RIGHT if right else Finding.MISCOUNTED
        return Verdict(finding, match, counts=(on_board, total - on_board), scored=True)


def _colour(match: Match) -> int:
    """The colour to move."""
    seat, colours = match.to_move, match.position.colours
    assert seat is not None
    assert colours is not None
    return colours[seat]


def _stands(stone: int, after: Match) -> bool:
    return stone not in after.position.captured and stone in after.position.stones


def _beside(before: Match, match: Match, point: int) -> tuple[list[int], list[int]]:
    """The stones beside a point: of the colour to move ``before``, and of others."""
    colour, stones = _colour(before), match.position.stones
    beside = [p for p in match.position.board.neighbours[point] if p in stones]
    mine = [p for p in beside if stones[p] == colour]
    return mine, [p for p in beside if stones[p] != colour]


def _replies(match: Match) -> dict[str, Match]:
    """The match after each legal move, by its text; none if it is over."""
    seat, position = match.to_move, match.position
    if seat is None:
        return {}
    moves = map(position.write, position.legal_moves())
    return {text: match.take(Turn(seat, text, NO_TIME)) for text in moves}


def _score(match: Match, colour: int) -> tuple[float, float]:
    """The points of ``colour``, and of the best of the others."""
    score = match.position.score()
    return score[colour], max(points for other, points in enumerate(score) if other != colour)
