"""What is stored, and what is shown: read from the two databases, never from the bot itself."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.service.shown_messages import SETTLED
from engine.games import all_games
from engine.match import Match
from engine.turns import Turn
from tests.campaign.processes import look

Json = dict[str, Any]
GAMES = all_games()
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BOARD = re.compile(r"[a-z]+-[0-9]+-([0-9]+)-([0-9]+)\.png")
BUTTON = re.compile(r"k1:(?:more|record):([0-9]+):([0-9]+).*")
PRIVATE = 64


@dataclass(frozen=True)
class StoredTurn:
    """A turn in the bot's database."""

    row: int
    """Rows are only added: a larger number is newer."""
    match: int
    ply: int
    seat: int
    text: str
    source: int | None
    """The interaction or message that caused it; None: the clock, a plan, or somebody who left."""
    planned: bool


@dataclass(frozen=True)
class StoredPlan:
    """What a player has planned for the opponent's next move."""

    match: int
    seat: int
    ply: int
    """After which its board came to be."""
    variations: Any
    plies: int
    """How many turns the match has."""


@dataclass
class Seen:
    """A match as its players see it."""

    id: int
    channel: str
    players: list[str]
    match: Match
    plies: int = 0

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.match.end is not None


@dataclass
class Stored:
    """The bot's database."""

    database: Path
    _seen: dict[int, Seen] = field(default_factory=dict[int, Seen])

    def _look(self, query: str, given: tuple[object, ...] = ()) -> list[Any]:
        """The rows of a query."""
        return look(self.database, query, given)

    def matches(self, *, running: bool = True) -> list[Seen]:
        """Every match that runs, or has ended lately."""
        wanted = "to_move IS NOT NULL" if running else "to_move IS NULL ORDER BY id DESC LIMIT 40"
        rows = self._look(f'SELECT id, ply, channel_id FROM "match" WHERE {wanted}')
        found = [self.match(number, ply) for number, ply, _ in rows]
        for seen, (_, _, channel) in zip(found, rows, strict=True):
            seen.channel = str(channel)  # it may have got a thread, or lost it
        if not running:  # the others are over, and nobody comes back to them
            least = min((seen.id for seen in found), default=0)
            self._seen = {number: seen for number, seen in self._seen.items() if number >= least}
        return found

    def match(self, number: int, ply: int) -> Seen:
        """A match after ``ply`` turns; what has been read before is not read again."""
        seen = self._seen.get(number)
        if seen is None:
            seen = self._seen[number] = self._begun(number)
        return self._go_on(seen, ply)

    def at(self, number: int, ply: int) -> Match:
        """A match after ``ply`` turns, read anew. Raises `MoveError`."""
        return self._go_on(self._begun(number), ply).match

    def _go_on(self, seen: Seen, ply: int) -> Seen:
        """Read on up to ``ply``."""
        if seen.plies >= ply:
            return seen
        rows = self._look(
            "SELECT seat, text, at FROM turn WHERE match = ? AND ply > ? AND ply <= ? ORDER BY ply",
            (seen.id, seen.plies, ply),
        )
        for seat, text, at in rows:
            turn = Turn(seat, text, EPOCH + timedelta(microseconds=at))
            seen.match, seen.plies = seen.match.take(turn), seen.plies + 1
        return seen

    def headers(self, game: str) -> list[tuple[int, int, int | None]]:
        """Every match of a game: its id, how many turns it has, whose turn it is."""
        return self._look('SELECT id, ply, to_move FROM "match" WHERE game = ?', (game,))

    def with_bids(self) -> set[int]:
        """The matches in which a bid can be read."""
        rows = self._look('SELECT DISTINCT "match" FROM turn WHERE text LIKE ?', ("bid %",))
        return {match for (match,) in rows}

    def tables(self) -> list[str]:
        """The names of all tables."""
        return [
            name for (name,) in self._look("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]

    def texts(self, table: str) -> list[str]:
        """All rows of a table, as text."""
        return [str(row) for row in self._look(f'SELECT * FROM "{table}"')]

    def _begun(self, number: int) -> Seen:
        query = 'SELECT channel_id, game, options FROM "match" WHERE id = ?'
        ((channel, key, options),) = self._look(query, (number,))
        players = self.players(number)
        game = GAMES[key]
        begun = Match.start(game, game.complete(_json(options)), len(players))
        return Seen(number, str(channel), players, begun)

    def players(self, match: int) -> list[str]:
        """Who plays, by seat."""
        query = 'SELECT "user" FROM player WHERE "match" = ? ORDER BY seat'
        return [str(user) for (user,) in self._look(query, (match,))]

    def deadlines_while_away(self) -> list[int]:
        """The matches that would be lost while the player to move is away; all are of days."""
        query = (
            'SELECT m.id, m.deadline, rest.chosen FROM "match" m '
            'JOIN player ON player."match" = m.id AND player.seat = m.to_move '
            'JOIN rest ON rest."user" = player."user" '
            "WHERE m.paused IS NULL AND player.level IS NULL"
        )
        away = ((key, deadline, json.loads(rest)[3]) for key, deadline, rest in self._look(query))
        return [key for key, deadline, span in away if span and span[0] <= deadline < span[1]]

    def overdrawn(self) -> list[int]:
        """The people who have less vacation left than none."""
        return [user for (user,) in self._look('SELECT "user" FROM vacation WHERE left_s < 0')]

    def plans(self) -> list[StoredPlan]:
        """What players have planned, with the number of turns of the match."""
        query = (
            "SELECT m.id, plan.seat, plan.ply, plan.variations, m.ply FROM plan "
            'JOIN "match" m ON m.id = plan."match"'
        )
        plans = (StoredPlan(*row) for row in self._look(query))
        return [replace(plan, variations=_json(plan.variations)) for plan in plans]

    def text_of(self, match: int, ply: int) -> str:
        """A turn."""
        query = 'SELECT text FROM turn WHERE "match" = ? AND ply = ?'
        return str(self._look(query, (match, ply))[0][0])

    def expected(self, match: int, seat: int) -> list[str]:
        """The moves of this seat to which the other has planned an answer."""
        query = 'SELECT variations FROM plan WHERE "match" = ? AND seat <> ?'
        planned = [_json(told) for (told,) in self._look(query, (match, seat))]
        return [moves[0] for variations in planned for moves in variations]

    def soft(self) -> list[int]:
        """The matches that run and in which nobody loses by the clock alone."""
        query = 'SELECT id FROM "match" WHERE to_move IS NOT NULL AND time LIKE ?'
        return [number for (number,) in self._look(query, ("% soft%",))]

    def plies(self) -> dict[int, int]:
        """How many turns each match has."""
        return dict(self._look('SELECT id, ply FROM "match"'))

    def lives(self) -> list[tuple[int, str, str, bool]]:
        """How each match lives: its id, its channel, the key of its place, if it runs."""
        rows = self._look('SELECT id, channel_id, place, to_move IS NOT NULL FROM "match"')
        return [(number, str(channel), place, bool(runs)) for number, channel, place, runs in rows]

    def in_threads(self) -> list[tuple[int, str]]:
        """The matches that run in threads of their own, with these."""
        query = (
            'SELECT id, channel_id FROM "match" WHERE to_move IS NOT NULL AND channel_id <> home'
        )
        return [(number, str(channel)) for number, channel in self._look(query)]

    def turns(self, after: int) -> list[StoredTurn]:
        """The turns whose row is newer."""
        query = 'SELECT rowid, "match", ply, seat, text, source, planned FROM turn WHERE rowid > ?'
        return [StoredTurn(*row) for row in self._look(query, (after,))]

    def caused(self, table: str, sources: Iterable[int]) -> set[int]:
        """Which of these events have caused a row."""
        rows = _rows_in_parts(self._look, f"SELECT source FROM {table} WHERE source", sources)
        return {row[0] for row in rows}

    def challenges(self, numbers: Iterable[int]) -> dict[int, str]:
        """The states of these challenges."""
        return dict(_rows_in_parts(self._look, "SELECT id, state FROM challenge WHERE id", numbers))

    def unsent(self) -> int:
        """How many messages are still to be sent."""
        query = "SELECT count(*) FROM message WHERE message IS NULL AND shown <> rev"
        rows = self._look(query)
        return rows[0][0] if rows else 0

    def held(self, now: datetime) -> set[int]:
        """Messages whose buttons or links stay for a while: a late edit could bring them back."""
        us = (now - EPOCH) // timedelta(microseconds=1)
        query = (
            "SELECT message FROM message WHERE (look = 'bare' OR look = 'full' AND kind = 'line') "
            "AND shown <> rev AND not_before"
        )
        settled = us + SETTLED // timedelta(microseconds=1)
        return {number for (number,) in self._look(f"{query} BETWEEN ? AND ?", (us, settled))}

    def failed(self) -> list[tuple[Any, ...]]:
        """The messages that the bot has given up: match, kind, ply and challenge of each.

        Lines that came to nothing look the same, and notes of who has come back. A board that no
        process has begun to send was not given up: it waited behind a card, and the thread has
        another.
        """
        query = (
            'SELECT "match", kind, ply, challenge FROM message '
            "WHERE look = 'gone' AND message IS NULL AND attempt > 0 "
            "AND kind NOT IN ('line', 'reminder', 'absence', 'vacation', 'direct', 'call')"
        )
        return self._look(query)

    def newest_board(self, match: int) -> str | None:
        """The message of the newest board that was sent."""
        query = (
            'SELECT message FROM message WHERE "match" = ? AND message IS NOT NULL '
            "AND kind IN ('board', 'living') AND look <> 'gone' ORDER BY ply DESC, id DESC LIMIT 1"
        )
        rows = self._look(query, (match,))
        return str(rows[0][0]) if rows else None

    def open_cards(self) -> list[tuple[int, str, str, list[str]]]:
        """Open challenges: number, challenger, message of the card, who is invited."""
        query = (
            "SELECT c.id, c.challenger, p.message FROM challenge c JOIN message p ON p.challenge = "
            "c.id WHERE c.state = 'open' AND p.message IS NOT NULL"
        )
        return [
            (number, str(challenger), str(message), self._invited(number))
            for number, challenger, message in self._look(query)
        ]

    def _invited(self, challenge: int) -> list[str]:
        query = 'SELECT "user" FROM invitation WHERE challenge = ? AND NOT accepted'
        return [str(user) for (user,) in self._look(query, (challenge,))]


@dataclass
class Post:
    """A public message of the bot, posted by itself."""

    id: int
    channel: str
    text: str
    board: tuple[int, int] | None
    """Match and ply, by the name of its picture, or without one by a button."""
    buttons: bool
    picture: bool
    calls: frozenset[str] = frozenset()
    """The people whom it mentions."""

    @property
    def is_line(self) -> bool:
        """True for words that call somebody, such as those under a living board."""
        return bool(self.calls) and self.board is None and not self.buttons and not self.picture


@dataclass
class Shown:
    """The stand-in's database."""

    database: Path
    bot: str
    """The number of the bot."""

    def _look(self, query: str, given: tuple[object, ...] = ()) -> list[Any]:
        return look(self.database, query, given)

    def channels(self) -> set[str]:
        """The channels and threads that there are."""
        return {number for (number,) in self._look("SELECT id FROM records WHERE kind = 'channel'")}

    def asleep(self) -> set[str]:
        """The threads that are closed: Discord lets nobody edit what is in them."""
        archived = "json_extract(body, '$.thread_metadata.archived')"
        query = f"SELECT id FROM records WHERE kind = 'channel' AND {archived}"
        return {number for (number,) in self._look(query)}

    def posts(self, after: int) -> list[Post]:
        """The bot's public messages with a larger id, oldest first."""
        query = "SELECT body FROM records WHERE kind = 'message' AND id > ? ORDER BY id"
        rows = self._look(query, (str(after),))
        return list(self._posts(json.loads(body) for (body,) in rows))

    def again(self, messages: Iterable[int]) -> dict[int, Post]:
        """These messages as they are now."""
        query = "SELECT body FROM records WHERE kind = 'message' AND id"
        rows = _rows_in_parts(self._look, query, [str(number) for number in messages])
        return {post.id: post for post in self._posts(json.loads(body) for (body,) in rows)}

    def _posts(self, rows: Iterable[Json]) -> Iterator[Post]:
        """Those of the messages that the bot has posted for all."""
        for row in rows:
            if row["viewer"] is not None or row["author_id"] != self.bot:
                continue
            board = _board_in(row)
            if board is None and "interaction_metadata" in row["extra"]:
                continue  # an answer; one with a board would be seen as doubled
            buttons = bool(row["components"])
            about = int(row["id"]), row["channel_id"], row["content"]
            calls = frozenset(row["mentions"])
            yield Post(*about, board, buttons, bool(row["attachments"]), calls)

    def texts(self) -> Iterator[tuple[str, int, str, str]]:
        """What the bot has shown: its kind and number, who alone can see it, and all of it."""
        query = (
            "SELECT kind, body FROM records WHERE kind IN ('message', 'interaction', 'channel') "
            "AND (body LIKE '%.5%' OR body LIKE '%½%' OR body LIKE '%00bd%')"
        )
        for kind, body in self._look(query):
            row: Json = json.loads(body)
            if kind == "message" and row["author_id"] != self.bot:
                continue
            viewer = row.get("viewer") or row.get("user_id") or ""
            yield kind, int(row["id"]), str(viewer), body

    def makers(self, sources: Iterable[int]) -> dict[int, str]:
        """Who has made these events: interactions, or messages of people."""
        wanted = [str(source) for source in sources]
        found: dict[int, str] = {}
        for kind, who in (("interaction", "user_id"), ("message", "author_id")):
            query = f"SELECT body FROM records WHERE kind = '{kind}' AND id"
            for (body,) in _rows_in_parts(self._look, query, wanted):
                row: Json = json.loads(body)
                found[int(row["id"])] = str(row[who])
        return found


def _board_in(row: Json) -> tuple[int, int] | None:
    """The board that a message is. One without a picture and without buttons counts as folded."""
    named = [BOARD.fullmatch(upload["filename"]) for upload in row["attachments"]]
    buttons: list[Json] = [b for line in row["components"] for b in line.get("components", ())]
    named += [BUTTON.fullmatch(button.get("custom_id", "")) for button in buttons if not named]
    return next(((int(found[1]), int(found[2])) for found in named if found), None)


def _json(stored: Any) -> Any:
    """What a column holds: SQLite gives its text."""
    return json.loads(stored) if isinstance(stored, str) else stored


def _rows_in_parts(
    look: Callable[[str, tuple[object, ...]], list[Any]], query: str, given: Iterable[object]
) -> list[Any]:
    rows, values = list[Any](), list(given)
    for first in range(0, len(values), 500):
        part = tuple(values[first : first + 500])
        marks = ", ".join("?" * len(part))
        rows += look(f"{query} IN ({marks})", part)
    return rows
