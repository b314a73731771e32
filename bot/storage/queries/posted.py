"""Messages that were posted: which one shows what, and which show buttons they should not."""

from collections.abc import Collection

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.rows import LIVING, OPEN, SENDING, SENT, StoredPost
from bot.storage.schema import Id, challenge, home, match, post, turn

_newer = post.alias("newer")
_later_board = sa.exists().where(
    _newer.c.match == post.c.match, _newer.c.ply > post.c.ply, _newer.c.state == SENT
)
_living = (
    (home.c.match == post.c.match) & (home.c.message == post.c.message) & (home.c.place == LIVING)
)
OUTDATED = post.c.controls & (
    (_later_board & ~sa.exists().where(_living))
    | sa.exists().where(challenge.c.id == post.c.challenge, challenge.c.state != OPEN)
    | sa.exists().where(match.c.id == post.c.reminds, match.c.ply > post.c.ply)
)
"""Messages with buttons in whose place something newer has come. A living board is edited for each
later turn, so it is outdated only when another one has become the living board of its match."""
OUTDATED_HERE = (
    sa.select(post)
    .where(post.c.channel_id == sa.bindparam("channel_id", type_=sa.BigInteger()), OUTDATED)
    .order_by(post.c.id)
)
"""Those in a channel."""
_KEY = sa.bindparam("key", type_=Id)
_TAKE_CONTROLS_OFF = sa.update(post).where(post.c.id == _KEY).values(controls=False)


class PostedQueries(Queries):
    """Messages that were posted."""

    def cause_of(self, sought: StoredPost) -> int | None:
        """The interaction or message that caused a post; its id has the time by Discord's clock."""
        if sought.challenge is not None:
            found = sa.select(challenge.c.event_id).where(challenge.c.id == sought.challenge)
        else:
            found = sa.select(turn.c.event_id).where(
                turn.c.match == sought.match, turn.c.ply == sought.ply
            )
        row = self._one(found)
        return None if row is None else row.event_id

    def is_posted(self, message: int) -> bool:
        """Whether this message is known to be one of our posts."""
        return self._one(sa.select(post.c.id).where(post.c.message == message)) is not None

    def posted_as(self, message: int) -> StoredPost | None:
        """The post that is known to be this message."""
        row = self._one(sa.select(post).where(post.c.message == message))
        return None if row is None else StoredPost(**row._mapping)

    def card_of(self, key: int) -> int | None:
        """The message with the card of a challenge; None if it is not posted yet."""
        row = self._one(sa.select(post.c.message).where(post.c.challenge == key))
        return None if row is None else row.message

    def card_of_match(self, key: int) -> int | None:
        """The message with the card of the challenge that became this match, if it is posted."""
        card = sa.select(post.c.message).join(challenge, challenge.c.id == post.c.challenge)
        row = self._one(card.where(challenge.c.match == key))
        return None if row is None else row.message

    def newest_message(self, channel_id: int) -> int | None:
        """The newest message in this channel that is known to be one of our posts."""
        newest = sa.func.max(post.c.message).label("newest")
        row = self._one(sa.select(newest).where(post.c.channel_id == channel_id))
        return None if row is None else row.newest

    def board_in(self, message: int) -> tuple[int, int] | None:
        """The match and the ply of the board that this message shows now, or reminds of."""
        which = sa.func.coalesce(post.c.match, post.c.reminds).label("key")
        row = self._one(
            sa.select(which, sa.func.coalesce(home.c.shown, post.c.ply).label("ply"))
            .outerjoin(home, _living)
            .where(post.c.message == message, which.is_not(None))
        )
        return None if row is None else (row.key, row.ply)

    def is_being_sent(self, channel_id: int, key: int, ply: int) -> bool:
        """Whether this board may already be in this channel, with its message not known yet."""
        found = self._one(
            sa.select(post.c.id).where(
                post.c.channel_id == channel_id,
                post.c.match == key,
                post.c.ply == ply,
                post.c.state == SENDING,
            )
        )
        return found is not None

    def latest_board(self, key: int) -> int | None:
        """The message with the newest posted board of a match."""
        living = sa.select(home.c.message).where(home.c.match == key, home.c.place == LIVING)
        kept = self._one(living)
        if kept is not None and kept.message is not None:
            return kept.message
        row = self._one(
            sa.select(post.c.message)
            .where(post.c.match == key, post.c.state == SENT)
            .order_by(post.c.ply.desc())
            .limit(1)
        )
        return None if row is None else row.message

    def is_outdated(self, message: int) -> None:
        """Something has taken the place of this message of ours, which has to be changed."""
        self._run(sa.update(post).where(post.c.message == message).values(controls=True))

    def outdated_controls(self, channel_id: int) -> list[StoredPost]:
        """Messages that still show buttons although something newer has taken their place."""
        rows = self._all(OUTDATED_HERE, channel_id=channel_id)
        return [StoredPost(**row._mapping) for row in rows]

    def take_controls_off(self, keys: Collection[int]) -> None:
        """Note that these messages show no buttons any more."""
        if keys:
            self._run(_TAKE_CONTROLS_OFF, [{"key": key} for key in keys])
