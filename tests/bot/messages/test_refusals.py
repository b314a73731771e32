"""Every way to be refused has a sentence: enum members and texts fit each other."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

import pytest

from bot.messages import refusals
from bot.messages.catalogue import ENGLISH
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import (
    ACCEPTED,
    CHANGED,
    DECLINED,
    EXPIRED,
    WITHDRAWN,
    Invitation,
    StoredChallenge,
)
from engine.games import all_games
from engine.position import IllegalMoveError, IllegalReason, UnreadableMoveError
from engine.time_control import TimeControl
from engine.turns import RequestRefusal, RequestRefusedError
from tests.bot import catalogues
from tests.bot.says import says

TEXTS = catalogues.catalogue(ENGLISH)
BO = 7


def over(state: str) -> StoredChallenge:
    """A challenge to Bo that has come to this end."""
    opened = datetime(2026, 1, 1, tzinfo=UTC)
    return StoredChallenge(
        id=1,
        event_id=1,
        server=1,
        channel_id=1,
        challenger=1,
        game="keil",
        options={},
        control=TimeControl(timedelta(days=3)),
        opened=opened,
        expires=opened + timedelta(days=1),
        state=state,
        closed_by=BO,
        match=3,
        invitations=(Invitation(BO),),
    )


@pytest.mark.parametrize("why", ServiceRefusal)
def test_every_service_rule_has_a_sentence(why: ServiceRefusal):
    about: dict[str, object] = {"challenge": over(EXPIRED), "user": str(BO), "name": "a.sgf"}
    about |= {"when": datetime.now(UTC), "card": None, "permissions": ("send_messages",)}
    about |= {"own": False, "most": 3, "channels": (5, 6), "role": 8, "number": 12}
    told = refusals.refusal(RefusedError(why, **about))
    assert told[0].isupper() or told[0] == "“"
    assert told.endswith((".", "?"))


@pytest.mark.parametrize("why", RequestRefusal)
def test_every_refused_request_has_a_sentence(why: RequestRefusal):
    told = refusals.refusal(RequestRefusedError(why))
    assert told[0].isupper()
    assert told.endswith(".")


@pytest.mark.parametrize("reason", IllegalReason)
def test_every_reason_for_an_illegal_move_has_words(reason: IllegalReason):
    position = all_games()["ki"].start(all_games()["ki"].complete({}), 2)
    for game in (None, *all_games().values()):
        told = refusals.because(IllegalMoveError(reason, ply=8), position, game)
        assert told[0].islower() or reason is IllegalReason.CONTROLLED  # a colour
        assert not told.endswith(".")
        assert "{" not in told
        whole = refusals.refusal(IllegalMoveError(reason, ply=8), position, game)
        assert whole == says("move-illegal", reason=told)


@pytest.mark.parametrize(
    ("prefix", "values"),
    [
        ("illegal-", IllegalReason),
        ("refusal-", ServiceRefusal),
        ("request-refusal-", RequestRefusal),
    ],
)
def test_no_text_is_for_a_member_that_is_gone(prefix: str, values: type[StrEnum]):
    """Some have a second text, for other circumstances: its key is longer."""
    known = tuple(value.value.replace(" ", "-") for value in values)
    ends = [key.removeprefix(prefix) for key in TEXTS if key.startswith(prefix)]
    assert set(known) <= set(ends)
    assert [end for end in ends if not end.startswith(known)] == []


@pytest.mark.parametrize("state", [ACCEPTED, CHANGED, DECLINED, EXPIRED, WITHDRAWN])
def test_a_challenge_that_is_over_tells_how_it_ended(state: str):
    error = RefusedError(ServiceRefusal.CHALLENGE_OVER, challenge=over(state))
    assert state in refusals.refusal(error)


def test_what_is_unreadable_is_quoted_without_its_marks():
    told = refusals.refusal(UnreadableMoveError("`@everyone`"))
    assert told == says("move-unreadable", text="  everyone ")


def test_in_a_game_of_two_the_other_controls_a_space():
    game = all_games()["ki"]
    position = game.start(game.complete({}), 2)
    error = IllegalMoveError(IllegalReason.CONTROLLED)
    assert refusals.because(error, position, game) == "White controls that point"
    assert refusals.because(error) == "another player controls that point"
