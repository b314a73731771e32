"""Every word that we say. English for now.

Games bring their own names and the words of their options (a game is one file); everything else
that a person reads is written here, and the games' words are drawn through here too.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from bot.challenges import CHALLENGE_STANDS
from bot.host import Sitting
from bot.records import (
    ACCEPTED,
    CHANGED,
    DECLINED,
    EXPIRED,
    OPEN,
    WITHDRAWN,
    StoredChallenge,
    StoredMatch,
)
from bot.refusals import RefusedError, Why
from engine import course, diagram
from engine.clock import LEAST, MOST, TimeControl
from engine.course import NotNow, NotNowError, Request, Turn, Wish, is_move
from engine.match import Ending, Match
from engine.position import (
    Declare,
    Game,
    IllegalMoveError,
    MoveError,
    Option,
    OptionError,
    Options,
    OptionValue,
    Place,
    Position,
    Reason,
    UnreadableMoveError,
    Word,
    named,
)

ALT_TEXT_LIMIT = 1024
CONTENT_LIMIT = 2000

COLOURS = {"B": "Black", "W": "White", "R": "Red", "G": "Green", "Y": "Yellow", "P": "Purple"}

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
    Reason.CONTROLLED: "your opponent controls that space",
    Reason.REPETITION: "it repeats the position after ply {ply}, which ended a turn of yours",
}

WORDS = {
    "pass": "Pass",
    "button": "Take the button",
    "komi": "Name komi",
    "black": "Play Black",
    "white": "Play White",
}

TURNS = {
    "pass": "the pass",
    "button": "the button",
    "black": "the choice of Black",
    "white": "the choice of White",
}
"""Words of games as things that can be taken back."""

PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}

ACCEPT, DECLINE, WITHDRAW, MOVE, RESIGN = "Accept", "Decline", "Withdraw", "Move", "Resign"
REMATCH, CHANGE, TRY_AGAIN = "Rematch", "Change…", "Try again…"
UNDO, MORE, ALLOW, REFUSE, CANCEL = "Undo", "More…", "Allow", "Refuse", "Cancel the game"
WINNER, ASK_THEM = "Agree on who has won", "Ask"
NEXT_GAME, SHOW_BOARD = "Next game", "Show the board"
MOVE_FIELD, MOVE_FIELD_HELP = "Your move", "A point such as {example}, or: {words}"
NUMBER_FIELD = "A whole number from {first} to {last}"
NUMBER_HELP = {
    "komi": "Name komi so that you would gladly play either side: the other player chooses.",
}
LEFT_OPEN = {"komi": "by the pie"}
"""What it means that an option was left out."""
BUSY = "That took too long just now and nothing was done: press again, or type the move with /play."
SERVERS_ONLY = "Games are played in the channels of a server. Ask me there."


# --- small parts ---


def mention(user: int) -> str:
    """A mention; whether it notifies is decided where it is sent."""
    return f"<@{user}>"


def moment(at: datetime) -> str:
    """A time that every reader sees in their own zone, as how long from now."""
    return f"<t:{int(at.timestamp())}:R>"


def points(number: float) -> str:
    """A number of points: ``6``, ``6½``, ``½``, ``−3``."""
    whole, half = divmod(abs(number), 1)
    digits = f"{whole:.0f}" if whole or not half else ""
    return ("−" if number < 0 else "") + digits + ("½" if half else "")


def colour(letter: str) -> str:
    """What a colour of stones is called."""
    return COLOURS.get(letter, letter)


def every(per_move: timedelta) -> str:
    """A time per move in words: ``3 days``, ``90 seconds``."""
    text = TimeControl(per_move).write()
    unit = {"s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week"}[text[-1]]
    return f"{text[:-1]} {unit}" if text[:-1] == "1" else f"{text[:-1]} {unit}s"


def option_value(key: str, value: OptionValue) -> str:
    """One option of a game as people read it."""
    if value is None:
        return f"{key} {LEFT_OPEN.get(key, 'open')}"
    if isinstance(value, bool):
        return f"with {key}" if value else f"no {key}"
    if isinstance(value, int | float):
        return f"{key} {points(value)}"
    return f"{key} {value}"


def settings(options: Options, per_move: timedelta) -> str:
    """Every setting of a match in one line."""
    told = [option_value(key, value) for key, value in options.items()]
    return " · ".join([*told, f"{every(per_move)} a move"])


def word_label(word: Word) -> str:
    """What stands on the button of a declaration."""
    label = WORDS.get(word.word, word.word.capitalize())
    if word.amount is None:
        return label
    return f"{label} (+{points(word.amount)})"


def move_text(text: str) -> str:
    """A move inside a sentence."""
    if text == "pass":
        return "passed"
    if text == "button":
        return "took the button"
    if text in ("black", "white"):
        return f"chose {text.capitalize()}"
    if text.startswith("komi "):
        return f"named {text}"
    return f"played {text}"


def address(server: int, place: int, message: int | None) -> str | None:
    """Where a message of ours is; None where it is not posted."""
    if message is None:
        return None
    return f"https://discord.com/channels/{server}/{place}/{message}"


def listed(items: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``."""
    all_items = list(items)
    if len(all_items) < 2:
        return "".join(all_items)
    return f"{', '.join(all_items[:-1])} {joint} {all_items[-1]}"


