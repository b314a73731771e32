"""Chains of games that look for a fair komi."""

from tests.strength.komi import Place, Task, chain


def test_no_game_of_a_chain_has_more_komi_than_points() -> None:
    """Whoever begins on this board can take all of it, so the komi rises with every game."""
    place = Place("kee", {"width": 3, "height": 3}, first=7, step=4, playouts=400)
    assert [game.komi for game in chain(Task(place, games=3, seed=0))] == [7, 9, 9]
