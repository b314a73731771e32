"""The rules in lessons, and the help."""

from bot.challenges import CHALLENGE_STANDS
from bot.messages import boards
from bot.messages.phrases import hours, shortened
from engine.match import Match
from engine.position import Game


def rules_of(game: Game) -> str:
    """What the command for the rules of a game does."""
    return shortened(f"The rules of {game.name}, in pictures, for you alone", 100)


def lesson(match: Match, number: int) -> str:
    """A lesson, counted from 1, and the score where the game that it shows is over."""
    game = match.game
    shown = game.lessons[number - 1]
    head = f"**{game.name} {number}/{len(game.lessons)}: {shown.title}**"
    return "\n".join([head, shown.text, *boards.score_sheet(match, game)])


HELP = (
    "**Start:** /rules teaches a game; /challenge a member, or anybody who accepts.\n"
    "**Play:** press *Move* under the newest board, reply to it with a point (d5), or /play.\n"
    "**Look:** /board shows a game to you alone, /games lists those that are running."
)

TOPICS = {
    "start": (
        "Start",
        "/rules teaches a game in a few pictures. "
        "/challenge and the name of a game put a card into the channel; it stands for "
        f"{hours(CHALLENGE_STANDS)}. Choose an opponent, or leave that out: then anybody may "
        "accept. The menu on a member (Apps) challenges too. Every setting is an option; the card "
        "shows them all, and *Change…* on it makes a counter-offer. Under the "
        "last board *Rematch* offers the same game with the seats swapped.",
    ),
    "moves": (
        "Moves",
        "A move is a point: d5, D-5 and d 5 are the same; *Move* says how points are named. Press "
        "*Move* under the newest board, "
        "reply to that board with the ping left on, or use /play, which suggests legal moves. "
        "What is hard to take back is asked for first. A move that is not legal is refused "
        "with its reason (under a reply *Why?* tells it), and nothing is lost by it.",
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
        "time loses, of more than two players leaves the others playing; before the first stone a "
        "game of two is just closed. Of an hour or more, you are "
        "reminded once, when a quarter is left. Time in which I am down or out of reach is given "
        "back.",
    ),
    "scoring": (
        "Scoring",
        "When a game ends by its rules, the last board shows who has won, what belongs to whom, "
        "and the score line by line. Where passing can end it, *Pass* tells the score as it stands "
        "before you say yes, and /board shows the position at any time.",
    ),
    "pictures": (
        "Pictures",
        "Neighbours of one colour are fused when they are linked for good, joined by a thin bar "
        "while that is open, and parted by a tick when they are cut. /board shows more on request: "
        "groups, liberties, territory and so on. /view sets how you see boards: colours, turned, "
        "coordinates, size. Both are for you alone, until you press *Show to the channel*.",
    ),
    "records": (
        "Replays and records",
        "/replay goes through a game move by move, also through one that is over; /record gives it "
        "as a file that other programs open. Both stand under the last board too. /import shows "
        "the game of such a file, of Go too. All of that is for you alone, until you press "
        "*Show to the channel*.",
    ),
    "privacy": (
        "Privacy",
        "I keep your number on Discord, the name that I saw last, and your challenges, your "
        "moves, how you want to see boards, and the last games of files that you bring. I "
        "read a message only if it replies to a board of mine, and its text only with the ping on; "
        "no text is kept but the moves. My answers to commands and buttons are for you alone, "
        "but for what you press *Show to the channel* for.",
    ),
}


def help_topic(topic: str) -> str:
    """What is told about a topic, or in general."""
    title, text = TOPICS.get(topic, ("", HELP))
    return f"**{title}.** {text}" if title else text
