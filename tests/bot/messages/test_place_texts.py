"""The texts about the place of a game: the names of threads."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.messages import places
from bot.service.live_match import LiveMatch
from engine.game import Options
from engine.games import all_games
from engine.match import Match
from engine.time_control import TimeControl
from engine.turns import Turn
from tests.bot.says import says

AT = datetime(2026, 11, 22, tzinfo=UTC)
GAMES = all_games()
SMALL: Options = {"size": 3, "komi": 0, "button": False}
OF_THREE: Options = {"width": 3, "height": 3}


def played(key: str, options: Options, seats: int, *turns: tuple[int, str]) -> LiveMatch:
    match = Match.start(GAMES[key], GAMES[key].settle(options, seats), seats)
    for seat, turn in turns:
        match = match.take(Turn(seat, turn, AT))
    return LiveMatch(1, 2, 3, tuple(range(seats)), match, TimeControl(timedelta(days=1)), None)


def name(live: LiveMatch, people: Sequence[str], short: Sequence[str] = ()) -> str:
    return places.thread_name(live, live.match.game, people, short or people)


STONES = ((0, "c3"), (1, "d3"))


@pytest.mark.parametrize(
    ("turns", "result"),
    [
        ([*STONES, (0, "ask draw"), (1, "allow")], "draw"),
        ([(0, "c3"), (1, "pass"), (0, "pass")], "Ada wins by 19"),
        ([*STONES, (0, "timeout")], "Bo wins on time"),
        ([*STONES, (0, "resign")], "Bo wins by resignation"),
        ([*STONES, (0, "ask win 0"), (1, "allow")], "Ada wins"),
        ([*STONES, (0, "ask cancel"), (1, "allow")], "cancelled"),
        ([(0, "timeout")], "closed"),
    ],
)
def test_a_finished_thread_names_the_players_then_the_result(
    turns: list[tuple[int, str]], result: str
) -> None:
    live = played("keil", SMALL, 2, *turns)
    assert name(live, ["Ada", "Bo"]) == f"Ada – Bo · {result} · Keil #1"


def test_the_result_names_a_computer_without_its_level() -> None:
    live = played("keil", SMALL, 2, *STONES, (0, "timeout"))
    assert (
        name(live, ["Ada", "bot (level 3)"], ["Ada", "bot"])
        == "Ada – bot (level 3) · bot wins on time · Keil #1"
    )


@pytest.mark.parametrize("over", [False, True])
def test_a_thread_names_all_players_however_long_their_names_are(over: bool) -> None:
    """The long ones are cut, and the short ones are not."""
    people = ["Ada", *(f"{letter} has a name of 32 characters ." for letter in "BCDEF")]
    ends = [(seat, "resign") for seat in range(1, 6)] if over else []
    live = played("kee", OF_THREE, 6, (0, "a1"), *ends)
    said = name(live, people)
    assert 90 <= len(said) <= places.LONGEST_NAME
    assert all(f"{letter} has" in said for letter in "BCDEF")
    assert "Ada – B has" in said
    assert said.endswith(" · Ada wins by resignation · Kee Rules Go #1") is over


def test_a_link_to_a_thread_does_not_repeat_its_name() -> None:
    """Who played and who has won is said around it, as in the showcase and in audit lines."""
    live = replace(played("keil", SMALL, 2, *STONES), channel_id=33, card_channel_id=44)
    link = "https://discord.com/channels/2/33"
    assert places.whereabouts(live) == f"[a thread]({link}) of <#44>"
    here = replace(live, channel_id=44)
    assert places.whereabouts(here) == "<#44>"


@pytest.mark.parametrize(
    ("options", "turns", "after"),
    [
        ({"komi": 5, "button": False}, ["c3"], []),
        ({"komi": 5, "button": True}, ["c3"], []),
        ({"komi": 5, "button": True}, ["c3", "button"], ["White +½ button"]),
        ({"komi": None, "button": False}, ["komi 6.5", "white"], ["White +6½ komi"]),
    ],
)
def test_the_card_names_points_off_the_board_that_its_settings_do_not(
    options: Options, turns: list[str], after: list[str]
) -> None:
    moves = [(number % 2, turn) for number, turn in enumerate(turns)]
    live = played("keil", {"size": 4, **options}, 2, *moves)
    settings = places.card(live, live.match.game).split("\n")[1]
    assert settings.split(" · ")[-1 - len(after) :] == ["1 day a move", *after]
    assert says("setting-komi_by.cut") not in settings  # it is settled by now
