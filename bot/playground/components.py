"""Turns embeds and components, as they were sent, into what Discord returns, with ids and files."""

from collections.abc import Callable, Iterator
from typing import Any

from bot.playground import limits
from bot.playground.errors import Json, Path, Problem, items

_UPLOAD = "attachment://"
_PICTURES = ("image", "thumbnail")


class MissingUploadError(Exception):
    """A component shows ``attachment://name``, but the message has no such file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.problem: Problem = (
            (*path, "media", "url"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            "The referenced attachment was not found",
        )


def placed(
    embeds: list[Json],
    components: list[Json],
    attachments: list[Json],
    new_id: Callable[[], str],
) -> tuple[list[Json], list[Json], set[str]]:
    """Both lists as Discord returns them, and the ids of the attachments that they show.

    Those are not in ``message.attachments`` on Discord (api-docs #8277).
    """
    files = {a["filename"]: a for a in attachments}
    used: set[str] = set()
    shown = [_embed(embed, files, used) for embed in embeds]
    numbers = _free_numbers(components)
    answered = [
        _component(component, ("components", n), files, used, numbers, new_id)
        for n, component in enumerate(components)
    ]
    known = {a["id"] for a in attachments}
    return shown, answered, used & known


def _free_numbers(components: list[Json]) -> Iterator[int]:
    taken = {c.get("id") for _, c in limits.every_component(components, ()) if c.get("id")}
    number = 0
    while True:
        number += 1
        if number not in taken:
            yield number


def _embed(embed: Json, files: dict[str, Json], used: set[str]) -> Json:
    made = {key: value for key, value in embed.items() if value is not None}
    made["type"] = "rich"
    for name in _PICTURES:
        if name not in made:
            continue
        picture: Json = dict(made[name])
        url: str = picture.get("url") or ""
        if url.startswith(_UPLOAD):
            file = files.get(url.removeprefix(_UPLOAD))
            if file is None:  # Discord shows the embed without the picture and reports no error.
                del made[name]
                continue
            picture = {"url": file["url"], "proxy_url": file["url"], "attachment_id": file["id"]}
            picture |= {k: file[k] for k in ("width", "height", "content_type") if k in file}
        if "attachment_id" in picture:
            used.add(picture["attachment_id"])
        made[name] = picture
    if isinstance(made.get("footer"), dict):
        made["footer"] = {k: v for k, v in made["footer"].items() if v is not None}
    for field in items(made.get("fields")):
        field.setdefault("inline", False)
    return made


def _component(
    component: Json,
    path: Path,
    files: dict[str, Json],
    used: set[str],
    numbers: Iterator[int],
    new_id: Callable[[], str],
) -> Json:
    made = {key: value for key, value in component.items() if value is not None}
    made["id"] = component.get("id") or next(numbers)
    kind = made["type"]
    if "components" in made:
        made["components"] = [
            _component(inner, (*path, "components", n), files, used, numbers, new_id)
            for n, inner in enumerate(made["components"])
        ]
    if "accessory" in made:
        made["accessory"] = _component(
            made["accessory"], (*path, "accessory"), files, used, numbers, new_id
        )
    if kind in limits.SELECTS:
        made.setdefault("min_values", 1)
        made.setdefault("max_values", 1)
        if before := items(made.get("default_values")):
            made["default_values"] = [value | {"id": str(value["id"])} for value in before]
    elif kind == limits.GALLERY:
        made["items"] = [
            {
                "media": _media(item["media"], (*path, "items", n), files, used, new_id),
                "description": item.get("description"),
                "spoiler": bool(item.get("spoiler")),
            }
            for n, item in enumerate(made["items"])
        ]
    elif kind == limits.THUMBNAIL:
        made["media"] = _media(made["media"], path, files, used, new_id)
        made["description"] = component.get("description")
        made.setdefault("spoiler", False)
    elif kind == limits.FILE:
        made["file"] = _media(made["file"], path, files, used, new_id)
        shown = next((f for f in files.values() if f["id"] in made["file"].values()), None)
        made["name"] = shown and shown["filename"]
        made["size"] = shown and shown["size"]
        made.setdefault("spoiler", False)
    elif kind == limits.SEPARATOR:
        made.setdefault("spacing", 1)
        made.setdefault("divider", True)
    elif kind == limits.CONTAINER:
        made["accent_color"] = component.get("accent_color")
        made.setdefault("spoiler", False)
    return made


def _media(
    media: Json, path: Path, files: dict[str, Json], used: set[str], new_id: Callable[[], str]
) -> Json:
    url: str = media.get("url") or ""
    if not url.startswith(_UPLOAD):
        if media.get("attachment_id"):
            used.add(media["attachment_id"])
        base: Json = {"id": media.get("id") or new_id(), "proxy_url": url}
        return base | media
    file: dict[str, Any] | None = files.get(url.removeprefix(_UPLOAD))
    if file is None:
        raise MissingUploadError(path)
    used.add(file["id"])
    return {
        "id": file["id"],
        "attachment_id": file["id"],
        "url": file["url"],
        "proxy_url": file["url"],
        "width": file.get("width"),
        "height": file.get("height"),
        "content_type": file.get("content_type"),
    }
