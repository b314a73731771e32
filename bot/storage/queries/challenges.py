"""Challenges and the seats that they offer."""

from collections.abc import Collection
from datetime import datetime
from math import ceil
from typing import Any

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.queries.base import Queries, fields, on_shards, written
from bot.storage.queries.terms import (
    as_stored,
    control_as_stored,
    control_from_stored,
    from_stored,
)
from bot.storage.rows import ACCEPTED, DECLINED, OPEN, Invitation, StoredChallenge
from bot.storage.schema import challenge, invitation

_OPEN = challenge.c.state == written(OPEN)
_STANDING = challenge.c.state.in_([written(state) for state in (OPEN, ACCEPTED)])
_WITH_COMPUTER = sa.exists().where(
    invitation.c.challenge == challenge.c.id, invitation.c.level.is_not(None)
)


class ChallengeQueries(Queries):
    """Challenges and the seats that they offer."""

    def add(self, new: StoredChallenge) -> int:
        """Store ``new``, ignoring its id. Returns the id it gets."""
        values: dict[str, Any] = {
            column.key: getattr(new, column.key)
            for column in challenge.c
            if column.key not in ("id", "per_move_s", "time")
        }
        values["options"] = as_stored(new)
        values["time"] = control_as_stored(new.control)
        values["per_move_s"] = ceil(new.control.limit(new.control.start()).total_seconds())
        values |= self._first_id(challenge)
        key = self._insert(sa.insert(challenge).values(values))
        for number, invited in enumerate(new.invitations):
            self._run(
                sa.insert(invitation).values(
                    challenge=key,
                    number=number,
                    user=invited.user,
                    accepted=invited.accepted,
                    level=invited.level,
                )
            )
        return key

    def get(self, key: int) -> StoredChallenge | None:
        """The challenge with this id."""
        return self._challenge(challenge.c.id == key)

    def from_event(self, event_id: int) -> StoredChallenge | None:
        """The challenge that this interaction made."""
        return self._challenge(challenge.c.event_id == event_id)

    def rematch(self, key: int) -> StoredChallenge | None:
        """The rematch of a match, if it is on offer or has begun."""
        return self._challenge((challenge.c.rematch_of == key) & _STANDING)

    def last_of(self, challenger: int, game: str, server: int) -> StoredChallenge | None:
        """The newest challenge of this person to people, to this game on this server.

        Those that were arranged for them tell nothing of what they want.
        """
        mine = (
            (challenge.c.challenger == challenger)
            & (challenge.c.game == game)
            & (challenge.c.server == server)
            & (challenge.c.event_id > 0)
            & ~_WITH_COMPUTER
        )
        newest = sa.select(sa.func.max(challenge.c.id)).where(mine).scalar_subquery()
        return self._challenge(challenge.c.id == newest)

    def _challenge(self, where: sa.ColumnElement[bool]) -> StoredChallenge | None:
        row = self._one(sa.select(*fields(challenge)).where(where))
        if row is None:
            return None
        values = dict(row._mapping)
        invited = self._all(
            sa.select(invitation.c.user, invitation.c.accepted, invitation.c.level)
            .where(invitation.c.challenge == values["id"])
            .order_by(invitation.c.number)
        )
        values["control"] = control_from_stored(values.pop("time"), values.pop("per_move_s"))
        values["options"], agreed = from_stored(values["options"])
        values["invitations"] = tuple(Invitation(*seat) for seat in invited)
        return StoredChallenge(**values, **agreed)

    def challenged(
        self, game: str, server: int, users: Collection[int], before: int | None = None
    ) -> set[int]:
        """The ``users`` who were in a challenge of this game on this server.

        If ``before`` is given, only challenges with a smaller id count.
        """
        which = (challenge.c.game == game) & (challenge.c.server == server)
        if before is not None:
            which &= challenge.c.id < before
        challengers = sa.select(challenge.c.challenger).where(
            which, challenge.c.challenger.in_(users)
        )
        invited = (
            sa.select(invitation.c.user)
            .join(challenge, invitation.c.challenge == challenge.c.id)
            .where(which, invitation.c.user.in_(users))
        )
        return {row[0] for row in self._all(challengers.union(invited))}

    def take_seat(self, key: int, number: int, user: int, level: int | None = None) -> None:
        """Accept the invitation ``number`` of the challenge for ``user``, perhaps a computer."""
        self._run(
            sa.update(invitation)
            .where(invitation.c.challenge == key, invitation.c.number == number)
            .values(user=user, accepted=True, level=level)
        )

    def free_seat(self, key: int, number: int) -> None:
        """Open this seat of the challenge to anybody."""
        self._run(
            sa.update(invitation)
            .where(invitation.c.challenge == key, invitation.c.number == number)
            .values(user=None, accepted=False)
        )

    def close(
        self, key: int, state: str, *, by: int | None = None, into: int | None = None
    ) -> None:
        """End the challenge in ``state``; ``by`` is who ended it, ``into`` its match, if any."""
        self._run(
            sa.update(challenge)
            .where(challenge.c.id == key)
            .values(state=state, closed_by=by, match=into)
        )

    def count_open(self, challenger: int, channel_id: int, now: datetime) -> int:
        """The number of open challenges of ``challenger`` in this channel."""
        row = self._one(
            sa.select(sa.func.count()).where(
                challenge.c.challenger == challenger,
                challenge.c.channel_id == channel_id,
                _OPEN,
                challenge.c.expires > now,
            )
        )
        return 0 if row is None else int(row[0])

    def standing(self, new: StoredChallenge, user: int) -> StoredChallenge | None:
        """The open challenge of the same person to ``user``, to the same game on the same server.

        None if ``user`` has accepted it and only others have not.
        """
        row = self._one(
            sa.select(challenge.c.id)
            .join(invitation, invitation.c.challenge == challenge.c.id)
            .where(
                challenge.c.challenger == new.challenger,
                challenge.c.server == new.server,
                challenge.c.game == new.game,
                _OPEN,
                challenge.c.expires > new.opened,
                invitation.c.user == user,
                ~invitation.c.accepted,
            )
            .limit(1)
        )
        return None if row is None else self.get(row.id)

    def not_accepted_since(
        self, challenger: int, since: datetime
    ) -> list[tuple[int, datetime, int | None]]:
        """The later challenges of ``challenger`` that are no games: id, time and each invited user.

        None stands for a seat that anybody may take.
        """
        rows = self._all(
            sa.select(challenge.c.id, challenge.c.opened, invitation.c.user)
            .join(invitation, invitation.c.challenge == challenge.c.id)
            .where(
                challenge.c.challenger == challenger,
                challenge.c.opened > since,
                challenge.c.state != ACCEPTED,
            )
        )
        return [(row.id, row.opened, row.user) for row in rows]

    def declined_since(self, challenger: int, user: int, since: datetime) -> list[datetime]:
        """When the later challenges of ``challenger`` were made that ``user`` has declined."""
        rows = self._all(
            sa.select(challenge.c.opened)
            .where(
                challenge.c.challenger == challenger,
                challenge.c.opened > since,
                challenge.c.state == DECLINED,
                challenge.c.closed_by == user,
            )
            .order_by(challenge.c.opened)
        )
        return [row.opened for row in rows]

    def number_of_calls(self, user: int, since: datetime, before: int) -> int:
        """The number of challenges to ``user`` that are no games, from ``since`` on.

        ``before``: only challenges with a smaller id count.
        """
        calls = sa.select(sa.func.count().label("number")).select_from(
            challenge.join(invitation, invitation.c.challenge == challenge.c.id)
        )
        row = self._one(
            calls.where(
                invitation.c.user == user,
                invitation.c.level.is_(None),
                challenge.c.opened > since,
                challenge.c.id < before,
                challenge.c.state != ACCEPTED,
                challenge.c.challenger != user,
            )
        )
        return 0 if row is None else row.number

    def with_computers_since(self, challenger: int, since: datetime) -> list[datetime]:
        """The times at which ``challenger`` has invited computers since then, earliest first."""
        rows = self._all(
            sa.select(challenge.c.opened)
            .where(
                challenge.c.challenger == challenger,
                challenge.c.opened > since,
                _WITH_COMPUTER,
            )
            .order_by(challenge.c.opened)
        )
        return [row.opened for row in rows]

    def expired(self, now: datetime, shards: Shards) -> list[int]:
        """The ids of the open challenges on these shards whose time is over."""
        over = _OPEN, challenge.c.expires <= now
        rows = self._all(
            sa.select(challenge.c.id).where(*over, on_shards(challenge.c.server, shards))
        )
        return [row.id for row in rows]

    def close_in(self, channel_id: int, state: str) -> list[int]:
        """End all open challenges of this channel. Returns their ids."""
        rows = self._all(
            sa.update(challenge)
            .where(_OPEN, challenge.c.channel_id == channel_id)
            .values(state=state)
            .returning(challenge.c.id)
        )
        return [row.id for row in rows]
