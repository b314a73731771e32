"""Who is called by the board of a turn, where nobody has chosen otherwise."""

from bot.service.calls import Calls
from tests.bot.house import House


async def test_who_takes_the_first_side_is_called_to_play(house: House) -> None:
    """They took the last turn, and the next one is theirs, too."""
    key = await house.match()
    live = await house.play(key, "komi 3", "black")
    assert live.called == (live.to_move,)
    unmentioned = await house.store.read(lambda tx: Calls().unmentioned(tx, live, house.time))
    assert unmentioned == set()


async def test_who_ends_a_game_knows(house: House) -> None:
    key = await house.match(komi=0, button=False)
    live = await house.play(key, "a1", "pass", "pass")
    assert live.match.end is not None and live.match.last is not None
    ender = live.players[live.match.last.seat]
    unmentioned = await house.store.read(lambda tx: Calls().unmentioned(tx, live, house.time))
    assert unmentioned == {ender}
