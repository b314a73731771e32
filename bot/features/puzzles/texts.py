"""The words of puzzles: the question, the verdict and the streak."""

from functools import partial

from bot.features.puzzles.service import ENOUGH, difficulty
from bot.features.puzzles.store import Tally
from bot.messages import learning, purposes
from bot.messages.catalogue import text
from bot.messages.lines import line
from bot.messages.phrases import CONTENT_LIMIT, points, seat_name, shortened
from bot.messages.puzzles import asked, head
from bot.service.goals import Verdict
from bot.service.learning import Streak
from bot.service.puzzles import Puzzle, title
from engine.game import Game
from engine.match import Match

NOBODY = Tally()
"""Nobody has answered."""
scenes = partial(text, "puzzle-scenes")
today = partial(text, "button-puzzle-today")
another = partial(text, "button-puzzle-next")
again = partial(text, "button-exercise-again")
solve = partial(text, "button-exercise-solution")
no_puzzles = partial(text, "puzzle-none")


def question(match: Match, puzzle: Puzzle, streak: Streak, tally: Tally = NOBODY) -> str:
    """A puzzle before an answer; ``tally``: how others have answered."""
    about = list[str]()
    if tally.answered >= ENOUGH:
        percent = str(round(100 * tally.solved / tally.answered))
        about.append(text("puzzle-solved-by", percent=percent))
    lines = asked(match, puzzle, difficulty(puzzle, tally), *about)
    return "\n".join([*lines, _streak(streak)] if streak.answered else lines)


def right(game: Game, puzzle: Puzzle, streak: Streak, *, counted: bool) -> str:
    """After the best move: why it is best, and what may follow."""
    praised = text("puzzle-right", move=puzzle.best)
    lines = [head(puzzle.start(game), puzzle), f"{praised} {_why(game, puzzle)}"]
    return "\n".join([*lines, *_line(game, puzzle), _counted(streak, counted=counted)])


def wrong(
    match: Match, puzzle: Puzzle, verdict: Verdict, typed: str, streak: Streak, *, counted: bool
) -> str:
    """After another move: what it loses."""
    does = purposes.of_last(verdict.match) if verdict.reply else ""
    content = text("puzzle-wrong", why=learning.why(match.game, verdict, typed, does))
    lines = [head(match, puzzle), content, _counted(streak, counted=counted)]
    if puzzle.searched:
        lines.insert(2, text("puzzle-estimated"))
    return shortened("\n".join(lines), CONTENT_LIMIT)


def solution(game: Game, puzzle: Puzzle, moves: int) -> str:
    """The best move and why, and what may follow, of which so many ``moves`` are shown."""
    best = text("puzzle-solution", move=puzzle.best)
    lines = [head(puzzle.start(game), puzzle), f"{best} {_why(game, puzzle)}"]
    return "\n".join([*lines, *_line(game, puzzle, moves)])


def _why(game: Game, puzzle: Puzzle) -> str:
    """What the best move does, what is proved of it, and what happens without it."""
    match = puzzle.followed(game, 0)
    # Where the whole board is taken, the promise counts all that cannot escape.
    does = purposes.of_last(match, trapping=puzzle.reaches < len(match.position.board))
    said = [does] if does else []
    if not puzzle.searched:
        said.append(_promise(match, puzzle))
    reply, answered, such = puzzle.usual_reply
    saved = purposes.purpose_of_last(match).prevents
    told = saved is not None and match.position.board.names[saved.point] == reply
    if reply and match.to_move is not None and not told:
        does = purposes.effects_of_last(puzzle.judge(puzzle.start(game), such).match)
        otherwise = text(
            "puzzle-otherwise",
            most="one" if answered == 1 else "yes" if 2 * answered > len(puzzle.wrong) else "no",
            who=seat_name(match, game, match.to_move),
            reply=reply,
            such=such,
            does=does or "none",
        )
        said.append(otherwise)
    return " ".join(said)


def _promise(match: Match, puzzle: Puzzle) -> str:
    """What the solver reaches after the best move; ``match``: then."""
    stones, others, number = match.position.stones, 0, abs(puzzle.reaches)
    ends = "ahead" if puzzle.reaches > 0 else "behind" if puzzle.reaches else "level"
    who = ""
    if puzzle.reaches == len(match.position.board) and match.to_move is not None:
        assert match.position.colours is not None
        ends, who = "all", seat_name(match, match.game, match.to_move)
        others = [*stones.values()].count(match.position.colours[match.to_move])
    return text(
        "puzzle-promise", ends=ends, points=points(number), count=number, who=who, others=others
    )


def _line(game: Game, puzzle: Puzzle, moves: int | None = None) -> list[str]:
    """What may follow the best move, if that is known; the last of the ``moves`` that are shown is
    marked."""
    if not puzzle.line:
        return []
    match = puzzle.followed(game, len(puzzle.line))
    how = "searched" if puzzle.searched else "proved"
    return [text("puzzle-line", moves=line(match, len(puzzle.moves), moves), how=how)]


def form_title(game: Game, puzzle: Puzzle) -> str:
    """The title of the form for an answer."""
    return text("title-exercise", game=game.name, title=title(game, puzzle.name))


def _counted(streak: Streak, *, counted: bool) -> str:
    """The streak, also where this answer changes nothing: the first one may have been lost."""
    return "\n".join([*([] if counted else [text("puzzle-again")]), _streak(streak)])


def _streak(streak: Streak) -> str:
    return text(
        "puzzle-streak",
        now=streak.now,
        best=streak.best,
        solved=streak.solved,
        answered=streak.answered,
    )
