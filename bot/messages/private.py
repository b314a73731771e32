"""What one person is told after a command, a button or a modal."""

from collections.abc import Iterable, Mapping

from bot.host import Sitting
from bot.messages import boards, labels
from bot.messages.phrases import (
    CONTENT_LIMIT,
    WORDS,
    colour,
    listed,
    mention,
    moment,
    move_text,
    plain,
    points,
    seat_name,
)
from bot.records import StoredMatch
from engine.course import Turn
from engine.position import Game

NO_TURN = "No game on this server waits for you now."


def played(sitting: Sitting, seat_text: str) -> str:
    """To the mover, after a move."""
    taken = boards.taken(sitting.match)
    undo = (
        ""
        if sitting.match.end
        else f" *{labels.UNDO}* works for a minute, while nobody has answered."
    )
    return f"You {move_text(seat_text)}{taken}. The board follows in the channel.{undo}"


def sure(word: str, sitting: Sitting, game: Game) -> str:
    """The question before a declaration that is hard to take back."""
    lines = [f"Do you want to {WORDS.get(word, word).lower()} in game #{sitting.id}?"]
    match = sitting.match
    if word == "pass":
        passes, needed = match.position.passing() or (0, 2)
        if match.ends_by_pass():
            lines.append("**This ends the game**, and the board is scored as it stands.")
        elif needed > 2:
            lines.append(f"It is pass {passes + 1} of {needed} in a row that end the game.")
        else:
            lines.append("If your opponent passes too, the game ends and is scored as it stands.")
        score = ", ".join(
            f"{colour(game.colours[c])} {points(p)}" for c, p in enumerate(match.position.score())
        )
        lines.append(f"As the board stands: {score}.")
    return " ".join(lines)


def sure_resign(sitting: Sitting) -> str:
    """The question before giving up."""
    course = sitting.match.course
    others_play_on = len(course.playing(sitting.match.seats)) > 2
    told = (
        "The others play on, and you rank behind them."
        if others_play_on
        else "You lose it at once."
    )
    return f"Do you want to resign game #{sitting.id}? {told}"


RESIGNED = "You resigned. The board follows in the channel."

ASKED = "Asked. The others see it in the channel; you can go on playing."

SURE_TO_LOSE = "You agree that you have lost? That ends the game."

ALLOWED, REFUSED = "You agreed.", "You refused. The game goes on."

WHO_HAS_WON = "Who has won? The others have to agree; then the game ends so."


def menu(sitting: Sitting) -> str:
    """What a player can do besides moving."""
    match = sitting.match
    if match.course.request is not None:
        who = seat_name(match, match.game, match.course.request.seat)
        return f"{who} asks {boards.wish(match, match.game, match.course.request)}."
    return f"Game #{sitting.id}. What you ask here, the others have to allow."


def may_i_take_back(turns: Iterable[Turn]) -> str:
    """To who is too late to just undo."""
    return (
        f"*{labels.UNDO}* works once, for a minute, and while nobody has answered. "
        f"Do you want to ask the others whether you may take back {boards.moves(turns)}?"
    )


def undone(sitting: Sitting) -> str:
    """To who took a move back."""
    return f"You took back {boards.moves(sitting.match.course.taken_back)}. It is your turn again."


WHICH_TO_SEE = "which one do you want to see"

WHICH_TO_REPLAY = "which one do you want to look at move by move"

WHICH_TO_RECORD = "of which one do you want the record"

WHICH_TO_PLAY = "which one do you want to play"

WHICH_TO_RESIGN = "which one do you want to resign"

WHICH_TO_UNDO = "in which one do you want to take a move back"

WHICH_TO_CANCEL = "which one do you want to cancel"

WHICH_TO_END = "which one do you want to end"


def which_match(doing: str, text: str = "") -> str:
    """Asks for the game that is meant. ``text``: the move that is to be played in it."""
    if text:
        doing = f"in which one do you want to {'' if text == 'pass' else 'play '}{plain(text)}"
    return f"There are several games here: {doing}?"


def games(
    rows: Iterable[tuple[StoredMatch, str | None]], games_by_key: Mapping[str, Game], user: int
) -> str:
    """The games of a person and of a channel, with links to the newest boards."""
    lines: list[str] = []
    for match, link in rows:
        game = games_by_key[match.game]
        turn = match.players[match.to_move] if match.to_move is not None else None
        whose = "**your turn**" if turn == user else f"{mention(turn)} to move" if turn else ""
        where = f" · {link}" if link else ""
        left = f" · time runs out {moment(match.deadline)}" if match.deadline else ""
        people = listed(mention(u) for u in match.players)
        lines.append(f"#{match.id} **{game.name}** · {people} · {whose}{left}{where}")
    if not lines:
        return NO_GAMES
    text = "\n".join(lines)
    while len(text) > CONTENT_LIMIT - 20:
        lines.pop()
        text = "\n".join([*lines, "…"])
    return text


NO_GAMES_YET = "No game has been played here yet. Start one with /challenge."

NO_GAMES = "No game is running here. Start one with /challenge."
