"""Interactions: dispatched, acknowledged once within 3 s, followed up for up to 15 minutes.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

import asyncio
import secrets
from collections.abc import Callable

from bot.playground import command_limits, limits
from bot.playground.activities import Activities
from bot.playground.descriptions import DM_CHANNEL
from bot.playground.errors import CannotDo, Json, Problem, fields, invalid_form, items, refuse
from bot.playground.gateway import Gateway
from bot.playground.messages import COMMAND_ANSWER, DEFAULT, MENU_ANSWER, Messages
from bot.playground.permissions import Permission
from bot.playground.uploads import LARGEST_BYTES, Upload
from bot.playground.world import World
from bot.playground.writing import is_archived, wake

ANSWERED_WITHIN_S = 3.0
TOKEN_LIVES_S = 15 * 60.0

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
"""Types of interactions."""

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
LAUNCH = 12
"""Types of callbacks."""

_KINDS = {
    MESSAGE: "message",
    DEFER: "deferred",
    DEFER_UPDATE: "deferred_update",
    UPDATE: "update",
    CHOICES: "choices",
    OPEN_MODAL: "modal",
    LAUNCH: "activity",
}

NO_ANSWER = "The application did not respond"


class Interactions:
    """All interactions, with the tasks that wait for their acknowledgement."""

    def __init__(
        self, world: World, messages: Messages, gateway: Gateway, activities: Activities
    ) -> None:
        self.world = world
        self.activities = activities
        self.messages = messages
        self.gateway = gateway
        self.answered_within = ANSWERED_WITHIN_S
        self.asked: Callable[[Json], None] = _nothing
        """Called with each payload before its dispatch."""
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        rows = world.state.interactions.rows
        self._ids: dict[str, str] = {row["token"]: row["id"] for row in rows.values()}
        self.payloads: dict[str, Json] = {}
        """The dispatched payloads, so that one can be delivered again."""

    # Dispatching

    async def ask(
        self,
        kind: int,
        user: Json,
        channel: Json,
        data: Json,
        *,
        message: Json | None = None,
        parent: Json | None = None,
        command_name: str = "",
        twice: bool = False,
        forged: bool = False,
    ) -> Json:
        """Dispatch an interaction and wait for its acknowledgement, `answered_within` by the clock.

        ``parent`` is the interaction that opened the submitted modal. What is ``forged`` may break
        the contract. Returns what the person sees:
        ``interaction_id``, ``kind`` (message, deferred, deferred_update, update, choices, modal,
        failed, activity), ``ephemeral``, ``message``, ``modal``, ``choices``, ``instance``,
        ``error``.
        """
        row: Json = {
            "id": self.world.ids.next(),
            "token": secrets.token_urlsafe(48),
            "type": kind,
            "user_id": user["id"],
            "channel_id": channel["id"],
            "guild_id": channel.get("guild_id"),
            "source_id": message["id"] if message else None,
            "asked": self.world.clock.now(),
            "command": command_name or fields(parent).get("command", ""),
            "menu": "target_id" in data,
            "callback": None,
            "original_id": None,
            "ephemeral": False,
            "modal": None,
            "choices": None,
            "instance": None,
            "parent_id": parent["id"] if parent else None,
        }
        self.world.state.interactions.put(row)
        self._ids[row["token"]] = row["id"]
        answer = self._waiting[row["id"]] = asyncio.get_running_loop().create_future()
        payload = self._payload(row, user, channel, data, message)
        self.payloads[row["id"]] = payload
        if not forged:
            self.asked(payload)
        self.world.commit()
        for _ in range(1 + twice):
            self.gateway.ask(payload, row["guild_id"])
        deadline = row["asked"] + self.answered_within
        clock = asyncio.create_task(self.world.clock.sleep_until(deadline))
        try:
            await asyncio.wait((clock, answer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            clock.cancel()
            await asyncio.gather(clock, return_exceptions=True)
            del self._waiting[row["id"]]
        # An answer may be deleted the moment that it is there.
        return answer.result() if answer.done() else self.seen(row)

    def last_of(self, user_id: str) -> Json:
        """A person's last interaction that can open a form. Raises `CannotDo`."""
        for row in reversed(self.world.state.interactions.rows.values()):
            if row["user_id"] == user_id and row["type"] in (COMMAND, COMPONENT):
                return row
        raise CannotDo("that person has done nothing yet")

    def repeat(self, interaction_id: str) -> None:
        """Deliver an interaction once more, as a replaying gateway can."""
        payload = self.payloads[interaction_id]
        self.gateway.ask(payload, payload.get("guild_id"))

    def seen(self, row: Json) -> Json:
        """The interaction as the person sees it now."""
        answer: Json = {
            "interaction_id": row["id"],
            "kind": _KINDS.get(row["callback"], "failed"),
            "ephemeral": row["ephemeral"],
            "message": None,
            "modal": row["modal"],
            "choices": row["choices"],
            "instance": row.get("instance"),
            "error": None if row["callback"] else NO_ANSWER,
        }
        shown = self.world.state.messages.get(row["original_id"] or row["source_id"] or "")
        if shown and row["callback"] in (MESSAGE, DEFER, UPDATE, DEFER_UPDATE):
            answer["message"] = self.messages.view(shown, reader=row["user_id"])
            answer["loading"] = bool(shown["flags"] & limits.LOADING)
        return answer

    def _payload(
        self, row: Json, user: Json, channel: Json, data: Json, message: Json | None
    ) -> Json:
        world, guild_id = self.world, row["guild_id"]
        seen_by_bot = world.permissions(channel, world.app_id)
        mine = world.permissions(channel, user["id"])
        shown = world.channel_view(channel["id"]) | {"permissions": str(int(mine))}
        owners = {"0": guild_id or "0"}
        payload: Json = {
            "id": row["id"],
            "application_id": world.app_id,
            "type": row["type"],
            "token": row["token"],
            "version": 1,
            "data": data,
            "channel_id": channel["id"],
            "channel": shown,
            "app_permissions": str(int(seen_by_bot)),
            "locale": user["locale"],
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": owners,
            "context": 1 if channel["type"] == DM_CHANNEL else 0,
            "attachment_size_limit": LARGEST_BYTES,
        }
        if guild_id:
            guild = world.guild(guild_id)
            member = world.member_view(guild_id, user["id"])
            payload |= {
                "guild_id": guild_id,
                "guild": {
                    "id": guild_id,
                    "locale": guild["preferred_locale"],
                    "features": [],
                },
                "guild_locale": guild["preferred_locale"],
                "member": member | {"permissions": str(int(mine))},
            }
        else:
            payload["user"] = world.user_view(user["id"])
        if message is not None:
            payload["message"] = self.messages.view(message, reader=None)
        return payload

    # Acknowledging

    def open_by_token(self, interaction_id: str, token: str) -> Json:
        """The interaction that a callback is for.

        Raises `Refusal`: 10062 if it is unknown or the time is over, 40060 if it was acknowledged.
        """
        row = self.world.state.interactions.get(interaction_id)
        if row is None or not secrets.compare_digest(row["token"], token):
            raise refuse(10062)
        if row["callback"] is not None:
            raise refuse(40060)
        if self.world.clock.now() - row["asked"] > self.answered_within:
            raise refuse(10062)
        return row

    def callback(
        self, interaction_id: str, token: str, body: Json, uploads: dict[int, Upload]
    ) -> Json:
        """Acknowledge an interaction. Returns the body for ``with_response``.

        Raises `Refusal` 10062, 40060, 50035 or 50006.
        """
        row = self.open_by_token(interaction_id, token)
        kind, data = body.get("type"), fields(body.get("data"))
        if kind not in _allowed(row):
            problem: Problem = (("type",), "BASE_TYPE_CHOICES", "Not an answer to this interaction")
            raise invalid_form([problem])
        if kind == OPEN_MODAL:
            self._refuse_problems(list(limits.modal_problems(data)))
            row["modal"] = data
        elif kind == CHOICES:
            choices = items(data.get("choices"))
            self._refuse_problems(
                list(command_limits.choice_problems(choices, ("data", "choices")))
            )
            row["choices"] = choices
        elif kind == LAUNCH:
            channel = self.world.channel(row["channel_id"])
            launched = self.activities.launch(row["user_id"], channel)
            row["instance"] = self.activities.view(launched)
        elif kind in (MESSAGE, DEFER):
            row["ephemeral"] = bool(int(data.get("flags") or 0) & limits.EPHEMERAL)
            flags = limits.LOADING if kind == DEFER else 0
            made = self._post(row, data | {"flags": int(data.get("flags") or 0) | flags}, uploads)
            row["original_id"] = made["id"]
        else:
            row["original_id"] = row["source_id"]
            if kind == UPDATE:
                self.edit(self.original(row), data, uploads)
        row["callback"] = kind
        self.world.state.interactions.put(row)
        if (waiting := self._waiting.get(row["id"])) is not None:
            waiting.set_result(self.seen(row))
        return self._callback_response(row)

    def _callback_response(self, row: Json) -> Json:
        about: Json = {"id": row["id"], "type": row["type"], "channel_id": row["channel_id"]}
        if row["guild_id"]:
            about["guild_id"] = row["guild_id"]
        response: Json = {"interaction": about}
        if row["callback"] == LAUNCH:
            launched = {"id": row["instance"]["instance_id"]}
            about["activity_instance_id"] = launched["id"]
            response["resource"] = {"type": LAUNCH, "activity_instance": launched}
        if row["callback"] in (MESSAGE, DEFER, UPDATE):
            shown = self.original(row)
            about |= {
                "response_message_id": shown["id"],
                "response_message_loading": row["callback"] == DEFER,
                "response_message_ephemeral": shown["viewer"] is not None,
            }
            if row["callback"] != DEFER:
                response["resource"] = {
                    "type": row["callback"],
                    "message": self.messages.view(shown, reader=None),
                }
        return response

    # Following up

    def by_token(self, application_id: str, token: str) -> Json:
        """The interaction that a webhook address is for.

        Raises `Refusal`: 50027 after 15 minutes, 10015 before its acknowledgement.
        """
        row = self.world.state.interactions.get(self._ids.get(token, ""))
        expired = row is None or self.world.clock.now() - row["asked"] > TOKEN_LIVES_S
        if row is None or expired or application_id != self.world.app_id:
            raise refuse(50027)
        if row["callback"] is None:
            raise refuse(10015)
        return row

    def original(self, row: Json) -> Json:
        """The response message, or the message with the component. Raises `Refusal` 10008."""
        return self.messages.find(row["channel_id"], row["original_id"] or "")

    def own(self, row: Json, message_id: str) -> Json:
        """A message sent through this interaction, or ``@original``. Raises `Refusal` 10008."""
        if message_id == "@original":
            return self.original(row)
        found = self.messages.find(row["channel_id"], message_id)
        if found["extra"].get("interaction_metadata", {}).get("id") != row["id"]:
            if message_id == row["original_id"]:
                return found
            raise refuse(10008)
        return found

    def follow_up(self, row: Json, body: Json, uploads: dict[int, Upload]) -> Json:
        """Send a follow-up message; the first after a deferral fills the deferred one instead."""
        original = self.world.state.messages.get(row["original_id"] or "")
        if original and original["flags"] & limits.LOADING:
            return self.edit(original, body, uploads)
        return self._post(row, body, uploads)

    def edit(self, shown: Json, body: Json, uploads: dict[int, Upload]) -> Json:
        """Edit a message of an interaction. Raises `Refusal` 50083 in an archived thread too."""
        if shown["viewer"] is None and is_archived(self.world.channel(shown["channel_id"])):
            raise refuse(50083)
        return self.messages.edit(shown, body, uploads)

    def _post(self, row: Json, body: Json, uploads: dict[int, Upload]) -> Json:
        channel = self.world.channel(row["channel_id"])
        ephemeral = bool(int(body.get("flags") or 0) & limits.EPHEMERAL)
        if not ephemeral:
            wake(self.world, channel)
        if body.get("poll"):
            self.world.require(channel, self.world.app_id, Permission.SEND_POLLS)
        first = row["type"] == COMMAND and row["callback"] is None
        kind = (MENU_ANSWER if row["menu"] else COMMAND_ANSWER) if first else DEFAULT
        extra: Json = {
            "application_id": self.world.app_id,
            "webhook_id": self.world.app_id,
            "interaction_metadata": self._metadata(row),
        }
        if row["type"] == COMMAND:
            extra["interaction"] = {
                "id": row["id"],
                "type": row["type"],
                "name": row["command"],
                "user": self.world.user_view(row["user_id"]),
            }
        # A follow-up is shown as a reply to the answer (api-docs issue 2733).
        shown_under = row["source_id"] if row["callback"] is None else row["original_id"]
        return self.messages.create(
            channel,
            self.world.app_id,
            body,
            uploads,
            kind=kind,
            viewer=row["user_id"] if ephemeral else None,
            answers=self.world.state.messages.get(shown_under or ""),
            extra=extra,
        )

    def _metadata(self, row: Json) -> Json:
        made: Json = {
            "id": row["id"],
            "type": row["type"],
            "user": self.world.user_view(row["user_id"]),
            "authorizing_integration_owners": {"0": row["guild_id"] or "0"},
        }
        if row["type"] == COMPONENT:
            made["interacted_message_id"] = row["source_id"] or row["id"]  # forged: from no message
        if row["type"] == MODAL and row["parent_id"]:
            parent = self.world.state.interactions.rows[row["parent_id"]]
            made["triggering_interaction_metadata"] = self._metadata(parent)
        return made

    @staticmethod
    def _refuse_problems(problems: list[Problem]) -> None:
        if problems:
            raise invalid_form(problems)

    def may_use_commands(self, user: Json, channel: Json) -> bool:
        """True if the person's client offers commands in this channel."""
        has = self.world.permissions(channel, user["id"])
        return bool(has & Permission.VIEW_CHANNEL and has & Permission.USE_APPLICATION_COMMANDS)


def _nothing(payload: Json) -> None:
    del payload


def _allowed(row: Json) -> tuple[int, ...]:
    if row["type"] == AUTOCOMPLETE:
        return (CHOICES,)
    updates = (DEFER_UPDATE, UPDATE) if row["source_id"] else ()
    modal = () if row["type"] == MODAL else (OPEN_MODAL,)
    return (MESSAGE, DEFER, *updates, *modal, LAUNCH)
