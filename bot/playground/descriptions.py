"""Discord's objects for users, members, servers, channels and threads, made from records."""

from typing import Any

from bot.playground.errors import Json
from bot.playground.permissions import Permission

TEXT_CHANNEL, DM_CHANNEL, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
FORUM = 15
REQUIRE_TAG = 1 << 4
"""The flag of a forum in which each post needs a tag."""
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

_NO_DECORATION = (
    *("icon", "description", "home_header", "splash", "discovery_splash", "banner"),
    *("application_id", "afk_channel_id", "system_channel_id", "widget_channel_id"),
    *("max_presences", "vanity_url_code", "rules_channel_id", "safety_alerts_channel_id"),
    *("public_updates_channel_id", "incidents_data"),
)


def user_object(user: Json) -> Json:
    """A user object; it has the key ``bot`` only if the user is a bot."""
    view: Json = {
        "id": user["id"],
        "username": user["username"],
        "global_name": user["global_name"],
        "avatar": None,
        "discriminator": "0001" if user["bot"] else "0",
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }
    return view | ({"bot": True} if user["bot"] else {})


def member_object(member: Json) -> Json:
    """A member object without its user."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": member["joined_at"],
        "nick": member["nick"],
        "pending": False,
        "premium_since": None,
        "roles": member["roles"],
        "mute": False,
        "deaf": False,
    }


def role_object(role_id: str, name: str, bits: Permission) -> Json:
    """A role object; records store roles in this form."""
    return {
        "id": role_id,
        "name": name,
        "permissions": str(int(bits)),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def guild_object(guild: Json) -> Json:
    """A guild object as REST returns it."""
    absent: dict[str, Any] = dict.fromkeys(_NO_DECORATION)
    return absent | {
        "id": guild["id"],
        "name": guild["name"],
        "owner_id": guild["owner_id"],
        "features": [],
        "region": "us-west",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "roles": guild["roles"],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild["preferred_locale"],
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def channel_object(channel: Json, app_id: str) -> Json:
    """A channel object for a channel or thread; a thread's only listed member is the bot."""
    view: Json = {
        "id": channel["id"],
        "type": channel["type"],
        "flags": 0,
        "last_message_id": channel["last_message_id"],
        "guild_id": channel["guild_id"],
        "name": channel["name"],
        "rate_limit_per_user": 0,
    }
    if channel["type"] not in THREADS:
        if channel["type"] == FORUM:
            view["flags"] = channel["flags"]
            view |= {"available_tags": channel["tags"], "default_reaction_emoji": None}
            view |= {"default_sort_order": None, "default_forum_layout": 0}
        return view | {
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "position": channel["position"],
            "permission_overwrites": channel["permission_overwrites"],
        }
    view |= {
        "parent_id": channel["parent_id"],
        "owner_id": channel["owner_id"],
        "thread_metadata": channel["thread_metadata"],
        "message_count": channel["message_count"],
        "total_message_sent": channel.get("total_message_sent", channel["message_count"]),
        "member_count": len(channel["members"]),
    }
    if "applied_tags" in channel:
        view["applied_tags"] = channel["applied_tags"]
    if app_id in channel["members"]:
        view["member"] = thread_member_object(channel, app_id)
    return view


def dm_object(channel: Json, recipient: Json) -> Json:
    """A channel object for the direct messages with one person."""
    return {
        "id": channel["id"],
        "type": DM_CHANNEL,
        "flags": 0,
        "last_message_id": channel["last_message_id"],
        "recipients": [user_object(recipient)],
    }


def thread_member_object(thread: Json, user_id: str) -> Json:
    """A thread member object."""
    return {
        "id": thread["id"],
        "user_id": user_id,
        "join_timestamp": thread["members"][user_id],
        "flags": 0,
    }
