"""Reading a file without knowing what is in it."""

from collections.abc import Mapping

from engine.game import Game
from engine.record import json_form, sgf
from engine.record.record import Record, RecordError, RecordProblem

LARGEST = 2 << 20
"""The most bytes of a file; a larger one is refused unread."""


def read(data: bytes, games: Mapping[str, Game], by: Game | None = None) -> Record:
    """The record in a file, SGF or JSON, judged by the rules. Raises `RecordError`.

    ``by``: the game whose rules apply if the file is Go in SGF and names other rules, or none.
    """
    if form_of(data) == "json":
        return json_form.read(data, games)
    return sgf.read(data, games, by)


def form_of(data: bytes) -> str:
    """``sgf`` or ``json``, judging by the beginning of the file. Raises `RecordError`."""
    if len(data) > LARGEST:
        raise RecordError(RecordProblem.TOO_LARGE, bytes=LARGEST)
    if not data.strip():
        raise RecordError(RecordProblem.EMPTY)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RecordError(RecordProblem.UTF_16)
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start not in (b"(", b"{"):
        raise RecordError(RecordProblem.NEITHER)
    return "json" if start == b"{" else "sgf"
