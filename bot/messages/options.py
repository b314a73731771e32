"""Options of games and time controls: why one is impossible, and what to choose instead."""

from datetime import timedelta
from typing import cast

from bot.messages.catalogue import text
from bot.messages.phrases import exactly, listed, points
from engine.game import Game, Option, OptionError, OptionProblem


def sentence(error: OptionError) -> str:
    """One sentence on why an option is impossible, and what to do; it names the option's key."""
    option, about = error.option, error.about
    match error.problem:
        case OptionProblem.VALUE:
            return _wrong_value(option, about["declared"], here=bool(about["on_this_board"]))
        case OptionProblem.UNKNOWN:
            game = _game(about)
            known = listed((each.key for each in game.options), "or")
            return text("option-unknown", game=game.name, option=option, known=known)
        case OptionProblem.PLAYERS:
            game = _game(about)
            low, high = (str(game.seats[n]) for n in (0, -1))
            return text("option-players", game=game.name, range=_range(game), low=low, high=high)
        case OptionProblem.NULL:
            return text("option-null", option=option)
        case OptionProblem.GAME:
            return text("option-game", games=str(about["games"]))
        case OptionProblem.CONFLICT:
            return text("option-conflict", option=option, other=str(about["other"]))
        case OptionProblem.INCOMPLETE:
            return text("option-incomplete", option=option, other=str(about["other"]))
        case OptionProblem.BOARD_TOO_SMALL:
            return text("option-board-too-small")
        case OptionProblem.TIME:
            return text("option-time")
        case OptionProblem.TIME_BOUNDS:
            return text("option-time-bounds", low=_time(about["low"]), high=_time(about["high"]))
        case OptionProblem.FOR_TWO:
            return text("option-for-two", option=option)
        case OptionProblem.NO_PLACES:
            sizes = cast(dict[str, int], about.get("smallest") or {})
            smallest = listed(_setting(key, side) for key, side in sizes.items())
            return text("option-no-places", smallest=smallest or "none")
        case OptionProblem.SETUP_POINT:
            return text("option-setup-point", point=str(about["point"]))
        case OptionProblem.SETUP_COLOUR:
            return text("option-setup-colour", colours=str(about["colours"]))
        case OptionProblem.NO_SETUP:
            return text("option-no-setup")


def seats_error(game: Game, seats: int) -> str:
    """The sentence for a file that names more or fewer players than the game is for."""
    low, high = (str(game.seats[n]) for n in (0, -1))
    return text(
        "record-seats",
        game=game.name,
        seats=str(seats),
        range=_range(game),
        low=low,
        high=high,
    )


def _range(game: Game) -> str:
    """The selector for whether a game is for one number of players, or for several."""
    return "one" if len(game.seats) == 1 else "some"


def _wrong_value(key: str, option: object, *, here: bool) -> str:
    """``here``: whether the bounds are those of the chosen board."""
    assert isinstance(option, Option)
    low, high = option.bounds or (0, 0)
    return text(
        "option-value",
        option=key,
        kind=_kind(option),
        choices=text("option-or").join(option.choices),
        bounds="no" if option.bounds is None else "yes",
        low=points(low),
        high=points(high),
        board="this" if here else "any",
        empty="yes" if option.default is None else "no",
    )


def _kind(option: Option) -> str:
    """The selector for what the values of an option are."""
    if option.choices:
        return "choice"
    if option.odd or option.halves:
        return "odd" if option.odd else "half"
    return {int: "whole", float: "number", str: "text", bool: "yes-or-no"}[option.kind]


def _game(about: dict[str, object]) -> Game:
    game = about["game"]
    assert isinstance(game, Game)
    return game


def _setting(key: str, value: int) -> str:
    return text("setting", option=key, value=str(value))


def _time(time: object) -> str:
    assert isinstance(time, timedelta)
    return exactly(time)
