"""The scheduled events of a server that take place somewhere outside Discord's voice channels.

https://discord.com/developers/docs/resources/guild-scheduled-event
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.playground.errors import Json, Problem, fields, invalid_form, refuse
from bot.playground.limits import too_long
from bot.playground.permissions import Permission, permissions_in
from bot.playground.routing import Answer, Call, Routes
from bot.playground.world import World

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
EXTERNAL, GUILD_ONLY = 3, 2
GOES_TO = {SCHEDULED: (SCHEDULED, ACTIVE, CANCELED), ACTIVE: (ACTIVE, COMPLETED)}
"""The states that can follow each state. The others are final."""
MOST = 100
"""Events of a server that are not over."""
_CHANGED = ("name", "description", "scheduled_start_time", "scheduled_end_time", "status")


class ScheduledEvents:
    """All scheduled events of the world, and their routes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rows = world.state.events

    def add_to(self, routes: Routes) -> None:
        """Register every route."""
        events = "/guilds/{guild_id}/scheduled-events"
        one = events + "/{guild_scheduled_event_id}"
        routes.add("GET", events, self._list)
        routes.add("POST", events, self._create)
        routes.add("GET", one, self._get)
        routes.add("PATCH", one, self._change)
        routes.add("DELETE", one, self._delete)

    def of(self, guild_id: str) -> list[Json]:
        """The events of a server that are not over."""
        found = [row for row in self.rows.rows.values() if row["guild_id"] == guild_id]
        return [row for row in found if row["status"] in GOES_TO]

    def remove(self, event_id: str) -> None:
        """Delete an event. Raises `Refusal` 10070."""
        if self.rows.get(event_id) is None:
            raise refuse(10070)
        self.rows.drop(event_id)

    # Routes

    def _guild(self, call: Call, *, may: Permission | None = None) -> str:
        guild_id, me = call.params["guild_id"], self.world.app_id
        guild = self.world.guild(guild_id)
        if not self.world.is_member(guild_id, me):
            raise refuse(50001)
        has = permissions_in(guild, {}, self.world.member(guild_id, me))
        if may is not None and not has & may:
            raise refuse(50013)
        return guild_id

    def _event(self, call: Call, *, changes: bool = False) -> Json:
        guild_id, found = self._guild(call), self.rows.get(call.params["guild_scheduled_event_id"])
        if found is None or found["guild_id"] != guild_id:
            raise refuse(10070)
        own = found["creator_id"] == self.world.app_id
        needed = Permission.MANAGE_EVENTS | (Permission.CREATE_EVENTS if own else Permission(0))
        if changes:
            self._guild(call, may=needed)
        return found

    def view(self, row: Json) -> Json:
        """An event as Discord describes it."""
        creator = {"creator": self.world.user_view(row["creator_id"])}
        nothing = dict.fromkeys(("channel_id", "entity_id", "image", "recurrence_rule"))
        about = {"privacy_level": GUILD_ONLY, "entity_type": EXTERNAL}
        return nothing | about | row | creator | {"guild_scheduled_event_exceptions": []}

    async def _list(self, call: Call) -> Answer:
        return Answer(200, [self.view(row) for row in self.of(self._guild(call))])

    async def _create(self, call: Call) -> Answer:
        may = Permission.CREATE_EVENTS | Permission.MANAGE_EVENTS
        guild_id, given = self._guild(call, may=may), call.fields
        row: Json = {
            "id": self.world.ids.next(),
            "guild_id": guild_id,
            "creator_id": self.world.app_id,
            "name": given.get("name"),
            "description": given.get("description"),
            "scheduled_start_time": given.get("scheduled_start_time"),
            "scheduled_end_time": given.get("scheduled_end_time"),
            "entity_metadata": {"location": fields(given.get("entity_metadata")).get("location")},
            "status": SCHEDULED,
        }
        self._check(row, begins=True)
        if given.get("entity_type") != EXTERNAL or given.get("privacy_level") != GUILD_ONLY:
            raise invalid_form([(("entity_type",), "BASE_TYPE_CHOICES", "Not served here.")])
        if len(self.of(guild_id)) >= MOST:
            raise refuse(30038)
        return Answer(200, self.view(self.rows.put(row)))

    async def _get(self, call: Call) -> Answer:
        return Answer(200, self.view(self._event(call)))

    async def _change(self, call: Call) -> Answer:
        row, given = self._event(call, changes=True), call.fields
        if row["status"] not in GOES_TO:
            raise refuse(180000)
        changed = row | {key: given[key] for key in _CHANGED if given.get(key) is not None}
        if given.get("entity_metadata"):
            changed["entity_metadata"] = {"location": given["entity_metadata"].get("location")}
        if changed["status"] not in GOES_TO[row["status"]]:
            words = "Invalid Guild Scheduled Event Status Transition"
            raise invalid_form([(("status",), "GUILD_SCHEDULED_EVENT_STATUS", words)])
        moved = changed["scheduled_start_time"] != row["scheduled_start_time"]
        self._check(changed, begins=moved)
        return Answer(200, self.view(self.rows.put(changed)))

    async def _delete(self, call: Call) -> Answer:
        self.remove(self._event(call, changes=True)["id"])
        return Answer(204)

    def _check(self, row: Json, *, begins: bool) -> None:
        """Raise `Refusal` 50035 for an event that cannot be; ``begins``: its beginning is new."""
        if problems := list(self._problems(row, begins=begins)):
            raise invalid_form(problems)

    def _problems(self, row: Json, *, begins: bool) -> Iterator[Problem]:
        yield from too_long(("name",), row["name"], 100, 1)
        yield from too_long(("description",), row["description"], 1000)
        where = row["entity_metadata"]["location"]
        yield from too_long(("entity_metadata", "location"), where, 100, 1)
        start, end = row["scheduled_start_time"], row["scheduled_end_time"]
        if start is None or end is None:
            name = "scheduled_start_time" if start is None else "scheduled_end_time"
            yield (name,), "BASE_TYPE_REQUIRED", "This field is required"
            return
        now = datetime.fromtimestamp(self.world.clock.now(), UTC)
        if begins and _moment(start) <= now:
            words = "Cannot schedule event in the past."
            yield ("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", words
        if _moment(end) <= max(now, _moment(start)) and row["status"] in GOES_TO:
            words = "Cannot schedule event to end before its start."
            yield ("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_END", words

    # Time

    def next_end(self) -> float | None:
        """When the next event that has begun ends by itself."""
        return min((_end(row) for row in self.rows.rows.values() if _runs(row)), default=None)

    def elapse(self) -> None:
        """Complete the events whose end has come."""
        for row in [*self.rows.rows.values()]:
            if _runs(row) and _end(row) <= self.world.clock.now():
                self.rows.put(row | {"status": COMPLETED})


def _moment(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)


def _end(row: Json) -> float:
    return _moment(row["scheduled_end_time"]).timestamp()


def _runs(row: Json) -> bool:
    return row["status"] == ACTIVE
