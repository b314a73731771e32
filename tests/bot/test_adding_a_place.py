"""A place in which games live is one file: whoever adds one adds no line anywhere else."""

from pathlib import Path

from bot.service.places import all_places, choices
from bot.storage.rows import BOARD
from tests.bot.house import BO, house_at
from tests.bot.left import left
from tests.toy_place import PLACE as QUIET


async def test_a_game_lives_in_a_place_that_nobody_knows(tmp_path: Path) -> None:
    places = {**all_places(), QUIET.key: QUIET}
    async with house_at(tmp_path, places=places) as house:
        key = await house.match(komi=0, place=QUIET.key)
        await house.play(key, "c3", "b2")
        assert [one.kind for one in await house.store.read(left)] == []
        await house.service.matches.resign(key, BO, event_id=1)
        [end] = await house.store.read(left)
        assert (end.kind, end.match, end.ply) == (BOARD, key, 3)
        work = await house.store.write(
            lambda tx: house.service.shown_messages.next_work(tx, end.channel_id)
        )
        assert work.send is not None and (work.send.announces_from, work.send.announces_to) == (
            0,
            3,
        )
        announcement = await house.service.shown_messages.announcement_of(work.send)
        assert [live.match.ply for live in announcement.coalesced] == [0, 1, 2]


async def test_a_place_that_is_gone_shows_boards(tmp_path: Path) -> None:
    """As after a step back to an earlier version."""
    async with house_at(tmp_path, places={**all_places(), QUIET.key: QUIET}) as house:
        key = await house.match(komi=0, place=QUIET.key)
    async with house_at(tmp_path) as house:
        await house.play(key, "c3")
        assert [one.kind for one in await house.store.read(left)] == [BOARD]


def test_people_choose_between_the_places_that_say_so() -> None:
    assert choices() == ["thread", "living", "boards"]
