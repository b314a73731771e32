"""Lists of games say which are over, and who has won them."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.messages import labels as label_texts
from bot.storage.rows import StoredMatch
from engine.games import all_games
from engine.match import Match
from engine.time_control import TimeControl
from engine.turns import Turn
from tests.bot.says import line, says
from tests.bot.table import CY, Table

NOW = datetime(2026, 11, 22, tzinfo=UTC)
DAY = timedelta(days=1)


async def test_games_shows_ones_own_that_are_over_after_those_that_run(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    sure = await table.command(white, "resign")
    assert sure.message is not None
    await table.driver.click(white, sure.message, "Yes, resign")
    await table.board(2)
    await table.begin_small()
    winner = await table.mention(black)
    for who, how in ((black, "you"), (white, "others")):
        running, over = (await table.command(who, "games")).text.splitlines()
        assert running.startswith("#2 ")
        assert over.startswith("#1 ")
        result = says("match-over", how=how, ending="resignation", winners=winner)
        assert f" · {result} · https://" in over
    (only,) = (await table.command(CY, "games")).text.splitlines()
    assert only.startswith("#2 ")


@pytest.mark.parametrize(
    ("turns", "how"),
    [
        (["c3", "resign"], "you"),
        (["c3", "d3", "resign"], "others"),
        (["c3", "timeout"], "you"),
        (["c3", "d3", "timeout"], "others"),
        (["c3", "ask cancel", "allow"], "nobody"),
    ],
)
def test_a_label_says_who_has_won_and_fits(turns: list[str], how: str) -> None:
    game = all_games()["keil"]
    match = Match.start(game, game.settle({"size": 3, "komi": 0, "button": False}, 2), 2)
    for number, text in enumerate(turns):
        match = match.take(Turn(number % 2, text, NOW))
    assert match.end is not None
    stored = StoredMatch(
        id=7, server=1, channel_id=2, card_channel_id=2, place="boards", game="keil",
        options={}, control=TimeControl(DAY),
        ply=match.ply,
        to_move=None, deadline=None, players=(11, 12), levels=(None, None),
        ruleset=game.ruleset, opened=NOW, ending=match.end.how, ranks=match.end.ranks,
    )  # fmt: skip
    names = {11: "Ada", 12: "Bo"}
    label = label_texts.match_label(stored, game, 11, names)
    which = says("button-match", reader="playing", match="7", game="Keil", others="Bo")
    ending = match.end.how.value
    result = says("match-over", how=how, ending=ending, winners="Bo")
    assert result.endswith("on time") is (turns[-1] == "timeout")
    assert label == line(which, result)
    label = label_texts.match_label(stored, game, 11, {11: "Ada", 12: "B" * 32})
    assert len(label) <= label_texts.LONGEST_BUTTON
    if how == "others":
        assert "B…" in label
