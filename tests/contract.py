"""Holds bodies against Discord's OpenAPI document (``DISCORD_OPENAPI``), with readable paths.

`check` is given to the stand-in and sees what the bot sends and what the stand-in answers. Without
the document it finds nothing; the stand-in's own limits table runs all the same.
"""

import json
import os
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, cast

import jsonschema_rs

from bot.playground.checking import Seen

Json = dict[str, Any]
Where = Literal["request", "answer"]

ROOT = Path(__file__).parent.parent
DOCUMENT = Path(
    os.environ.get("DISCORD_OPENAPI") or ROOT.parent / "shared/discord-api/openapi.json"
)
ADDRESS = "urn:discord"
"""By this name its schemas refer to each other."""
COUNT = ROOT / ".pytest_cache" / "contract-bodies"
"""One byte per request body: appending needs no lock between workers and survives a kill."""

HARMLESS = {"tts", "nsfw"}
"""discord.py sends these where the document does not know them."""
NEWER = {"file_types"}
"""Discord's documentation has these, and the document is older."""
KEPT = {"url", "proxy_url", "size", "width", "height", "content_type", "spoiler"}
"""discord.py sends these of an attachment that stays on its message; its id would be enough."""

EVENTS = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "GUILD_CREATE": "GuildResponse",
    "GUILD_MEMBER_ADD": "GuildMemberResponse",
}
"""Events whose payload is an object that REST has too."""


def available() -> bool:
    """Whether Discord's document is here."""
    return DOCUMENT.is_file()


def check(seen: Seen) -> list[str]:
    """Violations as ``/path: what``; nothing for what the document does not describe."""
    if not available():
        return []
    if seen.kind == "event":
        return _event(seen.route, seen.body)
    operation = _document("answer")["paths"].get(seen.route, {}).get(seen.method.lower())
    if operation is None:
        return [f"/: the document has no {seen.method} {seen.route}"]
    if seen.kind == "response":
        return _response(operation, seen)
    return _request(operation, seen)


def _request(operation: Json, seen: Seen) -> list[str]:
    content: Json = operation.get("requestBody", {}).get("content", {})
    kind = "multipart/form-data" if seen.multipart else "application/json"
    if kind not in content:
        return [f"/: {kind} is not accepted here"]
    schema: Json = content[kind]["schema"]
    if seen.multipart and "allOf" in schema:
        schema = schema["allOf"][0]
    _count()
    if not isinstance(seen.body, list):
        return _refused(schema, seen.body)
    # All commands, which every bot sends once: to know them again is quicker than to look at them.
    known = id(schema), json.dumps(seen.body)
    if known not in _judged:
        _judged[known] = schema, _refused(schema, seen.body)
    return _judged[known][1]


def _refused(schema: Json, body: Any) -> list[str]:
    found = list(problems(schema, body, "request"))
    return found or list(extra_keys(schema, body))


def _response(operation: Json, seen: Seen) -> list[str]:
    responses: Json = operation["responses"]
    status = str(seen.status)
    described = responses.get(status)
    if described is None and 400 <= seen.status < 500:
        described = responses.get("4XX")
    if described is None:
        return [f"/: {seen.status} is not an answer of this route"]
    if "$ref" in described:
        described = _document("answer")["components"]["responses"][
            described["$ref"].rpartition("/")[2]
        ]
    content: Json = described.get("content", {}).get("application/json")
    if not content:
        return [] if seen.body is None else ["/: no body is expected"]
    return list(problems(content["schema"], seen.body, "answer"))


def _event(name: str, body: Json) -> list[str]:
    if name in EVENTS:
        return list(problems(_named(EVENTS[name]), body, "answer"))
    if name != "INTERACTION_CREATE":
        return []
    parts: list[tuple[str, Any]] = [
        ("MessageResponse", body.get("message")),
        ("GuildMemberResponse", body.get("member")),
        ("UserResponse", body.get("user")),
    ]
    resolved: Json = body["data"].get("resolved", {})
    kinds = {"users": "UserResponse", "messages": "MessageResponse", "roles": "GuildRoleResponse"}
    for key, schema in kinds.items():
        parts += [(schema, value) for value in resolved.get(key, {}).values()]
    parts += [
        ("MessageAttachmentResponse", value) for value in resolved.get("attachments", {}).values()
    ]
    found = [
        f"({schema}) {words}"
        for schema, value in parts
        if value is not None
        for words in problems(_named(schema), value, "answer")
    ]
    needed = (
        "id application_id type token version data channel_id channel app_permissions locale "
        "entitlements authorizing_integration_owners context attachment_size_limit"
    )
    found += [f"/{key}: missing" for key in needed.split() if key not in body]
    return found


def _count() -> None:
    COUNT.parent.mkdir(exist_ok=True)
    with COUNT.open("ab") as file:
        file.write(b".")


@cache
def _named(name: str) -> Json:
    return {"$ref": f"{ADDRESS}#/components/schemas/{name}"}


