"""``keil record``: checking and converting files of games in a shell. FORMATS.md describes it."""

import argparse
import shutil
import sys
from collections.abc import Mapping
from os import fsync
from os.path import realpath
from pathlib import Path
from secrets import token_hex

from bot.messages import records, results
from bot.messages.record_text import FORMS
from engine.game import Game
from engine.record import LARGEST, RecordError, form_of, read

RIGHT, WRONG, WRONG_USE = 0, 1, 2
"""Exit statuses."""
SHELL = "-"
"""The name of standard input and output."""
INPUT, OUTPUT = 0, 1
"""Their file descriptors: records are bytes, whatever wraps the streams."""
OTHER = {"json": "sgf", "sgf": "json", "diagram": "sgf"}
"""The form that each form is converted to by default."""


def run(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Check or convert. Returns the exit status."""
    by = None if given.rules is None else games[given.rules]
    try:
        return _check(given, games, by) if given.job == "check" else _convert(given, games, by)
    except BrokenPipeError:
        return WRONG  # nobody reads the rest
    except KeyboardInterrupt:
        return 130  # as shells count it
    except OSError as error:
        return _wrong("standard output", error)


def contents(name: str) -> bytes:
    """The contents of a file, up to one byte more than a record may have. Raises `OSError`."""
    with Path(name).open("rb") as file:
        return file.read(LARGEST + 1)


def _check(given: argparse.Namespace, games: Mapping[str, Game], by: Game | None) -> int:
    status = RIGHT
    for name in given.files:
        try:
            summary = results.summary(read(_given(name), games, by).match())
        except (OSError, RecordError) as error:
            status = _wrong(name, error)
        else:
            _put(f"{_shown(name)}: {summary}\n".encode())
    return status


def _convert(given: argparse.Namespace, games: Mapping[str, Game], by: Game | None) -> int:
    out, form = given.out, given.to
    if form is None and out != SHELL:
        form = Path(out).suffix[1:].lower()
        if form not in FORMS:
            known = ", ".join(f".{form}" for form in FORMS)
            sys.stderr.write(f"keil: --out must end in one of {known}, or say --to.\n")
            return WRONG_USE
    try:
        data = _given(given.file)
        form = form or OTHER[form_of(data)]
        written = FORMS[form](read(data, games, by))
    except (OSError, RecordError) as error:
        return _wrong(given.file, error)
    if out == SHELL:
        _put(written)
        return RIGHT
    try:
        _save(written, Path(out), force=given.force)
    except OSError as error:
        return _wrong(out, error)
    return RIGHT


def _given(name: str) -> bytes:
    if name != SHELL:
        return contents(name)
    with open(INPUT, "rb", closefd=False) as source:
        return source.read(LARGEST + 1)


def _put(data: bytes) -> None:
    """Write to standard output, at once. Raises `OSError`."""
    with open(OUTPUT, "wb", closefd=False) as sink:
        sink.write(data)


def _save(data: bytes, path: Path, *, force: bool) -> None:
    """Write a file, wholly or not at all. Raises `OSError`.

    An existing file is kept unless ``force``.
    """
    path = Path(realpath(path))  # replaces the target of a link, not the link
    if path.is_symlink():
        raise OSError(None, "its links lead in a circle")
    exists = path.exists()
    if exists and not path.is_file():
        raise OSError(None, "it is no ordinary file, so nothing was written")
    if exists and not force:
        raise FileExistsError(None, "there is such a file; --force overwrites it")
    beside = path.with_name(f".keil-{token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            fsync(file.fileno())
        if exists:
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _wrong(name: str, error: Exception) -> int:
    """Say in one line what is wrong with a file. Returns the exit status."""
    if isinstance(error, RecordError):
        why = records.sentence(error)
    else:
        why = getattr(error, "strerror", None) or str(error)
    sys.stderr.write(f"{_shown(name)}: {_shown(why)}\n")
    return WRONG


def _shown(text: str) -> str:
    """``text`` on one line, whatever is in it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
