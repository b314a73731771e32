"""The texts that one person reads after a command, a button or a form."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from bot.messages import boards, endings, requests, takeovers
from bot.messages.catalogue import text
from bot.messages.phrases import (
    CONTENT_LIMIT,
    colour,
    last_day,
    listed,
    literal,
    mention,
    permissions,
    plain,
    points,
    seat_name,
    time_left,
)
from bot.service.live_match import LiveMatch
from bot.storage.rows import StoredMatch
from engine.game import Game
from engine.match import Match
from engine.position import Declaration
from engine.turns import PASS, Request, Turn, Wish

MOST_NAMED = 20
"""Games that are named in one message."""
WORDS = ("bid", "black", "button", "komi", "lot", "pass", "sealed", "white")
"""The declarations that have sentences of their own."""


def played(live: LiveMatch, seat_text: str, missing: Sequence[str] = ()) -> str:
    """To the mover, after a move; ``missing``: the permissions for the board that the bot lacks."""
    word, _, number = seat_text.partition(" ")
    last = live.match.turn_log.last_action
    captured, lost = (0, 0) if last is None else boards.removed(live.match, last)
    said = word if word in WORDS else "placement"
    if last is not None and word == PASS and live.match.had_no_choice(last):
        said = boards.FORCED
    move = text(
        "private-played",
        move=said,
        number=number,
        komi=boards.komi(live.match),
        point=seat_text,
        captured=captured,
        lost=lost,
    )
    if missing:
        kept = text("private-board-waits", permissions=permissions(missing))
        if [*missing] == ["manage_threads"]:
            kept = text("thread-locked-waits", permissions=permissions(missing))
        return f"{move} {kept}"
    return move


def played_in(live: LiveMatch, sentence: str, link: str) -> str:
    """The sentence to the mover, with the game; ``link``: to where it is played, or "none"."""
    game = live.match.game.name
    return text("private-played-in", sentence=sentence, game=game, match=str(live.id), link=link)


def gone(ended: Sequence[LiveMatch]) -> str:
    """To a player of matches that have ended because their channel is gone."""
    games = [text("board-game", game=live.match.game.name, id=str(live.id)) for live in ended]
    if len(games) > MOST_NAMED:
        return text("private-channel-gone-many", number=len(games))
    return text("private-channel-gone", games=listed(games), number=len(games))


def sure(word: str, live: LiveMatch, game: Game) -> str:
    """The question before a declaration that is hard to undo."""
    sentences = [text("private-sure", declaration=word, match=str(live.id))]
    match = live.match
    worth = [known.amount for known in match.position.declarations() if known.word == word]
    sentences += [text("private-sure-worth", points=points(of)) for of in worth if of is not None]
    if word == "pass":
        passes, needed = match.position.passing() or (0, 2)
        if match.ends_by_pass():
            sentences.append(text("private-pass-ends"))
        elif needed > 2:
            sentences.append(text("private-pass-of", number=passes + 1, needed=needed))
        else:
            sentences.append(text("private-pass-may-end"))
        sentences.append(text("private-pass-scored"))
        score = [
            text("private-score-of", colour=colour(letter), points=points(of))
            for letter, of in zip(game.colours, match.position.score(), strict=False)
        ]
        if score:
            sentences.append(text("private-score", score=", ".join(score)))
    return " ".join(sentences)


def what_is(declaration: Declaration) -> str:
    """What a declaration is that is worth points."""
    worth = points(declaration.amount or 0)
    return text("private-what-is", word=declaration.word, points=worth)


def sure_resign(live: LiveMatch) -> str:
    """The question before resigning."""
    return text("private-sure-resign", match=str(live.id), players=_playing(live))


def _playing(live: LiveMatch) -> int:
    """The number of players who have not left the game."""
    return len(live.match.turn_log.playing(live.match.seats))


def who_has_won(live: LiveMatch) -> str:
    """Above a button for each player who could have won."""
    return text("private-who-won", players=_playing(live))


def menu(live: LiveMatch, seat: int) -> str:
    """The text above the buttons for requests: who has to agree, or the request that waits."""
    request = live.match.turn_log.request
    if request is not None:
        return _request(live.match, request)
    asks = 1 if live.alone(seat) else _playing(live)
    return text("private-menu", match=str(live.id), players=asks)


def _request(match: Match, request: Request) -> str:
    if request.wish is Wish.COMPUTER:
        return takeovers.request(match, request)
    log = match.turn_log
    winner = match.decided if request.wish is Wish.FILL else request.winner
    return text(
        "private-request",
        wish=request.wish.value,
        player=seat_name(match, match.game, request.seat),
        moves=requests.moves(log.asked_for or log.moves[-request.back :]),
        winner=seat_name(match, match.game, request.seat if winner is None else winner),
    )


def may_i_take_back(turns: Iterable[Turn]) -> str:
    """To a player who is too late to undo without asking."""
    return text("private-may-i-take-back", moves=requests.moves(turns))


def undone(live: LiveMatch) -> str:
    """To a player who took a move back."""
    return text("private-undone", moves=requests.moves(live.match.turn_log.taken_back))


WHICH_TO_SEE = "see"
WHICH_TO_REPLAY = "replay"
WHICH_TO_RECORD = "record"
WHICH_TO_PLAY = "play"
WHICH_TO_RESIGN = "resign"
WHICH_TO_UNDO = "undo"
WHICH_TO_CANCEL = "cancel"
WHICH_TO_END = "end"


def which_match(action: str, move: str = "") -> str:
    """The question which game is meant: for one of ``WHICH_TO_…``, or to play ``move`` there."""
    if not move:
        return text("private-which-match", action=action)
    return text("private-which-match-move", action=move.partition(" ")[0], move=plain(move))


def games(
    rows: Iterable[tuple[StoredMatch, str | None]],
    games_by_key: Mapping[str, Game],
    user: int,
    now: datetime,
    room: int = CONTENT_LIMIT - 20,
) -> str:
    """The games of a person and of a channel, with links to the newest boards.

    ``room``: for so many characters.
    """
    lines = [_game(match, link, games_by_key[match.game], user, now) for match, link in rows]
    if not lines:
        return text("private-no-games")
    whole = "\n".join(lines)
    while len(whole) > room:
        lines.pop()
        whole = "\n".join([*lines, "…"])
    return whole


def _game(match: StoredMatch, link: str | None, game: Game, user: int, now: datetime) -> str:
    """One line about a game: who plays, whose turn it is, the time, the board."""
    players = listed(mention(player) for player in match.players)
    parts = [text("private-game", match=str(match.id), game=game.name, players=players)]
    parts += [] if match.part_of is None else [literal(match.part_of)]
    to_move = match.players[match.to_move] if match.to_move is not None else None
    if to_move == user:
        parts.append(text("private-game-your-turn"))
    elif to_move is not None:
        parts.append(text("private-game-turn", player=mention(to_move)))
    if match.ending is not None:
        names = {player: mention(player) for player in match.players}
        parts.append(endings.over(match, user, names))
    if match.paused:
        parts.append(text("private-game-paused"))
    elif match.clock and match.clock.limited:
        # Whether a third player is still there, the header does not say.
        claims = match.clock.overdue and to_move != user and match.players.count(user) == 1
        may_claim = claims and len(match.players) == 2
        parts.append(text("time-is-up-claim") if may_claim else time_left(match.clock))
        parts += [
            text("board-away", who=mention(match.players[seat]), until=last_day(until))
            for seat, until in match.clock.absences(now).items()
        ]
    if link:
        parts.append(link)
    return " · ".join(parts)
