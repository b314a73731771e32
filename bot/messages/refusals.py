"""Why something is refused, and what to do: one sentence each."""

from collections.abc import Iterable

from bot.challenges import MOST_OPEN
from bot.host import Sitting
from bot.messages import challenges, private
from bot.messages.phrases import listed, mention, plain, shortened
from bot.records import CHANGED, EXPIRED, StoredChallenge, StoredMatch
from bot.refusals import RefusedError, Why
from engine.course import NotNow, NotNowError
from engine.position import (
    Game,
    IllegalMoveError,
    MoveError,
    OptionError,
    Position,
    Reason,
    UnreadableMoveError,
)
from engine.record import LARGEST, RecordError

REASONS = {
    Reason.UNREADABLE: "this game has no such move now",
    Reason.OVER: "the game is over",
    Reason.EXPECTED_KOMI: "komi must be named first, a whole number from 0 to {points}",
    Reason.EXPECTED_SIDE: "a side must be chosen first, black or white",
    Reason.NO_BUTTON: "the button is taken already, or this game has none",
    Reason.PASS_BEFORE_BUTTON: "nobody may pass before the button is taken",
    Reason.MUST_PLACE: "you may not pass while you can place a stone",
    Reason.OFF_BOARD: "there is no such point on this board",
    Reason.OCCUPIED: "a stone stands there",
    Reason.SUICIDE: "it would be suicide, the stone would be in a group without a liberty",
    Reason.CONTROLLED: "another player controls that space",
    Reason.REPETITION: "it repeats the position after ply {ply}",
}

PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}

BUSY = "That took too long just now and nothing was done: press again, or type the move with /play."

NOT_FROM_A_FORM = "A form cannot open another one, and nothing was done: press a button."

SERVERS_ONLY = "Games are played in the channels of a server. Ask me there."

NO_GAME_FOR_TWO = "I have no such game for two players: /challenge lists the games that I have."

NOT_A_MEMBER = "That person is not a member of this server: choose one who is."

NO_BOTS = "Bots do not play: choose a person as your opponent."


NO_SEAT = "You have no seat in this challenge."


def missing_permissions(names: Iterable[str]) -> str:
    """What the bot may not do in this channel, and whom to ask."""
    told = listed(f"**{PERMISSIONS[name]}**" for name in names)
    return (
        f"I cannot run a game in this channel: I lack {told}. Ask a server admin to allow it here."
    )


PING_ME = (
    "I cannot read this reply: switch on the ping (“@ ON” at the reply) and send your move again."
)


def not_played(error: RefusedError | MoveError, text: str) -> str:
    """One line under a reply that is refused; the reason in full is told in private."""
    if isinstance(error, IllegalMoveError):
        return f"Not played: {plain(shortened(text, 40))} is not legal here."
    return refusal(error)


def old_board(link: str | None) -> str:
    """To a reply to a board that is not the newest."""
    if link is None:
        return _house_rule(RefusedError(Why.OLD_BOARD))
    return f"Not played: the game has gone on, reply to the newest board: {link}"


def why_not_played(text: str, sitting: Sitting) -> str:
    """Why a move that is legal on a board was not played there."""
    who = mention(sitting.to_move) if sitting.to_move is not None else "nobody"
    return (
        f"{plain(text)} is legal on that board, but only {who} could play it, "
        "and only while that board was the newest."
    )


def because(
    error: IllegalMoveError, position: Position | None = None, game: Game | None = None
) -> str:
    """Why a move is illegal, as half a sentence."""
    size = len(position.board) if position else 0
    words = {**REASONS, **(game.refusals if game else {})}
    return words[error.reason].format(ply=error.ply, points=size)


def wrong_record(error: RecordError) -> str:
    """One sentence: why a file is no record of a game."""
    if isinstance(error.cause, IllegalMoveError) and error.before is not None:
        game, position = error.before
        return f"Ply {error.ply}, {error.move}: {because(error.cause, position, game)}."
    return str(error)


def refusal(
    error: RefusedError | MoveError | OptionError,
    position: Position | None = None,
    game: Game | None = None,
) -> str:
    """One sentence: why, and what to do. ``game``: whose words a refused move is explained in."""
    if isinstance(error, OptionError):
        text = str(error)
        return text[:1].upper() + text[1:]
    if isinstance(error, RefusedError):
        return _house_rule(error)
    if isinstance(error, UnreadableMoveError):
        what = f"I cannot read “{shortened(plain(error.text), 40)}” as a move"
        return f"{what}: type {_what_to_type(position)}." if position else f"{what}."
    if isinstance(error, IllegalMoveError):
        return f"That move is not legal: {because(error, position, game)}."
    if isinstance(error, NotNowError):
        return NOT_NOW[error.why]
    return _house_rule(RefusedError(Why.NOT_YOUR_TURN))


NOT_NOW = {
    NotNow.NOTHING: "There is no move of yours to take back.",
    NotNow.ANSWERED: "Your move was answered. Press *More…* under the board to ask for it back.",
    NotNow.TOO_LATE: "That was more than a minute ago. Press *More…* under the board to ask for it "
    "back.",
    NotNow.UNDONE: "You took a move back here before. Press *More…* under the board to ask for it.",
    NotNow.ASKED_BEFORE: "You have asked the others since the last move: play on first.",
    NotNow.NOT_BEGUN: "No stone has been placed, so nobody can have won. You can cancel the game.",
    NotNow.ASKED: "Something is asked already in this game: answer it, withdraw it, or play on.",
    NotNow.NOTHING_ASKED: "That was answered already: look at the newest board.",
    NotNow.OWN_REQUEST: "You asked that yourself: another player has to allow it. *Refuse* "
    "withdraws it.",
    NotNow.ALLOWED: "You have agreed already: the others have to answer too.",
    NotNow.NO_SUCH_WISH: "That cannot be asked. Press *More…* under the newest board.",
    NotNow.NO_SUCH_SEAT: "That cannot be asked in this game. Press *More…* under the newest board.",
}


