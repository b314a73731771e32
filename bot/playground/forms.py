"""The checks and payloads of a person's client: command options, selects, modal fields."""

import base64
import mimetypes
from typing import Any, cast

from bot.playground import limits
from bot.playground.errors import CannotDo, Json, items
from bot.playground.names import Names
from bot.playground.uploads import LARGEST_BYTES, Upload, attachment
from bot.playground.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 6, 7, 8, 9, 10, 11

_SELECT_OF = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""Each type of entity select, with the option type for the same entities."""


class Forms:
    """Makes an interaction's data from what one person enters. Raises `CannotDo` with the
    reason."""

    def __init__(self, world: World, names: Names, person: Json) -> None:
        self.world = world
        self.names = names
        self.person = person

    def options(
        self, way: list[Json], command: Json, given: Json, channel: Json, resolved: Json
    ) -> list[Json]:
        """The options of a complete command, nested below the subcommands in ``way``."""
        accepts: list[Json] = (way[-1] if way else command).get("options") or []
        self._known(accepts, given)
        made: list[Json] = []
        for option in accepts:
            name, kind = option["name"], option["type"]
            if name not in given or given[name] is None:
                if option.get("required"):
                    raise CannotDo(f"the option {name} is required")
                continue
            value = self.value(option, given[name], channel, resolved)
            made.append({"name": name, "type": kind, "value": value})
        return _nested(way, made)

    def typing(
        self, way: list[Json], command: Json, given: Json, focused: str, channel: Json
    ) -> list[Json]:
        """The options while one of them is typed: none is required, the focused one is a text.

        Users, channels and roles are ids. A file is sent only with the complete command: until then
        its id just shows that one was chosen.
        """
        accepts: list[Json] = (way[-1] if way else command).get("options") or []
        self._known(accepts, {**given, focused: ""})
        made: list[Json] = []
        for option in accepts:
            name, kind = option["name"], option["type"]
            if name == focused:
                if not option.get("autocomplete"):
                    raise CannotDo(f"the option {name} offers nothing while typing")
                text = str(given.get(name) or "")
                made.append({"name": name, "type": kind, "value": text, "focused": True})
            elif given.get(name) is not None:
                file = kind == ATTACHMENT
                value = (
                    self.world.ids.next() if file else self.value(option, given[name], channel, {})
                )
                made.append({"name": name, "type": kind, "value": value})
        return _nested(way, made)

    @staticmethod
    def _known(accepts: list[Json], given: Json) -> None:
        names = {option["name"] for option in accepts}
        for name in given:
            if name not in names:
                raise CannotDo(f"there is no option {name}; there are {sorted(names)}")

    def value(self, option: Json, given: Any, channel: Json, resolved: Json) -> Any:
        """One option's value as sent. Users, channels, roles and files go into ``resolved`` too."""
        name, kind = option["name"], option["type"]
        choices: list[Json] = items(option.get("choices"))
        if choices:
            for choice in choices:
                if given in (choice["value"], choice["name"]):
                    return choice["value"]
            offered = [choice["name"] for choice in choices]
            raise CannotDo(f"{name} is one of {offered}, not {given!r}")
        if kind == STRING:
            if not isinstance(given, str):
                raise CannotDo(f"{name} takes a text, not {given!r}")
            _within(name, len(given), option.get("min_length"), option.get("max_length"))
            return given
        if kind in (INTEGER, NUMBER):
            right = (int,) if kind == INTEGER else (int, float)
            if isinstance(given, bool) or not isinstance(given, right):
                raise CannotDo(f"{name} takes a number, not {given!r}")
            _within(name, given, option.get("min_value"), option.get("max_value"))
            return given
        if kind == BOOLEAN:
            if not isinstance(given, bool):
                raise CannotDo(f"{name} takes True or False, not {given!r}")
            return given
        if kind == ATTACHMENT:
            return self._upload(option, given, channel, resolved)
        return self.entity(kind, str(given), channel, resolved)

    def entity(self, kind: int, given: str, channel: Json, resolved: Json) -> str:
        """The id of the user, channel or role named ``given``."""
        guild_id: str | None = channel.get("guild_id")
        if kind == CHANNEL:
            found = self.names.channel(given)
            view = self.world.channel_view(found["id"])
            keys = ("id", "name", "type", "parent_id", "flags", "thread_metadata")
            part = {key: view[key] for key in keys if key in view}
            bits = self.world.permissions(found, self.person["id"])
            resolved.setdefault("channels", {})[found["id"]] = part | {
                "permissions": str(int(bits))
            }
            return str(found["id"])
        if kind in (ROLE, MENTIONABLE) and guild_id:
            for role in self.world.guild(guild_id)["roles"]:
                if given in (role["id"], role["name"]):
                    resolved.setdefault("roles", {})[role["id"]] = role
                    return str(role["id"])
        if kind == ROLE:
            raise CannotDo(f"there is no role {given}")
        user_id = str(self.names.user(given)["id"])
        resolved.setdefault("users", {})[user_id] = self.world.user_view(user_id)
        if guild_id and self.world.is_member(guild_id, user_id):
            view = self.world.member_view(guild_id, user_id, user=False)
            bits = self.world.permissions(channel, user_id)
            del view["mute"], view["deaf"]
            resolved.setdefault("members", {})[user_id] = view | {"permissions": str(int(bits))}
        return user_id

    def _upload(self, wanted: Json, given: Any, channel: Json, resolved: Json) -> str:
        name: str = wanted.get("name") or wanted["custom_id"]
        if not isinstance(given, dict):
            raise CannotDo(f"{name} takes a file, not {given!r}")
        file = cast(Json, given)
        upload = Upload(
            file["filename"], base64.b64decode(file["data"]), "application/octet-stream"
        )
        types: list[str] = wanted.get("file_types") or []
        if not _is_offered(upload.filename, types):
            raise CannotDo(f"{name}: {upload.filename} is none of {types}")
        if len(upload.body) > LARGEST_BYTES:
            raise CannotDo(f"{name}: {upload.filename} is too large, 10 MB at most")
        file_id = self.world.ids.next()
        self.world.state.put_file(file_id, upload.body)
        made = attachment(file_id, channel["id"], upload, {}) | {"ephemeral": True}
        resolved.setdefault("attachments", {})[file_id] = made
        return file_id

    def selected(self, select: Json, values: list[str], channel: Json, resolved: Json) -> list[str]:
        """The values of a select, checked against its options and its limits."""
        name = select["custom_id"]
        if len(set(values)) != len(values):
            raise CannotDo(f"{name}: a value can be chosen once")
        _within(name, len(values), select.get("min_values", 1), select.get("max_values", 1))
        if select["type"] != limits.STRING_SELECT:
            kind = _SELECT_OF[select["type"]]
            chosen = [self.entity(kind, value, channel, resolved) for value in values]
            for number in chosen if kind == CHANNEL else []:
                self._offered(select, number, channel)
            return chosen
        return _chosen(name, select["options"], values)

    def _offered(self, select: Json, channel_id: str, channel: Json) -> None:
        """Check that a select for channels offers this one."""
        found, types = self.world.channel(channel_id), items(select.get("channel_types"))
        here = found.get("guild_id") == channel.get("guild_id")
        if not here or (types and found["type"] not in types):
            name = select["custom_id"]
            raise CannotDo(f"{name} does not offer the channel {found.get('name')}")

    def modal(self, modal: Json, given: Json, channel: Json, resolved: Json) -> list[Json]:
        """The components of a submitted modal, each field in its row or label."""
        waiting = dict(given)
        made: list[Json] = []
        numbers = iter(range(1, 100))
        for component in modal["components"]:
            outer: Json = {"type": component["type"], "id": component.get("id") or next(numbers)}
            if component["type"] == limits.LABEL:
                field = self._field(component["component"], waiting, channel, resolved)
                outer["component"] = {"id": next(numbers)} | field
            elif component["type"] == limits.ROW:
                outer["components"] = [
                    {"id": next(numbers)} | self._field(inner, waiting, channel, resolved)
                    for inner in component["components"]
                ]
            made.append(outer)
        if waiting:
            raise CannotDo(f"the modal has no field {sorted(waiting)}")
        return made

    def _field(self, field: Json, waiting: Json, channel: Json, resolved: Json) -> Json:
        name, kind = field["custom_id"], field["type"]
        made: Json = {"type": kind, "custom_id": name}
        required = field.get("required") is not False
        if kind == limits.TEXT_INPUT:
            text = str(waiting.pop(name, field.get("value") or ""))
            if required and not text:
                raise CannotDo(f"the field {name} is required")
            if text:
                _within(name, len(text), field.get("min_length"), field.get("max_length") or 4000)
            return made | {"value": text}
        if kind == 23:
            return made | {"value": bool(waiting.pop(name, field.get("default", False)))}
        given: Any = waiting.pop(name, _untouched(field))
        values: list[Any] = [] if given is None else [given]
        if isinstance(given, list):
            values = cast(list[Any], given)
        if required and not values:
            raise CannotDo(f"the field {name} is required")
        if kind == 21:
            chosen = _chosen(name, field["options"], values[:1])
            return made | {"value": chosen[0] if chosen else None}
        if kind == 22:
            return made | {"values": _chosen(name, field["options"], values)}
        if kind == 19:
            if values:
                _within(name, len(values), field.get("min_values"), field.get("max_values") or 1)
            return made | {"values": [self._upload(field, v, channel, resolved) for v in values]}
        if not values:
            return made | {"values": []}
        return made | {"values": self.selected(field, values, channel, resolved)}


def _is_offered(filename: str, types: list[str]) -> bool:
    """True if a client lets people choose a file of this name."""
    group = (mimetypes.guess_type(filename)[0] or "").partition("/")[0]
    return not types or group in types or filename.lower().endswith(tuple(types))


def _untouched(field: Json) -> list[str]:
    """The default values of a select, a radio group or a checkbox group."""
    chosen = [option["value"] for option in items(field.get("options")) if option.get("default")]
    return chosen or [value["id"] for value in items(field.get("default_values"))]


def _chosen(name: str, options: list[Json], values: list[Any]) -> list[str]:
    chosen: list[str] = []
    for value in values:
        found = [o["value"] for o in options if value in (o["value"], o["label"])]
        if not found:
            raise CannotDo(f"{name} offers {[o['label'] for o in options]}, not {value!r}")
        chosen.append(found[0])
    return chosen


def _within(name: str, size: float, least: float | None, most: float | None) -> None:
    if least is not None and size < least:
        raise CannotDo(f"{name} is at least {least}")
    if most is not None and size > most:
        raise CannotDo(f"{name} is at most {most}")


def _nested(way: list[Json], options: list[Json]) -> list[Json]:
    for step in reversed(way):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    return options
