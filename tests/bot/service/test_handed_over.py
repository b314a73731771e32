"""What a turn hands over to be shown, on a real database, without Discord."""

from bot.storage.rows import StoredMessage
from bot.storage.transaction import Transaction
from tests.bot.house import PLACE, House


def all_sent(house: House, tx: Transaction) -> None:
    """Everything that waits is there."""
    while (one := house.service.shown_messages.next_work(tx, PLACE).send) is not None:
        house.service.shown_messages.sent(tx, one, one.id)


def listening(house: House) -> list[StoredMessage]:
    """What is handed over from now on."""
    handed = list[StoredMessage]()
    house.service.shown_messages.sends = True
    house.store.woken.append(lambda left: handed.extend(left.begun))
    return handed


async def test_a_turn_begins_to_send_its_board_if_nothing_else_waits_in_the_channel(
    house: House,
) -> None:
    first, handed = await house.match(komi=0), listening(house)
    await house.match(komi=0)
    await house.play(first, "c3")
    assert handed == [], "the first board of another game is before it in the queue"
    await house.store.write(lambda tx: all_sent(house, tx))
    await house.play(first, "b2")
    [one] = handed
    assert (one.match, one.ply, one.announces_from, one.announces_to) == (first, 2, 2, 2)
    announcement = await house.service.shown_messages.announcement_of(one)
    assert (announcement.live.match.ply, announcement.coalesced) == (2, ())
    assert announcement.before is not None and announcement.before.match.ply == 1
    await house.play(first, "e1")
    assert handed == [one], "the one before is not sent yet"


async def test_what_nobody_has_taken_is_in_doubt(house: House) -> None:
    key, handed = await house.match(komi=0), listening(house)
    await house.store.write(lambda tx: all_sent(house, tx))
    await house.play(key, "c3")
    found = await house.store.write(lambda tx: house.service.shown_messages.next_work(tx, PLACE))
    assert found.send is not None
    assert (found.send.id, found.begun) == (handed[0].id, False)  # so it is looked for first


async def test_a_board_shows_the_match_of_its_own_ply(house: House) -> None:
    key, handed = await house.match(komi=0), listening(house)
    await house.store.write(lambda tx: all_sent(house, tx))
    await house.play(key, "c3")
    await house.play(key, "b2")
    for forgets in (False, True):
        if forgets:
            house.service.shown_messages._announcements.clear()
        announcement = await house.service.shown_messages.announcement_of(handed[0])
        assert announcement.live.match.ply == 1
        assert [(old.match.ply, new.match.ply) for old, new in announcement.steps()] == [(0, 1)]
