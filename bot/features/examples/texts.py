"""The words around examples."""

from bot.messages import endings, examples
from bot.messages.catalogue import text
from bot.messages.phrases import seat_name, shortened
from engine.game import Game
from engine.match import Match
from engine.position import names_a_point


def examples_of(game: Game) -> str:
    """The description of the command for the examples of a game."""
    return shortened(text("command-examples-game", game=game.name), 100)


def example_choice(number: int, title: str) -> str:
    """The label of the button that shows an example."""
    return text("button-example", number=str(number), title=title)


def example(match: Match, number: int, plies: int) -> str:
    """Example ``number``, counted from 1, after ``plies`` moves; at its end, with the score."""
    game = match.game
    known = examples.of(game)
    shown = known[number - 1]
    head = text(
        "example-head",
        game=game.name,
        number=str(number),
        count=str(len(known)),
        title=examples.title(game, shown),
    )
    lines = [head, *([_move(match, game, plies)] if plies else [])]
    lines += filter(None, [examples.said(game, shown, plies)])
    return "\n".join([*lines, *endings.score_sheet(match, game)])


def _move(match: Match, game: Game, plies: int) -> str:
    """The last move, and how many there are."""
    turn = match.turn_log.moves[-1]
    return text(
        "example-move",
        ply=str(plies),
        who=seat_name(match, game, turn.seat),
        kind="point" if names_a_point(turn.text) else "word",
        move=turn.text,
    )
