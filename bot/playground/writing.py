"""Checks of writing, editing and deleting in a channel, above all in a thread.

https://discord.com/developers/docs/topics/threads
"""

from bot.playground.descriptions import DM_CHANNEL, FORUM, THREADS
from bot.playground.errors import Json, refuse
from bot.playground.permissions import Permission
from bot.playground.world import World


def may_write(world: World, channel: Json, author_id: str, body: Json, files: bool) -> None:
    """Check whether the author may send, and wake an archived thread.

    Raises `Refusal` 50001, 50013, 50007, 50008 or 160005.
    """
    if channel["type"] == DM_CHANNEL:
        person = world.user(channel["recipient_id"])
        shared = any(world.is_member(g, person["id"]) for g in world.bot_guilds())
        if author_id == world.app_id and (person["refuses_dms"] or not shared):
            raise refuse(50007)
        return
    if channel["type"] == FORUM:
        raise refuse(50008)
    needed = [
        Permission.SEND_MESSAGES_IN_THREADS
        if channel["type"] in THREADS
        else Permission.SEND_MESSAGES
    ]
    if files:
        needed.append(Permission.ATTACH_FILES)
    if body.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    if body.get("poll"):
        needed.append(Permission.SEND_POLLS)
    world.require(channel, author_id, *needed)
    if is_locked(world, channel, author_id):
        raise refuse(160005)
    wake(world, channel)


def may_change(world: World, channel: Json, author_id: str) -> None:
    """Check whether messages can be edited there. Raises `Refusal` 50083 or 160005."""
    if is_archived(channel):
        raise refuse(50083)
    if is_locked(world, channel, author_id):
        raise refuse(160005)


def may_delete(world: World, channel: Json, user_id: str) -> None:
    """Check whether messages can be deleted there. Raises `Refusal` 50083."""
    if is_archived(channel) and is_locked(world, channel, user_id):
        raise refuse(50083)


def is_archived(channel: Json) -> bool:
    """True if the channel is an archived thread."""
    return channel["type"] in THREADS and bool(channel["thread_metadata"]["archived"])


def is_locked(world: World, channel: Json, user_id: str) -> bool:
    """True if a thread, archived or active, is locked for this user.

    https://discord.com/developers/docs/topics/threads#locked-threads
    """
    locked = channel["type"] in THREADS and channel["thread_metadata"]["locked"]
    return locked and not world.permissions(channel, user_id) & Permission.MANAGE_THREADS


def wake(world: World, channel: Json) -> None:
    """Unarchive an archived thread, as every new message in it does."""
    if is_archived(channel):
        set_archived(world, channel, False)
        world.change_channel(channel)


def set_archived(world: World, thread: Json, archived: bool) -> None:
    """Note that a thread is archived or not; to unarchive it is activity."""
    now = world.clock.stamp()
    thread["thread_metadata"] |= {"archived": archived, "archive_timestamp": now}
    if not archived:
        thread["active"] = world.clock.now()
