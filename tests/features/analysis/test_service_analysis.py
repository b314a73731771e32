"""What people analyse, on a real database: what is kept, and how much."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.analysis.service import (
    LONGEST,
    MOST_KEPT,
    Analyses,
    AnalysisRefusal,
    commenting,
    marking,
    playing,
    tag,
)
from bot.service.refusals import RefusedError
from engine.games import all_games
from engine.record import Record
from engine.record.tree import LONGEST_COMMENT, MOST_BRANCHES, Note, Tree
from engine.turns import Turn
from tests.bot.house import ADA, BO, House
from tests.engine.record.test_tree import sample

GAME = replace(sample(), tree=None)


def analyses(house: House) -> Analyses:
    return Analyses(house.store, lambda: house.time, all_games())


def at(record: Record, node: int) -> tuple[int, str]:
    """A node and what was seen of it."""
    tree = record.tree or Tree.of(turn.text for turn in record.turns)
    return node, tag(tree, node)


async def test_each_person_has_an_analysis_of_each_game(house: House) -> None:
    mine, theirs = [await analyses(house).open(user, "game:1", GAME) for user in (ADA, BO)]
    other = await analyses(house).open(ADA, "file:1", sample())
    assert len({one.id for one in (mine, theirs, other)}) == 3
    assert (mine.match_id, other.match_id, other.tree) == (1, None, sample().tree)
    await analyses(house).change(mine.id, ADA, commenting(*at(GAME, 1), "Hm"))
    again = await analyses(house).open(ADA, "game:1", GAME)
    assert (again.id, again.tree.note(1)) == (mine.id, Note("Hm"))
    assert (await analyses(house).get(theirs.id, BO)).tree.bare
    for key, user in ((theirs.id, ADA), (99, ADA)):
        with pytest.raises(RefusedError) as refused:
            await analyses(house).get(key, user)
        assert refused.value.why is AnalysisRefusal.GONE


async def test_what_has_not_changed_for_longest_is_dropped(house: House) -> None:
    made = [await analyses(house).open(ADA, f"game:{n}", GAME) for n in range(MOST_KEPT)]
    kept = await analyses(house).open(BO, "game:1", GAME)
    house.time += timedelta(seconds=1)
    await analyses(house).change(made[0].id, ADA, commenting(*at(GAME, 1), "Hm"))
    house.time += timedelta(seconds=1)
    await analyses(house).open(ADA, "game:99", GAME)
    for one, there in ((made[0], True), (made[1], False), (made[2], True)):
        try:
            await analyses(house).get(one.id, ADA)
        except RefusedError:
            assert not there
        else:
            assert there
    assert (await analyses(house).get(kept.id, BO)).id == kept.id


@pytest.mark.storage
async def test_changes_at_once_are_all_kept(house: House) -> None:
    service = analyses(house)
    key = (await service.open(ADA, "game:1", GAME)).id
    moves = ["a1", "b1", "c1", "d1"]
    changes = [service.change(key, ADA, playing(*at(GAME, 3), move)) for move in moves]
    await asyncio.gather(*changes, service.change(key, ADA, marking(*at(GAME, 3), "a2", "letter")))
    tree = (await service.get(key, ADA)).tree
    assert sorted(tree.moves[node - 1].move for node in tree.children()[3]) == moves
    assert tree.note(3).labels == {"a2": "A"}
    _, node = await service.change(key, ADA, playing(*at(GAME, 3), "a1"))
    assert (await service.get(key, ADA)).tree == tree, "a move that is known is not added"
    assert tree.line(node)[-1] == "a1"


async def test_an_analysis_has_an_end(house: House) -> None:
    service = analyses(house)
    key = (await service.open(ADA, "game:1", GAME)).id
    with pytest.raises(RefusedError) as refused:
        await service.change(key, ADA, lambda known: (large(known.tree), 0))
    assert refused.value.why is AnalysisRefusal.TOO_LONG
    with pytest.raises(RefusedError) as refused:
        await service.change(key, ADA, lambda known: (wide(known.tree), 0))
    assert refused.value.why is AnalysisRefusal.TOO_LONG
    assert (await service.get(key, ADA)).tree.bare


async def test_one_from_a_file_that_is_too_long_can_be_cut_back_but_does_not_grow(
    house: House,
) -> None:
    tree, names = Tree.of(turn.text for turn in GAME.turns), GAME.match().first.board.names
    for parent in range(6):
        for move in names:
            if move not in tree.line(parent):
                tree, node = tree.play(parent, move)
                tree = tree.noted(node, Note("x" * LONGEST_COMMENT))
    service, record = analyses(house), replace(GAME, tree=tree)
    key = (await service.open(ADA, "file:1", record)).id
    with pytest.raises(RefusedError) as refused:
        await service.change(key, ADA, commenting(*at(record, 0), "One more"))
    assert refused.value.why is AnalysisRefusal.TOO_LONG
    less, _ = await service.change(key, ADA, commenting(*at(record, 9), ""))
    assert less.tree == tree.noted(9, Note())
    assert (await service.get(key, ADA)).tree == less.tree


def large(tree: Tree) -> Tree:
    """Comments without end; nobody judges the moves before that is seen."""
    for number in range(LONGEST // LONGEST_COMMENT):
        tree, node = tree.play(0, f"a{number}")
        tree = tree.noted(node, Note("x" * LONGEST_COMMENT))
    return tree


def wide(tree: Tree) -> Tree:
    """Moves without end."""
    for number in range(MOST_BRANCHES + 1):
        tree, _ = tree.play(0, f"a{number}")
    return tree


@pytest.mark.storage
async def test_a_game_that_goes_on_keeps_what_was_tried(house: House) -> None:
    service = analyses(house)
    known = await service.open(ADA, "game:1", GAME)
    await service.change(known.id, ADA, playing(*at(GAME, 3), "a1, b1"))
    longer = replace(GAME, turns=(*GAME.turns, Turn(1, "e5", GAME.turns[0].at)))
    tree = (await service.open(ADA, "game:1", longer)).tree
    assert (tree.main, [tree.line(node)[3:] for node in (4, 5, 6)]) == (
        4,
        [["e5"], ["a1"], ["a1", "b1"]],
    )
    assert (await service.open(ADA, "game:1", longer)).tree == tree
