"""The texts of boards, whole, as a reader sees them: random games with all that players can do."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bot.features.replays import texts as replays_texts
from bot.messages import alt, boards, endings, positions, results
from bot.messages.phrases import CONTENT_LIMIT, literal
from bot.service.live_match import LiveMatch
from engine.clock import Clock
from engine.game import Game, Options
from engine.games import all_games
from engine.match import End, Ending, Match
from engine.position import MoveError
from engine.time_control import TimeControl
from engine.turns import Turn
from tests import toy
from tests.bot.says import played, says

AT = datetime(2026, 11, 22, tzinfo=UTC)
DAY = timedelta(days=1)
CONTROL = TimeControl(DAY)
CUP = "1. *Autumn* Cup · 2026, round 3"
GAMES = all_games()
STARTS: list[tuple[Game, Options, int]] = [
    (GAMES["keil"], {"size": 3}, 2),
    (GAMES["keil"], {"size": 3, "komi": 3, "linking": "2019", "button": False}, 2),
    (GAMES["ki"], {"size": 5}, 2),
    (GAMES["kee"], {"width": 4, "height": 3}, 2),
    (GAMES["kee"], {"width": 3, "height": 3, "komi": 1.5}, 4),
    (toy.GAME, {"side": 4}, 3),
]
TALK = ["undo", "ask undo", "ask cancel", "ask win 0", "allow", "refuse"]
ENDS = ["resign", "timeout", "gone", "ask cancel", "ask win 1"]
SENTENCE = re.compile(r"[^ ].*[^ ][.!?](\*\*)?")


def faults(told: str) -> list[str]:
    """What would stop a reader: stray spaces and marks, leftover keys, lines without an end."""
    prose = re.sub(r"```.*?```", "", told, flags=re.DOTALL)
    stray = re.findall(r"  |^ | $| [.,:;]|[.,:;]{2}|[{}]|None|\(\)|\*\*\*|<@>", prose, re.MULTILINE)
    keys = re.findall(r"\b[a-z]+(?:-[a-z]+)+\b", prose)
    unended = [
        line
        for line in prose.splitlines()
        if line and " · " not in line and " = " not in line and not SENTENCE.fullmatch(line)
    ]
    return [*stray, *keys, *unended]


def walk(game: Game, options: Options, seats: int, end: str, random: Random) -> Iterator[LiveMatch]:
    """A game in which anybody does anything; after some turns they are after ``end``."""
    match = Match.start(game, game.settle(options, seats), seats)
    people = tuple(range(101, 101 + seats))
    live = LiveMatch(1, 2, 3, people, match, CONTROL, Clock(CONTROL, AT + DAY))
    yield live
    while match.end is None and match.ply < 40:
        seat = match.to_move
        assert seat is not None
        text = match.position.write(random.choice(list(match.position.legal_moves())))
        if random.random() < 0.4:
            seat = random.randrange(seats)
            text = random.choice(TALK if match.ply < 8 else [end, "allow", "allow", "allow"])
        if (due := match.due_pass(AT)) is not None:
            seat, text = due.seat, due.text
        try:
            match = match.take(Turn(seat, text, AT))
        except MoveError:
            continue
        live = replace(live, match=match, clock=None if match.end else live.clock)
        yield live


@pytest.mark.parametrize(("game", "options", "seats"), STARTS, ids=lambda value: str(value)[:20])
def test_every_text_of_a_board_reads_well(game: Game, options: Options, seats: int) -> None:
    ends: set[Ending] = set()
    for seed, end in enumerate(3 * ENDS):
        for live in walk(game, options, seats, end, Random(seed)):
            match, in_thread = live.match, replace(live, card_channel_id=4)
            in_cup = replace(live, part_of=CUP)
            names = [f"Player{seat}" for seat in range(seats)]
            texts = [
                boards.board(live, game),
                boards.board(live, game, ping=False),
                boards.board(in_thread, game),
                boards.board(in_thread, game, ping=False),
                boards.private_board(live, game),
                boards.board_as_text(live, game),
                positions.position_as_text(match),
                alt.text(match),
                replays_texts.frame("Keil #1", match, match, names),
                *boards.how_to_move(live),
                boards.board(in_cup, game),
                boards.private_board(in_cup, game),
            ]
            for told in texts:
                assert faults(told) == [], told
            assert all(len(told) <= CONTENT_LIMIT for told in texts if told is not texts[5])
            assert len(texts[7]) <= alt.LIMIT
            assert all(literal(CUP) in told for told in texts[-2:])
            assert re.fullmatch(r"[^ ].*[^ .]", results.summary(match))
            ends |= {match.end.how} if match.end else set()
    assert len(ends) >= 3, "the games were of all kinds"


@pytest.mark.parametrize(("game", "options", "seats"), STARTS, ids=lambda value: str(value)[:20])
def test_a_board_is_known_by_its_text_before_and_after_the_next_turn(
    game: Game, options: Options, seats: int
) -> None:
    warned = 0
    for seed, end in enumerate(3 * ENDS):
        for live in walk(game, options, seats, end, Random(seed)):
            for shown in (live, replace(live, card_channel_id=4), replace(live, part_of=CUP)):
                new, old = boards.board(shown, game), boards.board(shown, game, ping=False)
                assert boards.is_text_of(new, shown, game), new
                assert boards.is_text_of(old, shown, game), old
                warned += new.splitlines()[0] != old.splitlines()[0]
    assert warned, "some say what may come next"


def test_the_texts_of_eight_fit_although_the_board_is_full() -> None:
    game = GAMES["kee"]
    match = Match.start(game, game.settle({"width": 19, "height": 19}, 8), 8)
    stones = {point: point * 5 % 8 for point in range(361) if point % 19}
    match = replace(match, position=match.position.set_up(stones, 0))
    people = tuple(10**18 + seat for seat in range(8))
    live = LiveMatch(1, 2, 3, people, match, CONTROL, Clock(CONTROL, AT + DAY))
    for told in (
        boards.board(live, game),
        boards.private_board(live, game),
        boards.board_as_text(live, game),
        replays_texts.frame("Kee Rules Go #1", match, match, [f"Player{n}" for n in range(8)]),
    ):
        assert faults(told) == [] and len(told) <= CONTENT_LIMIT
    assert "U = Blue" in boards.board_as_text(live, game)
    assert len(alt.text(match)) <= alt.LIMIT and "Blue: " in alt.text(match)


def test_the_time_is_said_only_while_it_runs() -> None:
    live = next(walk(*STARTS[2], ENDS[0], Random(1)))
    assert live.clock is not None
    when = says("time-left", when=f"<t:{int(live.clock.deadline.timestamp())}:R>")
    assert boards.board(live, live.match.game).endswith(f" · {when}")
    assert when not in boards.board(live, live.match.game, ping=False)
    past = replace(live, clock=None)
    assert "<t:" not in boards.board(past, past.match.game)


def test_a_player_is_named_until_there_are_colours() -> None:
    first, *_ = walk(*STARTS[0], ENDS[0], Random(1))
    match = first.match.take(Turn(0, "komi 6", AT))
    live = replace(first, match=match)
    name = played("<@101>", "komi 6")
    turn = says("turn-choose.short", words="Black or White")
    lines = boards.board(live, match.game).splitlines()
    assert lines[0] == name
    assert turn in lines[1].split(" · ")
    match = match.take(Turn(1, "white", AT))
    lines = boards.board(replace(live, match=match), match.game).splitlines()
    seats = {"side": "white", "seating": "Black <@101>, White <@102>", "komi": "6"}
    assert lines[0] == says("board-chose-side", who="<@102>", pie="yes", **seats)
    assert says("turn-to-play", who="Black") in lines[1].split(" · ")
    assert "White +6 komi" not in lines[1]  # it was named two turns ago
    seen = boards.private_board(replace(live, match=match), match.game)
    assert "White +6 komi" in seen.splitlines()[-1].split(" · ")


def test_what_would_stop_a_reader_is_found() -> None:
    for bad in ("Black  passed.", "Black passed", "Black passed .", "board-passed.", "{ $who }."):
        assert faults(bad)
    assert not faults("Black passed.\n```\na  b\n```\n<@1> · **Keil** #1")


@pytest.mark.parametrize(
    ("how", "ranks", "said"),
    [
        (Ending.RESIGNATION, (1, 2), ["You won by resignation", "You lost by resignation"]),
        (Ending.TIMEOUT, (2, 1), ["You lost on time", "You won on time"]),
        (Ending.AGREEMENT, (1, 1), ["A draw", "A draw"]),
        (Ending.ADJUDGED, (1, 2), ["You won", "You lost"]),
        (Ending.CANCELLED, None, ["", ""]),
        (Ending.AGREEMENT, (1, 3, 2), ["You won", "You came 3rd of 3", "You came 2nd of 3"]),
        (
            Ending.AGREEMENT,
            (1, 1, 3),
            ["You share the win", "You share the win", "You came 3rd of 3"],
        ),
    ],
)
def test_who_has_played_reads_how_it_has_ended_for_them(
    how: Ending, ranks: tuple[int, ...] | None, said: list[str]
) -> None:
    game, options, _ = STARTS[0] if len(said) == 2 else STARTS[-1]
    match = Match.start(game, game.settle(options, len(said)), len(said))
    ended = replace(match, end=End(how, ranks))
    assert [endings.own(ended, seat) for seat in range(len(said))] == said
    assert endings.own(match, 0) == ""


def test_by_how_much_one_has_won_or_lost() -> None:
    game = GAMES["keil"]
    match = Match.start(game, game.settle({"size": 3, "komi": 2.5, "button": False}, 2), 2)
    for move in ("c3", "pass", "pass"):
        match = match.take(Turn(match.to_move or 0, move, AT, None))
    margin = results.won_by(match)
    assert margin
    assert {endings.own(match, 0), endings.own(match, 1)} == {
        f"You won by {margin}",
        f"You lost by {margin}",
    }
