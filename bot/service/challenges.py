"""Challenges: who challenges whom on which terms, the answers, and the start of the match.

Nothing here knows Discord. Whatever is not allowed raises `RefusedError`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TypeVar

from bot.service.computers import Computers
from bot.service.current_time import Now
from bot.service.flood_limits import (
    call_role,
    called_often,
    called_role,
    check_calls,
    check_standing,
)
from bot.service.invitations import (
    CHALLENGE_STANDS,
    close_challenge,
    free_seat,
    is_lobby,
    open_challenge,
    people,
    ready,
    seat_for,
)
from bot.service.meetings import Meetings
from bot.service.new_matches import begin_match, is_counter_offer, rematch_of
from bot.service.practice_limits import check_practice
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_limits import check_open_games
from bot.service.shown_messages import ShownMessages
from bot.service.terms import BLACK
from bot.storage.database import Store
from bot.storage.rows import (
    ACCEPTED,
    CARD,
    CHANGED,
    DECLINED,
    EXPIRED,
    NOTHING_ALLOWED,
    OPEN,
    WITHDRAWN,
    Invitation,
    StoredChallenge,
)
from bot.storage.transaction import Transaction
from engine.game import Game, Measure, OptionError, OptionProblem, Options
from engine.time_control import TimeControl

T = TypeVar("T")
MOST_OPEN = 5
"""Open challenges that one person may have in a channel."""


class Challenges:
    """The challenges of one database."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        now: Now,
        random: Random,
        most_practice: int,
        shown: ShownMessages,
        computers: Computers,
        meetings: Meetings,
    ) -> None:
        """``most_practice``: the games against computers that one person may have at once."""
        self.most_practice = most_practice
        self._store = store
        self._games = games
        self._now = now
        self._random = random
        self._shown = shown
        self._computers = computers
        self._meetings = meetings

    async def issue(
        self,
        *,
        game: Game,
        options: Options,
        control: TimeControl,
        challenger: int,
        invited: Sequence[Invitation | int | None],
        names: Mapping[int, str],
        channel_id: int,
        server: int,
        event_id: int,
        place: str | None = None,
        first: bool | None = None,
        black: bool | None = None,
        allowed: frozenset[str] = NOTHING_ALLOWED,
        pictures: str | None = None,
        stands: timedelta = CHALLENGE_STANDS,
        fixed: bool = False,
        part_of: str | None = None,
        besides: Callable[[Transaction, StoredChallenge], None] | None = None,
    ) -> StoredChallenge:
        """Challenge the ``invited`` (None: anybody); the same ``event_id`` again changes nothing.

        Computers are ready at once: a challenge to computers only is a match already. ``first``:
        whether the challenger moves first in that, or last; None: by lot. ``black``: whether the
        challenger has Black; None: if nobody has to. ``allowed``: what it says yes to besides its
        terms. ``place``: how the game will live, one of `PLACES`; None: as boards. ``pictures``:
        when its posts have pictures, one of `PICTURE_MODES`; None: as the server decides.
        ``stands``: how long it stands. ``fixed``: the invited have agreed to such challenges, as on
        a ladder, so nobody may offer other terms. ``part_of``: what its game belongs to, see
        `StoredMatch`. ``besides``: what else is to happen in the transaction that stores it, which
        may refuse. Raises `RefusedError`, and `OptionError` for impossible options.
        """
        seats = [seat if isinstance(seat, Invitation) else Invitation(seat) for seat in invited]
        named = [seat.user for seat in seats if seat.user is not None and seat.level is None]
        if challenger in named:
            raise RefusedError(ServiceRefusal.ALONE)
        if len(set(named)) < len(named):
            raise RefusedError(ServiceRefusal.TWICE)
        settled = game.settle(options, len(invited) + 1)
        now = self._now()
        new = StoredChallenge(
            id=0,
            event_id=event_id,
            server=server,
            channel_id=channel_id,
            challenger=challenger,
            game=game.key,
            options=settled,
            control=control,
            opened=now,
            expires=now + stands,
            state=OPEN,
            closed_by=None,
            match=None,
            invitations=tuple(seats),
            place=place,
            black=_side(game, settled, black, seats, first),
            allowed=allowed,
            pictures=pictures,
            stands_s=stands // timedelta(seconds=1),
            fixed=fixed,
            part_of=part_of,
        )

        def work(tx: Transaction) -> StoredChallenge:
            tx.people.remember_names(names)
            known = tx.challenges.from_event(event_id)
            if known is not None:
                return known
            if not fixed:  # whoever plays for places has agreed to meet everybody else there
                self._meetings.check(tx, challenger, named)
            check_standing(tx, new)
            self._not_too_many(tx, challenger, channel_id)
            check_calls(tx, challenger, named, now)
            added = self._add(tx, new, first)
            if besides is not None:
                besides(tx, added)
            return added

        return await self._write(work)

    async def rematch(
        self,
        match_id: int,
        user: int,
        name: str,
        *,
        event_id: int,
        may_offer: bool = True,
        offer: int | None = None,
    ) -> tuple[StoredChallenge, int | None]:
        """For ``user``, offer a rematch with the seats reversed, or accept the one on offer.

        The first player to call this challenges the others, who accept by calling it too. Returns
        the challenge, and the match if this took the last seat. The same ``event_id`` again
        changes nothing. ``may_offer``: whether ``user`` may challenge on this server. ``offer``:
        the challenge that they accept; if it stands no more, none is offered.
        """

        def work(tx: Transaction) -> tuple[StoredChallenge, int | None]:
            earlier = tx.challenges.from_event(event_id)
            if earlier is not None:
                return earlier, earlier.match
            played = tx.matches.get(match_id)
            if played is None or played.game not in self._games:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            if user not in played.people:
                raise RefusedError(ServiceRefusal.NOT_A_PLAYER)
            if played.deadline is not None:
                raise RefusedError(ServiceRefusal.NOT_OVER)
            if any(other < 0 for other in played.people):
                raise RefusedError(ServiceRefusal.PLAYER_DELETED)
            self._meetings.check(tx, user, played.people)
            now = self._now()
            standing = tx.challenges.rematch(match_id)
            if standing is not None and standing.state == OPEN and standing.expires <= now:
                close_challenge(tx, self._shown, standing, EXPIRED)
                standing = None
            if offer is not None and (standing is None or standing.id != offer):
                raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
            if standing is None:
                if not may_offer:
                    raise RefusedError(ServiceRefusal.NOT_A_CHALLENGER)
                check_calls(tx, user, (other for other in played.people if other != user), now)
                tx.people.remember_names({user: name})
                stands = now + CHALLENGE_STANDS
                new = rematch_of(played, user, event_id, now, stands)
                added = self._add(tx, new)
                return added, added.match
            if standing.state == ACCEPTED:
                raise RefusedError(ServiceRefusal.REMATCH_PLAYED, challenge=standing)
            if user == standing.challenger:
                raise RefusedError(ServiceRefusal.REMATCH_OFFERED, challenge=standing)
            if is_counter_offer(standing, played):  # whose terms the pressed button does not show
                raise RefusedError(ServiceRefusal.REMATCH_CHANGED, challenge=standing)
            return standing, self._take_seat(tx, standing, user, name)

        return await self._write(work)

    async def _write(self, work: Callable[[Transaction], T]) -> T:
        """Run a transaction by which a match may begin, perhaps with a computer's turn."""
        result = await self._store.write(work)
        self._computers.wake()
        return result

    async def called_often(self, asked: StoredChallenge) -> set[int]:
        """The invited people whom the card does not call, since others just have, often."""
        return await self._store.read(lambda tx: called_often(tx, asked))

    async def called_role(self, asked: StoredChallenge) -> int | None:
        """The role that the card calls when it is sent, if it does."""
        return await self._store.read(lambda tx: called_role(tx, asked))

    async def card_of(self, challenge_id: int) -> int | None:
        """The message with the card of a challenge; None if it is not posted yet."""
        return await self._store.read(lambda tx: _card_of(tx, challenge_id))

    async def accept(self, challenge_id: int, user: int, name: str) -> int | None:
        """Take a seat for ``user``. Returns the match if it was the last seat, else None."""

        def work(tx: Transaction) -> int | None:
            asked = open_challenge(tx, challenge_id, self._now())
            return self._take_seat(tx, asked, user, name)

        return await self._write(work)

    def _take_seat(
        self, tx: Transaction, asked: StoredChallenge, user: int, name: str
    ) -> int | None:
        if user == asked.challenger:
            raise RefusedError(ServiceRefusal.OWN_CHALLENGE)
        seats = asked.invitations
        if any(seat.user == user and seat.accepted for seat in seats):
            return None
        number = seat_for(user, asked)
        if not asked.fixed:
            self._meetings.check(tx, user, ready(asked), wanted=True)
        check_open_games(tx, asked.server, [user], user)
        tx.challenges.take_seat(asked.id, number, user)
        tx.people.remember_names({user: name})
        taken = [*seats[:number], Invitation(user, accepted=True), *seats[number + 1 :]]
        if not all(seat.accepted for seat in taken):
            tx.messages.want_card(asked.id)
            return None
        check_open_games(tx, asked.server, people(asked.challenger, taken), user)
        return self._begin(tx, asked, taken, user)

    async def seat_computer(
        self, challenge_id: int, user: int, seat: Invitation, shown: int | None = None
    ) -> int | None:
        """As the challenger, give a computer a free seat. Returns the match if it was the last.

        ``shown``: the seat that was offered; if a computer has it, nothing is left to be done.
        """

        def work(tx: Transaction) -> int | None:
            asked = open_challenge(tx, challenge_id, self._now())
            if user != asked.challenger:
                raise RefusedError(ServiceRefusal.NOT_THE_CHALLENGER, challenge=asked)
            seats, number = asked.invitations, free_seat(asked)
            if shown is not None and any(each.level for each in seats[shown : shown + 1]):
                return None
            taken = (*seats[:number], seat, *seats[number + 1 :])
            check_practice(tx, replace(asked, invitations=taken), self.most_practice)
            tx.challenges.take_seat(challenge_id, number, seat.user or 0, seat.level)
            if all(each.accepted for each in taken):
                return self._begin(tx, asked, taken, user)
            tx.messages.want_card(challenge_id)
            return None

        return await self._write(work)

    def _begin(
        self,
        tx: Transaction,
        asked: StoredChallenge,
        taken: Sequence[Invitation],
        by: int,
        first: bool | None = None,
    ) -> int:
        """Begin the match of a challenge that all have accepted, ``by`` being the last of them."""
        game, seated = self._games[asked.game], [Invitation(asked.challenger), *taken]
        begun = begin_match(
            tx, self._shown, asked, game, seated, self._now(), self._random, first=first
        )
        tx.challenges.close(asked.id, ACCEPTED, by=by, into=begun)
        return begun

    async def may_change(self, challenge_id: int, user: int, channel_id: int) -> StoredChallenge:
        """The challenge, if ``user`` may offer other terms in this channel. May refuse."""
        return await self._store.read(
            lambda tx: self._to_change(tx, challenge_id, user, channel_id)
        )

    async def counter(
        self,
        challenge_id: int,
        user: int,
        name: str,
        *,
        options: Options,
        control: TimeControl,
        black: bool | None = None,
        channel_id: int,
        event_id: int,
    ) -> StoredChallenge:
        """Offer other terms: from now on it is the challenge of ``user``, who was asked.

        The former challenger takes the seat of ``user`` among the invited. The others stay invited,
        but have to accept again, since the terms are new. The old challenge is closed, and the new
        one has a card of its own, since editing a message notifies nobody. If ``user`` has already
        accepted, or was not invited by name, the old challenge stays open, and the new one invites
        only its challenger by name. The same ``event_id`` again changes nothing.

        Raises `OptionError` and `RefusedError`.
        """

        def work(tx: Transaction) -> StoredChallenge:
            earlier = tx.challenges.from_event(event_id)
            if earlier is not None:
                return earlier
            asked = self._to_change(tx, challenge_id, user, channel_id)
            seats, now = len(asked.invitations) + 1, self._now()
            game = self._games[asked.game]
            settled = game.settle(options, seats)
            side = _side(game, settled, black, asked.invitations)
            before = None if asked.black is None else not asked.black
            if (settled, control, side) == (asked.options, asked.control, before):
                raise RefusedError(ServiceRefusal.SAME_TERMS, challenge=asked)
            named = any(seat.user == user and not seat.accepted for seat in asked.invitations)
            invited = [
                seat if seat.level else Invitation(seat.user if named else None)
                for seat in asked.invitations
            ]
            invited[seat_for(user, asked)] = Invitation(asked.challenger)
            new = replace(
                asked,
                event_id=event_id,
                challenger=user,
                options=settled,
                control=control,
                black=side,
                opened=now,
                expires=now + asked.stands,
                invitations=tuple(invited),
            )
            if named:
                # First: one rematch at a time.
                close_challenge(tx, self._shown, asked, CHANGED, by=user)
            else:
                self._not_too_many(tx, user, channel_id)
            check_calls(tx, user, people(None, new.invitations), new.opened)
            tx.people.remember_names({user: name})
            return self._add(tx, new)

        return await self._write(work)

    def _add(
        self, tx: Transaction, new: StoredChallenge, first: bool | None = None
    ) -> StoredChallenge:
        """Store ``new`` and the post of its card. Returns it with its id. May refuse.

        If only computers are invited, its match begins.
        """
        together = people(new.challenger, new.invitations)
        if len(together) > 1:
            check_open_games(tx, new.server, together, new.challenger)
        check_practice(tx, new, self.most_practice)
        added = replace(new, id=tx.challenges.add(new))
        if any(seat.user is None for seat in new.invitations):
            call_role(tx, added)
        if not self._shown.place_of(added).private:
            tx.messages.add(CARD, added, challenge=added.id)
        if not all(seat.accepted for seat in added.invitations):
            return added
        begun = self._begin(tx, added, added.invitations, added.challenger, first=first)
        return replace(added, state=ACCEPTED, closed_by=added.challenger, match=begun)

    def _not_too_many(self, tx: Transaction, user: int, channel_id: int) -> None:
        """Refuse one challenge too many: each card notifies people, who must not be flooded."""
        if tx.challenges.count_open(user, channel_id, self._now()) >= MOST_OPEN:
            raise RefusedError(ServiceRefusal.TOO_MANY)

    def _to_change(
        self, tx: Transaction, challenge_id: int, user: int, channel_id: int
    ) -> StoredChallenge:
        asked = open_challenge(tx, challenge_id, self._now())
        if asked.channel_id != channel_id:  # its card is in another channel
            raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
        if user == asked.challenger:
            raise RefusedError(ServiceRefusal.OWN_TERMS, challenge=asked)
        if asked.fixed:
            raise RefusedError(ServiceRefusal.FIXED_TERMS, challenge=asked)
        seat_for(user, asked)
        self._meetings.check(tx, user, people(asked.challenger, asked.invitations), wanted=True)
        return asked

    async def decline(self, challenge_id: int, user: int) -> bool:
        """Decline for ``user``, even after accepting. Returns whether that ends the challenge.

        If several people are invited, the seat becomes free for anybody, except in a rematch.
        """

        def work(tx: Transaction) -> bool:
            asked = open_challenge(tx, challenge_id, self._now())
            seats = [seat.user for seat in asked.invitations]
            if user not in seats:
                raise RefusedError(ServiceRefusal.NOT_ASKED, challenge=asked)
            if is_lobby(asked):
                tx.challenges.free_seat(challenge_id, seats.index(user))
                tx.messages.want_card(challenge_id)
                return False
            close_challenge(tx, self._shown, asked, DECLINED, by=user)
            return True

        return await self._write(work)

    async def withdraw(self, challenge_id: int, user: int) -> None:
        """Take the challenge back, as its challenger."""

        def work(tx: Transaction) -> None:
            asked = open_challenge(tx, challenge_id, self._now())
            if user != asked.challenger:
                raise RefusedError(ServiceRefusal.NOT_THE_CHALLENGER, challenge=asked)
            close_challenge(tx, self._shown, asked, WITHDRAWN, by=user)

        await self._write(work)

    async def stored(self, challenge_id: int) -> StoredChallenge | None:
        """The challenge with this id."""
        return await self._store.read(lambda tx: tx.challenges.get(challenge_id))

    async def last_of(self, user: int, game: str, server: int) -> StoredChallenge | None:
        """The newest challenge of ``user`` to people, to this game on this server, if it stands."""
        last = await self._store.read(lambda tx: tx.challenges.last_of(user, game, server))
        stands = last is not None and last.state == OPEN and last.expires > self._now()
        return last if stands else None

    async def rematch_of(self, match_id: int) -> StoredChallenge | None:
        """The rematch of a match, if it is on offer or has begun."""
        standing = await self._store.read(lambda tx: tx.challenges.rematch(match_id))
        over = standing and standing.state == OPEN and standing.expires <= self._now()
        return None if over else standing

    async def new_to(
        self, game: str, server: int, users: Collection[int], *, before: int | None = None
    ) -> Game | None:
        """The game, if one of ``users`` has never been in a challenge of it.

        Only challenges on this ``server`` count, so that nobody learns where else people play, and
        if ``before`` is given, only those with a smaller id.
        """
        known = self._games.get(game)
        if known is None or not users:
            return None
        met = await self._store.read(
            lambda tx: tx.challenges.challenged(game, server, users, before)
        )
        return None if met.issuperset(users) else known


def _side(
    game: Game,
    options: Options,
    black: bool | None,
    invited: Sequence[Invitation],
    first: bool | None = None,
) -> bool | None:
    """Whether the challenger has Black: as chosen, or, so that the others have the handicap, not.

    Only computers leave it to the challenger, unless it was chosen who moves ``first``: with a
    handicap that is White. Raises `OptionError`.
    """
    if black is None:
        if first is not None and game.with_handicap(options):
            return not first
        by_default = all(seat.level for seat in invited)
        return by_default if game.with_handicap(options) else None
    if len(invited) != 1:
        raise OptionError(BLACK, OptionProblem.FOR_TWO)
    for komi in game.measured(Measure.KOMI):
        if options[komi.key] is None:
            raise OptionError(BLACK, OptionProblem.INCOMPLETE, other=komi.key)
    return black


def _card_of(tx: Transaction, challenge_id: int) -> int | None:
    card = tx.messages.card_of(challenge_id)
    return None if card is None else card.message
