"""Records as text: every turn is there, and what the board shows."""

from pathlib import Path

import pytest

from bot.messages.record_text import FORMS
from engine.games import all_games
from engine.record import read
from tests.bot.says import says
from tests.engine.record.test_kept import FOLDER


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_every_turn_is_written_in_order(path: Path) -> None:
    record = read(path.read_bytes(), all_games())
    written = FORMS["txt"](record).decode()
    rest = written
    for turn in record.turns:
        _, found, rest = rest.partition(f" {turn.text} ")
        assert found, turn
    for name in record.players:
        assert name is None or name in written
    last = record.match().position
    assert says("record-text-after", ply=str(last.ply)) in written
    assert written.isprintable() or set(filter(lambda c: not c.isprintable(), written)) == {"\n"}
