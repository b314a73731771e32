"""What organisers type about a tournament: the options of their commands, and what they mean."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from discord import app_commands

from bot.chat.common.game_choice import game_named, games_for_two
from bot.chat.common.time_suggestions import times
from bot.features.tournaments.access import suggest_agreed
from bot.features.tournaments.model import System
from bot.features.tournaments.refusing import TournamentRefusal
from bot.features.tournaments.service import LONGEST_NAME, MOST_PLAYERS, MOST_ROUNDS
from bot.messages import places
from bot.messages.catalogue import text
from bot.service.places import choices
from bot.service.refusals import RefusedError
from bot.service.terms import TIME, Terms
from bot.service.usual_terms import fitting, with_komi_of_its_board
from engine.game import Game, Measure

SIDES = (Measure.SIDE, Measure.WIDTH, Measure.HEIGHT)
"""The options that a size of the board means."""
Name = app_commands.Range[str, 1, LONGEST_NAME]
Number = app_commands.Range[int, 1, MOST_ROUNDS]
Most = app_commands.Range[int, 2, MOST_PLAYERS]
Hours = app_commands.Range[int, 1, 720]
Size = app_commands.Range[int, 1, 99]
_SYSTEMS = [
    app_commands.Choice(name=text("tournament-system-choice", system=one.value), value=one.value)
    for one in System
]
_PLACES = [app_commands.Choice(name=places.choice(one), value=one) for one in choices()]
T = TypeVar("T")


def with_terms(command: T) -> T:
    """Decorates a command that has the options of a tournament: what they are, and what to choose
    from."""
    decorators: tuple[Callable[[T], T], ...] = (
        app_commands.autocomplete(game=games_for_two, time=times, agreed=suggest_agreed),
        app_commands.choices(system=_SYSTEMS, place=_PLACES),
        app_commands.describe(
            name=text("command-option-tournament-name"),
            system=text("command-option-tournament-system"),
            game=text("command-option-tournament-game"),
            rounds=text("command-option-tournament-rounds"),
            size=text("command-option-tournament-size"),
            komi=text("command-option-tournament-komi"),
            time=text("command-option-time"),
            players=text("command-option-tournament-players"),
            hours=text("command-option-tournament-hours"),
            place=text("command-option-tournament-place"),
            agreed=text("command-option-tournament-agreed"),
            forum=text("command-option-tournament-forum"),
        ),
    )
    for decorate in decorators:
        command = decorate(command)
    return command


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody has typed about the games of a tournament; None: left out."""

    size: int | None
    komi: str | None
    time: str | None
    place: str | None
    agreed: str | None

    def on(self, usual: Terms) -> Terms:
        """``usual`` with what was typed. May refuse, and raises `OptionError`."""
        size = None if self.size is None else str(self.size)
        found = {} if self.time is None else {TIME: self.time}
        for value, measures, why in (
            (size, SIDES, TournamentRefusal.NO_SIZE),
            (self.komi, (Measure.KOMI,), TournamentRefusal.NO_KOMI),
        ):
            options = usual.game.measured(*measures)
            if value is not None and not options:
                raise RefusedError(why, game=usual.game.name)
            found |= {one.key: value for one in options if value is not None}
        return fitting(usual, found, 2)

    def instead_of(self, before: Terms) -> Terms:
        """``before`` with what was typed; komi that was fair stays so on another board. May refuse,
        and raises `OptionError`."""
        chosen = self.on(before)
        return chosen if self.komi is not None else with_komi_of_its_board(before, chosen, 2)


def game_for_two(games: Mapping[str, Game], typed: str) -> Game:
    """The game that was typed. May refuse."""
    game = game_named(games, typed)
    if game is None:
        raise RefusedError(TournamentRefusal.NO_SUCH_GAME)
    if 2 not in game.seats:
        raise RefusedError(TournamentRefusal.NOT_FOR_TWO, game=game.name)
    return game
