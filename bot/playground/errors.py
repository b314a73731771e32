"""The refusals of Discord's REST interface, by their code."""

from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]
Problem = tuple[Path, str, str]
"""The path in the body, Discord's code for the mistake, and its message."""


def items(value: Any) -> list[Json]:
    """The objects of a list that can be missing or null in JSON."""
    found: list[Json] = value if value else []
    return found


def fields(value: Any) -> Json:
    """An object that can be missing or null in JSON."""
    found: Json = value if value else {}
    return found


REFUSALS: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    10089: (404, "Unknown Activity instance"),
    30038: (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50240: (400, "You cannot remove this app's Entry Point command in a bulk update operation"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (400, "You cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    180000: (400, "Cannot update a finished event"),
    520001: (400, "Poll expired"),
    520003: (400, "Cannot edit a poll message"),
    520006: (400, "Cannot expire a non-poll message"),
}
"""Code to (HTTP status, message)."""


class Refusal(Exception):  # noqa: N818 - an answer like any other
    """An answer with an error status. ``code`` is Discord's number, 0 for a bare HTTP error."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        extra: Json | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.headers = headers or {}
        self.body: Json = {"message": message, "code": code} | (extra or {})


def refuse(code: int) -> Refusal:
    """The refusal with this code. Raises `KeyError` for a code that the stand-in does not know."""
    status, message = REFUSALS[code]
    return Refusal(status, code, message)


def invalid_form(problems: list[Problem]) -> Refusal:
    """50035 with the problems nested by their paths, as Discord nests them."""
    errors: Json = {}
    for path, code, message in problems:
        node = errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
    status, message = REFUSALS[50035]
    return Refusal(status, 50035, message, extra={"errors": errors})


class CannotDo(Exception):  # noqa: N818 - it is what a person is told, not a fault
    """Something that a person's own Discord client would refuse to do; the message says why."""
