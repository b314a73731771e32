"""Challenges: who asks whom to what, how that is answered, and the match that comes of it.

Like the host, to which they belong, they know no Discord and refuse by `RefusedError`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.records import (
    ACCEPTED,
    CHANGED,
    DECLINED,
    EXPIRED,
    OPEN,
    WITHDRAWN,
    Invitation,
    StoredChallenge,
    StoredMatch,
)
from bot.refusals import RefusedError, Why
from bot.store import Store
from bot.transaction import Transaction
from engine.clock import Clock, TimeControl
from engine.match import Match
from engine.position import Game, Options

CHALLENGE_STANDS = timedelta(hours=24)
MOST_OPEN = 5
"""Challenges of one person that may stand in a place at a time."""

Now = Callable[[], datetime]


class Challenges:
    """The challenges of one database."""

    def __init__(self, store: Store, games: Mapping[str, Game], now: Now, random: Random) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._random = random

    async def issue(
        self,
        *,
        game: Game,
        options: Options,
        control: TimeControl,
        challenger: int,
        invited: Sequence[int | None],
        names: Mapping[int, str],
        place: int,
        server: int,
        source: int,
    ) -> StoredChallenge:
        """Challenge the ``invited`` (None: anybody); the same ``source`` again changes nothing.

        Raises `OptionError` for impossible options and `RefusedError`.
        """
        if challenger in invited:
            raise RefusedError(Why.ALONE)
        named = [user for user in invited if user is not None]
        if len(set(named)) < len(named):
            raise RefusedError(Why.TWICE)
        settled = game.settle(options, len(invited) + 1)
        now = self._now()
        new = StoredChallenge(
            id=0,
            source=source,
            server=server,
            place=place,
            challenger=challenger,
            game=game.key,
            options=settled,
            per_move=control.per_move,
            opened=now,
            expires=now + CHALLENGE_STANDS,
            state=OPEN,
            closed_by=None,
            match=None,
            invitations=tuple(Invitation(user) for user in invited),
        )

        async def work(tx: Transaction) -> StoredChallenge:
            await tx.meet(names)
            known = await tx.challenge_from(source)
            if known is not None:
                return known
            await self._not_too_many(tx, challenger, place)
            return replace(new, id=await tx.add_challenge(new))

        return await self._store.write(work)

    async def rematch(
        self, key: int, user: int, name: str, *, source: int
    ) -> tuple[StoredChallenge, int | None]:
        """``user`` wants to play a match that is over again, with the seats in reverse order.

        The first player who does challenges the others; for them it is accepting. Returns the
        challenge, and the match where that was the last seat. The same ``source`` again changes
        nothing.
        """

        async def work(tx: Transaction) -> tuple[StoredChallenge, int | None]:
            earlier = await tx.challenge_from(source)
            if earlier is not None:
                return earlier, None
            played = await tx.match(key)
            if played is None or played.game not in self._games:
                raise RefusedError(Why.NO_SUCH_MATCH)
            if user not in played.players:
                raise RefusedError(Why.NOT_A_PLAYER)
            if played.deadline is not None:
                raise RefusedError(Why.NOT_OVER)
            now = self._now()
            standing = await tx.rematch(key)
            if standing is not None and standing.state == OPEN and standing.expires <= now:
                await tx.close_challenge(standing.id, EXPIRED)
                standing = None
            if standing is None:
                await tx.meet({user: name})
                new = self._rematch_of(played, user, source)
                return replace(new, id=await tx.add_challenge(new)), None
            if standing.state == ACCEPTED:
                raise RefusedError(Why.REMATCH_PLAYED, challenge=standing)
            if user == standing.challenger:
                raise RefusedError(Why.REMATCH_OFFERED, challenge=standing)
            if (standing.options, standing.per_move) != (played.options, played.per_move):
                # A counter-offer: nobody accepts terms that are not on what they press.
                raise RefusedError(Why.REMATCH_CHANGED, challenge=standing)
            return standing, await self._take_seat(tx, standing, user, name)

        return await self._store.write(work)

    def _rematch_of(self, played: StoredMatch, challenger: int, source: int) -> StoredChallenge:
        now = self._now()
        return StoredChallenge(
            id=0,
            source=source,
            server=played.server,
            place=played.place,
            challenger=challenger,
            game=played.game,
            options=played.options,
            per_move=played.per_move,
            opened=now,
            expires=now + CHALLENGE_STANDS,
            state=OPEN,
            closed_by=None,
            match=None,
            invitations=tuple(Invitation(user) for user in played.players if user != challenger),
            rematch_of=played.id,
        )

    async def card_of(self, key: int) -> int | None:
        """The message with the card of a challenge, once it was posted."""
        return await self._store.read(lambda tx: tx.card_of(key))

    async def accept(self, key: int, user: int, name: str) -> int | None:
        """``user`` takes a seat. The match, where that was the last seat; else None."""

        async def work(tx: Transaction) -> int | None:
            return await self._take_seat(tx, await self._open_challenge(tx, key), user, name)

        return await self._store.write(work)

    async def _take_seat(
        self, tx: Transaction, asked: StoredChallenge, user: int, name: str
    ) -> int | None:
        if user == asked.challenger:
            raise RefusedError(Why.OWN_CHALLENGE)
        seats = asked.invitations
        if any(seat.user == user and seat.accepted for seat in seats):
            return None
        number = _seat_for(user, asked)
        await tx.take_seat(asked.id, number, user)
        await tx.meet({user: name})
        taken = [*seats[:number], Invitation(user, accepted=True), *seats[number + 1 :]]
        if not all(seat.accepted for seat in taken):
            return None
        people = [seat.user for seat in taken if seat.user is not None]
        begun = await self._begin(tx, asked, [asked.challenger, *people])
        await tx.close_challenge(asked.id, ACCEPTED, by=user, into=begun)
        return begun

    async def may_change(self, key: int, user: int, place: int) -> StoredChallenge:
        """The challenge, where ``user`` may offer other terms here. May refuse."""
        return await self._store.read(lambda tx: self._to_change(tx, key, user, place))

    async def counter(
        self,
        key: int,
        user: int,
        name: str,
        *,
        options: Options,
        control: TimeControl,
        place: int,
        source: int,
    ) -> StoredChallenge:
        """``user``, who is asked, offers other terms: from now on it is their challenge.

        The former challenger takes their seat among the invited; the others stay invited, but
        what they accepted were other terms. The old challenge is closed and this is a new one with
        a card of its own, since an edited message would call nobody. Who does not have to answer
        it, but has a seat or could take one, ends nobody's challenge: theirs stands beside it and
        asks only the challenger. The same ``source`` again changes nothing.

        Raises `OptionError` and `RefusedError`.
        """

        async def work(tx: Transaction) -> StoredChallenge:
            earlier = await tx.challenge_from(source)
            if earlier is not None:
                return earlier
            asked = await self._to_change(tx, key, user, place)
            seats, now = len(asked.invitations) + 1, self._now()
            settled = self._games[asked.game].settle(options, seats)
            if (settled, control.per_move) == (asked.options, asked.per_move):
                raise RefusedError(Why.SAME_TERMS, challenge=asked)
            named = any(seat.user == user and not seat.accepted for seat in asked.invitations)
            invited = [seat.user if named else None for seat in asked.invitations]
            invited[_seat_for(user, asked)] = asked.challenger
            new = replace(
                asked,
                source=source,
                challenger=user,
                options=settled,
                per_move=control.per_move,
                opened=now,
                expires=now + CHALLENGE_STANDS,
                invitations=tuple(Invitation(person) for person in invited),
            )
            if named:
                await tx.close_challenge(key, CHANGED, by=user)  # first: one rematch at a time
            else:
                await self._not_too_many(tx, user, place)
            await tx.meet({user: name})
            return replace(new, id=await tx.add_challenge(new))

        return await self._store.write(work)

    async def _not_too_many(self, tx: Transaction, user: int, place: int) -> None:
        """Each card calls people: nobody may fill a place with them."""
        if await tx.open_challenges(user, place, self._now()) >= MOST_OPEN:
            raise RefusedError(Why.TOO_MANY)

    async def _to_change(self, tx: Transaction, key: int, user: int, place: int) -> StoredChallenge:
        asked = await self._open_challenge(tx, key)
        if asked.place != place:  # its card is not where this was pressed
            raise RefusedError(Why.NO_SUCH_CHALLENGE)
        if user == asked.challenger:
            raise RefusedError(Why.OWN_TERMS, challenge=asked)
        _seat_for(user, asked)
        return asked

    async def decline(self, key: int, user: int) -> bool:
        """``user`` does not want to play, or not any more; whether that ends the challenge.

        Where several are asked the seat is free for anybody. A rematch is for those who played.
        """

        async def work(tx: Transaction) -> bool:
            asked = await self._open_challenge(tx, key)
            seats = [seat.user for seat in asked.invitations]
            if user not in seats:
                raise RefusedError(Why.NOT_ASKED, challenge=asked)
            if is_lobby(asked):
                await tx.free_seat(key, seats.index(user))
                return False
            await tx.close_challenge(key, DECLINED, by=user)
            return True

        return await self._store.write(work)

    async def withdraw(self, key: int, user: int) -> None:
        """The challenger takes the challenge back."""

        async def work(tx: Transaction) -> None:
            asked = await self._open_challenge(tx, key)
            if user != asked.challenger:
                raise RefusedError(Why.NOT_THE_CHALLENGER, challenge=asked)
            await tx.close_challenge(key, WITHDRAWN, by=user)

        await self._store.write(work)

    async def stored(self, key: int) -> StoredChallenge | None:
        """The challenge with this id."""
        return await self._store.read(lambda tx: tx.challenge(key))

    async def new_to(
        self, game: str, server: int, users: Collection[int], *, before: int | None = None
    ) -> Game | None:
        """The game, where it has lessons and is new to one of ``users``: they were in no challenge.

        Only challenges of this ``server`` count, so that nobody learns where else people play; and
        ``before``: only those with a smaller id.
        """
        known = self._games.get(game)
        if known is None or not known.lessons or not users:
            return None
        met = await self._store.read(lambda tx: tx.challenged(game, server, users, before))
        return None if met.issuperset(users) else known

    async def _open_challenge(self, tx: Transaction, key: int) -> StoredChallenge:
        found = await tx.challenge(key)
        if found is None:
            raise RefusedError(Why.NO_SUCH_CHALLENGE)
        if found.state == OPEN and found.expires <= self._now():
            found = replace(found, state=EXPIRED)
        if found.state != OPEN:
            raise RefusedError(Why.CHALLENGE_OVER, challenge=found)
        return found

    async def _begin(self, tx: Transaction, asked: StoredChallenge, people: list[int]) -> int:
        """Start the match. Who has which colour is settled by lot where the game leaves it open.

        So is who begins, where anybody could accept. A rematch has the seats in reverse order.
        """
        game, now = self._games[asked.game], self._now()
        match = Match.start(game, asked.options, len(people))
        before = None if asked.rematch_of is None else await tx.match(asked.rematch_of)
        if before is not None and set(before.players) == set(people):
            people = list(reversed(before.players))
        elif match.position.colours is not None or any(s.user is None for s in asked.invitations):
            self._random.shuffle(people)
        clock = Clock.start(TimeControl(asked.per_move), now)
        new = StoredMatch(
            id=0,
            server=asked.server,
            place=asked.place,
            game=game.key,
            options=asked.options,
            per_move=asked.per_move,
            ply=0,
            to_move=match.to_move,
            deadline=clock.deadline,
            players=tuple(people),
            ruleset=game.ruleset,
            opened=now,
            rematch_of=asked.rematch_of,
            remind=clock.reminder(now),
        )
        return await tx.add_match(new)


def _seat_for(user: int, asked: StoredChallenge) -> int:
    """The number of the invitation that ``user`` may take, one by name first. May refuse."""
    invited = [seat.user for seat in asked.invitations]
    for wanted in (user, None):
        if wanted in invited:
            return invited.index(wanted)
    raise RefusedError(Why.NOT_ASKED, challenge=asked)


def is_lobby(asked: StoredChallenge) -> bool:
    """Whether seats of this challenge can become free again: it goes on without whoever leaves."""
    return len(asked.invitations) > 1 and asked.rematch_of is None
