"""Activities: the windows in which an application's page is shown, and who lets it know themselves.

https://discord.com/developers/docs/activities/overview
https://discord.com/developers/docs/topics/oauth2#authorization-code-grant
"""

import secrets
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.playground.commands import ENTRY_POINT, Commands
from bot.playground.descriptions import DM_CHANNEL
from bot.playground.errors import CannotDo, Json, Problem, Refusal, invalid_form, refuse
from bot.playground.names import Names
from bot.playground.permissions import Permission
from bot.playground.routing import Answer, Call, Routes
from bot.playground.world import World

CODE_LIVES_S = 600.0
NO_SUCH_INSTANCE = 10089
_SCOPE = "identify"
_FORM = {"client_id", "client_secret", "grant_type", "code"}


@dataclass
class Instance:
    """A window, with everybody who is in it."""

    id: str
    launch_id: str
    channel: Json
    users: list[str] = field(default_factory=list[str])


class Activities:
    """The windows that are open, and the codes and tokens of those who are in them."""

    def __init__(
        self, world: World, names: Names, commands: Commands, violations: list[str]
    ) -> None:
        """``violations``: of Discord's document, and of `token`, which it does not describe."""
        self.world = world
        self.names = names
        self.commands = commands
        self.secret = secrets.token_urlsafe(24)
        """The application's, which only its server has."""
        self.instances: dict[str, Instance] = {}
        self._codes: dict[str, tuple[str, float]] = {}
        self._tokens: dict[str, str] = {}
        self._violations = violations

    # In people's clients

    def launch(self, user_id: str, channel: Json) -> Instance:
        """Bring somebody into the window of a channel, which opens if nobody is in it yet.

        Raises `Refusal`.
        """
        if not any(row["type"] == ENTRY_POINT for row in self.commands.of(None)):
            problem: Problem = (("type",), "BASE_TYPE_CHOICES", "Activities are not enabled")
            raise invalid_form([problem])
        self.world.require(channel, user_id, Permission.USE_EMBEDDED_ACTIVITIES)
        found = [one for one in self.instances.values() if one.channel["id"] == channel["id"]]
        if not found:
            number = self.world.ids.next()
            place = "pc" if channel["type"] == DM_CHANNEL else f"gc-{channel['guild_id']}"
            name = f"i-{number}-{place}-{channel['id']}"
            found = [Instance(name, number, channel)]
            self.instances[name] = found[0]
        if user_id not in found[0].users:
            found[0].users.append(user_id)
        return found[0]

    async def enter(self, user: str, channel: str) -> Json:
        """Use the Entry Point command, or *Join*: the window opens without the application."""
        person, place = self.names.user(user), self.names.channel(channel)
        try:
            return self.view(self.launch(person["id"], place))
        except Refusal as refusal:
            raise CannotDo(str(refusal)) from None

    async def leave(self, user: str, instance: str) -> None:
        """Close somebody's window."""
        person, one = self.names.user(user), self._instance(instance)
        if person["id"] in one.users:
            one.users.remove(person["id"])
        if not one.users:
            del self.instances[one.id]

    async def authorize(self, user: str, client: str, scopes: list[str]) -> str:
        """Let the application know who somebody is: a code for its server."""
        if client != self.world.app_id or scopes != [_SCOPE]:
            raise CannotDo(f"no application {client} asks for {scopes}")
        code = secrets.token_urlsafe(22)
        self._codes[code] = self.names.user(user)["id"], self.world.clock.now() + CODE_LIVES_S
        return code

    async def authenticate(self, token: str) -> Json:
        """What the client says to a page that has a token."""
        if token not in self._tokens:
            raise CannotDo("that token is not valid")
        name = self.world.bot["username"]
        return {
            "access_token": token,
            "user": self.world.user_view(self._tokens[token]),
            "scopes": [_SCOPE],
            "expires": self.world.clock.stamp(),
            "application": {"id": self.world.app_id, "name": name, "description": ""},
        }

    async def participants(self, instance: str) -> list[Json]:
        """Everybody in a window."""
        users = self._instance(instance).users
        return [self.world.user_view(user) | {"bot": False} for user in users]

    def _instance(self, name: str) -> Instance:
        if name not in self.instances:
            raise CannotDo(f"there is no window {name}")
        return self.instances[name]

    # For the application

    def add_to(self, routes: Routes) -> None:
        """Register the route."""
        routes.add(
            "GET", "/applications/{application_id}/activity-instances/{instance_id}", self._get
        )

    async def _get(self, call: Call) -> Answer:
        if call.params["application_id"] != self.world.app_id:
            raise refuse(50001)
        instance = self.instances.get(call.params["instance_id"])
        if instance is None:
            raise refuse(NO_SUCH_INSTANCE)
        return Answer(200, self.view(instance))

    def view(self, instance: Instance) -> Json:
        """An instance, as Discord describes it."""
        channel = instance.channel
        kind = "pc" if channel["type"] == DM_CHANNEL else "gc"
        location: Json = {"id": f"{kind}-{channel['id']}", "kind": kind}
        location["channel_id"] = channel["id"]
        if kind == "gc":
            location["guild_id"] = channel["guild_id"]
        return {
            "application_id": self.world.app_id,
            "instance_id": instance.id,
            "launch_id": instance.launch_id,
            "location": location,
            "users": list(instance.users),
        }

    async def token(self, request: web.Request) -> web.StreamResponse:
        """POST /oauth2/token: exchange a code, once."""
        form = await request.post()
        if request.content_type != "application/x-www-form-urlencoded" or set(form) != _FORM:
            self._violations.append(f"POST /oauth2/token: {request.content_type} {sorted(form)}")
            return _refused("invalid_request")
        given: tuple[Any, Any] = form["client_id"], form["client_secret"]
        if given != (self.world.app_id, self.secret):
            return _refused("invalid_client", 401)
        user, ends = self._codes.pop(str(form["code"]), ("", 0.0))
        if form["grant_type"] != "authorization_code" or self.world.clock.now() >= ends:
            return _refused("invalid_grant")
        token = secrets.token_urlsafe(22)
        self._tokens[token] = user
        said = {"token_type": "Bearer", "access_token": token, "scope": _SCOPE}
        return web.json_response(
            said | {"expires_in": 604800, "refresh_token": secrets.token_urlsafe(22)}
        )

    def owner(self, token: str) -> Answer:
        """GET /users/@me with somebody's token. Raises `Refusal`."""
        if token not in self._tokens:
            raise Refusal(401, 0, "401: Unauthorized")
        mine = {"mfa_enabled": False, "locale": "en-US", "premium_type": 0}
        return Answer(200, self.world.user_view(self._tokens[token]) | mine)


def _refused(error: str, status: int = 400) -> web.Response:
    return web.json_response({"error": error}, status=status)
