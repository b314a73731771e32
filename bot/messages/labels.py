"""The texts of buttons, fields and commands."""

from collections.abc import Mapping
from functools import partial

from bot.messages import endings, requests
from bot.messages.catalogue import has, text
from bot.messages.phrases import facts, listed, number_range, points, shortened
from bot.service.player_actions import Act, PlayerAction
from bot.storage.rows import StoredMatch
from engine.game import Game, Option
from engine.match import Match
from engine.position import Declaration, Placement, Position
from engine.turns import Wish

LONGEST_BUTTON, LONGEST_DESCRIPTION = 80, 100
"""The most characters that Discord allows."""
LONGEST_WINNER = 20
"""The most characters of a name in a list of games that are over."""


move = partial(text, "button-move")

why = partial(text, "button-why")


def command(name: str) -> str:
    """The description of a slash command."""
    return text(f"command-{name}")


def replay_step(way: str) -> str:
    """A button of a replay: ``first``, ``back``, ``forward`` or ``last``."""
    return text(f"button-replay-{way}")


def number_field(first: int, last: int) -> str:
    """The label of a field for a whole number."""
    return text("field-number", first=str(first), last=str(last), step="one")


def completing_field(word: Declaration) -> str:
    """The label of a field for the number that completes ``word``."""
    first, last, step = number_range(word)
    return text("field-number", first=first, last=last, step=step)


def number_help(word: str, match: Match) -> str:
    """The meaning or usual value of the number that completes ``word``; empty if that is clear."""
    for value in match.options.values():
        if isinstance(value, str) and has(f"hint-{word}-{value}"):
            return text(f"hint-{word}-{value}")
    usual = match.game.usual_komi(match.options, match.seats)
    if usual is not None and has(f"hint-{word}-usual"):
        return text(f"hint-{word}-usual", komi=points(usual))
    return text(f"hint-declaration-{word}") if has(f"hint-declaration-{word}") else ""


def word_label(word: Declaration) -> str:
    """The text on the button of a declaration."""
    label = word.word.capitalize()
    if word.amount is None:
        return text("button-declaration", word=word.word, label=label)
    worth = points(word.amount)
    return text("button-declaration-worth", word=word.word, label=label, points=worth)


def their_word(word: Declaration) -> str:
    """The text on the button of a declaration that the opponent may make."""
    return text("button-declaration-theirs", word=word.word)


def what_is(word: Declaration) -> str:
    """The button that explains a declaration."""
    return text("button-what-is", word=word.word)


def offer_title(game: Game) -> str:
    """The title of the form for a challenge."""
    return text("title-challenge", game=game.name)


def change_title(game: Game) -> str:
    """The title of the form for a counter-offer."""
    return text("title-change", game=game.name)


def option_label(key: str) -> str:
    """The name of an option over its field."""
    return key.replace("_", " ").capitalize()


def option_help(option: Option) -> str:
    """The hint under the name: the range comes first, so that it is never cut off."""
    if option.bounds is None:
        return shortened(option.summary, LONGEST_DESCRIPTION)
    least, most = (f"{bound:g}" for bound in option.bounds)
    content = text("hint-option", least=least, most=most, summary=option.summary)
    return shortened(content, LONGEST_DESCRIPTION)


def choice(value: str) -> str:
    """One of the values that an option offers."""
    return value.capitalize()


def handicap(written: str) -> str:
    """One of the handicaps to choose from: ``they 3`` is *Opponent: Black, 3 stones*."""
    who, _, stones = written.partition(" ")
    return text("choice-handicap", who=who, stones=int(stones or 0))


def option_choice(key: str, value: str) -> str:
    """The same of a command's option ``key``, where that has to be explained."""
    return text(f"choice-{key}.{value}") if has(f"choice-{key}.{value}") else value


def left_empty(key: str) -> str:
    """The placeholder in a field that may stay empty: what that means."""
    return text("placeholder-left-empty", option=key)


def time_help() -> str:
    """How to write a time."""
    return text("hint-time")


def player_action(action: PlayerAction) -> str:
    """The text on the button for something that a player can do."""
    match action.act:
        case Act.ALLOW:
            return text("button-allow")
        case Act.REFUSE:
            return text("button-refuse")
        case Act.WITHDRAW:
            return text("button-withdraw")
        case Act.UNDO:
            return text("button-take-back", moves=requests.moves(action.turns))
        case Act.WINNER:
            return text("button-winner")
        case Act.ASK if action.wish is Wish.TAKE_BACK:
            return text("button-ask-back", moves=requests.moves(action.turns))
        case Act.ASK:
            return text("button-cancel")


def has_won(who: str) -> str:
    """The text on the button that proposes a winner."""
    return text("button-won", player=who)


def match_label(match: StoredMatch, game: Game, user: int, names: Mapping[int, str]) -> str:
    """One game in a list to choose from."""
    reader = "playing" if user in match.players else "watching"
    if match.to_move is not None and match.players[match.to_move] == user:
        reader = "to-move"
    others = listed(names.get(player, "?") for player in match.players if player != user)
    content = text(
        "button-match", reader=reader, match=str(match.id), game=game.name, others=others
    )
    content = facts(filter(None, [content, match.part_of]))
    if match.ending is None:
        return shortened(content, LONGEST_BUTTON)
    brief = {user: shortened(name, LONGEST_WINNER) for user, name in names.items()}
    who_won = endings.over(match, user, brief)
    room = max(LONGEST_BUTTON - len(facts(["", who_won])), LONGEST_BUTTON // 2)
    return shortened(facts([shortened(content, room), who_won]), LONGEST_BUTTON)


def move_help(position: Position) -> str:
    """The hint for the field of a move: what can be typed, with an example."""
    point, naming = example_point(position), position.board.naming
    words = listed((word.word for word in position.declarations()), "or")
    if words:
        return text("hint-move-or", point=point, naming=naming, declarations=words)
    return text("hint-move", point=point, naming=naming)


def example_point(position: Position) -> str:
    """A point that could be typed here."""
    for one in position.legal_moves():
        if isinstance(one, Placement):
            return one.point
    return position.board.names[0]


def yes(action: str) -> str:
    """The button that confirms ``action``: a declaration, ``resign`` or ``agree``."""
    return text("button-yes", action=action)


def usually(option: Option) -> str:
    """The summary of an option, and its default if there is room."""
    default = option.default
    if default is None or isinstance(default, bool) or option.choices:
        return option.summary
    content = text("command-option-default", summary=option.summary, value=option.write(default))
    return content if len(content) <= LONGEST_DESCRIPTION else option.summary
