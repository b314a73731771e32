"""Reading a file without knowing what is in it."""

from collections.abc import Mapping

from engine.game import Game
from engine.record import diagram_form, json_form, sgf
from engine.record.record import Record, RecordError, RecordProblem

LARGEST = 2 << 20
"""The most bytes of a file; a larger one is refused unread."""


def read(data: bytes, games: Mapping[str, Game], by: Game | None = None) -> Record:
    """The record in a file, SGF, JSON or a diagram, judged by the rules. Raises `RecordError`.

    ``by``: the game whose rules apply if the file is Go in SGF and names other rules, or none.
    """
    form = form_of(data)
    if form == "json":
        return json_form.read(data, games)
    if form == "diagram":
        return diagram_form.read(data, games)
    return sgf.read(data, games, by)


def form_of(data: bytes) -> str:
    """``sgf``, ``json`` or ``diagram``, judging by how the file begins. Raises `RecordError`."""
    if len(data) > LARGEST:
        raise RecordError(RecordProblem.TOO_LARGE, bytes=LARGEST)
    if not data.strip():
        raise RecordError(RecordProblem.EMPTY)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RecordError(RecordProblem.UTF_16)
    text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if diagram_form.HEAD.match(text):
        return "diagram"
    start = text[:1]
    if start not in (b"(", b"{"):
        raise RecordError(RecordProblem.NEITHER)
    return "json" if start == b"{" else "sgf"
