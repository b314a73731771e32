"""Application commands: registers them, lists them, finds them by what a person types."""

from typing import Any

from bot.playground import command_limits
from bot.playground.descriptions import DM_CHANNEL
from bot.playground.errors import CannotDo, Json, Path, Problem, fields, invalid_form, items, refuse
from bot.playground.world import World

CHAT_INPUT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = 1, 2, 3, 4


class Commands:
    """The application's commands. Global ones have the ``guild_id`` None."""

    def __init__(self, world: World) -> None:
        self.world = world

    def of(self, guild_id: str | None) -> list[Json]:
        """The records of one server, or of the global commands."""
        rows = self.world.state.commands.rows.values()
        return [row for row in rows if row.get("guild_id") == guild_id]

    def find(self, guild_id: str | None, command_id: str) -> Json:
        """The record. Raises `Refusal` 10063."""
        row = self.world.state.commands.get(command_id)
        if row is None or row.get("guild_id") != guild_id:
            raise refuse(10063)
        return row

    def replace_all(self, guild_id: str | None, sent: list[Json]) -> list[Json]:
        """PUT: replace all; commands that keep their name keep their id. Raises `Refusal`."""
        problems: list[Problem] = list(command_limits.command_list_problems(sent))
        for number, command in enumerate(sent):
            at: Path = (number,)
            problems += command_limits.command_problems(command, at)
        if problems:
            raise invalid_form(problems)
        if self._of_activities(self.of(guild_id)) and not self._of_activities(sent):
            raise refuse(50240)
        kept = [self._keep(guild_id, command) for command in sent]
        for row in self.of(guild_id):
            if row["id"] not in {k["id"] for k in kept}:
                self.world.state.commands.drop(row["id"])
        return kept

    def put(self, guild_id: str | None, sent: Json) -> tuple[Json, bool]:
        """POST: create or replace the command of that name. Returns it, and whether it is new."""
        if problems := list(command_limits.command_problems(sent)):
            raise invalid_form(problems)
        new = self._same(guild_id, sent) is None
        return self._keep(guild_id, sent), new

    def change(self, guild_id: str | None, command_id: str, sent: Json) -> Json:
        """PATCH: change only the given keys."""
        row = self.find(guild_id, command_id)
        changed = row | sent
        if problems := list(command_limits.command_problems(changed)):
            raise invalid_form(problems)
        return self.world.state.commands.put(changed | {"version": self.world.ids.next()})

    def enable_activities(self) -> Json:
        """What Discord creates when an operator enables Activities: the Entry Point command."""
        sent = {"type": ENTRY_POINT, "name": "launch", "handler": 2, "contexts": [0, 1, 2]}
        return self._keep(None, sent)

    @staticmethod
    def _of_activities(commands: list[Json]) -> bool:
        return any(command.get("type") == ENTRY_POINT for command in commands)

    def _same(self, guild_id: str | None, sent: Json) -> Json | None:
        for row in self.of(guild_id):
            if row["name"] == sent["name"] and row["type"] == (sent.get("type") or 1):
                return row
        return None

    def _keep(self, guild_id: str | None, sent: Json) -> Json:
        old = self._same(guild_id, sent)
        permissions = sent.get("default_member_permissions")
        row: Json = {
            "id": old["id"] if old else self.world.ids.next(),
            "application_id": self.world.app_id,
            "type": sent.get("type") or 1,
            "name": sent["name"],
            "name_localizations": sent.get("name_localizations"),
            "description": sent.get("description") or "",
            "description_localizations": sent.get("description_localizations"),
            "options": _without_none(items(sent.get("options"))),
            "default_member_permissions": None if permissions is None else str(permissions),
            "nsfw": bool(sent.get("nsfw")),
            "version": "",
        }
        if row["type"] == ENTRY_POINT:
            row["handler"] = sent.get("handler") or 1
        if guild_id is None:
            row["contexts"] = sent.get("contexts")
            row["integration_types"] = sent.get("integration_types") or [0]
            row["dm_permission"] = sent.get("dm_permission") is not False
        else:
            row["guild_id"] = guild_id
        same = old is not None and old | {"version": ""} == row
        row["version"] = old["version"] if old and same else self.world.ids.next()
        return self.world.state.commands.put(row)

    def typed(self, channel: Json, path: str, kind: int = CHAT_INPUT) -> tuple[Json, list[Json]]:
        """The command that ``path`` ("challenge keil") names, and its nested subcommand options."""
        words = path.removeprefix("/").split() if kind == CHAT_INPUT else [path]
        for guild_id in (channel.get("guild_id"), None):
            for row in self.of(guild_id):
                if row["type"] == kind and row["name"] == words[0] and _offered(row, channel):
                    return row, _way(row, words[1:])
        raise CannotDo(f"there is no command /{path} here")


def _offered(row: Json, channel: Json) -> bool:
    if channel["type"] != DM_CHANNEL:
        return row.get("contexts") is None or 0 in row["contexts"]
    if row.get("guild_id"):
        return False
    contexts: list[int] | None = row.get("contexts")
    return 1 in contexts if contexts is not None else bool(row.get("dm_permission", True))


def _way(row: Json, words: list[str]) -> list[Json]:
    way: list[Json] = []
    here = row
    for word in words:
        below = [o for o in items(here.get("options")) if o["name"] == word and o["type"] in (1, 2)]
        if not below:
            raise CannotDo(f"/{row['name']} has no subcommand {' '.join(words)}")
        here = below[0]
        way.append(here)
    if any(option["type"] in (1, 2) for option in items(here.get("options"))):
        raise CannotDo(f"/{' '.join([row['name'], *words])} needs a subcommand")
    return way


def _without_none(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_none(item) for item in items(value)]
    if isinstance(value, dict):
        kept = fields(value).items()
        return {key: _without_none(item) for key, item in kept if item is not None}
    return value
