"""Discord's limits for what stands on buttons, fields and commands, for every game."""

from collections.abc import Iterator

import pytest

from bot.features.learning import texts as learning_texts
from bot.features.lessons import texts as lessons_texts
from bot.messages import labels, phrases
from bot.messages.catalogue import ENGLISH, text
from engine.game import Game, Option
from engine.games import all_games
from engine.match import Match
from tests.bot import catalogues
from tests.toy import TOYS

LIMITS = {
    "button": 80,
    "choice": 100,
    "command": 100,
    "field": 45,
    "hint": 100,
    "menu": 32,
    "placeholder": 100,
    "title": 45,
}
"""In characters, by the first word of a key; a placeholder of a select could have 150."""
TEXTS = catalogues.catalogue(ENGLISH)
GAMES = [*all_games().values(), *TOYS.values()]


def fits(told: str, kind: str) -> bool:
    """Whether Discord takes it."""
    return 1 <= len(told) <= LIMITS[kind]


@pytest.mark.parametrize("kind", LIMITS)
def test_texts_without_arguments_fit(kind: str):
    fixed = [key for key in TEXTS if key.startswith(f"{kind}-") and not TEXTS[key]]
    assert [key for key in fixed if not fits(text(key), kind)] == []


def of_a_game(game: Game) -> Iterator[tuple[str, str]]:
    """Every text with an argument that depends on the game alone; its kind first."""
    yield "title", labels.offer_title(game)
    yield "title", labels.change_title(game)
    yield "button", lessons_texts.new_to(game)
    yield "button", learning_texts.offer(game)
    yield "command", lessons_texts.rules_of(game)
    yield "command", game.summary
    for option in game.options:
        yield from _of_an_option(option)
    options = game.complete({})
    match = Match.start(game, options, game.seats[0])
    position = match.position
    yield "hint", labels.move_help(position)
    for word in position.declarations():
        yield "button", labels.word_label(word)
        yield "button", labels.yes(word.word)
        if word.numbers is not None:
            yield "field", labels.completing_field(word)
            assert len(labels.number_help(word.word, match)) <= LIMITS["hint"]
    for colour in game.colours:
        yield "button", labels.has_won(phrases.colour(colour))


def _of_an_option(option: Option) -> Iterator[tuple[str, str]]:
    yield "command", labels.usually(option)
    yield "field", labels.option_label(option.key)
    yield "hint", labels.option_help(option)
    yield "placeholder", labels.left_empty(option.key)
    for value in option.choices:
        yield "choice", labels.choice(value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_texts_about_a_game_fit(game: Game):
    assert [told for kind, told in of_a_game(game) if not fits(told, kind)] == []


def test_times_fit():
    assert fits(labels.time_help(), "hint")
    assert fits(labels.number_field(0, 10**9), "field")
