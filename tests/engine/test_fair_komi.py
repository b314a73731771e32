"""The order of the games, and the komi with which two people can begin at once."""

import pytest

from engine.game import Game, Options
from engine.games import all_games
from tests.toy import GAME as TRIO

GAMES = all_games()


def test_games_are_offered_in_the_order_that_they_declare() -> None:
    assert list(GAMES) == ["keil", "kee", "ki"]


@pytest.mark.parametrize(
    ("key", "options", "komi"),
    [
        ("keil", {"size": 3}, 2),
        ("keil", {"size": 4}, 4),
        ("keil", {}, 4),
        ("keil", {"size": 6}, 4),
        ("keil", {"size": 7}, 6),
        ("keil", {"size": 8}, 6),
        ("keil", {"button": False}, 3.5),
        ("keil", {"size": 4, "button": False}, 4.5),
        ("keil", {"size": 7, "button": False}, 5.5),
        ("kee", {}, 7),
        ("kee", {"width": 7, "height": 7}, 9),
        ("kee", {"width": 13, "height": 12}, 7),  # the nearest is 13 by 13
        ("kee", {"width": 19, "height": 19}, 7),
        ("ki", {}, None),
    ],
)
def test_the_usual_komi_is_that_of_the_nearest_board(
    key: str, options: Options, komi: float | None
) -> None:
    game = GAMES[key]
    assert game.usual_komi(game.settle(options), 2) == komi


def test_for_more_than_two_players_there_is_none() -> None:
    kee = GAMES["kee"]
    assert kee.usual_komi(kee.settle({}, 3), 3) is None
    assert TRIO.usual_komi(TRIO.settle({}), 3) is None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_with_the_usual_komi_begins_with_a_stone(game: Game) -> None:
    """Nothing is left to settle, and the button, if there is one, makes a draw impossible."""
    options = game.settle({})
    komi = game.usual_komi(options, game.seats[0])
    chosen = options if komi is None else {**options, "komi": komi}
    first = game.start(game.settle(chosen), game.seats[0])
    assert first.colours is not None
    assert "button" not in chosen or float(komi or 0).is_integer()


def test_each_wording_of_keil_has_its_own_usual_way_to_avoid_ties() -> None:
    """2019: half komi, or the button; current: always the button, with whole komi."""
    keil = GAMES["keil"]
    assert keil.with_presets({"linking": "2019"}) == {"linking": "2019", "button": False}
    assert keil.with_presets({"linking": "current"}) == {"linking": "current", "button": True}
    chosen = {"linking": "2019", "button": True}
    assert keil.with_presets(chosen) == chosen
    assert keil.with_presets({"size": 4}) == {"size": 4}
    assert all(komi % 1 == 0.5 for komi in keil.fair_komi({"button": False}).values())


def test_half_komi_and_the_button_which_could_tie_go_together_only_if_both_are_chosen() -> None:
    keil = GAMES["keil"]
    assert keil.with_presets({"komi": 6.5}) == {"komi": 6.5, "button": False}
    assert keil.with_presets({"komi": 6.0}) == {"komi": 6.0}
    chosen = {"linking": "current", "komi": 6.5}
    assert keil.with_presets(chosen) == {**chosen, "button": False}
    chosen = {"komi": 6.5, "button": True}
    assert keil.with_presets(chosen) == chosen
