"""Stores how people want to be called, and who is to be called soon."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from bot.service.calls import CallPreferences, Where
from bot.storage.personal import Erasure, key_of_person
from bot.storage.queries.base import Queries
from bot.storage.rows import NOWHERE
from bot.storage.schema import Moment, match, message, metadata, partial_index, player, rest, turn
from engine.clock import REMINDERS, Reminder
from engine.rest import USUAL_NIGHT, Night, Rest
from engine.turns import ANNULLED, GONE, TIMEOUT

AT_NIGHT = "night"
"""The quiet hours that are the nights of the person's clock."""

notification = sa.Table(
    "notification",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("place", sa.Text, nullable=False, comment="mention, direct or none"),
    sa.Column("reminders", sa.Text, nullable=False, comment="half, fifth, two-hours"),
    sa.Column("quiet", sa.Text, comment="night, or minutes such as 1380-420; NULL: none"),
    sa.Column("channel_id", sa.BigInteger, comment="of direct messages; NULL: not known"),
    sa.Column("refused", sa.Boolean, nullable=False, comment="direct messages were"),
    sa.Column("due", Moment, comment="when to call them next; NULL: nothing waits"),
    sa.Column("since", Moment, comment="of what has come since then; NULL: of all that waits"),
)
partial_index("ix_notification_due", notification.c.due, where=notification.c.due.is_not(None))


@dataclass(frozen=True, slots=True)
class Chosen:
    """How somebody wants to be called, and when that is to happen next."""

    where: Where = Where.MENTION
    reminders: Collection[Reminder] = REMINDERS
    quiet: str | None = None
    """`AT_NIGHT`, or what `write_night` makes of other hours; None: there are none."""
    channel_id: int | None = None
    """The channel of their direct messages, if they have opted in."""
    refused: bool = False
    """Discord has refused a direct message to them since they chose last."""
    due: datetime | None = None
    since: datetime | None = None
    rest: Rest | None = None
    """When their clocks stand still, if that is known."""

    @property
    def quiet_hours(self) -> Rest | None:
        """Their quiet hours, in their zone."""
        if self.quiet is None:
            return None
        known = self.rest or Rest()
        night = (known.night or USUAL_NIGHT) if self.quiet == AT_NIGHT else read_night(self.quiet)
        return Rest(known.zone, night, weekends=False)

    @property
    def preferences(self) -> CallPreferences:
        """What the core knows of it."""
        return CallPreferences(self.where, self.reminders, self.quiet_hours)


def write_night(night: Night) -> str:
    """Hours as they are stored."""
    return f"{night.begins}-{night.ends}"


def read_night(stored: str) -> Night:
    """The inverse of `write_night`."""
    begins, ends = map(int, stored.split("-"))
    return Night(begins, ends)


class NotificationQueries(Queries):
    """How people want to be called."""

    def of(self, users: Collection[int]) -> Mapping[int, Chosen]:
        """What these people have chosen; those who have not chosen are left out."""
        found = (
            sa.select(notification, rest.c.chosen)
            .outerjoin(rest, rest.c.user == notification.c.user)
            .where(notification.c.user.in_(users))
        )
        return {row.user: _chosen(row) for row in self._all(found)}

    def get(self, user: int) -> Chosen:
        """What somebody has chosen, or what holds for those who have not."""
        if (chosen := self.of([user]).get(user)) is not None:
            return chosen
        known = self._one(sa.select(rest.c.chosen).where(rest.c.user == user))
        return Chosen(rest=None if known is None else known.chosen)

    def keep(self, user: int, new: Chosen) -> None:
        """Store what somebody has chosen."""
        self._run(sa.delete(notification).where(notification.c.user == user))
        self._run(
            sa.insert(notification).values(
                user=user,
                place=new.where,
                reminders=" ".join(new.reminders),
                quiet=new.quiet,
                channel_id=new.channel_id,
                refused=new.refused,
                due=new.due,
                since=new.since,
            )
        )

    def postpone(self, user: int, until: datetime, pressed: datetime) -> None:
        """If somebody is to be called before ``until``, call them then, unless it is for what has
        come since they ``pressed``."""
        early = notification.c.user == user, notification.c.due < until
        known = sa.or_(notification.c.since.is_(None), notification.c.since <= pressed)
        self._run(sa.update(notification).where(*early, known).values(due=until))

    def to_call(self, users: Collection[int]) -> list[int]:
        """Those of these people who are to be called."""
        wanted = notification.c.user.in_(users), notification.c.due.is_not(None)
        return [row.user for row in self._all(sa.select(notification.c.user).where(*wanted))]

    def due(self, now: datetime, most: int) -> list[int]:
        """Some of those who are to be called now."""
        found = sa.select(notification.c.user).where(notification.c.due <= now).limit(most)
        return [row.user for row in self._all(found)]

    def take_due(self, user: int, now: datetime) -> Chosen | None:
        """What somebody who is to be called now has chosen; None if somebody else calls them."""
        this = notification.c.user == user, notification.c.due <= now
        locked = sa.select(notification.c.user).where(*this).with_for_update(skip_locked=True)
        if self._one(locked) is None:
            return None
        chosen = self.get(user)
        self.keep(user, replace(chosen, due=None, since=None))
        return chosen

    def ended_since(self, user: int, since: datetime) -> list[int]:
        """The matches of somebody that have ended since then, but not by a turn of their own."""
        last = (turn.c.match == match.c.id) & (turn.c.ply == match.c.ply)
        others = (turn.c.seat != player.c.seat) | turn.c.text.in_((TIMEOUT, ANNULLED))
        found = (
            sa.select(match.c.id)
            .join(player, player.c.match == match.c.id)
            .join(turn, last)
            .where(player.c.user == user, match.c.deadline.is_(None), match.c.channel_id != NOWHERE)
            .where(turn.c.at >= since, turn.c.text != GONE, others)
        )
        return [row.id for row in self._all(found.order_by(match.c.id))]

    def sent_to(self, channel_id: int, kind: str) -> list[int]:
        """Our ids of the messages of a kind that were sent to a channel."""
        here = message.c.channel_id == channel_id, message.c.message.is_not(None)
        found = sa.select(message.c.id).where(*here, message.c.kind == kind)
        return [row.id for row in self._all(found)]


def _chosen(row: sa.Row[tuple[object, ...]]) -> Chosen:
    return Chosen(
        where=Where(row.place),
        reminders=[Reminder(one) for one in row.reminders.split()],
        quiet=row.quiet,
        channel_id=row.channel_id,
        refused=row.refused,
        due=row.due,
        since=row.since,
        rest=row.chosen,
    )
