"""A match in the two databases, written by hand, in which what must not happen can be planted."""

import contextlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.campaign.invariants import Invariants
from tests.campaign.ledger import Ledger
from tests.campaign.looks import Shown, Stored

BOT, ADA, BO = "1", "11", "12"
TABLES = """
CREATE TABLE "match" (
    id INTEGER PRIMARY KEY, ply INTEGER, to_move INTEGER, channel_id INTEGER, place TEXT,
    game TEXT, options TEXT
);
CREATE TABLE player ("match" INTEGER, seat INTEGER, user INTEGER);
CREATE TABLE turn (
    "match" INTEGER, ply INTEGER, seat INTEGER, text TEXT, source INTEGER, at INTEGER DEFAULT 0,
    planned INTEGER DEFAULT 0
);
CREATE TABLE plan ("match" INTEGER, seat INTEGER, ply INTEGER, variations TEXT);
CREATE TABLE message (
    id INTEGER PRIMARY KEY, rev INTEGER, shown INTEGER, message INTEGER, look TEXT,
    not_before INTEGER, kind TEXT
);
CREATE TABLE challenge (id INTEGER PRIMARY KEY, source INTEGER, state TEXT);
INSERT INTO "match" VALUES (1, 0, 0, 5, 'boards', 'keil', '{"size": 3, "komi": 0}');
INSERT INTO player VALUES (1, 0, 11), (1, 1, 12);
"""


@dataclass
class Evening:
    """A match of Ada and Bo, written into both databases by hand."""

    folder: Path
    ledger: Ledger
    looks: Invariants
    ply: int = 0
    messages: int = 100
    found: list[str] = field(default_factory=list[str])

    def store(self, query: str, *given: object) -> None:
        """Change the bot's database."""
        with contextlib.closing(sqlite3.connect(self.folder / "keil.db")) as opened:
            opened.execute(query, given)
            opened.commit()

    def record(self, kind: str, number: int, **body: Any) -> None:
        """Put a record into the stand-in's database."""
        text = json.dumps(body | {"id": str(number)})
        with contextlib.closing(sqlite3.connect(self.folder / "discord.db")) as opened:
            query = "INSERT OR REPLACE INTO records VALUES (?, ?, ?)"
            opened.execute(query, (kind, str(number), text))
            opened.commit()

    def remove(self, kind: str, number: int = 0) -> None:
        """Delete what is of this kind on Discord, such as the channel of the match, or one."""
        with contextlib.closing(sqlite3.connect(self.folder / "discord.db")) as opened:
            query = "DELETE FROM records WHERE kind = ?" + f" AND id = '{number}'" * (number > 0)
            opened.execute(query, (kind,))
            opened.commit()

    def turn(self, text: str, *, by: str | None = None) -> int:
        """Somebody takes a turn. Returns its event."""
        self.ply += 1
        seat, event = (self.ply - 1) % 2, 900 + self.ply
        self.record("interaction", event, user_id=by or (ADA, BO)[seat])
        self.store("INSERT INTO turn VALUES (1, ?, ?, ?, ?, 0, 0)", self.ply, seat, text, event)
        self.store('UPDATE "match" SET ply = ?', self.ply)
        return event

    def plays_by_plan(self, text: str) -> None:
        """A planned answer comes with the turn before it."""
        event = self.turn(text)
        self.store("UPDATE turn SET source = NULL, planned = 1 WHERE source = ?", event)

    def board(self, ply: int, text: str = "", **how: Any) -> int:
        """The bot posts a board, or changes one. Returns its message."""
        return self.message(text, f"keil-{self.messages + 1}-1-{ply}.png", **how)

    def message(
        self,
        text: str,
        *pictures: str,
        buttons: bool = False,
        number: int = 0,
        calls: Sequence[str] = (),
    ) -> int:
        """The bot posts a message, or changes one. Returns it."""
        self.messages += 1
        self.record(
            "message",
            number or self.messages,
            channel_id="5",
            author_id=BOT,
            viewer=None,
            extra={},
            content=text,
            attachments=[{"filename": name} for name in pictures],
            mentions=calls,
            components=[{}] if buttons else [],
        )
        return number or self.messages

    def look(self) -> list[str]:
        """What the invariants say now."""
        return [*self.looks.news(), *self.looks.unsettled(), *self.looks.promises()]


def begun(folder: Path) -> Evening:
    """An evening on which nothing has been played."""
    with contextlib.closing(sqlite3.connect(folder / "keil.db")) as opened:
        opened.executescript(TABLES)
    with contextlib.closing(sqlite3.connect(folder / "discord.db")) as opened:
        opened.execute("CREATE TABLE records (kind TEXT, id TEXT, body TEXT, UNIQUE (kind, id))")
    ledger = Ledger(folder / "promises.jsonl")
    shown = Shown(folder / "discord.db", BOT)
    looks = Invariants(ledger, Stored(folder / "keil.db"), shown, folder / "bot.log")
    made = Evening(folder, ledger, looks)
    made.record("channel", 5)
    made.board(0)
    return made
