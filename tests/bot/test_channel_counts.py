"""What `tests/bench/channel.py` counts in a game; its figures are for people to judge."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.games.keil import GAME
from engine.match import Match
from engine.turns import Turn
from tests.bench.channel import (
    MOVES,
    SILENT,
    TERMS,
    Counts,
    Hand,
    counted,
    height,
    mentioned,
    posted,
    screens,
    uploaded,
    with_token,
)

Json = dict[str, Any]
CHANNEL, FOLLOW_UP = "/channels/{id}/messages", "/webhooks/{id}/{token}"
CALLBACK = "/interactions/{id}/{token}/callback"


def request(route: str, body: Json, *, files: int = 0, status: int = 200) -> Json:
    uploads = [f"keil-1-{n}.png" for n in range(files)]
    return {"method": "POST", "route": route, "body": body, "files": uploads, "status": status}


def test_the_fixed_game_is_one_of_60_legal_moves():
    """And the two passes after it end it."""
    match, noon = Match.start(GAME, GAME.settle(TERMS), 2), datetime(2026, 11, 22, 12, tzinfo=UTC)
    for move in [*MOVES, "pass", "pass"]:
        assert match.end is None and match.to_move is not None
        match = match.take(Turn(match.to_move, move, noon))
    assert len(MOVES) == 60 and match.end is not None


def test_messages_are_counted_by_who_sees_them():
    log = [
        request(CHANNEL, {"content": "a card"}, files=1),
        request(FOLLOW_UP, {"content": "a board"}, files=1),
        request(FOLLOW_UP, {"content": "a receipt", "flags": 64}),
        request(CALLBACK, {"type": 4, "data": {"content": "another", "flags": 64}}, status=204),
        request(CALLBACK, {"type": 5}, status=204),
        request(CALLBACK, {"type": 7, "data": {"content": "changed"}}, status=204),
        request(CHANNEL, {"content": "refused"}, files=1, status=403),
        request("/channels/{id}/messages/{id}/threads", {"name": "a thread"}, status=201),
    ]
    sent = posted(log)
    assert [(post.content, post.private) for post in sent] == [
        ("a card", False),
        ("a board", False),
        ("a receipt", True),
        ("another", True),
    ]
    assert uploaded(log) == sum(post.files for post in sent) == 2
    assert with_token(log) == 3


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        (None, {"1", "2"}),
        ({"parse": ["users"]}, {"1", "2"}),
        ({"parse": [], "users": ["2", "3"]}, {"2"}),
        ({"parse": []}, set[str]()),
    ],
)
def test_a_ping_is_a_mention_that_may_notify(allowed: Json | None, called: set[str]):
    body: Json = {"content": "<@1> and <@!2>, again <@1>", "allowed_mentions": allowed}
    assert mentioned(body["content"], body) == called
    (loud,) = posted([request(CHANNEL, body)])
    (silent,) = posted([request(CHANNEL, {**body, "flags": SILENT})])
    (private,) = posted([request(CHANNEL, {**body, "flags": 64})])
    assert (loud.notified, silent.notified, private.notified) == (len(called), 0, 0)


def test_heights_add_up():
    plain: Json = {"content": "one\ntwo", "attachments": [], "components": []}
    assert height(plain) == 39 + 2 * 22
    assert height({**plain, "content": "x" * 101}) == 39 + 2 * 22
    rows = {**plain, "components": [{"type": 1}, {"type": 1}]}
    assert height(rows) == height(plain) + 80
    for size, high in (((1000, 888), 350), ((1000, 400), 220), ((300, 200), 200)):
        upload = dict(zip(("width", "height"), size, strict=True))
        assert height({**plain, "attachments": [upload]}) == height(plain) + high
    assert screens([plain] * 400) == pytest.approx(400 * height(plain) / 800)


@pytest.mark.slow
@pytest.mark.storage
async def test_a_short_game_is_counted(tmp_path: Path) -> None:
    """A card, a first board and one for each turn; as many pictures; nothing else is posted."""
    moves = MOVES[:4]
    counts = await counted("boards", tmp_path, moves)
    row = counts.row()
    boards = 1 + len(moves) + 2
    assert row["messages left in the channel"] == 1 + boards
    assert row["messages left in the thread"] == row["screens in the thread"] == 0
    assert row["public messages posted in all"] == 1 + boards
    assert boards - 2 <= uploaded(counts.requests) <= boards  # a pass changes no stone
    assert counts.first_stone == {
        "challenge": str(Hand(8, 1)),  # both name komi and choose a side before it
        "quick start": str(Hand(5)),
    }
    assert counts.a_move == str(Hand(4))


def test_a_row_divides_private_answers_among_the_players():
    private = request(FOLLOW_UP, {"content": "mine", "flags": 64})
    row = Counts([], [], [private] * 3, players=2, a_move=str(Hand(2, 1))).row()
    assert row["private answers per player"] == 1.5
    assert row["a move by the controls under the board"] == "2 presses, 1 fields typed"
