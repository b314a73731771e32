"""Permissions as Discord computes them, from roles and a channel's overwrites."""

from enum import IntFlag

from bot.playground.errors import Json


class Permission(IntFlag):
    """The permission bits that the stand-in uses; the driver takes their names in lower case."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EMBEDDED_ACTIVITIES = 1 << 39
    CREATE_EVENTS = 1 << 44
    SEND_POLLS = 1 << 49


ALL = sum(Permission, start=Permission(0))

LEAST = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.USE_EMBEDDED_ACTIVITIES
)
"""The permissions of @everyone in a new server; the bot needs no others."""

DM = LEAST | Permission.EMBED_LINKS | Permission.SEND_POLLS


def named(names: list[str]) -> Permission:
    """The bits of these names. Raises `KeyError` if a name is unknown."""
    bits = Permission(0)
    for name in names:
        bits |= Permission[name.upper()]
    return bits


def permissions_in(guild: Json, channel: Json, member: Json) -> Permission:
    """The permissions of ``member`` in ``channel``; for a thread, pass its parent."""
    if guild["owner_id"] == member["user_id"]:
        return ALL
    roles = {guild["id"], *member["roles"]}
    bits = Permission(0)
    for role in guild["roles"]:
        if role["id"] in roles:
            bits |= Permission(int(role["permissions"]))
    if bits & Permission.ADMINISTRATOR:
        return ALL
    overwrites: dict[str, Json] = {o["id"]: o for o in channel.get("permission_overwrites", [])}
    if everyone := overwrites.get(guild["id"]):
        bits = _overwritten(bits, everyone)
    allow = deny = 0
    for role_id in member["roles"]:
        if role := overwrites.get(role_id):
            allow |= int(role["allow"])
            deny |= int(role["deny"])
    bits = _overwritten(bits, {"allow": str(allow), "deny": str(deny)})
    if own := overwrites.get(member["user_id"]):
        bits = _overwritten(bits, own)
    return bits if bits & Permission.VIEW_CHANNEL else Permission(0)


def _overwritten(bits: Permission, overwrite: Json) -> Permission:
    return (bits & ~Permission(int(overwrite["deny"]))) | Permission(int(overwrite["allow"]))
