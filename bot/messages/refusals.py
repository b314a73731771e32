"""Why something is refused, and what to do."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import cast

from bot.messages import options, private
from bot.messages.catalogue import Argument, filled, text
from bot.messages.phrases import (
    CONTENT_LIMIT,
    address,
    channel_address,
    colour,
    listed,
    mention,
    moment,
    number_range,
    permissions,
    plain,
    shortened,
)
from bot.service.challenges import MOST_OPEN
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredChallenge, StoredMatch
from engine.game import Game, OptionError
from engine.match import Match
from engine.position import (
    Declaration,
    IllegalMoveError,
    MoveError,
    Position,
    UnreadableMoveError,
)
from engine.record import LARGEST
from engine.turns import RequestRefusedError

busy = partial(text, "cannot-in-time")
not_from_a_form = partial(text, "cannot-open-form")


def missing_permissions(names: Collection[str]) -> str:
    """The permissions that the bot lacks here, and whom to ask; ``names`` are discord.py's."""
    if [*names] == ["manage_threads"]:
        return text("thread-locked", permissions=permissions(names))
    return text("refusal-missing-permissions", permissions=permissions(names))


def not_played(error: RefusedError | MoveError, move: str, position: Position, game: Game) -> str:
    """One line under a reply that is refused; the full reason is private."""
    if isinstance(error, IllegalMoveError):
        reason = briefly(error, position, game)
        return text("not-played-because", move=plain(shortened(move, 40)), reason=reason)
    return refusal(error)


def briefly(error: IllegalMoveError, position: Position, game: Game) -> str:
    """Why a move is illegal, in as few words as possible."""
    ply, opponent = "" if error.ply is None else str(error.ply), _opponent(position, game)
    return text(f"short-{error.reason.value}", ply=ply, opponent=opponent)


def not_a_number(typed: str, word: Declaration) -> str:
    """The number for a declaration is none, or out of range."""
    shown = shortened(plain(typed).strip(), 40)
    first, last, step = number_range(word)
    return text("not-a-number", typed=shown, first=first, last=last, step=step)


def old_board(link: str | None) -> str:
    """To a reply to a board that is not the newest."""
    return text("refusal-old-board-at", link=link) if link else text("refusal-old-board")


def why_not_played(move: str, live: LiveMatch) -> str:
    """Why a move that is legal on a board was not played there."""
    assert live.to_move is not None
    return text("move-legal-before", move=plain(move), player=mention(live.to_move))


def because(
    error: IllegalMoveError, position: Position | None = None, game: Game | None = None
) -> str:
    """Why a move is illegal, to follow a colon."""
    ply = "" if error.ply is None else str(error.ply)
    size = str(len(position.board) if position else 0)
    if game is not None and error.reason in game.refusals:
        return game.refusals[error.reason].format(ply=ply, points=size)
    opponent = _opponent(position, game) if position and game else "unknown"
    words = _what_to_type(position) if position else "bid"
    return text(
        f"illegal-{error.reason.value}", ply=ply, points=size, opponent=opponent, words=words
    )


def _opponent(position: Position, game: Game) -> str:
    """The colour of the other of two players; ``unknown`` if there are more, or no colours yet."""
    colours, seat = position.colours, position.to_move
    if colours is None or len(colours) != 2 or seat is None:
        return "unknown"
    return colour(game.colours[colours[1 - seat]])


def refusal(
    error: RefusedError | MoveError | OptionError,
    position: Position | None = None,
    game: Game | None = None,
) -> str:
    """One sentence on why, and what to do. ``game`` may have its own words for illegal moves."""
    if isinstance(error, OptionError):
        sentence = options.sentence(error)
        return sentence[:1].upper() + sentence[1:]
    if isinstance(error, RefusedError):
        return _service_rule(error)
    if isinstance(error, UnreadableMoveError):
        typed = shortened(plain(error.text), 40)
        if position is None:
            return text("move-unreadable", text=typed)
        return text("move-unreadable-here", text=typed, moves=_what_to_type(position))
    if isinstance(error, IllegalMoveError):
        return text("move-illegal", reason=because(error, position, game))
    if isinstance(error, RequestRefusedError):
        return text(f"request-refusal-{_slug(error.why)}")
    return text("refusal-not-your-turn")


def _slug(name: str) -> str:
    """The end of a key that stands for ``name``."""
    return name.replace(" ", "-").replace("_", "-")


