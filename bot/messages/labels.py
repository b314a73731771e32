"""What stands on buttons, fields and commands."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from bot.messages import boards
from bot.messages.phrases import LEFT_OPEN, WORDS, every, listed, points, shortened
from bot.records import StoredMatch
from engine.clock import LEAST, MOST
from engine.course import Turn
from engine.position import Game, Option, Place, Position, Word

ACCEPT, DECLINE, WITHDRAW, MOVE, RESIGN = "Accept", "Decline", "Withdraw", "Move", "Resign"

LEAVE = "Decline or leave"

REMATCH, CHANGE, TRY_AGAIN = "Rematch", "Change…", "Try again…"

UNDO, MORE, ALLOW, REFUSE, CANCEL = "Undo", "More…", "Allow", "Refuse", "Cancel the game"

WINNER, ASK_THEM = "Agree on who has won", "Ask"

REPLAY, RECORD, JUMP = "Replay", "Record", "Go to ply…"

WAYS = {"first": "« First", "back": "‹ Back", "forward": "Forward ›", "last": "Last »"}
"""The buttons of a replay."""

JUMP_HELP = "0 is the beginning."

SHARE, FILM = "Show to the channel", "Animation…"

FILM_FIELDS = {"from": "From ply", "to": "To ply"}

LOOKS = {
    "palette": {
        "": "Colours",
        "light": "Wood",
        "dark": "Dark",
        "contrast": "High contrast",
        "protan": "For eyes that see little red (protan)",
        "deutan": "For eyes that see little green (deutan)",
        "tritan": "For eyes that see little blue (tritan)",
        "glyph": "A shape on every stone",
    },
    "coordinates": {
        "": "Coordinates",
        "edge": "Coordinates at the edge",
        "every": "Coordinates on every empty point",
        "off": "No coordinates",
    },
    "size": {
        "": "Size",
        "desktop": "For a large screen",
        "phone": "Smaller, for a phone",
    },
    "": {
        "turn": "Turn the board",
        "mirror": "Mirror",
        "usually": "As usual",
        "other": "Another board",
    },
}
"""What can be chosen about how boards look; "" is over the choices, or on the buttons."""

NEXT_GAME, SHOW_BOARD = "Next game", "Show the board"

MOVE_FIELD = "Your move"

NUMBER_FIELD = "A whole number from {first} to {last}"

NUMBER_HELP = {
    "komi": "White's extra points. Name a number at which you would gladly play either side.",
}


def word_label(word: Word) -> str:
    """What stands on the button of a declaration."""
    label = WORDS.get(word.word, word.word.capitalize())
    if word.amount is None:
        return label
    return f"{label} (+{points(word.amount)})"


def offer_title(game: Game) -> str:
    """Over the form for a challenge."""
    return f"Challenge to {game.name}"


def change_title(game: Game) -> str:
    """Over the form for a counter-offer."""
    return f"Other terms for {game.name}"


def option_label(key: str) -> str:
    """What an option is called over its field."""
    return key.replace("_", " ").capitalize()


def option_help(option: Option) -> str:
    """What stands under that, at most 80 characters; the range first, that it is not cut."""
    between = "" if option.bounds is None else "{:g} to {:g}. ".format(*option.bounds)
    return shortened(between + option.summary, 100)


def choice(value: str) -> str:
    """One of the values that an option offers."""
    return value.capitalize()


def left_empty(key: str) -> str:
    """In the field of an option that may stay empty: what that means."""
    return f"empty: {LEFT_OPEN.get(key, 'open')}"


TIME_FIELD = "Time for each move"

TIME_HELP = f"Such as 10m, 3d or 1 week, from {every(LEAST)} to {every(MOST)}"


def ask_back(turns: Iterable[Turn]) -> str:
    """On the button that asks whether these moves may be taken back."""
    return f"Ask to take back {boards.moves(turns)}"


def take_back(turns: Iterable[Turn]) -> str:
    """On the button that takes these moves back."""
    return f"Take back {boards.moves(turns)}"


def has_won(who: str) -> str:
    """On the button that proposes a winner."""
    return f"{who} has won"


WHY = "Why?"


def match_label(match: StoredMatch, game: Game, user: int, names: Mapping[int, str]) -> str:
    """One game in a list to choose from, at most 80 characters."""
    others = [names.get(u, "?") for u in match.players if u != user]
    turn = "your turn" if match.to_move is not None and match.players[match.to_move] == user else ""
    who = (
        f"with {listed(others)}"
        if user in match.players
        else listed(others, "against" if len(others) == 2 else "and")
    )
    parts = [f"#{match.id} {game.name} {who}", turn]
    return shortened(" · ".join(part for part in parts if part), 80)


def move_help(position: Position) -> str:
    """What can be written into the field for a move."""
    words = listed((word.word for word in position.words()), "or")
    point = f"{example_point(position)} ({position.board.naming})"
    return f"{point}, or: {words}" if words else point


def example_point(position: Position) -> str:
    """A point that could be typed here."""
    for move in position.legal_moves():
        if isinstance(move, Place):
            return move.point
    return position.board.names[0]


def yes(word: str) -> str:
    """The button that answers a question with yes."""
    return f"Yes, {word}"


def new_to(game: Game) -> str:
    """The button that offers the rules to somebody who may never have played."""
    return f"New to {game.name}?"


HELP_MORE = "More about …"

COMMANDS = {
    "challenge": "Challenge another member to a game",
    "play": "Make a move in your game",
    "pass": "Pass in your game",
    "resign": "Give a game up",
    "undo": "Take your last move back, or ask whether you may",
    "cancel": "Ask to cancel a game, so that nobody loses it",
    "result": "Agree on who has won, and end the game",
    "view": "How you want to see boards: colours, turned, coordinates, size",
    "board": "See the board of a game, as a picture or as text",
    "games": "See your games and those of this channel",
    "replay": "Look at a game move by move, also at one that is over",
    "record": "Get the record of a game as a file",
    "import": "Look at the game of a file move by move: an SGF file or a record from here",
    "help": "How to start, play and watch",
    "rules": "Learn a game in a few pictures",
}

CHALLENGE_MENU = "Challenge…"

OPPONENT = "Whom you challenge; left out, anybody may accept"


def usually(option: Option) -> str:
    """What an option is, and its value where it is left out, as far as there is room."""
    default = option.default
    if default is None or isinstance(default, bool) or option.choices:
        return option.summary
    told = f"{option.summary}; {option.write(default)} unless you say otherwise"
    return told if len(told) <= 100 else option.summary


PLAYERS = "How many play; seats that nobody is named for are for anybody"

TIME = "Time for each move, such as 10m, 3d or 1 week; 3 days unless you say otherwise"

MOVE_OPTION = "A point such as d5, or a word such as pass"

GAME_OPTION = "Which game, where you have several here"

ANY_GAME_OPTION = "Which game, also one that is over; left out, the one that is played here"

RECORD_OPTION = "As SGF for other programs, as JSON with everything, or as text to read"

FILE_OPTION = "An SGF file, or a JSON file that /record gave"

RULES_OPTION = "Which of our rules to judge a file of Go by that names others, or none"

GROUP_OPTION = "A stone, to see the liberties of its group"

FORM_OPTION = "As a picture or as text"


def a_move(per_move: timedelta) -> str:
    """A time per move as it is suggested."""
    return f"{every(per_move)} a move"
