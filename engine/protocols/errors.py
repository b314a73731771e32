"""Errors in options as programs read them: one technical sentence each, in English.

The protocols' answers are for programs and their authors. Words for players are up to whoever talks
to them.
"""

from engine.game import YES_OR_NO, Game, Option, OptionError, OptionProblem


def option_error(error: OptionError) -> str:
    """Why an option is refused, in one sentence with a full stop."""
    key, about = error.option, error.about
    match error.problem:
        case OptionProblem.UNKNOWN:
            return f"{_game(about).name} has no option {key}."
        case OptionProblem.NULL:
            return f"{key} must not be null."
        case OptionProblem.VALUE:
            option = about["declared"]
            assert isinstance(option, Option)
            where = " on this board" if about["on_this_board"] else ""
            return f"{key} must be {expected(option, where)}."
        case OptionProblem.PLAYERS:
            return f"{_game(about).name} is for {numbers(_game(about).seats)} players."
        case OptionProblem.GAME:
            return f"game must be one of: {about['games']}."
        case OptionProblem.CONFLICT:
            return f"{key} does not go with {about['other']}."
        case OptionProblem.INCOMPLETE:
            return f"{key} needs {about['other']}."
        case OptionProblem.BOARD_TOO_SMALL:
            return "The board must have two points or more."
        case OptionProblem.SETUP_POINT:
            return f"setup names {str(about['point'])[:40]}, which is not on this board."
        case OptionProblem.SETUP_COLOUR:
            return f"Nobody plays {about['colour']}: the colours are {about['colours']}."
        case OptionProblem.FOR_TWO:
            return f"{key} is for two players."
        case OptionProblem.NO_PLACES:
            return "This board has no places for the stones of a handicap."
        case OptionProblem.NO_SETUP:
            return "This game starts without stones on the board, and with its first player."
        case _:  # TIME and TIME_BOUNDS
            return "The time for each move must be from 1 minute to 30 days, such as 10m or 3d."


def expected(option: Option, where: str = "") -> str:
    """The values of an option, in a few words; ``where``: the boards that its bounds are for."""
    if option.kind is bool or option.choices:
        return " or ".join(option.choices or YES_OR_NO)
    if option.kind is str:
        return "a text"
    kind = "a whole number" if option.kind is int else "a number"
    kind = "an odd number" if option.odd else kind
    kind = "a whole number or a half" if option.halves else kind
    between = "" if option.bounds is None else " from {:g} to {:g}".format(*option.bounds)
    return f"{kind}{between}{where}{', or left empty' if option.default is None else ''}"


def numbers(seats: range) -> str:
    """How many players a game is for: ``2``, ``2 to 8``."""
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _game(about: dict[str, object]) -> Game:
    game = about["game"]
    assert isinstance(game, Game)
    return game
