"""Messages that are to be posted: the outbox's queue."""

from collections.abc import Collection
from datetime import datetime
from secrets import token_urlsafe

import sqlalchemy as sa

from bot.shards import WHOLE, Shards
from bot.storage.queries.base import on_shards
from bot.storage.queries.posted import OUTDATED, OUTDATED_HERE, PostedQueries
from bot.storage.rows import (
    FAILED,
    FOLDED,
    SENDING,
    SENT,
    WAITING,
    Claim,
    Place,
    StoredPost,
)
from bot.storage.schema import Id, post

WAKE_UP = "keil_posts"
"""The channel of PostgreSQL on which processes hear of each other's posts, see `wake_ups`."""

_KEY, _UPTO = sa.bindparam("key", type_=Id), sa.bindparam("upto", type_=sa.Integer())
_told = post.alias("told")
_ADD_POST = sa.insert(post)
_NEXT_POST = (
    sa.select(post)
    .where(
        post.c.channel_id == sa.bindparam("channel_id", type_=sa.BigInteger()),
        post.c.state.in_((WAITING, SENDING)),
        post.c.id.not_in(sa.bindparam("without", expanding=True)),
    )
    .order_by(post.c.state == WAITING, post.c.id)
    .limit(1)
)
_WAITING_BOARDS = (
    sa.select(post)
    .where(
        post.c.channel_id == sa.bindparam("channel_id", type_=sa.BigInteger()),
        post.c.state == WAITING,
        post.c.match == _KEY,
        post.c.id.not_in(sa.bindparam("without", expanding=True)),
    )
    .order_by(post.c.ply)
)
_UNTOLD = (
    sa.select(post.c.ply)
    .where(
        post.c.match == _KEY,
        post.c.ply < _UPTO,
        post.c.state.in_((FOLDED, FAILED)),
        post.c.ply
        > sa.func.coalesce(
            sa.select(sa.func.max(_told.c.ply))
            .where(_told.c.match == _KEY, _told.c.ply < _UPTO, _told.c.state.in_((SENDING, SENT)))
            .scalar_subquery(),
            -1,
        ),
    )
    .order_by(post.c.ply)
)
_FOLD = (
    sa.update(post)
    .where(post.c.match == _KEY, post.c.ply < _UPTO, post.c.state == WAITING)
    .values(state=FOLDED)
)
_UNSENT = (
    sa.select(post.c.id)
    .where(
        post.c.channel_id == sa.bindparam("channel_id", type_=sa.BigInteger()),
        post.c.state.in_((WAITING, SENDING)),
    )
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
_WAKE = sa.select(sa.func.pg_notify(WAKE_UP, sa.bindparam("channel_id", type_=sa.Text())))


def _new_nonce() -> str:
    """A text that no other post has, in any database: 16 of Discord's 25 characters."""
    return token_urlsafe(12)


class PostQueries(PostedQueries):
    """Messages that are to be posted or were."""

    def add_card(self, challenge_id: int, place: Place, now: datetime) -> None:
        """Queue the card of a challenge."""
        self._add(place, now, nonce=_new_nonce(), challenge=challenge_id)

    def add_board(
        self,
        match_id: int,
        ply: int,
        place: Place,
        now: datetime,
        *,
        claim: bool = False,
        answers: int | None = None,
    ) -> Claim | None:
        """Queue the board of a match after ``ply`` turns.

        ``claim``: the caller will have it sent at once, so it is marked *sending*, unless another
        post of this channel has to be sent first. ``answers``: the event that it is sent as an
        answer to, if at once. Answers have no nonce.
        """
        claimed = claim and self._one(_UNSENT, channel_id=place.channel_id) is None
        nonce = None if claimed and answers is not None else _new_nonce()
        state = SENDING if claimed else WAITING
        post_id = self._add(place, now, state, nonce=nonce, match=match_id, ply=ply)
        if not claimed:
            return None
        new = StoredPost(
            id=post_id,
            channel_id=place.channel_id,
            challenge=None,
            match=match_id,
            ply=ply,
            state=WAITING,
            since=now,
            message=None,
            controls=False,
            nonce=nonce,
            server=place.server,
        )
        untold = self.untold(match_id, ply)
        return Claim(new, passed=False, folded=untold, answers=answers)

    def add_reminder(self, match_id: int, ply: int, place: Place, now: datetime) -> None:
        """Queue a reminder for the player to move at ``ply``."""
        self._add(place, now, nonce=_new_nonce(), reminds=match_id, ply=ply)

    def add_note(self, note: str, place: Place, now: datetime) -> bool:
        """Queue a post of another kind; whether there was none with this ``note`` before."""
        if self._one(sa.select(post.c.id).where(post.c.note == note)) is not None:
            return False
        self._add(place, now, nonce=_new_nonce(), note=note)
        return True

    def noted(self, note: str) -> StoredPost | None:
        """The post with this ``note``."""
        row = self._one(sa.select(post).where(post.c.note == note))
        return None if row is None else StoredPost(**row._mapping)

    def retry(self, key: int, now: datetime) -> None:
        """Queue a post again that could not be sent."""
        again = {"state": WAITING, "since": now, "nonce": _new_nonce()}
        self._run(sa.update(post).where(post.c.id == key, post.c.state == FAILED).values(again))

    def _add(
        self,
        place: Place,
        now: datetime,
        state: str = WAITING,
        *,
        nonce: str | None,
        **subject: int | str,
    ) -> int:
        common = {"server": place.server, "channel_id": place.channel_id, "since": now}
        common |= {"state": state, "controls": False, "nonce": nonce}
        if state == WAITING and self._connection.dialect.name == "postgresql":
            self._run(_WAKE, {"channel_id": str(place.channel_id)})  # heard after the commit
        return self._insert(_ADD_POST, {**common, **subject})

    def channels_to_serve(self, shards: Shards = WHOLE) -> list[int]:
        """Channels on these shards with posts to send or buttons to take off."""
        here = on_shards(post.c.server, shards)
        rows = self._all(
            sa.select(post.c.channel_id)
            .where(post.c.state.in_((WAITING, SENDING)), here)
            .union(sa.select(post.c.channel_id).where(OUTDATED, here))
        )
        return [row.channel_id for row in rows]

    def is_to_serve(self, channel_id: int, shards: Shards) -> bool:
        """Whether this channel, on one of these shards, has posts to send."""
        here = post.c.channel_id == channel_id, on_shards(post.c.server, shards)
        unsent = sa.select(post.c.id).where(post.c.state.in_((WAITING, SENDING)), *here)
        return self._one(unsent.limit(1)) is not None

    def claim(
        self, channel_id: int, now: datetime, *, without: Collection[int] = ()
    ) -> Claim | None:
        """The next post of this channel, which is now marked *sending*; None if all are sent.

        That is one whose sending was broken off, else the oldest; in place of an outdated board the
        newest of its match, into which those before it are folded. Those in ``without`` are left
        alone.
        """
        found = self._all(_NEXT_POST, channel_id=channel_id, without=list(without))
        if not found:
            return None
        chosen = StoredPost(**found[0]._mapping)
        if chosen.match is not None and chosen.ply is not None:
            return self._claim_board(chosen, chosen.match, now, without)
        if chosen.state == WAITING:
            self.mark(chosen.id, SENDING, now)
        return Claim(chosen, passed=False)

    def _claim_board(
        self, board: StoredPost, match: int, now: datetime, without: Collection[int]
    ) -> Claim:
        if board.state == WAITING:
            place = {"channel_id": board.channel_id, "key": match}
            *older, newest = self._all(_WAITING_BOARDS, **place, without=list(without))
            board = StoredPost(**newest._mapping)
            self.mark(board.id, SENDING, now)
            if older:
                self._run(_FOLD, {"key": match, "upto": board.ply})
        later = self._all(_LATER_BOARD, key=match, upto=board.ply)
        return Claim(board, passed=bool(later), folded=self.untold(match, board.ply))

    def untold(self, match: int, upto: int | None) -> tuple[int, ...]:
        """The plies before ``upto`` that no board has shown: folded, or refused by Discord."""
        return tuple(row.ply for row in self._all(_UNTOLD, key=match, upto=upto))

    def board_before(self, match: int, upto: int) -> int | None:
        """The ply of the last board of a match, shown or not, before the one of ``upto``."""
        before = sa.select(sa.func.max(post.c.ply).label("ply"))
        row = self._one(before.where(post.c.match == match, post.c.ply < upto))
        return None if row is None else row.ply

    def give_up(self, channel_id: int) -> None:
        """The channel is gone: nothing is to be sent there, and no buttons to be taken off."""
        here = post.c.channel_id == channel_id
        unsent = post.c.state.in_((WAITING, SENDING))
        self._run(sa.update(post).where(here, unsent).values(state=FAILED))
        self._run(sa.update(post).where(here, post.c.controls).values(controls=False))

    def mark(
        self,
        key: int,
        state: str,
        now: datetime,
        *,
        message: int | None = None,
        controls: bool = False,
    ) -> None:
        """Put the post into ``state``; if sent, as this message, with or without buttons."""
        values = {"state": state, "since": now, "message": message, "controls": controls}
        self._run(
            _SET_POST, {"key": key} | {f"new_{name}": value for name, value in values.items()}
        )

    def give_nonce(self, key: int) -> str:
        """The nonce of a post, from now on if it had none. It will be sent as a message of its own.

        If two processes are about to send it, both get the same.
        """
        nonce = sa.func.coalesce(post.c.nonce, _new_nonce())
        this = sa.update(post).where(post.c.id == key).values(nonce=nonce)
        return str(self._run(this.returning(post.c.nonce)).scalar_one())

    def is_claimed(self, key: int, nonce: str | None) -> bool:
        """Whether the post is being sent with this nonce or none.

        It may have been given up meanwhile, or another process may have taken it over.
        """
        claimed = post.c.id == key, post.c.state == SENDING
        as_it_was = post.c.nonce.is_not_distinct_from(nonce)
        return self._one(sa.select(post.c.id).where(*claimed, as_it_was)) is not None

    def release(self, key: int, now: datetime) -> None:
        """The post was surely not sent: it waits again, unless it has been given up meanwhile."""
        claimed = post.c.id == key, post.c.state == SENDING
        self._run(sa.update(post).where(*claimed).values(state=WAITING, since=now))

    def move(self, before: int, channel_id: int, now: datetime) -> None:
        """Nothing was ever sent to the channel ``before``: what waits there is for this one."""
        self._move(post.c.channel_id == before, channel_id, now)

    def move_match(self, key: int, channel_id: int, now: datetime) -> None:
        """Nothing was ever sent for this match: what waits is for this channel."""
        self._move((post.c.match == key) | (post.c.reminds == key), channel_id, now)

    def _move(self, which: sa.ColumnElement[bool], channel_id: int, now: datetime) -> None:
        unsent = which, post.c.state.in_((WAITING, SENDING))
        values = {"channel_id": channel_id, "state": WAITING, "since": now}
        self._run(sa.update(post).where(*unsent).values(values))
        if self._connection.dialect.name == "postgresql":
            self._run(_WAKE, {"channel_id": str(channel_id)})

    def is_left(self, channel_id: int) -> bool:
        """Whether something is to be sent in this channel, or buttons are to be taken off."""
        outdated = self._one(OUTDATED_HERE, channel_id=channel_id)
        return outdated is not None or self._one(_UNSENT, channel_id=channel_id) is not None
