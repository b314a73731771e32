"""Ladders: who is on them, who may challenge whom for a place, and what becomes of it.

What the end of a game or of a challenge changes is part of the transaction that ends it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.features.ladder import rules
from bot.features.ladder.rules import Answer, Outcome
from bot.features.ladder.store import Asked, LadderQueries, Removal, Rung, Where
from bot.messages.phrases import mention, moment
from bot.service.audit_channel import tell_moderators
from bot.service.invitations import close_challenge
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.server_limits import check_open_games
from bot.service.service import Service
from bot.storage.rows import DECLINED, EXPIRED, OPEN, WITHDRAWN, StoredChallenge
from bot.storage.transaction import Transaction

ON_A_PAGE = 10
"""People on a page of a ladder."""
AUDIT = "ladderaudit"
"""The note of a line for the audit channel, before the number of a removal."""


class LadderRefusal(StrEnum):
    """Why somebody cannot be challenged: the keys of the texts."""

    NO_GAME = "ladder-no-game"
    NOT_ON = "ladder-not-on"
    NOT_THERE = "ladder-not-there"
    OUT_OF_REACH = "ladder-out-of-reach"
    CHALLENGING = "ladder-challenging"
    CHALLENGED = "ladder-challenged"
    AWAY = "ladder-away"
    AGAIN = "ladder-again"
    NOT_ON_IT = "ladder-not-on-it"
    NO_REASON = "ladder-no-reason"
    HIDDEN = "ladder-hidden"


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's place on a ladder."""

    user: int
    place: int
    """From 1."""
    away: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A challenge that waits for its answer."""

    asked: Asked
    place: int | None
    """For which it is."""
    card: int | None
    """The message of its card, if it is posted."""


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a ladder, as one person sees it."""

    number: int
    """Everybody on the ladder."""
    begin: int
    """How many are above the first one on the page."""
    shown: Sequence[Standing]
    around: Sequence[Standing]
    """Oneself with one's neighbours, if that is not on the page."""
    own: int | None
    """One's own place; None: one is not on the ladder."""
    open: Sequence[Asked]
    """The challenges that wait for an answer or are being played."""
    waiting: Sequence[Waiting]
    """Those of oneself that wait for an answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody within reach."""

    user: int
    place: int
    why_not: RefusedError | None
    """Why they cannot be challenged now."""


@dataclass(frozen=True, slots=True)
class Told:
    """The challenge for the ladder that a match was, if it was one."""

    asked: Asked | None = None