@lru_cache(maxsize=2)
def _document(where: Where) -> Json:
    # Read once into a registry, and not with each schema again, which took seconds a process.
    document: Json = json.loads(DOCUMENT.read_text().replace('"#/', f'"{ADDRESS}#/'))
    # The document wants numbers as the codes of single form errors; Discord's documentation shows
    # names (BASE_TYPE_REQUIRED), and the document's own advice is to follow that.
    inner = document["components"]["schemas"]["InnerErrors"]
    inner["properties"]["_errors"]["items"] = {"type": "object", "required": ["code", "message"]}
    if where == "request":
        # "Our API accepts strings for int fields", and numbers for snowflakes: discord.py sends
        # both for the ids of attachments, mentioned users and replied-to messages.
        document["components"]["schemas"]["SnowflakeType"] = {
            "type": ["string", "integer"],
            "pattern": "^(0|[1-9][0-9]*)$",
        }
    return document


@cache
def _registry(where: Where) -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(ADDRESS, {"components": _document(where)["components"]})])


_validators: dict[tuple[str, Where], Any] = {}
_by_identity: dict[tuple[int, Where], tuple[Json, Any]] = {}
"""The same by the id of the schema, which stands here too so that its id is given to no other."""
_judged: dict[tuple[int, str], tuple[Json, list[str]]] = {}
"""What is wrong with lists of commands, by the schema, which stands here too, and by their text."""


def _validator(schema: Json, where: Where) -> Any:
    entry = _by_identity.get((id(schema), where))
    if entry is None:
        key = (json.dumps(schema, sort_keys=True), where)
        if key not in _validators:
            _validators[key] = jsonschema_rs.Draft202012Validator(schema, registry=_registry(where))
        entry = _by_identity[id(schema), where] = schema, _validators[key]
    return entry[1]


def _resolved(schema: Json, where: Where) -> Json:
    while "$ref" in schema:
        schema = _document(where)["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def problems(schema: Json, value: Any, where: Where, at: str = "") -> Iterator[str]:
    """Each violation at its own place: of a union, those of the branch that was meant."""
    if _validator(schema, where).is_valid(value):
        return
    schema = _resolved(schema, where)
    branches: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
    if branches and "const" not in branches[0]:
        branch = _meant(branches, value, where)
        if branch is None:
            yield f"{at or '/'}: fits none of the {len(branches)} forms that are possible here"
        else:
            yield from problems(branch, value, where, at)
        return
    parts: list[Json] = schema.get("allOf") or []
    for part in parts:
        yield from problems(part, value, where, at)
    properties: Json = schema.get("properties", {})
    inner: list[tuple[Json, Any, str]] = []
    if isinstance(value, dict):
        fields = cast(Json, value)
        inner = [(properties[k], v, f"{at}/{k}") for k, v in fields.items() if k in properties]
    elif isinstance(value, list) and "items" in schema:
        rows = cast(list[Any], value)
        inner = [(schema["items"], v, f"{at}/{n}") for n, v in enumerate(rows)]
    for part, item, path in inner:
        yield from problems(part, item, where, path)
    here = {k: v for k, v in schema.items() if k not in ("properties", "items", "allOf")}
    for error in _validator(here, where).iter_errors(value):
        yield f"{at or '/'}: {error.message[:200]}"


def _meant(branches: list[Json], value: Any, where: Where) -> Json | None:
    """The branch whose ``type`` is the value's; else one that fits, else the only object."""
    given = cast(Json, value).get("type") if isinstance(value, dict) else None
    objects: list[Json] = []
    for branch in branches:
        resolved = _resolved(branch, where)
        if "properties" in resolved or "allOf" in resolved:
            objects.append(branch)
        allowed: list[int] = resolved.get("properties", {}).get("type", {}).get("enum", [])
        if given in allowed:
            return branch
    for branch in branches:
        if _validator(branch, where).is_valid(value):
            return branch
    if isinstance(value, dict):
        return objects[0] if len(objects) == 1 else None
    others = [b for b in branches if b not in objects and b.get("type") != "null"]
    return others[0] if len(others) == 1 and value is not None else None


def extra_keys(schema: Json, value: Any, at: str = "") -> Iterator[str]:
    """Keys that the document does not know: a misspelt one passes every schema there is."""
    schema = _resolved(schema, "request")
    branches: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
    if branches:
        fitting = [b for b in branches if _validator(b, "request").is_valid(value)]
        found = [list(extra_keys(branch, value, at)) for branch in fitting]
        yield from min(found, key=len, default=list[str]())
    elif isinstance(value, list):
        for number, item in enumerate(cast(list[Any], value)):
            yield from extra_keys(schema.get("items", {}), item, f"{at}/{number}")
    elif isinstance(value, dict) and (known := _properties(schema)):
        for key, item in cast(Json, value).items():
            if key in known:
                yield from extra_keys(known[key], item, f"{at}/{key}")
            elif not (
                key in HARMLESS | NEWER
                or ("/embeds/" in at and key == "flags")
                or ("/attachments/" in at and key in KEPT)
            ):
                yield f"{at}/{key}: unknown key"


def _properties(schema: Json) -> Json:
    found: Json = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []):
        found |= _properties(_resolved(part, "request"))
    return found
