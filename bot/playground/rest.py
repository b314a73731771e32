"""REST v10: the routes that a bot for board games uses, relative to ``/api/v10``."""

from typing import Any, Protocol

from bot.playground import limits
from bot.playground.commands import Commands
from bot.playground.errors import Json, invalid_form, refuse
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.messages import Messages
from bot.playground.ratelimits import RateLimits
from bot.playground.routing import Answer, Call, Routes
from bot.playground.world import World

WITHOUT_TOKEN = ("/interactions/", "/webhooks/")
"""Routes with a token of their own in the address: none of the bot's 50 requests a second."""


class ServesRoutes(Protocol):
    """A part of the interface in a module of its own."""

    def add_to(self, routes: Routes) -> None:
        """Register every route."""
        ...


class Rest:
    """All routes; the other modules do the work."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        commands: Commands,
        interactions: Interactions,
        gateway: Gateway,
        rates: RateLimits,
        *others: ServesRoutes,
    ) -> None:
        self.world = world
        self.messages = messages
        self.commands = commands
        self.interactions = interactions
        self.gateway = gateway
        self.rates = rates
        self.routes = Routes()
        add = self.routes.add
        add("GET", "/users/@me", self._me)
        add("GET", "/users/{user_id}", self._user)
        add("POST", "/users/@me/channels", self._open_dm)
        add("GET", "/applications/@me", self._application)
        add("GET", "/oauth2/applications/@me", self._application)
        add("GET", "/gateway", self._gateway)
        add("GET", "/gateway/bot", self._gateway_bot)
        add("GET", "/guilds/{guild_id}", self._guild)
        add("GET", "/guilds/{guild_id}/channels", self._guild_channels)
        add("GET", "/guilds/{guild_id}/members/{user_id}", self._guild_member)
        for place in ("", "/guilds/{guild_id}"):
            base = "/applications/{application_id}" + place + "/commands"
            add("GET", base, self._list_commands)
            add("PUT", base, self._replace_commands)
            add("POST", base, self._create_command)
            add("GET", base + "/{command_id}", self._get_command)
            add("PATCH", base + "/{command_id}", self._change_command)
            add("DELETE", base + "/{command_id}", self._delete_command)
        add("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self._callback)
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        add("POST", webhook, self._follow_up)
        for message in ("/messages/@original", "/messages/{message_id}"):
            add("GET", webhook + message, self._get_answer)
            add("PATCH", webhook + message, self._edit_answer)
            add("DELETE", webhook + message, self._delete_answer)
        for other in others:
            other.add_to(self.routes)

    # The application, users, servers

    async def _me(self, call: Call) -> Answer:
        del call
        mine = {"verified": True, "mfa_enabled": True, "locale": "en-US", "email": None}
        return Answer(200, self.world.user_view(self.world.app_id) | mine)

    async def _user(self, call: Call) -> Answer:
        return Answer(200, self.world.user_view(call.params["user_id"]))

    async def _application(self, call: Call) -> Answer:
        del call
        owner = next(u for u in self.world.state.users.rows.values() if not u["bot"])
        nothing: dict[str, Any] = dict.fromkeys(
            ("icon", "type", "interactions_endpoint_url", "role_connections_verification_url")
        )
        return Answer(
            200,
            nothing
            | {
                "id": self.world.app_id,
                "name": self.world.bot["username"],
                "description": "",
                "bot": self.world.user_view(self.world.app_id),
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": 0,
                "flags_new": "0",
                "redirect_uris": [],
                "owner": self.world.user_view(owner["id"]),
                "approximate_guild_count": len(self.world.bot_guilds()),
                "approximate_user_install_count": 0,
                "approximate_user_authorization_count": 0,
                "explicit_content_filter": 0,
                "team": None,
                "eligible_oauth2_scopes": ["bot", "applications.commands"],
            },
        )

    async def _gateway(self, call: Call) -> Answer:
        del call
        return Answer(200, {"url": self.gateway.address})

    async def _gateway_bot(self, call: Call) -> Answer:
        del call
        sharding, start = self.gateway.sharding, {"total": 1000, "remaining": 1000}
        start |= {"reset_after": 0, "max_concurrency": sharding.max_concurrency}
        about = {"shards": sharding.count, "session_start_limit": start}
        return Answer(200, {"url": self.gateway.address} | about)

    async def _open_dm(self, call: Call) -> Answer:
        channel = self.world.add_dm(str(call.fields.get("recipient_id")))
        return Answer(200, self.world.channel_view(channel["id"]))

    def _my_guild(self, call: Call) -> str:
        guild_id = call.params["guild_id"]
        self.world.guild(guild_id)
        if not self.world.is_member(guild_id, self.world.app_id):
            raise refuse(50001)
        return guild_id

    async def _guild(self, call: Call) -> Answer:
        return Answer(200, self.world.guild_view(self._my_guild(call)))

    async def _guild_channels(self, call: Call) -> Answer:
        channels = self.world.channels_of(self._my_guild(call))
        return Answer(200, [self.world.channel_view(channel["id"]) for channel in channels])

    async def _guild_member(self, call: Call) -> Answer:
        guild_id, user_id = self._my_guild(call), call.params["user_id"]
        self.world.user(user_id)
        return Answer(200, self.world.member_view(guild_id, user_id))

    # Commands

    def _place(self, call: Call) -> str | None:
        if call.params["application_id"] != self.world.app_id:
            raise refuse(50001)
        return self._my_guild(call) if "guild_id" in call.params else None

    @staticmethod
    def _command_view(row: Json) -> Json:
        return {k: v for k, v in row.items() if k != "integration_types" or v is not None}

    async def _list_commands(self, call: Call) -> Answer:
        rows = self.commands.of(self._place(call))
        return Answer(200, [self._command_view(row) for row in rows])

    async def _replace_commands(self, call: Call) -> Answer:
        sent: list[Json] = call.body or []
        rows = self.commands.replace_all(self._place(call), sent)
        return Answer(200, [self._command_view(row) for row in rows])

    async def _create_command(self, call: Call) -> Answer:
        row, new = self.commands.put(self._place(call), call.fields)
        return Answer(201 if new else 200, self._command_view(row))

    async def _get_command(self, call: Call) -> Answer:
        row = self.commands.find(self._place(call), call.params["command_id"])
        return Answer(200, self._command_view(row))

    async def _change_command(self, call: Call) -> Answer:
        row = self.commands.change(self._place(call), call.params["command_id"], call.fields)
        return Answer(200, self._command_view(row))

    async def _delete_command(self, call: Call) -> Answer:
        row = self.commands.find(self._place(call), call.params["command_id"])
        self.world.state.commands.drop(row["id"])
        return Answer(204)

    # Interactions

    async def _callback(self, call: Call) -> Answer:
        interaction_id, token = call.params["interaction_id"], call.params["interaction_token"]
        body = self.interactions.callback(interaction_id, token, call.fields, call.uploads)
        wanted = call.query.get("with_response", "").lower() in ("1", "true")
        return Answer(200, body) if wanted else Answer(204)

    def _interaction(self, call: Call) -> Json:
        return self.interactions.by_token(call.params["webhook_id"], call.params["webhook_token"])

    def _answer_to(self, call: Call) -> tuple[Json, Json]:
        row = self._interaction(call)
        return row, self.interactions.own(row, call.params.get("message_id", "@original"))

    async def _follow_up(self, call: Call) -> Answer:
        row = self._interaction(call)
        flags = int(call.fields.get("flags") or 0)
        if flags & limits.LOADING:
            raise invalid_form([(("flags",), "BASE_TYPE_CHOICES", "Invalid flag")])
        if not flags & limits.EPHEMERAL:
            self.rates.take_follow_up(row["channel_id"])
        made = self.interactions.follow_up(row, call.fields, call.uploads)
        # `wait` is always on for the webhook of an interaction.
        return Answer(200, self.messages.view(made, reader=None))

    async def _get_answer(self, call: Call) -> Answer:
        return Answer(200, self.messages.view(self._answer_to(call)[1], reader=None))

    async def _edit_answer(self, call: Call) -> Answer:
        made = self.interactions.edit(self._answer_to(call)[1], call.fields, call.uploads)
        return Answer(200, self.messages.view(made, reader=None))

    async def _delete_answer(self, call: Call) -> Answer:
        self.messages.delete(self._answer_to(call)[1])
        return Answer(204)
