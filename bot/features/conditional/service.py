"""What players plan: read and judged when it is entered, played with the move that it answers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.features.conditional.store import Plan, PlanQueries, Variation
from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.transaction import Transaction
from engine.match import Match
from engine.position import MoveError, Position, tidy
from engine.turns import NO_TIME, Turn, is_move

LONGEST_PLAN = 1000
"""The most characters of a plan as it is typed: a message has room for all of it."""
MOST_VARIATIONS = 20
MOST_MOVES = 20
"""In each of them."""


class PlanRefusal(StrEnum):
    """Why nothing can be planned: the keys of the texts."""

    NOT_TWO = "conditional-not-two"
    YOUR_TURN = "conditional-your-turn"
    TOO_LONG = "conditional-too-long"
    TOO_MANY = "conditional-too-many"
    TOO_DEEP = "conditional-too-deep"
    UNANSWERED = "conditional-unanswered"
    CONTRADICTION = "conditional-contradiction"


class RefusedVariationError(Exception):
    """The rules refuse a ``move`` of the variation with this ``number``, in ``position``."""

    def __init__(
        self, number: int, before: Variation, move: str, position: Position, cause: MoveError
    ) -> None:
        super().__init__(str(cause))
        self.number = number
        self.before = before
        self.move = move
        self.position = position
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a variation."""

    text: str
    seat: int
    before: Match
    after: Match


class Plans:
    """The plans of everybody in one database."""

    def __init__(self, store: Store, cache: MatchCache) -> None:
        self._store = store
        self._cache = cache

    async def of(self, live: LiveMatch, user: int) -> Plan | None:
        """What ``user`` plans in this match, or planned in vain; None if nothing."""
        if user not in live.people or not can_plan(live):
            return None
        plans = live.read.get(PlanQueries)
        if plans is None:
            plans = await self._store.read(lambda tx: PlanQueries(tx.connection).of(live.id))
        return plans.get(live.players.index(user))

    async def plan(self, match_id: int, user: int, ply: int, entered: Sequence[Variation]) -> Plan:
        """``user`` plans this in place of what they had planned; nothing: they withdraw that.

        ``ply``: the number of turns after which the board came to be for which it is. May refuse.
        """
        return await self._change(match_id, user, ply, entered, adds=False)

    async def add(self, match_id: int, user: int, ply: int, entered: Variation) -> Plan:
        """``user`` plans this besides what they had planned, unless it answers something else.

        May refuse.
        """
        return await self._change(match_id, user, ply, [entered], adds=True)

    async def _change(
        self, match_id: int, user: int, ply: int, entered: Sequence[Variation], *, adds: bool
    ) -> Plan:
        def work(tx: Transaction) -> Plan:
            stored = tx.matches.get(match_id)
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            live, queries = self._cache.load(tx, stored), PlanQueries(tx.connection)
            seat = waiting_seat(live, user, ply)
            old = queries.of(match_id).get(seat)
            kept = old.variations if adds and old is not None and old.ply == ply else ()
            answers = _answers(live.match, seat, entered[0]) if kept else {}
            fit = [one for one in kept if _fits(answers, one)]
            plan = Plan(ply, _whole([*fit, *entered]))
            check_length(plan.variations)
            if plan.variations:
                queries.keep(match_id, seat, plan)
            else:
                queries.drop(match_id, seat)
            return plan

        return await self._store.write(work)


def can_plan(live: LiveMatch) -> bool:
    """True if people can plan in a match: it is one of two people."""
    return len(live.people) == live.match.seats == 2


def board_of(live: LiveMatch) -> int:
    """The number of turns after which the board came to be as it is: with it a plan begins."""
    return live.match.turn_log.board_turn


def waits(live: LiveMatch, user: int) -> bool:
    """True if ``user`` can plan now, since the other is to move."""
    there = can_plan(live) and user in live.people
    return there and live.to_move is not None and live.to_move != user


def waiting_seat(live: LiveMatch, user: int, ply: int | None = None) -> int:
    """The seat of ``user``, who waits for the other's move. May refuse.

    ``ply``: that of the board on which they plan.
    """
    seat = live.seat_of(user)
    if not can_plan(live):
        raise RefusedError(PlanRefusal.NOT_TWO)
    if ply is not None and ply != board_of(live):
        raise RefusedError(ServiceRefusal.OLD_BOARD, live=live)
    if live.match.to_move == seat:
        raise RefusedError(PlanRefusal.YOUR_TURN)
    return seat


# --- variations ---


def steps(match: Match, variation: Variation) -> list[Step]:
    """The moves of a variation, with the matches before and after each. Raises `MoveError`."""
    made = list[Step]()
    for text in variation:
        match.position.read(text)  # a turn that is no move is none of a variation
        seat = match.position.to_move or 0  # nobody, if it is over: then the move is refused
        after = match.take(Turn(seat, text, NO_TIME))
        made.append(Step(text, seat, match, after))
        match = after
    return made


def read_variations(match: Match, seat: int, typed: str) -> tuple[Variation, ...]:
    """The variations that somebody has typed: a line each, or with semicolons in between.

    Raises `RefusedError` and `RefusedVariationError`.
    """
    if len(typed) > LONGEST_PLAN:
        raise RefusedError(PlanRefusal.TOO_LONG, most=LONGEST_PLAN)
    lines = [line for line in re.split(r"[\n;]", typed) if line.strip()]
    if len(lines) > MOST_VARIATIONS:
        raise RefusedError(PlanRefusal.TOO_MANY, most=MOST_VARIATIONS)
    found, answers = list[Variation](), dict[Variation, tuple[str, int]]()
    for number, line in enumerate(lines, start=1):
        one = _variation(match, seat, number, line)
        for at, text in enumerate(one):
            instead, first = answers.get(one[:at], (text, number))
            if instead != text:
                about = {"first": str(first), "second": str(number), "move": one[at - 1]}
                raise RefusedError(PlanRefusal.CONTRADICTION, **about)
        own = _answers(match, seat, one).items()
        answers |= {beginning: (text, number) for beginning, text in own}
        found.append(one)
    return _whole(found)


