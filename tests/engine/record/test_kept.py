"""Files of games that were played long ago. They are read for ever as they were played.

A file is added for each option value that a game gets (``RECORDS=write pytest`` this file writes
those that are missing); none is ever changed. A change of rules that breaks one needs a new
ruleset or option value, with the old one kept.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from engine.games import all_games
from engine.record import FORMS, read
from tests.engine.record.games import random_record
from tests.engine.test_playthroughs import WANTED

FOLDER = Path(__file__).parent / "kept"
FILES = [f"{name}.{form}" for name in WANTED for form in ("sgf", "json")]


@pytest.mark.parametrize("name", FILES)
def test_there_is_a_record_of_every_option_of_every_game(name: str) -> None:
    path = FOLDER / name
    if os.environ.get("RECORDS") == "write" and not path.exists():
        game, options, seats = WANTED[path.stem]
        random = Random(path.stem)
        records = (random_record(game, options, seats, random) for _ in range(100))
        record = next(r for r in records if len(r.turns) > 10 and r.match().end and r.began)
        path.write_bytes(FORMS[path.suffix[1:]](record))
    assert path.exists(), "RECORDS=write writes what is missing"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.*")), ids=lambda path: path.name)
def test_records_of_earlier_days_are_read_as_they_were_written(path: Path) -> None:
    record = read(path.read_bytes(), all_games())
    assert record.began == datetime(2026, 11, 21, 14, 0, 0, 250, tzinfo=UTC)
    match = record.match()
    assert match.end is not None
