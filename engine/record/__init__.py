"""Records of games: files that people keep, and that other programs open (FORMATS.md).

``record.py`` defines what a record is, ``tree.py`` its variations, ``sgf.py`` and ``json_form.py``
read and write it, ``reading.py`` finds out what a file is.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.record import json_form, sgf
from engine.record.reading import LARGEST, form_of, read
from engine.record.record import FieldKind, Record, RecordError, RecordProblem

__all__ = [
    "FORMS",
    "LARGEST",
    "FieldKind",
    "Record",
    "RecordError",
    "RecordProblem",
    "form_of",
    "read",
]

FORMS: Mapping[str, Callable[[Record], bytes]] = MappingProxyType(
    {"sgf": sgf.write, "json": json_form.write}
)
"""The function that writes each form of file, by file extension. All raise `RecordError`."""