class Ladders:
    """The ladders in one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._now = service.now
        self._shown = service.shown_messages

    def register(self) -> None:
        """Follow the ends of games and of challenges."""
        self._shown.at_end.append(self._ended)
        self._shown.at_close.append(self._closed)

    # --- for people ---

    async def join(self, where: Where, user: int, name: str) -> int:
        """Put ``user`` at the bottom, unless they are on the ladder. Returns their place."""

        def work(tx: Transaction) -> int:
            queries = _queries(tx)
            tx.people.remember_names({user: name})
            if queries.get(where, user) is None:
                queries.join(where, user)
            rung = queries.get(where, user)
            assert rung is not None
            return queries.place(where, rung.position)

        return await self._store.write(work)

    async def leave(self, where: Where, user: int) -> bool:
        """Take ``user`` off, with their challenges; whether they were on the ladder."""
        return await self._store.write(lambda tx: self._leave(tx, where, user))

    async def remove(self, where: Where, user: int, by: int, reason: str, *, event_id: int) -> None:
        """A moderator takes ``user`` off, with their challenges. May refuse."""

        def work(tx: Transaction) -> None:
            queries = _queries(tx)
            if queries.removed(event_id) is not None:
                return
            if not reason.strip():
                raise RefusedError(LadderRefusal.NO_REASON)
            if not self._leave(tx, where, user):
                raise RefusedError(LadderRefusal.NOT_ON_IT, player=mention(user))
            at, said = self._now(), reason.strip()
            new = Removal(0, event_id, where.server, where.game, by, user, said, at)
            tell_moderators(tx, where.server, AUDIT, queries.remove(new))

        await self._store.write(work)

    async def removal(self, key: int) -> Removal | None:
        """What a moderator has done."""
        return await self._store.read(lambda tx: _queries(tx).removal(key))

    async def page(self, where: Where, user: int | None, page: int) -> Page:
        """A page of the ladder, counted from 0; the last one if there are not so many.

        ``user``: who looks at it; None: everybody.
        """

        def work(tx: Transaction) -> Page:
            queries = _queries(tx)
            number = queries.number(where)
            rung = None if user is None else queries.get(where, user)
            begin = min(page, max(number - 1, 0) // ON_A_PAGE) * ON_A_PAGE
            shown = self._standings(tx, where, begin, ON_A_PAGE)
            own = None if rung is None else queries.place(where, rung.position)
            around = list[Standing]()
            if own is not None and not begin < own <= begin + ON_A_PAGE:
                first = max(own - 1 - rules.REACH, 0)
                around = self._standings(tx, where, first, own + 1 - first)
            going = queries.open(where)
            waiting = [
                self._waiting(tx, one) for one in going if one.match is None and user in one.people
            ]
            return Page(number, begin, shown, around, own, going, waiting)

        return await self._store.read(work)

    async def candidates(self, where: Where, user: int) -> list[Candidate]:
        """The people whom ``user`` reaches, the highest first. May refuse."""

        def work(tx: Transaction) -> list[Candidate]:
            found = list[Candidate]()
            queries, own = _queries(tx), self._on(tx, where, user)
            for rung in self._reached(tx, where, own):
                why: RefusedError | None = None
                try:
                    self._check(tx, where, user, rung.user)
                except RefusedError as error:
                    why = error
                place = queries.place(where, rung.position)
                found.append(Candidate(rung.user, place, why))
            return found

        return await self._store.read(work)

    def challenge(
        self, where: Where, challenged: int
    ) -> Callable[[Transaction, StoredChallenge], None]:
        """What makes a new challenge one for the ladder, in the transaction that stores it."""

        def besides(tx: Transaction, asked: StoredChallenge) -> None:
            self._check(tx, where, asked.challenger, challenged)
            _queries(tx).add(where, asked.id)

        return besides

    async def asked(self, challenge_id: int) -> tuple[Asked, int | None] | None:
        """A challenge for the ladder, and the place for which it is; None: it is none."""

        def work(tx: Transaction) -> tuple[Asked, int | None] | None:
            queries = _queries(tx)
            one = queries.asked(challenge_id)
            return None if one is None else (one, one.place or _place(queries, one))

        return await self._store.read(work)

    async def told(self, live: LiveMatch) -> Asked | None:
        """What a match has done to the ladder, if it is over; None: it is not for one."""
        known = live.read.get(Told)
        if isinstance(known, Told):
            return known.asked
        return await self._store.read(lambda tx: _queries(tx).of_match(live.id))

    # --- within transactions ---

    def _standings(self, tx: Transaction, where: Where, begin: int, most: int) -> list[Standing]:
        rungs = _queries(tx).top(where, begin, most)
        away = [self._away(tx, rung.user) is not None for rung in rungs]
        return [
            Standing(rung.user, begin + number, gone)
            for number, (rung, gone) in enumerate(zip(rungs, away, strict=True), 1)
        ]

    def _waiting(self, tx: Transaction, one: Asked) -> Waiting:
        card = tx.messages.card_of(one.challenge)
        return Waiting(one, _place(_queries(tx), one), None if card is None else card.message)

    def _on(self, tx: Transaction, where: Where, user: int) -> Rung:
        """The place of whoever asks. May refuse."""
        rung = _queries(tx).get(where, user)
        if rung is None:
            raise RefusedError(LadderRefusal.NOT_ON)
        return rung

    def _reached(self, tx: Transaction, where: Where, own: Rung) -> list[Rung]:
        above = _queries(tx).above(where, own.position, rules.REACH)
        users = rules.within_reach([*(rung.user for rung in above), own.user], own.user)
        return [rung for rung in above if rung.user in users]

    def _check(self, tx: Transaction, where: Where, challenger: int, challenged: int) -> None:
        """Refuse a challenge that the rules do not allow."""
        queries, player = _queries(tx), mention(challenged)
        own = self._on(tx, where, challenger)
        if queries.get(where, challenged) is None:
            raise RefusedError(LadderRefusal.NOT_THERE, player=player)
        if challenged not in (rung.user for rung in self._reached(tx, where, own)):
            raise RefusedError(LadderRefusal.OUT_OF_REACH, most=rules.REACH)
        for one in queries.open(where):
            if one.challenger == challenger:
                raise RefusedError(LadderRefusal.CHALLENGING, player=mention(one.challenged))
            if one.challenged == challenged:
                other = mention(one.challenger)
                raise RefusedError(LadderRefusal.CHALLENGED, player=player, other=other)
        if (until := self._away(tx, challenged)) is not None:
            raise RefusedError(LadderRefusal.AWAY, player=player, when=moment(until))
        lost = queries.lost_since(where, challenger, self._now() - rules.AGAIN_AFTER)
        if challenged in lost:
            when = moment(lost[challenged] + rules.AGAIN_AFTER)
            raise RefusedError(LadderRefusal.AGAIN, player=player, when=when)

    def _away(self, tx: Transaction, user: int) -> datetime | None:
        """Until when somebody is away; None: they are not."""
        (rest,) = tx.people.rests([user])
        away, now = None if rest is None else rest.away, self._now()
        return away.ends if away is not None and away.begins <= now < away.ends else None

    def _leave(self, tx: Transaction, where: Where, user: int) -> bool:
        """Take somebody off. Their games go on, but not for the ladder; challenges are closed."""
        queries, was_on = _queries(tx), _queries(tx).leave(where, user)
        for one in queries.open(where):
            if user not in one.people:
                continue
            queries.decide(one.challenge, Outcome.VOID, self._now(), place=_place(queries, one))
            asked = tx.challenges.get(one.challenge)
            if asked is not None and asked.state == OPEN:
                state = WITHDRAWN if user == one.challenger else DECLINED
                close_challenge(tx, self._shown, asked, state, by=user)
        return was_on

    def _closed(self, tx: Transaction, asked: StoredChallenge) -> None:
        """A challenge has ended that did not become a game."""
        one = _queries(tx).asked(asked.id) if asked.fixed else None
        if one is None or one.outcome is not None:
            return
        answer = Answer.OFF
        if asked.state == DECLINED:
            answer = Answer.DECLINED
        elif asked.state == EXPIRED and asked.expires <= self._now() and self._stood(tx, asked):
            answer = Answer.SILENCE
        away = self._away(tx, one.challenged) is not None
        self._decide(tx, one, rules.unanswered(answer, away=away))

    def _stood(self, tx: Transaction, asked: StoredChallenge) -> bool:
        """True if nothing about its challenger kept anybody from accepting a challenge."""
        try:
            check_open_games(tx, asked.server, [asked.challenger], asked.challenger)
        except RefusedError:
            return False
        return True

    def _ended(self, tx: Transaction, live: LiveMatch) -> None:
        """A match has ended."""
        tx.once[Told] = Told()
        if live.solo or len(live.players) != 2:
            return
        queries = _queries(tx)
        one, end = queries.of_match(live.id), live.match.end
        if one is None or end is None:
            return
        if one.outcome is None:
            outcome, missed = Outcome.VOID, None
            if {*one.people} == {*live.people}:
                moved = {turn.seat for turn in live.match.turn_log.moves}
                seat = live.players.index(one.challenger)
                result = rules.played(end, seat, moved)
                outcome = result.outcome
                missed = None if result.missed is None else live.players[result.missed]
            gone = outcome is not Outcome.VOID and self._count(tx, one, missed)
            self._decide(tx, one, outcome, gone=gone)
            if gone and missed is not None:
                self._leave(tx, one.where, missed)
        tx.once[Told] = Told(queries.of_match(live.id))

    def _count(self, tx: Transaction, one: Asked, missed: int | None) -> bool:
        """Count games without a move of their own; whether ``missed`` has to leave for it."""
        queries, has_to_leave = _queries(tx), False
        for user in one.people:
            rung = queries.get(one.where, user)
            number = 0 if rung is None or user != missed else rung.missed + 1
            if rung is not None and number != rung.missed:
                queries.note_missed(one.where, user, number)
            has_to_leave |= rules.has_to_leave(number)
        return has_to_leave

    def _decide(self, tx: Transaction, one: Asked, outcome: Outcome, *, gone: bool = False) -> None:
        """Note what comes of a challenge, and change the places."""
        queries = _queries(tx)
        place = _place(queries, one)
        ours, theirs = (queries.get(one.where, user) for user in one.people)
        if ours is None or theirs is None:
            outcome = Outcome.VOID
        elif outcome is Outcome.TAKEN and theirs.position < ours.position:
            before = queries.between(one.where, theirs.position, ours.position)
            order = [rung.user for rung in before]
            for rung, user in zip(before, rules.after_win(order, *one.people), strict=True):
                if user != rung.user:
                    queries.put(one.where, user, rung.position)
        queries.decide(one.challenge, outcome, self._now(), place=place, gone=gone)


def _place(queries: LadderQueries, one: Asked) -> int | None:
    """The place of whoever is challenged; None: they have left."""
    rung = queries.get(one.where, one.challenged)
    return None if rung is None else queries.place(one.where, rung.position)


def _queries(tx: Transaction) -> LadderQueries:
    return LadderQueries(tx.connection)
