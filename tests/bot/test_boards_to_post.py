"""Boards that wait to be posted, on a real database, without Discord."""

from bot.service.live_match import LiveMatch
from bot.storage.rows import SENDING, SENT
from bot.storage.transaction import Transaction
from tests.bot.house import PLACE, House


async def test_a_turn_claims_its_post_if_no_other_waits_in_the_channel(house: House) -> None:
    first, boards = await house.match(komi=0), house.service.boards_to_post
    matches = house.service.matches
    assert boards.take(PLACE) is None  # the card and the first board are in the queue
    await house.play(first, "c3")
    assert boards.take(PLACE) is None
    await all_sent(house)
    await house.play(first, "b2")
    assert boards.waits_in(PLACE)
    claim = boards.take(PLACE)
    assert claim is not None
    assert (claim.post.match, claim.post.ply, claim.passed) == (first, 2, False)
    assert boards.take(PLACE) is None, "only once"
    told = await boards.told_by(claim)
    assert (told.live.match.ply, told.live.to_move) == (2, (await matches.live(first)).to_move)
    assert told.before is not None
    assert (told.before.match.ply, told.folded) == (1, ())
    await house.play(first, "e1")
    assert not boards.waits_in(PLACE), "the one before is not sent yet"


async def test_a_claim_that_nobody_takes_is_found_in_the_database(house: House) -> None:
    key = await house.match(komi=0)
    await all_sent(house)
    await house.play(key, "c3")
    found = await house.store.write(lambda tx: tx.posts.claim(PLACE, house.time))
    assert found is not None
    assert (found.post.ply, found.post.state) == (1, SENDING)  # so it is looked for first


async def test_a_claimed_board_shows_the_match_of_its_own_ply(house: House) -> None:
    key, boards = await house.match(komi=0), house.service.boards_to_post
    await all_sent(house)
    await house.play(key, "c3")
    claim = boards.take(PLACE)
    assert claim is not None
    await house.play(key, "b2")
    for told in (await boards.told_by(claim), await boards.told_by(claim)):  # again: loaded
        assert told.live.match.ply == 1
        assert [(old.match.ply, new.match.ply) for old, new in told.steps()] == [(0, 1)]
    assert await boards.told_in(claim.post) == told


def _always(event_id: int, live: LiveMatch) -> bool:
    del event_id, live
    return True


async def test_two_processes_that_send_the_same_board_give_it_one_nonce(house: House) -> None:
    key, boards = await house.match(komi=0), house.service.boards_to_post
    await all_sent(house)
    boards.can_answer = _always  # so it has none yet
    await house.play(key, "c3")
    claim = boards.take(PLACE)
    assert claim is not None
    number = claim.post.id
    given = [await house.store.write(lambda tx: tx.posts.give_nonce(number)) for _ in range(2)]
    assert (claim.post.nonce, given[0]) == (None, given[1])


async def all_sent(house: House) -> None:
    """Everything that waits is posted."""

    def work(tx: Transaction) -> None:
        while claim := tx.posts.claim(PLACE, house.time):
            tx.posts.mark(claim.post.id, SENT, house.time, message=claim.post.id)

    await house.store.write(work)