def shortened(text: str, limit: int) -> str:
    """``text``, cut at ``limit`` characters where it is longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


# --- challenges ---


def card(asked: StoredChallenge, game: Game) -> str:
    """The card of a challenge."""
    people = [mention(seat.user) for seat in asked.invitations if seat.user is not None]
    free = sum(seat.user is None for seat in asked.invitations)
    who = listed([*people, *(["anybody"] if free else [])])
    lines = [
        f"{mention(asked.challenger)} challenges {who} to a game of **{game.name}**.",
        settings(asked.options, asked.per_move),
    ]
    if asked.rematch_of is not None:
        lines.append(f"A rematch of game #{asked.rematch_of}, with the sides swapped.")
    ready = [mention(s.user) for s in asked.invitations if s.accepted and s.user is not None]
    outcome = {
        OPEN: f"The challenge expires {moment(asked.expires)}.",
        ACCEPTED: f"**Accepted**: game #{asked.match} is on.",
        DECLINED: f"**Declined** by {mention(asked.closed_by or 0)}.",
        WITHDRAWN: "**Withdrawn** by the challenger.",
        CHANGED: f"**Changed** by {mention(asked.closed_by or 0)}: the new card follows.",
        EXPIRED: f"**Expired**: it was not accepted within {_hours(CHALLENGE_STANDS)}.",
    }
    if asked.state == OPEN and ready:
        lines.append(f"Ready: {listed(ready)}.")
    return "\n".join([*lines, outcome[asked.state]])


def _hours(time: timedelta) -> str:
    return f"{time // timedelta(hours=1)} hours"


CHALLENGE_SENT = "Your challenge is on its way into the channel."
CHALLENGE_ACCEPTED = "Accepted. The board comes in a moment."
SEAT_TAKEN = "Accepted. The game starts when all others have accepted too."
CHALLENGE_DECLINED = "Declined."
CHALLENGE_WITHDRAWN = "Withdrawn."
COUNTER_OFFER_SENT = "Your counter-offer is on its way into the channel."


# --- the form for the terms of a match ---


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
    """What stands under that, at most 100 characters; the range first, that it is not cut."""
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
NO_GAME_FOR_TWO = "I have no such game for two players: /challenge lists the games that I have."


def which_game(user: int) -> str:
    """Asks for the game of a challenge."""
    return f"Which game do you want to challenge {mention(user)} to?"


def rematch_offered(link: str | None) -> str:
    """To the challenger, who wants the rematch once more."""
    where = f": {link}" if link else "."
    return f"Your challenge to a rematch stands already; the others have to accept it{where}"


def rematch_changed(link: str | None) -> str:
    """To a player who presses *Rematch* where a counter-offer stands."""
    where = f": {link}" if link else "."
    return f"A rematch on other terms is offered to you, accept or change it on its card{where}"


def rematch_played(key: int, link: str | None) -> str:
    """To a player who wants a second rematch of the same game."""
    return f"The rematch of this game is game #{key}" + (f": {link}" if link else ".")


NOT_A_MEMBER = "That person is not a member of this server: choose one who is."
NO_BOTS = "Bots do not play: choose a person as your opponent."


def missing_permissions(names: Iterable[str]) -> str:
    """What the bot may not do in this channel, and whom to ask."""
    told = listed(f"**{PERMISSIONS[name]}**" for name in names)
    return (
        f"I cannot run a game in this channel: I lack {told}. Ask a server admin to allow it here."
    )


# --- boards ---


def board(sitting: Sitting, game: Game, *, ping: bool = True) -> str:
    """The words of a board post: what was done, whose turn, one status line, result."""
    match = sitting.match
    head: list[str] = []
    if match.ply == 0:
        told = settings(match.options, sitting.per_move)
        head.append(f"**{game.name}** #{sitting.id} begins: {told}.")
        if match.position.colours is not None:
            how = "By lot" if sitting.rematch_of is None else "Sides swapped"
            head.append(f"{how}: {seating(sitting, game)}.")
    if match.last is not None:
        head.append(_last(sitting, game))
    if match.end:
        return "\n".join([*head, result(sitting, game), *_score_sheet(match, game)])
    return "\n".join([*head, status(sitting, game, ping=ping)])


def status(sitting: Sitting, game: Game, *, ping: bool = True) -> str:
    """One line: whose turn it is for what, which ply, and how much time is left."""
    match, seat = sitting.match, sitting.match.to_move
    assert seat is not None
    who = mention(sitting.players[seat]) if ping else f"**{seat_name(match, game, seat)}**"
    parts = [
        who,
        f"**{game.name}** #{sitting.id}",
        f"ply {match.position.ply}",
        to_move(match, game),
    ]
    if sitting.clock:
        parts.append(f"time runs out {moment(sitting.clock.deadline)}")
    return " · ".join(parts)


def seating(sitting: Sitting, game: Game) -> str:
    """Who plays what: ``Black @Ada, White @Bo``."""
    match = sitting.match
    seats = range(match.seats)
    colours = match.position.colours or seats
    return ", ".join(
        f"{seat_name(match, game, seat)} {mention(sitting.players[seat])}"
        for seat in sorted(seats, key=lambda seat: colours[seat])
    )


def seat_name(match: Match, game: Game, seat: int) -> str:
    """Who plays for a seat: the colour where it has one."""
    colours = match.position.colours
    if colours is None:
        return ("First player", "Second player")[seat] if seat < 2 else f"Player {seat + 1}"
    return colour(game.colours[colours[seat]])


def to_move(match: Match, game: Game) -> str:
    """Whose turn it is and for what."""
    seat = match.to_move
    assert seat is not None
    who, words = seat_name(match, game, seat), match.position.words()
    if match.position.colours is not None:
        return f"{who} to play"
    told = listed((word.word for word in words), "or")
    if any(word.numbers for word in words):
        return f"{who} to name {told}"
    return f"{who} to choose {told}"


def _last(sitting: Sitting, game: Game) -> str:
    """What the last turn was; a word that is hard to take back is told loudly."""
    match, last = sitting.match, sitting.match.last
    assert last is not None
    who = seat_name(match, game, last.seat)
    position = match.position
    if not is_move(last.text) and last.text not in (course.RESIGN, course.TIMEOUT):
        return _talk(sitting, game, who, last.text)
    if match.end and match.end.how in (Ending.TIMEOUT, Ending.CLOSED):
        return f"⌛ **{who} ran out of time.**"
    if match.end and match.end.how is Ending.RESIGNATION:
        return f"🏳️ **{who} resigned.**"
    if last.text == "pass":
        return f"⏸️ **{who} passed.**{_another_pass_ends(match)}{_lapsed(match)}"
    if last.text in ("black", "white"):  # until now they had no colour to be called by
        who = mention(sitting.players[last.seat])
        return f"{who} {move_text(last.text)}: {seating(sitting, game)}."
    lost = len(position.captured)
    taken = f" and captured {lost}" if lost else ""
    return f"{who} {move_text(last.text)}{taken}.{_lapsed(match)}"


def _talk(sitting: Sitting, game: Game, who: str, text: str) -> str:
    """What was done that is no move: something was taken back, asked, allowed or refused."""
    match, now = sitting.match, sitting.match.course
    asked = now.request or now.settled or now.dropped
    called = listed(mention(sitting.players[seat]) for seat in match.called)
    if text == course.GONE:
        return "The channel of this game is gone."
    if text == course.UNDO or asked is None:
        return f"↩️ **{who} took back {moves(now.taken_back)}.**"
    if text == course.REFUSE:
        if now.last is not None and now.last.seat == asked.seat:
            return f"{who} asks no longer {wish(match, game, asked)}: the game goes on."
        return f"✋ **{who} refuses** {wish(match, game, asked)}. {called}, the game goes on."
    if text != course.ALLOW:
        told = f"🤝 **{who} asks {wish(match, game, asked)}.**"
        return f"{told} {called}: allow it, refuse it, or just play on."
    if now.request is not None:
        return f"🤝 **{who} agrees** {wish(match, game, asked)}; {called} can still refuse."
    if now.taken_back:
        return f"↩️ **{who} allows it:** {moves(now.taken_back)} taken back."
    return f"🤝 **{who} agrees.**"


def wish(match: Match, game: Game, asked: Request) -> str:
    """What a player asks of the others."""
    if asked.wish is Wish.TAKE_BACK:
        return f"to take back {moves(match.course.asked_for or match.course.moves[-asked.back :])}"
    if asked.wish is Wish.CANCEL or asked.winner is None:
        return "to cancel the game, so that nobody loses it"
    return f"to end the game: {seat_name(match, game, asked.winner)} has won"


def moves(turns: Iterable[Turn]) -> str:
    """Moves as a list of things: ``c3 and the pass``."""
    return listed(TURNS.get(turn.text, turn.text) for turn in turns)


def _lapsed(match: Match) -> str:
    """That a move has answered what was asked."""
    dropped, last = match.course.dropped, match.last
    if dropped is None or last is None:
        return ""
    return " That withdraws what was asked." if last.seat == dropped.seat else " That refuses it."


def _another_pass_ends(match: Match) -> str:
    if match.end or match.position.why_not(Declare("pass")) is not None:
        return ""
    if match.position.play(Declare("pass")).result() is None:
        return ""
    return " Another pass ends the game."


def result(sitting: Sitting, game: Game) -> str:
    """Who has won."""
    match, end = sitting.match, sitting.match.end
    assert end is not None
    people = [f"{seat_name(match, game, s)} ({mention(u)})" for s, u in enumerate(sitting.players)]
    if end.ranks is None:
        how, why = NO_LOSERS[end.how]
        return f"🏁 **Game #{sitting.id} is {how}** between {listed(people)}: {why}."
    won = [people[seat] for seat in end.winners]
    lost = [person for seat, person in enumerate(people) if seat not in end.winners]
    if not lost:
        return f"🏁 **Game #{sitting.id} is a draw** between {listed(won)}."
    verb = "wins" if len(won) == 1 else "share the win of" if end.how is Ending.SCORE else "win"
    margin = ""
    if end.how is Ending.SCORE and len(won) == 1:
        best, second = sorted(match.position.score(), reverse=True)[:2]
        margin = f" by {points(best - second)}"
    if end.how is Ending.AGREEMENT:
        margin = " by agreement"
    return f"🏁 **{listed(won)} {verb}** game #{sitting.id}{margin} against {listed(lost)}."


NO_LOSERS = {
    Ending.CLOSED: ("closed", "no stone was placed, so nobody has lost"),
    Ending.CANCELLED: ("cancelled", "all agreed, and nobody has lost"),
    Ending.GONE: ("closed", "its channel is gone, and nobody has lost"),
}


def _score_sheet(match: Match, game: Game) -> list[str]:
    """The arithmetic of the score as a table."""
    if not match.end or match.end.how is not Ending.SCORE:
        return []
    lines = match.position.score_lines()
    heads = ["", *(line.name for line in lines[0]), "total"]
    table = [
        [colour(game.colours[c]), *(points(line.points) for line in of), points(total)]
        for c, (of, total) in enumerate(zip(lines, match.position.score(), strict=True))
    ]
    widths = [max(len(row[i]) for row in [heads, *table]) for i in range(len(heads))]
    rows = (
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [heads, *table]
    )
    return ["```", *rows, "```"]


def alt_text(match: Match, game: Game) -> str:
    """The whole position in at most 1,024 characters; says so where it had to be cut."""
    position = match.position
    parts = [f"{game.name}, {len(position.board)} points, ply {position.ply}."]
    stones = position.stones
    for number, letter in enumerate(game.colours):
        mine = [position.board.names[p] for p in sorted(stones) if stones[p] == number]
        if mine or number < match.seats:
            parts.append(f"{colour(letter)}: {' '.join(mine) or 'no stones'}.")
    if position.last is not None:
        parts.append(f"Last move {position.board.names[position.last]}.")
    if position.captured:
        parts.append(f"Captured: {' '.join(named(position.board, position.captured))}.")
    if match.end is None:
        parts.append(f"{to_move(match, game)}.")
    text = " ".join(parts)
    if len(text) <= ALT_TEXT_LIMIT:
        return text
    cut = " … (cut; /board as:text has all of it)"
    return text[: ALT_TEXT_LIMIT - len(cut)] + cut


def board_as_text(sitting: Sitting, game: Game) -> str:
    """A board in letters, for those who cannot use the picture."""
    match = sitting.match
    position = match.position
    legend = ", ".join(f"{letter} = {colour(letter)}" for letter in game.colours)
    drawn = diagram.draw(position.board, position.stones, game.colours)
    facts = [legend]
    if position.last is not None:
        facts.append(f"last move {position.board.names[position.last]}")
    if position.captured:
        facts.append(f"captured {' '.join(named(position.board, position.captured))}")
    text = f"{private_board(sitting, game)}\n```\n{drawn}\n```{' · '.join(facts)}"
    return shortened(text, CONTENT_LIMIT)


def reminder(sitting: Sitting, game: Game, link: str | None) -> str:
    """To who is to move, when a quarter of their time is left."""
    assert sitting.to_move is not None
    assert sitting.clock is not None
    where = f" {link}" if link else ""
    return (
        f"⏰ {mention(sitting.to_move)}, it is your turn in **{game.name}** #{sitting.id}: "
        f"time runs out {moment(sitting.clock.deadline)}.{where}"
    )


def next_game(sitting: Sitting, game: Game, link: str | None) -> str:
    """The board of a game that waits for the reader."""
    return private_board(sitting, game) + (f"\n{link}" if link else "")


NO_TURN = "No game on this server waits for you now."


def private_board(sitting: Sitting, game: Game) -> str:
    """The words of a board that somebody asked for: who plays, and how it stands."""
    if sitting.match.end:
        return board(sitting, game)
    seated = f"{seating(sitting, game)}."
    return "\n".join(
        [seated, *([_last(sitting, game)] if sitting.match.last else []), status(sitting, game)]
    )


# --- private answers ---


def played(sitting: Sitting, seat_text: str) -> str:
    """To the mover, after a move."""
    captured = len(sitting.match.position.captured)
    taken = f" and captured {captured}" if captured else ""
    undo = "" if sitting.match.end else f" *{UNDO}* works for a minute, while nobody has answered."
    return f"You {move_text(seat_text)}{taken}. The board follows in the channel.{undo}"


def sure(word: str, sitting: Sitting, game: Game) -> str:
    """The question before a declaration that is hard to take back."""
    lines = [f"Do you want to {WORDS.get(word, word).lower()} in game #{sitting.id}?"]
    match = sitting.match
    if word == "pass":
        if match.position.play(Declare(word)).result() is not None:
            lines.append("**This ends the game**, and the board is scored as it stands.")
        else:
            others = "your opponent passes" if match.seats == 2 else "the others pass"
            lines.append(f"If {others} too, the game ends and is scored as it stands.")
        score = ", ".join(
            f"{colour(game.colours[c])} {points(p)}" for c, p in enumerate(match.position.score())
        )
        lines.append(f"As the board stands: {score}.")
    return " ".join(lines)


def sure_resign(sitting: Sitting) -> str:
    """The question before giving up."""
    return f"Do you want to resign game #{sitting.id}? You lose it at once."


RESIGNED = "You resigned. The final board follows in the channel."


# --- taking back and agreeing ---

ASKED = "Asked. The others see it in the channel; you can go on playing."
ALLOWED, REFUSED = "You agreed.", "You refused. The game goes on."
WHO_HAS_WON = "Who has won? The others have to agree; then the game ends so."


def menu(sitting: Sitting) -> str:
    """What a player can do besides moving."""
    match = sitting.match
    if match.course.request is not None:
        who = seat_name(match, match.game, match.course.request.seat)
        return f"{who} asks {wish(match, match.game, match.course.request)}."
    return f"Game #{sitting.id}. What you ask here, the others have to allow."


def take_back(turns: Iterable[Turn]) -> str:
    """On the button that takes these moves back, or asks for that."""
    return f"Take back {moves(turns)}"


def may_i_take_back(turns: Iterable[Turn]) -> str:
    """To who is too late to just undo."""
    return (
        f"*{UNDO}* works for a minute, and while nobody has answered. "
        f"Do you want to ask the others whether you may take back {moves(turns)}?"
    )


def undone(sitting: Sitting) -> str:
    """To who took a move back."""
    return f"You took back {moves(sitting.match.course.taken_back)}. It is your turn again."


def has_won(who: str) -> str:
    """On the button that proposes a winner."""
    return f"{who} has won"


# --- replies to a board ---

WHY = "Why?"
PING_ME = (
    "I cannot read this reply: switch on the ping (“@ ON” at the reply) and send your move again."
)


def not_played(error: RefusedError | MoveError, text: str) -> str:
    """One line under a reply that is refused; the reason in full is told in private."""
    if isinstance(error, IllegalMoveError):
        return f"Not played: {_plain(shortened(text, 40))} is not legal here."
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
        f"{_plain(text)} is legal on that board, but only {who} could play it, "
        "and only while that board was the newest."
    )


WHICH_TO_SEE = "which one do you want to see"
WHICH_TO_PLAY = "which one do you want to play"
WHICH_TO_RESIGN = "which one do you want to resign"
WHICH_TO_UNDO = "in which one do you want to take a move back"
WHICH_TO_CANCEL = "which one do you want to cancel"
WHICH_TO_END = "which one do you want to end"


def which_match(doing: str, text: str = "") -> str:
    """Asks for the game that is meant. ``text``: the move that is to be played in it."""
    if text:
        doing = f"in which one do you want to {'' if text == 'pass' else 'play '}{_plain(text)}"
    return f"There are several games here: {doing}?"


def match_label(match: StoredMatch, game: Game, user: int, names: Mapping[int, str]) -> str:
    """One game in a list to choose from, at most 100 characters."""
    others = [names.get(u, "?") for u in match.players if u != user]
    turn = "your turn" if match.to_move is not None and match.players[match.to_move] == user else ""
    who = f"with {listed(others)}" if user in match.players else listed(others, "against")
    parts = [f"#{match.id} {game.name} {who}", turn]
    return shortened(" · ".join(part for part in parts if part), 80)


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


NO_GAMES = "No game is running here. Start one with /challenge."

# --- refusals ---


def refusal(error: RefusedError | MoveError | OptionError, position: Position | None = None) -> str:
    """One sentence: why, and what to do."""
    if isinstance(error, OptionError):
        text = str(error)
        return text[:1].upper() + text[1:]
    if isinstance(error, RefusedError):
        return _house_rule(error)
    if isinstance(error, UnreadableMoveError):
        what = f"I cannot read “{shortened(_plain(error.text), 40)}” as a move"
        return f"{what}: type {_what_to_type(position)}." if position else f"{what}."
    if isinstance(error, IllegalMoveError):
        size = len(position.board) if position else 0
        because = REASONS[error.reason].format(ply=error.ply, points=size)
        return f"That move is not legal: {because}."
    if isinstance(error, NotNowError):
        return NOT_NOW[error.why]
    return _house_rule(RefusedError(Why.NOT_YOUR_TURN))


NOT_NOW = {
    NotNow.NOTHING: "There is no move of yours to take back.",
    NotNow.ANSWERED: "Your move was answered. Press *More…* under the board to ask for it back.",
    NotNow.TOO_LATE: "That was more than a minute ago. Press *More…* under the board to ask for it "
    "back.",
    NotNow.NOT_BEGUN: "No stone has been placed, so nobody can have won. You can cancel the game.",
    NotNow.ASKED: "Something is asked already in this game: answer it, withdraw it, or play on.",
    NotNow.NOTHING_ASKED: "That was answered already: look at the newest board.",
    NotNow.OWN_REQUEST: "You asked that yourself: another player has to allow it. *Refuse* "
    "withdraws it.",
    NotNow.ALLOWED: "You have agreed already: the others have to answer too.",
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


def _plain(text: str) -> str:
    """What a person typed, without characters that Discord would format or that hide."""
    return "".join(c if c.isprintable() and c not in "`*_~|>@<#" else " " for c in text)


def _house_rule(error: RefusedError) -> str:
    asked, sitting = error.about.get("challenge"), error.about.get("sitting")
    match error.why:
        case Why.ALONE:
            return "You cannot challenge yourself: choose another member."
        case Why.TWICE:
            return "Each player can be asked only once: choose different members."
        case Why.NO_SUCH_CHALLENGE:
            return "That challenge does not exist any more."
        case Why.NOT_ASKED:
            assert isinstance(asked, StoredChallenge)
            people = listed(mention(s.user) for s in asked.invitations if s.user is not None)
            return f"This challenge is for {people}."
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
            return "The time for this move is over, and so is the game."
        case Why.NOT_OVER:
            return "This game is not over yet: a rematch can be offered at its end."
        case Why.REMATCH_OFFERED:
            return rematch_offered(None)
        case Why.REMATCH_CHANGED:
            return rematch_changed(None)
        case Why.REMATCH_PLAYED:
            assert isinstance(asked, StoredChallenge)
            return rematch_played(asked.match or 0, None)
        case Why.NOT_YOUR_QUESTION:
            return f"This question is for {mention(int(str(error.about['user'])))}."
        case Why.NO_SUCH_LESSON:
            return "That page of rules does not exist: /help tells what I can show you."
        case Why.WHICH_MATCH:
            return which_match(WHICH_TO_PLAY)


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


def example_point(position: Position) -> str:
    """A point that could be typed here."""
    for move in position.legal_moves():
        if isinstance(move, Place):
            return move.point
    return position.board.names[0]


def yes(word: str) -> str:
    """The button that answers a question with yes."""
    return f"Yes, {word}"


# --- rules ---


def new_to(game: Game) -> str:
    """The button that offers the rules to somebody who may never have played."""
    return f"New to {game.name}?"


def rules_of(game: Game) -> str:
    """What the command for the rules of a game does."""
    return shortened(f"The rules of {game.name}, in pictures, for you alone", 100)


def lesson(match: Match, number: int) -> str:
    """A lesson, counted from 1, and the score where the game that it shows is over."""
    game = match.game
    shown = game.lessons[number - 1]
    head = f"**{game.name} {number}/{len(game.lessons)}: {shown.title}**"
    return "\n".join([head, shown.text, *_score_sheet(match, game)])


# --- help ---

HELP = (
    "**Start:** /rules teaches a game; /challenge a member, or anybody who accepts.\n"
    "**Play:** press *Move* under the newest board, reply to it with a point (d5), or /play.\n"
    "**Look:** /board shows a game to you alone, /games lists those that are running."
)
HELP_MORE = "What do you want to know more about?"
TOPICS = {
    "start": (
        "Start",
        "/rules teaches a game in a few pictures. "
        "/challenge and the name of a game put a card into the channel; it stands for "
        f"{_hours(CHALLENGE_STANDS)}. Choose an opponent, or leave that out: then anybody may "
        "accept. The menu on a member (Apps) challenges too. Every setting is an option; the card "
        "shows them all, and *Change…* on it makes a counter-offer. Under the "
        "last board *Rematch* offers the same game with the sides swapped.",
    ),
    "moves": (
        "Moves",
        "A move is a point: d5, D-5 and d 5 are the same. Press *Move* under the newest board, "
        "reply to that board with the ping left on, or use /play, which suggests legal moves. "
        "Passing and resigning are asked for first. A move that is not legal is refused "
        "with its reason, and nothing is lost by it.",
    ),
    "back": (
        "Taking back",
        "*Undo* takes your last move back, for a minute and while nobody has answered. Later press "
        "*More…* under the board to ask the others for it, to cancel the game, or to agree on who "
        "has won. They allow or refuse it, and playing on refuses it. /undo, /cancel and /result "
        "do the same.",
    ),
    "clocks": (
        "Clocks",
        "Each move has its own time, which the challenge sets and the board shows. Who runs out of "
        "time loses; before the first stone the game is just closed. Of an hour or more, you are "
        "reminded once, when a quarter is left. Time in which I am down or out of reach is given "
        "back.",
    ),
    "scoring": (
        "Scoring",
        "When a game ends by its rules, the last board shows who has won, what belongs to whom, "
        "and the score line by line. *Pass* tells the score as it stands before you say yes, and "
        "/board shows the position at any time.",
    ),
    "privacy": (
        "Privacy",
        "I keep your number on Discord, the name that I saw last, and your challenges and moves. I "
        "read a message only if it replies to a board of mine, and its text only with the ping on; "
        "no text is kept but the moves. My answers to commands and buttons are for you alone.",
    ),
}


def help_topic(topic: str) -> str:
    """What is told about a topic, or in general."""
    title, text = TOPICS.get(topic, ("", HELP))
    return f"**{title}.** {text}" if title else text


# --- commands ---

COMMANDS = {
    "challenge": "Challenge another member to a game",
    "play": "Make a move in your game",
    "pass": "Pass in your game",
    "resign": "Give a game up",
    "undo": "Take your last move back, or ask whether you may",
    "cancel": "Ask to cancel a game, so that nobody loses it",
    "result": "Agree on who has won, and end the game",
    "board": "See the board of a game, as a picture or as text",
    "games": "See your games and those of this channel",
    "help": "How to start, play and watch",
    "rules": "Learn a game in a few pictures",
}
CHALLENGE_MENU = "Challenge…"
OPPONENT = "Whom you challenge; left out, anybody may accept"
TIME = "Time for each move, such as 10m, 3d or 1 week; 3 days unless you say otherwise"
MOVE_OPTION = "A point such as d5, or a word such as pass"
GAME_OPTION = "Which game, where you have several here"
FORM_OPTION = "As a picture or as text"


def a_move(per_move: timedelta) -> str:
    """A time per move as it is suggested."""
    return f"{every(per_move)} a move"
