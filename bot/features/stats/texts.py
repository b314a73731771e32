"""The words about a person's results."""

from collections.abc import Iterable, Mapping

from bot.features.stats.store import Tally
from bot.messages.catalogue import text
from engine.game import Game


def stats(tallies: Iterable[Tally], games: Mapping[str, Game]) -> str:
    """A line for each game, with what a person has won, drawn and lost; against people first."""
    known = sorted(
        (one for one in tallies if one.game in games),
        key=lambda one: (one.with_computer, [*games].index(one.game)),
    )
    if not known:
        return text("stats-none")
    lines = [
        text(
            "stats-game",
            game=games[one.game].name,
            against="bot" if one.with_computer else "people",
            won=one.won,
            drawn=one.drawn,
            lost=one.lost,
        )
        for one in known
    ]
    return "\n".join([text("stats"), *lines])
