"""Answers a study: what the search says of a position, for people who want to understand it."""

from collections.abc import Mapping

from bot.thinking.questions import Judgement, Study, limit
from bot.thinking.thinker_choice import thinker_for
from engine.ai import Effort
from engine.game import Game
from engine.positions import replayed


def study(asked: Study, games: Mapping[str, Game]) -> Judgement:
    """The search's judgement of the position of ``asked``; its game is one of ``games``."""
    game = games[asked.game]
    thinker, fallback, _ = thinker_for(game)
    if game.ai is None or fallback:
        return Judgement(None, fallback)
    start = game.start(game.complete(asked.options), asked.seats)
    *_, position = replayed(start, (text for _, text in asked.moves))[0]
    try:
        effort = Effort.worth(asked.playouts, asked.seed, frozenset(asked.departed), limit())
        return Judgement(thinker.think(position, effort))
    except Exception as error:  # whatever is wrong with it, people hear that it cannot be judged
        return Judgement(None, f"{type(error).__name__}: {error}")
