"""What is drawn over a board stands in its alternative text: groups, numbers and points."""

import re
from datetime import UTC, datetime
from random import Random

import pytest

from bot.messages import alt
from bot.messages.phrases import colour
from engine.game import Game
from engine.games import all_games
from engine.match import Match
from engine.position import Placement, named
from engine.turns import Turn
from render.estimates import doomed, expected_owners
from render.options import Overlay, useful_overlays
from tests.bot.says import says
from tests.render.scenes import owners_of

GAMES = all_games()
NO_TIME = datetime(2026, 11, 22, tzinfo=UTC)


def after(game: Game, moves: str = "", seats: int = 2, **options: object) -> Match:
    match = Match.start(game, game.settle(options), seats)  # type: ignore[arg-type]
    for move in moves.split():
        assert match.to_move is not None
        match = match.take(Turn(match.to_move, move, NO_TIME))
    return match


def crowded(game: Game, plies: int, **options: object) -> Match:
    """A random game."""
    match, random = after(game, **options), Random(3)  # type: ignore[arg-type]
    for _ in range(plies):
        assert match.to_move is not None
        legal = match.position.legal_moves()
        move = random.choice([move.point for move in legal if isinstance(move, Placement)])
        match = match.take(Turn(match.to_move, move, NO_TIME))
    return match


KEE = after(GAMES["kee"], "a1 b1 b2 c3 a3", width=4, height=4, komi=0)
"""Black a1 is in atari, b2 and a3 are not; White has b1 and c3."""


def test_what_else_a_picture_shows_comes_before_the_position_in_plain_words():
    assert alt.text(KEE, about="Play **d4**.") == f"Play d4. {alt.text(KEE)}"


def test_on_a_full_board_it_takes_the_place_of_stones_and_they_are_counted():
    match = crowded(GAMES["kee"], 300, width=19, height=19, komi=0)
    about = 10 * "What else there is to see. "
    told, plain = alt.text(match, about=about.rstrip()), alt.text(match)
    assert told.startswith(about) and len(told) <= alt.LIMIT
    left_out = says("alt-left-out", stones="", number=2).split(":")[0]
    black, fewer = (re.search(rf"{left_out}: (\d+) black", text) for text in (told, plain))
    assert black and fewer and int(black[1]) > int(fewer[1])


def test_groups_are_listed_by_colour():
    match = after(GAMES["kee"], "a1 d4 a2 d3 c1 d1", width=4, height=4, komi=0)
    told = alt.text(match, Overlay.GROUPS)
    assert says("overlaid-groups", number=1, list="a1 a2", colour="Black") in told
    assert says("overlaid-groups", number=1, list="d3 d4", colour="White") in told


def test_a_board_that_was_scored_tells_its_territories_which_its_picture_shows():
    moves = "a2 c2 b2 d1 pass pass pass"
    match = after(GAMES["kee"], moves, width=4, height=2, komi=0)
    owned = says("overlaid-owned", colour="White", number=1, list="d2")
    nobody = says("overlaid-neutral", number=3, list="a1 b1 c1")
    stones = "Black: a2 b2. White: c2 d1."
    assert alt.text(match).endswith(f"{owned} {nobody} {stones}")
    resigned = after(GAMES["kee"], moves.replace("pass pass pass", "resign"), width=4, height=2)
    assert "d2" not in alt.text(resigned)


def test_liberties_are_counted_for_each_group_the_fewest_first():
    told = alt.text(KEE, Overlay.LIBERTIES)
    each = (("White", "b1", 1), ("Black", "a1", 1), ("Black", "a3", 3))
    sentences = [
        says("overlaid-liberties-of", colour=who, points=point, number=str(number))
        for who, point, number in each
    ]
    assert all(sentence in told for sentence in sentences)
    assert told.index(sentences[0]) < told.index(sentences[2])


