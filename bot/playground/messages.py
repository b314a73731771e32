"""Messages: sent, edited, deleted, and shown to the people who may read them."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from bot.playground import limits, membership
from bot.playground.components import MissingUploadError, placed
from bot.playground.descriptions import THREADS
from bot.playground.errors import Json, Path, Problem, fields, invalid_form, items, refuse
from bot.playground.permissions import Permission
from bot.playground.poll_objects import kept, poll_object, poll_problems
from bot.playground.uploads import LARGEST_BYTES, Addresses, Upload, attachment
from bot.playground.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
REMEMBERED = 100
DEFAULT, REPLY, COMMAND_ANSWER, THREAD_STARTER, MENU_ANSWER = 0, 19, 20, 21, 23


class Messages:
    """The messages of all channels. ``addresses`` is set when the server's port is known."""

    def __init__(self, world: World, addresses: Addresses, *, message_content: bool) -> None:
        self.world = world
        self.addresses = addresses
        self.message_content = message_content
        """True if the application has the privileged Message Content intent."""
        rows = world.state.messages.rows.values()
        self.open_polls = {row["id"] for row in rows if row.get("poll")}
        """The messages whose poll may not have ended."""
        self.gone = deque[Json](maxlen=REMEMBERED)
        """Ephemeral messages that were deleted last; people may have read them."""

    def of(self, channel_id: str) -> list[Json]:
        """The stored messages of a channel, oldest first, including ephemeral ones."""
        rows = self.world.state.messages.rows.values()
        return [row for row in rows if row["channel_id"] == channel_id]

    def find(self, channel_id: str, message_id: str, reader: str | None = None) -> Json:
        """The stored message. Raises `Refusal` 10008, also if ``reader`` may not see it."""
        found = self.world.state.messages.get(message_id)
        if found is None or found["channel_id"] != channel_id:
            raise refuse(10008)
        if reader is not None and not self.visible(found, reader):
            raise refuse(10008)
        return found

    @staticmethod
    def visible(row: Json, reader: str) -> bool:
        """Only one person sees an ephemeral message; the bot cannot read it with its token."""
        return row["viewer"] is None or row["viewer"] == reader

    def create(
        self,
        channel: Json,
        author_id: str,
        body: Json,
        uploads: dict[int, Upload],
        *,
        kind: int = DEFAULT,
        viewer: str | None = None,
        answers: Json | None = None,
        extra: Json | None = None,
        number: str | None = None,
    ) -> Json:
        """Send a message; ``body`` as sent by REST. Raises `Refusal` 50006, 50035 or 40005.

        ``viewer`` is the only reader of an ephemeral message; ``answers`` is the message that the
        answer to an interaction is shown as a reply to; ``extra`` is added to the object.
        ``number``: its id, if it is already known.
        """
        flags = int(body.get("flags") or 0)
        _check(body, flags, uploads)
        row = self._blank(channel, author_id, kind)
        row |= {
            "id": number or row["id"],
            "viewer": viewer,
            "flags": flags | (limits.EPHEMERAL if viewer else 0),
            "nonce": body.get("nonce"),
            "extra": extra or {},
        }
        if reference := body.get("message_reference"):
            self._reply(row, reference, author_id)
        if body.get("poll"):
            row["poll"] = kept(body["poll"], row["created"])
            self.open_polls.add(row["id"])
        self._fill(row, body, uploads)
        self._mentions(row, body)
        if not flags & limits.LOADING:
            _not_empty(row)
        if answers is not None:
            row["type"], row["reply_to"] = REPLY, _reference(row, answers)
        self._sent(channel, row)
        if viewer is None:
            membership.mentioned(self.world, channel, row["mentions"])
        return row

    @staticmethod
    def check(body: Json, uploads: dict[int, Upload]) -> None:
        """Raise `Refusal` 50006, 50035 or 40005 for a message that cannot be sent."""
        _check(body, int(body.get("flags") or 0), uploads)
        if not (uploads or any(body.get(key) for key in ("content", "embeds", "components"))):
            raise refuse(50006)

    def system(
        self,
        channel: Json,
        author_id: str,
        kind: int,
        content: str = "",
        *,
        about: Json | None = None,
        embeds: list[Json] | None = None,
    ) -> Json:
        """Send a system message: Discord's own note of what somebody has done.

        ``about``: a reference to the message or thread that it is about.
        """
        row = self._blank(channel, author_id, kind)
        row |= {"content": content, "reply_to": about, "embeds": embeds or []}
        return self._sent(channel, row)

    def has_thread(self, row: Json) -> None:
        """Show that a thread has been started from the message."""
        row["flags"] |= limits.HAS_THREAD
        self.changed(row)

    def changed(self, row: Json) -> None:
        """Store a message that changed without being edited, and send the event."""
        self.world.state.messages.put(row)
        self._tell("MESSAGE_UPDATE", row)

    def _sent(self, channel: Json, row: Json) -> Json:
        self.world.state.messages.put(row)
        if row["viewer"] is None:
            channel["last_message_id"] = row["id"]
            if channel["type"] in THREADS:
                channel["active"] = self.world.clock.now()
            if channel["type"] in THREADS and row["type"] != THREAD_STARTER:
                channel["message_count"] += 1
                channel["total_message_sent"] = channel.get("total_message_sent", 0) + 1
            self.world.state.channels.put(channel)
        self._tell("MESSAGE_CREATE", row)
        return row

    def _blank(self, channel: Json, author_id: str, kind: int) -> Json:
        return {
            "id": self.world.ids.next(),
            "channel_id": channel["id"],
            "guild_id": channel.get("guild_id"),
            "author_id": author_id,
            "viewer": None,
            "type": kind,
            "created": self.world.clock.now(),
            "timestamp": self.world.clock.stamp(),
            "edited_timestamp": None,
            "flags": 0,
            "content": "",
            "embeds": [],
            "components": [],
            "attachments": [],
            "hidden": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "reply_to": None,
            "nonce": None,
            "extra": {},
        }

    def edit(self, row: Json, body: Json, uploads: dict[int, Upload]) -> Json:
        """Change the keys in ``body``, keep the rest. Raises `Refusal` 50006, 50035 or 40005."""
        if row.get("poll"):
            raise refuse(520003)
        flags = int(row["flags"])
        if body.get("flags") is not None:
            # Components V2 can be switched on but never off.
            flags = flags & ~4 | int(body["flags"]) & (4 | limits.V2)
        flags &= ~limits.LOADING
        shown = body | {"flags": None}
        _check(shown, flags, uploads)
        if flags & limits.V2 and not row["flags"] & limits.V2:
            kept = [n for n in ("content", "embeds") if row[n] and n not in body]
            if kept:
                raise invalid_form([((n,), "LEGACY_FIELDS", "Must be cleared") for n in kept])
        changed: Json = row | {"flags": flags}
        self._fill(changed, body, uploads)
        if "content" in body or (
            flags & limits.V2 and "components" in body
        ):  # other edits keep them
            self._mentions(changed, body)
        _not_empty(changed)
        if not row["flags"] & limits.LOADING:
            changed["edited_timestamp"] = self.world.clock.stamp()
        row.update(changed)
        self.world.state.messages.put(row)
        self._tell("MESSAGE_UPDATE", row)
        return row

    def delete(self, row: Json) -> None:
        """Delete a message."""
        self.world.state.messages.drop(row["id"])
        if row["viewer"] is not None:
            self.gone.append(row)
        channel = self.world.state.channels.get(row["channel_id"])
        counts = row["viewer"] is None and row["type"] != THREAD_STARTER
        if channel is not None and channel["type"] in THREADS and counts:
            channel["message_count"] -= 1
            self.world.state.channels.put(channel)
        gone = {"id": row["id"], "channel_id": row["channel_id"]}
        if row["guild_id"]:
            gone["guild_id"] = row["guild_id"]
        if row["viewer"] is None:
            self.world.tell("MESSAGE_DELETE", gone, guild_id=row["guild_id"])

    def view(self, row: Json, *, reader: str | None, nested: bool = False) -> Json:
        """The message object as ``reader`` receives it; None reads everything.

        Without the Message Content intent, the bot receives other people's messages blank unless
        they mention it or are direct messages.
        """
        view: Json = {
            "id": row["id"],
            "channel_id": row["channel_id"],
            "author": self.world.user_view(row["author_id"]),
            "type": row["type"],
            "timestamp": row["timestamp"],
            "edited_timestamp": row["edited_timestamp"],
            "flags": row["flags"],
            "content": row["content"],
            "embeds": row["embeds"],
            "components": row["components"],
            "attachments": [a for a in row["attachments"] if a["id"] not in row["hidden"]],
            "mentions": [self.world.user_view(user) for user in row["mentions"]],
            "mention_roles": row["mention_roles"],
            "mention_everyone": row["mention_everyone"],
            "pinned": False,
            "tts": False,
        } | row["extra"]
        if row["nonce"] is not None:
            view["nonce"] = row["nonce"]
        if row["reply_to"]:
            view["message_reference"] = row["reply_to"]
            first = self.world.state.messages.get(row["reply_to"].get("message_id", ""))
            if not nested and "message_id" in row["reply_to"]:
                shown = first and (reader is None or self.visible(first, reader))
                view["referenced_message"] = (
                    self.view(first, reader=reader, nested=True) if first and shown else None
                )
        thread = self.world.state.channels.get(row["id"])
        if thread is not None:
            view["thread"] = self.world.channel_view(thread["id"])
        if row.get("poll"):
            view["poll"] = poll_object(row["poll"], reader)
        if reader == self.world.app_id and self._kept_from_bot(row):
            view |= {"content": "", "embeds": [], "components": [], "attachments": []}
            view.pop("poll", None)
        return self.addresses.signed(view, self.world.clock.now())

    def _kept_from_bot(self, row: Json) -> bool:
        return not (
            self.message_content
            or row["author_id"] == self.world.app_id
            or self.world.app_id in row["mentions"]
            or row["guild_id"] is None
        )

    def _tell(self, event: str, row: Json) -> None:
        if row["viewer"] is not None:
            return
        data = self.view(row, reader=self.world.app_id)
        guild_id: str | None = row["guild_id"]
        if guild_id:
            data["guild_id"] = guild_id
            if self.world.is_member(guild_id, row["author_id"]):
                data["member"] = self.world.member_view(guild_id, row["author_id"], user=False)
        self.world.tell(event, data, guild_id=guild_id)

    def _reply(self, row: Json, reference: Json, author_id: str) -> None:
        channel_id = str(reference.get("channel_id") or row["channel_id"])
        first = self.world.state.messages.get(str(reference.get("message_id")))
        if first is None or not first["channel_id"] == row["channel_id"] == channel_id:
            if reference.get("fail_if_not_exists", True):
                path: Path = ("message_reference",)
                raise invalid_form([(path, "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
            return
        channel = self.world.channel(channel_id)
        if not self.world.permissions(channel, author_id) & Permission.READ_MESSAGE_HISTORY:
            raise refuse(160002)
        row["type"], row["reply_to"] = REPLY, _reference(row, first)

    def _fill(self, row: Json, body: Json, uploads: dict[int, Upload]) -> None:
        row["attachments"] = self._attachments(row, body, uploads)
        for name in ("content", "embeds", "components"):
            if name in body:
                row[name] = body[name] or ("" if name == "content" else [])
        try:
            row["embeds"], row["components"], used = placed(
                row["embeds"], row["components"], row["attachments"], self.world.ids.next
            )
        except MissingUploadError as missing:
            raise invalid_form([missing.problem]) from None
        row["hidden"] = sorted(used)

    def _attachments(self, row: Json, body: Json, uploads: dict[int, Upload]) -> list[Json]:
        named: list[Json] | None = body.get("attachments")
        if named is None and "attachments" not in body:
            named = [{"id": a["id"]} for a in row["attachments"]]
            named += [{"id": n} for n in uploads]
        kept: list[Json] = []
        old = {a["id"]: a for a in row["attachments"]}
        for number, described in enumerate(named or []):
            given = str(described.get("id"))
            if given in old:
                again = dict(old[given])
                if described.get("description") is not None:
                    again["description"] = described["description"]
                kept.append(again)
            elif given.isdigit() and int(given) in uploads:
                file_id = self.world.ids.next()
                upload = uploads[int(given)]
                self.world.state.put_file(file_id, upload.body)
                made = attachment(file_id, row["channel_id"], upload, described)
                kept.append(made | ({"ephemeral": True} if row["viewer"] else {}))
            else:
                path: Path = ("attachments", number, "id")
                raise invalid_form([(path, "ATTACHMENT_NOT_FOUND", "Attachment not found")])
        return kept

    def _mentions(self, row: Json, body: Json) -> None:
        """Set whom a message pings: mentioned in the text, allowed by ``allowed_mentions``."""
        allowed: Json | None = body.get("allowed_mentions")
        text = "\n".join(_texts(row))
        parse: list[str] = list(fields(allowed).get("parse") or [])
        users = list(dict.fromkeys(_USER.findall(text)))
        roles = list(dict.fromkeys(_ROLE.findall(text)))
        everyone = "@everyone" in text or "@here" in text
        if allowed is not None:
            if "users" not in parse:
                users = [u for u in users if u in map(str, items(allowed.get("users")))]
            if "roles" not in parse:
                roles = [r for r in roles if r in map(str, items(allowed.get("roles")))]
            everyone = everyone and "everyone" in parse
        if row["reply_to"] and (allowed is None or allowed.get("replied_user")):
            first = self.world.state.messages.get(row["reply_to"]["message_id"])
            # A reply to the answer to an interaction pings nobody, whatever its author has chosen
            # (api-docs issue 5395), so its text is kept from the bot.
            answer = first and "interaction_metadata" in first["extra"]
            if first and not answer and first["author_id"] not in users:
                users.append(first["author_id"])
        channel = self.world.channel(row["channel_id"])
        may = self.world.permissions(channel, row["author_id"])
        row["mentions"] = [user for user in users if user in self.world.state.users.rows]
        may_call_all = bool(may & Permission.MENTION_EVERYONE)
        row["mention_roles"] = [r for r in roles if may_call_all or self._mentionable(channel, r)]
        row["mention_everyone"] = everyone and may_call_all

    def _mentionable(self, channel: Json, role_id: str) -> bool:
        """True if everybody may mention this role of the channel's server."""
        guild = self.world.state.guilds.get(str(channel.get("guild_id") or "")) or {}
        return any(r["id"] == role_id and r["mentionable"] for r in guild.get("roles", ()))


def _reference(row: Json, first: Json) -> Json:
    """The reference of a message to the one that it replies to."""
    made: Json = {"type": 0, "channel_id": row["channel_id"], "message_id": first["id"]}
    return made | ({"guild_id": row["guild_id"]} if row["guild_id"] else {})


def _texts(row: Json) -> Iterator[str]:
    yield row["content"]
    for _, component in limits.every_component(row["components"], ()):
        if component["type"] == limits.TEXT:
            yield component["content"]


def _check(body: Json, flags: int, uploads: dict[int, Upload]) -> None:
    if any(len(upload.body) > LARGEST_BYTES for upload in uploads.values()):
        raise refuse(40005)
    problems: list[Problem] = list(limits.message_problems(body, flags))
    problems += poll_problems(body["poll"]) if body.get("poll") else []
    if len(uploads) > 10:
        problems.append((("files",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."))
    if problems:
        raise invalid_form(problems)


def _not_empty(row: Json) -> None:
    shown: list[Any] = [row["content"].strip(), row["embeds"], row["components"]]
    if not any([*shown, row["attachments"], row.get("poll")]):
        raise refuse(50006)
