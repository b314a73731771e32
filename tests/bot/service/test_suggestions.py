"""Moves that are suggested while somebody types, on a real database, without Discord."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.service import suggestions
from bot.service.live_match import LiveMatch
from bot.service.suggestions import Suggested, Suggestions
from engine.position import Position
from tests.bot.house import House

Of = Callable[[LiveMatch, str], Coroutine[Any, Any, list[str]]]


@pytest.fixture
def texts_of() -> Of:
    """The texts of the suggested moves."""
    suggestions = Suggestions()

    async def of(live: LiveMatch, typed: str) -> list[str]:
        return [move.text for move in await suggestions.of(live, typed)]

    return of


async def test_suggestions_are_legal_moves_near_the_last_stone(house: House, texts_of: Of) -> None:
    key, of = await house.match(komi=0, size=5), texts_of
    live = await house.play(key, "e5")
    assert set((await of(live, ""))[:6]) == {"e4", "e6", "d4", "d5", "f4", "f5"}
    assert len(await of(live, "")) == 25
    assert set((await of(live, "d"))[:2]) == {"d4", "d5"}  # beside the last stone
    assert (await of(live, "d1"))[0] == "d1"
    assert await of(live, "A-") == await of(live, "a")
    assert (await of(live, "b"))[-1] == "button"
    assert await of(live, "e5") == []
    assert await of(live, "x" * 9999) == []


async def test_the_moves_of_a_position_are_computed_once(
    house: House, monkeypatch: pytest.MonkeyPatch, texts_of: Of
) -> None:
    """However many letters are typed, and by however many people at once."""
    usual, computed = suggestions._best_first, Counter[int]()

    def counted(position: Position) -> list[Suggested]:
        computed[position.ply] += 1
        return usual(position)

    monkeypatch.setattr(suggestions, "_best_first", counted)
    key, of = await house.match(komi=0), texts_of
    live = await house.play(key, "c3")
    await asyncio.gather(*(of(live, typed) for typed in ("", "d", "d4") * 10))
    assert computed == {1: 1}
    after = await house.play(key, "d4")
    assert "d4" not in await of(after, "d")
    assert computed == {1: 1, 2: 1}


async def test_somebody_who_types_on_cancels_nothing_for_others(house: House, texts_of: Of) -> None:
    key, of = await house.match(komi=0), texts_of
    live = await house.play(key, "c3")
    first, second = asyncio.create_task(of(live, "d")), asyncio.create_task(of(live, "d4"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == ["d4"]
    assert "d4" in await of(live, "d")
