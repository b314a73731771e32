"""What is left of somebody who deletes their data: nothing that leads to them."""

import json
from datetime import timedelta
from typing import Any

import pytest

from bot.features.admin.service import Moderation
from bot.features.privacy.service import PrivacyRefusal, Running
from bot.features.privacy.store import PrivacyQueries
from bot.features.ratings.leaders import Leaderboards
from bot.features.tournaments.model import Out
from bot.service.refusals import ServiceRefusal
from bot.storage.rows import DELETED_PLAYER, Invitation
from tests.bot.house import refused
from tests.features.privacy.town import ADA, BO, COMPUTER, CY, DM, KEE, NAMES, SERVER, Town
from tests.features.ratings.rated_games import STONES


async def test_after_a_deletion_nothing_leads_to_anybody(town: Town) -> None:
    over = await town.everything()
    await town.privacy.delete(ADA)
    assert await town.found(ADA, "Adamantia", DM) == set()
    assert await town.found(BO)
    live = await town.service.matches.live(over)
    assert BO in live.players
    (gone,) = {*live.players} - {BO}
    assert gone < 0
    assert await town.service.matches.names([gone]) == {gone: DELETED_PLAYER}
    record = await town.service.matches.record(over)
    assert set(record.players) == {DELETED_PLAYER, NAMES[BO]}


async def test_a_person_has_one_pseudonym_in_all_games(town: Town) -> None:
    one, other = await town.finished(), await town.finished()
    await town.privacy.delete(ADA)
    lives = [await town.service.matches.live(key) for key in (one, other)]
    assert len({user for live in lives for user in live.players if user < 0}) == 1
    await town.privacy.delete(BO)
    lives = [await town.service.matches.live(key) for key in (one, other)]
    assert len({user for live in lives for user in live.players}) == 2


async def test_running_games_are_resigned_also_those_that_have_hardly_begun(town: Town) -> None:
    new = await town.begun(ADA, BO, komi=0, button=False)
    old = await town.begun(ADA, BO, komi=0, button=False)
    await town.house.play(old, "a1", "b2", "c3", "a2")
    assert await town.privacy.running(ADA) == Running(2, 0, 0)
    await town.privacy.delete(ADA)
    for key in (new, old):
        ended = await town.service.matches.live(key)
        assert ended.match.end is not None
        assert [ended.players[seat] for seat in ended.match.end.winners] == [BO]


async def test_a_tournament_goes_on_without_them(town: Town) -> None:
    """They lose the game that they play, whoever is to move, and are paired no more."""
    for leaving in (ADA, BO, CY):
        key = await town.tournaments_of_three()
        view = await town.tournaments.view(key)
        await town.privacy.delete(leaving)
        after = await town.tournaments.view(key)
        assert leaving not in {player.id for player in after.whole.players}
        (gone,) = [player for player in after.whole.players if player.id < 0 and player.out]
        assert gone.out is Out.WITHDRAWN
        was = {one.id: one.pairing for one in view.pairings}
        for one in after.pairings:
            if leaving in was[one.id].players and one.pairing.second is not None:
                assert one.pairing.winner == next(p for p in was[one.id].players if p != leaving)
        for _ in range(4):
            for one in (await town.tournaments.view(key)).pairings:
                if one.pairing.result is None and one.match is not None:
                    await town.service.matches.resign(
                        one.match, one.pairing.first, event_id=town.event()
                    )
            town.house.time += timedelta(minutes=1)
            await town.service.deadlines.tick()
        ended = await town.tournaments.view(key)
        assert ended.stored.state == "over"
        games = [one.pairing for one in ended.pairings if one.match is not None]
        later = {user for one in games if one.round > 1 for user in one.players}
        assert gone.id not in later


async def test_a_game_of_three_goes_on_without_them(town: Town) -> None:
    key = await town.begun(ADA, BO, CY, game=KEE)
    await town.privacy.delete(ADA)
    live = await town.service.matches.live(key)
    assert live.match.end is None
    assert {*live.players} > {BO, CY}
    while live.match.end is None and live.match.ply < 12:
        live = await town.house.play(key, next(iter(_places(live))))
    assert {user for user in live.players if user > 0} == {BO, CY}


def _places(live: Any) -> list[str]:
    position = live.match.position
    return [position.write(move) for move in position.legal_moves()][:1]


async def test_a_paused_game_ends_too(town: Town) -> None:
    key = await town.begun(ADA, BO, komi=0, button=False)
    await Moderation(town.service).pause(key, CY, "a question", event_id=town.event())
    await town.privacy.delete(ADA)
    assert (await town.service.matches.live(key)).match.end is not None


async def test_challenges_are_withdrawn_declined_and_left(town: Town) -> None:
    own, mine = await town.challenge(ADA, BO), await town.challenge(BO, ADA, komi=1)
    lobby = await town.challenge(CY, ADA, None, game=KEE)
    await town.privacy.delete(ADA)
    states = [await town.service.challenges.stored(one.id) for one in (own, mine, lobby)]
    assert [one and one.state for one in states] == ["withdrawn", "declined", "open"]
    assert states[2] is not None
    assert states[2].invitations[0] == Invitation(None)


async def test_a_game_against_a_computer_ends(town: Town) -> None:
    key = await town.against_computer(ADA)
    assert await town.privacy.running(ADA) == Running(0, 1, 0)
    with refused(PrivacyRefusal.COMPUTER):
        await town.privacy.delete(COMPUTER)
    await town.privacy.delete(ADA)
    live = await town.service.matches.live(key)
    assert live.match.end is not None
    assert COMPUTER in live.players


async def test_ratings_of_others_stay_and_no_leaderboard_shows_who_is_gone(town: Town) -> None:
    key = await town.begun(ADA, BO, komi=0, button=False)
    await town.house.play(key, *STONES)
    await town.service.matches.resign(key, BO, event_id=town.event())
    boards = Leaderboards(town.service)
    before = await boards.page("keil", SERVER, 0, BO)
    await town.privacy.delete(ADA)
    after = await boards.page("keil", SERVER, 0, BO)
    assert after.own == before.own
    assert [user for user, _ in before.provisional if user == ADA]
    assert [user for user, _ in after.provisional] == [BO]


async def test_there_is_no_rematch_with_somebody_who_is_gone(town: Town) -> None:
    key = await town.finished()
    await town.privacy.delete(ADA)
    with refused(ServiceRefusal.PLAYER_DELETED):
        await town.service.challenges.rematch(key, BO, NAMES[BO], event_id=town.event())


async def test_what_a_process_leaves_the_next_one_does(town: Town) -> None:
    """Whatever ends the process, the wish is stored, and nothing else is half done."""
    await town.everything()
    await town.privacy.want(ADA)
    await town.service.deadlines.tick()
    assert await town.found(ADA, "Adamantia") == set()
    await town.service.deadlines.tick()


async def test_a_deletion_that_fails_keeps_nothing_else_from_being_done(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = await town.challenge(BO, CY)
    await town.begun(ADA, BO, komi=0)
    await town.privacy.want(ADA)

    def fails(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(PrivacyQueries, "erase", fails)
        town.house.time += timedelta(hours=25)
        await town.service.deadlines.tick()
    stored = await town.service.challenges.stored(key.id)
    assert stored is not None and stored.state == "expired"
    await town.service.deadlines.tick()
    assert await town.found(ADA) == set()


async def test_who_comes_back_begins_with_nothing(town: Town) -> None:
    await town.finished()
    await town.privacy.delete(ADA)
    await town.begun(ADA, BO, komi=0)
    exported = json.loads(await town.privacy.export(ADA))
    assert len(exported["games"]) == 1
