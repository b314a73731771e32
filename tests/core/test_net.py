"""The search by a net, with nets that know nothing: it keeps the rules, and chance is its seed."""

from random import Random

import pytest

from bot.core_files import core, machine, weights
from engine.ai import LEVELS, Effort, Machine, Thoughts, choose
from engine.ai.net import NET
from engine.arena import Family
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Placement, Position
from tests.core.net_file import by_chance, shape_for

GIVEN: list[tuple[str, dict[str, OptionValue], int]] = [
    ("keil", {"size": 4, "komi": 4}, 2),
    ("keil", {"size": 3, "komi": 0.5, "button": False, "linking": "2019"}, 2),
    ("ki", {"size": 7}, 2),
    ("ki", {"size": 5, "cascade": False}, 2),
    ("kee", {"width": 5, "height": 4}, 2),
    ("kee", {"width": 5, "height": 5, "komi": 2}, 3),
    ("kee", {"width": 4, "height": 4}, 4),
]
SHAPES = {
    "keil": shape_for(Family.LINKED, 2, 6),
    "ki": shape_for(Family.CONTROL, 2, 4),
    "kee": shape_for(Family.ADJACENT, 4, 4),
}
NETS = {key + NET: by_chance(shape, key) for key, shape in SHAPES.items()}


def with_nets(**changed: bytes) -> Machine:
    return Machine(core(), weights() | NETS | changed, all_games().values())


@pytest.fixture(scope="module")
def thinker() -> Machine:
    return with_nets()


def start(key: str, options: dict[str, OptionValue], seats: int = 2) -> Position:
    game = all_games()[key]
    return game.start(game.settle(options, seats), seats)


def visits(thoughts: Thoughts) -> dict[str, int]:
    return {
        found.move.point if isinstance(found.move, Placement) else found.move.word: found.visits
        for found in thoughts.moves
        if found.visits
    }


@pytest.mark.parametrize(("key", "options", "seats"), GIVEN)
def test_it_plays_a_game_to_the_end(
    thinker: Machine, key: str, options: dict[str, OptionValue], seats: int
) -> None:
    """Every move that it thinks of is legal, and what it says of the game adds up."""
    position, random = start(key, options, seats), Random(key)
    while position.to_move is not None:
        assert position.ply < 20 * len(position.board), "the game ends"
        thoughts = thinker.think(position, Effort(1, random.randrange(1 << 40), questions=20))
        assert all(position.why_not(found.move) is None for found in thoughts.moves)
        assert sum(found.visits for found in thoughts.moves) == thoughts.playouts >= 20
        assert all(-1e-6 <= found.win <= 1 + 1e-6 for found in thoughts.moves)
        assert len(thoughts.score) == seats
        assert all(len(row) == seats and sum(row) <= 1.00001 for row in thoughts.owners)
        position = position.play(choose(position, thoughts, LEVELS[0], random))
    assert position.result() is not None


def test_it_asks_the_net(thinker: Machine) -> None:
    """Nets with other opinions have other thoughts, and so has the search that asks none."""
    position = start("keil", {"size": 4, "komi": 4})
    other = with_nets(**{"keil" + NET: by_chance(SHAPES["keil"], "another")})
    found = [
        visits(thinker.think(position, Effort(1, 1, questions=50))),
        visits(other.think(position, Effort(1, 1, questions=50))),
        visits(thinker.think(position, Effort(50, 1))),
    ]
    assert len({tuple(sorted(each.items())) for each in found}) == 3


def test_the_same_net_thinks_the_same_on_every_machine(thinker: Machine) -> None:
    """All that decides is whole numbers, or is added in a fixed order."""
    position = start("keil", {"size": 4, "komi": 4})
    for _ in range(2):
        thinker.think(start("kee", {"width": 5, "height": 4}), Effort(1, 3, questions=20))
        thoughts = thinker.think(position, Effort(1, 5, questions=60))
        assert list(visits(thoughts).items())[:4] == [
            ("a3", 19),
            ("a1", 17),
            ("a2", 11),
            ("button", 6),
        ]
        assert round(thoughts.moves[0].win, 6) == 0.495135


def test_chance_can_be_mixed_in_for_learning(thinker: Machine) -> None:
    """So games from one beginning differ; without it, a seed decides between equals at most."""
    position = start("keil", {"size": 4, "komi": 4})

    def found(seed: int) -> dict[str, int]:
        return visits(thinker.think(position, Effort(1, seed, questions=30)))

    thinker.tune_net(noise=0.5)
    mixed = [found(seed) for seed in (1, 2)]
    thinker.tune_net()
    assert mixed[0] != mixed[1]
    assert found(1) not in mixed


@pytest.mark.parametrize(
    "data",
    [
        b"",
        by_chance(shape_for(Family.LINKED, 2, 4), "squares"),
        by_chance(shape_for(Family.ADJACENT, 2, 6), "another family"),
        by_chance(SHAPES["keil"], "keil")[:100],
        by_chance(SHAPES["keil"], "keil") + bytes(200_000),
    ],
    ids=["none", "squares", "another family", "cut off", "too long"],
)
def test_without_a_net_that_fits_it_plays_on_by_chance_as_ever(data: bytes) -> None:
    position = start("keil", {"size": 4, "komi": 4})
    machine = with_nets(**{"keil" + NET: data})
    # What another net has left in the memory of the core is not taken for a part of this one.
    machine.think(start("kee", {"width": 4, "height": 4}, 4), Effort(1, 1, questions=5))
    plain = machine.think(position, Effort(100, 1))
    assert machine.think(position, Effort(100, 1, questions=100)) == plain


def test_a_net_for_more_seats_plays_for_fewer(thinker: Machine) -> None:
    """A seat that is not there, and a player who has left, cannot win."""
    position = start("kee", {"width": 5, "height": 5, "komi": 2}, 3)
    thinker.load(position)
    said = thinker.said(len(position.board), 4)
    assert said is not None and sum(said.values) == pytest.approx(1)
    assert said.values[3] < 1e-6 < min(said.values[:3])
    assert sum(said.moves.values()) == pytest.approx(1)
    thinker.load(position, departed=[1])
    left = thinker.said(len(position.board), 4)
    assert left is not None and left.values[1] < 1e-6 < left.values[2]
    assert {len(row) for row in said.owners} == {5}
    assert all(sum(row) == pytest.approx(1) for row in said.owners)


def test_no_game_of_ours_has_to_have_a_net() -> None:
    position = start("ki", {"size": 5})
    thinker = machine()
    thinker.load(position)
    if f"ki{NET}" not in weights():
        assert thinker.said(len(position.board), 2) is None
