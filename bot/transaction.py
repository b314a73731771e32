"""All SQL: the statements that transactions are made of. `bot.store` runs them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.records import (
    ACCEPTED,
    OPEN,
    SENDING,
    SENT,
    WAITING,
    Claim,
    Invitation,
    StoredChallenge,
    StoredImport,
    StoredMatch,
    StoredPost,
)
from bot.schema import (
    EPOCH,
    Id,
    challenge,
    fact,
    imported,
    invitation,
    looks,
    match,
    person,
    player,
    post,
    turn,
)
from engine.clock import REMINDED_AT
from engine.course import GONE, Turn

SECOND, MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)

CHANGING = ("ply", "to_move", "deadline", "remind")
"""What a turn changes in the header of its match."""

# The statements of every move are made once: building them costs more than running them.
_KEY, _UPTO = sa.bindparam("key", type_=Id), sa.bindparam("upto", type_=sa.Integer())
_SEATED = sa.select(match, player.c.user).join(player, player.c.match == match.c.id)
_ONE_MATCH = _SEATED.where(match.c.id == _KEY).order_by(player.c.seat)
_TURNS = (
    sa.select(turn.c.seat, turn.c.text, turn.c.at, turn.c.left_s)
    .where(turn.c.match == _KEY, turn.c.ply <= _UPTO)
    .order_by(turn.c.ply)
)
_ADD_TURN, _ADD_POST = sa.insert(turn), sa.insert(post)
_SET_MATCH = (
    sa.update(match)
    .where(match.c.id == _KEY)
    .values({column: sa.bindparam(f"new_{column}") for column in CHANGING})
)

_NEXT_POST = (
    sa.select(post)
    .where(
        post.c.place == sa.bindparam("place", type_=sa.BigInteger()),
        post.c.state.in_((WAITING, SENDING)),
        post.c.id.not_in(sa.bindparam("without", expanding=True)),
    )
    .order_by(post.c.id)
    .limit(1)
)
_LATER_BOARD = sa.select(post.c.id).where(post.c.match == _KEY, post.c.ply > _UPTO).limit(1)
_SET_POST = (
    sa.update(post)
    .where(post.c.id == _KEY)
    .values(
        {name: sa.bindparam(f"new_{name}") for name in ("state", "since", "message", "controls")}
    )
)

_newer = post.alias("newer")
_OUTDATED = post.c.controls & (
    sa.exists().where(
        _newer.c.match == post.c.match, _newer.c.ply > post.c.ply, _newer.c.state == SENT
    )
    | sa.exists().where(challenge.c.id == post.c.challenge, challenge.c.state != OPEN)
)
_OUTDATED_HERE = (
    sa.select(post)
    .where(post.c.place == sa.bindparam("place", type_=sa.BigInteger()), _OUTDATED)
    .order_by(post.c.id)
)
_TAKE_CONTROLS_OFF = sa.update(post).where(post.c.id == _KEY).values(controls=False)


class TakenError(Exception):
    """Another turn has taken this ply, or this source has been used before."""


class Transaction:
    """The statements that the host and the outbox are made of."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _all(self, statement: sa.Executable, **values: Any) -> Sequence[sa.Row[Any]]:
        return (await self._connection.execute(statement, values)).all()

    async def _one(self, statement: sa.Executable) -> sa.Row[Any] | None:
        return (await self._connection.execute(statement)).first()

    async def _insert(self, statement: sa.Insert) -> int:
        result = await self._connection.execute(statement)
        key = result.inserted_primary_key
        return int(key[0]) if key else 0

    # --- challenges ---

    async def add_challenge(self, new: StoredChallenge) -> int:
        """Store ``new`` (its id is ignored) and the post of its card; the id."""
        values: dict[str, Any] = {
            column.name: getattr(new, column.name)
            for column in challenge.c
            if column.name not in ("id", "per_move_s")
        }
        values["options"] = dict(new.options)
        values["per_move_s"] = round(new.per_move.total_seconds())
        key = await self._insert(sa.insert(challenge).values(values))
        for number, invited in enumerate(new.invitations):
            await self._connection.execute(
                sa.insert(invitation).values(
                    challenge=key, number=number, user=invited.user, accepted=invited.accepted
                )
            )
        await self._add_post(new.place, new.opened, challenge=key)
        return key

    async def challenge(self, key: int) -> StoredChallenge | None:
        """The challenge with this id."""
        return await self._challenge(challenge.c.id == key)

    async def challenge_from(self, source: int) -> StoredChallenge | None:
        """The challenge that this interaction made."""
        return await self._challenge(challenge.c.source == source)

    async def rematch(self, key: int) -> StoredChallenge | None:
        """The rematch of a match that is offered or was begun."""
        standing = challenge.c.state.in_((OPEN, ACCEPTED))
        return await self._challenge((challenge.c.rematch_of == key) & standing)

    async def card_of(self, key: int) -> int | None:
        """The message with the card of a challenge, once it was posted."""
        row = await self._one(sa.select(post.c.message).where(post.c.challenge == key))
        return None if row is None else row.message

    async def _challenge(self, where: sa.ColumnElement[bool]) -> StoredChallenge | None:
        row = await self._one(sa.select(challenge).where(where))
        if row is None:
            return None
        values = dict(row._mapping)
        invited = await self._all(
            sa.select(invitation.c.user, invitation.c.accepted)
            .where(invitation.c.challenge == values["id"])
            .order_by(invitation.c.number)
        )
        values["per_move"] = timedelta(seconds=values.pop("per_move_s"))
        values["invitations"] = tuple(Invitation(*seat) for seat in invited)
        return StoredChallenge(**values)

    async def challenged(
        self, game: str, server: int, users: Collection[int], before: int | None = None
    ) -> set[int]:
        """Those of ``users`` who were in a challenge of this game on this server.

        Where it is given, only challenges with an id below ``before`` count.
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
        return {row[0] for row in await self._all(challengers.union(invited))}

    async def take_seat(self, key: int, number: int, user: int) -> None:
        """``user`` accepts the invitation ``number`` of the challenge."""
        await self._connection.execute(
            sa.update(invitation)
            .where(invitation.c.challenge == key, invitation.c.number == number)
            .values(user=user, accepted=True)
        )

    async def free_seat(self, key: int, number: int) -> None:
        """Anybody can take this seat of the challenge now."""
        await self._connection.execute(
            sa.update(invitation)
            .where(invitation.c.challenge == key, invitation.c.number == number)
            .values(user=None, accepted=False)
        )

    async def close_challenge(
        self, key: int, state: str, *, by: int | None = None, into: int | None = None
    ) -> None:
        """The challenge is over: in ``state``, by this user, and what match came of it."""
        await self._connection.execute(
            sa.update(challenge)
            .where(challenge.c.id == key)
            .values(state=state, closed_by=by, match=into)
        )

    async def open_challenges(self, challenger: int, place: int, now: datetime) -> int:
        """How many challenges of ``challenger`` stand in this place."""
        row = await self._one(
            sa.select(sa.func.count()).where(
                challenge.c.challenger == challenger,
                challenge.c.place == place,
                challenge.c.state == OPEN,
                challenge.c.expires > now,
            )
        )
        return 0 if row is None else int(row[0])

    async def expired_challenges(self, now: datetime) -> list[int]:
        """Open challenges whose time is over."""
        rows = await self._all(
            sa.select(challenge.c.id).where(challenge.c.state == OPEN, challenge.c.expires <= now)
        )
        return [row.id for row in rows]

    async def close_challenges_in(self, place: int, state: str) -> None:
        """All open challenges of this place are over."""
        await self._connection.execute(
            sa.update(challenge)
            .where(challenge.c.state == OPEN, challenge.c.place == place)
            .values(state=state)
        )

    # --- matches ---

    async def add_match(self, new: StoredMatch) -> int:
        """Store ``new`` (its id is ignored) and the post of its first board; the id."""
        key = await self._insert(
            sa.insert(match).values(
                server=new.server,
                place=new.place,
                game=new.game,
                ruleset=new.ruleset,
                options=dict(new.options),
                per_move_s=round(new.per_move.total_seconds()),
                ply=new.ply,
                to_move=new.to_move,
                opened=new.opened,
                deadline=new.deadline,
                rematch_of=new.rematch_of,
                remind=new.remind,
            )
        )
        seats = [
            {"match": key, "seat": seat, "user": user} for seat, user in enumerate(new.players)
        ]
        await self._connection.execute(sa.insert(player), seats)
        await self._add_post(new.place, new.opened, match=key, ply=new.ply)
        return key

    async def match(self, key: int) -> StoredMatch | None:
        """The match with this id."""
        found = _seated(await self._all(_ONE_MATCH, key=key))
        return found[0] if found else None

    async def running(
        self,
        *,
        place: int | None = None,
        server: int | None = None,
        user: int | None = None,
        on_turn: bool = False,
    ) -> list[StoredMatch]:
        """Matches that are not over: here, with this player; the next deadline first.

        ``on_turn``: only those in which it is ``user``'s turn.
        """
        where: list[sa.ColumnElement[bool]] = [match.c.deadline.is_not(None)]
        if place is not None:
            where.append(match.c.place == place)
        if server is not None:
            where.append(match.c.server == server)
        if user is not None:
            mine = sa.select(player.c.match).where(player.c.user == user)
            if on_turn:
                turn_of = player.join(match, player.c.match == match.c.id)
                mine = mine.select_from(turn_of).where(player.c.seat == match.c.to_move)
                mine = mine.correlate(None)
            where.append(match.c.id.in_(mine))
        return await self._matches(*where)

    async def finished(self, place: int, user: int | None = None) -> list[StoredMatch]:
        """The newest matches of this place, and of this player here, that are over."""
        where = (match.c.deadline.is_(None)) & (match.c.place == place)
        if user is not None:
            where &= match.c.id.in_(sa.select(player.c.match).where(player.c.user == user))
        some = sa.select(match.c.id).where(where).order_by(match.c.id.desc()).limit(100)
        newest_first = _SEATED.where(match.c.id.in_(some)).order_by(match.c.id.desc())
        return _seated(await self._all(newest_first.order_by(player.c.seat)))

    async def running_in(self, place: int) -> list[int]:
        """The ids of all matches of this place that are not over."""
        rows = await self._all(
            sa.select(match.c.id).where(match.c.place == place, match.c.deadline.is_not(None))
        )
        return [row.id for row in rows]

    async def places_of(self, server: int) -> list[int]:
        """The places of this server with a match that is not over or an open challenge."""
        played = sa.select(match.c.place).where(
            match.c.server == server, match.c.deadline.is_not(None)
        )
        offered = sa.select(challenge.c.place).where(
            challenge.c.server == server, challenge.c.state == OPEN
        )
        return [row.place for row in await self._all(played.union(offered))]

    async def _matches(self, *where: sa.ColumnElement[bool]) -> list[StoredMatch]:
        """At most 200: more than any list of ours shows."""
        some = sa.select(match.c.id).where(*where).order_by(match.c.deadline, match.c.id).limit(200)
        rows = await self._all(
            _SEATED.where(match.c.id.in_(some)).order_by(
                match.c.deadline, match.c.id, player.c.seat
            )
        )
        return _seated(rows)

    async def turns(self, key: int, upto: int) -> list[Turn]:
        """The first ``upto`` turns of a match."""
        rows = await self._all(_TURNS, key=key, upto=upto)
        return [
            Turn(
                row.seat,
                row.text,
                row.at,
                None if row.left_s is None else row.left_s * SECOND,
            )
            for row in rows
        ]

    async def turn_from(self, source: int) -> tuple[int, int] | None:
        """The match and the ply of the turn that this interaction made."""
        row = await self._one(sa.select(turn.c.match, turn.c.ply).where(turn.c.source == source))
        return None if row is None else (row.match, row.ply)

    async def add_turn(
        self, after: StoredMatch, taken: Turn, source: int | None, *, told: bool = True
    ) -> None:
        """Store the turn that led to ``after`` and, if it is to be ``told``, the post of the board.

        Raises `TakenError` where that ply or that source is there already.
        """
        try:
            await self._connection.execute(
                _ADD_TURN,
                {
                    "match": after.id,
                    "ply": after.ply,
                    "seat": taken.seat,
                    "text": taken.text,
                    "at": taken.at,
                    "source": source,
                    "left_s": None if taken.left is None else taken.left // SECOND,
                },
            )
        except IntegrityError as error:
            raise TakenError from error
        values = {"key": after.id} | {f"new_{name}": getattr(after, name) for name in CHANGING}
        await self._connection.execute(_SET_MATCH, values)
        if told and taken.text != GONE:
            await self._add_post(after.place, taken.at, match=after.id, ply=after.ply)

    # --- time ---

    async def run_out(self, now: datetime) -> list[int]:
        """Matches whose deadline has come."""
        rows = await self._all(sa.select(match.c.id).where(match.c.deadline <= now))
        return [row.id for row in rows]

    async def to_remind(self, now: datetime) -> list[int]:
        """Matches in which who is to move has to be reminded."""
        rows = await self._all(sa.select(match.c.id).where(match.c.remind <= now))
        return [row.id for row in rows]

    async def remind(self, found: StoredMatch, now: datetime) -> None:
        """Store the post that reminds who is to move, the only one for this turn."""
        await self._connection.execute(
            sa.update(match).where(match.c.id == found.id).values(remind=None)
        )
        await self._add_post(found.place, now, reminds=found.id, ply=found.ply)

    async def next_deadline(self) -> datetime | None:
        """The earliest deadline of all matches."""
        row = await self._one(
            sa.select(sa.func.min(match.c.deadline)).where(match.c.deadline.is_not(None))
        )
        return None if row is None else row[0]

    async def credit(self, time: timedelta, now: datetime, stands: timedelta) -> None:
        """Move every open deadline by ``time``, but to no more than a whole move from ``now``.

        Open challenges, which stand for ``stands``, likewise.
        """

        def moved(deadline: sa.Column[Any], most: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
            more = sa.type_coerce(deadline, sa.BigInteger) + time // MICROSECOND
            limit = (now - EPOCH) // MICROSECOND + most
            return sa.case((more < limit, more), else_=limit)

        whole_move = sa.cast(match.c.per_move_s, sa.BigInteger) * (SECOND // MICROSECOND)
        reminder = whole_move - whole_move // REMINDED_AT
        await self._connection.execute(
            sa.update(match)
            .where(match.c.deadline.is_not(None))
            .values(
                deadline=moved(match.c.deadline, whole_move),
                remind=sa.case(
                    (match.c.remind.is_not(None), moved(match.c.remind, reminder)), else_=None
                ),
            )
        )
        await self._connection.execute(
            sa.update(challenge)
            .where(challenge.c.state == OPEN)
            .values(expires=moved(challenge.c.expires, sa.literal(stands // MICROSECOND)))
        )

    async def looks(self, user: int) -> str | None:
        """How ``user`` wants to see boards, as it was stored."""
        row = await self._one(sa.select(looks.c.chosen).where(looks.c.user == user))
        return None if row is None else row.chosen

    async def keep_looks(self, user: int, chosen: str) -> None:
        """Store how ``user`` wants to see boards."""
        await self._connection.execute(sa.delete(looks).where(looks.c.user == user))
        await self._connection.execute(sa.insert(looks).values(user=user, chosen=chosen))

    # --- games from files ---

    async def keep_import(self, new: StoredImport, most: int) -> int:
        """Store ``new`` (its id is ignored), of its user's only the newest ``most``; the id.

        One that came from the same interaction is the same.
        """
        same = await self._one(sa.select(imported.c.id).where(imported.c.source == new.source))
        if same is not None:
            return int(same.id)
        values = {column.name: getattr(new, column.name) for column in imported.c}
        del values["id"]
        key = await self._insert(sa.insert(imported).values(values))
        newest = (
            sa.select(imported.c.id)
            .where(imported.c.user == new.user)
            .order_by(imported.c.id.desc())
            .limit(most)
        )
        older = (imported.c.user == new.user) & imported.c.id.not_in(newest.scalar_subquery())
        await self._connection.execute(sa.delete(imported).where(older))
        return key

    async def imported(self, key: int) -> StoredImport | None:
        """The game from a file with this id."""
        row = await self._one(sa.select(imported).where(imported.c.id == key))
        return None if row is None else StoredImport(**row._mapping)

    # --- facts of the program ---

    async def fact(self, key: str) -> str | None:
        """What was remembered under ``key``."""
        row = await self._one(sa.select(fact.c.value).where(fact.c.key == key))
        return None if row is None else row.value

    async def remember(self, key: str, value: str) -> None:
        """Remember ``value`` under ``key``."""
        changed = await self._connection.execute(
            sa.update(fact).where(fact.c.key == key).values(value=value)
        )
        if not changed.rowcount:
            await self._connection.execute(sa.insert(fact).values(key=key, value=value))

    async def meet(self, names: Mapping[int, str]) -> None:
        """Remember what people are called, by user."""
        for user, name in names.items():
            changed = await self._connection.execute(
                sa.update(person).where(person.c.user == user).values(name=name)
            )
            if not changed.rowcount:
                await self._connection.execute(sa.insert(person).values(user=user, name=name))

    async def names(self, users: Iterable[int]) -> dict[int, str]:
        """What these people are called; those never met are left out."""
        rows = await self._all(sa.select(person).where(person.c.user.in_(set(users))))
        return {row.user: row.name for row in rows}

    # --- posts ---

    async def _add_post(self, place: int, now: datetime, **subject: int) -> None:
        values = {"place": place, "since": now, "state": WAITING, "controls": False, **subject}
        await self._connection.execute(_ADD_POST, values)

    async def places_to_serve(self) -> list[int]:
        """Places with posts to send or buttons to take off."""
        rows = await self._all(
            sa.select(post.c.place)
            .where(post.c.state.in_((WAITING, SENDING)))
            .union(sa.select(post.c.place).where(_OUTDATED))
        )
        return [row.place for row in rows]

    async def claim_post(
        self, place: int, now: datetime, *, without: Collection[int] = ()
    ) -> Claim | None:
        """The oldest post of this place that is not sent, from now on marked *sending*.

        Those in ``without`` are left where they are.
        """
        found = await self._all(_NEXT_POST, place=place, without=list(without))
        if not found:
            return None
        oldest = StoredPost(**found[0]._mapping)
        if oldest.state == WAITING:
            await self.mark_post(oldest.id, SENDING, now)
        later = await self._all(_LATER_BOARD, key=oldest.match, upto=oldest.ply)
        return Claim(oldest, passed=bool(later))

    async def is_posted(self, message: int) -> bool:
        """Whether this message is known to be one of our posts."""
        return await self._one(sa.select(post.c.id).where(post.c.message == message)) is not None

    async def board_in(self, message: int) -> tuple[int, int] | None:
        """The match and the ply of the board that this message shows, or reminds of."""
        which = sa.func.coalesce(post.c.match, post.c.reminds).label("key")
        row = await self._one(
            sa.select(which, post.c.ply).where(post.c.message == message, which.is_not(None))
        )
        return None if row is None else (row.key, row.ply)

    async def is_being_sent(self, place: int, key: int, ply: int) -> bool:
        """Whether this board may be in this place already, and its message is not known yet."""
        found = await self._one(
            sa.select(post.c.id).where(
                post.c.place == place,
                post.c.match == key,
                post.c.ply == ply,
                post.c.state == SENDING,
            )
        )
        return found is not None

    async def latest_board(self, key: int) -> int | None:
        """The message with the newest board of a match that was posted."""
        row = await self._one(
            sa.select(post.c.message)
            .where(post.c.match == key, post.c.state == SENT)
            .order_by(post.c.ply.desc())
            .limit(1)
        )
        return None if row is None else row.message

    async def mark_post(
        self,
        key: int,
        state: str,
        now: datetime,
        *,
        message: int | None = None,
        controls: bool = False,
    ) -> None:
        """The post came into ``state``; where sent, as this message, with buttons or without."""
        values = {"state": state, "since": now, "message": message, "controls": controls}
        await self._connection.execute(
            _SET_POST, {"key": key} | {f"new_{name}": value for name, value in values.items()}
        )

    async def outdated_controls(self, place: int) -> list[StoredPost]:
        """Messages that still show buttons although something newer has taken their place."""
        rows = await self._all(_OUTDATED_HERE, place=place)
        return [StoredPost(**row._mapping) for row in rows]

    async def take_controls_off(self, key: int) -> None:
        """The message shows no buttons any more."""
        await self._connection.execute(_TAKE_CONTROLS_OFF, {"key": key})


def _seated(rows: Iterable[sa.Row[Any]]) -> list[StoredMatch]:
    """One row a seat, in the order of the seats, as matches."""
    found: dict[int, tuple[sa.Row[Any], list[int]]] = {}
    for row in rows:
        found.setdefault(row.id, (row, []))[1].append(row.user)
    return [
        StoredMatch(
            id=row.id,
            server=row.server,
            place=row.place,
            game=row.game,
            options=row.options,
            per_move=timedelta(seconds=row.per_move_s),
            ply=row.ply,
            to_move=row.to_move,
            deadline=row.deadline,
            players=tuple(players),
            ruleset=row.ruleset,
            opened=row.opened,
            rematch_of=row.rematch_of,
            remind=row.remind,
        )
        for row, players in found.values()
    ]