def test_groups_in_atari_are_told_with_their_liberty():
    told = alt.text(KEE, Overlay.ATARI)
    assert says("overlaid-atari-of", colour="Black", points="a1", liberty="a2") in told
    assert says("overlaid-atari-of", colour="White", points="b1", liberty="c1") in told


def test_territories_and_the_score_tell_how_many_points_and_which():
    match = after(GAMES["kee"], "a2 d2 b2 d1 b1 d3 c4 d4", width=4, height=4, komi=0)
    board, parts = match.position.board, match.position.territories()
    assert {part.owner for part in parts} == {0, None}
    for shown in (Overlay.TERRITORY, "score"):
        told = alt.text(match, shown)
        for part in parts:
            points = " ".join(named(board, part.points))
            if part.owner is None:
                assert says("overlaid-neutral", number=len(part.points), list=points) in told
            else:
                who = colour(match.game.colours[part.owner])
                number = len(part.points)
                assert says("overlaid-owned", number=number, list=points, colour=who) in told


def test_controlled_points_are_told_with_their_number():
    match = crowded(GAMES["ki"], 20, size=7)
    told = alt.text(match, Overlay.CONTROL)
    controllers = match.position.controllers()
    for number in set(controllers.values()):
        points = [point for point, of in controllers.items() if of == number]
        who = colour(match.game.colours[number])
        listed = " ".join(named(match.position.board, points))
        assert says("overlaid-controlled", number=len(points), list=listed, colour=who) in told


def test_the_anchor_is_told_by_what_differs():
    match = after(GAMES["kee"], "a1 b1 pass c3 d3", width=4, height=4, komi=0)
    anchor = match.position.anchor()
    assert anchor is not None
    new = [point for point in match.position.stones if point not in anchor]
    listed = " ".join(named(match.position.board, new))
    assert says("overlaid-new", list=listed) in alt.text(match, Overlay.ANCHOR)


def test_an_estimate_tells_who_will_own_what_and_which_stones_are_lost():
    match = crowded(GAMES["keil"], 12, size=3, komi=0)
    owners = owners_of(match.position)
    expected = expected_owners(match.position, owners)
    told, board = alt.text(match, Overlay.ESTIMATE, owners=owners), match.position.board
    for key, sure in (("overlaid-expected", True), ("overlaid-likely", False)):
        for number in (0, 1):
            points = [p for p, e in expected.items() if (e.owner, e.sure) == (number, sure)]
            who, listed = colour(match.game.colours[number]), " ".join(named(board, points))
            sentence = says(key, number=len(points), list=listed, colour=who)
            assert (sentence in told) == bool(points)
    if lost := doomed(match.position, owners):
        listed = " ".join(named(board, lost))
        assert says("overlaid-doomed", number=len(lost), list=listed) in told


@pytest.mark.parametrize(
    ("key", "options", "plies"),
    [
        ("keil", {"size": 8, "komi": 0}, 100),
        ("kee", {"width": 19, "height": 19, "komi": 0}, 240),
        ("ki", {"size": 15}, 90),
    ],
)
def test_on_a_full_board_the_numbers_stay_and_the_lists_are_cut_off(
    key: str, options: dict[str, object], plies: int
):
    match = crowded(GAMES[key], plies, **options)  # type: ignore[arg-type]
    owners = owners_of(match.position)
    for shown in (*useful_overlays(match.position), Overlay.ESTIMATE):
        told = alt.text(match, shown, owners=owners)
        assert len(told) <= alt.LIMIT
        assert told.count(says("alt-shown", overlay=says(f"overlay-{shown}.inline"))) == 1
        assert " Black: " in told and " White: " in told, "the stones, as far as there is room"
        if shown is Overlay.ESTIMATE:
            expected = expected_owners(match.position, owners).values()
            number = sum(one.sure and one.owner == 0 for one in expected)
            start = says("overlaid-expected", number=number, list="", colour="Black")
            assert start.split(":")[0] in told and " …" in told
