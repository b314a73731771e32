"""Uploaded files: their attachment objects, their signed addresses, their sizes in pixels."""

import hashlib
import hmac
import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import Any

from bot.playground.errors import Json, fields, items

LARGEST_BYTES = 10 * 1024 * 1024
"""Discord's default per file; it is also an interaction's ``attachment_size_limit``."""

_IN_UTF_8 = ("text/", "application/json")
"""Content types for which Discord also gives the charset."""

_PLACE = "cdn:"
"""The prefix of stored addresses; host, port and signature are added when they are read."""

_KEPT_FOR_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class Upload:
    """One ``files[n]`` part of a request."""

    filename: str
    body: bytes
    content_type: str


def attachment(file_id: str, channel_id: str, upload: Upload, described: Json) -> Json:
    """The attachment object, with an address that `Addresses.signed` completes."""
    name = re.sub(r"[^\w.\-]", "_", described.get("filename") or upload.filename)
    place = f"{_PLACE}/attachments/{channel_id}/{file_id}/{name}"
    guessed = mimetypes.guess_type(name)[0] or upload.content_type
    if guessed.startswith(_IN_UTF_8) and ";" not in guessed:
        guessed += "; charset=utf-8"
    made: Json = {
        "id": file_id,
        "filename": name,
        "size": len(upload.body),
        "url": place,
        "proxy_url": place,
        "content_type": guessed,
    }
    if described.get("description"):
        made["description"] = described["description"]
    if size := png_size(upload.body):
        made["width"], made["height"] = size
    return made


def png_size(body: bytes) -> tuple[int, int] | None:
    """The width and height in pixels if the file is a PNG."""
    if body[:8] != b"\x89PNG\r\n\x1a\n" or len(body) < 24:
        return None
    width, height = struct.unpack(">II", body[16:24])
    return int(width), int(height)


class Addresses:
    """Turns stored paths into addresses on ``base`` that are valid for a day."""

    def __init__(self, base: str, secret: bytes) -> None:
        self.base = base
        self._secret = secret

    def signed(self, value: Any, now: float) -> Any:
        """A copy of a JSON value in which every stored path is a complete address."""
        if isinstance(value, str):
            return self._address(value, now) if value.startswith(_PLACE + "/") else value
        if isinstance(value, list):
            return [self.signed(item, now) for item in items(value)]
        if isinstance(value, dict):
            return {key: self.signed(item, now) for key, item in fields(value).items()}
        return value

    def valid(self, path: str, query: dict[str, str], now: float) -> bool:
        """True if the signature is ours and has not expired."""
        ends, starts = query.get("ex", ""), query.get("is", "")
        if not hmac.compare_digest(query.get("hm", ""), self._signature(path, ends, starts)):
            return False
        return int(ends, 16) > now

    def _address(self, place: str, now: float) -> str:
        path = place.removeprefix(_PLACE)
        # Whole hours, so that a file that is read twice has the same address.
        starts = f"{int(now // 3600) * 3600:x}"
        ends = f"{int(now // 3600) * 3600 + _KEPT_FOR_S:x}"
        return f"{self.base}{path}?ex={ends}&is={starts}&hm={self._signature(path, ends, starts)}"

    def _signature(self, path: str, ends: str, starts: str) -> str:
        return hmac.new(
            self._secret, f"{path} {ends} {starts}".encode(), hashlib.sha256
        ).hexdigest()