def goes_on(match: Match, variation: Variation) -> bool:
    """True if there is room for another answer after a variation."""
    end = steps(match, variation)[-1].after
    return end.to_move is not None and len(variation) + 2 <= MOST_MOVES


def _variation(match: Match, seat: int, number: int, line: str) -> Variation:
    """The moves in a line, of which the last one is that of ``seat``."""
    moves = read_line(match, number, line)
    if not moves or steps(match, moves)[-1].seat != seat:
        raise RefusedError(
            PlanRefusal.UNANSWERED, number=str(number), move=moves[-1] if moves else "–"
        )
    return moves


def read_line(match: Match, number: int, line: str) -> Variation:
    """The moves in a line, between spaces or commas, each of them legal.

    Raises `RefusedError` and `RefusedVariationError`.
    """
    words = [word for word in re.split(r"(?:\s|:|,(?!\d))+", line) if word]
    moves = list[str]()
    while words:
        if len(moves) == MOST_MOVES:
            raise RefusedError(PlanRefusal.TOO_DEEP, number=str(number), most=MOST_MOVES)
        position = match.position
        joined = tidy(" ".join(words[:2]))  # such as a declaration with its number
        two = len(words) > 1 and _readable(position, joined)
        said = joined if two else tidy(words[0])
        try:
            read = position.read(said)
            if why := position.why_not(read):
                raise why
        except MoveError as error:
            raise RefusedVariationError(number, tuple(moves), said, position, error) from error
        moves.append(position.write(read))
        match = match.take(Turn(position.to_move or 0, moves[-1], NO_TIME))
        del words[: 2 if two else 1]
    return tuple(moves)


def _readable(position: Position, text: str) -> bool:
    try:
        position.read(text)
    except MoveError:
        return False
    return True


def check_length(variations: Sequence[Variation]) -> None:
    """Refuse a plan that is too long to be shown, and to be typed."""
    if len(variations) > MOST_VARIATIONS:
        raise RefusedError(PlanRefusal.TOO_MANY, most=MOST_VARIATIONS)
    for number, moves in enumerate(variations, start=1):
        if len(moves) > MOST_MOVES:
            raise RefusedError(PlanRefusal.TOO_DEEP, number=str(number), most=MOST_MOVES)
    if len(written(variations)) > LONGEST_PLAN:
        raise RefusedError(PlanRefusal.TOO_LONG, most=LONGEST_PLAN)


def written(variations: Sequence[Variation]) -> str:
    """The inverse of `read_variations`."""
    return "\n".join(" ".join(moves) for moves in variations)


def _answers(match: Match, seat: int, variation: Variation) -> dict[Variation, str]:
    """The moves of ``seat`` in a variation, by the moves before them. Raises `MoveError`."""
    moves = enumerate(steps(match, variation))
    return {variation[:number]: step.text for number, step in moves if step.seat == seat}


def _fits(answers: Mapping[Variation, str], one: Variation) -> bool:
    """True if a variation answers nothing else than ``answers``."""
    return all(answers.get(one[:at], text) == text for at, text in enumerate(one))


def _whole(variations: Sequence[Variation]) -> tuple[Variation, ...]:
    """The variations without those that are the beginning of another, or are there twice."""
    different = list(dict.fromkeys(variations))
    return tuple(
        one
        for one in different
        if not any(one != other and other[: len(one)] == one for other in different)
    )


# --- as they come true ---


def follow(tx: Transaction, before: LiveMatch, after: LiveMatch) -> Turn | None:
    """The planned answer to the turn from ``before`` to ``after``, if there is one.

    A plan for which it was another turn fails; that stays noted until the opponent's next move.
    """
    if not can_plan(after):
        return None
    queries, match, due = PlanQueries(tx.connection), after.match, None
    plans = queries.of(after.id)
    if not plans:
        tx.once[PlanQueries] = plans  # for the answer to whoever has moved
    for seat, plan in plans.items():
        if match.end is not None:
            queries.drop(after.id, seat)
        elif board_of(after) != board_of(before):
            due = _next(queries, before, after, seat, plan) or due
    return due


def _next(
    queries: PlanQueries, before: LiveMatch, after: LiveMatch, seat: int, plan: Plan
) -> Turn | None:
    match, last = after.match, after.match.last
    assert last is not None
    made = last if is_move(last.text) else None
    if not plan.variations:
        if made is not None and made.seat != seat:
            queries.drop(after.id, seat)
        return None
    here = made is not None and plan.ply == board_of(before)
    fit = [one[1:] for one in plan.variations if here and one[0] == last.text]
    left = tuple(one for one in fit if one)
    answer = left[0][0] if left and match.to_move == seat else None
    if answer is not None and not _is_legal(match.position, answer):
        fit, answer = [], None
    if fit and not left:  # all of it has come true
        queries.drop(after.id, seat)
    else:
        queries.keep(after.id, seat, Plan(board_of(after), left if fit else ()))
    if answer is None:
        return None
    time = None if after.clock is None else after.clock.left(last.at)
    return Turn(seat, answer, last.at, time, planned=True)


def _is_legal(position: Position, text: str) -> bool:
    try:
        return position.why_not(position.read(text)) is None
    except MoveError:
        return False
