"""Members of threads: everybody who writes or is mentioned in a thread joins it."""

from bot.playground.descriptions import THREADS
from bot.playground.errors import Json
from bot.playground.permissions import Permission
from bot.playground.world import World


def join(world: World, thread: Json, *users: str) -> None:
    """Add those who are not in the thread yet."""
    new = [user for user in dict.fromkeys(users) if user not in thread["members"]]
    for user in new:
        thread["members"][user] = world.clock.stamp()
    if new:
        _changed(world, thread, added=new)


def leave(world: World, thread: Json, user: str) -> None:
    """Remove somebody from a thread."""
    if thread["members"].pop(user, None) is not None:
        _changed(world, thread, removed=[user])


def mentioned(world: World, channel: Json, users: list[str]) -> None:
    """Add those whom a message in a thread mentions, if they can see its channel."""
    if channel["type"] not in THREADS:
        return
    parent = world.channel(channel["parent_id"])
    seeing = [u for u in users if world.permissions(parent, u) & Permission.VIEW_CHANNEL]
    join(world, channel, *seeing)


def _changed(
    world: World,
    thread: Json,
    *,
    added: list[str] | None = None,
    removed: list[str] | None = None,
) -> None:
    world.state.channels.put(thread)
    data: Json = {
        "id": thread["id"],
        "guild_id": thread["guild_id"],
        "member_count": len(thread["members"]),
        "added_members": [world.thread_member_view(thread, user) for user in added or []],
        "removed_member_ids": removed or [],
    }
    world.tell("THREAD_MEMBERS_UPDATE", data, guild_id=thread["guild_id"])