def _what_to_type(position: Position) -> str:
    """What could be typed now."""
    words = [
        word.word
        if word.numbers is None
        else f"{word.word} and a whole number from {word.numbers[0]} to {word.numbers[-1]}"
        for word in position.words()
    ]
    told = listed(words, "or")
    if position.colours is None:
        return told
    point = f"a point such as {position.board.names[len(position.board) // 2]}"
    return f"{point}, or {told}" if told else point


def _house_rule(error: RefusedError) -> str:
    asked, sitting = error.about.get("challenge"), error.about.get("sitting")
    match error.why:
        case Why.ALONE:
            return "You cannot challenge yourself: choose another member."
        case Why.TWICE:
            return "Each player can be asked only once: choose different members."
        case Why.TOO_MANY:
            return f"{MOST_OPEN} challenges of yours stand here already: withdraw one first."
        case Why.NO_SUCH_CHALLENGE:
            return "That challenge does not exist any more."
        case Why.NOT_ASKED:
            assert isinstance(asked, StoredChallenge)
            people = listed(mention(s.user) for s in asked.invitations if s.user is not None)
            return f"This challenge is for {people}." if people else NO_SEAT
        case Why.OWN_CHALLENGE:
            return "This is your own challenge: another has to accept it. You can withdraw it."
        case Why.NOT_THE_CHALLENGER:
            return "Only the challenger can withdraw a challenge."
        case Why.OWN_TERMS:
            return "This is your own challenge: to change it, withdraw it and challenge again."
        case Why.SAME_TERMS:
            return "You have changed nothing: press Accept to play on these terms."
        case Why.CHALLENGE_OVER:
            assert isinstance(asked, StoredChallenge)
            how = "has expired" if asked.state == EXPIRED else f"was {asked.state}"
            newer = ", answer the newer card" if asked.state == CHANGED else ""
            return f"This challenge is over: it {how}{newer}."
        case Why.NO_SUCH_MATCH:
            return "There is no such game on this server: /games lists yours."
        case Why.NO_MATCH_HERE:
            return "You have no game running in this channel. Start one with /challenge."
        case Why.NOT_A_PLAYER:
            return "You are not a player of this game; you are welcome to watch."
        case Why.HAS_LEFT:
            return "You have left this game; the others play on, and you are welcome to watch."
        case Why.NOT_YOUR_TURN:
            if "match" in error.about and error.about["match"] is None:
                return "It is not your turn in any of your games here."
            return _not_your_turn(sitting, error.about.get("match"))
        case Why.MATCH_OVER:
            return "This game is over."
        case Why.OLD_BOARD:
            return "This board is an old one, the game has gone on: use the newest board."
        case Why.TOO_LATE:
            return "Another turn came first: look at the newest board."
        case Why.TIME_OVER:
            return "The time for this move is over."
        case Why.NOT_OVER:
            return "This game is not over yet: a rematch can be offered at its end."
        case Why.REMATCH_OFFERED:
            return challenges.rematch_offered(None)
        case Why.REMATCH_CHANGED:
            return challenges.rematch_changed(None)
        case Why.REMATCH_PLAYED:
            assert isinstance(asked, StoredChallenge)
            return challenges.rematch_played(asked.match or 0, None)
        case Why.NOT_YOUR_QUESTION:
            whose = str(error.about["user"])
            who = mention(int(whose)) if whose.isdecimal() else "somebody else"
            return f"This question is for {who}."
        case Why.NO_SUCH_LESSON:
            return "That page of rules does not exist: /help tells what I can show you."
        case Why.UNKNOWN_RULES:
            return "That game was played by rules that I do not know any more."
        case Why.NO_SUCH_FILE:
            return "I no longer have the game of that file: bring it again with /import."
        case Why.FILE_TOO_LARGE:
            name = file_name(str(error.about["name"]))
            return f"{name} is larger than {LARGEST >> 20} MiB, which no record of a game is."
        case Why.FILE_LOST:
            return f"I could not get {file_name(str(error.about['name']))} from Discord: try again."
        case Why.STILL_DRAWING:
            return "I am still drawing animations, perhaps yours: try again in a minute."
        case Why.NO_GROUP:
            return "No stone stands there, or this game knows no liberties: name a stone, as d5."
        case Why.MAY_NOT_WRITE:
            return "You may not send messages or files here, so I show nothing here for you."
        case Why.WHICH_MATCH:
            return private.which_match(private.WHICH_TO_PLAY)


def bad_file(name: str, error: RecordError) -> str:
    """Why the game of a file is not shown: where a turn is wrong, in the words of refused moves."""
    return f"I cannot show {file_name(name)}. {wrong_record(error)}"


def file_name(name: str) -> str:
    """The name of a file that somebody brought."""
    return f"“{shortened(plain(name).strip(), 60)}”"


def _not_your_turn(sitting: object, stored: object) -> str:
    user = sitting.to_move if isinstance(sitting, Sitting) else None
    if isinstance(stored, StoredMatch) and stored.to_move is not None:
        user = stored.players[stored.to_move]
    if user is None:
        return "It is not your turn."
    return f"It is not your turn: {mention(user)} is to move."


def our_fault(reference: str) -> str:
    """Something broke on our side."""
    return (
        f"Something went wrong on our side; nothing of your game is lost. "
        f"Please try again. If it happens again, tell the operator the reference {reference}."
    )
