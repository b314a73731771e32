"""What the bot says in direct messages only."""

from functools import partial

from bot.messages.catalogue import text

no_games = partial(text, "direct-no-games")