def _what_to_type(position: Position) -> str:
    """The words that could be typed now."""
    sentence = listed((_to_type(word) for word in position.declarations()), "or")
    if position.colours is None:
        return sentence
    empty = [p for p in range(len(position.board)) if p not in position.stones]
    point = position.board.names[empty[len(empty) // 2] if empty else 0]
    return (
        text("move-point-or", point=point, declarations=sentence)
        if sentence
        else text("move-point", point=point)
    )


def _to_type(word: Declaration) -> str:
    if word.numbers is None:
        return word.word
    first, last, step = number_range(word)
    return text("move-number", word=word.word, first=first, last=last, step=step)


def _service_rule(error: RefusedError) -> str:
    challenge, about = error.about.get("challenge"), error.about
    if not isinstance(error.why, ServiceRefusal):
        return filled(error.why, cast(Mapping[str, Argument], about))
    match error.why:
        case ServiceRefusal.TOO_MANY:
            return text("refusal-too-many", most=MOST_OPEN)
        case ServiceRefusal.NOT_ASKED if isinstance(challenge, StoredChallenge):
            invited = listed(mention(s.user) for s in challenge.invitations if s.user is not None)
            return (
                text("refusal-not-asked-but", players=invited)
                if invited
                else text("refusal-not-asked")
            )
        case ServiceRefusal.CHALLENGE_OVER:
            assert isinstance(challenge, StoredChallenge)
            return text("refusal-challenge-over", state=challenge.state)
        case ServiceRefusal.NOT_YOUR_TURN:
            return _not_your_turn(about)
        case ServiceRefusal.REMATCH_PLAYED:
            assert isinstance(challenge, StoredChallenge)
            return text("refusal-rematch-played", match=str(challenge.match or 0))
        case ServiceRefusal.NOT_YOUR_QUESTION:
            user = str(about["user"])
            return (
                text("refusal-not-your-question", player=mention(int(user)))
                if user.isdecimal()
                else text("refusal-not-your-question-unknown")
            )
        case ServiceRefusal.FILE_TOO_LARGE:
            name = file_name(str(about["name"]))
            return text("refusal-file-too-large", name=name, most=LARGEST >> 20)
        case ServiceRefusal.CHALLENGE_STANDS:
            assert isinstance(challenge, StoredChallenge)
            card = cast(int | None, about["card"])
            link = address(challenge.server, challenge.channel_id, card)
            player = mention(int(str(about["user"])))
            return text("refusal-challenge-stands", player=player, link=link or "none")
        case ServiceRefusal.CALLED_OFTEN:
            player = mention(int(str(about["user"])))
            return text("refusal-called-often", player=player, when=_moment(about))
        case ServiceRefusal.DECLINED_OFTEN:
            player = mention(int(str(about["user"])))
            return text("refusal-declined-often", player=player, when=_moment(about))
        case ServiceRefusal.CHALLENGED_OFTEN:
            return text("refusal-challenged-often", when=_moment(about))
        case ServiceRefusal.SHARED_JUST_NOW:
            return text("refusal-shared-just-now", when=_moment(about))
        case ServiceRefusal.MANY_GAMES:
            who = "you" if about["own"] else mention(int(str(about["user"])))
            link = _link(about.get("match"), cast(int | None, about.get("board")))
            return text("refusal-many-games", who=who, most=int(str(about["most"])), link=link)
        case ServiceRefusal.MANY_PRACTICE:
            return text("refusal-many-practice-games", most=int(str(about["most"])))
        case ServiceRefusal.NOT_HERE:
            channels = cast(Iterable[int], about["channels"])
            sentence = listed((f"<#{channel}>" for channel in channels), "or")
            return shortened(text("refusal-not-here", channels=sentence), CONTENT_LIMIT)
        case ServiceRefusal.MISSING_PERMISSIONS:
            return missing_permissions(cast(Collection[str], about["permissions"]))
        case ServiceRefusal.NOT_A_CHALLENGER:
            return text("refusal-not-a-challenger", role=f"<@&{about.get('role')}>")
        case ServiceRefusal.NOT_A_MODERATOR:
            role = about.get("role")
            return text("refusal-not-a-moderator", role=f"<@&{role}>" if role else "none")
        case ServiceRefusal.PLAYED_NOW:
            return text("refusal-played-now", match=str(about["number"]))
        case ServiceRefusal.WHICH_MATCH:
            return text("refusal-which-match", action=private.WHICH_TO_PLAY)
        case _:
            return text(f"refusal-{_slug(error.why)}")


def _link(match: object, board: int | None) -> str:
    """The address of a match: that of its newest board, else its channel; ``none`` if unknown."""
    if not isinstance(match, StoredMatch):
        return "none"
    where = match.server, match.channel_id
    return address(*where, board) or channel_address(*where)


def _moment(about: Mapping[str, object]) -> str:
    """The time from which it works again."""
    when = about["when"]
    assert isinstance(when, datetime)
    return moment(when)


def _not_your_turn(about: Mapping[str, object]) -> str:
    """``about``: the match; None stands for several."""
    live = about.get("live")
    if not isinstance(live, LiveMatch):
        return text("refusal-not-your-turn-anywhere")
    if live.to_move is None:
        return text("refusal-not-your-turn")
    player = mention(live.to_move)
    if _bids_first(live.match):
        return text("refusal-not-your-turn-bid", player=player)
    return text("refusal-not-your-turn-but", player=player)


def _bids_first(match: Match) -> bool:
    """True if the player to move makes the first of several bids."""
    words = match.position.declarations()
    return match.position.ply == 0 and any(word.word == "bid" for word in words)


def file_name(name: str) -> str:
    """The name of a file that somebody uploaded."""
    return text("file-name", name=shortened(plain(name).strip(), 60))


def not_stored(reference: str) -> str:
    """The database cannot be written."""
    return text("cannot-store", reference=reference)


def damaged(reference: str) -> str:
    """The database is damaged, so nobody knows whether the game is."""
    return text("cannot-read-damaged", reference=reference)


def our_fault(reference: str) -> str:
    """Something broke on our side."""
    return text("our-fault", reference=reference)
